//! Which of thousands of changes make the tests right.
//!
//! Each trial is one run. The tests that failed come first, and of these the one that told the last change wrong, so that a
//! change that does nothing is gone after one run. Passing tests are asked about the few that are left.
//!
//! Trials know nothing of each other, so they are spread over the machine's cores. What is found does not depend on that: which
//! test is tried first decides how soon a change is gone, not whether; and where passing tests are chosen by what
//! earlier changes broke, changes are taken in portions of a fixed size.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use interp::{Interpreter, Stop};
use rayon::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator,
    ParallelIterator,
};
use rayon::slice::ParallelSliceMut;
use runs::Test;

use crate::schemata::schema::Schema;
use crate::schemata::switches::Switches;
use crate::validate::checkpoints::Checkpoints;
use crate::validate::oracle::{Disturbance, Oracle, TrialRun, evenly_spaced, flattened};
use crate::validate::order::TestOrder;

/// The changes that did well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Screened {
    pub scores: Vec<TestScore>,
    /// How many changes were not tried, since others are likelier.
    pub left: usize,
}

/// How a change did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TestScore {
    pub position: usize,
    /// Failing tests that are right now, and how many were tried.
    pub repaired: usize,
    pub tried: usize,
    /// Passing tests that are wrong now, of those that were tried.
    pub broken: usize,
}

struct Screening<'s> {
    oracle: &'s Oracle<'s>,
    schema: &'s Schema,
    checkpoints: Checkpoints<'s>,
    steps: u64,
    stop: &'s runs::Interrupt,
}

