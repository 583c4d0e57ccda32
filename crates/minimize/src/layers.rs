//! Terms by the input after which they are known, and what one more input leads to.
//!
//! A term belongs to the layer of the last input that it depends on. Later terms are made of some of those that are
//! known after an input. The *frontier* are those of them from which the others can be computed again: their values are
//! the state. From a state, an input leads to others; its numbers are looked at in spans, which are split only where
//! something that matters changes.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use interval::Numbers;
use interval::range::{Range, Truth};
use interval::tape::{Node, Tape, operands, places_in};
use logic::{FastMap, Op, SymbolId, TermId, TermPool};

use super::numbers::Numbered;
use super::rounds::{Guide, nearest_zero};
use super::search::Terms;
use super::span_value::{self, NOWHERE, Span, SpanValue};

/// A weighted sum of unsigned numbers.
pub(super) type Sum = Vec<(u32, u128)>;

#[derive(Debug, Default)]
pub(super) struct Layer {
    pub nodes: Vec<u32>,
    /// Of these, the ones that are true in every run.
    pub hard: Vec<u32>,
    pub cost: Sum,
    /// The cost that a guide tells about.
    pub guided: Sum,
    /// What all that later layers are made of follows from.
    pub frontier: Vec<u32>,
    /// What is computed from the frontier before anything of the next layer is.
    pub derived: Vec<u32>,
    /// All nodes of later layers.
    later: Vec<u32>,
}

/// One more input: the state that it leads to and what that costs.
#[derive(Debug)]
pub(super) struct Move {
    pub key: Rc<[u64]>,
    pub cost: u128,
    pub input: i128,
    /// With a guide: what there is to go of its cost.
    pub to_go: u128,
}

#[derive(Debug, Default)]
pub(super) struct Moves {
    pub found: Vec<Move>,
    pub places: FastMap<Rc<[u64]>, usize>,
    /// Room for a state.
    pub buffer: Vec<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LayerOutcome {
    Done,
    /// More states than can be looked at.
    TooMany,
    /// Something that matters is not followed.
    NotFollowed,
    /// The work did not suffice.
    Over,
}

pub(super) struct Layers {
    pub tape: Tape,
    pub layers: Vec<Layer>,
    pub spans: Vec<(i128, i128)>,
    values: Vec<SpanValue>,
    /// The same where inputs are numbers; nothing for what is not followed.
    pub numbers: Numbers,
    /// By layer, all numbers of its input at once; nothing in it where these are too many.
    pub numbered: Vec<Option<Option<Numbered>>>,
    /// How many more numbers there is room for.
    pub room: u128,
    constant: u128,
    pub guide: Option<Guide>,
    /// By layer, where the terms of the guide's states are.
    pub projection: Vec<Vec<u32>>,
}

/// What a sum is along a span.
#[derive(Debug, Clone, Copy)]
struct Charged {
    /// At least, and with which input.
    least: u128,
    input: i128,
    /// Where to split if it is not exact.
    split: Option<i64>,
}

impl Layer {
    /// Leaves those of the frontier from which the others follow. `of` is the layer of each node.
    fn reduce(&mut self, tape: &Tape, of: &[usize]) {
        let mut kept: BTreeSet<u32> = self.frontier.iter().copied().collect();
        let mut derived: BTreeSet<u32> = BTreeSet::new();
        for &place in self.frontier.iter().rev() {
            kept.remove(&place);
            let mut needed: BTreeSet<u32> = BTreeSet::new();
            let mut pending = vec![place];
            let mut follows = true;
            while let Some(at) = pending.pop() {
                if of[at as usize] == 0 || kept.contains(&at) || !needed.insert(at) {
                    continue;
                }
                let node = &tape.nodes[at as usize];
                if matches!(node, Node::Symbol(_))
                    || derived.len() + needed.len() > budgets::minimize::MAX_RECOMPUTED_TERMS.count()
                {
                    follows = false;
                    break;
                }
                pending.extend(operands(node));
            }
            match follows {
                true => derived.extend(needed),
                false => {
                    kept.insert(place);
                }
            }
        }
        self.frontier = kept.into_iter().collect();
        self.derived = derived.into_iter().collect();
    }
}

impl Layers {
    /// The layers of a cost; `guided` is the one that the guide tells about.
    pub(super) fn new(
        pool: &TermPool,
        terms: &Terms,
        cost: &[(TermId, u128)],
        guided: &[(TermId, u128)],
        guide: Option<Guide>,
    ) -> Option<Layers> {
        let (all, [hard, ..]) = terms.all();
        // The inputs, and what they can be, are the same for all costs.
        let mut whole = Tape::new(pool, &all);
        whole.leave_open(&terms.undefined);
        // Parts come where the whole is read.
        whole.order_inputs(|symbol| (*terms.part_of.get(&symbol).unwrap_or(&symbol), symbol));
        let spans = interval::spans(&mut whole, hard);
        let costs = cost.iter().chain(guided).map(|(term, _)| *term);
        let roots: Vec<TermId> = terms.hard.iter().copied().chain(costs).collect();
        let mut tape = Tape::new(pool, &roots);
        if tape.roots.iter().any(Option::is_none)
            || tape.nodes.len().saturating_mul(whole.inputs.len())
                > budgets::minimize::MAX_OPERATIONS_OF_INPUTS.count()
        {
            return None;
        }
        tape.leave_open(&terms.undefined);
        let inputs: HashMap<SymbolId, usize> =
            whole.inputs.iter().map(|(symbol, _)| *symbol).zip(0..).collect();
        for node in &mut tape.nodes {
            if let Node::Symbol(at) = node {
                *at = inputs[&tape.inputs[*at].0];
            }
        }
        tape.inputs = whole.inputs;
        tape.evaluate(&spans);
        tape.settle();
        let mut layers = Layers {
            values: vec![SpanValue::Known(0); tape.nodes.len()],
            numbers: Numbers::new(&tape)?,
            numbered: (0..=spans.len()).map(|_| None).collect(),
            room: u128::from(budgets::minimize::MAX_LANE_NUMBERS.get()),
            tape,
            layers: Vec::new(),
            spans,
            constant: 0,
            guide,
            projection: Vec::new(),
        };
        let roots: Vec<u32> = layers.tape.roots.iter().flatten().copied().collect();
        let (hard, costs) = roots.split_at(hard);
        let (costs, others) = costs.split_at(cost.len());
        let weighted = |places: &[u32], sum: &[(TermId, u128)]| {
            let weights = sum.iter().map(|(_, weight)| *weight);
            places.iter().copied().zip(weights).collect::<Sum>()
        };
        let (cost, guided) = (weighted(costs, cost), weighted(others, guided));
        if let Some(guide) = &layers.guide {
            let places: HashMap<TermId, u32> = layers.tape.terms.iter().copied().zip(0..).collect();
            let found = guide.terms.iter().map(|terms| {
                let places = terms.iter().map(|term| places.get(term).copied());
                places.collect::<Option<Vec<u32>>>()
            });
            layers.projection = found.collect::<Option<Vec<_>>>()?;
        }
        layers.arrange(hard, &cost, &guided)?;
        Some(layers)
    }

