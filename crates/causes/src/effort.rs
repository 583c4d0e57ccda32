//! How hard to try.
//!
//! There are many questions, most of them short: what costs time is that the solver goes through all that is assumed,
//! again and again. So work is measured in its propagations, which are the same on every machine. Each set of
//! candidates gets a part of what is left, and an easy question is always allowed.

use std::cell::Cell;
use std::rc::Rc;

use sat::{CadicalSolver, Solver};

#[derive(Debug, Clone)]
pub(super) struct CausesBudget {
    /// What all solvers together may take; nothing if as much as they need.
    total: Option<u64>,
    spent: Rc<Cell<u64>>,
    /// Of that, what may be spent now.
    stage: Rc<Cell<u64>>,
}

impl CausesBudget {
    pub(super) fn new(total: Option<u64>) -> CausesBudget {
        CausesBudget {
            total,
            spent: Rc::new(Cell::new(0)),
            stage: Rc::new(Cell::new(u64::MAX)),
        }
    }

    /// From now on one of so many parts of what is left may be spent.
    pub(super) fn begin_stage(&self, of: u64) {
        let left = self
            .total
            .map_or(u64::MAX, |total| total.saturating_sub(self.spent.get()));
        self.stage.set(self.spent.get().saturating_add(left / of));
    }

    /// Lets a solver go on with so many of so many parts of what is left. `counted` is what is known of its work.
    pub(super) fn allow(&self, solver: &mut CadicalSolver, counted: &mut u64, part: u64, of: u64) {
        self.count(solver, counted);
        let Some(total) = self.total else {
            return;
        };
        let left = u128::from(total.min(self.stage.get()).saturating_sub(self.spent.get()));
        let share = left * u128::from(part) / u128::from(of);
        let most = u64::try_from(share)
            .unwrap_or(u64::MAX)
            .max(budgets::causes::EASY_QUESTION.get());
        solver.set_ceiling(Some(*counted + most));
    }

    /// Adds what a solver has done.
    pub(super) fn count(&self, solver: &CadicalSolver, counted: &mut u64) {
        let done = solver.statistics().propagations;
        self.spent.set(self.spent.get() + done.saturating_sub(*counted));
        *counted = done;
    }

    /// Whether everything is spent that may be now.
    pub(super) fn exhausted(&self) -> bool {
        let total = self.total.map(|total| total.min(self.stage.get()));
        total.is_some_and(|total| self.spent.get() >= total)
    }

    pub(super) fn is_limited(&self) -> bool {
        self.total.is_some()
    }
}
