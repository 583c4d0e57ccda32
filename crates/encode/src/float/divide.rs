//! Division: two digits more than the precision, and a sticky one for the remainder.

use logic::FloatFormat;

use super::round::{Exact, Shape, round};
use super::{Mode, exponent_width, infinity, nan, normalize, shifted_up_if, unpack, zero};
use crate::circuit::{self, Word, adder, divider};
use crate::gates::{Edge, Gates};

pub(crate) fn divide(gates: &mut Gates, format: FloatFormat, mode: &Mode, a: &[Edge], b: &[Edge]) -> Word {
    let (x, y) = (unpack(gates, format, a), unpack(gates, format, b));
    let sign = gates.xor(x.sign, y.sign);
    let width = exponent_width(format);
    let (x_exponent, x_significand) = normalize(gates, &x, width);
    let (y_exponent, y_significand) = normalize(gates, &y, width);
    let digits = format.significand_bits() as usize + 2;
    let (quotient, rest) = divider::divide_fraction(gates, &x_significand, &y_significand, digits);
    let mut significand = vec![rest];
    significand.extend(quotient);
    let difference = adder::sub(gates, &x_exponent, &y_exponent);
    let exponent = adder::add(gates, &difference, &circuit::number(format.bias(), width));
    // The quotient is above one half: one step normalises it.
    let top_is_zero = !significand[significand.len() - 1];
    let significand = shifted_up_if(gates, top_is_zero, &significand, 1);
    let exponent = adder::add(gates, &exponent, &vec![top_is_zero; width]);
    let shape = Shape {
        may_be_small: true,
        may_have_leading_zeros: false,
    };
    let exact = Exact {
        sign,
        exponent,
        significand,
    };
    let finite = round(gates, format, mode, &exact, shape);
    let is_infinite = gates.or(x.is_infinite, y.is_zero);
    let is_zero = gates.or(y.is_infinite, x.is_zero);
    let result = circuit::mux(gates, is_zero, &zero(format, sign), &finite);
    let result = circuit::mux(gates, is_infinite, &infinity(format, sign), &result);
    // Infinity by infinity, and zero by zero.
    let is_invalid = gates.and(is_infinite, is_zero);
    let is_nan = gates.or_all(&[x.is_nan, y.is_nan, is_invalid]);
    circuit::mux(gates, is_nan, &nan(format), &result)
}