    /// Puts everything into its layer; nothing if no run is possible.
    fn arrange(&mut self, hard: &[u32], cost: &Sum, guided: &Sum) -> Option<()> {
        let count = self.tape.nodes.len();
        let sums = cost.iter().chain(guided).map(|(place, _)| place);
        let roots = hard.iter().chain(sums).chain(self.projection.iter().flatten());
        let used = self.tape.used_for(roots.copied());
        // 0 is what depends on no input.
        let mut of = vec![0; count];
        let mut used_by = vec![0; count];
        for at in 0..count {
            let operands = operands(&self.tape.nodes[at]);
            of[at] = match &self.tape.nodes[at] {
                Node::Symbol(input) => input + 1,
                _ => operands
                    .iter()
                    .map(|place| of[*place as usize])
                    .max()
                    .unwrap_or(0),
            };
            for place in operands.into_iter().filter(|_| used[at]) {
                let latest: &mut usize = &mut used_by[place as usize];
                *latest = of[at].max(*latest);
            }
        }
        self.layers = (0..=self.spans.len()).map(|_| Layer::default()).collect();
        for at in (0..count).filter(|at| used[*at]) {
            self.layers[of[at]].nodes.push(at as u32);
            for layer in &mut self.layers[of[at]..used_by[at].max(of[at])] {
                if of[at] > 0 {
                    layer.frontier.push(at as u32);
                }
            }
            for layer in &mut self.layers[..of[at]] {
                layer.later.push(at as u32);
            }
        }
        for layer in &mut self.layers {
            layer.reduce(&self.tape, &of);
        }
        for &place in hard {
            self.layers[of[place as usize]].hard.push(place);
        }
        let mut sums = |given: &Sum, sum: fn(&mut Layer) -> &mut Sum| {
            let mut weights: BTreeMap<u32, u128> = BTreeMap::new();
            for (place, weight) in given {
                *weights.entry(*place).or_default() += weight;
            }
            for (place, weight) in weights {
                sum(&mut self.layers[of[place as usize]]).push((place, weight));
            }
        };
        sums(cost, |layer| &mut layer.cost);
        sums(guided, |layer| &mut layer.guided);
        let nowhere = Span { low: 0, high: 0 };
        let nodes = self.layers[0].nodes.clone();
        self.evaluate(&nodes, nowhere);
        self.numbers.0 = self.values.iter().map(|value| value.known()).collect();
        self.tape.evaluate(&self.spans);
        for place in &self.layers[0].hard {
            if self.values[*place as usize] == SpanValue::Known(0) {
                return None;
            }
        }
        self.constant = self.charged(&self.layers[0].cost, nowhere).least;
        Some(())
    }

