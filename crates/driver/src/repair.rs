//! Small changes of the source that make failing runs right.

use repair::{Criterion, FaultyProgram, RepairOutcome};
use report::{ChangeReport, Doing, Exit, FailingTest, Note, REPAIR_SCHEMA, RepairReport, SuiteRemark};
use runs::Test;

use crate::check::portfolio;
use crate::patches;
use crate::session::Session;
use crate::suite::{Suite, SuiteError, without_threads};

impl Session<'_> {
    /// Looks for changes that make the tests right that fail, or without tests a failing run that is looked for.
    ///
    /// # Errors
    /// When the program starts threads, or none of the tests can be executed.
    pub fn repair(&self, tests: Vec<Test>, ignore_space: bool) -> Result<RepairReport, SuiteError> {
        without_threads(self)?;
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
        let texts = self.changed_texts();
        let subject = self.faulty(&texts, ignore_space);
        if tests.is_empty() {
            match self.first_failing() {
                Some(tests) => {
                    self.announce(Doing::Changing);
                    let runs = suite::execute_all(&self.program, &self.sources, &tests);
                    let found = ::repair::repair(&subject, &tests, &runs, by_claims(bounds));
                    fill(&mut report, &tests, &subject, &found);
                }
                None => {
                    report.notes.push(SuiteRemark::NoFailingRun.to_string());
                    report.exit_code = Exit::Undetermined.code();
                }
            }
            return Ok(report);
        }
        self.announce(Doing::Testing);
        let mut suite = Suite::new(self, tests)?;
        suite.expose_unwritten(self);
        let criterion = match suite.tests.iter().any(|test| test.expected.is_some()) {
            true => Criterion::Tests,
            false => by_claims(bounds),
        };
        self.announce(Doing::Changing);
        let found = ::repair::repair(&subject, &suite.tests, &suite.runs, criterion);
        fill(&mut report, &suite.tests, &subject, &found);
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
        let found = portfolio::decide(program, sources, &asked, true, &self.stop, &mut |now| {
            self.tell_engine(now)
        });
        let first = found.counterexamples.first();
        match first {
            Some(run) => Some(vec![Test::of_run(program, &run.run)]),
            None => found.complete.then(Vec::new),
        }
    }

    /// Small changes of the source with which failing runs pass, all of them or else the first one, and no claim is known to
    /// fail.
    pub(crate) fn changes(&self, failing: &[Test]) -> (Vec<ChangeReport>, Option<Note>) {
        let (found, note) = self.changes_for(failing);
        let holds = |change: &ChangeReport| change.violates.is_none();
        match failing {
            [first, _, ..] if !found.iter().any(holds) => {
                let (alone, alone_note) = self.changes_for(std::slice::from_ref(first));
                let changes = if alone.is_empty() { found } else { alone };
                (changes, note.or(alone_note))
            }
            _ => (found, note),
        }
    }

    fn changes_for(&self, failing: &[Test]) -> (Vec<ChangeReport>, Option<Note>) {
        let bounds = bmc::Options {
            effort: Some(budgets::driver::PROOF_EFFORT_BESIDE.get()),
            ..self.options.bounds.clone()
        };
        let criterion = Criterion::Claims {
            bounds: &bounds,
            max_checked: budgets::driver::MAX_PROVED_BESIDE.count(),
        };
        let texts = self.changed_texts();
        let subject = self.faulty(&texts, false);
        let runs = suite::execute_all(&self.program, &self.sources, failing);
        let found = ::repair::repair(&subject, failing, &runs, criterion);
        let note = match &found.contradiction {
            Some(contradiction) => Some(Note::Contradiction(contradiction.clone())),
            None => found.unlike_the_original.then_some(Note::ChangesNotTried),
        };
        let told = found.repairs.iter();
        let told = told.map(|repair| patches::change_report(&subject, repair));
        (told.collect(), note)
    }
}

fn by_claims(bounds: &bmc::Options) -> Criterion<'_> {
    Criterion::Claims {
        bounds,
        max_checked: budgets::driver::MAX_PROVED_CHANGES.count(),
    }
}

fn fill(report: &mut RepairReport, given: &[Test], subject: &FaultyProgram<'_>, found: &RepairOutcome) {
    let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    for failed in &found.failing {
        let test = &given[failed.test];
        report.failing.push(FailingTest {
            name: test.name.clone(),
            ended: patches::ended(&failed.stop, failed.steps),
            exited: matches!(failed.stop, interp::Stop::Exit(_)),
            printed: test.expected.as_ref().map(|_| text(&failed.printed)),
            expected: test.expected.as_ref().map(text),
        });
    }
    report.passing = given.len() - found.failing.len();
    report.exit_code = match found.failing.is_empty() {
        true => 0,
        false => Exit::ClaimFails.code(),
    };
    report.tried = found.tried;
    let told = found.repairs.iter();
    report.changes = told
        .map(|repair| patches::change_report(subject, repair))
        .collect();
    report.stopped = found.stopped;
    if let Some(contradiction) = &found.contradiction {
        report
            .notes
            .push(SuiteRemark::Contradiction(contradiction.clone()).to_string());
        report.exit_code = Exit::Internal.code();
    } else if found.unlike_the_original {
        report.notes.push(SuiteRemark::UnlikeTheOriginal.to_string());
    }
    if found.left > 0 {
        report.notes.push(SuiteRemark::Untried(found.left).to_string());
    }
}
