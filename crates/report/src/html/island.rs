//! The page's data for the script: source, marks, changes, and the runs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::details::{told_name, told_value};
use super::runs::{Table, TellsRuns};
use super::{HtmlPage, short_name};
use crate::{Answer, ChangeReport, Place};

#[derive(Serialize)]
struct Data {
    files: Vec<File>,
    /// By file and line: the letters of the gutter.
    marks: Vec<Mark>,
    /// The changes: file, first line, lines taken away, lines instead.
    changes: Vec<Vec<Edit>>,
    /// File and line of the failure.
    failure: Option<(usize, u32)>,
    #[serde(flatten)]
    runs: Table,
}

#[derive(Serialize)]
struct File {
    name: String,
    lines: Vec<String>,
    /// By line: the text with its macros unfolded.
    unfolded: BTreeMap<u32, String>,
}

#[derive(Serialize)]
struct Mark {
    file: usize,
    line: u32,
    letter: &'static str,
    says: String,
}

#[derive(Serialize)]
struct Edit {
    file: usize,
    line: u32,
    before: Vec<String>,
    after: Vec<String>,
}

pub(super) fn island(page: &HtmlPage<'_>) -> String {
    let data = Data {
        files: files(page),
        marks: marks(page),
        changes: changes(page),
        failure: failure(page),
        runs: page
            .runs
            .map_or_else(Table::default, |runs| TellsRuns::of(page).table(runs)),
    };
    let text = serde_json::to_string(&data).unwrap_or_default();
    // In a string `<` may begin the end of the script; two line ends of Unicode end lines of JavaScript.
    text.replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

fn files(page: &HtmlPage<'_>) -> Vec<File> {
    let file = |name: &String| {
        let known = page.sources.files().find(|(_, known)| known.name == *name);
        let lines = known.map_or(Vec::new(), |(_, known)| {
            let mut count = known.line_count() as u32;
            // Behind the last line end there is no line.
            if count > 1 && page.line(name, count).is_empty() {
                count -= 1;
            }
            (1..=count).map(|line| page.line(name, line)).collect()
        });
        File {
            name: page.shown(short_name(name)),
            lines,
            unfolded: unfolded(page, name),
        }
    };
    page.files.iter().map(file).collect()
}

/// A long text is no help.
const LONGEST: usize = 400;

fn unfolded(page: &HtmlPage<'_>, name: &str) -> BTreeMap<u32, String> {
    let own = page.unfolded.iter().filter(|(file, ..)| file == name);
    let cut = |text: &str| match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    own.map(|(_, line, text)| (*line, page.seen(&cut(text))))
        .collect()
}

pub(super) fn file_of(page: &HtmlPage<'_>, place: &Place) -> (i64, i64) {
    let Some(at) = &place.location else { return (-1, 0) };
    let index = page.files.iter().position(|known| *known == at.file);
    index.map_or((-1, 0), |index| (index as i64, at.line.into()))
}

/// `S` for suspects, `C` for changes, `D` for differences that matter.
fn marks(page: &HtmlPage<'_>) -> Vec<Mark> {
    let mut found: BTreeMap<(usize, u32, &'static str), BTreeSet<String>> = BTreeMap::new();
    let mut add = |place: &Place, letter: &'static str, says: String| {
        let (file, line) = file_of(page, place);
        if let Ok(file) = usize::try_from(file) {
            found.entry((file, line as u32, letter)).or_default().insert(says);
        }
    };
    for change in changes_of(page) {
        for edit in &change.edits {
            let says = format!("change: {}", edit.after.join(" ").trim());
            add(&edit.place, "C", says);
        }
    }
    if let super::HtmlSubject::Findings(crate::Findings::Diagnose(report)) = page.subject {
        for component in report
            .diagnoses
            .iter()
            .flat_map(|diagnosis| &diagnosis.components)
        {
            add(
                &component.place,
                "S",
                format!("suspect: {}", component.expression),
            );
        }
    }
    if let Some(report) = page.explained() {
        for suspect in &report.suspects {
            add(&suspect.place, "S", format!("suspect: {}", suspect.expression));
        }
        if let Answer::Explained(explanation) = &report.answer {
            for delta in explanation
                .deltas
                .iter()
                .filter(|delta| delta.in_slice && !delta.library)
            {
                let place = delta.stored_failing.as_ref().unwrap_or(&delta.place);
                add(
                    place,
                    "D",
                    format!(
                        "{}: {}, in the passing run {}",
                        told_name(delta),
                        told_value(delta, &delta.failing),
                        told_value(delta, &delta.passing)
                    ),
                );
            }
        }
    }
    let marks = found.into_iter().map(|((file, line, letter), says)| Mark {
        file,
        line,
        letter,
        says: page.shown(&says.into_iter().take(4).collect::<Vec<_>>().join("; ")),
    });
    marks.collect()
}

fn changes_of<'p>(page: &HtmlPage<'p>) -> &'p [ChangeReport] {
    match page.subject {
        super::HtmlSubject::Findings(crate::Findings::Explain(report)) => &report.changes,
        super::HtmlSubject::Findings(crate::Findings::Repair(report)) => &report.changes,
        _ => &[],
    }
}

fn changes(page: &HtmlPage<'_>) -> Vec<Vec<Edit>> {
    let lines = |lines: &[String]| lines.iter().map(|line| crate::visible(line)).collect();
    changes_of(page)
        .iter()
        .map(|change| {
            let edits = change.edits.iter().filter_map(|edit| {
                let (file, line) = file_of(page, &edit.place);
                let (before, after) = (lines(&edit.before), lines(&edit.after));
                Some(Edit {
                    file: usize::try_from(file).ok()?,
                    line: line as u32,
                    before,
                    after,
                })
            });
            edits.collect()
        })
        .collect()
}

fn failure(page: &HtmlPage<'_>) -> Option<(usize, u32)> {
    let run = match page.subject {
        super::HtmlSubject::Run(run, _) => Some(run),
        super::HtmlSubject::Findings(crate::Findings::Explain(report)) => {
            report.failing.as_ref().map(|failing| &failing.run)
        }
        super::HtmlSubject::Findings(crate::Findings::Check(report)) => {
            report.counterexamples.first().map(|first| &first.run)
        }
        super::HtmlSubject::Findings(_) => None,
    };
    let crate::Ending::Failed(failure) = &run?.ending else {
        return None;
    };
    let (file, line) = file_of(page, &failure.place);
    Some((usize::try_from(file).ok()?, line as u32))
}
