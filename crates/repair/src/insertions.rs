//! Statements that may be missing: put in before each statement of a block, and at its end.
//!
//! What is put in is what beginners and tired people forget: an assignment of a simple value, `++`, `--`, `break`, `return`, the
//! end of a printed line, and any statement that already stands in the function (a call, an output, an update). What
//! is in scope is for the compiler to say.

use frontend::tree::{
    BinaryOp, ExprId, ExprKind, ObjectId, StmtId, StmtKind, Storage, StringId, StringLiteral,
};
use source::Span;

use crate::copy::copy;
use crate::propose::{Change, Proposer, Site};
use crate::text::written;

/// Assignments are tried for so many variables at one place, each with so many others.
const MOST_VARIABLES: usize = 8;
const MOST_OTHERS: usize = 3;
/// Statements of the function that are tried elsewhere.
const MOST_REPEATED: usize = 12;

/// A place in a block.
#[derive(Debug, Clone, Copy)]
struct Place {
    block: StmtId,
    index: usize,
    at: Span,
    in_loop: bool,
}

impl Proposer<'_> {
    pub(crate) fn insertions(&mut self, body: StmtId) {
        let mut open = vec![(body, false)];
        let mut blocks: Vec<(StmtId, Vec<StmtId>, bool)> = Vec::new();
        let mut repeated: Vec<(String, ExprId)> = Vec::new();
        while let Some((id, in_loop)) = open.pop() {
            match self.tree.stmt(id).kind.clone() {
                StmtKind::Block(list) => {
                    open.extend(list.iter().rev().map(|stmt| (*stmt, in_loop)));
                    blocks.push((id, list, in_loop));
                }
                StmtKind::If { then, otherwise, .. } => {
                    open.extend(otherwise.map(|stmt| (stmt, in_loop)));
                    open.push((then, in_loop));
                }
                StmtKind::While { body, .. }
                | StmtKind::DoWhile { body, .. }
                | StmtKind::For { body, .. } => {
                    open.push((body, true));
                }
                // A `break` there has a place of its own.
                StmtKind::Switch { body, .. } => open.push((body, false)),
                StmtKind::Case { body } | StmtKind::Default { body } | StmtKind::Label { body, .. } => {
                    open.push((body, in_loop));
                }
                StmtKind::Expr(expr) if !self.is_judgement(expr) => {
                    if let Some(span) = self.span(self.tree.stmt(id).loc) {
                        let text = self.sources.text(span);
                        let known = repeated.iter().any(|(other, _)| *other == text);
                        if text.ends_with(';') && !known && repeated.len() < MOST_REPEATED {
                            repeated.push((text, expr));
                        }
                    }
                }
                _ => {}
            }
        }
        for (block, list, in_loop) in blocks {
            // What has no braces cannot take one more.
            let braces = self.span(self.tree.stmt(block).loc);
            if !braces.is_some_and(|span| self.sources.text(span).starts_with('{')) {
                continue;
            }
            let mut places: Vec<Place> = Vec::new();
            for (index, stmt) in list.iter().enumerate() {
                let stmt = self.tree.stmt(*stmt);
                if let (false, Some(span)) = (matches!(stmt.kind, StmtKind::Decls(_)), self.span(stmt.loc)) {
                    let at = Span::new(span.file, span.lo, span.lo);
                    places.push(Place {
                        block,
                        index,
                        at,
                        in_loop,
                    });
                }
            }
            places.extend(self.end_of(block, &list, in_loop));
            for place in places {
                self.insertions_at(place, &repeated);
            }
        }
    }

    /// Before the closing brace, if control comes there.
    fn end_of(&self, block: StmtId, list: &[StmtId], in_loop: bool) -> Option<Place> {
        let leaves = |id: &StmtId| {
            matches!(
                self.tree.stmt(*id).kind,
                StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_)
            )
        };
        let span = self.span(self.tree.stmt(block).loc)?;
        if list.last().is_some_and(leaves) || !self.sources.text(span).ends_with('}') {
            return None;
        }
        Some(Place {
            block,
            index: list.len(),
            at: Span::new(span.file, span.hi - 1, span.hi - 1),
            in_loop,
        })
    }

    fn insertions_at(&mut self, place: Place, repeated: &[(String, ExprId)]) {
        let rest = self.behind(place.at);
        for (variable, name) in self.assignable(place.at) {
            self.assignments_of(place, variable, &name);
        }
        if place.in_loop {
            let first = self.new_statement(StmtKind::Break);
            self.put(place, first, "break; ");
        }
        self.returns(place);
        for (text, expr) in repeated {
            // Twice the same is no statement that was forgotten.
            if rest.starts_with(text.as_str()) {
                continue;
            }
            let Some(expr) = copy(self.tree, *expr) else {
                continue;
            };
            let first = self.new_statement(StmtKind::Expr(expr));
            self.put(place, first, &format!("{text} "));
        }
        if let Some(call) = repeated.iter().find_map(|(_, expr)| self.end_of_line(*expr)) {
            let first = self.new_statement(StmtKind::Expr(call));
            self.put(place, first, "printf(\"\\n\"); ");
        }
    }

    fn behind(&self, at: Span) -> String {
        let text = &self.sources.file(at.file).text;
        let rest = text.get(at.lo as usize..).unwrap_or_default();
        String::from_utf8_lossy(&rest[..rest.len().min(200)]).into_owned()
    }

    fn put(&mut self, place: Place, first: StmtId, text: &str) {
        let Place { block, index, at, .. } = place;
        self.add(Change::Inserted, at, text, Site::Before { block, index, first });
    }

    fn load(&mut self, variable: ObjectId) -> ExprId {
        let ty = self.tree.object(variable).ty;
        let place = self.push(ExprKind::Object(variable), ty);
        self.push(ExprKind::Load(place), ty)
    }

    /// Simple values for a variable.
    fn assignments_of(&mut self, place: Place, variable: ObjectId, name: &str) {
        let ty = self.tree.object(variable).ty;
        for value in [0, 1] {
            let expr = self.push(ExprKind::Int(value), ty);
            self.assign(place, variable, expr, &format!("{name} = {value}; "));
        }
        for (op, sign) in [(BinaryOp::Add, "++"), (BinaryOp::Sub, "--")] {
            let lhs = self.load(variable);
            let rhs = self.push(ExprKind::Int(1), ty);
            let sum = self.push(ExprKind::Binary { op, lhs, rhs }, ty);
            self.assign(place, variable, sum, &format!("{name}{sign}; "));
        }
        for (other, other_name) in self.assignable(place.at).into_iter().take(MOST_OTHERS) {
            if other != variable && self.tree.object(other).ty == ty {
                let expr = self.load(other);
                self.assign(place, variable, expr, &format!("{name} = {other_name}; "));
            }
        }
        let others: Vec<i128> = self
            .constants
            .iter()
            .copied()
            .filter(|value| !(0..=1).contains(value))
            .collect();
        for value in others.into_iter().take(MOST_OTHERS) {
            let expr = self.push(ExprKind::Int(value), ty);
            self.assign(place, variable, expr, &format!("{name} = {value}; "));
        }
    }

    fn assign(&mut self, place: Place, variable: ObjectId, value: ExprId, text: &str) {
        let ty = self.tree.object(variable).ty;
        let target = self.push(ExprKind::Object(variable), ty);
        let assign = self.push(ExprKind::Assign { place: target, value }, ty);
        let first = self.new_statement(StmtKind::Expr(assign));
        self.put(place, first, text);
    }

    /// A function that is left early.
    fn returns(&mut self, place: Place) {
        let Some(function) = self.function else { return };
        let Some(ty) = self
            .tree
            .types
            .function(self.tree.function(function).ty)
            .map(|function| function.ret)
        else {
            return;
        };
        if self.tree.types.is_void(ty) {
            let first = self.new_statement(StmtKind::Return(None));
            self.put(place, first, "return; ");
        }
        if !self.tree.types.is_integer(ty) {
            return;
        }
        for value in [0, 1, -1] {
            let value_expr = self.push(ExprKind::Int(value), ty);
            let first = self.new_statement(StmtKind::Return(Some(value_expr)));
            self.put(place, first, &format!("return {value}; "));
        }
        for (variable, name) in self.assignable(place.at).into_iter().take(MOST_OTHERS) {
            if self.tree.object(variable).ty == ty {
                let value = self.load(variable);
                let first = self.new_statement(StmtKind::Return(Some(value)));
                self.put(place, first, &format!("return {name}; "));
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

    /// Integer variables of the function declared before a place, the nearest first.
    fn assignable(&self, before: Span) -> Vec<(ObjectId, String)> {
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
        found.truncate(MOST_VARIABLES);
        found.into_iter().map(|(.., id, name)| (id, name)).collect()
    }
}
