//! Operands that may be missing.
//!
//! A number that is computed and never read was meant for something: it is added to and taken from what else is
//! computed in its function. It is no factor: one that is 0 or 1 was meant for a condition, and such a product would
//! fit before conditions are tried. And what is divided by, or counted to, is one too many or one too few more often
//! than other operands; and of characters that are computed with, `'0'` and its like are forgotten.

use std::collections::BTreeSet;

use frontend::tree::{BinaryOp, ExprId, ExprKind, ObjectId};
use source::Span;

use crate::operators::ChangeKind;
use crate::operators::binary::{is_relation, sign};
use crate::operators::context::Context;
use crate::operators::copy::copy;
use crate::operators::{Family, OperatorEntry, Role, Target, TreeOperator};

/// `x - unread` for a whole value `x`, with a number that is computed and never read.
pub(crate) struct UnreadInValue;

impl TreeOperator for UnreadInValue {
    fn entry(&self) -> OperatorEntry {
        let what = "`x - unread` for a whole value `x`, with a number that is computed and never read";
        OperatorEntry::new("unread_in_value", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if at.role == Role::Value {
            context.with_unread(at.id);
        }
    }
}

/// The same for an operand of an arithmetic operator.
pub(crate) struct UnreadInOperand;

impl TreeOperator for UnreadInOperand {
    fn entry(&self) -> OperatorEntry {
        let what = "the same for an operand of an arithmetic operator";
        OperatorEntry::new("unread_in_operand", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Binary { op, lhs, rhs } = at.expr.kind
            && !is_relation(op)
        {
            context.with_unread(lhs);
            context.with_unread(rhs);
        }
    }
}

impl Context<'_> {
    /// Numbers of the user's that are written, or handed over, and never read.
    pub(crate) fn unread_numbers(&self) -> Vec<ObjectId> {
        let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
        let object = |place: ExprId| match self.tree.expr(place).kind {
            ExprKind::Object(object) => Some(object),
            _ => None,
        };
        for expr in &self.tree.exprs {
            match expr.kind {
                ExprKind::Load(place) | ExprKind::AddressOf(place) => read.extend(object(place)),
                ExprKind::Assign { place, .. }
                | ExprKind::AssignOp { place, .. }
                | ExprKind::Step { place, .. } => written.extend(object(place)),
                _ => {}
            }
        }
        // A parameter is written by whoever calls.
        let users = self.tree.functions.iter().filter(|function| {
            let own = function.body.is_some() && self.span(function.loc).is_some();
            own && function.name != "main"
        });
        written.extend(users.flat_map(|function| function.params.iter().copied()));
        let unread = written.difference(&read).copied();
        let unread = unread.filter(|id| {
            let object = self.tree.object(*id);
            let types = &self.tree.types;
            let number = types.is_integer(object.ty) || types.is_float(object.ty);
            number && object.name.is_some() && self.span(object.loc).is_some()
        });
        unread.take(budgets::repair::MAX_UNREAD_NUMBERS.count()).collect()
    }

    /// Where constants of more than one stand in the user's text.
    pub(crate) fn placed_constants(&self) -> Vec<(Span, i128)> {
        let constants = self.tree.exprs.iter().filter_map(|expr| match expr.kind {
            ExprKind::Int(value) if value > 1 => Some((self.span(expr.loc)?, value)),
            _ => None,
        });
        constants.collect()
    }

    /// `x - unread` for `x`.
    pub(crate) fn with_unread(&mut self, id: ExprId) {
        let id = self.unconverted(id);
        let ty = self.tree.expr(id).ty;
        let computed = matches!(
            self.tree.expr(id).kind,
            ExprKind::Load(_) | ExprKind::Binary { .. } | ExprKind::Call { .. }
        );
        let Some(span) = self.span(self.tree.expr(id).loc).filter(|_| computed) else {
            return;
        };
        // An input is named by what it is stored in. With more around it, it would be another one.
        if self.is_input(id) {
            return;
        }
        for object in self.unread.clone() {
            let known = self.tree.object(object);
            let here = known.is_global() || (known.function.is_some() && known.function == self.function);
            let declared = self.span(known.loc).is_some_and(|at| at.lo < span.lo);
            let (Some(name), true) = (known.name.clone(), here && declared && known.ty == ty) else {
                continue;
            };
            for op in [BinaryOp::Sub, BinaryOp::Add] {
                let Some(lhs) = copy(self.tree, id) else { return };
                let place = self.push(ExprKind::Object(object), ty);
                let rhs = self.push(ExprKind::Load(place), ty);
                let text = self.with_parentheses(span, &format!("{} {name}", sign(op)));
                self.instead(
                    ChangeKind::Variable,
                    id,
                    span,
                    text,
                    ExprKind::Binary { op, lhs, rhs },
                );
            }
        }
    }

    /// Whether an expression calls a function without a body, whose result is an input.
    fn is_input(&self, id: ExprId) -> bool {
        let ExprKind::Call { callee, .. } = &self.tree.expr(id).kind else {
            return false;
        };
        let callee = self.callee(*callee);
        callee.is_some_and(|function| self.tree.function(function).body.is_none())
    }

    /// An expression with one more operand, in parentheses unless it stands in some.
    pub(crate) fn with_parentheses(&self, span: Span, more: &str) -> String {
        let all = &self.sources.file(span.file).text;
        let before = all.get(..span.lo as usize).unwrap_or_default().trim_ascii_end();
        let behind = all.get(span.hi as usize..).unwrap_or_default().trim_ascii_start();
        let text = self.sources.text(span);
        match before.ends_with(b"(") && behind.starts_with(b")") {
            true => format!("{text} {more}"),
            false => format!("({text} {more})"),
        }
    }
}
