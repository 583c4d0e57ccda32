//! The best run input by input: a shortest way through the states between them.
//!
//! Coders, filters, parsers and protocols read one input a round and keep a small state, and what a run costs is the
//! sum of what its rounds cost. So two ways to come to the same state after the same number of inputs need not both be
//! followed: the cheaper one will do. That is dynamic programming (Bellman, 1957), which here needs to know nothing
//! of loops: the terms that depend on the first inputs only, and of which later terms are made, *are* the state. States
//! are visited in the order of what a run through them costs at least (Hart, Nilsson and Raphael, *A formal basis for
//! the heuristic determination of minimum cost paths*, 1968), which ranges of the inputs to come tell (`tape`). What an
//! input leads to is found for spans of its numbers at once (`span_value`).
//!
//! The two costs are one cost at once, in which one of the first outweighs all of the second: many ways are best in the
//! first, and the second tells which of them to follow. Where the second needs to know more of a state than the first,
//! the first is minimised in a space that forgets that, and all best ways through that space are kept; the second
//! is minimised along these. Everything is exact: where the search ends, it is
//! a proof, and where the work does not suffice, the state that would have been next bounds the cost from below.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use interval::range::MAX_WIDTH_BITS;
use logic::{Assignment, Bits, FastMap, Sort, TermId, TermPool, Value};
use runs::Interrupt;

use super::cells::{Cells, Grain, Made, Making};
use super::layers::{LayerOutcome, Layers, Move, Moves};
use super::parts;
use super::search::Terms;
use super::span_value::Span;

/// What is known when the search ends: what the best run costs, and what it costs at least.
#[derive(Debug)]
pub(super) struct Known {
    pub first: Option<(u128, u128)>,
    pub second: Option<(u128, u128)>,
    /// The best run that was found, if any.
    pub run: Option<Assignment>,
}

type Key = Rc<[u64]>;

#[derive(Debug)]
struct State {
    layer: usize,
    key: Key,
    spent: u128,
    /// What the rest costs at least.
    rest: u128,
    /// How well that is known: by which of the bounds that were asked one after the other.
    told: usize,
    /// What was spent when the ways on from here were looked at.
    left: Option<u128>,
    parent: u32,
    input: i128,
    /// With a guide: what is to be spent of the first cost from here.
    to_go: u128,
}

/// The best ways of the first cost: by layer and state, how much of it there is to go.
#[derive(Debug, Default)]
pub(super) struct Guide {
    pub to_go: Vec<FastMap<Key, u128>>,
    /// What is in such a state.
    pub terms: Vec<Vec<TermId>>,
}

/// Looks for a run that is best in one cost and, among these, in the other; `given` is what the run in hand costs.
pub(super) fn search(
    pool: &mut TermPool,
    terms: &Terms,
    length_first: bool,
    given: (u128, u128),
    work: u64,
    stop: &Interrupt,
) -> Option<Known> {
    let Some((apart, parts)) = parts::taken_apart(pool, terms) else {
        return search_whole(pool, terms, length_first, given, work, stop);
    };
    let known = search_whole(pool, &apart, length_first, given, work, stop)?;
    Some(Known {
        run: known.run.map(|run| parts.together(run)),
        ..known
    })
}

