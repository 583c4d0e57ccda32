//! Equalities, above all with constants: conditions of the program are decided here if they can be.

use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::Sort;

/// `a = a → true`, `a = ¬a → false`
pub(super) fn eq_same(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if operands[0] == operands[1] {
        return Some(pool.bool(true));
    }
    pool.are_complements(operands[0], operands[1])
        .then(|| pool.bool(false))
}

/// On booleans: `a = b → ¬(a ⊕ b)`
pub(super) fn eq_boolean(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if pool.sort(operands[0]) != Sort::Bool {
        return None;
    }
    let xor = pool.xor(operands[0], operands[1]);
    Some(pool.not(xor))
}

/// With constants: `ite(c, k1, k2) = k → c`, `→ ¬c`, `→ false` (or `true`) by which of `k1`, `k2` equal `k`;
/// with one constant branch: `ite(c, k1, x) = k → ¬c ∧ (x = k)` if `k1 ≠ k`, likewise for the other branch
pub(super) fn eq_ite_constants(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (condition, then, otherwise) = pool.ternary(Op::Ite, operands[0])?;
    pool.constant(operands[1])?;
    let equals = |branch: TermId| pool.constant(branch).map(|_| branch == operands[1]);
    match (equals(then), equals(otherwise)) {
        (Some(true), Some(false)) => Some(condition),
        (Some(false), Some(true)) => Some(pool.not(condition)),
        (Some(first), Some(second)) => Some(pool.bool(first && second)),
        (Some(false), None) if pool.op(otherwise) != Op::Ite => {
            let negated = pool.not(condition);
            let rest = pool.eq(otherwise, operands[1]);
            Some(pool.and(negated, rest))
        }
        (None, Some(false)) if pool.op(then) != Op::Ite => {
            let rest = pool.eq(then, operands[1]);
            Some(pool.and(condition, rest))
        }
        _ => None,
    }
}

/// `x + k1 = k2 → x = k2 - k1`
pub(super) fn eq_offset(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (x, offset) = pool.binary(Op::BvAdd, operands[0])?;
    let moved = pool.bits_constant(operands[1])?.sub(pool.bits_constant(offset)?);
    let moved = pool.bits(moved);
    Some(pool.eq(x, moved))
}

/// `-x = k → x = -k`, `~x = k → x = ~k`, and for floats `-x = k → x = -k`
pub(super) fn eq_flipped(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    pool.constant(operands[1])?;
    let op = pool.op(operands[0]);
    if !matches!(op, Op::BvNeg | Op::BvNot | Op::FpNeg) {
        return None;
    }
    let x = pool.operands(operands[0])[0];
    let flipped = pool.apply(op, &[operands[1]]);
    Some(pool.eq(x, flipped))
}

/// `extend(x) = k → x = k` cut to the width of `x` if extending that gives `k` back, else `→ false`
pub(super) fn eq_extended_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let constant = pool.bits_constant(operands[1])?;
    let (x, is_signed) = match (pool.zero_extended(operands[0]), pool.sign_extended(operands[0])) {
        (Some(x), _) => (x, false),
        (_, Some(x)) => (x, true),
        _ => return None,
    };
    let cut = constant.resize_unsigned(pool.width(x));
    let back = if is_signed {
        cut.resize_signed(constant.width())
    } else {
        cut.resize_unsigned(constant.width())
    };
    if back != *constant {
        return Some(pool.bool(false));
    }
    let cut = pool.bits(cut);
    Some(pool.eq(x, cut))
}

/// `extend(x) = extend(y) → x = y` for the same kind of extension; the narrower one is extended to the width of the
/// other
pub(super) fn eq_extended_both(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let both = |extended: fn(&TermPool, TermId) -> Option<TermId>| {
        Some((extended(pool, operands[0])?, extended(pool, operands[1])?))
    };
    let extend = match both(TermPool::zero_extended) {
        Some(_) => TermPool::bv_zero_extend,
        None => TermPool::bv_sign_extend,
    };
    let (x, y) = both(TermPool::zero_extended).or_else(|| both(TermPool::sign_extended))?;
    let width = pool.width(x).max(pool.width(y));
    let (x, y) = (extend(pool, x, width), extend(pool, y, width));
    Some(pool.eq(x, y))
}

/// `x·z = y·z → x = y`, `x·z = sign_extend(y·z) → x = sign_extend(y)`: that nothing is lost by a shift to the left
pub(super) fn eq_concat_same(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    for (one, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        let Some((x, z)) = pool.binary(Op::BvConcat, one) else {
            continue;
        };
        let inner = pool.sign_extended(other).unwrap_or(other);
        if let Some((y, same)) = pool.binary(Op::BvConcat, inner)
            && same == z
        {
            let y = pool.bv_sign_extend(y, pool.width(x));
            return Some(pool.eq(x, y));
        }
    }
    None
}

/// `x·y = k → (x = upper bits of k) ∧ (y = lower bits of k)` unless `x` or `y` is a concatenation again
pub(super) fn eq_concat_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (x, y) = pool.binary(Op::BvConcat, operands[0])?;
    let constant = pool.bits_constant(operands[1])?;
    if pool.op(x) == Op::BvConcat || pool.op(y) == Op::BvConcat {
        return None;
    }
    let (width, split) = (constant.width(), pool.width(y));
    let (upper, lower) = (constant.extract(width - 1, split), constant.extract(split - 1, 0));
    let (upper, lower) = (pool.bits(upper), pool.bits(lower));
    let (first, second) = (pool.eq(x, upper), pool.eq(y, lower));
    Some(pool.and(first, second))
}

/// `x - y = 0 → x = y`, `x ^ y = 0 → x = y`
pub(super) fn eq_difference(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (x, y) = pool
        .binary(Op::BvSub, operands[0])
        .or_else(|| pool.binary(Op::BvXor, operands[0]))?;
    pool.bits_constant(operands[1])
        .is_some_and(crate::bits::Bits::is_zero)
        .then(|| pool.eq(x, y))
}
