//! One method per operator, so that building a term reads like the term.

use crate::bits::Bits;
use crate::float::{Float, RoundingMode};
use crate::op::Op;
use crate::pool::{SymbolId, TermId, TermPool};
use crate::sort::{FloatFormat, Sort};
use crate::value::Value;
use crate::word::Word;

macro_rules! constructors {
    ($($name:ident($($operand:ident),+) = $op:ident;)+) => {
        /// Operators without parameters; [`Op`] says what each means. They panic on operands of the wrong
        /// sorts, as [`TermPool::apply`] does.
        impl TermPool {
            $(pub fn $name(&mut self, $($operand: TermId),+) -> TermId {
                self.apply(Op::$op, &[$($operand),+])
            })+
        }
    };
}

constructors! {
    not(a) = Not;
    and(a, b) = And;
    or(a, b) = Or;
    xor(a, b) = Xor;
    ite(condition, then, otherwise) = Ite;
    eq(a, b) = Eq;
    bv_not(a) = BvNot;
    bv_neg(a) = BvNeg;
    bv_and(a, b) = BvAnd;
    bv_or(a, b) = BvOr;
    bv_xor(a, b) = BvXor;
    bv_add(a, b) = BvAdd;
    bv_sub(a, b) = BvSub;
    bv_mul(a, b) = BvMul;
    bv_udiv(a, b) = BvUdiv;
    bv_urem(a, b) = BvUrem;
    bv_sdiv(a, b) = BvSdiv;
    bv_srem(a, b) = BvSrem;
    bv_shl(a, by) = BvShl;
    bv_lshr(a, by) = BvLshr;
    bv_ashr(a, by) = BvAshr;
    bv_ult(a, b) = BvUlt;
    bv_ule(a, b) = BvUle;
    bv_slt(a, b) = BvSlt;
    bv_sle(a, b) = BvSle;
    bv_concat(high, low) = BvConcat;
    bv_uadd_overflow(a, b) = BvUaddOverflow;
    bv_sadd_overflow(a, b) = BvSaddOverflow;
    bv_usub_overflow(a, b) = BvUsubOverflow;
    bv_ssub_overflow(a, b) = BvSsubOverflow;
    bv_umul_overflow(a, b) = BvUmulOverflow;
    bv_smul_overflow(a, b) = BvSmulOverflow;
    bv_neg_overflow(a) = BvNegOverflow;
    bv_ushl_overflow(a, by) = BvUshlOverflow;
    bv_sshl_overflow(a, by) = BvSshlOverflow;
    bv_sdiv_overflow(a, b) = BvSdivOverflow;
    fp_add(rm, a, b) = FpAdd;
    fp_sub(rm, a, b) = FpSub;
    fp_mul(rm, a, b) = FpMul;
    fp_div(rm, a, b) = FpDiv;
    fp_fma(rm, a, b, c) = FpFma;
    fp_sqrt(rm, a) = FpSqrt;
    fp_round_to_integral(rm, a) = FpRoundToIntegral;
    fp_rem(a, b) = FpRem;
    fp_fmod(a, b) = FpFmod;
    fp_neg(a) = FpNeg;
    fp_abs(a) = FpAbs;
    fp_min(a, b) = FpMin;
    fp_max(a, b) = FpMax;
    fp_eq(a, b) = FpEq;
    fp_lt(a, b) = FpLt;
    fp_le(a, b) = FpLe;
    fp_is_nan(a) = FpIsNan;
    fp_is_infinite(a) = FpIsInfinite;
    fp_is_zero(a) = FpIsZero;
    fp_is_normal(a) = FpIsNormal;
    fp_is_subnormal(a) = FpIsSubnormal;
    fp_is_negative(a) = FpIsNegative;
    fp_to_signed_or(rm, a, otherwise) = FpToSigned;
    fp_to_unsigned_or(rm, a, otherwise) = FpToUnsigned;
    fp_to_bits(a) = FpToBits;
    select(array, index) = Select;
    store(array, index, element) = Store;
    slide(array, by) = Slide;
    splice(array, at, count, source) = Splice;
}

/// Constants, and operators with parameters.
impl TermPool {
    pub fn bool(&mut self, value: bool) -> TermId {
        self.value(&Value::Bool(value))
    }

    pub fn bits(&mut self, bits: Bits) -> TermId {
        match bits.word() {
            Some(value) => self.word(Word::bits(bits.width(), value)),
            None => self.value(&Value::BitVec(bits)),
        }
    }

    /// The value modulo `2^width`.
    pub fn bv(&mut self, width: u32, value: u128) -> TermId {
        match u64::try_from(value) {
            Ok(value) if (1..=64).contains(&width) => self.word(Word::bits(width, value)),
            _ => self.bits(Bits::new(width, value)),
        }
    }

    pub fn float(&mut self, float: Float) -> TermId {
        self.value(&Value::Float(float))
    }

    pub fn rounding_mode(&mut self, mode: RoundingMode) -> TermId {
        self.bits(mode.code())
    }

