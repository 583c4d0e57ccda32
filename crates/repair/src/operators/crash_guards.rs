//! Checks that are missing before what crashes: of a pointer that may be null, of an index that may be outside.
//!
//! What a person writes at such a place is `if (p == NULL) return 0;` before it, `if (p)` around it, `p && …` in front
//! of a condition, and `i < 8 &&` or `i >= 0 &&` for an index. It must stand *before* what it guards, which is what
//! tells these from other missing conditions ([`missing_conditions`](crate::operators::missing_conditions)). Which
//! pointers and indices a statement follows is read from its text: what does not help is gone after one run.

use ctype::{ArrayLen, Type, TypeId};
use frontend::tree::{BinaryOp, ExprId, ExprKind, FunctionId, LogicalOp, StmtId, StmtKind};
use source::Span;

use crate::operators::ChangeKind;
use crate::operators::context::{Context, TreeChange};
use crate::operators::copy::copy;
use crate::operators::ingredients::vocabulary::{Vocabulary, Word};
use crate::operators::insertions::Gap;
use crate::operators::spans::inside;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// A check before what may crash.
pub(crate) struct CrashGuard;

impl TreeOperator for CrashGuard {
    fn entry(&self) -> OperatorEntry {
        let what =
            "a check of a pointer or an index before it is used: `if (p == NULL) return 0;`, `i < 8 && a[i]`";
        OperatorEntry::new("crash_guard", Family::Checks, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Body(function, body) = *target {
            context.crash_guards(function, body);
        }
    }
}

/// What must hold before something is used.
#[derive(Debug, Clone)]
struct Check {
    word: Word,
    /// What it is compared with, and how that is written.
    limit: (i128, String),
    op: BinaryOp,
}

impl Check {
    fn opposite(&self) -> BinaryOp {
        match self.op {
            BinaryOp::Ne => BinaryOp::Eq,
            BinaryOp::Lt => BinaryOp::Ge,
            _ => BinaryOp::Lt,
        }
    }
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Ne => "!=",
        BinaryOp::Eq => "==",
        BinaryOp::Lt => "<",
        _ => ">=",
    }
}