fn search_whole(
    pool: &TermPool,
    terms: &Terms,
    length_first: bool,
    given: (u128, u128),
    work: u64,
    stop: &Interrupt,
) -> Option<Known> {
    let numbers = terms.sizes.iter().flat_map(|size| &size.numbers);
    let flags = terms.sizes.iter().flat_map(|size| &size.flags);
    let once = |term: &TermId| (*term, 1);
    let sums: Vec<(TermId, u128)> = numbers.chain(flags).map(once).collect();
    let lengths: Vec<(TermId, u128)> = terms.length.iter().map(once).collect();
    // More than there can be of the second cost.
    let outweighs = match length_first {
        true => (sums.len() as u128 + 1) << MAX_WIDTH_BITS,
        false => lengths.len() as u128 + 1,
    };
    let (first, second, given) = match length_first {
        true => (lengths, sums, given),
        false => (sums, lengths, (given.1, given.0)),
    };
    let alone = Layers::new(pool, terms, &first, &[], None)?;
    let heavy = first.iter().map(|(term, _)| (*term, outweighs));
    let both: Vec<(TermId, u128)> = heavy.chain(second.iter().copied()).collect();
    let together = Layers::new(pool, terms, &both, &[], None)?;
    if together.all_numbers() <= alone.all_numbers() {
        drop(alone);
        let mut ways = Ways::new(together, work, stop);
        let found = ways.run(given.0 * outweighs + given.1, false);
        let first = |(cost, lower): (u128, u128)| (cost / outweighs, lower / outweighs);
        let second = |(cost, lower): (u128, u128)| (cost % outweighs, lower % outweighs);
        let best = found
            .known
            .map_or(given.0, |(cost, _)| given.0.min(cost / outweighs));
        let of_the_best = |known: &(u128, u128)| best == known.1 / outweighs;
        return Some(Known {
            first: found.known.map(first),
            second: found.known.filter(of_the_best).map(second),
            run: found.goal.and_then(|goal| ways.assignment(pool, goal)),
        });
    }
    drop(together);
    let mut ways = Ways::new(alone, work, stop);
    let found = ways.run(given.0, true);
    let mut known = Known {
        first: found.known,
        second: None,
        run: found.goal.and_then(|goal| ways.assignment(pool, goal)),
    };
    let (Some((cost, lower)), Some(_)) = (found.known, found.goal) else {
        return Some(known);
    };
    if cost != lower || !found.complete {
        return Some(known);
    }
    let guide = ways.guide(cost);
    let work = ways.work;
    drop(ways);
    let layers = Layers::new(pool, terms, &second, &first, Some(guide))?;
    let mut ways = Ways::new(layers, work, stop);
    let found = ways.run(u128::MAX, false);
    known.second = found.known;
    if let Some(goal) = found.goal {
        known.run = ways.assignment(pool, goal);
    }
    Some(known)
}

/// What a search found: the cost of the best run, if there is one, what it is at least, and its last state.
struct RoundsResult {
    known: Option<(u128, u128)>,
    goal: Option<u32>,
    /// Whether all was seen that was asked for.
    complete: bool,
}

impl RoundsResult {
    const NOTHING: RoundsResult = RoundsResult {
        known: None,
        goal: None,
        complete: false,
    };
}

/// States that wait to be left: by what a run through them costs at least, the latest layer first.
struct Open {
    /// What costs more is not waited for.
    limit: u128,
    heap: BinaryHeap<Reverse<(u128, Reverse<usize>, u32)>>,
}

impl Open {
    fn push(&mut self, bound: u128, layer: usize, id: u32) {
        if bound <= self.limit {
            self.heap.push(Reverse((bound, Reverse(layer), id)));
        }
    }
}

struct Ways<'w> {
    layers: Layers,
    states: Vec<State>,
    /// By layer, where its states are.
    places: Vec<FastMap<Key, u32>>,
    /// By layer, the ways from its states, with what they cost, and how many they are in all.
    edges: Vec<Vec<(u32, u32, u128)>>,
    ways: usize,
    work: u64,
    stop: &'w Interrupt,
    /// What cells tell, and how often they were made.
    cells: Option<Cells>,
    made: usize,
    /// What there was to spend.
    budget: u64,
    /// What was spent on making cells.
    for_cells: u64,
    /// Finer ones that are being made.
    making: Option<Making>,
    /// How much is spent on searching when cells are tried again that took too much.
    next_try: u64,
    /// How often ranges of one state were asked, and how often they knew more.
    asked: usize,
    better: usize,
}

/// An estimate of what cells take that is so many times too high may still be one.
const TOO_HIGH: u64 = 8;

/// How fine cells are, finer each time.
const GRAINS: [Grain; 3] = [
    Grain { cells: 512, parts: 8 },
    Grain {
        cells: 4_096,
        parts: 16,
    },
    Grain {
        cells: 32_768,
        parts: 16,
    },
];

/// What keeping a state takes beside an operation on a number.
const KNOWING: u64 = 40;

