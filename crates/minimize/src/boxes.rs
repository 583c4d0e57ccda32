//! The smallest run by branch and bound over boxes of inputs.
//!
//! A solver proves badly that a sum of many numbers cannot be less: it has no numbers. But values only add up, so
//! whatever the inputs of a box are, a run costs at least the sum of the least sizes that its values can have
//! (`range`). A box that costs more than the run in hand, or whose runs do not fail, is done with; any other is split
//! (Land and Doig, *An automatic method of solving discrete programming problems*, 1960). Programs with few numeric
//! inputs, such as filters and coders, are decided so in a fraction of the time of the solver. Conditions only count
//! where they are certain, so this bounds sums well and lengths badly; a length that the solver has proved enters as a
//! limit.
//!
//! Before a box is split, each of its inputs is tried: if one half of its range is done with at once, only the other is
//! left. Where that gets nowhere, the input is split that raises the bound of both halves, else of those that raise one
//! the input with the widest range: long and thin boxes say little about products. Halves of halves have common leading
//! bits, so that programs that take numbers apart by bits are followed, too. The next box is always the one with the
//! least bound, so what is left when the effort ends bounds the least cost.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use interval::range::Truth;
use interval::tape::Tape;
use logic::{Assignment, Bits, Sort, TermPool, Value};
use runs::Interrupt;

use super::search::Terms;

/// What is made small, and what the other cost may be at most.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal {
    pub sum: bool,
    pub other_at_most: u128,
}

/// What is known when the search ends.
#[derive(Debug)]
pub(super) struct Known {
    /// What the best run costs.
    pub value: u128,
    /// That run, if it is better than the one that was given.
    pub better: Option<Assignment>,
    /// No run costs less; if that is what the best run costs, it is proved to be the best.
    pub lower: u128,
}

impl Known {
    pub(super) fn proved(&self) -> bool {
        self.lower == self.value
    }
}

type Ranges = Vec<(i128, i128)>;

/// What a split is good for: the bound of both halves, whether one has a better one, and how wide the range was, in
/// bits.
type Gain = (u128, bool, u32);

/// Looks for the best run. `best` is what the run in hand costs; `work` how many operations may be evaluated.
pub(super) fn search(
    pool: &TermPool,
    terms: &Terms,
    goal: Goal,
    best: u128,
    work: u64,
    stop: &Interrupt,
) -> Option<Known> {
    let (roots, counts) = terms.all();
    let tape = Tape::new(pool, &roots);
    if !tape.complete || tape.inputs.len() > budgets::minimize::MAX_BOX_INPUTS.count() {
        return None;
    }
    let mut boxes = Boxes {
        pool,
        terms,
        counts,
        tape,
        goal,
        best,
        found: None,
        work,
        stop,
        over: false,
    };
    let lower = boxes.run();
    Some(Known {
        value: boxes.best,
        better: boxes.found,
        lower,
    })
}

struct Boxes<'b> {
    pool: &'b TermPool,
    terms: &'b Terms,
    /// How many of the roots are hard, states, numbers and flags.
    counts: [usize; 4],
    tape: Tape,
    goal: Goal,
    best: u128,
    found: Option<Assignment>,
    /// Operations that may still be evaluated.
    work: u64,
    stop: &'b Interrupt,
    over: bool,
}

