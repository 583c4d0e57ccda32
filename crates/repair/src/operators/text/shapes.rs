//! Expressions of another shape: other parentheses, a comparison of three things, a text compared by its address,
//! indices the other way round.

use frontend::tree::{BinaryOp, ExprId, ExprKind, Tree};
use source::Span;

use crate::operators::ChangeKind;
use crate::operators::spans::between;

use crate::operators::{Family, OperatorEntry};

use super::lexed::{Kind, Lexed};
use super::{Rewrite, Writing};
use super::{TextOperator, TextTarget};

/// `x[j][i]` for `x[i][j]`.
pub(crate) struct ExchangedIndices;

impl TextOperator for ExchangedIndices {
    fn entry(&self) -> OperatorEntry {
        let what = "`x[j][i]` for `x[i][j]`";
        OperatorEntry::new("exchanged_indices", Family::Rewrites, what)
    }

    fn generate(&self, _: &Writing<'_>, target: TextTarget<'_>, found: &mut Vec<Rewrite>) {
        if let TextTarget::File(file) = target {
            indices(file.lexed, found);
        }
    }
}

/// Other parentheses, a comparison of three things, texts compared by their address.
pub(crate) struct OtherGrouping;

impl TextOperator for OtherGrouping {
    fn entry(&self) -> OperatorEntry {
        let what = "other parentheses, a comparison of three things, texts compared by their address";
        OperatorEntry::new("other_grouping", Family::Rewrites, what)
    }

    fn generate(&self, writing: &Writing<'_>, target: TextTarget<'_>, found: &mut Vec<Rewrite>) {
        if let TextTarget::Expression(id) = target {
            writing.shapes(writing.tree, id, found);
        }
    }
}

