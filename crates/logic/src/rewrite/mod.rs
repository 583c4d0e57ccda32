//! Local simplifications, applied while a term is built.
//!
//! A rule looks at an operator and its operands (which are simplified already, with the constant of a
//! commutative operator last) and gives an equal term, or passes. Its comment states `match → result`. Rules
//! build their results through the pool, so results are simplified as well; each result is smaller, shallower
//! or closer to a chosen form than what it replaces, so this ends. No rule walks or rebuilds a term of
//! unbounded depth: terms can be a million deep, and building one must stay cheap.
//!
//! Only what pays off before bit-blasting is here: facts that fold whole subterms (constants, equalities,
//! ranges of extended values, reads over writes). What concerns single bits is found again, for free, by the
//! gate graph.
//!
//! `tests` checks every rule against the evaluator and that every rule is exercised.

mod arithmetic;
mod array;
mod bitwise;
mod boolean;
mod compare;
mod equality;
mod float;
mod ite;
mod overflow;
mod shape;
mod shift;
mod sum;
#[cfg(test)]
mod tests;

use crate::bits::Bits;
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::value::Value;

/// A rule and its name, for the tests.
pub(crate) type Rule = (&'static str, fn(&mut TermPool, Op, &[TermId]) -> Option<TermId>);

/// Rules by their names.
macro_rules! rules {
    ($($module:ident: $($name:ident),+ $(,)?);+ $(;)?) => {
        &[$($((stringify!($name), $module::$name as fn(&mut TermPool, Op, &[TermId]) -> Option<TermId>)),+),+]
    };
}

/// The rules for an operator, in the order in which they are tried.
pub(crate) fn rules_for(op: Op) -> &'static [Rule] {
    match op {
        Op::Not => rules![boolean: not_not],
        Op::And => rules![boolean: and_constant, and_same, and_nested, and_absorb],
        Op::Or => rules![boolean: or_constant, or_same, or_nested, or_absorb],
        Op::Xor => rules![boolean: xor_constant, xor_same, xor_not],
        Op::Ite => rules![ite: ite_decided, ite_not, ite_boolean, ite_same_condition, ite_shared_branch],
        Op::Eq => rules![
            equality: eq_same, eq_boolean, eq_ite_constants, eq_offset, eq_flipped, eq_extended_constant,
            eq_extended_both, eq_concat_constant, eq_concat_same, eq_difference; sum: eq_sums
        ],
        Op::BvNot => rules![bitwise: bvnot_bvnot],
        Op::BvAnd => rules![bitwise: bvand_constant, bvand_same, bvand_low_mask, bitwise_constants],
        Op::BvOr => rules![bitwise: bvor_constant, bvor_same, bitwise_constants],
        Op::BvXor => rules![bitwise: bvxor_constant, bvxor_same, bvxor_not, bitwise_constants],
        Op::BvNeg => rules![arithmetic: neg_neg, neg_sub],
        Op::BvAdd => rules![arithmetic: add_zero, add_constants, add_neg, add_sub, add_division],
        Op::BvSub => {
            rules![arithmetic: sub_same, sub_constant, sub_from_zero, sub_neg, sub_add, sub_division]
        }
        Op::BvMul => rules![arithmetic: mul_constant, mul_constants],
        Op::BvUdiv => rules![arithmetic: udiv_constant],
        Op::BvUrem => rules![arithmetic: urem_constant],
        Op::BvSdiv => rules![arithmetic: sdiv_constant],
        Op::BvSrem => rules![arithmetic: srem_constant],
        Op::BvShl => rules![shift: shift_zero, shl_constant],
        Op::BvLshr => rules![shift: shift_zero, lshr_constant],
        Op::BvAshr => rules![shift: shift_zero, ashr_constant],
        Op::BvUlt => rules![compare: lt_same, ult_limits, ult_extended, ult_division],
        Op::BvUle => rules![compare: ule_as_ult],
        Op::BvSlt => rules![compare: lt_same, slt_limits, slt_zero_extended, slt_sign_extended],
        Op::BvSle => rules![compare: sle_as_slt],
        Op::BvConcat => rules![shape: concat_zero, concat_adjacent, concat_constants],
        Op::BvExtract { .. } => rules![
            shape: extract_all, extract_extract, extract_concat, extract_extended, extract_arithmetic
        ],
        Op::BvZeroExtend { .. } => rules![shape: extend_nothing, zero_extend_twice],
        Op::BvSignExtend { .. } => rules![shape: extend_nothing, sign_extend_twice],
        Op::BvUaddOverflow | Op::BvSaddOverflow => {
            rules![overflow: overflow_impossible, add_overflow_division]
        }
        Op::BvUmulOverflow | Op::BvSmulOverflow => {
            rules![overflow: overflow_impossible, mul_overflow_division]
        }
        Op::BvSsubOverflow => rules![overflow: overflow_impossible],
        Op::BvUsubOverflow => rules![overflow: usub_overflow_as_ult],
        Op::BvNegOverflow => rules![overflow: neg_overflow_as_eq],
        Op::BvSdivOverflow => rules![overflow: sdiv_overflow_as_eq],
        Op::BvUshlOverflow | Op::BvSshlOverflow => rules![overflow: shl_overflow_by_zero],
        Op::FpNeg => rules![float: fp_neg_neg],
        Op::FpAbs => rules![float: fp_abs_sign],
        Op::FpIsNan | Op::FpIsInfinite | Op::FpIsZero | Op::FpIsNormal | Op::FpIsSubnormal => {
            rules![float: fp_class_sign]
        }
        Op::FpEq | Op::FpLe => rules![float: fp_reflexive],
        Op::FpLt => rules![float: fp_irreflexive],
        Op::FpMin | Op::FpMax => rules![float: fp_min_max_same],
        Op::FpSub => rules![float: fp_sub_as_add],
        Op::FpAdd => rules![float: fp_add_neutral],
        Op::FpMul | Op::FpDiv => rules![float: fp_times_one],
        Op::FpConvert { .. } => rules![float: fp_convert_nothing, fp_convert_widened],
        Op::FpFromBits { .. } => rules![float: fp_bits_round_trip],
        Op::Select => rules![array: select_stored, select_constant, select_slid, select_spliced],
        Op::Store => rules![array: store_twice, store_selected, store_same_constant],
        Op::Slide => rules![array: slide_nothing, slide_constant],
        Op::Splice => rules![array: splice_nothing, splice_same],
        _ => &[],
    }
}

