//! The last pass over a program that starts threads: where another thread may run is an instruction.
//!
//! Lowering has put every value that another thread could change into a temporary as it was read, so that an instruction
//! makes at most one access that others can see; here the results of calls follow, and [`ThreadOp::Point`] is
//! put before each such access, and before the end of the process. The claims that stand before an access belong to it: what they say of a pointer must
//! still be so when it is used, so the point is before them. Inside an operation on an atomic object there is none.

use std::collections::HashSet;

use program::{
    AtomicKind, Builtin, ExprKind, FunctionId, Instr, InstrKind, Pc, Place, PlaceBase, PlaceId, Program,
    ThreadOp, VarId,
};
use source::LocId;

pub(crate) fn split(program: &mut Program) {
    for index in 0..program.functions.len() {
        let id = FunctionId(index as u32);
        if program.functions[index].body.is_empty() {
            continue;
        }
        let body = std::mem::take(&mut program.functions[index].body);
        let (body, moved) = match id == program.entry {
            // Nobody else is there before `main`, but others may go on until its process ends.
            true => with_points(body, ends_process),
            false => {
                let body = results_apart(program, id, body);
                with_points(body, |kind| {
                    ends_process(kind) || program.visible_accesses(kind) > 0
                })
            }
        };
        program.functions[index].body = body;
        move_lists(program, id, &moved);
    }
}

/// Where each instruction went; one more for the end.
type Moved = Vec<u32>;

fn retarget(body: &mut [Instr], moved: &Moved) {
    for instr in body {
        instr.kind.for_each_target(|pc| *pc = Pc(moved[pc.index()]));
    }
}

fn move_lists(program: &mut Program, function: FunctionId, moved: &Moved) {
    let lists = program.lists.iter_mut().filter(|list| list.function == function);
    for statement in lists.flat_map(|list| &mut list.statements) {
        statement.from = Pc(moved[statement.from.index()]);
        statement.to = Pc(moved[statement.to.index()]);
    }
}

/// What a call or builtin gives is stored by an instruction of its own where others can see it.
fn results_apart(program: &mut Program, function: FunctionId, body: Vec<Instr>) -> Vec<Instr> {
    let mut moved = Vec::with_capacity(body.len() + 1);
    let mut new: Vec<Instr> = Vec::with_capacity(body.len());
    for mut instr in body {
        moved.push(new.len() as u32);
        let dest = match &mut instr.kind {
            InstrKind::Call { dest, .. } | InstrKind::Builtin { dest, .. } => dest.as_mut(),
            _ => None,
        };
        let dest = dest.filter(|dest| program.is_visible(program.place(**dest)));
        let Some(dest) = dest else {
            new.push(instr);
            continue;
        };
        let place = *dest;
        let ty = program.place(place).ty;
        let (temp, loc) = (temporary(program, function, ty, instr.loc), instr.loc);
        *dest = variable_place(program, temp, loc);
        let from = variable_place(program, temp, loc);
        let value = program.add_expr(ExprKind::Load(from), ty, loc);
        new.push(instr);
        let kind = InstrKind::Assign { place, value };
        new.push(Instr { kind, loc });
    }
    moved.push(new.len() as u32);
    retarget(&mut new, &moved);
    move_lists(program, function, &moved);
    new
}

fn temporary(program: &mut Program, function: FunctionId, ty: ctype::TypeId, loc: LocId) -> VarId {
    program.add_temporary("result", ty, function, loc)
}

fn variable_place(program: &mut Program, var: VarId, loc: LocId) -> PlaceId {
    let ty = program.variable(var).ty;
    program.places.push(Place {
        base: PlaceBase::Var(var),
        path: Box::from([]),
        ty,
        loc,
    });
    PlaceId(program.places.len() as u32 - 1)
}

/// Whether all threads end with an instruction.
fn ends_process(kind: &InstrKind) -> bool {
    matches!(kind, InstrKind::Halt(_) | InstrKind::Abort)
}

/// Another thread may run before instructions that others notice.
fn with_points(body: Vec<Instr>, noticed: impl Fn(&InstrKind) -> bool) -> (Vec<Instr>, Moved) {
    let targets: HashSet<u32> = body
        .iter()
        .flat_map(|instr| instr.kind.targets())
        .map(|pc| pc.0)
        .collect();
    let mut before = vec![false; body.len() + 1];
    let mut inside = false;
    for (index, instr) in body.iter().enumerate() {
        match instr.kind {
            InstrKind::Builtin {
                op: Builtin::Thread(op),
                ..
            } => match op {
                ThreadOp::AtomicBegin(AtomicKind::Operation) => inside = true,
                ThreadOp::AtomicEnd(AtomicKind::Operation) => inside = false,
                _ => {}
            },
            _ if !inside && noticed(&instr.kind) => {
                let mut at = index;
                while at > 0
                    && !targets.contains(&(at as u32))
                    && matches!(body[at - 1].kind, InstrKind::Claim(_))
                {
                    at -= 1;
                }
                before[at] = true;
            }
            _ => {}
        }
    }
    let mut moved = Vec::with_capacity(body.len() + 1);
    let mut new: Vec<Instr> = Vec::with_capacity(body.len() * 2);
    for (index, instr) in body.into_iter().enumerate() {
        moved.push(new.len() as u32);
        if before[index] {
            let op = Builtin::Thread(ThreadOp::Point);
            let (dest, args) = (None, Box::from([]));
            let kind = InstrKind::Builtin { dest, op, args };
            new.push(Instr { kind, loc: instr.loc });
        }
        new.push(instr);
    }
    moved.push(new.len() as u32);
    retarget(&mut new, &moved);
    (new, moved)
}
