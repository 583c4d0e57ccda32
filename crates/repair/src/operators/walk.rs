//! The walk over the user's functions and initialisers: every operator is asked at every place, in the order of the table.
//!
//! What says how the program is judged is never changed: assertions, assumptions, the primitives of verification
//! harnesses, and the condition in front of a call that reports an error. The walk has its own stack, since the user decides
//! how deep a program is nested.

use frontend::tree::{
    DeclPart, Expr, ExprId, ExprKind, FunctionId, InitEntry, ObjectId, StmtId, StmtKind, Storage, UnaryOp,
};
use source::Span;

use crate::operators::context::{Context, judges};
use crate::operators::{Family, OPERATORS};

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

/// An expression that may be changed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExpressionTarget<'t> {
    pub(crate) id: ExprId,
    pub(crate) expr: &'t Expr,
    pub(crate) role: Role,
    /// Where it is written, if it may be changed there.
    pub(crate) span: Option<Span>,
}

/// A place of the tree that operators are asked about.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Target<'t> {
    /// A whole function, before its parts.
    Body(FunctionId, StmtId),
    /// A statement as it was before anything was changed.
    Statement(StmtId, &'t StmtKind),
    Expression(ExpressionTarget<'t>),
    /// The values of one initialiser.
    Initialiser(&'t [InitEntry]),
}

enum Visit {
    Expr(ExprId, Role),
    Stmt(StmtId),
}

/// Parts of an expression, and what each is used for.
pub(crate) type Parts = Vec<(ExprId, Role)>;

impl Context<'_> {
    /// Adds the changes of a family.
    pub(crate) fn generate(&mut self, family: Family) {
        let walks = matches!(
            family,
            Family::Changes | Family::Terms | Family::ChangesAndInsertions | Family::ChangesAndGuards
        );
        match family {
            Family::ForeignStatements => self.foreign = self.foreign(),
            Family::Conditions => self.program_conditions = self.program_conditions(),
            _ => {}
        }
        for index in 0..self.tree.functions.len() {
            let id = FunctionId(index as u32);
            let function = self.tree.function(id);
            let (Some(body), loc) = (function.body, function.loc) else {
                continue;
            };
            if self.span(loc).is_none() || judges(&function.name) {
                continue;
            }
            let span = self.span(self.tree.stmt(body).loc);
            if span.is_some_and(|body| !self.is_covered(body)) {
                continue;
            }
            self.function = Some(id);
            if walks {
                self.pointers = self.pointers_of(body);
            }
            if self.mutants.len() < budgets::repair::MAX_CHANGES.count() {
                self.ask(family, Target::Body(id, body));
                if walks {
                    self.walk(family, Visit::Stmt(body));
                }
            }
        }
        self.function = None;
        for index in 0..self.tree.statics.len() {
            if walks {
                let id = self.tree.statics[index];
                self.initialiser(family, id);
            }
        }
    }

    /// Asks every operator about one place.
    fn ask(&mut self, family: Family, target: Target<'_>) {
        for operator in OPERATORS.iter().filter(|operator| operator.serves(family)) {
            self.operator = operator.entry().name;
            operator.generate(self, &target);
        }
    }

    fn initialiser(&mut self, family: Family, id: ObjectId) {
        let entries = self.tree.object(id).init.clone().unwrap_or_default();
        self.ask(family, Target::Initialiser(&entries));
        for entry in entries {
            self.walk(family, Visit::Expr(entry.value, Role::Value));
        }
    }

    fn walk(&mut self, family: Family, root: Visit) {
        let mut open = vec![root];
        while let Some(visit) = open.pop() {
            if self.mutants.len() >= budgets::repair::MAX_CHANGES.count() {
                return;
            }
            let from = open.len();
            match visit {
                Visit::Stmt(id) => {
                    let kind = self.tree.stmt(id).kind.clone();
                    self.ask(family, Target::Statement(id, &kind));
                    self.parts_of_statement(family, kind, &mut open);
                }
                Visit::Expr(id, role) => {
                    let expr = self.expr_of(id).clone();
                    self.note_unwanted(id, &expr);
                    let target = ExpressionTarget {
                        id,
                        expr: &expr,
                        role,
                        span: self.span(expr.loc),
                    };
                    self.ask(family, Target::Expression(target));
                    let parts = self.parts_of_expression(&expr, role);
                    open.extend(parts.into_iter().map(|(id, role)| Visit::Expr(id, role)));
                }
            }
            // What is written first is visited first.
            open[from..].reverse();
        }
    }

    fn parts_of_statement(&mut self, family: Family, kind: StmtKind, open: &mut Vec<Visit>) {
        match kind {
            StmtKind::Empty
            | StmtKind::Goto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None)
            | StmtKind::Unsupported(_) => {}
            StmtKind::Expr(expr) => {
                if !self.is_judgement(expr) {
                    open.push(Visit::Expr(expr, Role::Discarded));
                }
            }
            StmtKind::Block(list) => open.extend(list.into_iter().map(Visit::Stmt)),
            StmtKind::Decls(parts) => {
                for part in parts {
                    let DeclPart::Object(object) = part else {
                        continue;
                    };
                    // What exists for the whole run gets its value before any function runs: it is visited with the globals.
                    if !matches!(self.tree.object(object).storage, Storage::Automatic) {
                        continue;
                    }
                    let entries = self.tree.object(object).init.clone().unwrap_or_default();
                    self.ask(family, Target::Initialiser(&entries));
                    open.extend(entries.iter().map(|entry| Visit::Expr(entry.value, Role::Value)));
                }
            }
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => {
                // `if (!ok) report_error();` is an assertion.
                if !self.reports(then) {
                    open.push(Visit::Expr(cond, Role::Condition));
                }
                open.push(Visit::Stmt(then));
                open.extend(otherwise.map(Visit::Stmt));
            }
            StmtKind::While { cond, body } | StmtKind::DoWhile { cond, body } => {
                open.push(Visit::Expr(cond, Role::Condition));
                open.push(Visit::Stmt(body));
            }
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                open.extend(init.map(Visit::Stmt));
                open.extend(cond.map(|cond| Visit::Expr(cond, Role::Condition)));
                open.extend(step.map(|step| Visit::Expr(step, Role::Discarded)));
                open.push(Visit::Stmt(body));
            }
            StmtKind::Switch { cond, body, .. } => {
                open.push(Visit::Expr(cond, Role::Value));
                open.push(Visit::Stmt(body));
            }
            StmtKind::Case { body } | StmtKind::Default { body } | StmtKind::Label { body, .. } => {
                open.push(Visit::Stmt(body));
            }
            StmtKind::Return(Some(expr)) => open.push(Visit::Expr(expr, Role::Value)),
        }
    }

    /// The parts of an expression that may be changed by themselves.
    fn parts_of_expression(&self, expr: &Expr, role: Role) -> Parts {
        let is = |id: ExprId, wanted: fn(&ExprKind) -> bool| wanted(&self.expr_of(id).kind);
        match expr.kind {
            ExprKind::ArrayDecay(place) if is(place, |kind| matches!(kind, ExprKind::String(_))) => {
                Vec::new()
            }
            ExprKind::FunctionDecay(_) if role == Role::Value => Vec::new(),
            ExprKind::Load(place) | ExprKind::ArrayDecay(place) | ExprKind::AddressOf(place) => {
                self.place_parts(place)
            }
            ExprKind::Convert { operand, .. } => {
                let inner = match role {
                    // The converted value has been seen to.
                    Role::Condition | Role::Value => Role::Operand,
                    other => other,
                };
                vec![(operand, inner)]
            }
            // `-1` is one constant.
            ExprKind::Unary {
                op: UnaryOp::Neg,
                operand,
            } if is(operand, |kind| matches!(kind, ExprKind::Int(_))) && self.span(expr.loc).is_some() => {
                Vec::new()
            }
            ExprKind::Unary { operand, .. } => vec![(operand, Role::Operand)],
            ExprKind::Binary { lhs, rhs, .. } => vec![(lhs, Role::Operand), (rhs, Role::Operand)],
            ExprKind::Logical { lhs, rhs, .. } => vec![(lhs, Role::Condition), (rhs, Role::Condition)],
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => vec![
                (cond, Role::Condition),
                (then, Role::Value),
                (otherwise, Role::Value),
            ],
            ExprKind::Elvis { cond, otherwise } => vec![(cond, Role::Operand), (otherwise, Role::Value)],
            ExprKind::Comma { lhs, rhs } => vec![(lhs, Role::Discarded), (rhs, role)],
            ExprKind::Assign { place, value } | ExprKind::AssignOp { place, value, .. } => {
                let mut parts = self.place_parts(place);
                parts.push((value, Role::Value));
                parts
            }
            ExprKind::Step { place, .. } => self.place_parts(place),
            ExprKind::Call { callee, ref args } => {
                let function = self.callee(callee).map(|function| self.tree.function(function));
                match function.is_some_and(|function| judges(&function.name)) {
                    true => Vec::new(),
                    false => args.iter().map(|arg| (*arg, Role::Value)).collect(),
                }
            }
            ExprKind::Builtin { ref args, .. } => args.iter().map(|arg| (*arg, Role::Value)).collect(),
            _ => Vec::new(),
        }
    }

    /// Notes what parts of an expression must not become.
    fn note_unwanted(&mut self, id: ExprId, expr: &Expr) {
        match expr.kind {
            ExprKind::Binary { op, lhs, rhs } => self.beside(op, lhs, rhs),
            // `x = x` is the statement left out.
            ExprKind::Assign { place, value } => {
                let inner = self.unconverted(value);
                let (to, from) = (self.expr_of(place).loc, self.expr_of(inner).loc);
                if let (Some(to), Some(from)) = (self.span(to), self.span(from)) {
                    self.unwanted.insert(inner, self.sources.text(to));
                    self.unwanted.insert(id, self.sources.text(from));
                }
            }
            _ => {}
        }
    }
}
