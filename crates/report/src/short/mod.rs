//! The short answer, in one screen: the failure with its values, the inputs, the lines to look at, the change to try.
//!
//! Everything else is for `--full`. The answer grows from top to bottom: its head is known as soon as a failing run is
//! ([`short_head`]), the rest when the methods have worked ([`short_rest`]).

mod changes;
mod claims;
mod inputs;
mod layout;
mod lines;
#[cfg(test)]
mod tests;

use source::SourceMap;

use crate::{Answer, CounterexampleReport, Ending, ExplainReport, Failure, Frame, InputUse, Place, Style};
use layout::Page;

pub(crate) use changes::known;
pub(crate) use inputs::named_values;
pub(crate) use lines::reasons;

/// Where the answer is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// Columns of the terminal; wider ones are not made use of.
    pub width: usize,
    pub style: Style,
}

/// No line is longer, however wide the terminal.
pub const WIDEST_SCREEN: usize = 100;

/// The answer has no more lines.
const MOST_LINES: usize = 24;
/// Callers that are named.
const MOST_CALLERS: usize = 2;

/// The whole short answer.
#[must_use]
pub fn short_text(report: &ExplainReport, sources: &SourceMap, screen: Screen) -> String {
    let shown = report.failing.as_ref();
    let mut text = shown.map_or_else(String::new, |run| short_head(run, sources, screen));
    text.push_str(&short_rest(report, shown, sources, screen));
    text
}

/// What is known once there is a failing run.
#[must_use]
pub fn short_head(failing: &CounterexampleReport, sources: &SourceMap, screen: Screen) -> String {
    let mut page = Page::new(screen);
    if let Ending::Failed(failure) = &failing.run.ending {
        title(&mut page, failure);
        page.snippet(sources, &failure.place);
        for related in &failure.related {
            let code = layout::code_at(sources, &related.place);
            page.item("", &[&related.text, &related.place.short(), &code], "");
        }
        callers(&mut page, &failure.stack, sources);
    }
    match (&failing.run.ending, failing.run.inputs.is_empty()) {
        (Ending::Failed(failure), true) if failure.is_of_threads() => {
            let order = "this order of the threads: no input is read (--full shows the order)";
            page.sentence("fails with", order);
        }
        _ => fails_with(&mut page, &failing.run.inputs, sources, "fails with"),
    }
    page.text()
}

/// What comes after the head, in which `shown` is the failing run.
#[must_use]
pub fn short_rest(
    report: &ExplainReport,
    shown: Option<&CounterexampleReport>,
    sources: &SourceMap,
    screen: Screen,
) -> String {
    let mut page = Page::new(screen);
    page.name_files(report, sources);
    let Some(failing) = &report.failing else {
        claims::nothing_fails(&mut page, report);
        return page.text();
    };
    // Looking deeper for a passing run may lead to another failing one, to which that is closest.
    if shown.is_some_and(|shown| shown.run.inputs != failing.run.inputs) {
        fails_with(&mut page, &failing.run.inputs, sources, "also with");
    }
    if let Some(sentence) = report.origin_sentence() {
        page.sentence("because", &sentence);
    }
    passes_with(&mut page, &report.answer, sources);
    let passing = page.take();
    claims::closing(&mut page, report);
    let closing = page.take();
    let above = shown.map_or(0, |run| short_head(run, sources, screen).lines().count());
    let used = above + passing.lines().count() + closing.lines().count();
    let looking = lines::look_at(&mut page, report, sources);
    let trying = changes::try_these(&mut page, report);
    let (looking, trying) = fitting(looking, trying, MOST_LINES.saturating_sub(used));
    [passing, looking, trying, closing].concat()
}

/// `list.c:25: assertion failed: p->v <= p->next->v    (1 <= 0 is false)`.
fn title(page: &mut Page, failure: &Failure) {
    let place = failure.place.short();
    let message = match place.is_empty() {
        true => failure.message.clone(),
        false => format!("{place}: {}", failure.message),
    };
    let mut why: Vec<String> = failure.reason.iter().cloned().collect();
    if let Some(inside) = &failure.inside {
        why.push(format!("in the call of {inside}"));
    }
    let why = why.join("; ");
    page.title(&message, &why);
}

fn callers(page: &mut Page, stack: &[Frame], sources: &SourceMap) {
    // The innermost frame is where the failure is.
    let callers = stack.get(1..).unwrap_or_default();
    for (index, frame) in callers.iter().take(MOST_CALLERS).enumerate() {
        let label = if index == 0 { "called from" } else { "" };
        let code = layout::code_at(sources, &frame.place);
        let more = callers.len().saturating_sub(MOST_CALLERS);
        let note = match more {
            1.. if index + 1 == MOST_CALLERS => format!("and {more} more"),
            _ => String::new(),
        };
        page.item(label, &[&frame.place.short(), &code], &note);
    }
}

fn fails_with(page: &mut Page, inputs: &[InputUse], sources: &SourceMap, label: &str) {
    let pieces = inputs::named_values(inputs, sources);
    if pieces.is_empty() {
        page.sentence(label, "every run: the program takes no input");
    } else {
        page.wrapped(label, &pieces);
    }
}

fn passes_with(page: &mut Page, answer: &Answer, sources: &SourceMap) {
    let label = "passes with";
    match answer {
        Answer::Explained(explanation) => {
            let pieces = inputs::named_values(&explanation.passing_inputs, sources);
            if pieces.is_empty() {
                page.sentence(label, "no input read");
            } else {
                page.wrapped(label, &pieces);
            }
            if let Some(unavoidable) = &explanation.unavoidable {
                page.sentence("but", unavoidable);
            }
        }
        Answer::NothingPasses { complete } => {
            page.sentences(match complete {
                true => "no run passes",
                false => "no passing run was found as far as loops were followed",
            });
        }
        _ => {}
    }
}

/// The first entries of both lists that fit in so many lines, taken in turns; of each at least the first.
fn fitting(looking: Vec<String>, trying: Vec<String>, room: usize) -> (String, String) {
    let mut left = room;
    let mut shown = (String::new(), String::new());
    let most = looking.len().max(trying.len());
    'full: for index in 0..most {
        for (list, text) in [(&looking, &mut shown.0), (&trying, &mut shown.1)] {
            let Some(entry) = list.get(index) else {
                continue;
            };
            let lines = entry.lines().count();
            if index > 0 && lines > left {
                break 'full;
            }
            left = left.saturating_sub(lines);
            text.push_str(entry);
        }
    }
    shown
}

fn same_place(place: &Place, file: &str, line: u32) -> bool {
    let location = place.location.as_ref();
    location.is_some_and(|location| location.file == file && location.line == line)
}
