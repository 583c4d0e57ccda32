//! Making cores smaller.
//!
//! A core with a literal too many is counted by a larger totalizer, may have a smaller minimal weight, and says less. The solver's
//! own cores are rarely minimal. So: *trimming*, asking again about the core alone, which often gives a
//! smaller one at once; then *deletion* (Marques-Silva, *Minimal Unsatisfiability*, ISMVL 2010), leaving out one literal after
//! the other, lightest first, because the core pays its lightest literal. Both with few conflicts per question: a core need
//! not be minimal, only better.

use std::collections::BTreeMap;

use super::search::Search;
use crate::solver::{Backend, Verdict};
use crate::types::Lit;

const TRIM_ROUNDS: usize = 3;
const TRIM_CONFLICTS: u64 = 1000;
const DELETE_CONFLICTS: u64 = 100;
/// Deletion asks one question per literal. Larger cores are only trimmed, and a core that resists is left alone.
const DELETE_UP_TO: usize = 40;
const FAILURES_ALLOWED: usize = 4;

/// A subset of the core that is one, too.
pub(super) fn reduce<S: Backend + ?Sized>(
    search: &mut Search<'_, S>,
    activation: Option<Lit>,
    mut core: Vec<Lit>,
    weights: &BTreeMap<Lit, u64>,
) -> Vec<Lit> {
    for _ in 0..TRIM_ROUNDS {
        if core.len() <= 1 {
            return core;
        }
        let before = core.len();
        match ask(search, activation, &core, TRIM_CONFLICTS, weights) {
            Some(smaller) if smaller.len() < before => core = smaller,
            _ => break,
        }
    }
    if core.len() > DELETE_UP_TO {
        return core;
    }
    core.sort_by_key(|lit| (weights.get(lit), *lit));
    let mut failures = 0;
    let mut at = 0;
    while at < core.len() && core.len() > 1 && failures < FAILURES_ALLOWED {
        let rest: Vec<Lit> = core
            .iter()
            .copied()
            .enumerate()
            .filter(|&(i, _)| i != at)
            .map(|(_, lit)| lit)
            .collect();
        match ask(search, activation, &rest, DELETE_CONFLICTS, weights) {
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
