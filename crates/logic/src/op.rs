//! The operators: a closed list, each with its meaning.
//!
//! All operators are total. Where the usual operation is not (division by zero, floats that no integer
//! equals) the meaning is given here, follows SMT-LIB where that fixes one, and both the evaluator and the
//! circuits implement it.

use crate::pool::{ConstantId, SymbolId};
use crate::sort::FloatFormat;

/// What a term does with its operands. `rm` below is a rounding mode: a bit-vector of
/// [`crate::RoundingMode::WIDTH`] bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Op {
    /// A constant of a scalar sort.
    Constant(ConstantId),
    /// A free symbol.
    Symbol(SymbolId),

    Not,
    And,
    Or,
    Xor,
    /// `(condition, then, else)`, of any sort.
    Ite,
    /// Equality of values, of any sort: NaN equals itself, the two zeros of a float differ.
    Eq,

    BvNot,
    BvNeg,
    BvAnd,
    BvOr,
    BvXor,
    BvAdd,
    BvSub,
    BvMul,
    /// By zero: all ones.
    BvUdiv,
    /// By zero: the dividend.
    BvUrem,
    /// Truncating. By zero: 1 for negative dividends, else -1. The least value by -1: itself.
    BvSdiv,
    /// Has the sign of the dividend. By zero: the dividend.
    BvSrem,
    /// The distance is unsigned; from the width on everything is shifted out.
    BvShl,
    BvLshr,
    BvAshr,
    BvUlt,
    BvUle,
    BvSlt,
    BvSle,
    /// The first operand is the upper part.
    BvConcat,
    /// Bits `low` to `high`, both included.
    BvExtract {
        high: u32,
        low: u32,
    },
    /// To a total width, which may equal that of the operand.
    BvZeroExtend {
        width: u32,
    },
    BvSignExtend {
        width: u32,
    },

    /// The mathematical result is not an unsigned value of the width; likewise below.
    BvUaddOverflow,
    BvSaddOverflow,
    BvUsubOverflow,
    BvSsubOverflow,
    BvUmulOverflow,
    BvSmulOverflow,
    /// The operand is the least signed value.
    BvNegOverflow,
    /// `a * 2^b` (`a` and `b` unsigned) is not an unsigned value of the width.
    BvUshlOverflow,
    /// `a * 2^b` (`a` signed, `b` unsigned) is not a signed value of the width.
    BvSshlOverflow,
    /// The least signed value by -1.
    BvSdivOverflow,

    /// `(rm, a, b)`.
    FpAdd,
    FpSub,
    FpMul,
    FpDiv,
    /// `(rm, a, b, c)`: `a * b + c`, rounded once.
    FpFma,
    /// `(rm, a)`.
    FpSqrt,
    /// `(rm, a)`: an integral float. A zero result has the sign of the operand.
    FpRoundToIntegral,
    /// The IEEE remainder (C: `remainder`): the quotient is rounded to nearest, ties to even.
    FpRem,
    /// The remainder of the truncated quotient (C: `fmod`).
    FpFmod,
    FpNeg,
    FpAbs,
    /// NaN counts as missing, and the negative zero is below the positive one.
    FpMin,
    FpMax,
    /// The comparisons of IEEE 754: false when an operand is NaN; zeros are equal.
    FpEq,
    FpLt,
    FpLe,
    FpIsNan,
    FpIsInfinite,
    FpIsZero,
    FpIsNormal,
    FpIsSubnormal,
    /// The sign is set; false for NaN.
    FpIsNegative,
    /// `(rm, a)`: the value in another format.
    FpConvert {
        format: FloatFormat,
    },
    /// `(rm, a)` with a signed bit-vector.
    FpFromSigned {
        format: FloatFormat,
    },
    /// `(rm, a)` with an unsigned bit-vector.
    FpFromUnsigned {
        format: FloatFormat,
    },
    /// `(rm, a, otherwise)`: `a` rounded to an integer. `otherwise` gives the width and is the result for
    /// NaN, infinities and numbers that are out of range: the choice differs between machines, so it is an
    /// operand.
    FpToSigned,
    FpToUnsigned,
    /// From the interchange encoding; every NaN becomes the one NaN.
    FpFromBits {
        format: FloatFormat,
    },
    /// The interchange encoding; NaN is positive, quiet and without payload.
    FpToBits,

    /// `(array, index)`.
    Select,
    /// `(array, index, element)`.
    Store,
    /// `(array, by)`: at each index what the array holds `by` further on; indices wrap.
    Slide,
    /// `(array, at, count, source)`: what the source holds at the `count` indices from `at` on, and what the array
    /// holds at all others; indices wrap. Memory moves are made of these, however many elements they move.
    Splice,
    /// The array that holds the operand at every index.
    ConstArray {
        index_width: u32,
    },
}

