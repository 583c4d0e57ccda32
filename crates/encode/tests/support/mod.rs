//! A small complete solver and brute force, so that the tests need no other crate.

use std::collections::BTreeMap;

use encode::{ClauseSink, Lit, Var};
use logic::{ArrayValue, Assignment, Bits, Evaluator, Sort, SymbolId, TermId, TermPool, Value};

/// Plain search with unit propagation over watched literals; no learning.
#[derive(Default)]
pub(super) struct Solver {
    variables: u32,
    clauses: Vec<Vec<Lit>>,
    watches: BTreeMap<Lit, Vec<usize>>,
    units: Vec<Lit>,
    is_contradictory: bool,
}

impl ClauseSink for Solver {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        for (position, lit) in clause.iter().enumerate() {
            assert!(
                clause[..position].iter().all(|other| other.var() != lit.var()),
                "a variable twice: {clause:?}"
            );
        }
        match clause {
            [] => self.is_contradictory = true,
            [unit] => self.units.push(*unit),
            [first, second, ..] => {
                let id = self.clauses.len();
                self.watches.entry(*first).or_default().push(id);
                self.watches.entry(*second).or_default().push(id);
                self.clauses.push(clause.to_vec());
            }
        }
    }
}

impl Solver {
    /// The value of each variable in some model.
    pub(super) fn solve(&mut self, assumptions: &[Lit]) -> Option<Vec<bool>> {
        if self.is_contradictory {
            return None;
        }
        let mut values: Vec<Option<bool>> = vec![None; self.variables as usize];
        let mut trail: Vec<Lit> = Vec::new();
        let roots: Vec<Lit> = self.units.iter().chain(assumptions).copied().collect();
        for lit in roots {
            if !self.assign(lit, &mut values, &mut trail) {
                return None;
            }
        }
        // Each decision: the trail length before it, and whether its other side is still open.
        let mut decisions: Vec<(usize, bool)> = Vec::new();
        loop {
            let Some(open) = values.iter().position(Option::is_none) else {
                return Some(values.into_iter().map(|value| value == Some(true)).collect());
            };
            decisions.push((trail.len(), true));
            let mut lit = !Var::from_index(open as u32).positive();
            while !self.assign(lit, &mut values, &mut trail) {
                loop {
                    let (length, is_open) = decisions.pop()?;
                    let decided = trail[length];
                    for undone in trail.drain(length..) {
                        values[undone.var().index() as usize] = None;
                    }
                    if is_open {
                        decisions.push((length, false));
                        lit = !decided;
                        break;
                    }
                }
            }
        }
    }

    fn assign(&mut self, lit: Lit, values: &mut [Option<bool>], trail: &mut Vec<Lit>) -> bool {
        let value = |values: &[Option<bool>], lit: Lit| {
            values[lit.var().index() as usize].map(|value| value != lit.is_negated())
        };
        match value(values, lit) {
            Some(true) => return true,
            // Keeps the trail's promise that a decision stands at its place.
            Some(false) => {
                trail.push(lit);
                trail.pop();
                return false;
            }
            None => {}
        }
        let mut head = trail.len();
        values[lit.var().index() as usize] = Some(!lit.is_negated());
        trail.push(lit);
        while head < trail.len() {
            let falsified = !trail[head];
            head += 1;
            let watching = self.watches.remove(&falsified).unwrap_or_default();
            let mut kept = Vec::with_capacity(watching.len());
            let mut conflict = false;
            for (position, id) in watching.iter().copied().enumerate() {
                let clause = &mut self.clauses[id];
                if clause[0] == falsified {
                    clause.swap(0, 1);
                }
                if value(values, clause[0]) == Some(true) {
                    kept.push(id);
                    continue;
                }
                if let Some(other) =
                    (2..clause.len()).find(|other| value(values, clause[*other]) != Some(false))
                {
                    clause.swap(1, other);
                    let lit = clause[1];
                    self.watches.entry(lit).or_default().push(id);
                    continue;
                }
                kept.push(id);
                let unit = clause[0];
                match value(values, unit) {
                    Some(false) => {
                        kept.extend(&watching[position + 1..]);
                        conflict = true;
                        break;
                    }
                    Some(true) => {}
                    None => {
                        values[unit.var().index() as usize] = Some(!unit.is_negated());
                        trail.push(unit);
                    }
                }
            }
            self.watches.entry(falsified).or_default().extend(kept);
            if conflict {
                return false;
            }
        }
        true
    }
}

pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// All values of a sort with few of them.
fn all_values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Array(array) => {
            let elements = all_values(array.element.into());
            let mut arrays = vec![ArrayValue::constant(array.index_width, elements[0].clone())];
            for index in 0..1u128 << array.index_width {
                let index = Bits::new(array.index_width, index);
                arrays = arrays
                    .iter()
                    .flat_map(|array| {
                        elements
                            .iter()
                            .map(|element| array.store(index.clone(), element.clone()))
                    })
                    .collect();
            }
            arrays.into_iter().map(Value::Array).collect()
        }
        _ => {
            let scalar = sort.scalar().expect("a scalar");
            (0..1u64 << scalar.bit_count())
                .map(|word| Value::from_bit_fn(scalar, |bit| word >> bit & 1 == 1))
                .collect()
        }
    }
}

/// Whether some assignment makes the term true.
pub(super) fn brute_force(pool: &TermPool, symbols: &[SymbolId], term: TermId) -> bool {
    let choices: Vec<Vec<Value>> = symbols
        .iter()
        .map(|symbol| all_values(pool.symbol_sort(*symbol)))
        .collect();
    let mut digits = vec![0usize; symbols.len()];
    loop {
        let assignment: Assignment = symbols
            .iter()
            .zip(&digits)
            .zip(&choices)
            .map(|((symbol, digit), all)| (*symbol, all[*digit].clone()))
            .collect();
        if Evaluator::new(pool, &assignment).eval(term) == Ok(Value::Bool(true)) {
            return true;
        }
        let mut position = 0;
        loop {
            if position == digits.len() {
                return false;
            }
            digits[position] += 1;
            if digits[position] < choices[position].len() {
                break;
            }
            digits[position] = 0;
            position += 1;
        }
    }
}
