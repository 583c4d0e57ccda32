//! What each operator does to values: the meaning of terms, used by the evaluator and to fold constants.

use std::cmp::Ordering;

use crate::array_value::ArrayValue;
use crate::bits::Bits;
use crate::float::{Float, RoundingMode};
use crate::op::Op;
use crate::value::Value;

struct Operands<'a, 'v>(&'a [&'v Value]);

impl<'v> Operands<'_, 'v> {
    fn bool(&self, position: usize) -> bool {
        self.0[position].as_bool().expect("terms are well-sorted")
    }

    fn bits(&self, position: usize) -> &'v Bits {
        self.0[position].as_bits().expect("terms are well-sorted")
    }

    fn float(&self, position: usize) -> &'v Float {
        self.0[position].as_float().expect("terms are well-sorted")
    }

    fn array(&self, position: usize) -> &'v ArrayValue {
        self.0[position].as_array().expect("terms are well-sorted")
    }

    fn mode(&self) -> RoundingMode {
        RoundingMode::from_code(self.bits(0))
    }
}

/// The value of an operator on values of the right sorts.
pub(crate) fn apply(op: Op, operands: &[&Value]) -> Value {
    let of = Operands(operands);
    match op {
        Op::Constant(_) | Op::Symbol(_) => unreachable!("leaves have no operands to apply to"),
        Op::Not => Value::Bool(!of.bool(0)),
        Op::And => Value::Bool(of.bool(0) && of.bool(1)),
        Op::Or => Value::Bool(of.bool(0) || of.bool(1)),
        Op::Xor => Value::Bool(of.bool(0) != of.bool(1)),
        Op::Ite => operands[if of.bool(0) { 1 } else { 2 }].clone(),
        Op::Eq => Value::Bool(operands[0] == operands[1]),
        Op::BvNot => Value::BitVec(of.bits(0).not()),
        Op::BvNeg => Value::BitVec(of.bits(0).neg()),
        Op::BvAnd => Value::BitVec(of.bits(0).and(of.bits(1))),
        Op::BvOr => Value::BitVec(of.bits(0).or(of.bits(1))),
        Op::BvXor => Value::BitVec(of.bits(0).xor(of.bits(1))),
        Op::BvAdd => Value::BitVec(of.bits(0).add(of.bits(1))),
        Op::BvSub => Value::BitVec(of.bits(0).sub(of.bits(1))),
        Op::BvMul => Value::BitVec(of.bits(0).mul(of.bits(1))),
        Op::BvUdiv => Value::BitVec(of.bits(0).udiv(of.bits(1))),
        Op::BvUrem => Value::BitVec(of.bits(0).urem(of.bits(1))),
        Op::BvSdiv => Value::BitVec(of.bits(0).sdiv(of.bits(1))),
        Op::BvSrem => Value::BitVec(of.bits(0).srem(of.bits(1))),
        Op::BvShl => Value::BitVec(of.bits(0).shl(of.bits(1))),
        Op::BvLshr => Value::BitVec(of.bits(0).lshr(of.bits(1))),
        Op::BvAshr => Value::BitVec(of.bits(0).ashr(of.bits(1))),
        Op::BvUlt => Value::Bool(of.bits(0).unsigned_cmp(of.bits(1)) == Ordering::Less),
        Op::BvUle => Value::Bool(of.bits(0).unsigned_cmp(of.bits(1)) != Ordering::Greater),
        Op::BvSlt => Value::Bool(of.bits(0).signed_cmp(of.bits(1)) == Ordering::Less),
        Op::BvSle => Value::Bool(of.bits(0).signed_cmp(of.bits(1)) != Ordering::Greater),
        Op::BvConcat => Value::BitVec(of.bits(0).concat(of.bits(1))),
        Op::BvExtract { high, low } => Value::BitVec(of.bits(0).extract(high, low)),
        Op::BvZeroExtend { width } => Value::BitVec(of.bits(0).resize_unsigned(width)),
        Op::BvSignExtend { width } => Value::BitVec(of.bits(0).resize_signed(width)),
        op if op.is_overflow() => Value::Bool(overflows(op, &of)),
        Op::Select => of.array(0).select(of.bits(1)).clone(),
        Op::Store => Value::Array(of.array(0).store(of.bits(1).clone(), operands[2].clone())),
        Op::Slide => Value::Array(of.array(0).slide(of.bits(1).clone())),
        Op::Splice => {
            let (at, count) = (of.bits(1).clone(), of.bits(2).clone());
            Value::Array(of.array(0).splice(at, count, of.array(3)))
        }
        Op::ConstArray { index_width } => {
            Value::Array(ArrayValue::constant(index_width, operands[0].clone()))
        }
        _ => apply_float(op, &of),
    }
}

