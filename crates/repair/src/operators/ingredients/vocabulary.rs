//! The words of a function: what it reads and writes, and the statements it has.
//!
//! A line that is missing is seldom unlike all others: it counts what is counted elsewhere, clears what is set
//! elsewhere, or does again what the function does in another place. So what may be inserted is made of the places and
//! the statements that the function has.

use ctype::TypeId;
use frontend::tree::{ExprId, ExprKind, ObjectId, StmtId, StmtKind};
use source::{LocId, Span};

use crate::operators::binary::is_relation;
use crate::operators::context::Context;
use crate::operators::copy::copy;
use crate::operators::spans::{inside, written};

/// A place that is written in the source: `count`, `q->last`, `a[i]`.
#[derive(Debug, Clone)]
pub(crate) struct Word {
    pub(crate) place: ExprId,
    pub(crate) ty: TypeId,
    pub(crate) text: String,
    /// Where it is written, in the order of the tree.
    at: Vec<u32>,
    /// After the last declaration of what it names.
    known_from: u32,
}

/// A statement that may be repeated elsewhere.
#[derive(Debug, Clone)]
pub(crate) struct Donor {
    pub(crate) stmt: StmtId,
    pub(crate) text: String,
    pub(crate) at: Span,
    known_from: u32,
}

/// A comparison.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) expr: ExprId,
    pub(crate) text: String,
    pub(crate) at: Span,
    known_from: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    pub(crate) words: Vec<Word>,
    pub(crate) questions: Vec<Question>,
    pub(crate) donors: Vec<Donor>,
}

impl Word {
    /// A variable that is declared before a place and written nowhere.
    pub(crate) fn unused(place: ExprId, ty: TypeId, text: String) -> Word {
        Word {
            place,
            ty,
            text,
            at: Vec::new(),
            known_from: 0,
        }
    }

    /// Another place that is known wherever this one is.
    pub(crate) fn beside(&self, place: ExprId, ty: TypeId, text: String) -> Word {
        Word {
            place,
            ty,
            text,
            ..self.clone()
        }
    }

    /// How far away it is written first. What is written all over a function is not nearer to anything.
    pub(crate) fn distance(&self, at: Span) -> u32 {
        self.at.first().map_or(u32::MAX, |lo| lo.abs_diff(at.lo))
    }

    /// How far away the nearest place is where it is written.
    pub(crate) fn nearest(&self, at: Span) -> u32 {
        let distances = self.at.iter().map(|lo| lo.abs_diff(at.lo));
        distances.min().unwrap_or(u32::MAX)
    }

    /// Whether the function does not name it.
    pub(crate) fn nearest_to_none(&self) -> bool {
        self.at.is_empty()
    }

    pub(crate) fn is_known(&self, at: Span) -> bool {
        self.known_from <= at.lo
    }
}

impl Question {
    pub(crate) fn is_known(&self, at: Span) -> bool {
        self.known_from <= at.lo
    }
}

impl Donor {
    pub(crate) fn is_known(&self, at: Span) -> bool {
        self.known_from <= at.lo
    }
}

