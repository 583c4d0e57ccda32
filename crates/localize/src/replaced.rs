//! The program with a region replaced by any code.
//!
//! A region is a number of statements in a row, or the place between two of them. Its replacement may give any values
//! to the objects that are in scope by name there, and to what pointers among them point at, one step (`*p`,
//! `p->next`); each scalar part for itself and anew each time control comes by. It may leave the region in each way in
//! which the old statements can: behind them, by a jump of theirs, or returning any value. It reads nothing. So if no
//! choice of these values makes a run right, no code does that stands there, reads nothing, writes only what it can
//! name, and ends.
//!
//! Jumps inside a statement that go back to its start do not pass a place before it, and jumps from elsewhere to what
//! follows a list do not pass a place at its end.

use std::collections::BTreeSet;

use ctype::{ArrayLen, Type, TypeId};
use program::{
    ExprKind, FunctionId, InstrKind, Intrinsic, Lifetime, Pc, PlaceBase, PlaceId, Program, Projection, VarId,
};
use source::{LocId, SourceMap};

use super::instrument::{Instrumenter, flag_name, instr, value_name};
use super::splice::Entry;
use super::walk::Home;

/// Statements in a row, or a place between statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Region {
    /// By number among the lists of the program.
    pub list: usize,
    /// The first statement; for a place the one behind it, if there is one.
    pub first: usize,
    pub count: usize,
}

/// A scalar part of an object that the replacement may write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ScalarPart {
    pub name: String,
    var: VarId,
    /// Whether it is a part of what the variable points at.
    behind: bool,
    path: Vec<Step>,
    ty: TypeId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Field(u32),
    Index(u64),
}

/// What a replacement may write.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    pub parts: Vec<ScalarPart>,
    /// Whether that is all that is in scope by name.
    pub whole: bool,
}

impl Region {
    /// The instructions from the first one of the region to before the second.
    pub(super) fn range(self, program: &Program) -> (Pc, Pc) {
        let statements = &program.lists[self.list].statements;
        match (self.count, statements.get(self.first)) {
            (0, Some(statement)) => (statement.from, statement.from),
            (0, None) => {
                let end = statements.last().map_or(Pc(0), |last| last.to);
                (end, end)
            }
            (count, _) => (statements[self.first].from, statements[self.first + count - 1].to),
        }
    }

    pub(super) fn function(self, program: &Program) -> FunctionId {
        program.lists[self.list].function
    }
}

/// What can be written behind a region.
pub(super) fn scope(program: &Program, sources: &SourceMap, region: Region) -> Scope {
    let function = region.function(program);
    let (_, to) = region.range(program);
    let body = &program.function(function).body;
    let alive = |var: VarId| {
        let mut alive = false;
        for instr in &body[..to.index()] {
            match instr.kind {
                InstrKind::Declare(declared) if declared == var => alive = true,
                InstrKind::Dead(dead) if dead == var => alive = false,
                _ => {}
            }
        }
        alive
    };
    let mut found = Scope {
        whole: true,
        ..Scope::default()
    };
    for (index, variable) in program.variables.iter().enumerate() {
        let var = VarId(index as u32);
        let own = variable.function.is_none_or(|owner| owner == function);
        let seen = match variable.lifetime {
            Lifetime::Temporary => false,
            Lifetime::Parameter => variable.function == Some(function),
            Lifetime::Automatic => variable.function == Some(function) && alive(var),
            Lifetime::Static => own && variable.loc != LocId::NONE && !sources.is_embedded(variable.loc),
        };
        if seen && !variable.read_only && !variable.external {
            let name = variable.name.clone();
            parts(program, &mut found, (var, variable.ty), name, Vec::new());
            pointed_at(program, &mut found, var);
        }
    }
    // What a pointer points at is written before the pointer is.
    found.parts.sort_by_key(|part| !part.behind);
    found
}

