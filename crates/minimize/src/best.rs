//! One cost after the other: the second among the runs that are best in the first.
//!
//! Two methods bound a cost from below, and each fails where the other is strong. The solver follows conditions, so it
//! is good at lengths; ranges of inputs (`boxes`) follow numbers, so they are good at sums. A sum is tried with ranges
//! first, for a part of the effort; the run found so, and the bound, are where the solver begins.

use logic::Assignment;
use runs::Interrupt;
use sat::{Lit, Model};

use super::Bounds;
use super::boxes::{self, Goal, Known};
use super::cost::Least;
use super::effort::MinimizeBudget;
use super::search::{RunSearch, Terms};

pub(super) struct Best<'b, 'e> {
    pub search: RunSearch<'e>,
    pub terms: &'b Terms,
    pub effort: &'b MinimizeBudget,
    /// Operations on ranges for one cost.
    pub work: u64,
    pub stop: &'b Interrupt,
}

/// A run, its length and its sum, each with what it is at least.
type BestRun = (Assignment, Bounds, Bounds);

impl Best<'_, '_> {
    /// The shortest run, and among these the one with the smallest values. It is known how short runs are at least.
    pub(super) fn shortest(&mut self, start: Model, known_lower: u128) -> BestRun {
        let (length, sum) = (self.search.length.clone(), self.search.values.clone());
        let solver = &mut self.search.solver;
        let best = length.minimize_knowing(known_lower, solver, &[], start, self.effort, 30);
        let mut model = best.model.clone();
        let mut lower = sum.constant;
        let bounds = (best.value, best.lower);
        if best.pin.is_some() {
            let mut run = self.search.assignment(&model);
            if let Some(known) = self.boxes(true, best.value, &run) {
                run.extend(known.better.iter().flatten().map(|(s, v)| (*s, v.clone())));
                if known.proved() {
                    return (run, bounds, (known.value, known.value));
                }
                lower = known.lower;
                model = self.search.start(&run).unwrap_or(model);
            }
        }
        let least = self.second(&best, model, true);
        (
            self.search.assignment(&least.model),
            bounds,
            (least.value, least.lower.max(lower)),
        )
    }

    /// The run with the smallest values, and among these the shortest.
    pub(super) fn smallest(&mut self, start: Model) -> BestRun {
        let sum = self.search.values.clone();
        let mut run = self.search.assignment(&start);
        let (mut lower, mut model) = (sum.constant, start);
        if let Some(known) = self.boxes(true, u128::MAX, &run) {
            run.extend(known.better.iter().flatten().map(|(s, v)| (*s, v.clone())));
            lower = known.lower;
            if known.proved()
                && let Some(length) = self.boxes(false, known.value, &run)
                && length.proved()
            {
                run.extend(length.better.iter().flatten().map(|(s, v)| (*s, v.clone())));
                return (run, (length.value, length.value), (known.value, known.value));
            }
            model = self.search.start(&run).unwrap_or(model);
        }
        let solver = &mut self.search.solver;
        let best = sum.minimize(solver, &[], model, self.effort, 30);
        let least = self.second(&best, best.model.clone(), false);
        let bounds = (least.value, least.lower);
        (
            self.search.assignment(&least.model),
            bounds,
            (best.value, best.lower.max(lower)),
        )
    }

    /// With ranges: the least sum, or the least length, while the other is no more than this.
    fn boxes(&self, sum: bool, other_at_most: u128, run: &Assignment) -> Option<Known> {
        let pool = &self.search.equation.pool;
        let (length, values) = self.terms.cost(pool, run)?;
        let value = if sum { values } else { length };
        let goal = Goal { sum, other_at_most };
        boxes::search(pool, self.terms, goal, value, self.work, self.stop)
    }

    /// With the solver: what comes second, among the runs that are best in what comes first.
    fn second(&mut self, best: &Least, start: Model, length_first: bool) -> Least {
        let (first, second) = match length_first {
            true => (self.search.length.clone(), self.search.values.clone()),
            false => (self.search.values.clone(), self.search.length.clone()),
        };
        // As the paper does: first where the run goes the same way. That is quick, and a good run to start from.
        let literals = first.weights.keys();
        let same: Vec<Lit> = literals
            .map(|lit| if start.satisfies(*lit) { *lit } else { !*lit })
            .collect();
        let solver = &mut self.search.solver;
        let locked = second.minimize(solver, &same, start, self.effort, 20);
        match &best.pin {
            Some(pin) => second.minimize(solver, pin, locked.model, self.effort, 50),
            None => Least {
                lower: second.constant,
                pin: None,
                ..locked
            },
        }
    }
}
