//! Deciding candidates over ranges of inputs.
//!
//! How near a run without a candidate can be is a question about many numbers at once, which a solver answers badly
//! where they are multiplied. Ranges answer it for whole boxes of inputs: the steps that certainly differ there count
//! how far all runs of the box are at least, and a candidate that certainly holds there is not concerned
//! (`minimize/boxes` does the same for sizes). Boxes are looked at in the order of that distance, and each is split
//! first into the inputs of the failing run and the others, so what is left behind is all that is as near. The run of a
//! box that is nearest to the failing one is computed: it tells for every candidate that is false in it how near such
//! runs are, with the effect and without. A candidate is decided when all that is nearer has been looked at.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use interval::{Numbers, Range, Tape, Truth, spans};
use logic::{Assignment, SymbolId, TermId, TermPool, Value};
use runs::Interrupt;

use super::search::Decision;

/// Operations on numbers that take as long as one on ranges.
const NUMBERS_PER_RANGE: u64 = 4;

/// What is asked: runs, those with the effect, what counts as a difference, and when candidates are false.
pub(super) struct Asked<'a> {
    pub run: TermId,
    pub effect: TermId,
    pub differing: &'a [(TermId, u64)],
    pub falsified: &'a [TermId],
    pub failing: &'a Assignment,
    /// Symbols for what no run reads that keeps all claims.
    pub undefined: &'a BTreeSet<SymbolId>,
}

type Ranges = Vec<(i128, i128)>;

/// Part of all inputs, and the candidates that may be false in runs with these.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct InputBox {
    ranges: Ranges,
    candidates: Vec<u32>,
    /// Whether a run may have the effect.
    effect: bool,
}

/// How near runs are in which a candidate is false.
#[derive(Debug, Clone, Copy)]
struct Nearest {
    with: u64,
    without: u64,
}

impl Nearest {
    /// What is decided if all runs that were not looked at are at least so far away.
    fn decided(self, distance: u64) -> Option<Decision> {
        match (self.with, self.without) {
            (with, without) if with <= without && with <= distance && with < u64::MAX => {
                Some(Decision::NoCause { distance: with })
            }
            (with, without) if without < with && without < distance => {
                Some(Decision::Cause { distance: without })
            }
            _ => None,
        }
    }

    /// Whether runs that are at least so far away can change what is known.
    fn matters(self, distance: u64, effect: bool) -> bool {
        distance < self.with.min(self.without)
            || distance == self.without && self.without < self.with && effect
    }
}

struct Boxes<'b> {
    asked: &'b Asked<'b>,
    tape: Tape,
    /// What is evaluated in every box, and what else for each candidate.
    common: Vec<u32>,
    own: Vec<Vec<u32>>,
    /// What operations are in one run, if all of them are computed so.
    numbers: Option<Numbers>,
    failing: Vec<i128>,
    nearest: Vec<Nearest>,
    /// Candidates that depend on more than inputs: they are not decided here.
    vague: Vec<bool>,
    work: u64,
}

/// Everything as a list of operations, with the number of roots before the candidates; nothing if there is something in
/// it that has no ranges.
fn tape(pool: &TermPool, asked: &Asked<'_>) -> Option<(Tape, usize)> {
    let differing = asked.differing.iter().map(|(term, _)| *term);
    let shared: Vec<TermId> = [asked.run, asked.effect].into_iter().chain(differing).collect();
    let roots: Vec<TermId> = shared.iter().chain(asked.falsified).copied().collect();
    let mut tape = Tape::new(pool, &roots);
    tape.leave_open(asked.undefined);
    let whole = tape.complete && tape.roots.iter().all(Option::is_some);
    (whole && tape.inputs.len() <= budgets::causes::MAX_BOX_INPUTS.count()).then_some((tape, shared.len()))
}

/// Decides what can be decided with so many operations.
pub(super) fn decide(
    pool: &TermPool,
    asked: &Asked<'_>,
    decisions: &mut [Decision],
    work: u64,
    stop: &Interrupt,
) {
    let open = |decision: &Decision| matches!(decision, Decision::Unknown { .. });
    if !decisions.iter().any(open) {
        return;
    }
    let Some((mut tape, shared)) = tape(pool, asked) else {
        return;
    };
    let ranges = spans(&mut tape, 1);
    let failing = tape.inputs.iter().zip(&ranges).map(|((symbol, width), _)| {
        let value = asked.failing.get(symbol);
        let bits = match value {
            Some(Value::Bool(value)) => u128::from(*value),
            Some(value) => value.as_bits().and_then(logic::Bits::to_u128).unwrap_or(0),
            None => 0,
        };
        (bits as i128) << (128 - width) >> (128 - width)
    });
    let failing: Vec<i128> = failing.collect();
    let (common, own) = tape.shares(shared);
    let candidates: Vec<u32> = (0..)
        .zip(&*decisions)
        .filter(|(_, d)| open(d))
        .map(|(at, _)| at)
        .collect();
    let mut boxes = Boxes {
        asked,
        numbers: Numbers::new(&tape),
        tape,
        common,
        own,
        failing,
        nearest: vec![
            Nearest {
                with: u64::MAX,
                without: u64::MAX,
            };
            decisions.len()
        ],
        vague: vec![false; decisions.len()],
        work,
    };
    boxes.run(ranges, candidates, decisions, stop);
}

