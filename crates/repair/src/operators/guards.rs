//! Conditions that are forgotten most often, few enough to be tried beside other changes.
//!
//! `if (e > x) x = e;` without the condition, as a greatest value is looked for; a statement or jump that should be done only
//! under one of the nearest comparisons, or if what it speaks of is not zero; and one letter more among those that a value is
//! compared with, a letter of what tests are given. [`conditions`](crate::operators::missing_conditions) has many more, each tried alone.

use std::collections::BTreeSet;

use frontend::tree::{BinaryOp, ExprId, ExprKind, FunctionId, LogicalOp, ObjectId, Stmt, StmtId, StmtKind};
use source::Span;

use crate::operators::ChangeKind;
use crate::operators::context::{Context, TreeChange};
use crate::operators::copy::copy;
use crate::operators::ingredients::vocabulary::{Question, Vocabulary, Word};
use crate::operators::insertions::Gap;
use crate::operators::missing_conditions::Asked;
use crate::operators::spans::inside;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// The conditions that are forgotten most often.
pub(crate) struct MissingGuard;

impl TreeOperator for MissingGuard {
    fn entry(&self) -> OperatorEntry {
        let what = "the conditions that are forgotten most often";
        OperatorEntry::new("missing_guard", Family::Conditions, what)
    }

    /// They are few enough to be tried beside other changes.
    fn serves(&self, family: Family) -> bool {
        matches!(family, Family::Conditions | Family::ChangesAndGuards)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Body(_, body) = *target {
            context.guards(body);
        }
    }
}

/// A function or loop that is left under a condition.
pub(crate) struct EarlyEnd;

impl TreeOperator for EarlyEnd {
    fn entry(&self) -> OperatorEntry {
        let what = "a function or loop that is left under a condition";
        OperatorEntry::new("early_end", Family::Conditions, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Body(function, body) = *target {
            context.early_ends(function, body);
        }
    }
}

impl Context<'_> {
    /// The statements of a function under a condition, and its conditions with one letter more.
    pub(crate) fn guards(&mut self, body: StmtId) {
        let Some(span) = self.span(self.tree.stmt(body).loc) else {
            return;
        };
        let mut vocabulary = self.vocabulary(span);
        let globals = self.globals(&vocabulary);
        vocabulary.words.extend(globals);
        let apart = self.without_place_for_if(body);
        for index in 0..self.tree.stmts.len() {
            let id = StmtId(index as u32);
            let stmt = self.tree.stmt(id).clone();
            let Some(at) = self.span(stmt.loc).filter(|at| inside(*at, span)) else {
                continue;
            };
            match stmt.kind {
                StmtKind::If { cond, .. } | StmtKind::While { cond, .. } => self.one_more_letter(cond),
                StmtKind::For { cond: Some(cond), .. } => self.one_more_letter(cond),
                _ if apart.contains(&id) => {}
                StmtKind::Expr(expr) if !self.is_judgement(expr) => {
                    self.extreme(id, expr, at);
                    self.under_conditions(id, at, &vocabulary);
                }
                StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue => {
                    self.under_conditions(id, at, &vocabulary);
                    self.under_letters(id, at, &vocabulary);
                }
                _ => {}
            }
        }
    }

    /// Statements before which no `if` can be written: the start of a loop, what has an `else` behind it; and the end of
    /// the function, which cannot be left out.
    fn without_place_for_if(&self, body: StmtId) -> BTreeSet<StmtId> {
        let mut found = BTreeSet::new();
        if let StmtKind::Block(list) = &self.tree.stmt(body).kind {
            found.extend(list.last());
        }
        for stmt in &self.tree.stmts {
            match stmt.kind {
                StmtKind::For { init, .. } => found.extend(init),
                StmtKind::If {
                    then,
                    otherwise: Some(_),
                    ..
                } => {
                    found.insert(then);
                }
                _ => {}
            }
        }
        found
    }

    /// Numbers of the whole program that the function does not name.
    fn globals(&mut self, vocabulary: &Vocabulary) -> Vec<Word> {
        let mut found = Vec::new();
        for index in 0..self.tree.objects.len() {
            let id = ObjectId(index as u32);
            let object = self.tree.object(id);
            let plain = object.is_global() && !object.constant && self.span(object.loc).is_some();
            if !plain
                || !self.tree.types.is_integer(object.ty)
                || found.len() == budgets::repair::MAX_GUARD_GLOBALS.count()
            {
                continue;
            }
            let (Some(text), ty) = (object.name.clone(), object.ty) else {
                continue;
            };
            if !vocabulary.words.iter().any(|word| word.text == text) {
                let place = self.push(ExprKind::Object(id), ty);
                found.push(Word::unused(place, ty, text));
            }
        }
        found
    }

