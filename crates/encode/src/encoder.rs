//! The encoder: terms in, literals out, incrementally.
//!
//! Each term becomes a word of gates once, whenever it is first asked for; clauses follow for the gates that a
//! request reaches, once each. Nothing is ever taken back: definitions are total functions of the symbols'
//! bits (and, for equalities of large arrays, consequences of them), so they constrain nothing by themselves,
//! and whoever asks decides what to assert or assume.

use logic::{Op, Ranges, ScalarSort, Sort, SymbolId, TermId, TermPool};
use sat::Lit;

use crate::arrays::{ArrayEncoder, ArrayOptions, Fact};
use crate::circuit::{self, Word};
use crate::clauses::{ClauseWriter, Polarity};
use crate::float;
use crate::gates::{Edge, Gate, Gates};
use crate::scalar::{self, Operands};
use crate::sink::ClauseSink;

/// How to encode.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    pub polarity: Polarity,
    pub arrays: ArrayOptions,
}

/// One bit of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bit {
    Constant(bool),
    Literal(Lit),
}

/// Terms of one pool as gates and clauses for one sink.
#[derive(Debug)]
pub struct Encoder {
    pub(crate) gates: Gates,
    pub(crate) writer: ClauseWriter,
    /// By term: the word of each scalar that has been encoded.
    words: Vec<Option<Box<[Edge]>>>,
    /// By symbol: the input bits of each that has been encoded. Large arrays have none; see their reads.
    pub(crate) symbols: Vec<Option<Box<[Edge]>>>,
    pub(crate) arrays: ArrayEncoder,
    ranges: Ranges,
}

impl Encoder {
    #[must_use]
    pub fn new(options: Options) -> Encoder {
        Encoder {
            gates: Gates::new(),
            writer: ClauseWriter::new(options.polarity),
            words: Vec::new(),
            symbols: Vec::new(),
            arrays: ArrayEncoder::new(options.arrays),
            ranges: Ranges::default(),
        }
    }

    /// How many gates there are, inputs included.
    #[must_use]
    pub fn gate_count(&self) -> usize {
        self.gates.len()
    }

    /// A literal that equals a boolean term.
    ///
    /// # Panics
    /// If the term is not boolean; also below.
    pub fn literal(&mut self, pool: &TermPool, term: TermId, sink: &mut impl ClauseSink) -> Lit {
        let edge = self.boolean(pool, term);
        self.write_facts(sink);
        self.writer.literal(&self.gates, edge, sink)
    }

    /// A literal that implies a boolean term: to assume or assert, with fewer clauses if the polarity is
    /// [`Polarity::Needed`].
    pub fn implying_literal(&mut self, pool: &TermPool, term: TermId, sink: &mut impl ClauseSink) -> Lit {
        let edge = self.boolean(pool, term);
        self.write_facts(sink);
        self.writer.implying(&self.gates, edge, sink)
    }

    /// The bits of a scalar term, the least significant first; a float in its interchange encoding.
    pub fn bits(&mut self, pool: &TermPool, term: TermId, sink: &mut impl ClauseSink) -> Vec<Bit> {
        let word = self.word(pool, term);
        self.write_facts(sink);
        word.iter()
            .map(|edge| match edge.is_constant() {
                true => Bit::Constant(*edge == Edge::TRUE),
                false => Bit::Literal(self.writer.literal(&self.gates, *edge, sink)),
            })
            .collect()
    }

    /// The bits of a scalar term that has been encoded, as far as they are in clauses; none if it has not.
    #[must_use]
    pub fn known_bits(&self, term: TermId) -> Vec<Option<Bit>> {
        let word = self.known_word(term).unwrap_or_default();
        word.iter()
            .map(|edge| match edge.is_constant() {
                true => Some(Bit::Constant(*edge == Edge::TRUE)),
                false => self.writer.known(*edge).map(Bit::Literal),
            })
            .collect()
    }

    /// Clauses that make a boolean term true.
    pub fn assert(&mut self, pool: &TermPool, term: TermId, sink: &mut impl ClauseSink) {
        let edge = self.boolean(pool, term);
        self.write_facts(sink);
        self.assert_edge(edge, sink);
    }

    fn assert_edge(&mut self, edge: Edge, sink: &mut impl ClauseSink) {
        let mut pending = vec![edge];
        while let Some(edge) = pending.pop() {
            if edge == Edge::TRUE {
                continue;
            }
            if edge == Edge::FALSE {
                sink.add_clause(&[]);
                continue;
            }
            match self.gates.gate(edge.node()) {
                Gate::And(a, b) if !edge.is_negated() => pending.extend([b, a]),
                // One clause instead of a variable for the disjunction.
                Gate::And(a, b) => {
                    let first = self.writer.implying(&self.gates, !a, sink);
                    let second = self.writer.implying(&self.gates, !b, sink);
                    sink.add_clause(&[first, second]);
                }
                _ => {
                    let literal = self.writer.implying(&self.gates, edge, sink);
                    sink.add_clause(&[literal]);
                }
            }
        }
    }

    /// What equalities of large arrays imply by now, and what is known of gates.
    fn write_facts(&mut self, sink: &mut impl ClauseSink) {
        for fact in self.gates.take_facts() {
            self.assert_edge(fact, sink);
        }
        for Fact {
            condition,
            conclusion,
        } in self.arrays.take_facts(&mut self.gates)
        {
            let clause = self.gates.or(!condition, conclusion);
            self.assert_edge(clause, sink);
        }
    }

    /// The word of a term, with its facts written.
    #[cfg(test)]
    pub(crate) fn word_for_tests(
        &mut self,
        pool: &TermPool,
        term: TermId,
        sink: &mut impl ClauseSink,
    ) -> Box<[Edge]> {
        let word = self.word(pool, term);
        self.write_facts(sink);
        word
    }

