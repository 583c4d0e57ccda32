//! Core-guided search: OLL.
//!
//! **What.** Assume all soft literals. If the solver refuses, its core names soft literals of which at least one must
//! be violated: so every model pays at least the smallest weight among them, and that much is taken from each of their
//! weights and added to the lower bound. In return the solver gets a new soft literal, "at most one of them is
//! violated", with that weight: violating it means paying a second time. If *that* one turns up in a core, "at most
//! two" takes its place, and so on. When the solver accepts, the model costs exactly the lower bound.
//!
//! **Why this way.** Explanations ask for a run that differs in *few* of very many places. The work here is one core
//! per unit of cost, not one per soft literal. OLL (Andres, Kaufmann, Matheis, Schaub, *Unsatisfiability-based
//! optimization in clasp*, ICLP 2012; for MaxSAT: Morgado, Dodaro, Marques-Silva, CP 2014) counts each core by one
//! totalizer whose outputs are made when needed, and needs nothing else.
//!
//! **Refinements.**
//! - *Stratification* (Ansótegui, Bonet, Levy, *SAT-based MaxSAT algorithms*, AIJ 2013): heavy soft literals first.
//!   Cores then have large minimal weights, and there is a model, so an upper bound, after each stratum.
//! - *Hardening* (same paper): a soft literal whose violation would cost more than the best model, beyond the lower
//!   bound, holds in every model that is as good. It needs no assumption of its own any more. It is not added for ever
//!   but under an activation literal, so that the solver stays clean.
//! - *Weight-aware core extraction* (Berg, Järvisalo, CP 2017): after a core, go on with what is left of the weights
//!   and count nothing until the solver accepts. The cores of one round are disjoint where weights are equal, found
//!   without any new clauses, and there are many of them.
//! - *Core exhaustion* (Ignatiev, Morgado, Marques-Silva, *RC2*, JSAT 2019): before "at most one" of a new core is
//!   assumed with everything else, ask about it alone, and go on to "at most two" while the solver refuses.
//! - *Sieving*, ours: each query that assumes everything takes as long as there are soft literals, and with as many
//!   cores as that the whole is quadratic. So once a stratum proves rich in cores, its literals are first asked about
//!   in small portions, which finds all cores that lie within one.
//!
//! The state of the search is a value of its own: everything in it stays true when the problem gets harder, so a search
//! goes on where it was when clauses, assumptions or soft literals have been added (`growing`). Only hardening depends
//! on the best model, which then is none any more; such a search does without it.
//!
//! **Invariant.** For every model within the upper bound, its cost is the lower bound, plus the remaining weights of
//! the assumed literals it violates, plus what the cores not yet counted are violated beyond once; where each counter
//! output is false unless forced.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::at_most::Counter;
use super::cores;
use super::search::{End, Search};
use crate::solver::{Backend, Verdict};
use crate::types::Lit;

/// How different in weight a stratum may be: it grows until this many soft literals share a weight on average.
const LITERALS_PER_WEIGHT: f64 = 1.25;

/// Goes on from a first model, or from where an earlier search of an easier problem ended.
pub(super) fn run<S: Backend + ?Sized>(search: &mut Search<'_, S>, state: &mut State) -> End {
    let mut oll = Oll { search, state };
    let mut stratum = match oll.state.stratum {
        Some(stratum) => stratum,
        None => oll.next_stratum(u64::MAX),
    };
    let mut cores_in_stratum = 0;
    loop {
        oll.state.stratum = Some(stratum);
        if oll.search.is_closed() {
            return End::Optimal { pin: oll.pin() };
        }
        if oll.search.is_too_dear() || oll.search.solver.interrupted() {
            return End::Interrupted;
        }
        match oll.solve_stratum(stratum) {
            Verdict::Unknown => return End::Interrupted,
            Verdict::Unsat => {
                if !oll.pay_for_core() {
                    let core = oll.search.solver.core().to_vec();
                    return End::Infeasible { core };
                }
                cores_in_stratum += 1;
                if cores_in_stratum == budgets::sat::SIEVE_AFTER.count() {
                    oll.sieve(stratum);
                }
            }
            Verdict::Sat => {
                oll.search.judge();
                oll.harden();
                if !oll.state.uncounted.is_empty() {
                    oll.count_cores();
                    cores_in_stratum = 0;
                } else if oll.lightest().is_some_and(|lightest| lightest < stratum) {
                    stratum = oll.next_stratum(stratum);
                    cores_in_stratum = 0;
                } else if oll.search.is_closed() {
                    // The loop ends.
                } else if let Some(more) = oll.search.refine() {
                    for (lit, weight) in more {
                        oll.state.charge(lit, weight);
                    }
                    stratum = oll.state.stratum.unwrap_or(stratum);
                    cores_in_stratum = 0;
                } else {
                    debug_assert!(false, "all soft literals hold, so the bounds have met");
                    oll.search.close();
                }
            }
        }
    }
}

