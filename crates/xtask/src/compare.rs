//! One run in the interpreter beside the same run of the compiled program.
//!
//! Both end well, with the same output and status; or both stop at the same error. A sanitizer's report that the
//! interpreter does not share is a disagreement. The other way round it is one only for errors that sanitizers never
//! miss; for the rest the run is counted as unconfirmed.

use interp::Stop;
use program::{CheckKind, Program};
use source::SourceMap;
use torture::Executed;

use crate::native::{Ending, NativeRun};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Comparison {
    Agree,
    /// The interpreter reports an error that the sanitizers need not see.
    Unconfirmed,
    /// There is nothing to compare: a limit of one side, or behaviour that is left to the machine.
    Incomparable,
    Disagree {
        /// Stays the same while the program shrinks.
        kind: String,
        text: String,
    },
}

fn disagree(kind: String, text: String) -> Comparison {
    Comparison::Disagree { kind, text }
}

/// Whether a run that ended like this can be compared at all.
pub(crate) fn is_comparable(run: &Executed) -> bool {
    run.determined
        && matches!(
            run.stop,
            Stop::Exit(_) | Stop::Abort | Stop::ClaimFailed { .. } | Stop::BadFormat { .. }
        )
}

pub(crate) fn compare(
    program: &Program,
    sources: &SourceMap,
    run: &Executed,
    native: &NativeRun,
) -> Comparison {
    if native.ending == Ending::TooLong || is_left_open(&native.ending) {
        return Comparison::Incomparable;
    }
    let values = &run.values;
    match &run.stop {
        Stop::Exit(status) => {
            let status = (*status & 0xff) as i32;
            match &native.ending {
                Ending::Exited(code) if *code == status && native.stdout == run.stdout => Comparison::Agree,
                Ending::Exited(code) if *code == status => disagree(
                    "run prints something else".to_owned(),
                    format!(
                        "run: with inputs {values:?} it prints {:?}, compiled {:?}",
                        String::from_utf8_lossy(&run.stdout),
                        String::from_utf8_lossy(&native.stdout)
                    ),
                ),
                other => disagree(
                    format!("run exits, compiled: {}", word(other)),
                    format!("run: with inputs {values:?} it exits with {status}, compiled: {other:?}"),
                ),
            }
        }
        Stop::Abort => match &native.ending {
            Ending::Signalled(6) => Comparison::Agree,
            other => disagree(
                format!("run aborts, compiled: {}", word(other)),
                format!("run: with inputs {values:?} it aborts, compiled: {other:?}"),
            ),
        },
        Stop::ClaimFailed { claim, .. } => {
            let claim = program.claim(*claim);
            compare_failure(claim.kind, sources.line(claim.loc), run, native)
        }
        _ => Comparison::Unconfirmed,
    }
}

fn compare_failure(kind: CheckKind, line: u32, run: &Executed, native: &NativeRun) -> Comparison {
    let told = |what: &str| {
        disagree(
            format!("run fails {}, compiled: {}", kind.word(), word(&native.ending)),
            format!(
                "run: with inputs {:?} {} fails in line {line}, compiled{what}: {:?}",
                run.values,
                kind.word(),
                native.ending
            ),
        )
    };
    match (&native.ending, kind) {
        (Ending::Assertion(other), CheckKind::Assertion) if *other == line => Comparison::Agree,
        (_, CheckKind::Assertion) => told(""),
        // The sanitizers see an error, too. Which of two it is can be a matter of words, but not in another line
        // before.
        (
            Ending::Reported {
                line: Some(other), ..
            },
            _,
        ) if *other < line && is_certain(kind) => told(" before"),
        (Ending::Reported { .. } | Ending::Signalled(_), _) => Comparison::Agree,
        (_, kind) if is_certain(kind) => told(""),
        _ => Comparison::Unconfirmed,
    }
}

/// Errors that the sanitizers see whenever they happen. Signed overflow is none of them: where the result is cut to
/// fewer bits, GCC computes with those alone.
fn is_certain(kind: CheckKind) -> bool {
    matches!(
        kind,
        CheckKind::Assertion
            | CheckKind::DivisionByZero
            | CheckKind::UndefinedShift
            | CheckKind::VlaSize
            | CheckKind::InvalidFree
    )
}

/// Reports about what is no error by default here: pointers that leave their object without being followed, or null and
/// an offset, and allocations that one machine has no room for. Of `strncat` the sanitizer takes all of the destination for
/// what is written, also the text before the end.
fn is_left_open(ending: &Ending) -> bool {
    let Ending::Reported { message, .. } = ending else {
        return false;
    };
    [
        "pointer index expression",
        "applying ",
        "requested allocation size",
        "out of memory",
        "calloc-overflow",
        "allocator is out of memory",
        "rss limit",
        "strncat-param-overlap",
    ]
    .iter()
    .any(|words| message.contains(words))
}

fn word(ending: &Ending) -> String {
    match ending {
        Ending::Exited(_) => "exits".to_owned(),
        Ending::Signalled(signal) => format!("signal {signal}"),
        Ending::Assertion(_) => "assertion".to_owned(),
        Ending::Assumption => "assumption".to_owned(),
        Ending::TooLong => "too long".to_owned(),
        Ending::Reported { message, .. } => {
            let words: Vec<&str> = message
                .split(' ')
                .filter(|word| !word.contains(|c: char| c.is_ascii_digit()))
                .take(4)
                .collect();
            words.join(" ")
        }
    }
}
