//! Integers of any width: `_BitInt(N)` and CBMC's `__CPROVER_bitvector[N]`, which promotes like the type that is
//! larger.
//!
//! A value of N bits is held in the standard type that is as large in memory, and every value that is read, returned or
//! computed is brought into its range, so that the upper bits never matter. Sums, differences and products of signed
//! values are computed in the upper bits of the standard type: there they overflow exactly if the value does not fit
//! into N bits, and the claim about them is the usual one.

use ctype::{IntKind, TypeId};
use rucc_ast::UnaryOp as RuccUnary;
use rucc_sema::{Conversion, ExprId, ExprKind as From};
use rucc_types::TypeKind;
use source::LocId;

use super::Converter;
use crate::tree::{self, BinaryOp, ExprKind, UnaryOp};

/// An integer type by its sign and width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Width {
    signed: bool,
    bits: u32,
}

/// The standard type that such a value is held in.
pub(super) fn container(signed: bool, bits: u32) -> IntKind {
    match (bits, signed) {
        (0..=8, true) => IntKind::SChar,
        (0..=8, false) => IntKind::UChar,
        (9..=16, true) => IntKind::Short,
        (9..=16, false) => IntKind::UShort,
        (17..=32, true) => IntKind::Int,
        (17..=32, false) => IntKind::UInt,
        (33..=64, true) => IntKind::LongLong,
        (33..=64, false) => IntKind::ULongLong,
        (_, true) => IntKind::Int128,
        (_, false) => IntKind::UInt128,
    }
}

impl Width {
    /// The width of the type that it is computed in: no promotion changes that one any more.
    fn computing(self) -> u32 {
        match self.bits {
            0..=32 => 32,
            33..=64 => 64,
            _ => 128,
        }
    }

    /// How far a value is from the upper end of the type that it is computed in.
    fn unused_bits(self) -> u32 {
        self.computing() - self.bits
    }
}

