//! Which steps a claim can depend on (thesis, 10.2.2).
//!
//! Backwards from the claim over what each step reads. Whether a step happens depends on the branches before it in
//! its activation and in those that called it, so these count from the moment anything behind them does.

use bmc::{Equation, StepId, StepKind};

/// By step: whether the claim at `end` can depend on it.
pub(crate) fn before(equation: &Equation, end: StepId) -> Vec<bool> {
    let mut relevant = vec![false; equation.steps.len()];
    let mut pending = vec![end];
    for index in 0..end.0 {
        // Every branch decides whether the claim is reached.
        if matches!(
            equation.steps[index as usize].kind,
            StepKind::Branch { .. } | StepKind::Switch { .. } | StepKind::Assume { .. }
        ) && equation
            .pool
            .constant(equation.steps[index as usize].guard)
            .is_none()
        {
            pending.push(StepId(index));
        }
    }
    // Values that a store puts somewhere can be read through any of its targets: `reads` names the storing step.
    while let Some(step) = pending.pop() {
        let index = step.0 as usize;
        if index >= relevant.len() || std::mem::replace(&mut relevant[index], true) {
            continue;
        }
        pending.extend(equation.steps[index].reads.iter().copied());
    }
    relevant
}
