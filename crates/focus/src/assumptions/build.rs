//! From expressions of the program to forms: with the terms that C's operators mean.

use std::rc::Rc;

use bmc::FrameId;
use ctype::{FloatFormat as Format, TypeId};
use logic::{FloatFormat, RoundingMode, TermId};
use program::{BinaryOp, ExprId, ExprKind, OverflowOp, UnaryOp};

use super::Rewriting;
use crate::demand::{Bits, Storage};
use crate::form::{Form, Kind, keeps_values, solved};

impl Rewriting<'_, '_> {
    fn integer(&self, ty: TypeId) -> Option<(u32, bool)> {
        self.statics.program.types.integer(ty)
    }

    fn format(&self, ty: TypeId) -> Option<FloatFormat> {
        match self.statics.program.types.float_format(ty)? {
            Format::Single => Some(FloatFormat::SINGLE),
            Format::Double => Some(FloatFormat::DOUBLE),
            _ => None,
        }
    }

    pub(super) fn number_form(&mut self, value: i128, ty: TypeId) -> Option<Rc<Form>> {
        let (width, _) = self.integer(ty)?;
        let term = self.equation.pool.bits(logic::Bits::from_i128(width, value));
        Some(Rc::new(Form {
            kind: Kind::Number(value),
            ty,
            term,
        }))
    }

    pub(super) fn zero_form(&mut self, ty: TypeId) -> Option<Rc<Form>> {
        if self.statics.program.types.is_pointer(ty) {
            return Some(self.pointer_form(None, ty));
        }
        match self.format(ty) {
            Some(_) => self.real_form(0, ty),
            None => self.number_form(0, ty),
        }
    }

    fn real_form(&mut self, bits: u128, ty: TypeId) -> Option<Rc<Form>> {
        let format = self.format(ty)?;
        let (width, value) = match format {
            FloatFormat::SINGLE => (32, f64::from(f32::from_bits(bits as u32))),
            _ => (64, f64::from_bits(bits as u64)),
        };
        let bits = self.equation.pool.bv(width, bits);
        let term = self.equation.pool.fp_from_bits(bits, format);
        Some(Rc::new(Form {
            kind: Kind::Real(format!("{value:?}")),
            ty,
            term,
        }))
    }

    /// A pointer's term is one number for all that it says, so that equal pointers have equal terms.
    pub(super) fn pointer_form(&mut self, points: Option<(Storage<FrameId>, i128)>, ty: TypeId) -> Rc<Form> {
        let number = points.map_or(0, |(storage, offset)| {
            let (kind, a, b) = match storage {
                Storage::Static(var) => (1u128, u128::from(var.0), 0),
                Storage::Local(frame, var) => (2, u128::from(var.0), u128::from(frame.0)),
                Storage::Object(object) => (3, u128::from(object), 0),
            };
            kind << 124 | (a & 0xfff_ffff) << 96 | (b & 0xffff_ffff) << 64 | u128::from(offset as u64)
        });
        let term = self.equation.pool.bv(128, number);
        Rc::new(Form {
            kind: Kind::Pointer(points),
            ty,
            term,
        })
    }

    /// Whether a form is not zero.
    pub(super) fn truth(&mut self, form: &Form) -> TermId {
        let pool = &mut self.equation.pool;
        match pool.sort(form.term).bit_width() {
            Some(width) if matches!(pool.sort(form.term), logic::Sort::BitVec(_)) => {
                let zero = pool.bv(width, 0);
                pool.distinct(form.term, zero)
            }
            _ => {
                let zero = pool.fp_is_zero(form.term);
                pool.not(zero)
            }
        }
    }

    fn flag(&mut self, cond: TermId, ty: TypeId) -> Option<TermId> {
        let (width, _) = self.integer(ty)?;
        let (one, zero) = (self.equation.pool.bv(width, 1), self.equation.pool.bv(width, 0));
        Some(self.equation.pool.ite(cond, one, zero))
    }

