//! The failing run that a method works on, and the equation it belongs to: looked for, or taken from a file.

use std::io::{self, Write};
use std::rc::Rc;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result};
use bmc::{Counterexample, Equation, InputValue};
use program::{ClaimId, Program};
use report::{CheckReport, ClaimReport, ClaimStatus, CounterexampleReport};
use source::SourceMap;

use crate::check;
use crate::exit::Exit;
use crate::explain::saved_inputs;
use crate::load;
use crate::memory;
use crate::options::CheckOptions;
use crate::run::stopper::Stopper;
use crate::saved;

/// What a method is given.
pub(crate) struct Session<'s> {
    pub(crate) checked: &'s CheckOptions,
    pub(crate) program: &'s Program,
    pub(crate) sources: &'s SourceMap,
    pub(crate) stop: &'s bmc::Stop,
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
    },
    /// Nothing fails, or it is not known.
    Nothing(Option<Box<CheckReport>>, Exit, String),
}

/// Loads the program, finds the failing run and lets a method work on it.
pub(crate) fn with_subject(
    options: &CheckOptions,
    run: Option<&str>,
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
    checked.bounds.record = true;
    checked.bounds.stop_on_fail = true;
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
    let stop: bmc::Stop = Rc::new(move || flag.load(Ordering::Relaxed));
    let session = Session {
        checked: &checked,
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
    pub(crate) fn question(&self) -> explain::Question<'_> {
        explain::Question {
            program: self.program,
            sources: Some(self.sources),
            options: &self.checked.bounds,
            stop: self.stop,
        }
    }

    fn found(&self) -> Subject {
        let bounds = &self.checked.bounds;
        let mut found = bmc::check(self.program, Some(self.sources), bounds, self.stop, &mut |_| {});
        let report = check::tell(self.checked, self.program, self.sources, &found, None);
        let fails = |claim: ClaimId| {
            let name = &self.program.claim(claim).name;
            let status = |report: &&ClaimReport| report.name == *name;
            report.claims.iter().find(status).map(|claim| claim.status) == Some(ClaimStatus::Fails)
        };
        let position = found
            .counterexamples
            .iter()
            .position(|failed| fails(failed.claim) && failed.execution.is_some());
        match position {
            Some(position) => {
                let failed = found.counterexamples.swap_remove(position);
                self.failing(found.equation, failed)
            }
            None => {
                let exit = Exit::Program(report.exit_code);
                Subject::Nothing(Some(Box::new(report)), exit, String::new())
            }
        }
    }

    /// The run that has these inputs.
    fn saved(&self, inputs: &[InputValue]) -> Subject {
        let options = &self.checked.bounds;
        let (mut equation, mut stopped) =
            bmc::unwind_program(self.program, Some(self.sources), options, self.stop);
        loop {
            if let Some(failed) = equation.failing_run(self.program, inputs) {
                return self.failing(equation, failed);
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

    fn failing(&self, equation: Equation, failed: Counterexample) -> Subject {
        match check::replay(self.checked, self.program, self.sources, &failed) {
            Ok(run) => Subject::Failing {
                claim: check::claim_report(self.program, self.sources, failed.claim, ClaimStatus::Fails),
                complete: equation.cuts.is_empty(),
                equation,
                failed,
                run,
            },
            Err(ended) => {
                let text = format!("the failing run {ended} when it is executed");
                Subject::Nothing(None, Exit::Undetermined, text)
            }
        }
    }
}
