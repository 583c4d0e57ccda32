//! Lines that every failing run depends on: of the statements in their sequences (`because focus`).
//!
//! The sequences are those of the executed runs, without the solver. A line that is missing in one of them cannot be
//! what makes that run fail, unless something is missing there.

use focus::{Executions, FocusOptions, Statement};
use interp::{BytesInput, CapturedOutput, Environment, Interpreter, Limits, ListedInputs, ZeroInputs};
use program::ClaimId;
use report::LineReport;
use runs::Test;

use crate::session::Session;

/// The lines that all of these runs depend on; nothing if that is not known.
pub(super) fn focus_lines(session: &Session<'_>, failing: &[Test]) -> Vec<LineReport> {
    let question = session.question();
    let options = FocusOptions::default();
    let Some(executions) = Executions::new(&question, None, &options) else {
        return Vec::new();
    };
    let mut common: Option<Vec<LineReport>> = None;
    for test in failing {
        let Some((_, sequence)) = executions.sequence_of(|observer| failed(session, test, observer)) else {
            return Vec::new();
        };
        let lines: Vec<LineReport> = sequence
            .iter()
            .filter_map(|known| line(session, *known))
            .collect();
        match &mut common {
            Some(common) => common.retain(|line| lines.contains(line)),
            None => common = Some(lines),
        }
    }
    common.unwrap_or_default()
}

/// The claim that a test fails at.
fn failed(session: &Session<'_>, test: &Test, observer: &mut dyn interp::Observer) -> Option<ClaimId> {
    let mut output = CapturedOutput::default();
    let outcome = Interpreter::new(&session.program, Some(&session.sources)).run(Environment {
        inputs: &mut ListedInputs::new(test.inputs.iter().cloned(), ZeroInputs),
        stdin: &mut BytesInput::new(test.stdin.clone()),
        output: &mut output,
        observer,
        limits: Limits {
            steps: budgets::driver::EVIDENCE_STEPS.get(),
            ..Limits::default()
        },
        arguments: test.arguments.clone(),
        interrupt: None,
    });
    match outcome.stop {
        interp::Stop::ClaimFailed { claim, .. } => Some(claim),
        _ => None,
    }
}

fn line(session: &Session<'_>, statement: Statement) -> Option<LineReport> {
    let loc = session.program.function(statement.function).body[statement.pc.index()].loc;
    let place = report::Place::new(&session.sources, loc);
    place.location.map(|location| LineReport {
        file: location.file,
        line: location.line,
    })
}
