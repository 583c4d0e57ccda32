//! Operands that may be missing.
//!
//! A number that is computed and never read was meant for something: it is added to and taken from what else is computed in its
//! function. It is no factor: one that is 0 or 1 was meant for a condition, and such a product would fit before conditions are tried.
//! And what is divided by, or counted to, is one too many or one too few more often than other operands; and of characters that
//! are computed with, `'0'` and its like are forgotten.

use std::collections::BTreeSet;

use ctype::TypeId;
use frontend::tree::{BinaryOp, ExprId, ExprKind, ObjectId};
use source::Span;

use crate::copy::copy;
use crate::expressions::sign;
use crate::propose::{Change, Proposer};
use crate::text::inside;

/// So many constants are added and taken away, the nearest.
const MOST_NEAR: usize = 2;
/// So many numbers that nobody reads are looked at.
const MOST_UNREAD: usize = 3;

impl Proposer<'_> {
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
        unread.take(MOST_UNREAD).collect()
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
        for object in self.unread.clone() {
            let known = self.tree.object(object);
            let here = known.function.is_none() || known.function == self.function;
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
                    Change::Variable,
                    id,
                    span,
                    text,
                    ExprKind::Binary { op, lhs, rhs },
                );
            }
        }
    }

    /// An expression with one more operand, in parentheses unless it stands in some.
    fn with_parentheses(&self, span: Span, more: &str) -> String {
        let all = &self.sources.file(span.file).text;
        let before = all.get(..span.lo as usize).unwrap_or_default().trim_ascii_end();
        let behind = all.get(span.hi as usize..).unwrap_or_default().trim_ascii_start();
        let text = self.sources.text(span);
        match before.ends_with(b"(") && behind.starts_with(b")") {
            true => format!("{text} {more}"),
            false => format!("({text} {more})"),
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
            self.instead(Change::Offset, id, span, text, kind);
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
            self.instead(Change::Offset, id, span, text, kind);
        }
    }

    /// A constant that stands near, added and taken away: `c - '0'` for `c`, `'A' + digit - 10` for `'A' + digit`.
    pub(crate) fn constants_more(&mut self, id: ExprId, ty: TypeId, span: Span) {
        let computed = match self.tree.expr(id).kind {
            ExprKind::Load(_) => true,
            ExprKind::Binary { op, .. } => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Rem),
            _ => false,
        };
        if !computed || !self.tree.types.is_integer(ty) || self.tree.types.is_bool(ty) {
            return;
        }
        let whole = self
            .function
            .and_then(|function| self.tree.function(function).body);
        let Some(body) = whole.and_then(|body| self.span(self.tree.stmt(body).loc)) else {
            return;
        };
        let there = self.placed.iter().filter(|(at, value)| {
            inside(*at, body) && !inside(*at, span) && self.tree.types.can_hold(ty, *value)
        });
        let mut near: Vec<(u32, i128, String)> = there
            .map(|(at, value)| (at.lo.abs_diff(span.lo), *value, self.sources.text(*at)))
            .collect();
        near.sort();
        let mut known: Vec<i128> = Vec::new();
        near.retain(|(_, value, _)| {
            let new = !known.contains(value) && known.len() < MOST_NEAR;
            if new {
                known.push(*value);
            }
            new
        });
        for (_, value, spelled) in near {
            for op in [BinaryOp::Sub, BinaryOp::Add] {
                let Some(lhs) = copy(self.tree, id) else { return };
                let rhs = self.push(ExprKind::Int(value), ty);
                let text = format!("{} {} {spelled}", self.sources.text(span), sign(op));
                self.instead(Change::Object, id, span, text, ExprKind::Binary { op, lhs, rhs });
            }
        }
    }
}
