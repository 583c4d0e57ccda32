//! Δ-slicing: which of the differences are needed (thesis, 4.2).
//!
//! Given the failing run a and the passing run b, each step that differs may go back to its value in a, or keep the one
//! of b if its own expression then really gives that: `(v = a) ∨ ((v = b) ∧ (v = expression))`. All other steps keep
//! the value they have in both. Among all ways to do so that still satisfy the claim, those with the fewest differences
//! are the minimal slices.
//!
//! The equation over names that this needs is made by executing again along the recorded way, with a tap at each step
//! (`bmc::follow`): a step that does not differ becomes a constant, one that does becomes a choice of two constants by
//! a switch of its own. What is left is a small formula over these switches. It talks about the claims up to the failed
//! one; what comes after has no part in the failure.
//!
//! The values it combines need not be those of any run; only the set of differences is used.

use std::collections::BTreeMap;

use bmc::{Equation, StepId, StepTap, Value};
use logic::{SymbolId, TermId, TermPool};
use program::Program;
use runs::Interrupt;
use sat::Lit;
use sat::optimize::{Objective, Optimizer, ties};
use source::SourceMap;
use trace::metric::{Observed, StepValue};

use crate::followed::formula;

/// The minimal slices of a set of differences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Slices {
    /// Each the indices of the steps in it, in order.
    pub slices: Vec<Vec<usize>>,
    /// Whether each is proved to be smallest.
    pub proved: bool,
    /// Whether there are no others.
    pub complete: bool,
}

/// What is sliced.
pub(crate) struct Differences<'d> {
    pub steps: &'d [Observed],
    pub failing: &'d [StepValue],
    pub passing: &'d [StepValue],
    /// The failed claim.
    pub end: StepId,
}

/// Finds up to `limit` minimal slices. Nothing if the execution cannot be repeated with other values, or time ran out.
pub(crate) fn slices(
    program: &Program,
    sources: Option<&SourceMap>,
    options: &bmc::Options,
    equation: &Equation,
    differences: &Differences<'_>,
    limit: usize,
    stop: &Interrupt,
) -> Option<Slices> {
    let mut tap = Tap {
        by_step: trace::by_step(differences.steps),
        differences,
        switches: BTreeMap::new(),
        rules: Vec::new(),
        lost: false,
    };
    let mut sliced = bmc::follow(
        program,
        sources,
        options,
        equation,
        TermPool::new(),
        &mut tap,
        stop,
    )?;
    let Tap {
        switches,
        rules,
        lost,
        ..
    } = tap;
    if lost {
        return None;
    }
    let (mut solver, mut encoder) = formula(&mut sliced, rules, differences.end, options, stop);
    let mut objective = Objective::new();
    let mut literals: Vec<(Lit, usize)> = Vec::new();
    for (index, switch) in switches {
        let term = sliced.pool.symbol(switch);
        let literal = encoder.literal(&sliced.pool, term, &mut solver);
        let weight = differences.steps[index].weight;
        // Steps that do not count may still have to change.
        let _ = objective.charge(literal, weight);
        literals.push((literal, index));
    }
    let outcome = Optimizer::new(&objective).minimize(&mut solver);
    let best = outcome.best_model.as_ref()?;
    let of_model = |satisfies: &dyn Fn(Lit) -> bool| -> Vec<usize> {
        literals
            .iter()
            .filter(|(literal, index)| satisfies(*literal) && differences.steps[*index].weight > 0)
            .map(|(_, index)| *index)
            .collect()
    };
    let first = of_model(&|literal| best.satisfies(literal));
    if !outcome.proved() || limit <= 1 {
        return Some(Slices {
            slices: vec![first],
            proved: outcome.proved(),
            complete: false,
        });
    }
    let all = ties(&mut solver, &objective, &[], &outcome, limit);
    let mut slices: Vec<Vec<usize>> = all
        .solutions
        .iter()
        .map(|solution| of_model(&|literal| solution.model.satisfies(literal)))
        .collect();
    slices.sort();
    slices.dedup();
    if slices.is_empty() {
        slices.push(first);
    }
    Some(Slices {
        slices,
        proved: true,
        complete: all.complete,
    })
}

