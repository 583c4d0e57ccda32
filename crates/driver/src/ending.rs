//! How a run ended, in the user's terms.

use interp::{Outcome, PointerProblem, Reason, StackEntry, Stop};
use program::{CheckKind, ClaimId, Program};
use report::{
    Ending, Exit, Failure, Frame, InputUse, Limit, MissingFunction, Place, Related, RelatedKind, Why,
};
use source::{LocId, SourceMap};

use crate::{bad_access, threads};

/// Why a run was told to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopCause {
    Interrupt,
    Timeout,
    /// Nobody reads the output.
    Output,
}

/// An execution, to be described.
#[derive(Debug)]
pub struct ExecutedRun<'a> {
    pub program: &'a Program,
    pub sources: &'a SourceMap,
    pub outcome: &'a Outcome,
    /// Why the run was stopped from outside, if it was.
    pub cause: StopCause,
}

impl<'a> ExecutedRun<'a> {
    /// One that nobody stopped.
    pub fn new(program: &'a Program, sources: &'a SourceMap, outcome: &'a Outcome) -> ExecutedRun<'a> {
        ExecutedRun {
            program,
            sources,
            outcome,
            cause: StopCause::Interrupt,
        }
    }

    pub fn ending(&self) -> (Ending, Exit) {
        let failed = |failure, exit| (Ending::Failed(Box::new(failure)), exit);
        match &self.outcome.stop {
            Stop::Exit(status) => {
                // The system keeps one byte of the status.
                let status = *status as u8;
                (
                    Ending::Exited {
                        status: status.into(),
                    },
                    Exit::Program(status),
                )
            }
            Stop::Abort => {
                let (place, _) = self.user_place(LocId::NONE);
                let stack = self.frames();
                (Ending::Aborted { place, stack }, Exit::Aborted)
            }
            Stop::ClaimFailed { claim, reason } => {
                let exit = match self.program.claim(*claim).kind {
                    CheckKind::Unsupported => Exit::UnusableInput,
                    _ => Exit::ClaimFails,
                };
                failed(self.claim_failure(*claim, reason), exit)
            }
            Stop::AssumptionViolated(loc) => {
                let place = self.user_place(*loc).0;
                (Ending::Assumption { place }, Exit::Undetermined)
            }
            Stop::BadFormat { loc, text } => failed(self.failure("bad_format", text, *loc), Exit::ClaimFails),
            Stop::BadCall { loc, text } => failed(self.failure("bad_call", text, *loc), Exit::ClaimFails),
            Stop::StackOverflow { loc, .. } => {
                let message = self.outcome.stop.to_string();
                failed(self.failure("stack_overflow", &message, *loc), Exit::ClaimFails)
            }
            Stop::BadSchedule { loc, .. } => {
                let message = self.outcome.stop.to_string();
                failed(self.failure("schedule", &message, *loc), Exit::UnusableInput)
            }
            Stop::Unsupported { loc, text } => {
                let message = format!("not supported: {text}");
                failed(self.failure("unsupported", &message, *loc), Exit::UnusableInput)
            }
            Stop::Internal { loc, text } => {
                let message = format!("internal error: {text}");
                failed(self.failure("internal", &message, *loc), Exit::Internal)
            }
            Stop::OutOfMemory(loc) => self.stopped(Limit::Memory, *loc),
            Stop::StepLimit => self.stopped(Limit::Steps, LocId::NONE),
            Stop::Interrupted => match self.cause {
                StopCause::Timeout => self.stopped(Limit::Time, LocId::NONE),
                StopCause::Interrupt | StopCause::Output => self.stopped(Limit::Interrupt, LocId::NONE),
            },
        }
    }

    fn stopped(&self, limit: Limit, loc: LocId) -> (Ending, Exit) {
        let (place, _) = self.user_place(loc);
        let stack = self.frames();
        (Ending::Stopped { limit, place, stack }, Exit::Undetermined)
    }

    fn failure(&self, check: &str, message: &str, loc: LocId) -> Failure {
        let (place, inside) = self.user_place(loc);
        let mut stack = self.frames();
        if let (Some(innermost), None) = (stack.first_mut(), &inside) {
            innermost.place = place.clone();
        }
        Failure {
            check: check.to_owned(),
            message: message.to_owned(),
            claim: None,
            expected: None,
            reason: None,
            inside,
            place,
            related: Vec::new(),
            stack,
            thread: self.outcome.thread.clone(),
            deadlock: None,
            race: None,
        }
    }

    fn claim_failure(&self, claim: ClaimId, reason: &Reason) -> Failure {
        let claim = self.program.claim(claim);
        let why = match reason {
            Reason::ConditionFalse => Why::ConditionFalse,
            Reason::DivisionByZero => Why::DivisionByZero,
            Reason::Comparison { .. } => Why::Comparison(reason.to_string()),
            _ => bad_access::why(self.program, self.sources, claim, reason)
                .unwrap_or_else(|| Why::Other(reason.to_string())),
        };
        let loc = threads::place_of(reason).unwrap_or(claim.loc);
        let mut failure = self.failure(claim.kind.word(), "", loc);
        let text = match (&claim.violation, reason) {
            (Some(violation), Reason::ConditionFalse) => violation,
            _ => &claim.text,
        };
        let argument_of = failure
            .inside
            .take_if(|_| claim.kind == CheckKind::PointerPrimitive);
        let worded = report::claim_failure(claim.kind, text, &why, argument_of.as_deref());
        failure.message = worded.message;
        failure.expected = worded.expected;
        failure.reason = worded.reason;
        failure.claim = Some(claim.name.clone());
        if let Stop::ClaimFailed { reason, .. } = &self.outcome.stop {
            failure.related = self.related(reason);
        }
        failure.deadlock = threads::deadlock(reason, self.sources);
        failure.race = threads::race(reason, self.sources);
        let deadlock = failure.deadlock.iter().flat_map(report::Deadlock::sentences);
        let race = failure.race.iter().flat_map(report::Race::sentences);
        failure.related.extend(deadlock.chain(race));
        failure
    }

    fn related(&self, reason: &Reason) -> Vec<Related> {
        let Reason::Pointer {
            problem: PointerProblem::Freed { allocated, freed, .. },
            ..
        } = reason
        else {
            return Vec::new();
        };
        [(*allocated, RelatedKind::Allocated), (*freed, RelatedKind::Freed)]
            .into_iter()
            .filter(|(loc, _)| *loc != LocId::NONE && !self.sources.is_embedded(*loc))
            .map(|(loc, kind)| Related::new(kind, Place::new(self.sources, loc)))
            .collect()
    }

    /// The place if it is the user's, else none.
    fn own_place(&self, loc: LocId) -> Place {
        let own = !self.sources.is_embedded(loc);
        Place::new(self.sources, if own { loc } else { LocId::NONE })
    }

    /// The place itself if it is the user's, else the innermost call of theirs, with the name of the library
    /// function that was called there.
    fn user_place(&self, loc: LocId) -> (Place, Option<String>) {
        let own = |loc: LocId| loc != LocId::NONE && !self.sources.is_embedded(loc);
        if own(loc) {
            return (Place::new(self.sources, loc), None);
        }
        let stack = &self.outcome.stack;
        let found = stack.iter().position(|entry| own(entry.loc));
        let Some(index) = found else {
            return (Place::new(self.sources, loc), None);
        };
        let inside = index.checked_sub(1).map(|inner| self.name(&stack[inner]));
        (Place::new(self.sources, stack[index].loc), inside)
    }

    fn name(&self, entry: &StackEntry) -> String {
        self.program.function(entry.function).called().to_owned()
    }

    /// The user's calls, innermost first.
    fn frames(&self) -> Vec<Frame> {
        let shown = self.outcome.stack.iter().filter(|entry| {
            !self.program.function(entry.function).embedded && entry.function != self.program.entry
        });
        shown
            .map(|entry| Frame {
                function: self.name(entry),
                place: Place::new(self.sources, entry.loc),
            })
            .collect()
    }

    pub fn inputs(&self) -> Vec<InputUse> {
        let types = &self.program.types;
        let inputs = self.outcome.inputs.iter().map(|record| InputUse {
            name: record.name.clone(),
            occurrence: record.occurrence,
            value: self.program.value_text(record.ty, record.bits),
            bits: format!("{:#x}", record.bits),
            source: record.kind.word().to_owned(),
            r#type: Some(types.display(record.ty)),
            place: self.own_place(record.loc),
        });
        inputs.collect()
    }

    pub fn missing_functions(&self) -> Vec<MissingFunction> {
        missing_functions(self.program, self.sources)
    }
}

/// The functions without a body that the program calls.
pub(crate) fn missing_functions(program: &Program, sources: &SourceMap) -> Vec<MissingFunction> {
    let missing = program.missing.iter().map(|missing| MissingFunction {
        name: program.function(missing.function).name.clone(),
        place: Place::new(sources, missing.loc),
    });
    missing.collect()
}
