//! Statements that may be missing.
//!
//! Between any two statements one is put in: an assignment of a constant of the function or of another variable, `++`,
//! `--`, `break`, `return`. Places are positions of the Program where a statement ends or where control enters one. What a
//! statement may name is what is visible there.

use std::collections::{BTreeMap, BTreeSet};

use ctype::TypeId;
use program::{
    Arm, BinaryOp, Construct, ExprKind, FunctionId, Instr, InstrKind, Lifetime, OverflowOp, Pc, Program,
    VarId,
};
use source::{LocId, SourceMap};

use super::edits::{Edit, EditOf, Trials};
use super::instrument::instr;
use super::weave::FRAGMENT;

/// Variables and constants that one place may name.
const MOST_VARIABLES: usize = 8;
const MOST_CONSTANTS: usize = 8;
/// Larger functions have too many places.
const MOST_PLACES: usize = 120;

#[derive(Debug, Clone)]
enum Statement {
    SetNumber(VarId, i128),
    SetVariable(VarId, VarId),
    Count(VarId, BinaryOp),
    Break(Pc, Vec<VarId>),
    ReturnNumber(TypeId, i128),
    ReturnVariable(TypeId, VarId),
    Return,
}

/// Where a statement can be put in.
#[derive(Debug, Clone, Copy)]
struct Place {
    pc: u32,
    before: bool,
    loc: LocId,
}

/// Puts statements in at every place that a run comes by.
pub(crate) fn add_missing(
    trials: &mut Trials<'_>,
    program: &Program,
    sources: &SourceMap,
    visited: &BTreeSet<(FunctionId, Pc)>,
) {
    for (index, function) in program.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        let own = function.loc != LocId::NONE && !sources.is_embedded(function.loc);
        if function.embedded || id == program.entry || !own {
            continue;
        }
        if !visited.iter().any(|(visited, _)| *visited == id) {
            continue;
        }
        let constants = constants(trials, id);
        let places = places(program, sources, id);
        for place in places.into_iter().take(MOST_PLACES) {
            if trials.is_full() {
                return;
            }
            let comes_by = visited.contains(&(id, Pc(place.pc)))
                || !matches!(
                    function.body[place.pc as usize].kind,
                    InstrKind::Assign { .. } | InstrKind::Branch { .. }
                );
            if comes_by {
                put_in(trials, program, id, place, &constants);
            }
        }
    }
}

/// Numbers that the function names, and the usual ones; the small ones first.
fn constants(trials: &Trials<'_>, function: FunctionId) -> Vec<i128> {
    let program = trials.made.original();
    let mut found = BTreeSet::from([0, 1]);
    for (expr, home) in trials.homes {
        let item = program.expr(*expr);
        if let ExprKind::Int(number) = item.kind
            && home.function == function
            && !home.sacred
            && item.loc != LocId::NONE
            && program.types.is_integer(item.ty)
        {
            found.insert(number);
        }
    }
    let mut found: Vec<i128> = found.into_iter().collect();
    found.sort_by_key(|number| (number.unsigned_abs(), *number));
    found.truncate(MOST_CONSTANTS);
    found
}

/// Places between statements, in the order of the program.
fn places(program: &Program, sources: &SourceMap, id: FunctionId) -> Vec<Place> {
    let body = &program.function(id).body;
    // After a statement: the text behind it is a semicolon. Its last instruction counts.
    let mut ends: BTreeMap<(u32, u32), Place> = BTreeMap::new();
    for (pc, instr) in body.iter().enumerate() {
        let loc = match instr.kind {
            InstrKind::Assign { .. } | InstrKind::Call { .. } => instr.loc,
            InstrKind::Declare(var) if program.variable(var).lifetime == Lifetime::Automatic => {
                program.variable(var).loc
            }
            _ => continue,
        };
        if let Some(end) = statement_end(sources, loc) {
            let place = Place {
                pc: pc as u32,
                before: false,
                loc,
            };
            ends.insert(end, place);
        }
    }
    // Before what control jumps to, unless that is the head of a loop.
    let mut entries: BTreeSet<u32> = BTreeSet::new();
    let mut heads: BTreeSet<u32> = BTreeSet::new();
    for (pc, instr) in body.iter().enumerate() {
        for target in targets(&instr.kind) {
            entries.insert(target.0);
            if target.index() <= pc {
                heads.insert(target.0);
            }
        }
    }
    let mut found: Vec<Place> = ends.into_values().collect();
    for pc in entries.difference(&heads) {
        if let Some(loc) = statement_at(program, sources, id, *pc) {
            found.push(Place {
                pc: *pc,
                before: true,
                loc,
            });
        }
    }
    found.sort_by_key(|place| (place.pc, !place.before));
    found
}

