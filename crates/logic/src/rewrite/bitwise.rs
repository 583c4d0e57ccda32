//! Bitwise operations.

use crate::op::Op;
use crate::pool::{TermId, TermPool};

fn are_bitwise_complements(pool: &TermPool, a: TermId, b: TermId) -> bool {
    pool.unary(Op::BvNot, a) == Some(b) || pool.unary(Op::BvNot, b) == Some(a)
}

fn zero_like(pool: &mut TermPool, term: TermId) -> TermId {
    pool.bv(pool.width(term), 0)
}

fn ones_like(pool: &mut TermPool, term: TermId) -> TermId {
    let zero = zero_like(pool, term);
    pool.bv_not(zero)
}

/// `~~x → x`
pub(super) fn bvnot_bvnot(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    pool.unary(Op::BvNot, operands[0])
}

/// `x & 0 → 0`, `x & ~0 → x`
pub(super) fn bvand_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let constant = pool.bits_constant(operands[1])?;
    if constant.is_zero() {
        return Some(operands[1]);
    }
    constant.is_ones().then_some(operands[0])
}

/// `x & x → x`, `x & ~x → 0`
pub(super) fn bvand_same(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if operands[0] == operands[1] {
        return Some(operands[0]);
    }
    are_bitwise_complements(pool, operands[0], operands[1]).then(|| zero_like(pool, operands[0]))
}

/// `x & (2^k - 1) → zero_extend(extract(x, k - 1, 0))`
pub(super) fn bvand_low_mask(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let mask = pool.bits_constant(operands[1])?;
    let width = mask.width();
    let kept = mask.add(&crate::bits::Bits::one(width)).log2()?;
    if kept == 0 {
        return None;
    }
    let low = pool.bv_extract(operands[0], kept - 1, 0);
    Some(pool.bv_zero_extend(low, width))
}

/// `x | 0 → x`, `x | ~0 → ~0`
pub(super) fn bvor_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let constant = pool.bits_constant(operands[1])?;
    if constant.is_zero() {
        return Some(operands[0]);
    }
    constant.is_ones().then_some(operands[1])
}

/// `x | x → x`, `x | ~x → ~0`
pub(super) fn bvor_same(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if operands[0] == operands[1] {
        return Some(operands[0]);
    }
    are_bitwise_complements(pool, operands[0], operands[1]).then(|| ones_like(pool, operands[0]))
}

/// `x ^ 0 → x`, `x ^ ~0 → ~x`
pub(super) fn bvxor_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let constant = pool.bits_constant(operands[1])?;
    if constant.is_zero() {
        return Some(operands[0]);
    }
    constant.is_ones().then(|| pool.bv_not(operands[0]))
}

/// `x ^ x → 0`, `x ^ ~x → ~0`
pub(super) fn bvxor_same(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if operands[0] == operands[1] {
        return Some(zero_like(pool, operands[0]));
    }
    are_bitwise_complements(pool, operands[0], operands[1]).then(|| ones_like(pool, operands[0]))
}

/// `~x ^ y → ~(x ^ y)`, in both orders
pub(super) fn bvxor_not(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    for (negated, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if let Some(x) = pool.unary(Op::BvNot, negated) {
            let xor = pool.bv_xor(x, other);
            return Some(pool.bv_not(xor));
        }
    }
    None
}

/// `(x ∘ k1) ∘ k2 → x ∘ (k1 ∘ k2)` for each bitwise `∘`
pub(super) fn bitwise_constants(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let (x, inner) = pool.binary(op, operands[0])?;
    pool.bits_constant(operands[1])?;
    pool.bits_constant(inner)?;
    let joined = pool.apply(op, &[inner, operands[1]]);
    Some(pool.apply(op, &[x, joined]))
}
