//! How hard to try.
//!
//! A proof that nothing is smaller can take for ever, and a clock would make the answer depend on the machine. So the
//! solver's work is counted in its own measure ([`runs::Meter`]), and each stage of a minimisation has its share.
//! Counting how often the solver asks whether to stop was tried before: that is the same on every machine, too, but a
//! question costs little in a small formula and much in a large one.

use std::cell::RefCell;
use std::rc::Rc;

use runs::{Interrupt, Meter};
use sat::{CadicalSolver, Interruptible};

#[derive(Debug, Clone)]
pub(super) struct MinimizeBudget {
    /// What all stages together may take; nothing if as much as they need.
    total: Option<u64>,
    stage: Rc<RefCell<Meter>>,
    stop: StopWanted,
}

#[derive(Clone)]
struct StopWanted(Interrupt);

impl std::fmt::Debug for StopWanted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StopWanted")
    }
}

impl MinimizeBudget {
    pub(super) fn new(total: Option<u64>, stop: &Interrupt) -> MinimizeBudget {
        MinimizeBudget {
            total,
            stage: Rc::new(RefCell::new(Meter::new(None, stop))),
            stop: StopWanted(stop.clone()),
        }
    }

    /// From now on a solver takes from this.
    pub(super) fn limit(&self, solver: &mut CadicalSolver) {
        let stop = self.stop.0.clone();
        solver.set_terminator(Some(Box::new(move || stop())));
        let stage = self.stage.clone();
        solver.set_allowance(Some(Box::new(move |ticks| stage.borrow().take_ticks(ticks))));
    }

    /// A new stage begins that may take this share of everything, in hundredths.
    pub(super) fn stage(&self, share: u64) {
        self.begin(self.total.map(|total| total / 100 * share));
    }

    /// A stage of its own length begins, however much there is in all.
    pub(super) fn turn(&self, most: u64) {
        self.begin(Some(most));
    }

    fn begin(&self, most: Option<u64>) {
        *self.stage.borrow_mut() = Meter::new(most, &self.stop.0);
    }

    pub(super) fn is_limited(&self) -> bool {
        self.total.is_some()
    }
}
