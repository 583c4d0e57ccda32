//! Exact arithmetic: whether a result fits a type, and its low bits.
//!
//! Everything is computed in a signed width that holds both operands and the exact result, unless the
//! operands and the type tested have the same width and sign: for those there are operators of their own.

use ctype::TypeId;
use logic::{RoundingMode, TermId};
use program::OverflowOp;

use crate::symex::Symex;
use crate::symex::scalar::{Repr, Scalar, Value};

type Int = (u32, bool);

impl Symex<'_> {
    /// Width and sign of the values of an integer type; `_Bool` holds one bit.
    pub(crate) fn integer_range(&self, ty: TypeId) -> Int {
        if self.program.types.is_bool(ty) {
            return (1, false);
        }
        self.program.types.integer(ty).unwrap_or((self.width, false))
    }

    pub(crate) fn overflows(
        &mut self,
        op: OverflowOp,
        (a, a_ty): (TermId, Int),
        (b, b_ty): (TermId, Int),
        at: Int,
    ) -> TermId {
        if let Some(answer) = self.overflows_by_range(op, (a, a_ty), (b, b_ty), at) {
            return if answer { self.yes } else { self.no };
        }
        if a_ty == b_ty && a_ty == at {
            let pool = &mut self.pool;
            match (op, at.1) {
                (OverflowOp::Add, true) => return pool.bv_sadd_overflow(a, b),
                (OverflowOp::Add, false) => return pool.bv_uadd_overflow(a, b),
                (OverflowOp::Sub, true) => return pool.bv_ssub_overflow(a, b),
                (OverflowOp::Sub, false) => return pool.bv_usub_overflow(a, b),
                (OverflowOp::Mul, true) => return pool.bv_smul_overflow(a, b),
                (OverflowOp::Mul, false) => return pool.bv_umul_overflow(a, b),
                (OverflowOp::Shl, _) => {}
            }
        }
        if op == OverflowOp::Shl {
            let most = self.pool.bv(b_ty.0, at.0.into());
            let far = if u128::from(at.0) >= 1u128 << b_ty.0.min(100) {
                self.no
            } else {
                self.pool.bv_ule(most, b)
            };
            let wide = a_ty.0 + at.0 + 2;
            let value = self.resize(a, a_ty.1, wide);
            let by = self.shift_distance(b, Scalar::raw(b_ty.0.div_ceil(8)), wide);
            let shifted = self.pool.bv_shl(value, by);
            let fits = self.fits_exactly(shifted, true, at);
            let over = self.pool.not(fits);
            return self.pool.or(far, over);
        }
        let exact = self.exact(op, (a, a_ty), (b, b_ty));
        let fits = self.fits_exactly(exact, true, at);
        self.pool.not(fits)
    }

    /// The answer where the ranges of the operands give it: a sum of a thousand bytes is far from overflowing,
    /// which the solver would have to find out bit by bit.
    fn overflows_by_range(
        &mut self,
        op: OverflowOp,
        (a, a_ty): (TermId, Int),
        (b, b_ty): (TermId, Int),
        at: Int,
    ) -> Option<bool> {
        if op == OverflowOp::Shl || a_ty.0 > 64 || b_ty.0 > 64 || at.0 > 64 {
            return None;
        }
        let (x, y) = (self.numbers(a, a_ty), self.numbers(b, b_ty));
        let (low, high) = match op {
            OverflowOp::Add => (x.0.checked_add(y.0)?, x.1.checked_add(y.1)?),
            OverflowOp::Sub => (x.0.checked_sub(y.1)?, x.1.checked_sub(y.0)?),
            OverflowOp::Mul | OverflowOp::Shl => {
                let corners = [(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)];
                let mut products = Vec::with_capacity(4);
                for (a, b) in corners {
                    products.push(a.checked_mul(b)?);
                }
                (*products.iter().min()?, *products.iter().max()?)
            }
        };
        let (least, most) = match at {
            (width, true) => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
            (width, false) => (0, (1i128 << width) - 1),
        };
        if low >= least && high <= most {
            Some(false)
        } else if high < least || low > most {
            Some(true)
        } else {
            None
        }
    }

    /// The exact result of an operation but shifts, as a signed number wide enough.
    fn exact(&mut self, op: OverflowOp, (a, a_ty): (TermId, Int), (b, b_ty): (TermId, Int)) -> TermId {
        let wide = match op {
            OverflowOp::Mul => a_ty.0 + b_ty.0 + 1,
            _ => a_ty.0.max(b_ty.0) + 2,
        };
        let (x, y) = (self.resize(a, a_ty.1, wide), self.resize(b, b_ty.1, wide));
        match op {
            OverflowOp::Add => self.pool.bv_add(x, y),
            OverflowOp::Sub => self.pool.bv_sub(x, y),
            OverflowOp::Mul | OverflowOp::Shl => self.pool.bv_mul(x, y),
        }
    }

    pub(crate) fn wrapped(
        &mut self,
        op: OverflowOp,
        (a, a_ty): (TermId, Int),
        (b, b_ty): (TermId, Int),
        width: u32,
    ) -> TermId {
        if op == OverflowOp::Shl {
            let value = self.resize(a, a_ty.1, width.max(a_ty.0));
            let by = self.shift_distance(b, Scalar::raw(b_ty.0.div_ceil(8)), width.max(a_ty.0));
            let shifted = self.pool.bv_shl(value, by);
            return self.resize(shifted, true, width);
        }
        // Low bits depend on low bits only.
        let (x, y) = (self.resize(a, a_ty.1, width), self.resize(b, b_ty.1, width));
        match op {
            OverflowOp::Add => self.pool.bv_add(x, y),
            OverflowOp::Sub => self.pool.bv_sub(x, y),
            OverflowOp::Mul | OverflowOp::Shl => self.pool.bv_mul(x, y),
        }
    }

    /// Whether a number lies in the range of a type.
    fn fits_exactly(&mut self, bits: TermId, signed: bool, (width, to_signed): Int) -> TermId {
        let own = self.bit_width(bits);
        if width > own || (width == own && signed == to_signed) {
            if signed && !to_signed {
                let negative = self.pool.bv_bit(bits, own - 1);
                return self.pool.not(negative);
            }
            return self.yes;
        }
        if width == own {
            // Same width, other sign: the upper bit must be clear.
            let upper = self.pool.bv_bit(bits, own - 1);
            return self.pool.not(upper);
        }
        let low = self.pool.bv_extract(bits, width - 1, 0);
        let back = self.resize(low, to_signed, own);
        let same = self.pool.eq(back, bits);
        if to_signed && !signed {
            // An unsigned number whose copy came back by sign extension is too large.
            let upper = self.pool.bv_bit(bits, width - 1);
            let clear = self.pool.not(upper);
            return self.pool.and(same, clear);
        }
        same
    }

    /// Whether a value can be represented in a type; floats after truncation.
    pub(crate) fn fits(&mut self, value: Value, from: Scalar, to: TypeId) -> TermId {
        let Some(target) = Scalar::of(&self.program.types, to) else {
            return self.yes;
        };
        match (value, target.repr) {
            (Value::Float(float), Repr::Float(format)) => {
                let rm = self.pool.rounding_mode(RoundingMode::NearestTiesToEven);
                let converted = self.pool.fp_convert(rm, float, format);
                let is_infinite = self.pool.fp_is_infinite(converted);
                let was = self.pool.fp_is_infinite(float);
                let not = self.pool.not(is_infinite);
                self.pool.or(not, was)
            }
            (Value::Float(float), _) => {
                let (width, signed) = self.integer_range(to);
                self.float_fits(float, width, signed)
            }
            (_, Repr::Float(_)) => self.yes,
            _ => {
                let bits = self.plain(value);
                let (_, signed) = from.int();
                let range = self.integer_range(to);
                self.fits_exactly(bits, signed, range)
            }
        }
    }

    /// In range exactly if the conversion never takes its `otherwise`, whatever that is.
    fn float_fits(&mut self, float: TermId, width: u32, signed: bool) -> TermId {
        let rm = self.pool.rounding_mode(RoundingMode::TowardZero);
        let (zero, ones) = (
            self.pool.bits(logic::Bits::zero(width)),
            self.pool.bits(logic::Bits::ones(width)),
        );
        let (a, b) = if signed {
            (
                self.pool.fp_to_signed_or(rm, float, zero),
                self.pool.fp_to_signed_or(rm, float, ones),
            )
        } else {
            (
                self.pool.fp_to_unsigned_or(rm, float, zero),
                self.pool.fp_to_unsigned_or(rm, float, ones),
            )
        };
        self.pool.eq(a, b)
    }
}
