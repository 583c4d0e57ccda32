//! Changes of statements: one left out, a `break` before the next `case`, an assignment that is missing.

use frontend::tree::{BinaryOp, Expr, ExprId, ExprKind, ObjectId, Stmt, StmtId, StmtKind, Storage};
use source::{LocId, Span};

use crate::propose::{Change, Proposer, Site};
use crate::text::written;

/// Assignments are tried for so many variables at one place.
const MOST_VARIABLES: usize = 8;

impl Proposer<'_> {
    /// An expression statement left out.
    pub(crate) fn deletion(&mut self, id: StmtId) {
        let Some(span) = self.span(self.tree.stmt(id).loc) else {
            return;
        };
        let text = self.sources.text(span);
        // Without the semicolon a statement may be the only one of its `if`.
        let replacement = if text.ends_with(';') { ";" } else { "" };
        self.add(Change::Deleted, span, replacement, Site::Without(id));
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
            self.add(Change::Break, at, "break; ", Site::Before { block, index, first });
        }
    }

    fn new_statement(&mut self, kind: StmtKind) -> StmtId {
        let id = StmtId(self.tree.stmts.len() as u32);
        self.tree.stmts.push(Stmt {
            kind,
            loc: LocId::NONE,
        });
        id
    }

    /// Assignments of simple values to variables in front of each statement of each block.
    pub(crate) fn insertions(&mut self, body: StmtId) {
        let mut open = vec![body];
        while let Some(id) = open.pop() {
            match self.tree.stmt(id).kind.clone() {
                StmtKind::Block(list) => {
                    for (index, stmt) in list.iter().enumerate() {
                        if !matches!(self.tree.stmt(*stmt).kind, StmtKind::Decls(_)) {
                            self.insertions_before(id, index, *stmt);
                        }
                    }
                    open.extend(list);
                }
                StmtKind::If { then, otherwise, .. } => {
                    open.push(then);
                    open.extend(otherwise);
                }
                StmtKind::While { body, .. }
                | StmtKind::DoWhile { body, .. }
                | StmtKind::For { body, .. }
                | StmtKind::Switch { body, .. }
                | StmtKind::Case { body }
                | StmtKind::Default { body }
                | StmtKind::Label { body, .. } => open.push(body),
                _ => {}
            }
        }
    }

    fn insertions_before(&mut self, block: StmtId, index: usize, next: StmtId) {
        let Some(span) = self.span(self.tree.stmt(next).loc) else {
            return;
        };
        let at = Span::new(span.file, span.lo, span.lo);
        for (variable, name) in self.assignable(span) {
            let ty = self.tree.object(variable).ty;
            for value in [0, 1] {
                let value_expr = self.push(ExprKind::Int(value), ty);
                self.insertion(
                    block,
                    index,
                    at,
                    variable,
                    value_expr,
                    &format!("{name} = {value}; "),
                );
            }
            for (op, sign) in [(BinaryOp::Add, "++"), (BinaryOp::Sub, "--")] {
                let place = self.push(ExprKind::Object(variable), ty);
                let load = self.push(ExprKind::Load(place), ty);
                let one = self.push(ExprKind::Int(1), ty);
                let kind = ExprKind::Binary {
                    op,
                    lhs: load,
                    rhs: one,
                };
                let sum = self.push(kind, ty);
                self.insertion(block, index, at, variable, sum, &format!("{name}{sign}; "));
            }
        }
    }

    fn insertion(
        &mut self,
        block: StmtId,
        index: usize,
        at: Span,
        variable: ObjectId,
        value: ExprId,
        text: &str,
    ) {
        let ty = self.tree.object(variable).ty;
        let place = self.push(ExprKind::Object(variable), ty);
        let assign = self.push(ExprKind::Assign { place, value }, ty);
        let first = self.new_statement(StmtKind::Expr(assign));
        self.add(Change::Inserted, at, text, Site::Before { block, index, first });
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

    pub(crate) fn expr_of(&self, id: ExprId) -> &Expr {
        self.tree.expr(id)
    }
}
