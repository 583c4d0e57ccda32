//! The changes worth trying: a walk over the user's functions and initialisers.
//!
//! What says how the program is judged is never changed: assertions, assumptions, the primitives of verification
//! harnesses, and the condition in front of a call that reports an error.

use std::collections::{BTreeMap, BTreeSet};

use frontend::tree::{
    DeclPart, Expr, ExprId, ExprKind, FunctionId, Object, ObjectId, StmtId, StmtKind, Storage, Tree,
};
use source::{FileId, LocId, SourceMap, Span};

use crate::conditions::Everywhere;
use crate::names::Names;
use crate::reached::{Met, Statements};
use crate::text::{Edit, written};
use crate::vocabulary::Word;

/// No program gets more changes than this.
const MOST_CHANGES: usize = 40_000;

/// Floating constants that are tried for each other.
const MOST_FLOATS: usize = 16;

/// What tests say about how a program may be written.
#[derive(Debug, Clone, Default)]
pub struct FromTests {
    /// Words that they expect.
    pub words: Vec<String>,
    /// Numbers that constants may have to be: those that tests are given.
    pub numbers: Vec<i128>,
    /// Letters that they are given or expect.
    pub letters: Vec<u8>,
    /// What some of them expect to be printed.
    pub outputs: Vec<String>,
    /// Where enough of those that fail come by, if that is known.
    pub met: Option<Met>,
}

/// What a change does, from the least surprising to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// Another operator: `<=` for `<`, `++` for `--`, `==` for `=`.
    Operator,
    /// Another constant.
    Constant,
    /// A text with or without the end of the line.
    Text,
    /// Another variable or member.
    Variable,
    /// One more or one less.
    Offset,
    /// The opposite condition.
    Negated,
    /// Arguments or operands in another order.
    Swapped,
    /// `+=` for `=`.
    Compound,
    /// An operand or a sign left out.
    Dropped,
    /// A variable in place of a member or an element.
    Object,
    /// Division of the exact values instead of the integers.
    Exact,
    /// A `break` where there is none.
    Break,
    /// An `else`, or braces, around what belongs together.
    Joined,
    /// `while` for `if`.
    Repeated,
    /// Other parentheses, or what is compared with what.
    Grouped,
    /// Another type, or a longer array.
    Type,
    /// Statements in another order or place.
    Moved,
    /// A statement left out.
    Deleted,
    /// A statement where there is none.
    Inserted,
    /// A condition where there is none.
    Condition,
}

impl Change {
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Change::Operator => "operator",
            Change::Constant => "constant",
            Change::Text => "text",
            Change::Variable => "variable",
            Change::Offset => "offset",
            Change::Negated => "negated",
            Change::Swapped => "swapped",
            Change::Compound => "compound_assignment",
            Change::Dropped => "dropped",
            Change::Object => "object",
            Change::Exact => "exact_division",
            Change::Break => "break",
            Change::Joined => "joined",
            Change::Repeated => "repeated",
            Change::Grouped => "grouped",
            Change::Type => "type",
            Change::Moved => "moved",
            Change::Deleted => "deleted",
            Change::Inserted => "inserted",
            Change::Condition => "condition",
        }
    }
}

/// Which changes are tried together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Of what is written.
    Changes,
    /// Statements where there are none.
    Insertions,
    /// Statements of other functions where there are none.
    Borrowed,
    /// Conditions where there are none.
    Conditions,
    /// The first two together, for pairs.
    Either,
    /// The same and the conditions that are forgotten most often, where many tests tell what is right from what fits.
    Any,
}

/// What an expression is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Condition,
    /// A whole value: right-hand side, initialiser, argument, index, returned value.
    Value,
    Operand,
    /// Nobody looks at the value.
    Discarded,
}

/// What the tree becomes if a change is chosen.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Site {
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
pub(crate) struct Proposal {
    pub(crate) kind: Change,
    pub(crate) edit: Edit,
    pub(crate) sites: Vec<Site>,
}

