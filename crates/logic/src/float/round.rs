//! The one place where exact results become floats.

use super::{Float, RoundingMode};
use crate::nat::Nat;
use crate::sort::FloatFormat;

/// What lies below the last kept digit, as far as rounding cares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Discarded {
    Nothing,
    BelowHalf,
    Half,
    AboveHalf,
}

/// `value / 2^places`, rounded down, and what was cut off.
fn cut(value: &Nat, places: u64) -> (Nat, Discarded) {
    if value.is_zero() || places == 0 {
        return (value.clone(), Discarded::Nothing);
    }
    let rest = value.low_bits(places);
    let discarded = if rest.is_zero() {
        Discarded::Nothing
    } else {
        match rest.cmp(&Nat::power_of_two(places - 1)) {
            std::cmp::Ordering::Less => Discarded::BelowHalf,
            std::cmp::Ordering::Equal => Discarded::Half,
            std::cmp::Ordering::Greater => Discarded::AboveHalf,
        }
    };
    (value.shr(places), discarded)
}

fn rounds_away(mode: RoundingMode, negative: bool, last_is_odd: bool, discarded: Discarded) -> bool {
    match mode {
        RoundingMode::NearestTiesToEven => {
            discarded == Discarded::AboveHalf || discarded == Discarded::Half && last_is_odd
        }
        RoundingMode::NearestTiesToAway => discarded >= Discarded::Half,
        RoundingMode::TowardPositive => !negative && discarded != Discarded::Nothing,
        RoundingMode::TowardNegative => negative && discarded != Discarded::Nothing,
        RoundingMode::TowardZero => false,
    }
}

/// The magnitude of `±significand * 2^exponent` rounded to an integer.
pub(super) fn to_integer(mode: RoundingMode, negative: bool, significand: &Nat, exponent: i64) -> Nat {
    if exponent >= 0 {
        return significand.shl(exponent as u64);
    }
    let (kept, discarded) = cut(significand, exponent.unsigned_abs());
    if rounds_away(mode, negative, kept.is_odd(), discarded) {
        kept.add(&Nat::ONE)
    } else {
        kept
    }
}

/// The float of a format for the exact value `±significand * 2^exponent`. Zero keeps the sign given.
pub(super) fn to_float(
    format: FloatFormat,
    mode: RoundingMode,
    negative: bool,
    significand: &Nat,
    exponent: i64,
) -> Float {
    if significand.is_zero() {
        return Float::zero(format, negative);
    }
    let fraction_bits = i64::from(format.fraction_bits());
    let leading = exponent + significand.bit_len() as i64 - 1;
    // The weight of the last digit that the format can keep.
    let mut quantum = leading.max(format.min_exponent()) - fraction_bits;
    let mut kept = if quantum <= exponent {
        significand.shl((exponent - quantum) as u64)
    } else {
        let (kept, discarded) = cut(significand, (quantum - exponent) as u64);
        if rounds_away(mode, negative, kept.is_odd(), discarded) {
            kept.add(&Nat::ONE)
        } else {
            kept
        }
    };
    if kept.bit_len() > u64::from(format.significand_bits()) {
        kept = kept.shr(1);
        quantum += 1;
    }
    if quantum + fraction_bits > format.max_exponent() {
        return overflow(format, mode, negative);
    }
    let is_normal = kept.bit_len() == u64::from(format.significand_bits());
    let field = if is_normal {
        quantum + fraction_bits + format.bias()
    } else {
        0
    };
    let fraction = kept.low_bits(fraction_bits as u64);
    Float::with_sign(
        format,
        negative,
        &Nat::from(field as u128).shl(fraction_bits as u64).add(&fraction),
    )
}

fn overflow(format: FloatFormat, mode: RoundingMode, negative: bool) -> Float {
    let to_infinity = match mode {
        RoundingMode::NearestTiesToEven | RoundingMode::NearestTiesToAway => true,
        RoundingMode::TowardPositive => !negative,
        RoundingMode::TowardNegative => negative,
        RoundingMode::TowardZero => false,
    };
    if to_infinity {
        Float::infinity(format, negative)
    } else {
        Float::max_finite(format, negative)
    }
}
