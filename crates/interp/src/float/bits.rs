//! Taking floats apart and putting them together, for all formats in one way.

use ctype::FloatFormat;
use rustc_apfloat::Round;

/// A float's parts. A finite number is `significand * 2^exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Parts {
    pub negative: bool,
    pub class: Class,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Zero,
    Finite { significand: u128, exponent: i32 },
    Infinite,
    Nan,
}

/// Significand bits with the leading one, and the exponent of the largest power of two.
pub(crate) fn shape(format: FloatFormat) -> (u32, i32) {
    match format {
        FloatFormat::Half => (11, 15),
        FloatFormat::Single => (24, 127),
        FloatFormat::Double => (53, 1023),
        FloatFormat::X87 => (64, 16383),
        FloatFormat::Quad => (113, 16383),
    }
}

/// How many bits of the format hold the significand: x87 stores its leading one.
fn stored_bits(format: FloatFormat) -> u32 {
    match format {
        FloatFormat::X87 => 64,
        _ => shape(format).0 - 1,
    }
}

pub(crate) fn sign_bit(format: FloatFormat) -> u128 {
    1 << (format.value_bits() - 1)
}

pub(crate) fn unpack(format: FloatFormat, bits: u128) -> Parts {
    let (precision, bias) = shape(format);
    let stored = stored_bits(format);
    let negative = bits & sign_bit(format) != 0;
    let fraction = bits & ((1 << stored) - 1);
    let field = ((bits & (sign_bit(format) - 1)) >> stored) as i32;
    let top = 2 * bias + 1;
    let quantum = 1 - bias - (precision as i32 - 1);
    let class = if format == FloatFormat::X87 {
        let leading = fraction >> 63 != 0;
        match (field, fraction) {
            (0, 0) => Class::Zero,
            (0, _) => Class::Finite {
                significand: fraction,
                exponent: quantum,
            },
            _ if field == top && fraction == 1 << 63 => Class::Infinite,
            _ if field == top || !leading => Class::Nan,
            _ => Class::Finite {
                significand: fraction,
                exponent: quantum + field - 1,
            },
        }
    } else {
        match (field, fraction) {
            (0, 0) => Class::Zero,
            (0, _) => Class::Finite {
                significand: fraction,
                exponent: quantum,
            },
            (_, 0) if field == top => Class::Infinite,
            _ if field == top => Class::Nan,
            _ => Class::Finite {
                significand: fraction | 1 << stored,
                exponent: quantum + field - 1,
            },
        }
    };
    Parts { negative, class }
}

pub(crate) fn zero(format: FloatFormat, negative: bool) -> u128 {
    if negative { sign_bit(format) } else { 0 }
}

pub(crate) fn infinity(format: FloatFormat, negative: bool) -> u128 {
    let field = (2 * shape(format).1 + 1) as u128;
    let leading = u128::from(format == FloatFormat::X87) << 63;
    zero(format, negative) | field << stored_bits(format) | leading
}

pub(crate) fn quiet_nan(format: FloatFormat, negative: bool) -> u128 {
    let (precision, _) = shape(format);
    infinity(format, negative) | 1 << (precision - 2)
}

/// Rounds `significand * 2^exponent` (plus something below its last bit if `sticky`) to the format.
pub(crate) fn round_pack(
    format: FloatFormat,
    negative: bool,
    significand: u128,
    exponent: i32,
    sticky: bool,
    round: Round,
) -> u128 {
    if significand == 0 {
        // Callers pass `sticky` only beside a non-zero significand.
        return zero(format, negative);
    }
    let (precision, bias) = shape(format);
    let quantum = 1 - bias - (precision as i32 - 1);
    let length = 128 - significand.leading_zeros();
    // The last bit kept is the format's quantum, or higher for larger numbers.
    let last = (exponent + length as i32 - precision as i32).max(quantum);
    let (mut kept, mut last) = if last <= exponent {
        (significand << (exponent - last), last)
    } else {
        let drop = (last - exponent) as u32;
        let (kept, half, rest) = if drop > 128 {
            (0, false, true)
        } else if drop == 128 {
            (0, significand >> 127 != 0, significand << 1 != 0)
        } else {
            let half = significand >> (drop - 1) & 1 != 0;
            (
                significand >> drop,
                half,
                significand & ((1 << (drop - 1)) - 1) != 0,
            )
        };
        let rest = rest || sticky;
        let up = match round {
            Round::NearestTiesToEven => half && (rest || kept & 1 != 0),
            Round::NearestTiesToAway => half,
            Round::TowardPositive => !negative && (half || rest),
            Round::TowardNegative => negative && (half || rest),
            Round::TowardZero => false,
        };
        (kept + u128::from(up), last)
    };
    if last <= exponent && sticky {
        // The significand was short of bits: callers give at least two bits more than any precision.
        debug_assert!(length >= precision + 2);
    }
    if kept == 0 {
        return zero(format, negative);
    }
    if kept >> precision != 0 {
        kept >>= 1;
        last += 1;
    }
    let normal = kept >> (precision - 1) != 0;
    let field = if normal { last - quantum + 1 } else { 0 };
    if field > 2 * bias {
        let to_infinity = match round {
            Round::NearestTiesToEven | Round::NearestTiesToAway => true,
            Round::TowardPositive => !negative,
            Round::TowardNegative => negative,
            Round::TowardZero => false,
        };
        if to_infinity {
            return infinity(format, negative);
        }
        let largest = (1u128 << precision) - 1;
        return assemble(format, negative, 2 * bias, largest);
    }
    assemble(format, negative, field, kept)
}

fn assemble(format: FloatFormat, negative: bool, field: i32, significand: u128) -> u128 {
    let stored = stored_bits(format);
    let fraction = significand & ((1 << stored) - 1);
    zero(format, negative) | (field as u128) << stored | fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_survive_taking_apart() {
        let mut state = 1u64;
        for _ in 0..20_000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let value = f64::from_bits(state);
            let parts = unpack(FloatFormat::Double, state.into());
            match parts.class {
                Class::Finite {
                    significand,
                    exponent,
                } => {
                    assert_eq!(
                        round_pack(
                            FloatFormat::Double,
                            parts.negative,
                            significand,
                            exponent,
                            false,
                            Round::NearestTiesToEven
                        ),
                        state.into()
                    );
                    let single = round_pack(
                        FloatFormat::Single,
                        parts.negative,
                        significand,
                        exponent,
                        false,
                        Round::NearestTiesToEven,
                    );
                    assert_eq!(single, (value as f32).to_bits().into(), "{value}");
                }
                Class::Zero => assert!(value == 0.0),
                Class::Infinite => assert!(value.is_infinite()),
                Class::Nan => assert!(value.is_nan()),
            }
        }
    }
}
