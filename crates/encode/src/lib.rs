//! Terms become gates, gates become clauses, and models become values again.
//!
//! An [`Encoder`] takes terms of one [`logic::TermPool`] and writes clauses to a [`ClauseSink`],
//! such as any solver of `sat`, incrementally.
//!
//! - `gates`, `simplify`: the gate graph;
//! - `circuit`: adders, multipliers, dividers, shifters, comparisons, overflow checks;
//! - `float`: IEEE arithmetic on any format;
//! - `arrays`: small arrays by element, large ones by reads;
//! - `scalar`, `encoder`: terms to gates;
//! - `clauses`, `sink`: gates to clauses;
//! - `model`: literals to values.

mod arrays;
mod circuit;
mod clauses;
mod encoder;
mod float;
mod gates;
mod model;
mod scalar;
mod simplify;
mod sink;
#[cfg(test)]
mod tests;

pub use arrays::ArrayOptions;
pub use clauses::Polarity;
pub use encoder::{Bit, Encoder, Options};
pub use sink::{ClauseSink, CountingSink};
