//! Float values: bits in the interchange encoding, with a single NaN.
//!
//! Payloads and signs of NaNs are not modelled: every NaN is the positive quiet one with an empty payload,
//! as in SMT-LIB, so that equality of values is equality of bits. Arithmetic unpacks its operands into
//! `significand * 2^exponent` with exact integers, computes exactly (or with enough bits and a sticky one),
//! and rounds once, in `round`. That is slower than a tuned soft float and in exchange obviously right for
//! every format and rounding mode; it is checked against the host and against `rustc_apfloat`.

mod arithmetic;
mod convert;
mod remainder;
mod round;

use std::cmp::Ordering;
use std::fmt;

use crate::bits::Bits;
use crate::nat::Nat;
use crate::sort::FloatFormat;

/// The five rounding modes of IEEE 754. As an operand of a term a mode is a bit-vector of
/// [`RoundingMode::WIDTH`] bits. The first four codes are in the order of the x87 and SSE control words;
/// codes above the last one mean the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoundingMode {
    NearestTiesToEven,
    TowardNegative,
    TowardPositive,
    TowardZero,
    NearestTiesToAway,
}

impl RoundingMode {
    pub const WIDTH: u32 = 3;

    pub const ALL: [RoundingMode; 5] = [
        RoundingMode::NearestTiesToEven,
        RoundingMode::TowardNegative,
        RoundingMode::TowardPositive,
        RoundingMode::TowardZero,
        RoundingMode::NearestTiesToAway,
    ];

    #[must_use]
    pub fn code(self) -> Bits {
        Bits::new(RoundingMode::WIDTH, self as u128)
    }

    /// The mode that a code stands for.
    #[must_use]
    pub fn from_code(code: &Bits) -> RoundingMode {
        let position = code.to_u64().unwrap_or(0) as usize;
        RoundingMode::ALL
            .get(position)
            .copied()
            .unwrap_or(RoundingMode::NearestTiesToEven)
    }
}

/// A float value of any format.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Float {
    format: FloatFormat,
    bits: Bits,
}

/// What a float is, with the exact value of the finite ones: `significand * 2^exponent`.
#[derive(Debug, Clone)]
pub(crate) enum Unpacked {
    Nan,
    Infinite {
        negative: bool,
    },
    Finite {
        negative: bool,
        significand: Nat,
        exponent: i64,
    },
}

impl Float {
    /// From the interchange encoding; any NaN becomes the one NaN.
    ///
    /// # Panics
    /// If the width of the bits is not that of the format.
    #[must_use]
    pub fn from_bits(format: FloatFormat, bits: Bits) -> Float {
        assert_eq!(bits.width(), format.width(), "bits of another format");
        let float = Float { format, bits };
        if float.exponent_field_is_ones() && !float.fraction().is_zero() {
            Float::nan(format)
        } else {
            float
        }
    }

    #[must_use]
    pub fn from_f32(value: f32) -> Float {
        Float::from_bits(FloatFormat::SINGLE, Bits::new(32, value.to_bits().into()))
    }

    #[must_use]
    pub fn from_f64(value: f64) -> Float {
        Float::from_bits(FloatFormat::DOUBLE, Bits::new(64, value.to_bits().into()))
    }

    #[must_use]
    pub fn nan(format: FloatFormat) -> Float {
        let exponent = Nat::ones(format.exponent_bits().into()).shl(1).add(&Nat::ONE);
        let bits = Bits::from_nat(
            format.width(),
            &exponent.shl(u64::from(format.fraction_bits()) - 1),
        );
        Float { format, bits }
    }

    #[must_use]
    pub fn infinity(format: FloatFormat, negative: bool) -> Float {
        let exponent = Nat::ones(format.exponent_bits().into()).shl(format.fraction_bits().into());
        Float::with_sign(format, negative, &exponent)
    }

    #[must_use]
    pub fn zero(format: FloatFormat, negative: bool) -> Float {
        Float::with_sign(format, negative, &Nat::ZERO)
    }

    /// The largest finite magnitude.
    #[must_use]
    pub fn max_finite(format: FloatFormat, negative: bool) -> Float {
        let below_infinity = Float::infinity(format, false).bits.nat().sub(&Nat::ONE);
        Float::with_sign(format, negative, &below_infinity)
    }

    fn with_sign(format: FloatFormat, negative: bool, magnitude: &Nat) -> Float {
        let sign = if negative {
            Nat::power_of_two(u64::from(format.width()) - 1)
        } else {
            Nat::ZERO
        };
        Float {
            format,
            bits: Bits::from_nat(format.width(), &magnitude.add(&sign)),
        }
    }

    #[must_use]
    pub fn format(&self) -> FloatFormat {
        self.format
    }

    /// The interchange encoding.
    #[must_use]
    pub fn bits(&self) -> &Bits {
        &self.bits
    }

    #[must_use]
    pub fn to_f32(&self) -> Option<f32> {
        let bits = (self.format == FloatFormat::SINGLE).then(|| self.bits.to_u64())??;
        Some(f32::from_bits(bits as u32))
    }

