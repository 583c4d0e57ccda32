//! An explanation for people: what changed among the inputs, then what matters on the way, then where to look.

use std::fmt::Write;

use source::SourceMap;

use crate::arguments::{is_argument_byte, shown_arguments};
use crate::difference_text::{at_claim, differences, one};
use crate::ranking::ranking_text;
use crate::{
    Answer, Assurance, ChangeReport, DeltaReport, DistanceReport, ExplainReport, ExplanationReport, InputUse,
    Style, SuspectReport, change_text, plain, run_text,
};

/// How much to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExplainShown {
    /// Also differences that do not matter.
    pub all_deltas: bool,
    /// Every minimal slice.
    pub all_slices: bool,
    /// The other passing runs at the same distance.
    pub ties: bool,
    /// In single-assignment form, as the thesis prints it.
    pub ssa: bool,
}

/// More inputs than this are not listed one by one.
const MOST_INPUTS: usize = 24;

/// Everything that is said about a failing run.
#[must_use]
pub fn explain_text(
    report: &ExplainReport,
    sources: &SourceMap,
    style: Style,
    shown: ExplainShown,
) -> String {
    let mut text = String::new();
    if let Some(failing) = &report.failing {
        let mut run = failing.run.clone();
        // The inputs of both runs are listed below.
        if let Answer::Explained(_) = report.answer {
            run.inputs.clear();
        }
        text.push_str(&run_text(&run, sources, style));
    }
    let run = std::mem::take(&mut text);
    let suspects = suspects(&report.suspects, report.failing_runs);
    match &report.answer {
        Answer::NothingFails => text.push_str("no claim fails, so there is nothing to explain\n"),
        Answer::NothingPasses { complete } => {
            let bound = if *complete { "" } else { " within the bound" };
            let _ = writeln!(
                text,
                "\nNo run of the program passes{bound}: the failure does not depend on the inputs.\n\
                 `because diagnose` says which expressions could be changed."
            );
        }
        Answer::Interventions { distance, changes } => {
            interventions(&mut text, distance.proved, changes, sources, shown);
        }
        Answer::AnotherFailure {
            distance,
            farthest,
            inputs,
        } => another_failure(&mut text, distance, *farthest, failing_inputs(report), inputs),
        Answer::Schedule(order) => {
            if let Some(sentence) = order.sentence(deadlock_of(report)) {
                let _ = writeln!(text, "\n{sentence}");
            }
            if order.distance.is_some() {
                let schedule = crate::schedule_text(&order.passing_schedule);
                let _ = writeln!(text, "passing schedule: {schedule}");
            }
        }
        Answer::Unknown { reason } => {
            let _ = writeln!(text, "\nnote: no explanation: {reason}");
        }
        Answer::Explained(explanation) => {
            let claim = report.claim.as_ref().map_or("", |claim| &claim.text);
            let inputs = failing_inputs(report);
            explained(&mut text, explanation, inputs, claim, sources, shown);
            if report.ranking.is_empty() && !explanation.lines.is_empty() {
                let lines: Vec<String> = explanation
                    .lines
                    .iter()
                    .map(|line| format!("{}:{}", line.file, line.line))
                    .collect();
                let _ = writeln!(text, "\nLook at {}", lines.join(", "));
            }
            uncompared(&mut text, explanation);
        }
    }
    text.push_str(&suspects);
    text.push_str(&changes_of_source(&report.changes));
    text.push_str(&ranking_text(report, sources));
    run + &plain(&text)
}

/// Who waits for whom in the failing run.
pub(crate) fn deadlock_of(report: &ExplainReport) -> Option<&crate::Deadlock> {
    match &report.failing.as_ref()?.run.ending {
        crate::Ending::Failed(failure) => failure.deadlock.as_ref(),
        _ => None,
    }
}

fn failing_inputs(report: &ExplainReport) -> &[InputUse] {
    let failing = report.failing.as_ref();
    failing.map_or(&[], |failing| &failing.run.inputs)
}

