//! Floats: only what holds for every value, NaN, infinities and both zeros included.

use crate::float::{Float, RoundingMode};
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::sort::{FloatFormat, Sort};
use crate::value::Value;

fn float_constant(pool: &TermPool, term: TermId) -> Option<&Float> {
    pool.constant(term).and_then(Value::as_float)
}

/// `-(-x) → x`
pub(super) fn fp_neg_neg(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    pool.unary(Op::FpNeg, operands[0])
}

/// `||x|| → |x|`, `|-x| → |x|`
pub(super) fn fp_abs_sign(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if pool.op(operands[0]) == Op::FpAbs {
        return Some(operands[0]);
    }
    let x = pool.unary(Op::FpNeg, operands[0])?;
    Some(pool.fp_abs(x))
}

/// `class(-x) → class(x)`, `class(|x|) → class(x)` for the classes that ignore the sign
pub(super) fn fp_class_sign(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let x = pool
        .unary(Op::FpNeg, operands[0])
        .or_else(|| pool.unary(Op::FpAbs, operands[0]))?;
    Some(pool.apply(op, &[x]))
}

/// `x == x → ¬isNaN(x)`, `x <= x → ¬isNaN(x)`
pub(super) fn fp_reflexive(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    if operands[0] != operands[1] {
        return None;
    }
    let is_nan = pool.fp_is_nan(operands[0]);
    Some(pool.not(is_nan))
}

/// `x < x → false`
pub(super) fn fp_irreflexive(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    (operands[0] == operands[1]).then(|| pool.bool(false))
}

/// `min(x, x) → x`, `max(x, x) → x`
pub(super) fn fp_min_max_same(_: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    (operands[0] == operands[1]).then_some(operands[0])
}

/// `x - y → x + (-y)`: exact, also for zeros
pub(super) fn fp_sub_as_add(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let negated = pool.fp_neg(operands[2]);
    Some(pool.fp_add(operands[0], operands[1], negated))
}

/// With a constant rounding mode: `x + (-0) → x` unless it is downward, `x + (+0) → x` if it is
pub(super) fn fp_add_neutral(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let mode = RoundingMode::from_code(pool.bits_constant(operands[0])?);
    let addend = float_constant(pool, operands[2])?;
    let neutral = addend.is_zero() && addend.is_negative() == (mode != RoundingMode::TowardNegative);
    neutral.then_some(operands[1])
}

/// `x * 1 → x`, `x / 1 → x`
pub(super) fn fp_times_one(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let constant = float_constant(pool, operands[2])?;
    let one = crate::bits::Bits::one(2);
    let one = Float::from_unsigned(constant.format(), &one, RoundingMode::TowardZero);
    (*constant == one).then_some(operands[1])
}

fn format_of(pool: &TermPool, term: TermId) -> Option<FloatFormat> {
    match pool.sort(term) {
        Sort::Float(format) => Some(format),
        _ => None,
    }
}

/// Every value of the first format is one of the second.
fn widens(from: FloatFormat, to: FloatFormat) -> bool {
    from.exponent_bits() <= to.exponent_bits() && from.significand_bits() <= to.significand_bits()
}

/// `convert(x) → x` to its own format
pub(super) fn fp_convert_nothing(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let Op::FpConvert { format } = op else { return None };
    (format_of(pool, operands[1]) == Some(format)).then_some(operands[1])
}

/// `convert(convert(x)) → convert(x)` if the inner conversion widens and is thus exact
pub(super) fn fp_convert_widened(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let Op::FpConvert { format: middle } = pool.op(operands[1]) else {
        return None;
    };
    let x = pool.operands(operands[1])[1];
    widens(format_of(pool, x)?, middle).then(|| pool.apply(op, &[operands[0], x]))
}

/// `from_bits(to_bits(x)) → x` (the other direction is false for NaN)
pub(super) fn fp_bits_round_trip(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let x = pool.unary(Op::FpToBits, operands[0])?;
    let Op::FpFromBits { format } = op else {
        return None;
    };
    (format_of(pool, x) == Some(format)).then_some(x)
}
