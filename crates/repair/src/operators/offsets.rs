//! One more or one less: of a whole value, of a limit, of a divisor.
//!
//! What is divided by, or counted to, is one too many or one too few more often than other operands.

use ctype::TypeId;
use frontend::tree::{BinaryOp, ExprId, ExprKind, UnaryOp};
use source::Span;

use crate::operators::binary::sign;
use crate::operators::context::{Context, judges};
use crate::operators::copy::copy;
use crate::operators::{ChangeKind, Role};
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// `x + 1`, `x - 1` and `-x` for a whole value `x`.
pub(crate) struct OffsetValue;

impl TreeOperator for OffsetValue {
    fn entry(&self) -> OperatorEntry {
        let what = "`x + 1`, `x - 1` and `-x` for a whole value `x`";
        OperatorEntry::new("offset_value", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let (Role::Value, Some(span)) = (at.role, at.span) {
            context.offsets(at.id, at.expr.ty, span);
        }
    }
}

/// `i < n + 1` and `i < n - 1` for `i < n`.
pub(crate) struct OffsetLimit;

impl TreeOperator for OffsetLimit {
    fn entry(&self) -> OperatorEntry {
        let what = "`i < n + 1` and `i < n - 1` for `i < n`";
        OperatorEntry::new("offset_limit", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Binary { op, rhs, .. } = at.expr.kind {
            context.offset_limit(op, rhs);
        }
    }
}

/// `x / (n + 1)` and `x % (n - 1)` for a divisor `n`, `x >> (n - 1)` for a shift.
pub(crate) struct OffsetDivisor;

impl TreeOperator for OffsetDivisor {
    fn entry(&self) -> OperatorEntry {
        let what = "`x / (n + 1)` and `x % (n - 1)` for a divisor `n`, `x >> (n - 1)` for a shift";
        OperatorEntry::new("offset_divisor", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Binary { op, rhs, .. } = at.expr.kind
            && matches!(op, BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr)
        {
            context.offset_divisor(rhs);
        }
    }
}

impl Context<'_> {
    /// One more, one less.
    fn offsets(&mut self, id: ExprId, ty: TypeId, span: Span) {
        let simple = match &self.expr_of(id).kind {
            ExprKind::Load(_) => true,
            ExprKind::Binary { op, lhs, rhs } => {
                // A constant in it can change instead.
                let constant = |id: &ExprId| matches!(self.expr_of(*id).kind, ExprKind::Int(_));
                if constant(lhs) || constant(rhs) {
                    return;
                }
                matches!(
                    op,
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem
                )
            }
            ExprKind::Call { callee, .. } => {
                let name = self.callee(*callee).map(|id| self.tree.function(id));
                if name.is_none_or(|function| function.body.is_none() || judges(&function.name)) {
                    return;
                }
                true
            }
            // `int last = strlen(s);`
            ExprKind::Convert {
                operand,
                explicit: false,
            } if matches!(self.expr_of(*operand).kind, ExprKind::Call { .. })
                && self.tree.types.is_integer(self.expr_of(*operand).ty) =>
            {
                true
            }
            _ => return,
        };
        if !self.tree.types.is_integer(ty) || self.tree.types.is_bool(ty) {
            return;
        }
        if let Some(operand) = copy(self.tree, id) {
            let text = self.sources.text(span);
            let text = match matches!(self.expr_of(id).kind, ExprKind::Binary { .. }) {
                true => format!("-({text})"),
                false => format!("-{text}"),
            };
            let kind = ExprKind::Unary {
                op: UnaryOp::Neg,
                operand,
            };
            self.instead(ChangeKind::Negated, id, span, text, kind);
        }
        for (op, sign) in [(BinaryOp::Add, '+'), (BinaryOp::Sub, '-')] {
            let Some(lhs) = copy(self.tree, id) else { return };
            let rhs = self.push(ExprKind::Int(1), ty);
            let text = self.sources.text(span);
            let text = match simple {
                true => format!("{text} {sign} 1"),
                false => format!("({text}) {sign} 1"),
            };
            self.instead(
                ChangeKind::Offset,
                id,
                span,
                text,
                ExprKind::Binary { op, lhs, rhs },
            );
        }
    }

    /// `sum / (n - 1)` for `sum / n`.
    pub(crate) fn offset_divisor(&mut self, rhs: ExprId) {
        let id = self.unconverted(rhs);
        let ty = self.tree.expr(id).ty;
        let plain = matches!(
            self.tree.expr(id).kind,
            ExprKind::Load(_)
                | ExprKind::Binary {
                    op: BinaryOp::Mul | BinaryOp::Add | BinaryOp::Sub,
                    ..
                }
        );
        let number = self.tree.types.is_integer(ty) && !self.tree.types.is_bool(ty);
        let Some(span) = self.span(self.tree.expr(id).loc).filter(|_| plain && number) else {
            return;
        };
        for op in [BinaryOp::Sub, BinaryOp::Add] {
            let Some(lhs) = copy(self.tree, id) else { return };
            let one = self.push(ExprKind::Int(1), ty);
            let text = self.with_parentheses(span, &format!("{} 1", sign(op)));
            let kind = ExprKind::Binary { op, lhs, rhs: one };
            self.instead(ChangeKind::Offset, id, span, text, kind);
        }
    }

    /// `i < n - 1` for `i < n`, `i == n - 1` for `i == n`. Where another relation says the same, that is tried as such.
    pub(crate) fn offset_limit(&mut self, op: BinaryOp, rhs: ExprId) {
        let ops: &[BinaryOp] = match op {
            BinaryOp::Lt => &[BinaryOp::Sub],
            BinaryOp::Gt => &[BinaryOp::Add],
            BinaryOp::Eq | BinaryOp::Ne => &[BinaryOp::Sub, BinaryOp::Add],
            _ => return,
        };
        let id = self.unconverted(rhs);
        let ty = self.tree.expr(id).ty;
        let plain = match self.tree.expr(id).kind {
            ExprKind::Load(_) => true,
            // A constant in it can change instead.
            ExprKind::Binary {
                op: BinaryOp::Mul | BinaryOp::Add | BinaryOp::Sub | BinaryOp::Div,
                lhs,
                rhs,
            } => ![lhs, rhs]
                .iter()
                .any(|operand| matches!(self.tree.expr(self.unconverted(*operand)).kind, ExprKind::Int(_))),
            _ => false,
        };
        let number = self.tree.types.is_integer(ty) && !self.tree.types.is_bool(ty);
        let Some(span) = self.span(self.tree.expr(id).loc).filter(|_| plain && number) else {
            return;
        };
        for op in ops.iter().copied() {
            let Some(lhs) = copy(self.tree, id) else { return };
            let one = self.push(ExprKind::Int(1), ty);
            let text = format!("{} {} 1", self.sources.text(span), sign(op));
            let kind = ExprKind::Binary { op, lhs, rhs: one };
            self.instead(ChangeKind::Offset, id, span, text, kind);
        }
    }
}