    /// How many inputs there are.
    pub(super) fn count(&self) -> usize {
        self.spans.len()
    }

    /// What every run costs.
    pub(super) fn constant(&self) -> u128 {
        self.constant
    }

    /// Whether another cost guides the search.
    pub(super) fn is_guided(&self) -> bool {
        self.guide.is_some()
    }

    /// How many numbers a state has after an input.
    pub(super) fn numbers(&self, layer: usize) -> usize {
        self.layers[layer].frontier.len()
    }

    /// How many numbers all states together have, one after each input.
    pub(super) fn all_numbers(&self) -> usize {
        self.layers.iter().map(|layer| layer.frontier.len()).sum()
    }

    pub(super) fn input(&self, at: usize) -> (SymbolId, u32) {
        self.tape.inputs[at]
    }

    /// What is in the states after each input.
    pub(super) fn frontiers(&self) -> Vec<Vec<TermId>> {
        let terms = |layer: &Layer| {
            layer
                .frontier
                .iter()
                .map(|at| self.tape.terms[*at as usize])
                .collect()
        };
        self.layers.iter().map(terms).collect()
    }

    /// With a guide: what there is to go in all.
    pub(super) fn whole_to_go(&self) -> u128 {
        let guide = self.guide.as_ref().and_then(|guide| guide.to_go[0].get(&[][..]));
        guide.copied().unwrap_or(0)
    }

    /// What runs from a state cost at least; nothing if there are none.
    pub(super) fn rest(&mut self, layer: usize, key: &[u64], work: &mut u64) -> Option<u128> {
        let this = &self.layers[layer];
        *work = work.saturating_sub(RANGE_OPERATION_COST * this.later.len() as u64);
        for (place, value) in this.frontier.iter().zip(key) {
            let value = i128::from(*value);
            self.tape.values[*place as usize] =
                Range::unsigned(self.tape.widths[*place as usize], value, value);
        }
        for open in &key[this.frontier.len()..] {
            let place = this.frontier[*open as usize] as usize;
            self.tape.values[place] = Range::any(self.tape.widths[place]);
        }
        self.tape.evaluate_some(&this.derived, &self.spans);
        self.tape.evaluate_some(&this.later, &self.spans);
        let value = |place: u32| self.tape.values[place as usize];
        let mut least = 0;
        for later in &self.layers[layer + 1..] {
            if later.hard.iter().any(|place| value(*place).truth() == Truth::No) {
                return None;
            }
            let costs = later.cost.iter();
            least += costs
                .map(|(place, weight)| value(*place).low as u128 * weight)
                .sum::<u128>();
        }
        Some(least)
    }

