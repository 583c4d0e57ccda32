//! The first screen: what fails with which inputs, at most three lines to look at, the best change, and what was not
//! decided.

use maud::{Markup, html};

use super::{HtmlPage, HtmlSubject};
use crate::format::Findings;
use crate::short::{known, named_values, reasons};
use crate::{
    Answer, ChangeReport, CheckReport, ClaimStatus, DiagnoseReport, Ending, ExplainReport, Failure, InputUse,
    Place, RepairReport, RunReport, Verdict, undecided_groups,
};

const MOST_LINES: usize = 3;
const MOST_CHANGES: usize = 3;
const MOST_INPUTS: usize = 12;
const MOST_TESTS: usize = 3;
const NO_INPUT: &str = "every run: the program takes no input";

/// What is wrong, in one line.
pub(super) fn title(page: &HtmlPage<'_>) -> String {
    let run = |run: &RunReport| match &run.ending {
        Ending::Failed(failure) => failure.message.clone(),
        Ending::Exited { status } => format!("The run ends with status {status}"),
        Ending::Aborted { .. } => "The program called abort".to_owned(),
        Ending::Assumption { .. } => "An assumption does not hold in this run".to_owned(),
        Ending::Stopped { .. } => "The run was stopped".to_owned(),
    };
    let check = |check: &CheckReport| match (check.counterexamples.first(), check.verdict) {
        (Some(first), _) => run(&first.run),
        (None, Verdict::Successful) => "Every claim holds".to_owned(),
        (None, _) => "No claim was seen to fail, and not all are decided".to_owned(),
    };
    let text = match page.subject {
        HtmlSubject::Run(report, _) => run(report),
        HtmlSubject::Findings(findings) => match findings {
            Findings::Check(report) => check(report),
            Findings::Explain(report) => match (&report.failing, &report.check) {
                (Some(failing), _) => run(&failing.run),
                (None, Some(report)) => check(report),
                (None, None) => "No failing run was found".to_owned(),
            },
            Findings::Diagnose(report) => tests_title(report.failing.len(), report.passing),
            Findings::Repair(report) => tests_title(report.failing.len(), report.passing),
            _ => "What because found".to_owned(),
        },
    };
    page.shown(&text)
}

fn tests_title(failing: usize, passing: usize) -> String {
    match (failing, passing) {
        (0, _) => "Nothing fails".to_owned(),
        (1, 0) => "The run fails".to_owned(),
        (failing, passing) => format!("{failing} of {} tests fail", failing + passing),
    }
}

/// The first screen.
pub(super) fn answer(page: &HtmlPage<'_>, title: &str) -> Markup {
    html! {
        header id="answer" aria-label="Answer" {
            p.tool { "because" @for file in &page.files { " · " span.file { (page.shown(super::short_name(file))) } } }
            h1 { (prose_of(title)) }
            @match page.subject {
                HtmlSubject::Run(report, _) => { (failure_of(page, report)) dl.inputs { (fails_with(page, "Inputs", &report.inputs, "the program takes no input")) } }
                HtmlSubject::Findings(Findings::Explain(report)) => (explained(page, report)),
                HtmlSubject::Findings(Findings::Check(report)) => (checked(page, report)),
                HtmlSubject::Findings(Findings::Diagnose(report)) => (diagnosed(page, report)),
                HtmlSubject::Findings(Findings::Repair(report)) => (repaired(page, report)),
                HtmlSubject::Findings(_) => {}
            }
        }
    }
}

fn failure_of(page: &HtmlPage<'_>, run: &RunReport) -> Markup {
    match &run.ending {
        Ending::Failed(failure) => failed(page, failure),
        _ => html! {},
    }
}

fn failed(page: &HtmlPage<'_>, failure: &Failure) -> Markup {
    html! {
        p.where {
            (place(page, &failure.place))
            @if let Some(frame) = failure.stack.first() { " in " code { (page.shown(&frame.function)) } }
            @if let Some(reason) = &failure.reason { " – " strong { (page.shown(reason)) } }
            @if let Some(inside) = &failure.inside { " in the call of " code { (page.shown(inside)) } }
        }
        (code_line(page, &failure.place, "bad"))
        @for related in &failure.related {
            p.quiet { (prose(page, &related.text)) ": " (place(page, &related.place)) }
        }
    }
}

/// `list.c:23`, leading to the line.
pub(super) fn place(page: &HtmlPage<'_>, place: &Place) -> Markup {
    let Some(at) = &place.location else {
        return html! {};
    };
    line_link(page, &at.file, at.line)
}

pub(super) fn line_link(page: &HtmlPage<'_>, file: &str, line: u32) -> Markup {
    let index = page.files.iter().position(|known| known == file).unwrap_or(0);
    let name = page.shown(super::short_name(file));
    html! { a.place href=(format!("#L{index}.{line}")) { (name) ":" (line) } }
}

