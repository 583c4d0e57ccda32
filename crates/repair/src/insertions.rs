//! Statements that are missing: one more in front of a statement or at the end of a block.
//!
//! What is inserted is made of the function's own [vocabulary](crate::vocabulary): a place counted up or down, cleared,
//! or given the value of another place of its type; a statement done once more.

use ctype::TypeId;
use frontend::tree::{
    BinaryOp, ExprId, ExprKind, ObjectId, Stmt, StmtId, StmtKind, Storage, StringId, StringLiteral,
};
use source::{LocId, Span};

use crate::copy::copy;
use crate::propose::{Change, Proposer, Site};
use crate::text::written;
use crate::vocabulary::{Vocabulary, Word};

/// So many places are tried in front of one statement, the nearest first.
const MOST_PLACES: usize = 8;
/// Each is given the values of so many others.
const MOST_VALUES: usize = 4;
/// So many statements are repeated in front of another.
const MOST_DONORS: usize = 12;

/// Where something can be inserted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gap {
    block: StmtId,
    index: usize,
    pub(crate) at: Span,
    /// Whether `break` and `continue` mean something.
    in_loop: bool,
}

impl Proposer<'_> {
    /// Statements in front of each statement of each block, and at its end.
    pub(crate) fn insertions(&mut self, body: StmtId) {
        let Some(span) = self.span(self.tree.stmt(body).loc) else {
            return;
        };
        let vocabulary = self.vocabulary(span);
        for gap in self.gaps(body) {
            self.insertions_at(gap, &vocabulary);
        }
    }

    pub(crate) fn gaps(&self, body: StmtId) -> Vec<Gap> {
        let mut gaps = Vec::new();
        let mut open = vec![(body, false)];
        while let Some((id, in_loop)) = open.pop() {
            match &self.tree.stmt(id).kind {
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
                            });
                        }
                    }
                    gaps.extend(self.end_of(id, list, in_loop));
                    open.extend(list.iter().map(|stmt| (*stmt, in_loop)));
                }
                StmtKind::If { then, otherwise, .. } => {
                    open.push((*then, in_loop));
                    open.extend(otherwise.map(|stmt| (stmt, in_loop)));
                }
                StmtKind::While { body, .. }
                | StmtKind::DoWhile { body, .. }
                | StmtKind::For { body, .. } => {
                    open.push((*body, true));
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
        })
    }

    fn insertions_at(&mut self, gap: Gap, vocabulary: &Vocabulary) {
        let mut places: Vec<Word> = vocabulary
            .words
            .iter()
            .filter(|word| word.is_known(gap.at))
            .cloned()
            .collect();
        places.sort_by_key(|word| word.distance(gap.at));
        let others = places.clone();
        places.truncate(MOST_PLACES);
        for (object, text) in self.variables_before(gap.at) {
            if !places.iter().any(|word| word.text == text) {
                let ty = self.tree.object(object).ty;
                self.counted(gap, ty, &text, |proposer| {
                    Some(proposer.push(ExprKind::Object(object), ty))
                });
            }
        }
        for word in &places {
            let place = word.place;
            self.counted(gap, word.ty, &word.text, |proposer| copy(proposer.tree, place));
            let alike = others
                .iter()
                .filter(|other| other.ty == word.ty && other.text != word.text);
            for other in alike.take(MOST_VALUES) {
                if let Some(from) = copy(self.tree, other.place) {
                    let value = self.push(ExprKind::Load(from), word.ty);
                    let text = format!("{} = {}", word.text, other.text);
                    let target = copy(self.tree, place);
                    self.assigned(gap, target, value, word.ty, &text);
                }
            }
        }
        self.repeated(gap, vocabulary);
        self.left_early(gap);
        self.line_ended(gap, vocabulary);
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

    fn assigned(&mut self, gap: Gap, place: Option<ExprId>, value: ExprId, ty: TypeId, text: &str) {
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
        for donor in donors.into_iter().take(MOST_DONORS) {
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
        }
        if gap.in_loop {
            self.inserted(gap, StmtKind::Break, "break;");
            self.inserted(gap, StmtKind::Continue, "continue;");
        }
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
                let constant = self.push(ExprKind::Int(value), ty);
                self.inserted(gap, StmtKind::Return(Some(constant)), &format!("return {value};"));
            }
        }
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
    fn end_of_line(&mut self, call: ExprId) -> Option<ExprId> {
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

    pub(crate) fn inserted(&mut self, gap: Gap, kind: StmtKind, text: &str) {
        let first = self.new_statement(kind);
        let site = Site::Before {
            block: gap.block,
            index: gap.index,
            first,
        };
        self.add(Change::Inserted, gap.at, format!("{text} "), site);
    }

    pub(crate) fn new_statement(&mut self, kind: StmtKind) -> StmtId {
        let id = StmtId(self.tree.stmts.len() as u32);
        self.tree.stmts.push(Stmt {
            kind,
            loc: LocId::NONE,
        });
        id
    }

    /// Integer variables declared before a place, the nearest first, whether they are used or not.
    fn variables_before(&self, before: Span) -> Vec<(ObjectId, String)> {
        let mut found: Vec<(bool, u32, ObjectId, String)> = Vec::new();
        for (index, object) in self.tree.objects.iter().enumerate() {
            let local = object.function.is_some();
            if (local && object.function != self.function)
                || object.constant
                || object.storage == Storage::External
                || !self.tree.types.is_integer(object.ty)
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
        found.truncate(MOST_PLACES);
        found.into_iter().map(|(.., id, name)| (id, name)).collect()
    }
}