/// Replaces the value of each step as the constraint of 4.2 says.
struct Tap<'d> {
    by_step: BTreeMap<StepId, usize>,
    differences: &'d Differences<'d>,
    /// By the index of a step that differs: the switch that is on if it keeps the passing run's value.
    switches: BTreeMap<usize, SymbolId>,
    /// A switch is on only if the step's own expression gives that value.
    rules: Vec<TermId>,
    /// Steps came that are not the recorded ones.
    lost: bool,
}

impl Tap<'_> {
    /// A value that is one of two constants, and equals the first unless `computed` is the second.
    fn choose(
        &mut self,
        pool: &mut TermPool,
        switch: TermId,
        a: &logic::Value,
        b: &logic::Value,
        computed: TermId,
    ) -> TermId {
        let (a, b) = (pool.value(a), pool.value(b));
        let same = pool.eq(computed, b);
        let rule = pool.implies(switch, same);
        self.rules.push(rule);
        pool.ite(switch, b, a)
    }

    fn switch(&mut self, pool: &mut TermPool, index: usize) -> TermId {
        let (symbol, term) = pool.fresh(format!("keeps {index}"), logic::Sort::Bool);
        self.switches.insert(index, symbol);
        term
    }
}

impl StepTap for Tap<'_> {
    fn value(&mut self, pool: &mut TermPool, step: StepId, value: Value) -> Value {
        if step >= self.differences.end {
            return value;
        }
        let Some(&index) = self.by_step.get(&step) else {
            return value;
        };
        let (a, b) = (&self.differences.failing[index], &self.differences.passing[index]);
        let sort_of = |pool: &TermPool, term: TermId| pool.sort(term);
        let fits = match value {
            Value::Bits(term) | Value::Float(term) => {
                sort_of(pool, term) == a.first.sort() && a.second.is_none()
            }
            Value::Pointer { object, .. } => sort_of(pool, object) == a.first.sort() && a.second.is_some(),
        };
        if !fits {
            return value;
        }
        // Where it goes follows from other steps.
        if a.same_value(b) {
            let first = pool.value(&a.first);
            return match (value, &a.second) {
                (Value::Bits(_), _) => Value::Bits(first),
                (Value::Float(_), _) => Value::Float(first),
                (Value::Pointer { .. }, Some(second)) => Value::Pointer {
                    object: first,
                    offset: pool.value(second),
                },
                (Value::Pointer { .. }, None) => value,
            };
        }
        let switch = self.switch(pool, index);
        match (value, &a.second, &b.second) {
            (Value::Bits(term), ..) => Value::Bits(self.choose(pool, switch, &a.first, &b.first, term)),
            (Value::Float(term), ..) => Value::Float(self.choose(pool, switch, &a.first, &b.first, term)),
            (Value::Pointer { object, offset }, Some(a2), Some(b2)) => Value::Pointer {
                object: self.choose(pool, switch, &a.first, &b.first, object),
                offset: self.choose(pool, switch, a2, b2, offset),
            },
            (Value::Pointer { .. }, ..) => value,
        }
    }

    fn guard(&mut self, pool: &mut TermPool, step: StepId, taken: TermId) -> TermId {
        if step >= self.differences.end {
            return taken;
        }
        let Some(&index) = self.by_step.get(&step) else {
            return taken;
        };
        let (a, b) = (&self.differences.failing[index], &self.differences.passing[index]);
        if pool.sort(taken) != a.first.sort() {
            // Another step than the recorded one: the execution went another way.
            self.lost = true;
            return taken;
        }
        if a == b {
            return pool.value(&a.first);
        }
        let switch = self.switch(pool, index);
        self.choose(pool, switch, &a.first, &b.first, taken)
    }
}

#[cfg(test)]
#[path = "slice_brute.rs"]
mod brute;
