//! Floating-point operations on bits, for every format and rounding mode.
//!
//! `float` and `double` use the host's arithmetic while the rounding mode is to-nearest, which is what the
//! compiled program would run; everything else goes through `rustc_apfloat` or the exact integer code
//! beside this file. NaNs that an operation makes have their sign bit set, as x86 makes them.

pub(crate) mod big;
pub(crate) mod bits;
mod convert;
pub(crate) mod decimal;
mod libm;
pub(crate) mod parse;

use std::cmp::Ordering;

use ctype::FloatFormat;
use program::BinaryOp;
use rustc_apfloat::Float;
pub(crate) use rustc_apfloat::Round;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};

use bits::{Class, unpack};

pub(crate) use convert::{convert, fits, from_int, to_int};
pub(crate) use libm::{libm, libm_of_float};

/// The rounding mode numbered as the program numbers it: nearest, down, up, toward zero.
pub(crate) fn rounding(mode: u8) -> Round {
    match mode {
        1 => Round::TowardNegative,
        2 => Round::TowardPositive,
        3 => Round::TowardZero,
        _ => Round::NearestTiesToEven,
    }
}

/// Runs `$body` with `$float` bound to the software type of a format.
macro_rules! with_format {
    (@ $type:ty, $float:ident => $body:expr) => {{
        type $float = $type;
        $body
    }};
    ($format:expr, $float:ident => $body:expr) => {
        match $format {
            FloatFormat::Half => with_format!(@ Half, $float => $body),
            FloatFormat::Single => with_format!(@ Single, $float => $body),
            FloatFormat::Double => with_format!(@ Double, $float => $body),
            FloatFormat::X87 => with_format!(@ X87DoubleExtended, $float => $body),
            FloatFormat::Quad => with_format!(@ Quad, $float => $body),
        }
    };
}
pub(crate) use with_format;

pub(crate) fn is_nan(format: FloatFormat, bits: u128) -> bool {
    unpack(format, bits).class == Class::Nan
}

/// Gives a freshly made NaN the sign that x86 gives it, and quiets one that was passed on.
fn settle(format: FloatFormat, result: u128, operands: &[u128]) -> u128 {
    if !is_nan(format, result) {
        return result;
    }
    match operands.iter().find(|&&operand| is_nan(format, operand)) {
        Some(&operand) => quieted(format, operand),
        None => bits::quiet_nan(format, true),
    }
}

fn quieted(format: FloatFormat, nan: u128) -> u128 {
    nan | 1 << (bits::shape(format).0 - 2)
}

/// The host's own arithmetic on two of its floats, as bits.
macro_rules! host {
    ($op:expr, $a:expr, $b:expr) => {
        u128::from(
            match $op {
                BinaryOp::Add => $a + $b,
                BinaryOp::Sub => $a - $b,
                BinaryOp::Mul => $a * $b,
                BinaryOp::Div => $a / $b,
                _ => $a % $b,
            }
            .to_bits(),
        )
    };
}

/// `+ - * /` and, for completeness, `%` as `fmod`.
pub(crate) fn arithmetic(op: BinaryOp, format: FloatFormat, lhs: u128, rhs: u128, round: Round) -> u128 {
    if round == Round::NearestTiesToEven {
        match format {
            FloatFormat::Double => {
                let (a, b) = (f64::from_bits(lhs as u64), f64::from_bits(rhs as u64));
                return host!(op, a, b);
            }
            FloatFormat::Single => {
                let (a, b) = (f32::from_bits(lhs as u32), f32::from_bits(rhs as u32));
                return host!(op, a, b);
            }
            _ => {}
        }
    }
    let result = with_format!(format, F => {
        let (a, b) = (F::from_bits(lhs), F::from_bits(rhs));
        match op {
            BinaryOp::Add => a.add_r(b, round),
            BinaryOp::Sub => a.sub_r(b, round),
            BinaryOp::Mul => a.mul_r(b, round),
            BinaryOp::Div => a.div_r(b, round),
            _ => a.c_fmod(b),
        }
        .value
        .to_bits()
    });
    settle(format, result, &[lhs, rhs])
}

/// Nothing if either is a NaN.
pub(crate) fn compare(format: FloatFormat, lhs: u128, rhs: u128) -> Option<Ordering> {
    match format {
        FloatFormat::Double => f64::from_bits(lhs as u64).partial_cmp(&f64::from_bits(rhs as u64)),
        FloatFormat::Single => f32::from_bits(lhs as u32).partial_cmp(&f32::from_bits(rhs as u32)),
        _ => with_format!(format, F => F::from_bits(lhs).partial_cmp(&F::from_bits(rhs))),
    }
}

