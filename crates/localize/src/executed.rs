//! The tests as they went: those that fail are diagnosed, those that pass only rank.

use std::collections::BTreeSet;

use interp::{InputKind, Interpreter};
use program::Program;
use runs::Test;
use source::SourceMap;
use suite::ExecutedTest;

use super::TestResult;
use super::run::{self, TestRun};

#[derive(Debug)]
pub(super) struct Executed {
    pub failing: Vec<TestRun>,
    pub passing: Vec<TestRun>,
    /// The failing ones by number among the tests.
    pub numbers: Vec<usize>,
    /// In the order they were given.
    pub results: Vec<TestResult>,
}

impl Executed {
    pub(super) fn of(
        program: &Program,
        sources: &SourceMap,
        tests: &[Test],
        executed: &[ExecutedTest],
        ignore_space: bool,
    ) -> Executed {
        let interpreter = Interpreter::new(program, Some(sources));
        let runs = run::all(&interpreter, program, tests, executed, ignore_space);
        let mut executed = Executed {
            failing: Vec::new(),
            passing: Vec::new(),
            numbers: Vec::new(),
            results: Vec::new(),
        };
        for (number, run) in runs.into_iter().enumerate() {
            executed.results.push(TestResult {
                name: tests[number].name.clone(),
                passes: run.passes(),
                ended: run.ended(program, sources),
                exited: matches!(run.stop, interp::Stop::Exit(_)),
                stdout: run.stdout.clone(),
            });
            if run.passes() {
                executed.passing.push(run);
            } else {
                executed.numbers.push(number);
                executed.failing.push(run);
            }
        }
        executed
    }

    /// The names of what failing runs read before it was written.
    pub(super) fn unwritten(&self) -> BTreeSet<String> {
        self.failing
            .iter()
            .flat_map(|run| &run.records)
            .filter(|record| record.kind == InputKind::Uninitialised)
            .map(|record| record.name.clone())
            .collect()
    }
}
