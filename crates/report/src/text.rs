//! A run for people.

use std::fmt::Write;

use source::{Diagnostic, SourceMap};

use crate::arguments::{is_argument_byte, shown_arguments};
use crate::{
    Argument, Ending, Failure, Frame, InputUse, Limit, MissingFunction, RunReport, Snippets, Step, Style,
    TraceStep, plain,
};

/// What is said after a run that did not end by itself. Of one that did only what it was assumed to be.
#[must_use]
pub fn run_text(report: &RunReport, sources: &SourceMap, style: Style) -> String {
    let Some((mut diagnostic, stack)) = ending(report) else {
        let notes = report.missing_functions.iter();
        return notes
            .map(|missing| plain(&format!("note: {}\n", without_body(missing))))
            .collect();
    };
    for frame in callers(stack) {
        diagnostic = diagnostic.with_note(frame);
    }
    if !report.schedule.is_empty() {
        diagnostic = diagnostic.with_note(format!("schedule: {}", crate::schedule_text(&report.schedule)));
    }
    for used in inputs_used(report) {
        diagnostic = diagnostic.with_note(used);
    }
    for missing in &report.missing_functions {
        diagnostic = diagnostic.with_note(without_body(missing));
    }
    let mut text = Snippets { sources, style }.diagnostic(&diagnostic);
    text.push('\n');
    text
}

/// How a run ended, and in which calls; nothing if it came to its end.
fn ending(report: &RunReport) -> Option<(Diagnostic, &[Frame])> {
    Some(match &report.ending {
        Ending::Exited { .. } => return None,
        Ending::Aborted { place, stack } => {
            (Diagnostic::warning(place.loc, "the program aborted"), &stack[..])
        }
        Ending::Failed(failure) => (failed(failure), &failure.stack[..]),
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
    })
}

fn failed(failure: &Failure) -> Diagnostic {
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
            diagnostic.with_note(format!("required: {expected} (claim {claim})"))
        }
        (Some(claim), None) => diagnostic.with_note(format!("claim {claim}")),
        _ => diagnostic,
    }
}

/// The innermost frame is the place of the diagnostic itself.
fn callers(stack: &[Frame]) -> Vec<String> {
    let shown = stack.iter().skip(1).take(MOST_FRAMES);
    let mut notes: Vec<String> = shown
        .map(|frame| format!("called from {} at {}", frame.function, frame.place.short()))
        .collect();
    if stack.len() > MOST_FRAMES + 1 {
        let more = stack.len() - MOST_FRAMES - 1;
        let calls = if more == 1 { "call" } else { "calls" };
        notes.push(format!("and {more} more {calls}"));
    }
    notes
}

/// The inputs of a run; what was typed or read from files as a text.
fn inputs_used(report: &RunReport) -> Vec<String> {
    let (bytes, inputs): (Vec<_>, Vec<_>) = report.inputs.iter().partition(|input| input.source == "stdin");
    let words = shown_arguments(&report.inputs);
    let inputs: Vec<_> = inputs
        .into_iter()
        .filter(|input| words.is_none() || !is_argument_byte(&report.inputs, input))
        .collect();
    let (from_files, inputs): (Vec<&InputUse>, Vec<_>) =
        inputs.into_iter().partition(|input| is_byte_of_a_file(input));
    let mut notes = Vec::new();
    if inputs.len() > MOST_INPUTS {
        notes.push(format!("with {} inputs; --json lists them", inputs.len()));
    } else {
        notes.extend(inputs.into_iter().map(input_used));
    }
    if let Some(words) = words {
        notes.push(format!("with arguments {words}"));
    }
    if !bytes.is_empty() {
        notes.push(format!("after reading standard input {}", quoted(&bytes)));
    }
    if !from_files.is_empty() {
        notes.push(format!("after reading from files {}", quoted(&from_files)));
    }
    notes
}

fn input_used(input: &InputUse) -> String {
    let unwritten = match input.source.as_str() {
        "uninitialised" => ", which was never written",
        _ => "",
    };
    format!(
        "with input {}{} = {}{}{unwritten}",
        input.name,
        numbered(input.occurrence),
        input.value,
        as_character(input)
    )
}

