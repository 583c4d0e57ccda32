//! What there is to go at least, from cells of states: a guide for the search input by input.
//!
//! What ranges tell of one state (`Layers::rest`) leaves all inputs to come open at once, and so knows nothing of what
//! one of them needs of those before it: that a decoder's step has to grow, round by round, before its output can jump.
//! So the states after each input are put into boxes, *cells*, with a range for each number of the state. Where an
//! input leads to from a whole cell is computed over ranges, for parts of what the input can be, and the least cost of
//! a way through cells is found from the end to the beginning. No state of a cell has a cheaper way (an abstraction as
//! a heuristic: Culberson and Schaeffer, *Pattern databases*, 1998). Numbers that can be few things, such as flags,
//! modes and indices, are told apart before those that can be many.

use std::collections::HashSet;

use interval::range::{Range, Truth};
use interval::tape::Node;
use interval::word;
use logic::{FastMap, Op};

use super::fresh::Fresh;
use super::layers::Layers;

/// An input that can be so few numbers is looked at number by number.
const SINGLE: i128 = 32;

/// What a cell that a box lies in takes beside an operation on a number.
const OVERLAPPED: u64 = 12;

/// Operations that are found not to have changed while one on a number takes place.
const SEEN_AT_ONCE: u64 = 2;

/// One number of a state, told apart by intervals.
#[derive(Debug, Clone, Copy)]
struct Dim {
    /// Where it is in the frontier.
    at: usize,
    width: u32,
    least: i128,
    /// How many numbers are one interval.
    step: i128,
    count: u64,
}

impl Dim {
    fn interval(self, number: i128) -> Option<u64> {
        let interval = u64::try_from((number - self.least).div_euclid(self.step)).ok()?;
        (interval < self.count).then_some(interval)
    }

    /// The first and the last interval that a range lies in; nothing if it lies in none.
    fn intervals(self, (least, most): (i128, i128)) -> Option<(u64, u64)> {
        let behind = self.least + self.step * i128::from(self.count);
        (most >= self.least && least < behind).then(|| {
            let first = self.interval(least.max(self.least)).unwrap_or(0);
            (first, self.interval(most).unwrap_or(self.count - 1))
        })
    }
}

#[derive(Debug, Default)]
struct Partition {
    dims: Vec<Dim>,
    /// By cell, what there is to go at least; nothing if no run goes on from there.
    to_go: FastMap<u64, Option<u128>>,
}

/// For the states after each input, in cells, what there is to go at least.
#[derive(Debug)]
pub(super) struct Cells(Vec<Partition>);

/// How fine cells are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grain {
    /// Cells after one input at most, about.
    pub cells: u64,
    /// Parts of one input.
    pub parts: i128,
}

impl Grain {
    /// About what it takes to make them.
    pub(super) fn work(self, layers: &Layers) -> u64 {
        let inputs = layers.spans.iter().zip(&layers.layers[1..]);
        let each = inputs.map(|((low, high), layer)| {
            let parts = if high - low < SINGLE {
                high - low + 1
            } else {
                4 * self.parts
            };
            super::layers::RANGE_OPERATION_COST * parts as u64 * layer.nodes.len() as u64
        });
        each.sum::<u64>().saturating_mul(self.cells)
    }
}

/// A way from a cell to a box of states.
struct Way {
    from: usize,
    to: Vec<(i128, i128)>,
    cost: u128,
}

impl Cells {
    /// What there is to go from a state at least: nothing if no run within the limit goes on from there.
    pub(super) fn to_go(&self, layer: usize, key: &[u64], frontier: usize) -> Option<u128> {
        if key.len() > frontier {
            // Something in it is not followed.
            return Some(0);
        }
        let partition = &self.0[layer];
        let (mut cell, mut radix) = (0, 1);
        for dim in &partition.dims {
            cell += dim.interval(word::signed(dim.width, key[dim.at]).into())? * radix;
            radix *= dim.count;
        }
        partition.to_go.get(&cell).copied().flatten()
    }

    /// The same for all states of a box.
    fn box_to_go(&self, layer: usize, ends: &[(i128, i128)]) -> Option<u128> {
        let partition = &self.0[layer];
        let mut cells = vec![0];
        let mut radix = 1;
        for dim in &partition.dims {
            let (first, last) = dim.intervals(ends[dim.at])?;
            let this = |cell: u64| (first..=last).map(move |interval| cell + interval * radix);
            cells = cells.into_iter().flat_map(this).collect();
            radix *= dim.count;
        }
        let to_go = cells
            .iter()
            .filter_map(|cell| partition.to_go.get(cell).copied().flatten());
        to_go.min()
    }
}

