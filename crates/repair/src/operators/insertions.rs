//! Statements that are missing: one more in front of a statement or at the end of a block.
//!
//! What is inserted is made of the function's own [vocabulary](crate::operators::ingredients::vocabulary): a place counted up or down, cleared,
//! or given the value of another place of its type; a statement done once more.

use ctype::TypeId;
use frontend::tree::{
    BinaryOp, ExprId, ExprKind, ObjectId, Stmt, StmtId, StmtKind, Storage, StringId, StringLiteral,
};
use source::{LocId, Span};

use crate::operators::ChangeKind;
use crate::operators::context::{Context, TreeChange};
use crate::operators::copy::copy;
use crate::operators::ingredients::vocabulary::{Donor, Vocabulary, Word};
use crate::operators::spans::{inside, written};
use crate::operators::unmentioned::Beside;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// Where something can be inserted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gap {
    pub(crate) block: StmtId,
    pub(crate) index: usize,
    pub(crate) at: Span,
    /// Whether `break` and `continue` mean something.
    pub(crate) in_loop: bool,
    /// Whether it is the alternative that an `if` does not have.
    alternative: bool,
}

impl Gap {
    /// Whether it is between statements: neither an empty one nor an alternative that is missing.
    fn is_between(&self) -> bool {
        self.at.lo == self.at.hi && !self.alternative
    }
}

/// A statement where there is none, made of the words of its function.
pub(crate) struct InsertedStatement;

impl TreeOperator for InsertedStatement {
    fn entry(&self) -> OperatorEntry {
        let what = "a statement where there is none, made of the words of its function";
        OperatorEntry::new("inserted_statement", Family::Insertions, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Body(_, body) = *target {
            context.insertions(body);
        }
    }
}

impl Context<'_> {
    /// Statements in front of each statement of each block, and at its end.
    pub(crate) fn insertions(&mut self, body: StmtId) {
        let Some(span) = self.span(self.tree.stmt(body).loc) else {
            return;
        };
        let vocabulary = self.vocabulary(span);
        let beside = self.unnamed_members(&vocabulary);
        for gap in self.gaps(body) {
            self.insertions_at(gap, &vocabulary, &beside);
        }
    }

    /// Where something can be inserted. Bodies that do nothing and alternatives that are missing become blocks of their own, so
    /// that this may be asked once for each function.
    pub(crate) fn gaps(&mut self, body: StmtId) -> Vec<Gap> {
        self.gaps_in(body, true)
    }

    /// Where something can be inserted between statements; the tree stays as it is.
    pub(crate) fn gaps_between(&mut self, body: StmtId) -> Vec<Gap> {
        let mut gaps = self.gaps_in(body, false);
        gaps.retain(Gap::is_between);
        gaps
    }

