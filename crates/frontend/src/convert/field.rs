//! Arithmetic on bit-fields wider than `int`.
//!
//! The integer promotions leave such a bit-field alone, and its type is an integer exactly as wide as it is:
//! `x.f << 14` of an `unsigned long long f : 50` loses what passes bit 50, as GCC has it. The library gives
//! these values the type `_BitInt(50)`. Here they become values of the 64-bit type around them, and what an
//! unsigned operation carries past the width is cut off. (A signed one may not carry past it.) In a unit that names
//! `_BitInt` itself, [`super::narrow`] sees to all such values.

use ctype::IntKind;
use rucc_diag::Span;
use rucc_types::TypeKind;

use super::Converter;
use crate::tree::{self, BinaryOp, ExprKind, UnaryOp};

impl Converter<'_> {
    /// The type of a value: as [`Converter::ty`], but a value may also be as wide as a bit-field.
    pub(super) fn value_ty(&mut self, id: rucc_types::TypeId, span: Span) -> ctype::TypeId {
        match self.field_width(id) {
            Some((true, _)) => self.linker.tree.types.int(IntKind::LongLong),
            Some((false, _)) => self.linker.tree.types.int(IntKind::ULongLong),
            None => self.ty(id, span),
        }
    }

    /// Signedness and width of the type that a bit-field wider than `int` has as a value.
    pub(super) fn field_width(&self, id: rucc_types::TypeId) -> Option<(bool, u32)> {
        match self.types.kind(self.types.canonical(id)) {
            TypeKind::BitInt { signed, width } if (33..64).contains(&width) && !self.bit_integers => {
                Some((signed, width))
            }
            _ => None,
        }
    }

    /// The value of an operation whose type is a bit-field's: without the bits above its width.
    pub(super) fn cut_to_field(&mut self, ty: rucc_types::TypeId, value: tree::ExprId) -> tree::ExprId {
        let Some((false, width)) = self.field_width(ty) else {
            return value;
        };
        let made = self.linker.tree.expr(value);
        let (ty, loc) = (made.ty, made.loc);
        let may_carry = match &made.kind {
            ExprKind::Unary { op, .. } => matches!(op, UnaryOp::Neg | UnaryOp::BitNot),
            ExprKind::Binary { op, .. } => {
                matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl)
            }
            ExprKind::Convert { .. } => true,
            _ => false,
        };
        if !may_carry {
            return value;
        }
        let mask = self.push(ExprKind::Int((1 << width) - 1), ty, loc);
        let cut = ExprKind::Binary {
            op: BinaryOp::BitAnd,
            lhs: value,
            rhs: mask,
        };
        self.push(cut, ty, loc)
    }
}
