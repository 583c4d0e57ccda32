//! Terms as a list of operations, to be evaluated over ranges again and again.
//!
//! The terms are listed once, operands first, with everything that does not depend on the box of inputs computed in
//! advance. Reading an array at an index is a choice between what was stored at constant places; whatever else has no
//! range (floats, wide numbers, arrays that are written at unknown places) can be anything, which is sound and only
//! weak.

use std::collections::BTreeSet;

use logic::{Op, Sort, SymbolId, TermId, TermPool, Value};

use crate::range::{self, MAX_WIDTH_BITS, Range, Truth};
use crate::word;

/// One operation; numbers are places of earlier ones.
#[derive(Debug, Clone)]
pub enum Node {
    Known(Range),
    /// An input: its place in the box.
    Symbol(usize),
    Apply {
        op: Op,
        width: u32,
        operands: [u32; 3],
        arity: usize,
    },
    /// What an array holds at an index: elements by index, and what is everywhere else, if anything can be there.
    Read {
        index: u32,
        elements: Vec<(i128, u32)>,
        otherwise: u32,
    },
}

/// The width of a term that has a range.
pub fn width_of(pool: &TermPool, term: TermId) -> Option<u32> {
    match pool.sort(term) {
        Sort::Bool => Some(1),
        Sort::BitVec(width) if width <= MAX_WIDTH_BITS => Some(width),
        _ => None,
    }
}

fn known(pool: &TermPool, term: TermId, width: u32) -> Range {
    let value = match pool.constant(term) {
        Some(Value::Bool(value)) => Some(u128::from(*value)),
        Some(Value::BitVec(bits)) => bits.to_u128(),
        _ => None,
    };
    value.map_or(Range::any(width), |value| {
        Range::unsigned(width, value as i128, value as i128)
    })
}

#[derive(Debug)]
pub struct Tape {
    /// Whether all inputs have ranges.
    pub complete: bool,
    pub terms: Vec<TermId>,
    pub nodes: Vec<Node>,
    pub widths: Vec<u32>,
    pub values: Vec<Range>,
    /// Where the roots are, in their order; nothing for one without a range.
    pub roots: Vec<Option<u32>>,
    /// The inputs of a box, with their widths.
    pub inputs: Vec<(SymbolId, u32)>,
}

impl Tape {
    pub fn new(pool: &TermPool, roots: &[TermId]) -> Tape {
        let terms = pool.reachable(roots);
        let mut tape = Tape {
            complete: true,
            terms: Vec::new(),
            nodes: Vec::new(),
            widths: Vec::new(),
            values: Vec::new(),
            roots: Vec::new(),
            inputs: Vec::new(),
        };
        let last = terms.iter().map(|term| term.index()).max().unwrap_or(0);
        let mut places: Vec<Option<u32>> = vec![None; last + 1];
        for &term in &terms {
            let Some(width) = width_of(pool, term) else {
                tape.complete &= !matches!(pool.op(term), Op::Symbol(_));
                continue;
            };
            let node = match pool.op(term) {
                Op::Symbol(symbol) => {
                    tape.inputs.push((symbol, width));
                    Node::Symbol(tape.inputs.len() - 1)
                }
                Op::Constant(_) => Node::Known(known(pool, term, width)),
                Op::Select => tape
                    .read(pool, term, &places)
                    .unwrap_or(Node::Known(Range::any(width))),
                op => tape.node(pool, op, width, term, &places),
            };
            places[term.index()] = Some(tape.push(term, node, width));
        }
        tape.roots = roots.iter().map(|root| places[root.index()]).collect();
        tape
    }

    fn push(&mut self, term: TermId, node: Node, width: u32) -> u32 {
        self.terms.push(term);
        self.nodes.push(node);
        self.widths.push(width);
        self.values.push(Range::any(width));
        self.nodes.len() as u32 - 1
    }

    fn node(&self, pool: &TermPool, op: Op, width: u32, term: TermId, places: &[Option<u32>]) -> Node {
        let given = pool.operands(term);
        let mut operands = [0; 3];
        for (operand, place) in given.iter().zip(&mut operands) {
            match places[operand.index()] {
                Some(known) => *place = known,
                None => return Node::Known(Range::any(width)),
            }
        }
        match given.len() <= 3 {
            true => Node::Apply {
                op,
                width,
                operands,
                arity: given.len(),
            },
            false => Node::Known(Range::any(width)),
        }
    }

