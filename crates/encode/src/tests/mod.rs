//! Circuits against the evaluator: a term is encoded, simulated on values of its symbols, and compared.

mod bit_vectors;
mod floats;
mod propagation;
#[path = "../../tests/support/random.rs"]
mod random;

use logic::{Assignment, Bits, Evaluator, Float, FloatFormat, Sort, SymbolId, TermId, TermPool, Value};

use crate::encoder::{Encoder, Options};
use crate::gates::Edge;
use crate::sink::CountingSink;

pub(super) use random::Random;

impl Random {
    fn bits(&mut self, width: u32) -> Bits {
        let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
        Bits::from_bit_fn(width, |bit| words[(bit / 64) as usize] >> (bit % 64) & 1 == 1)
    }

    /// Values of a sort, with a bias to the limits, where circuits go wrong.
    pub(super) fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.next() & 1 == 1),
            Sort::BitVec(width) => Value::BitVec(match self.next() % 8 {
                0 => Bits::zero(width),
                1 => Bits::ones(width),
                2 => Bits::signed_min(width),
                3 => Bits::new(width, (self.next() % 200).into()),
                4 => Bits::new(width, (self.next() % 200).into()).not(),
                _ => {
                    let short = Bits::new(width, (self.next() % u64::from(width)).into());
                    self.bits(width).lshr(&short)
                }
            }),
            Sort::Float(format) => Value::Float(self.float(format)),
            Sort::Array(_) => unreachable!("arrays are tested with a solver"),
        }
    }

    /// Half of the exponents are near each other or special.
    pub(super) fn float(&mut self, format: FloatFormat) -> Float {
        let (fraction_bits, exponent_bits) = (format.fraction_bits(), format.exponent_bits());
        let fraction = match self.next() % 4 {
            0 => Bits::zero(fraction_bits),
            1 => Bits::ones(fraction_bits),
            2 => Bits::new(fraction_bits, (self.next() % 4).into()),
            _ => self.bits(fraction_bits),
        };
        let exponent = match self.next() % 10 {
            0 => Bits::zero(exponent_bits),
            1 => Bits::one(exponent_bits),
            2 => Bits::ones(exponent_bits),
            3 => Bits::ones(exponent_bits).sub(&Bits::one(exponent_bits)),
            4..=6 => {
                let spread = i128::from(self.next() % 16) - 8;
                Bits::from_i128(exponent_bits, i128::from(format.bias()) + spread)
            }
            7 => Bits::from_i128(
                exponent_bits,
                i128::from(format.bias() + i64::from(fraction_bits)),
            ),
            _ => self.bits(exponent_bits),
        };
        let sign = self.bits(1);
        Float::from_bits(format, sign.concat(&exponent).concat(&fraction))
    }
}

/// A term with its symbols.
pub(super) struct Case {
    pub(super) pool: TermPool,
    pub(super) symbols: Vec<SymbolId>,
    pub(super) term: TermId,
}

impl Case {
    /// A term over new symbols of these sorts, exactly as built.
    pub(super) fn new(sorts: &[Sort], build: impl FnOnce(&mut TermPool, &[TermId]) -> TermId) -> Case {
        let mut pool = TermPool::without_rewrites();
        let (symbols, terms): (Vec<SymbolId>, Vec<TermId>) =
            sorts.iter().map(|sort| pool.fresh("s", *sort)).unzip();
        let term = build(&mut pool, &terms);
        Case { pool, symbols, term }
    }

    /// Compares circuit and evaluator on a list of values for the symbols.
    pub(super) fn check(&self, assignments: &[Vec<Value>]) {
        let mut encoder = Encoder::new(Options::default());
        let mut sink = CountingSink::default();
        let word = encoder.word_for_tests(&self.pool, self.term, &mut sink);
        let sort = self.pool.sort(self.term).scalar().expect("a scalar");
        // By input node: which bit of which symbol it is.
        let mut inputs = vec![None; encoder.gate_count()];
        for (position, symbol) in self.symbols.iter().enumerate() {
            if let Some(Some(bits)) = encoder.symbols.get(symbol.index()) {
                for (bit, edge) in bits.iter().enumerate() {
                    inputs[edge.node().index()] = Some((position, bit as u32));
                }
            }
        }
        for lanes in assignments.chunks(64) {
            let values = encoder.gates.simulate(|node| {
                let Some((position, bit)) = inputs[node.index()] else {
                    return 0;
                };
                let lane_bit =
                    |(lane, values): (usize, &Vec<Value>)| u64::from(bit_of(&values[position], bit)) << lane;
                lanes.iter().enumerate().map(lane_bit).sum()
            });
            for (lane, given) in lanes.iter().enumerate() {
                let assignment: Assignment =
                    self.symbols.iter().copied().zip(given.iter().cloned()).collect();
                let expected = Evaluator::new(&self.pool, &assignment)
                    .eval(self.term)
                    .expect("all assigned");
                let of = |edge: Edge| (values[edge.node().index()] >> lane & 1 == 1) != edge.is_negated();
                let found = Value::from_bit_fn(sort, |bit| of(word[bit as usize]));
                assert_eq!(found, expected, "{} for {given:?}", self.pool.display(self.term));
                // A float's bits must be canonical, not only equal after canonicalisation.
                if let Value::Float(float) = &expected {
                    let bits = Bits::from_bit_fn(float.bits().width(), |bit| of(word[bit as usize]));
                    assert_eq!(&bits, float.bits(), "not canonical");
                }
            }
        }
    }

    /// Compares on random values.
    pub(super) fn check_random(&self, seed: u64, count: usize) {
        let mut random = Random(seed);
        let sorts: Vec<Sort> = self
            .symbols
            .iter()
            .map(|symbol| self.pool.symbol_sort(*symbol))
            .collect();
        let assignments: Vec<Vec<Value>> = (0..count)
            .map(|_| sorts.iter().map(|sort| random.value(*sort)).collect())
            .collect();
        self.check(&assignments);
    }

    /// Compares on all values.
    pub(super) fn check_all(&self) {
        let sorts: Vec<Sort> = self
            .symbols
            .iter()
            .map(|symbol| self.pool.symbol_sort(*symbol))
            .collect();
        let widths: Vec<u32> = sorts
            .iter()
            .map(|sort| sort.scalar().expect("a scalar").bit_count())
            .collect();
        let total: u32 = widths.iter().sum();
        assert!(total <= 20, "too many values to try all");
        let assignments: Vec<Vec<Value>> = (0..1u64 << total)
            .map(|mut number| {
                let mut value = |(sort, width): (&Sort, &u32)| {
                    let bits = number;
                    number >>= width;
                    Value::from_bit_fn(sort.scalar().expect("a scalar"), |bit| bits >> bit & 1 == 1)
                };
                sorts.iter().zip(&widths).map(&mut value).collect()
            })
            .collect();
        self.check(&assignments);
    }
}

fn bit_of(value: &Value, bit: u32) -> bool {
    match value {
        Value::Bool(value) => *value,
        Value::BitVec(bits) => bits.bit(bit),
        Value::Float(float) => float.bits().bit(bit),
        Value::Array(_) => unreachable!("arrays are tested with a solver"),
    }
}