impl Boxes<'_> {
    /// The least that a run can cost.
    fn run(&mut self) -> u128 {
        let whole: Ranges = self
            .tape
            .inputs
            .iter()
            .map(|(_, width)| (0, (1 << width) - 1))
            .collect();
        let mut open: BinaryHeap<Reverse<(u128, u64, Ranges)>> = BinaryHeap::new();
        let Some(bound) = self.bound(&whole) else {
            return self.best;
        };
        open.push(Reverse((bound, 0, whole)));
        let mut number = 0;
        while let Some(Reverse((bound, _, ranges))) = open.pop() {
            if bound >= self.best {
                // No other box is better.
                return self.best;
            }
            if self.over {
                return bound;
            }
            for (bound, half) in self.divide(ranges, bound) {
                number += 1;
                open.push(Reverse((bound, number, half)));
            }
        }
        self.best
    }

    /// What runs with these inputs cost at least; nothing if they are no better than the best or do not fail.
    fn bound(&mut self, ranges: &[(i128, i128)]) -> Option<u128> {
        let cost = self.tape.operations() as u64;
        self.over |= self.work < cost || (self.work / cost).is_multiple_of(64) && (self.stop)();
        self.work = self.work.saturating_sub(cost);
        self.tape.evaluate(ranges);
        let mut from = 0;
        let [hard, length, numbers, flags] = self.counts.map(|count| {
            from += count;
            from - count..from
        });
        let is = |at: usize, truth: Truth| self.tape.root(at).is_some_and(|range| range.truth() == truth);
        if hard.into_iter().any(|at| is(at, Truth::No)) {
            return None;
        }
        let certain = |all: Range<usize>| all.filter(|at| is(*at, Truth::Yes)).count() as u128;
        let least = |at: usize| self.tape.root(at).map_or(0, |range| range.low as u128);
        let length = certain(length);
        let sum = numbers.map(least).sum::<u128>() + certain(flags);
        self.goal_of(length, sum).filter(|bound| *bound < self.best)
    }

    /// What is made small; nothing if the other is too large.
    fn goal_of(&self, length: u128, sum: u128) -> Option<u128> {
        let (small, other) = if self.goal.sum {
            (sum, length)
        } else {
            (length, sum)
        };
        (other <= self.goal.other_at_most).then_some(small)
    }

    /// The parts of a box that are left, with what runs in them cost at least.
    fn divide(&mut self, mut ranges: Ranges, mut known: u128) -> Vec<(u128, Ranges)> {
        self.try_point(&ranges);
        loop {
            let mut smaller = false;
            let mut choice: Option<(Gain, usize, [u128; 2])> = None;
            for input in 0..ranges.len() {
                if self.over {
                    return vec![(known, ranges)];
                }
                let (low, high) = ranges[input];
                if low == high {
                    continue;
                }
                let middle = low + (high - low) / 2;
                let halves = [(low, middle), (middle + 1, high)];
                let bounds = halves.map(|half| {
                    ranges[input] = half;
                    self.bound(&ranges)
                });
                ranges[input] = (low, high);
                match bounds {
                    [None, None] => return Vec::new(),
                    [Some(bound), None] | [None, Some(bound)] => {
                        ranges[input] = halves[usize::from(bounds[0].is_none())];
                        known = known.max(bound);
                        smaller = true;
                    }
                    [Some(one), Some(other)] => {
                        let bits = (high - low).ilog2();
                        let gain = (one.min(other).max(known), one.max(other) > known, bits);
                        if choice.is_none_or(|(best, ..)| gain > best) {
                            choice = Some((gain, input, [one, other]));
                        }
                    }
                }
            }
            if smaller {
                self.try_point(&ranges);
                continue;
            }
            let Some((_, input, bounds)) = choice else {
                // One run is left, and it was tried.
                return Vec::new();
            };
            let (low, high) = ranges[input];
            let middle = low + (high - low) / 2;
            let parts = [(low, middle), (middle + 1, high)].into_iter().zip(bounds);
            return parts
                .map(|(part, bound)| {
                    let mut half = ranges.clone();
                    half[input] = part;
                    (bound.max(known), half)
                })
                .collect();
        }
    }

    /// The run of a box whose inputs are nearest to zero: perhaps it is better.
    fn try_point(&mut self, ranges: &[(i128, i128)]) {
        let point: Ranges = ranges
            .iter()
            .zip(&self.tape.inputs)
            .map(|((low, high), (_, width))| {
                let nearest = if *low >= 1 << (width - 1) { *high } else { *low };
                (nearest, nearest)
            })
            .collect();
        if self.bound(&point).is_none() {
            return;
        }
        let assignment: Assignment = point
            .iter()
            .zip(&self.tape.inputs)
            .map(|((value, _), (symbol, width))| {
                let value = match self.pool.symbol_sort(*symbol) {
                    Sort::Bool => Value::Bool(*value != 0),
                    _ => Value::BitVec(Bits::new(*width, *value as u128)),
                };
                (*symbol, value)
            })
            .collect();
        let cost = self.terms.cost(self.pool, &assignment);
        if let Some(cost) = cost.and_then(|(length, sum)| self.goal_of(length, sum))
            && cost < self.best
        {
            self.best = cost;
            self.found = Some(assignment);
        }
    }
}