/// Cells that are being made, input by input.
#[derive(Debug)]
pub(super) struct Making {
    grain: Grain,
    /// Runs that cost more do not matter.
    limit: u128,
    partitions: Vec<Partition>,
    /// By layer, the numbers of its cells, and the ways from cell to cell.
    numbers: Vec<Vec<u64>>,
    edges: Vec<Vec<(usize, u64, u128)>>,
    /// The boxes of the last layer, and what it takes to get to each at least.
    boxes: Vec<Vec<(i128, i128)>>,
    spent: Vec<u128>,
    /// What a cell of the layer before took.
    each: u64,
}

/// Whether cells are made.
#[derive(Debug)]
pub(super) enum Made {
    Cells(Cells),
    /// It will take about so much more work.
    NotYet(Making, u64),
    /// They take too much room.
    Never,
}

impl Making {
    /// Runs that cost more than `limit` do not matter: what leads only to these is left out.
    pub(super) fn new(layers: &Layers, grain: Grain, limit: u128) -> Making {
        Making {
            grain,
            limit,
            partitions: vec![Partition::default()],
            numbers: vec![vec![0]],
            edges: Vec::new(),
            boxes: vec![Vec::new()],
            spent: vec![layers.constant()],
            each: 0,
        }
    }

    /// Goes on. It is seen early whether the work will suffice: each cell takes about as much as those before did. What
    /// is done until then is kept.
    pub(super) fn go_on(mut self, layers: &mut Layers, coarser: Option<&Cells>, work: &mut u64) -> Made {
        let count = layers.layers.len() - 1;
        for layer in self.edges.len()..count {
            let left = (count - layer) as u64 * self.boxes.len() as u64;
            let left = self.each.saturating_mul(left);
            if left > *work {
                return Made::NotYet(self, left);
            }
            let before = *work;
            match self.add_layer(layers, layer, coarser, work) {
                Some(true) => {}
                Some(false) => return Made::Never,
                None => return Made::NotYet(self, left.max(before).saturating_mul(2)),
            }
        }
        Made::Cells(self.finished())
    }

    /// Finds the cells after one more input: nothing if the work does not suffice, and false if they take too much
    /// room.
    fn add_layer(
        &mut self,
        layers: &mut Layers,
        layer: usize,
        coarser: Option<&Cells>,
        work: &mut u64,
    ) -> Option<bool> {
        let before = *work;
        let Some(mut ways) = layers.ways(layer, &self.boxes, self.grain, work)? else {
            return Some(false);
        };
        ways.retain(|way| self.spent[way.from] + way.cost <= self.limit);
        let dims = layers.dims(layer + 1, &ways, self.grain);
        let mut known: FastMap<u64, usize> = FastMap::default();
        let (mut next, mut cells, mut there) = (Vec::new(), Vec::new(), Vec::new());
        let mut reached: Vec<u128> = Vec::new();
        for way in &ways {
            let cost = self.spent[way.from] + way.cost;
            for (cell, part) in overlapped(&dims, &way.to) {
                *work = work.checked_sub(OVERLAPPED)?;
                if let Some(coarser) = coarser {
                    match coarser.box_to_go(layer + 1, &part) {
                        Some(to_go) if cost + to_go <= self.limit => {}
                        _ => continue,
                    }
                }
                let at = *known.entry(cell).or_insert_with(|| {
                    cells.push(cell);
                    next.push(part.clone());
                    reached.push(cost);
                    next.len() - 1
                });
                reached[at] = reached[at].min(cost);
                for (ends, part) in next[at].iter_mut().zip(&part) {
                    *ends = (ends.0.min(part.0), ends.1.max(part.1));
                }
                there.push((way.from, cell, way.cost));
                if there.len() > budgets::minimize::MAX_CELL_NUMBERS.count() {
                    return Some(false);
                }
            }
        }
        self.partitions.push(Partition {
            dims,
            to_go: FastMap::default(),
        });
        self.numbers.push(cells);
        self.edges.push(there);
        self.each = (before - *work) / self.boxes.len().max(1) as u64;
        (self.boxes, self.spent) = (next, reached);
        Some(true)
    }

