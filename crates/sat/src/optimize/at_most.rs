//! Counting and weighing in clauses.
//!
//! The encodings are RustSAT's; this file picks one and carries literals to and fro. Each defines output variables from
//! input literals in one direction only: enough true inputs force an output to be true, nothing else follows. So the
//! clauses never exclude an assignment of the inputs, a bound is enforced by *assuming* outputs false, and is gone with
//! the assumption.
//!
//! - Totalizer (Bailleux, Boufkhad, CP 2003; incremental: Martins et al., CP 2014): counts. Outputs are made only as
//!   far as bounds are asked for.
//! - Generalised totalizer (Joshi, Martins, Manquinho, CP 2015): weighs, with an output for each sum that can occur;
//!   small when few sums can.
//! - Dynamic polynomial watchdog (Paxian, Reimer, Becker, SAT 2018): weighs, one totalizer per bit of the weights.
//! - Binary adder (Warners, IPL 1998): linear in size whatever the weights, but propagates little; when all else would
//!   be too large. For large bounds there is one of our own (`wide_sum`).
//!
//! RustSAT keeps weighted inputs in hash tables. Its `fxhash` feature is switched on because that hash is the same in
//! each process, and with it the order of clauses and variables (docs/adr/0010-sat-and-optimisation.md).

use rustsat::encodings::card::{BoundUpper as _, BoundUpperIncremental as _, Totalizer};
use rustsat::encodings::pb::{
    BinaryAdder, BoundUpper as _, BoundUpperIncremental as _, DynamicPolyWatchdog, GeneralizedTotalizer,
};
use rustsat::encodings::{CollectClauses, EnforceError};
use rustsat::instances::BasicVarManager;
use rustsat::types as rs;

use super::wide_sum::WideSum;
use crate::solver::Solver;
use crate::types::{Lit, Var};

/// A count of literals that can be bounded from above.
#[derive(Debug)]
pub(super) struct Counter {
    totalizer: Totalizer,
    inputs: usize,
}

impl Counter {
    pub(super) fn new(inputs: impl IntoIterator<Item = Lit>) -> Self {
        let inputs: Vec<rs::Lit> = inputs.into_iter().map(to_rustsat).collect();
        Self {
            inputs: inputs.len(),
            totalizer: Totalizer::from(inputs),
        }
    }

    /// The literal to assume so that at most `bound` inputs are true; nothing if no more than that exist anyway.
    pub(super) fn at_most<S: Solver + ?Sized>(&mut self, bound: usize, solver: &mut S) -> Option<Lit> {
        if bound >= self.inputs {
            return None;
        }
        encode(solver, |clauses, vars| {
            // It fails only if clauses cannot be stored, and a vector aborts instead.
            let _ = self.totalizer.encode_ub_change(bound..=bound, clauses, vars);
        });
        let assumptions = self.totalizer.enforce_ub(bound).unwrap_or_default();
        debug_assert_eq!(assumptions.len(), 1);
        assumptions.first().copied().map(from_rustsat)
    }
}

/// A sum of weights of literals that can be bounded from above, more and more tightly.
#[derive(Debug)]
pub(super) enum Sum {
    Counted { weight: u64, counter: Counter },
    Generalized(GeneralizedTotalizer),
    Watchdog(DynamicPolyWatchdog),
    Adder(BinaryAdder),
    Wide(WideSum),
}

impl Sum {
    /// Picks the encoding for bounds up to `first_bound`.
    pub(super) fn new(inputs: &[(Lit, u64)], first_bound: u64) -> Self {
        let weighted = || {
            inputs
                .iter()
                .map(|&(lit, weight)| (to_rustsat(lit), weight as usize))
        };
        let number = inputs.len() as u64;
        let total: u64 = inputs.iter().map(|&(_, weight)| weight).sum();
        let heaviest = inputs.iter().map(|&(_, weight)| weight).max().unwrap_or(1);
        let same = inputs.iter().all(|&(_, weight)| weight == heaviest);
        if same && counting_size(number, first_bound / heaviest) <= budgets::sat::MAX_COUNTING_CLAUSES.get() {
            let counter = Counter::new(inputs.iter().map(|&(lit, _)| lit));
            return Self::Counted {
                weight: heaviest,
                counter,
            };
        }
        if !same && total.min(first_bound + heaviest) <= budgets::sat::MAX_SUMS.get() {
            return Self::Generalized(weighted().collect());
        }
        let bits = u64::from(u64::BITS - heaviest.leading_zeros());
        if !same
            && counting_size(number, number).saturating_mul(bits) <= budgets::sat::MAX_COUNTING_CLAUSES.get()
        {
            return Self::Watchdog(weighted().collect());
        }
        match first_bound <= budgets::sat::MAX_ADDED_BOUND.get() {
            true => Self::Adder(weighted().collect()),
            false => Self::Wide(WideSum::new(inputs)),
        }
    }

