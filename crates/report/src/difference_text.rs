//! The differences that matter, in the order of execution, and the claim at their end.
//!
//! In a loop the same line differs round by round, and a story of hundreds of such lines is no story. So what is said
//! about one place and one name is said once, with the values it goes through: at once if it follows itself, and
//! wherever it comes again if there are more than a few.

use std::fmt::Write;

use source::SourceMap;

use crate::{AtClaimReport, DeltaKindReport, DeltaReport, ExplainShown, ExplanationReport};

/// Up to so many differences are told one by one.
const FEW: usize = 8;
/// Pairs of values that are listed for one place.
const MOST_VALUES: usize = 4;
/// Places that are told.
const MOST_PLACES: usize = 40;
/// Characters of a source line that are shown.
const WIDTH: usize = 100;

/// Tells the differences.
pub(crate) fn differences(
    text: &mut String,
    explanation: &ExplanationReport,
    sources: &SourceMap,
    shown: ExplainShown,
) {
    let unsliced = explanation.slices.is_empty();
    let whole = shown.ssa || shown.all_deltas;
    let mut told: Vec<&DeltaReport> = Vec::new();
    for (index, delta) in explanation.deltas.iter().enumerate() {
        let earlier = &explanation.deltas[..index];
        let repeats = !shown.ssa
            && earlier
                .iter()
                .any(|before| before.in_slice == delta.in_slice && says(before, delta));
        let executed = delta.in_failing || delta.in_passing;
        let wanted = delta.in_slice || (unsliced && executed) || shown.all_deltas;
        if wanted && !repeats && (whole || !delta.library) {
            told.push(delta);
        }
    }
    let groups = if whole {
        told.iter().map(|delta| vec![*delta]).collect()
    } else {
        grouped(&told)
    };
    let most = if whole { usize::MAX } else { MOST_PLACES };
    for group in groups.iter().take(most) {
        let mut first = group[0].clone();
        // Nothing is known not to matter.
        first.in_slice |= unsliced;
        one(text, &first, sources, shown, &more_values(group));
    }
    let left = groups.len().saturating_sub(most);
    if left > 0 {
        let _ = writeln!(text, "\n  and at {left} more places (--all-deltas shows them)");
    }
    let hidden = explanation
        .deltas
        .iter()
        .filter(|delta| delta.library && (delta.in_slice || unsliced))
        .count();
    if hidden > 0 && !whole {
        let _ = writeln!(
            text,
            "\n  and {hidden} inside functions of the C library (--all-deltas shows them)"
        );
    }
}

/// Differences of one place and name together, where the first of them is.
fn grouped<'d>(told: &[&'d DeltaReport]) -> Vec<Vec<&'d DeltaReport>> {
    let line = |place: &Option<crate::Place>| place.as_ref().map(crate::Place::short);
    let key = |delta: &DeltaReport| {
        (
            delta.kind,
            delta.place.short(),
            delta.function.clone(),
            delta.name.clone(),
            line(&delta.stored_failing),
            line(&delta.stored_passing),
        )
    };
    let mut groups: Vec<Vec<&DeltaReport>> = Vec::new();
    for delta in told {
        let near = if told.len() > FEW { groups.len() } else { 1 };
        let same = groups
            .iter_mut()
            .rev()
            .take(near)
            .find(|group| key(group[0]) == key(delta));
        match same {
            Some(group) => group.push(delta),
            None => groups.push(vec![delta]),
        }
    }
    groups
}