    /// With all ways from cell to cell: what there is to go from each.
    fn finished(self) -> Cells {
        let Making {
            mut partitions,
            numbers,
            edges,
            ..
        } = self;
        let count = edges.len();
        partitions[count].to_go = numbers[count].iter().map(|cell| (*cell, Some(0))).collect();
        for layer in (0..count).rev() {
            let mut least: Vec<Option<u128>> = vec![None; numbers[layer].len()];
            for (from, to, cost) in &edges[layer] {
                if let Some(there) = partitions[layer + 1].to_go[to] {
                    let known = &mut least[*from];
                    *known = Some(known.map_or(there + cost, |known| known.min(there + cost)));
                }
            }
            partitions[layer].to_go = numbers[layer].iter().copied().zip(least).collect();
        }
        Cells(partitions)
    }
}

impl Layers {
    /// Where the next input leads to from cells: nothing if the work does not suffice, nothing in it if they take too
    /// much room.
    fn ways(
        &mut self,
        layer: usize,
        boxes: &[Vec<(i128, i128)>],
        grain: Grain,
        work: &mut u64,
    ) -> Option<Option<Vec<Way>>> {
        let given = *work;
        let (low, high) = self.spans[layer];
        let parts = if high - low < SINGLE { SINGLE } else { grain.parts };
        let length = (high - low + parts) / parts;
        let mut inputs = self.spans.clone();
        let forks = self.forks(layer + 1);
        let order = alike(boxes);
        let all = order.len() as u64 * ((high - low) / length + 1) as u64;
        let mut fresh = Fresh::new(self.tape.nodes.len());
        let mut ways = Vec::new();
        let (mut begin, mut done) = (low, 0);
        while begin <= high {
            let end = (begin + length - 1).min(high);
            inputs[layer] = (begin, end);
            fresh.input_moves();
            begin = end + 1;
            for &from in &order {
                for (place, (least, most)) in self.layers[layer].frontier.iter().zip(&boxes[from]) {
                    let width = self.tape.widths[*place as usize];
                    fresh.put(&mut self.tape, *place, Range::unsigned(width, *least, *most));
                }
                for place in &self.layers[layer].derived {
                    fresh.evaluate(&mut self.tape, *place, &inputs);
                }
                self.cases(layer + 1, &inputs, &forks, &mut fresh, work, |to, cost| {
                    ways.push(Way { from, to, cost });
                })?;
                if ways.len().saturating_mul(2 + self.numbers(layer + 1))
                    > budgets::minimize::MAX_CELL_NUMBERS.count()
                {
                    return Some(None);
                }
                // The first of them tell about how much all take.
                done += 1;
                if done >= budgets::minimize::MIN_SAMPLED_PARTS.get() && (given - *work) / done > given / all
                {
                    return None;
                }
            }
        }
        Some(Some(ways))
    }

    /// Evaluates a layer over ranges, case by case: a condition that decides what is chosen or charged is true or not.
    /// Ranges alone would mix what both ways lead to.
    fn cases(
        &mut self,
        next: usize,
        inputs: &[(i128, i128)],
        forks: &[bool],
        fresh: &mut Fresh,
        work: &mut u64,
        mut found: impl FnMut(Vec<(i128, i128)>, u128),
    ) -> Option<()> {
        let layer = &self.layers[next];
        let mut cases = 1;
        // From which place on to evaluate, and what was chosen there.
        let mut open: Vec<(usize, Option<Truth>)> = vec![(0, None)];
        while let Some((mut at, chosen)) = open.pop() {
            let (begin, before) = (at, fresh.evaluated);
            if let Some(truth) = chosen {
                fresh.choose(&mut self.tape, layer.nodes[at], truth);
                at += 1;
            }
            while at < layer.nodes.len() {
                let place = layer.nodes[at];
                fresh.evaluate(&mut self.tape, place, inputs);
                let value = self.tape.values[place as usize];
                if forks[at]
                    && cases < budgets::minimize::MAX_CELL_CASES.count()
                    && value.truth() == Truth::Maybe
                {
                    cases += 1;
                    open.push((at, Some(Truth::Yes)));
                    fresh.choose(&mut self.tape, place, Truth::No);
                }
                at += 1;
            }
            let spent = super::layers::RANGE_OPERATION_COST * (fresh.evaluated - before)
                + (at - begin) as u64 / SEEN_AT_ONCE;
            *work = work.checked_sub(spent)?;
            let value = |place: &u32| self.tape.values[*place as usize];
            if layer.hard.iter().any(|place| value(place).truth() == Truth::No) {
                continue;
            }
            let cost = layer.cost.iter();
            let cost = cost
                .map(|(place, weight)| value(place).low as u128 * weight)
                .sum();
            let ends = |place: &u32| (value(place).least, value(place).most);
            found(layer.frontier.iter().map(ends).collect(), cost);
        }
        Some(())
    }