/// What a variable that is a pointer points at.
fn pointed_at(program: &Program, found: &mut Scope, var: VarId) {
    let (types, variable) = (&program.types, program.variable(var));
    let Some(target) = types.pointee(variable.ty) else {
        return;
    };
    let name = &variable.name;
    let mut add = |name: String, path: Vec<Step>, ty: TypeId| {
        if types.is_scalar(ty) && found.parts.len() < budgets::localize::MAX_REPLACED_PARTS.count() {
            found.parts.push(ScalarPart {
                name,
                var,
                behind: true,
                path,
                ty,
            });
        }
    };
    match types.get(target) {
        Type::Record(record) if types.record(*record).layout.is_some() => {
            for (index, field) in types.record(*record).fields.iter().enumerate() {
                if let (Some(own), None) = (&field.name, field.bits) {
                    add(
                        format!("{name}->{own}"),
                        vec![Step::Field(index as u32)],
                        field.ty,
                    );
                }
            }
        }
        _ => add(format!("*{name}"), Vec::new(), target),
    }
}

fn parts(program: &Program, found: &mut Scope, (var, ty): (VarId, TypeId), name: String, path: Vec<Step>) {
    let types = &program.types;
    match types.get(ty) {
        Type::Array {
            elem,
            len: ArrayLen::Fixed(len),
        } if *len <= budgets::localize::MAX_REPLACED_ELEMENTS.get() => {
            for index in 0..*len {
                let inner = [&path[..], &[Step::Index(index)]].concat();
                parts(program, found, (var, *elem), format!("{name}[{index}]"), inner);
            }
        }
        Type::Record(record) if types.record(*record).kind == ctype::RecordKind::Struct => {
            for (index, field) in types.record(*record).fields.iter().enumerate() {
                let inner = [&path[..], &[Step::Field(index as u32)]].concat();
                match (&field.name, field.bits) {
                    (Some(own), None) => {
                        parts(program, found, (var, field.ty), format!("{name}.{own}"), inner);
                    }
                    _ => found.whole = false,
                }
            }
        }
        _ if types.is_scalar(ty) && found.parts.len() < budgets::localize::MAX_REPLACED_PARTS.count() => {
            found.parts.push(ScalarPart {
                name,
                var,
                behind: false,
                path,
                ty,
            });
        }
        _ => found.whole = false,
    }
}

/// The numbers under which a replacement's flags enter: the region's own, and one for each part that it may write.
pub(super) fn flags(base: usize, scope: &Scope) -> Vec<usize> {
    (base..=base + scope.parts.len()).collect()
}

/// The program with a region replaced. With `text`, it may also print anything.
pub(super) fn replaced(
    program: &Program,
    sources: &SourceMap,
    homes: &std::collections::HashMap<program::ExprId, Home>,
    region: Region,
    scope: &Scope,
    base: usize,
    text: bool,
) -> Program {
    let mut made = Instrumenter::new(program, sources, homes, false);
    let function = region.function(program);
    let (from, to) = region.range(program);
    let mut flags = Vec::new();
    for number in self::flags(base, scope) {
        let flag = made.variable(flag_name(number), made.bool, None);
        let place = made.var_place(flag);
        let input = made.input(place, flag_name(number));
        made.prologue.push(vec![input]);
        flags.push(flag);
    }
    let mut fragments = Vec::new();
    for (index, part) in scope.parts.iter().enumerate() {
        let number = base + 1 + index;
        let flag = flags[index + 1];
        let place = place_of(&mut made, part);
        let inside = if made.program.types.is_pointer(part.ty) {
            let old = place_of(&mut made, part);
            let old = made.expr(ExprKind::Load(old), part.ty, LocId::NONE);
            let (var, mut free) = made.free_pointer(number, 0, function, part.ty, flag, old);
            let value = made.load(var);
            free.push(instr(InstrKind::Assign { place, value }));
            free
        } else {
            vec![made.input(place, value_name(number, 0))]
        };
        if part.behind {
            let fragment = written_behind(&mut made, part, function, flag, inside);
            fragments.extend(fragment);
        } else {
            let fragment = made.only_if(flag, inside);
            fragments.push(fragment);
        }
    }
    if text {
        let print = made.free_print();
        let fragment = made.only_if(flags[0], vec![print]);
        fragments.push(fragment);
    }
    fragments.extend(left(
        &mut made,
        function,
        exits(program, function, from, to),
        base,
    ));
    if region.count > 0 {
        let fragment = made.only_if(flags[0], vec![instr(InstrKind::Jump(to))]);
        fragments.push(fragment);
    }
    let statements = &program.lists[region.list].statements;
    let entry = match statements.get(region.first) {
        Some(statement) => Entry {
            fragments,
            lo: statement.from,
            hi: statement.to,
            inside: false,
        },
        None => Entry {
            fragments,
            lo: statements.first().map_or(Pc(0), |first| first.from),
            hi: from,
            inside: true,
        },
    };
    made.entries.insert((function, from.0), entry);
    made.finish()
}

