//! The failing run that a method works on, and the equation it belongs to: looked for, or taken from a file.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result};
use bmc::{Counterexample, Equation, InputKind, InputValue};
use frontend::{Input, Models};
use program::{ClaimId, Program};
use report::{CheckReport, ClaimReport, ClaimStatus, CounterexampleReport};
use source::{LocId, SourceMap};

use crate::check;
use crate::exit::Exit;
use crate::hunting;
use crate::load;
use crate::memory;
use crate::options::CheckOptions;
use crate::run::stopper::Stopper;
use crate::saved;

/// What a method is given.
pub(crate) struct Session<'s> {
    pub(crate) checked: &'s CheckOptions,
    /// The texts as they were read.
    pub(crate) inputs: &'s [Input],
    /// The library models that the program needs.
    pub(crate) models: &'s Models,
    pub(crate) program: &'s Program,
    pub(crate) sources: &'s SourceMap,
    pub(crate) stop: &'s runs::Interrupt,
}

/// What there is to work on.
#[allow(clippy::large_enum_variant)]
pub(crate) enum Subject {
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
    Nothing(Option<Box<CheckReport>>, Exit, String),
}

/// Which claims are looked at when a failing run is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Looking {
    /// Until one fails.
    First,
    /// At all of them; the first that fails is the subject.
    All,
}

/// How a method goes through the equation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Following {
    /// It asks about runs.
    Runs,
    /// It also follows executions that are no runs, by repeating the recorded symbolic execution.
    AlsoOthers,
}

/// Why a method says nothing about [`Subject::Executed`].
pub(crate) const TOO_LONG: &str =
    "the failing run was found by executing it; it is too long to compare it with all others";

/// A run that was executed is not followed symbolically beyond so many terms.
const MOST_TERMS: usize = 120_000;

