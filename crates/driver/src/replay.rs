//! A saved run that was repeated: whether it fails as it did.

use program::Program;
use report::{Ending, Exit, ReplayReport, ReplayResult, RunReport, SavedClaim, SavedRun, SavedSource};

use crate::saved;

/// How a repeated run compares with the saved one.
#[must_use]
pub fn compare(
    saved: &SavedRun,
    program: &Program,
    now: &[SavedSource],
    report: &RunReport,
) -> (ReplayReport, Exit) {
    let (result, exit) = match &report.ending {
        Ending::Failed(failure) => {
            let failed = saved::failed_claim(program, report);
            // Not by its name: a claim that was added before it changes its number.
            let meaning = |claim: &SavedClaim| (claim.check.clone(), claim.text.clone());
            let same = saved.claim.as_ref().map(meaning) == failed.as_ref().map(meaning);
            let place = failed.and_then(|claim| claim.location);
            let before = saved.claim.as_ref().and_then(|claim| claim.location.clone());
            // The file may have another name now: its position in the list tells which one it is.
            let before = before.map(|mut location| {
                let index = saved
                    .sources
                    .iter()
                    .position(|source| source.name == location.file);
                if let Some(source) = index.and_then(|index| now.get(index)) {
                    location.file.clone_from(&source.name);
                }
                location
            });
            let result = if !same {
                ReplayResult::FailsOtherwise
            } else if place == before {
                ReplayResult::FailsAgain
            } else {
                ReplayResult::FailsElsewhere
            };
            // What the tool cannot do is no error of the program.
            let exit = match failure.check.as_str() {
                "internal" => Exit::Internal,
                "unsupported" if !same => Exit::UnusableInput,
                _ => Exit::ClaimFails,
            };
            (result, exit)
        }
        Ending::Exited { .. } | Ending::Aborted { .. } => {
            (ReplayResult::EndsWithoutFailing, Exit::Program(0))
        }
        Ending::Assumption { .. } | Ending::Stopped { .. } => (ReplayResult::Stopped, Exit::Undetermined),
    };
    let report = ReplayReport {
        result,
        claim: saved.claim.clone(),
        changed_sources: saved::changed(saved, now),
    };
    (report, exit)
}
