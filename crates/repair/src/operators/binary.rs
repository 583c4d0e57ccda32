//! Binary and logical operators: another one, one operand alone, operands and alternatives the other way round.

use ctype::TypeId;
use frontend::tree::{BinaryOp, ExprId, ExprKind, LogicalOp};

use crate::operators::ChangeKind;
use crate::operators::context::{Context, TreeChange};
use crate::operators::copy::copy;
use crate::operators::spans::inside;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// Another relation or arithmetic operator.
pub(crate) struct OtherOperator;

impl TreeOperator for OtherOperator {
    fn entry(&self) -> OperatorEntry {
        let what = "another relation or arithmetic operator";
        OperatorEntry::new("other_operator", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Binary { op, lhs, rhs } = at.expr.kind {
            context.operators(at.id, at.expr.ty, op, lhs, rhs);
        }
    }
}

/// `b - a` for `a - b`.
pub(crate) struct ExchangedOperands;

impl TreeOperator for ExchangedOperands {
    fn entry(&self) -> OperatorEntry {
        let what = "`b - a` for `a - b`";
        OperatorEntry::new("exchanged_operands", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Binary { op, lhs, rhs } = at.expr.kind {
            context.exchanged_operands(at.id, op, lhs, rhs);
        }
    }
}

/// `||` for `&&` and the other way round.
pub(crate) struct OtherConnective;

impl TreeOperator for OtherConnective {
    fn entry(&self) -> OperatorEntry {
        let what = "`||` for `&&` and the other way round";
        OperatorEntry::new("other_connective", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Logical { op, lhs, rhs } = at.expr.kind {
            context.connectives(at.id, op, lhs, rhs);
        }
    }
}

/// One operand alone.
pub(crate) struct DroppedOperand;

impl TreeOperator for DroppedOperand {
    fn entry(&self) -> OperatorEntry {
        let what = "one operand alone";
        OperatorEntry::new("dropped_operand", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        match at.expr.kind {
            ExprKind::Binary { op, .. } if is_relation(op) => {}
            ExprKind::Binary { lhs, rhs, .. } | ExprKind::Logical { lhs, rhs, .. } => {
                context.dropped(at.id, at.expr.ty, lhs, rhs);
            }
            _ => {}
        }
    }
}

/// The alternatives of `?:` the other way round.
pub(crate) struct ExchangedAlternatives;

impl TreeOperator for ExchangedAlternatives {
    fn entry(&self) -> OperatorEntry {
        let what = "the alternatives of `?:` the other way round";
        OperatorEntry::new("exchanged_alternatives", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Cond { then, otherwise, .. } = at.expr.kind {
            context.swapped(at.id, &at.expr.kind, then, otherwise);
        }
    }
}

impl Context<'_> {
    fn operators(&mut self, id: ExprId, ty: TypeId, op: BinaryOp, lhs: ExprId, rhs: ExprId) {
        let Some(at) = self.operator_span(lhs, rhs, sign(op)) else {
            return;
        };
        let types = &self.tree.types;
        let pointers = types.is_pointer(self.expr_of(lhs).ty) || types.is_pointer(self.expr_of(rhs).ty);
        let floats = types.is_float(self.expr_of(lhs).ty);
        let others: &[BinaryOp] = match op {
            _ if is_relation(op) => relations(op),
            BinaryOp::Add | BinaryOp::Sub if pointers => &[BinaryOp::Add, BinaryOp::Sub],
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem if floats => {
                &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div]
            }
            BinaryOp::Shl | BinaryOp::Shr => &[BinaryOp::Shl, BinaryOp::Shr],
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                &[BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor]
            }
            // `x * 1` is `x`, which is tried as such.
            _ if matches!(self.expr_of(self.unconverted(rhs)).kind, ExprKind::Int(1)) => {
                &[BinaryOp::Add, BinaryOp::Sub]
            }
            _ => &[
                BinaryOp::Add,
                BinaryOp::Sub,
                BinaryOp::Mul,
                BinaryOp::Div,
                BinaryOp::Rem,
            ],
        };
        // The difference of two pointers has no other operator.
        if pointers && !is_relation(op) && !types.is_pointer(ty) {
            return;
        }
        for other in others.iter().copied().filter(|other| *other != op) {
            let (Some(lhs), Some(rhs)) = (copy(self.tree, lhs), copy(self.tree, rhs)) else {
                return;
            };
            let kind = ExprKind::Binary { op: other, lhs, rhs };
            self.instead(ChangeKind::Operator, id, at, sign(other), kind);
        }
    }

