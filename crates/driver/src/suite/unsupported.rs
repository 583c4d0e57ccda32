//! Tests that come to something the tool cannot execute. What the program would have done is not known, so they are
//! evidence for nothing: they are left out, and it is said which and why.

use interp::Stop;
use program::{CheckKind, Program};
use report::SuiteRemark;
use runs::Test;
use source::{LocId, SourceMap};
use suite::ExecutedTest;

use super::SuiteError;

/// Leaves them out; what to say about it.
///
/// # Errors
/// When nothing remains.
pub(super) fn leave_out(
    program: &Program,
    sources: &SourceMap,
    tests: &mut Vec<Test>,
    first: &mut Vec<ExecutedTest>,
) -> Result<Vec<String>, SuiteError> {
    let may = |kind: CheckKind| kind == CheckKind::Unsupported;
    if tests.is_empty() || !program.claims.iter().any(|claim| may(claim.kind)) {
        return Ok(Vec::new());
    }
    let mut said = Vec::new();
    let all = std::mem::take(tests).into_iter().zip(std::mem::take(first));
    let left = all.filter(|(test, run)| {
        let reason = match &run.stop {
            Stop::ClaimFailed { claim, .. } if may(program.claim(*claim).kind) => {
                Some(program.claim(*claim).text.clone())
            }
            Stop::Unsupported { text, .. } => Some(text.clone()),
            _ => None,
        };
        if let Some(reason) = &reason {
            let own = |loc: &LocId| *loc != LocId::NONE && !sources.is_embedded(*loc);
            let place = run.stack.iter().map(|entry| entry.loc).find(own);
            let remark = SuiteRemark::LeftOut {
                test: test.name.clone(),
                place: place.map(|loc| {
                    let place = sources.resolve(sources.location(loc).used);
                    (place.file, place.line)
                }),
                reason: reason.clone(),
            };
            said.push(remark.to_string());
        }
        reason.is_none()
    });
    (*tests, *first) = left.unzip();
    if tests.is_empty() {
        return Err(SuiteError::NothingExecutable(said));
    }
    Ok(said)
}
