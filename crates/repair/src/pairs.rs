//! Which pairs of changes make the tests right.
//!
//! A program with two faults often fails each test whichever of them is removed, so pairs cannot be found one change after
//! the other. They are tried, all of them in principle: one run in the program with two switches each, and most are
//! gone after one run. There are millions, so the order matters: changes that bring the output nearer to what is expected come
//! first, then those that make any difference. The search ends when its work is done, measured in instructions.

use std::cmp::Reverse;

use interp::Interpreter;

use crate::closeness::{WHOLE, closeness};
use crate::propose::Change;
use crate::schema::Schema;
use crate::trial::{Behaviour, Judge, spread};

/// So many failing tests say how near a change comes.
const MOST_COMPARED: usize = 6;
/// So many changes are combined with each other.
const MOST_COMBINED: usize = 4_000;
/// So many pairs are enough.
const MOST_FOUND: usize = 24;
/// What starting a run costs, in instructions.
const START: u64 = 400;

/// How much nearer a change brings failing tests to what they should print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gain {
    pub position: usize,
    /// The sum over the failing tests that were compared, in thousandths of a test.
    pub nearer: i64,
    /// Whether anything is printed that was not, or the run ends otherwise.
    differs: bool,
}

/// Work that may still be done.
#[derive(Debug, Clone, Copy)]
pub struct Work(pub u64);

impl Work {
    fn spend(&mut self, run: &Behaviour) {
        self.0 = self.0.saturating_sub(run.steps + START);
    }

    fn is_done(self) -> bool {
        self.0 == 0
    }
}

/// Changes that are tried with each other first; those put a statement in come after those of what is written.
fn surprise(change: Change) -> u8 {
    match change {
        Change::Operator | Change::Constant | Change::Variable | Change::Text => 0,
        Change::Offset | Change::Negated | Change::Swapped | Change::Compound | Change::Exact => 1,
        Change::Joined | Change::Deleted | Change::Break => 1,
        Change::Dropped | Change::Object => 2,
        Change::Inserted | Change::Condition => 3,
    }
}

/// Pairs of different numbers below a count whose product, counted from 1, is more than `over` and at most `most`.
fn ranked(count: usize, over: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=count).flat_map(move |first| {
        let from = (over / first + 1).max(first + 1);
        let to = (most / first).min(count);
        (from..=to).map(move |second| (first - 1, second - 1))
    })
}

/// Powers of two, the last of which no product of two ranks exceeds.
fn levels(count: usize) -> std::ops::Range<u32> {
    0..2 * (count.max(1).ilog2() + 1) + 1
}

