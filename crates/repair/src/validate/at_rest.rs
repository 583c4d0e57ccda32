//! The program of all changes, none of which is made, must do what the original does.
//!
//! Everything that is said about changes rests on this. If an input loses its name on the way into that program, or a claim its
//! condition, then each trial is about another program, and "no change helps" means nothing. So a failing run is executed in both:
//! it must end at the same claim, with as many inputs read. If it does not, that is an internal error that names itself. What has
//! another reason is none: the larger program needs more stack, more steps or more memory, or the run depends on where objects
//! lie, which is elsewhere in it: it reads what was never written, or the bytes of an address. (That is tried: the original is
//! executed again with everything moved.)

use interp::{Interpreter, Stop};
use program::{CheckKind, Program};
use runs::Test;
use source::SourceMap;

use crate::schemata::Schema;
use crate::validate::baseline::Baseline;
use crate::validate::oracle::TrialRun;

/// Failing runs that are executed in both programs.
const COMPARED: usize = 2;

impl Baseline<'_> {
    /// How a failing run ends in a program of changes with none of them made, if it should not end so.
    pub(crate) fn contradicted_by(&self, schema: &Schema) -> Option<String> {
        let subject = self.subject;
        let original = Interpreter::new(subject.program, Some(subject.sources));
        let changed = Interpreter::new(&schema.program, Some(&schema.sources));
        self.failing.iter().take(COMPARED).find_map(|test| {
            let test = &self.oracle.tests[*test];
            let before = self.oracle.execute(&original, None, test);
            let after = self.oracle.execute_changed(&changed, schema, test, None);
            let ends = (
                end(subject.program, subject.sources, &before)?,
                end(&schema.program, &schema.sources, &after)?,
            );
            let same = ends.0 == ends.1 && before.read == after.read;
            if same || self.depends_on_addresses(test, &ends.0) {
                return None;
            }
            Some(
                format!(
                    "a failing run {} after {} inputs, and {} after {} in the program of all changes with none of them made",
                    ends.0, before.read, ends.1, after.read
                ),
            )
        })
    }

    /// Whether a failing run ends otherwise where objects lie elsewhere.
    fn depends_on_addresses(&self, test: &Test, ends: &str) -> bool {
        let subject = self.subject;
        let moved = Interpreter::elsewhere(subject.program, Some(subject.sources));
        let run = self.oracle.execute(&moved, None, test);
        end(subject.program, subject.sources, &run).is_none_or(|end| end != ends)
    }
}

/// How a run ends; nothing if it ends because of a limit, or depends on what happened to lie in memory.
fn end(program: &Program, sources: &SourceMap, run: &TrialRun) -> Option<String> {
    if !run.unwritten.is_empty() {
        return None;
    }
    match &run.stop {
        Stop::ClaimFailed { claim, .. } => {
            let claim = program.claim(*claim);
            // What a literal format asks of its arguments is asked later, in the library, of one that a switch chooses.
            if claim.kind == CheckKind::Format || sources.is_embedded(claim.loc) {
                return None;
            }
            let place = sources.resolve(sources.location(claim.loc).used);
            Some(format!("fails at {}:{}:{}", place.file, place.line, place.column))
        }
        Stop::Exit(status) => Some(format!("ends with status {status}")),
        Stop::AssumptionViolated(_) => Some("is ended by an assumption".to_owned()),
        _ => None,
    }
}
