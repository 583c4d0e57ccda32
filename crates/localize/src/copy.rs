//! Copies of expressions: an expression occurs exactly once in a program, so what is evaluated twice is there twice.

use program::{Expr, ExprId, ExprKind, Place, PlaceBase, PlaceId, Projection};

use super::instrument::Instrumenter;

impl Instrumenter<'_> {
    /// A copy of an expression as the program had it.
    pub(super) fn copy_expr(&mut self, id: ExprId) -> ExprId {
        let Expr { mut kind, ty, loc } = self.original().expr(id).clone();
        match &mut kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::Zero
            | ExprKind::Bytes(_) => {}
            ExprKind::Load(place) | ExprKind::AddressOf(place) | ExprKind::Initialised(place) => {
                *place = self.copy_place(*place);
            }
            ExprKind::Unary { operand, .. }
            | ExprKind::Convert(operand)
            | ExprKind::Fits { value: operand, .. } => *operand = self.copy_expr(*operand),
            ExprKind::Binary { lhs, rhs, .. }
            | ExprKind::PointerAdd {
                pointer: lhs,
                index: rhs,
                ..
            }
            | ExprKind::PointerDiff { lhs, rhs, .. }
            | ExprKind::And { lhs, rhs }
            | ExprKind::Or { lhs, rhs }
            | ExprKind::Overflows { lhs, rhs, .. }
            | ExprKind::Wrapped { lhs, rhs, .. } => {
                *lhs = self.copy_expr(*lhs);
                *rhs = self.copy_expr(*rhs);
            }
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => {
                *cond = self.copy_expr(*cond);
                *then = self.copy_expr(*then);
                *otherwise = self.copy_expr(*otherwise);
            }
            ExprKind::Intrinsic { args, .. } => {
                for arg in args {
                    *arg = self.copy_expr(*arg);
                }
            }
        }
        self.expr(kind, ty, loc)
    }

    pub(super) fn copy_place(&mut self, id: PlaceId) -> PlaceId {
        let Place {
            mut base,
            mut path,
            ty,
            loc,
        } = self.original().place(id).clone();
        if let PlaceBase::Deref(pointer) = &mut base {
            *pointer = self.copy_expr(*pointer);
        }
        for step in &mut path {
            if let Projection::Index(index) = step {
                *index = self.copy_expr(*index);
            }
        }
        self.program.places.push(Place { base, path, ty, loc });
        PlaceId(self.program.places.len() as u32 - 1)
    }
}