/// `proved` says that no fewer values would do.
fn interventions(
    text: &mut String,
    proved: bool,
    changes: &[DeltaReport],
    sources: &SourceMap,
    shown: ExplainShown,
) {
    let steps = if changes.len() == 1 { "value" } else { "values" };
    let least = if proved { "no fewer do" } else { "fewer may do" };
    let _ = writeln!(
        text,
        "\nThe run would have passed with {} other {steps} ({least}), whatever the program says:",
        changes.len()
    );
    for delta in changes {
        one(text, delta, sources, shown, "");
    }
}

fn another_failure(
    text: &mut String,
    distance: &DistanceReport,
    farthest: bool,
    failing: &[InputUse],
    others: &[InputUse],
) {
    let (which, proved) = match (farthest, distance.proved) {
        (true, true) => ("farthest", "none is farther"),
        (true, false) => ("far away", "others may be farther"),
        (false, true) => ("nearest", "none is nearer"),
        (false, false) => ("near", "others may be nearer"),
    };
    text.push_str("\nAnother run that fails at the same claim:\n\n");
    inputs_named(text, failing, others, ("this run", "other run"));
    let _ = writeln!(
        text,
        "\nIt is the {which} one with other inputs and differs in {} steps ({proved})",
        distance.value
    );
}

/// `The passing run takes the same branches as the failing run up to line 23.`
fn same_way(text: &mut String, way: &crate::SameWayReport) {
    let sentence = match &way.until {
        None if way.of == 0 => return,
        None => "takes the same branches as the failing run".to_owned(),
        Some(place) => format!(
            "takes the same branches as the failing run up to {}, the first {} of {}; no other goes on longer",
            place.short(),
            way.kept,
            way.of
        ),
    };
    let _ = writeln!(text, "\nThe passing run {sentence}.");
}

fn explained(
    text: &mut String,
    explanation: &ExplanationReport,
    failing: &[InputUse],
    claim: &str,
    sources: &SourceMap,
    shown: ExplainShown,
) {
    if let Some(assumed) = &explanation.assumed {
        let _ = writeln!(
            text,
            "\nThe nearest passing run only avoids the claim{}; so this is assumed: {}",
            changes(failing, &assumed.avoided_by),
            assumed.text
        );
    }
    if let Some(unavoidable) = &explanation.unavoidable {
        let _ = writeln!(text, "\nThe passing run below avoids the claim: {unavoidable}.");
    }
    text.push('\n');
    inputs(text, failing, &explanation.passing_inputs);
    if let Some(way) = &explanation.same_way {
        same_way(text, way);
    }
    let distance = &explanation.distance;
    let others = match (&explanation.assumed, &explanation.same_way) {
        (Some(_), _) => "no other such run",
        (None, Some(way)) if way.kept > 0 => "no run that goes this way",
        _ => "no passing run",
    };
    let near = match (distance.proved, explanation.complete) {
        (true, true) => format!("{others} is nearer"),
        (true, false) => format!("{others} within the bound is nearer"),
        (false, _) => format!("the nearest has at least {}", distance.lower_bound),
    };
    let steps = if distance.value == 1 { "step" } else { "steps" };
    let _ = writeln!(
        text,
        "\nThe closest passing run differs in {} {steps} ({near}){}",
        distance.value,
        match explanation.slices.is_empty() {
            true => "; which of them matter could not be found out:",
            false => ". What matters:",
        }
    );
    differences(text, explanation, sources, shown);
    if !shown.ssa {
        at_claim(text, &explanation.at_claim, claim, sources);
    }
    if shown.all_slices {
        slices(text, explanation);
    }
    if shown.ties {
        ties(text, explanation, failing);
    } else if explanation.ties.len() > 1 {
        let others = explanation.ties.len() - 1;
        let more = if explanation.ties_complete { "" } else { " or more" };
        let runs = if others == 1 { "run is" } else { "runs are" };
        let _ = writeln!(
            text,
            "\n{others}{more} other passing {runs} equally near (--show-ties lists them)"
        );
    }
}

