//! Trials of sets, counted.
//!
//! The search ends when so much work is done, and what it finds must not depend on how many cores share the work. So
//! sets are tried in portions: within one nothing that a trial learns changes what another one does, and what the
//! portion took is counted when it is done, in the order of its sets.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::schemata::switches::Switches;
use crate::validate::oracle::TrialRun;

use super::{InstructionBudget, SetSearch};

/// What some trials took.
#[derive(Debug, Default)]
pub(super) struct Spent {
    work: u64,
    /// The tests that were tried.
    tests: Vec<usize>,
}

impl Spent {
    pub(super) fn add(&mut self, test: usize, run: &TrialRun) {
        let start = match run.executed < run.steps {
            true => budgets::runs::RESUME.get(),
            false => budgets::runs::START.get(),
        };
        self.work += run.executed + start;
        self.tests.push(test);
    }
}

impl InstructionBudget {
    pub(super) fn is_done(self) -> bool {
        self.0 == 0
    }
}

impl SetSearch<'_> {
    pub(super) fn is_over(&self) -> bool {
        self.budget.is_done() || (self.stop)()
    }

    /// Counts what trials took.
    pub(super) fn count(&mut self, spent: Spent) {
        self.budget.0 = self.budget.0.saturating_sub(spent.work);
        for test in spent.tests {
            self.tried_on[test] += 1;
        }
    }

    pub(super) fn run(&self, spent: &mut Spent, test: usize, switches: &Switches) -> TrialRun {
        let tried = self.tried_on[test];
        let run = self
            .checkpoints
            .run_again(test, tried, switches, self.limit, None);
        spent.add(test, &run);
        run
    }

    pub(super) fn is_right(&self, test: usize, run: &TrialRun) -> bool {
        // A run that is right by chance, because of what happened to lie in memory, is not.
        self.oracle.is_right(&self.oracle.tests[test], run) && run.unwritten.is_subset(&self.unwritten[test])
    }

    /// Whether a test is right with some changes; a run that prints anything else is followed no further.
    pub(super) fn is_right_with(&self, spent: &mut Spent, test: usize, switches: &Switches) -> bool {
        if !self.checkpoints.covers(test, switches.active()) {
            return !self.fails[test];
        }
        let (tried, expected) = (self.tried_on[test], self.oracle.expected(test));
        let run = self
            .checkpoints
            .run_again(test, tried, switches, self.limit, expected);
        spent.add(test, &run);
        self.is_right(test, &run)
    }

    /// Whether a set makes every test right.
    pub(super) fn is_whole(&mut self, switches: &Switches) -> bool {
        let order = self.order.clone();
        let (few, others) = order.split_at(order.len().min(budgets::repair::MAX_SEQUENTIAL_TESTS.count()));
        let mut spent = Spent::default();
        let mut wrong = few
            .iter()
            .copied()
            .find(|test| !self.is_right_with(&mut spent, *test, switches));
        for some in others.chunks(budgets::repair::MAX_PARALLEL_TESTS.count()) {
            if wrong.is_some() {
                break;
            }
            let tried: Vec<(Spent, bool)> = some
                .par_iter()
                .map(|test| {
                    let mut spent = Spent::default();
                    let right = self.is_right_with(&mut spent, *test, switches);
                    (spent, right)
                })
                .collect();
            for (test, (one, right)) in some.iter().zip(tried) {
                self.count(one);
                if !right {
                    wrong = wrong.or(Some(*test));
                }
            }
        }
        self.count(spent);
        self.refuted_by(wrong);
        wrong.is_none()
    }

    /// Which sets of a portion make every test right.
    pub(super) fn are_whole(&mut self, sets: &[Vec<usize>]) -> Vec<bool> {
        let search = &*self;
        let tried: Vec<(Spent, Option<usize>)> = sets
            .par_iter()
            .map(|set| {
                let (mut spent, switches) = (Spent::default(), Switches::new(search.schema, set));
                let mut tests = search.order.iter().copied();
                let wrong = tests.find(|test| !search.is_right_with(&mut spent, *test, &switches));
                (spent, wrong)
            })
            .collect();
        let mut whole = Vec::with_capacity(sets.len());
        for (spent, wrong) in tried {
            self.tried += 1;
            self.count(spent);
            self.refuted_by(wrong);
            whole.push(wrong.is_none());
        }
        whole
    }

    /// Those of many sets that make every test right, in portions, until the work is done or enough are found.
    pub(super) fn whole_ones(
        &mut self,
        sets: impl Iterator<Item = Vec<usize>>,
        most: usize,
    ) -> Vec<Vec<usize>> {
        let mut sets = sets.peekable();
        let mut found = Vec::new();
        while sets.peek().is_some() && found.len() < most && !self.is_over() {
            let portion: Vec<Vec<usize>> = sets
                .by_ref()
                .take(budgets::repair::SETS_AT_ONCE.count())
                .collect();
            let whole = self.are_whole(&portion);
            let right = portion.into_iter().zip(whole).filter(|(_, whole)| *whole);
            found.extend(right.map(|(set, _)| set));
        }
        found.truncate(most);
        found
    }

    /// What told one set wrong tells the next one wrong.
    fn refuted_by(&mut self, wrong: Option<usize>) {
        let at = wrong.and_then(|wrong| self.order.iter().position(|test| *test == wrong));
        if let Some(at) = at {
            self.order[..=at].rotate_right(1);
        }
    }
}
