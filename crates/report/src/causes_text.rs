//! Causes for people: each predicate, and where its variables got their values.

use std::fmt::Write;

use source::SourceMap;

use crate::{CauseReport, CausesReport, CheckedReport, OperandReport, Style, run_text};

#[must_use]
pub fn causes_text(report: &CausesReport, sources: &SourceMap, style: Style, all: bool) -> String {
    let mut text = String::new();
    if let Some(failing) = &report.failing {
        text.push_str(&run_text(&failing.run, sources, style));
        text.push('\n');
    }
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
        let _ = writeln!(
            text,
            "{effect} depends on none of the {} predicates that were looked at",
            report.candidates
        );
    } else {
        let _ = writeln!(text, "{effect} depends on:");
        let shown = |cause: &&CauseReport| all || cause.follows_from.is_none();
        let width = report.causes.iter().filter(shown).map(|cause| cause.text.len());
        let width = width.max().unwrap_or(0);
        for (index, cause) in report.causes.iter().enumerate() {
            if !all && cause.follows_from.is_some() {
                continue;
            }
            let _ = write!(text, "  {:<width$}", cause.text);
            let _ = write!(text, "  {}, {}", operand(&cause.left), operand(&cause.right));
            let weaker = report
                .causes
                .iter()
                .filter(|other| other.follows_from == Some(index))
                .map(|other| other.comparison);
            let weaker: Vec<&str> = weaker.collect();
            if !weaker.is_empty() && !all {
                let _ = write!(text, "; also as {}", weaker.join(" and "));
            }
            text.push('\n');
        }
    }
    if report.undecided > 0 {
        let _ = writeln!(
            text,
            "note: {} of {} predicates were not decided (--decide-all goes on until they are)",
            report.undecided, report.candidates
        );
    }
    if !report.complete {
        text.push_str("note: loops were followed up to a bound; runs beyond it were not compared with\n");
    }
    text
}

fn clause(assumed: &str) -> String {
    match assumed {
        "the claim is reached" => assumed.to_owned(),
        text => format!("`{text}` holds"),
    }
}

fn operand(operand: &OperandReport) -> String {
    if operand.value.is_empty() {
        return operand.name.clone();
    }
    let mut text = format!("{} = {}", operand.name, operand.value);
    if !operand.also.is_empty() {
        let _ = write!(text, " (also {})", operand.also.join(", "));
    }
    let place = operand.place.short();
    if !place.is_empty() {
        let _ = write!(text, " at {place}");
    }
    text
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