/// `#2` for the second input of a name; the first needs no number.
fn numbered(occurrence: u32) -> String {
    match occurrence {
        1 => String::new(),
        other => format!("#{other}"),
    }
}

/// Whether an input is what the model of a file read: one byte, or the end.
fn is_byte_of_a_file(input: &InputUse) -> bool {
    input.name == "file" && input.r#type.as_deref() == Some("int") && input.source == "environment"
}

fn without_body(missing: &MissingFunction) -> String {
    let (name, place) = (&missing.name, missing.place.short());
    format!("{name} has no body: its result is an input (called at {place})")
}

/// How many callers and inputs are listed before the rest is counted, and how much of standard input.
const MOST_FRAMES: usize = 10;
const MOST_INPUTS: usize = 20;
const MOST_BYTES: usize = 60;

/// The bytes that were read, as a C string: a list of numbers is nothing to read.
fn quoted(stdin: &[&InputUse]) -> String {
    let bytes: Vec<u8> = stdin
        .iter()
        .filter_map(|input| input.value.parse::<u8>().ok())
        .collect();
    let shown = &bytes[..bytes.len().min(MOST_BYTES)];
    let mut text = format!("\"{}\"", shown.escape_ascii());
    if bytes.len() > shown.len() {
        let _ = write!(text, " and {} more bytes", bytes.len() - shown.len());
    }
    if bytes.len() < stdin.len() {
        text.push_str(", then its end");
    }
    text
}

/// ` 'a'` for an input of a character type that is one.
fn as_character(input: &InputUse) -> String {
    let is_char = matches!(
        input.r#type.as_deref(),
        Some("char" | "signed char" | "unsigned char")
    );
    match input.value.parse::<u8>() {
        Ok(byte) if is_char && (byte.is_ascii_graphic() || matches!(byte, b' ' | b'\n' | b'\t' | b'\r')) => {
            format!(" '{}'", byte.escape_ascii())
        }
        _ => String::new(),
    }
}

/// One line of `--trace`.
#[must_use]
pub fn trace_line(step: &TraceStep) -> String {
    let mut line = format!("{}: {}: ", step.place.short(), step.function);
    describe(&mut line, step);
    plain(&line)
}

/// A whole trace with its structure: what a call does is indented below it, what a round of a loop does stands
/// behind a bar, and the first step of each round says which one begins.
#[must_use]
pub fn trace_text(steps: &[TraceStep], indent: &str) -> String {
    let width = steps.iter().map(|step| step.place.short().len()).max();
    let width = width.unwrap_or(0);
    let least = steps.iter().map(|step| step.depth).min().unwrap_or(0);
    let mut text = String::new();
    // What changes nothing is left out, unless a round begins with it.
    let begins = |step: &&TraceStep| step.loops.iter().any(|round| round.new);
    for step in steps.iter().filter(|step| !step.unchanged || begins(step)) {
        let decides = matches!(&step.step, Step::Branch { construct, .. } if is_loop(construct));
        let leaves = matches!(&step.step, Step::Branch { taken: false, .. }) && decides;
        let bars = step.loops.len() - usize::from(decides && !step.loops.is_empty());
        let mut line = format!("{indent}{:<width$}  ", step.place.short());
        line.push_str(&"  ".repeat((step.depth - least).min(MOST_DEPTH)));
        line.push_str(&"| ".repeat(bars));
        describe(&mut line, step);
        let new = step.loops.iter().filter(|round| round.new && !leaves);
        let new: Vec<String> = new
            .map(|round| format!("{} round {}", round.r#loop, round.round))
            .collect();
        if !new.is_empty() {
            let _ = write!(line, "  [{}]", new.join(", "));
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    plain(&text)
}

/// Deeper calls are not indented further.
const MOST_DEPTH: usize = 30;

fn is_loop(construct: &str) -> bool {
    matches!(construct, "for" | "while" | "do while")
}

fn describe(line: &mut String, step: &TraceStep) {
    let _ = match &step.step {
        Step::Assignment { target, value } => write!(line, "{target} = {value}"),
        Step::Input {
            name,
            occurrence,
            value,
            target,
        } => {
            let number = numbered(*occurrence);
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
    if let Some(bits) = &step.bits {
        let _ = write!(line, " ({bits})");
    }
}
