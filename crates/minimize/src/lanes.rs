//! The operations of one layer, computed for all numbers of its input at once.
//!
//! Looking at what an operation is takes longer than carrying it out. So each operation is looked at once and carried
//! out for every number that the input can be, in a row: one *lane* a number. What is known before the input moves is
//! the same in all lanes. A number that is not known, such as what is read beyond an object, is noted lane by lane, and
//! whatever is made of it is computed with care (`numbers`).

use std::collections::HashMap;

use interval::tape::{Node, Tape};
use interval::{Numbers, partly, read, word};
use logic::Op;

use super::layers::Layer;

/// One operation; numbers are rows of earlier ones.
#[derive(Debug)]
enum Step {
    /// The input.
    Input,
    Apply {
        op: Op,
        width: u32,
        from: [u32; 2],
        operands: [u32; 3],
        arity: usize,
    },
    Read {
        index: u32,
        elements: Vec<(i128, u32)>,
        otherwise: u32,
    },
}

/// The rows of one layer.
#[derive(Debug)]
pub(super) struct Lanes {
    /// The numbers of the input, those nearer to zero first.
    pub inputs: Vec<i128>,
    /// What is known before the input moves: the operations of the first rows. Those of the constants come first.
    before: Vec<u32>,
    constants: usize,
    steps: Vec<Step>,
    /// By row and lane.
    numbers: Vec<u64>,
    known: Vec<bool>,
    /// By row, whether all its lanes are known.
    full: Vec<bool>,
    rows: HashMap<u32, u32>,
}

impl Lanes {
    /// How many numbers all lanes of a layer have together.
    pub(super) fn room(layer: &Layer, inputs: i128) -> u128 {
        // What is known before is seldom more than what is computed.
        2 * layer.nodes.len() as u128 * inputs.unsigned_abs()
    }

    /// The lanes of a layer whose input lies in a span; `wanted` is what else is looked at.
    pub(super) fn new(
        tape: &Tape,
        numbers: &Numbers,
        layer: &Layer,
        (low, high): (i128, i128),
        wanted: &[u32],
        is_constant: impl Fn(u32) -> bool,
    ) -> Lanes {
        let mut inputs: Vec<i128> = (low..=high).collect();
        inputs.sort_by_key(|number| number.abs());
        let own: std::collections::HashSet<u32> = layer.nodes.iter().copied().collect();
        let used = layer
            .nodes
            .iter()
            .flat_map(|place| interval::tape::operands(&tape.nodes[*place as usize]));
        let mut before: Vec<u32> = used
            .chain(wanted.iter().copied())
            .filter(|place| !own.contains(place))
            .collect();
        before.sort_unstable_by_key(|place| (!is_constant(*place), *place));
        before.dedup();
        let constants = before.partition_point(|place| is_constant(*place));
        let rows: HashMap<u32, u32> = before.iter().chain(&layer.nodes).copied().zip(0..).collect();
        let steps = layer
            .nodes
            .iter()
            .map(|place| step(tape, &rows, *place))
            .collect();
        let count = inputs.len();
        let mut lanes = Lanes {
            numbers: vec![0; rows.len() * count],
            known: vec![true; rows.len() * count],
            full: vec![true; rows.len()],
            inputs,
            before,
            constants,
            steps,
            rows,
        };
        for row in 0..constants {
            lanes.fill(row, numbers);
        }
        for (at, place) in layer.nodes.iter().enumerate() {
            if let (Step::Input, row) = (&lanes.steps[at], lanes.before.len() + at) {
                let mask = word::mask(tape.widths[*place as usize]);
                for (lane, input) in lanes.inputs.iter().enumerate() {
                    lanes.numbers[row * count + lane] = *input as u64 & mask;
                }
            }
        }
        lanes
    }

    /// Where an operation is that was wanted.
    pub(super) fn row(&self, place: u32) -> usize {
        self.rows[&place] as usize
    }

    pub(super) fn number(&self, row: usize, lane: usize) -> Option<u64> {
        let at = row * self.inputs.len() + lane;
        self.known[at].then_some(self.numbers[at])
    }

    fn fill(&mut self, row: usize, numbers: &Numbers) {
        let number = numbers.0[self.before[row] as usize];
        let count = self.inputs.len();
        let lanes = row * count..(row + 1) * count;
        self.numbers[lanes.clone()].fill(number.unwrap_or(0));
        if self.full[row] != number.is_some() {
            self.known[lanes].fill(number.is_some());
            self.full[row] = number.is_some();
        }
    }

