//! A sum of weights in binary, for bounds of any size.
//!
//! RustSAT's binary adder keeps a list as long as the largest bound, which for sums of 32-bit numbers is more memory
//! than there is. This one (Warners, IPL 1998) makes the bits of the sum with full and half adders, and each bound is a
//! few clauses about them under a switch: where the bound has a zero, the sum may have a one only if a one of the bound
//! above it is missing.

use crate::solver::Solver;
use crate::types::Lit;

#[derive(Debug)]
pub(super) struct WideSum {
    inputs: Vec<(Lit, u64)>,
    /// The bits of the sum, the least significant first, once they are made; nothing for one that is never true.
    bits: Option<Vec<Option<Lit>>>,
}

impl WideSum {
    pub(super) fn new(inputs: &[(Lit, u64)]) -> WideSum {
        WideSum {
            inputs: inputs.to_vec(),
            bits: None,
        }
    }

    /// The literal to assume so that the sum is at most `bound`.
    pub(super) fn at_most<S: Solver + ?Sized>(&mut self, bound: u64, solver: &mut S) -> Lit {
        let inputs = &self.inputs;
        let bits = self.bits.get_or_insert_with(|| sum(inputs, solver));
        let switch = solver.new_var().positive();
        let has = |place: usize| place < 64 && bound >> place & 1 == 1;
        for (place, bit) in bits.iter().enumerate() {
            let Some(bit) = bit.filter(|_| !has(place)) else {
                continue;
            };
            let above = (place + 1..64).filter(|above| has(*above));
            let above: Option<Vec<Lit>> = above.map(|above| bits.get(above).copied().flatten()).collect();
            // If a one of the bound is never one of the sum, the sum is less.
            if let Some(above) = above {
                let mut clause: Vec<Lit> = above.into_iter().chain([bit]).map(|bit| !bit).collect();
                clause.push(!switch);
                // An input that is alone in several columns is several bits of the sum.
                clause.sort_unstable();
                clause.dedup();
                solver.add_clause(&clause);
            }
        }
        switch
    }
}

/// The bits of the sum.
fn sum<S: Solver + ?Sized>(inputs: &[(Lit, u64)], solver: &mut S) -> Vec<Option<Lit>> {
    let mut columns: Vec<Vec<Lit>> = vec![Vec::new(); 64];
    for &(literal, weight) in inputs {
        for (place, column) in columns.iter_mut().enumerate() {
            if weight >> place & 1 == 1 {
                column.push(literal);
            }
        }
    }
    let mut bits = Vec::new();
    let mut place = 0;
    while place < columns.len() {
        let mut column = std::mem::take(&mut columns[place]);
        let mut carries = Vec::new();
        let mut at = 0;
        while column.len() - at > 1 {
            let three = column.len() - at > 2;
            let given = &column[at..at + if three { 3 } else { 2 }];
            let (one, carry) = add(given, solver);
            at += given.len();
            column.push(one);
            carries.push(carry);
        }
        bits.push(column.get(at).copied());
        if !carries.is_empty() {
            if place + 1 == columns.len() {
                columns.push(Vec::new());
            }
            columns[place + 1].extend(carries);
        }
        place += 1;
    }
    bits
}

/// The lower and the upper bit of the sum of two or three literals.
fn add<S: Solver + ?Sized>(given: &[Lit], solver: &mut S) -> (Lit, Lit) {
    let (one, carry) = (solver.new_var().positive(), solver.new_var().positive());
    for chosen in 0..1u32 << given.len() {
        let unless = |at: usize| match chosen >> at & 1 {
            1 => !given[at],
            _ => given[at],
        };
        let number = chosen.count_ones();
        for (result, is_true) in [(one, number % 2 == 1), (carry, number > 1)] {
            let mut clause: Vec<Lit> = (0..given.len()).map(unless).collect();
            clause.push(if is_true { result } else { !result });
            // One literal may have several weights that meet in one column.
            clause.sort_unstable();
            clause.dedup();
            if !clause.windows(2).any(|pair| pair[0] == !pair[1]) {
                solver.add_clause(&clause);
            }
        }
    }
    (one, carry)
}