/// An equal term that the first rule that matches gives.
pub(crate) fn simplify(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    for (_name, rule) in rules_for(op) {
        if let Some(result) = rule(pool, op, operands) {
            #[cfg(test)]
            {
                *pool.rules_used.entry(_name).or_default() += 1;
            }
            return Some(result);
        }
    }
    None
}

/// What rules ask about terms.
impl TermPool {
    fn bool_constant(&self, term: TermId) -> Option<bool> {
        self.constant(term).and_then(Value::as_bool)
    }

    fn bits_constant(&self, term: TermId) -> Option<&Bits> {
        self.constant(term).and_then(Value::as_bits)
    }

    /// The operand, if the term applies this operator of one operand.
    fn unary(&self, op: Op, term: TermId) -> Option<TermId> {
        (self.op(term) == op).then(|| self.operands(term)[0])
    }

    /// The operands, if the term applies this operator of two operands.
    fn binary(&self, op: Op, term: TermId) -> Option<(TermId, TermId)> {
        (self.op(term) == op).then(|| (self.operands(term)[0], self.operands(term)[1]))
    }

    fn ternary(&self, op: Op, term: TermId) -> Option<(TermId, TermId, TermId)> {
        let operands = self.operands(term);
        (self.op(term) == op).then(|| (operands[0], operands[1], operands[2]))
    }

    /// One of the terms is `Not` of the other.
    fn are_complements(&self, a: TermId, b: TermId) -> bool {
        self.unary(Op::Not, a) == Some(b) || self.unary(Op::Not, b) == Some(a)
    }

    /// The width of a bit-vector term.
    fn width(&self, term: TermId) -> u32 {
        self.sort(term).bit_width().expect("a bit-vector")
    }

    fn zero_extended(&self, term: TermId) -> Option<TermId> {
        matches!(self.op(term), Op::BvZeroExtend { .. }).then(|| self.operands(term)[0])
    }

    fn sign_extended(&self, term: TermId) -> Option<TermId> {
        matches!(self.op(term), Op::BvSignExtend { .. }).then(|| self.operands(term)[0])
    }
}