fn targets(kind: &InstrKind) -> Vec<Pc> {
    match kind {
        InstrKind::Jump(to) => vec![*to],
        InstrKind::Branch {
            then,
            otherwise,
            construct,
            ..
        } if !matches!(construct, Construct::Conditional | Construct::And | Construct::Or) => {
            vec![*then, *otherwise]
        }
        InstrKind::Switch { arms, default, .. } => {
            arms.iter().map(|arm| arm.target).chain([*default]).collect()
        }
        _ => Vec::new(),
    }
}

/// Where the semicolon is that ends what is written there, if that is all of a statement.
fn statement_end(sources: &SourceMap, loc: LocId) -> Option<(u32, u32)> {
    if loc == LocId::NONE || sources.is_embedded(loc) {
        return None;
    }
    let location = sources.location(loc);
    if location.spelled.is_some() {
        return None;
    }
    let text = &sources.file(location.used.file).text;
    let end = location.used.hi as usize;
    let blank = text
        .get(end..)?
        .iter()
        .take_while(|b| b.is_ascii_whitespace())
        .count();
    let end = end + blank;
    (text.get(end) == Some(&b';')).then_some((location.used.file.0, end as u32))
}

/// What is written at a position: the statement that begins there.
fn statement_at(program: &Program, sources: &SourceMap, id: FunctionId, pc: u32) -> Option<LocId> {
    let body = &program.function(id).body;
    for instr in body[pc as usize..].iter().take(12) {
        let whole = match instr.kind {
            InstrKind::Assign { .. } | InstrKind::Call { .. } | InstrKind::Return(_) | InstrKind::Jump(_) => {
                instr.loc != LocId::NONE && statement_end(sources, instr.loc).is_some()
            }
            InstrKind::Branch { .. } | InstrKind::Switch { .. } => true,
            _ => false,
        };
        let own = instr.loc != LocId::NONE
            && !sources.is_embedded(instr.loc)
            && sources.location(instr.loc).spelled.is_none();
        if whole && own {
            return Some(instr.loc);
        }
        if matches!(
            instr.kind,
            InstrKind::Jump(_) | InstrKind::Return(_) | InstrKind::Dead(_)
        ) {
            return None;
        }
    }
    None
}

/// Numbers that are visible at a place.
fn visible(program: &Program, id: FunctionId, place: Place) -> Vec<VarId> {
    let body = &program.function(id).body;
    let at = place.pc + u32::from(!place.before);
    let mut declared: BTreeMap<VarId, (u32, u32)> = BTreeMap::new();
    for (pc, instr) in body.iter().enumerate() {
        match instr.kind {
            InstrKind::Declare(var) => {
                declared.entry(var).or_insert((pc as u32, u32::MAX));
            }
            InstrKind::Dead(var) => {
                declared.entry(var).or_insert((0, 0)).1 = pc as u32;
            }
            _ => {}
        }
    }
    let all = program.variables.iter().enumerate();
    all.filter(|(index, variable)| {
        let number = (program.types.is_integer(variable.ty)
            || program.types.float_format(variable.ty).is_some())
            && !variable.read_only;
        let here = match variable.lifetime {
            Lifetime::Parameter => variable.function == Some(id),
            Lifetime::Automatic => declared
                .get(&VarId(*index as u32))
                .is_some_and(|(from, to)| variable.function == Some(id) && *from < at && *to >= at),
            Lifetime::Static => variable.function.is_none_or(|function| function == id),
            Lifetime::Temporary => false,
        };
        let named = variable
            .name
            .starts_with(|first: char| first.is_alphabetic() || first == '_');
        number && here && named && variable.loc != LocId::NONE
    })
    .map(|(index, _)| VarId(index as u32))
    .filter(|var| {
        let loc = program.variable(*var).loc;
        !program.variable(*var).external && loc != LocId::NONE
    })
    .take(MOST_VARIABLES)
    .collect()
}

