//! From the library's typed tree of one unit to ours.
//!
//! The work is a walk: declarations first (`decl.rs`), then the bodies and initialisers they own (`stmt.rs`,
//! `expr.rs`, `builtin.rs`), types as they are met (`types.rs`). The walk recurses; its depth is bounded by
//! [`crate::guard`]. Nothing is decided here that the library has decided already.

mod assembly;
mod builtin;
mod complex;
mod computed;
mod decl;
mod designated;
mod expr;
mod field;
mod measured;
mod narrow;
mod overrides;
mod stmt;
mod types;
mod vector;

use rucc_base::Interner;
use rucc_base::hash::{Map, Set};
use rucc_diag::Span;
use rucc_sema::{CaseId, DeclId, ExprId, LabelId, StrId, Tast};
use rucc_target::TargetInfo;
use rucc_types::Types;
use source::{Diagnostic, LocId};

use crate::link::Linker;
use crate::places::{Trees, UnitPlaces};
use crate::tree;
use crate::unit::Unit;

/// The first token of something and the one behind its last.
type Tokens = (u32, u32);

pub(crate) use vector::Lanes;

/// What a declaration became.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entity {
    Object(tree::ObjectId),
    Function(tree::FunctionId),
}

/// The function being converted.
#[derive(Debug)]
struct Body {
    id: tree::FunctionId,
    labels: Map<LabelId, tree::LabelId>,
    names: Vec<tree::Label>,
    switches: Vec<Switch>,
    computed: Vec<computed::ComputedGoto>,
}

/// A `switch` whose body is being converted.
#[derive(Debug, Default)]
struct Switch {
    cases: Map<CaseId, tree::StmtId>,
    default: Option<tree::StmtId>,
}

pub(crate) struct Converter<'a> {
    linker: &'a mut Linker,
    places: UnitPlaces<'a>,
    ast: &'a rucc_ast::Ast,
    tast: &'a Tast,
    types: &'a Types,
    target: &'a TargetInfo,
    names: &'a Interner,
    type_map: Map<rucc_types::TypeId, ctype::TypeId>,
    /// The same for types within the types of functions.
    signature_map: Map<rucc_types::TypeId, ctype::TypeId>,
    records: Map<rucc_types::RecordId, ctype::RecordId>,
    enums: Map<rucc_types::EnumId, ctype::EnumId>,
    entities: Vec<Option<Entity>>,
    strings: Map<(StrId, ctype::TypeId), tree::StringId>,
    /// What stands for the labels whose addresses are taken.
    label_objects: Map<LabelId, tree::ObjectId>,
    vlas: Map<rucc_types::VlaId, ctype::VlaId>,
    /// The length expressions that a declaration evaluates; elsewhere they are read back.
    lengths: Map<ExprId, rucc_types::VlaId>,
    /// The lengths that some declaration evaluates.
    declared: Set<rucc_types::VlaId>,
    /// The declaration that evaluates each length.
    owners: Map<rucc_types::VlaId, DeclId>,
    designated: designated::Designated,
    /// The operands of `typeof`, by the first token of the specifiers they are among.
    typeofs: Map<u32, Tokens>,
    /// The operands of `sizeof`, by the tokens of the whole: the library does not keep them.
    measured: Map<Tokens, Tokens>,
    /// The `sizeof` whose operand has been seen to.
    measuring: Option<Tokens>,
    /// The expressions by their tokens; made when something needs it.
    spelled_at: Option<Map<Tokens, ExprId>>,
    body: Option<Body>,
    /// Functions with internal linkage or for inlining in headers: converted when something refers to them.
    waiting: Set<DeclId>,
    referred: Vec<DeclId>,
    embedded: bool,
    /// Whether the unit names `_BitInt`.
    bit_integers: bool,
    /// More expressions than this means that the library shares nodes beyond reason.
    limit: usize,
}

/// Converts one unit into the linked tree.
pub(crate) fn convert(linker: &mut Linker, unit: &mut Unit, embedded: bool) {
    let bit_integers = unit.names_bit_integers();
    let (places, trees) = UnitPlaces::new(unit, embedded);
    let Trees {
        ast,
        tast,
        types,
        target,
    } = trees;
    let names = places.interner();
    let counts = tast.counts();
    let mut converter = Converter {
        limit: linker.tree.exprs.len() + counts.exprs.saturating_mul(8) + (1 << 20),
        linker,
        places,
        ast,
        tast,
        types,
        target,
        names,
        type_map: Map::default(),
        signature_map: Map::default(),
        records: Map::default(),
        enums: Map::default(),
        entities: vec![None; counts.decls],
        strings: Map::default(),
        label_objects: Map::default(),
        vlas: Map::default(),
        lengths: Map::default(),
        declared: Set::default(),
        owners: Map::default(),
        designated: designated::Designated::new(ast),
        typeofs: measured::typeof_operands(ast),
        measured: measured::operands(ast),
        measuring: None,
        spelled_at: None,
        body: None,
        waiting: Set::default(),
        referred: Vec::new(),
        embedded,
        bit_integers,
    };
    converter.unit();
}

impl Converter<'_> {
    fn loc(&mut self, span: Span) -> LocId {
        self.places.node(&mut self.linker.places, span)
    }

    /// The library's expression that was made of these tokens, if one was.
    fn spelled(&mut self, tokens: Tokens) -> Option<ExprId> {
        let tast = self.tast;
        let known = self.spelled_at.get_or_insert_with(|| {
            let ids = (0..tast.counts().exprs).map(ExprId::from_usize);
            ids.map(|id| (tokens_of(tast.expr_span(id)), id)).collect()
        });
        known.get(&tokens).copied()
    }

    fn error(&mut self, loc: LocId, message: impl Into<String>) {
        self.linker.report(Diagnostic::error(loc, message));
    }

    fn push(&mut self, kind: tree::ExprKind, ty: ctype::TypeId, loc: LocId) -> tree::ExprId {
        let exprs = &mut self.linker.tree.exprs;
        exprs.push(tree::Expr { kind, ty, loc });
        tree::ExprId(exprs.len() as u32 - 1)
    }

    fn push_stmt(&mut self, kind: tree::StmtKind, loc: LocId) -> tree::StmtId {
        let stmts = &mut self.linker.tree.stmts;
        stmts.push(tree::Stmt { kind, loc });
        tree::StmtId(stmts.len() as u32 - 1)
    }

    /// `if (cond) then`.
    fn push_if(&mut self, cond: tree::ExprId, then: tree::StmtId, loc: LocId) -> tree::StmtId {
        let otherwise = None;
        let kind = tree::StmtKind::If {
            cond,
            then,
            otherwise,
        };
        self.push_stmt(kind, loc)
    }

    fn unsupported(&mut self, what: impl Into<Box<str>>, ty: ctype::TypeId, loc: LocId) -> tree::ExprId {
        self.push(tree::ExprKind::Unsupported(what.into()), ty, loc)
    }
}

fn tokens_of(span: Span) -> Tokens {
    (span.lo, span.hi)
}