/// The result at a width where nothing is lost does not survive cutting to the width of the operands.
fn overflows(op: Op, of: &Operands<'_, '_>) -> bool {
    let a = of.bits(0);
    let width = a.width();
    let unsigned = |position: usize| of.bits(position).resize_unsigned(2 * width + 1);
    let signed = |position: usize| of.bits(position).resize_signed(2 * width + 1);
    let unsigned_loss = |exact: Bits| exact != exact.extract(width - 1, 0).resize_unsigned(2 * width + 1);
    let signed_loss = |exact: Bits| exact != exact.extract(width - 1, 0).resize_signed(2 * width + 1);
    let too_far = |position: usize| {
        of.bits(position)
            .to_u128()
            .is_none_or(|by| by >= u128::from(width))
    };
    match op {
        Op::BvUaddOverflow => unsigned_loss(unsigned(0).add(&unsigned(1))),
        Op::BvSaddOverflow => signed_loss(signed(0).add(&signed(1))),
        Op::BvUsubOverflow => unsigned_loss(unsigned(0).sub(&unsigned(1))),
        Op::BvSsubOverflow => signed_loss(signed(0).sub(&signed(1))),
        Op::BvUmulOverflow => unsigned_loss(unsigned(0).mul(&unsigned(1))),
        Op::BvSmulOverflow => signed_loss(signed(0).mul(&signed(1))),
        Op::BvNegOverflow => *a == Bits::signed_min(width),
        Op::BvUshlOverflow => !a.is_zero() && (too_far(1) || unsigned_loss(unsigned(0).shl(&unsigned(1)))),
        Op::BvSshlOverflow => !a.is_zero() && (too_far(1) || signed_loss(signed(0).shl(&unsigned(1)))),
        Op::BvSdivOverflow => *a == Bits::signed_min(width) && of.bits(1).is_ones(),
        _ => unreachable!("not an overflow predicate"),
    }
}

fn apply_float(op: Op, of: &Operands<'_, '_>) -> Value {
    match op {
        Op::FpAdd => Value::Float(of.float(1).add(of.float(2), of.mode())),
        Op::FpSub => Value::Float(of.float(1).sub(of.float(2), of.mode())),
        Op::FpMul => Value::Float(of.float(1).mul(of.float(2), of.mode())),
        Op::FpDiv => Value::Float(of.float(1).div(of.float(2), of.mode())),
        Op::FpFma => Value::Float(of.float(1).fma(of.float(2), of.float(3), of.mode())),
        Op::FpSqrt => Value::Float(of.float(1).sqrt(of.mode())),
        Op::FpRoundToIntegral => Value::Float(of.float(1).round_to_integral(of.mode())),
        Op::FpRem => Value::Float(of.float(0).rem(of.float(1))),
        Op::FpFmod => Value::Float(of.float(0).fmod(of.float(1))),
        Op::FpNeg => Value::Float(of.float(0).neg()),
        Op::FpAbs => Value::Float(of.float(0).abs()),
        Op::FpMin => Value::Float(of.float(0).min(of.float(1))),
        Op::FpMax => Value::Float(of.float(0).max(of.float(1))),
        Op::FpEq => Value::Bool(of.float(0).ieee_cmp(of.float(1)) == Some(Ordering::Equal)),
        Op::FpLt => Value::Bool(of.float(0).ieee_cmp(of.float(1)) == Some(Ordering::Less)),
        Op::FpLe => Value::Bool(of.float(0).ieee_cmp(of.float(1)).is_some_and(Ordering::is_le)),
        Op::FpIsNan => Value::Bool(of.float(0).is_nan()),
        Op::FpIsInfinite => Value::Bool(of.float(0).is_infinite()),
        Op::FpIsZero => Value::Bool(of.float(0).is_zero()),
        Op::FpIsNormal => Value::Bool(of.float(0).is_normal()),
        Op::FpIsSubnormal => Value::Bool(of.float(0).is_subnormal()),
        Op::FpIsNegative => Value::Bool(of.float(0).is_negative()),
        Op::FpConvert { format } => Value::Float(of.float(1).convert(format, of.mode())),
        Op::FpFromSigned { format } => Value::Float(Float::from_signed(format, of.bits(1), of.mode())),
        Op::FpFromUnsigned { format } => Value::Float(Float::from_unsigned(format, of.bits(1), of.mode())),
        Op::FpToSigned => {
            let otherwise = of.bits(2);
            let integer = of.float(1).to_signed(otherwise.width(), of.mode());
            Value::BitVec(integer.unwrap_or_else(|| otherwise.clone()))
        }
        Op::FpToUnsigned => {
            let otherwise = of.bits(2);
            let integer = of.float(1).to_unsigned(otherwise.width(), of.mode());
            Value::BitVec(integer.unwrap_or_else(|| otherwise.clone()))
        }
        Op::FpFromBits { format } => Value::Float(Float::from_bits(format, of.bits(0).clone())),
        Op::FpToBits => Value::BitVec(of.float(0).bits().clone()),
        _ => unreachable!("not an operator on floats"),
    }
}