pub(crate) struct Proposer<'p> {
    pub(crate) tree: &'p mut Tree,
    pub(crate) sources: &'p SourceMap,
    editable: &'p dyn Fn(FileId) -> bool,
    pub(crate) function: Option<FunctionId>,
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
    pub(crate) proposals: Vec<Proposal>,
    /// Where changes are worth proposing.
    statements: Option<Statements>,
    known: BTreeMap<Edit, usize>,
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
    /// Texts that expressions must not become.
    pub(crate) unwanted: BTreeMap<ExprId, String>,
}

enum Node {
    Expr(ExprId, Role),
    Stmt(StmtId),
}

impl<'p> Proposer<'p> {
    pub(crate) fn new(
        tree: &'p mut Tree,
        sources: &'p SourceMap,
        editable: &'p dyn Fn(FileId) -> bool,
        tests: &'p FromTests,
    ) -> Proposer<'p> {
        let met = tests.met.as_ref();
        let statements = met.map(|met| Statements::new(tree, sources, met));
        let mut proposer = Proposer {
            tree,
            sources,
            editable,
            function: None,
            constants: Vec::new(),
            placed: Vec::new(),
            floats: Vec::new(),
            expected: &tests.words,
            numbers: &tests.numbers,
            letters: &tests.letters,
            outputs: &tests.outputs,
            proposals: Vec::new(),
            statements,
            known: BTreeMap::new(),
            names: Names::default(),
            pointers: Vec::new(),
            written: BTreeSet::new(),
            uncalled: Vec::new(),
            unread: Vec::new(),
            unwanted: BTreeMap::new(),
        };
        proposer.constants = proposer.users_constants();
        proposer.placed = proposer.placed_constants();
        proposer.floats = proposer.users_floats();
        proposer.names = proposer.users_names();
        proposer.written = proposer.written_members();
        proposer.uncalled = proposer.uncalled();
        proposer.unread = proposer.unread_numbers();
        proposer
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
                && found.len() < MOST_FLOATS
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

    /// The changes of a family.
    pub(crate) fn propose(&mut self, family: Family) {
        let lent = match family {
            Family::Borrowed => self.lent(),
            _ => Vec::new(),
        };
        let everywhere = match family {
            Family::Conditions => self.everywhere(),
            _ => Everywhere::default(),
        };
        for index in 0..self.tree.functions.len() {
            let id = FunctionId(index as u32);
            let function = self.tree.function(id);
            let (Some(body), loc) = (function.body, function.loc) else {
                continue;
            };
            if self.span(loc).is_none() || judges(&function.name) {
                continue;
            }
            if self
                .span(self.tree.stmt(body).loc)
                .is_some_and(|body| !self.is_met(body))
            {
                continue;
            }
            self.function = Some(id);
            if matches!(family, Family::Changes | Family::Either | Family::Any) {
                self.pointers = self.pointers_of(body);
            }
            match family {
                _ if self.proposals.len() >= MOST_CHANGES => {}
                Family::Changes => self.walk(Node::Stmt(body)),
                Family::Either | Family::Any => {
                    if family == Family::Any {
                        self.guards(body);
                    }
                    self.insertions(body);
                    self.walk(Node::Stmt(body));
                }
                Family::Insertions => self.insertions(body),
                Family::Borrowed => self.borrowed(body, &lent),
                Family::Conditions => {
                    self.guards(body);
                    self.missing_conditions(body, &everywhere);
                    self.early_ends(id, body);
                }
            }
        }
        self.function = None;
        if !matches!(family, Family::Changes | Family::Either | Family::Any) {
            return;
        }
        for index in 0..self.tree.statics.len() {
            let id = self.tree.statics[index];
            self.initialiser(id);
        }
    }

    fn pointers_of(&mut self, body: StmtId) -> Vec<Word> {
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

    fn initialiser(&mut self, id: ObjectId) {
        let entries = self.tree.object(id).init.clone().unwrap_or_default();
        self.neighbours(&entries);
        for entry in entries {
            self.walk(Node::Expr(entry.value, Role::Value));
        }
    }

    fn walk(&mut self, root: Node) {
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if self.proposals.len() >= MOST_CHANGES {
                return;
            }
            match node {
                Node::Stmt(id) => self.statement(id, &mut open),
                Node::Expr(id, role) => {
                    let parts = self.expression(id, role);
                    open.extend(parts.into_iter().rev().map(|(id, role)| Node::Expr(id, role)));
                }
            }
        }
    }