fn code_line(page: &HtmlPage<'_>, place: &Place, class: &str) -> Markup {
    let Some(at) = &place.location else {
        return html! {};
    };
    html! { pre tabindex="0" class=(format!("line {class}")) { span.number { (at.line) } " " code { (page.line(&at.file, at.line)) } } }
}

impl HtmlPage<'_> {
    /// The text of a line.
    pub(super) fn line(&self, file: &str, line: u32) -> String {
        let found = self.sources.files().find(|(_, known)| known.name == file);
        let text = found.map(|(_, known)| String::from_utf8_lossy(known.line_text(line)).into_owned());
        crate::visible(text.unwrap_or_default().trim_end())
    }
}

fn no_input(run: &RunReport) -> &'static str {
    match &run.ending {
        Ending::Failed(failure) if failure.is_of_threads() => "this order of the threads: no input is read",
        _ => NO_INPUT,
    }
}

fn fails_with(page: &HtmlPage<'_>, label: &str, inputs: &[InputUse], none: &str) -> Markup {
    let named = named_values(inputs, page.sources);
    let shown = named.iter().take(MOST_INPUTS).map(|values| {
        let some = values[..values.len().min(MOST_INPUTS)].join(", ");
        match values.len() > MOST_INPUTS {
            true => format!("{some}, and {} more", values.len() - MOST_INPUTS),
            false => some,
        }
    });
    html! {
        dt { (label) }
        dd {
            @if named.is_empty() { span.quiet { (none) } }
            @for input in shown { code.input { (page.shown(&input)) } " " }
            @if named.len() > MOST_INPUTS { span.quiet { "and " (named.len() - MOST_INPUTS) " more" } }
        }
    }
}

fn explained(page: &HtmlPage<'_>, report: &ExplainReport) -> Markup {
    let Some(failing) = &report.failing else {
        return report
            .check
            .as_ref()
            .map_or_else(|| html! {}, |check| checked(page, check));
    };
    html! {
        (failure_of(page, &failing.run))
        dl.inputs {
            (fails_with(page, "Fails with", &failing.run.inputs, no_input(&failing.run)))
            @if let Some(sentence) = report.origin_sentence() { dt { "Because" } dd { (prose(page, &sentence)) } }
            @match &report.answer {
                Answer::Explained(explanation) => (fails_with(page, "Passes with", &explanation.passing_inputs, "no input read")),
                Answer::NothingPasses { complete } => {
                    dt { "Passes with" }
                    dd { @if *complete { "no run passes" } @else { "no passing run was found as far as loops were followed" } }
                }
                Answer::Schedule(order) => {
                    @if let Some(sentence) = order.sentence(crate::explain_text::deadlock_of(report)) {
                        dt { "Other order" } dd { (prose(page, &sentence)) }
                    }
                }
                Answer::Unknown { reason } => { dt { "Passing run" } dd { "none is known: " (page.shown(reason)) } }
                _ => {}
            }
        }
        div.columns {
            (look_at(page, report))
            (try_this(page, &report.changes))
        }
        @if let Some(check) = &report.check { (undecided(check)) }
    }
}

fn look_at(page: &HtmlPage<'_>, report: &ExplainReport) -> Markup {
    let lines = reasons(report);
    html! {
        section aria-labelledby="look" {
            h2 id="look" { "Look at" }
            @if lines.is_empty() { p.quiet { "No line is known to be worth more than the others." } }
            ol {
                @for (line, reason) in lines.iter().take(MOST_LINES) {
                    li {
                        (line_link(page, &line.file, line.line)) " " code { (page.line(&line.file, line.line).trim()) }
                        p.quiet { (prose(page, reason)) }
                    }
                }
            }
        }
    }
}

/// A sentence in which what stands between backticks is code.
pub(super) fn prose(page: &HtmlPage<'_>, text: &str) -> Markup {
    prose_of(&page.shown(text))
}

fn prose_of(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    // A backtick without its partner is only a character.
    if parts.len().is_multiple_of(2) {
        return html! { (text) };
    }
    html! { @for (index, part) in parts.iter().enumerate() {
        @if index.is_multiple_of(2) { (part) } @else { code { (part) } }
    } }
}

fn try_this(page: &HtmlPage<'_>, changes: &[ChangeReport]) -> Markup {
    html! {
        section aria-labelledby="try" {
            h2 id="try" { "Try" }
            @if changes.is_empty() { p.quiet { "No small change is known that helps." } }
            @for (index, change) in changes.iter().take(MOST_CHANGES).enumerate() {
                @if index > 0 { p { strong { "or" } } }
                (diff(page, change))
                p.quiet { (prose(page, &known(change, true))) }
            }
            @if changes.len() > MOST_CHANGES {
                p { a href="#changes" { "More changes (" (changes.len() - MOST_CHANGES) ")" } }
            }
        }
    }
}

