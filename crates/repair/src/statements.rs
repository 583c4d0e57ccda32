//! Changes of statements: one left out, a `break` before the next `case`.

use frontend::tree::{Expr, ExprId, StmtId, StmtKind};
use source::Span;

use crate::propose::{Change, Proposer, Site};

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

    pub(crate) fn expr_of(&self, id: ExprId) -> &Expr {
        self.tree.expr(id)
    }
}
