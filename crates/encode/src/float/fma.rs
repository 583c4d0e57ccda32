//! Fused multiply-add: the exact product is an addend of twice the precision.
//!
//! The operands are normalised, so that the product has at most one leading zero, which one more mux removes;
//! then comparing exponents and significands compares magnitudes, as the sum requires. A product or addend of
//! zero gets the lowest exponent there is.

use logic::FloatFormat;

use super::add::{Addend, exact_sum};
use super::multiply::special_product;
use super::round::{Shape, round};
use super::{Mode, exponent_width, infinity, nan, normalize, shifted_up_if, unpack};
use crate::circuit::{self, Word, adder, multiplier};
use crate::gates::{Edge, Gates};

pub(crate) fn fma(
    gates: &mut Gates,
    format: FloatFormat,
    mode: &Mode,
    a: &[Edge],
    b: &[Edge],
    c: &[Edge],
) -> Word {
    let [x, y, z] = [a, b, c].map(|word| unpack(gates, format, word));
    let width = exponent_width(format);
    let lowest = circuit::number(-(1 << (width - 1)), width);
    let (x_exponent, x_significand) = normalize(gates, &x, width);
    let (y_exponent, y_significand) = normalize(gates, &y, width);
    let (z_exponent, z_significand) = normalize(gates, &z, width);

    let sign = gates.xor(x.sign, y.sign);
    let significand = multiplier::multiply_full(gates, &x_significand, &y_significand);
    let top_is_zero = !significand[significand.len() - 1];
    let significand = shifted_up_if(gates, top_is_zero, &significand, 1);
    let exponent = adder::add(gates, &x_exponent, &y_exponent);
    let exponent = adder::add(gates, &exponent, &circuit::number(-format.bias(), width));
    let exponent = adder::increment_if(gates, !top_is_zero, &exponent);
    let product_is_zero = gates.or(x.is_zero, y.is_zero);
    let exponent = circuit::mux(gates, product_is_zero, &lowest, &exponent);
    let product = Addend {
        sign,
        exponent,
        significand,
    };

    let mut significand = vec![Edge::FALSE; format.significand_bits() as usize];
    significand.extend(z_significand);
    let exponent = circuit::mux(gates, z.is_zero, &lowest, &z_exponent);
    let addend = Addend {
        sign: z.sign,
        exponent,
        significand,
    };

    let exact = exact_sum(gates, mode, &product, &addend);
    let finite = round(gates, format, mode, &exact, Shape::ANY);

    let (product_is_infinite, product_is_nan) = special_product(gates, &x, &y);
    let either_infinite = gates.or(product_is_infinite, z.is_infinite);
    let infinite_sign = gates.mux(product_is_infinite, sign, z.sign);
    let result = circuit::mux(gates, either_infinite, &infinity(format, infinite_sign), &finite);
    let both_infinite = gates.and(product_is_infinite, z.is_infinite);
    let differ = gates.xor(sign, z.sign);
    let opposite = gates.and(both_infinite, differ);
    let is_nan = gates.or_all(&[product_is_nan, z.is_nan, opposite]);
    circuit::mux(gates, is_nan, &nan(format), &result)
}
