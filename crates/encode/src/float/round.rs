//! The rounder: an exact result becomes a float of the format.
//!
//! The result comes as a significand of any width, possibly with leading zeros, and the biased exponent that
//! its top bit would have. First it is brought to the place where the format keeps its digits: right, if the
//! exponent is below one (a subnormal result), or left by its leading zeros but no further than exponent one.
//! Then the digits below are summed up as half and sticky. The increment is added to exponent and fraction as
//! one word, so that a carry out of the fraction raises the exponent, a subnormal number that rounds up
//! becomes the smallest normal one, and the largest number becomes infinity, all without a case.

use logic::{Float, FloatFormat};

use super::{Mode, infinity, shifted_up_if, stages_for, with_sign};
use crate::circuit::{self, Word, adder, shifter};
use crate::gates::{Edge, Gates};

/// An exact result: `±significand`, whose top bit has the biased exponent `exponent` (signed). The lowest bit
/// may be sticky: set for anything non-zero below it.
pub(super) struct Exact {
    pub(super) sign: Edge,
    pub(super) exponent: Word,
    pub(super) significand: Word,
}

/// What the caller knows, to save shifters.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// The exponent may be below one.
    pub(super) may_be_small: bool,
    /// The top bit of the significand may be zero although the exponent is above one.
    pub(super) may_have_leading_zeros: bool,
}

impl Shape {
    pub(super) const ANY: Shape = Shape {
        may_be_small: true,
        may_have_leading_zeros: true,
    };
}

pub(super) fn round(
    gates: &mut Gates,
    format: FloatFormat,
    mode: &Mode,
    exact: &Exact,
    shape: Shape,
) -> Word {
    let precision = format.significand_bits() as usize;
    // At least a half and a sticky digit below the ones that are kept.
    let missing = (precision + 2).saturating_sub(exact.significand.len());
    let mut significand = vec![Edge::FALSE; missing];
    significand.extend(&exact.significand);
    // The exponent needs room for its sign and for one more than the largest field.
    let width = exact.exponent.len().max(format.exponent_bits() as usize + 2);
    let mut exponent = circuit::sign_extend(&exact.exponent, width);
    if shape.may_be_small {
        (exponent, significand) = shift_to_subnormal(gates, &exponent, &significand);
    }
    if shape.may_have_leading_zeros {
        (exponent, significand) = shift_out_leading_zeros(gates, &exponent, &significand);
    }
    let split = significand.len() - precision;
    let (lost, kept) = significand.split_at(split);
    let half = lost[split - 1];
    let sticky = gates.or_all(&lost[..split - 1]);
    let away = mode.rounds_away(gates, exact.sign, kept[0], half, sticky);
    let leading = kept[precision - 1];
    let field = circuit::mask(gates, leading, &exponent);
    let mut magnitude = kept[..precision - 1].to_vec();
    magnitude.extend(&field);
    let magnitude = adder::increment_if(gates, away, &magnitude);
    finish(gates, format, mode, exact.sign, &magnitude)
}

/// Right by `1 - exponent` if that is positive; the exponent is at least one afterwards.
fn shift_to_subnormal(gates: &mut Gates, exponent: &[Edge], significand: &[Edge]) -> (Word, Word) {
    let one = circuit::number(1, exponent.len());
    let distance = adder::sub(gates, &one, exponent);
    let is_small = circuit::compare::signed_less(gates, exponent, &one);
    let distance = circuit::mask(gates, is_small, &distance);
    let shifted = shifter::shift_right_sticky(gates, significand, &distance);
    (circuit::mux(gates, is_small, &one, exponent), shifted)
}

/// Left by the number of leading zeros, or by `exponent - 1` if that is less; the exponent is at least one.
fn shift_out_leading_zeros(gates: &mut Gates, exponent: &[Edge], significand: &[Edge]) -> (Word, Word) {
    let (mut exponent, mut significand) = (exponent.to_vec(), significand.to_vec());
    let len = significand.len();
    let minus_one = vec![Edge::TRUE; exponent.len()];
    let mut budget = adder::add(gates, &exponent, &minus_one);
    for stage in (0..stages_for(len)).rev() {
        let by = 1usize << stage;
        let top_is_zero = circuit::is_zero(gates, &significand[len.saturating_sub(by)..]);
        let affordable = gates.or_all(&budget[stage.min(budget.len())..]);
        let shifts = gates.and(top_is_zero, affordable);
        significand = shifted_up_if(gates, shifts, &significand, by);
        if stage < budget.len() {
            // Minus one from this bit upwards.
            let amount = vec![shifts; budget.len() - stage];
            let upper = adder::add(gates, &budget[stage..], &amount);
            budget.truncate(stage);
            budget.extend(upper);
        }
    }
    exponent = adder::increment_if(gates, Edge::TRUE, &budget);
    (exponent, significand)
}

/// Magnitudes beyond the largest finite one become infinity or that one, as the mode says.
fn finish(gates: &mut Gates, format: FloatFormat, mode: &Mode, sign: Edge, magnitude: &[Edge]) -> Word {
    let fraction_bits = format.fraction_bits() as usize;
    let field_end = fraction_bits + format.exponent_bits() as usize;
    let is_above = gates.or_all(&magnitude[field_end..]);
    let is_ones = gates.and_all(&magnitude[fraction_bits..field_end]);
    let overflows = gates.or(is_above, is_ones);
    let outward = mode.outward(gates, sign);
    let to_infinity = gates.or_all(&[mode.nearest_even, mode.nearest_away, outward]);
    let largest = circuit::constant(Float::max_finite(format, false).bits());
    let limit = circuit::mux(gates, to_infinity, &infinity(format, Edge::FALSE), &largest);
    let mut word = magnitude[..field_end].to_vec();
    word.push(sign);
    let result = circuit::mux(gates, overflows, &limit, &word);
    with_sign(result, sign)
}
