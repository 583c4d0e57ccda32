//! Changes of statements: one left out, a `break` before the next `case`, an `else` or braces that are missing.
//!
//! With `else`, and with braces, whether a statement is executed depends on the one before it. Both exist once in the
//! program of all changes, so the first notes whether it was chosen, and the second looks at the note.

use frontend::tree::{ExprKind, ObjectId, StmtId, StmtKind, UnaryOp};
use source::{LocId, Span};

use crate::operators::ChangeKind;
use crate::operators::context::{Context, TreeChange, outside};
use crate::operators::copy::copy;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// An expression statement left out.
pub(crate) struct DeletedStatement;

impl TreeOperator for DeletedStatement {
    fn entry(&self) -> OperatorEntry {
        let what = "an expression statement left out";
        OperatorEntry::new("deleted_statement", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Statement(id, StmtKind::Expr(expr)) = *target
            && !context.is_judgement(*expr)
        {
            context.deletion(id);
        }
    }
}

/// A `break` before a `case` that is fallen into.
pub(crate) struct MissingBreak;

impl TreeOperator for MissingBreak {
    fn entry(&self) -> OperatorEntry {
        let what = "a `break` before a `case` that is fallen into";
        OperatorEntry::new("missing_break", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Statement(id, StmtKind::Block(list)) = *target {
            context.breaks(id, list);
        }
    }
}

/// An `else`, or braces, around what belongs together.
pub(crate) struct JoinedStatements;

impl TreeOperator for JoinedStatements {
    fn entry(&self) -> OperatorEntry {
        let what = "an `else`, or braces, around what belongs together";
        OperatorEntry::new("joined_statements", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Statement(_, StmtKind::Block(list)) = *target {
            context.joined(list);
        }
    }
}

impl Context<'_> {
    /// An expression statement left out.
    pub(crate) fn deletion(&mut self, id: StmtId) {
        let Some(span) = self.span(self.tree.stmt(id).loc) else {
            return;
        };
        let text = self.sources.text(span);
        // Without the semicolon a statement may be the only one of its `if`.
        let replacement = if text.ends_with(';') { ";" } else { "" };
        self.add(ChangeKind::Deleted, span, replacement, TreeChange::Without(id));
    }

    /// A `break` before a `case` that is fallen into.
    pub(crate) fn breaks(&mut self, block: StmtId, list: &[StmtId]) {
        for (index, id) in list.iter().enumerate().skip(1) {
            let stmt = self.tree.stmt(*id);
            if !matches!(stmt.kind, StmtKind::Case { .. } | StmtKind::Default { .. }) {
                continue;
            }
            let Some(span) = self.span(stmt.loc) else { continue };
            let first = self.new_statement(StmtKind::Break);
            let at = Span::new(span.file, span.lo, span.lo);
            self.add(
                ChangeKind::Break,
                at,
                "break; ",
                TreeChange::Before { block, index, first },
            );
        }
    }

    /// Statements of a block that belong to the `if` or loop before them.
    pub(crate) fn joined(&mut self, list: &[StmtId]) {
        for pair in list.windows(2) {
            let (first, second) = (pair[0], pair[1]);
            let (Some(one), Some(two)) = (
                self.span(self.tree.stmt(first).loc),
                self.span(self.tree.stmt(second).loc),
            ) else {
                continue;
            };
            if one.file != two.file || one.hi > two.lo {
                continue;
            }
            match self.tree.stmt(first).kind.clone() {
                StmtKind::If { then, otherwise, .. } if !self.reports(then) => {
                    // An `else` that nobody has written is a place to put something in.
                    let written = otherwise.filter(|id| self.tree.stmt(*id).loc != LocId::NONE);
                    let braces = match written {
                        None => self.in_braces(then, second),
                        Some(_) => None,
                    };
                    let other = matches!(
                        self.tree.stmt(second).kind,
                        StmtKind::If { .. } | StmtKind::Expr(_)
                    );
                    if !other {
                        continue;
                    }
                    let Some(note) = self.noting(first) else {
                        continue;
                    };
                    let at = Span::new(two.file, two.lo, two.lo);
                    self.depending(note, second, true, (ChangeKind::Joined, at, "else ".to_owned()));
                    if let Some(edit) = braces {
                        self.depending(note, second, false, edit);
                    }
                }
                StmtKind::While { body, .. } | StmtKind::For { body, .. } => {
                    if let Some(edit) = self.in_braces(body, second) {
                        self.moved_inside(body, second, edit);
                    }
                }
                _ => {}
            }
        }
    }

