//! A program that begins at the head of a loop, or with a call of a procedure, in any state.
//!
//! Static variables that anything may change, and what the procedure has in variables of its own, are as if they had
//! never been written, which makes inputs of them. A pointer that is an input points at nothing, so that where a
//! pointer matters nothing can be said.

use std::collections::BTreeSet;

use ctype::TypeId;
use program::flow::CallGraph;
use program::{
    Builtin, Callee, ExprKind, FunctionId, InstrKind, Lifetime, Pc, PlaceBase, PlaceId, Program, VarId,
    Variable,
};
use source::LocId;

use super::Unit;
use crate::backward::is_read_from_outside;
use crate::summary::Lives;

pub(crate) struct Isolated {
    pub program: Program,
    /// What may be demanded behind the procedure: static variables, and the one that takes its result.
    pub behind: Vec<VarId>,
}

/// The function that the program starts with, if nothing else calls it.
pub(crate) fn start(program: &Program) -> Option<FunctionId> {
    let calls = CallGraph::new(program);
    let (_, start) = start_call(program, &calls)?;
    let called = program.functions.iter().enumerate().any(|(index, function)| {
        index != program.entry.index()
            && (function.body.iter()).any(|instr| calls.callees(&instr.kind).contains(&start))
    });
    (!called).then_some(start)
}

