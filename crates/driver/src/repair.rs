//! Small changes of the source that make failing runs right.

use bmc::Counterexample;
use report::{ChangeReport, Exit, FailingTest, REPAIR_SCHEMA, RepairReport};
use runs::Test;

use crate::check::portfolio;
use crate::repairs::{Found, Judged, World, find, untried};
use crate::session::Session;
use crate::suite::{Suite, SuiteError};

impl Session<'_> {
    /// Looks for changes that make the tests right that fail, or without tests a failing run that is looked for.
    ///
    /// # Errors
    /// When none of the tests can be executed.
    pub fn repair(&self, tests: Vec<Test>, ignore_space: bool) -> Result<RepairReport, SuiteError> {
        let mut report = RepairReport {
            schema: REPAIR_SCHEMA,
            files: self.options.files.clone(),
            failing: Vec::new(),
            passing: 0,
            tried: 0,
            changes: Vec::new(),
            stopped: false,
            notes: Vec::new(),
            exit_code: 0,
        };
        let bounds = &self.options.bounds;
        if tests.is_empty() {
            match self.first_failing() {
                Some(tests) => {
                    let found = self.search(&tests, ignore_space, judged_by_claims(bounds));
                    fill(&mut report, &tests, found);
                }
                None => {
                    report.notes.push(report::SuiteRemark::NoFailingRun.to_string());
                    report.exit_code = Exit::Undetermined.code();
                }
            }
            return Ok(report);
        }
        let mut suite = Suite::new(self, tests)?;
        suite.expose_unwritten(self);
        let judged = match suite.tests.iter().any(|test| test.expected.is_some()) {
            true => Judged::Tests,
            false => judged_by_claims(bounds),
        };
        let found = self.search(&suite.tests, ignore_space, judged);
        fill(&mut report, &suite.tests, found);
        if !report.failing.is_empty() {
            report.notes.splice(0..0, suite.unwritten_remarks());
            report.notes.splice(0..0, suite.remarks);
        }
        Ok(report)
    }

    /// A failing run as a test, or no test if none fails; nothing if that is not known.
    fn first_failing(&self) -> Option<Vec<Test>> {
        let mut asked = self.options.bounds.clone();
        asked.stop_on_fail = true;
        asked.effort = asked
            .effort
            .map(|effort| effort * budgets::driver::FIRST_RUN_SHARE.get());
        let (program, sources) = (&self.program, &self.sources);
        let found = portfolio::decide(program, sources, &asked, true, &self.stop, &mut |_| {});
        let first = found.counterexamples.first();
        match first {
            Some(run) => Some(vec![Test::of_run(program, &run.run)]),
            None => found.complete.then(Vec::new),
        }
    }

    /// Small changes of the source with which every claim holds.
    pub(crate) fn changes(&self, failed: &Counterexample) -> Vec<ChangeReport> {
        let bounds = bmc::Options {
            effort: Some(budgets::driver::PROOF_EFFORT_BESIDE.get()),
            ..self.options.bounds.clone()
        };
        let test = Test::of_run(&self.program, &failed.run);
        let judged = Judged::Claims {
            bounds: &bounds,
            most: budgets::driver::MAX_PROVED_BESIDE.count(),
        };
        self.search(&[test], false, judged).changes
    }

    fn search(&self, tests: &[Test], ignore_space: bool, judged: Judged<'_>) -> Found {
        let texts = self.changed_texts();
        let world = World {
            inputs: &self.inputs,
            texts: &texts,
            lowering: &self.options.lowering,
            sources: &self.sources,
            program: &self.program,
            ignore_space,
            stop: &self.stop,
        };
        find(&world, tests, judged)
    }
}

fn judged_by_claims(bounds: &bmc::Options) -> Judged<'_> {
    Judged::Claims {
        bounds,
        most: budgets::driver::MAX_PROVED_CHANGES.count(),
    }
}

fn fill(report: &mut RepairReport, given: &[Test], found: Found) {
    for failed in &found.failing {
        let test = &given[failed.test];
        report.failing.push(FailingTest {
            name: test.name.clone(),
            ended: failed.ended.clone(),
            exited: failed.exited,
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
    report.changes = found.changes;
    report.stopped = found.stopped;
    report.notes = found.notes;
    report.notes.extend(untried(found.left));
}