    #[must_use]
    pub fn to_f64(&self) -> Option<f64> {
        let bits = (self.format == FloatFormat::DOUBLE).then(|| self.bits.to_u64())??;
        Some(f64::from_bits(bits))
    }

    fn fraction(&self) -> Nat {
        self.bits.nat().low_bits(self.format.fraction_bits().into())
    }

    fn exponent_field(&self) -> Nat {
        let fraction_bits = self.format.fraction_bits().into();
        self.bits
            .nat()
            .shr(fraction_bits)
            .low_bits(self.format.exponent_bits().into())
    }

    fn exponent_field_is_ones(&self) -> bool {
        self.exponent_field() == Nat::ones(self.format.exponent_bits().into())
    }

    fn sign_bit(&self) -> bool {
        self.bits.is_negative()
    }

    pub(crate) fn unpack(&self) -> Unpacked {
        let negative = self.sign_bit();
        if self.exponent_field_is_ones() {
            return if self.fraction().is_zero() {
                Unpacked::Infinite { negative }
            } else {
                Unpacked::Nan
            };
        }
        let field = self.exponent_field().to_u128().unwrap_or(0) as i64;
        let lowest = self.format.min_exponent() - i64::from(self.format.fraction_bits());
        if field == 0 {
            return Unpacked::Finite {
                negative,
                significand: self.fraction(),
                exponent: lowest,
            };
        }
        let leading = Nat::power_of_two(self.format.fraction_bits().into());
        Unpacked::Finite {
            negative,
            significand: self.fraction().add(&leading),
            exponent: lowest + field - 1,
        }
    }

    #[must_use]
    pub fn is_nan(&self) -> bool {
        self.exponent_field_is_ones() && !self.fraction().is_zero()
    }

    #[must_use]
    pub fn is_infinite(&self) -> bool {
        self.exponent_field_is_ones() && self.fraction().is_zero()
    }

    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.exponent_field().is_zero() && self.fraction().is_zero()
    }

    #[must_use]
    pub fn is_subnormal(&self) -> bool {
        self.exponent_field().is_zero() && !self.fraction().is_zero()
    }

    #[must_use]
    pub fn is_normal(&self) -> bool {
        !self.exponent_field().is_zero() && !self.exponent_field_is_ones()
    }

    /// The sign is set; false for NaN.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.sign_bit() && !self.is_nan()
    }

    #[must_use]
    pub fn neg(&self) -> Float {
        if self.is_nan() {
            return self.clone();
        }
        Float {
            format: self.format,
            bits: self.bits.xor(&Bits::signed_min(self.format.width())),
        }
    }

    #[must_use]
    pub fn abs(&self) -> Float {
        if self.sign_bit() { self.neg() } else { self.clone() }
    }

    /// The order of IEEE 754: zeros are equal, NaN is unordered.
    #[must_use]
    pub fn ieee_cmp(&self, other: &Float) -> Option<Ordering> {
        if self.is_nan() || other.is_nan() {
            return None;
        }
        if self.is_zero() && other.is_zero() {
            return Some(Ordering::Equal);
        }
        let by_magnitude = self.bits.unsigned_cmp(&other.bits);
        Some(match (self.sign_bit(), other.sign_bit()) {
            (false, false) => by_magnitude,
            (true, true) => by_magnitude.reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        })
    }

    /// The smaller number. NaN counts as missing; the negative zero is below the positive one.
    #[must_use]
    pub fn min(&self, other: &Float) -> Float {
        match self.ieee_cmp(other) {
            None => if self.is_nan() { other } else { self }.clone(),
            Some(Ordering::Less) => self.clone(),
            Some(Ordering::Greater) => other.clone(),
            Some(Ordering::Equal) => if self.sign_bit() { self } else { other }.clone(),
        }
    }

    /// The larger number, in the order of [`Float::min`].
    #[must_use]
    pub fn max(&self, other: &Float) -> Float {
        self.neg().min(&other.neg()).neg()
    }
}

/// As in SMT-LIB: `(fp #b0 #b01111111 #b000…)`, or the special constants.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (exponent, significand) = (self.format.exponent_bits(), self.format.significand_bits());
        if self.is_nan() {
            return write!(f, "(_ NaN {exponent} {significand})");
        }
        if self.is_infinite() {
            let sign = if self.sign_bit() { '-' } else { '+' };
            return write!(f, "(_ {sign}oo {exponent} {significand})");
        }
        let digit = |position| if self.bits.bit(position) { '1' } else { '0' };
        let digits = |low: u32, high: u32| (low..high).rev().map(digit).collect::<String>();
        let (fraction, width) = (self.format.fraction_bits(), self.format.width());
        let (sign, field) = (digits(width - 1, width), digits(fraction, width - 1));
        write!(f, "(fp #b{sign} #b{field} #b{})", digits(0, fraction))
    }
}

impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
