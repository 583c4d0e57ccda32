//! Conversions: between formats, from and to integers, and to integral floats.
//!
//! To another format and from integers it is a matter of giving the rounder the right exponent. To integers
//! the significand is shifted left to its place, with the fraction kept below the point for rounding. Rounding
//! to an integral float needs no shifter: for every digit a comparison of the exponent with a constant says
//! whether it lies below the point, and adding one unit to the encoding carries into the exponent by itself.

use logic::{Float, FloatFormat, RoundingMode};

use super::round::{Exact, Shape, round};
use super::{Mode, infinity, nan, unpack, with_sign};
use crate::circuit::{self, Word, adder, compare, shifter, zero_extend};
use crate::gates::{Edge, Gates};

pub(crate) fn convert(
    gates: &mut Gates,
    from: FloatFormat,
    to: FloatFormat,
    mode: &Mode,
    a: &[Edge],
) -> Word {
    let x = unpack(gates, from, a);
    let width = from.exponent_bits().max(to.exponent_bits()) as usize + 2;
    let rebias = circuit::number(to.bias() - from.bias(), width);
    let exponent = adder::add(gates, &zero_extend(&x.exponent, width), &rebias);
    let shape = Shape {
        may_be_small: to.bias() < from.bias(),
        may_have_leading_zeros: true,
    };
    let exact = Exact {
        sign: x.sign,
        exponent,
        significand: x.significand,
    };
    let finite = round(gates, to, mode, &exact, shape);
    let result = circuit::mux(gates, x.is_infinite, &infinity(to, x.sign), &finite);
    circuit::mux(gates, x.is_nan, &nan(to), &result)
}

pub(crate) fn from_unsigned(gates: &mut Gates, to: FloatFormat, mode: &Mode, a: &[Edge]) -> Word {
    from_magnitude(gates, to, mode, Edge::FALSE, a)
}

pub(crate) fn from_signed(gates: &mut Gates, to: FloatFormat, mode: &Mode, a: &[Edge]) -> Word {
    let sign = a[a.len() - 1];
    let magnitude = adder::negate_if(gates, sign, a);
    from_magnitude(gates, to, mode, sign, &magnitude)
}

fn from_magnitude(gates: &mut Gates, to: FloatFormat, mode: &Mode, sign: Edge, magnitude: &[Edge]) -> Word {
    let top = to.bias() + magnitude.len() as i64 - 1;
    let width = (i64::BITS - top.leading_zeros()) as usize + 2;
    let exact = Exact {
        sign,
        exponent: circuit::number(top, width),
        significand: magnitude.to_vec(),
    };
    round(
        gates,
        to,
        mode,
        &exact,
        Shape {
            may_be_small: false,
            may_have_leading_zeros: true,
        },
    )
}

/// The magnitude rounded to an integer of one bit more than the width, and whether it may be even larger.
fn integer_magnitude(
    gates: &mut Gates,
    from: FloatFormat,
    mode: &Mode,
    a: &[Edge],
    width: usize,
) -> (Word, Edge) {
    let x = unpack(gates, from, a);
    let precision = from.significand_bits() as usize;
    // With distance d the top digit has the weight 2^(d - 1): zero puts the whole number below the point.
    let most = width as i64 + 1;
    let exponent_width = (from.exponent_bits() as usize).max((i64::BITS - most.leading_zeros()) as usize) + 2;
    let exponent = zero_extend(&x.exponent, exponent_width);
    let distance = adder::add(
        gates,
        &exponent,
        &circuit::number(1 - from.bias(), exponent_width),
    );
    let is_tiny = distance[exponent_width - 1];
    let too_large = compare::signed_less(gates, &circuit::number(most, exponent_width), &distance);
    let used = (i64::BITS - most.leading_zeros()) as usize;
    let wide = zero_extend(&x.significand, precision + width + 1);
    let shifted = shifter::shift_left(gates, &wide, &distance[..used]);
    let (fraction, integer) = shifted.split_at(precision);
    // A number below one half is zero and sticky.
    let integer = circuit::mask(gates, !is_tiny, integer);
    let half = gates.and(!is_tiny, fraction[precision - 1]);
    let below_half = gates.or_all(&fraction[..precision - 1]);
    let sticky = gates.mux(is_tiny, !x.is_zero, below_half);
    let away = mode.rounds_away(gates, x.sign, integer[0], half, sticky);
    let rounded = adder::increment_if(gates, away, &integer);
    // The top digit is beyond every range, and rounding could carry it away.
    let too_large = gates.or_all(&[too_large, integer[width], x.is_nan, x.is_infinite]);
    (rounded, too_large)
}