/// Where a `break` at a place leads, and what ends with it.
fn break_at(program: &Program, id: FunctionId, place: Place) -> Option<(Pc, Vec<VarId>)> {
    let body = &program.function(id).body;
    let at = place.pc + u32::from(!place.before);
    let mut best: Option<(u32, Pc)> = None;
    for (pc, instr) in body.iter().enumerate() {
        let pc = pc as u32;
        let (from, to) = match &instr.kind {
            InstrKind::Branch {
                then,
                otherwise,
                construct: Construct::While | Construct::For,
                ..
            } if then.0 == pc + 1 => (then.0, *otherwise),
            InstrKind::Switch { arms, default, .. } => {
                let last = arms.iter().map(|arm: &Arm| arm.target).chain([*default]).max()?;
                let jumps = body
                    .iter()
                    .enumerate()
                    .skip(pc as usize)
                    .filter_map(|(at, instr)| match instr.kind {
                        InstrKind::Jump(to) if to >= last && to.index() > at => Some(to),
                        _ => None,
                    });
                match jumps.min() {
                    Some(to) => (pc + 1, to),
                    None => continue,
                }
            }
            _ => continue,
        };
        if from <= at && at < to.0 && best.is_none_or(|(known, _)| known < from) {
            best = Some((from, to));
        }
    }
    let (from, to) = best?;
    let dead = body[from as usize..(at as usize).min(body.len())].iter();
    let dead = dead.filter_map(|instr| match instr.kind {
        InstrKind::Declare(var) => Some(var),
        _ => None,
    });
    Some((to, dead.collect()))
}

fn statements(
    program: &Program,
    id: FunctionId,
    place: Place,
    constants: &[i128],
) -> Vec<(Statement, String, u32)> {
    let mut found = Vec::new();
    let variables = visible(program, id, place);
    let name = |var: VarId| program.variable(var).name.as_str();
    let is_float = |var: VarId| program.types.float_format(program.variable(var).ty).is_some();
    if let Some((to, dead)) = break_at(program, id, place) {
        found.push((Statement::Break(to, dead), "break;".to_owned(), 0));
    }
    let returned = program
        .function(id)
        .body
        .iter()
        .find_map(|instr| match instr.kind {
            InstrKind::Return(value) => Some(value.map(|value| program.expr(value).ty)),
            _ => None,
        });
    let is_main = program.function(id).name == "main";
    match returned {
        Some(None) => found.push((Statement::Return, "return;".to_owned(), 1)),
        Some(Some(ty)) if program.types.is_integer(ty) => {
            for number in constants.iter().filter(|number| !is_main || **number == 0) {
                let text = format!("return {number};");
                found.push((Statement::ReturnNumber(ty, *number), text, 3));
            }
            if !is_main {
                for var in variables.iter().filter(|var| !is_float(**var)) {
                    let text = format!("return {};", name(*var));
                    found.push((Statement::ReturnVariable(ty, *var), text, 2));
                }
            }
        }
        _ => {}
    }
    for &var in &variables {
        if !is_float(var) {
            for (op, text) in [(BinaryOp::Add, "++"), (BinaryOp::Sub, "--")] {
                found.push((Statement::Count(var, op), format!("{}{text};", name(var)), 1));
            }
        }
        for &other in variables.iter().filter(|other| **other != var) {
            if is_float(var) == is_float(other) {
                let text = format!("{} = {};", name(var), name(other));
                found.push((Statement::SetVariable(var, other), text, 2));
            }
        }
        for &number in constants {
            let cost = if number == 0 || number == 1 { 1 } else { 3 };
            let text = format!("{} = {number};", name(var));
            found.push((Statement::SetNumber(var, number), text, cost));
        }
    }
    found
}

