//! Float circuits, bit-precise in every format and rounding mode.
//!
//! A float is a word in the interchange encoding with the one canonical NaN. Every operation unpacks its
//! operands, computes a result that is exact up to a sticky bit, and hands it to the one rounder (`round`);
//! special values are chosen at the end. Unpacking leaves subnormal numbers unnormalised (leading bit zero,
//! exponent one): sums, products, comparisons and conversions do not mind, and only division, square root,
//! fused multiply-add and remainders pay for normalising. An unpacked form kept between operations was
//! considered: it saves the rounder's final shift but makes every merge of control flow wider, and words in
//! the interchange encoding are what memory and models need anyway. Structural hashing already shares the
//! unpacking of an operand among its uses.
//!
//! Exponents inside circuits are *biased*: the field value, extended by as many bits as the operation needs,
//! in two's complement.

mod add;
mod compare;
mod convert;
mod divide;
mod fma;
mod multiply;
mod remainder;
mod round;
mod sqrt;

pub(crate) use add::add;
pub(crate) use compare::{equal, less, less_or_equal, max, min};
pub(crate) use convert::{convert, from_signed, from_unsigned, round_to_integral, to_signed, to_unsigned};
pub(crate) use divide::divide;
pub(crate) use fma::fma;
pub(crate) use multiply::multiply;
pub(crate) use remainder::{fmod, rem};
pub(crate) use sqrt::sqrt;

use logic::{Bits, Float, FloatFormat, RoundingMode};

use crate::circuit::{self, Word, adder, zero_extend};
use crate::gates::{Edge, Gates};

/// A float taken apart. For zero and subnormal numbers the exponent is one and the leading bit zero.
pub(crate) struct Unpacked {
    pub(crate) sign: Edge,
    pub(crate) is_nan: Edge,
    pub(crate) is_infinite: Edge,
    pub(crate) is_zero: Edge,
    pub(crate) is_subnormal: Edge,
    /// The biased exponent: as wide as the field, unsigned.
    exponent: Word,
    /// With the leading bit: as wide as the precision.
    significand: Word,
}

pub(crate) fn unpack(gates: &mut Gates, format: FloatFormat, word: &[Edge]) -> Unpacked {
    let fraction_bits = format.fraction_bits() as usize;
    let (fraction, rest) = word.split_at(fraction_bits);
    let field = &rest[..format.exponent_bits() as usize];
    let sign = word[word.len() - 1];
    let fraction_is_zero = circuit::is_zero(gates, fraction);
    let field_is_zero = circuit::is_zero(gates, field);
    let field_is_ones = gates.and_all(field);
    let mut exponent = field.to_vec();
    exponent[0] = gates.or(exponent[0], field_is_zero);
    let mut significand = fraction.to_vec();
    significand.push(!field_is_zero);
    Unpacked {
        sign,
        is_nan: gates.and(field_is_ones, !fraction_is_zero),
        is_infinite: gates.and(field_is_ones, fraction_is_zero),
        is_zero: gates.and(field_is_zero, fraction_is_zero),
        is_subnormal: gates.and(field_is_zero, !fraction_is_zero),
        exponent,
        significand,
    }
}

/// The significand shifted up until its leading bit is set, and the exponent (in `width` bits, signed) that
/// makes up for it. Zero stays zero.
fn normalize(gates: &mut Gates, unpacked: &Unpacked, width: usize) -> (Word, Word) {
    let mut exponent = zero_extend(&unpacked.exponent, width);
    let mut significand = unpacked.significand.clone();
    let len = significand.len();
    let mut distance = vec![Edge::FALSE; width];
    for stage in (0..stages_for(len)).rev() {
        let by = 1 << stage;
        let top_is_zero = circuit::is_zero(gates, &significand[len.saturating_sub(by)..]);
        significand = shifted_up_if(gates, top_is_zero, &significand, by);
        distance[stage] = top_is_zero;
    }
    exponent = adder::sub(gates, &exponent, &distance);
    (exponent, significand)
}

