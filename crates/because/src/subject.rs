//! What the commands that work on one failing run have in common.

use std::io::{self, Write};

use anyhow::{Context, Result};
use driver::{Following, Looking, Session, Subject};
use report::{CheckReport, Exit, Findings, Note, RunReport, SavedRun, check_text};

use crate::files;
use crate::load::{self, Shown};
use crate::memory;
use crate::options::CheckOptions;
use crate::run::stopper::Stopper;

/// Loads the program, finds the failing run and lets a method work on it.
pub(crate) fn with_subject(
    options: &CheckOptions,
    run: Option<&str>,
    looking: Looking,
    following: Following,
    method: impl FnOnce(&Session<'_>, Subject) -> Result<Exit>,
) -> Result<Exit> {
    with_session(options, run, (looking, following), |session, saved| {
        let subject = session.subject(saved);
        method(session, subject)
    })
}

/// Loads the program, and the saved run if there is one.
pub(crate) fn with_session(
    options: &CheckOptions,
    run: Option<&str>,
    (looking, following): (Looking, Following),
    work: impl FnOnce(&Session<'_>, Option<&SavedRun>) -> Result<Exit>,
) -> Result<Exit> {
    memory::set_ceiling(options.memory);
    let mut analysis = options.analysis.clone();
    let saved = run.map(files::read_saved_run).transpose()?;
    if let Some(saved) = &saved {
        let restored = analysis.restored(saved);
        analysis = restored.with_context(|| run.unwrap_or_default().to_owned())?;
    }
    let shown = Shown {
        warnings: options.warnings,
        json: options.format.is_some(),
        style: options.error_style,
    };
    let stopper = Stopper::install()?;
    let stop = stopper.predicate();
    let mut session = match load::open(analysis.for_method(looking, following), stop, shown)? {
        Ok(session) => session,
        Err(exit) => return Ok(exit),
    };
    if let Err(error) = session.insert_conditions() {
        load::refuse(&error.to_string(), shown)?;
        return Ok(Exit::UnusableInput);
    }
    session.summarise();
    if let Err(error) = session.select_claims() {
        writeln!(io::stderr(), "error: {error}")?;
        return Ok(Exit::Usage);
    }
    let guard = options.timeout.map(|time| stopper.after(time));
    if let Some(saved) = &saved {
        let now = driver::user_sources(&session.sources, &session.options.language, files::host());
        for name in driver::changed(saved, &now) {
            writeln!(io::stderr(), "{}", Note::ChangedSource(name))?;
        }
    }
    let done = work(&session, saved.as_ref());
    drop(guard);
    done
}

/// Prints what a method found, or what `check` says where it had no run to work on.
pub(crate) fn print(
    options: &CheckOptions,
    session: &Session<'_>,
    findings: Findings<'_>,
    instead: Option<&CheckReport>,
    text: impl FnOnce() -> String,
) -> Result<()> {
    load::print(options.format, findings, || match instead {
        Some(check) => check_text(check, &session.sources, options.style, options.full),
        None => text(),
    })
}

/// Saves a run of the program.
pub(crate) fn save(name: &str, session: &Session<'_>, run: &RunReport) -> Result<()> {
    let options = &session.options;
    let run = driver::saved_run(
        &session.program,
        &session.sources,
        &options.language,
        &options.lowering,
        &options.bounds.arguments,
        run,
        files::host(),
    );
    files::write_saved_run(name, &run)
}
