//! Division of the exact values where that of integers loses the fraction.

use ctype::TypeId;
use frontend::tree::{BinaryOp, ExprId, ExprKind};

use crate::operators::ChangeKind;
use crate::operators::context::Context;
use crate::operators::copy::copy;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// `(double) sum / n` for `sum / n` where the quotient becomes a floating number.
pub(crate) struct ExactDivision;

impl TreeOperator for ExactDivision {
    fn entry(&self) -> OperatorEntry {
        let what = "`(double) sum / n` for `sum / n` where the quotient becomes a floating number";
        OperatorEntry::new("exact_division", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Convert { operand, .. } = at.expr.kind {
            context.exact_division(at.id, at.expr.ty, operand);
        }
    }
}

impl Context<'_> {
    /// `float mean = sum / n` with the integers converted before the division.
    fn exact_division(&mut self, id: ExprId, ty: TypeId, operand: ExprId) {
        let ExprKind::Binary {
            op: BinaryOp::Div,
            lhs,
            rhs,
        } = self.expr_of(operand).kind
        else {
            return;
        };
        let types = &self.tree.types;
        if !types.is_float(ty) || !types.is_integer(self.expr_of(operand).ty) {
            return;
        }
        let Some(at) = self.span(self.expr_of(lhs).loc) else {
            return;
        };
        let text = format!("({}) {}", types.display(ty), self.sources.text(at));
        if let (Some(lhs), Some(rhs)) = (copy(self.tree, lhs), copy(self.tree, rhs)) {
            let convert = |operand| ExprKind::Convert {
                operand,
                explicit: false,
            };
            let lhs = self.push(convert(lhs), ty);
            let rhs = self.push(convert(rhs), ty);
            let kind = ExprKind::Binary {
                op: BinaryOp::Div,
                lhs,
                rhs,
            };
            self.instead(ChangeKind::Exact, id, at, text, kind);
        }
    }
}