    pub(super) fn form(&mut self, frame: FrameId, expr: ExprId) -> Option<Rc<Form>> {
        let program = self.statics.program;
        let ty = program.expr(expr).ty;
        let (kind, term) = match &program.expr(expr).kind {
            ExprKind::Int(0) if program.types.is_pointer(ty) => return Some(self.pointer_form(None, ty)),
            ExprKind::Int(number) => return self.number_form(*number, ty),
            ExprKind::Float(bits) => return self.real_form(*bits, ty),
            ExprKind::Load(place) => {
                let (storage, from) = self.address(frame, *place)?;
                let size = program.types.size_of(ty)?;
                let bits = match self.statics.field(*place) {
                    Some(field) => Bits {
                        from,
                        count: field.count,
                    },
                    None => Bits {
                        from,
                        count: size * 8,
                    },
                };
                return self.read(storage, bits, ty);
            }
            ExprKind::AddressOf(place) => {
                let (storage, from) = self.address(frame, *place)?;
                return Some(self.pointer_form(Some((storage, i128::from(from / 8))), ty));
            }
            ExprKind::PointerAdd {
                pointer,
                index,
                stride,
            } => {
                let form = self.form(frame, *pointer)?;
                let Kind::Pointer(Some((storage, offset))) = form.kind else {
                    return None;
                };
                let by = self.fixed(frame, *index)? * i128::from(*stride);
                return Some(self.pointer_form(Some((storage, offset + by)), ty));
            }
            ExprKind::Unary { op, operand } => {
                let inner = self.form(frame, *operand)?;
                return self.unary(*op, inner, ty);
            }
            ExprKind::Convert(inner) => {
                let inner = self.form(frame, *inner)?;
                return self.converted(inner, ty);
            }
            ExprKind::And { lhs, rhs } => return self.both(frame, (*lhs, *rhs), true, ty),
            ExprKind::Or { lhs, rhs } => return self.both(frame, (*lhs, *rhs), false, ty),
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => return self.either(frame, *cond, (*then, *otherwise), ty),
            ExprKind::Binary { op, lhs, rhs } => {
                let (a, b) = (self.form(frame, *lhs)?, self.form(frame, *rhs)?);
                if op.is_comparison() {
                    return self.compared(*op, a, b);
                }
                let term = match self.format(ty) {
                    Some(_) => self.real_operation(*op, &a, &b)?,
                    None => self.operation(*op, &a, &b)?,
                };
                if let (Some(now), false, false) = (self.number(term), a.is_open(), b.is_open())
                    && self.integer(ty).is_some_and(|(width, _)| width <= 64)
                {
                    return self.constant(now, ty);
                }
                (Kind::Binary(*op, a, b), term)
            }
            ExprKind::Overflows { op, lhs, rhs, at } => {
                let (a, b) = (self.form(frame, *lhs)?, self.form(frame, *rhs)?);
                let cond = self.overflows(*op, &a, &b, *at)?;
                let term = self.flag(cond, ty)?;
                (Kind::Overflows(*op, a, b), term)
            }
            _ => return None,
        };
        Some(Rc::new(Form { kind, ty, term }))
    }

    fn unary(&mut self, op: UnaryOp, inner: Rc<Form>, ty: TypeId) -> Option<Rc<Form>> {
        let term = match op {
            UnaryOp::Not => {
                let truth = self.truth(&inner);
                let not = self.equation.pool.not(truth);
                self.flag(not, ty)?
            }
            UnaryOp::Neg if self.format(ty).is_some() => self.equation.pool.fp_neg(inner.term),
            UnaryOp::Neg => {
                self.integer(ty)?;
                self.equation.pool.bv_neg(inner.term)
            }
            UnaryOp::BitNot => self.equation.pool.bv_not(inner.term),
        };
        if let (UnaryOp::Neg, Kind::Number(number)) = (op, &inner.kind) {
            return self.number_form(-number, ty);
        }
        let kind = Kind::Unary(op, inner);
        Some(Rc::new(Form { kind, ty, term }))
    }