    /// `if (e > x) x = e;`
    fn extreme(&mut self, stmt: StmtId, expr: ExprId, at: Span) {
        let ExprKind::Assign { place, value } = self.tree.expr(expr).kind else {
            return;
        };
        let ty = self.tree.expr(value).ty;
        let types = &self.tree.types;
        let number = (types.is_integer(ty) && !types.is_bool(ty)) || types.is_float(ty);
        let spans = (
            self.span(self.tree.expr(place).loc),
            self.span(self.tree.expr(value).loc),
        );
        let (true, (Some(left), Some(right))) = (number, spans) else {
            return;
        };
        let (left, right) = (self.sources.text(left), self.sources.text(right));
        let constant = matches!(self.tree.expr(value).kind, ExprKind::Int(_) | ExprKind::Float(_));
        // What is made of itself is no greatest value, and nothing is done twice.
        if constant || right.contains(&left) || right.contains(['=', '"']) || right.contains("++") {
            return;
        }
        let int = self.tree.types.int(ctype::IntKind::Int);
        let start = Span::new(at.file, at.lo, at.lo);
        for (op, sign) in [(BinaryOp::Gt, ">"), (BinaryOp::Lt, "<")] {
            let (Some(lhs), Some(from)) = (copy(self.tree, value), copy(self.tree, place)) else {
                return;
            };
            let rhs = self.push(ExprKind::Load(from), ty);
            let cond = self.push(ExprKind::Binary { op, lhs, rhs }, int);
            self.under_condition(stmt, start, cond, &format!("{right} {sign} {left}"));
        }
    }

    /// The statements that stand in a part of the text.
    pub(super) fn statements_within(&self, span: Span) -> Vec<(StmtId, Stmt, Span)> {
        let statements = (0..self.tree.stmts.len()).map(|index| StmtId(index as u32));
        let placed = statements.filter_map(|id| {
            let stmt = self.tree.stmt(id);
            let at = self.span(stmt.loc).filter(|at| inside(*at, span))?;
            Some((id, stmt.clone(), at))
        });
        placed.collect()
    }

    /// Inserts a statement that is executed under a condition.
    pub(super) fn insert_under(&mut self, gap: Gap, cond: ExprId, kind: StmtKind, text: &str) {
        let then = self.new_statement(kind);
        let kind = StmtKind::If {
            cond,
            then,
            otherwise: None,
        };
        self.inserted_as(ChangeKind::Condition, gap, kind, text);
    }

    /// `if (condition) statement`.
    pub(super) fn under_condition(&mut self, stmt: StmtId, start: Span, cond: ExprId, condition: &str) {
        let text = format!("if ({condition}) ");
        let change = TreeChange::Guarded { stmt, cond };
        self.add(ChangeKind::Condition, start, text, change);
    }

    fn under_conditions(&mut self, stmt: StmtId, at: Span, vocabulary: &Vocabulary) {
        let int = self.tree.types.int(ctype::IntKind::Int);
        let start = Span::new(at.file, at.lo, at.lo);
        for asked in self.likely_questions(at, vocabulary) {
            if let Some((cond, text)) = self.asked(&asked, int) {
                self.under_condition(stmt, start, cond, &text);
            }
        }
    }

    /// The nearest comparisons and their opposites; the nearest places compared with zero and with each other.
    fn likely_questions(&self, at: Span, vocabulary: &Vocabulary) -> Vec<Asked> {
        let mut found = Vec::new();
        let known = vocabulary
            .questions
            .iter()
            .filter(|question| question.is_known(at));
        let mut written: Vec<&Question> = known.collect();
        written.sort_by_key(|question| question.at.lo.abs_diff(at.lo));
        for question in written
            .into_iter()
            .take(budgets::repair::MAX_GUARD_COMPARISONS.count())
        {
            found.push(Asked::Written(question.clone()));
            found.push(Asked::Not(question.clone()));
        }
        let words = self.nearest_words(at, vocabulary);
        for word in words.iter().take(budgets::repair::MAX_GUARD_PLACES.count()) {
            for op in [BinaryOp::Gt, BinaryOp::Ne, BinaryOp::Eq] {
                found.push(Asked::Zero(op, word.clone()));
            }
        }
        self.compared(
            &words,
            budgets::repair::MAX_GUARD_COMPARED_PLACES.count(),
            &mut found,
        );
        found
    }