pub(crate) fn to_unsigned(
    gates: &mut Gates,
    from: FloatFormat,
    mode: &Mode,
    a: &[Edge],
    otherwise: &[Edge],
) -> Word {
    let width = otherwise.len();
    let (magnitude, too_large) = integer_magnitude(gates, from, mode, a, width);
    let is_zero = circuit::is_zero(gates, &magnitude);
    let below_zero = gates.and(a[a.len() - 1], !is_zero);
    let is_out = gates.or_all(&[too_large, magnitude[width], below_zero]);
    circuit::mux(gates, is_out, otherwise, &magnitude[..width])
}

pub(crate) fn to_signed(
    gates: &mut Gates,
    from: FloatFormat,
    mode: &Mode,
    a: &[Edge],
    otherwise: &[Edge],
) -> Word {
    let width = otherwise.len();
    let sign = a[a.len() - 1];
    let (magnitude, too_large) = integer_magnitude(gates, from, mode, a, width);
    // At most 2^(width - 1), and exactly that only if it is negative.
    let rest_is_zero = circuit::is_zero(gates, &magnitude[..width - 1]);
    let is_least = gates.and(sign, rest_is_zero);
    let above = gates.and(magnitude[width - 1], !is_least);
    let is_out = gates.or_all(&[too_large, magnitude[width], above]);
    let value = adder::negate_if(gates, sign, &magnitude[..width]);
    circuit::mux(gates, is_out, otherwise, &value)
}

pub(crate) fn round_to_integral(gates: &mut Gates, format: FloatFormat, mode: &Mode, a: &[Edge]) -> Word {
    let x = unpack(gates, format, a);
    let precision = format.significand_bits() as usize;
    let fraction_bits = precision - 1;
    let field = &a[fraction_bits..a.len() - 1];
    let exponent = &x.exponent;
    // below[i]: digit i of the significand lies below the point. The first place holds for any number below
    // one: all digits do.
    let below: Word = (0..=fraction_bits)
        .map(|digit| {
            let needed = format.bias() + (fraction_bits - digit) as i64;
            // In tiny formats no exponent field reaches so far.
            if needed >= 1 << field.len() {
                return Edge::TRUE;
            }
            compare::unsigned_less(gates, exponent, &circuit::number(needed, exponent.len()))
        })
        .collect();
    let is_below_one = below[fraction_bits];
    // The half is the highest digit below the point, the unit the lowest one not below it.
    let mut half_digits = Word::new();
    let mut sticky_digits = Word::new();
    let mut unit_digits = Word::new();
    for digit in 0..precision {
        let next_below = if digit + 1 < precision {
            below[digit + 1]
        } else {
            Edge::FALSE
        };
        let is_half = gates.and(below[digit], !next_below);
        half_digits.push(gates.and(is_half, x.significand[digit]));
        let is_sticky = next_below;
        sticky_digits.push(gates.and(is_sticky, x.significand[digit]));
        let previous_below = if digit == 0 { Edge::TRUE } else { below[digit - 1] };
        unit_digits.push(gates.and(!below[digit], previous_below));
    }
    let units = circuit::zip(&unit_digits, &x.significand, |unit, digit| gates.and(unit, digit));
    let last = gates.or_all(&units);
    // Below one half (exponent below -1) the leading digit is not the half but part of the rest.
    let half_exponent = circuit::number(format.bias() - 1, field.len());
    let is_below_half = compare::unsigned_less(gates, exponent, &half_exponent);
    let half = gates.or_all(&half_digits);
    let sticky = gates.or_all(&sticky_digits);
    let rest = gates.or(half, sticky);
    let sticky = gates.mux(is_below_half, rest, sticky);
    let half = gates.and(half, !is_below_half);
    // A number below one has no digit before the point.
    let away = mode.rounds_away(gates, x.sign, last, half, sticky);
    let digits: Word = (0..fraction_bits)
        .map(|digit| gates.and(a[digit], !below[digit]))
        .collect();
    let mut magnitude = digits;
    magnitude.extend(field);
    // Adding the unit to the encoding; the unit at the leading digit is the lowest bit of the field.
    let mut unit = circuit::mask(gates, away, &unit_digits);
    unit.resize(magnitude.len(), Edge::FALSE);
    let large = adder::add(gates, &magnitude, &unit);
    let one = Float::from_unsigned(format, &logic::Bits::one(2), RoundingMode::TowardZero);
    let one = circuit::constant(one.bits());
    let small = circuit::mask(gates, away, &one[..magnitude.len()]);
    let mut result = circuit::mux(gates, is_below_one, &small, &large);
    result.push(x.sign);
    // Without digits below the point (infinity among them) nothing changes; neither does NaN.
    let is_integral = gates.or(!below[0], x.is_zero);
    let is_itself = gates.or_all(&[is_integral, x.is_nan, x.is_infinite]);
    let result = with_sign(result, x.sign);
    circuit::mux(gates, is_itself, a, &result)
}
