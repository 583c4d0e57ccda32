//! Addition and subtraction: ripple carry.
//!
//! A full adder is one majority and one three-input xor: 14 clauses and two variables per bit. Carry-lookahead
//! and other parallel adders exist to shorten the critical path, which a solver does not have; they only add
//! gates. Subtraction adds the complement with a carry in, so that comparisons share the carries.

use super::{Word, not};
use crate::gates::{Edge, Gates};

/// The sum at the width of the operands, and the carry out.
pub(crate) fn add_with_carry(gates: &mut Gates, a: &[Edge], b: &[Edge], carry_in: Edge) -> (Word, Edge) {
    let mut carry = carry_in;
    let mut sum = Word::with_capacity(a.len());
    for (a, b) in a.iter().zip(b) {
        sum.push(gates.xor3(*a, *b, carry));
        carry = gates.majority(*a, *b, carry);
    }
    (sum, carry)
}

pub(crate) fn add(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Word {
    add_with_carry(gates, a, b, Edge::FALSE).0
}

/// The difference, and whether nothing was borrowed (`a >= b` unsigned).
pub(crate) fn sub_with_carry(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> (Word, Edge) {
    add_with_carry(gates, a, &not(b), Edge::TRUE)
}

pub(crate) fn sub(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Word {
    sub_with_carry(gates, a, b).0
}

pub(crate) fn neg(gates: &mut Gates, a: &[Edge]) -> Word {
    sub(gates, &vec![Edge::FALSE; a.len()], a)
}

/// The word plus one where the condition holds.
pub(crate) fn increment_if(gates: &mut Gates, condition: Edge, a: &[Edge]) -> Word {
    add_with_carry(gates, a, &vec![Edge::FALSE; a.len()], condition).0
}

/// The negated word where the condition holds.
pub(crate) fn negate_if(gates: &mut Gates, condition: Edge, a: &[Edge]) -> Word {
    let flipped: Word = a.iter().map(|edge| gates.xor(*edge, condition)).collect();
    increment_if(gates, condition, &flipped)
}