    /// A read of an array that is written at constant places only.
    fn read(&mut self, pool: &TermPool, term: TermId, places: &[Option<u32>]) -> Option<Node> {
        let [mut array, index] = *pool.operands(term) else {
            return None;
        };
        let index = places[index.index()]?;
        let mut elements: Vec<(i128, u32)> = Vec::new();
        loop {
            match pool.op(array) {
                Op::Store => {
                    let [below, at, element] = *pool.operands(array) else {
                        return None;
                    };
                    let at = pool.constant(at)?.as_bits()?.to_u64()?;
                    let at = i128::from(at);
                    if !elements.iter().any(|(known, _)| *known == at) {
                        elements.push((at, places[element.index()]?));
                    }
                    array = below;
                }
                Op::ConstArray { .. } => {
                    let otherwise = places[pool.operands(array)[0].index()]?;
                    elements.sort_unstable();
                    return Some(Node::Read {
                        index,
                        elements,
                        otherwise,
                    });
                }
                _ => return None,
            }
        }
    }

    /// Leaves some inputs open: they are anything, and no inputs.
    pub fn leave_open(&mut self, symbols: &BTreeSet<SymbolId>) {
        let mut kept = Vec::new();
        for (at, node) in self.nodes.iter_mut().enumerate() {
            if let Node::Symbol(input) = node {
                let (symbol, width) = self.inputs[*input];
                match symbols.contains(&symbol) {
                    true => *node = Node::Known(Range::any(self.widths[at])),
                    false => {
                        *input = kept.len();
                        kept.push((symbol, width));
                    }
                }
            }
        }
        self.inputs = kept;
    }

    /// Puts the inputs in the order of a key.
    pub fn order_inputs<K: Ord>(&mut self, key: impl Fn(SymbolId) -> K) {
        let given = self.inputs.clone();
        self.inputs.sort_by_key(|(symbol, _)| key(*symbol));
        for node in &mut self.nodes {
            if let Node::Symbol(at) = node {
                let symbol = given[*at];
                *at = self
                    .inputs
                    .iter()
                    .position(|input| *input == symbol)
                    .unwrap_or(*at);
            }
        }
    }

    /// What was one number in the last evaluation is that number, whatever it is made of.
    pub fn settle(&mut self) {
        for (node, value) in self.nodes.iter_mut().zip(&self.values) {
            if value.low == value.high {
                *node = Node::Known(*value);
            }
        }
    }

    /// By operation, whether one of these is made of it.
    pub fn used_for(&self, roots: impl Iterator<Item = u32>) -> Vec<bool> {
        let mut used = vec![false; self.nodes.len()];
        let roots: Vec<Option<u32>> = roots.map(Some).collect();
        self.below(&roots, &mut used);
        used
    }

    /// The operations of which the first roots are made, and for each other root those that it needs besides.
    pub fn shares(&self, first: usize) -> (Vec<u32>, Vec<Vec<u32>>) {
        let mut seen = vec![false; self.nodes.len()];
        let common = self.below(&self.roots[..first], &mut seen);
        let own = self.roots[first..].iter().map(|root| {
            let own = self.below(std::slice::from_ref(root), &mut seen);
            for place in &own {
                seen[*place as usize] = false;
            }
            own
        });
        let own = own.collect();
        (common, own)
    }

    /// The operations below roots that were not seen, in their order.
    fn below(&self, roots: &[Option<u32>], seen: &mut [bool]) -> Vec<u32> {
        let mut found = Vec::new();
        let mut pending: Vec<u32> = roots.iter().flatten().copied().collect();
        while let Some(place) = pending.pop() {
            if !std::mem::replace(&mut seen[place as usize], true) {
                found.push(place);
                pending.extend(operands(&self.nodes[place as usize]));
            }
        }
        found.sort_unstable();
        found
    }

    /// The cost of one evaluation.
    #[inline]
    pub fn operations(&self) -> usize {
        self.nodes.len()
    }

    /// Evaluates everything in a box, which has a range of numbers for each input.
    pub fn evaluate(&mut self, inputs: &[(i128, i128)]) {
        for at in 0..self.nodes.len() {
            self.values[at] = self.ranged(at, inputs);
        }
    }

