//! Tests that come to something the tool cannot execute. What the program would have done is not known, so they are
//! evidence for nothing: they are left out, and it is said which and why.

use anyhow::{Result, bail};
use explain::diagnose::Test;
use interp::{Interpreter, Stop};
use program::{CheckKind, Program};
use source::{LocId, SourceMap};

use super::unwritten::outcome;

/// Leaves them out; what to say about it.
///
/// # Errors
/// When nothing remains.
pub(crate) fn leave_out(
    program: &Program,
    sources: &SourceMap,
    tests: &mut Vec<Test>,
) -> Result<Vec<String>> {
    let may = |kind: CheckKind| kind == CheckKind::Unsupported;
    if tests.is_empty() || !program.claims.iter().any(|claim| may(claim.kind)) {
        return Ok(Vec::new());
    }
    let interpreter = Interpreter::new(program, Some(sources));
    let mut said = Vec::new();
    tests.retain(|test| {
        let outcome = outcome(&interpreter, test);
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
    if tests.is_empty() {
        bail!("none of the tests can be executed; {}", said.join("; "));
    }
    Ok(said)
}
