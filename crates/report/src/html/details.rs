//! What stands below the runs: claims, suspects, other changes, notes, and the commands that make it again.

use maud::{Markup, html};

use super::answer::{diff, place, prose};
use super::patch::patch;
use super::{HtmlPage, HtmlSubject};
use crate::format::Findings;
use crate::short::known;
use crate::{
    Answer, ChangeReport, CheckReport, DeltaKindReport, DeltaReport, InputUse, RunReport, SuspectReport,
    replay_text,
};

const MOST: usize = 40;

pub(super) fn details(page: &HtmlPage<'_>) -> Markup {
    let mut changes: &[ChangeReport] = &[];
    let (mut check, mut run): (Option<&CheckReport>, Option<&RunReport>) = (None, None);
    let mut notes: Vec<String> = Vec::new();
    match page.subject {
        HtmlSubject::Run(report, replay) => {
            run = Some(report);
            notes.extend(replay.map(replay_text));
        }
        HtmlSubject::Findings(findings) => match findings {
            Findings::Check(report) => {
                check = Some(report);
                run = report.counterexamples.first().map(|first| &first.run);
            }
            Findings::Explain(report) => {
                changes = &report.changes;
                check = report.check.as_ref();
                run = report.failing.as_ref().map(|failing| &failing.run);
            }
            Findings::Diagnose(report) => notes.extend(report.notes.iter().cloned()),
            Findings::Repair(report) => {
                changes = &report.changes;
                notes.extend(report.notes.iter().cloned());
            }
            _ => {}
        },
    }
    if let Some(check) = check {
        notes.extend(check.assumptions.iter().cloned());
        notes.extend(check.obstacles.iter().map(|obstacle| obstacle.text.clone()));
    }
    html! {
        section id="details" aria-label="Details" {
            @if let Some(explained) = page.explained() {
                (differences(page, &explained.answer))
                (suspects(page, &explained.suspects))
            }
            (all_changes(page, changes))
            @if let Some(run) = run { (inputs(page, &run.inputs)) (output(page, run)) }
            @if let Some(check) = check { (claims(page, check)) }
            @if !notes.is_empty() {
                details { summary { "Notes and assumptions" } ul { @for note in &notes { li { (page.shown(note)) } } } }
            }
            details open { summary { "Reproduce" }
                pre.command tabindex="0" { code { (page.shown(&page.command.join(" "))) } }
                @if let Some(with_run) = run.and_then(|_| with_run(page)) {
                    p.quiet { "Save the run, and ask where a value came from:" }
                    pre.command tabindex="0" { code { (page.shown(&with_run)) } }
                }
            }
        }
    }
}

/// How to go on in the terminal; a replayed run is already saved.
fn with_run(page: &HtmlPage<'_>) -> Option<String> {
    if matches!(page.subject, HtmlSubject::Run(_, Some(_))) {
        return None;
    }
    let mut save: Vec<&str> = Vec::new();
    let mut words = page.command.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            // With the name of the page behind it.
            "--html" => drop(words.next()),
            word if word.starts_with("--html=") || word.starts_with("'--html=") => {}
            word => save.push(word),
        }
    }
    let is_source = |word: &&str| {
        let name = word.trim_end_matches('\'');
        name.ends_with(".c") || name.ends_with(".i")
    };
    let files: Vec<&str> = save.iter().copied().filter(is_source).collect();
    if files.is_empty() || save.contains(&"--save-run") {
        return None;
    }
    Some(format!(
        "{} --save-run run.json\nbecause why {} --run run.json 'EXPR @ FILE:LINE'",
        save.join(" "),
        files.join(" ")
    ))
}

fn differences(page: &HtmlPage<'_>, answer: &Answer) -> Markup {
    let Answer::Explained(explanation) = answer else {
        return html! {};
    };
    let sliced = explanation.deltas.iter().any(|delta| delta.in_slice);
    let told = |delta: &&DeltaReport| (!sliced || delta.in_slice) && !delta.library;
    html! {
        details open { summary { "Differences that matter" }
            div.scroll tabindex="0" role="region" aria-label="Differences that matter" { table {
                thead { tr { th scope="col" { "Where" } th scope="col" { "What" } th scope="col" { "Failing run" } th scope="col" { "Passing run" } } }
                tbody { @for delta in once(explanation.deltas.iter().filter(told)).into_iter().take(MOST) {
                    tr { td { (place(page, &delta.place)) } td { code { (page.shown(&told_name(delta))) } } td { (side(page, delta, &delta.failing)) } td { (side(page, delta, &delta.passing)) } }
                } }
            } }
        }
    }
}

/// The value of a difference in one run; that a branch is not reached is no value.
fn side(page: &HtmlPage<'_>, delta: &DeltaReport, value: &str) -> Markup {
    let value = page.shown(told_value(delta, value));
    html! { @if value == "not reached" { span.quiet { (value) } } @else { code { (value) } } }
}

