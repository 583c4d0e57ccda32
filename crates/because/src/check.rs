//! The command `check`: decide every claim, replay every failing run, report.

mod equation;
mod listing;

use std::io::{self, Write};

use anyhow::Result;
use driver::{Checked, KnownRun, Session};
use program::{ClaimId, Program};
use report::{
    CheckReport, ClaimReport, ClaimStatus, Exit, Findings, NativeReport, RunReport, Verdict, cbmc_json,
    cbmc_listed_json, cbmc_xml, check_cbmc_text, check_text, claims_text, coverage_text, verdict_text,
};
use runs::InputValue;

use crate::args::cbmc::CbmcOutput;
use crate::html::Html;
use crate::load::{self, Shown};
use crate::memory;
use crate::native::Native;
use crate::options::CheckOptions;
use crate::progress::Progress;
use crate::run::stopper::Stopper;
use crate::subject::save;

pub(crate) fn check(options: &CheckOptions) -> Result<Exit> {
    memory::set_ceiling(options.memory);
    let page = Html::prepare(options.html.as_deref())?;
    let stopper = Stopper::install()?;
    let mut session = match open(options, &stopper)? {
        Ok(session) => session,
        Err(exit) => return Ok(exit),
    };
    if let Some(listing) = options.listing {
        return listing::list(listing, &session.program, &session.sources);
    }
    if options.show_loops {
        return listing::show_loops(&session.program, &session.sources, options.cbmc_output);
    }
    if let Err(error) = session.select_claims() {
        writeln!(io::stderr(), "error: {error}")?;
        return Ok(Exit::Usage);
    }
    check_names(&session.program, &session.options.bounds)?;
    if options.show_properties {
        return show_properties(options, &session);
    }
    for option in &options.unwritten {
        writeln!(io::stderr(), "note: --{option}: no such file is written")?;
    }
    let guard = options.timeout.map(|time| stopper.after(time));
    if session.options.lowering.cover.is_some() {
        let (goals, exit) = session.cover();
        drop(guard);
        io::stdout().lock().write_all(coverage_text(&goals).as_bytes())?;
        return Ok(exit);
    }
    if options.ssa || options.dimacs {
        let exit = equation::show(options, &session);
        drop(guard);
        return exit;
    }
    let save_run = crate::files::savable(options.save_run.as_deref());
    let Checked {
        mut report,
        mut unwound,
    } = decide(options, &session, &stopper);
    drop(guard);
    if options.cbmc_output.is_none() {
        if !options.unwinding_failures {
            // How often the loops of a library's functions go round is not the program's to say.
            unwound.retain(|item| !item.library);
        }
        unwinding_failures(&mut report, &unwound);
    }
    let exit = match report.verdict {
        // A failed unwinding assertion is a failed claim there.
        Verdict::Undetermined if options.cbmc_output.is_some() && !unwound.is_empty() => {
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

/// Translates the program; with CBMC's claims, if those that were asked for have names that CBMC gives.
fn open(options: &CheckOptions, stopper: &Stopper) -> Result<Result<Session<'static>, Exit>> {
    let shown = Shown {
        warnings: options.warnings,
        json: options.format.is_some(),
        style: options.error_style,
    };
    let session = load::open(options.analysis.clone(), stopper.predicate(), shown)?;
    let Ok(first) = &session else {
        return Ok(session);
    };
    let names = &options.analysis.properties;
    if options.analysis.lowering.cbmc_claims || first.selected(names).is_ok() {
        return Ok(session);
    }
    let mut renamed = first.options.clone();
    renamed.lowering.cbmc_claims = true;
    let host = crate::files::host();
    let other = Session::new(first.inputs.clone(), renamed, host, stopper.predicate());
    Ok(match other {
        Ok(other) if other.selected(names).is_ok() => Ok(other),
        _ => session,
    })
}

fn show_properties(options: &CheckOptions, session: &Session<'_>) -> Result<Exit> {
    let ids = (0..session.program.claims.len() as u32).map(ClaimId);
    let all: Vec<ClaimReport> = ids
        .map(|id| session.claim_report(id, ClaimStatus::Unknown))
        .filter(|claim| !claim.library)
        .collect();
    let text = match options.cbmc_output {
        Some(CbmcOutput::Json) => cbmc_listed_json(Some(&all), &[]),
        _ => claims_text(&all, false),
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Exit::Program(0))
}

/// Decides the claims, with a line on the terminal that says what is going on.
fn decide(options: &CheckOptions, session: &Session<'_>, stopper: &Stopper) -> Checked {
    let progress =
        Progress::start(!options.quiet && options.format.is_none() && options.cbmc_output.is_none());
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
    session.check(&mut |now| progress.tell(doing(now)), opinion)
}

fn print(
    options: &CheckOptions,
    session: &Session<'_>,
    report: &CheckReport,
    unwound: &[report::Unwound],
) -> Result<()> {
    let sources = &session.sources;
    let text = match options.cbmc_output {
        _ if options.format.is_some() => {
            return load::print(options.format, Findings::Check(report), String::new);
        }
        Some(CbmcOutput::Text) => check_cbmc_text(report, sources, unwound),
        Some(CbmcOutput::Json) => cbmc_json(report, sources, unwound),
        Some(CbmcOutput::Xml) => cbmc_xml(report, sources, unwound),
        None if options.quiet => verdict_text(report.verdict).to_owned(),
        None => check_text(report, sources, options.style, options.full),
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// Bounds that were given and are too small are claims that fail.
fn unwinding_failures(report: &mut CheckReport, unwound: &[report::Unwound]) {
    report.claims.extend(unwound.iter().map(report::Unwound::claim));
    if !unwound.is_empty()
        && report.verdict == Verdict::Undetermined
        && report.exit_code != Exit::Internal.code()
    {
        report.verdict = Verdict::Failed;
        report.exit_code = Exit::ClaimFails.code();
    }
}

/// What is going on, for the line on the terminal.
fn doing(now: bmc::Progress) -> String {
    match now {
        bmc::Progress::Unwinding { round } => format!("round {round}: unwinding"),
        bmc::Progress::Encoding { round, steps } => format!("round {round}: encoding {steps} steps"),
        bmc::Progress::Solving { round, open, clauses } => {
            format!("round {round}: deciding {open} instances of claims, {clauses} clauses")
        }
        bmc::Progress::Reaching { round, cuts } => {
            format!("round {round}: looking for runs beyond the bound, {cuts} cuts")
        }
    }
}

/// Saves the run of the first claim in the list that fails.
fn save_first(name: &str, session: &Session<'_>, report: &CheckReport) -> Result<()> {
    let run_of = |claim: &ClaimReport| {
        let mut found = report.counterexamples.iter();
        found.find(|found| found.claim == claim.name)
    };
    match report.claims.iter().find_map(run_of) {
        Some(found) => save(name, session, &found.run),
        None => {
            writeln!(io::stderr(), "note: there is no failing run to save in {name}")?;
            Ok(())
        }
    }
}

fn check_names(program: &Program, bounds: &bmc::Options) -> Result<()> {
    let loops = bmc::loops(program);
    for name in bounds.unwindset.keys() {
        let recursion = name
            .strip_suffix(".recursion")
            .is_some_and(|f| program.function_named(f).is_some());
        if !recursion && !loops.iter().any(|item| item.name == *name) {
            // Scripts also name loops of functions that this program does not use, or of a C library's.
            writeln!(
                io::stderr(),
                "note: --unwindset: there is no loop `{name}`; --show-loops lists them"
            )?;
        }
    }
    Ok(())
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