    /// `&&`, or `||`.
    fn both(
        &mut self,
        frame: FrameId,
        (lhs, rhs): (ExprId, ExprId),
        is_and: bool,
        ty: TypeId,
    ) -> Option<Rc<Form>> {
        let a = self.form(frame, lhs)?;
        let x = self.truth(&a);
        // What is not evaluated in the run need not have a form, if that is so in all.
        if let (false, Some(known)) = (a.is_open(), self.known(x))
            && known != is_and
        {
            return self.number_form(known.into(), ty);
        }
        let b = self.form(frame, rhs)?;
        let y = self.truth(&b);
        let both = match is_and {
            true => self.equation.pool.and(x, y),
            false => self.equation.pool.or(x, y),
        };
        let term = self.flag(both, ty)?;
        let kind = if is_and { Kind::And(a, b) } else { Kind::Or(a, b) };
        Some(Rc::new(Form { kind, ty, term }))
    }

    fn either(
        &mut self,
        frame: FrameId,
        cond: ExprId,
        (then, otherwise): (ExprId, ExprId),
        ty: TypeId,
    ) -> Option<Rc<Form>> {
        let c = self.form(frame, cond)?;
        let truth = self.truth(&c);
        if !c.is_open() {
            let chosen = if self.is_true(truth) { then } else { otherwise };
            return self.form(frame, chosen);
        }
        let (a, b) = (self.form(frame, then)?, self.form(frame, otherwise)?);
        if matches!(a.kind, Kind::Pointer(_)) {
            return None;
        }
        let term = self.equation.pool.ite(truth, a.term, b.term);
        let kind = Kind::Cond(c, a, b);
        Some(Rc::new(Form { kind, ty, term }))
    }

    fn known(&self, term: TermId) -> Option<bool> {
        self.equation.pool.constant(term)?.as_bool()
    }

    fn constant(&mut self, bits: u64, ty: TypeId) -> Option<Rc<Form>> {
        let (width, signed) = self.integer(ty)?;
        let value = match signed && bits >> (width - 1) & 1 == 1 {
            true => i128::from(bits) - (1i128 << width),
            false => i128::from(bits),
        };
        self.number_form(value, ty)
    }

    fn converted(&mut self, inner: Rc<Form>, ty: TypeId) -> Option<Rc<Form>> {
        let types = &self.statics.program.types;
        if types.is_pointer(ty) {
            let Kind::Pointer(points) = inner.kind else {
                return None;
            };
            return Some(self.pointer_form(points, ty));
        }
        if matches!(inner.kind, Kind::Pointer(_)) && !types.is_bool(ty) {
            return None;
        }
        let mode = self.equation.pool.rounding_mode(RoundingMode::NearestTiesToEven);
        let from = self.integer(inner.ty);
        let term = match (self.format(ty), self.integer(ty), from) {
            (Some(format), _, Some((_, true))) => self.equation.pool.fp_from_signed(mode, inner.term, format),
            (Some(format), _, Some((_, false))) => {
                self.equation.pool.fp_from_unsigned(mode, inner.term, format)
            }
            (Some(format), _, None) => {
                self.format(inner.ty)?;
                self.equation.pool.fp_convert(mode, inner.term, format)
            }
            (None, Some(_), _) if types.is_bool(ty) => {
                let truth = self.truth(&inner);
                self.flag(truth, ty)?
            }
            (None, Some((width, _)), Some((old, signed))) => {
                if width < old {
                    self.equation.pool.bv_extract(inner.term, width - 1, 0)
                } else if signed {
                    self.equation.pool.bv_sign_extend(inner.term, width)
                } else {
                    self.equation.pool.bv_zero_extend(inner.term, width)
                }
            }
            _ => return None,
        };
        if let (Kind::Number(_), Some((width, _))) = (&inner.kind, self.integer(ty))
            && width <= 64
        {
            let now = self.number(term)?;
            return self.constant(now, ty);
        }
        // Only the narrower of two conversions in a row counts, and one there and back is none.
        if let (Kind::Converted(first, _), Some((width, _)), Some((middle, _))) =
            (&inner.kind, self.integer(ty), self.integer(inner.ty))
            && width <= middle
            && !self.statics.program.types.is_bool(inner.ty)
            && !self.statics.program.types.is_bool(ty)
            && self.integer(first.ty).is_some()
        {
            let first = first.clone();
            return match first.ty == ty {
                true => Some(first),
                false => self.converted(first, ty),
            };
        }
        let types = &self.statics.program.types;
        let silent = keeps_values(types, inner.ty, ty) || (types.is_bool(ty) && inner.is_truth());
        let cast = if silent {
            String::new()
        } else {
            types.display(ty).to_string()
        };
        Some(Rc::new(Form {
            kind: Kind::Converted(inner, cast),
            ty,
            term,
        }))
    }

