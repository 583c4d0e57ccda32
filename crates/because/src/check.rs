//! The command `check`: decide every claim, replay every failing run, report.
//!
//! The symbolic engine proposes, the interpreter confirms: a run that does not fail at the same claim when it is
//! executed from its inputs alone is never shown. If the engine says that the run depends on something it
//! does not compute, the claim is undetermined; otherwise the mismatch is an internal error that names itself.

mod cover;
mod equation;
mod listing;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Result, bail};
use bmc::{Counterexample, CutReason, InputKind, Status};
use interp::{BytesInput, CapturedOutput, Environment, InputValue, Interpreter, ListedInputs, ZeroInputs};
use program::{ClaimId, Program};
use report::{
    CHECK_SCHEMA, CertificateReport, CheckReport, CheckSize, ClaimReport, ClaimStatus, CounterexampleReport,
    NativeReport, ObstacleReport, Place, RunReport, TraceStep, Verdict, cbmc_json, cbmc_listed_json,
    cbmc_xml, check_cbmc_text, check_text, claims_text, verdict_text,
};
use source::{LocId, SourceMap};

use crate::args::cbmc::CbmcOutput;
use crate::exit::Exit;
use crate::hunting;
use crate::load;
use crate::memory;
use crate::native::Native;
use crate::options::CheckOptions;
use crate::progress::Progress;
use crate::run::ending::{Told, missing_functions};
use crate::run::stopper::Stopper;
use crate::run::trace::{Sink, Tracer};
use crate::saved;
use crate::scanned;

pub(crate) fn check(options: &CheckOptions) -> Result<Exit> {
    memory::set_ceiling(options.memory);
    let mut loaded = load::load(&options.files, &options.language, &options.lowering);
    let renamed;
    let mut options = options;
    if let Ok(program) = &loaded.program
        && !options.lowering.cbmc_claims
        && selected(program, &options.properties).is_err()
    {
        // Scripts know the claims by the names that CBMC gives them.
        let mut changed = options.clone();
        changed.lowering.cbmc_claims = true;
        let other = load::load(&options.files, &options.language, &changed.lowering);
        if let Ok(program) = &other.program
            && selected(program, &options.properties).is_ok()
        {
            (loaded, renamed) = (other, changed);
            options = &renamed;
        }
    }
    if options.warnings {
        loaded.show(&loaded.warnings, options.style)?;
    }
    let program = match &loaded.program {
        Ok(program) => program,
        Err(errors) => return loaded.unusable(errors, options.json, options.style),
    };
    let sources = &loaded.sources;
    if let Some(listing) = options.listing {
        return listing::list(listing, program, sources);
    }
    if options.show_loops {
        return listing::show_loops(program, sources, options.cbmc_output);
    }
    let mut bounds = options.bounds.clone();
    match selected(program, &options.properties).and_then(|claims| {
        check_names(program, &bounds)?;
        Ok(claims)
    }) {
        Ok(claims) => bounds.claims = claims,
        Err(error) => {
            writeln!(io::stderr(), "error: {error}")?;
            return Ok(Exit::Usage);
        }
    }
    if options.show_properties {
        let claims = program.claims.iter().enumerate();
        let all: Vec<ClaimReport> = claims
            .map(|(index, _)| claim_report(program, sources, ClaimId(index as u32), ClaimStatus::Unknown))
            .filter(|claim| !claim.library)
            .collect();
        let text = match options.cbmc_output {
            Some(CbmcOutput::Json) => cbmc_listed_json(Some(&all), &[]),
            _ => claims_text(&all, false),
        };
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(Exit::Program(0));
    }
    for option in &options.unwritten {
        writeln!(io::stderr(), "note: --{option}: no such file is written")?;
    }
    let stopper = Stopper::install()?;
    let guard = options.timeout.map(|time| stopper.after(time));
    let flag = stopper.flag();
    let stop: bmc::Stop = Arc::new(move || flag.load(Ordering::Relaxed) || memory::is_scarce());
    if options.lowering.cover.is_some() {
        let exit = cover::cover(options, program, sources, &stop);
        drop(guard);
        return exit;
    }
    if options.ssa || options.dimacs {
        let exit = equation::show(options, program, sources, &bounds, &stop);
        drop(guard);
        return exit;
    }
    let progress = Progress::start(!options.quiet && !options.json && options.cbmc_output.is_none());
    let found = hunting::check(program, sources, &bounds, options.hunts, &stop, &mut |now| {
        progress.tell(doing(now));
    });
    drop(guard);
    progress.tell("executing the failing runs".to_owned());
    let mut report = tell(options, program, sources, &found, Some(&stopper));
    drop(progress);
    let mut unwound = unwound(&bounds, program, sources, &found);
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
    let mut out = io::stdout().lock();
    if options.json {
        serde_json::to_writer_pretty(&mut out, &report)?;
        writeln!(out)?;
    } else if let Some(form) = options.cbmc_output {
        let text = match form {
            CbmcOutput::Text => check_cbmc_text(&report, sources, &unwound),
            CbmcOutput::Json => cbmc_json(&report, sources, &unwound),
            CbmcOutput::Xml => cbmc_xml(&report, sources, &unwound),
        };
        out.write_all(text.as_bytes())?;
    } else if options.quiet {
        out.write_all(verdict_text(report.verdict).as_bytes())?;
    } else {
        out.write_all(check_text(&report, sources, options.style).as_bytes())?;
    }
    drop(out);
    if let Some(name) = &options.save_run {
        save(name, options, program, sources, &report)?;
    }
    Ok(Exit::Program(exit))
}

