//! Where the next input leads to, number by number.
//!
//! An input that can be few numbers is tried with each of them: computing with numbers takes a fraction of what
//! following terms along a span takes (`span_value`). What is not known, such as a read beyond an object, stays
//! unknown; where that matters, spans know more, and decide.

use std::rc::Rc;

use super::lanes::Lanes;
use super::layers::{Layers, Move, Moves, Sum};

/// Operations in lanes that take as long as one on a number.
const TOGETHER: u64 = 8;

/// Whether an input that can be so many numbers is followed number by number, if there is room.
pub(super) fn are_few(inputs: i128) -> bool {
    inputs <= i128::from(budgets::minimize::MAX_NUMBERS_OF_INPUT.get())
}

/// The numbers of a layer, and where among them is what matters.
#[derive(Debug)]
pub(super) struct Numbered {
    lanes: Lanes,
    hard: Vec<usize>,
    cost: Vec<(usize, u128)>,
    guided: Vec<(usize, u128)>,
    frontier: Vec<usize>,
    projection: Vec<usize>,
}

impl Layers {
    /// Makes the lanes of a layer, if its input can be few numbers.
    fn lanes(&mut self, next: usize) -> Option<Numbered> {
        let (low, high) = self.spans[next - 1];
        let inputs = high - low + 1;
        let layer = &self.layers[next];
        let room = Lanes::room(layer, inputs);
        if !are_few(inputs) || room > self.room {
            return None;
        }
        self.room -= room;
        let projection = self.projection.get(next).cloned().unwrap_or_default();
        let of_sum = |sum: &Sum| sum.iter().map(|(place, _)| *place).collect::<Vec<_>>();
        let wanted = [
            layer.hard.clone(),
            of_sum(&layer.cost),
            of_sum(&layer.guided),
            layer.frontier.clone(),
            projection.clone(),
        ]
        .concat();
        let constant = &self.layers[0].nodes;
        let is_constant = |place: u32| constant.binary_search(&place).is_ok();
        let lanes = Lanes::new(
            &self.tape,
            &self.numbers,
            layer,
            (low, high),
            &wanted,
            is_constant,
        );
        let rows = |places: &[u32]| places.iter().map(|place| lanes.row(*place)).collect();
        let sum = |sum: &Sum| {
            sum.iter()
                .map(|(place, weight)| (lanes.row(*place), *weight))
                .collect()
        };
        Some(Numbered {
            hard: rows(&layer.hard),
            cost: sum(&layer.cost),
            guided: sum(&layer.guided),
            frontier: rows(&layer.frontier),
            projection: rows(&projection),
            lanes,
        })
    }

    /// Finds where each number of the next input leads to, as [`Layers::moves`] does; nothing if spans have to be
    /// looked at.
    pub(super) fn numbered(
        &mut self,
        layer: usize,
        key: &[u64],
        to_go: u128,
        most: u128,
        work: &mut u64,
        moves: &mut Moves,
    ) -> Option<()> {
        let next = layer + 1;
        if self.numbered[next].is_none() {
            self.numbered[next] = Some(self.lanes(next));
        }
        let mut numbered = self.numbered[next].take().flatten();
        let known = numbered
            .as_mut()
            .and_then(|numbered| self.try_all(numbered, layer, key, to_go, most, work, moves));
        self.numbered[next] = Some(numbered);
        known
    }

    #[allow(clippy::too_many_arguments)]
    fn try_all(
        &mut self,
        numbered: &mut Numbered,
        layer: usize,
        key: &[u64],
        to_go: u128,
        most: u128,
        work: &mut u64,
        moves: &mut Moves,
    ) -> Option<()> {
        let inputs = numbered.lanes.inputs.len() as u64;
        let this = &self.layers[layer];
        let operations = self.layers[layer + 1].nodes.len() as u64 / TOGETHER + 8;
        *work = work.checked_sub(operations * inputs + this.derived.len() as u64)?;
        for (place, value) in this.frontier.iter().zip(key) {
            self.numbers.0[*place as usize] = Some(*value);
        }
        for open in &key[this.frontier.len()..] {
            self.numbers.0[this.frontier[*open as usize] as usize] = None;
        }
        self.numbers.compute(&self.tape, &this.derived, |_| 0);
        numbered.lanes.compute(&self.numbers);
        // What is nearer to zero comes first: of equals it is kept.
        (0..numbered.lanes.inputs.len())
            .try_for_each(|lane| self.number_leads_to(layer + 1, numbered, lane, to_go, most, moves))
    }