    /// A comparison, whose type is `int`.
    pub(super) fn compared(&mut self, op: BinaryOp, a: Rc<Form>, b: Rc<Form>) -> Option<Rc<Form>> {
        let types = &self.statics.program.types;
        let int = (0..types.len() as u32)
            .map(TypeId)
            .find(|id| types.get(*id) == &ctype::Type::Int(ctype::IntKind::Int))?;
        let (x, y) = (a.term, b.term);
        let cond = if self.format(a.ty).is_some() {
            let pool = &mut self.equation.pool;
            match op {
                BinaryOp::Lt => pool.fp_lt(x, y),
                BinaryOp::Gt => pool.fp_lt(y, x),
                BinaryOp::Le => pool.fp_le(x, y),
                BinaryOp::Ge => pool.fp_le(y, x),
                BinaryOp::Eq => pool.fp_eq(x, y),
                _ => {
                    let equal = pool.fp_eq(x, y);
                    pool.not(equal)
                }
            }
        } else if matches!((&a.kind, &b.kind), (Kind::Pointer(_), Kind::Pointer(_))) {
            let pool = &mut self.equation.pool;
            match op {
                BinaryOp::Eq => pool.eq(x, y),
                BinaryOp::Ne => pool.distinct(x, y),
                _ => return None,
            }
        } else {
            let (_, signed) = self.integer(a.ty)?;
            let pool = &mut self.equation.pool;
            let mut less = |x, y| {
                if signed {
                    pool.bv_slt(x, y)
                } else {
                    pool.bv_ult(x, y)
                }
            };
            match op {
                BinaryOp::Lt => less(x, y),
                BinaryOp::Gt => less(y, x),
                BinaryOp::Le => {
                    let more = less(y, x);
                    pool.not(more)
                }
                BinaryOp::Ge => {
                    let fewer = less(x, y);
                    pool.not(fewer)
                }
                BinaryOp::Eq => pool.eq(x, y),
                _ => pool.distinct(x, y),
            }
        };
        let term = self.flag(cond, int)?;
        let number_first = matches!(a.kind, Kind::Number(_)) && matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        let (a, b) = match matches!(op, BinaryOp::Eq | BinaryOp::Ne) || number_first {
            true => solved(&mut self.equation.pool, &self.statics.program.types, op, a, b),
            false => (a, b),
        };
        Some(Rc::new(Form {
            kind: Kind::Binary(op, a, b),
            ty: int,
            term,
        }))
    }

    /// Whether a number lies between two others.
    pub(super) fn between(&mut self, form: &Rc<Form>, low: i128, high: i128) -> Option<Rc<Form>> {
        let first = self.number_form(low, form.ty)?;
        if low == high {
            return self.compared(BinaryOp::Eq, form.clone(), first);
        }
        let last = self.number_form(high, form.ty)?;
        let a = self.compared(BinaryOp::Ge, form.clone(), first)?;
        let b = self.compared(BinaryOp::Le, form.clone(), last)?;
        let (x, y) = (self.truth(&a), self.truth(&b));
        let both = self.equation.pool.and(x, y);
        let ty = a.ty;
        let term = self.flag(both, ty)?;
        Some(Rc::new(Form {
            kind: Kind::And(a, b),
            ty,
            term,
        }))
    }

