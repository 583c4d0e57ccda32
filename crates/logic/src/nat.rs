//! Natural numbers of any size.
//!
//! Bit-vector values of any width and the exact intermediate results of float arithmetic both need integers
//! that do not overflow. Nearly all of them fit 128 bits, so a [`Nat`] is a `u128` until it has to be more;
//! the large form exists for wide bit-vectors and for the long shifts of extended floats, where plain
//! schoolbook algorithms are fast enough: nothing here is on a path that a solver waits for.

use std::cmp::Ordering;
use std::fmt;

/// A natural number. The large form is only used where the small one cannot hold the number and never has a
/// zero top limb, so that derived equality and hashing are equality of numbers.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Nat {
    Small(u128),
    Large(Vec<u64>),
}

impl Nat {
    pub(crate) const ZERO: Nat = Nat::Small(0);
    pub(crate) const ONE: Nat = Nat::Small(1);

    fn from_limbs(mut limbs: Vec<u64>) -> Nat {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        match limbs.as_slice() {
            [] => Nat::Small(0),
            [low] => Nat::Small(u128::from(*low)),
            [low, high] => Nat::Small(u128::from(*low) | u128::from(*high) << 64),
            _ => Nat::Large(limbs),
        }
    }

    fn limbs(&self) -> Vec<u64> {
        match self {
            Nat::Small(value) => vec![*value as u64, (*value >> 64) as u64],
            Nat::Large(limbs) => limbs.clone(),
        }
    }

    /// Limb `i` of the number, zero beyond its end.
    pub(crate) fn limb(&self, i: usize) -> u64 {
        match self {
            Nat::Small(value) if i < 2 => (value >> (64 * i)) as u64,
            Nat::Small(_) => 0,
            Nat::Large(limbs) => limbs.get(i).copied().unwrap_or(0),
        }
    }

    pub(crate) fn power_of_two(exponent: u64) -> Nat {
        Nat::ONE.shl(exponent)
    }