    /// Whole numbers that the function speaks of, those first that are written nearest.
    fn nearest_words(&self, at: Span, vocabulary: &Vocabulary) -> Vec<Word> {
        let known = |word: &&Word| word.is_known(at) && self.tree.types.is_integer(word.ty);
        let mut words: Vec<Word> = vocabulary.words.iter().filter(known).cloned().collect();
        words.sort_by_key(|word| word.nearest(at));
        words
    }

    fn compared(&self, words: &[Word], most: usize, found: &mut Vec<Asked>) {
        // What the function does not name is compared, too.
        let unnamed = words.iter().filter(|word| word.nearest_to_none()).take(1);
        let words: Vec<&Word> = words.iter().take(most).chain(unnamed).collect();
        for (index, first) in words.iter().enumerate() {
            for second in &words[index + 1..] {
                if first.ty != second.ty || first.text == second.text {
                    continue;
                }
                for op in [BinaryOp::Ne, BinaryOp::Eq, BinaryOp::Lt, BinaryOp::Gt] {
                    found.push(Asked::Compared(op, (*first).clone(), (*second).clone()));
                }
            }
        }
    }

    /// `if (c == 'q') break;`, where the function compares `c` with other letters.
    fn under_letters(&mut self, stmt: StmtId, at: Span, vocabulary: &Vocabulary) {
        let start = Span::new(at.file, at.lo, at.lo);
        let mut compared: Vec<String> = Vec::new();
        for question in vocabulary
            .questions
            .iter()
            .filter(|question| question.is_known(at))
        {
            let ExprKind::Binary {
                op: BinaryOp::Eq,
                lhs,
                ..
            } = self.tree.expr(question.expr).kind
            else {
                continue;
            };
            let Some(value) = self.span(self.tree.expr(lhs).loc) else {
                continue;
            };
            let value = self.sources.text(value);
            if compared.contains(&value) || compared.len() == budgets::repair::MAX_GUARD_LETTERS.count() {
                continue;
            }
            for letter in self.letters.iter().copied() {
                let Some((cond, text)) = self.with_letter(question.expr, letter) else {
                    break;
                };
                self.under_condition(stmt, start, cond, &text);
            }
            compared.push(value);
        }
    }

    /// `c == 'a' || c == 'b' || c == 'q'`; where there is no list yet, what goes with the letter: `c == 'a' || c == 'A'`.
    fn one_more_letter(&mut self, cond: ExprId) {
        let (listed, rhs) = match self.tree.expr(cond).kind {
            ExprKind::Logical { op, rhs, .. } => (Some(op), rhs),
            _ => (None, cond),
        };
        let ExprKind::Binary {
            op: relation,
            rhs: compared,
            ..
        } = self.tree.expr(rhs).kind
        else {
            return;
        };
        let (op, sign) = match relation {
            BinaryOp::Eq => (LogicalOp::Or, "||"),
            BinaryOp::Ne => (LogicalOp::And, "&&"),
            _ => return,
        };
        let letters = match (listed, &self.tree.expr(compared).kind) {
            (Some(listed), _) if listed != op => return,
            (_, ExprKind::Int(own)) => {
                let known = match listed {
                    Some(_) => self.letters,
                    None => &[],
                };
                let goes_with = u8::try_from(*own).map(going_with).unwrap_or_default();
                let new = goes_with.iter().filter(|letter| !known.contains(letter));
                known.iter().chain(new).copied().collect::<Vec<u8>>()
            }
            _ => return,
        };
        let (ty, loc) = (self.tree.expr(cond).ty, self.tree.expr(cond).loc);
        let Some(at) = self.span(loc) else { return };
        let own = self.sources.text(at);
        for letter in letters {
            let Some((more, text)) = self.with_letter(rhs, letter) else {
                return;
            };
            if own.contains(&text) {
                continue;
            }
            let Some(lhs) = copy(self.tree, cond) else { return };
            let instead = self.connected(op, lhs, more, ty);
            let site = TreeChange::Expr { site: cond, instead };
            self.add(ChangeKind::Condition, at, format!("{own} {sign} {text}"), site);
        }
    }

