//! Blocks, what dies at their end, and where jumps go.
//!
//! A jump out of a block ends the lives of the block's variables, so for `goto` the blocks around the label
//! must be known before the label is reached: a walk over the statements collects them.

use std::collections::HashMap;

use frontend::tree::{self, LabelId, StmtId, StmtKind, Tree};
use program::{Builtin, Callee, FunctionId, InstrKind, VarId};
use source::LocId;

use crate::build::Target;
use crate::lowerer::Lowerer;

/// What must happen when a block is left.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Leaving {
    /// The variable dies.
    Variable(VarId),
    /// The storage behind the pointer variable is released.
    Vla(VarId),
    /// The function is called with the variable's address.
    Cleanup(VarId, tree::FunctionId),
}

#[derive(Debug)]
struct Scope {
    id: StmtId,
    leaving: Vec<Leaving>,
}

#[derive(Debug, Clone, Copy)]
struct Exit {
    target: Target,
    depth: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Scopes {
    stack: Vec<Scope>,
    breaks: Vec<Exit>,
    continues: Vec<Exit>,
    labels: HashMap<LabelId, (Target, Vec<StmtId>)>,
    /// For labels that have been passed: how much there was to leave in each block around them.
    passed: HashMap<LabelId, Vec<usize>>,
    cases: HashMap<StmtId, Target>,
}

impl Lowerer<'_> {
    /// Makes a target for each label in the statement.
    pub(crate) fn prepare_labels(&mut self, _function: tree::FunctionId, body: StmtId) {
        let mut path: Vec<StmtId> = self.body.scopes.stack.iter().map(|scope| scope.id).collect();
        let mut found = Vec::new();
        collect_labels(self.tree, body, &mut path, &mut found);
        for (label, path) in found {
            let target = self.new_target();
            self.body.scopes.labels.insert(label, (target, path));
        }
    }

    pub(crate) fn label_target(&self, label: LabelId) -> Option<Target> {
        self.body.scopes.labels.get(&label).map(|(target, _)| *target)
    }

    /// The statements from here on come after the label.
    pub(crate) fn pass_label(&mut self, label: LabelId) {
        let scopes = &mut self.body.scopes;
        let declared = scopes.stack.iter().map(|scope| scope.leaving.len()).collect();
        scopes.passed.insert(label, declared);
    }

    pub(crate) fn set_case_target(&mut self, stmt: StmtId, target: Target) {
        self.body.scopes.cases.insert(stmt, target);
    }

    pub(crate) fn case_target(&self, stmt: StmtId) -> Option<Target> {
        self.body.scopes.cases.get(&stmt).copied()
    }

    pub(crate) fn enter_scope(&mut self, id: StmtId) {
        self.body.scopes.stack.push(Scope {
            id,
            leaving: Vec::new(),
        });
        self.begin_skipped(&[id], self.tree.stmt(id).loc);
    }

    pub(crate) fn is_inside(&self, block: StmtId) -> bool {
        self.body.scopes.stack.iter().any(|scope| scope.id == block)
    }

    /// The end of a block reached from inside.
    pub(crate) fn leave_scope(&mut self, loc: LocId) {
        let depth = self.body.scopes.stack.len() - 1;
        self.unwind_to(depth, loc);
        self.body.scopes.stack.pop();
    }

    pub(crate) fn on_leaving(&mut self, what: Leaving) {
        if let Some(scope) = self.body.scopes.stack.last_mut() {
            scope.leaving.push(what);
        }
    }

    /// Emits what leaving the scopes above `depth` takes, without leaving them.
    fn unwind_to(&mut self, depth: usize, loc: LocId) {
        let leaving: Vec<Leaving> = self.body.scopes.stack[depth..]
            .iter()
            .rev()
            .flat_map(|scope| scope.leaving.iter().rev().copied())
            .collect();
        self.emit_leaving(&leaving, loc);
    }

    fn emit_leaving(&mut self, leaving: &[Leaving], loc: LocId) {
        for &what in leaving {
            match what {
                Leaving::Variable(var) => self.emit(InstrKind::Dead(var), loc),
                Leaving::Vla(var) => {
                    let pointer = self.load_var(var, loc);
                    let args = Box::from([pointer]);
                    self.emit(
                        InstrKind::Builtin {
                            dest: None,
                            op: Builtin::ReleaseVla,
                            args,
                        },
                        loc,
                    );
                }
                Leaving::Cleanup(var, function) => self.call_cleanup(var, function, loc),
            }
        }
    }

    fn call_cleanup(&mut self, var: VarId, function: tree::FunctionId, loc: LocId) {
        let place = self.var_place(var, loc);
        let address = self.address_of(place, loc);
        // The handler may take `void *` or another type than the variable's.
        let signature = self.program.types.function(self.tree.function(function).ty);
        let param = signature.and_then(|signature| signature.params.first().copied());
        let address = match param {
            Some(param) => self.convert(address, param, loc),
            None => address,
        };
        let callee = Callee::Direct(FunctionId(function.0));
        self.emit(
            InstrKind::Call {
                dest: None,
                callee,
                args: Box::from([address]),
                varargs: None,
            },
            loc,
        );
    }

