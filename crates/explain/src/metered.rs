//! Solvers whose work counts.
//!
//! An explanation beside another answer may take only so much. Symbolic execution counts what it does in the meter of
//! its options, and every solver here takes from the same.

use runs::Interrupt;
use sat::{CadicalSolver, Interruptible};

/// A solver that can be interrupted and counts in the meter, if there is one.
pub(crate) fn solver(options: &bmc::Options, stop: &Interrupt) -> CadicalSolver {
    let mut solver = CadicalSolver::new();
    let asked = stop.clone();
    solver.set_terminator(Some(Box::new(move || asked())));
    if let Some(meter) = &options.meter {
        solver.set_allowance(Some(Box::new(meter.of_solver())));
    }
    solver
}
