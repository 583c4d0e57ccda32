//! Conditions that are missing: one more operand in a condition, or a statement that should not always be done.
//!
//! What may be asked for is made of the function's own [vocabulary](crate::operators::ingredients::vocabulary): a
//! comparison that is written elsewhere in it, as it is or the other way round, or two of its places compared; and of
//! what the whole program has: a function that takes nothing, a variable that nobody reads. Conditions are also the
//! truths that are assigned or returned, and the operands of other conditions.

use std::collections::BTreeSet;

use ctype::TypeId;
use frontend::tree::{BinaryOp, DeclPart, ExprId, ExprKind, LogicalOp, ObjectId, StmtId, StmtKind, UnaryOp};
use source::Span;

use crate::operators::ChangeKind;
use crate::operators::binary::{is_relation, sign};
use crate::operators::context::{Context, TreeChange};
use crate::operators::copy::copy;
use crate::operators::ingredients::vocabulary::{Question, Vocabulary, Word};
use crate::operators::spans::inside;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// What can be asked in a place.
pub(crate) enum Asked {
    Written(Question),
    Not(Question),
    Compared(BinaryOp, Word, Word),
    Zero(BinaryOp, Word),
    /// What a function says, or the opposite.
    Called {
        call: ExprId,
        text: String,
        not: bool,
    },
}

/// What can be asked anywhere in a program.
#[derive(Debug, Clone, Default)]
pub(crate) struct ProgramConditions {
    called: Vec<(ExprId, String)>,
    unread: Vec<Word>,
}

/// One more operand of a condition, or a statement under a condition.
pub(crate) struct MissingCondition;

impl TreeOperator for MissingCondition {
    fn entry(&self) -> OperatorEntry {
        let what = "one more operand of a condition, or a statement under a condition";
        OperatorEntry::new("missing_condition", Family::Conditions, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Body(_, body) = *target {
            let everywhere = std::mem::take(&mut context.program_conditions);
            context.missing_conditions(body, &everywhere);
            context.program_conditions = everywhere;
        }
    }
}

impl Context<'_> {
    /// What can be asked anywhere, while nothing has been put into the tree yet.
    pub(crate) fn program_conditions(&mut self) -> ProgramConditions {
        ProgramConditions {
            called: self.called(),
            unread: self.unread(),
        }
    }

    /// Conditions of a function with one more operand, and statements under a condition.
    pub(crate) fn missing_conditions(&mut self, body: StmtId, program_conditions: &ProgramConditions) {
        let Some(span) = self.span(self.tree.stmt(body).loc) else {
            return;
        };
        let vocabulary = self.vocabulary(span);
        for (id, stmt, at) in self.statements_within(span) {
            let within = |at: &Span| inside(*at, span);
            for value in self.assigned_truths(&stmt.kind) {
                if let Some(at) = self.span(self.tree.expr(value).loc).filter(within) {
                    self.extended(value, at, &vocabulary, program_conditions, 0);
                }
            }
            let cond = match stmt.kind {
                StmtKind::If { cond, then, .. } if !self.reports(then) => cond,
                StmtKind::While { cond, .. }
                | StmtKind::DoWhile { cond, .. }
                | StmtKind::For { cond: Some(cond), .. } => cond,
                StmtKind::Expr(expr) if !self.is_judgement(expr) => {
                    self.guarded(id, at, &vocabulary, program_conditions);
                    continue;
                }
                _ => continue,
            };
            if let Some(at) = self.span(self.tree.expr(cond).loc).filter(within) {
                self.extended(cond, at, &vocabulary, program_conditions, 0);
            }
        }
    }