impl Judge<'_> {
    /// What each change does to the output of failing tests, the most promising first. Nothing if the program with the
    /// switch at rest does not behave as the original did.
    #[must_use]
    pub fn gains(
        &self,
        schema: &Schema,
        failing: &[usize],
        passing: &[usize],
        work: &mut Work,
        stop: &bmc::Stop,
    ) -> Option<Vec<Gain>> {
        let interpreter = Interpreter::new(&schema.program, None);
        let run = |test: usize, position| {
            let limit = self.short_limit();
            self.execute_within(&interpreter, &self.tests[test], [position, 0], limit)
        };
        let right = |test: &usize| self.is_right(&self.tests[*test], &run(*test, 0));
        if failing.iter().any(right) || !passing.iter().all(right) {
            return None;
        }
        let compared = spread(failing, MOST_COMPARED);
        let before: Vec<(Behaviour, u32)> = compared
            .iter()
            .map(|test| {
                let now = run(*test, 0);
                let near = self.nearness(*test, &now);
                (now, near)
            })
            .collect();
        let mut found = Vec::new();
        for position in schema.positions() {
            if stop() || work.is_done() {
                break;
            }
            let mut gain = Gain {
                position,
                nearer: 0,
                differs: false,
            };
            for (test, (old, near)) in compared.iter().zip(&before) {
                let now = run(*test, position);
                work.spend(&now);
                gain.differs |= !now.same(old);
                gain.nearer += i64::from(self.nearness(*test, &now)) - i64::from(*near);
            }
            found.push(gain);
        }
        found.sort_by_key(|gain| {
            let change = schema.change(gain.position);
            (
                Reverse(gain.nearer.max(0)),
                !gain.differs,
                surprise(change),
                Reverse(gain.nearer),
                change,
                gain.position,
            )
        });
        Some(found)
    }

    fn nearness(&self, test: usize, run: &Behaviour) -> u32 {
        let test = &self.tests[test];
        if self.is_right(test, run) {
            return WHOLE * 2;
        }
        let expected = test.expected.as_deref().unwrap_or_default();
        let near = closeness(expected, &run.stdout);
        // What prints the right thing and then does not end is not right.
        match run.stop {
            interp::Stop::Exit(_) => near,
            _ => near / 2,
        }
    }

    /// Pairs that make every test right, the least surprising first, and how many were tried.
    #[must_use]
    pub fn pairs(
        &self,
        schema: &Schema,
        gains: &[Gain],
        failing: &[usize],
        passing: &[usize],
        work: &mut Work,
        stop: &bmc::Stop,
    ) -> (Vec<[usize; 2]>, usize) {
        let interpreter = Interpreter::new(&schema.program, None);
        let run = |test: usize, positions| {
            let limit = self.short_limit();
            self.execute_within(&interpreter, &self.tests[test], positions, limit)
        };
        let mut order: Vec<usize> = failing.to_vec();
        let before: Vec<Behaviour> = self
            .tests
            .iter()
            .enumerate()
            .map(|(test, _)| match failing.contains(&test) {
                true => run(test, [0, 0]),
                false => Behaviour::none(),
            })
            .collect();
        order.sort_by_key(|test| before[*test].steps);
        let mut found: Vec<[usize; 2]> = Vec::new();
        let mut tried = 0;
        let combined = &gains[..gains.len().min(MOST_COMBINED)];
        // The product of both ranks decides: the most promising one meets all others soon, and good ones meet each other.
        'search: for level in levels(combined.len()) {
            let (over, most) = ((1usize << level) / 2, 1usize << level);
            for (first, second) in ranked(combined.len(), over, most) {
                if stop() || work.is_done() || found.len() >= MOST_FOUND {
                    break 'search;
                }
                let positions = [combined[first].position, combined[second].position];
                let [one, other] = positions.map(|position| schema.edit(position).span);
                if one.file == other.file
                    && one.lo < other.hi.max(other.lo + 1)
                    && other.lo < one.hi.max(one.lo + 1)
                {
                    continue;
                }
                tried += 1;
                let wrong = order.iter().position(|test| {
                    let now = run(*test, positions);
                    work.spend(&now);
                    !self.is_right(&self.tests[*test], &now)
                        || !now.unwritten.is_subset(&before[*test].unwritten)
                });
                if let Some(index) = wrong {
                    order[..=index].rotate_right(1);
                    continue;
                }
                let keeps = |test: &usize| self.is_right(&self.tests[*test], &run(*test, positions));
                if passing.iter().all(keeps) {
                    found.push(positions);
                }
            }
        }
        found.sort_by_key(|positions| {
            let changes = positions.map(|position| schema.change(position));
            let surprises: u8 = changes.iter().copied().map(surprise).sum();
            let weights: usize = positions.map(|position| schema.weight(position)).iter().sum();
            (surprises, changes, weights, *positions)
        });
        (found, tried)
    }
}

#[cfg(test)]
mod checks {
    use super::{levels, ranked};

    #[test]
    fn every_pair_comes_once() {
        for count in [0usize, 1, 2, 7, 30] {
            let mut pairs: Vec<_> = levels(count)
                .flat_map(|level| ranked(count, (1 << level) / 2, 1 << level))
                .collect();
            let all = pairs.len();
            pairs.sort_unstable();
            pairs.dedup();
            assert_eq!(
                (all, pairs.len()),
                (pairs.len(), count * count.saturating_sub(1) / 2)
            );
        }
    }
}
