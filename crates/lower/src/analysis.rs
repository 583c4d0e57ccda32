//! What must be known about the whole tree before any of it is lowered.
//!
//! - Which expressions have effects: those must become instructions, and what was evaluated before them
//!   must be kept if they could change it.
//! - Which objects have their address taken: all others can only be changed by name.
//! - Which functions can end without a `return` of a value: the callers that use the value get a check.

use ctype::TypeTable;
use frontend::tree::{
    BuiltinOp, Expr, ExprId, ExprKind, FunctionId, ObjectId, StmtId, StmtKind, Storage, Tree,
};

pub(crate) struct Analysis {
    effects: Vec<bool>,
    addressed: Vec<bool>,
    falls_off: Vec<bool>,
}

impl Analysis {
    pub(crate) fn of(tree: &Tree, types: &TypeTable, threads: bool) -> Analysis {
        let addressed = addressed(tree);
        // Where there are threads, every read of what they share is an instruction.
        let shared = |expr: &Expr| threads && is_shared_read(tree, &addressed, expr);
        Analysis {
            effects: effects(tree, types, shared),
            addressed: addressed.clone(),
            falls_off: (0..tree.functions.len())
                .map(|index| falls_off_the_end(tree, types, FunctionId(index as u32)))
                .collect(),
        }
    }

    /// Whether evaluating the expression does anything but compute a value.
    pub(crate) fn has_effects(&self, expr: ExprId) -> bool {
        self.effects[expr.index()]
    }

    pub(crate) fn is_addressed(&self, object: ObjectId) -> bool {
        self.addressed[object.index()]
    }

    /// Of every object.
    pub(crate) fn addressed(&self) -> &[bool] {
        &self.addressed
    }

    pub(crate) fn falls_off(&self, function: FunctionId) -> bool {
        self.falls_off[function.index()]
    }
}

/// Whether the node itself, its operands aside, has an effect. `?:` with the middle left out needs a
/// temporary to evaluate its condition once, so it counts as one.
fn is_effect(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Assign { .. }
        | ExprKind::AssignOp { .. }
        | ExprKind::Step { .. }
        | ExprKind::Call { .. }
        | ExprKind::StmtExpr(_)
        | ExprKind::CompoundLiteral(_)
        | ExprKind::Elvis { .. }
        | ExprKind::VaStart { .. }
        | ExprKind::VaArg { .. }
        | ExprKind::VaEnd { .. }
        | ExprKind::VaCopy { .. }
        | ExprKind::Unsupported(_) => true,
        ExprKind::Builtin { op, .. } => !matches!(
            op,
            BuiltinOp::Clz
                | BuiltinOp::Ctz
                | BuiltinOp::Popcount
                | BuiltinOp::Parity
                | BuiltinOp::Ffs
                | BuiltinOp::Clrsb
                | BuiltinOp::ByteSwap
                | BuiltinOp::Abs
                | BuiltinOp::AddOverflowP
                | BuiltinOp::SubOverflowP
                | BuiltinOp::MulOverflowP
                | BuiltinOp::ObjectSize { .. }
                | BuiltinOp::IsNan
                | BuiltinOp::IsInf
                | BuiltinOp::IsFinite
                | BuiltinOp::IsNormal
                | BuiltinOp::SignBit
                | BuiltinOp::IsUnordered
                | BuiltinOp::IsLessGreater
                | BuiltinOp::FAbs
                | BuiltinOp::CopySign
        ),
        _ => false,
    }
}

/// An explicit worklist instead of recursion: the arena's order says nothing about who comes first, and the
/// depth is the input's.
fn effects(tree: &Tree, types: &TypeTable, shared: impl Fn(&Expr) -> bool) -> Vec<bool> {
    let mut parents: Vec<u32> = vec![u32::MAX; tree.exprs.len()];
    let mut effects = vec![false; tree.exprs.len()];
    let mut pending = Vec::new();
    for (index, expr) in tree.exprs.iter().enumerate() {
        expr.kind
            .operands(|operand| parents[operand.index()] = index as u32);
        // A conditional structure is copied by one of two assignments.
        let copies = matches!(expr.kind, ExprKind::Cond { .. }) && !types.is_scalar(expr.ty);
        if copies || is_effect(&expr.kind) || shared(expr) {
            pending.push(index);
        }
    }
    while let Some(index) = pending.pop() {
        if std::mem::replace(&mut effects[index], true) {
            continue;
        }
        if parents[index] != u32::MAX {
            pending.push(parents[index] as usize);
        }
    }
    effects
}

/// Whether an expression reads what another thread may change, or belongs to the thread that executes it.
fn is_shared_read(tree: &Tree, addressed: &[bool], expr: &Expr) -> bool {
    match expr.kind {
        ExprKind::Load(place) => root_object(tree, place).is_none_or(|object| {
            let local = matches!(
                tree.object(object).storage,
                Storage::Automatic | Storage::Parameter
            );
            !local || addressed[object.index()]
        }),
        ExprKind::Object(object) => tree.object(object).storage == Storage::Thread,
        _ => false,
    }
}

fn addressed(tree: &Tree) -> Vec<bool> {
    let mut subscripted = vec![false; tree.exprs.len()];
    for expr in &tree.exprs {
        if let ExprKind::Subscript { base, .. } = expr.kind {
            subscripted[base.index()] = true;
        }
    }
    let mut addressed = vec![false; tree.objects.len()];
    for (index, expr) in tree.exprs.iter().enumerate() {
        let place = match expr.kind {
            ExprKind::AddressOf(place) => place,
            ExprKind::ArrayDecay(place) if !subscripted[index] => place,
            _ => continue,
        };
        if let Some(object) = root_object(tree, place) {
            addressed[object.index()] = true;
        }
    }
    for (flag, object) in addressed.iter_mut().zip(&tree.objects) {
        *flag |= object.cleanup.is_some();
    }
    addressed
}

