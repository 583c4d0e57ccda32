//! What operators work with: the tree that they add alternatives to, what is known of the program, and the changes so far.
//!
//! What says how the program is judged is never changed: assertions, assumptions, the primitives of verification
//! harnesses, and the condition in front of a call that reports an error.

use std::collections::{BTreeMap, BTreeSet};

use ctype::TypeId;
use frontend::tree::{
    BinaryOp, Expr, ExprId, ExprKind, FunctionId, Object, ObjectId, StmtId, StmtKind, Storage, Tree,
};
use source::{FileId, LocId, SourceMap, Span};

use crate::operators::foreign_statements::ForeignStatement;
use crate::operators::ingredients::names::Names;
use crate::operators::ingredients::vocabulary::Word;
use crate::operators::missing_conditions::ProgramConditions;
use crate::operators::spans::{SpanEdit, between, written};
use crate::operators::walk::Parts;
use crate::operators::{ChangeKind, Role, TestIngredients};
use crate::validate::coverage::CoveredStatements;

/// What the tree becomes if a change is chosen.
#[derive(Debug, Clone, Copy)]
pub(crate) enum TreeChange {
    Expr {
        site: ExprId,
        instead: ExprId,
    },
    /// The statement is left out.
    Without(StmtId),
    /// The statement is left out whenever a condition holds.
    Skipped {
        stmt: StmtId,
        skips: ExprId,
    },
    /// The statement is done under a condition.
    Guarded {
        stmt: StmtId,
        cond: ExprId,
    },
    /// Something is done before a statement of a block.
    Before {
        block: StmtId,
        index: usize,
        first: StmtId,
    },
}

/// A change: of the text and of the tree.
#[derive(Debug, Clone)]
pub(crate) struct Mutant {
    pub(crate) kind: ChangeKind,
    pub(crate) operator: &'static str,
    pub(crate) edit: SpanEdit,
    pub(crate) sites: Vec<TreeChange>,
}

pub(crate) struct Context<'p> {
    pub(crate) tree: &'p mut Tree,
    pub(crate) sources: &'p SourceMap,
    editable: &'p dyn Fn(FileId) -> bool,
    pub(crate) function: Option<FunctionId>,
    /// The operator that is being asked.
    pub(crate) operator: &'static str,
    /// Integer constants of the user's text, by how near they are to zero.
    pub(crate) constants: Vec<i128>,
    /// Where they stand, if they are more than one.
    pub(crate) placed: Vec<(Span, i128)>,
    /// Floating constants of the user's text.
    pub(crate) floats: Vec<(ctype::TypeId, u128, String)>,
    /// Words that tests expect.
    pub(crate) expected: &'p [String],
    /// Numbers that constants may have to be.
    pub(crate) numbers: &'p [i128],
    /// Letters that a value may have to be compared with.
    pub(crate) letters: &'p [u8],
    /// What tests expect to be printed.
    pub(crate) outputs: &'p [String],
    pub(crate) mutants: Vec<Mutant>,
    /// Where changes are worth proposing.
    statements: Option<CoveredStatements>,
    known: BTreeMap<SpanEdit, usize>,
    /// Names of integer constants in the user's text: macros and enumerators.
    pub(crate) names: Names,
    /// Pointers that the function speaks of.
    pub(crate) pointers: Vec<Word>,
    /// Members that the user's text gives a value.
    pub(crate) written: BTreeSet<(ctype::RecordId, u32)>,
    /// Functions that nobody calls.
    pub(crate) uncalled: Vec<(FunctionId, String)>,
    /// Numbers that the program computes and nobody reads.
    pub(crate) unread: Vec<ObjectId>,
    /// Statements of all functions, where these are wanted.
    pub(crate) foreign: Vec<ForeignStatement>,
    /// What can be asked anywhere in the program, where that is wanted.
    pub(crate) program_conditions: ProgramConditions,
    /// Texts that expressions must not become.
    pub(crate) unwanted: BTreeMap<ExprId, String>,
}

