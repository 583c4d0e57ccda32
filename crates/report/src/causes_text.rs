//! Causes for people: each predicate, and where its variables got their values.

use std::fmt::Write;

use source::SourceMap;

use crate::{CauseReport, CausesReport, CheckedReport, OperandReport, Style, plain, run_text};

/// So many of what is put at the end of a line.
const MOST_NAMED: usize = 4;

/// So many causes are told if not all are asked for.
const MOST_TOLD: usize = 12;

/// So many causes of one kind are put into one line.
const FEW: usize = 2;

#[must_use]
pub fn causes_text(report: &CausesReport, sources: &SourceMap, style: Style, all: bool) -> String {
    let failing = report.failing.as_ref();
    let run = failing.map_or_else(String::new, |failing| {
        run_text(&failing.run, sources, style) + "\n"
    });
    run + &plain(&found(report, all))
}

fn found(report: &CausesReport, all: bool) -> String {
    let mut text = String::new();
    let effect = match &report.effect {
        Some(effect) => format!("`{effect}`"),
        None => "the error".to_owned(),
    };
    if let Some(reason) = &report.reason {
        let _ = writeln!(text, "note: {reason}");
        return text;
    }
    for assumed in &report.assumed {
        let _ = writeln!(text, "of the runs in which {}:", clause(assumed));
    }
    if report.nearest.is_none() {
        let _ = writeln!(text, "every run shows {effect}: it depends on nothing");
    } else if let Some(checked) = &report.checked {
        text.push_str(&verdict(checked, &effect));
    } else if report.causes.is_empty() {
        text.push_str(&no_cause(report, &effect));
    } else {
        let _ = writeln!(text, "{effect} depends on:");
        text.push_str(&causes(report, all));
    }
    if report.undecided > 0 && report.checked.is_none() {
        let (undecided, all) = (report.undecided, report.candidates);
        let _ = match report.decides_all {
            true => writeln!(
                text,
                "note: time ran out before {undecided} of {all} predicates were decided"
            ),
            false => writeln!(
                text,
                "note: {undecided} of {all} predicates were not decided (--decide-all goes on until they are)"
            ),
        };
    }
    if !report.complete {
        text.push_str("note: loops were followed up to a bound; runs beyond it were not compared with\n");
    }
    text
}

/// What is said where no predicate is a cause.
fn no_cause(report: &CausesReport, effect: &str) -> String {
    let decided = report.candidates - report.undecided.min(report.candidates);
    let mut text = match report.candidates {
        number if decided == 0 && number > 0 => format!("it is not known what {effect} depends on\n"),
        _ if decided < report.candidates => {
            format!("{effect} depends on none of the {decided} predicates that were decided\n")
        }
        0 => format!(
            "there are no two values to compare of which one differs in the nearest run without {effect}\n"
        ),
        1 => format!("{effect} does not depend on the one predicate that was looked at\n"),
        number => format!("{effect} depends on none of the {number} predicates that were looked at\n"),
    };
    if !report.looks_further && report.undecided == 0 {
        text.push_str("note: --mine-guards and --constants look at more\n");
    }
    text
}

/// A line for each cause with the values that it compares; what follows from it, and what is like it, stands in the
/// same line unless `all` are asked for.
fn causes(report: &CausesReport, all: bool) -> String {
    let mut text = String::new();
    let shown = |cause: &&CauseReport| all || cause.follows_from.is_none();
    let width = report.causes.iter().filter(shown).map(|cause| cause.text.len());
    let width = width.max().unwrap_or(0);
    let claim = report.claim.as_ref();
    let claim = claim.and_then(|claim| claim.place.location.as_ref());
    let file = claim.map(|location| &*location.file);
    let mut listed = vec![false; report.causes.len()];
    let (mut told, mut left) = (0, 0);
    for (index, cause) in report.causes.iter().enumerate() {
        if !all && (cause.follows_from.is_some() || listed[index]) {
            continue;
        }
        if !all && told == MOST_TOLD {
            left += 1;
            continue;
        }
        told += 1;
        let values = [&cause.left, &cause.right].into_iter();
        let values: Vec<String> = values.filter_map(|value| operand(value, file)).collect();
        let _ = write!(text, "  {:<width$}  {}", cause.text, values.join(", "));
        if !all {
            text.push_str(&weaker(report, index));
            text.push_str(&likewise(report, index, &mut listed));
        }
        text.push('\n');
    }
    if left > 0 {
        let _ = writeln!(
            text,
            "  and {left} more that are as far away or farther (--all lists them)"
        );
    }
    text
}

