//! Shifts by constants are wiring: they become slices, which the rules of shapes understand.

use crate::bits::Bits;
use crate::op::Op;
use crate::pool::{TermId, TermPool};

/// `0 shifted by x → 0`, `x shifted by 0 → x`
pub(super) fn shift_zero(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    operands
        .iter()
        .any(|operand| pool.bits_constant(*operand).is_some_and(Bits::is_zero))
        .then_some(operands[0])
}

/// The distance, at most the width.
fn distance(pool: &TermPool, operands: &[TermId]) -> Option<u32> {
    let width = pool.width(operands[0]);
    let by = pool.bits_constant(operands[1])?;
    Some(by.to_u64().map_or(width, |by| by.min(width.into()) as u32))
}

/// `x << k → extract(x, w - k - 1, 0)·0`, `→ 0` if nothing is left
pub(super) fn shl_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (by, width) = (distance(pool, operands)?, pool.width(operands[0]));
    if by == width {
        return Some(pool.bv(width, 0));
    }
    let (kept, zeros) = (pool.bv_extract(operands[0], width - by - 1, 0), pool.bv(by, 0));
    Some(pool.bv_concat(kept, zeros))
}

/// logical: `x >> k → zero_extend(extract(x, w - 1, k))`, `→ 0` if nothing is left
pub(super) fn lshr_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (by, width) = (distance(pool, operands)?, pool.width(operands[0]));
    if by == width {
        return Some(pool.bv(width, 0));
    }
    let kept = pool.bv_extract(operands[0], width - 1, by);
    Some(pool.bv_zero_extend(kept, width))
}

/// arithmetic: `x >> k → sign_extend(extract(x, w - 1, min(k, w - 1)))`
pub(super) fn ashr_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (by, width) = (distance(pool, operands)?, pool.width(operands[0]));
    let kept = pool.bv_extract(operands[0], width - 1, by.min(width - 1));
    Some(pool.bv_sign_extend(kept, width))
}
