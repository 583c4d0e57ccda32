//! Conditionals of any sort. Merges of control flow are chains of them, mostly over the same conditions.

use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::Sort;

/// `ite(true, a, b) → a`, `ite(false, a, b) → b`, `ite(c, a, a) → a`
pub(super) fn ite_decided(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if operands[1] == operands[2] {
        return Some(operands[1]);
    }
    pool.bool_constant(operands[0])
        .map(|value| operands[if value { 1 } else { 2 }])
}

/// `ite(¬c, a, b) → ite(c, b, a)`
pub(super) fn ite_not(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let condition = pool.unary(Op::Not, operands[0])?;
    Some(pool.ite(condition, operands[2], operands[1]))
}

/// On booleans: `ite(c, true, b) → c ∨ b`, `ite(c, false, b) → ¬c ∧ b`, `ite(c, a, true) → ¬c ∨ a`,
/// `ite(c, a, false) → c ∧ a`, `ite(c, c, b) → c ∨ b`, `ite(c, a, c) → c ∧ a`, `ite(c, a, ¬a) → ¬(c ⊕ a)`
pub(super) fn ite_boolean(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let [condition, then, otherwise] = *operands else {
        return None;
    };
    if pool.sort(then) != Sort::Bool {
        return None;
    }
    match pool.bool_constant(then) {
        Some(true) => return Some(pool.or(condition, otherwise)),
        Some(false) => {
            let negated = pool.not(condition);
            return Some(pool.and(negated, otherwise));
        }
        None => {}
    }
    match pool.bool_constant(otherwise) {
        Some(true) => {
            let negated = pool.not(condition);
            return Some(pool.or(negated, then));
        }
        Some(false) => return Some(pool.and(condition, then)),
        None => {}
    }
    if condition == then {
        return Some(pool.or(condition, otherwise));
    }
    if condition == otherwise {
        return Some(pool.and(condition, then));
    }
    if pool.are_complements(then, otherwise) {
        let xor = pool.xor(condition, then);
        return Some(pool.not(xor));
    }
    None
}

/// `ite(c, ite(c, a, x), b) → ite(c, a, b)`, `ite(c, a, ite(c, x, b)) → ite(c, a, b)`
pub(super) fn ite_same_condition(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let [condition, then, otherwise] = *operands else {
        return None;
    };
    if let Some((inner, a, _)) = pool.ternary(Op::Ite, then)
        && inner == condition
    {
        return Some(pool.ite(condition, a, otherwise));
    }
    if let Some((inner, _, b)) = pool.ternary(Op::Ite, otherwise)
        && inner == condition
    {
        return Some(pool.ite(condition, then, b));
    }
    None
}

/// `ite(c, a, ite(d, a, b)) → ite(c ∨ d, a, b)`, `ite(c, ite(d, a, b), b) → ite(c ∧ d, a, b)`
pub(super) fn ite_shared_branch(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let [condition, then, otherwise] = *operands else {
        return None;
    };
    if let Some((inner, a, b)) = pool.ternary(Op::Ite, otherwise)
        && a == then
    {
        let either = pool.or(condition, inner);
        return Some(pool.ite(either, a, b));
    }
    if let Some((inner, a, b)) = pool.ternary(Op::Ite, then)
        && b == otherwise
    {
        let both = pool.and(condition, inner);
        return Some(pool.ite(both, a, b));
    }
    None
}
