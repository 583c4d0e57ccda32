//! The command `check`: decide every claim, replay every failing run, report.

use std::io::{self, Write};

use anyhow::{Context, Result};
use driver::{Checked, EquationForm, KnownRun, Session};
use report::{
    CbmcForm, CheckReport, ClaimReport, Exit, Findings, NativeReport, Note, RunReport, Verdict,
    cbmc_listed_json, cbmc_text, check_text, claims_text, coverage_text, listed_text, verdict_text,
};
use runs::InputValue;

use crate::files;
use crate::html::Html;
use crate::load::{self, Shown};
use crate::memory;
use crate::native::Native;
use crate::options::CheckOptions;
use crate::progress;
use crate::run::stopper::Stopper;
use crate::subject::save;

pub(crate) fn check(options: &CheckOptions) -> Result<Exit> {
    memory::set_ceiling(options.memory);
    let page = Html::prepare(options.html.as_deref())?;
    let stopper = Stopper::install()?;
    let shown = Shown {
        warnings: options.warnings,
        json: options.format.is_some(),
        style: options.error_style,
    };
    let mut session = match load::open(options.analysis.clone(), stopper.predicate(), shown)? {
        Ok(session) => session.with_claims_asked_for(),
        Err(exit) => return Ok(exit),
    };
    if let Some(listing) = options.listing {
        return files::print(&listed_text(&session.listed(listing), options.cbmc_form))
            .map(|()| Exit::Program(0));
    }
    if let Err(error) = session.select_claims() {
        writeln!(io::stderr(), "error: {error}")?;
        return Ok(Exit::Usage);
    }
    // Scripts also name loops of functions that this program does not use, or of a C library's.
    for name in session.unknown_loops() {
        note(&Note::NoSuchLoop(name.to_owned()))?;
    }
    if options.show_properties {
        let claims = session.claims();
        let text = match options.cbmc_form {
            Some(CbmcForm::Json) => cbmc_listed_json(Some(&claims), &[]),
            _ => claims_text(&claims, false),
        };
        return files::print(&text).map(|()| Exit::Program(0));
    }
    for option in &options.unwritten {
        note(&Note::NotWritten(option))?;
    }
    let guard = options.timeout.map(|time| stopper.after(time));
    if session.options.lowering.cover.is_some() {
        let (goals, exit) = session.cover();
        drop(guard);
        return files::print(&coverage_text(&goals)).map(|()| exit);
    }
    if let Some(form) = options.equation {
        let exit = show_equation(options, &session, form);
        drop(guard);
        return exit;
    }
    let save_run = files::savable(options.save_run.as_deref());
    let Checked {
        mut report,
        mut unwound,
    } = decide(options, &session, &stopper);
    drop(guard);
    if options.cbmc_form.is_none() {
        if !options.unwinding_failures {
            // How often the loops of a library's functions go round is not the program's to say.
            unwound.retain(|item| !item.library);
        }
        report.add_unwinding_failures(&unwound);
    }
    let exit = match report.verdict {
        // A failed unwinding assertion is a failed claim there.
        Verdict::Undetermined if options.cbmc_form.is_some() && !unwound.is_empty() => {
            Exit::ClaimFails.code()
        }
        _ => report.exit_code,
    };
    print(options, &session, &report, &unwound)?;
    if let Some(page) = &page {
        let arguments = &session.options.bounds.arguments;
        let first = report.counterexamples.first();
        let failing = first.map(|found| KnownRun::reported(&found.run, arguments));
        page.findings(&session, Findings::Check(&report), failing.as_ref(), None)?;
    }
    if let Some(name) = save_run {
        save_first(name, &session, &report)?;
    }
    Ok(Exit::Program(exit))
}

/// Prints the equation at the given bound; notes on standard error say where runs are cut.
fn show_equation(options: &CheckOptions, session: &Session<'_>, form: EquationForm) -> Result<Exit> {
    let Some((text, cuts)) = session.equation(form) else {
        note(&Note::EquationStopped)?;
        return Ok(Exit::Undetermined);
    };
    match options.outfile.as_deref().filter(|name| *name != "-") {
        Some(name) => std::fs::write(name, text).with_context(|| format!("cannot write {name}"))?,
        None => files::print(&text)?,
    }
    for cut in cuts {
        note(&Note::Cut(cut))?;
    }
    Ok(Exit::Program(0))
}

fn note(note: &Note) -> Result<()> {
    progress::hide();
    writeln!(io::stderr(), "{note}")?;
    Ok(())
}

/// Decides the claims, with a line on the terminal that says what is going on.
fn decide(options: &CheckOptions, session: &Session<'_>, stopper: &Stopper) -> Checked {
    if options.quiet || options.format.is_some() || options.cbmc_form.is_some() {
        progress::forbid();
    }
    let mut native = None;
    let mut opinion = |number: usize, run: &RunReport, inputs: &[InputValue]| {
        let analysis = &session.options;
        let native = native.get_or_insert_with(|| {
            let entry = analysis.lowering.function.as_deref();
            let (program, sources) = (&session.program, &session.sources);
            let (files, language) = (&analysis.files, &analysis.language);
            Native::compile(program, sources, files, language, entry, stopper.flag())
        });
        confirm(native, &analysis.bounds.arguments, number, run, inputs)
    };
    let opinion: Option<driver::SecondOpinion<'_>> = match options.native {
        true => Some(&mut opinion),
        false => None,
    };
    session.check(&mut |now| progress::show(now.to_string()), opinion)
}

fn print(
    options: &CheckOptions,
    session: &Session<'_>,
    report: &CheckReport,
    unwound: &[report::Unwound],
) -> Result<()> {
    let sources = &session.sources;
    let text = match options.cbmc_form {
        _ if options.format.is_some() => {
            return load::print(options.format, Findings::Check(report), String::new);
        }
        Some(form) => cbmc_text(form, report, sources, unwound),
        None if options.quiet => verdict_text(report.verdict).to_owned(),
        None => check_text(report, sources, options.style, options.full),
    };
    files::print(&text)
}

/// Saves the run of the first claim in the list that fails.
fn save_first(name: &str, session: &Session<'_>, report: &CheckReport) -> Result<()> {
    let run_of = |claim: &ClaimReport| {
        let mut found = report.counterexamples.iter();
        found.find(|found| found.claim == claim.name)
    };
    match report.claims.iter().find_map(run_of) {
        Some(found) => save(name, session, &found.run),
        None => note(&Note::NothingToSave(name.to_owned())),
    }
}

/// The compiled program's opinion about a failing run.
fn confirm(
    native: &Result<Native<'_>, String>,
    arguments: &[Vec<u8>],
    number: usize,
    run: &RunReport,
    inputs: &[InputValue],
) -> Option<NativeReport> {
    let report::Ending::Failed(failure) = &run.ending else {
        return None;
    };
    Some(match native {
        Ok(native) => native.confirm(number, failure, inputs, arguments),
        Err(reason) => NativeReport {
            confirmed: false,
            text: reason.clone(),
            compiler: None,
            sanitizers: false,
        },
    })
}