    /// By node of a layer: whether it is a condition by which something is chosen or charged.
    fn forks(&self, layer: usize) -> Vec<bool> {
        let layer = &self.layers[layer];
        let mut decisive: HashSet<u32> = layer.cost.iter().map(|(place, _)| *place).collect();
        for place in &layer.nodes {
            if let Node::Apply {
                op: Op::Ite,
                operands,
                ..
            } = &self.tape.nodes[*place as usize]
            {
                decisive.insert(operands[0]);
            }
        }
        let is_condition = |place: &u32| self.tape.widths[*place as usize] == 1 && decisive.contains(place);
        layer.nodes.iter().map(is_condition).collect()
    }

    /// Which numbers of the states after an input are told apart, and how well.
    fn dims(&self, layer: usize, ways: &[Way], grain: Grain) -> Vec<Dim> {
        let frontier = &self.layers[layer].frontier;
        let mut sizes: Vec<(i128, usize, i128)> = Vec::new();
        for at in 0..frontier.len() {
            let least = ways.iter().map(|way| way.to[at].0).min().unwrap_or(0);
            let most = ways.iter().map(|way| way.to[at].1).max().unwrap_or(0);
            sizes.push((most - least + 1, at, least));
        }
        sizes.sort_unstable();
        let mut left = grain.cells;
        let mut dims = Vec::new();
        for (index, &(size, at, least)) in sizes.iter().enumerate() {
            let fits = u64::try_from(size).ok().filter(|size| *size <= left);
            // What does not fit shares what is left.
            let others = (sizes.len() - index) as f64;
            let wanted = fits
                .unwrap_or_else(|| (left as f64).powf(1.0 / others) as u64)
                .max(1);
            let step = (size + i128::from(wanted) - 1) / i128::from(wanted);
            let count = u64::try_from((size + step - 1) / step).unwrap_or(1);
            left = (left / count).max(1);
            if count > 1 {
                dims.push(Dim {
                    at,
                    width: self.tape.widths[frontier[at] as usize],
                    least,
                    step,
                    count,
                });
            }
        }
        dims
    }
}

/// Boxes in an order in which neighbours have much in common: what is few things in all of them changes least often.
fn alike(boxes: &[Vec<(i128, i128)>]) -> Vec<usize> {
    let numbers = boxes.first().map_or(0, Vec::len);
    let mut columns: Vec<(usize, usize)> = (0..numbers)
        .map(|at| {
            let different: HashSet<(i128, i128)> = boxes.iter().map(|ends| ends[at]).collect();
            (different.len(), at)
        })
        .collect();
    columns.sort_unstable();
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    let key =
        |index: &usize| -> Vec<(i128, i128)> { columns.iter().map(|(_, at)| boxes[*index][*at]).collect() };
    order.sort_by_cached_key(key);
    order
}

