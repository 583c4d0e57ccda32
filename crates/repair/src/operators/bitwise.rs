//! `&` where `&&` is meant, and the other way round.
//!
//! Both are C and often give the same result, so that nothing warns: `ready & count` is false for 1 and 2, and
//! `flags && MASK` is true for every flag. The operands stay as they are; what stands around them may bind otherwise in
//! the changed text, which is why it is translated anew before it is told.

use frontend::tree::{BinaryOp, ExprId, ExprKind, LogicalOp};

use crate::operators::ChangeKind;
use crate::operators::context::Context;
use crate::operators::copy::copy;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// `a && b` for `a & b`, and `a & b` for `a && b`.
pub(crate) struct BitwiseForLogical;

impl TreeOperator for BitwiseForLogical {
    fn entry(&self) -> OperatorEntry {
        let what = "`&&` for `&` and `||` for `|`, and the other way round";
        OperatorEntry::new("bitwise_for_logical", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        match at.expr.kind {
            ExprKind::Binary {
                op: BinaryOp::BitAnd,
                lhs,
                rhs,
            } => context.as_logical(at.id, ("&", LogicalOp::And, "&&"), lhs, rhs),
            ExprKind::Binary {
                op: BinaryOp::BitOr,
                lhs,
                rhs,
            } => context.as_logical(at.id, ("|", LogicalOp::Or, "||"), lhs, rhs),
            ExprKind::Logical {
                op: LogicalOp::And,
                lhs,
                rhs,
            } => context.as_bitwise(at.id, ("&&", BinaryOp::BitAnd, "&"), lhs, rhs),
            ExprKind::Logical {
                op: LogicalOp::Or,
                lhs,
                rhs,
            } => context.as_bitwise(at.id, ("||", BinaryOp::BitOr, "|"), lhs, rhs),
            _ => {}
        }
    }
}

impl Context<'_> {
    /// A logical operator gives an `int`, so it stands only where an `int` stood.
    fn as_logical(&mut self, id: ExprId, (own, op, text): (&str, LogicalOp, &str), lhs: ExprId, rhs: ExprId) {
        if !self.is_plain_int(id) {
            return;
        }
        let Some(at) = self.operator_span(lhs, rhs, own) else {
            return;
        };
        if let (Some(lhs), Some(rhs)) = (copy(self.tree, lhs), copy(self.tree, rhs)) {
            let kind = ExprKind::Logical { op, lhs, rhs };
            self.instead(ChangeKind::Operator, id, at, text, kind);
        }
    }

    /// Bits are asked of operands that need no conversion.
    fn as_bitwise(&mut self, id: ExprId, (own, op, text): (&str, BinaryOp, &str), lhs: ExprId, rhs: ExprId) {
        if !self.is_plain_int(lhs) || !self.is_plain_int(rhs) {
            return;
        }
        let Some(at) = self.operator_span(lhs, rhs, own) else {
            return;
        };
        // Of two truths the bits say the same.
        if self.is_truth(lhs) && self.is_truth(rhs) {
            return;
        }
        if let (Some(lhs), Some(rhs)) = (copy(self.tree, lhs), copy(self.tree, rhs)) {
            let kind = ExprKind::Binary { op, lhs, rhs };
            self.instead(ChangeKind::Operator, id, at, text, kind);
        }
    }

    fn is_plain_int(&self, id: ExprId) -> bool {
        let types = &self.tree.types;
        types.integer(self.expr_of(id).ty) == Some((32, true))
    }

    /// Whether an expression is 0 or 1.
    fn is_truth(&self, id: ExprId) -> bool {
        match self.expr_of(self.unconverted(id)).kind {
            ExprKind::Logical { .. } => true,
            ExprKind::Binary { op, .. } => matches!(
                op,
                BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne
            ),
            _ => false,
        }
    }
}