fn put_in(trials: &mut Trials<'_>, program: &Program, id: FunctionId, place: Place, constants: &[i128]) {
    let all = statements(program, id, place, constants);
    if all.is_empty() {
        return;
    }
    let mut bodies: Vec<(i128, Vec<Instr>)> = Vec::new();
    for (statement, text, cost) in all {
        let number = trials.add(Edit {
            of: EditOf::Missing { before: place.before },
            function: id,
            loc: place.loc,
            text,
            cost,
        });
        bodies.push((number, lowered(trials, statement)));
    }
    // if (first <= edit && edit <= last) switch (edit) { ... }
    let (first, last) = (bodies[0].0, bodies[bodies.len() - 1].0);
    let length = 2 + bodies.iter().map(|(_, body)| body.len() as u32 + 1).sum::<u32>();
    let end = Pc(FRAGMENT + length);
    let int = trials.made.int;
    let (lhs, rhs) = (trials.made.number(first, int), trials.number());
    let low = trials.binary(BinaryOp::Le, lhs, rhs);
    let (lhs, rhs) = (trials.number(), trials.made.number(last, int));
    let high = trials.binary(BinaryOp::Le, lhs, rhs);
    let kind = ExprKind::And { lhs: low, rhs: high };
    let cond = trials.made.expr(kind, int, LocId::NONE);
    let mut fragment = vec![instr(InstrKind::Branch {
        cond,
        then: Pc(FRAGMENT + 1),
        otherwise: end,
        construct: Construct::Internal,
    })];
    let mut arms = Vec::new();
    let mut at = FRAGMENT + 2;
    for (number, body) in &bodies {
        arms.push(Arm {
            low: *number,
            high: *number,
            target: Pc(at),
        });
        at += body.len() as u32 + 1;
    }
    let value = trials.number();
    fragment.push(instr(InstrKind::Switch {
        value,
        arms: arms.into_boxed_slice(),
        default: end,
    }));
    for (_, body) in bodies {
        fragment.extend(body);
        fragment.push(instr(InstrKind::Jump(end)));
    }
    trials.put(id, place.pc, place.before, fragment);
}

fn lowered(trials: &mut Trials<'_>, statement: Statement) -> Vec<Instr> {
    let made = &mut trials.made;
    let set = |made: &mut super::instrument::Instrumenter<'_>, var: VarId, value| {
        let ty = made.program.variable(var).ty;
        let value = made.convert(value, ty);
        let place = made.var_place(var);
        instr(InstrKind::Assign { place, value })
    };
    match statement {
        Statement::SetNumber(var, number) => {
            let value = made.number(number, made.int);
            vec![set(made, var, value)]
        }
        Statement::SetVariable(var, other) => {
            let value = made.load(other);
            vec![set(made, var, value)]
        }
        Statement::Count(var, op) => {
            let ty = made.program.variable(var).ty;
            let overflow = if op == BinaryOp::Add {
                OverflowOp::Add
            } else {
                OverflowOp::Sub
            };
            let (lhs, rhs) = (made.load(var), made.number(1, made.int));
            let kind = ExprKind::Overflows {
                op: overflow,
                lhs,
                rhs,
                at: ty,
            };
            let overflows = made.expr(kind, made.int, LocId::NONE);
            let fits = made.not(overflows);
            let lhs = made.load(var);
            let one = made.number(1, made.int);
            let rhs = made.convert(one, ty);
            let value = made.expr(ExprKind::Binary { op, lhs, rhs }, ty, LocId::NONE);
            vec![instr(InstrKind::Assume(fits)), set(made, var, value)]
        }
        Statement::Break(to, dead) => {
            let mut body: Vec<Instr> = dead.into_iter().map(|var| instr(InstrKind::Dead(var))).collect();
            body.push(instr(InstrKind::Jump(to)));
            body
        }
        Statement::ReturnNumber(ty, number) => {
            let value = made.number(number, made.int);
            let value = made.convert(value, ty);
            vec![instr(InstrKind::Return(Some(value)))]
        }
        Statement::ReturnVariable(ty, var) => {
            let value = made.load(var);
            let value = made.convert(value, ty);
            vec![instr(InstrKind::Return(Some(value)))]
        }
        Statement::Return => vec![instr(InstrKind::Return(None))],
    }
}
