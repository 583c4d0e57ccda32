//! The failing run that a method works on, and the equation it belongs to: looked for, or taken from a file.

use bmc::{Counterexample, Equation};
use program::{CheckKind, ClaimId, Program};
use report::{CheckReport, ClaimReport, ClaimStatus, CounterexampleReport, Doing, Exit, NoSubject, SavedRun};
use runs::{InputKind, InputValue};
use source::LocId;

use crate::check::portfolio;
use crate::check::replay;
use crate::options::Options;
use crate::session::Session;

/// What there is to work on.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)]
pub enum Subject {
    /// A failing run, as the interpreter replayed it.
    Failing {
        equation: Equation,
        failed: Counterexample,
        claim: ClaimReport,
        run: CounterexampleReport,
        /// Whether every loop was followed to its end.
        complete: bool,
        /// Whether loops are followed as far as the run needs, and no further: it was found by executing it.
        shallow: bool,
        /// What was found out about all claims, if they were looked at.
        check: Option<Box<CheckReport>>,
    },
    /// A failing run that was executed, and is too long to be followed symbolically.
    Executed {
        failed: Counterexample,
        claim: ClaimReport,
        run: CounterexampleReport,
        check: Option<Box<CheckReport>>,
    },
    /// Nothing fails, or it is not known.
    Nothing {
        check: Option<Box<CheckReport>>,
        exit: Exit,
        /// Why there is nothing, where the claims do not say it.
        why: Option<NoSubject>,
    },
}

impl Subject {
    /// The failing run, if there is one.
    #[must_use]
    pub fn run(&self) -> Option<&CounterexampleReport> {
        match self {
            Subject::Failing { run, .. } | Subject::Executed { run, .. } => Some(run),
            Subject::Nothing { .. } => None,
        }
    }
}

/// Which claims are looked at when a failing run is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looking {
    /// Until one fails.
    First,
    /// At all of them; the first that fails is the subject.
    All,
}

/// How a method goes through the equation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Following {
    /// It asks about runs.
    Runs,
    /// It also follows executions that are no runs, by repeating the recorded symbolic execution.
    AlsoOthers,
    /// It asks about runs, and where they read.
    Reads,
}

impl Options {
    /// These options for an answer in some seconds: what is found out about other claims than the one that is explained is
    /// `check`'s business.
    #[must_use]
    pub fn for_one_answer(mut self) -> Options {
        self.bounds.effort = Some(budgets::driver::WHOLE_EFFORT.get());
        self.bounds.endless_effort = Some(budgets::driver::WHOLE_ENDLESS_EFFORT.get());
        self.bounds.after_failure = Some(budgets::driver::AFTER_FAILURE.get());
        self
    }

    /// These options for a method that works on one failing run.
    #[must_use]
    pub fn for_method(mut self, looking: Looking, following: Following) -> Options {
        // Recording keeps what lies on ways that no run goes, so that finding the failing run takes longer.
        self.bounds.record = following == Following::AlsoOthers;
        self.bounds.loads = following == Following::Reads;
        // One failure is worked on; a loop without an end must not keep it from that.
        self.bounds.deepens_after_failure = false;
        self.bounds.stop_on_fail |= looking == Looking::First;
        self
    }
}

