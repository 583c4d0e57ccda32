//! Does the exact result fit?
//!
//! Sums: the carry (unsigned) or the signs (signed) tell. Products: the full product would double the width.
//! Instead (Schulte, Balzola, Akkas, Brocato: "Integer multiplication with overflow detection or saturation")
//! let `i` and `j` be the positions of the leading significant bits. If `i + j` is large the product cannot
//! fit; if it is not, the product fits one bit more than the width, and that bit tells. The first takes a
//! linear number of gates, the second shares all rows but one with the product itself.

use super::{Word, adder, compare, is_zero, multiplier, shifter, sign_extend, zero_extend};
use crate::gates::{Edge, Gates};

pub(crate) fn add_unsigned(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    adder::add_with_carry(gates, a, b, Edge::FALSE).1
}

/// The operands have the same sign and the sum another.
pub(crate) fn add_signed(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let sum = adder::add(gates, a, b);
    sign_changes(gates, a, b, &sum)
}

pub(crate) fn sub_unsigned(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    compare::unsigned_less(gates, a, b)
}

pub(crate) fn sub_signed(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let difference = adder::sub(gates, a, b);
    sign_changes(gates, a, &super::not(b), &difference)
}

fn sign_changes(gates: &mut Gates, a: &[Edge], b: &[Edge], sum: &[Edge]) -> Edge {
    let top = sum.len() - 1;
    let (first, second) = (gates.xor(a[top], sum[top]), gates.xor(b[top], sum[top]));
    gates.and(first, second)
}

/// Some bit `i` of `a` and `j` of `b` are set with `i + j >= limit`.
fn reach(gates: &mut Gates, a: &[Edge], b: &[Edge], limit: usize) -> Edge {
    // at_least: `b` has a bit at or above the position that completes the limit for bit `i` of `a`.
    let mut at_least = Edge::FALSE;
    let mut position = b.len();
    let mut pairs = Word::new();
    for (i, bit) in a.iter().enumerate() {
        while position > limit.saturating_sub(i) {
            position -= 1;
            at_least = gates.or(at_least, b[position]);
        }
        pairs.push(gates.and(*bit, at_least));
    }
    gates.or_all(&pairs)
}

pub(crate) fn mul_unsigned(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let width = a.len();
    let too_large = reach(gates, a, b, width);
    let product = multiplier::multiply(gates, &zero_extend(a, width + 1), &zero_extend(b, width + 1));
    gates.or(too_large, product[width])
}

/// With `a'` being `a`, or its complement if `a` is negative: a product of leading bits `i + j >= width - 1`
/// exceeds the signed range; below that the product fits `width + 1` bits, or is two to the width, whose top
/// bits differ as well.
pub(crate) fn mul_signed(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let width = a.len();
    let significant = |gates: &mut Gates, word: &[Edge]| -> Word {
        word.iter()
            .map(|edge| gates.xor(*edge, word[width - 1]))
            .collect()
    };
    let (a_bits, b_bits) = (significant(gates, a), significant(gates, b));
    let too_large = reach(gates, &a_bits, &b_bits, width - 1);
    let product = multiplier::multiply(gates, &sign_extend(a, width + 1), &sign_extend(b, width + 1));
    let differs = gates.xor(product[width], product[width - 1]);
    gates.or(too_large, differs)
}

/// Only the top bit is set.
pub(crate) fn neg_signed(gates: &mut Gates, a: &[Edge]) -> Edge {
    let (top, rest) = (a[a.len() - 1], &a[..a.len() - 1]);
    let rest_is_zero = is_zero(gates, rest);
    gates.and(top, rest_is_zero)
}

pub(crate) fn div_signed(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Edge {
    let (least, minus_one) = (neg_signed(gates, a), gates.and_all(b));
    gates.and(least, minus_one)
}

/// Shifting back does not give the operand, or everything is out.
pub(crate) fn shl_unsigned(gates: &mut Gates, a: &[Edge], by: &[Edge]) -> Edge {
    let shifted = shifter::shift_left(gates, a, by);
    let back = shifter::shift_right_logical(gates, &shifted, by);
    !compare::equal(gates, a, &back)
}

pub(crate) fn shl_signed(gates: &mut Gates, a: &[Edge], by: &[Edge]) -> Edge {
    let shifted = shifter::shift_left(gates, a, by);
    let back = shifter::shift_right_arithmetic(gates, &shifted, by);
    !compare::equal(gates, a, &back)
}
