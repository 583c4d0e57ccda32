//! Every way to fail, for people.

use std::fmt::Write;

use crate::{FocusReport, FocusSequence, FocusStatement};

/// How much is shown of each way (figure 3 of the paper).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FocusLevel {
    /// All statements of the executed run.
    Run,
    /// The statements that matter.
    #[default]
    Sequences,
    /// Those in the neighbourhood of the error.
    Nest,
}

/// Where the number of statements stands.
const COUNT_COLUMN: usize = 40;
/// Conditions longer than this are cut.
const LONGEST: usize = 44;
/// Of longer ones so much is kept, at most.
const KEPT: usize = 20;
/// Of more inputs the rest is in the document.
const MOST_INPUTS: usize = 12;

/// Of more conditions the rest is in the document.
const MOST_ASSUMPTIONS: usize = 16;
/// Of longer sequences the beginning and the end are shown.
const MOST_STATEMENTS: usize = 36;
const AT_THE_BEGINNING: usize = 12;
const AT_THE_END: usize = 20;

#[must_use]
pub fn focus_text(report: &FocusReport, level: FocusLevel) -> String {
    let mut text = String::new();
    if report.sequences.is_empty() {
        let reason = report.reason.as_deref().unwrap_or("nothing was found");
        let _ = writeln!(text, "{}{reason}", place(report.unsupported.as_ref()));
        return text;
    }
    let count: usize = report
        .sequences
        .iter()
        .map(|sequence| sequence.alike.unwrap_or(1))
        .sum();
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
    for sequence in &report.sequences {
        if level == FocusLevel::Nest && sequence.same_as.is_some() {
            continue;
        }
        text.push_str(&way(sequence, level));
    }
    text.push_str(&common(report));
    if let Some(reason) = &report.reason {
        let _ = writeln!(text, "note: {reason}");
    }
    text
}

fn listed(assumptions: &[String]) -> String {
    match assumptions.len().checked_sub(MOST_ASSUMPTIONS) {
        None | Some(0) => assumptions.join(", "),
        Some(left) => format!(
            "{}, and {left} more that --json lists",
            assumptions[..MOST_ASSUMPTIONS].join(", ")
        ),
    }
}

fn place(place: Option<&crate::Place>) -> String {
    let line = place.and_then(|place| place.location.as_ref());
    line.map_or_else(String::new, |at| format!("{}:{}: ", at.file, at.line))
}

fn common(report: &FocusReport) -> String {
    let Some(common) = &report.common else {
        return String::new();
    };
    let assumptions = match common.assumptions.is_empty() {
        true => String::new(),
        false => format!("{}  ", common.assumptions.join(", ")),
    };
    let at = common.core.as_ref().and_then(|place| place.location.as_ref());
    let core = match (at, &common.text) {
        (Some(at), Some(text)) => format!("-->  {}:{}  {text}", at.file, at.line),
        _ => String::new(),
    };
    format!("In common: {assumptions}{core}").trim_end().to_owned() + "\n"
}

fn way(sequence: &FocusSequence, level: FocusLevel) -> String {
    let mut text = String::new();
    let shown: Vec<&FocusStatement> = match level {
        FocusLevel::Run => sequence.run.iter().collect(),
        FocusLevel::Sequences => sequence.statements.iter().collect(),
        FocusLevel::Nest => sequence
            .nest
            .iter()
            .map(|index| &sequence.statements[*index])
            .collect(),
    };
    let assumptions: Vec<String> = match level {
        FocusLevel::Nest => sequence.reduced.clone(),
        _ => sequence
            .assumptions
            .iter()
            .map(|known| known.text.clone())
            .collect(),
    };
    let when = match (assumptions.is_empty(), sequence.proved) {
        (true, true) if sequence.alike.is_some() || level == FocusLevel::Nest => {
            "whatever the others are".to_owned()
        }
        (true, true) => "always".to_owned(),
        (true, false) => "not known for which inputs".to_owned(),
        (false, true) => format!("if {}", listed(&assumptions)),
        (false, false) => format!("if {} and perhaps more (not proved)", listed(&assumptions)),
    };
    let length = shown.len();
    let statements = if length == 1 { "statement" } else { "statements" };
    let when = format!("{:<width$}", when, width = COUNT_COLUMN - 3);
    let alike = match sequence.alike {
        Some(count) if count > 1 => format!("; {} more like it", count - 1),
        _ => String::new(),
    };
    let _ = writeln!(text, "{}  {when} {length} {statements}{alike}", sequence.rank);
    let left_out = match length > MOST_STATEMENTS && level != FocusLevel::Run {
        true => AT_THE_BEGINNING..length - AT_THE_END,
        false => 0..0,
    };
    for (index, statement) in shown.into_iter().enumerate() {
        if index == left_out.start && !left_out.is_empty() {
            let _ = writeln!(text, "     … | {} more that --json lists", left_out.len());
        }
        if left_out.contains(&index) {
            continue;
        }
        let line = statement.place.location.as_ref().map_or(0, |at| at.line);
        let indent = "  ".repeat(statement.depth.min(10) as usize);
        let words = shortened(&statement.text);
        let _ = match &statement.outcome {
            Some(outcome) => writeln!(text, "  {line:>4} | {indent}{words}: {outcome}"),
            None => writeln!(text, "  {line:>4} | {indent}{words}"),
        };
    }
    text.push_str(&last_line(sequence));
    text
}

fn last_line(sequence: &FocusSequence) -> String {
    let wrong: Vec<String> = sequence
        .wrong
        .iter()
        .map(|wrong| format!("{} = {}", wrong.variable, wrong.holds))
        .collect();
    let mut inputs: Vec<String> = sequence
        .inputs
        .iter()
        .filter(|input| !is_star(input))
        .map(|input| format!("{} = {}", input.name, input.value))
        .collect();
    if inputs.len() > MOST_INPUTS {
        let more = inputs.len() - MOST_INPUTS;
        inputs.truncate(MOST_INPUTS);
        inputs.push(format!("and {more} more"));
    }
    let wrong = (!wrong.is_empty()).then(|| format!("wrong: {}", wrong.join(", ")));
    let inputs = (!inputs.is_empty()).then(|| format!("executed with {}", inputs.join(", ")));
    let parts: Vec<String> = wrong.into_iter().chain(inputs).collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!("    {}\n", parts.join("     ")),
    }
}

/// Whether an input is what `*` chose: the outcome beside the star says so already.
fn is_star(input: &crate::InputUse) -> bool {
    let at = input.place.location.as_ref();
    input.name == "__VERIFIER_nondet_bool"
        && at.is_some_and(|at| at.line == at.end_line && at.end_column == at.column + 1)
}

/// A long condition is cut behind an operator, and its parentheses are closed.
fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let beginning: String = text.chars().take(KEPT).collect();
    let cut = ["&& ", "|| ", "&&", "||"]
        .iter()
        .filter_map(|operator| Some(beginning.rfind(operator)? + operator.trim_end().len()))
        .max();
    let kept = match cut {
        Some(cut) => &beginning[..cut],
        None => return format!("{}…", text.chars().take(LONGEST - 1).collect::<String>()),
    };
    let open = kept
        .matches('(')
        .count()
        .saturating_sub(kept.matches(')').count());
    format!("{kept} …{}", ")".repeat(open))
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn long_conditions_are_cut_behind_an_operator() {
        let long = "!(min <= x && min <= y && min <= z && max >= x && max >= y)";
        assert_eq!(shortened(long), "!(min <= x && …)");
        assert_eq!(shortened("a < b"), "a < b");
        assert_eq!(shortened(&"x".repeat(60)).chars().count(), 44);
    }
}