impl Writing<'_> {
    /// What may be done to one expression.
    fn shapes(&self, tree: &Tree, id: ExprId, found: &mut Vec<Rewrite>) {
        match tree.expr(id).kind {
            ExprKind::Binary { op, lhs, rhs } => {
                self.regrouped(tree, id, op, lhs, rhs, found);
                if is_comparison(op) {
                    self.chained(tree, id, lhs, rhs, found);
                    self.compared_texts(tree, id, op, lhs, rhs, found);
                }
            }
            ExprKind::Logical { lhs, rhs, .. } => self.bare_operand(tree, lhs, rhs, found),
            _ => {}
        }
    }

    fn written(&self, tree: &Tree, id: ExprId) -> Option<(Span, String)> {
        let span = self.span(tree.expr(id).loc)?;
        Some((span, self.sources.text(span)))
    }

    /// `(a + b) / c` for `a + b / c`, and the other way round.
    fn regrouped(
        &self,
        tree: &Tree,
        id: ExprId,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        found: &mut Vec<Rewrite>,
    ) {
        if is_comparison(op) {
            return;
        }
        let Some((whole, _)) = self.written(tree, id) else {
            return;
        };
        for (operand, left) in [(lhs, true), (rhs, false)] {
            let inner = unconverted(tree, operand);
            let ExprKind::Binary {
                op: below,
                lhs: first,
                rhs: second,
            } = tree.expr(inner).kind
            else {
                continue;
            };
            if is_comparison(below) {
                continue;
            }
            let (Some((at, text)), Some((one, _)), Some((two, _))) = (
                self.written(tree, inner),
                self.written(tree, first),
                self.written(tree, second),
            ) else {
                continue;
            };
            if let Some(around) = self.in_parentheses(at) {
                found.push(Rewrite::one(ChangeKind::Grouped, around, text));
                continue;
            }
            // The operand of the outer operator and the nearer one of the inner.
            let both = match left {
                true => Span::new(whole.file, two.lo, whole.hi),
                false => Span::new(whole.file, whole.lo, one.hi),
            };
            if both.lo < both.hi {
                let text = self.sources.text(both);
                let balanced = text.matches('(').count() == text.matches(')').count();
                if balanced {
                    found.push(Rewrite::one(ChangeKind::Grouped, both, format!("({text})")));
                }
            }
        }
    }

    /// The text with the parentheses around it.
    fn in_parentheses(&self, at: Span) -> Option<Span> {
        let text = &self.sources.file(at.file).text;
        let before = text.get(..at.lo as usize)?.trim_ascii_end();
        let behind = text.get(at.hi as usize..)?;
        let skipped = behind.len() - behind.trim_ascii_start().len();
        let around = before.ends_with(b"(") && behind.get(skipped) == Some(&b')');
        // Not those of a call or a condition.
        let prior = before
            .strip_suffix(b"(")
            .unwrap_or_default()
            .trim_ascii_end()
            .last();
        let called =
            prior.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b']' | b')'));
        (around && !called).then(|| {
            let lo = before.len() as u32 - 1;
            Span::new(at.file, lo, at.hi + skipped as u32 + 1)
        })
    }

    /// `a < b && b < c` for `a < b < c`.
    fn chained(&self, tree: &Tree, id: ExprId, lhs: ExprId, rhs: ExprId, found: &mut Vec<Rewrite>) {
        let inner = unconverted(tree, lhs);
        let ExprKind::Binary { op, rhs: middle, .. } = tree.expr(inner).kind else {
            return;
        };
        let parts = (
            self.written(tree, id),
            self.written(tree, inner),
            self.written(tree, middle),
            self.written(tree, rhs),
        );
        let (Some((whole, _)), Some((_, first)), Some((at, middle)), Some((last, _))) = parts else {
            return;
        };
        if !is_comparison(op) || at.hi > last.lo || whole.lo > at.lo {
            return;
        }
        let rest = self.sources.text(Span::new(whole.file, at.hi, whole.hi));
        let text = format!("{first} && {middle}{rest}");
        found.push(Rewrite::one(ChangeKind::Grouped, whole, text));
    }

    /// `c == 'a' || c == 'b'` for `c == 'a' || 'b'`.
    fn bare_operand(&self, tree: &Tree, lhs: ExprId, rhs: ExprId, found: &mut Vec<Rewrite>) {
        let constant = unconverted(tree, rhs);
        if !matches!(tree.expr(constant).kind, ExprKind::Int(_)) {
            return;
        }
        // The comparison before it.
        let mut before = unconverted(tree, lhs);
        while let ExprKind::Logical { rhs, .. } = tree.expr(before).kind {
            before = unconverted(tree, rhs);
        }
        let ExprKind::Binary {
            op: compares,
            lhs,
            rhs,
        } = tree.expr(before).kind
        else {
            return;
        };
        let parts = (
            self.written(tree, constant),
            self.written(tree, lhs),
            self.written(tree, rhs),
        );
        let (Some((at, text)), Some((one, compared)), Some((two, _))) = parts else {
            return;
        };
        if is_comparison(compares) && one.hi <= two.lo {
            let sign = self.sources.text(Span::new(one.file, one.hi, two.lo));
            found.push(Rewrite::one(
                ChangeKind::Grouped,
                at,
                format!("{compared}{sign}{text}"),
            ));
        }
    }

    /// `strcmp(a, b) == 0` for `a == b`.
    fn compared_texts(
        &self,
        tree: &Tree,
        id: ExprId,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        found: &mut Vec<Rewrite>,
    ) {
        let types = &tree.types;
        let is_text = |id: ExprId| {
            let pointee = types.pointee(tree.expr(id).ty);
            pointee.is_some_and(|ty| types.is_integer(ty) && types.size_of(ty) == Some(1))
        };
        let sign = match op {
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            _ => return,
        };
        let (one, two) = (unconverted(tree, lhs), unconverted(tree, rhs));
        if !is_text(one) || !is_text(two) {
            return;
        }
        let parts = (
            self.written(tree, id),
            self.written(tree, one),
            self.written(tree, two),
        );
        if let (Some((whole, _)), Some((first, a)), Some((second, b))) = parts
            && between(self.sources, first, second, sign).is_some()
        {
            let text = format!("strcmp({a}, {b}) {sign} 0");
            found.push(Rewrite::one(ChangeKind::Grouped, whole, text));
        }
    }
}

/// `x[j][i]` for `x[i][j]`.
fn indices(lexed: &Lexed<'_>, found: &mut Vec<Rewrite>) {
    for index in 1..lexed.tokens.len() {
        if lexed.word(index) != "[" || !lexed.is(index - 1, Kind::Word) {
            continue;
        }
        let Some(first) = lexed.closing(index) else {
            continue;
        };
        if lexed.word(first + 1) != "[" {
            continue;
        }
        let Some(second) = lexed.closing(first + 1) else {
            continue;
        };
        let text = |open: usize, close: usize| lexed.slice(lexed.tokens[open].hi, lexed.tokens[close].lo);
        let (one, two) = (text(index, first), text(first + 1, second));
        if one != two && !one.is_empty() && !two.is_empty() {
            let span = lexed.span(lexed.tokens[index].lo, lexed.tokens[second].hi);
            found.push(Rewrite::one(ChangeKind::Swapped, span, format!("[{two}][{one}]")));
        }
    }
}

fn unconverted(tree: &Tree, id: ExprId) -> ExprId {
    match tree.expr(id).kind {
        ExprKind::Convert { operand, .. } => unconverted(tree, operand),
        _ => id,
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne
    )
}
