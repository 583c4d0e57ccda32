//! The smallest failing run for people: how small it is, and the run.

use std::fmt::Write;

use source::SourceMap;

use crate::{MeasureReport, MinimizeReport, Style, plain, run_text, trace_text};

#[must_use]
pub fn minimize_text(report: &MinimizeReport, sources: &SourceMap, style: Style) -> String {
    let mut text = String::new();
    if let Some(run) = &report.run {
        text.push_str(&run_text(&run.run, sources, style));
        text.push('\n');
    }
    let run = std::mem::take(&mut text);
    let length_first = report.order[0] == "length";
    let (length, sum) = (report.length.as_ref(), report.sum.as_ref());
    let values = match report.input_values_only {
        true => "sum of input values",
        false => "sum of values",
    };
    let greedy = report.method == "greedy";
    let length = length.map(|measure| {
        let unit = if measure.value == 1 { "state" } else { "states" };
        line("length", unit, measure, length_first, greedy)
    });
    let sum = sum.map(|measure| line(values, "", measure, !length_first, greedy));
    let lines = match length_first {
        true => [length, sum],
        false => [sum, length],
    };
    for line in lines.into_iter().flatten() {
        text.push_str(&line);
    }
    if let Some(reason) = &report.reason {
        let _ = writeln!(text, "note: {reason}");
    }
    if report.length.is_some() && !report.complete && !greedy {
        text.push_str("note: loops were followed up to a bound; a run beyond it may be smaller\n");
    }
    if let Some(trace) = report.run.as_ref().and_then(|run| run.trace.as_ref()) {
        text.push_str("\ntrace:\n");
        text.push_str(&trace_text(trace, "  "));
    }
    run + &plain(&text)
}

fn line(what: &str, unit: &str, measure: &MeasureReport, first: bool, greedy: bool) -> String {
    let mut text = format!("{what}: {}", measure.value);
    if !unit.is_empty() {
        let _ = write!(text, " {unit}");
    }
    if measure.before != measure.value {
        let _ = write!(text, " (was {})", measure.before);
    }
    let among = if first { "" } else { " among those" };
    if measure.proved {
        let _ = write!(text, ", proved to be the least{among}");
    } else if greedy {
        text.push_str(", found greedily");
    } else {
        let _ = write!(text, ", at least {}{among}", measure.lower_bound);
    }
    text.push('\n');
    text
}