fn uncompared(text: &mut String, explanation: &ExplanationReport) {
    if explanation.uncompared > 0 {
        let _ = writeln!(
            text,
            "note: {} values follow from something that is not computed exactly (such as what printf returns); they are shown as \
             executed, and not checked against the solver",
            explanation.uncompared
        );
    }
}

/// Suspects that are listed for people.
const MOST_SUSPECTS: usize = 5;

fn suspects(suspects: &[SuspectReport], failing_runs: usize) -> String {
    let mut text = String::new();
    if suspects.is_empty() {
        return text;
    }
    let (regions, expressions): (Vec<&SuspectReport>, Vec<&SuspectReport>) =
        suspects.iter().partition(|suspect| suspect.is_region());
    let others = match failing_runs {
        0 | 1 => String::new(),
        runs => format!(" (all {runs} failing runs that were tried)"),
    };
    if !expressions.is_empty() {
        let what = match expressions.len() {
            1 => "this expression",
            _ => "one of these expressions",
        };
        let _ = writeln!(
            text,
            "\nWith another value of {what} the failing run would have passed{others}:"
        );
    }
    for suspect in expressions.iter().take(MOST_SUSPECTS) {
        let change = match (&suspect.original, &suspect.repair) {
            (Some(original), Some(repair)) => format!(": {repair} instead of {original}"),
            (None, Some(repair)) => format!(": {repair}"),
            _ => String::new(),
        };
        let differs = if suspect.differs {
            "  (the passing run differs here, too)"
        } else {
            ""
        };
        let undecided = match suspect.undecided {
            0 => String::new(),
            runs => format!("  (too hard to tell for {runs} of these runs)"),
        };
        let expression = suspect.expression.replace('\n', " ");
        let _ = writeln!(
            text,
            "  {}: `{expression}`{change}{differs}{undecided}",
            suspect.place.short()
        );
    }
    let more = expressions.len().saturating_sub(MOST_SUSPECTS);
    if more > 0 {
        let _ = writeln!(text, "  and {more} more (because diagnose lists them)");
    }
    if !regions.is_empty() {
        let what = match regions.len() {
            1 => "this place",
            _ => "one of these places",
        };
        let _ = writeln!(
            text,
            "\nWith other code in {what} the failing run would have passed{others}:"
        );
    }
    for region in regions.iter().take(MOST_SUSPECTS) {
        let code = region.expression.replace('\n', " ");
        let code = crate::difference_text::window(&code, 1);
        let _ = writeln!(text, "  {}: `{code}`", region.place.short());
    }
    text
}

/// Changes that are listed for people.
const MOST_CHANGES: usize = 5;

/// Changes of which as much is known.
fn changes_that_hold(changes: &[&ChangeReport], assurance: Assurance) -> String {
    let mut text = String::new();
    if changes.is_empty() {
        return text;
    }
    let sure = match assurance {
        Assurance::Proved => "every claim holds, for all inputs",
        Assurance::UpToBound => "no claim is violated as far as loops were followed",
        Assurance::Tests | Assurance::SomeTests => {
            "the failing runs pass; that every claim holds is not proved"
        }
    };
    let one = match changes.len() {
        1 => "this change",
        _ => "one of these changes",
    };
    let _ = writeln!(text, "\nWith {one} {sure}:");
    for change in changes {
        text.push_str(&change_text(change));
        if let Some(remark) = change.effect.remark() {
            let _ = writeln!(text, "    ({remark})");
        }
        if change.disturbs_most() {
            let _ = writeln!(
                text,
                "    (but {} of {} passing runs nearby then end, print or compute in another way)",
                change.disturbs, change.sampled
            );
        }
    }
    text
}

