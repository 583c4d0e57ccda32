//! The formula of an execution that was followed with other values at its steps.
//!
//! Slices, interventions and one-step slices all ask the same of it: what the taps demand, and that every assumption
//! and claim up to the failed one holds. What comes after has no part in the failure.

use bmc::{Equation, StepId, StepKind};
use encode::Encoder;
use logic::TermId;
use runs::Interrupt;
use sat::CadicalSolver;

use crate::metered;

/// A solver that holds `rules` and all that must hold up to `end`.
pub(crate) fn formula(
    followed: &mut Equation,
    rules: impl IntoIterator<Item = TermId>,
    end: StepId,
    options: &bmc::Options,
    stop: &Interrupt,
) -> (CadicalSolver, Encoder) {
    let mut solver = metered::solver(options, stop);
    let mut encoder = Encoder::new(encode::Options::default());
    for rule in rules {
        encoder.assert(&followed.pool, rule, &mut solver);
    }
    for index in 0..=end.0 as usize {
        let step = &followed.steps[index];
        let (StepKind::Assume { cond, .. } | StepKind::Claim { cond, .. }) = step.kind else {
            continue;
        };
        let holds = followed.pool.implies(step.guard, cond);
        encoder.assert(&followed.pool, holds, &mut solver);
    }
    (solver, encoder)
}
