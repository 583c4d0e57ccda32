//! How a run ended, in the user's terms.

use explain::diagnose::unsuited;
use interp::{Outcome, PointerProblem, Reason, StackEntry, Stop};
use program::{CheckKind, ClaimId, Program};
use report::{Ending, Failure, Frame, InputUse, Limit, MissingFunction, Place, Related};
use source::{LocId, SourceMap};

use super::stopper::Cause;
use crate::exit::Exit;

pub(crate) struct Told<'a> {
    pub(crate) program: &'a Program,
    pub(crate) sources: &'a SourceMap,
    pub(crate) outcome: &'a Outcome,
    /// Why the run was stopped from outside, if it was.
    pub(crate) cause: Cause,
}

impl Told<'_> {
    pub(crate) fn ending(&self) -> (Ending, Exit) {
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
                Cause::Timeout => self.stopped(Limit::Time, LocId::NONE),
                Cause::Interrupt | Cause::Output => self.stopped(Limit::Interrupt, LocId::NONE),
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
        }
    }

    fn claim_failure(&self, claim: ClaimId, reason: &Reason) -> Failure {
        let claim = self.program.claim(claim);
        let title = title(claim.kind);
        let told = reason.to_string();
        let text = &claim.text;
        let (message, expected, reason) = match (claim.kind, reason) {
            // A condition says it best in the user's own words, everything else by its values.
            (CheckKind::Assertion, Reason::ConditionFalse) => (format!("{title}: {text}"), None, None),
            (CheckKind::Assertion, _) => (format!("{title}: {text}"), None, Some(told)),
            (CheckKind::Unsupported, _) => (text.clone(), None, None),
            // Being here is the whole error.
            (
                CheckKind::ErrorCall
                | CheckKind::Unreachable
                | CheckKind::MissingBody
                | CheckKind::MissingReturn,
                _,
            )
            | (_, Reason::DivisionByZero) => (title.to_owned(), Some(text.clone()), None),
            (CheckKind::Format, Reason::ConditionFalse) => {
                (format!("{title}: {}", unsuited(text)), None, None)
            }
            // The text says what ought to be: without a word to say so it would read as what is.
            (_, Reason::ConditionFalse) => (format!("{title}: required: {text}"), None, None),
            (_, Reason::Comparison { .. }) => (format!("{title}: required: {text}"), None, Some(told)),
            _ => (format!("{title}: {told}"), Some(text.clone()), None),
        };
        let mut failure = self.failure(claim.kind.word(), &message, claim.loc);
        if let (CheckKind::PointerPrimitive, Some(function)) = (claim.kind, &failure.inside) {
            let by_name = format!("invalid argument of `{function}`");
            failure.message = message.replacen(title, &by_name, 1);
            failure.inside = None;
        }
        failure.claim = Some(claim.name.clone());
        failure.expected = expected;
        failure.reason = reason;
        if let Stop::ClaimFailed { reason, .. } = &self.outcome.stop {
            failure.related = self.related(reason);
        }
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
        [(*allocated, "allocated here"), (*freed, "freed here")]
            .into_iter()
            .filter(|(loc, _)| *loc != LocId::NONE && !self.sources.is_embedded(*loc))
            .map(|(loc, text)| Related {
                text: text.to_owned(),
                place: Place::new(self.sources, loc),
            })
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

    pub(crate) fn inputs(&self) -> Vec<InputUse> {
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

    pub(crate) fn missing_functions(&self) -> Vec<MissingFunction> {
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

/// What it means for a check to fail.
fn title(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Assertion => "assertion failed",
        CheckKind::ErrorCall => "error function called",
        CheckKind::ArrayBounds => "array index out of bounds",
        CheckKind::PointerDereference => "invalid pointer followed",
        CheckKind::FunctionPointer => "invalid function pointer called",
        CheckKind::PointerPrimitive | CheckKind::AskedPointer | CheckKind::PointerRelation => {
            "invalid pointer operation"
        }
        CheckKind::PointerOverflow => "pointer leaves its object",
        CheckKind::DivisionByZero => "division by zero",
        CheckKind::SignedOverflow => "signed overflow",
        CheckKind::UnsignedOverflow => "unsigned overflow",
        CheckKind::UndefinedShift => "undefined shift",
        CheckKind::Conversion => "conversion changes the value",
        CheckKind::FloatOverflow => "floating-point overflow",
        CheckKind::FloatDivisionByZero => "floating-point division by zero",
        CheckKind::EnumRange => "value outside the enumeration",
        CheckKind::Nan => "floating-point result is not a number",
        CheckKind::InvalidFree => "invalid free",
        CheckKind::MemoryLeak | CheckKind::MemoryCleanup => "memory leak",
        CheckKind::AllocationFailure => "allocation failed",
        CheckKind::MissingReturn => "missing return value",
        CheckKind::Unreachable => "unreachable code reached",
        CheckKind::UninitialisedRead => "uninitialised read",
        CheckKind::VlaSize => "bad array length",
        CheckKind::BitCount => "zero bits of zero counted",
        CheckKind::Format => "argument does not fit the format",
        CheckKind::Unsupported => "not supported",
        CheckKind::MissingBody => "function without a body called",
        CheckKind::Coverage => "goal met",
    }
}
