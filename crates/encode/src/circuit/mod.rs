//! Circuits on words: one file per kind, each opening with what was chosen and why.
//!
//! A word is a vector of edges, the least significant first. Circuits propagate constants by themselves since
//! every gate does: adding a constant, or multiplying values with known zero bits, needs no special case.

pub(crate) mod adder;
pub(crate) mod compare;
pub(crate) mod divider;
pub(crate) mod multiplier;
pub(crate) mod overflow;
pub(crate) mod shifter;
#[cfg(test)]
mod tests;

use logic::Bits;

use crate::gates::{Edge, Gates};

/// The bits of a value, the least significant first.
pub(crate) type Word = Vec<Edge>;

/// The word of a constant.
pub(crate) fn constant(bits: &Bits) -> Word {
    (0..bits.width())
        .map(|position| Edge::constant(bits.bit(position)))
        .collect()
}

/// The word of a number, cut to a width.
pub(crate) fn number(value: i64, width: usize) -> Word {
    (0..width)
        .map(|position| Edge::constant(value >> position.min(63) & 1 == 1))
        .collect()
}

/// The value of a word without variable bits.
pub(crate) fn as_constant(word: &[Edge]) -> Option<Bits> {
    word.iter().all(|edge| edge.is_constant()).then(|| {
        Bits::from_bit_fn(word.len() as u32, |position| {
            word[position as usize] == Edge::TRUE
        })
    })
}

pub(crate) fn not(word: &[Edge]) -> Word {
    word.iter().map(|edge| !*edge).collect()
}

/// Bit by bit.
pub(crate) fn zip(a: &[Edge], b: &[Edge], mut gate: impl FnMut(Edge, Edge) -> Edge) -> Word {
    a.iter().zip(b).map(|(a, b)| gate(*a, *b)).collect()
}

pub(crate) fn mux(gates: &mut Gates, condition: Edge, then: &[Edge], otherwise: &[Edge]) -> Word {
    zip(then, otherwise, |a, b| gates.mux(condition, a, b))
}

/// The word where the condition holds, else zero.
pub(crate) fn mask(gates: &mut Gates, condition: Edge, word: &[Edge]) -> Word {
    word.iter().map(|edge| gates.and(condition, *edge)).collect()
}

pub(crate) fn is_zero(gates: &mut Gates, word: &[Edge]) -> Edge {
    !gates.or_all(word)
}

/// Widened (or cut) with zeros.
pub(crate) fn zero_extend(word: &[Edge], width: usize) -> Word {
    (0..width)
        .map(|position| word.get(position).copied().unwrap_or(Edge::FALSE))
        .collect()
}

/// Widened (or cut) with the top bit.
pub(crate) fn sign_extend(word: &[Edge], width: usize) -> Word {
    let sign = word.last().copied().unwrap_or(Edge::FALSE);
    (0..width)
        .map(|position| word.get(position).copied().unwrap_or(sign))
        .collect()
}