/// The loops with a bound of their own that some run does not leave within it.
fn unwound(
    bounds: &bmc::Options,
    program: &Program,
    sources: &SourceMap,
    found: &bmc::Report,
) -> Vec<report::Unwound> {
    let mut all = Vec::new();
    for obstacle in &found.obstacles {
        let (function, number) = match &obstacle.reason {
            CutReason::Loop(item) => (
                item.function,
                item.name.rsplit('.').next().unwrap_or("").to_owned(),
            ),
            CutReason::Recursion(function) => (*function, "recursion".to_owned()),
            CutReason::Depth | CutReason::Unsupported(_) | CutReason::Construct(_) => continue,
        };
        let library = program.function(function).embedded;
        let function = program.function(function).name.clone();
        let given = bounds.unwind.is_some() || bounds.unwindset.contains_key(&format!("{function}.{number}"));
        if !given || !bounds.unwinding_claims || found.stopped {
            continue;
        }
        all.push(report::Unwound {
            function,
            number,
            library,
            bound: obstacle.bound,
            place: Place::new(sources, obstacle.loc),
        });
    }
    all
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
fn save(
    name: &str,
    options: &CheckOptions,
    program: &Program,
    sources: &SourceMap,
    report: &CheckReport,
) -> Result<()> {
    let run_of = |claim: &ClaimReport| {
        report
            .counterexamples
            .iter()
            .find(|found| found.claim == claim.name)
    };
    let Some(found) = report.claims.iter().find_map(run_of) else {
        writeln!(io::stderr(), "note: there is no failing run to save in {name}")?;
        return Ok(());
    };
    let run = saved::saved_run(
        program,
        sources,
        &options.language,
        &options.lowering,
        &options.bounds.arguments,
        &found.run,
    );
    saved::write(name, &run)
}

/// The claims that were asked for by name.
pub(crate) fn selected(program: &Program, names: &[String]) -> Result<Option<Vec<ClaimId>>> {
    if names.is_empty() {
        return Ok(None);
    }
    let mut found = Vec::new();
    for name in names {
        match program.claims.iter().position(|claim| claim.name == *name) {
            Some(index) => found.push(ClaimId(index as u32)),
            None => bail!("there is no claim `{name}`; --show-properties lists them"),
        }
    }
    Ok(Some(found))
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

pub(crate) fn claim_report(
    program: &Program,
    sources: &SourceMap,
    id: ClaimId,
    status: ClaimStatus,
) -> ClaimReport {
    let claim = program.claim(id);
    let function = program.function(claim.function);
    ClaimReport {
        name: claim.name.clone(),
        check: claim.kind.word().to_owned(),
        text: claim.text.clone(),
        status,
        function: function.name.clone(),
        library: function.embedded,
        place: Place::new(sources, claim.loc),
    }
}

pub(crate) fn tell(
    options: &CheckOptions,
    program: &Program,
    sources: &SourceMap,
    found: &bmc::Report,
    stopper: Option<&Stopper>,
) -> CheckReport {
    let mut native = None;
    let mut counterexamples = Vec::new();
    let mut undecided: Vec<ClaimId> = Vec::new();
    let mut internal = false;
    let mut obstacles: Vec<ObstacleReport> = found
        .obstacles
        .iter()
        .map(|obstacle| obstacle_report(program, sources, obstacle))
        .collect();
    for counterexample in &found.counterexamples {
        match replay_inputs(options, program, sources, counterexample) {
            Ok((mut told, inputs)) => {
                if let (true, Some(stopper)) = (options.native, stopper) {
                    let native = native.get_or_insert_with(|| {
                        let entry = options.lowering.function.as_deref();
                        let flag = stopper.flag();
                        Native::compile(program, sources, &options.files, &options.language, entry, flag)
                    });
                    told.native = confirm(native, options, counterexamples.len(), &told.run, &inputs);
                }
                counterexamples.push(told);
            }
            Err(ended) => {
                let uncomputed = counterexample
                    .run
                    .inputs
                    .iter()
                    .any(|input| input.kind == InputKind::Unmodelled);
                let name = &program.claim(counterexample.claim).name;
                let excused = uncomputed || found.depends_on_addresses;
                let text = if let Mismatch::Unexecutable(what) = &ended {
                    format!("{name} is undetermined: a run was found, but cannot be executed: {what}")
                } else if excused {
                    format!("{name} is undetermined: its run depends on values that are not computed exactly")
                } else if options.bounds.partial_loops {
                    format!(
                        "{name} is undetermined: the run that was found leaves a loop too early, and the program has no such run"
                    )
                } else {
                    internal = true;
                    format!("internal error: the failing run found for {name} {ended} when it is executed")
                };
                obstacles.push(ObstacleReport {
                    text,
                    place: Place::new(sources, counterexample.loc),
                });
                undecided.push(counterexample.claim);
            }
        }
    }
    let mut unsupported = Vec::new();
    for reached in &found.unsupported {
        match replay(options, program, sources, reached) {
            Ok(told) => unsupported.push(told),
            Err(_) => undecided.push(reached.claim),
        }
    }
    if found.depends_on_addresses {
        // What lies behind it is open: only one layout of memory was looked at.
        let text = "some result depends on where objects lie in memory, of which only one way was looked at";
        obstacles.push(ObstacleReport {
            text: text.to_owned(),
            place: Place::new(sources, LocId::NONE),
        });
    }
    let refused = found
        .certificate
        .as_ref()
        .and_then(|found| found.refused.as_ref());
    if let Some(refused) = refused {
        internal = true;
        obstacles.push(ObstacleReport {
            text: format!("internal error: a proof of the solver was not accepted: {refused}"),
            place: Place::new(sources, LocId::NONE),
        });
    }
    let claims: Vec<ClaimReport> = found
        .claims
        .iter()
        .map(|verdict| {
            let status = match verdict.status {
                Status::Fails | Status::Unsupported if undecided.contains(&verdict.claim) => {
                    ClaimStatus::Unknown
                }
                Status::Holds => ClaimStatus::Holds,
                Status::HoldsUpToBound => ClaimStatus::HoldsUpToBound,
                Status::Fails => ClaimStatus::Fails,
                Status::Unsupported => ClaimStatus::Unsupported,
                Status::Unknown => ClaimStatus::Unknown,
            };
            claim_report(program, sources, verdict.claim, status)
        })
        .collect();
    let has = |status| claims.iter().any(|claim| claim.status == status);
    let (verdict, exit) = if internal {
        (Verdict::Undetermined, Exit::Internal)
    } else if has(ClaimStatus::Fails) {
        (Verdict::Failed, Exit::ClaimFails)
    } else if !found.stopped
        && !found.exhausted
        && claims.iter().all(|claim| claim.status == ClaimStatus::Holds)
        && !leaves_bound(&options.bounds, program, found)
    {
        (Verdict::Successful, Exit::Program(0))
    } else if !found.depends_on_addresses
        && !found.unsupported.is_empty()
        && undecided.is_empty()
        && found.obstacles.iter().all(is_construct)
    {
        (Verdict::Undetermined, Exit::UnusableInput)
    } else {
        (Verdict::Undetermined, Exit::Undetermined)
    };
    let size = &found.statistics;
    CheckReport {
        schema: CHECK_SCHEMA,
        files: options.files.clone(),
        verdict,
        complete: found.complete,
        stopped: found.stopped,
        exhausted: found.exhausted,
        claims,
        obstacles,
        counterexamples,
        unsupported,
        missing_functions: missing_functions(program, sources),
        assumptions: assumptions(program),
        size: CheckSize {
            rounds: size.rounds,
            steps: size.steps,
            variables: size.variables,
            clauses: size.clauses,
            conflicts: size.conflicts,
        },
        certificate: found
            .certificate
            .as_ref()
            .filter(|certificate| certificate.refused.is_none())
            .map(|certificate| CertificateReport {
                proofs: certificate.proofs,
                lemmas: certificate.lemmas,
            }),
        exit_code: exit.code(),
    }
}

/// The compiled program's opinion about a failing run.
fn confirm(
    native: &Result<Native<'_>, String>,
    options: &CheckOptions,
    number: usize,
    run: &RunReport,
    inputs: &[InputValue],
) -> Option<NativeReport> {
    let report::Ending::Failed(failure) = &run.ending else {
        return None;
    };
    Some(match native {
        Ok(native) => native.confirm(number, failure, inputs, &options.bounds.arguments),
        Err(reason) => NativeReport {
            confirmed: false,
            text: reason.clone(),
            compiler: None,
            sanitizers: false,
        },
    })
}

fn obstacle_report(program: &Program, sources: &SourceMap, obstacle: &bmc::Obstacle) -> ObstacleReport {
    let mut text = obstacle_text(program, &obstacle.reason);
    if let Some(bound) = obstacle.bound {
        let endless = if obstacle.endless { ", no end in sight" } else { "" };
        text.push_str(&format!(" (bound {bound}{endless})"));
    }
    ObstacleReport {
        text,
        place: Place::new(sources, obstacle.loc),
    }
}

fn is_construct(obstacle: &bmc::Obstacle) -> bool {
    matches!(obstacle.reason, CutReason::Construct(_))
}

/// Whether some run goes on behind a bound that was asked for.
fn leaves_bound(bounds: &bmc::Options, program: &Program, found: &bmc::Report) -> bool {
    let name = |function| &program.function(function).name;
    found.obstacles.iter().any(|obstacle| match &obstacle.reason {
        CutReason::Loop(item) => bounds.unwind.is_some() || bounds.unwindset.contains_key(&item.name),
        CutReason::Recursion(function) => {
            let named = format!("{}.recursion", name(*function));
            bounds.unwind.is_some() || bounds.unwindset.contains_key(&named)
        }
        CutReason::Depth => true,
        CutReason::Unsupported(_) | CutReason::Construct(_) => false,
    })
}

fn obstacle_text(program: &Program, reason: &CutReason) -> String {
    match reason {
        CutReason::Loop(item) => format!("the loop {} was not followed to its end", item.name),
        CutReason::Recursion(function) => {
            format!(
                "the recursion of {} was not followed to its end",
                program.function(*function).name
            )
        }
        CutReason::Depth => "some runs are longer than --depth allows".to_owned(),
        CutReason::Unsupported(what) => format!("not supported symbolically: {what}"),
        CutReason::Construct(claim) => program.claim(*claim).text.clone(),
    }
}

/// What is taken for granted about how the program is called.
fn assumptions(program: &Program) -> Vec<String> {
    if program
        .variables
        .iter()
        .any(|variable| program.is_open_argument(variable))
    {
        let most = lower::MOST_ARGUMENTS - 1;
        return vec![format!(
            "main gets at most {most} arguments, of any text; arguments behind -- are passed to it instead"
        )];
    }
    Vec::new()
}

/// The word for where an input comes from, as the interpreter says it.
pub(crate) fn input_word(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Site(source) => interp::InputKind::Site(source).word(),
        InputKind::External => interp::InputKind::External.word(),
        InputKind::Uninitialised => interp::InputKind::Uninitialised.word(),
        InputKind::Undefined => interp::InputKind::Undefined.word(),
        InputKind::Stdin => interp::InputKind::Stdin.word(),
        InputKind::Chosen(_) => interp::InputKind::Stdin.word(),
        InputKind::Unmodelled => "unmodelled",
    }
}

/// Why a run that was found is not shown.
#[derive(Debug)]
pub(crate) enum Mismatch {
    /// The execution needs more than there is.
    Unexecutable(String),
    /// The execution does something else.
    Otherwise(String),
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Mismatch::Unexecutable(how) | Mismatch::Otherwise(how)) = self;
        write!(f, "ends otherwise ({how})")
    }
}