    /// Where the next input leads from a state. `most` is what that may cost, `to_go` what the guide allows from here.
    pub(super) fn moves(
        &mut self,
        layer: usize,
        key: &[u64],
        to_go: u128,
        most: u128,
        work: &mut u64,
        moves: &mut Moves,
    ) -> LayerOutcome {
        moves.found.clear();
        moves.places.clear();
        if self.numbered(layer, key, to_go, most, work, moves).is_some() {
            return LayerOutcome::Done;
        }
        moves.found.clear();
        moves.places.clear();
        for (place, value) in self.layers[layer].frontier.iter().zip(key) {
            self.values[*place as usize] = SpanValue::Known(*value);
        }
        for open in &key[self.layers[layer].frontier.len()..] {
            let place = self.layers[layer].frontier[*open as usize] as usize;
            let range = Range::any(self.tape.widths[place]);
            self.values[place] = span_value::of_range(range, NOWHERE);
        }
        let (low, high) = self.spans[layer];
        let next = layer + 1;
        let derived = std::mem::take(&mut self.layers[layer].derived);
        self.evaluate(&derived, Span { low, high });
        *work = work.saturating_sub(derived.len() as u64);
        self.layers[layer].derived = derived;
        // What a span leads to, and what it costs, is looked at on every part.
        let there = &self.layers[next];
        let looked_at = 1 + there.hard.len() + there.cost.len() + there.guided.len() + there.frontier.len();
        let looked_at = looked_at as u64;
        // What is known on a span stays known on its parts, so only the rest is evaluated again.
        let mut open = vec![(Span { low, high }, self.layers[next].nodes.clone())];
        while let Some((span, nodes)) = open.pop() {
            let cost = SPAN_OPERATION_COST * nodes.len() as u64 + looked_at;
            if *work < cost {
                return LayerOutcome::Over;
            }
            *work -= cost;
            self.evaluate(&nodes, span);
            match self.leads_to(next, span, to_go, most, moves) {
                None => {}
                Some(Err(outcome)) => return outcome,
                Some(Ok(split)) => {
                    let again = self.unknown(&nodes);
                    let lower = Span {
                        low: span.low,
                        high: split - 1,
                    };
                    let upper = Span {
                        low: split,
                        high: span.high,
                    };
                    // What is nearer to zero comes first: it costs less as a rule.
                    let (first, second) = match nearest_zero(lower).abs() <= nearest_zero(upper).abs() {
                        true => (lower, upper),
                        false => (upper, lower),
                    };
                    open.extend([(second, again.clone()), (first, again)]);
                }
            }
        }
        LayerOutcome::Done
    }

    /// Notes where a span leads to; where to split it if that is not one state, or not known to cost least somewhere.
    fn leads_to(
        &self,
        next: usize,
        span: Span,
        to_go: u128,
        most: u128,
        moves: &mut Moves,
    ) -> Option<Result<i128, LayerOutcome>> {
        let layer = &self.layers[next];
        let mut unknown = None;
        for &place in &layer.hard {
            match self.value(place, span) {
                SpanValue::Known(0) => return None,
                SpanValue::Known(_) => {}
                _ => unknown = unknown.or(Some(place)),
            }
        }
        let charged = self.charged(&layer.cost, span);
        if charged.least > most {
            return None;
        }
        let guided = self.charged(&layer.guided, span);
        if self.guide.is_some() && guided.least > to_go {
            return None;
        }
        if let Some(place) = unknown {
            return Some(split_at(self.split(place, span)));
        }
        let key = match self.state_after(next, span) {
            Ok(key) => key,
            Err(split) => return Some(split),
        };
        let mut left = 0;
        if let Some(guide) = &self.guide {
            left = *guide.to_go[next].get(&self.projected(next, span)[..])?;
            match guided.split {
                Some(split) => return Some(split_at(split)),
                None if guided.least + left != to_go => return None,
                None => {}
            }
        }
        let known = moves.places.get(&key[..]).copied();
        if known.is_some_and(|at| moves.found[at].cost <= charged.least) {
            return None;
        }
        if let Some(split) = charged.split {
            return Some(split_at(split));
        }
        match known {
            None if moves.found.len() >= budgets::minimize::MAX_STATES_PER_INPUT.count() => {
                return Some(Err(LayerOutcome::TooMany));
            }
            Some(at) => {
                moves.found[at].cost = charged.least;
                moves.found[at].input = charged.input;
            }
            None => {
                let key: Rc<[u64]> = key.into();
                moves.places.insert(key.clone(), moves.found.len());
                moves.found.push(Move {
                    key,
                    cost: charged.least,
                    input: charged.input,
                    to_go: left,
                });
            }
        }
        None
    }

    /// The state that a span leads to, if it is one; else where to split the span, or why not.
    fn state_after(&self, next: usize, span: Span) -> Result<Vec<u64>, Result<i128, LayerOutcome>> {
        let layer = &self.layers[next];
        let mut key: Vec<u64> = Vec::with_capacity(layer.frontier.len());
        let mut not_followed: Vec<u64> = Vec::new();
        for (index, &place) in layer.frontier.iter().enumerate() {
            match self.value(place, span) {
                SpanValue::Known(value) => key.push(value),
                value if value.is_nowhere() => {
                    key.push(0);
                    not_followed.push(index as u64);
                }
                // Each number is a state of its own.
                SpanValue::Line { .. }
                    if span.high - span.low > budgets::minimize::MAX_STATES_PER_INPUT.count() as i128 =>
                {
                    return Err(Err(LayerOutcome::TooMany));
                }
                _ => return Err(split_at(self.split(place, span))),
            }
        }
        key.extend(not_followed);
        Ok(key)
    }

