//! Conditions and signs the other way round.

use ctype::TypeId;
use frontend::tree::ExprId;
use frontend::tree::{ExprKind, UnaryOp};
use source::Span;

use crate::operators::binary::is_relation;
use crate::operators::context::{Context, TreeChange};
use crate::operators::copy::copy;
use crate::operators::{ChangeKind, Role};
use crate::operators::{ExpressionTarget, Family, OperatorEntry, Target, TreeOperator};

/// `!(c)` for a condition `c` that has no opposite operator.
pub(crate) struct NegatedCondition;

impl TreeOperator for NegatedCondition {
    fn entry(&self) -> OperatorEntry {
        let what = "`!(c)` for a condition `c` that has no opposite operator";
        OperatorEntry::new("negated_condition", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let (Role::Condition, Some(span)) = (at.role, at.span) {
            context.negated(at.id, at.expr.ty, span);
        }
    }
}

/// `x` for `-x` and for `!x`.
pub(crate) struct DroppedSign;

impl TreeOperator for DroppedSign {
    fn entry(&self) -> OperatorEntry {
        let what = "`x` for `-x` and for `!x`";
        OperatorEntry::new("dropped_sign", Family::Changes, what)
    }

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
            let int = self.tree.types.int(ctype::IntKind::Int);
            let op = UnaryOp::Not;
            let opposite = self.push(ExprKind::Unary { op, operand }, int);
            // `while (*p)` asks for a `char`.
            let instead = self.converted(opposite, ty);
            self.add(
                ChangeKind::Negated,
                span,
                text,
                TreeChange::Expr { site: id, instead },
            );
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
