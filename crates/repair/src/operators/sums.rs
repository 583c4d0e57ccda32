//! `x + y` and `x - y` for an operand `x`: a term that was forgotten, such as a fee, an offset, the start of a range.
//!
//! Asked where claims are the oracle: there are too many of these for tests, of which some would fit by chance. Only
//! operands of comparisons and of sums, indices and arguments get a term, and of the terms the nearest names of the
//! function.

use ctype::TypeId;
use frontend::tree::{BinaryOp, ExprId, ExprKind};
use source::Span;

use crate::operators::ChangeKind;
use crate::operators::context::Context;
use crate::operators::copy::copy;
use crate::operators::spans::inside;
use crate::operators::{Family, OperatorEntry, Role, Target, TreeOperator};

/// A term that was forgotten.
pub(crate) struct MissingTerm;

impl TreeOperator for MissingTerm {
    fn entry(&self) -> OperatorEntry {
        let what = "`x + y` and `x - y` for an operand, index or argument `x`: a name of the function added or taken away";
        OperatorEntry::new("missing_term", Family::Terms, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let (Role::Value | Role::Operand, Some(span), ExprKind::Load(_)) =
            (at.role, at.span, &at.expr.kind)
        {
            context.terms_more(at.id, at.expr.ty, span);
        }
    }
}

impl Context<'_> {
    fn terms_more(&mut self, id: ExprId, ty: TypeId, span: Span) {
        if !self.tree.types.is_integer(ty) || self.tree.types.is_bool(ty) {
            return;
        }
        let own = self.sources.text(span);
        let mut terms: Vec<(ExprKind, String)> = Vec::new();
        let variables = self.alike(ty, None, span);
        for (object, name) in variables
            .into_iter()
            .filter(|(_, name)| *name != own)
            .take(budgets::repair::MAX_TERMS.count())
        {
            let place = self.push(ExprKind::Object(object), ty);
            terms.push((ExprKind::Load(place), name));
        }
        terms.extend(self.named_constants(ty, span));
        for (kind, text) in terms {
            for (op, sign) in [(BinaryOp::Add, '+'), (BinaryOp::Sub, '-')] {
                let Some(lhs) = copy(self.tree, id) else { return };
                let kind = match &kind {
                    ExprKind::Load(place) => match copy(self.tree, *place) {
                        Some(place) => ExprKind::Load(place),
                        None => return,
                    },
                    kind => kind.clone(),
                };
                let rhs = self.push(kind, ty);
                let text = self.with_parentheses(span, &format!("{sign} {text}"));
                let kind = ExprKind::Binary { op, lhs, rhs };
                self.instead(ChangeKind::Object, id, span, text, kind);
            }
        }
    }

    /// The nearest macros and enumerators of the function.
    fn named_constants(&self, ty: TypeId, span: Span) -> Vec<(ExprKind, String)> {
        let whole = self
            .function
            .and_then(|function| self.tree.function(function).body);
        let Some(body) = whole.and_then(|body| self.span(self.tree.stmt(body).loc)) else {
            return Vec::new();
        };
        let mut near: Vec<(u32, i128, String)> = Vec::new();
        for expr in &self.tree.exprs {
            if let ExprKind::Int(value) = expr.kind
                && let Some((at, text)) = self.name_used(expr.loc)
                && inside(at, body)
                && !inside(at, span)
                && self.tree.types.can_hold(ty, value)
            {
                near.push((at.lo.abs_diff(span.lo), value, text));
            }
        }
        near.sort();
        let mut found: Vec<(ExprKind, String)> = Vec::new();
        for (_, value, text) in near {
            if found.len() < budgets::repair::MAX_TERMS.count()
                && !found.iter().any(|(_, known)| *known == text)
            {
                found.push((ExprKind::Int(value), text));
            }
        }
        found
    }
}
