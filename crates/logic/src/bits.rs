//! Bit-vector values: a width and a natural number below two to the width.
//!
//! The operations are those of SMT-LIB and are total: dividing by zero gives all ones (unsigned) and leaves
//! the dividend as remainder; shifting by the width or more shifts everything out.

use std::cmp::Ordering;
use std::fmt;

use crate::nat::Nat;

/// A bit-vector value of any width from one up.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    value: Nat,
}

impl Bits {
    /// The value modulo `2^width`.
    ///
    /// # Panics
    /// If the width is zero.
    #[must_use]
    pub fn new(width: u32, value: u128) -> Bits {
        Bits::from_nat(width, &Nat::from(value))
    }

    /// The two's complement of a signed value, modulo `2^width`.
    #[must_use]
    pub fn from_i128(width: u32, value: i128) -> Bits {
        let magnitude = Bits::new(width, value.unsigned_abs());
        if value < 0 { magnitude.neg() } else { magnitude }
    }

    /// Bit 0 is the least significant one.
    #[must_use]
    pub fn from_bit_fn(width: u32, bit: impl FnMut(u32) -> bool) -> Bits {
        Bits::from_nat(width, &Nat::from_bit_fn(width, bit))
    }

    #[must_use]
    pub fn zero(width: u32) -> Bits {
        Bits::new(width, 0)
    }

    #[must_use]
    pub fn one(width: u32) -> Bits {
        Bits::new(width, 1)
    }

    #[must_use]
    pub fn ones(width: u32) -> Bits {
        Bits::from_nat(width, &Nat::ones(width.into()))
    }

    /// Only the most significant bit is set: the least signed value.
    #[must_use]
    pub fn signed_min(width: u32) -> Bits {
        Bits::from_nat(width, &Nat::power_of_two(u64::from(width) - 1))
    }

    #[must_use]
    pub fn signed_max(width: u32) -> Bits {
        Bits::signed_min(width).not()
    }

    pub(crate) fn from_nat(width: u32, value: &Nat) -> Bits {
        assert!(width > 0, "a bit-vector has at least one bit");
        Bits {
            width,
            value: value.low_bits(width.into()),
        }
    }

    /// The value, if the width is that of a machine word or less.
    pub(crate) fn word(&self) -> Option<u64> {
        match self.value {
            Nat::Small(value) if self.width <= 64 => Some(value as u64),
            _ => None,
        }
    }

