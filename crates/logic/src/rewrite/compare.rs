//! Orders. There is one order per signedness, "less"; the others are its negation.

use crate::bits::Bits;
use crate::op::Op;
use crate::pool::{TermId, TermPool};

/// `x < x → false`
pub(super) fn lt_same(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    (operands[0] == operands[1]).then(|| pool.bool(false))
}

/// unsigned: `x <= y → ¬(y < x)`
pub(super) fn ule_as_ult(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let less = pool.bv_ult(operands[1], operands[0]);
    Some(pool.not(less))
}

/// signed: `x <= y → ¬(y < x)`
pub(super) fn sle_as_slt(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let less = pool.bv_slt(operands[1], operands[0]);
    Some(pool.not(less))
}

/// unsigned: `x < 0 → false`, `x < 1 → x = 0`, `x < ~0 → x ≠ ~0`, `~0 < x → false`, `0 < x → x ≠ 0`,
/// `~0 - 1 < x → x = ~0`
pub(super) fn ult_limits(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (x, y) = (operands[0], operands[1]);
    let width = pool.width(x);
    if let Some(limit) = pool.bits_constant(y) {
        if limit.is_zero() {
            return Some(pool.bool(false));
        }
        if limit.is_one() {
            let zero = pool.bv(width, 0);
            return Some(pool.eq(x, zero));
        }
        return limit.is_ones().then(|| pool.distinct(x, y));
    }
    let limit = pool.bits_constant(x)?;
    if limit.is_ones() {
        return Some(pool.bool(false));
    }
    if limit.add(&Bits::one(width)).is_ones() {
        let ones = pool.bits(Bits::ones(width));
        return Some(pool.eq(y, ones));
    }
    limit.is_zero().then(|| pool.distinct(x, y))
}

/// unsigned: `zext(x) < zext(y) → x < y` from one width; `zext(x) < k → true` if `k` is above every `x`, else
/// `→ x < k` at the width of `x`; likewise `k < zext(x)`
pub(super) fn ult_extended(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    match (pool.zero_extended(operands[0]), pool.zero_extended(operands[1])) {
        (Some(x), Some(y)) => (pool.sort(x) == pool.sort(y)).then(|| pool.bv_ult(x, y)),
        (Some(x), None) => {
            let limit = pool.bits_constant(operands[1])?;
            let cut = limit.resize_unsigned(pool.width(x));
            if cut.resize_unsigned(limit.width()) != *limit {
                return Some(pool.bool(true));
            }
            let cut = pool.bits(cut);
            Some(pool.bv_ult(x, cut))
        }
        (None, Some(y)) => {
            let limit = pool.bits_constant(operands[0])?;
            let cut = limit.resize_unsigned(pool.width(y));
            if cut.resize_unsigned(limit.width()) != *limit {
                return Some(pool.bool(false));
            }
            let cut = pool.bits(cut);
            Some(pool.bv_ult(cut, y))
        }
        (None, None) => None,
    }
}

/// unsigned: `x % y < y → y ≠ 0`, `x < x % y → false`, `x < (x / y) * y → false`, `x < x / y → y = 0 ∧ x ≠ ~0` (a
/// quotient by zero is `~0`)
pub(super) fn ult_division(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (a, b) = (operands[0], operands[1]);
    if let Some((_, y)) = pool.binary(Op::BvUrem, a)
        && y == b
    {
        let zero = pool.bv(pool.width(y), 0);
        return Some(pool.distinct(y, zero));
    }
    if let Some((x, _)) = pool.binary(Op::BvUrem, b)
        && x == a
    {
        return Some(pool.bool(false));
    }
    if let Some((x, _, false)) = super::arithmetic::whole_part(pool, b)
        && x == a
    {
        return Some(pool.bool(false));
    }
    let (x, y) = pool.binary(Op::BvUdiv, b)?;
    if x != a {
        return None;
    }
    let width = pool.width(x);
    let (zero, ones) = (pool.bv(width, 0), pool.bits(Bits::ones(width)));
    let (by_zero, below) = (pool.eq(y, zero), pool.distinct(x, ones));
    Some(pool.and(by_zero, below))
}

/// signed: `x < min → false`, `max < x → false`, `x < max → x ≠ max`, `min < x → x ≠ min`
pub(super) fn slt_limits(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (x, y) = (operands[0], operands[1]);
    let width = pool.width(x);
    let (least, greatest) = (Bits::signed_min(width), Bits::signed_max(width));
    if pool.bits_constant(y) == Some(&least) || pool.bits_constant(x) == Some(&greatest) {
        return Some(pool.bool(false));
    }
    let is_limit = pool.bits_constant(y) == Some(&greatest) || pool.bits_constant(x) == Some(&least);
    is_limit.then(|| pool.distinct(x, y))
}

/// signed, with `zext` to a larger width: `zext(x) < zext(y) → zext(x) <u zext(y)`; `zext(x) < k → false` if
/// `k` is negative, else `→ zext(x) <u k`; `k < zext(x) → true` if `k` is negative, else `→ k <u zext(x)`
pub(super) fn slt_zero_extended(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    match (pool.zero_extended(operands[0]), pool.zero_extended(operands[1])) {
        (Some(_), Some(_)) => {}
        (Some(_), None) => {
            if pool.bits_constant(operands[1])?.is_negative() {
                return Some(pool.bool(false));
            }
        }
        (None, Some(_)) => {
            if pool.bits_constant(operands[0])?.is_negative() {
                return Some(pool.bool(true));
            }
        }
        (None, None) => return None,
    }
    Some(pool.bv_ult(operands[0], operands[1]))
}

/// signed: `sext(x) < sext(y) → x < y` from one width; `sext(x) < k → x < k` at the width of `x` if `k` fits
/// there, else `→ true` or `→ false` by the sign of `k`; likewise `k < sext(x)`
pub(super) fn slt_sign_extended(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    match (pool.sign_extended(operands[0]), pool.sign_extended(operands[1])) {
        (Some(x), Some(y)) => (pool.sort(x) == pool.sort(y)).then(|| pool.bv_slt(x, y)),
        (Some(x), None) => {
            let limit = pool.bits_constant(operands[1])?;
            let cut = limit.resize_unsigned(pool.width(x));
            if cut.resize_signed(limit.width()) != *limit {
                let is_above = !limit.is_negative();
                return Some(pool.bool(is_above));
            }
            let cut = pool.bits(cut);
            Some(pool.bv_slt(x, cut))
        }
        (None, Some(y)) => {
            let limit = pool.bits_constant(operands[0])?;
            let cut = limit.resize_unsigned(pool.width(y));
            if cut.resize_signed(limit.width()) != *limit {
                let is_below = limit.is_negative();
                return Some(pool.bool(is_below));
            }
            let cut = pool.bits(cut);
            Some(pool.bv_slt(cut, y))
        }
        (None, None) => None,
    }
}
