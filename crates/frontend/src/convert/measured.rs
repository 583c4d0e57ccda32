//! What a length at run time evaluates although its value goes nowhere: the operand of `sizeof` when its type
//! has such a length, and the outermost length of an array parameter.
//!
//! The library answers `sizeof(*p++)` with the size alone and makes a parameter `int a[f()]` a pointer; both
//! have effects all the same.

use rucc_ast::{Ast, Expr};
use rucc_base::hash::Map;
use rucc_diag::Span;
use rucc_sema::{DeclId, ExprId};
use rucc_types::{ArrayLen, TypeKind};
use source::LocId;

use super::{Converter, Tokens, tokens_of};
use crate::tree::{self, ExprKind, StmtKind};

/// The operands of `sizeof`, by the tokens of the whole expression.
pub(super) fn operands(ast: &Ast) -> Map<Tokens, Tokens> {
    let ids = (0..ast.counts().exprs).map(rucc_ast::ExprId::from_usize);
    ids.filter_map(|id| match ast[id] {
        Expr::SizeofExpr(operand) => Some((tokens_of(ast.expr_span(id)), tokens_of(ast.expr_span(operand)))),
        _ => None,
    })
    .collect()
}

impl Converter<'_> {
    /// The size that a `sizeof` computes, after its operand, if evaluating that does anything. Absent for
    /// every other expression, and for the parts of this one.
    pub(super) fn measured_size(
        &mut self,
        id: ExprId,
        span: Span,
        ty: ctype::TypeId,
        loc: LocId,
    ) -> Option<tree::ExprId> {
        let whole = tokens_of(span);
        let &operand = self.measured.get(&whole)?;
        if self.measuring == Some(whole) {
            return None;
        }
        let operand = self.spelled(operand)?;
        if !self.has_length(self.tast[operand].ty) {
            return None;
        }
        let start = self.linker.tree.exprs.len();
        let place = self.expr(operand);
        if !self.has_effects(start) {
            return None;
        }
        // A cast inside the operand evaluates the lengths of its own type: the size reads them back.
        let mut own = self.all_lengths(self.tast[operand].ty);
        own.retain(|vla| !self.declared.contains(vla));
        for &vla in &own {
            self.lengths.insert(self.tast.vla_size(vla), vla);
        }
        let outer = self.measuring.replace(whole);
        let size = self.expr_itself(id);
        self.measuring = outer;
        for &vla in &own {
            self.lengths.remove(&self.tast.vla_size(vla));
        }
        let pointer = {
            let of = self.linker.tree.expr(place).ty;
            self.linker.tree.types.pointer(of)
        };
        let lhs = self.push(ExprKind::AddressOf(place), pointer, loc);
        Some(self.push(ExprKind::Comma { lhs, rhs: size }, ty, loc))
    }

    /// Whether the type is an array whose size is computed at run time.
    fn has_length(&self, id: rucc_types::TypeId) -> bool {
        let mut id = id;
        while let TypeKind::Array { elem, len } = self.types.kind(self.types.canonical(id)) {
            if let ArrayLen::Variable(_) = len {
                return true;
            }
            id = elem;
        }
        false
    }

    /// The body, after the lengths of array parameters that do more than compute a value.
    pub(super) fn after_lengths(&mut self, params: &[DeclId], body: tree::StmtId) -> tree::StmtId {
        let mut stmts = Vec::new();
        for &param in params {
            let Some(written) = self.tast.adjusted_from(param) else {
                continue;
            };
            let Some(&outermost) = self.all_lengths(written).first() else {
                continue;
            };
            let length = self.tast.vla_size(outermost);
            let start = self.linker.tree.exprs.len();
            let value = self.expr_itself(length);
            if self.has_effects(start) {
                let loc = self.linker.tree.expr(value).loc;
                stmts.push(self.push_stmt(StmtKind::Expr(value), loc));
            }
        }
        if stmts.is_empty() {
            return body;
        }
        stmts.push(body);
        let loc = self.linker.tree.stmts[body.index()].loc;
        self.push_stmt(StmtKind::Block(stmts), loc)
    }
}
