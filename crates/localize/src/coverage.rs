//! Where a failing run comes by before it is wrong.
//!
//! What a run does behind the first wrong letter that it prints repairs nothing, whatever value it has there; nor does
//! what it never comes to. One run with an observer says that of all suspects at once, and each failing run of some
//! more that differ says it of others, so that fewer are left to be tried one by one.

use std::collections::VecDeque;
use std::sync::Arc;

use interp::{At, Interpreter, Observer, Passed as Argument, Stop};
use program::{Callee, FunctionId, InstrKind, Pc, Program};
use runs::ExpectedOutput;

use super::run::{TestRun, execute};

/// The instructions that a run comes to before it is wrong.
pub(super) struct Coverage<'p> {
    program: &'p Program,
    /// By function and position.
    seen: Vec<Vec<bool>>,
    entered: Vec<bool>,
    expected: Option<Arc<ExpectedOutput>>,
    /// What is printed so far is as expected; nothing once it is not.
    state: Option<u32>,
}

impl Coverage<'_> {
    /// Nothing if the run ends in an error, behind which anything may come.
    pub(super) fn of<'p>(
        program: &'p Program,
        interpreter: &Interpreter<'_>,
        run: &TestRun,
        most_steps: u64,
    ) -> Option<Coverage<'p>> {
        let mut coverage = Coverage {
            program,
            seen: program.functions.iter().map(|_| Vec::new()).collect(),
            entered: program
                .functions
                .iter()
                .map(|function| function.name == "main")
                .collect(),
            expected: run.expected.clone(),
            state: Some(0),
        };
        let (outcome, _) = execute(
            interpreter,
            &run.test,
            run.known_inputs(),
            run.test.stdin.clone(),
            VecDeque::new(),
            &mut coverage,
            most_steps,
        );
        let ends = matches!(outcome.stop, Stop::Exit(_));
        (ends || coverage.state.is_none()).then_some(coverage)
    }

    /// Whether the run may come to an instruction before it is wrong. Some instructions are not told: these it may come
    /// to if it enters their function.
    pub(super) fn covers(&self, function: FunctionId, pc: Pc) -> bool {
        let body = &self.program.function(function).body;
        let told = body.get(pc.index()).is_some_and(|instr| match &instr.kind {
            InstrKind::Assign { .. } | InstrKind::Branch { .. } | InstrKind::Switch { .. } => true,
            // Of what has no body, calls are not told.
            InstrKind::Call {
                callee: Callee::Direct(callee),
                ..
            } => !self.program.function(*callee).body.is_empty(),
            _ => false,
        });
        match told {
            true => self.seen[function.index()].get(pc.index()) == Some(&true),
            false => self.entered[function.index()],
        }
    }
}

impl Observer for Coverage<'_> {
    fn came_by(&mut self, at: At) {
        if self.state.is_none() || self.program.function(at.function).embedded {
            return;
        }
        self.entered[at.function.index()] = true;
        let seen = &mut self.seen[at.function.index()];
        if seen.len() <= at.pc.index() {
            seen.resize(at.pc.index() + 1, false);
        }
        seen[at.pc.index()] = true;
    }

    fn called(&mut self, at: At, callee: FunctionId, _arguments: &[Argument]) {
        self.came_by(at);
        if self.state.is_some() {
            self.entered[callee.index()] = true;
        }
    }

    fn output(&mut self, _at: At, stream: i128, bytes: &[u8]) {
        if let (1, Some(expected), Some(state)) = (stream, &self.expected, self.state) {
            self.state = expected.after(state, bytes);
        }
    }
}

/// Runs that are worth watching: from all over the list, the shorter first, as far as their steps go.
pub(super) fn sampled(runs: &[TestRun], order: &[usize]) -> Vec<usize> {
    let step = order
        .len()
        .div_ceil(budgets::localize::MAX_COVERED_RUNS.count())
        .max(1);
    let mut left = budgets::suite::MAX_COVERAGE.get();
    let affordable = order.iter().copied().step_by(step).take_while(|run| {
        let steps = runs[*run].steps;
        let fits = left >= steps;
        left = left.saturating_sub(steps);
        fits
    });
    affordable.collect()
}