pub(crate) fn is_zero(format: FloatFormat, bits: u128) -> bool {
    unpack(format, bits).class == Class::Zero
}

pub(crate) fn negate(format: FloatFormat, bits: u128) -> u128 {
    bits ^ bits::sign_bit(format)
}

pub(crate) fn absolute(format: FloatFormat, bits: u128) -> u128 {
    bits & !bits::sign_bit(format)
}

pub(crate) fn copy_sign(format: FloatFormat, bits: u128, sign: u128) -> u128 {
    absolute(format, bits) | sign & bits::sign_bit(format)
}

pub(crate) fn is_negative(format: FloatFormat, bits: u128) -> bool {
    bits & bits::sign_bit(format) != 0
}

/// Finite, and large enough for a leading one.
pub(crate) fn is_normal(format: FloatFormat, bits: u128) -> bool {
    let (precision, _) = bits::shape(format);
    matches!(unpack(format, bits).class, Class::Finite { significand, .. } if significand >> (precision - 1) != 0)
}

/// To an integer of the same format, in a given direction.
pub(crate) fn to_integral(format: FloatFormat, bits: u128, round: Round) -> u128 {
    if is_nan(format, bits) {
        return quieted(format, bits);
    }
    let result = with_format!(format, F => F::from_bits(bits).round_to_integral(round).value.to_bits());
    // A result of zero keeps the operand's sign.
    if is_zero(format, result) {
        copy_sign(format, result, bits)
    } else {
        result
    }
}

pub(crate) fn square_root(format: FloatFormat, bits: u128, round: Round) -> u128 {
    let parts = unpack(format, bits);
    match parts.class {
        Class::Nan => quieted(format, bits),
        Class::Zero => bits,
        _ if parts.negative => bits::quiet_nan(format, true),
        Class::Infinite => bits,
        Class::Finite {
            significand,
            exponent,
        } => {
            // An even exponent, and a radicand long enough for two bits beyond any precision.
            let mut radicand = big::Big::from_u128(significand);
            let mut shift = 260 - radicand.bit_len() as i32;
            if (exponent - shift) % 2 != 0 {
                shift += 1;
            }
            radicand.shl(shift as usize);
            let (mut root, inexact) = radicand.sqrt();
            let excess = root.bit_len().saturating_sub(126);
            let lost = root.shr(excess);
            bits::round_pack(
                format,
                false,
                root.low_u128(),
                (exponent - shift) / 2 + excess as i32,
                inexact || lost,
                round,
            )
        }
    }
}

/// `fmod`: exact, with the sign of the dividend.
pub(crate) fn fmod(format: FloatFormat, lhs: u128, rhs: u128) -> u128 {
    let result = arithmetic(BinaryOp::Rem, format, lhs, rhs, Round::NearestTiesToEven);
    if is_zero(format, result) {
        copy_sign(format, result, lhs)
    } else {
        result
    }
}

/// IEEE `remainder`.
pub(crate) fn remainder(format: FloatFormat, lhs: u128, rhs: u128) -> u128 {
    let result = with_format!(format, F => F::from_bits(lhs).ieee_rem(F::from_bits(rhs)).value.to_bits());
    if is_zero(format, result) {
        return copy_sign(format, result, lhs);
    }
    settle(format, result, &[lhs, rhs])
}

pub(crate) fn fused(format: FloatFormat, x: u128, y: u128, z: u128, round: Round) -> u128 {
    let result = with_format!(format, F => {
        F::from_bits(x).mul_add_r(F::from_bits(y), F::from_bits(z), round).value.to_bits()
    });
    settle(format, result, &[x, y, z])
}

/// `fmin` (or `fmax`): a NaN loses against a number.
pub(crate) fn extreme(format: FloatFormat, lhs: u128, rhs: u128, largest: bool) -> u128 {
    match compare(format, lhs, rhs) {
        None if is_nan(format, lhs) => rhs,
        None => lhs,
        Some(Ordering::Equal) => {
            // Tell the zeros apart.
            if is_negative(format, lhs) == largest {
                rhs
            } else {
                lhs
            }
        }
        Some(order) => {
            if (order == Ordering::Less) == largest {
                rhs
            } else {
                lhs
            }
        }
    }
}
