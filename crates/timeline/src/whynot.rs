//! Why a line was not executed.
//!
//! What lies on a line depends on decisions, and those on others. The nearest of them that was made, and went the other
//! way, is the answer; if none was made, the function was never called, or the run ended before.

use std::collections::HashSet;

use program::{Callee, FunctionId, InstrKind, Pc, Program};

use crate::control::Controls;
use crate::data::{StepId, StepKind, Timeline};

/// Why instructions were not executed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNot {
    /// The last time that a decision was made on which they depend, it went the other way.
    Decided(StepId),
    /// The function was never called; these instructions would have called it, and why they did not.
    NeverCalled {
        function: FunctionId,
        callers: Vec<(FunctionId, Pc)>,
        because: Option<Box<WhyNot>>,
    },
    /// The run ended before.
    Ended,
}

/// Why none of some instructions of a function was executed.
#[must_use]
pub fn why_not(program: &Program, timeline: &Timeline, function: FunctionId, wanted: &[Pc]) -> WhyNot {
    asked(program, timeline, function, wanted, &mut HashSet::new())
}

fn asked(
    program: &Program,
    timeline: &Timeline,
    function: FunctionId,
    wanted: &[Pc],
    seen: &mut HashSet<FunctionId>,
) -> WhyNot {
    let entered = timeline.steps.iter().any(|step| step.at.function == function);
    if !entered {
        seen.insert(function);
        return never_called(program, timeline, function, seen);
    }
    let controls = Controls::of(program, function);
    let mut known: HashSet<Pc> = wanted.iter().copied().collect();
    let mut layer: Vec<Pc> = wanted.to_vec();
    while !layer.is_empty() {
        let mut decisions: Vec<Pc> = layer
            .iter()
            .flat_map(|pc| controls.decided_by(*pc))
            .map(|(decision, _)| *decision)
            .collect();
        decisions.sort_unstable();
        decisions.dedup();
        let made = timeline.step_ids().rev().find(|id| {
            let step = timeline.step(*id);
            let decides = matches!(step.kind, StepKind::Branch { .. } | StepKind::Switch(_));
            decides && step.at.function == function && decisions.binary_search(&step.at.pc).is_ok()
        });
        if let Some(made) = made {
            return WhyNot::Decided(made);
        }
        decisions.retain(|pc| known.insert(*pc));
        layer = decisions;
    }
    WhyNot::Ended
}

fn never_called(
    program: &Program,
    timeline: &Timeline,
    function: FunctionId,
    seen: &mut HashSet<FunctionId>,
) -> WhyNot {
    let mut callers = Vec::new();
    for (index, caller) in program.functions.iter().enumerate() {
        for (pc, instr) in caller.body.iter().enumerate() {
            if matches!(&instr.kind, InstrKind::Call { callee: Callee::Direct(callee), .. } if *callee == function)
            {
                callers.push((FunctionId(index as u32), Pc(pc as u32)));
            }
        }
    }
    let because = match callers.first() {
        Some(&(caller, pc)) if seen.insert(caller) => {
            Some(Box::new(asked(program, timeline, caller, &[pc], seen)))
        }
        _ => None,
    };
    WhyNot::NeverCalled {
        function,
        callers,
        because,
    }
}
