//! How hard to try.
//!
//! A proof that nothing is smaller can take for ever, and a clock would make the answer depend on the machine. So work
//! is measured by how often the solver asks whether it should stop, which is the same on every machine, and each
//! stage of a minimisation has its share.

use std::cell::Cell;
use std::rc::Rc;

use runs::Interrupt;

#[derive(Debug, Clone)]
pub(super) struct MinimizeBudget {
    /// What all stages together may take; nothing if as much as they need.
    total: Option<u64>,
    spent: Rc<Cell<u64>>,
    allowed: Rc<Cell<u64>>,
}

impl MinimizeBudget {
    pub(super) fn new(total: Option<u64>) -> MinimizeBudget {
        MinimizeBudget {
            total,
            spent: Rc::new(Cell::new(0)),
            allowed: Rc::new(Cell::new(u64::MAX)),
        }
    }

    /// What the solver asks.
    pub(super) fn terminator(&self, stop: &Interrupt) -> sat::Terminator {
        let (stop, spent, allowed) = (stop.clone(), self.spent.clone(), self.allowed.clone());
        Box::new(move || {
            spent.set(spent.get() + 1);
            spent.get() > allowed.get() || stop()
        })
    }

    /// A new stage begins that may take this share of everything, in hundredths.
    pub(super) fn stage(&self, share: u64) {
        let most = self.total.map_or(u64::MAX, |total| total / 100 * share);
        self.allowed.set(self.spent.get().saturating_add(most));
    }

    /// A stage of its own length begins, however much there is in all.
    pub(super) fn turn(&self, most: u64) {
        self.allowed.set(self.spent.get().saturating_add(most));
    }

    pub(super) fn is_limited(&self) -> bool {
        self.total.is_some()
    }
}
