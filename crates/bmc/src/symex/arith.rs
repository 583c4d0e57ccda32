//! Operators on values.

use logic::{Op, RoundingMode, TermId};
use program::{BinaryOp, UnaryOp};

use crate::symex::Symex;
use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::state::State;

impl Symex<'_> {
    /// To another width, extended by sign or cut.
    pub(crate) fn resize(&mut self, bits: TermId, signed: bool, width: u32) -> TermId {
        if self.bit_width(bits) < width
            && let Some(whole) = self.before_cut(bits, signed)
        {
            return self.resize(whole, signed, width);
        }
        match self.bit_width(bits).cmp(&width) {
            std::cmp::Ordering::Equal => bits,
            std::cmp::Ordering::Greater => self.pool.bv_extract(bits, width - 1, 0),
            std::cmp::Ordering::Less if signed => self.pool.bv_sign_extend(bits, width),
            std::cmp::Ordering::Less => self.pool.bv_zero_extend(bits, width),
        }
    }

    /// What was cut to these bits, if nothing was lost: a digit that went through a `char` is the same number afterwards.
    fn before_cut(&mut self, bits: TermId, signed: bool) -> Option<TermId> {
        // Where steps are recorded, values may turn out otherwise.
        if self.decisions.detailed() || !matches!(self.pool.op(bits), Op::BvExtract { low: 0, .. }) {
            return None;
        }
        let (width, whole) = (self.bit_width(bits), self.pool.operands(bits)[0]);
        if self.bit_width(whole) > 64 {
            return None;
        }
        let range = self.find_range(whole);
        let (first, last) = crate::symex::wrapped_interval::domain(width, signed);
        (range.min >= first && range.max <= last).then_some(whole)
    }

    pub(crate) fn unary(&mut self, op: UnaryOp, value: Value) -> Value {
        match (op, value) {
            (UnaryOp::Neg, Value::Float(float)) => Value::Float(self.pool.fp_neg(float)),
            (UnaryOp::Neg, value) => {
                let bits = self.plain(value);
                Value::Bits(self.pool.bv_neg(bits))
            }
            (UnaryOp::BitNot | UnaryOp::Not, value) => {
                let bits = self.plain(value);
                Value::Bits(self.pool.bv_not(bits))
            }
        }
    }

    pub(crate) fn binary(
        &mut self,
        state: &State,
        op: BinaryOp,
        a: Value,
        b: Value,
        scalar: Scalar,
        rhs: Scalar,
    ) -> Value {
        if let (Value::Float(x), Value::Float(y)) = (a, b) {
            let rm = state.rounding;
            return Value::Float(match op {
                BinaryOp::Add => self.pool.fp_add(rm, x, y),
                BinaryOp::Sub => self.pool.fp_sub(rm, x, y),
                BinaryOp::Mul => self.pool.fp_mul(rm, x, y),
                _ => self.pool.fp_div(rm, x, y),
            });
        }
        let (_, signed) = scalar.int();
        let (x, y) = (self.plain(a), self.plain(b));
        if let BinaryOp::Div | BinaryOp::Rem = op
            && let Some(bits) = self.short_division(op, x, y)
        {
            return Value::Bits(bits);
        }
        Value::Bits(match op {
            BinaryOp::Mul => self.pool.bv_mul(x, y),
            BinaryOp::Div if signed => self.pool.bv_sdiv(x, y),
            BinaryOp::Div => self.pool.bv_udiv(x, y),
            BinaryOp::Rem if signed => self.pool.bv_srem(x, y),
            BinaryOp::Rem => self.pool.bv_urem(x, y),
            BinaryOp::Add => self.pool.bv_add(x, y),
            BinaryOp::Sub => self.pool.bv_sub(x, y),
            BinaryOp::BitAnd => self.pool.bv_and(x, y),
            BinaryOp::BitXor => self.pool.bv_xor(x, y),
            BinaryOp::BitOr => self.pool.bv_or(x, y),
            BinaryOp::Shl | BinaryOp::Shr => {
                let by = self.shift_distance(y, rhs, self.bit_width(x));
                match (op, signed) {
                    (BinaryOp::Shl, _) => self.pool.bv_shl(x, by),
                    (_, true) => self.pool.bv_ashr(x, by),
                    (_, false) => self.pool.bv_lshr(x, by),
                }
            }
            // Comparisons are conditions.
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => x,
        })
    }

    /// A quotient or remainder of numbers that are known to be small and not negative, in as many bits as they need: the
    /// circuit is quadratic in the width. Only where nothing is recorded, because there values may turn out otherwise.
    fn short_division(&mut self, op: BinaryOp, x: TermId, y: TermId) -> Option<TermId> {
        let width = self.bit_width(x);
        let constant = self.pool.constant(x).is_some() && self.pool.constant(y).is_some();
        if constant || width > 64 || self.decisions.detailed() {
            return None;
        }
        let (a, b) = (self.find_range(x), self.find_range(y));
        let needed = 128 - a.max.max(b.max).leading_zeros().min(127);
        if a.min < 0 || b.min < 0 || needed + 1 >= width {
            return None;
        }
        let (low_x, low_y) = (self.resize(x, false, needed), self.resize(y, false, needed));
        if op == BinaryOp::Rem {
            // By zero it is the dividend, in any width.
            let bits = self.pool.bv_urem(low_x, low_y);
            return Some(self.resize(bits, false, width));
        }
        let bits = self.pool.bv_udiv(low_x, low_y);
        let bits = self.resize(bits, false, width);
        let zero = self.pool.bv(width, 0);
        let ones = self.pool.bits(logic::Bits::ones(width));
        let by_zero = self.pool.eq(y, zero);
        Some(self.pool.ite(by_zero, ones, bits))
    }

    /// A shift distance in the width of what is shifted; too large stays too large.
    pub(crate) fn shift_distance(&mut self, by: TermId, _scalar: Scalar, width: u32) -> TermId {
        let own = self.bit_width(by);
        if own <= width {
            return self.resize(by, false, width);
        }
        let most = self.pool.bv(own, width.into());
        let is_small = self.pool.bv_ult(by, most);
        let kept = self.pool.ite(is_small, by, most);
        self.resize(kept, false, width)
    }

    pub(crate) fn convert(&mut self, state: &State, value: Value, from: Scalar, to: Scalar) -> Value {
        let rm = state.rounding;
        match (from.repr, to.repr) {
            (Repr::Float(_), Repr::Float(format)) => {
                let Value::Float(float) = value else { return value };
                Value::Float(self.pool.fp_convert(rm, float, format))
            }
            (_, Repr::Float(format)) => {
                let bits = self.plain(value);
                Value::Float(if from.int().1 {
                    self.pool.fp_from_signed(rm, bits, format)
                } else {
                    self.pool.fp_from_unsigned(rm, bits, format)
                })
            }
            (Repr::Float(_), _) => {
                let Value::Float(float) = value else { return value };
                let (width, signed) = to.int();
                let bits = self.float_to_int(float, width, signed);
                self.view(Value::Bits(bits), to)
            }
            (Repr::Pointer, Repr::Pointer) => value,
            (Repr::Pointer, _) => {
                let bits = self.plain(value);
                Value::Bits(self.resize(bits, false, to.int().0))
            }
            (_, Repr::Pointer) => {
                let bits = self.plain(value);
                let bits = self.resize(bits, from.int().1, self.width);
                self.decode(bits)
            }
            _ => {
                let bits = self.plain(value);
                Value::Bits(self.resize(bits, from.int().1, to.int().0))
            }
        }
    }

    /// Truncates; what does not fit gives what x86-64 code gives: conversions go through the signed type of
    /// 32 or 64 bits that holds all values, where "not representable" is the least number.
    fn float_to_int(&mut self, float: TermId, width: u32, signed: bool) -> TermId {
        let rm = self.pool.rounding_mode(RoundingMode::TowardZero);
        if width < 32 || (width == 32 && signed) {
            let whole = self.pool.fp_to_signed(rm, float, 32);
            return self.resize(whole, true, width);
        }
        if width == 32 {
            let whole = self.pool.fp_to_signed(rm, float, 64);
            return self.resize(whole, true, 32);
        }
        if signed {
            return self.pool.fp_to_signed(rm, float, width);
        }
        // Negative numbers go through the signed type, too large ones lose all bits.
        let through = self.pool.fp_to_signed(rm, float, width);
        let zero = self.pool.bits(logic::Bits::zero(width));
        let (negative, nan) = (self.pool.fp_is_negative(float), self.pool.fp_is_nan(float));
        let odd = self.pool.or(negative, nan);
        let otherwise = self.pool.ite(odd, through, zero);
        self.pool.fp_to_unsigned_or(rm, float, otherwise)
    }

    /// `a - b` in bytes.
    pub(crate) fn distance(&mut self, a: Value, b: Value) -> TermId {
        let (a, b) = (self.identified(a), self.identified(b));
        let same = self.same_object(a, b);
        let (Value::Pointer { offset: x, .. }, Value::Pointer { offset: y, .. }) = (a, b) else {
            return self.pool.bv(self.width, 0);
        };
        self.address_is_looked_at(x);
        self.address_is_looked_at(y);
        let inside = self.pool.bv_sub(x, y);
        if self.truth(same) == Some(true) {
            return inside;
        }
        let apart = self.pool.not(same);
        self.note_addresses(apart);
        let (p, q) = (self.plain(a), self.plain(b));
        let across = self.pool.bv_sub(p, q);
        self.pool.ite(same, inside, across)
    }

    pub(crate) fn compare_addresses(&mut self, op: BinaryOp, a: Value, b: Value) -> TermId {
        let (a, b) = (self.identified(a), self.identified(b));
        let (
            Value::Pointer { object, offset },
            Value::Pointer {
                object: object_b,
                offset: offset_b,
            },
        ) = (a, b)
        else {
            return self.no;
        };
        let same = self.pool.eq(object, object_b);
        let inside = match op {
            BinaryOp::Lt => self.pool.bv_ult(offset, offset_b),
            _ => self.pool.bv_ule(offset, offset_b),
        };
        if self.truth(same) == Some(true) {
            return inside;
        }
        let apart = self.pool.not(same);
        self.note_addresses(apart);
        let across = self.pool.bv_ult(object, object_b);
        self.pool.ite(same, inside, across)
    }
}
