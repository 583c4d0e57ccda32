//! The command `repair`: small changes of the source that make failing runs right.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ::repair::{Criterion, FaultyProgram, RepairOutcome};
use anyhow::Result;
use program::Program;
use report::{FailingTest, REPAIR_SCHEMA, RepairReport, Style, repair_text};
use runs::Test;
use source::SourceMap;

use crate::args::RepairArgs;
use crate::diagnose::{tests, unsupported, unwritten};
use crate::exit::Exit;
use crate::hunting;
use crate::load::{self, Changed};
use crate::memory;
use crate::options::{self, Language, UsageError};
use crate::repairs::{self, change_report, untried};
use crate::run::stopper::Stopper;

/// So many changed programs are checked, each with so much work (about so many microseconds).
const MOST_CHECKED: usize = 12;
const CHECK_EFFORT: u64 = 10_000_000;

/// What is asked of `because repair`.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    files: Vec<String>,
    tests: Vec<String>,
    vectors: Vec<String>,
    runs: Vec<String>,
    ignore_space: bool,
    json: bool,
    warnings: bool,
    style: Style,
    language: Language,
    lowering: lower::Options,
    timeout: Option<Duration>,
    memory: u64,
}

impl Options {
    pub(crate) fn new(args: RepairArgs, coloured: bool) -> Result<Options, UsageError> {
        if args.files.iter().filter(|name| *name == "-").count() > 1 {
            return Err(UsageError::StandardInputTwice);
        }
        let mut lowering = options::lowering(&args.program, &args.checks);
        // Each literal may be the one that is wrong.
        lowering.merge_literals = false;
        // A test says what the arguments are.
        lowering.open_arguments =
            args.tests.is_empty() && args.test_vectors.is_empty() && args.runs.is_empty();
        Ok(Options {
            tests: args.tests,
            vectors: args.test_vectors,
            runs: args.runs,
            ignore_space: args.ignore_space,
            json: args.json,
            warnings: args.warnings,
            style: options::style(args.color, coloured),
            language: options::language(&args.language)?,
            lowering,
            timeout: args.timeout.map(options::seconds).transpose()?,
            memory: options::memory(&args.memory_limit)?,
            files: args.files,
        })
    }
}

pub(crate) fn repair(options: &Options) -> Result<Exit> {
    memory::set_ceiling(options.memory);
    let tests = tests::all(&options.tests, &options.vectors, &options.runs)?;
    let (language, lowering) = tests.program(&options.language, &options.lowering)?;
    let loaded = load::load(&options.files, &language, &lowering);
    if options.warnings {
        loaded.show(&loaded.warnings, options.style)?;
    }
    tests.warn(&loaded.sources, &language)?;
    let (mut given, remarks) = (tests.tests, tests.remarks);
    let program = match &loaded.program {
        Ok(program) => program,
        Err(errors) => return loaded.unusable(errors, options.json, options.style),
    };
    let mut first = unwritten::first_runs(program, &loaded.sources, &given);
    let left_out = unsupported::leave_out(program, &loaded.sources, &mut given, &mut first)?;
    let unwritten = unwritten::expose(program, &loaded.sources, &mut given, &first);
    drop(first);
    let stopper = Stopper::install()?;
    let guard = options.timeout.map(|time| stopper.after(time));
    let flag = stopper.flag();
    let stop: bmc::Stop = Arc::new(move || flag.load(Ordering::Relaxed));
    let bounds = bmc::Options {
        effort: options.timeout.is_none().then_some(CHECK_EFFORT),
        ..bmc::Options::default()
    };
    let mut report = RepairReport {
        schema: REPAIR_SCHEMA,
        files: options.files.clone(),
        failing: Vec::new(),
        passing: 0,
        tried: 0,
        changes: Vec::new(),
        stopped: false,
        notes: Vec::new(),
        exit_code: 0,
    };
    let mut undetermined = false;
    let criterion = match given.iter().any(|test| test.expected.is_some()) {
        true => Criterion::Tests,
        false => by_claims(&bounds),
    };
    if given.is_empty() {
        (given, undetermined) = failing_run(program, &loaded.sources, &bounds, &stop);
    }
    if undetermined {
        report
            .notes
            .push("no failing run was found, and not all runs were looked at".to_owned());
        report.exit_code = Exit::Undetermined.code();
    } else {
        let texts = Changed::new(&language, &loaded.models);
        let subject = FaultyProgram {
            inputs: &loaded.inputs,
            translator: &texts,
            lowering: &lowering,
            sources: &loaded.sources,
            program,
            ignore_space: options.ignore_space,
            stop: &stop,
        };
        let found = ::repair::repair(&subject, &given, criterion);
        tell(&mut report, &given, &subject, &found);
    }
    drop(guard);
    if !report.failing.is_empty() {
        report.notes.splice(0..0, unwritten::told(&unwritten));
        report.notes.splice(0..0, left_out);
    }
    report.notes.splice(0..0, remarks);
    let mut out = io::stdout().lock();
    if options.json {
        serde_json::to_writer_pretty(&mut out, &report)?;
        writeln!(out)?;
    } else {
        out.write_all(repair_text(&report).as_bytes())?;
    }
    Ok(Exit::Program(report.exit_code))
}

/// A run that `check` finds; and whether it is unknown if there is one.
fn failing_run(
    program: &Program,
    sources: &SourceMap,
    bounds: &bmc::Options,
    stop: &bmc::Stop,
) -> (Vec<Test>, bool) {
    let mut asked = bounds.clone();
    asked.stop_on_fail = true;
    asked.effort = asked.effort.map(|effort| effort * 3);
    let found = hunting::check(program, sources, &asked, true, stop, &mut |_| {});
    let first = found.counterexamples.first();
    let tests = first.map(|run| Test::of_run(program, &run.run)).into_iter();
    (tests.collect(), first.is_none() && !found.complete)
}

fn by_claims(bounds: &bmc::Options) -> Criterion<'_> {
    Criterion::Claims {
        bounds,
        max_checked: MOST_CHECKED,
    }
}

fn tell(report: &mut RepairReport, given: &[Test], subject: &FaultyProgram<'_>, found: &RepairOutcome) {
    for failed in &found.failing {
        let test = &given[failed.test];
        report.failing.push(FailingTest {
            name: test.name.clone(),
            ended: repairs::ended(&failed.stop, failed.steps),
            exited: matches!(failed.stop, interp::Stop::Exit(_)),
            printed: test
                .expected
                .as_ref()
                .map(|_| String::from_utf8_lossy(&failed.printed).into_owned()),
            expected: test
                .expected
                .as_ref()
                .map(|text| String::from_utf8_lossy(text).into_owned()),
        });
    }
    report.passing = given.len() - found.failing.len();
    report.exit_code = match found.failing.is_empty() {
        true => 0,
        false => Exit::ClaimFails.code(),
    };
    report.tried = found.tried;
    let told = found.repairs.iter();
    report.changes = told.map(|repair| change_report(subject, repair)).collect();
    report.stopped = found.stopped;
    if found.unlike_the_original {
        let note = "the program does not behave the same with changes in it";
        report.notes.push(note.to_owned());
    }
    report.notes.extend(untried(found.left));
}
