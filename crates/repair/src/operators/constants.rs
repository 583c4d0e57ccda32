//! Other constants: one more or less, zero, one, another one of the text, a number of the tests; a macro or enumerator
//! for another; a constant added or taken away.

use ctype::TypeId;
use frontend::tree::{BinaryOp, ExprId, ExprKind, UnaryOp};
use source::Span;

use crate::operators::binary::sign;
use crate::operators::context::Context;
use crate::operators::copy::copy;
use crate::operators::spans::inside;
use crate::operators::{ChangeKind, Role};
use crate::operators::{ExpressionTarget, Family, OperatorEntry, Target, TreeOperator};

/// Constants up to this seldom are limits that tests are near to.
const LARGEST_SMALL: u128 = 9;

/// `c - '0'` for `c`: a constant that stands near, added or taken away.
pub(crate) struct AddedConstant;

impl TreeOperator for AddedConstant {
    fn entry(&self) -> OperatorEntry {
        let what = "`c - '0'` for `c`: a constant that stands near, added or taken away";
        OperatorEntry::new("added_constant", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let (Role::Value, Some(span)) = (at.role, at.span) {
            context.constants_more(at.id, at.expr.ty, span);
        }
    }
}

/// Another macro or enumerator.
pub(crate) struct OtherName;

impl TreeOperator for OtherName {
    fn entry(&self) -> OperatorEntry {
        let what = "another macro or enumerator";
        OperatorEntry::new("other_name", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let ExprKind::Int(value) = at.expr.kind
            && let Some((name, text)) = context.name_used(at.expr.loc)
        {
            context.other_names(at.id, value, name, &text);
        }
    }
}

/// Another integer: one more or less, 0, 1, -x, another one of the text, one that a test is given.
pub(crate) struct OtherConstant;

impl TreeOperator for OtherConstant {
    fn entry(&self) -> OperatorEntry {
        let what =
            "another integer: one more or less, 0, 1, -x, another one of the text, one that a test is given";
        OperatorEntry::new("other_constant", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        let (Some(span), ty) = (at.span, at.expr.ty) else {
            return;
        };
        match at.expr.kind {
            ExprKind::Int(value) if !context.is_enumerator(at) => context.constants(at.id, ty, value, span),
            // `-1` is one constant, and `-0` is none that anybody writes.
            ExprKind::Unary {
                op: UnaryOp::Neg,
                operand,
            } => {
                if let ExprKind::Int(value) = context.expr_of(operand).kind {
                    context.constants(at.id, ty, -value, span);
                }
            }
            _ => {}
        }
    }
}

/// Another floating constant.
pub(crate) struct OtherFloat;

impl TreeOperator for OtherFloat {
    fn entry(&self) -> OperatorEntry {
        let what = "another floating constant";
        OperatorEntry::new("other_float", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let (ExprKind::Float(bits), Some(span)) = (&at.expr.kind, at.span) {
            context.float_constants(at.id, at.expr.ty, *bits, span);
        }
    }
}

impl Context<'_> {
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
            let new = !known.contains(value) && known.len() < budgets::repair::MAX_ADDED_CONSTANTS.count();
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
                self.instead(
                    ChangeKind::Object,
                    id,
                    span,
                    text,
                    ExprKind::Binary { op, lhs, rhs },
                );
            }
        }
    }

    fn constants(&mut self, id: ExprId, ty: TypeId, value: i128, span: Span) {
        if !self.tree.types.is_integer(ty) || self.tree.types.is_bool(ty) {
            return;
        }
        let text = self.sources.text(span);
        let mut others: Vec<i128> = vec![value + 1, value - 1, 0, 1, -value, 2];
        others.extend(&self.constants);
        // A limit is seen in what tests are given; what is no limit would only be one of many.
        if value.unsigned_abs() > LARGEST_SMALL && !text.starts_with('\'') {
            let mut near = self.numbers.to_vec();
            near.sort_unstable_by_key(|number| (number.abs_diff(value), *number));
            near.truncate(budgets::repair::MAX_GIVEN_NUMBERS.count());
            others.extend(near);
        }
        if text.starts_with('\'') {
            others.extend(self.letters.iter().map(|letter| i128::from(*letter)));
        }
        let mut tried = vec![value];
        for other in others {
            if tried.contains(&other) {
                continue;
            }
            tried.push(other);
            // `-16` is no `size_t`.
            if !self.tree.types.can_hold(ty, other) {
                continue;
            }
            let written = match u8::try_from(other) {
                Ok(byte) if text.starts_with('\'') && (byte.is_ascii_graphic() || byte == b' ') => {
                    let escaped = matches!(byte, b'\'' | b'\\');
                    format!("'{}{}'", if escaped { "\\" } else { "" }, byte as char)
                }
                _ if text.starts_with('\'') => continue,
                _ => other.to_string(),
            };
            self.instead(ChangeKind::Constant, id, span, written, ExprKind::Int(other));
        }
    }

    /// Another constant of the text; zero and one, a half and two; one more or less, and the point moved.
    fn float_constants(&mut self, id: ExprId, ty: TypeId, bits: u128, span: Span) {
        for (other, value, text) in self.floats.clone() {
            if other == ty && value != bits {
                self.instead(ChangeKind::Constant, id, span, text, ExprKind::Float(value));
            }
        }
        if self.tree.types.size_of(ty) == Some(8) {
            let own = f64::from_bits(bits as u64);
            for value in [
                0.0f64,
                1.0,
                0.5,
                2.0,
                own + 1.0,
                own - 1.0,
                own * 10.0,
                own / 10.0,
            ] {
                let other = u128::from(value.to_bits());
                if other != bits {
                    self.instead(
                        ChangeKind::Constant,
                        id,
                        span,
                        format!("{value:?}"),
                        ExprKind::Float(other),
                    );
                }
            }
        }
    }

    /// Another macro or enumerator: what nobody uses, then what is called alike.
    fn other_names(&mut self, id: ExprId, value: i128, at: Span, own: &str) {
        for (name, other) in self.names.instead_of(own, value) {
            self.instead(ChangeKind::Variable, id, at, name, ExprKind::Int(other));
        }
    }

    /// Nobody writes a number for an enumerator, which is spelled where it is used.
    pub(crate) fn is_enumerator(&self, at: ExpressionTarget<'_>) -> bool {
        let named = self.name_used(at.expr.loc);
        named.is_some_and(|(name, _)| Some(name) == at.span)
    }
}