impl Converter<'_> {
    fn narrow_width(&self, id: rucc_types::TypeId) -> Option<Width> {
        let (signed, bits) = match self.types.kind(self.types.canonical(id)) {
            _ if !self.bit_integers => return None,
            TypeKind::BitInt { signed, width } => (signed, width),
            TypeKind::Enum(item) => self.enumerated_width(item)?,
            _ => return None,
        };
        Some(Width { signed, bits })
    }

    /// Sign and width of the integers that an enumeration stands for.
    pub(super) fn enumerated_width(&self, item: rucc_types::EnumId) -> Option<(bool, u32)> {
        let tag = self.types.enum_info(item).tag.filter(|_| self.bit_integers)?;
        crate::harness::width_of_tag(self.names.resolve(tag))
    }

    /// An operation that has such a value or stores one, if it is one.
    pub(super) fn narrow_operation(&mut self, id: ExprId, ty: TypeId, loc: LocId) -> Option<tree::ExprId> {
        if !self.bit_integers {
            return None;
        }
        let expr = self.tast[id];
        if let From::Assign {
            op: Some(op),
            computation,
            lhs,
            rhs,
        } = expr.kind
            && (self.narrow_width(expr.ty).is_some() || self.narrow_width(computation).is_some())
        {
            let op = super::expr::binary_op(op).ok()?;
            let rhs = self.expr(rhs);
            return Some(self.updated(op, lhs, rhs, computation, ty, loc));
        }
        let width = self.narrow_width(expr.ty)?;
        match expr.kind {
            From::Binary { op, lhs, rhs } => {
                let op = super::expr::binary_op(op).ok()?;
                let (lhs, rhs) = (self.expr(lhs), self.expr(rhs));
                Some(self.narrow_binary(op, lhs, rhs, width, ty, loc))
            }
            From::Unary { op, operand } => self.narrow_unary(op, operand, width, ty, loc),
            From::Convert {
                kind: Conversion::Lvalue,
                operand,
            } => {
                let place = self.expr(operand);
                let value = self.push(ExprKind::Load(place), ty, loc);
                Some(self.in_range(value, width, ty, loc))
            }
            From::Convert {
                kind: Conversion::Arithmetic,
                operand,
            } => {
                let operand = self.expr(operand);
                Some(self.narrowed(operand, width, ty, false, loc))
            }
            From::Cast(operand) => {
                let operand = self.expr(operand);
                Some(self.narrowed(operand, width, ty, true, loc))
            }
            From::Call { callee, args } => {
                let callee = self.expr(callee);
                let tast = self.tast;
                let args = tast[args].iter().map(|&arg| self.expr(arg)).collect();
                let value = self.push(ExprKind::Call { callee, args }, ty, loc);
                Some(self.in_range(value, width, ty, loc))
            }
            From::VaArg { list } => {
                let list = self.expr(list);
                let value = self.push(ExprKind::VaArg { list }, ty, loc);
                Some(self.in_range(value, width, ty, loc))
            }
            _ => None,
        }
    }

    fn narrow_unary(
        &mut self,
        op: RuccUnary,
        operand: ExprId,
        width: Width,
        ty: TypeId,
        loc: LocId,
    ) -> Option<tree::ExprId> {
        match op {
            RuccUnary::Minus => {
                let zero = self.push(ExprKind::Int(0), ty, loc);
                let operand = self.expr(operand);
                Some(self.narrow_binary(BinaryOp::Sub, zero, operand, width, ty, loc))
            }
            RuccUnary::BitNot => {
                let wide = self.computing_type(width);
                let operand = self.expr(operand);
                let operand = self.explicit(operand, wide, loc);
                let op = UnaryOp::BitNot;
                let value = self.push(ExprKind::Unary { op, operand }, wide, loc);
                Some(self.in_range(value, width, ty, loc))
            }
            RuccUnary::PreInc => Some(self.narrow_step(BinaryOp::Add, operand, ty, loc)),
            RuccUnary::PreDec => Some(self.narrow_step(BinaryOp::Sub, operand, ty, loc)),
            RuccUnary::PostInc | RuccUnary::PostDec => {
                let up = op == RuccUnary::PostInc;
                let (there, back) = if up {
                    (BinaryOp::Add, -1)
                } else {
                    (BinaryOp::Sub, 1)
                };
                let stored = self.narrow_step(there, operand, ty, loc);
                // The old value: one step back, around the end if need be.
                let wide = self.computing_type(Width {
                    signed: false,
                    ..width
                });
                let lhs = self.explicit(stored, wide, loc);
                let signed = self.computing_type_of(true, width);
                let back = self.push(ExprKind::Int(back), signed, loc);
                let rhs = self.explicit(back, wide, loc);
                let op = BinaryOp::Add;
                let old = self.push(ExprKind::Binary { op, lhs, rhs }, wide, loc);
                Some(self.in_range(old, width, ty, loc))
            }
            _ => None,
        }
    }

    /// A value of any arithmetic type as one of so many bits.
    fn narrowed(
        &mut self,
        operand: tree::ExprId,
        width: Width,
        ty: TypeId,
        explicit: bool,
        loc: LocId,
    ) -> tree::ExprId {
        let from = self.linker.tree.expr(operand).ty;
        let types = &self.linker.tree.types;
        if types.integer(from).is_some() {
            return self.in_range(operand, width, ty, loc);
        }
        let wide = self.computing_type(width);
        let value = self.push(ExprKind::Convert { operand, explicit }, wide, loc);
        self.in_range(value, width, ty, loc)
    }

    fn computing_type(&mut self, width: Width) -> TypeId {
        self.computing_type_of(width.signed, width)
    }

    fn computing_type_of(&mut self, signed: bool, width: Width) -> TypeId {
        let kind = container(signed, width.computing());
        self.linker.tree.types.int(kind)
    }

    /// The lower bits of an integer as a value of the type that holds it.
    fn in_range(&mut self, value: tree::ExprId, width: Width, ty: TypeId, loc: LocId) -> tree::ExprId {
        if width.unused_bits() == 0 {
            return self.explicit(value, ty, loc);
        }
        let unsigned = self.computing_type_of(false, width);
        let value = self.explicit(value, unsigned, loc);
        if !width.signed {
            let mask = self.push(
                ExprKind::Int(((1u128 << width.bits) - 1).cast_signed()),
                unsigned,
                loc,
            );
            let cut = self.binary(BinaryOp::BitAnd, value, mask, unsigned, loc);
            return self.explicit(cut, ty, loc);
        }
        let raised = self.raised(value, width, loc);
        self.lowered(raised, width, ty, loc)
    }

    /// In the upper bits of the signed type that it is computed in.
    fn raised(&mut self, value: tree::ExprId, width: Width, loc: LocId) -> tree::ExprId {
        let (signed, unsigned) = (
            self.computing_type_of(true, width),
            self.computing_type_of(false, width),
        );
        let value = self.explicit(value, unsigned, loc);
        let by = self.spare_of(width, loc);
        let shifted = self.binary(BinaryOp::Shl, value, by, unsigned, loc);
        self.explicit(shifted, signed, loc)
    }

    /// Back from there.
    fn lowered(&mut self, value: tree::ExprId, width: Width, ty: TypeId, loc: LocId) -> tree::ExprId {
        let signed = self.computing_type_of(true, width);
        let by = self.spare_of(width, loc);
        let shifted = self.binary(BinaryOp::Shr, value, by, signed, loc);
        self.explicit(shifted, ty, loc)
    }

    fn spare_of(&mut self, width: Width, loc: LocId) -> tree::ExprId {
        let int = self.linker.tree.types.int(IntKind::Int);
        self.push(ExprKind::Int(i128::from(width.unused_bits())), int, loc)
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        lhs: tree::ExprId,
        rhs: tree::ExprId,
        ty: TypeId,
        loc: LocId,
    ) -> tree::ExprId {
        self.push(ExprKind::Binary { op, lhs, rhs }, ty, loc)
    }

    fn narrow_binary(
        &mut self,
        op: BinaryOp,
        lhs: tree::ExprId,
        rhs: tree::ExprId,
        width: Width,
        ty: TypeId,
        loc: LocId,
    ) -> tree::ExprId {
        let wide = self.computing_type(width);
        if width.signed && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) {
            let lhs = self.raised(lhs, width, loc);
            let rhs = if op == BinaryOp::Mul {
                self.explicit(rhs, wide, loc)
            } else {
                self.raised(rhs, width, loc)
            };
            let value = self.binary(op, lhs, rhs, wide, loc);
            return self.lowered(value, width, ty, loc);
        }
        let lhs = self.explicit(lhs, wide, loc);
        let shifts = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        // The distance of a shift has a type of its own; it is promoted like any operand.
        let right = if shifts { self.promoted(rhs) } else { wide };
        let rhs = self.explicit(rhs, right, loc);
        let value = self.binary(op, lhs, rhs, wide, loc);
        self.in_range(value, width, ty, loc)
    }

    fn promoted(&mut self, value: tree::ExprId) -> TypeId {
        let ty = self.linker.tree.expr(value).ty;
        let types = &mut self.linker.tree.types;
        match types.integer(ty) {
            Some((bits, _)) if bits < 32 => types.int(IntKind::Int),
            _ => ty,
        }
    }

    /// `place += 1` or `place -= 1`.
    fn narrow_step(&mut self, op: BinaryOp, place: ExprId, ty: TypeId, loc: LocId) -> tree::ExprId {
        let one = self.push(ExprKind::Int(1), ty, loc);
        let computation = self.tast[place].ty;
        self.updated(op, place, one, computation, ty, loc)
    }

    /// `place op= value`, computed in a type that may be wider than both.
    fn updated(
        &mut self,
        op: BinaryOp,
        place: ExprId,
        rhs: tree::ExprId,
        computation: rucc_types::TypeId,
        ty: TypeId,
        loc: LocId,
    ) -> tree::ExprId {
        let start = self.linker.tree.exprs.len();
        let read = self.expr(place);
        if self.has_effects(start) {
            return self.unsupported("this assignment to an integer of this width", ty, loc);
        }
        let stored = self.narrow_width(self.tast[place].ty);
        let mut old = self.push(ExprKind::Load(read), ty, loc);
        if let Some(width) = stored {
            old = self.in_range(old, width, ty, loc);
        }
        let span = self.tast.expr_span(place);
        let computed = self.value_ty(computation, span);
        let value = match self.narrow_width(computation) {
            Some(width) => {
                let lhs = self.narrowed(old, width, computed, false, loc);
                self.narrow_binary(op, lhs, rhs, width, computed, loc)
            }
            None => {
                let lhs = self.cast(old, computed, loc);
                self.binary(op, lhs, rhs, computed, loc)
            }
        };
        let value = match stored {
            Some(width) => self.narrowed(value, width, ty, false, loc),
            None => self.cast(value, ty, loc),
        };
        let place = self.expr(place);
        self.push(ExprKind::Assign { place, value }, ty, loc)
    }
}