    /// Values that a statement assigns, returns or initialises something with and that are truths.
    fn assigned_truths(&self, stmt: &StmtKind) -> Vec<ExprId> {
        let values: Vec<ExprId> = match stmt {
            StmtKind::Expr(expr) => match self.tree.expr(*expr).kind {
                ExprKind::Assign { value, .. } => vec![value],
                _ => Vec::new(),
            },
            StmtKind::Return(Some(value)) => vec![*value],
            StmtKind::Decls(parts) => {
                let objects = parts.iter().filter_map(|part| match part {
                    DeclPart::Object(object) => Some(*object),
                    _ => None,
                });
                let entries = objects.filter_map(|object| self.tree.object(object).init.as_ref());
                entries.flatten().map(|entry| entry.value).collect()
            }
            _ => Vec::new(),
        };
        let truth = |value: &ExprId| match &self.tree.expr(*value).kind {
            ExprKind::Logical { .. } | ExprKind::Unary { op: UnaryOp::Not, .. } => true,
            ExprKind::Binary { op, .. } => is_relation(*op),
            ExprKind::Call { callee, .. } => self.callee(*callee).is_some_and(|function| {
                let function = self.tree.function(function);
                function.body.is_some() && self.span(function.loc).is_some()
            }),
            _ => false,
        };
        values.into_iter().filter(truth).collect()
    }

    /// Calls of the user's functions that take nothing and say something, each once.
    fn called(&self) -> Vec<(ExprId, String)> {
        let mut found: Vec<(ExprId, String)> = Vec::new();
        for index in 0..self.tree.exprs.len() {
            let id = ExprId(index as u32);
            let ExprKind::Call { callee, args } = &self.tree.expr(id).kind else {
                continue;
            };
            let (Some(function), true) = (self.callee(*callee), args.is_empty()) else {
                continue;
            };
            let function = self.tree.function(function);
            if !self.tree.types.is_integer(self.tree.expr(id).ty)
                || function.body.is_none()
                || self.span(function.loc).is_none()
            {
                continue;
            }
            let text = format!("{}()", function.name);
            if found.len() < budgets::repair::MAX_CONDITION_CALLS.count()
                && !found.iter().any(|(_, known)| *known == text)
            {
                found.push((id, text));
            }
        }
        found
    }

    /// Variables of the whole program that are read nowhere: somebody was meant to ask for them.
    fn unread(&mut self) -> Vec<Word> {
        let mut read = BTreeSet::new();
        for expr in &self.tree.exprs {
            if let ExprKind::Load(place) | ExprKind::AddressOf(place) = expr.kind
                && let ExprKind::Object(object) = self.tree.expr(place).kind
            {
                read.insert(object);
            }
        }
        let mut found = Vec::new();
        for index in 0..self.tree.objects.len() {
            let id = ObjectId(index as u32);
            let object = self.tree.object(id);
            let known = object.is_global() && self.span(object.loc).is_some();
            if !known || read.contains(&id) || !self.tree.types.is_integer(object.ty) {
                continue;
            }
            let (Some(text), ty) = (object.name.clone(), object.ty) else {
                continue;
            };
            let place = self.push(ExprKind::Object(id), ty);
            found.push(Word::unused(place, ty, text));
            if found.len() == budgets::repair::MAX_CONDITION_UNREAD.count() {
                break;
            }
        }
        found
    }

