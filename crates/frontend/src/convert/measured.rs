//! What a length at run time evaluates although its value goes nowhere: the operand of `sizeof` and of `typeof`
//! when its type has such a length, and the outermost length of an array parameter.
//!
//! The library answers `sizeof(*p++)` with the size alone, takes the type of `typeof(*p++)` and makes a
//! parameter `int a[f()]` a pointer; all have effects all the same.

use rucc_ast::{Ast, Decl, DeclSpecsId, Expr, TypeSpec, TypeofArg};
use rucc_base::hash::Map;
use rucc_diag::Span;
use rucc_sema::{DeclId, ExprId};
use rucc_types::{ArrayLen, TypeKind};
use source::LocId;

use super::{Converter, Tokens, tokens_of};
use crate::tree::{self, DeclPart, ExprKind, StmtKind};

/// The operands of `sizeof`, by the tokens of the whole expression. That of `sizeof(typeof(e))` is `e`.
pub(super) fn operands(ast: &Ast) -> Map<Tokens, Tokens> {
    let ids = (0..ast.counts().exprs).map(rucc_ast::ExprId::from_usize);
    ids.filter_map(|id| {
        let operand = match ast[id] {
            Expr::SizeofExpr(operand) => operand,
            Expr::SizeofType(name) => typeof_operand(ast, ast[name].specs)?,
            _ => return None,
        };
        Some((tokens_of(ast.expr_span(id)), tokens_of(ast.expr_span(operand))))
    })
    .collect()
}

/// The operands of `typeof` in declarations and casts, by the first token of the specifiers.
pub(super) fn typeof_operands(ast: &Ast) -> Map<u32, Tokens> {
    let counts = ast.counts();
    let declared = (0..counts.decls).filter_map(|id| match ast[rucc_ast::DeclId::from_usize(id)] {
        Decl::Var { specs, .. } => Some(specs),
        _ => None,
    });
    let cast = (0..counts.exprs).filter_map(|id| match ast[rucc_ast::ExprId::from_usize(id)] {
        Expr::Cast { ty, .. } => Some(ast[ty].specs),
        _ => None,
    });
    let named = declared.chain(cast).filter_map(|specs| {
        let operand = typeof_operand(ast, specs)?;
        Some((ast[specs].span.lo, tokens_of(ast.expr_span(operand))))
    });
    named.collect()
}

fn typeof_operand(ast: &Ast, specs: DeclSpecsId) -> Option<rucc_ast::ExprId> {
    let mut specs = specs;
    loop {
        match ast[specs].ty {
            TypeSpec::Typeof { operand, .. } => match operand {
                TypeofArg::Expr(operand) => return Some(operand),
                TypeofArg::Type(name) => specs = ast[name].specs,
            },
            _ => return None,
        }
    }
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

    /// What a `typeof` among the specifiers that begin here does: if its operand has a length in its type, C
    /// evaluates it.
    pub(super) fn typeof_part(&mut self, first: u32, loc: LocId) -> Vec<DeclPart> {
        let Some(&operand) = self.typeofs.get(&first) else {
            return Vec::new();
        };
        let Some(operand) = self.spelled(operand) else {
            return Vec::new();
        };
        if self.all_lengths(self.tast[operand].ty).is_empty() {
            return Vec::new();
        }
        let start = self.linker.tree.exprs.len();
        let mut value = self.expr(operand);
        if !self.has_effects(start) {
            return Vec::new();
        }
        if self.has_length(self.tast[operand].ty) {
            // An array is no value: evaluating it is finding out where it is.
            let pointer = {
                let of = self.linker.tree.expr(value).ty;
                self.linker.tree.types.pointer(of)
            };
            value = self.push(ExprKind::AddressOf(value), pointer, loc);
        }
        vec![DeclPart::Effect(value)]
    }

    /// What the type name of a cast does, given the lengths in it that nothing else evaluates.
    pub(super) fn type_name_parts(
        &mut self,
        first: u32,
        lengths: &[ctype::VlaId],
        loc: LocId,
    ) -> Vec<DeclPart> {
        let mut parts = self.typeof_part(first, loc);
        parts.extend(lengths.iter().map(|&vla| DeclPart::Length(vla)));
        parts
    }

    /// The body, after what the lengths of array parameters do.
    pub(super) fn after_lengths(&mut self, params: &[DeclId], body: tree::StmtId) -> tree::StmtId {
        let mut parts = Vec::new();
        for &param in params {
            if let Some(written) = self.tast.adjusted_from(param)
                && let TypeKind::Array {
                    len: ArrayLen::Variable(outermost),
                    ..
                } = self.types.kind(self.types.canonical(written))
            {
                let length = self.tast.vla_size(outermost);
                let start = self.linker.tree.exprs.len();
                let value = self.expr_itself(length);
                if self.has_effects(start) {
                    parts.push(DeclPart::Effect(value));
                }
            }
            parts.extend(self.own_lengths(param));
        }
        if parts.is_empty() {
            return body;
        }
        let loc = self.linker.tree.stmts[body.index()].loc;
        let parts = self.push_stmt(StmtKind::Decls(parts), loc);
        self.push_stmt(StmtKind::Block(vec![parts, body]), loc)
    }
}