/// A soft literal that says "at most `bound` of the inputs of this counter are true".
#[derive(Clone, Copy, Debug)]
struct Output {
    counter: usize,
    bound: usize,
}

#[derive(Debug)]
struct Core {
    literals: Vec<Lit>,
    weight: u64,
}

/// What has been found out.
#[derive(Debug, Default)]
pub(super) struct State {
    /// The literals to assume, and what is left of their weights.
    remaining: BTreeMap<Lit, u64>,
    /// Assumed to make hardened literals hold.
    activation: Option<Lit>,
    counters: Vec<Counter>,
    /// Only for looking up, so its order does not matter.
    outputs: HashMap<Lit, Output>,
    /// Cores paid for once, with no counter yet.
    uncounted: Vec<Core>,
    /// The least weight that is assumed by now.
    stratum: Option<u64>,
}

impl State {
    pub(super) fn new(soft: BTreeMap<Lit, u64>) -> Self {
        Self {
            remaining: soft,
            ..Self::default()
        }
    }

    /// One more soft literal, or more weight for one.
    pub(super) fn charge(&mut self, lit: Lit, weight: u64) {
        *self.remaining.entry(lit).or_default() += weight;
        self.stratum = self.stratum.map(|stratum| stratum.min(weight));
    }
}

struct Oll<'s, 'a, S: ?Sized> {
    search: &'s mut Search<'a, S>,
    state: &'s mut State,
}

impl<S: Backend + ?Sized> Oll<'_, '_, S> {
    fn lightest(&self) -> Option<u64> {
        self.state.remaining.values().copied().min()
    }

    fn solve_stratum(&mut self, stratum: u64) -> Verdict {
        let heavy = self
            .state
            .remaining
            .iter()
            .filter(|&(_, &weight)| weight >= stratum)
            .map(|(&lit, _)| lit);
        self.search.solve(self.state.activation.into_iter().chain(heavy))
    }

    /// The next stratum: as few different weights below the last one as are shared by enough literals.
    fn next_stratum(&self, last: u64) -> u64 {
        let mut weights: Vec<u64> = self.state.remaining.values().copied().collect();
        weights.sort_unstable_by(|a, b| b.cmp(a));
        let mut different = BTreeSet::new();
        for (at, &weight) in weights.iter().enumerate() {
            different.insert(weight);
            let complete = weights.get(at + 1) != Some(&weight);
            if weight < last && complete && (at + 1) as f64 > LITERALS_PER_WEIGHT * different.len() as f64 {
                return weight;
            }
        }
        weights.last().copied().unwrap_or(0)
    }

    /// Takes the core of the last answer out of the weights and into the lower bound. False if no soft literal is to
    /// blame.
    fn pay_for_core(&mut self) -> bool {
        let core = self.search.solver.core();
        let is_soft =
            |lit: &&Lit| self.state.remaining.contains_key(*lit) && !self.search.assumptions.contains(*lit);
        let refused: Vec<Lit> = core.iter().filter(is_soft).copied().collect();
        if refused.is_empty() {
            if self
                .state
                .activation
                .is_none_or(|activation| !core.contains(&activation))
            {
                return false;
            }
            // Only hardened literals are to blame: no model is as good as the best one, which is impossible.
            debug_assert!(false, "the best model satisfies all hardened literals");
            self.search.close();
            return true;
        }
        let literals = cores::reduce(self.search, self.state.activation, refused, &self.state.remaining);
        let weight = literals
            .iter()
            .map(|lit| self.state.remaining[lit])
            .min()
            .unwrap_or(0);
        for lit in &literals {
            self.take_weight(*lit, weight);
            if let Some(&Output { counter, bound }) = self.state.outputs.get(lit) {
                self.add_output(counter, bound + 1, weight);
            }
        }
        self.search.raise_lower(weight);
        if literals.len() > 1 {
            self.state.uncounted.push(Core { literals, weight });
        }
        true
    }

