//! The types of expressions and places.

use ctype::TypeId;

use super::signature::{self, Gives};
use super::{Checker, Fault, Need, Site};
use crate::{BinaryOp, ExprId, ExprKind, Intrinsic, PlaceBase, PlaceId, Projection, UnaryOp};

impl Checker<'_> {
    fn ty(&self, id: ExprId) -> TypeId {
        self.program.expr(id).ty
    }

    pub(super) fn check_expr(&mut self, id: ExprId) {
        let program = self.program;
        let expr = program.expr(id);
        let (site, ty) = (Site::Expr(id), expr.ty);
        let whole = matches!(expr.kind, ExprKind::Load(_) | ExprKind::Zero | ExprKind::Bytes(_));
        if !whole && !self.satisfies(ty, Need::Scalar) {
            self.report(site, Fault::AggregateValue);
            return;
        }
        match expr.kind {
            ExprKind::Int(value) => self.check_int(site, ty, value),
            ExprKind::Float(bits) => self.check_float(site, ty, bits),
            ExprKind::Load(place) => {
                self.need(site, ty, Need::Sized);
                self.same(site, program.place(place).ty, ty);
            }
            ExprKind::AddressOf(place) => self.check_address(site, ty, place),
            ExprKind::FunctionAddress(function) => match program.types.pointee(ty) {
                Some(to) => self.same(site, program.function(function).ty, to),
                None => self.need(site, ty, Need::FunctionPointer),
            },
            ExprKind::Unary { op, operand } => self.check_unary(site, ty, op, operand),
            ExprKind::Binary { op, lhs, rhs } => self.check_binary(site, ty, op, lhs, rhs),
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.need(site, self.ty(pointer), Need::Pointer);
                self.need(site, self.ty(index), Need::Integer);
                self.same(site, self.ty(pointer), ty);
            }
            ExprKind::PointerDiff { lhs, rhs, stride } => {
                self.need(site, self.ty(lhs), Need::Pointer);
                self.need(site, self.ty(rhs), Need::Pointer);
                self.need(site, ty, Need::SignedPointerSized);
                if stride == 0 {
                    self.report(site, Fault::ZeroStride);
                }
            }
            ExprKind::Convert(operand) => self.check_conversion(site, self.ty(operand), ty),
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => {
                self.need(site, self.ty(cond), Need::Scalar);
                self.same(site, ty, self.ty(then));
                self.same(site, ty, self.ty(otherwise));
            }
            ExprKind::And { lhs, rhs } | ExprKind::Or { lhs, rhs } => {
                self.need(site, self.ty(lhs), Need::Scalar);
                self.need(site, self.ty(rhs), Need::Scalar);
                self.need(site, ty, Need::Int);
            }
            ExprKind::Intrinsic { op, ref args } => self.check_intrinsic(site, ty, op, args),
            ExprKind::Overflows { lhs, rhs, at, .. } => {
                for operand in [self.ty(lhs), self.ty(rhs), at] {
                    self.need(site, operand, Need::Integer);
                }
                self.need(site, ty, Need::Int);
            }
            ExprKind::Wrapped { lhs, rhs, .. } => {
                for operand in [self.ty(lhs), self.ty(rhs), ty] {
                    self.need(site, operand, Need::Integer);
                }
            }
            ExprKind::Fits { value, to } => {
                self.need(site, self.ty(value), Need::Arithmetic);
                self.need(site, to, Need::Arithmetic);
                self.need(site, ty, Need::Int);
            }
            ExprKind::Initialised(_) => self.need(site, ty, Need::Int),
            ExprKind::Zero => self.need(site, ty, Need::Aggregate),
            ExprKind::Bytes(string) => {
                self.need(site, ty, Need::Array);
                let size = program.types.size_of(ty);
                if size.is_some_and(|size| (program.string(string).len() as u64) > size) {
                    self.report(site, Fault::BytesTooLong);
                }
            }
        }
    }

    fn check_float(&mut self, site: Site, ty: TypeId, bits: u128) {
        match self.program.types.float_format(ty) {
            None => self.need(site, ty, Need::Float),
            Some(format) if format.value_bits() < 128 && bits >> format.value_bits() != 0 => {
                self.report(site, Fault::OutOfRange);
            }
            Some(_) => {}
        }
    }

    fn check_intrinsic(&mut self, site: Site, ty: TypeId, op: Intrinsic, args: &[ExprId]) {
        let signature = signature::intrinsic(op);
        self.check_args(site, signature.takes, args);
        match signature.gives {
            Gives::Nothing | Gives::Anything => {}
            Gives::Some(need) => self.need(site, ty, need),
            Gives::SameAsOperands => {
                for &arg in args {
                    self.same(site, ty, self.ty(arg));
                }
            }
        }
    }

    pub(super) fn check_args(&mut self, site: Site, takes: &[Need], args: &[ExprId]) {
        if takes.len() != args.len() {
            let fault = Fault::WrongArgumentCount {
                expected: takes.len(),
                found: args.len(),
            };
            return self.report(site, fault);
        }
        for (&need, &arg) in takes.iter().zip(args) {
            self.need(site, self.ty(arg), need);
        }
    }

    fn check_int(&mut self, site: Site, ty: TypeId, value: i128) {
        if !self.program.types.can_hold(ty, value) {
            self.report(site, Fault::OutOfRange);
        }
        let found = ty;
        if !self.satisfies(ty, Need::Integer) && !self.satisfies(ty, Need::Pointer) {
            let need = Need::Integer;
            self.report(site, Fault::WrongKind { need, found });
        }
    }

    fn check_unary(&mut self, site: Site, ty: TypeId, op: UnaryOp, operand: ExprId) {
        let operand = self.ty(operand);
        match op {
            UnaryOp::Neg => {
                self.need(site, operand, Need::Arithmetic);
                self.same(site, operand, ty);
            }
            UnaryOp::BitNot => {
                self.need(site, operand, Need::Integer);
                self.same(site, operand, ty);
            }
            UnaryOp::Not => {
                self.need(site, operand, Need::Scalar);
                self.need(site, ty, Need::Int);
            }
        }
    }

    fn check_binary(&mut self, site: Site, ty: TypeId, op: BinaryOp, lhs: ExprId, rhs: ExprId) {
        let (lhs, rhs) = (self.ty(lhs), self.ty(rhs));
        match op {
            BinaryOp::Shl | BinaryOp::Shr => {
                self.need(site, lhs, Need::Integer);
                self.need(site, rhs, Need::Integer);
                self.same(site, lhs, ty);
            }
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
                self.need(site, lhs, Need::Scalar);
                self.same(site, lhs, rhs);
                self.need(site, ty, Need::Int);
            }
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Add | BinaryOp::Sub => {
                self.need(site, lhs, Need::Arithmetic);
                self.same(site, lhs, rhs);
                self.same(site, lhs, ty);
            }
            BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::BitXor | BinaryOp::BitOr => {
                self.need(site, lhs, Need::Integer);
                self.same(site, lhs, rhs);
                self.same(site, lhs, ty);
            }
        }
    }

    fn check_conversion(&mut self, site: Site, from: TypeId, to: TypeId) {
        let types = &self.program.types;
        let scalars = types.is_scalar(from) && types.is_scalar(to);
        let crossed =
            (types.is_float(from) && types.is_pointer(to)) || (types.is_pointer(from) && types.is_float(to));
        if !scalars || crossed {
            self.report(site, Fault::BadConversion { from, to });
        }
    }

    fn check_address(&mut self, site: Site, ty: TypeId, place: PlaceId) {
        let program = self.program;
        let place = program.place(place);
        match program.types.pointee(ty) {
            Some(to) => self.same(site, place.ty, to),
            None => self.need(site, ty, Need::Pointer),
        }
        if let PlaceBase::Var(var) = place.base
            && !program.variable(var).addressed
        {
            self.report(site, Fault::NotMarkedAddressed(var));
        }
        if self.ends_in_bit_field(place) {
            self.report(site, Fault::AddressOfBitField);
        }
    }

    fn ends_in_bit_field(&self, place: &crate::Place) -> bool {
        let Some((&Projection::Field(field), before)) = place.path.split_last() else {
            return false;
        };
        let program = self.program;
        let into = before.iter().try_fold(program.base_type(place), |ty, &step| {
            ty.map(|ty| program.project(ty, step))
        });
        let record = into.flatten().and_then(|ty| program.types.record_of(ty));
        record.is_some_and(|record| {
            let field = program.types.record(record).fields.get(field as usize);
            field.is_some_and(|field| field.bits.is_some())
        })
    }

    pub(super) fn check_place(&mut self, id: PlaceId) {
        let program = self.program;
        let place = program.place(id);
        let site = Site::Place(id);
        let Some(mut ty) = program.base_type(place) else {
            if let PlaceBase::Deref(pointer) = place.base {
                self.need(site, self.ty(pointer), Need::Pointer);
            }
            return;
        };
        for (step, &projection) in place.path.iter().enumerate() {
            if let Projection::Index(index) = projection {
                self.need(site, self.ty(index), Need::Integer);
            }
            match program.project(ty, projection) {
                // The engines find an element by its size, which must not depend on the run.
                Some(element)
                    if matches!(projection, Projection::Field(_)) || self.satisfies(element, Need::Sized) =>
                {
                    ty = element;
                }
                _ => return self.report(site, Fault::BadProjection { step, into: ty }),
            }
        }
        self.same(site, ty, place.ty);
    }
}