/// What a group says beyond its first pair of values.
fn more_values(group: &[&DeltaReport]) -> String {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for delta in group {
        let pair = (delta.failing.as_str(), delta.passing.as_str());
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    match (group.len(), pairs.as_slice()) {
        (0 | 1, _) => String::new(),
        (times, [_]) => format!("  ({times} times)"),
        (times, _) => {
            let listed: Vec<String> = pairs
                .iter()
                .skip(1)
                .take(MOST_VALUES)
                .map(|(failing, passing)| format!("; then {failing}, in the passing run {passing}"))
                .collect();
            let dots = if pairs.len() > MOST_VALUES + 1 {
                "; ..."
            } else {
                ""
            };
            format!("{}{dots}  ({times} times)", listed.concat())
        }
    }
}

/// Whether a difference that was told says the next one, too: a variable just gets the input, or still holds what was
/// stored there.
fn says(told: &DeltaReport, next: &DeltaReport) -> bool {
    let same_values =
        number(&told.failing) == number(&next.failing) && number(&told.passing) == number(&next.passing);
    if !same_values || next.kind != DeltaKindReport::Value {
        return false;
    }
    match told.kind {
        DeltaKindReport::Guard => false,
        DeltaKindReport::Input => told.place.short() == next.place.short(),
        DeltaKindReport::Value => {
            let stored = |delta: &DeltaReport| {
                let line = |place: &Option<crate::Place>| place.as_ref().unwrap_or(&delta.place).short();
                (line(&delta.stored_failing), line(&delta.stored_passing))
            };
            next.stored_failing.is_some() && told.name == next.name && stored(told) == stored(next)
        }
    }
}

/// A value without what only says how it is written: `1.5f` and `1.5`, `32 ' '` and `32`.
fn number(text: &str) -> String {
    let plain = text.split(" '").next().unwrap_or(text);
    plain
        .trim_end_matches(['f', 'F', 'L', 'u', 'U'])
        .replace("e+", "e")
}

/// The claim, with what it looks at in both runs.
pub(crate) fn at_claim(text: &mut String, at: &AtClaimReport, claim: &str, sources: &SourceMap) {
    let with = |value: fn(&crate::AtClaimValue) -> &str| {
        let values: Vec<String> = at
            .values
            .iter()
            .filter(|item| !item.library)
            .map(|item| format!("{} = {}", item.name, value(item)))
            .collect();
        values.join(", ")
    };
    let (failing, passing) = (with(|item| &item.failing), with(|item| &item.passing));
    let said = match (at.reached, failing.is_empty()) {
        (false, true) => "fails; the passing run does not come here".to_owned(),
        (false, false) => format!("fails with {failing}; the passing run does not come here"),
        (true, true) => "fails; it holds in the passing run".to_owned(),
        (true, false) if failing == passing => {
            format!("fails; it holds in the passing run; in both runs {failing}")
        }
        (true, false) => format!("fails with {failing}; it holds in the passing run with {passing}"),
    };
    let place = at.place.short();
    let place = if place.is_empty() {
        String::new()
    } else {
        format!("{place} in {}: ", at.function)
    };
    let _ = writeln!(text, "\n  {place}the claim ({claim}) {said}");
    for line in lines_of(&[&at.place], sources) {
        let _ = writeln!(text, "    {line}");
    }
}

/// One difference with its source line.
pub(crate) fn one(
    text: &mut String,
    delta: &DeltaReport,
    sources: &SourceMap,
    shown: ExplainShown,
    more: &str,
) {
    if shown.ssa {
        match delta.kind {
            DeltaKindReport::Guard => {
                let was = match delta.failing.as_str() {
                    "taken" => "TRUE",
                    "not taken" | "not reached" => "FALSE",
                    other => other,
                };
                let _ = writeln!(text, "Guard changed: {} ({}) was {was}", delta.name, delta.ssa);
            }
            _ => {
                let (name, from, to) = (&delta.ssa, &delta.failing, &delta.passing);
                let _ = writeln!(text, "Value changed: {name} from {from} to {to}");
            }
        }
        if let Some(location) = &delta.place.location {
            let (file, line, function) = (&location.file, location.line, &delta.function);
            let _ = writeln!(text, "               file {file} line {line} function {function}");
        }
        return;
    }
    let mark = if delta.in_slice { "" } else { "  (does not matter)" };
    let place = delta.place.short();
    let said = match delta.kind {
        DeltaKindReport::Input => format!(
            "input {}: {}, in the passing run {}",
            delta.name, delta.failing, delta.passing
        ),
        DeltaKindReport::Guard => format!(
            "branch on `{}`: {}, in the passing run {}",
            delta.name, delta.failing, delta.passing
        ),
        DeltaKindReport::Value => {
            let side = |value: &str, happened: bool, place: &Option<crate::Place>| {
                let line = place.as_ref().and_then(|place| place.location.as_ref());
                match (happened, line) {
                    (_, Some(location)) => format!("{value} (stored at line {})", location.line),
                    (true, None) => value.to_owned(),
                    (false, None) => "not executed".to_owned(),
                }
            };
            format!(
                "{}: {}, in the passing run {}",
                delta.name,
                side(&delta.failing, delta.in_failing, &delta.stored_failing),
                side(&delta.passing, delta.in_passing, &delta.stored_passing)
            )
        }
    };
    let _ = writeln!(text, "\n  {place} in {}: {said}{more}{mark}", delta.function);
    for line in source_lines(delta, sources) {
        let _ = writeln!(text, "    {line}");
    }
}

/// The source lines that a difference is about.
fn source_lines(delta: &DeltaReport, sources: &SourceMap) -> Vec<String> {
    let mut places = Vec::new();
    match (&delta.stored_failing, &delta.stored_passing) {
        (None, None) => places.push(&delta.place),
        (failing, passing) => places.extend(failing.iter().chain(passing)),
    }
    lines_of(&places, sources)
}

fn lines_of(places: &[&crate::Place], sources: &SourceMap) -> Vec<String> {
    let mut numbers: Vec<(u32, String)> = Vec::new();
    for place in places {
        if place.loc == source::LocId::NONE {
            continue;
        }
        let span = sources.location(place.loc).used;
        let line = sources.line(place.loc);
        let whole = String::from_utf8_lossy(sources.file(span.file).line_text(line)).into_owned();
        let column = place.location.as_ref().map_or(1, |location| location.column);
        let shown = window(whole.trim_end(), column as usize);
        if !numbers.iter().any(|(number, _)| *number == line) {
            numbers.push((line, shown));
        }
    }
    numbers.sort();
    let width = numbers.last().map_or(1, |(line, _)| line.to_string().len());
    numbers
        .into_iter()
        .map(|(line, shown)| format!("{line:>width$} | {}", shown))
        .collect()
}

/// A long line is cut to what is around a column.
pub(crate) fn window(line: &str, column: usize) -> String {
    let count = line.chars().count();
    if count <= WIDTH {
        return line.to_owned();
    }
    let from = column.saturating_sub(WIDTH / 3).min(count - WIDTH);
    let from = if from < 4 { 0 } else { from };
    let cut: String = line.chars().skip(from).take(WIDTH).collect();
    let (before, after) = (
        if from > 0 { "..." } else { "" },
        if from + WIDTH < count { "..." } else { "" },
    );
    format!("{before}{cut}{after}")
}