    /// Notes where a number leads to; nothing if something that matters is not known.
    fn number_leads_to(
        &self,
        next: usize,
        numbered: &Numbered,
        lane: usize,
        to_go: u128,
        most: u128,
        moves: &mut Moves,
    ) -> Option<()> {
        let number = |row: &usize| numbered.lanes.number(*row, lane);
        let sum = |sum: &[(usize, u128)]| {
            let numbers = sum
                .iter()
                .map(|(row, weight)| Some(u128::from(number(row)?) * weight));
            numbers.sum::<Option<u128>>()
        };
        let mut unknown = false;
        for row in &numbered.hard {
            match number(row) {
                Some(0) => return Some(()),
                Some(_) => {}
                None => unknown = true,
            }
        }
        if unknown {
            return None;
        }
        let (cost, guided) = (sum(&numbered.cost)?, sum(&numbered.guided)?);
        if cost > most {
            return Some(());
        }
        let mut left = 0;
        if let Some(guide) = &self.guide {
            state(&mut moves.buffer, numbered.projection.iter().map(number));
            match guide.to_go[next].get(&moves.buffer[..]) {
                Some(there) if guided + there == to_go => left = *there,
                _ => return Some(()),
            }
        }
        let input = numbered.lanes.inputs[lane];
        state(&mut moves.buffer, numbered.frontier.iter().map(number));
        match moves.places.get(&moves.buffer[..]) {
            Some(known) => {
                let known = &mut moves.found[*known];
                if cost < known.cost {
                    (known.cost, known.input) = (cost, input);
                }
            }
            None => {
                let key: Rc<[u64]> = moves.buffer.as_slice().into();
                moves.places.insert(key.clone(), moves.found.len());
                moves.found.push(Move {
                    key,
                    cost,
                    input,
                    to_go: left,
                });
            }
        }
        Some(())
    }
}

/// A state as its numbers, followed by the places of those that are not known.
fn state(buffer: &mut Vec<u64>, numbers: impl Iterator<Item = Option<u64>> + Clone) {
    buffer.clear();
    buffer.extend(numbers.clone().map(|number| number.unwrap_or(0)));
    let not_followed = numbers.zip(0..).filter(|(number, _)| number.is_none());
    buffer.extend(not_followed.map(|(_, at)| at));
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use logic::{Op, Sort, TermId, TermPool};

    use super::*;
    use crate::layers::LayerOutcome;
    use crate::search::Terms;

    /// Two inputs of six bits, each of which changes a state by an operation; behind a limit the state is not defined.
    fn layers(op: Op, limit: u128) -> Layers {
        let mut pool = TermPool::new();
        let (mut state, mut cost): (TermId, Vec<(TermId, u128)>) = (pool.bv(6, 5), Vec::new());
        let mut undefined = BTreeSet::new();
        let mut hard = Vec::new();
        for round in 0..2 {
            let input = pool.declare(format!("x{round}"), Sort::BitVec(6));
            let input = pool.symbol(input);
            let three = pool.bv(6, 3);
            let product = pool.bv_mul(state, three);
            let next = pool.apply(op, &[product, input]);
            let next = match pool.sort(next) {
                Sort::Bool => {
                    let (one, zero) = (pool.bv(6, 1), pool.bv(6, 0));
                    pool.ite(next, one, zero)
                }
                _ => next,
            };
            let open = pool.declare(format!("open{round}"), Sort::BitVec(6));
            undefined.insert(open);
            let open = pool.symbol(open);
            let limit = pool.bv(6, limit);
            let small = pool.bv_ult(next, limit);
            state = pool.ite(small, next, open);
            let even = pool.bv_extract(state, 0, 0);
            let wide = pool.bv_zero_extend(even, 6);
            cost.extend([(input, 3), (wide, 2)]);
            let seven = pool.bv(6, 7);
            let same = pool.eq(input, seven);
            hard.push(pool.not(same));
        }
        let end = pool.bv(6, 9);
        hard.push(pool.bv_ule(state, end));
        let terms = Terms {
            hard,
            undefined,
            ..Terms::default()
        };
        Layers::new(&pool, &terms, &cost, &[], None).expect("layers")
    }

    /// Where every number leads to, and at which cost.
    fn found(layers: &mut Layers, layer: usize, key: &[u64]) -> Option<BTreeMap<Vec<u64>, u128>> {
        let mut moves = Moves::default();
        let outcome = layers.moves(layer, key, 0, u128::MAX, &mut 10_000_000, &mut moves);
        let states = moves.found.iter().map(|step| (step.key.to_vec(), step.cost));
        (outcome == LayerOutcome::Done).then(|| states.collect())
    }

    #[test]
    fn lanes_lead_where_spans_do() {
        let (mut compared, mut lanes_only) = (0, 0);
        for op in Op::OF_TWO_WORDS.into_iter().filter(|op| *op != Op::BvConcat) {
            for limit in [20, 63] {
                let (mut lanes, mut spans) = (layers(op, limit), layers(op, limit));
                spans.room = 0;
                let first = found(&mut lanes, 0, &[]);
                let mut keys: Vec<(usize, Vec<u64>)> = vec![(0, Vec::new())];
                keys.extend(first.iter().flatten().map(|(key, _)| (1, key.clone())));
                for (layer, key) in keys {
                    let by_lanes = found(&mut lanes, layer, &key);
                    match found(&mut spans, layer, &key) {
                        Some(by_spans) => {
                            assert_eq!(by_lanes, Some(by_spans), "{op:?} {limit} {layer} {key:?}");
                            compared += 1;
                        }
                        None => lanes_only += usize::from(by_lanes.is_some()),
                    }
                }
                assert!(lanes.numbered.iter().flatten().any(Option::is_some));
            }
        }
        assert!(compared > 100, "{compared} {lanes_only}");
    }
}
