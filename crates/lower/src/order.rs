//! Arguments whose order of evaluation a program can tell.
//!
//! C leaves the order open, and lowering fixes it. That only needs to be said where two arguments touch the same thing and
//! one of them writes it: `f(i++, i)`, or `f(next(), next())` where `next` counts in a static variable. What pointers point
//! at is taken for one thing, like everything that outlives a call. A function of the library is taken to read what it is
//! given, one without a body to do nothing.

use std::collections::BTreeSet;

use ctype::TypeTable;
use frontend::tree::{
    DeclPart, ExprId, ExprKind, FunctionId, InitEntry, ObjectId, StmtId, StmtKind, Storage, Tree,
};

use crate::analysis::{called_function, root_object};

/// What evaluating an expression reads and writes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Touched {
    read: BTreeSet<ObjectId>,
    written: BTreeSet<ObjectId>,
    reads_memory: bool,
    writes_memory: bool,
}

impl Touched {
    /// Whether what one writes is touched by the other.
    fn disturbs(&self, other: &Touched) -> bool {
        let named = |object| other.read.contains(object) || other.written.contains(object);
        (self.writes_memory && (other.reads_memory || other.writes_memory)) || self.written.iter().any(named)
    }

    fn call(&mut self, called: Called) {
        self.reads_memory |= called.reads;
        self.writes_memory |= called.writes;
    }
}

/// What calling a function does to what outlives the call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Called {
    reads: bool,
    writes: bool,
}

#[derive(Clone, Copy)]
enum Node {
    Expr(ExprId),
    Stmt(StmtId),
}

/// What each function does.
pub(crate) struct Order {
    called: Vec<Called>,
}

impl Order {
    pub(crate) fn of(
        tree: &Tree,
        types: &TypeTable,
        addressed: &[bool],
        is_model: impl Fn(FunctionId) -> bool,
    ) -> Order {
        let pointer = |&param: &ObjectId| types.is_pointer(tree.object(param).ty);
        let ids = || (0..tree.functions.len()).map(|index| FunctionId(index as u32));
        let model = |id| Called {
            reads: is_model(id) && tree.function(id).params.iter().any(pointer),
            writes: false,
        };
        let own: Vec<FunctionId> = ids().filter(|&id| !is_model(id)).collect();
        let mut order = Order {
            called: ids().map(model).collect(),
        };
        // Functions call each other; each round finds at least one more thing that one does.
        loop {
            let mut changed = false;
            for &id in &own {
                let does = order.function(tree, id, addressed);
                changed |= does != order.called[id.index()];
                order.called[id.index()] = does;
            }
            if !changed {
                return order;
            }
        }
    }

    /// Whether it can be told in which order these arguments are evaluated.
    pub(crate) fn matters(&self, tree: &Tree, addressed: &[bool], args: &[ExprId]) -> bool {
        let touched: Vec<Touched> = args
            .iter()
            .map(|&arg| self.touched(tree, addressed, Node::Expr(arg), None))
            .collect();
        let mut pairs = (0..touched.len()).flat_map(|left| (0..left).map(move |right| (left, right)));
        pairs.any(|(left, right)| {
            touched[left].disturbs(&touched[right]) || touched[right].disturbs(&touched[left])
        })
    }

    fn function(&self, tree: &Tree, id: FunctionId, addressed: &[bool]) -> Called {
        let Some(body) = tree.function(id).body else {
            return Called::default();
        };
        let touched = self.touched(tree, addressed, Node::Stmt(body), Some(id));
        Called {
            reads: touched.reads_memory,
            writes: touched.writes_memory,
        }
    }

    /// Everything below a node; the variables of a function that is called are its own.
    fn touched(&self, tree: &Tree, addressed: &[bool], root: Node, own: Option<FunctionId>) -> Touched {
        let mut touched = Touched::default();
        let mut pending = vec![root];
        while let Some(node) = pending.pop() {
            match node {
                Node::Stmt(id) => parts(&tree.stmt(id).kind, tree, &mut pending),
                Node::Expr(id) => {
                    let kind = &tree.expr(id).kind;
                    kind.operands(|operand| pending.push(Node::Expr(operand)));
                    self.touch(tree, addressed, kind, own, &mut touched, &mut pending);
                }
            }
        }
        touched
    }

    fn touch(
        &self,
        tree: &Tree,
        addressed: &[bool],
        kind: &ExprKind,
        own: Option<FunctionId>,
        touched: &mut Touched,
        pending: &mut Vec<Node>,
    ) {
        let (place, writes) = match *kind {
            ExprKind::Load(place) => (place, false),
            ExprKind::Assign { place, .. }
            | ExprKind::AssignOp { place, .. }
            | ExprKind::Step { place, .. } => (place, true),
            ExprKind::Call { callee, .. } => {
                let called = match called_function(tree, callee) {
                    Some(function) => self.called[function.index()],
                    None => Called {
                        reads: true,
                        writes: true,
                    },
                };
                return touched.call(called);
            }
            ExprKind::StmtExpr(stmt) => return pending.push(Node::Stmt(stmt)),
            ExprKind::VaArg { .. } => {
                touched.writes_memory = true;
                return;
            }
            _ => return,
        };
        let local = root_object(tree, place).filter(|object| {
            let storage = tree.object(*object).storage;
            matches!(storage, Storage::Automatic | Storage::Parameter)
                && (own.is_some() || !addressed[object.index()])
        });
        match (local, writes) {
            (Some(_), _) if own.is_some() => {}
            (Some(object), true) => drop(touched.written.insert(object)),
            (Some(object), false) => drop(touched.read.insert(object)),
            (None, true) => touched.writes_memory = true,
            (None, false) => touched.reads_memory = true,
        }
    }
}

/// The expressions and statements directly below a statement.
fn parts(kind: &StmtKind, tree: &Tree, pending: &mut Vec<Node>) {
    let mut expr = |id: ExprId| pending.push(Node::Expr(id));
    match kind {
        StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Unsupported(_)
        | StmtKind::Return(None) => {}
        StmtKind::Expr(value) | StmtKind::Return(Some(value)) => expr(*value),
        StmtKind::Decls(all) => {
            for part in all {
                if let DeclPart::Object(object) = part {
                    let entries: &[InitEntry] = tree.object(*object).init.as_deref().unwrap_or_default();
                    entries.iter().for_each(|entry| expr(entry.value));
                }
            }
        }
        StmtKind::Block(stmts) => pending.extend(stmts.iter().copied().map(Node::Stmt)),
        StmtKind::If {
            cond,
            then,
            otherwise,
        } => {
            expr(*cond);
            pending.push(Node::Stmt(*then));
            pending.extend(otherwise.map(Node::Stmt));
        }
        StmtKind::While { cond, body }
        | StmtKind::DoWhile { body, cond }
        | StmtKind::Switch { cond, body, .. } => {
            expr(*cond);
            pending.push(Node::Stmt(*body));
        }
        StmtKind::For {
            init,
            cond,
            step,
            body,
        } => {
            cond.iter().chain(step).copied().for_each(expr);
            pending.extend(init.map(Node::Stmt));
            pending.push(Node::Stmt(*body));
        }
        StmtKind::Case { body } | StmtKind::Default { body } | StmtKind::Label { body, .. } => {
            pending.push(Node::Stmt(*body));
        }
    }
}