fn changes_of_source(changes: &[ChangeReport]) -> String {
    let mut text = String::new();
    let (hold, violate): (Vec<&ChangeReport>, Vec<&ChangeReport>) =
        changes.iter().partition(|change| change.violates.is_none());
    let mut left = MOST_CHANGES;
    for assurance in [
        Assurance::Proved,
        Assurance::UpToBound,
        Assurance::Tests,
        Assurance::SomeTests,
    ] {
        let alike: Vec<&ChangeReport> = hold
            .iter()
            .filter(|change| change.assurance == assurance)
            .take(left)
            .copied()
            .collect();
        left -= alike.len();
        text.push_str(&changes_that_hold(&alike, assurance));
    }
    if !violate.is_empty() {
        let _ = writeln!(
            text,
            "\nThis makes the failing run right, but then another claim fails:"
        );
    }
    for change in violate {
        text.push_str(&change_text(change));
        let name = change.other_failure().unwrap_or_default();
        let _ = writeln!(text, "    (then {name} fails)");
    }
    text
}

/// ` (x: 1 -> 2)`.
fn changes(failing: &[InputUse], passing: &[InputUse]) -> String {
    let (before, after) = (typed(failing), typed(passing));
    let text = (before != after).then(|| format!("standard input: {before} -> {after}"));
    let words = (worded(failing), worded(passing));
    let typed_words = (words.0 != words.1).then(|| format!("arguments: {} -> {}", words.0, words.1));
    let others = failing
        .iter()
        .filter(|input| input.source != "stdin" && !is_argument_byte(failing, input));
    let changed: Vec<String> = text
        .into_iter()
        .chain(typed_words)
        .chain(others.filter_map(|input| {
            let other = same(passing, input)?;
            (other.value != input.value)
                .then(|| format!("{}: {} -> {}", key(input), input.value, other.value))
        }))
        .take(4)
        .collect();
    match changed.is_empty() {
        true => String::new(),
        false => format!(" ({})", changed.join(", ")),
    }
}

fn key(input: &InputUse) -> String {
    match input.occurrence {
        1 => input.name.clone(),
        n => format!("{}#{n}", input.name),
    }
}

/// As the table of inputs calls it: what is read without having been written is nobody's choice.
fn titled(input: &InputUse) -> String {
    match input.source.as_str() {
        "uninitialised" => format!("{} (never written)", key(input)),
        _ => key(input),
    }
}

fn same<'i>(inputs: &'i [InputUse], wanted: &InputUse) -> Option<&'i InputUse> {
    inputs
        .iter()
        .find(|input| (&input.name, input.occurrence) == (&wanted.name, wanted.occurrence))
}

/// The inputs of both runs, side by side.
fn inputs(text: &mut String, failing: &[InputUse], passing: &[InputUse]) {
    inputs_named(text, failing, passing, ("failing", "passing"));
}