    /// `cond && question`, `cond || question`; and the same for the operands of `cond`.
    fn extended(
        &mut self,
        cond: ExprId,
        at: Span,
        vocabulary: &Vocabulary,
        program_conditions: &ProgramConditions,
        depth: u32,
    ) {
        if let ExprKind::Logical { lhs, rhs, .. } = self.tree.expr(cond).kind
            && depth < budgets::repair::MAX_CONDITION_DEPTH.small()
        {
            for operand in [lhs, rhs] {
                if let Some(at) = self.span(self.tree.expr(operand).loc) {
                    self.extended(operand, at, vocabulary, program_conditions, depth + 1);
                }
            }
        }
        let ty = self.tree.expr(cond).ty;
        if !self.tree.types.is_integer(ty) {
            return;
        }
        let int = self.tree.types.int(ctype::IntKind::Int);
        let own = self.sources.text(at);
        let connected = match self.tree.expr(cond).kind {
            ExprKind::Logical { op, .. } => Some(op),
            _ => None,
        };
        for asked in self.questions(at, vocabulary, program_conditions) {
            // Two places compared are many questions: they are asked of whole conditions.
            if depth > 0 && matches!(asked, Asked::Compared(..)) {
                continue;
            }
            for (op, sign) in [(LogicalOp::And, "&&"), (LogicalOp::Or, "||")] {
                let Some((rhs, text)) = self.asked(&asked, int) else {
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
                    _ if depth > 0 => format!("({own} {sign} {text})"),
                    true => format!("({own}) {sign} {text}"),
                    false => format!("{own} {sign} {text}"),
                };
                let instead = self.connected(op, lhs, rhs, ty);
                let site = TreeChange::Expr { site: cond, instead };
                self.add(ChangeKind::Condition, at, written, site);
            }
        }
    }

    /// Two truths connected, as a value of a type: `long found = check(x) && y > 0`.
    pub(crate) fn connected(&mut self, op: LogicalOp, lhs: ExprId, rhs: ExprId, ty: TypeId) -> ExprId {
        let int = self.tree.types.int(ctype::IntKind::Int);
        let truth = self.push(ExprKind::Logical { op, lhs, rhs }, int);
        self.converted(truth, ty)
    }

    /// `if (question) statement`.
    fn guarded(
        &mut self,
        stmt: StmtId,
        at: Span,
        vocabulary: &Vocabulary,
        program_conditions: &ProgramConditions,
    ) {
        let int = self.tree.types.int(ctype::IntKind::Int);
        let start = Span::new(at.file, at.lo, at.lo);
        for asked in self.questions(at, vocabulary, program_conditions) {
            if let Some((cond, text)) = self.asked(&asked, int) {
                let site = TreeChange::Guarded { stmt, cond };
                self.add(ChangeKind::Condition, start, format!("if ({text}) "), site);
            }
        }
    }

    fn questions(
        &self,
        at: Span,
        vocabulary: &Vocabulary,
        program_conditions: &ProgramConditions,
    ) -> Vec<Asked> {
        let mut found = Vec::new();
        for word in &program_conditions.unread {
            for op in [BinaryOp::Ne, BinaryOp::Eq] {
                found.push(Asked::Zero(op, word.clone()));
            }
        }
        for (call, text) in &program_conditions.called {
            for not in [false, true] {
                let (call, text) = (*call, text.clone());
                found.push(Asked::Called { call, text, not });
            }
        }
        let mut written: Vec<&Question> = vocabulary
            .questions
            .iter()
            .filter(|question| question.is_known(at))
            .collect();
        written.sort_by_key(|question| question.at.lo.abs_diff(at.lo));
        for question in written
            .into_iter()
            .take(budgets::repair::MAX_CONDITION_COMPARISONS.count())
        {
            found.push(Asked::Written(question.clone()));
            found.push(Asked::Not(question.clone()));
        }
        let mut words: Vec<&Word> = vocabulary
            .words
            .iter()
            .filter(|word| word.is_known(at) && !self.tree.types.is_float(word.ty))
            .collect();
        words.sort_by_key(|word| word.distance(at));
        words.truncate(budgets::repair::MAX_CONDITION_PLACES.count());
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
    pub(crate) fn asked(&mut self, asked: &Asked, ty: TypeId) -> Option<(ExprId, String)> {
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
            Asked::Called { call, text, not } => {
                let lhs = copy(self.tree, *call)?;
                let rhs = self.push(ExprKind::Int(0), self.tree.expr(lhs).ty);
                let (op, sign) = if *not {
                    (BinaryOp::Eq, "!")
                } else {
                    (BinaryOp::Ne, "")
                };
                let made = self.push(ExprKind::Binary { op, lhs, rhs }, ty);
                Some((made, format!("{sign}{text}")))
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
