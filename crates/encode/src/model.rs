//! From literals back to values.
//!
//! A model is read at the inputs only; the reads of large arrays follow by simulating the gates, and whatever
//! else is wanted by evaluating terms, so it does not matter which gates got clauses, or with which polarity.
//! Inputs that no clause mentions may have any value; they are false.

use std::cell::OnceCell;

use logic::{ArrayValue, Assignment, ScalarSort, Sort, TermId, TermPool, Value};
use sat::Lit;

use crate::clauses::Polarity;
use crate::encoder::Encoder;
use crate::gates::Edge;

impl Encoder {
    /// The values of all symbols that have been encoded, in a model given as the literals that are true.
    /// Symbols that are not in the result may have any value: [`logic::Evaluator::with_defaults`] picks one.
    pub fn assignment(&self, pool: &TermPool, is_true: impl Fn(Lit) -> bool) -> Assignment {
        let mut assignment = Assignment::new();
        // Only large arrays need more than inputs.
        let simulated = OnceCell::new();
        let simulate = || {
            self.gates.simulate(|node| {
                let literal = self.writer.known(Edge::new(node, false));
                u64::from(literal.is_some_and(&is_true))
            })
        };
        let follows = |sort: ScalarSort, bits: &[Edge]| {
            let values = simulated.get_or_init(simulate);
            Value::from_bit_fn(sort, |position| {
                let edge = bits[position as usize];
                (values[edge.node().index()] & 1 == 1) != edge.is_negated()
            })
        };
        for symbol in pool.symbols() {
            let term = pool.symbol(symbol);
            let Some(Some(bits)) = self.symbols.get(symbol.index()) else {
                continue;
            };
            let value = match pool.sort(term) {
                Sort::Array(sort) if self.arrays.is_small(sort) => {
                    let width = sort.element.bit_count() as usize;
                    let default = Value::default_of(sort.element.into());
                    let mut array = ArrayValue::constant(sort.index_width, default);
                    for (index, bits) in bits.chunks(width).enumerate() {
                        let element = self.scalar(sort.element, bits, &is_true);
                        array = array.store(logic::Bits::new(sort.index_width, index as u128), element);
                    }
                    Value::Array(array)
                }
                Sort::Array(sort) => {
                    let default = self.arrays.elsewhere_of(term).map_or_else(
                        || Value::default_of(sort.element.into()),
                        |bits| follows(sort.element, bits),
                    );
                    let mut array = ArrayValue::constant(sort.index_width, default);
                    // Earlier reads decide; later ones at the same index agree with them.
                    for read in self.arrays.reads_of(term).iter().rev() {
                        let index = follows(ScalarSort::BitVec(sort.index_width), &read.index);
                        let element = follows(sort.element, &read.element);
                        let index = index.as_bits().expect("indices are bit-vectors").clone();
                        array = array.store(index, element);
                    }
                    Value::Array(array)
                }
                sort => self.scalar(sort.scalar().expect("not an array"), bits, &is_true),
            };
            assignment.insert(symbol, value);
        }
        assignment
    }

    /// The value of an encoded scalar term, read from its own bits: nothing if some of them have no clauses,
    /// or if clauses are written for one polarity only.
    pub fn value(&self, pool: &TermPool, term: TermId, is_true: impl Fn(Lit) -> bool) -> Option<Value> {
        let word = self.known_word(term)?;
        let is_readable = |edge: &Edge| edge.is_constant() || self.writer.known(*edge).is_some();
        if self.writer.polarity() != Polarity::Both || !word.iter().all(is_readable) {
            return None;
        }
        Some(self.scalar(pool.sort(term).scalar()?, word, &is_true))
    }

    fn scalar(&self, sort: ScalarSort, bits: &[Edge], is_true: &impl Fn(Lit) -> bool) -> Value {
        Value::from_bit_fn(sort, |position| {
            let edge = bits[position as usize];
            if edge.is_constant() {
                return edge == Edge::TRUE;
            }
            self.writer.known(edge).is_some_and(is_true)
        })
    }
}