    pub(super) fn disjunction(&mut self, a: Rc<Form>, b: Rc<Form>) -> Option<Rc<Form>> {
        let (x, y) = (self.truth(&a), self.truth(&b));
        let any = self.equation.pool.or(x, y);
        let ty = a.ty;
        let term = self.flag(any, ty)?;
        let kind = Kind::Or(a, b);
        Some(Rc::new(Form { kind, ty, term }))
    }

    fn operation(&mut self, op: BinaryOp, a: &Form, b: &Form) -> Option<TermId> {
        let (width, signed) = self.integer(a.ty)?;
        let (other, _) = self.integer(b.ty)?;
        let pool = &mut self.equation.pool;
        let (x, y) = (a.term, b.term);
        Some(match op {
            BinaryOp::Add => pool.bv_add(x, y),
            BinaryOp::Sub => pool.bv_sub(x, y),
            BinaryOp::Mul => pool.bv_mul(x, y),
            BinaryOp::BitAnd => pool.bv_and(x, y),
            BinaryOp::BitOr => pool.bv_or(x, y),
            BinaryOp::BitXor => pool.bv_xor(x, y),
            BinaryOp::Div if signed => pool.bv_sdiv(x, y),
            BinaryOp::Div => pool.bv_udiv(x, y),
            BinaryOp::Rem if signed => pool.bv_srem(x, y),
            BinaryOp::Rem => pool.bv_urem(x, y),
            BinaryOp::Shl if other == width => pool.bv_shl(x, y),
            BinaryOp::Shr if other == width && signed => pool.bv_ashr(x, y),
            BinaryOp::Shr if other == width => pool.bv_lshr(x, y),
            _ => return None,
        })
    }

    fn real_operation(&mut self, op: BinaryOp, a: &Form, b: &Form) -> Option<TermId> {
        let pool = &mut self.equation.pool;
        let mode = pool.rounding_mode(RoundingMode::NearestTiesToEven);
        Some(match op {
            BinaryOp::Add => pool.fp_add(mode, a.term, b.term),
            BinaryOp::Sub => pool.fp_sub(mode, a.term, b.term),
            BinaryOp::Mul => pool.fp_mul(mode, a.term, b.term),
            BinaryOp::Div => pool.fp_div(mode, a.term, b.term),
            _ => return None,
        })
    }

    /// Whether the exact result lies outside a type: computed wide enough that it cannot overflow.
    fn overflows(&mut self, op: OverflowOp, a: &Form, b: &Form, at: TypeId) -> Option<TermId> {
        let ((x, x_signed), (y, y_signed)) = (self.integer(a.ty)?, self.integer(b.ty)?);
        let (width, signed) = self.integer(at)?;
        let wide = (x + y).max(width) + 2;
        let pool = &mut self.equation.pool;
        let mut extended = |term, signed| match signed {
            true => pool.bv_sign_extend(term, wide),
            false => pool.bv_zero_extend(term, wide),
        };
        let (p, q) = (extended(a.term, x_signed), extended(b.term, y_signed));
        let exact = match op {
            OverflowOp::Add => pool.bv_add(p, q),
            OverflowOp::Sub => pool.bv_sub(p, q),
            OverflowOp::Mul => pool.bv_mul(p, q),
            OverflowOp::Shl => return None,
        };
        let low = pool.bv_extract(exact, width - 1, 0);
        let back = match signed {
            true => pool.bv_sign_extend(low, wide),
            false => pool.bv_zero_extend(low, wide),
        };
        Some(pool.distinct(back, exact))
    }
}
