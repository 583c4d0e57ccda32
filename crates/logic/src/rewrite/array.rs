//! Reads over writes and moves.

use crate::op::Op;
use crate::pool::{TermId, TermPool};

/// `select(store(a, i, v), i) → v`, and `select(store(a, k1, v), k2) → select(a, k2)` for different constants,
/// through any number of writes if that ends at a written value or at something that is not a write
pub(super) fn select_stored(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (start, index) = (operands[0], operands[1]);
    let mut array = start;
    for _ in 0..budgets::logic::MAX_STORES.count() {
        let Some((below, written, element)) = pool.ternary(Op::Store, array) else {
            return (array != start).then(|| pool.select(array, index));
        };
        if written == index {
            return Some(element);
        }
        pool.constant(written)?;
        pool.constant(index)?;
        array = below;
    }
    None
}

/// `select(const(v), i) → v`
pub(super) fn select_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    matches!(pool.op(operands[0]), Op::ConstArray { .. }).then(|| pool.operands(operands[0])[0])
}

/// `store(store(a, i, v), i, w) → store(a, i, w)`
pub(super) fn store_twice(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (below, written, _) = pool.ternary(Op::Store, operands[0])?;
    (written == operands[1]).then(|| pool.store(below, operands[1], operands[2]))
}

/// `store(a, i, select(a, i)) → a`
pub(super) fn store_selected(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    (pool.binary(Op::Select, operands[2]) == Some((operands[0], operands[1]))).then_some(operands[0])
}

/// `store(const(v), i, v) → const(v)`
pub(super) fn store_same_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let is_constant = matches!(pool.op(operands[0]), Op::ConstArray { .. });
    (is_constant && pool.operands(operands[0])[0] == operands[2]).then_some(operands[0])
}

/// `select(slide(a, by), i) → select(a, i + by)`
pub(super) fn select_slid(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (array, by) = pool.binary(Op::Slide, operands[0])?;
    let index = pool.bv_add(operands[1], by);
    Some(pool.select(array, index))
}

/// `select(splice(a, at, n, s), i)`: `select(s, i)` or `select(a, i)`, where constants tell which
pub(super) fn select_spliced(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let (start, index) = (operands[0], operands[1]);
    let (mut array, mut found) = (start, false);
    for _ in 0..budgets::logic::MAX_STORES.count() {
        if pool.op(array) != Op::Splice {
            break;
        }
        let &[below, at, count, source] = pool.operands(array) else {
            break;
        };
        let distance = pool.bv_sub(index, at);
        let within = pool.bv_ult(distance, count);
        let Some(within) = pool.bool_constant(within) else {
            break;
        };
        found = true;
        array = if within { source } else { below };
    }
    found.then(|| pool.select(array, index))
}

/// `slide(a, 0) → a`
pub(super) fn slide_nothing(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    pool.bits_constant(operands[1])?.is_zero().then_some(operands[0])
}

/// `slide(const(v), by) → const(v)`
pub(super) fn slide_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    matches!(pool.op(operands[0]), Op::ConstArray { .. }).then_some(operands[0])
}

/// `splice(a, at, 0, s) → a`
pub(super) fn splice_nothing(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    pool.bits_constant(operands[2])?.is_zero().then_some(operands[0])
}

/// `splice(a, at, n, a) → a`
pub(super) fn splice_same(_: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    (operands[0] == operands[3]).then_some(operands[0])
}
