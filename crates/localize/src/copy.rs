//! Copies of expressions: an expression occurs exactly once in a program, so what is evaluated twice is there twice.

use program::{ChildMut, Expr, ExprId, Place, PlaceBase, PlaceId, Projection};

use super::instrument::Instrumenter;

impl Instrumenter<'_> {
    /// A copy of an expression as the program had it.
    pub(super) fn copy_expr(&mut self, id: ExprId) -> ExprId {
        let Expr { mut kind, ty, loc } = self.original().expr(id).clone();
        kind.children_mut(|child| match child {
            ChildMut::Expr(id) => *id = self.copy_expr(*id),
            ChildMut::Place(id) => *id = self.copy_place(*id),
        });
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