impl<'p> Context<'p> {
    pub(crate) fn new(
        tree: &'p mut Tree,
        sources: &'p SourceMap,
        editable: &'p dyn Fn(FileId) -> bool,
        tests: &'p TestIngredients,
    ) -> Context<'p> {
        let met = tests.covered.as_ref();
        let statements = met.map(|met| CoveredStatements::new(tree, sources, met));
        let mut context = Context {
            tree,
            sources,
            editable,
            function: None,
            operator: "",
            constants: Vec::new(),
            placed: Vec::new(),
            floats: Vec::new(),
            expected: &tests.words,
            numbers: &tests.numbers,
            letters: &tests.letters,
            outputs: &tests.outputs,
            mutants: Vec::new(),
            statements,
            known: BTreeMap::new(),
            names: Names::default(),
            pointers: Vec::new(),
            written: BTreeSet::new(),
            uncalled: Vec::new(),
            unread: Vec::new(),
            foreign: Vec::new(),
            program_conditions: ProgramConditions::default(),
            unwanted: BTreeMap::new(),
        };
        context.constants = context.users_constants();
        context.placed = context.placed_constants();
        context.floats = context.users_floats();
        context.names = context.users_names();
        context.written = context.written_members();
        context.uncalled = context.uncalled();
        context.unread = context.unread_numbers();
        context
    }

    fn users_constants(&self) -> Vec<i128> {
        let mut found: Vec<i128> = Vec::new();
        for expr in &self.tree.exprs {
            if let ExprKind::Int(value) = expr.kind
                && self.span(expr.loc).is_some()
                && !found.contains(&value)
            {
                found.push(value);
            }
        }
        found.sort_unstable_by_key(|value| (value.unsigned_abs(), *value));
        found.truncate(24);
        found
    }

    fn users_floats(&self) -> Vec<(ctype::TypeId, u128, String)> {
        let mut found: Vec<(ctype::TypeId, u128, String)> = Vec::new();
        for expr in &self.tree.exprs {
            if let (ExprKind::Float(bits), Some(span)) = (&expr.kind, self.span(expr.loc))
                && !found
                    .iter()
                    .any(|(ty, known, _)| (*ty, *known) == (expr.ty, *bits))
                && found.len() < budgets::repair::MAX_FLOATING_CONSTANTS.count()
            {
                found.push((expr.ty, *bits, self.sources.text(span)));
            }
        }
        found
    }

    fn users_names(&self) -> Names {
        let files = self.sources.files().filter(|(file, _)| (self.editable)(*file));
        let texts = files.map(|(_, file)| String::from_utf8_lossy(&file.text));
        let used = self.tree.exprs.iter().filter_map(|expr| match expr.kind {
            ExprKind::Int(value) => self.name_used(expr.loc).map(|(_, name)| (name, value)),
            _ => None,
        });
        Names::new(texts, used)
    }

    /// The name that stands for a constant where it is used.
    pub(crate) fn name_used(&self, loc: LocId) -> Option<(Span, String)> {
        if loc == LocId::NONE {
            return None;
        }
        let span = self.sources.location(loc).used;
        if span.lo >= span.hi || !(self.editable)(span.file) {
            return None;
        }
        let text = self.sources.text(span);
        let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_name = text.chars().all(letter) && !text.starts_with(|c: char| c.is_ascii_digit());
        is_name.then_some((span, text))
    }

    pub(crate) fn pointers_of(&mut self, body: StmtId) -> Vec<Word> {
        let Some(span) = self.span(self.tree.stmt(body).loc) else {
            return Vec::new();
        };
        let mut words = self.vocabulary(span).words;
        words.retain(|word| self.tree.types.is_pointer(word.ty));
        words
    }

    pub(crate) fn is_editable(&self, file: FileId) -> bool {
        (self.editable)(file)
    }

    /// Where the text is written, if it may be changed.
    pub(crate) fn span(&self, loc: LocId) -> Option<Span> {
        written(self.sources, loc).filter(|span| (self.editable)(span.file))
    }

    /// Whether a statement starts by reporting an error.
    pub(crate) fn reports(&self, id: StmtId) -> bool {
        match &self.tree.stmt(id).kind {
            StmtKind::Expr(expr) => self.is_judgement(*expr),
            StmtKind::Block(list) => list.first().is_some_and(|first| self.reports(*first)),
            StmtKind::Label { body, .. } => self.reports(*body),
            _ => false,
        }
    }

    /// Whether an expression is a call that says how the program is judged.
    pub(crate) fn is_judgement(&self, id: ExprId) -> bool {
        match &self.tree.expr(id).kind {
            ExprKind::Convert { operand, .. } => self.is_judgement(*operand),
            ExprKind::Call { callee, .. } => self.callee(*callee).is_some_and(|function| {
                let name = &self.tree.function(function).name;
                judges(name) || matches!(name.as_str(), "abort" | "exit" | "_exit")
            }),
            _ => false,
        }
    }

    /// The function that is called by its name.
    pub(crate) fn callee(&self, id: ExprId) -> Option<FunctionId> {
        match self.tree.expr(id).kind {
            ExprKind::Function(function) => Some(function),
            ExprKind::FunctionDecay(operand) => self.callee(operand),
            _ => None,
        }
    }

    /// Adds a change; the same text written once may be in several places of the tree.
    pub(crate) fn add(
        &mut self,
        kind: ChangeKind,
        span: Span,
        replacement: impl Into<String>,
        site: TreeChange,
    ) {
        if self.is_covered(span) {
            self.add_anyway(kind, span, replacement.into(), site);
        }
    }

    /// Whether changes are worth proposing there.
    pub(crate) fn is_covered(&self, at: Span) -> bool {
        let statements = self.statements.as_ref();
        statements.is_none_or(|statements| statements.are_covered(at))
    }

    /// Whether a change is proposed already.
    pub(crate) fn is_proposed(&self, span: Span, replacement: &str) -> bool {
        let replacement = replacement.to_owned();
        self.known.contains_key(&SpanEdit { span, replacement })
    }

    /// The same wherever it is written.
    pub(crate) fn add_anyway(&mut self, kind: ChangeKind, span: Span, replacement: String, site: TreeChange) {
        if self.sources.text(span) == replacement || !(self.editable)(span.file) {
            return;
        }
        let edit = SpanEdit { span, replacement };
        match self.known.get(&edit) {
            Some(index) => self.mutants[*index].sites.push(site),
            None => {
                self.known.insert(edit.clone(), self.mutants.len());
                self.mutants.push(Mutant {
                    kind,
                    operator: self.operator,
                    edit,
                    sites: vec![site],
                });
            }
        }
    }

    pub(crate) fn push(&mut self, kind: ExprKind, ty: ctype::TypeId) -> ExprId {
        let id = ExprId(self.tree.exprs.len() as u32);
        self.tree.exprs.push(Expr {
            kind,
            ty,
            loc: LocId::NONE,
        });
        id
    }

    pub(crate) fn instead(
        &mut self,
        kind: ChangeKind,
        site: ExprId,
        span: Span,
        text: impl Into<String>,
        with: ExprKind,
    ) {
        let text = text.into();
        if self.unwanted.get(&site) == Some(&text) {
            return;
        }
        let ty = self.expr_of(site).ty;
        let instead = self.push(with, ty);
        self.add(kind, span, text, TreeChange::Expr { site, instead });
    }

    /// What an operand must not become: the same as the other one, or a constant that changes nothing.
    pub(crate) fn beside(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) {
        let (left, right) = (self.unconverted(lhs), self.unconverted(rhs));
        // Squares and doubles are meant.
        let same = !matches!(op, BinaryOp::Mul | BinaryOp::Add);
        for (own, other) in [(left, right), (right, left)].into_iter().filter(|_| same) {
            if let Some(span) = self.span(self.expr_of(other).loc) {
                self.unwanted.insert(own, self.sources.text(span));
            }
        }
        let neutral = match op {
            BinaryOp::Mul | BinaryOp::Div => Some("1"),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::BitOr
            | BinaryOp::BitXor => Some("0"),
            _ => None,
        };
        if let (Some(neutral), ExprKind::Int(_)) = (neutral, &self.expr_of(right).kind) {
            self.unwanted.insert(right, neutral.to_owned());
        }
    }

    pub(crate) fn unconverted(&self, id: ExprId) -> ExprId {
        match self.expr_of(id).kind {
            ExprKind::Convert { operand, .. } => self.unconverted(operand),
            _ => id,
        }
    }

    /// The parts of a place that are values.
    pub(crate) fn place_parts(&self, place: ExprId) -> Parts {
        let mut parts = Vec::new();
        let mut at = place;
        loop {
            match self.expr_of(at).kind {
                ExprKind::Member { base, .. } => at = base,
                ExprKind::Subscript { base, index } => {
                    parts.push((base, Role::Operand));
                    parts.push((index, Role::Value));
                    return parts;
                }
                ExprKind::Deref(pointer) => {
                    parts.push((pointer, Role::Operand));
                    return parts;
                }
                _ => return parts,
            }
        }
    }

    pub(crate) fn operator_span(&self, lhs: ExprId, rhs: ExprId, sign: &str) -> Option<Span> {
        let (lhs, rhs) = (self.expr_of(lhs).loc, self.expr_of(rhs).loc);
        let (left, right) = (self.span(lhs)?, self.span(rhs)?);
        // An operand may be a macro although the operator is written beside it; both come from one if it is not.
        let used = |loc| self.sources.location(loc).used;
        between(self.sources, used(lhs), used(rhs), sign)
            .filter(|at| self.is_editable(at.file))
            .or_else(|| between(self.sources, left, right, sign))
    }

    /// Two pieces of text in the other order.
    pub(crate) fn exchanged(&self, first: Span, second: Span) -> Option<(Span, String)> {
        if first.file != second.file || first.hi > second.lo {
            return None;
        }
        let text = |span| self.sources.text(span);
        let middle = text(Span::new(first.file, first.hi, second.lo));
        let span = Span::new(first.file, first.lo, second.hi);
        Some((span, format!("{}{middle}{}", text(second), text(first))))
    }

    pub(crate) fn is_number(&self, ty: TypeId) -> bool {
        self.tree.types.is_integer(ty) || self.tree.types.is_float(ty)
    }

    /// What is converted, converted to another type.
    pub(crate) fn converted(&mut self, id: ExprId, ty: TypeId) -> ExprId {
        let operand = self.unconverted(id);
        if self.expr_of(operand).ty == ty {
            return operand;
        }
        let explicit = false;
        self.push(ExprKind::Convert { operand, explicit }, ty)
    }

    pub(crate) fn expr_of(&self, id: ExprId) -> &Expr {
        self.tree.expr(id)
    }
}

/// A variable that nobody defines: its value is an input.
pub(crate) fn outside(name: &str, ty: ctype::TypeId) -> Object {
    Object::new(name, ty, Storage::External, LocId::NONE)
}

/// Functions that say how a program is judged, or where its inputs come from.
pub(crate) fn judges(name: &str) -> bool {
    const STARTS: [&str; 7] = [
        "__CPROVER_",
        "__VERIFIER_",
        "__ESBMC_",
        "__because_",
        "__assert",
        "nondet_",
        "klee_",
    ];
    matches!(name, "assert" | "assume" | "reach_error" | "nondet")
        || STARTS.iter().any(|start| name.starts_with(start))
}