    fn boolean(&mut self, pool: &TermPool, term: TermId) -> Edge {
        assert_eq!(pool.sort(term), Sort::Bool, "a literal stands for a boolean");
        self.word(pool, term)[0]
    }

    /// Whether a scalar term has been encoded, so that asking for its bits makes no new ones.
    #[must_use]
    pub fn knows(&self, term: TermId) -> bool {
        self.known_word(term).is_some()
    }

    /// The word of a term that has been encoded.
    pub(crate) fn known_word(&self, term: TermId) -> Option<&[Edge]> {
        self.words.get(term.index())?.as_deref()
    }

    fn word(&mut self, pool: &TermPool, term: TermId) -> Box<[Edge]> {
        assert!(!pool.sort(term).is_array(), "an array has no word");
        self.encode(pool, term);
        self.words[term.index()]
            .clone()
            .expect("the term was just encoded")
    }

    fn is_done(&self, pool: &TermPool, term: TermId) -> bool {
        if pool.sort(term).is_array() {
            self.arrays.knows(term)
        } else {
            self.words[term.index()].is_some()
        }
    }

    /// Encodes a term and all below it; a stack of its own replaces recursion.
    fn encode(&mut self, pool: &TermPool, term: TermId) {
        if self.words.len() < pool.len() {
            self.words.resize(pool.len(), None);
        }
        self.arrays.make_room(pool.len());
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            if self.is_done(pool, next) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            pending.extend(
                pool.operands(next)
                    .iter()
                    .copied()
                    .filter(|operand| !self.is_done(pool, *operand)),
            );
            if pending.len() == before {
                self.encode_node(pool, next);
                pending.pop();
            }
        }
    }

    /// Encodes a term whose operands are encoded.
    fn encode_node(&mut self, pool: &TermPool, term: TermId) {
        let op = pool.op(term);
        let chooses = matches!(op, Op::Ite | Op::Select) || pool.sort(term).is_array();
        self.gates.set_choosing(chooses);
        if let Sort::Array(sort) = pool.sort(term) {
            let symbol = if let Op::Symbol(symbol) = op {
                Some(symbol)
            } else {
                None
            };
            let bits = self
                .arrays
                .encode_array(&mut self.gates, pool, &self.words, term, sort);
            if let Some(symbol) = symbol {
                self.remember_symbol(symbol, bits);
            }
            return;
        }
        let word: Word = match op {
            Op::Constant(_) => constant_word(pool, term),
            Op::Symbol(symbol) => {
                let scalar = pool.sort(term).scalar().expect("not an array");
                let bits = self.gates.inputs(scalar.bit_count() as usize);
                self.remember_symbol(symbol, bits.clone());
                canonical_element(&mut self.gates, scalar, bits)
            }
            Op::Select => {
                let [array, index] = *pool.operands(term) else {
                    unreachable!("a read has two operands")
                };
                let index = self.words[index.index()].clone().expect("operands are encoded");
                self.arrays.read(&mut self.gates, array, &index)
            }
            Op::Eq if pool.sort(pool.operands(term)[0]).is_array() => {
                let [a, b] = *pool.operands(term) else {
                    unreachable!("an equality has two operands")
                };
                vec![self.arrays.equal(&mut self.gates, a, b)]
            }
            _ => {
                let mut words: [&[Edge]; 4] = [&[]; 4];
                for (word, operand) in words.iter_mut().zip(pool.operands(term)) {
                    *word = self.words[operand.index()]
                        .as_deref()
                        .expect("operands are encoded");
                }
                scalar::encode(&mut self.gates, op, &Operands { pool, term, words })
            }
        };
        let word = self.narrowed(pool, term, word);
        self.words[term.index()] = Some(word.into_boxed_slice());
    }

    /// A word without the bits that the range of its term leaves nothing to say: a counter of 32 bits that is at most
    /// 12 would be as wide as the number of its increments otherwise, and a solver finds that out one bit and one
    /// conflict at a time.
    fn narrowed(&mut self, pool: &TermPool, term: TermId, mut word: Word) -> Word {
        if !matches!(pool.sort(term), Sort::BitVec(2..=64)) || pool.constant(term).is_some() {
            return word;
        }
        let range = self.ranges.of(pool, term);
        let bits = range.significant_bits() as usize;
        if bits >= word.len() {
            return word;
        }
        let above = if range.min >= 0 {
            Edge::FALSE
        } else {
            word[bits - 1]
        };
        for bit in &mut word[bits..] {
            if !bit.is_constant() {
                *bit = above;
            }
        }
        word
    }

    fn remember_symbol(&mut self, symbol: SymbolId, bits: Word) {
        if self.symbols.len() <= symbol.index() {
            self.symbols.resize(symbol.index() + 1, None);
        }
        self.symbols[symbol.index()] = Some(bits.into_boxed_slice());
    }
}

fn constant_word(pool: &TermPool, term: TermId) -> Word {
    match pool.constant(term) {
        Some(logic::Value::Bool(value)) => vec![Edge::constant(*value)],
        Some(logic::Value::BitVec(bits)) => circuit::constant(bits),
        Some(logic::Value::Float(float)) => circuit::constant(float.bits()),
        _ => unreachable!("constants are scalars"),
    }
}

/// Free bits as a value of a sort: the bits of a float may be any NaN, its word is the canonical one.
pub(crate) fn canonical_element(gates: &mut Gates, sort: ScalarSort, bits: Word) -> Word {
    match sort {
        ScalarSort::Float(format) => float::canonical(gates, format, &bits),
        _ => bits,
    }
}