fn inputs_named(text: &mut String, failing: &[InputUse], passing: &[InputUse], titles: (&str, &str)) {
    let mut rows: Vec<(String, String, String)> = Vec::new();
    let stdin = |inputs: &[InputUse]| inputs.iter().filter(|input| input.source == "stdin").count();
    if stdin(failing) + stdin(passing) > 0 {
        rows.push(("standard input".to_owned(), typed(failing), typed(passing)));
    }
    if shown_arguments(failing).is_some() || shown_arguments(passing).is_some() {
        rows.push(("arguments".to_owned(), worded(failing), worded(passing)));
    }
    let plain = |inputs: &[InputUse]| -> Vec<InputUse> {
        let others = inputs
            .iter()
            .filter(|input| input.source != "stdin" && !is_argument_byte(inputs, input));
        others.cloned().collect()
    };
    let (failing, passing) = (&plain(failing), &plain(passing));
    for input in failing {
        let other = same(passing, input).map_or("not used".to_owned(), |other| other.value.clone());
        rows.push((titled(input), input.value.clone(), other));
    }
    for input in passing {
        if same(failing, input).is_none() {
            rows.push((titled(input), "not used".to_owned(), input.value.clone()));
        }
    }
    if rows.is_empty() {
        text.push_str("The program has no inputs.\n");
        return;
    }
    let unchanged = rows.iter().filter(|row| row.1 == row.2).count();
    if rows.len() > MOST_INPUTS {
        rows.retain(|row| row.1 != row.2);
    }
    // A text that fills the screen says less than its beginning; whether it differs has been seen.
    let differs: Vec<bool> = rows.iter().map(|row| row.1 != row.2).collect();
    for row in &mut rows {
        (row.1, row.2) = (clipped(&row.1), clipped(&row.2));
    }
    let width = |get: fn(&(String, String, String)) -> &String, least: usize| {
        rows.iter()
            .map(|row| get(row).chars().count())
            .max()
            .unwrap_or(0)
            .max(least)
    };
    let (names, left, right) = (
        width(|row| &row.0, 5),
        width(|row| &row.1, titles.0.len()),
        width(|row| &row.2, titles.1.len()),
    );
    let _ = writeln!(
        text,
        "{:<names$}  {:>left$}  {:>right$}",
        "input", titles.0, titles.1
    );
    for ((name, failing, passing), differs) in rows.iter().zip(differs) {
        let mark = if differs { "  <-- changed" } else { "" };
        let _ = writeln!(text, "{name:<names$}  {failing:>left$}  {passing:>right$}{mark}");
    }
    if rows.len() < unchanged {
        let _ = writeln!(text, "and {unchanged} inputs that are the same in both");
    }
}

/// Longer values are cut in the table; `--json` has them whole.
const WIDEST: usize = 40;

fn clipped(value: &str) -> String {
    match value.chars().count() <= WIDEST {
        true => value.to_owned(),
        false => value.chars().take(WIDEST - 1).chain(['…']).collect(),
    }
}

/// The arguments that are looked at, as strings.
fn worded(inputs: &[InputUse]) -> String {
    shown_arguments(inputs).unwrap_or_else(|| "not used".to_owned())
}

/// What is read from standard input, as a string.
fn typed(inputs: &[InputUse]) -> String {
    let mut text = String::from("\"");
    for input in inputs.iter().filter(|input| input.source == "stdin") {
        let bits = input.bits.strip_prefix("0x").unwrap_or(&input.bits);
        // The end of the input is the one value that is no byte.
        match u128::from_str_radix(bits, 16)
            .ok()
            .and_then(|bits| u8::try_from(bits).ok())
        {
            Some(byte) => text.extend(std::ascii::escape_default(byte).map(char::from)),
            None => break,
        }
    }
    text.push('"');
    text
}

fn slices(text: &mut String, explanation: &ExplanationReport) {
    let more = if explanation.slices_complete {
        ""
    } else {
        " (there may be more)"
    };
    let _ = writeln!(text, "\nminimal sets of differences that matter{more}:");
    for (index, slice) in explanation.slices.iter().enumerate() {
        let names: Vec<String> = slice
            .iter()
            .filter_map(|position| explanation.deltas.get(*position))
            .map(|delta| match delta.place.location.as_ref() {
                Some(location) => format!("{} (line {})", delta.name, location.line),
                None => delta.name.clone(),
            })
            .collect();
        let _ = writeln!(text, "  {}. {}", index + 1, names.join(", "));
    }
}

fn ties(text: &mut String, explanation: &ExplanationReport, failing: &[InputUse]) {
    let more = if explanation.ties_complete {
        ""
    } else {
        " (there may be more)"
    };
    let _ = writeln!(text, "\npassing runs at this distance{more}:");
    for (index, tie) in explanation.ties.iter().enumerate() {
        let shown = if index == 0 { ", shown above" } else { "" };
        let _ = writeln!(
            text,
            "  {}.{}: {} of {} differences matter{shown}",
            index + 1,
            changes(failing, &tie.inputs),
            tie.slice,
            tie.differences
        );
    }
}