impl Screening<'_> {
    fn is_right_at_rest(&self, test: usize) -> bool {
        let before = self.checkpoints.unchanged_run(test);
        before.is_some_and(|before| self.oracle.is_right(&self.oracle.tests[test], before))
    }

    /// Whether an assumption ends a test with the switches off: then no change can be seen in it.
    fn is_blocked_at_rest(&self, test: usize) -> bool {
        let before = self.checkpoints.unchanged_run(test);
        before.is_some_and(|before| matches!(before.stop, interp::Stop::AssumptionViolated(_)))
    }

    fn steps_at_rest(&self, test: usize) -> u64 {
        self.checkpoints
            .unchanged_run(test)
            .map_or(0, |before| before.steps)
    }

    /// How many instructions a changed run may take: much longer than it takes now, or than any takes if it ends in an error
    /// now. Of thousands of changes many never end, so that this is most of the work.
    fn patience(&self, before: Option<&TrialRun>) -> u64 {
        let ended = before.filter(|before| matches!(before.stop, Stop::Exit(_)));
        ended.map_or(self.steps, |before| {
            let own = before
                .steps
                .saturating_mul(budgets::repair::SCREENED_RUN_FACTOR.get())
                + budgets::repair::MIN_SCREENED_RUN.get();
            own.min(self.steps)
        })
    }

    fn is_right(&self, test: usize, position: usize) -> bool {
        // What a run does not come by makes no difference to it.
        if !self.checkpoints.covers(test, self.schema.sites(position)) {
            return self.is_right_at_rest(test);
        }
        let switches = Switches::new(self.schema, &[position]);
        let before = self.checkpoints.unchanged_run(test);
        let now = self
            .checkpoints
            .run(test, &switches, self.patience(before), self.oracle.expected(test));
        // A run that is right by chance, because of what happened to lie in memory, is not.
        self.oracle.is_right(&self.oracle.tests[test], &now)
            && before.is_some_and(|before| now.unwritten.is_subset(&before.unwritten))
    }

    /// How many of these tests are wrong with a change, as far as that is not too many.
    fn wrong(&self, tests: &TestOrder, position: usize, most: usize) -> usize {
        let now = tests.now();
        let wrong = now
            .iter()
            .filter(|test| !(self.stop)() && !self.is_right(**test, position));
        let wrong: Vec<usize> = wrong.take(most.saturating_add(1)).copied().collect();
        if let Some(first) = wrong.first() {
            tests.prefer(*first);
        }
        wrong.len()
    }

    /// Changes that are tried on all failing tests, and how many are left out. How many are tried depends on what the failing
    /// tests take, never on how many tests pass: passing tests only say which changes are likelier. Those come first where few
    /// of them come by, and of these the less surprising ones.
    fn likeliest(&self, failing: &[usize], passing: &[usize]) -> (Vec<usize>, usize) {
        // What one of them does not come to leaves that one wrong.
        let met = |position: &usize| {
            let sites = self.schema.sites(*position);
            failing.iter().all(|test| self.checkpoints.covers(*test, sites))
        };
        let mut positions: Vec<usize> = self.schema.positions().into_par_iter().filter(met).collect();
        let rest = Switches::new(self.schema, &[]);
        // A trial ends where it prints something wrong.
        let until_wrong = |test: &usize| {
            let (patience, expected) = (
                self.patience(self.checkpoints.unchanged_run(*test)),
                self.oracle.expected(*test),
            );
            let run = self.checkpoints.run_again(*test, 0, &rest, patience, expected);
            run.steps
        };
        let few = evenly_spaced(failing, budgets::repair::MIN_SCREENED_TESTS.count());
        let usual =
            few.iter().map(until_wrong).sum::<u64>() / few.len().max(1) as u64 + budgets::runs::START.get();
        let most = ((budgets::repair::MAX_SCREENING.get() / usual) as usize)
            .max(budgets::repair::MAX_SCREENED_ON_PASSING.count());
        if positions.len() <= most {
            return (positions, 0);
        }
        positions.par_sort_by_cached_key(|position| {
            let sites = self.schema.sites(*position);
            let others = passing
                .iter()
                .filter(|test| self.checkpoints.covers(**test, sites))
                .count();
            (
                others,
                self.schema.change(*position),
                self.schema.weight(*position),
                *position,
            )
        });
        let left = positions.len() - most;
        positions.truncate(most);
        (positions, left)
    }

    /// Those of some changes that make every failing test right.
    fn whole(&self, failing: &[usize], positions: &[usize]) -> Vec<TestScore> {
        let tests = TestOrder::new(failing.to_vec());
        let right = positions
            .par_iter()
            .filter(|position| self.wrong(&tests, **position, 0) == 0 && !(self.stop)());
        let found = right.map(|position| TestScore {
            position: *position,
            repaired: failing.len(),
            tried: failing.len(),
            broken: 0,
        });
        found.collect()
    }

    /// Those that make some of a few failing tests right.
    fn partly(&self, failing: &[usize]) -> Vec<TestScore> {
        let steps: u64 = failing.iter().map(|test| self.steps_at_rest(*test) + 50).sum();
        let all = steps.saturating_mul(self.schema.positions().count() as u64);
        let most = failing.len() as u64 * budgets::repair::MAX_PARTIAL_TRIALS.get() / all.max(1);
        let few = evenly_spaced(
            failing,
            (most as usize).max(budgets::repair::MIN_SCREENED_TESTS.count()),
        );
        let scored = |position: usize| {
            let repairs = |test: &&usize| !(self.stop)() && self.is_right(**test, position);
            TestScore {
                position,
                repaired: few.iter().filter(repairs).count(),
                tried: failing.len(),
                broken: 0,
            }
        };
        let positions = self.schema.positions().into_par_iter();
        positions.map(scored).filter(|score| score.repaired > 0).collect()
    }

    fn place(&self, score: &TestScore) -> (u32, u32, u32) {
        let span = self.schema.edit(score.position).span;
        (span.file.0, span.lo, span.hi)
    }

    /// Counts what each change breaks of the passing tests. What breaks none of those that are always tried may break
    /// another, if it makes all failing tests right; that one tells the next change wrong at once.
    fn ask_passing(
        &self,
        found: &mut [TestScore],
        passing: &TestOrder,
        mut others: Vec<usize>,
        whole: bool,
    ) -> usize {
        let (mut least, mut enough) = (usize::MAX, budgets::repair::MAX_KEPT_CHANGES.count());
        let (mut looks, mut learnt) = (others.len(), 0);
        let mut kept: BTreeMap<(u32, u32, u32), usize> = BTreeMap::new();
        for portion in found.chunks_mut(budgets::repair::SCREENED_AT_ONCE.count()) {
            let most = least.saturating_mul(2);
            let is_needless = |score: &TestScore| {
                let here = kept.get(&self.place(score)).copied().unwrap_or(0);
                enough == 0 || here >= budgets::repair::MAX_KEPT_IN_PLACE.count()
            };
            portion.par_iter_mut().for_each(|score| {
                score.broken = match is_needless(score) {
                    true => usize::MAX,
                    false => self.wrong(passing, score.position, most),
                };
            });
            let new = TestOrder::new(Vec::new());
            for score in portion {
                if score.broken == 0 {
                    score.broken = self.wrong(&new, score.position, 0);
                }
                if whole
                    && score.broken == 0
                    && learnt < budgets::repair::MAX_KILLING_TESTS.count()
                    && looks > 0
                {
                    let some = &others[..looks.min(others.len())];
                    let breaks = |test: &usize| {
                        !(self.stop)()
                            && self.is_right_at_rest(*test)
                            && !self.is_right(*test, score.position)
                    };
                    match some.par_iter().position_first(breaks) {
                        Some(at) => {
                            score.broken = 1;
                            learnt += 1;
                            new.prefer(others.remove(at));
                            looks = others.len();
                        }
                        None => looks -= some.len(),
                    }
                }
                least = least.min(score.broken);
                if score.broken == 0 {
                    enough = enough.saturating_sub(1);
                    *kept.entry(self.place(score)).or_default() += 1;
                }
            }
            new.now().into_iter().rev().for_each(|test| passing.prefer(test));
        }
        least
    }
}