    /// Evaluates some operations, in their order; what they are made of was evaluated before.
    pub fn evaluate_some(&mut self, places: &[u32], inputs: &[(i128, i128)]) {
        for &at in places {
            self.values[at as usize] = self.ranged(at as usize, inputs);
        }
    }

    fn ranged(&self, at: usize, inputs: &[(i128, i128)]) -> Range {
        let value = |place: u32| self.values[place as usize];
        match &self.nodes[at] {
            Node::Known(range) => *range,
            Node::Symbol(input) => {
                let (low, high) = inputs[*input];
                Range::unsigned(self.widths[at], low, high)
            }
            Node::Apply {
                op,
                width,
                operands,
                arity,
            } => {
                let of = |at: usize| &self.values[operands[at] as usize];
                // What is frequent, without much ado.
                match (op, arity) {
                    (Op::Ite, _) => match of(0).truth() {
                        Truth::Yes => *of(1),
                        Truth::No => *of(2),
                        Truth::Maybe => of(1).hull(*of(2)),
                    },
                    (Op::Not, _) => Range::truths(1 - of(0).high, 1 - of(0).low),
                    (Op::And, 2) => Range::truths(of(0).low.min(of(1).low), of(0).high.min(of(1).high)),
                    (Op::Or, 2) => Range::truths(of(0).low.max(of(1).low), of(0).high.max(of(1).high)),
                    // Numbers make a number, and most are where an input and a small state are.
                    (_, 1) if of(0).is_number() && word::computes(*op) => {
                        let from = self.widths[operands[0] as usize];
                        let number = word::apply(*op, *width, [from, 1], [of(0).low as u64, 0, 0]);
                        Range::number(*width, number)
                    }
                    (_, 2) if of(0).is_number() && of(1).is_number() && word::computes(*op) => {
                        let from = [0, 1].map(|at| self.widths[operands[at] as usize]);
                        let numbers = [of(0).low as u64, of(1).low as u64, 0];
                        Range::number(*width, word::apply(*op, *width, from, numbers))
                    }
                    (_, 1) => range::unary(*op, *width, *of(0), self.widths[operands[0] as usize]),
                    (_, 2) => {
                        let [one, other] = [0, 1].map(|at| (*of(at), self.widths[operands[at] as usize]));
                        range::binary(*op, *width, one, other)
                    }
                    _ => Range::any(*width),
                }
            }
            Node::Read {
                index,
                elements,
                otherwise,
            } => {
                let index = value(*index);
                let (inside, all) = places_in(elements, index);
                let found = inside
                    .iter()
                    .map(|(_, place)| value(*place))
                    .reduce(|hull, other| hull.hull(other));
                match found {
                    Some(found) if all => found,
                    Some(found) => found.hull(value(*otherwise)),
                    None => value(*otherwise),
                }
            }
        }
    }

    /// What all terms were in the last evaluation, with their widths.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = (TermId, Range, u32)> {
        let ranges = self.values.iter().zip(&self.widths);
        self.terms
            .iter()
            .zip(ranges)
            .map(|(term, (range, width))| (*term, *range, *width))
    }

    /// What a root was in the last evaluation.
    #[inline]
    pub fn root(&self, root: usize) -> Option<Range> {
        self.roots[root].map(|place| self.values[place as usize])
    }
}

/// The elements with an index in the range, and whether every index of the range has one.
#[inline]
pub fn places_in(elements: &[(i128, u32)], index: Range) -> (&[(i128, u32)], bool) {
    let first = elements.partition_point(|(at, _)| *at < index.low);
    let behind = elements.partition_point(|(at, _)| *at <= index.high);
    let inside = &elements[first..behind];
    (inside, inside.len() as i128 == index.high - index.low + 1)
}

/// What an operation is made of.
pub fn operands(node: &Node) -> Vec<u32> {
    match node {
        Node::Known(_) | Node::Symbol(_) => Vec::new(),
        Node::Apply { operands, arity, .. } => operands[..*arity].to_vec(),
        Node::Read {
            index,
            elements,
            otherwise,
        } => {
            let places = elements.iter().map(|(_, place)| *place);
            places.chain([*index, *otherwise]).collect()
        }
    }
}
