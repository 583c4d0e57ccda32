//! Statements become instructions and jumps.

use frontend::tree::{Case, DeclPart, ExprId, ExprKind, LabelId, ObjectId, StmtId, StmtKind, Storage};
use program::{Arm, CheckKind, ComponentKind, Construct, InstrKind, Pc, Statement, StatementList};
use source::LocId;

use crate::build::Target;
use crate::lowerer::Lowerer;
use crate::scope::Leaving;

/// A stop on the way to a `case`.
struct Landing {
    arm: StmtId,
    target: Target,
}

impl Lowerer<'_> {
    pub(crate) fn statement(&mut self, id: StmtId) {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.statement_here(id));
    }

    /// Statements in a row.
    fn statements(&mut self, list: &[StmtId]) {
        let next = |lowerer: &Self| Pc(lowerer.body.instrs.len() as u32);
        let mut statements = Vec::with_capacity(list.len());
        for &id in list {
            let from = next(self);
            self.statement(id);
            statements.push(Statement {
                from,
                to: next(self),
                loc: self.tree.stmt(id).loc,
            });
        }
        let function = self.body.function;
        if !self.program.function(function).embedded {
            self.program.lists.push(StatementList { function, statements });
        }
    }

    /// The statement that a branch or loop has: a block, or a list of one.
    fn only_statement(&mut self, id: StmtId) {
        match self.tree.stmt(id).kind {
            StmtKind::Block(_) => self.statement(id),
            _ => self.statements(&[id]),
        }
    }

    fn statement_here(&mut self, id: StmtId) {
        let tree = self.tree;
        let stmt = tree.stmt(id);
        let loc = stmt.loc;
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.discard(*expr),
            StmtKind::Block(stmts) => {
                self.enter_scope(id);
                self.statements(stmts);
                self.leave_scope(loc);
            }
            StmtKind::Decls(parts) => {
                for &part in parts {
                    match part {
                        DeclPart::Effect(expr) => self.discard(expr),
                        DeclPart::Length(vla) => self.evaluate_length(vla),
                        DeclPart::Object(object) => self.declare(object),
                    }
                }
            }
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => self.if_statement(*cond, *then, *otherwise, loc),
            StmtKind::While { cond, body } => self.while_loop(*cond, *body, loc),
            StmtKind::DoWhile { body, cond } => {
                let (head, test, done) = (self.new_target(), self.new_target(), self.new_target());
                self.place_target(head);
                self.push_loop(done, test);
                self.only_statement(*body);
                self.pop_loop();
                self.place_target(test);
                self.condition(*cond, head, done, Construct::DoWhile);
                self.place_target(done);
            }
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => self.for_loop(id, (*init, *cond, *step), *body, loc),
            StmtKind::Switch {
                cond,
                body,
                cases,
                default,
            } => {
                self.switch(*cond, *body, cases, *default, loc);
            }
            StmtKind::Case { body } | StmtKind::Default { body } => {
                match self.case_target(id) {
                    Some(target) => self.place_target(target),
                    None => self.unsupported_at(loc, "a case label inside a statement expression"),
                }
                self.statement(*body);
            }
            StmtKind::Label { .. } => {
                let threads = self.body.threads.len();
                let body = self.pass_labels(id);
                self.statement(body);
                while self.body.threads.len() > threads
                    && let Some(behind) = self.body.threads.pop()
                {
                    self.end_async(behind, loc);
                }
            }
            StmtKind::Goto(label) => self.jump_label(*label, loc),
            StmtKind::Break => self.jump_break(loc),
            StmtKind::Continue => self.jump_continue(loc),
            StmtKind::Return(value) => self.return_statement(*value, loc),
            StmtKind::Unsupported(what) => self.reach_unsupported(what, loc),
        }
    }

    fn while_loop(&mut self, cond: ExprId, body: StmtId, loc: LocId) {
        let (head, inside, done) = (self.new_target(), self.new_target(), self.new_target());
        self.place_target(head);
        self.condition(cond, inside, done, Construct::While);
        self.place_target(inside);
        self.push_loop(done, head);
        self.only_statement(body);
        self.pop_loop();
        self.jump(head, loc);
        self.place_target(done);
    }

    fn for_loop(
        &mut self,
        id: StmtId,
        (init, cond, step): (Option<StmtId>, Option<ExprId>, Option<ExprId>),
        body: StmtId,
        loc: LocId,
    ) {
        self.enter_scope(id);
        if let Some(init) = init {
            self.statement(init);
        }
        let (head, inside, next, done) = (
            self.new_target(),
            self.new_target(),
            self.new_target(),
            self.new_target(),
        );
        self.place_target(head);
        if let Some(cond) = cond {
            self.condition(cond, inside, done, Construct::For);
        }
        self.place_target(inside);
        self.push_loop(done, next);
        self.only_statement(body);
        self.pop_loop();
        self.place_target(next);
        if let Some(step) = step {
            self.discard(step);
        }
        self.jump(head, loc);
        self.place_target(done);
        self.leave_scope(loc);
    }

    /// Places the labels before a statement; what is left is the statement itself.
    pub(crate) fn pass_labels(&mut self, id: StmtId) -> StmtId {
        let tree = self.tree;
        let mut id = id;
        while let StmtKind::Label { label, body } = tree.stmt(id).kind {
            if let Some(target) = self.label_target(label) {
                self.place_target(target);
            }
            self.pass_label(label);
            self.reach_label(label, tree.stmt(id).loc);
            id = body;
        }
        id
    }

    fn if_statement(&mut self, cond: ExprId, then: StmtId, otherwise: Option<StmtId>, loc: LocId) {
        let (yes, no) = (self.new_target(), self.new_target());
        self.condition(cond, yes, no, Construct::If);
        self.place_target(yes);
        self.only_statement(then);
        match otherwise {
            Some(otherwise) => {
                let done = self.new_target();
                self.jump(done, loc);
                self.place_target(no);
                self.only_statement(otherwise);
                self.place_target(done);
            }
            None => self.place_target(no),
        }
    }

    /// A branch on a condition of the programmer's.
    pub(crate) fn condition(&mut self, cond: ExprId, then: Target, otherwise: Target, construct: Construct) {
        let loc = self.tree.expr(cond).loc;
        let value = self.truth(cond);
        self.component(ComponentKind::Condition, value, loc);
        self.branch(value, then, otherwise, construct, loc);
    }

    /// The value of a condition. The language's conversion to `_Bool` says nothing new: whoever uses a
    /// condition tests it against zero.
    pub(crate) fn truth(&mut self, mut cond: ExprId) -> program::ExprId {
        while let ExprKind::Convert {
            operand,
            explicit: false,
        } = self.tree.expr(cond).kind
        {
            let (to, from) = (self.tree.expr(cond).ty, self.tree.expr(operand).ty);
            if !self.program.types.is_bool(to) || !self.program.types.is_scalar(from) {
                break;
            }
            cond = operand;
        }
        self.value(cond)
    }

    fn switch(&mut self, cond: ExprId, body: StmtId, cases: &[Case], default: Option<StmtId>, loc: LocId) {
        let cond_loc = self.tree.expr(cond).loc;
        let value = self.value(cond);
        self.component(ComponentKind::Condition, value, cond_loc);
        let done = self.new_target();
        let mut landings = Vec::new();
        let arms = cases
            .iter()
            .map(|case| Arm {
                low: case.low,
                high: case.high,
                target: self.arm_target(case.target, &mut landings).pc(),
            })
            .collect();
        let default_target = match default {
            Some(stmt) => self.arm_target(stmt, &mut landings),
            None => done,
        };
        self.emit(
            InstrKind::Switch {
                value,
                arms,
                default: default_target.pc(),
            },
            cond_loc,
        );
        for landing in landings {
            self.place_target(landing.target);
            let entered = self.blocks_entered(landing.arm);
            self.begin_skipped(&entered, loc);
            if let Some(target) = self.case_target(landing.arm) {
                self.jump(target, loc);
            }
        }
        self.push_break(done);
        self.statement(body);
        self.pop_break();
        self.jump(done, loc);
        self.place_target(done);
    }

    /// Where a `switch` goes for a `case`: to the label, or to a landing where the variables that it passes by begin to
    /// live.
    fn arm_target(&mut self, arm: StmtId, landings: &mut Vec<Landing>) -> Target {
        if let Some(landing) = landings.iter().find(|landing| landing.arm == arm) {
            return landing.target;
        }
        let label = match self.case_target(arm) {
            Some(target) => target,
            None => {
                let target = self.new_target();
                self.set_case_target(arm, target);
                target
            }
        };
        if self.blocks_entered(arm).is_empty() {
            return label;
        }
        let target = self.new_target();
        landings.push(Landing { arm, target });
        target
    }

    fn return_statement(&mut self, value: Option<ExprId>, loc: LocId) {
        let value = value.and_then(|expr| {
            let expr_loc = self.tree.expr(expr).loc;
            if self.program.types.is_void(self.tree.expr(expr).ty) {
                self.discard(expr);
                return None;
            }
            let value = self.value(expr);
            self.component(ComponentKind::ReturnValue, value, expr_loc);
            Some(value)
        });
        let value = if self.has_cleanups() {
            let kept = value.map(|value| self.keep(value));
            self.run_cleanups(loc);
            kept
        } else {
            value
        };
        self.emit(InstrKind::Return(value), loc);
    }

    fn declare(&mut self, id: ObjectId) {
        let tree = self.tree;
        let object = tree.object(id);
        if !matches!(object.storage, Storage::Automatic) {
            return;
        }
        let var = self.variable(id);
        if self.program.types.is_variably_sized(object.ty) {
            self.allocate_vla(var, object.ty, object.loc);
            self.on_leaving(Leaving::Vla(var));
            return;
        }
        self.emit(InstrKind::Declare(var), object.loc);
        self.on_leaving(Leaving::Variable(var));
        if let Some(function) = object.cleanup {
            self.on_leaving(Leaving::Cleanup(var, function));
        }
        self.initialise(id, var);
    }

    /// A label may mean more than a place to jump to: `--error-label` forbids reaching it, and CBMC starts a
    /// thread at others.
    fn reach_label(&mut self, label: LabelId, loc: LocId) {
        let tree = self.tree;
        let function = &tree.functions[self.body.function.index()];
        let name = &function.labels[label.index()].name;
        if self.options.error_labels.contains(name) {
            let never = self.int(0, self.common.int, loc);
            let text = format!("the label `{name}` is never reached");
            self.claim(CheckKind::ErrorCall, never, text, loc);
        } else if name.starts_with("__CPROVER_ASYNC_") {
            let behind = self.begin_async(loc);
            self.body.threads.push(behind);
        }
    }

    /// Something that cannot be executed: reaching it is an error, and nothing follows.
    pub(crate) fn reach_unsupported(&mut self, what: &str, loc: LocId) {
        let never = self.int(0, self.common.int, loc);
        self.claim(
            CheckKind::Unsupported,
            never,
            format!("{what} is not supported"),
            loc,
        );
        self.emit(InstrKind::Abort, loc);
    }
}
