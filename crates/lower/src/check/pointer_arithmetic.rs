//! Pointer arithmetic and comparison: inside one object, or one past its end.

use program::{CheckKind, ExprId, Intrinsic};
use source::LocId;

use super::cbmc::spaced;
use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    /// `p < q` and `p - q` mean something only inside one object.
    pub(crate) fn check_same_object(&mut self, lhs: ExprId, rhs: ExprId, loc: LocId) {
        if !self.checks(CheckKind::PointerRelation) {
            return;
        }
        let (left, right) = (self.clone_expr(lhs), self.clone_expr(rhs));
        let cond = self.intrinsic(Intrinsic::SameObject, vec![left, right], self.common.int, loc);
        let (a, b) = (
            self.short_text(self.loc_of(lhs)),
            self.short_text(self.loc_of(rhs)),
        );
        let text = self.worded(
            |_| format!("`{a}` and `{b}` point into the same object"),
            |this| format!("same object violation in {}", spaced(&this.short_text(loc))),
        );
        self.claim(CheckKind::PointerRelation, cond, text, loc);
    }

    /// The moved pointer stays in its object: zero bytes can be read there.
    pub(crate) fn check_pointer_overflow(&mut self, moved: ExprId, loc: LocId) {
        if !self.checks(CheckKind::PointerOverflow) {
            return;
        }
        let pointer = self.clone_expr(moved);
        let none = self.int(0, self.common.size, loc);
        let cond = self.intrinsic(Intrinsic::Readable, vec![pointer, none], self.common.int, loc);
        let shown = self.short_text(loc);
        let text = self.worded(
            |_| format!("`{shown}` stays inside its object"),
            |_| {
                let shown = spaced(&shown);
                format!("pointer arithmetic: pointer outside object bounds in {shown}")
            },
        );
        self.claim(CheckKind::PointerOverflow, cond, text, loc);
    }
}