    fn statement(&mut self, id: StmtId, open: &mut Vec<Node>) {
        let kind = self.tree.stmt(id).kind.clone();
        let from = open.len();
        match kind {
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None)
            | StmtKind::Unsupported(_) => {}
            StmtKind::Expr(expr) => {
                if !self.is_judgement(expr) {
                    self.deletion(id);
                    open.push(Node::Expr(expr, Role::Discarded));
                }
            }
            StmtKind::Block(list) => {
                self.breaks(id, &list);
                self.joined(&list);
                self.lines_behind(id, &list);
                open.extend(list.into_iter().map(Node::Stmt));
            }
            StmtKind::Decls(parts) => {
                for part in parts {
                    let DeclPart::Object(object) = part else {
                        continue;
                    };
                    let entries = self.tree.object(object).init.clone().unwrap_or_default();
                    self.neighbours(&entries);
                    open.extend(entries.iter().map(|entry| Node::Expr(entry.value, Role::Value)));
                }
            }
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => {
                // `if (!ok) report_error();` is an assertion.
                if !self.reports(then) {
                    open.push(Node::Expr(cond, Role::Condition));
                }
                open.push(Node::Stmt(then));
                open.extend(otherwise.map(Node::Stmt));
            }
            StmtKind::While { cond, body } | StmtKind::DoWhile { cond, body } => {
                open.push(Node::Expr(cond, Role::Condition));
                open.push(Node::Stmt(body));
            }
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                self.reversed(init, cond, step);
                if let Some(cond) = cond {
                    self.exchanged_limits(cond, body);
                }
                open.extend(init.map(Node::Stmt));
                open.extend(cond.map(|cond| Node::Expr(cond, Role::Condition)));
                open.extend(step.map(|step| Node::Expr(step, Role::Discarded)));
                open.push(Node::Stmt(body));
            }
            StmtKind::Switch {
                cond, body, cases, ..
            } => {
                self.more_cases(cond, &cases);
                open.push(Node::Expr(cond, Role::Value));
                open.push(Node::Stmt(body));
            }
            StmtKind::Case { body } | StmtKind::Default { body } | StmtKind::Label { body, .. } => {
                open.push(Node::Stmt(body));
            }
            StmtKind::Return(Some(expr)) => open.push(Node::Expr(expr, Role::Value)),
        }
        open[from..].reverse();
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
    pub(crate) fn add(&mut self, kind: Change, span: Span, replacement: impl Into<String>, site: Site) {
        if self.is_met(span) {
            self.add_anyway(kind, span, replacement.into(), site);
        }
    }

    /// Whether changes are worth proposing there.
    fn is_met(&self, at: Span) -> bool {
        let statements = self.statements.as_ref();
        statements.is_none_or(|statements| statements.are_met(at))
    }

    /// Whether a change is proposed already.
    pub(crate) fn is_proposed(&self, span: Span, replacement: &str) -> bool {
        let replacement = replacement.to_owned();
        self.known.contains_key(&Edit { span, replacement })
    }

    /// The same wherever it is written.
    pub(crate) fn add_anyway(&mut self, kind: Change, span: Span, replacement: String, site: Site) {
        if self.sources.text(span) == replacement || !(self.editable)(span.file) {
            return;
        }
        let edit = Edit { span, replacement };
        match self.known.get(&edit) {
            Some(index) => self.proposals[*index].sites.push(site),
            None => {
                self.known.insert(edit.clone(), self.proposals.len());
                self.proposals.push(Proposal {
                    kind,
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
}

/// A variable that nobody defines: its value is an input.
pub(crate) fn outside(name: &str, ty: ctype::TypeId) -> Object {
    Object {
        name: Some(name.to_owned()),
        ty,
        storage: Storage::External,
        function: None,
        constant: false,
        init: None,
        align: None,
        weak: false,
        cleanup: None,
        extent: 0,
        loc: LocId::NONE,
    }
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
