//! Drops expressions and places that ended up in no instruction.
//!
//! Folding a constant, taking `*&x` apart or discarding a value leaves nodes behind. Removing them at the end
//! keeps the promise that every expression of a Program occurs exactly once.

use program::{Child, ChildMut, ExprId, ExprKind, PlaceBase, PlaceId, Program, Projection};

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
        expr.kind.children_mut(|child| map.child(child));
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
            instr.kind.children_mut(|child| map.child(child));
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
        instr.kind.children(|child| {
            if let Child::Place(place) = child {
                map.places[place.index()] = 0;
            }
        });
        program.instr_operands(&instr.kind, |expr, _| pending.push(expr));
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

    fn child(&self, child: ChildMut<'_>) {
        match child {
            ChildMut::Expr(id) => self.expr(id),
            ChildMut::Place(id) => self.place(id),
        }
    }
}
