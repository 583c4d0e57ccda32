//! Conditions and signs the other way round.

use ctype::TypeId;
use frontend::tree::ExprId;
use frontend::tree::{ExprKind, UnaryOp};
use source::Span;

use crate::operators::binary::is_relation;
use crate::operators::context::{Context, TreeChange};
use crate::operators::copy::copy;
use crate::operators::{ChangeKind, Role};
use crate::operators::{ExpressionTarget, Family, Operator, Target, TreeOperator};

/// `!(c)` for a condition `c` that has no opposite operator.
pub(crate) struct NegatedCondition;

impl Operator for NegatedCondition {
    fn name(&self) -> &'static str {
        "negated_condition"
    }

    fn summary(&self) -> &'static str {
        "`!(c)` for a condition `c` that has no opposite operator"
    }

    fn family(&self) -> Family {
        Family::Changes
    }
}

impl TreeOperator for NegatedCondition {
    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let (Role::Condition, Some(span)) = (at.role, at.span) {
            context.negated(at.id, at.expr.ty, span);
        }
    }
}

/// `x` for `-x` and for `!x`.
pub(crate) struct DroppedSign;

impl Operator for DroppedSign {
    fn name(&self) -> &'static str {
        "dropped_sign"
    }

    fn summary(&self) -> &'static str {
        "`x` for `-x` and for `!x`"
    }

    fn family(&self) -> Family {
        Family::Changes
    }
}

impl TreeOperator for DroppedSign {
    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Unary { op, operand } = at.expr.kind
            && op != UnaryOp::BitNot
        {
            context.dropped_sign(at, operand);
        }
    }
}

impl Context<'_> {
    pub(crate) fn negated(&mut self, id: ExprId, ty: TypeId, span: Span) {
        // `a < b` has an opposite of its own.
        if matches!(self.expr_of(id).kind, ExprKind::Binary { op, .. } if is_relation(op)) {
            return;
        }
        // Of `!a` the sign is left out.
        if matches!(self.expr_of(id).kind, ExprKind::Unary { op: UnaryOp::Not, .. }) {
            return;
        }
        if !self.tree.types.is_integer(ty) {
            return;
        }
        if let Some(operand) = copy(self.tree, id) {
            let text = format!("!({})", self.sources.text(span));
            let kind = ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            };
            self.instead(ChangeKind::Negated, id, span, text, kind);
        }
    }

    /// The operand without its sign.
    fn dropped_sign(&mut self, at: ExpressionTarget<'_>, operand: ExprId) {
        if self.expr_of(operand).ty == at.expr.ty
            && let (Some(span), Some(inner)) = (at.span, self.span(self.expr_of(operand).loc))
            && let Some(instead) = copy(self.tree, operand)
        {
            let text = self.sources.text(inner);
            let site = at.id;
            self.add(
                ChangeKind::Negated,
                span,
                text,
                TreeChange::Expr { site, instead },
            );
        }
    }
}