/// The value of a difference as the page tells it: a condition is true or false there, whoever speaks of it.
pub(super) fn told_value<'d>(delta: &DeltaReport, value: &'d str) -> &'d str {
    match (delta.kind, value) {
        (DeltaKindReport::Guard, "taken") => "true",
        (DeltaKindReport::Guard, "not taken") => "false",
        (_, value) => value,
    }
}

/// What differs, an input in words: `nondet_int#2` is "2nd nondet_int()".
pub(super) fn told_name(delta: &DeltaReport) -> String {
    let numbered = delta
        .name
        .rsplit_once('#')
        .and_then(|(name, number)| Some((name, number.parse().ok()?)));
    match (delta.kind, numbered) {
        (DeltaKindReport::Input, Some((name, number))) => input_named(name, number),
        _ => delta.name.clone(),
    }
}

/// An input by its name and how often it was read up to there.
fn input_named(name: &str, occurrence: u32) -> String {
    match (occurrence, name) {
        (0 | 1, _) => name.to_owned(),
        (number, "stdin") => format!("{} byte of stdin", ordinal(number)),
        (number, _) if name.contains("nondet_") => format!("{} {name}()", ordinal(number)),
        (number, _) => format!("{} value of {name}", ordinal(number)),
    }
}

fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// A value that is passed on within a line is told once.
fn once<'d>(deltas: impl Iterator<Item = &'d DeltaReport>) -> Vec<&'d DeltaReport> {
    let mut told: Vec<&DeltaReport> = Vec::new();
    for delta in deltas {
        let same = |known: &&DeltaReport| {
            known.place.short() == delta.place.short()
                && known.name == delta.name
                && (&known.failing, &known.passing) == (&delta.failing, &delta.passing)
        };
        if !told.iter().any(same) {
            told.push(delta);
        }
    }
    told
}

fn suspects(page: &HtmlPage<'_>, suspects: &[SuspectReport]) -> Markup {
    html! { @if !suspects.is_empty() {
        details { summary { "Expressions that could be wrong (" (suspects.len()) ")" }
            ul { @for suspect in suspects.iter().take(MOST) {
                li { (place(page, &suspect.place)) " " code { (page.shown(&suspect.expression)) }
                    @if let (Some(original), Some(repair)) = (&suspect.original, &suspect.repair) {
                        " was " code { (page.shown(original)) } "; with " code { (page.shown(repair)) } " the run passes" } }
            } }
        }
    } }
}

fn all_changes(page: &HtmlPage<'_>, changes: &[ChangeReport]) -> Markup {
    html! { @if !changes.is_empty() {
        details id="changes" open[changes.len() < 4] { summary { "Changes (" (changes.len()) ")" }
            ol { @for (index, change) in changes.iter().take(MOST).enumerate() {
                li.change {
                    (diff(page, change))
                    p.quiet { (prose(page, &known(change, true))) }
                    button.js type="button" data-switch=(index) aria-pressed="false" { "Show in the source" } " "
                    button.js type="button" data-copy=(patch(page, change)) { "Copy patch" }
                }
            } }
        }
    } }
}

fn inputs(page: &HtmlPage<'_>, inputs: &[InputUse]) -> Markup {
    html! { @if !inputs.is_empty() {
        details { summary { "Inputs (" (inputs.len()) ")" }
            ul { @for input in inputs.iter().take(MOST * 5) {
                li { code { (page.shown(&input_named(&input.name, input.occurrence))) " = " (page.shown(&input.value)) } " " (place(page, &input.place)) }
            } }
            @if inputs.len() > MOST * 5 { p.quiet { "and " (inputs.len() - MOST * 5) " more" } }
        }
    } }
}

fn output(page: &HtmlPage<'_>, run: &RunReport) -> Markup {
    let printed = [("Output", &run.stdout), ("Error output", &run.stderr)];
    html! { @for (label, text) in printed {
        @if let Some(text) = text.as_ref().filter(|text| !text.is_empty()) {
            details { summary { (label) } pre.output tabindex="0" { (page.shown(&text.chars().take(20_000).collect::<String>())) } }
        }
    } }
}

fn claims(page: &HtmlPage<'_>, check: &CheckReport) -> Markup {
    let listed: Vec<_> = check.claims.iter().filter(|claim| claim.is_listed()).collect();
    html! {
        details { summary { "Claims (" (listed.len()) ")" }
            div.scroll tabindex="0" role="region" aria-label="Claims" { table {
                thead { tr { th scope="col" { "Status" } th scope="col" { "Where" } th scope="col" { "What must hold" } } }
                tbody { @for claim in listed.iter().take(MOST * 25) {
                    tr { td { (claim.status.word()) @if let Some(why) = claim.undecided { ": " (why.text()) } } td { (place(page, &claim.place)) } td { (page.shown(&claim.text)) } }
                } }
            } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::input_named;

    #[test]
    fn inputs_are_counted_in_words() {
        assert_eq!(input_named("nondet_uint8_t", 1), "nondet_uint8_t");
        assert_eq!(input_named("nondet_uint8_t", 2), "2nd nondet_uint8_t()");
        assert_eq!(input_named("x", 13), "13th value of x");
        assert_eq!(input_named("stdin", 101), "101st byte of stdin");
    }
}
