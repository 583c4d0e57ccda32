//! Runs around a failing one, for people.

use std::fmt::{self, Write};

use crate::variations::{
    InvariantReport, NearError, NotVaried, StepReport, TransformationReport, VariationGap, VariationKind,
    VariationsReport,
};
use crate::{ClaimReport, InputUse, Place, thread_name};

/// So much is shown of each list unless everything is asked for.
const MOST_STEPS: usize = 8;
const MOST_INVARIANTS: usize = 6;
const MOST_CHANGES: usize = 2;
const MOST_ERRORS: usize = 5;
/// A longer way is cut.
const LONGEST_WAY: usize = 24;

/// The claim that a run fails, where, and what it says.
pub(crate) fn failed_claim(what: &str, claim: &ClaimReport, place: &Place) -> String {
    format!("{what}{}  {}  {}\n", claim.name, at(place), claim.text)
}

/// The words for a branch that an input decides.
#[must_use]
pub fn way_word(taken: bool) -> &'static str {
    if taken { "taken" } else { "not taken" }
}

/// An array in order.
#[must_use]
pub fn sorted_text(array: &str, ascending: bool) -> String {
    let order = if ascending { "ascending" } else { "descending" };
    format!("{array} is in {order} order")
}

#[must_use]
pub fn same_object_text(p: &str, q: &str) -> String {
    format!("{p} and {q} point into the same object")
}

#[must_use]
pub fn one_of_text(name: &str, values: &[String]) -> String {
    format!("{name} is one of {}", values.join(", "))
}

impl fmt::Display for NotVaried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotVaried::NoSteps => write!(f, "the run fails before its first statement"),
            NotVaried::EndsOtherwise(how) => {
                write!(f, "the run does not fail as it should when it is executed: {how}")
            }
            NotVaried::TooLong => write!(f, "the run takes too many steps to be varied"),
            NotVaried::Mismatch(how) => write!(f, "a run is another one when it is executed again: {how}"),
        }
    }
}

impl fmt::Display for VariationGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            VariationGap::Inputs => "some inputs have too many values to try all of them",
            VariationGap::States => "there are more states than were visited",
            VariationGap::Runs => "there are more runs than were wanted (--max-runs)",
            VariationGap::LongStep => "a step does not end",
            VariationGap::Unsupported => "some runs come to something that is not supported",
            VariationGap::Memory => "some runs need more memory than a run may use",
            VariationGap::Interrupted => "the search was ended early",
            VariationGap::Stdin => "standard input is always that of the run",
            VariationGap::Beginning => "inputs before the first statement are always those of the run",
            VariationGap::Pairs => "there are more pairs of runs than were compared",
        })
    }
}

fn at(place: &Place) -> String {
    let location = place.location.as_ref();
    location.map_or_else(String::new, |at| format!("{}:{}", at.file, at.line))
}

fn line(place: &Place) -> u32 {
    place.location.as_ref().map_or(0, |at| at.line)
}

fn runs(count: usize, kind: &str) -> String {
    let runs = if count == 1 { "run" } else { "runs" };
    format!("{count} {kind} {runs}")
}

#[must_use]
pub fn variations_text(report: &VariationsReport, full: bool) -> String {
    let mut text = String::new();
    if let Some(reason) = &report.reason {
        let _ = writeln!(text, "{reason}");
        return text;
    }
    if report.near {
        near(&mut text, report);
    } else {
        head(&mut text, report);
        if report.counts.negatives > 0 && report.counts.positives > 0 {
            differences(&mut text, report, full);
        }
        errors(&mut text, "Other errors near it", &report.errors, full);
    }
    for gap in &report.gaps {
        let _ = writeln!(text, "note: {gap}");
    }
    text
}

fn near(text: &mut String, report: &VariationsReport) {
    if let Some(claim) = &report.claim {
        text.push_str(&failed_claim("the run itself fails: ", claim, &report.place));
    }
    if report.errors.is_empty() {
        let other = if report.claim.is_some() { "other " } else { "" };
        let _ = writeln!(text, "no {other}error within {} steps of the run", report.depth);
    }
    errors(
        text,
        &format!("Errors within {} steps of the run", report.depth),
        &report.errors,
        true,
    );
}

