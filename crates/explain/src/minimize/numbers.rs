//! Where the next input leads to, number by number.
//!
//! An input that can be few numbers is tried with each of them: computing with numbers takes a fraction of what following
//! terms along a span takes (`along`). What is not known, such as a read beyond an object, stays unknown; where
//! that matters, spans know more, and decide.

use std::collections::hash_map::Entry;

use logic::Op;

use super::layers::{Layers, Move, Moves};
use super::tape::{Node, Tape};
use super::word;

/// An input that can be more numbers than this is followed along spans.
const MOST_NUMBERS: i128 = 64;

impl Layers {
    /// Finds where each number of the next input leads to, as [`Layers::moves`] does; nothing if spans have to be looked at.
    pub(super) fn numbered(
        &mut self,
        layer: usize,
        key: &[u64],
        to_go: u128,
        most: u128,
        work: &mut u64,
        moves: &mut Moves,
    ) -> Option<()> {
        let (low, high) = self.spans[layer];
        let inputs = high - low + 1;
        let next = layer + 1;
        let cost = self.layers[next].nodes.len() as u64 * inputs.unsigned_abs() as u64;
        if inputs > MOST_NUMBERS || *work < cost {
            return None;
        }
        *work -= cost;
        let this = std::mem::take(&mut self.layers[layer]);
        for (place, value) in this.frontier.iter().zip(key) {
            self.numbers.0[*place as usize] = Some(*value);
        }
        for open in &key[this.frontier.len()..] {
            self.numbers.0[this.frontier[*open as usize] as usize] = None;
        }
        self.numbers.compute(&self.tape, &this.derived, |_| 0);
        self.layers[layer] = this;
        // What is nearer to zero comes first: of equals it is kept.
        let mut order: Vec<i128> = (low..=high).collect();
        order.sort_by_key(|number| number.abs());
        let then = std::mem::take(&mut self.layers[next]);
        let known = order.into_iter().try_for_each(|input| {
            self.numbers.compute(&self.tape, &then.nodes, |_| input);
            self.number_leads_to(next, &then, input, to_go, most, moves)
        });
        self.layers[next] = then;
        known
    }

    /// Notes where a number leads to; nothing if something that matters is not known.
    fn number_leads_to(
        &self,
        next: usize,
        layer: &super::layers::Layer,
        input: i128,
        to_go: u128,
        most: u128,
        moves: &mut Moves,
    ) -> Option<()> {
        let number = |place: &u32| self.numbers.0[*place as usize];
        let sum = |sum: &[(u32, u128)]| {
            let numbers = sum
                .iter()
                .map(|(place, weight)| Some(u128::from(number(place)?) * weight));
            numbers.sum::<Option<u128>>()
        };
        let mut unknown = false;
        for place in &layer.hard {
            match number(place) {
                Some(0) => return Some(()),
                Some(_) => {}
                None => unknown = true,
            }
        }
        if unknown {
            return None;
        }
        let (cost, guided) = (sum(&layer.cost)?, sum(&layer.guided)?);
        if cost > most {
            return Some(());
        }
        let mut left = 0;
        if let Some(guide) = &self.guide {
            let place = state(self.projection[next].iter().map(number));
            match guide.to_go[next].get(&place[..]) {
                Some(there) if guided + there == to_go => left = *there,
                _ => return Some(()),
            }
        }
        let key = state(layer.frontier.iter().map(number)).into_boxed_slice();
        match moves.places.entry(key) {
            Entry::Occupied(known) => {
                let known = &mut moves.found[*known.get()];
                if cost < known.cost {
                    (known.cost, known.input) = (cost, input);
                }
            }
            Entry::Vacant(place) => {
                moves.found.push(Move {
                    key: place.key().clone(),
                    cost,
                    input,
                    to_go: left,
                });
                place.insert(moves.found.len() - 1);
            }
        }
        Some(())
    }
}

/// What operations are where every input is a number; nothing for what is not followed.
#[derive(Debug)]
pub(crate) struct Numbers(pub Vec<Option<u64>>);

impl Numbers {
    /// Nothing if there is an operation that is not computed so.
    pub(crate) fn new(tape: &Tape) -> Option<Numbers> {
        let computed = |node: &Node| match node {
            Node::Apply { op, .. } => word::computes(*op),
            _ => true,
        };
        let all = tape.nodes.iter().all(computed);
        all.then(|| Numbers(vec![None; tape.nodes.len()]))
    }

    pub(crate) fn is_true(&self, place: u32) -> Option<bool> {
        self.0[place as usize].map(|number| number != 0)
    }

    /// Computes operations, in their order, with a number for each input.
    pub(crate) fn compute(&mut self, tape: &Tape, places: &[u32], input: impl Fn(usize) -> i128) {
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
                } => number(*index).and_then(|index| {
                    let found = elements.binary_search_by_key(&i128::from(index), |(at, _)| *at);
                    number(found.map_or(*otherwise, |found| elements[found].1))
                }),
                Node::Apply {
                    op,
                    width,
                    operands,
                    arity,
                } => {
                    let from = [0, 1].map(|at| tape.widths[operands[at] as usize]);
                    let apply = |values: [u64; 3]| Some(word::apply(*op, *width, from, values));
                    let [a, b, c] = operands.map(number);
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
            };
        }
    }
}

/// A state as its numbers, followed by the places of those that are not known.
fn state(numbers: impl Iterator<Item = Option<u64>> + Clone) -> Vec<u64> {
    let not_followed = numbers.clone().zip(0..).filter(|(number, _)| number.is_none());
    let not_followed = not_followed.map(|(_, at)| at);
    numbers
        .map(|number| number.unwrap_or(0))
        .chain(not_followed)
        .collect()
}
