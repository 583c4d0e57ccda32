//! Every way to fail, for people.

use std::fmt::Write;

use crate::{FocusReport, FocusSequence};

/// So many ways are shown unless all are asked for.
const MOST_SHOWN: usize = 10;

#[must_use]
pub fn focus_text(report: &FocusReport, all: bool) -> String {
    let mut text = String::new();
    if report.sequences.is_empty() {
        let reason = report.reason.as_deref().unwrap_or("nothing was found");
        let _ = writeln!(text, "{}{reason}", place(report.unsupported.as_ref()));
        return text;
    }
    let count = report.sequences.len();
    let ways = if count == 1 {
        "1 way"
    } else {
        &format!("{count} ways")
    };
    let rest = match report.complete {
        true => "there is no other",
        false => "there may be others",
    };
    let _ = writeln!(text, "{ways} to fail; {rest}");
    let shown = if all { count } else { MOST_SHOWN };
    for sequence in report.sequences.iter().take(shown) {
        text.push_str(&way(sequence));
    }
    if shown < count {
        let _ = writeln!(text, "{} more: --all", count - shown);
    }
    if let Some(reason) = &report.reason {
        let _ = writeln!(text, "note: {reason}");
    }
    text
}

fn place(place: Option<&crate::Place>) -> String {
    let line = place.and_then(|place| place.location.as_ref());
    line.map_or_else(String::new, |at| format!("{}:{}: ", at.file, at.line))
}

fn way(sequence: &FocusSequence) -> String {
    let mut text = String::new();
    let assumptions: Vec<&str> = sequence
        .assumptions
        .iter()
        .map(|known| known.text.as_str())
        .collect();
    let when = match (assumptions.is_empty(), sequence.proved) {
        (true, true) => "always".to_owned(),
        (true, false) => "not known for which inputs".to_owned(),
        (false, true) => format!("if {}", assumptions.join(", ")),
        (false, false) => format!("if {} and perhaps more (not proved)", assumptions.join(", ")),
    };
    let length = sequence.statements.len();
    let statements = if length == 1 { "statement" } else { "statements" };
    let _ = writeln!(text, "{}  {when}    {length} {statements}", sequence.rank);
    for statement in &sequence.statements {
        let line = statement.place.location.as_ref().map_or(0, |at| at.line);
        let _ = match &statement.outcome {
            Some(outcome) => writeln!(text, "  {line:>4} | {}: {outcome}", statement.text),
            None => writeln!(text, "  {line:>4} | {}", statement.text),
        };
    }
    let inputs: Vec<String> = sequence
        .inputs
        .iter()
        .map(|input| format!("{} = {}", input.name, input.value))
        .collect();
    if !inputs.is_empty() {
        let _ = writeln!(text, "     executed with {}", inputs.join(", "));
    }
    text
}