    /// With `opening`, what has no block gets one.
    fn gaps_in(&mut self, body: StmtId, opening: bool) -> Vec<Gap> {
        let mut gaps = Vec::new();
        let mut open = vec![(body, false)];
        // Bodies that are no blocks.
        let mut bodies = Vec::new();
        while let Some((id, in_loop)) = open.pop() {
            match &self.tree.stmt(id).kind {
                // `if (c) ;` does nothing where something is to be done.
                StmtKind::Empty if opening && bodies.contains(&id) => {
                    let span = self.span(self.tree.stmt(id).loc);
                    if let Some(at) = span.filter(|span| self.sources.text(*span) == ";") {
                        self.tree.stmts[id.index()].kind = StmtKind::Block(Vec::new());
                        gaps.push(Gap {
                            block: id,
                            index: 0,
                            at,
                            in_loop,
                            alternative: false,
                        });
                    }
                }
                StmtKind::Block(list) => {
                    for (index, stmt) in list.iter().enumerate() {
                        let stmt = self.tree.stmt(*stmt);
                        // A declaration may be what the next one needs, and a label is no statement of its own.
                        let fixed = matches!(
                            stmt.kind,
                            StmtKind::Decls(_) | StmtKind::Case { .. } | StmtKind::Default { .. }
                        );
                        if let (false, Some(span)) = (fixed, self.span(stmt.loc)) {
                            let at = Span::new(span.file, span.lo, span.lo);
                            gaps.push(Gap {
                                block: id,
                                index,
                                at,
                                in_loop,
                                alternative: false,
                            });
                        }
                    }
                    gaps.extend(self.end_of(id, list, in_loop));
                    open.extend(list.iter().map(|stmt| (*stmt, in_loop)));
                }
                &StmtKind::If { then, otherwise, .. } => {
                    open.push((then, in_loop));
                    open.extend(otherwise.map(|stmt| (stmt, in_loop)));
                    bodies.push(then);
                    bodies.extend(otherwise);
                    if opening && otherwise.is_none() {
                        gaps.extend(self.alternative(id, then, in_loop));
                    }
                }
                StmtKind::While { body, .. }
                | StmtKind::DoWhile { body, .. }
                | StmtKind::For { body, .. } => {
                    open.push((*body, true));
                    bodies.push(*body);
                }
                StmtKind::Switch { body, .. }
                | StmtKind::Case { body }
                | StmtKind::Default { body }
                | StmtKind::Label { body, .. } => open.push((*body, in_loop)),
                _ => {}
            }
        }
        gaps
    }

