//! Lines to look at, ranked by the agreement of evidence.
//!
//! Three questions are asked about a failing run, and each points at lines: with which changes of the source does every claim
//! hold; which expressions with another value let the failing runs pass; where does the closest passing run differ. Each
//! alone names too much. A change may weaken what is checked (one that disturbs most passing runs counts nothing), an
//! expression on the way to the claim can always make up for a fault before it, and the closest run may only avoid the
//! fault. So a line comes the earlier the more of them name it, and where an error happens that is no failed assertion is one
//! more reason, since often a check is missing just there; among equals the better change decides, then the error, then the
//! better suspect, then the order of execution.

use std::fmt::Write;

use serde::Serialize;
use source::SourceMap;

use crate::{Answer, Assurance, Ending, ExplainReport, LineReport};

/// Why a line is worth looking at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// With a change of it every claim holds.
    Change,
    /// The error happens there. The line of an assertion that fails only says what should have been.
    Error,
    /// An expression of it with another value lets the failing runs pass.
    Suspect,
    /// The closest passing run differs there.
    Difference,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RankedLine {
    #[serde(flatten)]
    pub line: LineReport,
    pub evidence: Vec<Evidence>,
}

/// Checks that the user has written down.
const STATED: [&str; 2] = ["assertion", "error_call"];

/// All lines that something points at, the most suspicious first.
#[must_use]
pub fn ranking(report: &ExplainReport) -> Vec<RankedLine> {
    let on = |place: &crate::Place| {
        place.location.as_ref().map(|location| LineReport {
            file: location.file.clone(),
            line: location.line,
        })
    };
    let telling = report.changes.iter().filter(|change| !change.disturbs_most());
    let edits = telling.flat_map(|change| &change.edits);
    let changes = distinct(edits.filter_map(|edit| on(&edit.place)));
    let suspects = distinct(report.suspects.iter().filter_map(|suspect| on(&suspect.place)));
    let differences = match &report.answer {
        Answer::Explained(explanation) => explanation.lines.clone(),
        _ => Vec::new(),
    };
    let errors: Vec<LineReport> = match report.failing.as_ref().map(|failing| &failing.run.ending) {
        Some(Ending::Failed(failure)) if !STATED.contains(&failure.check.as_str()) => {
            on(&failure.place).into_iter().collect()
        }
        _ => Vec::new(),
    };
    let kinds = [
        (Evidence::Change, &changes),
        (Evidence::Error, &errors),
        (Evidence::Suspect, &suspects),
        (Evidence::Difference, &differences),
    ];
    let all = distinct(kinds.iter().flat_map(|(_, lines)| lines.iter().cloned()));
    let mut ranked: Vec<RankedLine> = all
        .into_iter()
        .map(|line| RankedLine {
            evidence: kinds
                .iter()
                .filter(|(_, lines)| lines.contains(&line))
                .map(|(evidence, _)| *evidence)
                .collect(),
            line,
        })
        .collect();
    // `all` is in the order of the kinds, which sorting keeps among equals.
    ranked.sort_by_key(|line| std::cmp::Reverse(line.evidence.len()));
    ranked
}

fn distinct(lines: impl Iterator<Item = LineReport>) -> Vec<LineReport> {
    let mut found: Vec<LineReport> = Vec::new();
    for line in lines {
        if !found.contains(&line) {
            found.push(line);
        }
    }
    found
}

/// Lines that are listed for people.
const MOST_LINES: usize = 4;

/// Where to look, with the reasons.
pub(crate) fn ranking_text(report: &ExplainReport, sources: &SourceMap) -> String {
    let mut text = String::new();
    if report.ranking.is_empty() {
        return text;
    }
    text.push_str("\nWhere to look first:\n");
    for ranked in report.ranking.iter().take(MOST_LINES) {
        let reasons: Vec<String> = ranked
            .evidence
            .iter()
            .map(|evidence| reason(*evidence, report, &ranked.line))
            .collect();
        let LineReport { file, line } = &ranked.line;
        let _ = writeln!(text, "  {file}:{line}: {}", reasons.join("; "));
        let shown = sources.files().find(|(_, known)| known.name == *file);
        if let Some((_, known)) = shown {
            let written = String::from_utf8_lossy(known.line_text(*line)).into_owned();
            let _ = writeln!(
                text,
                "    {line} | {}",
                crate::story_text::window(written.trim_end(), 1)
            );
        }
    }
    text
}

fn reason(evidence: Evidence, report: &ExplainReport, line: &LineReport) -> String {
    match evidence {
        Evidence::Change => match report.changes.first().map(|change| change.assurance) {
            Some(Assurance::Proved) => "a change here makes every claim hold".to_owned(),
            _ => "a change here makes every claim hold as far as loops were followed".to_owned(),
        },
        Evidence::Error => "the error happens here".to_owned(),
        Evidence::Suspect => {
            let here = report.suspects.iter().find(|suspect| {
                let location = suspect.place.location.as_ref();
                location.is_some_and(|location| location.file == line.file && location.line == line.line)
            });
            let expression = here.map_or(String::new(), |suspect| suspect.expression.replace('\n', " "));
            let undecided = here.map_or(0, |suspect| suspect.undecided);
            if here.is_some_and(crate::SuspectReport::is_region) {
                return match report.failing_runs {
                    0 | 1 => "other code here lets the run pass".to_owned(),
                    runs => format!("other code here lets {runs} failing runs pass"),
                };
            }
            match report.failing_runs.saturating_sub(undecided) {
                0 | 1 => format!("another value of `{expression}` lets the run pass"),
                runs => format!("other values of `{expression}` let {runs} failing runs pass"),
            }
        }
        Evidence::Difference => "the closest passing run differs here".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: u32) -> LineReport {
        LineReport {
            file: "a.c".to_owned(),
            line: number,
        }
    }

    #[test]
    fn a_line_is_listed_once() {
        let lines = [line(3), line(1), line(3)].into_iter();
        assert_eq!(distinct(lines), [line(3), line(1)]);
    }
}