/// Each way out of a region may be taken.
fn left(
    made: &mut Instrumenter<'_>,
    function: FunctionId,
    exits: BTreeSet<Exit>,
    base: usize,
) -> Vec<Vec<program::Instr>> {
    let mut fragments = Vec::new();
    for (index, exit) in exits.into_iter().enumerate() {
        let name = format!("leave:{base}.{index}");
        let leaves = made.variable(name.clone(), made.bool, Some(function));
        let place = made.var_place(leaves);
        fragments.push(vec![made.input(place, name.clone())]);
        let inside = match exit {
            Exit::Jump(target) => vec![instr(InstrKind::Jump(target))],
            Exit::Return(None) => vec![instr(InstrKind::Return(None))],
            Exit::Return(Some(ty)) => {
                let name = format!("{name} with");
                let result = made.variable(name.clone(), ty, Some(function));
                let place = made.var_place(result);
                let input = made.input(place, name);
                let value = made.load(result);
                vec![input, instr(InstrKind::Return(Some(value)))]
            }
        };
        let fragment = made.only_if(leaves, inside);
        fragments.push(fragment);
    }
    fragments
}

/// A part, of new expressions.
fn place_of(made: &mut Instrumenter<'_>, part: &ScalarPart) -> PlaceId {
    let step = |step: &Step| match *step {
        Step::Field(field) => Projection::Field(field),
        Step::Index(index) => {
            let long = made.program.types.pointer_sized(true);
            Projection::Index(made.number(i128::from(index), long))
        }
    };
    let path: Vec<Projection> = part.path.iter().map(step).collect();
    let base = match part.behind {
        true => PlaceBase::Deref(made.load(part.var)),
        false => PlaceBase::Var(part.var),
    };
    made.place(base, path, part.ty)
}

/// Writes a part of what a pointer points at, if that can be written.
fn written_behind(
    made: &mut Instrumenter<'_>,
    part: &ScalarPart,
    function: FunctionId,
    flag: VarId,
    inside: Vec<program::Instr>,
) -> Vec<Vec<program::Instr>> {
    let pointee = made.program.types.pointee(made.program.variable(part.var).ty);
    let size = pointee.and_then(|target| made.program.types.size_of(target));
    let unsigned = made.program.types.pointer_sized(false);
    let pointer = made.load(part.var);
    let size = made.number(i128::from(size.unwrap_or(0)), unsigned);
    let kind = ExprKind::Intrinsic {
        op: Intrinsic::Writable,
        args: Box::new([pointer, size]),
    };
    let good = made.expr(kind, made.int, LocId::NONE);
    let lhs = made.load(flag);
    let both = made.expr(ExprKind::And { lhs, rhs: good }, made.int, LocId::NONE);
    let value = made.convert(both, made.bool);
    let can = made.variable(format!("can write {}", part.name), made.bool, Some(function));
    let place = made.var_place(can);
    let asked = vec![instr(InstrKind::Assign { place, value })];
    vec![asked, made.only_if(can, inside)]
}

/// How the statements of a region can be left, other than behind them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    Jump(Pc),
    Return(Option<TypeId>),
}

fn exits(program: &Program, function: FunctionId, from: Pc, to: Pc) -> BTreeSet<Exit> {
    let mut found = BTreeSet::new();
    let outside = |target: &Pc| *target < from || *target > to;
    for instr in &program.function(function).body[from.index()..to.index()] {
        found.extend(instr.kind.targets().filter(outside).map(Exit::Jump));
        if let InstrKind::Return(value) = &instr.kind {
            let ty = value.map(|value| program.expr(value).ty);
            let scalar = ty.is_none_or(|ty| program.types.is_scalar(ty) && !program.types.is_pointer(ty));
            if scalar {
                found.insert(Exit::Return(ty));
            }
        }
    }
    found
}
