//! Remainders, exact by long division.
//!
//! The quotient of two floats can have as many digits as there are exponents, so long division takes that many
//! rows: hundreds for single precision, two thousand for double. Rows above the actual difference of the
//! exponents are passed through. From a certain size on it is cheaper to reduce the power of two first, by
//! squaring: `x * 2^d mod y` takes one multiplication and division per *bit* of `d`. Both work modulo twice
//! the divisor, whose extra digit is the parity that rounding to nearest needs.

use logic::FloatFormat;

use super::round::{Exact, Shape, round};
use super::{Mode, Unpacked, decode_mode, exponent_width, nan, normalize, unpack};
use crate::circuit::{self, Word, adder, compare, divider, multiplier, zero_extend};
use crate::gates::{Edge, Gates};

/// The IEEE remainder: of the quotient rounded to nearest, ties to even.
pub(crate) fn rem(gates: &mut Gates, format: FloatFormat, a: &[Edge], b: &[Edge]) -> Word {
    remainder(gates, format, a, b, true)
}

/// The remainder of the truncated quotient.
pub(crate) fn fmod(gates: &mut Gates, format: FloatFormat, a: &[Edge], b: &[Edge]) -> Word {
    remainder(gates, format, a, b, false)
}

/// The difference of exponents of normalised numbers is at most this.
fn most_rows(format: FloatFormat) -> usize {
    (format.max_exponent() - format.min_exponent()) as usize + format.fraction_bits() as usize
}

/// Cells of long division by rows, and by squaring.
fn rows_are_cheaper(format: FloatFormat) -> bool {
    let precision = format.significand_bits() as usize;
    let bits = super::stages_for(most_rows(format) + 1) + 1;
    most_rows(format) <= 3 * bits * (precision + 2)
}

/// `x * 2^distance mod 2y`, for `distance >= 0`; row by row.
fn reduce_by_rows(gates: &mut Gates, x: &[Edge], twice_y: &[Edge], distance: &[Edge], rows: usize) -> Word {
    let width = twice_y.len() + 1;
    let modulus = zero_extend(twice_y, width);
    // x < 2y to begin with, both being normalised.
    let mut rest = zero_extend(x, width);
    for row in (1..=rows).rev() {
        let is_active = !compare::signed_less(gates, distance, &circuit::number(row as i64, distance.len()));
        let mut doubled = rest.clone();
        doubled.insert(0, Edge::FALSE);
        doubled.truncate(width);
        let (difference, fits) = adder::sub_with_carry(gates, &doubled, &modulus);
        let reduced = circuit::mux(gates, fits, &difference, &doubled);
        rest = circuit::mux(gates, is_active, &reduced, &rest);
    }
    rest.truncate(twice_y.len());
    rest
}

/// The same by squaring: the power of two modulo `2y`, then the product.
fn reduce_by_squaring(
    gates: &mut Gates,
    x: &[Edge],
    twice_y: &[Edge],
    distance: &[Edge],
    rows: usize,
) -> Word {
    let width = twice_y.len();
    let bits = super::stages_for(rows + 1);
    let modulo = |gates: &mut Gates, word: &[Edge]| {
        let divisor = zero_extend(twice_y, word.len());
        let (_, mut rest) = divider::divide_unsigned(gates, word, &divisor);
        rest.truncate(width);
        rest
    };
    let mut power = circuit::number(1, width);
    for bit in distance[..bits].iter().rev() {
        let mut square = multiplier::multiply_full(gates, &power, &power);
        square.push(Edge::FALSE);
        let mut doubled = square.clone();
        doubled.insert(0, Edge::FALSE);
        doubled.truncate(square.len());
        let next = circuit::mux(gates, *bit, &doubled, &square);
        power = modulo(gates, &next);
    }
    let product = multiplier::multiply_full(gates, &power, &zero_extend(x, width));
    modulo(gates, &product)
}

fn remainder(gates: &mut Gates, format: FloatFormat, a: &[Edge], b: &[Edge], to_nearest: bool) -> Word {
    let (x, y) = (unpack(gates, format, a), unpack(gates, format, b));
    let finite = finite_remainder(gates, format, &x, &y, to_nearest);
    // Much smaller than the divisor, or the divisor infinite: the dividend itself.
    let (finite, is_smaller) = finite;
    let is_itself = gates.or_all(&[is_smaller, x.is_zero, y.is_infinite]);
    let result = circuit::mux(gates, is_itself, a, &finite);
    let is_nan = gates.or_all(&[x.is_nan, x.is_infinite, y.is_nan, y.is_zero]);
    circuit::mux(gates, is_nan, &nan(format), &result)
}

/// The remainder, and whether the dividend is so small that it is the remainder.
fn finite_remainder(
    gates: &mut Gates,
    format: FloatFormat,
    x: &Unpacked,
    y: &Unpacked,
    to_nearest: bool,
) -> (Word, Edge) {
    let precision = format.significand_bits() as usize;
    let width = exponent_width(format);
    let (x_exponent, x_significand) = normalize(gates, x, width);
    let (y_exponent, y_significand) = normalize(gates, y, width);
    let distance = adder::sub(gates, &x_exponent, &y_exponent);
    let is_negative = distance[width - 1];
    let mut twice_y = vec![Edge::FALSE];
    twice_y.extend(&y_significand);
    let rows = most_rows(format);
    let reduce = if rows_are_cheaper(format) {
        reduce_by_rows
    } else {
        reduce_by_squaring
    };
    let rest = reduce(gates, &x_significand, &twice_y, &distance, rows);
    // Modulo y, and the parity of the quotient.
    let y_wide = zero_extend(&y_significand, precision + 1);
    let (reduced, quotient_is_odd) = adder::sub_with_carry(gates, &rest, &y_wide);
    let rest = circuit::mux(gates, quotient_is_odd, &reduced, &rest);

    // From here on in halves of y's last digit: an x with half the exponent of y is exact in them.
    let mut halves = vec![Edge::FALSE];
    halves.extend(&rest[..precision]);
    let halves = circuit::mux(
        gates,
        is_negative,
        &zero_extend(&x_significand, precision + 1),
        &halves,
    );
    let minus_one = vec![Edge::TRUE; width];
    let (is_smaller, sign, magnitude) = if to_nearest {
        let is_smaller = compare::signed_less(gates, &distance, &minus_one);
        let is_odd = gates.and(quotient_is_odd, !is_negative);
        let below = compare::unsigned_less(gates, &halves, &y_wide);
        let above = compare::unsigned_less(gates, &y_wide, &halves);
        let tie_up = gates.and(!below, is_odd);
        let rounds_up = gates.or(above, tie_up);
        let complement = adder::sub(gates, &twice_y, &halves);
        let magnitude = circuit::mux(gates, rounds_up, &complement, &halves);
        (is_smaller, gates.xor(x.sign, rounds_up), magnitude)
    } else {
        (is_negative, x.sign, halves)
    };
    // A remainder of zero has the sign of the dividend: rounding up never gives one.
    let exact = Exact {
        sign,
        exponent: y_exponent,
        significand: magnitude,
    };
    let mode: Mode = decode_mode(gates, &circuit::constant(&logic::RoundingMode::TowardZero.code()));
    (round(gates, format, &mode, &exact, Shape::ANY), is_smaller)
}
