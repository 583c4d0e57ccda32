//! Lines to look at, with the reasons.

use std::fmt::Write;

use serde::Serialize;
use source::SourceMap;

use crate::{Assurance, ExplainReport, LineReport};

/// Why a line is worth looking at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// With a change of it every claim holds.
    Change,
    /// The error happens there. The line of an assertion that fails only says what should have been.
    Error,
    /// The bad value came by there.
    Origin,
    /// An expression of it with another value lets the failing runs pass.
    Suspect,
    /// The closest passing run differs there.
    Difference,
    /// Every failing run depends on a statement there.
    Focus,
}

impl Evidence {
    /// In a few words.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Evidence::Change => "a change here lets the failing runs pass",
            Evidence::Error => "the error happens here",
            Evidence::Origin => "the bad value passed through here",
            Evidence::Suspect => "another value here lets the failing runs pass",
            Evidence::Difference => "the closest passing run differs here",
            Evidence::Focus => "every failing run depends on this",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RankedLine {
    #[serde(flatten)]
    pub line: LineReport,
    pub evidence: Vec<Evidence>,
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
            // It decides between lines, but says too little by itself.
            .filter(|evidence| **evidence != Evidence::Focus)
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
                crate::difference_text::window(written.trim_end(), 1)
            );
        }
    }
    text
}

/// What is known of the best change on a line.
fn assurance_on(report: &ExplainReport, line: &LineReport) -> Option<Assurance> {
    let on = |place: &crate::Place| {
        let location = place.location.as_ref();
        location.is_some_and(|location| location.file == line.file && location.line == line.line)
    };
    let mut changes = report.changes.iter();
    let found = changes.find(|change| change.edits.iter().any(|edit| on(&edit.place)));
    found.map(|change| change.assurance)
}

pub(crate) fn reason(evidence: Evidence, report: &ExplainReport, line: &LineReport) -> String {
    match evidence {
        Evidence::Change => match assurance_on(report, line) {
            Some(Assurance::Proved) => "a change here makes every claim hold".to_owned(),
            Some(Assurance::UpToBound) => {
                "a change here makes every claim hold as far as loops were followed".to_owned()
            }
            _ => "a change here lets the failing runs pass".to_owned(),
        },
        Evidence::Error => "the error happens here".to_owned(),
        Evidence::Origin => "the bad value passed through here".to_owned(),
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
        Evidence::Focus => "every failing run depends on this".to_owned(),
    }
}
