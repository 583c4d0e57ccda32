//! How a repeated run compares with the saved one.

use std::fmt::Write;

use serde::Serialize;

use crate::{RunReport, SavedClaim};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReplayResult {
    /// The same claim at the same place.
    FailsAgain,
    /// The same claim, at another place of the source.
    FailsElsewhere,
    /// Another error.
    FailsOtherwise,
    EndsWithoutFailing,
    /// A limit or an assumption ended it.
    Stopped,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReplayReport {
    pub result: ReplayResult,
    /// What failed in the saved run.
    pub claim: Option<SavedClaim>,
    /// Files that are not what they were when the run was saved.
    pub changed_sources: Vec<String>,
}

/// A repeated run as data: the run, and beside it the comparison.
#[derive(Debug, Clone, Serialize)]
pub struct ReplayedRun<'a> {
    #[serde(flatten)]
    pub run: &'a RunReport,
    pub replay: &'a ReplayReport,
}

/// The last lines about a repeated run.
#[must_use]
pub fn replay_text(report: &ReplayReport) -> String {
    crate::plain(&replay_lines(report))
}

fn replay_lines(report: &ReplayReport) -> String {
    let mut text = String::new();
    for name in &report.changed_sources {
        let _ = writeln!(
            text,
            "warning: {name} has changed since the run was saved: this may be another run"
        );
    }
    let claim = report.claim.as_ref().map_or_else(
        || "an error".to_owned(),
        |claim| match &claim.name {
            Some(name) => format!("claim {name}"),
            None => format!("the error ({})", claim.check),
        },
    );
    let place = report.claim.as_ref().and_then(|claim| claim.location.as_ref());
    let place = place.map_or_else(String::new, |place| format!(" at {}:{}", place.file, place.line));
    let saved = match &report.claim {
        Some(_) => format!("in the saved run {claim} failed{place}"),
        None => "the saved run did not fail".to_owned(),
    };
    let _ = match report.result {
        ReplayResult::FailsAgain => writeln!(text, "replay: {claim} fails again at the same place"),
        ReplayResult::FailsElsewhere => {
            writeln!(
                text,
                "replay: {claim} fails again, at another place than before: it was{place}"
            )
        }
        ReplayResult::FailsOtherwise => writeln!(text, "replay: another error; {saved}"),
        ReplayResult::EndsWithoutFailing if report.claim.is_none() => {
            writeln!(text, "replay: the run ends without failing, as it did")
        }
        ReplayResult::EndsWithoutFailing => writeln!(text, "replay: the run ends without failing; {saved}"),
        ReplayResult::Stopped => writeln!(text, "replay: the run was stopped before its end; {saved}"),
    };
    text
}