impl Session<'_> {
    /// The failing run to work on: the saved one, or one that is looked for.
    #[must_use]
    pub fn subject(&self, saved: Option<&SavedRun>) -> Subject {
        match saved {
            Some(saved) if self.program.starts_threads() => self.saved_with_threads(saved),
            Some(saved) => self.saved(&saved_inputs(saved)),
            None => self.found(),
        }
    }

    fn found(&self) -> Subject {
        let mut found = self.decide(&mut |now| self.tell_engine(now));
        let report = self.verdict(&found, None);
        let fails = |claim: ClaimId| {
            let name = &self.program.claim(claim).name;
            let status = |report: &&ClaimReport| report.name == *name;
            report.claims.iter().find(status).map(|claim| claim.status) == Some(ClaimStatus::Fails)
        };
        let candidates = found.counterexamples.iter().enumerate();
        // What the solver found has its place in the equation. Of others the shortest is the easiest to follow.
        let first = candidates
            .filter(|(_, failed)| fails(failed.claim))
            .min_by_key(|(_, failed)| {
                let library = self
                    .program
                    .function(self.program.claim(failed.claim).function)
                    .embedded;
                let length = match failed.execution {
                    Some(_) => 0,
                    None => failed.run.inputs.len(),
                };
                let kind = self.program.claim(failed.claim).kind;
                (
                    severity(kind),
                    failed.execution.is_none(),
                    library,
                    length,
                    failed.claim,
                )
            });
        match first.map(|(position, _)| position) {
            Some(position) => {
                let failed = found.counterexamples.swap_remove(position);
                let report = Some(Box::new(report));
                match failed.execution {
                    Some(_) if !found.equation.has_threads() => {
                        self.failing(found.equation, failed, false, report)
                    }
                    _ => self.executed(failed, report),
                }
            }
            None => {
                let exit = Exit::Program(report.exit_code);
                Subject::Nothing {
                    check: Some(Box::new(report)),
                    exit,
                    why: None,
                }
            }
        }
    }

    /// A run that is known from its execution alone: it is followed symbolically as far as it goes.
    fn executed(&self, failed: Counterexample, check: Option<Box<CheckReport>>) -> Subject {
        self.announce(Doing::Following);
        let bounds = &self.options.bounds;
        let options = bmc::Options {
            first_bounds: portfolio::bounds_of(&self.program, &self.sources, &failed.run),
            most_terms: budgets::driver::FOLLOWED_TERMS.count(),
            ..bounds.clone()
        };
        // Open standard input is read by other loops than a text, so the bounds are only a start.
        let threads = self.program.starts_threads();
        let mut unwound = (!threads).then(|| {
            let sources = Some(&self.sources);
            bmc::unwind_program(&self.program, sources, &options, &self.stop)
        });
        let mut again = None;
        while let Some((equation, false)) = unwound.take() {
            if let Some(run) = equation.failing_run(&self.program, &failed.run.inputs) {
                again = Some((equation, run));
                break;
            }
            unwound = bmc::deepen(
                &self.program,
                Some(&self.sources),
                &options,
                &equation,
                &self.stop,
            );
        }
        match again {
            Some((equation, run)) => self.failing(equation, run, true, check),
            None => match replay(self, &failed) {
                Ok((run, _)) => Subject::Executed {
                    claim: self.claim_report(failed.claim, ClaimStatus::Fails),
                    failed,
                    run,
                    check,
                },
                Err(ended) => {
                    let why = Some(NoSubject::EndsOtherwise(ended.to_string()));
                    let exit = Exit::Internal;
                    Subject::Nothing { check, exit, why }
                }
            },
        }
    }

    /// A saved run of several threads: executed, and not followed symbolically.
    fn saved_with_threads(&self, saved: &SavedRun) -> Subject {
        let mut claims = self.program.claims.iter();
        let wanted = saved.claim.as_ref();
        let claim = claims.position(|claim| {
            wanted.is_some_and(|wanted| {
                wanted.check == claim.kind.word()
                    && wanted.text == claim.text
                    && wanted.name.as_ref().is_none_or(|name| *name == claim.name)
            })
        });
        let Some(claim) = claim.map(|index| ClaimId(index as u32)) else {
            return Subject::Nothing {
                check: None,
                exit: Exit::Program(0),
                why: Some(NoSubject::SavedRunPasses),
            };
        };
        let run = runs::Run {
            arguments: self.options.bounds.arguments.clone(),
            inputs: saved_inputs(saved),
            schedule: crate::threads::schedule_from(&saved.schedule),
            claim: Some(claim),
        };
        let failed = Counterexample {
            claim,
            run,
            loc: self.program.claim(claim).loc,
            execution: None,
            first_found: None,
        };
        self.executed(failed, None)
    }

    /// The run that has these inputs.
    fn saved(&self, inputs: &[InputValue]) -> Subject {
        let options = &self.options.bounds;
        let (mut equation, mut stopped) =
            bmc::unwind_program(&self.program, Some(&self.sources), options, &self.stop);
        loop {
            if let Some(failed) = equation.failing_run(&self.program, inputs) {
                return self.failing(equation, failed, false, None);
            }
            let deeper = match stopped {
                true => None,
                false => bmc::deepen(&self.program, Some(&self.sources), options, &equation, &self.stop),
            };
            match deeper {
                Some(deeper) => (equation, stopped) = deeper,
                None if stopped => {
                    return Subject::Nothing {
                        check: None,
                        exit: Exit::Undetermined,
                        why: Some(NoSubject::NotUnwound),
                    };
                }
                None => {
                    return Subject::Nothing {
                        check: None,
                        exit: Exit::Program(0),
                        why: Some(NoSubject::SavedRunPasses),
                    };
                }
            }
        }
    }

    fn failing(
        &self,
        equation: Equation,
        failed: Counterexample,
        shallow: bool,
        check: Option<Box<CheckReport>>,
    ) -> Subject {
        match replay(self, &failed) {
            Ok((run, _)) => Subject::Failing {
                claim: self.claim_report(failed.claim, ClaimStatus::Fails),
                complete: equation.cuts.is_empty(),
                shallow,
                equation,
                failed,
                run,
                check,
            },
            Err(ended) => {
                let why = Some(NoSubject::EndsOtherwise(ended.to_string()));
                let (check, exit) = (None, Exit::Undetermined);
                Subject::Nothing { check, exit, why }
            }
        }
    }
}

