//! Undefined shifts: a distance outside the width, a negative left operand of `<<`, and bits shifted out of a
//! signed value.

use ctype::TypeId;
use program::{BinaryOp, CheckKind, ExprId, ExprKind, OverflowOp};
use source::LocId;

use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    pub(crate) fn check_shift(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, ty: TypeId, loc: LocId) {
        let Some((bits, signed)) = self.program.types.integer(ty) else {
            return;
        };
        let Some((distance_bits, distance_signed)) = self.program.types.integer(self.type_of(rhs)) else {
            return;
        };
        let known = self.constant(rhs);
        let in_range = known.is_some_and(|value| (0..i128::from(bits)).contains(&value));
        if self.checks(CheckKind::UndefinedShift) && !in_range {
            let distance_ty = self.type_of(rhs);
            let distance_text = self.short_text(self.loc_of(rhs));
            if distance_bits > bits.ilog2() {
                let value = self.clone_expr(rhs);
                let limit = self.int(i128::from(bits), distance_ty, loc);
                let mut cond = self.compare(BinaryOp::Lt, value, limit);
                if distance_signed {
                    let value = self.clone_expr(rhs);
                    let zero = self.int(0, distance_ty, loc);
                    let positive = self.compare(BinaryOp::Ge, value, zero);
                    if self.options.cbmc_claims {
                        let shown = self.cbmc_binary(op, lhs, rhs);
                        let text = format!("shift distance is negative in {shown}");
                        self.claim(CheckKind::UndefinedShift, positive, text, loc);
                    } else {
                        cond = self.and(positive, cond);
                    }
                }
                let text = self.worded(
                    |_| format!("the shift distance `{distance_text}` is at least 0 and less than {bits}"),
                    |this| format!("shift distance too large in {}", this.cbmc_binary(op, lhs, rhs)),
                );
                self.claim(CheckKind::UndefinedShift, cond, text, loc);
            }
        }
        if op == BinaryOp::Shl && signed {
            self.check_signed_shift_left(lhs, rhs, ty, loc);
        }
    }

    fn check_signed_shift_left(&mut self, lhs: ExprId, rhs: ExprId, ty: TypeId, loc: LocId) {
        if self.checks(CheckKind::UndefinedShift) && self.constant(lhs).is_none_or(|value| value < 0) {
            let value = self.clone_expr(lhs);
            let zero = self.int(0, ty, loc);
            let cond = self.compare(BinaryOp::Ge, value, zero);
            let text = self.worded(
                |this| {
                    let shifted = this.short_text(this.loc_of(lhs));
                    format!("the shifted value `{shifted}` is not negative")
                },
                |this| {
                    let shown = this.cbmc_binary(BinaryOp::Shl, lhs, rhs);
                    format!("shift operand is negative in {shown}")
                },
            );
            self.claim(CheckKind::UndefinedShift, cond, text, loc);
        }
        if self.checks(CheckKind::SignedOverflow) {
            let (left, right) = (self.clone_expr(lhs), self.clone_expr(rhs));
            let kind = ExprKind::Overflows {
                op: OverflowOp::Shl,
                lhs: left,
                rhs: right,
                at: ty,
            };
            let overflows = self.expr(kind, self.common.int, loc);
            let cond = self.not(overflows);
            let text = self.worded(
                |this| {
                    let display = this.program.types.display(ty);
                    format!("`<<` in `{}` does not overflow `{display}`", this.short_text(loc))
                },
                |this| {
                    let shown = this.cbmc_binary(BinaryOp::Shl, lhs, rhs);
                    format!("arithmetic overflow on signed shl in {shown}")
                },
            );
            self.claim(CheckKind::SignedOverflow, cond, text, loc);
        }
    }
}