/// What follows from a cause: other comparisons of the same values, and of others.
fn weaker(report: &CausesReport, index: usize) -> String {
    let cause = &report.causes[index];
    let weaker = report
        .causes
        .iter()
        .filter(|other| other.follows_from == Some(index));
    let (same, others): (Vec<_>, Vec<_>) =
        weaker.partition(|other| other.left == cause.left && other.right == cause.right);
    let mut text = String::new();
    if !same.is_empty() {
        let comparisons: Vec<&str> = same.iter().map(|other| other.comparison).collect();
        let _ = write!(text, "; also as {}", comparisons.join(" and "));
    }
    let texts = some_of(others.iter().map(|other| other.text.as_str()));
    if !texts.is_empty() {
        let _ = write!(text, "; so also {texts}");
    }
    text
}

/// Causes that are the same comparison with something else that has the same value: one line is enough for several of
/// them.
fn likewise(report: &CausesReport, index: usize, listed: &mut [bool]) -> String {
    let cause = &report.causes[index];
    let alike =
        |one: &OperandReport, other: &OperandReport| !one.value.is_empty() && one.value == other.value;
    let others = |same_left: bool| -> Vec<usize> {
        let later = report.causes.iter().enumerate().skip(index + 1);
        later
            .filter(|(at, other)| other.follows_from.is_none() && !listed[*at])
            .filter(|(_, other)| other.comparison == cause.comparison)
            .filter(|(_, other)| match same_left {
                true => other.left == cause.left && alike(&other.right, &cause.right),
                false => other.right == cause.right && alike(&other.left, &cause.left),
            })
            .map(|(at, _)| at)
            .collect()
    };
    let (lefts, rights) = (others(false), others(true));
    let same_left = rights.len() >= lefts.len();
    let found = if same_left { rights } else { lefts };
    if found.len() < FEW {
        return String::new();
    }
    let name = |at: &usize| match same_left {
        true => report.causes[*at].right.name.as_str(),
        false => report.causes[*at].left.name.as_str(),
    };
    let text = format!("; likewise for {}", some_of(found.iter().map(name)));
    for at in found {
        listed[at] = true;
    }
    text
}

/// Different texts in their order, not too many of them.
fn some_of<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut different: Vec<&str> = Vec::new();
    for text in texts {
        if !different.contains(&text) {
            different.push(text);
        }
    }
    let more = different.len().saturating_sub(MOST_NAMED);
    different.truncate(MOST_NAMED);
    let mut text = different.join(", ");
    if more > 0 {
        let _ = write!(text, " and {more} more");
    }
    text
}

fn clause(assumed: &str) -> String {
    match assumed {
        "the claim is reached" => assumed.to_owned(),
        text => format!("`{text}` holds"),
    }
}

/// A value and where it is from; nothing for a constant, which says it itself. `file` is that of the claim.
fn operand(operand: &OperandReport, file: Option<&str>) -> Option<String> {
    if operand.value.is_empty() {
        return None;
    }
    let mut text = format!("{} = {}", operand.name, operand.value);
    if !operand.also.is_empty() {
        let _ = write!(
            text,
            " (also {})",
            some_of(operand.also.iter().map(String::as_str))
        );
    }
    match &operand.place.location {
        Some(location) if file == Some(&*location.file) => {
            let _ = write!(text, " at line {}", location.line);
        }
        Some(_) => {
            let _ = write!(text, " at {}", operand.place.short());
        }
        None => {}
    }
    Some(text)
}

fn verdict(checked: &CheckedReport, effect: &str) -> String {
    let text = &checked.text;
    match (checked.verdict, checked.distance) {
        ("cause", Some(distance)) => format!(
            "{effect} depends on `{text}`: the nearest runs without it (distance {distance}) do not show it\n"
        ),
        ("no_cause", Some(distance)) => format!(
            "{effect} does not depend on `{text}`: one of the nearest runs without it (distance {distance}) shows it, too\n"
        ),
        ("always_holds", _) => format!("`{text}` holds in every run, so nothing depends on it\n"),
        _ => format!("`{text}` could not be decided\n"),
    }
}
