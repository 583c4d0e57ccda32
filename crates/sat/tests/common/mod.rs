//! What several test files need: a random source that is the same everywhere, formulas, and brute force.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test file includes this one and uses a part"
)]

use sat::{Lit, Model, Solver, Var};

/// SplitMix64: small, and the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    pub fn coin(&mut self) -> bool {
        self.next() & 1 == 1
    }

    pub fn lit(&mut self, vars: usize) -> Lit {
        let value = self.coin();
        var(self.below(vars)).with_value(value)
    }

    pub fn clause(&mut self, vars: usize, len: usize) -> Vec<Lit> {
        (0..len).map(|_| self.lit(vars)).collect()
    }

    pub fn clauses(&mut self, vars: usize, count: usize, len: usize) -> Vec<Vec<Lit>> {
        (0..count).map(|_| self.clause(vars, len)).collect()
    }
}

pub fn var(index: usize) -> Var {
    Var::from_index(index)
}

/// The literal with this DIMACS number.
pub fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).expect("a literal")
}

pub fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| lit(number)).collect()
}

pub fn add_all(solver: &mut impl Solver, clauses: &[Vec<Lit>]) {
    for clause in clauses {
        solver.add_clause(clause);
    }
}

/// More pigeons than holes: unsatisfiable, and exponentially hard for resolution.
pub fn pigeonhole(holes: usize) -> Vec<Vec<Lit>> {
    let sits = |pigeon: usize, hole: usize| var(pigeon * holes + hole).positive();
    let mut clauses: Vec<Vec<Lit>> = (0..=holes)
        .map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect())
        .collect();
    for hole in 0..holes {
        for first in 0..=holes {
            for second in 0..first {
                clauses.push(vec![!sits(first, hole), !sits(second, hole)]);
            }
        }
    }
    clauses
}

/// An assignment to few variables, as bits.
#[derive(Clone, Copy)]
pub struct Bits(pub u64);

impl Bits {
    pub fn satisfies(self, lit: Lit) -> bool {
        (self.0 >> lit.var().index() & 1 == 1) == lit.is_positive()
    }

    pub fn satisfies_all(self, clauses: &[Vec<Lit>]) -> bool {
        clauses
            .iter()
            .all(|clause| clause.iter().any(|&lit| self.satisfies(lit)))
    }
}

/// All assignments to `vars` variables that satisfy the clauses and the assumptions.
pub fn brute_force(vars: usize, clauses: &[Vec<Lit>], assumptions: &[Lit]) -> impl Iterator<Item = Bits> {
    (0..1u64 << vars)
        .map(Bits)
        .filter(move |bits| assumptions.iter().all(|&lit| bits.satisfies(lit)) && bits.satisfies_all(clauses))
}

pub fn model_satisfies(model: &Model, clauses: &[Vec<Lit>]) -> bool {
    clauses
        .iter()
        .all(|clause| clause.iter().any(|&lit| model.satisfies(lit)))
}