    /// Asks about the literals of the stratum in small portions.
    fn sieve(&mut self, stratum: u64) {
        let heavy: Vec<Lit> = self
            .state
            .remaining
            .iter()
            .filter(|&(_, &weight)| weight >= stratum)
            .map(|(&lit, _)| lit)
            .collect();
        for portion in heavy.chunks(budgets::sat::SIEVE_PORTION.count()) {
            loop {
                if self.search.is_closed() || self.search.solver.interrupted() {
                    return;
                }
                let left = portion
                    .iter()
                    .copied()
                    .filter(|lit| self.state.remaining.get(lit).is_some_and(|&w| w >= stratum));
                let assumed: Vec<Lit> = self.state.activation.into_iter().chain(left).collect();
                if self
                    .search
                    .try_to_refuse(assumed, budgets::sat::MAX_SIEVE_CONFLICTS.get())
                    != Verdict::Unsat
                {
                    break;
                }
                if !self.pay_for_core() {
                    return;
                }
            }
        }
    }

    fn take_weight(&mut self, lit: Lit, weight: u64) {
        if let Some(left) = self.state.remaining.get_mut(&lit) {
            *left -= weight;
            if *left == 0 {
                self.state.remaining.remove(&lit);
            }
        }
    }

    fn add_output(&mut self, counter: usize, bound: usize, weight: u64) {
        if let Some(output) = self.state.counters[counter].at_most(bound, self.search.solver) {
            self.state.outputs.insert(output, Output { counter, bound });
            *self.state.remaining.entry(output).or_default() += weight;
        }
    }

    /// Gives each core found in this round its counter.
    fn count_cores(&mut self) {
        for core in std::mem::take(&mut self.state.uncounted) {
            let counter = self.new_counter(&core);
            let bound = self.exhaust(counter, &core);
            self.add_output(counter, bound, core.weight);
        }
    }

    fn new_counter(&mut self, core: &Core) -> usize {
        self.state
            .counters
            .push(Counter::new(core.literals.iter().map(|&lit| !lit)));
        self.state.counters.len() - 1
    }

    /// Raises the bound of a new counter as long as the solver easily refuses it even alone.
    fn exhaust(&mut self, counter: usize, core: &Core) -> usize {
        let mut bound = 1;
        while !self.search.is_closed()
            && let Some(output) = self.state.counters[counter].at_most(bound, self.search.solver)
        {
            let assumed = self.state.activation.into_iter().chain([output]);
            if self
                .search
                .try_to_refuse(assumed, budgets::sat::MAX_EXHAUST_CONFLICTS.get())
                != Verdict::Unsat
            {
                break;
            }
            self.search.raise_lower(core.weight);
            bound += 1;
        }
        bound
    }

    /// Soft literals too heavy to be violated by a model as good as the best one stop being soft.
    fn harden(&mut self) {
        if self.search.grows() {
            return;
        }
        let Some(upper) = self.search.upper() else { return };
        let slack = upper.saturating_sub(self.search.lower());
        let hard: Vec<Lit> = self
            .state
            .remaining
            .iter()
            .filter(|&(_, &weight)| weight > slack)
            .map(|(&lit, _)| lit)
            .collect();
        for lit in hard {
            self.state.remaining.remove(&lit);
            self.state.outputs.remove(&lit);
            let activation = *self.state.activation.get_or_insert_with(|| {
                let activation = self.search.solver.new_var().positive();
                // Elsewhere the clauses below should rather be switched off.
                self.search.solver.set_phase(!activation);
                activation
            });
            self.search.solver.add_clause(&[!activation, lit]);
        }
    }

    /// With all cores counted, the optimal models are those that satisfy everything that is still assumed.
    fn pin(&mut self) -> Vec<Lit> {
        for core in std::mem::take(&mut self.state.uncounted) {
            let counter = self.new_counter(&core);
            self.add_output(counter, 1, core.weight);
        }
        self.state
            .activation
            .into_iter()
            .chain(self.state.remaining.keys().copied())
            .collect()
    }
}