impl Context<'_> {
    /// What is written in a piece of text, each once, in its order.
    pub(crate) fn vocabulary(&mut self, body: Span) -> Vocabulary {
        let mut found = Vocabulary::default();
        for index in 0..self.tree.exprs.len() {
            let id = ExprId(index as u32);
            let expr = self.tree.expr(id);
            if matches!(expr.kind, ExprKind::Binary { op, .. } if is_relation(op)) {
                found.questions.extend(self.question(id, body));
            }
            let is_place = matches!(
                expr.kind,
                ExprKind::Object(_)
                    | ExprKind::Member { .. }
                    | ExprKind::Subscript { .. }
                    | ExprKind::Deref(_)
            );
            if !is_place || !self.tree.types.is_scalar(expr.ty) {
                continue;
            }
            let Some((at, text)) = self.quoted(expr.loc, body) else {
                continue;
            };
            let known = found
                .words
                .iter_mut()
                .find(|word| word.text == text && word.ty == expr.ty);
            if let Some(word) = known {
                word.at.push(at.lo);
                continue;
            }
            let mut known_from = 0;
            if self.is_plain(id, budgets::repair::MAX_INGREDIENT_DEPTH.small(), &mut known_from)
                && self.is_variable(id)
            {
                let (place, ty) = (id, expr.ty);
                found.words.push(Word {
                    place,
                    ty,
                    text,
                    at: vec![at.lo],
                    known_from,
                });
            }
        }
        for index in 0..self.tree.stmts.len() {
            let stmt = StmtId(index as u32);
            let value = match self.tree.stmt(stmt).kind {
                StmtKind::Expr(expr) if !self.is_judgement(expr) => Some(expr),
                StmtKind::Return(value) => value,
                _ => continue,
            };
            let Some((at, text)) = self.quoted(self.tree.stmt(stmt).loc, body) else {
                continue;
            };
            if !text.ends_with(';') || found.donors.iter().any(|donor| donor.text == text) {
                continue;
            }
            let mut known_from = 0;
            if value.is_none_or(|value| {
                self.names(
                    value,
                    budgets::repair::MAX_INGREDIENT_DEPTH.small(),
                    &mut known_from,
                )
            }) {
                found.donors.push(Donor {
                    stmt,
                    text,
                    at,
                    known_from,
                });
            }
        }
        self.links(&mut found.words);
        found.words.sort_by_key(|word| word.at.iter().copied().min());
        found.questions.sort_by_key(|question| question.at.lo);
        found.questions.dedup_by(|a, b| a.text == b.text);
        found.donors.sort_by_key(|donor| donor.at.lo);
        found
    }

    fn question(&self, expr: ExprId, body: Span) -> Option<Question> {
        let (at, text) = self.quoted(self.tree.expr(expr).loc, body)?;
        let mut known_from = 0;
        self.is_plain(
            expr,
            budgets::repair::MAX_INGREDIENT_DEPTH.small(),
            &mut known_from,
        )
        .then_some(Question {
            expr,
            text,
            at,
            known_from,
        })
    }

    /// What comes after what a pointer points to, though the function may never say so: `p->next`.
    fn links(&mut self, words: &mut Vec<Word>) {
        for word in words.clone() {
            let types = &self.tree.types;
            let Some(to) = types.pointee(word.ty) else {
                continue;
            };
            let Some(record) = types.record_of(to) else {
                continue;
            };
            let is_name = matches!(self.tree.expr(word.place).kind, ExprKind::Object(_));
            let fields = types.record(record).fields.iter().enumerate();
            let links: Vec<(u32, String)> = fields
                .filter(|(_, field)| is_name && field.ty == word.ty)
                .filter_map(|(index, field)| Some((index as u32, field.name.as_ref()?.to_string())))
                .collect();
            for (field, name) in links {
                let text = format!("{}->{name}", word.text);
                if words.iter().any(|word| word.text == text) {
                    continue;
                }
                let Some(pointer) = copy(self.tree, word.place) else {
                    continue;
                };
                let pointer = self.push(ExprKind::Load(pointer), word.ty);
                let base = self.push(ExprKind::Deref(pointer), to);
                let place = self.push(ExprKind::Member { base, field }, word.ty);
                words.push(word.beside(place, word.ty, text));
            }
        }
    }

    /// The text of a construct that is written as such in a piece of text, on one line.
    fn quoted(&self, loc: LocId, body: Span) -> Option<(Span, String)> {
        let span = self.span(loc).filter(|span| inside(*span, body))?;
        let text = self.sources.text(span);
        (text.len() <= budgets::repair::MAX_INGREDIENT.count() && !text.contains('\n'))
            .then_some((span, text))
    }

    /// Whether an assignment to a place is allowed.
    fn is_variable(&self, id: ExprId) -> bool {
        match self.tree.expr(id).kind {
            ExprKind::Object(object) => {
                let object = self.tree.object(object);
                !object.constant && !self.sources.is_embedded(object.loc)
            }
            ExprKind::Member { base, field } => {
                let types = &self.tree.types;
                let field = types
                    .record_of(self.tree.expr(base).ty)
                    .and_then(|record| types.record(record).fields.get(field as usize));
                field.is_some_and(|field| field.bits.is_none())
            }
            _ => true,
        }
    }

    /// Whether evaluating an expression changes nothing; raises `known_from` to where all its names are declared.
    fn is_plain(&self, id: ExprId, depth: u32, known_from: &mut u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let mut plain = |id: ExprId| self.is_plain(id, depth, known_from);
        match self.tree.expr(id).kind {
            ExprKind::Int(_) | ExprKind::Float(_) => true,
            ExprKind::Object(object) => self.declared(object, known_from),
            ExprKind::Member { base: operand, .. }
            | ExprKind::Deref(operand)
            | ExprKind::Load(operand)
            | ExprKind::ArrayDecay(operand)
            | ExprKind::AddressOf(operand)
            | ExprKind::Convert { operand, .. }
            | ExprKind::Unary { operand, .. } => plain(operand),
            ExprKind::Subscript {
                base: lhs,
                index: rhs,
            }
            | ExprKind::Binary { lhs, rhs, .. } => plain(lhs) && plain(rhs),
            _ => false,
        }
    }

    /// Raises `known_from` to where all names of an expression are declared; false if it cannot be told.
    fn names(&self, id: ExprId, depth: u32, known_from: &mut u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let mut names = |id: ExprId| self.names(id, depth, known_from);
        match &self.tree.expr(id).kind {
            ExprKind::String(_) | ExprKind::Function(_) => true,
            ExprKind::FunctionDecay(operand) | ExprKind::Step { place: operand, .. } => names(*operand),
            ExprKind::Member { base: operand, .. }
            | ExprKind::Deref(operand)
            | ExprKind::Load(operand)
            | ExprKind::ArrayDecay(operand)
            | ExprKind::AddressOf(operand)
            | ExprKind::Convert { operand, .. }
            | ExprKind::Unary { operand, .. } => names(*operand),
            ExprKind::Assign {
                place: lhs,
                value: rhs,
            }
            | ExprKind::AssignOp {
                place: lhs,
                value: rhs,
                ..
            }
            | ExprKind::Logical { lhs, rhs, .. }
            | ExprKind::Subscript {
                base: lhs,
                index: rhs,
            }
            | ExprKind::Binary { lhs, rhs, .. } => names(*lhs) && names(*rhs),
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => names(*cond) && names(*then) && names(*otherwise),
            ExprKind::Call { callee, args } => names(*callee) && args.iter().all(|arg| names(*arg)),
            ExprKind::Builtin { args, .. } => args.iter().all(|arg| names(*arg)),
            _ => self.is_plain(id, depth + 1, known_from),
        }
    }

    fn declared(&self, object: ObjectId, known_from: &mut u32) -> bool {
        let object = self.tree.object(object);
        if object.function.is_some() {
            let Some(span) = written(self.sources, object.loc) else {
                return false;
            };
            *known_from = (*known_from).max(span.hi);
        }
        object.name.is_some()
    }
}
