//! Concatenations, slices and extensions: memory read in other pieces than it was written.

use crate::bits::Bits;
use crate::op::Op;
use crate::pool::{TermId, TermPool};

/// `0·x → zero_extend(x)`
pub(super) fn concat_zero(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let upper = pool.bits_constant(operands[0])?;
    let width = upper.width() + pool.width(operands[1]);
    upper.is_zero().then(|| pool.bv_zero_extend(operands[1], width))
}

/// Two slices of one term that touch, as one slice.
fn joined(pool: &mut TermPool, upper: TermId, lower: TermId) -> Option<TermId> {
    let (
        Op::BvExtract { high, low },
        Op::BvExtract {
            high: middle,
            low: bottom,
        },
    ) = (pool.op(upper), pool.op(lower))
    else {
        return None;
    };
    let (x, y) = (pool.operands(upper)[0], pool.operands(lower)[0]);
    (x == y && low == middle + 1).then(|| pool.bv_extract(x, high, bottom))
}

/// `extract(x, h, m + 1)·extract(x, m, l) → extract(x, h, l)`, also as neighbours in `(y·e)·e'` and `e·(e'·y)`
pub(super) fn concat_adjacent(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if let Some(slice) = joined(pool, operands[0], operands[1]) {
        return Some(slice);
    }
    if let Some((outer, neighbour)) = pool.binary(Op::BvConcat, operands[0])
        && let Some(slice) = joined(pool, neighbour, operands[1])
    {
        return Some(pool.bv_concat(outer, slice));
    }
    let (neighbour, outer) = pool.binary(Op::BvConcat, operands[1])?;
    let slice = joined(pool, operands[0], neighbour)?;
    Some(pool.bv_concat(slice, outer))
}

/// `(x·k1)·k2 → x·(k1·k2)`, `k1·(k2·x) → (k1·k2)·x`, `k·zext(x) → (k·0)·x`
pub(super) fn concat_constants(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if let Some((x, inner)) = pool.binary(Op::BvConcat, operands[0])
        && let (Some(upper), Some(lower)) = (pool.bits_constant(inner), pool.bits_constant(operands[1]))
    {
        let constant = upper.concat(lower);
        let constant = pool.bits(constant);
        return Some(pool.bv_concat(x, constant));
    }
    let upper = pool.bits_constant(operands[0])?;
    if let Some((inner, x)) = pool.binary(Op::BvConcat, operands[1])
        && let Some(lower) = pool.bits_constant(inner)
    {
        let constant = upper.concat(lower);
        let constant = pool.bits(constant);
        return Some(pool.bv_concat(constant, x));
    }
    let x = pool.zero_extended(operands[1])?;
    let constant = upper.concat(&Bits::zero(pool.width(operands[1]) - pool.width(x)));
    let constant = pool.bits(constant);
    Some(pool.bv_concat(constant, x))
}

fn range(op: Op) -> (u32, u32) {
    match op {
        Op::BvExtract { high, low } => (high, low),
        _ => unreachable!("a rule for slices"),
    }
}

/// `extract(x, w - 1, 0) → x`
pub(super) fn extract_all(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    (range(op) == (pool.width(operands[0]) - 1, 0)).then_some(operands[0])
}

/// `extract(extract(x, _, l'), h, l) → extract(x, h + l', l + l')`
pub(super) fn extract_extract(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let (high, low) = range(op);
    let Op::BvExtract { low: offset, .. } = pool.op(operands[0]) else {
        return None;
    };
    let x = pool.operands(operands[0])[0];
    Some(pool.bv_extract(x, high + offset, low + offset))
}

/// `extract(x·y, h, l) →` the slice of the part it lies in, or the slices of the parts it touches, joined
pub(super) fn extract_concat(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let (high, low) = range(op);
    if pool.op(operands[0]) != Op::BvConcat {
        return None;
    }
    // Parts that overlap the slice, the lowest first, each with the slice's range within it.
    let mut parts: Vec<(TermId, u32, u32)> = Vec::new();
    let mut pending = vec![(operands[0], high, low)];
    while let Some((term, high, low)) = pending.pop() {
        if let Some((upper, lower)) = pool.binary(Op::BvConcat, term) {
            let split = pool.width(lower);
            if high >= split {
                pending.push((upper, high - split, low.saturating_sub(split)));
            }
            if low < split {
                pending.push((lower, high.min(split - 1), low));
            }
        } else {
            parts.push((term, high, low));
        }
        if parts.len() + pending.len() > budgets::logic::MAX_PARTS.count() {
            return None;
        }
    }
    let mut result: Option<TermId> = None;
    for (term, high, low) in parts {
        let slice = pool.bv_extract(term, high, low);
        result = Some(result.map_or(slice, |lower| pool.bv_concat(slice, lower)));
    }
    result
}

/// `extract(extend(x), h, l) → extract(x, h, l)` within `x`; above a zero extension's `x` `→ 0`; from within
/// `x` to above it: the slice of `x`, extended; above a sign extension's `x`: its sign bit, extended
pub(super) fn extract_extended(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let (high, low) = range(op);
    let (x, is_signed) = match (pool.zero_extended(operands[0]), pool.sign_extended(operands[0])) {
        (Some(x), _) => (x, false),
        (_, Some(x)) => (x, true),
        _ => return None,
    };
    let (width, result) = (pool.width(x), high - low + 1);
    if high < width {
        return Some(pool.bv_extract(x, high, low));
    }
    if low >= width && !is_signed {
        return Some(pool.bv(result, 0));
    }
    let kept = pool.bv_extract(x, width - 1, low.min(width - 1));
    Some(if is_signed {
        pool.bv_sign_extend(kept, result)
    } else {
        pool.bv_zero_extend(kept, result)
    })
}

/// `extract(x ∘ y, h, 0) → extract(x, h, 0) ∘ extract(y, h, 0)` for sums, differences and products of values
/// that are extended or constant: an integer promotion that is undone
pub(super) fn extract_arithmetic(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let (high, low) = range(op);
    let inner = pool.op(operands[0]);
    if low != 0 || !matches!(inner, Op::BvAdd | Op::BvSub | Op::BvMul) {
        return None;
    }
    let (x, y) = (pool.operands(operands[0])[0], pool.operands(operands[0])[1]);
    let is_shallow = |term: TermId| {
        pool.zero_extended(term).is_some()
            || pool.sign_extended(term).is_some()
            || pool.constant(term).is_some()
    };
    if !is_shallow(x) || !is_shallow(y) {
        return None;
    }
    let (x, y) = (pool.bv_extract(x, high, 0), pool.bv_extract(y, high, 0));
    Some(pool.apply(inner, &[x, y]))
}

/// `extend(x) → x` to its own width
pub(super) fn extend_nothing(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let (Op::BvZeroExtend { width } | Op::BvSignExtend { width }) = op else {
        return None;
    };
    (width == pool.width(operands[0])).then_some(operands[0])
}

/// `zext(zext(x)) → zext(x)`
pub(super) fn zero_extend_twice(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let x = pool.zero_extended(operands[0])?;
    Some(pool.apply(op, &[x]))
}

/// `sext(sext(x)) → sext(x)`, `sext(zext(x)) → zext(x)` as a zero extension makes wider
pub(super) fn sign_extend_twice(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let Op::BvSignExtend { width } = op else {
        return None;
    };
    if let Some(x) = pool.sign_extended(operands[0]) {
        return Some(pool.apply(op, &[x]));
    }
    let x = pool.zero_extended(operands[0])?;
    Some(pool.bv_zero_extend(x, width))
}