    /// `2^bits - 1`.
    pub(crate) fn ones(bits: u64) -> Nat {
        if bits < 128 {
            Nat::Small((1 << bits) - 1)
        } else {
            Nat::power_of_two(bits).sub(&Nat::ONE)
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        *self == Nat::ZERO
    }

    pub(crate) fn to_u128(&self) -> Option<u128> {
        match self {
            Nat::Small(value) => Some(*value),
            Nat::Large(_) => None,
        }
    }

    /// The number of bits up to the most significant one; 0 for zero.
    pub(crate) fn bit_len(&self) -> u64 {
        match self {
            Nat::Small(value) => u64::from(128 - value.leading_zeros()),
            Nat::Large(limbs) => {
                let top = limbs
                    .last()
                    .map_or(0, |limb| u64::from(64 - limb.leading_zeros()));
                (limbs.len() as u64 - 1) * 64 + top
            }
        }
    }

    pub(crate) fn bit(&self, position: u64) -> bool {
        self.limb((position / 64) as usize) >> (position % 64) & 1 == 1
    }

    pub(crate) fn is_odd(&self) -> bool {
        self.bit(0)
    }

    /// The number modulo `2^bits`.
    pub(crate) fn low_bits(&self, bits: u64) -> Nat {
        match self {
            Nat::Small(value) if bits < 128 => Nat::Small(value & ((1 << bits) - 1)),
            Nat::Small(value) => Nat::Small(*value),
            Nat::Large(limbs) => {
                let whole = (bits / 64) as usize;
                let mut kept: Vec<u64> = limbs.iter().copied().take(whole + 1).collect();
                if let Some(last) = kept.get_mut(whole) {
                    *last &= (1u64 << (bits % 64)) - 1;
                }
                Nat::from_limbs(kept)
            }
        }
    }

    pub(crate) fn add(&self, other: &Nat) -> Nat {
        if let (Nat::Small(a), Nat::Small(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Nat::Small(sum);
        }
        let (a, b) = (self.limbs(), other.limbs());
        let mut sum = Vec::with_capacity(a.len().max(b.len()) + 1);
        let mut carry = 0u128;
        for i in 0..a.len().max(b.len()) + 1 {
            let limb =
                u128::from(a.get(i).copied().unwrap_or(0)) + u128::from(b.get(i).copied().unwrap_or(0));
            let limb = limb + carry;
            sum.push(limb as u64);
            carry = limb >> 64;
        }
        Nat::from_limbs(sum)
    }

    /// The difference; `other` must not be larger.
    pub(crate) fn sub(&self, other: &Nat) -> Nat {
        if let (Nat::Small(a), Nat::Small(b)) = (self, other) {
            return Nat::Small(a - b);
        }
        let (a, b) = (self.limbs(), other.limbs());
        let mut borrow = false;
        let mut difference = Vec::with_capacity(a.len());
        for (i, limb) in a.iter().enumerate() {
            let (first, under) = limb.overflowing_sub(b.get(i).copied().unwrap_or(0));
            let (second, under_again) = first.overflowing_sub(u64::from(borrow));
            borrow = under || under_again;
            difference.push(second);
        }
        assert!(!borrow, "subtraction of a larger natural number");
        Nat::from_limbs(difference)
    }

    pub(crate) fn mul(&self, other: &Nat) -> Nat {
        if let (Nat::Small(a), Nat::Small(b)) = (self, other)
            && let Some(product) = a.checked_mul(*b)
        {
            return Nat::Small(product);
        }
        let (a, b) = (self.limbs(), other.limbs());
        let mut product = vec![0u64; a.len() + b.len() + 1];
        for (i, x) in a.iter().enumerate() {
            let mut carry = 0u128;
            for (j, y) in b.iter().enumerate() {
                let cell = u128::from(product[i + j]) + u128::from(*x) * u128::from(*y) + carry;
                product[i + j] = cell as u64;
                carry = cell >> 64;
            }
            product[i + b.len()] = carry as u64;
        }
        Nat::from_limbs(product)
    }

    pub(crate) fn shl(&self, bits: u64) -> Nat {
        if let Nat::Small(value) = self
            && (*value == 0 || bits <= u64::from(value.leading_zeros()) && bits < 128)
        {
            return Nat::Small(if *value == 0 { 0 } else { value << bits });
        }
        let (whole, part) = ((bits / 64) as usize, bits % 64);
        let mut shifted = vec![0u64; whole];
        let mut carry = 0u64;
        for limb in self.limbs() {
            shifted.push(limb << part | carry);
            carry = if part == 0 { 0 } else { limb >> (64 - part) };
        }
        shifted.push(carry);
        Nat::from_limbs(shifted)
    }

    pub(crate) fn shr(&self, bits: u64) -> Nat {
        if let Nat::Small(value) = self {
            return Nat::Small(if bits >= 128 { 0 } else { value >> bits });
        }
        let (whole, part) = ((bits / 64) as usize, bits % 64);
        let limbs = self.limbs();
        let shifted = (whole..limbs.len()).map(|i| {
            let above = limbs.get(i + 1).copied().unwrap_or(0);
            limbs[i] >> part | if part == 0 { 0 } else { above << (64 - part) }
        });
        Nat::from_limbs(shifted.collect())
    }

    /// Quotient and remainder; the divisor must not be zero.
    pub(crate) fn div_rem(&self, divisor: &Nat) -> (Nat, Nat) {
        if let (Nat::Small(a), Nat::Small(b)) = (self, divisor) {
            return (Nat::Small(a / b), Nat::Small(a % b));
        }
        let mut quotient = vec![0u64; (self.bit_len() / 64 + 1) as usize];
        let mut remainder = Nat::ZERO;
        for position in (0..self.bit_len()).rev() {
            remainder = remainder.shl(1);
            if self.bit(position) {
                remainder = remainder.add(&Nat::ONE);
            }
            if remainder >= *divisor {
                remainder = remainder.sub(divisor);
                quotient[(position / 64) as usize] |= 1 << (position % 64);
            }
        }
        (Nat::from_limbs(quotient), remainder)
    }

    /// The largest number whose square is not above this one.
    pub(crate) fn square_root(&self) -> Nat {
        let mut root = Nat::ZERO;
        for position in (0..self.bit_len().div_ceil(2)).rev() {
            let candidate = root.add(&Nat::power_of_two(position));
            if candidate.mul(&candidate) <= *self {
                root = candidate;
            }
        }
        root
    }

    /// The bits, each computed from its position, of a number below `2^width`.
    pub(crate) fn from_bit_fn(width: u32, mut bit: impl FnMut(u32) -> bool) -> Nat {
        let mut limbs = vec![0u64; width.div_ceil(64) as usize];
        for position in 0..width {
            if bit(position) {
                limbs[(position / 64) as usize] |= 1 << (position % 64);
            }
        }
        Nat::from_limbs(limbs)
    }

    /// Limb by limb: the bitwise operations of bit-vectors.
    pub(crate) fn zip_limbs(&self, other: &Nat, combine: impl Fn(u64, u64) -> u64) -> Nat {
        let count = self.limbs().len().max(other.limbs().len());
        Nat::from_limbs((0..count).map(|i| combine(self.limb(i), other.limb(i))).collect())
    }
}

impl From<u128> for Nat {
    fn from(value: u128) -> Nat {
        Nat::Small(value)
    }
}

impl PartialOrd for Nat {
    fn partial_cmp(&self, other: &Nat) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Nat {
    fn cmp(&self, other: &Nat) -> Ordering {
        match (self, other) {
            (Nat::Small(a), Nat::Small(b)) => a.cmp(b),
            (Nat::Small(_), Nat::Large(_)) => Ordering::Less,
            (Nat::Large(_), Nat::Small(_)) => Ordering::Greater,
            (Nat::Large(a), Nat::Large(b)) => a
                .len()
                .cmp(&b.len())
                .then_with(|| a.iter().rev().cmp(b.iter().rev())),
        }
    }
}

impl fmt::Display for Nat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const CHUNK: u128 = 10_u128.pow(38);
        let mut chunks = Vec::new();
        let mut rest = self.clone();
        while let Nat::Large(_) = rest {
            let (quotient, remainder) = rest.div_rem(&Nat::Small(CHUNK));
            chunks.push(remainder.to_u128().unwrap_or(0));
            rest = quotient;
        }
        let mut text = rest.to_u128().unwrap_or(0).to_string();
        for chunk in chunks.iter().rev() {
            text.push_str(&format!("{chunk:038}"));
        }
        f.write_str(&text)
    }
}

impl fmt::Debug for Nat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Nat;

    #[test]
    fn large_numbers_divide_back_into_their_factors() {
        let a = Nat::ones(150).sub(&Nat::Small(12345));
        let b = Nat::ones(70);
        let product = a.mul(&b).add(&Nat::Small(17));
        let (quotient, remainder) = product.div_rem(&b);
        assert_eq!((quotient, remainder), (a, Nat::Small(17)));
    }

    #[test]
    fn shifts_undo_each_other_and_roots_square() {
        let a = Nat::Small(0x1234_5678_9abc_def0_1111);
        for bits in [0, 1, 63, 64, 65, 127, 128, 200] {
            assert_eq!(a.shl(bits).shr(bits), a);
        }
        let root = a.shl(100).square_root();
        assert!(root.mul(&root) <= a.shl(100));
        let next = root.add(&Nat::ONE);
        assert!(next.mul(&next) > a.shl(100));
    }

    #[test]
    fn decimal_text_of_a_large_number() {
        assert_eq!(
            Nat::power_of_two(130).to_string(),
            "1361129467683753853853498429727072845824"
        );
    }
}