/// Loads the program, finds the failing run and lets a method work on it.
pub(crate) fn with_subject(
    options: &CheckOptions,
    run: Option<&str>,
    looking: Looking,
    following: Following,
    method: impl FnOnce(&Session<'_>, Subject) -> Result<Exit>,
) -> Result<Exit> {
    let mut checked = options.clone();
    memory::set_ceiling(checked.memory);
    let saved = run.map(saved::read).transpose()?;
    let restored = saved
        .as_ref()
        .map(|saved| saved::restore(saved).with_context(|| run.unwrap_or_default().to_owned()))
        .transpose()?;
    if let Some(restored) = &restored {
        checked.language = restored.language.clone();
        checked.lowering = restored.lowering.clone();
        checked.bounds.arguments.clone_from(&restored.arguments);
    }
    // Recording keeps what lies on ways that no run goes, so that finding the failing run takes longer.
    checked.bounds.record = following == Following::AlsoOthers;
    // One failure is worked on; a loop without an end must not keep it from that.
    checked.bounds.deepens_after_failure = false;
    checked.bounds.stop_on_fail |= looking == Looking::First;
    let loaded = load::load(&checked.files, &checked.language, &checked.lowering);
    if checked.warnings {
        loaded.show(&loaded.warnings, checked.style)?;
    }
    let program = match &loaded.program {
        Ok(program) => program,
        Err(errors) => return loaded.unusable(errors, checked.json, checked.style),
    };
    let sources = &loaded.sources;
    match check::selected(program, &checked.properties) {
        Ok(claims) => checked.bounds.claims = claims,
        Err(error) => {
            writeln!(io::stderr(), "error: {error}")?;
            return Ok(Exit::Usage);
        }
    }
    let stopper = Stopper::install()?;
    let guard = checked.timeout.map(|time| stopper.after(time));
    let flag = stopper.flag();
    let stop: runs::Interrupt = Arc::new(move || flag.load(Ordering::Relaxed) || memory::is_scarce());
    let session = Session {
        checked: &checked,
        inputs: &loaded.inputs,
        models: &loaded.models,
        program,
        sources,
        stop: &stop,
    };
    let subject = match &saved {
        Some(saved) => {
            let now = saved::user_sources(sources, &checked.language);
            for name in saved::changed(saved, &now) {
                writeln!(
                    io::stderr(),
                    "warning: {name} is not as it was when the run was saved"
                )?;
            }
            session.saved(&saved_inputs(saved))
        }
        None => session.found(),
    };
    let done = method(&session, subject);
    drop(guard);
    done
}

impl Session<'_> {
    pub(crate) fn question(&self) -> trace::Question<'_> {
        trace::Question {
            program: self.program,
            sources: Some(self.sources),
            options: &self.checked.bounds,
            stop: self.stop,
            watch: trace::UNWATCHED,
        }
    }

    fn found(&self) -> Subject {
        let bounds = &self.checked.bounds;
        let mut found = hunting::check(
            self.program,
            self.sources,
            bounds,
            self.checked.hunts,
            self.stop,
            &mut |_| {},
        );
        let report = check::tell(self.checked, self.program, self.sources, &found, None);
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
                (failed.execution.is_none(), library, length, failed.claim)
            });
        match first.map(|(position, _)| position) {
            Some(position) => {
                let failed = found.counterexamples.swap_remove(position);
                let report = Some(Box::new(report));
                match failed.execution {
                    Some(_) => self.failing(found.equation, failed, false, report),
                    None => self.executed(failed, report),
                }
            }
            None => {
                let exit = Exit::Program(report.exit_code);
                Subject::Nothing(Some(Box::new(report)), exit, String::new())
            }
        }
    }

    /// A run that is known from its execution alone: it is followed symbolically as far as it goes.
    fn executed(&self, failed: Counterexample, check: Option<Box<CheckReport>>) -> Subject {
        let bounds = &self.checked.bounds;
        let options = bmc::Options {
            first_bounds: hunting::bounds_of(self.program, self.sources, &failed.run),
            most_terms: MOST_TERMS,
            ..bounds.clone()
        };
        // Open standard input is read by other loops than a text, so the bounds are only a start.
        let mut unwound = Some(bmc::unwind_program(
            self.program,
            Some(self.sources),
            &options,
            self.stop,
        ));
        let mut again = None;
        while let Some((equation, false)) = unwound.take() {
            if let Some(run) = equation.failing_run(self.program, &failed.run.inputs) {
                again = Some((equation, run));
                break;
            }
            unwound = bmc::deepen(self.program, Some(self.sources), &options, &equation, self.stop);
        }
        match again {
            Some((equation, run)) => self.failing(equation, run, true, check),
            None => match check::replay(self.checked, self.program, self.sources, &failed) {
                Ok(run) => Subject::Executed {
                    claim: check::claim_report(self.program, self.sources, failed.claim, ClaimStatus::Fails),
                    failed,
                    run,
                    check,
                },
                Err(ended) => {
                    let text = format!("the failing run {ended} when it is executed");
                    Subject::Nothing(check, Exit::Internal, text)
                }
            },
        }
    }

    /// The run that has these inputs.
    fn saved(&self, inputs: &[InputValue]) -> Subject {
        let options = &self.checked.bounds;
        let (mut equation, mut stopped) =
            bmc::unwind_program(self.program, Some(self.sources), options, self.stop);
        loop {
            if let Some(failed) = equation.failing_run(self.program, inputs) {
                return self.failing(equation, failed, false, None);
            }
            let deeper = match stopped {
                true => None,
                false => bmc::deepen(self.program, Some(self.sources), options, &equation, self.stop),
            };
            match deeper {
                Some(deeper) => (equation, stopped) = deeper,
                None if stopped => {
                    let text = "time ran out before the run was unwound to its end";
                    return Subject::Nothing(None, Exit::Undetermined, text.to_owned());
                }
                None => {
                    let text = "the saved run does not fail";
                    return Subject::Nothing(None, Exit::Program(0), text.to_owned());
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
        match check::replay(self.checked, self.program, self.sources, &failed) {
            Ok(run) => Subject::Failing {
                claim: check::claim_report(self.program, self.sources, failed.claim, ClaimStatus::Fails),
                complete: equation.cuts.is_empty(),
                shallow,
                equation,
                failed,
                run,
                check,
            },
            Err(ended) => {
                let text = format!("the failing run {ended} when it is executed");
                Subject::Nothing(None, Exit::Undetermined, text)
            }
        }
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
