//! Lines that every failing run depends on: of the statements in their sequences (`because focus`).
//!
//! The sequences are those of the executed runs, without the solver. A line that has none of their statements comes
//! after others that as much speaks for, unless it could be at fault all the same: what stores through a pointer or an
//! index may have missed what it should have hit, and a macro's line has no statements of its own.

use std::collections::BTreeSet;

use focus::{Executions, FocusOptions, Statement};
use interp::{BytesInput, CapturedOutput, Environment, Interpreter, Limits, ListedInputs, ZeroInputs};
use program::{Builtin, ClaimId, InstrKind, PlaceBase, PlaceId, Program, Projection};
use report::LineReport;
use runs::Test;
use source::LocId;

use crate::session::Session;

/// What the sequences of failing runs say about lines.
#[derive(Debug, Default)]
pub(super) struct FocusLines {
    /// With statements that all of the runs depend on.
    pub common: Vec<LineReport>,
    /// With statements, none of which can be at fault.
    pub beside: Vec<LineReport>,
}

impl FocusLines {
    /// Nothing if it is not known of each run.
    pub(super) fn of(session: &Session<'_>, failing: &[Test]) -> FocusLines {
        let question = session.question();
        let options = FocusOptions::default();
        let Some(executions) = Executions::new(&question, None, &options) else {
            return FocusLines::default();
        };
        let mut sequences: Vec<Vec<Statement>> = Vec::new();
        for test in failing {
            let Some((_, sequence)) = executions.sequence_of(|observer| failed(session, test, observer))
            else {
                return FocusLines::default();
            };
            sequences.push(sequence);
        }
        let lines = sequences.iter().map(|sequence| {
            let lines = sequence
                .iter()
                .filter_map(|known| statement_line(session, *known));
            lines.collect::<Vec<LineReport>>()
        });
        let lines: Vec<Vec<LineReport>> = lines.collect();
        let Some((first, others)) = lines.split_first() else {
            return FocusLines::default();
        };
        let common = first
            .iter()
            .filter(|line| others.iter().all(|other| other.contains(line)));
        let common: Vec<LineReport> = common.cloned().collect();
        FocusLines {
            beside: beside(session, &lines),
            common,
        }
    }
}

/// Lines with statements that no run depends on, and that could not have hit something that one depends on.
fn beside(session: &Session<'_>, lines: &[Vec<LineReport>]) -> Vec<LineReport> {
    let program = &session.program;
    let (mut all, mut open) = (Vec::new(), Vec::new());
    let mut seen: BTreeSet<LocId> = BTreeSet::new();
    for function in program.functions.iter().filter(|function| !function.embedded) {
        for instr in &function.body {
            let stores_anywhere = stores_anywhere(program, &instr.kind);
            if !stores_anywhere && !seen.insert(instr.loc) {
                continue;
            }
            let Some(line) = line(session, instr.loc) else {
                continue;
            };
            if stores_anywhere {
                open.push(line);
            } else if !all.contains(&line) {
                all.push(line);
            }
        }
    }
    all.retain(|line| !open.contains(line) && !lines.iter().any(|lines| lines.contains(line)));
    all
}

/// Whether where an instruction stores is computed.
fn stores_anywhere(program: &Program, kind: &InstrKind) -> bool {
    let computed = |id: &PlaceId| {
        let place = program.place(*id);
        let index = |step: &Projection| matches!(step, Projection::Index(_));
        matches!(place.base, PlaceBase::Deref(_)) || place.path.iter().any(index)
    };
    match kind {
        InstrKind::Assign { place, .. } | InstrKind::Input { place, .. } => computed(place),
        InstrKind::Call { dest, .. } => dest.as_ref().is_some_and(computed),
        InstrKind::Builtin { dest, op, .. } => {
            dest.as_ref().is_some_and(computed) || matches!(op, Builtin::CopyMemory | Builtin::SetMemory)
        }
        _ => false,
    }
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

fn statement_line(session: &Session<'_>, statement: Statement) -> Option<LineReport> {
    let function = session.program.function(statement.function);
    line(session, function.body[statement.pc.index()].loc)
}

fn line(session: &Session<'_>, loc: LocId) -> Option<LineReport> {
    let place = report::Place::new(&session.sources, loc);
    place.location.map(|location| LineReport {
        file: location.file,
        line: location.line,
    })
}