impl Boxes<'_> {
    fn run(&mut self, whole: Ranges, mut open: Vec<u32>, decisions: &mut [Decision], stop: &Interrupt) {
        let mut queue: BinaryHeap<Reverse<(u64, u64, InputBox)>> = BinaryHeap::new();
        let (mut number, mut reached) = (0, 0);
        if let Some((distance, part)) = self.sub_box(whole, &open, 0) {
            queue.push(Reverse((distance, number, part)));
        }
        while let Some(Reverse((distance, _, mut part))) = queue.pop() {
            if distance > reached {
                reached = distance;
                open.retain(|at| !self.settle(*at, distance, decisions));
            }
            let effect = part.effect;
            part.candidates.retain(|at| {
                let is_open = matches!(decisions[*at as usize], Decision::Unknown { .. });
                is_open && !self.vague[*at as usize] && self.nearest[*at as usize].matters(distance, effect)
            });
            if part.candidates.is_empty() {
                continue;
            }
            if let Some(runs) = few_runs(&part.ranges)
                && self.numbers.is_some()
                && runs.iter().all(|run| self.try_numbers(&part, run))
                && self.work > 0
            {
                continue;
            }
            let failing = self.failing.clone();
            let exact = self.try_run(&part, |input, (low, high)| failing[input].clamp(low, high));
            // Another one, in case the effect begins further away.
            self.try_run(&part, |_, (low, high)| low + (high - low) / 2);
            let split = self.split(&part.ranges);
            let given_up = split.is_none() && !exact;
            if self.work == 0 || given_up || number % 64 == 0 && stop() {
                for at in open {
                    if !self.settle(at, distance, decisions) {
                        let known = &mut decisions[at as usize];
                        if let Decision::Unknown { at_least } = known {
                            *at_least = distance.max(*at_least);
                        }
                    }
                }
                return;
            }
            for (input, range) in split.unwrap_or_default() {
                let mut ranges = part.ranges.clone();
                ranges[input] = range;
                if let Some((distance, part)) = self.sub_box(ranges, &part.candidates, distance) {
                    number += 1;
                    queue.push(Reverse((distance, number, part)));
                }
            }
        }
        for at in open {
            // Everything was looked at.
            if !self.settle(at, u64::MAX, decisions) && !self.vague[at as usize] {
                decisions[at as usize] = Decision::Always;
            }
        }
    }

    fn settle(&self, at: u32, distance: u64, decisions: &mut [Decision]) -> bool {
        let nearest = self.nearest[at as usize];
        let decided = nearest.decided(distance).filter(|_| !self.vague[at as usize]);
        let settled = decided.is_some();
        if let Some(decided) = decided {
            decisions[at as usize] = decided;
        }
        settled
    }

    fn truth(&self, root: usize) -> Truth {
        self.tape.root(root).map_or(Truth::Maybe, Range::truth)
    }

    /// Where the truth of a candidate being false is.
    fn falsified(&self, at: u32) -> usize {
        2 + self.asked.differing.len() + at as usize
    }

    fn evaluate(&mut self, ranges: &[(i128, i128)], candidates: &[u32]) {
        self.tape.evaluate_some(&self.common, ranges);
        let mut cost = self.common.len();
        for at in candidates {
            self.tape.evaluate_some(&self.own[*at as usize], ranges);
            cost += 1 + self.own[*at as usize].len();
        }
        self.work = self.work.saturating_sub(cost as u64);
    }

    /// How far runs of a box are at least, and which candidates of these may be false there; nothing if none matters.
    fn sub_box(&mut self, ranges: Ranges, candidates: &[u32], distance: u64) -> Option<(u64, InputBox)> {
        self.evaluate(&ranges, candidates);
        if self.truth(0) == Truth::No {
            return None;
        }
        let effect = self.truth(1) != Truth::No;
        let distance = self.distance().max(distance);
        let matters = |at: &&u32| {
            self.truth(self.falsified(**at)) != Truth::No
                && self.nearest[**at as usize].matters(distance, effect)
        };
        let candidates: Vec<u32> = candidates.iter().filter(matters).copied().collect();
        let part = InputBox {
            ranges,
            candidates,
            effect,
        };
        (!part.candidates.is_empty()).then_some((distance, part))
    }

    /// How many differences are certain.
    fn distance(&self) -> u64 {
        let differing = self.asked.differing.iter().enumerate();
        differing
            .filter(|(at, _)| self.truth(2 + at) == Truth::Yes)
            .map(|(_, (_, weight))| weight)
            .sum()
    }

    /// Looks at a run of a part, with some number for each input; whether that could be computed.
    fn try_run(&mut self, part: &InputBox, choose: impl Fn(usize, (i128, i128)) -> i128) -> bool {
        let ranges = part.ranges.iter().enumerate();
        let run: Vec<i128> = ranges.map(|(input, range)| choose(input, *range)).collect();
        if self.numbers.is_some() && self.try_numbers(part, &run) {
            return true;
        }
        let point: Ranges = run.into_iter().map(|value| (value, value)).collect();
        self.evaluate(&point, &part.candidates);
        let known = |at: usize| self.truth(at) != Truth::Maybe;
        if !(0..2 + self.asked.differing.len()).all(known) {
            return false;
        }
        if self.truth(0) == Truth::No {
            return true;
        }
        let (distance, effect) = (self.distance(), self.truth(1) == Truth::Yes);
        for at in &part.candidates {
            let is_false = match self.truth(self.falsified(*at)) {
                Truth::Yes => Some(true),
                Truth::No => Some(false),
                Truth::Maybe => None,
            };
            self.note(*at, is_false, distance, effect);
        }
        true
    }

    /// Looks at one run, with numbers alone; whether all that matters is known of it.
    fn try_numbers(&mut self, part: &InputBox, run: &[i128]) -> bool {
        let Some(mut numbers) = self.numbers.take() else {
            return false;
        };
        numbers.compute(&self.tape, &self.common, |input| run[input]);
        let mut cost = self.common.len();
        let is_true =
            |numbers: &Numbers, root: usize| self.tape.roots[root].and_then(|at| numbers.is_true(at));
        let shared: Option<Vec<bool>> = (0..2 + self.asked.differing.len())
            .map(|root| is_true(&numbers, root))
            .collect();
        let mut found = Vec::new();
        if let Some(shared) = &shared
            && shared[0]
        {
            let differing = self.asked.differing.iter().zip(&shared[2..]);
            let distance: u64 = differing
                .filter(|(_, differs)| **differs)
                .map(|((_, weight), _)| weight)
                .sum();
            for at in &part.candidates {
                if !self.nearest[*at as usize].matters(distance, shared[1]) {
                    continue;
                }
                let own = &self.own[*at as usize];
                numbers.compute(&self.tape, own, |input| run[input]);
                cost += 1 + own.len();
                found.push((*at, is_true(&numbers, self.falsified(*at)), distance, shared[1]));
            }
        }
        self.work = self.work.saturating_sub(1 + cost as u64 / NUMBERS_PER_RANGE);
        self.numbers = Some(numbers);
        for (at, is_false, distance, effect) in found {
            self.note(at, is_false, distance, effect);
        }
        shared.is_some()
    }

    /// Notes whether a candidate is false in a run.
    fn note(&mut self, at: u32, is_false: Option<bool>, distance: u64, effect: bool) {
        self.vague[at as usize] |= is_false.is_none();
        if is_false == Some(true) {
            let nearest = &mut self.nearest[at as usize];
            let place = if effect {
                &mut nearest.with
            } else {
                &mut nearest.without
            };
            *place = (*place).min(distance);
        }
    }

    /// The parts of a box: an input with its failing value and with others, else halves of the widest range.
    fn split(&self, ranges: &[(i128, i128)]) -> Option<Vec<(usize, (i128, i128))>> {
        let inside = ranges
            .iter()
            .zip(&self.failing)
            .position(|((low, high), value)| low < high && low <= value && value <= high);
        if let Some(input) = inside {
            let ((low, high), value) = (ranges[input], self.failing[input]);
            let parts = [(value, value), (low, value - 1), (value + 1, high)];
            let parts = parts.into_iter().filter(|(low, high)| low <= high);
            return Some(parts.map(|part| (input, part)).collect());
        }
        let widths = ranges
            .iter()
            .enumerate()
            .map(|(input, (low, high))| (high - low, Reverse(input)));
        let (width, Reverse(input)) = widths.max()?;
        if width == 0 {
            return None;
        }
        let (low, high) = ranges[input];
        let middle = low + width / 2;
        Some(vec![(input, (low, middle)), (input, (middle + 1, high))])
    }
}

/// All runs of a box, if they are few.
fn few_runs(ranges: &[(i128, i128)]) -> Option<Vec<Vec<i128>>> {
    let mut number: i128 = 1;
    for (low, high) in ranges {
        number = number
            .checked_mul(high - low + 1)
            .filter(|number| *number <= i128::from(budgets::causes::MAX_RUNS_ONE_BY_ONE.get()))?;
    }
    let mut runs = vec![Vec::new()];
    for &(low, high) in ranges {
        runs = runs
            .into_iter()
            .flat_map(|run| {
                (low..=high).map(move |value| {
                    let mut run: Vec<i128> = run.clone();
                    run.push(value);
                    run
                })
            })
            .collect();
    }
    Some(runs)
}
