//! How hard to try.
//!
//! A proof that nothing is smaller or nearer can take for ever, and a clock would make the answer depend on the machine. So work
//! is measured by how often the solver asks whether it should stop, which is the same on every machine, and each
//! stage of a method has its share.

use std::cell::Cell;
use std::rc::Rc;

use bmc::Stop;

/// What an easy question may take.
const EASY: u64 = 200;

#[derive(Debug, Clone)]
pub(crate) struct Effort {
    /// What all stages together may take; nothing if as much as they need.
    total: Option<u64>,
    spent: Rc<Cell<u64>>,
    allowed: Rc<Cell<u64>>,
}

impl Effort {
    pub(crate) fn new(total: Option<u64>) -> Effort {
        Effort {
            total,
            spent: Rc::new(Cell::new(0)),
            allowed: Rc::new(Cell::new(u64::MAX)),
        }
    }

    /// What the solver asks.
    pub(crate) fn terminator(&self, stop: &Stop) -> sat::Terminator {
        let (stop, spent, allowed) = (stop.clone(), self.spent.clone(), self.allowed.clone());
        Box::new(move || {
            spent.set(spent.get() + 1);
            spent.get() > allowed.get() || stop()
        })
    }

    /// A new stage begins that may take this share of everything, in hundredths.
    pub(crate) fn stage(&self, share: u64) {
        let most = self.total.map_or(u64::MAX, |total| total / 100 * share);
        self.allowed.set(self.spent.get().saturating_add(most));
    }

    /// The same, as a part of what is left: so many of so many parts, but always enough for an easy question.
    pub(crate) fn part(&self, part: usize, of: usize) {
        let Some(total) = self.total else {
            return;
        };
        let left = u128::from(total.saturating_sub(self.spent.get()));
        let share = left * part as u128 / of.max(1) as u128;
        let most = u64::try_from(share).unwrap_or(u64::MAX).max(EASY);
        self.allowed.set(self.spent.get().saturating_add(most));
    }

    /// Whether everything is spent.
    pub(crate) fn exhausted(&self) -> bool {
        self.total.is_some_and(|total| self.spent.get() >= total)
    }

    pub(crate) fn is_limited(&self) -> bool {
        self.total.is_some()
    }
}