    /// The guide's state.
    fn projected(&self, next: usize, span: Span) -> Vec<u64> {
        let (mut key, mut not_followed) = (Vec::new(), Vec::new());
        for (index, place) in self.projection[next].iter().enumerate() {
            let known = self.value(*place, span).known();
            key.push(known.unwrap_or(0));
            not_followed.extend(known.is_none().then_some(index as u64));
        }
        key.extend(not_followed);
        key
    }

    fn split(&self, place: u32, span: Span) -> i64 {
        self.value(place, span)
            .split(self.tape.widths[place as usize], span)
    }

    fn charged(&self, sum: &Sum, span: Span) -> Charged {
        // What the line is at zero may be far below what it is along the span, and wrap around.
        let (mut slope, mut start, mut split) = (0, 0i128, None);
        for &(place, weight) in sum {
            let (value, weight) = (self.value(place, span), weight as i128);
            if let SpanValue::Known(value) = value {
                start = start.wrapping_add(weight.wrapping_mul(value.into()));
                continue;
            }
            match value.number(self.tape.widths[place as usize], span) {
                Ok((steep, from)) => {
                    slope += weight * steep;
                    start = start.wrapping_add(weight.wrapping_mul(from));
                }
                Err(least) => {
                    start = start.wrapping_add(weight.wrapping_mul(least));
                    split = split.or(Some(self.split(place, span)));
                }
            }
        }
        let input = match slope {
            0 => nearest_zero(span),
            1.. => span.low,
            _ => span.high,
        };
        Charged {
            least: u128::try_from(slope.wrapping_mul(input).wrapping_add(start)).unwrap_or(0),
            input,
            split,
        }
    }

    /// What a node is on a part of the span on which it was evaluated.
    fn value(&self, place: u32, span: Span) -> SpanValue {
        self.values[place as usize].on(self.tape.widths[place as usize], span)
    }

    /// The nodes that may be known on parts of a span only.
    fn unknown(&self, nodes: &[u32]) -> Vec<u32> {
        let within = |place: &&u32| matches!(self.values[**place as usize], SpanValue::Within { .. });
        nodes.iter().filter(within).copied().collect()
    }

    /// Evaluates nodes of one layer while its input moves along a span.
    fn evaluate(&mut self, nodes: &[u32], span: Span) {
        for &place in nodes {
            let at = place as usize;
            let result = match &self.tape.nodes[at] {
                Node::Known(range) => span_value::of_range(*range, NOWHERE),
                Node::Symbol(_) => SpanValue::Line { slope: 1, start: 0 },
                Node::Apply {
                    op,
                    width,
                    operands,
                    arity,
                } => match (op, self.values[operands[0] as usize]) {
                    // The other way does not matter.
                    (Op::Ite, SpanValue::Known(0)) => self.value(operands[2], span),
                    (Op::Ite, SpanValue::Known(_)) => self.value(operands[1], span),
                    _ => {
                        let given =
                            operands.map(|place| (self.value(place, span), self.tape.widths[place as usize]));
                        span_value::apply(*op, *width, &given[..*arity], span)
                    }
                },
                Node::Read {
                    index,
                    elements,
                    otherwise,
                } => self.read(self.tape.widths[at], *index, elements, *otherwise, span),
            };
            self.values[at] = result;
        }
    }

    fn read(
        &self,
        width: u32,
        index: u32,
        elements: &[(i128, u32)],
        otherwise: u32,
        span: Span,
    ) -> SpanValue {
        let value = |place: u32| self.value(place, span);
        let at = value(index).range(self.tape.widths[index as usize], span);
        let (inside, all) = places_in(elements, at);
        let mut found = inside.iter().map(|(_, place)| value(*place));
        let first = found.next().unwrap_or_else(|| value(otherwise));
        let same =
            found.all(|other| other == first) && (all || inside.is_empty() || value(otherwise) == first);
        if same || at.low == at.high {
            return first;
        }
        let places = inside
            .iter()
            .map(|(_, place)| *place)
            .chain((!all).then_some(otherwise));
        let ranges = places.map(|place| value(place).range(width, span));
        let hull = ranges.reduce(|hull, other| hull.hull(other));
        span_value::of_range(hull.unwrap_or(Range::any(width)), self.split(index, span))
    }
}

/// What an operation on ranges takes beside one on numbers, and one along a span.
pub(super) const RANGE_OPERATION_COST: u64 = 4;
const SPAN_OPERATION_COST: u64 = 6;

/// A place to split at; nothing can be done where that is nowhere.
fn split_at(split: i64) -> Result<i128, LayerOutcome> {
    match split {
        NOWHERE => Err(LayerOutcome::NotFollowed),
        _ => Ok(split.into()),
    }
}