    /// The `else` that an `if` does not have. An `if` that does not end in a block may be one that has no `else` of its own
    /// because the next one belongs to another.
    fn alternative(&mut self, id: StmtId, then: StmtId, in_loop: bool) -> Option<Gap> {
        let leaves = |stmt: StmtId| {
            matches!(
                self.tree.stmt(stmt).kind,
                StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_)
            )
        };
        let left = match &self.tree.stmt(then).kind {
            StmtKind::Block(list) => list.last().is_some_and(|last| leaves(*last)),
            StmtKind::Expr(_) => false,
            _ => true,
        };
        // What follows is the alternative already.
        if left {
            return None;
        }
        let span = self.span(self.tree.stmt(then).loc)?;
        if !self.sources.text(span).ends_with(['}', ';']) {
            return None;
        }
        let block = self.new_statement(StmtKind::Block(Vec::new()));
        if let StmtKind::If { otherwise, .. } = &mut self.tree.stmts[id.index()].kind {
            *otherwise = Some(block);
        }
        Some(Gap {
            block,
            index: 0,
            at: Span::new(span.file, span.hi, span.hi),
            in_loop,
            alternative: true,
        })
    }

    /// The end of a block, unless control never comes there.
    fn end_of(&self, block: StmtId, list: &[StmtId], in_loop: bool) -> Option<Gap> {
        let last = self.tree.stmt(*list.last()?);
        if matches!(
            last.kind,
            StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_)
        ) {
            return None;
        }
        let span = self.span(self.tree.stmt(block).loc)?;
        let end = span.hi.checked_sub(1)?;
        self.sources.text(span).ends_with('}').then_some(Gap {
            block,
            index: list.len(),
            at: Span::new(span.file, end, end),
            in_loop,
            alternative: false,
        })
    }

    fn insertions_at(&mut self, gap: Gap, vocabulary: &Vocabulary, beside: &[Beside]) {
        let mut places: Vec<Word> = vocabulary
            .words
            .iter()
            .filter(|word| word.is_known(gap.at))
            .cloned()
            .collect();
        places.sort_by_key(|word| word.distance(gap.at));
        places.truncate(budgets::repair::MAX_ASSIGNED_PLACES.count());
        let mut others = Vec::new();
        for (object, text) in self.variables_before(gap.at) {
            if places.iter().any(|word| word.text == text) {
                continue;
            }
            let ty = self.tree.object(object).ty;
            let used = vocabulary.words.iter().any(|word| word.text == text);
            if used || others.len() >= budgets::repair::MAX_ASSIGNED_UNUSED.count() {
                self.counted(gap, ty, &text, |context| {
                    Some(context.push(ExprKind::Object(object), ty))
                });
            } else {
                // What is declared and never used was meant for something.
                let place = self.push(ExprKind::Object(object), ty);
                others.push(Word::unused(place, ty, text));
            }
        }
        let unused = others.clone();
        others.extend(
            vocabulary
                .words
                .iter()
                .filter(|word| word.is_known(gap.at))
                .cloned(),
        );
        others[unused.len()..].sort_by_key(|word| word.distance(gap.at));
        places.extend(unused);
        for word in &places {
            let place = word.place;
            self.counted(gap, word.ty, &word.text, |context| copy(context.tree, place));
            let alike = others
                .iter()
                .filter(|other| other.ty == word.ty && other.text != word.text);
            for other in alike.take(budgets::repair::MAX_ASSIGNED_VALUES.count()) {
                if let Some(from) = copy(self.tree, other.place) {
                    let value = self.push(ExprKind::Load(from), word.ty);
                    let text = format!("{} = {}", word.text, other.text);
                    let target = copy(self.tree, place);
                    self.assigned(gap, target, value, word.ty, &text);
                }
                for (op, sign) in [(BinaryOp::Add, "+="), (BinaryOp::Mul, "*=")] {
                    self.accumulated(gap, word, other, op, sign);
                }
            }
        }
        self.members_beside(gap, beside);
        self.calls_of_uncalled(gap, vocabulary);
        self.repeated(gap, vocabulary);
        self.left_early(gap);
        self.line_ended(gap, vocabulary);
    }

    /// `x += y`.
    fn accumulated(&mut self, gap: Gap, word: &Word, other: &Word, op: BinaryOp, sign: &str) {
        let types = &self.tree.types;
        let number = types.is_integer(word.ty) && !types.is_bool(word.ty) || types.is_float(word.ty);
        if !number {
            return;
        }
        let (Some(place), Some(from)) = (copy(self.tree, word.place), copy(self.tree, other.place)) else {
            return;
        };
        let value = self.push(ExprKind::Load(from), word.ty);
        let kind = ExprKind::AssignOp {
            op,
            computation: word.ty,
            place,
            value,
        };
        let made = self.push(kind, word.ty);
        let text = format!("{} {sign} {};", word.text, other.text);
        self.inserted(gap, StmtKind::Expr(made), &text);
    }

    /// `x = 0; x = 1; x++; x--`, or null.
    pub(crate) fn counted(
        &mut self,
        gap: Gap,
        ty: TypeId,
        text: &str,
        place: impl Fn(&mut Self) -> Option<ExprId>,
    ) {
        if self.tree.types.is_pointer(ty) {
            let zero = self.push(ExprKind::Int(0), ty);
            let target = place(self);
            self.assigned(gap, target, zero, ty, &format!("{text} = 0"));
            return;
        }
        if self.tree.types.is_float(ty) {
            let zero = self.push(ExprKind::Float(0), ty);
            let target = place(self);
            self.assigned(gap, target, zero, ty, &format!("{text} = 0"));
            return;
        }
        if !self.tree.types.is_integer(ty) {
            return;
        }
        for value in [0, 1] {
            let constant = self.push(ExprKind::Int(value), ty);
            let target = place(self);
            self.assigned(gap, target, constant, ty, &format!("{text} = {value}"));
        }
        if self.tree.types.is_bool(ty) {
            return;
        }
        for (op, sign) in [(BinaryOp::Add, "++"), (BinaryOp::Sub, "--")] {
            let Some(from) = place(self) else { return };
            let lhs = self.push(ExprKind::Load(from), ty);
            let rhs = self.push(ExprKind::Int(1), ty);
            let sum = self.push(ExprKind::Binary { op, lhs, rhs }, ty);
            let target = place(self);
            self.assigned(gap, target, sum, ty, &format!("{text}{sign}"));
        }
    }

    pub(crate) fn assigned(
        &mut self,
        gap: Gap,
        place: Option<ExprId>,
        value: ExprId,
        ty: TypeId,
        text: &str,
    ) {
        let Some(place) = place else { return };
        let assign = self.push(ExprKind::Assign { place, value }, ty);
        self.inserted(gap, StmtKind::Expr(assign), &format!("{text};"));
    }

    /// The function's own statements once more, and the jumps that leave a loop or a round.
    fn repeated(&mut self, gap: Gap, vocabulary: &Vocabulary) {
        let mut donors: Vec<_> = vocabulary
            .donors
            .iter()
            .filter(|donor| donor.is_known(gap.at))
            .collect();
        donors.sort_by_key(|donor| donor.at.lo.abs_diff(gap.at.lo));
        let beside = self.constants_beside(gap);
        for donor in donors
            .into_iter()
            .take(budgets::repair::MAX_REPEATED_STATEMENTS.count())
        {
            let kind = match self.tree.stmt(donor.stmt).kind {
                StmtKind::Expr(expr) => copy(self.tree, expr).map(StmtKind::Expr),
                StmtKind::Return(Some(expr)) => {
                    copy(self.tree, expr).map(|expr| StmtKind::Return(Some(expr)))
                }
                StmtKind::Return(None) => Some(StmtKind::Return(None)),
                _ => None,
            };
            if let Some(kind) = kind {
                self.inserted(gap, kind, &donor.text);
            }
            if let StmtKind::Expr(expr) = self.tree.stmt(donor.stmt).kind
                && gap.is_between()
            {
                for value in &beside {
                    self.repeated_with(gap, expr, donor, 0, |_| *value);
                }
            }
            if let StmtKind::Expr(expr) = self.tree.stmt(donor.stmt).kind {
                self.opposite_end(gap, expr, donor);
            }
            // `if (c) ;` was one of several that do nearly the same.
            if let StmtKind::Expr(expr) = self.tree.stmt(donor.stmt).kind
                && gap.at.lo < gap.at.hi
            {
                self.nearly_repeated(gap, expr, donor);
            }
        }
        if gap.in_loop {
            self.inserted(gap, StmtKind::Break, "break;");
            self.inserted(gap, StmtKind::Continue, "continue;");
        }
    }

    /// A statement once more, with a constant in it one more or less.
    fn nearly_repeated(&mut self, gap: Gap, expr: ExprId, donor: &Donor) {
        for (number, moved) in [(0, 1), (0, -1), (1, 1), (1, -1)] {
            self.repeated_with(gap, expr, donor, number, |value| value + moved);
        }
    }

    /// A statement once more, with another value for one of its constants.
    fn repeated_with(
        &mut self,
        gap: Gap,
        expr: ExprId,
        donor: &Donor,
        number: usize,
        changed: impl Fn(i128) -> i128,
    ) {
        let from = self.tree.exprs.len();
        let Some(copied) = copy(self.tree, expr) else {
            return;
        };
        let constants = self.plain_constants(from, donor.at);
        let Some((id, value, at)) = constants.get(number).copied() else {
            return;
        };
        let new = changed(value);
        self.tree.exprs[id.index()].kind = ExprKind::Int(new);
        let (lo, hi) = (at.lo - donor.at.lo, at.hi - donor.at.lo);
        let (Some(before), Some(behind)) = (donor.text.get(..lo as usize), donor.text.get(hi as usize..))
        else {
            return;
        };
        if new != value {
            self.inserted(gap, StmtKind::Expr(copied), &format!("{before}{new}{behind}"));
        }
    }

    /// The whole numbers that are written out in a piece of text, of expressions from some number on.
    fn plain_constants(&self, from: usize, within: Span) -> Vec<(ExprId, i128, Span)> {
        let all = (from..self.tree.exprs.len()).filter_map(|index| {
            let id = ExprId(index as u32);
            let ExprKind::Int(value) = self.tree.expr(id).kind else {
                return None;
            };
            let at = self.span(self.tree.expr(id).loc)?;
            let plain = inside(at, within) && self.sources.text(at) == value.to_string();
            plain.then_some((id, value, at))
        });
        all.collect()
    }

    /// Numbers in the statements before and behind a gap: `rest = rest % 50;` belongs to `fifties = rest / 50;`.
    fn constants_beside(&self, gap: Gap) -> Vec<i128> {
        let StmtKind::Block(list) = &self.tree.stmt(gap.block).kind else {
            return Vec::new();
        };
        let around = [gap.index.checked_sub(1), Some(gap.index)];
        let mut found: Vec<i128> = Vec::new();
        for stmt in around.into_iter().flatten().filter_map(|index| list.get(index)) {
            let stmt = self.tree.stmt(*stmt);
            let (StmtKind::Expr(_), Some(at)) = (&stmt.kind, self.span(stmt.loc)) else {
                continue;
            };
            for (_, value, _) in self.plain_constants(0, at) {
                if !found.contains(&value) && found.len() < budgets::repair::MAX_CONSTANTS_BESIDE.count() {
                    found.push(value);
                }
            }
        }
        found
    }

    /// The function left early with a simple value.
    fn left_early(&mut self, gap: Gap) {
        let function = self.function.map(|function| self.tree.function(function).ty);
        let Some(ty) = function.and_then(|ty| Some(self.tree.types.function(ty)?.ret)) else {
            return;
        };
        if self.tree.types.is_void(ty) {
            self.inserted(gap, StmtKind::Return(None), "return;");
        }
        if self.tree.types.is_integer(ty) {
            for value in [0, 1, -1] {
                if let Some(constant) = self.converted_constant(value, ty) {
                    self.inserted(gap, StmtKind::Return(Some(constant)), &format!("return {value};"));
                }
            }
        }
    }

    /// A constant as it is where an integer of the type is wanted: -1 is the largest unsigned one. Nothing for `_Bool`, which
    /// has no other values than 0 and 1.
    pub(crate) fn converted_constant(&mut self, value: i128, ty: TypeId) -> Option<ExprId> {
        let types = &self.tree.types;
        let held = match types.integer(ty) {
            _ if types.can_hold(ty, value) => value,
            Some((width, false)) if width < 127 && !types.is_bool(ty) => value & ((1 << width) - 1),
            _ => return None,
        };
        Some(self.push(ExprKind::Int(held), ty))
    }

    /// The end of a line, where the function prints.
    fn line_ended(&mut self, gap: Gap, vocabulary: &Vocabulary) {
        for donor in &vocabulary.donors {
            if let StmtKind::Expr(call) = self.tree.stmt(donor.stmt).kind
                && let Some(call) = self.end_of_line(call)
            {
                self.inserted(gap, StmtKind::Expr(call), "printf(\"\\n\");");
                return;
            }
        }
    }

    /// `printf("\n")`, made of a call of `printf` that is there.
    pub(crate) fn end_of_line(&mut self, call: ExprId) -> Option<ExprId> {
        let ExprKind::Call { callee, args } = self.expr_of(call).kind.clone() else {
            return None;
        };
        let function = self.callee(callee)?;
        if self.tree.function(function).name != "printf" {
            return None;
        }
        let format = *args.first()?;
        let format_ty = self.expr_of(format).ty;
        let element = self.tree.types.pointee(format_ty)?;
        let ty = self.tree.types.array(element, 2);
        let made = StringId(self.tree.strings.len() as u32);
        self.tree.strings.push(StringLiteral {
            ty,
            elements: vec![u32::from(b'\n'), 0],
        });
        let text = self.push(ExprKind::String(made), ty);
        let text = self.push(ExprKind::ArrayDecay(text), format_ty);
        let call_ty = self.expr_of(call).ty;
        let callee = copy(self.tree, callee)?;
        let kind = ExprKind::Call {
            callee,
            args: vec![text].into_boxed_slice(),
        };
        Some(self.push(kind, call_ty))
    }

    /// Whether something put in before a statement could as well be put in behind it: the statement only computes, and with
    /// other names.
    fn comes_later(&self, gap: Gap, text: &str) -> bool {
        let StmtKind::Block(list) = &self.tree.stmt(gap.block).kind else {
            return false;
        };
        // Behind the last statement of a block there may be no place.
        let (Some(next), Some(_)) = (list.get(gap.index), list.get(gap.index + 1)) else {
            return false;
        };
        let stmt = self.tree.stmt(*next);
        let StmtKind::Expr(expr) = stmt.kind else {
            return false;
        };
        let computes = match &self.tree.expr(expr).kind {
            ExprKind::Assign { value, .. } | ExprKind::AssignOp { value, .. } => {
                !matches!(self.tree.expr(*value).kind, ExprKind::Call { .. })
            }
            ExprKind::Step { .. } => true,
            _ => false,
        };
        let Some(span) = self.span(stmt.loc).filter(|_| computes) else {
            return false;
        };
        let other = self.sources.text(span);
        // No call is hidden in it.
        !other.contains(['(', '*', '&']) && !names(text).any(|name| names(&other).any(|known| known == name))
    }

    pub(crate) fn inserted(&mut self, gap: Gap, kind: StmtKind, text: &str) {
        self.inserted_as(ChangeKind::Inserted, gap, kind, text);
    }

    pub(crate) fn inserted_as(&mut self, change: ChangeKind, gap: Gap, kind: StmtKind, text: &str) {
        let leaves = matches!(kind, StmtKind::Break | StmtKind::Continue | StmtKind::Return(_));
        if !leaves && gap.at.lo == gap.at.hi && !text.contains('(') && self.comes_later(gap, text) {
            return;
        }
        let first = self.new_statement(kind);
        let site = TreeChange::Before {
            block: gap.block,
            index: gap.index,
            first,
        };
        let text = match gap.at.lo < gap.at.hi {
            _ if gap.alternative => format!(" else {text}"),
            true => text.to_owned(),
            false => format!("{text} "),
        };
        self.add(change, gap.at, text, site);
    }

    pub(crate) fn new_statement(&mut self, kind: StmtKind) -> StmtId {
        let id = StmtId(self.tree.stmts.len() as u32);
        self.tree.stmts.push(Stmt {
            kind,
            loc: LocId::NONE,
        });
        id
    }

    /// Variables that are numbers declared before a place, the nearest first, whether they are used or not.
    pub(crate) fn variables_before(&self, before: Span) -> Vec<(ObjectId, String)> {
        let mut found: Vec<(bool, u32, ObjectId, String)> = Vec::new();
        for (index, object) in self.tree.objects.iter().enumerate() {
            let local = !object.is_global();
            if (local && object.function != self.function)
                || object.constant
                || object.storage == Storage::External
                || !(self.tree.types.is_integer(object.ty) || self.tree.types.is_float(object.ty))
                || self.sources.is_embedded(object.loc)
            {
                continue;
            }
            let (Some(name), Some(declared)) = (&object.name, written(self.sources, object.loc)) else {
                continue;
            };
            if declared.file == before.file && declared.lo < before.lo {
                let distance = before.lo - declared.lo;
                found.push((!local, distance, ObjectId(index as u32), name.clone()));
            }
        }
        found.sort_unstable_by_key(|found| (found.0, found.1, found.2));
        found.truncate(budgets::repair::MAX_ASSIGNED_PLACES.count());
        found.into_iter().map(|(.., id, name)| (id, name)).collect()
    }
}

/// The words of a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_'))
}
