//! The cheapest model of a problem that grows.
//!
//! **What.** Two kinds of growth. The caller may ask again after adding clauses, assumptions or soft literals: each
//! makes models dearer, never cheaper, so all cores found and all counters built so far stay right, and the search goes
//! on from its lower bound. And the formula may be a mere part of the problem, of which a [`Whole`] knows the rest:
//! whenever the search has a cheapest model of the part, the whole says which of its other clauses and soft literals
//! that model violates, and these join the part. When there are none, the model is cheapest in the whole problem:
//! leaving things out makes models cheaper, never dearer.
//!
//! **Why this way.** The nearest passing run of a large program touches little of it. What it does not touch need never
//! be a clause; evaluating the program on one candidate costs next to nothing compared with a query on all of it. (The
//! idea of lazily added constraints is as old as Dantzig, Fulkerson, Johnson, *Solution of a large-scale
//! traveling-salesman problem*, 1954; in MaxSAT: Davies, Bacchus, *Solving MAXSAT by solving a sequence of simpler SAT
//! instances*, CP 2011.)

use super::core_guided::{self, State};
use super::search::{End, Search};
use super::{Objective, Outcome};
use crate::solver::{Backend, Verdict};
use crate::types::{Lit, Model};

/// What a formula is a part of. Both methods are about the solver's last model.
pub trait Whole<S: ?Sized> {
    /// What it costs, if it satisfies everything.
    fn cost(&mut self, solver: &S) -> Option<u64>;

    /// Adds what it violates to the solver, and gives back the new soft literals among that; nothing if it satisfies
    /// everything and costs what the soft literals so far say.
    fn refine(&mut self, solver: &mut S) -> Option<Vec<(Lit, u64)>>;
}

/// A minimisation that can be resumed.
#[derive(Debug, Default)]
pub struct Growing {
    state: State,
    assumptions: Vec<Lit>,
    lower: u64,
    objective: Objective,
    asked: bool,
}

impl Growing {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on a model costs `weight` more if `lit` is false.
    pub fn prefer(&mut self, lit: Lit, weight: u64) {
        if weight > 0 {
            self.state.charge(lit, weight);
        }
    }

    /// From now on only models in which `lit` holds count.
    pub fn assume(&mut self, lit: Lit) {
        if !self.assumptions.contains(&lit) {
            self.assumptions.push(lit);
        }
    }

    /// What counts by now.
    #[must_use]
    pub fn assumptions(&self) -> &[Lit] {
        &self.assumptions
    }

    /// Looks for the cheapest model, the first time near `start`. If models cost more than `most` the search ends
    /// early; its lower bound says so. There is no pin: to go on at the optimum, go on with this value.
    pub fn minimize<S: Backend + ?Sized>(
        &mut self,
        solver: &mut S,
        start: Option<&Model>,
        whole: &mut dyn Whole<S>,
        most: Option<u64>,
    ) -> Outcome {
        let mut search = Search::of_part(
            solver,
            &self.objective,
            &self.assumptions,
            whole,
            self.lower,
            most,
        );
        // What can be satisfied at all, and a first upper bound.
        let first = match self.asked {
            true => Verdict::Sat,
            false => search.first_model(start),
        };
        if first == Verdict::Sat && !self.asked {
            search.judge();
        }
        self.asked = true;
        let end = match first {
            Verdict::Unknown => End::Interrupted,
            Verdict::Unsat => End::Infeasible {
                core: search.solver.core().to_vec(),
            },
            Verdict::Sat => core_guided::run(&mut search, &mut self.state),
        };
        self.lower = search.lower();
        let mut outcome = search.finish(end);
        outcome.pin.clear();
        outcome
    }
}