fn head(text: &mut String, report: &VariationsReport) {
    if let Some(claim) = &report.claim {
        text.push_str(&failed_claim("FAILS  ", claim, &report.place));
    }
    let counts = &report.counts;
    if report.scope == "all" {
        let of = |count: &Option<String>, found: usize| {
            let unlimited = if found > 0 { "any number of" } else { "no" };
            count.clone().unwrap_or_else(|| unlimited.to_owned())
        };
        let _ = writeln!(
            text,
            "of all runs, {} fail here and {} pass here and can not fail here any more",
            of(&counts.all_negatives, counts.negatives),
            of(&counts.all_positives, counts.positives)
        );
    }
    let _ = write!(
        text,
        "{} and {} reach this place within {} steps of it",
        runs(counts.negatives, "failing"),
        runs(counts.positives, "passing"),
        report.depth
    );
    text.push('\n');
    if counts.positives == 0 {
        let _ = writeln!(
            text,
            "no passing run was found that stays one: there is nothing to compare with"
        );
    }
}

fn differences(text: &mut String, report: &VariationsReport, full: bool) {
    text.push('\n');
    let sets = &report.sets;
    let lists: [(&str, &[StepReport]); 3] = [
        (
            "In every failing run and in no passing one:",
            &sets.cause_negative,
        ),
        (
            "In every passing run and in no failing one:",
            &sets.cause_positive,
        ),
        ("In failing runs only:", &sets.only_negative),
    ];
    let mut shown = false;
    for (index, (title, steps)) in lists.into_iter().enumerate() {
        // What every failing run has says more than what some have.
        if steps.is_empty() || (index == 2 && shown && !full) {
            continue;
        }
        shown = true;
        list(text, title, steps, full);
    }
    if !shown {
        let _ = writeln!(text, "failing and passing runs take the same steps");
    }
    if full {
        list(text, "In every failing run:", &sets.all_negative, true);
        list(text, "In every passing run:", &sets.all_positive, true);
        list(text, "In passing runs only:", &sets.only_positive, true);
    }
    invariants(text, &report.invariants, full);
    changes(text, report, full);
    if let Some(kind) = report.classification {
        let _ = writeln!(
            text,
            "Kind: {}",
            match kind {
                VariationKind::Data => "data (only inputs differ)",
                VariationKind::Concurrency => "concurrency (only the schedule differs)",
                VariationKind::Both => "data and concurrency (no pair differs in one of them alone)",
            }
        );
    }
    if let Some(depth) = report.stable_since.filter(|_| full) {
        let _ = writeln!(text, "the same steps from depth {depth} on");
    }
}

fn list(text: &mut String, title: &str, steps: &[StepReport], full: bool) {
    if steps.is_empty() {
        return;
    }
    let _ = writeln!(text, "{title}");
    let most = if full { usize::MAX } else { MOST_STEPS };
    let width = steps.iter().map(|step| at(&step.place).len()).max().unwrap_or(0);
    for step in steps.iter().take(most) {
        let thread = step
            .thread
            .as_ref()
            .map_or_else(String::new, |name| format!("{} ", thread_name(name)));
        let place = at(&step.place);
        let _ = match &step.outcome {
            Some(outcome) => writeln!(text, "  {place:width$}  {thread}`{}`: {outcome}", step.text),
            None => writeln!(text, "  {place:width$}  {thread}{}", step.text),
        };
    }
    if steps.len() > most {
        let _ = writeln!(text, "  {} more (--full)", steps.len() - most);
    }
}

fn invariants(text: &mut String, all: &[InvariantReport], full: bool) {
    // Near the failure first; what holds in both kinds of runs in different strength comes last.
    let mut order: Vec<&InvariantReport> = all.iter().collect();
    order.sort_by_key(|one| (!one.at_claim, one.negative.is_none(), one.positive.is_none()));
    let most = if full { usize::MAX } else { MOST_INVARIANTS };
    let mut last = None;
    for one in order.iter().take(most).filter(|one| full || one.at_claim) {
        let place = at(&one.point);
        if last.as_ref() != Some(&place) {
            let proved = if one.proved {
                "in all runs"
            } else {
                "in the runs that were executed"
            };
            let _ = writeln!(text, "Before {place}, {proved}:");
            last = Some(place);
        }
        let side = |fact: &Option<String>| fact.clone().unwrap_or_else(|| "-".to_owned());
        let _ = writeln!(
            text,
            "  failing: {:<24} passing: {}",
            side(&one.negative),
            side(&one.positive)
        );
    }
}