impl<'w> Ways<'w> {
    fn new(layers: Layers, work: u64, stop: &'w Interrupt) -> Ways<'w> {
        let count = layers.count();
        Ways {
            layers,
            states: Vec::new(),
            places: vec![FastMap::default(); count + 1],
            edges: vec![Vec::new(); count + 1],
            ways: 0,
            work,
            stop,
            cells: None,
            made: 0,
            budget: work,
            for_cells: 0,
            making: None,
            next_try: budgets::minimize::MIN_WORK_BEFORE_CELLS.get(),
            asked: 0,
            better: 0,
        }
    }

    /// What runs from a state cost at least, where so much is known already; nothing if there are none. What ranges
    /// tell of one state takes long, so it is no longer asked where it seldom says more.
    fn rest(&mut self, layer: usize, key: &[u64], known: u128) -> Option<u128> {
        let known = match &self.cells {
            Some(cells) => known.max(cells.to_go(layer, key, self.layers.numbers(layer))?),
            None if self.layers.is_guided() => return Some(known),
            None => known,
        };
        if self.asked >= budgets::minimize::MIN_RANGE_QUESTIONS.count() && self.better * 8 < self.asked {
            return Some(known);
        }
        self.asked += 1;
        let rest = self.layers.rest(layer, key, &mut self.work);
        self.better += usize::from(rest.is_none_or(|rest| rest > known));
        rest.map(|rest| rest.max(known))
    }

    /// Makes cells, or finer ones, if enough was spent without them: all together take no more than some times as much.
    fn refine(&mut self, limit: u128) {
        let searched = self.budget - self.work - self.for_cells;
        if searched < self.next_try {
            return;
        }
        let given = (budgets::minimize::CELLS_SHARE.get() * searched)
            .saturating_sub(self.for_cells)
            .min(self.work / 2);
        let making = match (self.making.take(), GRAINS.get(self.made)) {
            (Some(making), _) => making,
            // Most estimates are too high, since not all cells are reached. Where there are fewer states than cells,
            // looking at all of them takes less.
            (None, Some(grain))
                if grain.work(&self.layers) / TOO_HIGH <= given
                    && self.states.len() as u64 >= grain.cells =>
            {
                Making::new(&self.layers, *grain, limit)
            }
            (None, Some(_)) => {
                self.next_try = searched / 2 * 3;
                return;
            }
            (None, None) => {
                self.next_try = u64::MAX;
                return;
            }
        };
        let mut work = given;
        let made = making.go_on(&mut self.layers, self.cells.as_ref(), &mut work);
        self.work -= given - work;
        self.for_cells += given - work;
        match made {
            Made::Cells(cells) => {
                self.made += 1;
                self.cells = Some(cells);
                (self.asked, self.better) = (0, 0);
            }
            Made::NotYet(making, needed) => {
                self.making = Some(making);
                self.next_try = (self.for_cells.saturating_add(needed)
                    / budgets::minimize::CELLS_SHARE.get())
                .max(searched / 2 * 3);
            }
            Made::Never => self.next_try = u64::MAX,
        }
    }

    /// Finds the best way, or all of them.
    fn run(&mut self, limit: u128, all: bool) -> RoundsResult {
        let last = self.layers.count();
        let mut open = Open {
            limit,
            heap: BinaryHeap::new(),
        };
        self.places[0].insert(Rc::new([]), 0);
        self.states.push(State {
            layer: 0,
            key: Rc::new([]),
            spent: self.layers.constant(),
            rest: 0,
            told: 0,
            left: None,
            parent: u32::MAX,
            input: 0,
            to_go: self.layers.whole_to_go(),
        });
        open.push(0, 0, 0);
        let mut best: Option<(u128, u32)> = None;
        let mut moves = Moves::default();
        while let Some(Reverse((bound, _, id))) = open.heap.pop() {
            if best.is_some_and(|(cost, _)| bound > cost) {
                break;
            }
            let state = &self.states[id as usize];
            let (layer, spent) = (state.layer, state.spent);
            if state.left.is_some_and(|left| left <= spent) {
                continue;
            }
            if layer == last {
                best = best.or(Some((spent, id)));
                if !all {
                    break;
                }
                continue;
            }
            if state.told <= self.made && !self.is_next(id, bound, &mut open) {
                continue;
            }
            let over = RoundsResult {
                known: Some((best.map_or(u128::MAX, |(cost, _)| cost), bound)),
                goal: best.map(|(_, goal)| goal),
                complete: false,
            };
            if self.states.len() > budgets::minimize::MAX_ALL_STATES.count()
                || self.ways > budgets::minimize::MAX_ALL_WAYS.count()
                || (self.stop)()
            {
                return over;
            }
            self.refine(limit);
            match self.moves(id, limit, &mut moves) {
                LayerOutcome::Done => {}
                LayerOutcome::TooMany if self.states.len() == 1 => return RoundsResult::NOTHING,
                LayerOutcome::TooMany | LayerOutcome::NotFollowed | LayerOutcome::Over => return over,
            }
            // What it takes to know them again.
            self.work = self.work.saturating_sub(KNOWING * moves.found.len() as u64);
            for step in moves.found.drain(..) {
                self.follow(id, step, bound, all, &mut open);
            }
        }
        match best {
            Some((cost, goal)) => RoundsResult {
                known: Some((cost, cost)),
                goal: Some(goal),
                complete: true,
            },
            None => RoundsResult::NOTHING,
        }
    }

    /// Asks again what the rest costs at least. If that is more than the state waited with, it waits again, or is left.
    fn is_next(&mut self, id: u32, bound: u128, open: &mut Open) -> bool {
        let state = &self.states[id as usize];
        let (layer, key, known) = (state.layer, state.key.clone(), state.rest);
        let rest = self.rest(layer, &key, known);
        let made = self.made;
        let state = &mut self.states[id as usize];
        let Some(rest) = rest else {
            // No run goes on from here.
            state.left = Some(0);
            return false;
        };
        state.told = made + 1;
        state.rest = state.rest.max(rest);
        let told = state.spent + state.rest;
        if told > bound {
            open.push(told, layer, id);
        }
        told <= bound
    }

    /// The ways on from a state.
    fn moves(&mut self, id: u32, limit: u128, moves: &mut Moves) -> LayerOutcome {
        let state = &mut self.states[id as usize];
        state.left = Some(state.spent);
        let most = limit.saturating_sub(state.spent);
        let (layer, to_go) = (state.layer, state.to_go);
        self.layers
            .moves(layer, &state.key, to_go, most, &mut self.work, moves)
    }

    /// Takes one way on from a state that waited with `bound`.
    fn follow(&mut self, id: u32, step: Move, bound: u128, all: bool, open: &mut Open) {
        let state = &self.states[id as usize];
        let layer = state.layer + 1;
        let (cost, rest) = (state.spent + step.cost, state.rest.saturating_sub(step.cost));
        let (spent, input) = (step.cost, step.input);
        let Some(to) = self.reached(id, step, cost, open.limit) else {
            return;
        };
        if all {
            self.ways += 1;
            self.edges[layer - 1].push((id, to, spent));
        }
        let last = self.layers.count();
        let next = &mut self.states[to as usize];
        next.rest = next.rest.max(rest);
        if layer == last {
            next.rest = 0;
        }
        if cost < next.spent {
            (next.spent, next.parent, next.input) = (cost, id, input);
            open.push((cost + next.rest).max(bound), layer, to);
        }
    }

    /// The state that a way leads to; nothing if cells tell that it is too far from the end.
    fn reached(&mut self, id: u32, step: Move, cost: u128, limit: u128) -> Option<u32> {
        let layer = self.states[id as usize].layer + 1;
        if let Some(to) = self.places[layer].get(&step.key) {
            return Some(*to);
        }
        // Most states are never looked at again, so what cells tell at once is asked first.
        if let Some(cells) = &self.cells {
            let to_go = cells.to_go(layer, &step.key, self.layers.numbers(layer))?;
            if cost + to_go > limit {
                return None;
            }
        }
        let to = self.states.len() as u32;
        self.places[layer].insert(step.key.clone(), to);
        self.states.push(State {
            layer,
            key: step.key,
            spent: u128::MAX,
            rest: 0,
            told: if layer == self.layers.count() {
                usize::MAX
            } else {
                0
            },
            left: None,
            parent: id,
            input: step.input,
            to_go: step.to_go,
        });
        Some(to)
    }

    /// The best ways, which cost this.
    fn guide(&self, cost: u128) -> Guide {
        let mut to_go: Vec<Option<u128>> = vec![None; self.states.len()];
        for goal in self.places[self.layers.count()].values() {
            to_go[*goal as usize] = Some(0);
        }
        for edges in self.edges.iter().rev() {
            for (from, to, cost) in edges {
                let Some(there) = to_go[*to as usize] else {
                    continue;
                };
                let this = &mut to_go[*from as usize];
                *this = Some(this.map_or(there + cost, |known| known.min(there + cost)));
            }
        }
        let mut guide = Guide {
            to_go: vec![FastMap::default(); self.places.len()],
            terms: self.layers.frontiers(),
        };
        for (state, to_go) in self.states.iter().zip(to_go) {
            if let Some(to_go) = to_go.filter(|to_go| state.spent.saturating_add(*to_go) == cost) {
                guide.to_go[state.layer].insert(state.key.clone(), to_go);
            }
        }
        guide
    }

    /// The inputs that lead to a state.
    fn assignment(&self, pool: &TermPool, goal: u32) -> Option<Assignment> {
        let mut assignment = Assignment::new();
        let mut at = &self.states[goal as usize];
        while at.layer > 0 {
            let (symbol, width) = self.layers.input(at.layer - 1);
            let value = match pool.symbol_sort(symbol) {
                Sort::Bool => Value::Bool(at.input != 0),
                _ => Value::BitVec(Bits::from_i128(width, at.input)),
            };
            assignment.insert(symbol, value);
            at = self.states.get(at.parent as usize)?;
        }
        Some(assignment)
    }
}

/// What an input is where nothing depends on it.
pub(super) fn nearest_zero(span: Span) -> i128 {
    0.clamp(span.low, span.high)
}
