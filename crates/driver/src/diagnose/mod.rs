//! Diagnosis: which expressions, given other values, would have made the failing runs right, and which changes of the
//! text do.
//!
//! The failing runs come from tests, or from `check`, which looks for one.

mod closest;
mod lines;
mod strategy;
mod told;

use bmc::Status;
use localize::{Granularity, KnownChange, Prepared, Settings, localize};
use repair::{ConfirmedPatches, PatchSearch, SetDepth};
use report::{DiagnoseReport, DiagnoseVerdict, Doing, SuiteRemark};
use runs::Test;
use source::SourceMap;

use crate::check::portfolio;
use crate::patches;
use crate::session::Session;
use crate::suite::{Suite, SuiteError, without_threads};
pub use strategy::diagnosis_stages;
use strategy::{ChangeSource, State};
use told::{nothing, report};

impl Session<'_> {
    /// Diagnoses the tests that fail, or without tests a failing run that is looked for. What is said of places beyond
    /// the text's own (parts of expressions) is in the sources that come with the report.
    ///
    /// # Errors
    /// When the program starts threads, or none of the tests can be executed.
    pub fn diagnose(
        &self,
        tests: Vec<Test>,
        settings: &Settings,
    ) -> Result<(DiagnoseReport, SourceMap), SuiteError> {
        without_threads(self)?;
        // Diagnosis makes places of its own.
        let mut sources = self.sources.clone();
        if tests.is_empty() {
            let report = self.diagnose_found(&mut sources, settings);
            return Ok((report, sources));
        }
        self.announce(Doing::Testing);
        let mut suite = Suite::new(self, tests)?;
        suite.settle_line_ends(settings.ignore_space);
        suite.expose_unwritten(self);
        let mut report = self.diagnose_suite(&mut suite, &mut sources, settings);
        if !report.failing.is_empty() {
            suite.remarks.extend(suite.unwritten_remarks());
            report.notes.splice(0..0, suite.remarks);
        }
        Ok((report, sources))
    }

    fn diagnose_found(&self, sources: &mut SourceMap, settings: &Settings) -> DiagnoseReport {
        let (test, differing) = match self.failing_test() {
            Ok(found) => found,
            Err(verdict) => return nothing(self, verdict),
        };
        self.announce(Doing::Suspecting);
        let found = localize(&self.program, sources, &[test], &differing, settings, &self.stop);
        report(self, sources, &[], &found)
    }

    fn diagnose_suite(
        &self,
        suite: &mut Suite,
        sources: &mut SourceMap,
        settings: &Settings,
    ) -> DiagnoseReport {
        let all = std::mem::take(&mut suite.tests);
        // With one test nearly everything fits.
        let judged = all.iter().all(|test| test.expected.is_some()) && all.len() > 1;
        let texts = self.changed_texts();
        let subject = self.faulty(&texts, settings.ignore_space);
        let wanted = judged && settings.granularity == Granularity::Expression;
        let told = |found: Option<Vec<ConfirmedPatches>>| {
            patches::evidence(&self.sources, found.unwrap_or_default())
        };
        self.announce(Doing::Changing);
        let mut search = wanted.then(|| PatchSearch::new(&subject, &all, &suite.runs));
        let mut edits = told(search.as_mut().map(PatchSearch::singles));
        // Errors that a compiled program may survive do not stand in the way of what is really printed wrong.
        let errors = search.as_ref().map(PatchSearch::survivable).unwrap_or_default();
        let counted: Vec<Test>;
        if edits.is_empty() && !errors.is_empty() {
            edits = told(search.as_mut().map(PatchSearch::rewrites_and_insertions));
        }
        let given = if edits.is_empty() && !errors.is_empty() {
            let kept = |number: &usize| !errors.contains(number);
            let kept: Vec<usize> = (0..all.len()).filter(kept).collect();
            counted = kept.iter().map(|number| all[*number].clone()).collect();
            suite.runs = kept.iter().map(|number| suite.runs[*number].clone()).collect();
            let mut again = PatchSearch::new(&subject, &counted, &suite.runs);
            edits = told(Some(again.singles()));
            let remarks = survivable_remarks(&all, &errors, search.as_ref(), &self.sources);
            suite.remarks.extend(remarks);
            search = Some(again);
            counted.clone()
        } else {
            all.clone()
        };
        let mut changes = search.map(|search| PatchSource {
            search,
            sources: &self.sources,
        });
        let prepared = Prepared::new(&self.program, sources, &given, &suite.runs, settings);
        let mut localizer = prepared.localizer(&self.program, sources, settings, &self.stop);
        let source = changes.as_mut().map(|changes| changes as &mut dyn ChangeSource);
        let mut state = State::new(&mut localizer, source, settings.max_faults > 1, edits);
        self.announce(Doing::Suspecting);
        if prepared.any_fails() {
            state.run();
        }
        let known = state.known;
        let unranked = localizer.finish(known, &[], changes.is_some());
        let found = prepared.assemble(&self.program, sources, unranked, &[]);
        let left = changes.as_ref().map_or(0, |changes| changes.search.left());
        if left > 0 {
            suite.remarks.push(SuiteRemark::Untried(left).to_string());
        }
        // What is said of expressions may be all there is to say of them; of changes more could have been found.
        if changes.is_some() && (self.stop)() && !found.stopped {
            suite.remarks.push(SuiteRemark::ChangesStopped.to_string());
        }
        report(self, sources, &given, &found)
    }

    /// A run that `check` finds, with the lines where the closest passing run differs; otherwise what it says.
    fn failing_test(&self) -> Result<(Test, Vec<(String, u32)>), DiagnoseVerdict> {
        let mut bounds = self.options.bounds.clone();
        bounds.stop_on_fail = true;
        bounds.record = true;
        let (program, sources) = (&self.program, &self.sources);
        let found = portfolio::decide(program, sources, &bounds, true, &self.stop, &mut |now| {
            self.tell_engine(now)
        });
        let Some(run) = found.counterexamples.first() else {
            let holds = found.complete && found.claims.iter().all(|claim| claim.status == Status::Holds);
            return Err(match holds {
                true => DiagnoseVerdict::NothingFails,
                false => DiagnoseVerdict::Undetermined,
            });
        };
        let test = Test::of_run(program, &run.run);
        let run = run.clone();
        let differing = match run.execution {
            Some(_) => closest::differing(program, sources, &bounds, found.equation, &run, &self.stop),
            // It was found by executing it.
            None => Vec::new(),
        };
        Ok((test, differing))
    }
}

/// Changes of the text as the stages of a diagnosis ask for them.
struct PatchSource<'p> {
    search: PatchSearch<'p>,
    sources: &'p SourceMap,
}

impl ChangeSource for PatchSource<'_> {
    fn others(&mut self) -> Vec<KnownChange> {
        patches::evidence(self.sources, self.search.rewrites_and_insertions())
    }

    fn sets(&mut self, depth: SetDepth) -> Vec<KnownChange> {
        patches::evidence(self.sources, self.search.several(depth))
    }

    fn larger_sets(&mut self) -> Vec<KnownChange> {
        patches::evidence(self.sources, self.search.larger())
    }
}

/// What is said of tests that end in an error and are not counted.
fn survivable_remarks(
    all: &[Test],
    errors: &[usize],
    search: Option<&PatchSearch<'_>>,
    sources: &SourceMap,
) -> Vec<String> {
    let told = |number: &usize| {
        let (stop, loc) = search?.ending(*number);
        let remark = SuiteRemark::Survivable {
            test: all[*number].name.clone(),
            line: loc.map(|loc| sources.resolve(sources.location(loc).used).line),
            error: stop.to_string(),
        };
        Some(remark.to_string())
    };
    errors.iter().filter_map(told).collect()
}