impl Op {
    /// Operations on two words of any one width, for those who try them all.
    pub const OF_TWO_WORDS: [Op; 25] = [
        Op::Eq,
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvAdd,
        Op::BvSub,
        Op::BvMul,
        Op::BvUdiv,
        Op::BvUrem,
        Op::BvSdiv,
        Op::BvSrem,
        Op::BvShl,
        Op::BvLshr,
        Op::BvAshr,
        Op::BvUlt,
        Op::BvUle,
        Op::BvSlt,
        Op::BvSle,
        Op::BvConcat,
        Op::BvUaddOverflow,
        Op::BvSaddOverflow,
        Op::BvUsubOverflow,
        Op::BvSsubOverflow,
        Op::BvUmulOverflow,
        Op::BvSmulOverflow,
    ];

    /// Whether it takes a rounding mode and floats of one format, and gives such a float.
    #[must_use]
    pub const fn rounds_floats(self) -> bool {
        use Op::{FpAdd, FpDiv, FpFma, FpMul, FpRoundToIntegral, FpSqrt, FpSub};
        matches!(
            self,
            FpAdd | FpSub | FpMul | FpDiv | FpFma | FpSqrt | FpRoundToIntegral
        )
    }

    /// Whether it says that an operation overflows.
    #[must_use]
    pub const fn is_overflow(self) -> bool {
        use Op::{BvNegOverflow, BvSaddOverflow, BvSdivOverflow, BvSmulOverflow, BvSshlOverflow};
        use Op::{BvSsubOverflow, BvUaddOverflow, BvUmulOverflow, BvUshlOverflow, BvUsubOverflow};
        let unsigned = matches!(
            self,
            BvUaddOverflow | BvUsubOverflow | BvUmulOverflow | BvUshlOverflow
        );
        let signed = matches!(
            self,
            BvSaddOverflow | BvSsubOverflow | BvSmulOverflow | BvSshlOverflow
        );
        unsigned || signed || matches!(self, BvNegOverflow | BvSdivOverflow)
    }

    #[must_use]
    pub const fn arity(self) -> usize {
        match self {
            Op::Constant(_) | Op::Symbol(_) => 0,
            Op::Not
            | Op::BvNot
            | Op::BvNeg
            | Op::BvExtract { .. }
            | Op::BvZeroExtend { .. }
            | Op::BvSignExtend { .. }
            | Op::BvNegOverflow
            | Op::FpNeg
            | Op::FpAbs
            | Op::FpIsNan
            | Op::FpIsInfinite
            | Op::FpIsZero
            | Op::FpIsNormal
            | Op::FpIsSubnormal
            | Op::FpIsNegative
            | Op::FpFromBits { .. }
            | Op::FpToBits
            | Op::ConstArray { .. } => 1,
            Op::Ite
            | Op::FpAdd
            | Op::FpSub
            | Op::FpMul
            | Op::FpDiv
            | Op::FpToSigned
            | Op::FpToUnsigned
            | Op::Store => 3,
            Op::FpFma | Op::Splice => 4,
            _ => 2,
        }
    }