    /// Assumptions under which the sum is at most `bound`. Bounds asked for must not grow.
    pub(super) fn at_most<S: Solver + ?Sized>(&mut self, bound: u64, solver: &mut S) -> Vec<Lit> {
        let limit = bound as usize;
        let assumptions = match self {
            Self::Wide(sum) => return vec![sum.at_most(bound, solver)],
            Self::Counted { weight, counter } => {
                return counter
                    .at_most((bound / *weight) as usize, solver)
                    .into_iter()
                    .collect();
            }
            Self::Generalized(encoding) => {
                encode(solver, |clauses, vars| {
                    let _ = encoding.encode_ub_change(limit..=limit, clauses, vars);
                });
                encoding.enforce_ub(limit)
            }
            Self::Watchdog(encoding) => {
                encode(solver, |clauses, vars| {
                    let _ = encoding.encode_ub_change(limit..=limit, clauses, vars);
                });
                encoding.enforce_ub(limit)
            }
            Self::Adder(encoding) => {
                encode(solver, |clauses, vars| {
                    let _ = encoding.encode_ub_change(limit..=limit, clauses, vars);
                });
                encoding.enforce_ub(limit)
            }
        };
        match assumptions {
            Ok(assumptions) => assumptions.into_iter().map(from_rustsat).collect(),
            Err(EnforceError::NotEncoded | EnforceError::Unsat) => {
                debug_assert!(
                    false,
                    "the bound was encoded just now, and no upper bound is below zero"
                );
                Vec::new()
            }
        }
    }
}

/// About how many clauses a totalizer needs to count `inputs` literals up to `bound`.
fn counting_size(inputs: u64, bound: u64) -> u64 {
    let mut clauses = 0;
    let mut width = 1;
    while width < inputs {
        let outputs = width.min(bound + 1);
        clauses += inputs / (2 * width) * outputs.saturating_mul(outputs);
        width *= 2;
    }
    clauses
}

fn to_rustsat(lit: Lit) -> rs::Lit {
    rs::Lit::new(lit.var().index() as u32, !lit.is_positive())
}

fn from_rustsat(lit: rs::Lit) -> Lit {
    Var::from_index(lit.vidx()).with_value(lit.is_pos())
}

/// Lets an encoding make variables and clauses, then hands both to the solver.
fn encode<S: Solver + ?Sized>(solver: &mut S, build: impl FnOnce(&mut Collected, &mut BasicVarManager)) {
    let mut vars = BasicVarManager::from_next_free(rs::Var::new(solver.num_vars() as u32));
    let mut collected = Collected::default();
    build(&mut collected, &mut vars);
    solver.reserve_vars(rustsat::instances::ManageVars::n_used(&vars) as usize);
    let mut literals = Vec::new();
    for clause in &collected.clauses {
        literals.clear();
        literals.extend(clause.iter().copied().map(from_rustsat));
        solver.add_clause(&literals);
    }
}

#[derive(Debug, Default)]
struct Collected {
    clauses: Vec<rs::Clause>,
}

impl CollectClauses for Collected {
    fn n_clauses(&self) -> usize {
        self.clauses.len()
    }

