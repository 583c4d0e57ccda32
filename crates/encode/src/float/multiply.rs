//! Multiplication: the exact product of the significands, rounded once.

use logic::FloatFormat;

use super::round::{Exact, Shape, round};
use super::{Mode, Unpacked, infinity, nan, unpack};
use crate::circuit::{self, Word, adder, multiplier, zero_extend};
use crate::gates::{Edge, Gates};

/// Whether a product is infinite, and whether it is NaN (an operand is, or zero meets infinity).
pub(super) fn special_product(gates: &mut Gates, x: &Unpacked, y: &Unpacked) -> (Edge, Edge) {
    let is_infinite = gates.or(x.is_infinite, y.is_infinite);
    let is_zero = gates.or(x.is_zero, y.is_zero);
    let is_invalid = gates.and(is_infinite, is_zero);
    (is_infinite, gates.or_all(&[x.is_nan, y.is_nan, is_invalid]))
}

pub(crate) fn multiply(gates: &mut Gates, format: FloatFormat, mode: &Mode, a: &[Edge], b: &[Edge]) -> Word {
    let (x, y) = (unpack(gates, format, a), unpack(gates, format, b));
    let sign = gates.xor(x.sign, y.sign);
    let significand = multiplier::multiply_full(gates, &x.significand, &y.significand);
    // The top digit of the product has twice the weight of the product of the top digits.
    let width = format.exponent_bits() as usize + 2;
    let sum = adder::add(
        gates,
        &zero_extend(&x.exponent, width),
        &zero_extend(&y.exponent, width),
    );
    let exponent = adder::add(gates, &sum, &circuit::number(1 - format.bias(), width));
    let exact = Exact {
        sign,
        exponent,
        significand,
    };
    let finite = round(gates, format, mode, &exact, Shape::ANY);
    let (is_infinite, is_nan) = special_product(gates, &x, &y);
    let result = circuit::mux(gates, is_infinite, &infinity(format, sign), &finite);
    circuit::mux(gates, is_nan, &nan(format), &result)
}