    fn connectives(&mut self, id: ExprId, op: LogicalOp, lhs: ExprId, rhs: ExprId) {
        let (own, other, text) = match op {
            LogicalOp::And => ("&&", LogicalOp::Or, "||"),
            LogicalOp::Or => ("||", LogicalOp::And, "&&"),
        };
        let Some(at) = self.operator_span(lhs, rhs, own) else {
            return;
        };
        let (Some(lhs), Some(rhs)) = (copy(self.tree, lhs), copy(self.tree, rhs)) else {
            return;
        };
        let kind = ExprKind::Logical { op: other, lhs, rhs };
        self.instead(ChangeKind::Operator, id, at, text, kind);
    }

    /// One operand alone.
    fn dropped(&mut self, id: ExprId, ty: TypeId, lhs: ExprId, rhs: ExprId) {
        let Some(span) = self.span(self.expr_of(id).loc) else {
            return;
        };
        for operand in [lhs, rhs] {
            if self.expr_of(operand).ty != ty {
                continue;
            }
            let Some(inner) = self.span(self.expr_of(operand).loc) else {
                continue;
            };
            if let (true, Some(instead)) = (inside(inner, span), copy(self.tree, operand)) {
                let text = self.sources.text(inner);
                self.add(
                    ChangeKind::Dropped,
                    span,
                    text,
                    TreeChange::Expr { site: id, instead },
                );
            }
        }
    }

    /// The alternatives of `?:` the other way round.
    fn swapped(&mut self, id: ExprId, kind: &ExprKind, then: ExprId, otherwise: ExprId) {
        let ExprKind::Cond { cond, .. } = kind else { return };
        let spans = (
            self.span(self.expr_of(then).loc),
            self.span(self.expr_of(otherwise).loc),
        );
        let (Some(first), Some(second)) = spans else {
            return;
        };
        let Some((span, text)) = self.exchanged(first, second) else {
            return;
        };
        let copies = (
            copy(self.tree, *cond),
            copy(self.tree, otherwise),
            copy(self.tree, then),
        );
        if let (Some(cond), Some(then), Some(otherwise)) = copies {
            let kind = ExprKind::Cond {
                cond,
                then,
                otherwise,
            };
            self.instead(ChangeKind::Swapped, id, span, text, kind);
        }
    }

    /// `b - a` for `a - b`.
    fn exchanged_operands(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) {
        let ordered = matches!(
            op,
            BinaryOp::Sub | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr
        );
        let (left, right) = (self.expr_of(lhs), self.expr_of(rhs));
        if !ordered || left.ty != right.ty || self.tree.types.is_pointer(left.ty) {
            return;
        }
        let (Some(first), Some(second)) = (self.span(left.loc), self.span(right.loc)) else {
            return;
        };
        let Some((span, text)) = self.exchanged(first, second) else {
            return;
        };
        if let (Some(lhs), Some(rhs)) = (copy(self.tree, rhs), copy(self.tree, lhs)) {
            self.instead(
                ChangeKind::Swapped,
                id,
                span,
                text,
                ExprKind::Binary { op, lhs, rhs },
            );
        }
    }
}

/// The other relations, those first that are most easily taken for this one.
fn relations(op: BinaryOp) -> &'static [BinaryOp] {
    match op {
        BinaryOp::Lt => &[
            BinaryOp::Le,
            BinaryOp::Gt,
            BinaryOp::Ge,
            BinaryOp::Ne,
            BinaryOp::Eq,
        ],
        BinaryOp::Le => &[
            BinaryOp::Lt,
            BinaryOp::Ge,
            BinaryOp::Gt,
            BinaryOp::Eq,
            BinaryOp::Ne,
        ],
        BinaryOp::Gt => &[
            BinaryOp::Ge,
            BinaryOp::Lt,
            BinaryOp::Le,
            BinaryOp::Ne,
            BinaryOp::Eq,
        ],
        BinaryOp::Ge => &[
            BinaryOp::Gt,
            BinaryOp::Le,
            BinaryOp::Lt,
            BinaryOp::Eq,
            BinaryOp::Ne,
        ],
        BinaryOp::Eq => &[
            BinaryOp::Ne,
            BinaryOp::Le,
            BinaryOp::Ge,
            BinaryOp::Lt,
            BinaryOp::Gt,
        ],
        _ => &[
            BinaryOp::Eq,
            BinaryOp::Lt,
            BinaryOp::Gt,
            BinaryOp::Le,
            BinaryOp::Ge,
        ],
    }
}

pub(crate) fn is_relation(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne
    )
}

pub(crate) fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
    }
}
