//! Conversions between floats and between floats and integers.
//!
//! A float outside the range of the integer type is undefined in C; the claims catch it. When they are
//! switched off the result is what `gcc -O0` on x86-64 gives: `cvttsd2si` yields the "integer indefinite"
//! (the most negative value) of a 32- or 64-bit register, narrower types go through 32 bits, `unsigned` goes
//! through 64 bits, and `unsigned long` through gcc's two-step sequence around 2^63. The x87 instructions
//! behave alike, except that `short` and narrower go through the 16-bit store.

use ctype::FloatFormat;
use rustc_apfloat::{Float, FloatConvert, Round};

use super::bits::{Class, unpack};
use super::{Double, Half, Quad, Single, X87DoubleExtended, quieted, with_format};
use crate::scalar::wrap;

pub(crate) fn convert(from: FloatFormat, to: FloatFormat, bits: u128, round: Round) -> u128 {
    if from == to {
        return bits;
    }
    if round == Round::NearestTiesToEven {
        match (from, to) {
            (FloatFormat::Single, FloatFormat::Double) => {
                return u128::from(f64::from(f32::from_bits(bits as u32)).to_bits());
            }
            (FloatFormat::Double, FloatFormat::Single) => {
                return u128::from((f64::from_bits(bits as u64) as f32).to_bits());
            }
            _ => {}
        }
    }
    let result = with_format!(from, F => with_format!(to, T => {
        let converted: T = F::from_bits(bits).convert_r(round, &mut false).value;
        converted.to_bits()
    }));
    if super::is_nan(to, result) {
        quieted(to, result)
    } else {
        result
    }
}

pub(crate) fn from_int(to: FloatFormat, value: u128, signed: bool, round: Round) -> u128 {
    with_format!(to, F => {
        let result = if signed { F::from_i128_r(value as i128, round) } else { F::from_u128_r(value, round) };
        result.value.to_bits()
    })
}

/// The value cut to an integer: sign and magnitude; nothing if it is not finite or 2^128 and more.
fn truncated(format: FloatFormat, bits: u128) -> Option<(bool, u128)> {
    let parts = unpack(format, bits);
    match parts.class {
        Class::Zero => Some((false, 0)),
        Class::Infinite | Class::Nan => None,
        Class::Finite {
            significand,
            exponent,
        } => {
            let magnitude = if exponent <= -128 {
                0
            } else if exponent < 0 {
                significand >> exponent.unsigned_abs()
            } else if exponent.unsigned_abs() > significand.leading_zeros() {
                return None;
            } else {
                significand << exponent
            };
            Some((parts.negative && magnitude != 0, magnitude))
        }
    }
}

fn in_range((negative, magnitude): (bool, u128), width: u32, signed: bool) -> bool {
    let top = 128 - magnitude.leading_zeros();
    match (negative, signed) {
        (true, true) => top < width || magnitude == 1 << (width - 1),
        (true, false) => false,
        (false, true) => top < width,
        (false, false) => top <= width,
    }
}

/// Whether the value after truncation can be represented.
pub(crate) fn fits(format: FloatFormat, bits: u128, width: u32, signed: bool) -> bool {
    truncated(format, bits).is_some_and(|value| in_range(value, width, signed))
}

fn signed_register(format: FloatFormat, bits: u128, width: u32) -> u128 {
    match truncated(format, bits) {
        Some(value) if in_range(value, width, true) => {
            let (negative, magnitude) = value;
            if negative {
                magnitude.wrapping_neg()
            } else {
                magnitude
            }
        }
        _ => (1u128 << (width - 1)).wrapping_neg(),
    }
}

pub(crate) fn to_int(format: FloatFormat, bits: u128, width: u32, signed: bool) -> u128 {
    if let Some((negative, magnitude)) = truncated(format, bits)
        && in_range((negative, magnitude), width, signed)
    {
        return if negative {
            magnitude.wrapping_neg()
        } else {
            magnitude
        };
    }
    let raw = match (width, signed) {
        // x87 has a 16-bit integer store, which gcc uses for `short` and narrower.
        (1..=15, _) | (16, true) if format == FloatFormat::X87 => signed_register(format, bits, 16),
        (1..=16, _) | (32, true) => signed_register(format, bits, 32),
        (32, false) | (64, true) => signed_register(format, bits, 64),
        (64, false) => match truncated(format, bits) {
            // Below 2^63 as a signed number; otherwise 2^63 is subtracted first and its bit flipped back.
            Some((false, magnitude)) if magnitude >> 63 != 0 => 0,
            Some((true, _)) => signed_register(format, bits, 64),
            _ if unpack(format, bits).class == Class::Nan || unpack(format, bits).negative => 1 << 63,
            _ => 0,
        },
        (_, true) => match truncated(format, bits) {
            // libgcc's conversions to 128 bits saturate in no documented way; keep the low bits.
            Some((negative, magnitude)) if !negative => magnitude,
            Some((_, magnitude)) => magnitude.wrapping_neg(),
            None => 1 << 127,
        },
        (_, false) => truncated(format, bits).map_or(0, |(negative, magnitude)| {
            if negative {
                magnitude.wrapping_neg()
            } else {
                magnitude
            }
        }),
    };
    wrap(raw, width, signed)
}
