//! The commands `diagnose` and `repair`: what makes the failing tests of a suite right.

use anyhow::Result;
use driver::{KnownRun, Session};
use report::{Exit, FailingTest, Findings, diagnose_text, repair_text};
use runs::Test;

use crate::html::Html;
use crate::load::{self, Shown};
use crate::memory;
use crate::options::{DiagnoseOptions, RepairOptions, SuiteOptions};
use crate::run::stopper::Stopper;
use crate::suite;

pub(crate) fn diagnose(options: &DiagnoseOptions) -> Result<Exit> {
    let suite = &options.suite;
    let page = Html::prepare(suite.html.as_deref())?;
    with_suite(suite, |session, tests, remarks| {
        let known = if page.is_some() { tests.clone() } else { Vec::new() };
        let (mut report, sources) = session.diagnose(tests, &options.settings)?;
        report.notes.splice(0..0, remarks);
        load::print(suite.format, Findings::Diagnose(&report), || {
            diagnose_text(&report, &sources, suite.style, options.all)
        })?;
        if let Some(page) = &page {
            let failing = first_failing(&known, &report.failing);
            page.findings(session, Findings::Diagnose(&report), failing.as_ref(), None)?;
        }
        Ok(Exit::Program(report.exit_code))
    })
}

pub(crate) fn repair(options: &RepairOptions) -> Result<Exit> {
    let suite = &options.suite;
    let page = Html::prepare(suite.html.as_deref())?;
    with_suite(suite, |session, tests, remarks| {
        let known = if page.is_some() { tests.clone() } else { Vec::new() };
        let mut report = session.repair(tests, options.ignore_space)?;
        report.notes.splice(0..0, remarks);
        load::print(suite.format, Findings::Repair(&report), || repair_text(&report))?;
        if let Some(page) = &page {
            let failing = first_failing(&known, &report.failing);
            page.findings(session, Findings::Repair(&report), failing.as_ref(), None)?;
        }
        Ok(Exit::Program(report.exit_code))
    })
}

/// The run of the first test that fails.
fn first_failing(tests: &[Test], failing: &[FailingTest]) -> Option<KnownRun> {
    let first = failing.first()?;
    tests
        .iter()
        .find(|test| test.name == first.name)
        .map(KnownRun::from)
}

/// Reads the tests, loads the program and lets a method work on them.
fn with_suite(
    options: &SuiteOptions,
    method: impl FnOnce(&Session<'_>, Vec<Test>, Vec<String>) -> Result<Exit>,
) -> Result<Exit> {
    memory::set_ceiling(options.memory);
    let tests = suite::all(&options.tests, &options.vectors, &options.runs)?;
    let mut analysis = options.analysis.clone();
    (analysis.language, analysis.lowering) = tests.program(&analysis.language, &analysis.lowering)?;
    let shown = Shown {
        warnings: options.warnings,
        json: options.format.is_some(),
        style: options.error_style,
    };
    let stopper = Stopper::install()?;
    let session = match load::open(analysis, stopper.predicate(), shown)? {
        Ok(session) => session,
        Err(exit) => return Ok(exit),
    };
    tests.warn(&session.sources, &session.options.language)?;
    let guard = options.timeout.map(|time| stopper.after(time));
    let done = method(&session, tests.tests, tests.remarks);
    drop(guard);
    done
}