/// Lines before and after.
pub(super) fn diff(page: &HtmlPage<'_>, change: &ChangeReport) -> Markup {
    html! {
        @for edit in &change.edits {
            p.where { (place(page, &edit.place)) }
            pre.diff tabindex="0" {
                @for line in &edit.before { del { "- " (crate::visible(line)) } "\n" }
                @for line in &edit.after { ins { "+ " (crate::visible(line)) } "\n" }
            }
        }
    }
}

fn undecided(check: &CheckReport) -> Markup {
    let groups = undecided_groups(&check.claims);
    let of = |status: ClaimStatus| check.claims.iter().filter(|claim| claim.status == status).count();
    let (fails, holds, bounded) = (
        of(ClaimStatus::Fails),
        of(ClaimStatus::Holds),
        of(ClaimStatus::HoldsUpToBound),
    );
    html! {
        p.claims {
            @if fails > 0 { span.chip.bad { (fails) (if fails == 1 { " claim fails" } else { " claims fail" }) } " " }
            @if holds > 0 { span.chip.good { (holds) (if holds == 1 { " holds" } else { " hold" }) } " " }
            @if bounded > 0 { span.chip { (bounded) (if bounded == 1 { " holds" } else { " hold" }) " up to the bound" } " " }
            @for (why, count) in &groups { span.chip { (count) " undecided: " (why.text()) } " " }
        }
    }
}

fn checked(page: &HtmlPage<'_>, report: &CheckReport) -> Markup {
    html! {
        @if let Some(first) = report.counterexamples.first() {
            (failure_of(page, &first.run))
            dl.inputs { (fails_with(page, "Fails with", &first.run.inputs, no_input(&first.run))) }
        } @else {
            p { @match (report.verdict, report.complete) {
                (Verdict::Successful, true) => "This is proved for all inputs: every loop was followed to its end.",
                (Verdict::Successful, false) => "This is proved up to the bound on loops: longer runs were not looked at.",
                _ => "No run was found that fails. What was not decided may still fail.",
            } }
        }
        (undecided(report))
        @if !report.obstacles.is_empty() {
            h2 { "Not decided because of" }
            ul { @for obstacle in &report.obstacles { li { (page.shown(&obstacle.text)) " " (place(page, &obstacle.place)) } } }
        }
    }
}

fn diagnosed(page: &HtmlPage<'_>, report: &DiagnoseReport) -> Markup {
    html! {
        (failing_tests(page, &report.failing))
        h2 { "Look at" }
        @if report.diagnoses.is_empty() { p.quiet { "No expression is known whose value would repair the failing tests." } }
        ol {
            @for diagnosis in report.diagnoses.iter().take(MOST_LINES) {
                li {
                    @for component in &diagnosis.components { (component_line(page, component)) }
                    p.quiet { (prose(page, &crate::English(&diagnosis.reason).to_string())) }
                    @if let Some(edit) = &diagnosis.edit { p { "Write " code { (page.shown(edit)) } } }
                    @for lines in &diagnosis.lines {
                        pre.diff tabindex="0" {
                            @for line in &lines.before { del { "- " (crate::visible(line)) } "\n" }
                            @for line in &lines.after { ins { "+ " (crate::visible(line)) } "\n" }
                        }
                    }
                }
            }
        }
    }
}

/// The line of an expression, and which expression of it is meant.
fn component_line(page: &HtmlPage<'_>, component: &crate::DiagnosedComponent) -> Markup {
    let line = component
        .place
        .location
        .as_ref()
        .map(|at| page.line(&at.file, at.line));
    let line = line.unwrap_or_default();
    let expression = page.shown(&component.expression);
    html! {
        div {
            (place(page, &component.place)) " " code { (line.trim()) }
            @if line.trim() != expression { " – " code { (expression) } }
        }
    }
}

fn failing_tests(page: &HtmlPage<'_>, failing: &[crate::FailingTest]) -> Markup {
    html! {
        ul.tests { @for test in failing.iter().take(MOST_TESTS) { li { "Test " (page.shown(test.line().trim_end())) } } }
        @if failing.len() > MOST_TESTS { p.quiet { "and " (failing.len() - MOST_TESTS) " more" } }
    }
}

fn repaired(page: &HtmlPage<'_>, report: &RepairReport) -> Markup {
    html! {
        (failing_tests(page, &report.failing))
        (try_this(page, &report.changes))
        @if report.stopped { p.quiet { "Stopped before every change was tried." } }
    }
}