/// Which of several failures is explained: what the user has stated first, then what makes a program crash or
/// leak, last arithmetic, which often needs inputs that nobody gives. docs/explain.md says the same.
fn severity(kind: CheckKind) -> u8 {
    match kind {
        CheckKind::Assertion | CheckKind::ErrorCall | CheckKind::Coverage => 0,
        CheckKind::ArrayBounds
        | CheckKind::PointerDereference
        | CheckKind::FunctionPointer
        | CheckKind::PointerPrimitive
        | CheckKind::AskedPointer
        | CheckKind::PointerRelation
        | CheckKind::PointerOverflow
        | CheckKind::InvalidFree
        | CheckKind::UninitialisedRead
        | CheckKind::AllocationFailure
        | CheckKind::MissingReturn
        | CheckKind::MissingBody
        | CheckKind::Unreachable
        | CheckKind::VlaSize
        | CheckKind::Format
        | CheckKind::Deadlock
        | CheckKind::DataRace
        | CheckKind::ThreadMisuse
        | CheckKind::Unsupported => 1,
        CheckKind::MemoryLeak | CheckKind::MemoryCleanup | CheckKind::DivisionByZero => 2,
        CheckKind::SignedOverflow
        | CheckKind::UnsignedOverflow
        | CheckKind::UndefinedShift
        | CheckKind::Conversion
        | CheckKind::FloatOverflow
        | CheckKind::FloatDivisionByZero
        | CheckKind::SignCompare
        | CheckKind::EnumRange
        | CheckKind::Nan
        | CheckKind::BitCount => 3,
    }
}

/// The inputs of a saved run.
fn saved_inputs(saved: &report::SavedRun) -> Vec<InputValue> {
    let mut inputs: Vec<InputValue> = Vec::new();
    let input = |name: &str, occurrence: u32, kind: InputKind, bits: u128| InputValue {
        name: name.to_owned(),
        occurrence,
        ty: ctype::TypeId(0),
        kind,
        bits,
        loc: LocId::NONE,
    };
    for saved in &saved.inputs {
        let kind = InputKind::Uninitialised;
        inputs.push(input(&saved.name, saved.occurrence, kind, saved.bits()));
    }
    if let Some(bytes) = &saved.stdin {
        let bytes = bytes.bytes().unwrap_or_default();
        for (index, byte) in bytes.iter().enumerate() {
            inputs.push(input(
                "stdin",
                index as u32 + 1,
                InputKind::Stdin,
                u128::from(*byte),
            ));
        }
        // After the bytes comes the end.
        inputs.push(input(
            "stdin",
            bytes.len() as u32 + 1,
            InputKind::Stdin,
            u128::MAX,
        ));
    }
    inputs
}

/// Why a failing run that is known from its execution alone is not compared with others.
pub(crate) fn why_executed_only(program: &Program) -> NoSubject {
    match program.starts_threads() {
        true => NoSubject::Threads,
        false => NoSubject::TooLong,
    }
}
