//! What operations compute where every input is one number.
//!
//! Computing with numbers takes a fraction of what ranges take. What is not known, such as a read beyond an object,
//! stays unknown, and so does what depends on it.

use logic::Op;

use crate::tape::{Node, Tape};
use crate::word;

/// What operations are where every input is a number; nothing for what is not followed.
#[derive(Debug)]
pub struct Numbers(pub Vec<Option<u64>>);

impl Numbers {
    /// Nothing if there is an operation that is not computed so.
    pub fn new(tape: &Tape) -> Option<Numbers> {
        let computed = |node: &Node| match node {
            Node::Apply { op, .. } => word::computes(*op),
            _ => true,
        };
        let all = tape.nodes.iter().all(computed);
        all.then(|| Numbers(vec![None; tape.nodes.len()]))
    }

    #[inline]
    pub fn is_true(&self, place: u32) -> Option<bool> {
        self.0[place as usize].map(|number| number != 0)
    }

    /// Computes operations, in their order, with a number for each input.
    #[inline]
    pub fn compute(&mut self, tape: &Tape, places: &[u32], input: impl Fn(usize) -> i128) {
        for &place in places {
            let at = place as usize;
            let number = |place: u32| self.0[place as usize];
            self.0[at] = match &tape.nodes[at] {
                Node::Known(range) => (range.low == range.high).then_some(range.low as u64),
                Node::Symbol(symbol) => Some(input(*symbol) as u64 & word::mask(tape.widths[at])),
                Node::Read {
                    index,
                    elements,
                    otherwise,
                } => number(*index).and_then(|index| number(read(elements, *otherwise, index))),
                Node::Apply {
                    op,
                    width,
                    operands,
                    arity,
                } => {
                    let from = [0, 1].map(|at| tape.widths[operands[at] as usize]);
                    partly(*op, *width, from, *arity, operands.map(number))
                }
            };
        }
    }
}

/// The result of an operation on operands of which some may not be known.
#[inline]
pub fn partly(op: Op, width: u32, from: [u32; 2], arity: usize, [a, b, c]: [Option<u64>; 3]) -> Option<u64> {
    let apply = |values: [u64; 3]| Some(word::apply(op, width, from, values));
    match (op, a, b, c, arity) {
        (Op::Ite, Some(0), _, other, _) => other,
        (Op::Ite, Some(_), one, _, _) => one,
        (Op::And, Some(0), ..) | (Op::And, _, Some(0), ..) => Some(0),
        (Op::Or, Some(1), ..) | (Op::Or, _, Some(1), ..) => Some(1),
        (_, Some(a), _, _, 1) => apply([a, 0, 0]),
        (_, Some(a), Some(b), _, 2) => apply([a, b, 0]),
        (_, Some(a), Some(b), Some(c), _) => apply([a, b, c]),
        _ => None,
    }
}

/// Which of the elements an index names.
#[inline]
pub fn read(elements: &[(i128, u32)], otherwise: u32, index: u64) -> u32 {
    let index = i128::from(index);
    // Most often the elements are all there are from the first on.
    let first = elements.first().map_or(0, |(at, _)| *at);
    match usize::try_from(index - first)
        .ok()
        .and_then(|at| elements.get(at))
    {
        Some((at, place)) if *at == index => *place,
        _ => match elements.binary_search_by_key(&index, |(at, _)| *at) {
            Ok(found) => elements[found].1,
            Err(_) => otherwise,
        },
    }
}
