//! Comparisons.
//!
//! `a < b` is the missing carry of `a - b`: one majority per bit, and no sum bits. Equality is a wide and of
//! exclusive nors. Signed order is unsigned order with the sign bits swapped.

use super::{Word, zip};
use crate::gates::{Edge, Gates};

pub(crate) fn equal(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let same = zip(a, b, |a, b| gates.equal(a, b));
    gates.and_all(&same)
}

pub(crate) fn unsigned_less(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let mut carry = Edge::TRUE;
    for (a, b) in a.iter().zip(b) {
        carry = gates.majority(*a, !*b, carry);
    }
    !carry
}

pub(crate) fn signed_less(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    unsigned_less(gates, &with_flipped_sign(a), &with_flipped_sign(b))
}

fn with_flipped_sign(word: &[Edge]) -> Word {
    let mut flipped = word.to_vec();
    if let Some(sign) = flipped.last_mut() {
        *sign = !*sign;
    }
    flipped
}
