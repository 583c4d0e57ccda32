//! What both algorithms share: the bounds, the best model, and asking the solver.

use std::collections::BTreeMap;

use super::{Bounds, Objective, Outcome, Status, Whole};
use crate::solver::{Backend, Limits, Verdict};
use crate::types::{Lit, Model, Var};

/// How an algorithm ended.
pub(super) enum End {
    /// With assumptions that leave exactly the optimal models.
    Optimal {
        pin: Vec<Lit>,
    },
    Infeasible {
        core: Vec<Lit>,
    },
    Interrupted,
}

/// One optimisation under way.
pub(super) struct Search<'a, S: ?Sized> {
    pub(super) solver: &'a mut S,
    objective: &'a Objective,
    pub(super) assumptions: &'a [Lit],
    /// The soft literals of the normalised objective.
    pub(super) soft: BTreeMap<Lit, u64>,
    /// What every model pays, whatever it violates.
    pub(super) constant: u64,
    lower: u64,
    best: Option<(u64, Model)>,
    progress: Option<&'a mut dyn FnMut(Bounds)>,
    /// What the formula is a part of.
    whole: Option<&'a mut dyn Whole<S>>,
    /// What costs more than this is of no interest.
    most: Option<u64>,
}

impl<'a, S: Backend + ?Sized> Search<'a, S> {
    pub(super) fn new<'p: 'a>(
        solver: &'a mut S,
        objective: &'a Objective,
        assumptions: &'a [Lit],
        progress: Option<&'a mut (dyn FnMut(Bounds) + 'p)>,
    ) -> Self {
        let (mut constant, mut soft) = objective.normalized();
        // What the assumptions decide is not soft. The algorithms rely on this: a literal of a core is either an
        // assumption of the caller or one of theirs.
        for &assumed in assumptions {
            soft.remove(&assumed);
            constant += soft.remove(&!assumed).unwrap_or(0);
        }
        solver.declare_all(assumptions);
        solver.declare_all(&objective.soft().map(|(lit, _)| lit).collect::<Vec<_>>());
        Self {
            solver,
            objective,
            assumptions,
            soft,
            constant,
            lower: constant,
            best: None,
            progress: progress.map(|progress| progress as &mut dyn FnMut(Bounds)),
            whole: None,
            most: None,
        }
    }

    /// A search on a part of a problem, with what has been proved about it.
    pub(super) fn of_part(
        solver: &'a mut S,
        objective: &'a Objective,
        assumptions: &'a [Lit],
        whole: &'a mut dyn Whole<S>,
        lower: u64,
        most: Option<u64>,
    ) -> Self {
        Self {
            lower,
            whole: Some(whole),
            most,
            ..Self::new(solver, objective, assumptions, None)
        }
    }

    pub(super) fn grows(&self) -> bool {
        self.whole.is_some()
    }

    /// Whether nothing that is cheap enough is left.
    pub(super) fn is_too_dear(&self) -> bool {
        self.most.is_some_and(|most| self.lower > most)
    }

    /// What the model just found costs in the whole problem, if it is a solution of it.
    pub(super) fn judge(&mut self) {
        let Some(whole) = &mut self.whole else { return };
        let Some(cost) = whole.cost(self.solver) else {
            return;
        };
        if self.upper().is_none_or(|upper| cost < upper) {
            self.best = Some((cost, self.solver.model()));
            self.report();
        }
    }

    /// Lets the part grow by what the model just found gets wrong; the new soft literals, or nothing if it is right.
    pub(super) fn refine(&mut self) -> Option<Vec<(Lit, u64)>> {
        self.whole.as_mut()?.refine(self.solver)
    }

    pub(super) fn lower(&self) -> u64 {
        self.lower
    }

    pub(super) fn upper(&self) -> Option<u64> {
        self.best.as_ref().map(|(cost, _)| *cost)
    }

    /// Whether the bounds have met.
    pub(super) fn is_closed(&self) -> bool {
        self.upper().is_some_and(|upper| upper <= self.lower)
    }

    fn report(&mut self) {
        let bounds = Bounds {
            lower: self.lower,
            upper: self.upper(),
        };
        if let Some(progress) = &mut self.progress {
            progress(bounds);
        }
    }

    pub(super) fn raise_lower(&mut self, by: u64) {
        self.lower += by;
        self.report();
    }

    /// No model costs less than this, as the caller knows.
    pub(super) fn know(&mut self, lower: u64) {
        self.lower = self.lower.max(lower);
    }

    /// The best model was proved to be the best.
    pub(super) fn close(&mut self) {
        if let Some(upper) = self.upper()
            && self.lower < upper
        {
            self.raise_lower(upper - self.lower);
        }
    }

    /// Looks for any model, near `start` or else near one that violates nothing.
    ///
    /// A phase is forced: it overrides what the solver remembers of its last assignment, and with it what makes the
    /// search for a model converge. So phases get few conflicts only and no later query. But the solver remembers the
    /// model found, and that is where the later ones start from.
    pub(super) fn first_model(&mut self, start: Option<&Model>) -> Verdict {
        let wanted: Vec<Lit> = match start {
            Some(start) => (0..start.num_vars())
                .filter_map(|index| {
                    let var = Var::from_index(index);
                    Some(var.with_value(start.value(var.positive()).to_bool()?))
                })
                .collect(),
            None => self.soft.keys().copied().collect(),
        };
        wanted.iter().for_each(|&lit| self.solver.set_phase(lit));
        let callers = self.solver.limits();
        let conflicts = callers
            .conflicts
            .map_or(budgets::sat::MAX_PHASED_CONFLICTS.get(), |limit| {
                limit.min(budgets::sat::MAX_PHASED_CONFLICTS.get())
            });
        self.solver.set_limits(Limits {
            conflicts: Some(conflicts),
            ..callers
        });
        let verdict = self.solve([]);
        self.solver.set_limits(callers);
        wanted.iter().for_each(|&lit| self.solver.clear_phase(lit.var()));
        if verdict == Verdict::Unknown && !self.solver.interrupted() {
            self.solve([])
        } else {
            verdict
        }
    }

    /// Asks the solver under the assumptions of the caller and more; a model may improve the upper bound.
    pub(super) fn solve(&mut self, more: impl IntoIterator<Item = Lit>) -> Verdict {
        let assumptions: Vec<Lit> = self.assumptions.iter().copied().chain(more).collect();
        let verdict = self.solver.solve_with(&assumptions);
        if verdict == Verdict::Sat && self.whole.is_none() {
            self.consider_model();
        }
        verdict
    }

    /// The same with little effort, for questions to which only a refusal is of use: a model would take as long as the
    /// formula is wide, so not many decisions are granted either.
    pub(super) fn try_to_refuse(&mut self, more: impl IntoIterator<Item = Lit>, conflicts: u64) -> Verdict {
        let callers = self.solver.limits();
        let at_most = |callers: Option<u64>, own| Some(callers.map_or(own, |limit| limit.min(own)));
        self.solver.set_limits(Limits {
            conflicts: at_most(callers.conflicts, conflicts),
            decisions: at_most(callers.decisions, budgets::sat::MAX_REFUSING_DECISIONS.get()),
            ticks: callers.ticks,
        });
        let verdict = self.solve(more);
        self.solver.set_limits(callers);
        verdict
    }

    fn consider_model(&mut self) {
        // The cost alone first: most models are not better, and copying one takes as long as the formula is wide.
        let cost = self.constant
            + self
                .soft
                .iter()
                .filter(|&(&lit, _)| !self.solver.value(lit).is_true())
                .map(|(_, weight)| weight)
                .sum::<u64>();
        if self.upper().is_none_or(|upper| cost < upper) {
            let model = self.solver.model();
            debug_assert_eq!(cost, self.objective.cost(&model));
            self.best = Some((cost, model));
            self.report();
        }
    }

    pub(super) fn finish(self, end: End) -> Outcome {
        let (upper, best_model) = self.best.unzip();
        let (status, pin) = match end {
            End::Optimal { pin } => (Status::Optimal, pin),
            End::Infeasible { core } => (Status::Infeasible { core }, Vec::new()),
            End::Interrupted => (Status::Interrupted, Vec::new()),
        };
        Outcome {
            status,
            lower: self.lower,
            upper,
            best_model,
            pin,
        }
    }
}
