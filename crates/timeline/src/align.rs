//! The same step in two runs of one program.
//!
//! Lines that read alike say little: a loop that goes one round more would shift all that follows. What makes two steps
//! the same is their place in the structure of the run: the same instruction, let run by the same decision (or call),
//! which is the same for the same reason, and so on outwards; among equals, the one that comes as early. This is the
//! execution index of Xin, Sumner and Zhang (2008). Rounds of a loop are told apart because each is let run by the test
//! of the round before, and what follows the loop depends on none of them.
//!
//! It is also how the steps of an unwound equation are told apart (call path, round of each loop, instruction), so that
//! runs with an equation and runs that are too long for one are aligned alike.

use std::collections::HashMap;

use program::{FunctionId, Pc};

use crate::data::{StepId, StepKind, Timeline};

/// Which steps of two runs are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alignment {
    /// By step of the first run: the same one of the second.
    pub to_second: Vec<Option<StepId>>,
    pub to_first: Vec<Option<StepId>>,
}

impl Alignment {
    #[must_use]
    pub fn second(&self, step: StepId) -> Option<StepId> {
        self.to_second.get(step.index()).copied().flatten()
    }

    #[must_use]
    pub fn first(&self, step: StepId) -> Option<StepId> {
        self.to_first.get(step.index()).copied().flatten()
    }
}

/// What happens at an instruction: the call, or the arrival of its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Itself,
    Result,
}

/// What a step is let run by: nothing in its thread, or a step of the first run, or one that only the second has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Cause {
    Thread(u16),
    First(StepId),
    OnlySecond(StepId),
}

type Key = (Cause, FunctionId, Pc, Side);

fn key(timeline: &Timeline, id: StepId, cause: impl Fn(StepId) -> Cause) -> Key {
    let step = timeline.step(id);
    let side = match step.kind {
        StepKind::Result { .. } => Side::Result,
        _ => Side::Itself,
    };
    let cause = step.control.map_or(Cause::Thread(step.thread), cause);
    (cause, step.at.function, step.at.pc, side)
}

/// Aligns two runs of one program.
#[must_use]
pub fn align(first: &Timeline, second: &Timeline) -> Alignment {
    let mut places: HashMap<Key, Vec<StepId>> = HashMap::new();
    for id in first.step_ids() {
        places.entry(key(first, id, Cause::First)).or_default().push(id);
    }
    let mut alignment = Alignment {
        to_second: vec![None; first.steps.len()],
        to_first: vec![None; second.steps.len()],
    };
    let mut taken: HashMap<Key, usize> = HashMap::new();
    for id in second.step_ids() {
        let cause = |control| match alignment.first(control) {
            Some(same) => Cause::First(same),
            None => Cause::OnlySecond(control),
        };
        let key = key(second, id, cause);
        let Some(candidates) = places.get(&key) else {
            continue;
        };
        let count = taken.entry(key).or_insert(0);
        if let Some(&same) = candidates.get(*count) {
            alignment.to_second[same.index()] = Some(id);
            alignment.to_first[id.index()] = Some(same);
        }
        *count += 1;
    }
    alignment
}