impl Oracle<'_> {
    /// Tries every change. Given are those that repair every failing test that was tried; where there is none and `some` is
    /// wanted, those that repair most of them. Those that break least come first; beside a change that breaks
    /// nothing, one that breaks something is no answer. Nothing if the program with the switch at rest does not
    /// behave as the original did.
    ///
    /// Thousands of changes meet thousands of tests: of many tests only some are tried, and those that tell changes apart
    /// come first.
    #[must_use]
    pub fn screen(
        &self,
        schema: &Schema,
        failing: &[usize],
        passing: &[usize],
        some: bool,
        stop: &runs::Interrupt,
    ) -> Option<Screened> {
        let screening = Screening {
            oracle: self,
            schema,
            checkpoints: Checkpoints::new(self, schema),
            steps: self
                .steps
                .saturating_mul(budgets::repair::SCREENED_RUN_FACTOR.get())
                + budgets::repair::MIN_SCREENED_RUN.get(),
            stop,
        };
        let all_passing = passing;
        let (mut failing, passing) = (
            evenly_spaced(failing, budgets::repair::MAX_SCREENED_TESTS.count()),
            evenly_spaced(passing, 2 * budgets::repair::MAX_SCREENED_TESTS.count()),
        );
        let switched_off = |test: &usize| screening.is_right_at_rest(*test);
        if failing.par_iter().any(switched_off) || !passing.par_iter().all(switched_off) {
            let with_full_stack = self.with_full_stack()?;
            return with_full_stack.screen(schema, &failing, &passing, some, stop);
        }
        // A run that is blocked says nothing about changes, and is not one that still fails.
        if failing.iter().all(|test| screening.is_blocked_at_rest(*test)) {
            return None;
        }
        // Short runs first: most changes do nothing, and that is seen in any of them.
        failing.sort_by_key(|test| screening.steps_at_rest(*test));
        let (positions, left) = screening.likeliest(&failing, &passing);
        let mut found = screening.whole(&failing, &positions);
        if found.is_empty() && some {
            found = screening.partly(&failing);
        }
        let surprise = |score: &TestScore| {
            let change = schema.change(score.position);
            (change, schema.weight(score.position), score.position)
        };
        found.sort_by_key(|score| (Reverse(score.repaired), surprise(score)));
        // Without passing tests others have to choose.
        if passing.is_empty() {
            return Some(Screened { scores: found, left });
        }
        let whole = found.first().is_some_and(|score| score.repaired == score.tried);
        found.truncate(if whole {
            budgets::repair::MAX_SCREENED_ON_PASSING.count()
        } else {
            budgets::repair::MAX_SCREENED_ON_PASSING.count() / 4
        });
        let mut others: Vec<usize> = all_passing.to_vec();
        others.retain(|test| !passing.contains(test));
        let least = screening.ask_passing(&mut found, &TestOrder::new(passing), others, whole);
        found.retain(|score| score.broken <= least.saturating_mul(2));
        found.sort_by_key(|score| (score.broken, Reverse(score.repaired), surprise(score)));
        Some(Screened { scores: found, left })
    }

    /// How much each change disturbs runs that were right.
    #[must_use]
    pub fn disturbances(
        &self,
        schema: &Schema,
        scores: &[TestScore],
        samples: &[Test],
        failing: &[usize],
    ) -> Vec<Disturbance> {
        if let Some(with_full_stack) = self.with_full_stack() {
            return with_full_stack.disturbances(schema, scores, samples, failing);
        }
        let interpreter = Interpreter::new(&schema.program, Some(&schema.sources));
        let run = |test: &Test, position| self.execute_changed(&interpreter, schema, test, position);
        let before: Vec<TrialRun> = samples.par_iter().map(|test| run(test, None)).collect();
        // Where claims are the oracle, failing runs say what a change makes of a function, too.
        let failing: Vec<&Test> = match self.observes {
            true => failing.iter().map(|test| &self.tests[*test]).collect(),
            false => Vec::new(),
        };
        let failed: Vec<TrialRun> = failing.par_iter().map(|test| run(test, None)).collect();
        let disturbed = |score: &TestScore| {
            let now = |test| run(test, Some(score.position));
            let after: Vec<TrialRun> = samples.iter().map(now).collect();
            let repaired: Vec<TrialRun> = failing.iter().map(|test| now(test)).collect();
            let flat = flattened(before.iter().chain(&failed), after.iter().chain(&repaired));
            Disturbance {
                flat: flat.iter().any(|called| schema.flattens(score.position, called)),
                ..TrialRun::disturbance(before.iter().zip(after))
            }
        };
        scores.par_iter().map(disturbed).collect()
    }
}
