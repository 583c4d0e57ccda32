//! Between formats, to and from integers, and to integral floats.

use super::{Float, RoundingMode, Unpacked, round};
use crate::bits::Bits;
use crate::nat::Nat;
use crate::sort::FloatFormat;

impl Float {
    /// The nearest value of another format.
    #[must_use]
    pub fn convert(&self, format: FloatFormat, mode: RoundingMode) -> Float {
        match self.unpack() {
            Unpacked::Nan => Float::nan(format),
            Unpacked::Infinite { negative } => Float::infinity(format, negative),
            Unpacked::Finite {
                negative,
                significand,
                exponent,
            } => round::to_float(format, mode, negative, &significand, exponent),
        }
    }

    #[must_use]
    pub fn from_unsigned(format: FloatFormat, value: &Bits, mode: RoundingMode) -> Float {
        round::to_float(format, mode, false, value.nat(), 0)
    }

    #[must_use]
    pub fn from_signed(format: FloatFormat, value: &Bits, mode: RoundingMode) -> Float {
        if value.is_negative() {
            round::to_float(format, mode, true, value.neg().nat(), 0)
        } else {
            round::to_float(format, mode, false, value.nat(), 0)
        }
    }

    /// The integer this rounds to, if it is one of the unsigned values of the width.
    #[must_use]
    pub fn to_unsigned(&self, width: u32, mode: RoundingMode) -> Option<Bits> {
        let (negative, magnitude) = self.to_integer(mode)?;
        let fits = magnitude.is_zero() || !negative && magnitude.bit_len() <= u64::from(width);
        fits.then(|| Bits::from_nat(width, &magnitude))
    }

    /// The integer this rounds to, if it is one of the signed values of the width.
    #[must_use]
    pub fn to_signed(&self, width: u32, mode: RoundingMode) -> Option<Bits> {
        let (negative, magnitude) = self.to_integer(mode)?;
        let limit = Nat::power_of_two(u64::from(width) - 1);
        if negative {
            (magnitude <= limit).then(|| Bits::from_nat(width, &magnitude).neg())
        } else {
            (magnitude < limit).then(|| Bits::from_nat(width, &magnitude))
        }
    }

    fn to_integer(&self, mode: RoundingMode) -> Option<(bool, Nat)> {
        match self.unpack() {
            Unpacked::Nan | Unpacked::Infinite { .. } => None,
            Unpacked::Finite {
                negative,
                significand,
                exponent,
            } => Some((
                negative,
                round::to_integer(mode, negative, &significand, exponent),
            )),
        }
    }

    /// The integral value this rounds to, with the sign of this one when it is zero.
    #[must_use]
    pub fn round_to_integral(&self, mode: RoundingMode) -> Float {
        match self.unpack() {
            Unpacked::Finite {
                negative,
                significand,
                exponent,
            } if exponent < 0 => {
                let integer = round::to_integer(mode, negative, &significand, exponent);
                // Only in tiny formats can the next integer lie beyond the largest finite number.
                round::to_float(self.format, mode, negative, &integer, 0)
            }
            _ => self.clone(),
        }
    }
}