impl Context<'_> {
    fn crash_guards(&mut self, function: FunctionId, body: StmtId) {
        let Some(span) = self.span(self.tree.stmt(body).loc) else {
            return;
        };
        let vocabulary = self.vocabulary(span);
        for (id, stmt, at) in self.statements_within(span) {
            match stmt.kind {
                StmtKind::If { cond, .. }
                | StmtKind::While { cond, .. }
                | StmtKind::DoWhile { cond, .. }
                | StmtKind::For { cond: Some(cond), .. } => self.checked_condition(cond, span, &vocabulary),
                StmtKind::Expr(expr) if !self.is_judgement(expr) => {
                    self.checked_statement(id, at, &vocabulary)
                }
                _ => {}
            }
        }
        let is_main = self.tree.function(function).name == "main";
        for gap in self.gaps_between(body) {
            self.left_before_crash(gap, is_main, &vocabulary);
        }
    }

    /// `p && cond`, `i < 8 && cond`.
    fn checked_condition(&mut self, cond: ExprId, body: Span, vocabulary: &Vocabulary) {
        let Some(at) = self.span(self.tree.expr(cond).loc).filter(|at| inside(*at, body)) else {
            return;
        };
        let (own, ty) = (self.sources.text(at), self.tree.expr(cond).ty);
        if !self.tree.types.is_integer(ty) {
            return;
        }
        let disjunction = matches!(
            self.tree.expr(cond).kind,
            ExprKind::Logical {
                op: LogicalOp::Or,
                ..
            } | ExprKind::Cond { .. }
                | ExprKind::Assign { .. }
        );
        for check in self.checks_of(&own, at, vocabulary) {
            let (op, own_first) = (check.op, &own);
            let Some((lhs, text)) = self.check(&check, op) else {
                continue;
            };
            let Some(rhs) = copy(self.tree, cond) else { return };
            let written = match disjunction {
                true => format!("{text} && ({own_first})"),
                false => format!("{text} && {own_first}"),
            };
            let instead = self.connected(LogicalOp::And, lhs, rhs, ty);
            self.add(
                ChangeKind::Condition,
                at,
                written,
                TreeChange::Expr { site: cond, instead },
            );
        }
    }

    /// `if (p != NULL) statement`.
    fn checked_statement(&mut self, stmt: StmtId, at: Span, vocabulary: &Vocabulary) {
        let own = self.sources.text(at);
        let start = Span::new(at.file, at.lo, at.lo);
        for check in self.checks_of(&own, at, vocabulary) {
            let op = check.op;
            if let Some((cond, text)) = self.check(&check, op) {
                self.under_condition(stmt, start, cond, &text);
            }
        }
    }

    /// `if (p == NULL) return 0;`.
    fn left_before_crash(&mut self, gap: Gap, is_main: bool, vocabulary: &Vocabulary) {
        let function = self.function.map(|function| self.tree.function(function).ty);
        let Some(ret) = function.and_then(|ty| Some(self.tree.types.function(ty)?.ret)) else {
            return;
        };
        let own = self.head_of(gap.at);
        for check in self.checks_of(&own, gap.at, vocabulary) {
            let opposite = check.opposite();
            for (kind, text) in self.ends(gap, ret, is_main) {
                let Some((cond, question)) = self.check(&check, opposite) else {
                    return;
                };
                self.insert_under(gap, cond, kind, &format!("if ({question}) {text}"));
            }
        }
    }

    /// Ways to leave a function, or a loop.
    fn ends(&mut self, gap: Gap, ret: TypeId, is_main: bool) -> Vec<(StmtKind, String)> {
        let mut ends: Vec<(StmtKind, String)> = Vec::new();
        if self.tree.types.is_void(ret) {
            ends.push((StmtKind::Return(None), "return;".to_owned()));
        } else if self.tree.types.is_pointer(ret) {
            let constant = self.push(ExprKind::Int(0), ret);
            ends.push((
                StmtKind::Return(Some(constant)),
                format!("return {};", self.null_text()),
            ));
        } else if self.tree.types.is_integer(ret) {
            let values: &[i128] = if is_main { &[0] } else { &[0, -1, 1] };
            for &value in values {
                if let Some(constant) = self.converted_constant(value, ret) {
                    ends.push((StmtKind::Return(Some(constant)), format!("return {value};")));
                }
            }
        }
        if gap.in_loop {
            ends.push((StmtKind::Break, "break;".to_owned()));
            ends.push((StmtKind::Continue, "continue;".to_owned()));
        }
        ends
    }

    /// The text of a statement up to its body or end.
    fn head_of(&self, at: Span) -> String {
        let all = &self.sources.file(at.file).text;
        let rest = all.get(at.lo as usize..).unwrap_or_default();
        let end = rest
            .iter()
            .position(|byte| b";{}".contains(byte))
            .unwrap_or(rest.len());
        String::from_utf8_lossy(&rest[..end]).into_owned()
    }

    fn null_text(&self) -> &'static str {
        let mut files = self.sources.files();
        let names_it =
            files.any(|(_, file)| !file.embedded && file.text.windows(4).any(|four| four == b"NULL"));
        if names_it { "NULL" } else { "0" }
    }

    /// What must hold before a piece of text is executed.
    fn checks_of(&self, text: &str, at: Span, vocabulary: &Vocabulary) -> Vec<Check> {
        let mut found = Vec::new();
        let null = self.null_text();
        for word in vocabulary.words.iter().filter(|word| word.is_known(at)) {
            if self.tree.types.is_pointer(word.ty) {
                let followed = uses(text, &word.text).any(|(before, behind)| {
                    behind.starts_with("->") || behind.starts_with('[') || before.ends_with('*')
                });
                if followed {
                    found.push(Check {
                        word: word.clone(),
                        limit: (0, null.to_owned()),
                        op: BinaryOp::Ne,
                    });
                }
            } else if self.tree.types.is_integer(word.ty) {
                let array = uses(text, &word.text).find_map(|(before, _)| {
                    let before = before.strip_suffix('[')?;
                    let name = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
                    Some(name.unwrap_or_default().to_owned())
                });
                let Some(array) = array else { continue };
                for (op, limit) in [
                    (BinaryOp::Ge, Some((0, "0".to_owned()))),
                    (BinaryOp::Lt, self.length_of(&array)),
                ] {
                    found.extend(limit.map(|limit| Check {
                        word: word.clone(),
                        limit,
                        op,
                    }));
                }
            }
        }
        found
    }

    /// How many elements an array has, as a number and as it is written: a macro, if one has this value.
    fn length_of(&self, name: &str) -> Option<(i128, String)> {
        let mut objects = self.tree.objects.iter();
        let length = objects.find_map(|object| match self.tree.types.get(object.ty) {
            Type::Array {
                len: ArrayLen::Fixed(length),
                ..
            } if object.name.as_deref() == Some(name) => Some(i128::from(*length)),
            _ => None,
        })?;
        let mut exprs = self.tree.exprs.iter();
        let text = exprs.find_map(|expr| match expr.kind {
            ExprKind::Int(value) if value == length => self.name_used(expr.loc).map(|(_, text)| text),
            _ => None,
        });
        Some((length, text.unwrap_or_else(|| length.to_string())))
    }

    fn check(&mut self, check: &Check, op: BinaryOp) -> Option<(ExprId, String)> {
        let int = self.tree.types.int(ctype::IntKind::Int);
        let place = copy(self.tree, check.word.place)?;
        let lhs = self.push(ExprKind::Load(place), check.word.ty);
        let rhs = self.push(ExprKind::Int(check.limit.0), check.word.ty);
        let text = format!("{} {} {}", check.word.text, sign(op), check.limit.1);
        Some((self.push(ExprKind::Binary { op, lhs, rhs }, int), text))
    }
}

/// What stands before and behind each use of a name.
fn uses<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).filter_map(move |(at, _)| {
        let (before, behind) = (text[..at].trim_end(), text[at + name.len()..].trim_start());
        let longer = text[..at].ends_with(|c: char| part(c) || c == '.')
            || text[..at].ends_with("->")
            || text[at + name.len()..].starts_with(part);
        (!longer).then_some((before, behind))
    })
}

#[cfg(test)]
mod checks {
    use super::uses;

    #[test]
    fn a_name_is_no_part_of_another() {
        let found: Vec<_> = uses("ap + p->next + q.p + p1", "p").collect();
        assert_eq!(found, [("ap +", "->next + q.p + p1")]);
    }
}
