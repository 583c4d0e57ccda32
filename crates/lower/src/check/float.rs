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
                self.worded(
                    |_| format!("`{text}` does not overflow"),
                    |this| {
                        let what = if op == BinaryOp::Div {
                            "division"
                        } else {
                            op.symbol()
                        };
                        let shown = this.cbmc_binary(op, lhs, rhs);
                        format!("arithmetic overflow on floating-point {what} in {shown}")
                    },
                ),
                loc,
            );
        }
        if op == BinaryOp::Div && self.checks(CheckKind::FloatDivisionByZero) {
            let divisor = self.clone_expr(rhs);
            let (ty, divisor_loc) = (self.type_of(divisor), self.loc_of(rhs));
            let zero = self.expr(ExprKind::Float(0), ty, divisor_loc);
            let cond = self.compare(BinaryOp::Ne, divisor, zero);
            let text = self.worded(
                |this| format!("the divisor `{}` is not zero", this.short_text(divisor_loc)),
                |this| {
                    format!(
                        "floating-point division by zero in {}",
                        this.cbmc_binary(op, lhs, rhs)
                    )
                },
            );
            self.claim(CheckKind::FloatDivisionByZero, cond, text, loc);
        }
        if self.checks(CheckKind::Nan) {
            let value = self.clone_expr(result);
            let nan = self.intrinsic(Intrinsic::IsNan, vec![value], int, loc);
            let cond = self.not(nan);
            let text = self.worded(
                |_| format!("`{text}` is a number"),
                |this| format!("NaN on {} in {}", op.symbol(), this.cbmc_binary(op, lhs, rhs)),
            );
            self.claim(CheckKind::Nan, cond, text, loc);
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
        let text = self.worded(
            |this| {
                let display = this.program.types.display(to);
                let shown = this.short_text(this.loc_of(value));
                format!("`{shown}` does not overflow `{display}`")
            },
            |this| {
                let (ty, shown) = (this.cbmc_type(to), this.cbmc_operand(value));
                format!("arithmetic overflow on floating-point typecast in ({ty}){shown}")
            },
        );
        self.claim(CheckKind::FloatOverflow, cond, text, loc);
    }
}