/// So many stages of doubling distances can shift by any distance below `len`.
fn stages_for(len: usize) -> usize {
    (usize::BITS - (len.max(2) - 1).leading_zeros()) as usize
}

fn shifted_up_if(gates: &mut Gates, condition: Edge, word: &[Edge], by: usize) -> Word {
    let shifted: Word = (0..word.len())
        .map(|position| {
            if position < by {
                Edge::FALSE
            } else {
                word[position - by]
            }
        })
        .collect();
    circuit::mux(gates, condition, &shifted, word)
}

/// So many bits hold the signed exponents that arise from normalised operands of the format, with room for a
/// sum of three of them.
fn exponent_width(format: FloatFormat) -> usize {
    let lowest = format.significand_bits() as usize + 1;
    (format.exponent_bits() as usize).max(stages_for(lowest)) + 3
}

pub(crate) fn nan(format: FloatFormat) -> Word {
    circuit::constant(Float::nan(format).bits())
}

pub(crate) fn infinity(format: FloatFormat, sign: Edge) -> Word {
    with_sign(circuit::constant(Float::infinity(format, false).bits()), sign)
}

pub(crate) fn zero(format: FloatFormat, sign: Edge) -> Word {
    with_sign(circuit::constant(&Bits::zero(format.width())), sign)
}

fn with_sign(mut word: Word, sign: Edge) -> Word {
    if let Some(top) = word.last_mut() {
        *top = sign;
    }
    word
}

/// Any NaN replaced by the canonical one.
pub(crate) fn canonical(gates: &mut Gates, format: FloatFormat, word: &[Edge]) -> Word {
    let is_nan = unpack(gates, format, word).is_nan;
    circuit::mux(gates, is_nan, &nan(format), word)
}

pub(crate) fn negate(gates: &mut Gates, format: FloatFormat, word: &[Edge]) -> Word {
    let is_nan = unpack(gates, format, word).is_nan;
    let top = word[word.len() - 1];
    let sign = gates.xor(top, !is_nan);
    with_sign(word.to_vec(), sign)
}

pub(crate) fn absolute(word: &[Edge]) -> Word {
    with_sign(word.to_vec(), Edge::FALSE)
}

/// A rounding mode as conditions. Codes beyond the five modes mean the first, which none of these is.
pub(crate) struct Mode {
    nearest_even: Edge,
    nearest_away: Edge,
    toward_positive: Edge,
    toward_negative: Edge,
}

pub(crate) fn decode_mode(gates: &mut Gates, word: &[Edge]) -> Mode {
    let mut is = |mode: RoundingMode| circuit::compare::equal(gates, word, &circuit::constant(&mode.code()));
    let nearest_away = is(RoundingMode::NearestTiesToAway);
    let toward_positive = is(RoundingMode::TowardPositive);
    let toward_negative = is(RoundingMode::TowardNegative);
    let toward_zero = is(RoundingMode::TowardZero);
    let other = gates.or_all(&[nearest_away, toward_positive, toward_negative, toward_zero]);
    Mode {
        nearest_even: !other,
        nearest_away,
        toward_positive,
        toward_negative,
    }
}

impl Mode {
    /// Whether to go to the next magnitude, given the last kept digit, the first lost one, and whether any
    /// later one is set.
    fn rounds_away(&self, gates: &mut Gates, sign: Edge, last: Edge, half: Edge, sticky: Edge) -> Edge {
        let inexact = gates.or(half, sticky);
        let odd_or_more = gates.or(last, sticky);
        let even = gates.and(half, odd_or_more);
        let even = gates.and(self.nearest_even, even);
        let away = gates.and(self.nearest_away, half);
        let outward = self.outward(gates, sign);
        let outward = gates.and(outward, inexact);
        gates.or_all(&[even, away, outward])
    }

    /// The mode is directed and points away from zero for this sign.
    fn outward(&self, gates: &mut Gates, sign: Edge) -> Edge {
        gates.mux(sign, self.toward_negative, self.toward_positive)
    }
}