    /// A comparison with a letter, with another letter; nothing if it has none.
    fn with_letter(&mut self, question: ExprId, letter: u8) -> Option<(ExprId, String)> {
        let ExprKind::Binary { rhs, .. } = self.tree.expr(question).kind else {
            return None;
        };
        let at = self.span(self.tree.expr(question).loc)?;
        let old = self.span(self.tree.expr(rhs).loc)?;
        let (text, spelled) = (self.sources.text(at), self.sources.text(old));
        if !spelled.starts_with('\'') || !matches!(self.tree.expr(rhs).kind, ExprKind::Int(_)) {
            return None;
        }
        let made = copy(self.tree, question)?;
        if let ExprKind::Binary { rhs, .. } = self.tree.expr(made).kind {
            self.tree.exprs[rhs.index()].kind = ExprKind::Int(i128::from(letter));
        }
        let letter = match letter {
            b'\'' | b'\\' => format!("\\{}", char::from(letter)),
            b'\n' => "\\n".to_owned(),
            b'\t' => "\\t".to_owned(),
            _ => char::from(letter).to_string(),
        };
        let (lo, hi) = ((old.lo - at.lo) as usize, (old.hi - at.lo) as usize);
        let text = format!("{}'{letter}'{}", text.get(..lo)?, text.get(hi..)?);
        Some((made, text))
    }

    /// A function left early, or a loop, under a condition.
    pub(crate) fn early_ends(&mut self, function: FunctionId, body: StmtId) {
        let Some(span) = self.span(self.tree.stmt(body).loc) else {
            return;
        };
        let mut vocabulary = self.vocabulary(span);
        let globals = self.globals(&vocabulary);
        vocabulary.words.extend(globals);
        let is_main = self.tree.function(function).name == "main";
        for gap in self.gaps_between(body) {
            let words = self.nearest_words(gap.at, &vocabulary);
            let mut asked = Vec::new();
            for word in words
                .iter()
                .take(budgets::repair::MAX_GUARD_COMPARED_PLACES.count())
            {
                for op in [BinaryOp::Eq, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Ne] {
                    asked.push(Asked::Zero(op, word.clone()));
                }
            }
            self.compared(&words, budgets::repair::MAX_GUARD_PLACES.count(), &mut asked);
            for asked in asked {
                self.early_end(gap, &asked, &words, is_main);
            }
        }
    }

    fn early_end(&mut self, gap: Gap, asked: &Asked, words: &[Word], is_main: bool) {
        let function = self.function.map(|function| self.tree.function(function).ty);
        let Some(ret) = function.and_then(|ty| Some(self.tree.types.function(ty)?.ret)) else {
            return;
        };
        let mut ends: Vec<(StmtKind, String)> = Vec::new();
        if gap.in_loop {
            ends.push((StmtKind::Break, "break;".to_owned()));
            ends.push((StmtKind::Continue, "continue;".to_owned()));
        }
        if self.tree.types.is_void(ret) {
            ends.push((StmtKind::Return(None), "return;".to_owned()));
        } else if self.tree.types.is_integer(ret) && !is_main {
            for value in [0, 1, -1] {
                if let Some(constant) = self.converted_constant(value, ret) {
                    ends.push((StmtKind::Return(Some(constant)), format!("return {value};")));
                }
            }
            let alike = words.iter().filter(|word| word.ty == ret);
            for word in alike
                .take(budgets::repair::MAX_GUARD_COMPARED_PLACES.count())
                .cloned()
                .collect::<Vec<_>>()
            {
                if let Some(place) = copy(self.tree, word.place) {
                    let value = self.push(ExprKind::Load(place), ret);
                    ends.push((StmtKind::Return(Some(value)), format!("return {};", word.text)));
                }
            }
        }
        let int = self.tree.types.int(ctype::IntKind::Int);
        for (kind, text) in ends {
            let Some((cond, question)) = self.asked(asked, int) else {
                return;
            };
            self.insert_under(gap, cond, kind, &format!("if ({question}) {text}"));
        }
    }
}

/// Letters that are forgotten beside one: the same large or small, other blanks.
fn going_with(letter: u8) -> Vec<u8> {
    let blanks = b" \t\n";
    match letter {
        _ if letter.is_ascii_uppercase() => vec![letter.to_ascii_lowercase()],
        _ if letter.is_ascii_lowercase() => vec![letter.to_ascii_uppercase()],
        _ if blanks.contains(&letter) => blanks.iter().copied().filter(|other| *other != letter).collect(),
        _ => Vec::new(),
    }
}
