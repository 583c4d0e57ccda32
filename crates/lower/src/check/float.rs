//! Floating-point results that are infinite or not a number.

use ctype::TypeId;
use program::{BinaryOp, CheckKind, ExprId, ExprKind, Intrinsic};
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
        if op == BinaryOp::Div && self.checks(CheckKind::FloatDivisionByZero) {
            let divisor = self.clone_expr(rhs);
            let (ty, divisor_loc) = (self.type_of(divisor), self.loc_of(rhs));
            let zero = self.expr(ExprKind::Float(0), ty, divisor_loc);
            let cond = self.compare(BinaryOp::Ne, divisor, zero);
            let text = format!("the divisor `{}` is not zero", self.short_text(divisor_loc));
            self.claim(CheckKind::FloatDivisionByZero, cond, text, loc);
        }
        if self.checks(CheckKind::Nan) {
            let value = self.clone_expr(result);
            let nan = self.intrinsic(Intrinsic::IsNan, vec![value], int, loc);
            let cond = self.not(nan);
            self.claim(CheckKind::Nan, cond, format!("`{text}` is a number"), loc);
        }
    }

    /// A conversion to a narrower format may overflow too.
    pub(crate) fn check_float_conversion(&mut self, value: ExprId, to: TypeId, loc: LocId) {
        let from = self.program.types.float_format(self.type_of(value));
        let narrows = match (from, self.program.types.float_format(to)) {
            (Some(from), Some(to)) => from > to,
            _ => false,
        };
        if !narrows || !self.checks(CheckKind::FloatOverflow) {
            return;
        }
        let int = self.common.int;
        let operand = self.clone_expr(value);
        let converted = self.convert(operand, to, loc);
        let overflowed = self.intrinsic(Intrinsic::IsInf, vec![converted], int, loc);
        let fine = self.not(overflowed);
        let operand = self.clone_expr(value);
        let was_infinite = self.intrinsic(Intrinsic::IsInf, vec![operand], int, loc);
        let cond = self.or(fine, was_infinite);
        let display = self.program.types.display(to);
        let text = format!(
            "`{}` does not overflow `{display}`",
            self.short_text(self.loc_of(value))
        );
        self.claim(CheckKind::FloatOverflow, cond, text, loc);
    }
}