    /// Braces around a statement and the one behind it.
    fn in_braces(&self, body: StmtId, next: StmtId) -> Option<(ChangeKind, Span, String)> {
        let simple = |id: StmtId| matches!(self.tree.stmt(id).kind, StmtKind::Expr(_));
        let first = self.span(self.tree.stmt(body).loc)?;
        let second = self.span(self.tree.stmt(next).loc)?;
        if !simple(body) || !simple(next) || first.file != second.file || first.hi > second.lo {
            return None;
        }
        let span = Span::new(first.file, first.lo, second.hi);
        Some((
            ChangeKind::Joined,
            span,
            format!("{{ {} }}", self.sources.text(span)),
        ))
    }

    /// Lets an `if` note whether it was taken, in whichever of its branches; nothing if it has a last `else`.
    fn noting(&mut self, first: StmtId) -> Option<ObjectId> {
        let mut chain = Vec::new();
        let mut next = Some(first);
        while let Some(id) = next {
            let StmtKind::If {
                cond,
                then,
                otherwise,
            } = self.tree.stmt(id).kind
            else {
                return None;
            };
            chain.push((id, cond, then, otherwise));
            next = otherwise.filter(|id| self.tree.stmt(*id).loc != LocId::NONE);
        }
        let int = self.tree.types.int(ctype::IntKind::Int);
        let note = ObjectId(self.tree.objects.len() as u32);
        let name = format!("__because_taken{}", note.index());
        self.tree.objects.push(outside(&name, int));
        for (id, cond, then, otherwise) in chain {
            let yes = self.noted(note, 1);
            let then = self.new_statement(StmtKind::Block(vec![yes, then]));
            let otherwise = match otherwise {
                Some(other) if self.tree.stmt(other).loc != LocId::NONE => Some(other),
                put_in => {
                    let mut list = vec![self.noted(note, 0)];
                    list.extend(put_in);
                    Some(self.new_statement(StmtKind::Block(list)))
                }
            };
            self.tree.stmts[id.index()].kind = StmtKind::If {
                cond,
                then,
                otherwise,
            };
        }
        Some(note)
    }

    fn noted(&mut self, note: ObjectId, value: i128) -> StmtId {
        let int = self.tree.types.int(ctype::IntKind::Int);
        let place = self.push(ExprKind::Object(note), int);
        let value = self.push(ExprKind::Int(value), int);
        let assign = self.push(ExprKind::Assign { place, value }, int);
        self.new_statement(StmtKind::Expr(assign))
    }

    /// The second statement is executed only if the first one, an `if` that notes it, was not (`otherwise`) or was
    /// taken.
    fn depending(
        &mut self,
        note: ObjectId,
        second: StmtId,
        otherwise: bool,
        (kind, span, text): (ChangeKind, Span, String),
    ) {
        let int = self.tree.types.int(ctype::IntKind::Int);
        let place = self.push(ExprKind::Object(note), int);
        let mut skips = self.push(ExprKind::Load(place), int);
        if !otherwise {
            let kind = ExprKind::Unary {
                op: UnaryOp::Not,
                operand: skips,
            };
            skips = self.push(kind, int);
        }
        self.add(kind, span, text, TreeChange::Skipped { stmt: second, skips });
    }

    /// The second statement is executed at the end of each round of the loop before it, and not after it.
    fn moved_inside(&mut self, body: StmtId, second: StmtId, (kind, span, text): (ChangeKind, Span, String)) {
        let StmtKind::Expr(expr) = self.tree.stmt(second).kind else {
            return;
        };
        let Some(inside) = copy(self.tree, expr) else {
            return;
        };
        let int = self.tree.types.int(ctype::IntKind::Int);
        let original = self.tree.stmt(body).clone();
        let kept = self.new_statement(original.kind);
        self.tree.stmts[kept.index()].loc = original.loc;
        self.tree.stmts[body.index()].kind = StmtKind::Block(vec![kept]);
        let first = self.new_statement(StmtKind::Expr(inside));
        let site = TreeChange::Before {
            block: body,
            index: 1,
            first,
        };
        self.add(kind, span, text.clone(), site);
        let skips = self.push(ExprKind::Int(1), int);
        self.add(kind, span, text, TreeChange::Skipped { stmt: second, skips });
    }
}