    /// A new symbol, as a term.
    pub fn fresh(&mut self, name: impl Into<String>, sort: Sort) -> (SymbolId, TermId) {
        let symbol = self.declare(name, sort);
        (symbol, self.symbol(symbol))
    }

    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    pub fn distinct(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// The conjunction of all, balanced so that it stays shallow.
    pub fn and_all(&mut self, terms: &[TermId]) -> TermId {
        self.balanced(terms, true, Op::And)
    }

    /// The disjunction of all, balanced so that it stays shallow.
    pub fn or_all(&mut self, terms: &[TermId]) -> TermId {
        self.balanced(terms, false, Op::Or)
    }

    fn balanced(&mut self, terms: &[TermId], neutral: bool, op: Op) -> TermId {
        let mut level = terms.to_vec();
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| {
                    if let [a, b] = pair {
                        self.apply(op, &[*a, *b])
                    } else {
                        pair[0]
                    }
                })
                .collect();
        }
        level.pop().unwrap_or_else(|| self.bool(neutral))
    }

    /// One bit: 1 for true.
    pub fn bool_to_bv(&mut self, a: TermId) -> TermId {
        let (one, zero) = (self.bv(1, 1), self.bv(1, 0));
        self.ite(a, one, zero)
    }

    /// Bits `low` to `high`, both included.
    pub fn bv_extract(&mut self, a: TermId, high: u32, low: u32) -> TermId {
        self.apply(Op::BvExtract { high, low }, &[a])
    }

    /// Bit `position` as a boolean.
    pub fn bv_bit(&mut self, a: TermId, position: u32) -> TermId {
        let bit = self.bv_extract(a, position, position);
        let one = self.bv(1, 1);
        self.eq(bit, one)
    }

    /// To a total width.
    pub fn bv_zero_extend(&mut self, a: TermId, width: u32) -> TermId {
        self.apply(Op::BvZeroExtend { width }, &[a])
    }

    /// To a total width.
    pub fn bv_sign_extend(&mut self, a: TermId, width: u32) -> TermId {
        self.apply(Op::BvSignExtend { width }, &[a])
    }

    pub fn fp_convert(&mut self, rm: TermId, a: TermId, format: FloatFormat) -> TermId {
        self.apply(Op::FpConvert { format }, &[rm, a])
    }

    pub fn fp_from_signed(&mut self, rm: TermId, a: TermId, format: FloatFormat) -> TermId {
        self.apply(Op::FpFromSigned { format }, &[rm, a])
    }

    pub fn fp_from_unsigned(&mut self, rm: TermId, a: TermId, format: FloatFormat) -> TermId {
        self.apply(Op::FpFromUnsigned { format }, &[rm, a])
    }

    /// Out of range (and for NaN): only the most significant bit is set, the "integer indefinite" of x86.
    pub fn fp_to_signed(&mut self, rm: TermId, a: TermId, width: u32) -> TermId {
        let indefinite = self.bits(Bits::signed_min(width));
        self.fp_to_signed_or(rm, a, indefinite)
    }

    /// Out of range (and for NaN): only the most significant bit is set.
    pub fn fp_to_unsigned(&mut self, rm: TermId, a: TermId, width: u32) -> TermId {
        let indefinite = self.bits(Bits::signed_min(width));
        self.fp_to_unsigned_or(rm, a, indefinite)
    }

    pub fn fp_from_bits(&mut self, a: TermId, format: FloatFormat) -> TermId {
        self.apply(Op::FpFromBits { format }, &[a])
    }

    pub fn const_array(&mut self, index_width: u32, element: TermId) -> TermId {
        self.apply(Op::ConstArray { index_width }, &[element])
    }
}

/// The memory image of the x87 80-bit format, whose integer bit is stored.
impl TermPool {
    /// The value of an 80-bit image. A set integer bit under a zero exponent ("pseudo-denormal") counts as the
    /// hardware counts it: with exponent one. A clear integer bit under any other exponent ("unnormal",
    /// "pseudo-infinity", "pseudo-NaN") is an invalid operand to the hardware: it is NaN.
    pub fn x87_from_memory(&mut self, image: TermId) -> TermId {
        let sign_and_exponent = self.bv_extract(image, 79, 64);
        let exponent = self.bv_extract(image, 78, 64);
        let integer = self.bv_bit(image, 63);
        let fraction = self.bv_extract(image, 62, 0);
        let zero = self.bv(15, 0);
        let exponent_is_zero = self.eq(exponent, zero);
        let pseudo_denormal = self.and(exponent_is_zero, integer);
        let (one, nothing) = (self.bv(16, 1), self.bv(16, 0));
        let correction = self.ite(pseudo_denormal, one, nothing);
        let sign_and_exponent = self.bv_or(sign_and_exponent, correction);
        let interchange = self.bv_concat(sign_and_exponent, fraction);
        let float = self.fp_from_bits(interchange, FloatFormat::X87_EXTENDED);
        let is_valid = self.or(exponent_is_zero, integer);
        let nan = self.float(Float::nan(FloatFormat::X87_EXTENDED));
        self.ite(is_valid, float, nan)
    }

    /// The 80-bit image of a value.
    pub fn x87_to_memory(&mut self, float: TermId) -> TermId {
        let bits = self.fp_to_bits(float);
        let sign_and_exponent = self.bv_extract(bits, 78, 63);
        let exponent = self.bv_extract(bits, 77, 63);
        let fraction = self.bv_extract(bits, 62, 0);
        let zero = self.bv(15, 0);
        let is_normal = self.distinct(exponent, zero);
        let integer = self.bool_to_bv(is_normal);
        let significand = self.bv_concat(integer, fraction);
        self.bv_concat(sign_and_exponent, significand)
    }
}