    /// Computes all rows; `numbers` is what is known before the input moves.
    pub(super) fn compute(&mut self, numbers: &Numbers) {
        for row in self.constants..self.before.len() {
            self.fill(row, numbers);
        }
        let count = self.inputs.len();
        for (at, step) in self.steps.iter().enumerate() {
            let row = self.before.len() + at;
            let (given, out) = self.numbers.split_at_mut(row * count);
            let out = &mut out[..count];
            let given = |row: u32| &given[row as usize * count..][..count];
            let (known, own) = self.known.split_at_mut(row * count);
            let own = &mut own[..count];
            let option = |row: u32, lane: usize| {
                let at = row as usize * count + lane;
                known[at].then_some(given(row)[lane])
            };
            match step {
                Step::Input => {}
                Step::Apply {
                    op,
                    width,
                    from,
                    operands,
                    arity,
                } => {
                    let full = operands[..*arity].iter().all(|row| self.full[*row as usize]);
                    if full {
                        all(*op, *width, *from, operands.map(given), out);
                        if !self.full[row] {
                            own.fill(true);
                            self.full[row] = true;
                        }
                        continue;
                    }
                    for lane in 0..count {
                        let values = operands.map(|row| option(row, lane));
                        let number = partly(*op, *width, *from, *arity, values);
                        (out[lane], own[lane]) = (number.unwrap_or(0), number.is_some());
                    }
                    self.full[row] = own.iter().all(|known| *known);
                }
                Step::Read {
                    index,
                    elements,
                    otherwise,
                } => {
                    for lane in 0..count {
                        let number = option(*index, lane)
                            .and_then(|index| option(read(elements, *otherwise, index), lane));
                        (out[lane], own[lane]) = (number.unwrap_or(0), number.is_some());
                    }
                    self.full[row] = own.iter().all(|known| *known);
                }
            }
        }
    }
}

fn step(tape: &Tape, rows: &HashMap<u32, u32>, place: u32) -> Step {
    let row = |place: u32| rows[&place];
    match &tape.nodes[place as usize] {
        // What is known depends on no input.
        Node::Symbol(_) | Node::Known(_) => Step::Input,
        Node::Apply {
            op,
            width,
            operands,
            arity,
        } => Step::Apply {
            op: *op,
            width: *width,
            from: [0, 1].map(|at| tape.widths[operands[at] as usize]),
            operands: [0, 1, 2].map(|at| {
                if at < *arity {
                    row(operands[at])
                } else {
                    row(operands[0])
                }
            }),
            arity: *arity,
        },
        Node::Read {
            index,
            elements,
            otherwise,
        } => Step::Read {
            index: row(*index),
            elements: elements.iter().map(|(at, place)| (*at, row(*place))).collect(),
            otherwise: row(*otherwise),
        },
    }
}

/// Carries out one operation in all lanes. For those that are frequent the operation is a constant, so that there is a
/// loop of its own for each.
fn all(op: Op, width: u32, from: [u32; 2], [a, b, c]: [&[u64]; 3], out: &mut [u64]) {
    macro_rules! loops {
        ($($frequent:pat => $op:expr,)*) => {
            match op {
                $($frequent => {
                    let op = $op;
                    for (out, ((a, b), c)) in out.iter_mut().zip(a.iter().zip(b).zip(c)) {
                        *out = word::apply_here(op, width, from, [*a, *b, *c]);
                    }
                })*
                _ => {
                    for (out, ((a, b), c)) in out.iter_mut().zip(a.iter().zip(b).zip(c)) {
                        *out = word::apply(op, width, from, [*a, *b, *c]);
                    }
                }
            }
        };
    }
    loops! {
        Op::Not => Op::Not,
        Op::And => Op::And,
        Op::Or => Op::Or,
        Op::Xor => Op::Xor,
        Op::Ite => Op::Ite,
        Op::Eq => Op::Eq,
        Op::BvNot => Op::BvNot,
        Op::BvNeg => Op::BvNeg,
        Op::BvAnd => Op::BvAnd,
        Op::BvOr => Op::BvOr,
        Op::BvXor => Op::BvXor,
        Op::BvAdd => Op::BvAdd,
        Op::BvSub => Op::BvSub,
        Op::BvMul => Op::BvMul,
        Op::BvShl => Op::BvShl,
        Op::BvLshr => Op::BvLshr,
        Op::BvAshr => Op::BvAshr,
        Op::BvUlt => Op::BvUlt,
        Op::BvUle => Op::BvUle,
        Op::BvSlt => Op::BvSlt,
        Op::BvSle => Op::BvSle,
        Op::BvConcat => Op::BvConcat,
        Op::BvExtract { high, low } => Op::BvExtract { high, low },
        Op::BvZeroExtend { width } => Op::BvZeroExtend { width },
        Op::BvSignExtend { width } => Op::BvSignExtend { width },
        Op::BvSaddOverflow => Op::BvSaddOverflow,
        Op::BvSsubOverflow => Op::BvSsubOverflow,
    }
}