/// Where the entry calls the first function of the user's.
fn start_call(program: &Program, calls: &CallGraph) -> Option<(usize, FunctionId)> {
    let body = program.function(program.entry).body.iter().enumerate();
    let mut found = body.filter_map(|(at, instr)| match calls.callees(&instr.kind)[..] {
        [callee] if !program.function(callee).embedded => Some((at, callee)),
        _ => None,
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The program for one loop or recursion; nothing if it would not have all runs, or if leaving rounds out would number
/// inputs otherwise that are spoken of.
pub(crate) fn at(
    program: &Program,
    calls: &CallGraph,
    lives: &Lives,
    unit: Unit,
    names: &BTreeSet<String>,
) -> Option<Isolated> {
    let function = unit.function();
    if takes_inputs(program, calls, unit, names) {
        return None;
    }
    let (call, first) = start_call(program, calls)?;
    let is_start = start(program) == Some(function);
    let live = match unit {
        Unit::Loop(_, head) => lives.at(function, head),
        Unit::Recursion(_) => lives.at(function, Pc(0)),
    }?;
    let changes = |var: VarId| changes(program, calls, first, var);
    let params = &program.function(function).params;
    let lost = |var: &&VarId| {
        let argument = program.function(function).name == "main" && is_start && params.contains(var);
        let open = program.variable(**var).lifetime != Lifetime::Static || changes(**var);
        (open && has_pointers(program, program.variable(**var).ty)) || (argument && changes(**var))
    };
    if live.memory || live.vars.iter().any(|var| lost(&var)) {
        return None;
    }
    let mut isolated = program.clone();
    free_statics(&mut isolated, &changes)?;
    let mut behind = Vec::new();
    if !is_start {
        let result = called_alone(&mut isolated, call, function)?;
        let exit = lives.exit(function);
        if exit.memory {
            return None;
        }
        for var in &exit.vars {
            match program.variable(*var).lifetime {
                Lifetime::Static if changes(*var) => behind.push(*var),
                Lifetime::Static => {}
                _ => return None,
            }
        }
        behind.extend(result.filter(|_| lives.result(function)));
    }
    if let Unit::Loop(_, head) = unit
        && head != Pc(0)
    {
        let body = &mut isolated.functions[function.index()].body;
        if body
            .iter()
            .any(|instr| instr.kind.targets().any(|to| to == Pc(0)))
        {
            return None;
        }
        body[0].kind = InstrKind::Jump(head);
    }
    Some(Isolated {
        program: isolated,
        behind,
    })
}

/// Whether what may be left out takes inputs that assumptions mention, or reads from outside.
fn takes_inputs(program: &Program, calls: &CallGraph, unit: Unit, names: &BTreeSet<String>) -> bool {
    let function = unit.function();
    let all = &program.function(function).body;
    let own = match unit {
        Unit::Recursion(_) => &all[..],
        Unit::Loop(_, head) => {
            let back = |(_, instr): &(usize, &program::Instr)| instr.kind.targets().any(|to| to == head);
            let last = all.iter().enumerate().rfind(back);
            &all[head.index()..last.map_or(all.len(), |(at, _)| at + 1).max(head.index())]
        }
    };
    let mut called: BTreeSet<FunctionId> = BTreeSet::new();
    for instr in own {
        for callee in calls.callees(&instr.kind) {
            called.insert(callee);
            called.extend(&calls.effects(callee).calls);
        }
    }
    let bodies = called.iter().map(|callee| &program.function(*callee).body[..]);
    bodies.chain([own]).flatten().any(|instr| match &instr.kind {
        InstrKind::Input { input, .. } => names.contains(&program.inputs[input.index()].name),
        InstrKind::Declare(var) => names.contains(&program.variable(*var).name),
        InstrKind::Builtin { op, .. } => {
            is_read_from_outside(*op) || matches!(op, Builtin::FormatInto | Builtin::ParseFloat)
        }
        _ => false,
    })
}

/// Whether anything but its initialiser may store to a variable.
fn changes(program: &Program, calls: &CallGraph, start: FunctionId, var: VarId) -> bool {
    let effects = calls.effects(start);
    let variable = program.variable(var);
    !variable.read_only
        && (effects.stores.contains(&var) || (variable.addressed && effects.stores_through_pointers))
}

fn has_pointers(program: &Program, ty: TypeId) -> bool {
    let types = &program.types;
    if let Some(element) = types.element(ty).filter(|_| !types.is_scalar(ty)) {
        return has_pointers(program, element);
    }
    match types.record_of(ty).filter(|_| !types.is_scalar(ty)) {
        Some(record) => {
            let mut fields = types.record(record).fields.iter();
            fields.any(|field| has_pointers(program, field.ty))
        }
        None => types.integer(ty).is_none() && !types.is_float(ty),
    }
}

/// Takes the initialisers out of what may have changed.
fn free_statics(program: &mut Program, changes: &impl Fn(VarId) -> bool) -> Option<()> {
    let entry = program.entry.index();
    for at in 0..program.functions[entry].body.len() {
        let kind = &program.functions[entry].body[at].kind;
        match kind {
            InstrKind::Assign { place, .. } => {
                let PlaceBase::Var(var) = program.place(*place).base else {
                    return None;
                };
                if program.variable(var).lifetime == Lifetime::Static && changes(var) {
                    program.functions[entry].body[at].kind = InstrKind::Jump(Pc(at as u32 + 1));
                }
            }
            InstrKind::Builtin {
                op: Builtin::CopyMemory | Builtin::SetMemory,
                ..
            } => return None,
            _ => {}
        }
    }
    for index in 0..program.variables.len() {
        if program.variables[index].lifetime == Lifetime::Static && changes(VarId(index as u32)) {
            program.variables[index].external = true;
        }
    }
    Some(())
}

/// Has the entry call a function with any arguments; the answer is what takes its result.
fn called_alone(program: &mut Program, call: usize, function: FunctionId) -> Option<Option<VarId>> {
    let known = program.function(function).clone();
    if known.varargs.is_some() {
        return None;
    }
    let ret = program.types.function(known.ty)?.ret;
    let mut args = Vec::new();
    for param in &known.params {
        let (name, ty) = (program.variable(*param).name.clone(), program.variable(*param).ty);
        let (_, place) = outside(program, &name, ty, known.loc)?;
        args.push(program.add_expr(ExprKind::Load(place), ty, known.loc));
    }
    let result = match program.types.is_void(ret) {
        true => None,
        false => Some(outside(program, "result", ret, known.loc)?),
    };
    program.functions[program.entry.index()].body[call].kind = InstrKind::Call {
        dest: result.map(|(_, place)| place),
        callee: Callee::Direct(function),
        args: args.into(),
        varargs: None,
    };
    Some(result.map(|(var, _)| var))
}

/// A new scalar variable with any value.
fn outside(program: &mut Program, name: &str, ty: TypeId, loc: LocId) -> Option<(VarId, PlaceId)> {
    if !program.types.is_scalar(ty) {
        return None;
    }
    let align = program.types.align_of(ty);
    let var = program.add_variable(Variable {
        external: true,
        ..Variable::new(name, ty, align, Lifetime::Static, loc)
    });
    Some((var, program.add_place(PlaceBase::Var(var), Vec::new(), ty, loc)))
}