    /// Whether returning from here runs code (`__attribute__((cleanup))`).
    pub(crate) fn has_cleanups(&self) -> bool {
        let scopes = &self.body.scopes.stack;
        scopes
            .iter()
            .flat_map(|scope| &scope.leaving)
            .any(|what| matches!(what, Leaving::Cleanup(..)))
    }

    pub(crate) fn run_cleanups(&mut self, loc: LocId) {
        let leaving: Vec<Leaving> = self
            .body
            .scopes
            .stack
            .iter()
            .rev()
            .flat_map(|scope| scope.leaving.iter().rev().copied())
            .collect();
        for what in leaving {
            if let Leaving::Cleanup(var, function) = what {
                self.call_cleanup(var, function, loc);
            }
        }
    }

    pub(crate) fn push_break(&mut self, target: Target) {
        let depth = self.body.scopes.stack.len();
        self.body.scopes.breaks.push(Exit { target, depth });
    }

    pub(crate) fn pop_break(&mut self) {
        self.body.scopes.breaks.pop();
    }

    pub(crate) fn push_loop(&mut self, on_break: Target, on_continue: Target) {
        let depth = self.body.scopes.stack.len();
        self.body.scopes.breaks.push(Exit {
            target: on_break,
            depth,
        });
        self.body.scopes.continues.push(Exit {
            target: on_continue,
            depth,
        });
    }

    pub(crate) fn pop_loop(&mut self) {
        self.body.scopes.breaks.pop();
        self.body.scopes.continues.pop();
    }

    pub(crate) fn jump_break(&mut self, loc: LocId) {
        let exit = self.body.scopes.breaks.last().copied();
        self.jump_exit(exit, "break", loc);
    }

    pub(crate) fn jump_continue(&mut self, loc: LocId) {
        let exit = self.body.scopes.continues.last().copied();
        self.jump_exit(exit, "continue", loc);
    }

    fn jump_exit(&mut self, exit: Option<Exit>, word: &str, loc: LocId) {
        match exit {
            Some(exit) => {
                self.unwind_to(exit.depth, loc);
                self.jump(exit.target, loc);
            }
            None => self.unsupported_at(loc, format!("`{word}` outside of a loop")),
        }
    }

    pub(crate) fn jump_label(&mut self, label: LabelId, loc: LocId) {
        let Some((target, path)) = self.body.scopes.labels.get(&label).cloned() else {
            self.unsupported_at(loc, "a jump into a statement expression is not supported");
            return;
        };
        let common = self
            .body
            .scopes
            .stack
            .iter()
            .zip(&path)
            .take_while(|(scope, id)| scope.id == **id)
            .count();
        self.unwind_to(common, loc);
        self.unwind_behind(label, common, loc);
        self.begin_skipped(&path[common..], loc);
        self.jump(target, loc);
    }

    /// A jump back inside a block that goes on: the variables declared since the label leave their scope.
    /// Their clean-up runs and run-time arrays go; other variables live as long as the block does.
    fn unwind_behind(&mut self, label: LabelId, common: usize, loc: LocId) {
        let scopes = &self.body.scopes;
        let Some(innermost) = common.checked_sub(1) else {
            return;
        };
        let Some(&passed) = scopes
            .passed
            .get(&label)
            .and_then(|lengths| lengths.get(innermost))
        else {
            return;
        };
        let since: Vec<Leaving> = scopes.stack[innermost].leaving[passed..]
            .iter()
            .rev()
            .filter(|what| !matches!(what, Leaving::Variable(_)))
            .copied()
            .collect();
        self.emit_leaving(&since, loc);
    }
}

fn collect_labels(tree: &Tree, id: StmtId, path: &mut Vec<StmtId>, found: &mut Vec<(LabelId, Vec<StmtId>)>) {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &tree.stmt(id).kind {
        StmtKind::Block(stmts) => {
            path.push(id);
            for &stmt in stmts {
                collect_labels(tree, stmt, path, found);
            }
            path.pop();
        }
        StmtKind::For { body, .. } => {
            path.push(id);
            collect_labels(tree, *body, path, found);
            path.pop();
        }
        StmtKind::If { then, otherwise, .. } => {
            collect_labels(tree, *then, path, found);
            if let Some(otherwise) = otherwise {
                collect_labels(tree, *otherwise, path, found);
            }
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case { body }
        | StmtKind::Default { body } => collect_labels(tree, *body, path, found),
        StmtKind::Label { label, body } => {
            found.push((*label, path.clone()));
            collect_labels(tree, *body, path, found);
        }
        StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Decls(_)
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(_)
        | StmtKind::Unsupported(_) => {}
    });
}
