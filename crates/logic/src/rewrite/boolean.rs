//! Negation, conjunction, disjunction, exclusive or.

use crate::op::Op;
use crate::pool::{TermId, TermPool};

/// `¬¬a → a`
pub(super) fn not_not(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    pool.unary(Op::Not, operands[0])
}

/// `a ∧ true → a`, `a ∧ false → false`
pub(super) fn and_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    pool.bool_constant(operands[1])
        .map(|value| operands[usize::from(!value)])
}

/// `a ∧ a → a`, `a ∧ ¬a → false`
pub(super) fn and_same(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if operands[0] == operands[1] {
        return Some(operands[0]);
    }
    pool.are_complements(operands[0], operands[1])
        .then(|| pool.bool(false))
}

/// `a ∧ (a ∧ b) → a ∧ b`, `a ∧ (¬a ∧ b) → false`, in every order
pub(super) fn and_nested(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    for (outer, nested) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if let Some((x, y)) = pool.binary(Op::And, nested) {
            if outer == x || outer == y {
                return Some(nested);
            }
            if pool.are_complements(outer, x) || pool.are_complements(outer, y) {
                return Some(pool.bool(false));
            }
        }
    }
    None
}

/// `a ∧ (a ∨ b) → a`, `a ∧ (¬a ∨ b) → a ∧ b`, in every order
pub(super) fn and_absorb(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    absorb(pool, operands, Op::And, Op::Or)
}

/// `a ∨ false → a`, `a ∨ true → true`
pub(super) fn or_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    pool.bool_constant(operands[1])
        .map(|value| operands[usize::from(value)])
}

/// `a ∨ a → a`, `a ∨ ¬a → true`
pub(super) fn or_same(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if operands[0] == operands[1] {
        return Some(operands[0]);
    }
    pool.are_complements(operands[0], operands[1])
        .then(|| pool.bool(true))
}

/// `a ∨ (a ∨ b) → a ∨ b`, `a ∨ (¬a ∨ b) → true`, in every order
pub(super) fn or_nested(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    for (outer, nested) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if let Some((x, y)) = pool.binary(Op::Or, nested) {
            if outer == x || outer == y {
                return Some(nested);
            }
            if pool.are_complements(outer, x) || pool.are_complements(outer, y) {
                return Some(pool.bool(true));
            }
        }
    }
    None
}

/// `a ∨ (a ∧ b) → a`, `a ∨ (¬a ∧ b) → a ∨ b`, in every order
pub(super) fn or_absorb(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    absorb(pool, operands, Op::Or, Op::And)
}

fn absorb(pool: &mut TermPool, operands: &[TermId], outer_op: Op, inner_op: Op) -> Option<TermId> {
    for (outer, nested) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if let Some((x, y)) = pool.binary(inner_op, nested) {
            if outer == x || outer == y {
                return Some(outer);
            }
            if pool.are_complements(outer, x) {
                return Some(pool.apply(outer_op, &[outer, y]));
            }
            if pool.are_complements(outer, y) {
                return Some(pool.apply(outer_op, &[outer, x]));
            }
        }
    }
    None
}

/// `a ⊕ false → a`, `a ⊕ true → ¬a`
pub(super) fn xor_constant(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let value = pool.bool_constant(operands[1])?;
    Some(if value { pool.not(operands[0]) } else { operands[0] })
}

/// `a ⊕ a → false`, `a ⊕ ¬a → true`
pub(super) fn xor_same(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if operands[0] == operands[1] {
        return Some(pool.bool(false));
    }
    pool.are_complements(operands[0], operands[1])
        .then(|| pool.bool(true))
}

/// `¬a ⊕ b → ¬(a ⊕ b)`, in both orders
pub(super) fn xor_not(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    for (negated, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if let Some(a) = pool.unary(Op::Not, negated) {
            let xor = pool.xor(a, other);
            return Some(pool.not(xor));
        }
    }
    None
}
