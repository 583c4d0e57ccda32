//! Bit-vector arithmetic. Sums keep one constant, on the right; differences with a constant become sums.

use crate::bits::Bits;
use crate::op::Op;
use crate::pool::{TermId, TermPool};

/// `-(-x) → x`
pub(super) fn neg_neg(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    pool.unary(Op::BvNeg, operands[0])
}

/// `-(x - y) → y - x`
pub(super) fn neg_sub(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (x, y) = pool.binary(Op::BvSub, operands[0])?;
    Some(pool.bv_sub(y, x))
}

/// `x + 0 → x`
pub(super) fn add_zero(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    pool.bits_constant(operands[1])
        .is_some_and(Bits::is_zero)
        .then_some(operands[0])
}

/// `(x + k1) + k2 → x + (k1 + k2)`
pub(super) fn add_constants(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (x, inner) = pool.binary(Op::BvAdd, operands[0])?;
    let joined = pool.bits_constant(inner)?.add(pool.bits_constant(operands[1])?);
    let joined = pool.bits(joined);
    Some(pool.bv_add(x, joined))
}

/// `x + (-y) → x - y`, in both orders
pub(super) fn add_neg(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    // With a constant beside it, the negation stays: a difference with a constant would come back here.
    if pool.constant(operands[1]).is_some() {
        return None;
    }
    for (x, negated) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if let Some(y) = pool.unary(Op::BvNeg, negated) {
            return Some(pool.bv_sub(x, y));
        }
    }
    None
}

/// `(x - y) + y → x`, in both orders
pub(super) fn add_sub(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    for (difference, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if let Some((x, y)) = pool.binary(Op::BvSub, difference)
            && y == other
        {
            return Some(x);
        }
    }
    None
}

/// `(x / y) * y`, in both orders: `x`, `y` and whether the division is signed.
pub(super) fn whole_part(pool: &TermPool, term: TermId) -> Option<(TermId, TermId, bool)> {
    let (a, b) = pool.binary(Op::BvMul, term)?;
    for (division, signed) in [(Op::BvUdiv, false), (Op::BvSdiv, true)] {
        for (first, second) in [(a, b), (b, a)] {
            if let Some((x, y)) = pool.binary(division, first)
                && y == second
            {
                return Some((x, y, signed));
            }
        }
    }
    None
}

/// `(x / y) * y + x % y → x`, in all orders, signed and unsigned; of a zero divisor the remainder is `x`
pub(super) fn add_division(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    for (product, rest) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        let Some((x, y, signed)) = whole_part(pool, product) else {
            continue;
        };
        let remainder = if signed { Op::BvSrem } else { Op::BvUrem };
        if pool.binary(remainder, rest) == Some((x, y)) {
            return Some(x);
        }
    }
    None
}

/// `x - (x / y) * y → x % y`, signed and unsigned
pub(super) fn sub_division(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (x, y, signed) = whole_part(pool, operands[1])?;
    if x != operands[0] {
        return None;
    }
    Some(if signed {
        pool.bv_srem(x, y)
    } else {
        pool.bv_urem(x, y)
    })
}

/// `x - x → 0`
pub(super) fn sub_same(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    (operands[0] == operands[1]).then(|| pool.bv(pool.width(operands[0]), 0))
}

/// `x - k → x + (-k)`
pub(super) fn sub_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let negated = pool.bits_constant(operands[1])?.neg();
    let negated = pool.bits(negated);
    Some(pool.bv_add(operands[0], negated))
}

/// `0 - x → -x`
pub(super) fn sub_from_zero(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    pool.bits_constant(operands[0])
        .is_some_and(Bits::is_zero)
        .then(|| pool.bv_neg(operands[1]))
}

/// `x - (-y) → x + y`
pub(super) fn sub_neg(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let y = pool.unary(Op::BvNeg, operands[1])?;
    Some(pool.bv_add(operands[0], y))
}

/// `(x + y) - y → x`, `(x + y) - x → y`, `x - (x - y) → y`
pub(super) fn sub_add(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if let Some((x, y)) = pool.binary(Op::BvAdd, operands[0]) {
        if y == operands[1] {
            return Some(x);
        }
        if x == operands[1] {
            return Some(y);
        }
    }
    let (x, y) = pool.binary(Op::BvSub, operands[1])?;
    (x == operands[0]).then_some(y)
}

/// `x * 0 → 0`, `x * 1 → x`, `x * -1 → -x`, `x * 2^k → x << k`
pub(super) fn mul_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let factor = pool.bits_constant(operands[1])?;
    if factor.is_zero() {
        return Some(operands[1]);
    }
    if factor.is_one() {
        return Some(operands[0]);
    }
    if factor.is_ones() {
        return Some(pool.bv_neg(operands[0]));
    }
    let (width, power) = (factor.width(), factor.log2()?);
    let by = pool.bv(width, power.into());
    Some(pool.bv_shl(operands[0], by))
}

/// `(x * k1) * k2 → x * (k1 * k2)`
pub(super) fn mul_constants(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (x, inner) = pool.binary(Op::BvMul, operands[0])?;
    let joined = pool.bits_constant(inner)?.mul(pool.bits_constant(operands[1])?);
    let joined = pool.bits(joined);
    Some(pool.bv_mul(x, joined))
}

/// unsigned: `x / 0 → ~0`, `x / 2^k → x >> k`
pub(super) fn udiv_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let divisor = pool.bits_constant(operands[1])?;
    let width = divisor.width();
    if divisor.is_zero() {
        return Some(pool.bits(Bits::ones(width)));
    }
    let by = divisor.log2()?;
    let by = pool.bv(width, by.into());
    Some(pool.bv_lshr(operands[0], by))
}

/// unsigned: `x % 0 → x`, `x % 2^k → x & (2^k - 1)`
pub(super) fn urem_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let divisor = pool.bits_constant(operands[1])?;
    if divisor.is_zero() {
        return Some(operands[0]);
    }
    divisor.log2()?;
    let mask = divisor.sub(&Bits::one(divisor.width()));
    let mask = pool.bits(mask);
    Some(pool.bv_and(operands[0], mask))
}

/// signed: `x / -1 → -x`, `x / 1 → x` (of one bit, 1 is -1)
pub(super) fn sdiv_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let divisor = pool.bits_constant(operands[1])?;
    if divisor.is_ones() {
        return Some(pool.bv_neg(operands[0]));
    }
    divisor.is_one().then_some(operands[0])
}

/// signed: `x % 0 → x`, `x % 1 → 0`, `x % -1 → 0`
pub(super) fn srem_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let divisor = pool.bits_constant(operands[1])?;
    if divisor.is_zero() {
        return Some(operands[0]);
    }
    (divisor.is_one() || divisor.is_ones()).then(|| pool.bv(pool.width(operands[0]), 0))
}
