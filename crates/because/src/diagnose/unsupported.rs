//! Tests that come to something the tool cannot execute. What the program would have done is not known, so they are
//! evidence for nothing: they are left out, and it is said which and why.

use anyhow::{Result, bail};
use interp::Stop;
use program::{CheckKind, Program};
use runs::Test;
use source::{LocId, SourceMap};

use super::unwritten::FirstRun;

/// So many are named if there are no others.
const MOST_SHOWN: usize = 3;

/// Leaves them out; what to say about it.
///
/// # Errors
/// When nothing remains.
pub(crate) fn leave_out(
    program: &Program,
    sources: &SourceMap,
    tests: &mut Vec<Test>,
    first: &mut Vec<FirstRun>,
) -> Result<Vec<String>> {
    let may = |kind: CheckKind| kind == CheckKind::Unsupported;
    if tests.is_empty() || !program.claims.iter().any(|claim| may(claim.kind)) {
        return Ok(Vec::new());
    }
    let mut said = Vec::new();
    let all = std::mem::take(tests).into_iter().zip(std::mem::take(first));
    let left = all.filter(|(test, run)| {
        let outcome = &run.outcome;
        let reason = match &outcome.stop {
            Stop::ClaimFailed { claim, .. } if may(program.claim(*claim).kind) => {
                Some(program.claim(*claim).text.clone())
            }
            Stop::Unsupported { text, .. } => Some(text.clone()),
            _ => None,
        };
        if let Some(reason) = &reason {
            let own = |loc: &LocId| *loc != LocId::NONE && !sources.is_embedded(*loc);
            let place = outcome.stack.iter().map(|entry| entry.loc).find(own);
            let place = place.map(|loc| {
                let place = sources.resolve(sources.location(loc).used);
                format!("{}:{}: ", place.file, place.line)
            });
            let place = place.unwrap_or_default();
            said.push(format!("{} is left out: {place}{reason}", test.name));
        }
        reason.is_none()
    });
    (*tests, *first) = left.unzip();
    if tests.is_empty() {
        let shown = said.len().min(MOST_SHOWN);
        let more = match said.len() - shown {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        bail!(
            "none of the tests can be executed; {}{more}",
            said[..shown].join("; ")
        );
    }
    Ok(said)
}