/// The object that a place lies in, if it is reached by name.
pub(crate) fn root_object(tree: &Tree, mut place: ExprId) -> Option<ObjectId> {
    loop {
        match tree.expr(place).kind {
            ExprKind::Object(object) | ExprKind::CompoundLiteral(object) => return Some(object),
            ExprKind::Member { base, .. } => place = base,
            ExprKind::Subscript { base, .. } => match tree.expr(base).kind {
                ExprKind::ArrayDecay(array) => place = array,
                _ => return None,
            },
            _ => return None,
        }
    }
}

fn falls_off_the_end(tree: &Tree, types: &TypeTable, id: FunctionId) -> bool {
    let function = tree.function(id);
    let void = types
        .function(function.ty)
        .is_none_or(|signature| types.is_void(signature.ret));
    match function.body {
        Some(body) if !void && function.name != "main" => completes(tree, body),
        _ => false,
    }
}

/// Whether control can reach the end of a statement, as far as its shape tells: conditions other than
/// constants count as both ways, and a label or an enclosing loop's `break` counts as reachable.
fn completes(tree: &Tree, id: StmtId) -> bool {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &tree.stmt(id).kind {
        StmtKind::Return(Some(_)) | StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue => false,
        StmtKind::Return(None) => true,
        StmtKind::Expr(expr) => !never_returns(tree, *expr),
        StmtKind::Block(stmts) => {
            // A jump target makes what follows reachable again.
            let mut reachable = true;
            for &stmt in stmts {
                reachable = (reachable || holds_target(tree, stmt)) && completes(tree, stmt);
            }
            reachable
        }
        StmtKind::If { then, otherwise, .. } => {
            otherwise.is_none_or(|otherwise| completes(tree, otherwise)) || completes(tree, *then)
        }
        StmtKind::While { cond, body } => !is_true(tree, *cond) || breaks(tree, *body),
        StmtKind::For { cond, body, .. } => {
            cond.is_some_and(|cond| !is_true(tree, cond)) || breaks(tree, *body)
        }
        StmtKind::DoWhile { body, cond } => !is_true(tree, *cond) || breaks(tree, *body),
        StmtKind::Switch { body, default, .. } => {
            default.is_none() || breaks(tree, *body) || completes(tree, *body)
        }
        StmtKind::Case { body } | StmtKind::Default { body } | StmtKind::Label { body, .. } => {
            completes(tree, *body)
        }
        StmtKind::Empty | StmtKind::Decls(_) => true,
        StmtKind::Unsupported(_) => false,
    })
}

/// Whether the statement holds a `break` that leaves it.
fn breaks(tree: &Tree, id: StmtId) -> bool {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &tree.stmt(id).kind {
        StmtKind::Break => true,
        StmtKind::Block(stmts) => stmts.iter().any(|&stmt| breaks(tree, stmt)),
        StmtKind::If { then, otherwise, .. } => {
            breaks(tree, *then) || otherwise.is_some_and(|otherwise| breaks(tree, otherwise))
        }
        StmtKind::Case { body } | StmtKind::Default { body } | StmtKind::Label { body, .. } => {
            breaks(tree, *body)
        }
        _ => false,
    })
}

fn holds_target(tree: &Tree, id: StmtId) -> bool {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &tree.stmt(id).kind {
        StmtKind::Case { .. } | StmtKind::Default { .. } | StmtKind::Label { .. } => true,
        StmtKind::Block(stmts) => stmts.iter().any(|&stmt| holds_target(tree, stmt)),
        StmtKind::If { then, otherwise, .. } => {
            holds_target(tree, *then) || otherwise.is_some_and(|otherwise| holds_target(tree, otherwise))
        }
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. } => {
            holds_target(tree, *body)
        }
        StmtKind::Switch { body, .. } => holds_target(tree, *body),
        _ => false,
    })
}

fn is_true(tree: &Tree, mut cond: ExprId) -> bool {
    loop {
        match tree.expr(cond).kind {
            ExprKind::Convert { operand, .. } => cond = operand,
            ExprKind::Int(value) => return value != 0,
            _ => return false,
        }
    }
}

fn never_returns(tree: &Tree, mut expr: ExprId) -> bool {
    loop {
        match &tree.expr(expr).kind {
            ExprKind::Convert { operand, .. } => expr = *operand,
            ExprKind::Builtin {
                op: BuiltinOp::Unreachable | BuiltinOp::Trap,
                ..
            } => return true,
            ExprKind::Call { callee, .. } => {
                return called_function(tree, *callee).is_some_and(|function| {
                    let function = tree.function(function);
                    function.noreturn || matches!(function.name.as_str(), "exit" | "abort" | "_Exit")
                });
            }
            _ => return false,
        }
    }
}

/// The function that a call names directly.
pub(crate) fn called_function(tree: &Tree, mut callee: ExprId) -> Option<FunctionId> {
    loop {
        match tree.expr(callee).kind {
            ExprKind::Function(function) => return Some(function),
            ExprKind::FunctionDecay(inner) | ExprKind::Deref(inner) | ExprKind::AddressOf(inner) => {
                callee = inner;
            }
            _ => return None,
        }
    }
}
