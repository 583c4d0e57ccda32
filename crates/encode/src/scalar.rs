//! One operator on words: which circuit each stands for.

use logic::{FloatFormat, Op, Sort, TermId, TermPool};

use crate::circuit::{self, Word, adder, compare, divider, multiplier, overflow, shifter};
use crate::float;
use crate::gates::{Edge, Gates};

/// The words of a term's operands.
pub(crate) struct Operands<'a> {
    pub(crate) pool: &'a TermPool,
    pub(crate) term: TermId,
    pub(crate) words: [&'a [Edge]; 4],
}

impl Operands<'_> {
    /// The format of a float operand.
    fn format(&self, position: usize) -> FloatFormat {
        match self.pool.sort(self.pool.operands(self.term)[position]) {
            Sort::Float(format) => format,
            _ => unreachable!("terms are well-sorted"),
        }
    }
}

/// The word of an operator on scalars.
pub(crate) fn encode(gates: &mut Gates, op: Op, of: &Operands<'_>) -> Word {
    let [a, b, c, _] = of.words;
    match op {
        Op::Not | Op::BvNot => circuit::not(a),
        Op::And | Op::BvAnd => circuit::zip(a, b, |a, b| gates.and(a, b)),
        Op::Or | Op::BvOr => circuit::zip(a, b, |a, b| gates.or(a, b)),
        Op::Xor | Op::BvXor => circuit::zip(a, b, |a, b| gates.xor(a, b)),
        Op::Ite => circuit::mux(gates, a[0], b, c),
        Op::Eq => vec![compare::equal(gates, a, b)],
        Op::BvNeg => adder::neg(gates, a),
        Op::BvAdd => adder::add(gates, a, b),
        Op::BvSub => adder::sub(gates, a, b),
        Op::BvMul => multiplier::multiply(gates, a, b),
        Op::BvUdiv => divider::divide_unsigned(gates, a, b).0,
        Op::BvUrem => divider::divide_unsigned(gates, a, b).1,
        Op::BvSdiv => divider::divide_signed(gates, a, b).0,
        Op::BvSrem => divider::divide_signed(gates, a, b).1,
        Op::BvShl => shifter::shift_left(gates, a, b),
        Op::BvLshr => shifter::shift_right_logical(gates, a, b),
        Op::BvAshr => shifter::shift_right_arithmetic(gates, a, b),
        Op::BvUlt => vec![compare::unsigned_less(gates, a, b)],
        Op::BvUle => vec![!compare::unsigned_less(gates, b, a)],
        Op::BvSlt => vec![compare::signed_less(gates, a, b)],
        Op::BvSle => vec![!compare::signed_less(gates, b, a)],
        Op::BvConcat => b.iter().chain(a).copied().collect(),
        Op::BvExtract { high, low } => a[low as usize..=high as usize].to_vec(),
        Op::BvZeroExtend { width } => circuit::zero_extend(a, width as usize),
        Op::BvSignExtend { width } => circuit::sign_extend(a, width as usize),
        Op::BvUaddOverflow => vec![overflow::add_unsigned(gates, a, b)],
        Op::BvSaddOverflow => vec![overflow::add_signed(gates, a, b)],
        Op::BvUsubOverflow => vec![overflow::sub_unsigned(gates, a, b)],
        Op::BvSsubOverflow => vec![overflow::sub_signed(gates, a, b)],
        Op::BvUmulOverflow => vec![overflow::mul_unsigned(gates, a, b)],
        Op::BvSmulOverflow => vec![overflow::mul_signed(gates, a, b)],
        Op::BvNegOverflow => vec![overflow::neg_signed(gates, a)],
        Op::BvUshlOverflow => vec![overflow::shl_unsigned(gates, a, b)],
        Op::BvSshlOverflow => vec![overflow::shl_signed(gates, a, b)],
        Op::BvSdivOverflow => vec![overflow::div_signed(gates, a, b)],
        Op::Constant(_)
        | Op::Symbol(_)
        | Op::Select
        | Op::Store
        | Op::Slide
        | Op::Splice
        | Op::ConstArray { .. } => {
            unreachable!("leaves and arrays are encoded elsewhere")
        }
        _ => encode_float(gates, op, of),
    }
}

fn encode_float(gates: &mut Gates, op: Op, of: &Operands<'_>) -> Word {
    let [a, b, c, d] = of.words;
    match op {
        Op::FpRem => float::rem(gates, of.format(0), a, b),
        Op::FpFmod => float::fmod(gates, of.format(0), a, b),
        Op::FpNeg => float::negate(gates, of.format(0), a),
        Op::FpAbs => float::absolute(a),
        Op::FpMin => float::min(gates, of.format(0), a, b),
        Op::FpMax => float::max(gates, of.format(0), a, b),
        Op::FpEq => vec![float::equal(gates, of.format(0), a, b)],
        Op::FpLt => vec![float::less(gates, of.format(0), a, b)],
        Op::FpLe => vec![float::less_or_equal(gates, of.format(0), a, b)],
        Op::FpIsNan => vec![float::unpack(gates, of.format(0), a).is_nan],
        Op::FpIsInfinite => vec![float::unpack(gates, of.format(0), a).is_infinite],
        Op::FpIsZero => vec![float::unpack(gates, of.format(0), a).is_zero],
        Op::FpIsSubnormal => vec![float::unpack(gates, of.format(0), a).is_subnormal],
        Op::FpIsNormal => {
            let x = float::unpack(gates, of.format(0), a);
            vec![!gates.or_all(&[x.is_nan, x.is_infinite, x.is_zero, x.is_subnormal])]
        }
        // The canonical NaN is positive.
        Op::FpIsNegative => vec![a[a.len() - 1]],
        Op::FpFromBits { format } => float::canonical(gates, format, a),
        Op::FpToBits => a.to_vec(),
        _ => {
            let mode = float::decode_mode(gates, a);
            match op {
                Op::FpAdd => float::add(gates, of.format(1), &mode, b, c),
                Op::FpSub => {
                    let negated = float::negate(gates, of.format(1), c);
                    float::add(gates, of.format(1), &mode, b, &negated)
                }
                Op::FpMul => float::multiply(gates, of.format(1), &mode, b, c),
                Op::FpDiv => float::divide(gates, of.format(1), &mode, b, c),
                Op::FpFma => float::fma(gates, of.format(1), &mode, b, c, d),
                Op::FpSqrt => float::sqrt(gates, of.format(1), &mode, b),
                Op::FpRoundToIntegral => float::round_to_integral(gates, of.format(1), &mode, b),
                Op::FpConvert { format } => float::convert(gates, of.format(1), format, &mode, b),
                Op::FpFromSigned { format } => float::from_signed(gates, format, &mode, b),
                Op::FpFromUnsigned { format } => float::from_unsigned(gates, format, &mode, b),
                Op::FpToSigned => float::to_signed(gates, of.format(1), &mode, b, c),
                Op::FpToUnsigned => float::to_unsigned(gates, of.format(1), &mode, b, c),
                _ => unreachable!("not an operator on scalars"),
            }
        }
    }
}
