//! Integer arithmetic: division by zero, signed and unsigned overflow.

use ctype::TypeId;
use program::{BinaryOp, CheckKind, ExprId, ExprKind, OverflowOp};
use source::LocId;

use crate::fold;
use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    /// The claims of one operation in type `ty`.
    pub(crate) fn check_arithmetic(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        ty: TypeId,
        loc: LocId,
    ) {
        let Some((_, signed)) = self.program.types.integer(ty) else {
            return;
        };
        match op {
            BinaryOp::Div | BinaryOp::Rem => {
                self.check_divisor(op, lhs, rhs, loc);
                if signed {
                    self.check_division_overflow(op, lhs, rhs, ty, loc);
                }
            }
            BinaryOp::Add => self.check_overflow(OverflowOp::Add, lhs, rhs, ty, signed, loc),
            BinaryOp::Sub => self.check_overflow(OverflowOp::Sub, lhs, rhs, ty, signed, loc),
            BinaryOp::Mul => self.check_overflow(OverflowOp::Mul, lhs, rhs, ty, signed, loc),
            BinaryOp::Shl | BinaryOp::Shr => self.check_shift(op, lhs, rhs, ty, loc),
            _ => {}
        }
    }

    fn check_divisor(&mut self, op: BinaryOp, lhs: ExprId, divisor: ExprId, loc: LocId) {
        if !self.checks(CheckKind::DivisionByZero) || self.constant(divisor).is_some_and(|value| value != 0) {
            return;
        }
        let value = self.clone_expr(divisor);
        let (ty, divisor_loc) = (self.type_of(value), self.loc_of(divisor));
        let zero = self.int(0, ty, divisor_loc);
        let cond = self.compare(BinaryOp::Ne, value, zero);
        let text = self.worded(
            |this| format!("the divisor `{}` is not zero", this.short_text(divisor_loc)),
            |this| format!("division by zero in {}", this.cbmc_binary(op, lhs, divisor)),
        );
        self.claim(CheckKind::DivisionByZero, cond, text, loc);
    }

    /// `MIN / -1` is the one quotient that does not fit.
    fn check_division_overflow(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, ty: TypeId, loc: LocId) {
        if !self.checks(CheckKind::SignedOverflow) || self.constant(rhs).is_some_and(|value| value != -1) {
            return;
        }
        let Some((smallest, _)) = fold::range(&self.program.types, ty) else {
            return;
        };
        if self.constant(lhs).is_some_and(|value| value != smallest) {
            return;
        }
        let (left, right) = (self.clone_expr(lhs), self.clone_expr(rhs));
        let smallest = self.int(smallest, ty, loc);
        let minus_one = self.int(-1, ty, loc);
        let left_fine = self.compare(BinaryOp::Ne, left, smallest);
        let right_fine = self.compare(BinaryOp::Ne, right, minus_one);
        let cond = self.or(left_fine, right_fine);
        let text = self.worded(
            |this| this.overflow_text(op.symbol(), ty, loc),
            |this| {
                let what = if op == BinaryOp::Rem { "mod" } else { "division" };
                let shown = this.cbmc_binary(op, lhs, rhs);
                format!("arithmetic overflow on signed {what} in {shown}")
            },
        );
        self.claim(CheckKind::SignedOverflow, cond, text, loc);
    }

    fn check_overflow(
        &mut self,
        op: OverflowOp,
        lhs: ExprId,
        rhs: ExprId,
        ty: TypeId,
        signed: bool,
        loc: LocId,
    ) {
        let kind = if signed {
            CheckKind::SignedOverflow
        } else {
            CheckKind::UnsignedOverflow
        };
        if !self.checks(kind) {
            return;
        }
        let (left, right) = (self.clone_expr(lhs), self.clone_expr(rhs));
        let overflows = self.expr(
            ExprKind::Overflows {
                op,
                lhs: left,
                rhs: right,
                at: ty,
            },
            self.common.int,
            loc,
        );
        let cond = self.not(overflows);
        let symbol = match op {
            OverflowOp::Add => "+",
            OverflowOp::Sub => "-",
            OverflowOp::Mul => "*",
            OverflowOp::Shl => "<<",
        };
        let text = self.worded(
            |this| this.overflow_text(symbol, ty, loc),
            |this| {
                let sign = if signed { "signed" } else { "unsigned" };
                let negates =
                    op == OverflowOp::Sub && this.constant(lhs) == Some(0) && this.loc_of(lhs) == loc;
                if negates {
                    let shown = this.cbmc_operand(rhs);
                    return format!("arithmetic overflow on {sign} unary minus in -{shown}");
                }
                let operator = match op {
                    OverflowOp::Add => BinaryOp::Add,
                    OverflowOp::Sub => BinaryOp::Sub,
                    OverflowOp::Mul => BinaryOp::Mul,
                    OverflowOp::Shl => BinaryOp::Shl,
                };
                let shown = this.cbmc_binary(operator, lhs, rhs);
                format!("arithmetic overflow on {sign} {symbol} in {shown}")
            },
        );
        self.claim(kind, cond, text, loc);
    }

    /// `-x` and `abs(x)` overflow for the smallest value.
    pub(crate) fn check_negation(&mut self, operand: ExprId, ty: TypeId, loc: LocId) {
        let Some((_, signed)) = self.program.types.integer(ty) else {
            return;
        };
        let zero = self.int(0, ty, loc);
        let operand = self.clone_expr(operand);
        self.check_overflow(OverflowOp::Sub, zero, operand, ty, signed, loc);
    }

    fn overflow_text(&self, symbol: &str, ty: TypeId, loc: LocId) -> String {
        format!(
            "`{symbol}` in `{}` does not overflow `{}`",
            self.short_text(loc),
            self.program.types.display(ty)
        )
    }
}