fn changes(text: &mut String, report: &VariationsReport, full: bool) {
    let most = if full { usize::MAX } else { MOST_CHANGES };
    for (index, change) in report.transformations.iter().take(most).enumerate() {
        let title = if index == 0 {
            "Smallest change"
        } else {
            "Another change"
        };
        let steps = if change.size == 1 { "step" } else { "steps" };
        let _ = writeln!(
            text,
            "{title} that makes a passing run fail ({} {steps}):",
            change.size
        );
        if change.positive == change.negative {
            // Only values of inputs differ.
            let _ = writeln!(
                text,
                "  instead of  {}",
                differing(&change.passing_inputs, &change.failing_inputs)
            );
            let _ = writeln!(
                text,
                "  take        {}",
                differing(&change.failing_inputs, &change.passing_inputs)
            );
            continue;
        }
        let _ = writeln!(text, "  instead of  {}", way(change, &change.positive, full));
        let _ = writeln!(text, "  do          {}", way(change, &change.negative, full));
    }
    let shown = report.transformations.len().min(most) as u64;
    if report.counts.transformations > shown {
        let hint = if full { "" } else { " (--full)" };
        let _ = writeln!(
            text,
            "{} more changes{hint}",
            report.counts.transformations - shown
        );
    }
}

fn way(change: &TransformationReport, steps: &[StepReport], full: bool) -> String {
    let mut parts: Vec<String> = Vec::new();
    for step in steps {
        let part = brief(step);
        // The parts of one statement that other threads could interrupt.
        if step.thread.is_none() || parts.last() != Some(&part) {
            parts.push(part);
        }
    }
    if parts.len() > LONGEST_WAY && !full {
        let cut = parts.len() - LONGEST_WAY;
        parts.splice(
            LONGEST_WAY / 2..LONGEST_WAY / 2 + cut,
            [format!("... {cut} steps ...")],
        );
    }
    parts.push(line(&change.behind.place).to_string());
    parts.join(", ")
}

/// The inputs that another run does not have, or not with these values.
fn differing(inputs: &[InputUse], others: &[InputUse]) -> String {
    let same = |input: &&InputUse| {
        let named = |other: &&InputUse| other.name == input.name && other.occurrence == input.occurrence;
        others.iter().find(named).map(|other| &other.bits) != Some(&input.bits)
    };
    let told = inputs.iter().filter(same).map(|input| match input.occurrence {
        0 | 1 => format!("{} = {}", input.name, input.value),
        nth => format!("{}#{nth} = {}", input.name, input.value),
    });
    told.collect::<Vec<_>>().join(", ")
}

fn brief(step: &StepReport) -> String {
    let mut text = String::new();
    if let Some(thread) = &step.thread {
        let _ = write!(text, "{}:", thread_name(thread));
    }
    let _ = write!(text, "{}", line(&step.place));
    if let Some(outcome) = &step.outcome {
        let _ = write!(text, " {outcome}");
    }
    text
}

fn errors(text: &mut String, title: &str, errors: &[NearError], full: bool) {
    if errors.is_empty() {
        return;
    }
    let _ = writeln!(text, "{title}:");
    let most = if full { usize::MAX } else { MOST_ERRORS };
    for error in errors.iter().take(most) {
        let runs = runs(usize::try_from(error.runs).unwrap_or(usize::MAX), "failing");
        let _ = writeln!(
            text,
            "  {}  {}  {}  ({runs})",
            error.claim,
            at(&error.place),
            error.text
        );
        let inputs: Vec<String> = error
            .inputs
            .iter()
            .map(|input| format!("{} = {}", input.name, input.value))
            .collect();
        if full && !inputs.is_empty() {
            let _ = writeln!(text, "    with {}", inputs.join(", "));
        }
        if full && !error.schedule.is_empty() {
            let _ = writeln!(text, "    schedule: {}", crate::schedule_text(&error.schedule));
        }
    }
    if errors.len() > most {
        let _ = writeln!(text, "  {} more (--full)", errors.len() - most);
    }
}
