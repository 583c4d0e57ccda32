//! Floating-point results that are infinite or not a number.

use program::{BinaryOp, CheckKind, ExprId, Intrinsic};
use source::LocId;

use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    pub(crate) fn check_float_result(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        result: ExprId,
        loc: LocId,
    ) {
        if !self.program.types.is_float(self.type_of(result)) {
            return;
        }
        let arithmetic = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div);
        if !arithmetic {
            return;
        }
        let int = self.common.int;
        let text = self.short_text(loc);
        if self.checks(CheckKind::FloatOverflow) {
            let value = self.clone_expr(result);
            let infinite = self.intrinsic(Intrinsic::IsInf, vec![value], int, loc);
            let mut cond = self.not(infinite);
            for operand in [lhs, rhs] {
                let value = self.clone_expr(operand);
                let infinite = self.intrinsic(Intrinsic::IsInf, vec![value], int, loc);
                cond = self.or(cond, infinite);
            }
            self.claim(
                CheckKind::FloatOverflow,
                cond,
                format!("`{text}` does not overflow"),
                loc,
            );
        }
        if self.checks(CheckKind::Nan) {
            let value = self.clone_expr(result);
            let nan = self.intrinsic(Intrinsic::IsNan, vec![value], int, loc);
            let cond = self.not(nan);
            self.claim(CheckKind::Nan, cond, format!("`{text}` is a number"), loc);
        }
    }
}
