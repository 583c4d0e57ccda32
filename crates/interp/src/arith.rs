//! Integer operations on canonical bits: wrapping, total, exact where asked.
//!
//! This is the meaning that the specialised instructions must agree with; tests compare the two.

use std::cmp::Ordering;

use program::{BinaryOp, OverflowOp};

use crate::scalar::wrap;

/// An integer type: width and sign.
pub(crate) type IntType = (u32, bool);

/// `lhs op rhs` for operands of type `ty`; the distance of a shift may have another type `rhs_ty`.
pub(crate) fn binary(op: BinaryOp, lhs: u128, rhs: u128, ty: IntType, rhs_ty: IntType) -> u128 {
    let (width, signed) = ty;
    let result = match op {
        BinaryOp::Add => lhs.wrapping_add(rhs),
        BinaryOp::Sub => lhs.wrapping_sub(rhs),
        BinaryOp::Mul => lhs.wrapping_mul(rhs),
        BinaryOp::Div => divide(lhs, rhs, signed),
        BinaryOp::Rem => remainder(lhs, rhs, signed),
        BinaryOp::BitAnd => lhs & rhs,
        BinaryOp::BitXor => lhs ^ rhs,
        BinaryOp::BitOr => lhs | rhs,
        BinaryOp::Shl => match distance(rhs, rhs_ty, width) {
            Some(by) => lhs << by,
            None => 0,
        },
        BinaryOp::Shr => match (distance(rhs, rhs_ty, width), signed) {
            (Some(by), true) => ((lhs as i128) >> by) as u128,
            (Some(by), false) => lhs >> by,
            (None, true) => ((lhs as i128) >> 127) as u128,
            (None, false) => 0,
        },
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
            return u128::from(holds(op, compare(lhs, rhs, signed)));
        }
    };
    wrap(result, width, signed)
}

/// The shift distance as an unsigned number of its own width, if it is below `width`.
fn distance(rhs: u128, rhs_ty: IntType, width: u32) -> Option<u32> {
    let unsigned = wrap(rhs, rhs_ty.0, false);
    (unsigned < u128::from(width)).then_some(unsigned as u32)
}

fn divide(lhs: u128, rhs: u128, signed: bool) -> u128 {
    match (rhs, signed) {
        (0, false) => u128::MAX,
        (0, true) if (lhs as i128) < 0 => 1,
        (0, true) => u128::MAX,
        (_, true) => (lhs as i128).wrapping_div(rhs as i128) as u128,
        (_, false) => lhs / rhs,
    }
}

fn remainder(lhs: u128, rhs: u128, signed: bool) -> u128 {
    match (rhs, signed) {
        (0, _) => lhs,
        (_, true) => (lhs as i128).wrapping_rem(rhs as i128) as u128,
        (_, false) => lhs % rhs,
    }
}

pub(crate) fn compare(lhs: u128, rhs: u128, signed: bool) -> Ordering {
    if signed {
        (lhs as i128).cmp(&(rhs as i128))
    } else {
        lhs.cmp(&rhs)
    }
}

/// Whether a comparison operator accepts an ordering.
pub(crate) fn holds(op: BinaryOp, ordering: Ordering) -> bool {
    match op {
        BinaryOp::Lt => ordering.is_lt(),
        BinaryOp::Gt => ordering.is_gt(),
        BinaryOp::Le => ordering.is_le(),
        BinaryOp::Ge => ordering.is_ge(),
        BinaryOp::Eq => ordering.is_eq(),
        BinaryOp::Ne => ordering.is_ne(),
        _ => false,
    }
}

/// An exact integer: sign and a 256-bit magnitude, enough for the product of any two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exact {
    negative: bool,
    high: u128,
    low: u128,
}

impl Exact {
    pub(crate) fn of(bits: u128, ty: IntType) -> Exact {
        let negative = ty.1 && (bits as i128) < 0;
        Exact {
            negative,
            high: 0,
            low: if negative { bits.wrapping_neg() } else { bits },
        }
    }