/// The cells that a box lies in, with the part of the box that is in each.
fn overlapped(dims: &[Dim], ends: &[(i128, i128)]) -> Vec<(u64, Vec<(i128, i128)>)> {
    let mut found = vec![(0, ends.to_vec())];
    let mut radix = 1;
    for dim in dims {
        let (least, most) = ends[dim.at];
        let Some((first, last)) = dim.intervals((least, most)) else {
            return Vec::new();
        };
        found = found
            .into_iter()
            .flat_map(|(cell, part)| {
                (first..=last).map(move |interval| {
                    let from = dim.least + i128::from(interval) * dim.step;
                    let mut part = part.clone();
                    part[dim.at] = (least.max(from), most.min(from + dim.step - 1));
                    (cell + interval * radix, part)
                })
            })
            .collect();
        radix *= dim.count;
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::rc::Rc;

    use super::*;
    use crate::layers::{LayerOutcome, Moves};
    use crate::search::Terms;
    use logic::{Sort, TermId, TermPool};

    /// A state that three inputs change in turn, with a condition; what it is afterwards costs something, and it must
    /// end in some way.
    fn layers(end: u128, factor: u128) -> Layers {
        let mut pool = TermPool::new();
        let mut state = pool.bv(6, 5);
        let mut cost: Vec<(TermId, u128)> = Vec::new();
        for round in 0..3 {
            let input = pool.declare(format!("x{round}"), Sort::BitVec(4));
            let input = pool.symbol(input);
            let wide = pool.bv_zero_extend(input, 6);
            let factor = pool.bv(6, factor);
            let product = pool.bv_mul(state, factor);
            let next = pool.bv_add(product, wide);
            let limit = pool.bv(6, 20);
            let small = pool.bv_ult(next, limit);
            let less = pool.bv_sub(next, wide);
            state = pool.ite(small, next, less);
            cost.extend([(state, 1), (wide, 1)]);
        }
        let wanted = pool.bv(6, end);
        let terms = Terms {
            hard: vec![pool.eq(state, wanted)],
            ..Terms::default()
        };
        Layers::new(&pool, &terms, &cost, &[], None).expect("layers")
    }

    type Ways = Vec<(usize, Rc<[u64]>, Rc<[u64]>, u128)>;
    type Costs = Vec<HashMap<Rc<[u64]>, Option<u128>>>;

    /// All states after each input, and the ways between them.
    fn all_states(layers: &mut Layers) -> (Costs, Ways) {
        let count = layers.count();
        let mut states: Costs = vec![HashMap::new(); count + 1];
        let mut ways = Vec::new();
        states[0].insert(Rc::new([]), None);
        for layer in 0..count {
            let from: Vec<Rc<[u64]>> = states[layer].keys().cloned().collect();
            for key in from {
                let mut moves = Moves::default();
                let outcome = layers.moves(layer, &key, 0, u128::MAX, &mut 10_000_000, &mut moves);
                assert_eq!(outcome, LayerOutcome::Done);
                for found in moves.found {
                    states[layer + 1].insert(found.key.clone(), None);
                    ways.push((layer, key.clone(), found.key, found.cost));
                }
            }
        }
        (states, ways)
    }

    fn made(layers: &mut Layers, grain: Grain, limit: u128, coarser: Option<&Cells>) -> Cells {
        let mut making = Making::new(layers, grain, limit);
        // With a little more work each time, so that it has to go on.
        for more in 1.. {
            match making.go_on(layers, coarser, &mut (more * 2_000)) {
                Made::Cells(cells) => return cells,
                Made::NotYet(kept, _) => making = kept,
                Made::Never => break,
            }
        }
        panic!("there is room");
    }

    /// Every state that there is has no cheaper way than its cell tells, and some have none that is dearer.
    #[test]
    fn no_state_has_a_cheaper_way_than_its_cell() {
        let (mut exact, mut impossible, mut left_out) = (0, 0, 0);
        for (end, factor) in [(7, 3), (40, 3), (19, 2), (63, 5)] {
            let mut layers = layers(end, factor);
            let (mut to_go, ways) = all_states(&mut layers);
            let count = layers.count();
            let mut spent = to_go.clone();
            spent[0].insert(Rc::new([]), Some(layers.constant()));
            let least = |known: &mut Option<u128>, cost: u128| {
                *known = Some(known.map_or(cost, |known| known.min(cost)));
            };
            for (layer, from, to, cost) in &ways {
                if let Some(here) = spent[*layer][from] {
                    least(spent[layer + 1].get_mut(to).expect("a state"), here + cost);
                }
            }
            for left in to_go[count].values_mut() {
                *left = Some(0);
            }
            for (layer, from, to, cost) in ways.iter().rev() {
                if let Some(there) = to_go[layer + 1][to] {
                    least(to_go[*layer].get_mut(from).expect("a state"), there + cost);
                }
            }
            let start: Rc<[u64]> = Rc::new([]);
            let best = to_go[0][&start].map(|to_go| to_go + layers.constant());
            for cells in [1, 4, 16, 100] {
                for limit in [Some(u128::MAX), best, best.map(|best| best + 5)]
                    .into_iter()
                    .flatten()
                {
                    let coarse = made(&mut layers, Grain { cells: 3, parts: 4 }, limit, None);
                    let coarser = (cells > 4).then_some(&coarse);
                    let told = made(&mut layers, Grain { cells, parts: 4 }, limit, coarser);
                    for (layer, states) in to_go.iter().enumerate() {
                        for (key, left) in states {
                            let told = told.to_go(layer, key, layers.numbers(layer));
                            let whole = left.zip(spent[layer][key]).map(|(left, spent)| left + spent);
                            match (told, left) {
                                (Some(told), Some(left)) => {
                                    let matters = whole.is_some_and(|whole| whole <= limit);
                                    assert!(told <= *left || !matters, "{told} for {left}");
                                    exact += usize::from(told == *left && *left > 0);
                                }
                                (Some(_), None) => {}
                                (None, None) => impossible += 1,
                                (None, Some(_)) => {
                                    assert!(
                                        whole.is_none_or(|whole| whole > limit),
                                        "{whole:?} within {limit}"
                                    );
                                    left_out += 1;
                                }
                            }
                        }
                    }
                }
            }
        }
        assert!(
            exact > 0 && impossible > 0 && left_out > 0,
            "{exact} {impossible} {left_out}"
        );
    }
}
