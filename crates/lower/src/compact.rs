//! Drops expressions and places that ended up in no instruction.
//!
//! Folding a constant, taking `*&x` apart or discarding a value leaves nodes behind. Removing them at the end
//! keeps the promise that every expression of a Program occurs exactly once.

use program::{Callee, ExprId, ExprKind, InstrKind, PlaceBase, PlaceId, Program, Projection};

const UNUSED: u32 = u32::MAX;

struct Renumbering {
    exprs: Vec<u32>,
    places: Vec<u32>,
}

pub(crate) fn compact(program: &mut Program) {
    let mut map = mark(program);
    number(&mut map.exprs);
    number(&mut map.places);
    let mut index = 0;
    program.exprs.retain(|_| {
        index += 1;
        map.exprs[index - 1] != UNUSED
    });
    index = 0;
    program.places.retain(|_| {
        index += 1;
        map.places[index - 1] != UNUSED
    });
    for expr in &mut program.exprs {
        map.expr_kind(&mut expr.kind);
    }
    for place in &mut program.places {
        if let PlaceBase::Deref(pointer) = &mut place.base {
            map.expr(pointer);
        }
        for step in &mut place.path {
            if let Projection::Index(index) = step {
                map.expr(index);
            }
        }
    }
    for function in &mut program.functions {
        for instr in &mut function.body {
            map.instr(&mut instr.kind);
        }
    }
    for claim in &mut program.claims {
        map.expr(&mut claim.cond);
    }
    program.components.retain_mut(|component| {
        let used = map.exprs[component.expr.index()] != UNUSED;
        if used {
            map.expr(&mut component.expr);
        }
        used
    });
}

fn number(used: &mut [u32]) {
    let mut next = 0;
    for slot in used {
        if *slot != UNUSED {
            *slot = next;
            next += 1;
        }
    }
}

fn mark(program: &Program) -> Renumbering {
    let mut map = Renumbering {
        exprs: vec![UNUSED; program.exprs.len()],
        places: vec![UNUSED; program.places.len()],
    };
    let mut pending: Vec<ExprId> = Vec::new();
    for instr in program.functions.iter().flat_map(|function| &function.body) {
        let mut place = |id: PlaceId, pending: &mut Vec<ExprId>| {
            map.places[id.index()] = 0;
            program.place_operands(id, |expr| pending.push(expr));
        };
        match &instr.kind {
            InstrKind::Declare(_) | InstrKind::Dead(_) | InstrKind::Jump(_) | InstrKind::Abort => {}
            InstrKind::Assign { place: target, value } => {
                place(*target, &mut pending);
                pending.push(*value);
            }
            InstrKind::Input { place: target, .. } => place(*target, &mut pending),
            InstrKind::Assume(expr) | InstrKind::Halt(expr) => pending.push(*expr),
            InstrKind::Claim(claim) => pending.push(program.claim(*claim).cond),
            InstrKind::Branch { cond, .. } => pending.push(*cond),
            InstrKind::Switch { value, .. } => pending.push(*value),
            InstrKind::Call {
                dest,
                callee,
                args,
                varargs,
            } => {
                if let Some(dest) = dest {
                    place(*dest, &mut pending);
                }
                if let Callee::Indirect(pointer) = callee {
                    pending.push(*pointer);
                }
                pending.extend(args);
                pending.extend(varargs);
            }
            InstrKind::Return(value) => pending.extend(value),
            InstrKind::Builtin { dest, args, .. } => {
                if let Some(dest) = dest {
                    place(*dest, &mut pending);
                }
                pending.extend(args);
            }
        }
        while let Some(expr) = pending.pop() {
            map.exprs[expr.index()] = 0;
            if let ExprKind::Load(inner) | ExprKind::AddressOf(inner) | ExprKind::Initialised(inner) =
                program.expr(expr).kind
            {
                map.places[inner.index()] = 0;
            }
            program.operands(expr, |operand| pending.push(operand));
        }
    }
    map
}

impl Renumbering {
    fn expr(&self, id: &mut ExprId) {
        id.0 = self.exprs[id.index()];
    }

    fn place(&self, id: &mut PlaceId) {
        id.0 = self.places[id.index()];
    }

    fn expr_kind(&self, kind: &mut ExprKind) {
        match kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::Zero
            | ExprKind::Bytes(_) => {}
            ExprKind::Load(place) | ExprKind::AddressOf(place) | ExprKind::Initialised(place) => {
                self.place(place);
            }
            ExprKind::Unary { operand, .. }
            | ExprKind::Convert(operand)
            | ExprKind::Fits { value: operand, .. } => self.expr(operand),
            ExprKind::Binary { lhs, rhs, .. }
            | ExprKind::PointerAdd {
                pointer: lhs,
                index: rhs,
                ..
            }
            | ExprKind::PointerDiff { lhs, rhs, .. }
            | ExprKind::And { lhs, rhs }
            | ExprKind::Or { lhs, rhs }
            | ExprKind::Overflows { lhs, rhs, .. }
            | ExprKind::Wrapped { lhs, rhs, .. } => {
                self.expr(lhs);
                self.expr(rhs);
            }
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => {
                self.expr(cond);
                self.expr(then);
                self.expr(otherwise);
            }
            ExprKind::Intrinsic { args, .. } => args.iter_mut().for_each(|arg| self.expr(arg)),
        }
    }

    fn instr(&self, kind: &mut InstrKind) {
        match kind {
            InstrKind::Declare(_)
            | InstrKind::Dead(_)
            | InstrKind::Jump(_)
            | InstrKind::Abort
            | InstrKind::Claim(_) => {}
            InstrKind::Assign { place, value } => {
                self.place(place);
                self.expr(value);
            }
            InstrKind::Input { place, .. } => self.place(place),
            InstrKind::Assume(expr) | InstrKind::Halt(expr) => self.expr(expr),
            InstrKind::Branch { cond, .. } => self.expr(cond),
            InstrKind::Switch { value, .. } => self.expr(value),
            InstrKind::Call {
                dest,
                callee,
                args,
                varargs,
            } => {
                dest.iter_mut().for_each(|dest| self.place(dest));
                if let Callee::Indirect(pointer) = callee {
                    self.expr(pointer);
                }
                args.iter_mut().chain(varargs).for_each(|arg| self.expr(arg));
            }
            InstrKind::Return(value) => value.iter_mut().for_each(|value| self.expr(value)),
            InstrKind::Builtin { dest, args, .. } => {
                dest.iter_mut().for_each(|dest| self.place(dest));
                args.iter_mut().for_each(|arg| self.expr(arg));
            }
        }
    }
}