    fn negated(self) -> Exact {
        Exact {
            negative: !self.negative && (self.high | self.low) != 0,
            ..self
        }
    }

    fn plus(self, other: Exact) -> Exact {
        if self.negative == other.negative {
            let (low, carry) = self.low.overflowing_add(other.low);
            let high = self.high.wrapping_add(other.high).wrapping_add(u128::from(carry));
            return Exact {
                negative: self.negative,
                high,
                low,
            };
        }
        let (big, small) = if (self.high, self.low) >= (other.high, other.low) {
            (self, other)
        } else {
            (other, self)
        };
        let (low, borrow) = big.low.overflowing_sub(small.low);
        let high = big.high.wrapping_sub(small.high).wrapping_sub(u128::from(borrow));
        Exact {
            negative: big.negative && (high | low) != 0,
            high,
            low,
        }
    }

    /// Both factors below 2^128 in magnitude.
    fn times(self, other: Exact) -> Exact {
        let (a1, a0) = (self.low >> 64, self.low & u128::from(u64::MAX));
        let (b1, b0) = (other.low >> 64, other.low & u128::from(u64::MAX));
        let (middle, carry) = (a1 * b0).overflowing_add(a0 * b1);
        let (low, carry_low) = (a0 * b0).overflowing_add(middle << 64);
        let high = a1 * b1 + (middle >> 64) + (u128::from(carry) << 64) + u128::from(carry_low);
        Exact {
            negative: self.negative != other.negative && (high | low) != 0,
            high,
            low,
        }
    }

    pub(crate) fn fits(self, ty: IntType) -> bool {
        let (width, signed) = ty;
        if self.high != 0 {
            return false;
        }
        let limit = |bits: u32| {
            if bits >= 128 {
                u128::MAX
            } else {
                (1u128 << bits) - 1
            }
        };
        match (self.negative, signed) {
            (true, true) => self.low <= limit(width - 1).saturating_add(1),
            (true, false) => false,
            (false, true) => self.low <= limit(width - 1),
            (false, false) => self.low <= limit(width),
        }
    }

    /// The low 128 bits in two's complement.
    pub(crate) fn low_bits(self) -> u128 {
        if self.negative {
            self.low.wrapping_neg()
        } else {
            self.low
        }
    }
}

/// The exact result of `op`; nothing for a shift whose distance is negative or at least 128.
pub(crate) fn exact(op: OverflowOp, lhs: u128, lhs_ty: IntType, rhs: u128, rhs_ty: IntType) -> Option<Exact> {
    let (a, b) = (Exact::of(lhs, lhs_ty), Exact::of(rhs, rhs_ty));
    Some(match op {
        OverflowOp::Add => a.plus(b),
        OverflowOp::Sub => a.plus(b.negated()),
        OverflowOp::Mul => a.times(b),
        OverflowOp::Shl => {
            if b.negative || b.low >= 128 {
                return None;
            }
            a.times(Exact {
                negative: false,
                high: 0,
                low: 1 << b.low,
            })
        }
    })
}

/// Whether the exact result lies outside `at`.
pub(crate) fn overflows(
    op: OverflowOp,
    lhs: u128,
    lhs_ty: IntType,
    rhs: u128,
    rhs_ty: IntType,
    at: IntType,
) -> bool {
    if op == OverflowOp::Shl && wrap(rhs, rhs_ty.0, false) >= u128::from(at.0) {
        return true;
    }
    exact(op, lhs, lhs_ty, rhs, rhs_ty).is_none_or(|result| !result.fits(at))
}

