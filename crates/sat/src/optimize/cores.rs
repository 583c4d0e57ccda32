//! Making cores smaller.
//!
//! A core with a literal too many is counted by a larger totalizer, may have a smaller minimal weight, and says less.
//! The solver's own cores are rarely minimal. So: *trimming*, asking again about the core alone, which often gives a
//! smaller one at once; then *deletion* (Marques-Silva, *Minimal Unsatisfiability*, ISMVL 2010), leaving out one
//! literal after the other, lightest first, because the core pays its lightest literal. Both with few conflicts per
//! question: a core need not be minimal, only better.

use std::collections::BTreeMap;

use super::search::Search;
use crate::solver::{Backend, Verdict};
use crate::types::Lit;

/// A subset of the core that is one, too.
pub(super) fn reduce<S: Backend + ?Sized>(
    search: &mut Search<'_, S>,
    activation: Option<Lit>,
    mut core: Vec<Lit>,
    weights: &BTreeMap<Lit, u64>,
) -> Vec<Lit> {
    for _ in 0..budgets::sat::MAX_TRIM_ROUNDS.get() {
        if core.len() <= 1 {
            return core;
        }
        let before = core.len();
        match ask(
            search,
            activation,
            &core,
            budgets::sat::MAX_TRIM_CONFLICTS.get(),
            weights,
        ) {
            Some(smaller) if smaller.len() < before => core = smaller,
            _ => break,
        }
    }
    if core.len() > budgets::sat::MAX_DELETED_FROM.count() {
        return core;
    }
    core.sort_by_key(|lit| (weights.get(lit), *lit));
    let mut failures = 0;
    let mut at = 0;
    while at < core.len() && core.len() > 1 && failures < budgets::sat::MAX_DELETE_FAILURES.count() {
        let rest: Vec<Lit> = core
            .iter()
            .copied()
            .enumerate()
            .filter(|&(i, _)| i != at)
            .map(|(_, lit)| lit)
            .collect();
        match ask(
            search,
            activation,
            &rest,
            budgets::sat::MAX_DELETE_CONFLICTS.get(),
            weights,
        ) {
            // What was needed before stays needed in the smaller core, so `at` need not go back.
            Some(smaller) => core.retain(|lit| smaller.contains(lit)),
            None => {
                at += 1;
                failures += 1;
            }
        }
    }
    core
}

/// The core among these literals, if the solver refuses them soon.
fn ask<S: Backend + ?Sized>(
    search: &mut Search<'_, S>,
    activation: Option<Lit>,
    assumed: &[Lit],
    conflicts: u64,
    weights: &BTreeMap<Lit, u64>,
) -> Option<Vec<Lit>> {
    let verdict = search.try_to_refuse(activation.into_iter().chain(assumed.iter().copied()), conflicts);
    (verdict == Verdict::Unsat).then(|| {
        search
            .solver
            .core()
            .iter()
            .copied()
            .filter(|lit| weights.contains_key(lit) && !search.assumptions.contains(lit))
            .collect()
    })
}
