//! Unbounded natural numbers, just large enough in features for exact decimal conversion and square roots.

use std::cmp::Ordering;

/// Little-endian limbs without leading zeros; zero has no limbs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Big {
    limbs: Vec<u32>,
}

impl Big {
    pub(crate) fn from_u128(value: u128) -> Big {
        let mut big = Big {
            limbs: (0..4).map(|index| (value >> (32 * index)) as u32).collect(),
        };
        big.trim();
        big
    }

    fn trim(&mut self) {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    pub(crate) fn bit_len(&self) -> usize {
        match self.limbs.last() {
            None => 0,
            Some(top) => self.limbs.len() * 32 - top.leading_zeros() as usize,
        }
    }

    pub(crate) fn bit(&self, index: usize) -> bool {
        self.limbs
            .get(index / 32)
            .is_some_and(|limb| limb >> (index % 32) & 1 != 0)
    }

    /// `self = self * factor + addend`.
    pub(crate) fn mul_add(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for limb in &mut self.limbs {
            let sum = u64::from(*limb) * u64::from(factor) + carry;
            *limb = sum as u32;
            carry = sum >> 32;
        }
        if carry != 0 {
            self.limbs.push(carry as u32);
        }
        self.trim();
    }

    pub(crate) fn mul_pow(&mut self, base: u32, mut exponent: u32) {
        // Nine decimal (thirteen quinary) digits at a time.
        let (chunk, per) = match base {
            5 => (5u32.pow(13), 13),
            _ => (10u32.pow(9), 9),
        };
        while exponent >= per {
            self.mul_add(chunk, 0);
            exponent -= per;
        }
        self.mul_add(base.pow(exponent), 0);
    }

    pub(crate) fn shl(&mut self, by: usize) {
        if self.is_zero() || by == 0 {
            return;
        }
        let (limbs, bits) = (by / 32, by % 32);
        if bits != 0 {
            let mut carry = 0;
            for limb in &mut self.limbs {
                let wide = u64::from(*limb) << bits | carry;
                *limb = wide as u32;
                carry = wide >> 32;
            }
            if carry != 0 {
                self.limbs.push(carry as u32);
            }
        }
        self.limbs.splice(0..0, std::iter::repeat_n(0, limbs));
    }

    /// Shifts right; tells whether any bit was lost.
    pub(crate) fn shr(&mut self, by: usize) -> bool {
        let lost = (0..by.min(self.bit_len())).any(|index| self.bit(index));
        let (limbs, bits) = (by / 32, by % 32);
        if limbs >= self.limbs.len() {
            self.limbs.clear();
            return lost;
        }
        self.limbs.drain(..limbs);
        if bits != 0 {
            let mut carry = 0;
            for limb in self.limbs.iter_mut().rev() {
                let old = *limb;
                *limb = old >> bits | carry;
                carry = old << (32 - bits);
            }
        }
        self.trim();
        lost
    }

    pub(crate) fn low_u128(&self) -> u128 {
        self.limbs
            .iter()
            .take(4)
            .enumerate()
            .fold(0, |sum, (index, &limb)| sum | u128::from(limb) << (32 * index))
    }

    /// `self -= other`, which must not be larger.
    fn sub(&mut self, other: &Big) {
        let mut borrow = 0;
        for (index, limb) in self.limbs.iter_mut().enumerate() {
            let take = i64::from(other.limbs.get(index).copied().unwrap_or(0)) + borrow;
            let rest = i64::from(*limb) - take;
            *limb = rest as u32;
            borrow = i64::from(rest < 0);
        }
        self.trim();
    }

    fn divide_small(&mut self, by: u32) -> u32 {
        let mut rest = 0u64;
        for limb in self.limbs.iter_mut().rev() {
            let wide = rest << 32 | u64::from(*limb);
            *limb = (wide / u64::from(by)) as u32;
            rest = wide % u64::from(by);
        }
        self.trim();
        rest as u32
    }

    /// The decimal digits, most significant first; none for zero.
    pub(crate) fn decimal(mut self) -> Vec<u8> {
        let mut digits = Vec::new();
        while !self.is_zero() {
            let mut chunk = self.divide_small(1_000_000_000);
            for _ in 0..9 {
                digits.push((chunk % 10) as u8);
                chunk /= 10;
            }
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        digits.reverse();
        digits
    }

    /// The quotient `self * 2^shift / by` with exactly `bits` significant bits, as (quotient, binary exponent of its
    /// lowest bit, whether anything is left over).
    pub(crate) fn quotient(mut self, mut by: Big, bits: usize) -> (u128, i32, bool) {
        // Scale so that 1 <= self / by < 2, then produce bits one by one.
        let difference = self.bit_len() as i32 - by.bit_len() as i32;
        let mut exponent = difference;
        if difference > 0 {
            by.shl(difference as usize);
        } else {
            self.shl(difference.unsigned_abs() as usize);
        }
        if self < by {
            self.shl(1);
            exponent -= 1;
        }
        let mut quotient = 0u128;
        for index in 0..bits {
            if index > 0 {
                self.shl(1);
            }
            quotient <<= 1;
            if self >= by {
                self.sub(&by);
                quotient |= 1;
            }
        }
        (quotient, exponent - (bits as i32 - 1), !self.is_zero())
    }

    /// The integer square root, and whether it is inexact.
    pub(crate) fn sqrt(&self) -> (Big, bool) {
        // Digit by digit in base 2: root and remainder grow together.
        let mut root = Big::default();
        let mut rest = Big::default();
        let pairs = self.bit_len().div_ceil(2);
        for index in (0..pairs).rev() {
            rest.shl(2);
            let pair = u32::from(self.bit(2 * index + 1)) << 1 | u32::from(self.bit(2 * index));
            rest.mul_add(1, pair);
            let mut trial = root.clone();
            trial.shl(2);
            trial.mul_add(1, 1);
            root.shl(1);
            if rest >= trial {
                rest.sub(&trial);
                root.mul_add(1, 1);
            }
        }
        (root, !rest.is_zero())
    }
}

impl PartialOrd for Big {
    fn partial_cmp(&self, other: &Big) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Big {
    fn cmp(&self, other: &Big) -> Ordering {
        self.limbs
            .len()
            .cmp(&other.limbs.len())
            .then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_digits_and_square_roots() {
        let mut big = Big::from_u128(1);
        big.shl(100);
        let text: String = big
            .clone()
            .decimal()
            .iter()
            .map(|d| char::from(b'0' + d))
            .collect();
        assert_eq!(text, "1267650600228229401496703205376");
        let (root, inexact) = big.sqrt();
        assert_eq!((root.low_u128(), inexact), (1 << 50, false));
        for n in 0..2000u128 {
            let (root, inexact) = Big::from_u128(n).sqrt();
            let root = root.low_u128();
            assert!(root * root <= n && (root + 1) * (root + 1) > n, "{n}");
            assert_eq!(inexact, root * root != n);
        }
    }

    #[test]
    fn quotients_have_the_asked_precision() {
        let (quotient, exponent, rest) = Big::from_u128(1).quotient(Big::from_u128(10), 8);
        assert_eq!((quotient, exponent, rest), (0b1100_1100, -11, true));
        let (quotient, exponent, rest) = Big::from_u128(12).quotient(Big::from_u128(3), 4);
        assert_eq!((quotient, exponent, rest), (0b1000, -1, false));
    }
}