    pub(crate) fn nat(&self) -> &Nat {
        &self.value
    }

    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    #[must_use]
    pub fn bit(&self, position: u32) -> bool {
        position < self.width && self.value.bit(position.into())
    }

    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.value.is_zero()
    }

    #[must_use]
    pub fn is_one(&self) -> bool {
        self.value == Nat::ONE
    }

    #[must_use]
    pub fn is_ones(&self) -> bool {
        self.not().is_zero()
    }

    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// The position of the only bit that is set.
    #[must_use]
    pub fn log2(&self) -> Option<u32> {
        let top = self.value.bit_len().checked_sub(1)?;
        (self.value == Nat::power_of_two(top)).then_some(top as u32)
    }

    /// The unsigned value, if it fits.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        self.value.to_u128()
    }

    /// The unsigned value, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        self.to_u128().and_then(|value| u64::try_from(value).ok())
    }

    /// The signed value, if it fits.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        if !self.is_negative() {
            return self.to_u128().and_then(|value| i128::try_from(value).ok());
        }
        let magnitude = self.neg().to_u128()?;
        (magnitude <= 1 << 127).then(|| (magnitude as i128).wrapping_neg())
    }

    #[must_use]
    pub fn not(&self) -> Bits {
        Bits {
            width: self.width,
            value: Nat::ones(self.width.into()).sub(&self.value),
        }
    }

    #[must_use]
    pub fn neg(&self) -> Bits {
        self.not().add(&Bits::one(self.width))
    }

    #[must_use]
    pub fn add(&self, other: &Bits) -> Bits {
        Bits::from_nat(self.width, &self.value.add(&other.value))
    }

    #[must_use]
    pub fn sub(&self, other: &Bits) -> Bits {
        self.add(&other.neg())
    }

    #[must_use]
    pub fn mul(&self, other: &Bits) -> Bits {
        if let (Some(a), Some(b)) = (self.to_u128(), other.to_u128())
            && self.width <= 128
        {
            return Bits::new(self.width, a.wrapping_mul(b));
        }
        Bits::from_nat(self.width, &self.value.mul(&other.value))
    }

    #[must_use]
    pub fn udiv(&self, other: &Bits) -> Bits {
        if other.is_zero() {
            return Bits::ones(self.width);
        }
        Bits::from_nat(self.width, &self.value.div_rem(&other.value).0)
    }

    #[must_use]
    pub fn urem(&self, other: &Bits) -> Bits {
        if other.is_zero() {
            return self.clone();
        }
        Bits::from_nat(self.width, &self.value.div_rem(&other.value).1)
    }

    /// Truncating signed division; by zero it gives 1 for negative dividends and -1 for the others.
    #[must_use]
    pub fn sdiv(&self, other: &Bits) -> Bits {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.is_negative() == other.is_negative() {
            quotient
        } else {
            quotient.neg()
        }
    }

    /// The remainder of [`Bits::sdiv`], with the sign of the dividend.
    #[must_use]
    pub fn srem(&self, other: &Bits) -> Bits {
        let remainder = self.magnitude().urem(&other.magnitude());
        if self.is_negative() {
            remainder.neg()
        } else {
            remainder
        }
    }

    fn magnitude(&self) -> Bits {
        if self.is_negative() {
            self.neg()
        } else {
            self.clone()
        }
    }

    #[must_use]
    pub fn and(&self, other: &Bits) -> Bits {
        Bits {
            width: self.width,
            value: self.value.zip_limbs(&other.value, |a, b| a & b),
        }
    }

    #[must_use]
    pub fn or(&self, other: &Bits) -> Bits {
        Bits {
            width: self.width,
            value: self.value.zip_limbs(&other.value, |a, b| a | b),
        }
    }

    #[must_use]
    pub fn xor(&self, other: &Bits) -> Bits {
        Bits {
            width: self.width,
            value: self.value.zip_limbs(&other.value, |a, b| a ^ b),
        }
    }

    /// The shift distance, cut to the width, beyond which nothing changes.
    fn distance(&self, width: u32) -> u64 {
        self.to_u128()
            .map_or(u64::from(width), |value| value.min(u128::from(width)) as u64)
    }

    #[must_use]
    pub fn shl(&self, by: &Bits) -> Bits {
        Bits::from_nat(self.width, &self.value.shl(by.distance(self.width)))
    }

    #[must_use]
    pub fn lshr(&self, by: &Bits) -> Bits {
        Bits::from_nat(self.width, &self.value.shr(by.distance(self.width)))
    }

    #[must_use]
    pub fn ashr(&self, by: &Bits) -> Bits {
        if self.is_negative() {
            self.not().lshr(by).not()
        } else {
            self.lshr(by)
        }
    }

    #[must_use]
    pub fn unsigned_cmp(&self, other: &Bits) -> Ordering {
        self.value.cmp(&other.value)
    }

    #[must_use]
    pub fn signed_cmp(&self, other: &Bits) -> Ordering {
        other
            .is_negative()
            .cmp(&self.is_negative())
            .then_with(|| self.unsigned_cmp(other))
    }

    /// This value above, the other one below.
    #[must_use]
    pub fn concat(&self, low: &Bits) -> Bits {
        Bits {
            width: self.width + low.width,
            value: self.value.shl(low.width.into()).add(&low.value),
        }
    }

    /// Bits `low` to `high`, both included.
    #[must_use]
    pub fn extract(&self, high: u32, low: u32) -> Bits {
        Bits::from_nat(high - low + 1, &self.value.shr(low.into()))
    }

    /// Widened or cut to a width, as an unsigned value.
    #[must_use]
    pub fn resize_unsigned(&self, width: u32) -> Bits {
        Bits::from_nat(width, &self.value)
    }

    /// Widened or cut to a width, as a signed value.
    #[must_use]
    pub fn resize_signed(&self, width: u32) -> Bits {
        if self.is_negative() {
            self.not().resize_unsigned(width).not()
        } else {
            self.resize_unsigned(width)
        }
    }
}

/// By width, then as unsigned numbers.
impl Ord for Bits {
    fn cmp(&self, other: &Bits) -> Ordering {
        self.width
            .cmp(&other.width)
            .then_with(|| self.value.cmp(&other.value))
    }
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Bits) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// As in SMT-LIB: `(_ bv10 32)`.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(_ bv{} {})", self.value, self.width)
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn agrees_with_machine_integers() {
        for a in -128..128_i128 {
            for b in -128..128_i128 {
                let (x, y) = (Bits::from_i128(8, a), Bits::from_i128(8, b));
                assert_eq!(x.sub(&y), Bits::from_i128(8, a - b));
                assert_eq!(x.mul(&y), Bits::from_i128(8, a * b));
                assert_eq!(x.signed_cmp(&y), a.cmp(&b));
                assert_eq!(x.resize_signed(200).resize_signed(8), x);
                if b != 0 {
                    assert_eq!(x.sdiv(&y), Bits::from_i128(8, a / b));
                    assert_eq!(x.srem(&y), Bits::from_i128(8, a % b));
                }
                if (0..12).contains(&b) {
                    assert_eq!(x.ashr(&y), Bits::from_i128(8, a >> b));
                }
            }
        }
    }

    #[test]
    fn signed_values_come_back() {
        for value in [0, 1, -1, i128::MAX, i128::MIN] {
            assert_eq!(Bits::from_i128(128, value).to_i128(), Some(value));
            assert_eq!(Bits::from_i128(300, value).to_i128(), Some(value));
        }
    }
}
