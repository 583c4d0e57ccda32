//! Where the expressions of an equation read that go through a pointer or an index.
//!
//! The equation notes each such read with the activation and how many steps are before it. An expression that occurs in
//! a loop is read again in each round; the note that belongs to a step is the last one that was made since the steps of
//! the same instruction began. If there is none, the expression was not evaluated there.

use std::collections::HashMap;

use bmc::{Equation, FrameId, StepId, Target};
use program::ExprId;

/// The notes of an equation, by activation and expression, in the order of the steps.
pub(crate) struct Loads {
    notes: HashMap<(FrameId, ExprId, bool), Vec<usize>>,
}

impl Loads {
    pub(crate) fn new(equation: &Equation) -> Loads {
        let mut notes: HashMap<(FrameId, ExprId, bool), Vec<usize>> = HashMap::new();
        for (index, load) in equation.loads.iter().enumerate() {
            notes
                .entry((load.frame, load.expr, load.copied))
                .or_default()
                .push(index);
        }
        Loads { notes }
    }

    /// Where an expression reads in the instruction that a step belongs to; or from where bytes are copied to which it
    /// points.
    pub(crate) fn of(
        &self,
        equation: &Equation,
        step: StepId,
        (frame, expr, copied): (FrameId, ExprId, bool),
    ) -> Vec<Target> {
        let Some(notes) = self.notes.get(&(frame, expr, copied)) else {
            return Vec::new();
        };
        let here = equation.step(step);
        let of_instr = |index: &usize| {
            let other = &equation.steps[*index];
            (other.frame, other.pc) == (here.frame, here.pc)
        };
        let first = (0..=step.0 as usize).rev().take_while(of_instr).last();
        let first = first.unwrap_or(step.0 as usize);
        let before = notes.partition_point(|note| equation.loads[*note].at <= step.0 as usize);
        match before.checked_sub(1).map(|last| &equation.loads[notes[last]]) {
            Some(load) if load.at >= first => load.targets.to_vec(),
            _ => Vec::new(),
        }
    }
}
