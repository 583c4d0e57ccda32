//! The tests as they go in the program as it is written.
//!
//! Everything that a change is compared with: which tests fail, how long runs take, how much stack they need, where the
//! failing ones come by. Each test has been executed once for it (`suite`); a few of the longest are executed again to
//! find the smallest stack with which nothing goes otherwise, so that changed runs that call themselves for ever are
//! found out early.

use std::cmp::Reverse;

use interp::{Interpreter, Stop};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use runs::Test;
use suite::ExecutedTest;

use crate::FaultyProgram;
use crate::validate::coverage::Coverage;
use crate::validate::oracle::{Oracle, TrialRun};
use crate::validate::order::TestOrder;

/// Stacks that runs may need, in bytes.
const STACKS: [u64; 3] = [16 << 10, 256 << 10, 8 << 20];

/// The tests, and what each does in the program as it is.
#[derive(Debug)]
pub(crate) struct Baseline<'b> {
    pub(crate) subject: &'b FaultyProgram<'b>,
    pub(crate) oracle: Oracle<'b>,
    /// By test.
    pub(crate) runs: Vec<TrialRun>,
    pub(crate) passing: Vec<usize>,
    pub(crate) failing: Vec<usize>,
    /// Passing tests, first those that killed a change: they are the likeliest to kill the next one.
    pub(crate) killing: TestOrder,
}

impl<'b> Baseline<'b> {
    /// Takes the tests as they were executed.
    pub(crate) fn new(
        subject: &'b FaultyProgram<'b>,
        tests: &'b [Test],
        executed: &[ExecutedTest],
    ) -> Baseline<'b> {
        let runs: Vec<TrialRun> = executed.iter().map(TrialRun::of).collect();
        let oracle = oracle(subject, tests, &runs);
        let (passing, failing): (Vec<usize>, Vec<usize>) =
            (0..runs.len()).partition(|index| oracle.is_right(&tests[*index], &runs[*index]));
        Baseline {
            subject,
            oracle,
            runs,
            killing: TestOrder::new(passing.clone()),
            passing,
            failing,
        }
    }

    /// Where the failing tests come by.
    pub(crate) fn coverage(&self) -> Coverage {
        let (program, sources) = (self.subject.program, self.subject.sources);
        self.oracle.coverage(program, sources, &self.failing, &self.runs)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        (self.subject.stop)()
    }
}

/// What is right, with the least stack and the steps that the tests need.
fn oracle<'t>(subject: &FaultyProgram<'_>, tests: &'t [Test], runs: &[TrialRun]) -> Oracle<'t> {
    let interpreter = &Interpreter::new(subject.program, Some(subject.sources));
    let mut oracle = Oracle {
        tests,
        ignore_space: subject.ignore_space,
        // Runs are compared with those of tests that ended.
        steps: longest_ended(runs).unwrap_or(0),
        stack: STACKS[STACKS.len() - 1],
        observes: false,
    };
    let mut longest: Vec<usize> = (0..tests.len()).collect();
    longest.sort_by_key(|test| Reverse(runs[*test].steps));
    longest.truncate(budgets::repair::MAX_MEASURED_TESTS.count());
    // The smallest stack with which nothing goes otherwise; changed programs may take twice as much.
    for stack in STACKS {
        oracle.stack = stack;
        let same = |(test, run): (&Test, &TrialRun)| {
            // What never ends takes long, and its stack does not matter.
            let endless = matches!(run.stop, Stop::StepLimit);
            endless || {
                let now = oracle.execute(interpreter, None, test);
                let ended = |run: &TrialRun| std::mem::discriminant(&run.stop);
                now.stdout == run.stdout && ended(&now) == ended(run)
            }
        };
        // What needs much stack takes long.
        if longest.par_iter().all(|test| same((&tests[*test], &runs[*test]))) {
            break;
        }
    }
    oracle.stack *= 2;
    oracle
}

/// What the longest run takes that comes to its end or to an error.
fn longest_ended(runs: &[TrialRun]) -> Option<u64> {
    let ended = |run: &&TrialRun| matches!(run.stop, Stop::Exit(_) | Stop::ClaimFailed { .. });
    runs.iter().filter(ended).map(|run| run.steps).max()
}

impl Oracle<'_> {
    /// Passing tests to watch so many changes with, from all over the list.
    pub(crate) fn watched_passing(&self, passing: &[usize], changes: usize) -> Vec<Test> {
        let cost = changes as u64 * (self.steps + 100);
        let most = (budgets::repair::MAX_SAMPLED_RUNS.get() / cost.max(1))
            .min(budgets::repair::MAX_SAMPLED_PASSING.get()) as usize;
        let step = passing.len().div_ceil(most.max(1)).max(1);
        let some = passing.iter().step_by(step).take(most);
        some.map(|test| self.tests[*test].clone()).collect()
    }
}
