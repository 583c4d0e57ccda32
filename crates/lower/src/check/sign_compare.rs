//! Negative numbers that are compared as if they had no sign.
//!
//! In `i < sizeof a` the language converts `i` to an unsigned type, so that -1 is the largest number of all. C defines
//! it; hardly anybody means it. A cast that the programmer wrote is meant.

use frontend::tree;
use program::{BinaryOp, CheckKind, ExprId, ExprKind};
use source::LocId;

use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    /// Claims that an operand of a comparison is not negative, if the language takes its sign away.
    pub(crate) fn check_sign_compare(
        &mut self,
        op: tree::BinaryOp,
        written: tree::ExprId,
        value: ExprId,
        loc: LocId,
    ) {
        let compares = matches!(
            op,
            tree::BinaryOp::Lt
                | tree::BinaryOp::Le
                | tree::BinaryOp::Gt
                | tree::BinaryOp::Ge
                | tree::BinaryOp::Eq
                | tree::BinaryOp::Ne
        );
        let implicit = matches!(
            self.tree.expr(written).kind,
            tree::ExprKind::Convert { explicit: false, .. }
        );
        if !compares || !implicit || !self.checks(CheckKind::SignCompare) {
            return;
        }
        // A constant has been folded, and a negative one is a warning of every compiler.
        let ExprKind::Convert(operand) = self.program.expr(value).kind else {
            return;
        };
        let types = &self.program.types;
        let signed = |ty| types.integer(ty).map(|(_, signed)| signed);
        let from = self.type_of(operand);
        if signed(from) != Some(true) || signed(self.type_of(value)) != Some(false) {
            return;
        }
        let shown = self.short_text(self.loc_of(operand));
        let (copy, zero) = (self.clone_expr(operand), self.int(0, from, loc));
        let cond = self.compare(BinaryOp::Ge, copy, zero);
        let text = format!("`{shown}`, which is compared as unsigned, is not negative");
        self.claim(CheckKind::SignCompare, cond, text, loc);
    }
}
