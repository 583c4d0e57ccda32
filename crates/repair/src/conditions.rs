//! Conditions that are missing: one more operand in a condition, or a statement that should not always be done.
//!
//! What may be asked for is made of the function's own [vocabulary](crate::vocabulary): a comparison that is written
//! elsewhere in it, as it is or the other way round, or two of its places compared.

use ctype::TypeId;
use frontend::tree::{BinaryOp, ExprId, ExprKind, LogicalOp, StmtId, StmtKind};
use source::Span;

use crate::copy::copy;
use crate::expressions::sign;
use crate::propose::{Change, Proposer, Site};
use crate::text::inside;
use crate::vocabulary::{Question, Vocabulary, Word};

/// So many comparisons of the function are asked in one place, the nearest first.
const MOST_QUESTIONS: usize = 12;
/// So many places are compared with each other.
const MOST_WORDS: usize = 6;

/// What can be asked in a place.
enum Asked {
    Written(Question),
    Not(Question),
    Compared(BinaryOp, Word, Word),
    Zero(BinaryOp, Word),
}

impl Proposer<'_> {
    /// Conditions of a function with one more operand, and statements under a condition.
    pub(crate) fn missing_conditions(&mut self, body: StmtId) {
        let Some(span) = self.span(self.tree.stmt(body).loc) else {
            return;
        };
        let vocabulary = self.vocabulary(span);
        for index in 0..self.tree.stmts.len() {
            let id = StmtId(index as u32);
            let stmt = self.tree.stmt(id);
            let within = |at: &Span| inside(*at, span);
            let Some(at) = self.span(stmt.loc).filter(within) else {
                continue;
            };
            let cond = match stmt.kind {
                StmtKind::If { cond, then, .. } if !self.reports(then) => cond,
                StmtKind::While { cond, .. }
                | StmtKind::DoWhile { cond, .. }
                | StmtKind::For { cond: Some(cond), .. } => cond,
                StmtKind::Expr(expr) if !self.is_judgement(expr) => {
                    self.guarded(id, at, &vocabulary);
                    continue;
                }
                _ => continue,
            };
            if let Some(at) = self.span(self.tree.expr(cond).loc).filter(within) {
                self.extended(cond, at, &vocabulary);
            }
        }
    }

    /// `cond && question`, `cond || question`.
    fn extended(&mut self, cond: ExprId, at: Span, vocabulary: &Vocabulary) {
        let ty = self.tree.expr(cond).ty;
        if !self.tree.types.is_integer(ty) {
            return;
        }
        let own = self.sources.text(at);
        let connected = match self.tree.expr(cond).kind {
            ExprKind::Logical { op, .. } => Some(op),
            _ => None,
        };
        for asked in self.questions(at, vocabulary) {
            for (op, sign) in [(LogicalOp::And, "&&"), (LogicalOp::Or, "||")] {
                let Some((rhs, text)) = self.asked(&asked, ty) else {
                    continue;
                };
                if own.contains(&text) {
                    continue;
                }
                let Some(lhs) = copy(self.tree, cond) else { return };
                // `a && b || c` reads as if it were an oversight.
                let mixed = connected.is_some_and(|connected| connected != op)
                    || matches!(
                        self.tree.expr(cond).kind,
                        ExprKind::Cond { .. } | ExprKind::Assign { .. }
                    );
                let written = match mixed {
                    true => format!("({own}) {sign} {text}"),
                    false => format!("{own} {sign} {text}"),
                };
                let instead = self.push(ExprKind::Logical { op, lhs, rhs }, ty);
                let site = Site::Expr { site: cond, instead };
                self.add(Change::Condition, at, written, site);
            }
        }
    }

    /// `if (question) statement`.
    fn guarded(&mut self, stmt: StmtId, at: Span, vocabulary: &Vocabulary) {
        let int = self.tree.types.int(ctype::IntKind::Int);
        let start = Span::new(at.file, at.lo, at.lo);
        for asked in self.questions(at, vocabulary) {
            if let Some((cond, text)) = self.asked(&asked, int) {
                let site = Site::Guarded { stmt, cond };
                self.add(Change::Condition, start, format!("if ({text}) "), site);
            }
        }
    }

    fn questions(&self, at: Span, vocabulary: &Vocabulary) -> Vec<Asked> {
        let mut found = Vec::new();
        let mut written: Vec<&Question> = vocabulary
            .questions
            .iter()
            .filter(|question| question.is_known(at))
            .collect();
        written.sort_by_key(|question| question.at.lo.abs_diff(at.lo));
        for question in written.into_iter().take(MOST_QUESTIONS) {
            found.push(Asked::Written(question.clone()));
            found.push(Asked::Not(question.clone()));
        }
        let mut words: Vec<&Word> = vocabulary
            .words
            .iter()
            .filter(|word| word.is_known(at) && !self.tree.types.is_float(word.ty))
            .collect();
        words.sort_by_key(|word| word.distance(at));
        words.truncate(MOST_WORDS);
        for (index, first) in words.iter().enumerate() {
            for op in [BinaryOp::Ne, BinaryOp::Eq] {
                found.push(Asked::Zero(op, (*first).clone()));
            }
            for second in words[index + 1..].iter().filter(|second| second.ty == first.ty) {
                let order = [BinaryOp::Lt, BinaryOp::Gt, BinaryOp::Ne, BinaryOp::Eq];
                let compared = order.map(|op| Asked::Compared(op, (*first).clone(), (*second).clone()));
                found.extend(compared);
            }
        }
        found
    }

    /// The question as an expression and as text.
    fn asked(&mut self, asked: &Asked, ty: TypeId) -> Option<(ExprId, String)> {
        match asked {
            Asked::Written(question) => Some((copy(self.tree, question.expr)?, question.text.clone())),
            Asked::Not(question) => {
                let ExprKind::Binary { op, lhs, rhs } = self.tree.expr(question.expr).kind else {
                    return None;
                };
                let at = self.operator_span(lhs, rhs, sign(op))?;
                let (before, after) = (at.lo - question.at.lo, at.hi - question.at.lo);
                let opposite = opposite(op)?;
                let text = format!(
                    "{}{}{}",
                    question.text.get(..before as usize)?,
                    sign(opposite),
                    question.text.get(after as usize..)?
                );
                let (lhs, rhs) = (copy(self.tree, lhs)?, copy(self.tree, rhs)?);
                let kind = ExprKind::Binary {
                    op: opposite,
                    lhs,
                    rhs,
                };
                Some((self.push(kind, ty), text))
            }
            Asked::Compared(op, first, second) => {
                let (lhs, rhs) = (self.loaded(first)?, self.loaded(second)?);
                let kind = ExprKind::Binary { op: *op, lhs, rhs };
                let text = format!("{} {} {}", first.text, sign(*op), second.text);
                Some((self.push(kind, ty), text))
            }
            Asked::Zero(op, word) => {
                let lhs = self.loaded(word)?;
                let rhs = self.push(ExprKind::Int(0), word.ty);
                let text = format!("{} {} 0", word.text, sign(*op));
                Some((self.push(ExprKind::Binary { op: *op, lhs, rhs }, ty), text))
            }
        }
    }

    fn loaded(&mut self, word: &Word) -> Option<ExprId> {
        let place = copy(self.tree, word.place)?;
        Some(self.push(ExprKind::Load(place), word.ty))
    }
}

fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        _ => return None,
    })
}