    /// The positions of two operands that may change places.
    #[must_use]
    pub const fn commutes(self) -> Option<(usize, usize)> {
        match self {
            Op::And
            | Op::Or
            | Op::Xor
            | Op::Eq
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvAdd
            | Op::BvMul
            | Op::BvUaddOverflow
            | Op::BvSaddOverflow
            | Op::BvUmulOverflow
            | Op::BvSmulOverflow
            | Op::FpMin
            | Op::FpMax
            | Op::FpEq => Some((0, 1)),
            Op::FpAdd | Op::FpMul | Op::FpFma => Some((1, 2)),
            _ => None,
        }
    }

    /// The name in SMT-LIB where there is one.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Op::Constant(_) => "constant",
            Op::Symbol(_) => "symbol",
            Op::Not => "not",
            Op::And => "and",
            Op::Or => "or",
            Op::Xor => "xor",
            Op::Ite => "ite",
            Op::Eq => "=",
            Op::BvNot => "bvnot",
            Op::BvNeg => "bvneg",
            Op::BvAnd => "bvand",
            Op::BvOr => "bvor",
            Op::BvXor => "bvxor",
            Op::BvAdd => "bvadd",
            Op::BvSub => "bvsub",
            Op::BvMul => "bvmul",
            Op::BvUdiv => "bvudiv",
            Op::BvUrem => "bvurem",
            Op::BvSdiv => "bvsdiv",
            Op::BvSrem => "bvsrem",
            Op::BvShl => "bvshl",
            Op::BvLshr => "bvlshr",
            Op::BvAshr => "bvashr",
            Op::BvUlt => "bvult",
            Op::BvUle => "bvule",
            Op::BvSlt => "bvslt",
            Op::BvSle => "bvsle",
            Op::BvConcat => "concat",
            Op::BvExtract { .. } => "extract",
            Op::BvZeroExtend { .. } => "zero_extend",
            Op::BvSignExtend { .. } => "sign_extend",
            Op::BvUaddOverflow => "bvuaddo",
            Op::BvSaddOverflow => "bvsaddo",
            Op::BvUsubOverflow => "bvusubo",
            Op::BvSsubOverflow => "bvssubo",
            Op::BvUmulOverflow => "bvumulo",
            Op::BvSmulOverflow => "bvsmulo",
            Op::BvNegOverflow => "bvnego",
            Op::BvUshlOverflow => "bvushlo",
            Op::BvSshlOverflow => "bvsshlo",
            Op::BvSdivOverflow => "bvsdivo",
            Op::FpAdd => "fp.add",
            Op::FpSub => "fp.sub",
            Op::FpMul => "fp.mul",
            Op::FpDiv => "fp.div",
            Op::FpFma => "fp.fma",
            Op::FpSqrt => "fp.sqrt",
            Op::FpRoundToIntegral => "fp.roundToIntegral",
            Op::FpRem => "fp.rem",
            Op::FpFmod => "fp.fmod",
            Op::FpNeg => "fp.neg",
            Op::FpAbs => "fp.abs",
            Op::FpMin => "fp.min",
            Op::FpMax => "fp.max",
            Op::FpEq => "fp.eq",
            Op::FpLt => "fp.lt",
            Op::FpLe => "fp.leq",
            Op::FpIsNan => "fp.isNaN",
            Op::FpIsInfinite => "fp.isInfinite",
            Op::FpIsZero => "fp.isZero",
            Op::FpIsNormal => "fp.isNormal",
            Op::FpIsSubnormal => "fp.isSubnormal",
            Op::FpIsNegative => "fp.isNegative",
            Op::FpConvert { .. } => "to_fp",
            Op::FpFromSigned { .. } => "to_fp_signed",
            Op::FpFromUnsigned { .. } => "to_fp_unsigned",
            Op::FpToSigned => "fp.to_sbv",
            Op::FpToUnsigned => "fp.to_ubv",
            Op::FpFromBits { .. } => "fp.from_bits",
            Op::FpToBits => "fp.to_bits",
            Op::Select => "select",
            Op::Store => "store",
            Op::Slide => "slide",
            Op::Splice => "splice",
            Op::ConstArray { .. } => "const",
        }
    }
}