/// Executes the run from its inputs. It must fail at the same claim; otherwise says how it ended.
pub(crate) fn replay(
    options: &CheckOptions,
    program: &Program,
    sources: &SourceMap,
    found: &Counterexample,
) -> Result<CounterexampleReport, Mismatch> {
    replay_inputs(options, program, sources, found).map(|(told, _)| told)
}

/// The same, with the inputs that the run took.
fn replay_inputs(
    options: &CheckOptions,
    program: &Program,
    sources: &SourceMap,
    found: &Counterexample,
) -> Result<(CounterexampleReport, Vec<InputValue>), Mismatch> {
    let sink: Sink<io::Sink> = if options.trace.is_some() {
        Sink::Kept(Vec::new())
    } else {
        Sink::None
    };
    let mut tracer = Tracer::new(program, sources, options.trace.unwrap_or_default(), sink);
    let mut output = CapturedOutput::default();
    let outcome = Interpreter::new(program, Some(sources)).run(Environment {
        inputs: &mut ListedInputs::new(found.run.keyed(), ZeroInputs),
        stdin: &mut BytesInput::new(found.run.stdin(program)),
        output: &mut output,
        observer: &mut tracer,
        limits: interp::Limits {
            steps: REPLAY_STEPS,
            ..interp::Limits::default()
        },
        arguments: options.bounds.arguments.clone(),
        interrupt: None,
    });
    match &outcome.stop {
        interp::Stop::ClaimFailed { claim, .. } if *claim == found.claim => {}
        other @ (interp::Stop::Unsupported { .. }
        | interp::Stop::OutOfMemory(_)
        | interp::Stop::StackOverflow { .. }) => {
            return Err(Mismatch::Unexecutable(other.to_string()));
        }
        other => return Err(Mismatch::Otherwise(other.to_string())),
    }
    let told = Told {
        program,
        sources,
        outcome: &outcome,
        cause: crate::run::stopper::Cause::Interrupt,
    };
    let (ending, exit) = told.ending();
    let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    let trace: Option<Vec<TraceStep>> = match tracer.sink {
        Sink::Kept(steps) => Some(steps),
        _ => None,
    };
    let mut inputs = told.inputs();
    let views = found.run.inputs.iter().filter(|input| input.kind.is_stdin());
    inputs.extend(views.filter_map(|input| scanned::shown(program, sources, input)));
    let report = CounterexampleReport {
        claim: program.claim(found.claim).name.clone(),
        run: RunReport {
            files: options.files.clone(),
            ending,
            steps: outcome.steps,
            inputs,
            missing_functions: told.missing_functions(),
            stdout: Some(text(&output.stdout)),
            stderr: Some(text(&output.stderr)),
            exit_code: exit.code(),
        },
        native: None,
        trace,
    };
    Ok((report, outcome.inputs))
}

/// A failing run that was found within a bound is short; this only keeps a mismatch from running forever.
const REPLAY_STEPS: u64 = 1_000_000_000;