    fn extend_clauses<T>(&mut self, clauses: T) -> Result<(), rustsat::OutOfMemory>
    where
        T: IntoIterator<Item = rs::Clause>,
    {
        self.clauses.extend(clauses);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::CdclSolver;
    use crate::solver::Verdict;

    const WEIGHTS: [u64; 6] = [3, 1, 4, 1, 5, 9];

    /// Every assignment of the inputs against every bound, falling.
    fn bounds_exactly(make: impl Fn(&[(Lit, u64)]) -> Sum, weights: &[u64]) {
        let mut solver = CdclSolver::new();
        let inputs: Vec<(Lit, u64)> = weights
            .iter()
            .map(|&weight| (solver.new_var().positive(), weight))
            .collect();
        let mut sum = make(&inputs);
        for bound in (0..=weights.iter().sum()).rev() {
            let bounded = sum.at_most(bound, &mut solver);
            for bits in 0..1u32 << inputs.len() {
                let chosen = |at: usize| bits >> at & 1 == 1;
                let weight: u64 = (0..inputs.len())
                    .filter(|&at| chosen(at))
                    .map(|at| inputs[at].1)
                    .sum();
                let mut assumptions: Vec<Lit> = inputs
                    .iter()
                    .enumerate()
                    .map(|(at, &(lit, _))| lit.var().with_value(chosen(at)))
                    .collect();
                assert_eq!(
                    solver.solve_with(&assumptions),
                    Verdict::Sat,
                    "nothing is excluded for ever"
                );
                assumptions.extend(&bounded);
                let expected = if weight <= bound {
                    Verdict::Sat
                } else {
                    Verdict::Unsat
                };
                assert_eq!(
                    solver.solve_with(&assumptions),
                    expected,
                    "{bits:b} weighs {weight}, bound {bound}"
                );
            }
        }
    }

    fn weighted<E: FromIterator<(rs::Lit, usize)>>(inputs: &[(Lit, u64)]) -> E {
        inputs
            .iter()
            .map(|&(lit, weight)| (to_rustsat(lit), weight as usize))
            .collect()
    }

    /// A bound of 2^40 is no list of 2^40 outputs.
    #[test]
    fn large_bounds_take_little_room() {
        let mut solver = CdclSolver::new();
        let large = 1u64 << 40;
        let inputs: Vec<(Lit, u64)> = (0..20)
            .map(|at| (solver.new_var().positive(), large + at))
            .collect();
        let mut sum = Sum::Wide(WideSum::new(&inputs));
        let bounded = sum.at_most(2 * large, &mut solver);
        let with = |chosen: &[usize]| -> Vec<Lit> {
            let chosen = chosen.iter().map(|at| inputs[*at].0);
            bounded.iter().copied().chain(chosen).collect()
        };
        assert_eq!(solver.solve_with(&with(&[7])), Verdict::Sat);
        assert_eq!(solver.solve_with(&with(&[0, 1])), Verdict::Unsat);
    }

    #[test]
    fn every_encoding_bounds_the_sum_and_nothing_else() {
        bounds_exactly(|inputs| Sum::new(inputs, 12), &[2; 6]);
        bounds_exactly(|inputs| Sum::Generalized(weighted(inputs)), &WEIGHTS);
        bounds_exactly(|inputs| Sum::Watchdog(weighted(inputs)), &WEIGHTS);
        bounds_exactly(|inputs| Sum::Adder(weighted(inputs)), &WEIGHTS);
        bounds_exactly(|inputs| Sum::Wide(WideSum::new(inputs)), &WEIGHTS);
        bounds_exactly(|inputs| Sum::Wide(WideSum::new(inputs)), &[1, 2, 4, 7]);
        bounds_exactly(|inputs| Sum::new(inputs, 1), &[7]);
    }

    #[test]
    fn the_encoding_fits_the_weights() {
        let inputs = |number: usize, weight: fn(usize) -> u64| -> Vec<(Lit, u64)> {
            (0..number)
                .map(|at| (Var::from_index(at).positive(), weight(at)))
                .collect()
        };
        assert!(matches!(
            Sum::new(&inputs(10_000, |_| 1), 50),
            Sum::Counted { .. }
        ));
        assert!(matches!(Sum::new(&inputs(10_000, |_| 1), 5_000), Sum::Adder(_)));
        assert!(matches!(
            Sum::new(&inputs(20, |at| at as u64 + 1), 100),
            Sum::Generalized(_)
        ));
        assert!(matches!(
            Sum::new(&inputs(200, |at| at as u64 * 1000 + 1), 1 << 20),
            Sum::Watchdog(_)
        ));
        assert!(matches!(
            Sum::new(&inputs(9000, |at| at as u64 * 1000 + 1), 1 << 40),
            Sum::Wide(_)
        ));
    }
}