/// The exact result wrapped to `to`; a shift too far leaves nothing of the value.
pub(crate) fn wrapped(
    op: OverflowOp,
    lhs: u128,
    lhs_ty: IntType,
    rhs: u128,
    rhs_ty: IntType,
    to: IntType,
) -> u128 {
    let bits = exact(op, lhs, lhs_ty, rhs, rhs_ty).map_or(0, Exact::low_bits);
    wrap(bits, to.0, to.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const I32: IntType = (32, true);
    const U32: IntType = (32, false);
    const I128: IntType = (128, true);
    const U128: IntType = (128, false);

    fn bits(value: i128) -> u128 {
        value as u128
    }

    #[test]
    fn division_is_total() {
        let div = |a: i128, b: i128, ty| binary(BinaryOp::Div, bits(a), bits(b), ty, ty) as i128;
        let rem = |a: i128, b: i128, ty| binary(BinaryOp::Rem, bits(a), bits(b), ty, ty) as i128;
        assert_eq!((div(7, 0, I32), div(-7, 0, I32)), (-1, 1));
        assert_eq!(div(7, 0, U32), 0xffff_ffff);
        assert_eq!(
            (div(i32::MIN.into(), -1, I32), rem(i32::MIN.into(), -1, I32)),
            (i32::MIN.into(), 0)
        );
        assert_eq!((rem(7, 0, I32), div(-7, 2, I32), rem(-7, 2, I32)), (7, -3, -1));
        assert_eq!(
            (div(i128::MIN, -1, I128), rem(i128::MIN, -1, I128)),
            (i128::MIN, 0)
        );
    }

    #[test]
    fn shifts_are_total() {
        let shl = |a: i128, b: i128| binary(BinaryOp::Shl, bits(a), bits(b), I32, I32) as i128;
        let shr = |a: i128, b: i128| binary(BinaryOp::Shr, bits(a), bits(b), I32, I32) as i128;
        assert_eq!((shl(1, 31), shl(1, 32), shl(1, -1)), (i32::MIN.into(), 0, 0));
        assert_eq!((shr(-8, 1), shr(-8, 32), shr(8, -1), shr(8, 33)), (-4, -1, 0, 0));
    }

    #[test]
    fn exact_results_go_beyond_128_bits() {
        assert!(overflows(OverflowOp::Mul, u128::MAX, U128, u128::MAX, U128, U128));
        assert_eq!(
            wrapped(OverflowOp::Mul, u128::MAX, U128, u128::MAX, U128, U128),
            1
        );
        assert!(!overflows(OverflowOp::Mul, bits(i128::MIN), I128, 1, I32, I128));
        assert!(overflows(
            OverflowOp::Mul,
            bits(i128::MIN),
            I128,
            bits(-1),
            I32,
            I128
        ));
        assert!(!overflows(
            OverflowOp::Mul,
            bits(i128::MIN),
            I128,
            bits(-1),
            I32,
            U128
        ));
        assert!(overflows(OverflowOp::Sub, 0, U32, 1, U32, U32));
        assert!(!overflows(OverflowOp::Sub, 0, U32, 1, U32, I32));
        assert!(overflows(OverflowOp::Add, u128::MAX, U128, 1, I32, U128));
        assert!(!overflows(OverflowOp::Add, u128::MAX, U128, bits(-1), I32, U128));
        assert!(overflows(OverflowOp::Shl, 1, I32, 31, I32, I32));
        assert!(!overflows(OverflowOp::Shl, bits(-1), I32, 31, I32, I32));
        assert!(overflows(OverflowOp::Shl, 0, I32, bits(-1), I32, I32));
        assert!(overflows(OverflowOp::Shl, 0, I32, 32, I32, I32));
    }

    #[test]
    fn small_widths_agree_with_unbounded_arithmetic() {
        for (a, b) in (-20..20).flat_map(|a| (-20..20).map(move |b| (a * 13, b * 11))) {
            let (x, y) = (wrap(bits(a), 8, true) as i128, wrap(bits(b), 8, true) as i128);
            for (op, exact) in [
                (OverflowOp::Add, x + y),
                (OverflowOp::Sub, x - y),
                (OverflowOp::Mul, x * y),
            ] {
                let ty = (8, true);
                assert_eq!(
                    overflows(op, bits(x), ty, bits(y), ty, ty),
                    exact != (exact as i8).into()
                );
                assert_eq!(
                    wrapped(op, bits(x), ty, bits(y), ty, ty) as i128,
                    (exact as i8).into()
                );
            }
        }
    }
}
