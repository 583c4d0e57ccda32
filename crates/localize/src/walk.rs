//! Where the expressions of a program are.

use std::collections::HashMap;

use program::{Builtin, ExprId, ExprKind, FunctionId, InstrKind, Pc, PlaceId, Program, VarId};

/// The instruction that an expression is evaluated by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Home {
    pub function: FunctionId,
    pub pc: Pc,
    /// Inside a claim or an assumption, which are never suspected.
    pub sacred: bool,
    /// Tested against zero, as the condition of a branch is.
    pub tested: bool,
}

/// The home of every expression that is evaluated.
pub(crate) fn homes(program: &Program) -> HashMap<ExprId, Home> {
    let mut homes = HashMap::new();
    for (index, function) in program.functions.iter().enumerate() {
        for (at, instr) in function.body.iter().enumerate() {
            let sacred = matches!(instr.kind, InstrKind::Claim(_) | InstrKind::Assume(_));
            let mut pending = Vec::new();
            program.instr_operands(&instr.kind, |expr, tested| pending.push((expr, tested)));
            while let Some((expr, tested)) = pending.pop() {
                let home = Home {
                    function: FunctionId(index as u32),
                    pc: Pc(at as u32),
                    sacred,
                    tested,
                };
                homes.insert(expr, home);
                match program.expr(expr).kind {
                    ExprKind::And { lhs, rhs } | ExprKind::Or { lhs, rhs } => {
                        pending.extend([(lhs, true), (rhs, true)]);
                    }
                    ExprKind::Unary {
                        op: program::UnaryOp::Not,
                        operand,
                    } => pending.push((operand, true)),
                    ExprKind::Cond {
                        cond,
                        then,
                        otherwise,
                    } => pending.extend([(cond, true), (then, tested), (otherwise, tested)]),
                    _ => program.operands(expr, |operand| pending.push((operand, false))),
                }
            }
        }
    }
    homes
}

/// Whether two expressions are the same text at the same place: one is a copy of the other.
pub(crate) fn is_copy(program: &Program, a: ExprId, b: ExprId) -> bool {
    let mut pending = vec![(a, b)];
    while let Some((a, b)) = pending.pop() {
        let (first, second) = (program.expr(a), program.expr(b));
        if first.loc != second.loc
            || first.ty != second.ty
            || std::mem::discriminant(&first.kind) != std::mem::discriminant(&second.kind)
        {
            return false;
        }
        let same = match (&first.kind, &second.kind) {
            (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
            (ExprKind::Float(a), ExprKind::Float(b)) => a == b,
            (ExprKind::FunctionAddress(a), ExprKind::FunctionAddress(b)) => a == b,
            (ExprKind::Binary { op: a, .. }, ExprKind::Binary { op: b, .. }) => a == b,
            (ExprKind::Unary { op: a, .. }, ExprKind::Unary { op: b, .. }) => a == b,
            (ExprKind::Load(a), ExprKind::Load(b)) | (ExprKind::AddressOf(a), ExprKind::AddressOf(b)) => {
                let (a, b) = (program.place(*a), program.place(*b));
                let base = |place: &program::Place| match place.base {
                    program::PlaceBase::Var(var) => Some(var),
                    program::PlaceBase::Deref(_) => None,
                };
                base(a) == base(b) && a.path.len() == b.path.len() && a.ty == b.ty
            }
            _ => true,
        };
        if !same {
            return false;
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        program.operands(a, |operand| left.push(operand));
        program.operands(b, |operand| right.push(operand));
        if left.len() != right.len() {
            return false;
        }
        pending.extend(left.into_iter().zip(right));
    }
    true
}

/// All expressions below one, itself included.
pub(crate) fn below(program: &Program, root: ExprId) -> Vec<ExprId> {
    let mut found = vec![root];
    let mut next = 0;
    while let Some(&expr) = found.get(next) {
        next += 1;
        program.operands(expr, |operand| found.push(operand));
    }
    found
}

/// The contents of the string literals, which the program's start stores.
pub(crate) fn literals(program: &Program) -> HashMap<VarId, Vec<u8>> {
    let mut found = HashMap::new();
    for instr in &program.function(program.entry).body {
        let InstrKind::Assign { place, value } = instr.kind else {
            continue;
        };
        let place = program.place(place);
        if let (program::PlaceBase::Var(var), true, ExprKind::Bytes(text)) =
            (place.base, place.path.is_empty(), &program.expr(value).kind)
            && program.variable(var).read_only
        {
            let mut text = program.string(*text).to_vec();
            while text.last() == Some(&0) {
                text.pop();
            }
            found.insert(var, text);
        }
    }
    found
}

/// The literal that a pointer expression names.
pub(crate) fn literal_of<'a>(
    program: &Program,
    literals: &'a HashMap<VarId, Vec<u8>>,
    mut expr: ExprId,
) -> Option<&'a [u8]> {
    while let ExprKind::Convert(operand) = program.expr(expr).kind {
        expr = operand;
    }
    let ExprKind::AddressOf(place) = program.expr(expr).kind else {
        return None;
    };
    let place = program.place(place);
    let start = place.path.iter().all(|step| match step {
        program::Projection::Index(index) => program.expr(*index).kind == ExprKind::Int(0),
        program::Projection::Field(_) => false,
    });
    match place.base {
        program::PlaceBase::Var(var) if start => literals.get(&var).map(Vec::as_slice),
        _ => None,
    }
}

/// Whether an instruction makes a heap object, and where its address goes.
pub(crate) fn allocates(kind: &InstrKind) -> Option<PlaceId> {
    match kind {
        InstrKind::Builtin {
            dest,
            op: Builtin::Allocate(program::Allocation::Heap | program::Allocation::ZeroedHeap),
            ..
        } => *dest,
        _ => None,
    }
}

/// The scalar that an address is the address of, if it is a number.
pub(crate) fn target_of(program: &Program, mut address: ExprId) -> Option<PlaceId> {
    while let ExprKind::Convert(operand) = program.expr(address).kind {
        address = operand;
    }
    let ExprKind::AddressOf(place) = program.expr(address).kind else {
        return None;
    };
    let ty = program.place(place).ty;
    let number = program.types.is_scalar(ty) && !program.types.is_pointer(ty);
    number.then_some(place)
}
