//! A run for people.

use std::fmt::Write;

use source::{Diagnostic, SourceMap};

use crate::{Argument, Ending, Limit, RunReport, Snippets, Step, Style, TraceStep};

/// What is said after a run that did not end by itself; empty for one that did.
#[must_use]
pub fn run_text(report: &RunReport, sources: &SourceMap, style: Style) -> String {
    let snippets = Snippets { sources, style };
    let (mut diagnostic, stack) = match &report.ending {
        Ending::Exited { .. } => return String::new(),
        Ending::Aborted { place, stack } => {
            (Diagnostic::warning(place.loc, "the program aborted"), &stack[..])
        }
        Ending::Failed(failure) => {
            let mut diagnostic = Diagnostic::error(failure.place.loc, &failure.message);
            for related in &failure.related {
                diagnostic = diagnostic.with_label(related.place.loc, &related.text);
            }
            if let Some(reason) = &failure.reason {
                diagnostic = diagnostic.with_note(reason);
            }
            if let Some(inside) = &failure.inside {
                diagnostic = diagnostic.with_note(format!("inside {inside}"));
            }
            match (&failure.claim, &failure.expected) {
                (Some(claim), Some(expected)) => {
                    diagnostic = diagnostic.with_note(format!("claim {claim}: {expected}"));
                }
                (Some(claim), None) => diagnostic = diagnostic.with_note(format!("claim {claim}")),
                _ => {}
            }
            (diagnostic, &failure.stack[..])
        }
        Ending::Assumption { place } => (
            Diagnostic::warning(place.loc, "an assumption does not hold: the run ends here").with_note(
                "the inputs are not ones the program is meant for; try others with --input or --seed",
            ),
            &[][..],
        ),
        Ending::Stopped { limit, place, stack } => {
            let what = match limit {
                Limit::Steps => "the step limit (--max-steps) was reached",
                Limit::Time => "the time limit (--timeout) was reached",
                Limit::Memory => "the memory limit (--memory-limit) was reached",
                Limit::Interrupt => "interrupted",
            };
            let message = format!("{what} after {} steps", report.steps);
            (Diagnostic::warning(place.loc, message), &stack[..])
        }
    };
    // The innermost frame is the place shown above.
    for frame in stack.iter().skip(1).take(MOST_FRAMES) {
        diagnostic = diagnostic.with_note(format!(
            "called from {} at {}",
            frame.function,
            frame.place.short()
        ));
    }
    if stack.len() > MOST_FRAMES + 1 {
        let more = stack.len() - MOST_FRAMES - 1;
        diagnostic = diagnostic.with_note(format!("and {more} more calls"));
    }
    let (bytes, inputs): (Vec<_>, Vec<_>) = report.inputs.iter().partition(|input| input.source == "stdin");
    if inputs.len() > MOST_INPUTS {
        diagnostic = diagnostic.with_note(format!("with {} inputs; --json lists them", inputs.len()));
    } else {
        for input in &inputs {
            let number = match input.occurrence {
                1 => String::new(),
                other => format!("#{other}"),
            };
            diagnostic = diagnostic.with_note(format!("with input {}{number} = {}", input.name, input.value));
        }
    }
    match bytes.len() {
        0 => {}
        1 => diagnostic = diagnostic.with_note("after reading 1 byte of standard input"),
        count => {
            diagnostic = diagnostic.with_note(format!("after reading {count} bytes of standard input"));
        }
    }
    for missing in &report.missing_functions {
        diagnostic = diagnostic.with_note(format!(
            "{} has no body: its result is an input (called at {})",
            missing.name,
            missing.place.short()
        ));
    }
    let mut text = snippets.diagnostic(&diagnostic);
    text.push('\n');
    text
}

/// How many callers and inputs are listed before the rest is counted.
const MOST_FRAMES: usize = 10;
const MOST_INPUTS: usize = 20;

/// One line of `--trace`.
#[must_use]
pub fn trace_line(step: &TraceStep) -> String {
    let mut line = format!("{}: {}: ", step.place.short(), step.function);
    let _ = match &step.step {
        Step::Assignment { target, value } => write!(line, "{target} = {value}"),
        Step::Input {
            name,
            occurrence,
            value,
            target,
        } => {
            let number = match occurrence {
                1 => String::new(),
                other => format!("#{other}"),
            };
            match target {
                Some(target) => write!(line, "{target} = {value} (input {name}{number})"),
                None => write!(line, "input {name}{number} is {value}"),
            }
        }
        Step::Branch {
            construct,
            condition,
            taken,
        } => write!(line, "{construct} ({condition}) is {taken}"),
        Step::Switch { condition, value } => write!(line, "switch ({condition}) is {value}"),
        Step::Call { callee, arguments } => {
            let arguments = arguments.iter();
            let list = arguments.map(|Argument { name, value }| format!("{name} = {value}"));
            write!(line, "call {callee}({})", list.collect::<Vec<_>>().join(", "))
        }
        Step::Return {
            from,
            value: Some(value),
        } => write!(line, "{from} returns {value}"),
        Step::Return { from, value: None } => write!(line, "{from} returns"),
    };
    line
}
