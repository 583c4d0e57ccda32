//! Addition.
//!
//! The operand of smaller magnitude is shifted down by the difference of the exponents, keeping three more
//! digits of which the last is sticky, and is added to or subtracted from the larger one. Three suffice: a
//! result that loses more than one leading digit comes from exponents that differ by at most one, and then
//! nothing was lost in the shift.

use logic::FloatFormat;

use super::round::{Exact, Shape, round};
use super::{Mode, infinity, nan, unpack};
use crate::circuit::{self, Word, adder, compare, shifter, zero_extend};
use crate::gates::{Edge, Gates};

/// A finite addend: the top bit of the significand has the (signed) exponent.
pub(super) struct Addend {
    pub(super) sign: Edge,
    pub(super) exponent: Word,
    pub(super) significand: Word,
}

const GUARD_DIGITS: usize = 3;

/// The sum of two addends for which comparing exponents, then significands, compares magnitudes. A sum of
/// exactly zero has the sign that IEEE 754 gives it.
pub(super) fn exact_sum(gates: &mut Gates, mode: &Mode, a: &Addend, b: &Addend) -> Exact {
    let key = |addend: &Addend| {
        let mut key = addend.significand.clone();
        key.extend(&addend.exponent);
        key
    };
    let swap = compare::signed_less(gates, &key(a), &key(b));
    let choose = |gates: &mut Gates, first: &[Edge], second: &[Edge]| {
        (
            circuit::mux(gates, swap, second, first),
            circuit::mux(gates, swap, first, second),
        )
    };
    let (large_exponent, small_exponent) = choose(gates, &a.exponent, &b.exponent);
    let (large, small) = choose(gates, &a.significand, &b.significand);
    let large_sign = gates.mux(swap, b.sign, a.sign);
    let distance = adder::sub(gates, &large_exponent, &small_exponent);
    let widened = |word: &[Edge]| {
        let mut wide = vec![Edge::FALSE; GUARD_DIGITS];
        wide.extend(word);
        wide.push(Edge::FALSE);
        wide
    };
    let small = shifter::shift_right_sticky(gates, &widened(&small), &distance);
    let differ = gates.xor(a.sign, b.sign);
    let small: Word = small.iter().map(|edge| gates.xor(*edge, differ)).collect();
    let (significand, _) = adder::add_with_carry(gates, &widened(&large), &small, differ);
    let is_zero = circuit::is_zero(gates, &significand);
    let zero_sign = gates.mux(differ, mode.toward_negative, a.sign);
    // The sum has one digit more in front.
    let exponent = circuit::sign_extend(&large_exponent, large_exponent.len() + 1);
    let exponent = adder::increment_if(gates, Edge::TRUE, &exponent);
    Exact {
        sign: gates.mux(is_zero, zero_sign, large_sign),
        exponent,
        significand,
    }
}

pub(crate) fn add(gates: &mut Gates, format: FloatFormat, mode: &Mode, a: &[Edge], b: &[Edge]) -> Word {
    // In a fixed order, so that a + b and b + a are the same gates.
    let (a, b) = if a > b { (b, a) } else { (a, b) };
    let (x, y) = (unpack(gates, format, a), unpack(gates, format, b));
    // Biased exponents are unsigned: one more bit makes them signed.
    let width = format.exponent_bits() as usize + 1;
    let first = Addend {
        sign: x.sign,
        exponent: zero_extend(&x.exponent, width),
        significand: x.significand,
    };
    let second = Addend {
        sign: y.sign,
        exponent: zero_extend(&y.exponent, width),
        significand: y.significand,
    };
    let exact = exact_sum(gates, mode, &first, &second);
    let shape = Shape {
        may_be_small: false,
        may_have_leading_zeros: true,
    };
    let finite = round(gates, format, mode, &exact, shape);
    let either_infinite = gates.or(x.is_infinite, y.is_infinite);
    let infinite_sign = gates.mux(x.is_infinite, x.sign, y.sign);
    let result = circuit::mux(gates, either_infinite, &infinity(format, infinite_sign), &finite);
    let both_infinite = gates.and(x.is_infinite, y.is_infinite);
    let differ = gates.xor(x.sign, y.sign);
    let opposite = gates.and(both_infinite, differ);
    let is_nan = gates.or_all(&[x.is_nan, y.is_nan, opposite]);
    circuit::mux(gates, is_nan, &nan(format), &result)
}
