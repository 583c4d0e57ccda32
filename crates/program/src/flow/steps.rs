//! Where the steps of a run begin, as a programmer counts them: one step for each statement that does something.
//!
//! A condition is a step of its own, and so is each part of the head of a `for`. What only moves control or the
//! lifetime of variables (`break`, a block's end, a declaration without a value) is no step: it belongs to the step
//! before. Calls of functions that the user wrote are entered: the call is one step, and the callee's statements
//! follow.

use std::collections::{BTreeMap, BTreeSet};

use source::LocId;

use crate::{Function, FunctionId, InstrKind, Pc, Program};

/// The beginning of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepStart {
    pub pc: Pc,
    /// The statement, or the condition of one that has others inside.
    pub loc: LocId,
}

/// The first instruction from there on that does something; nothing if there is none.
fn first_doing(function: &Function, from: usize) -> Option<usize> {
    let mut at = from;
    for _ in 0..=function.body.len() {
        match function.body.get(at)?.kind {
            InstrKind::Declare(_) | InstrKind::Dead(_) => at += 1,
            InstrKind::Jump(to) => at = to.index(),
            _ => return Some(at),
        }
    }
    // A loop that does nothing: its rounds are steps.
    Some(from)
}

/// The steps of a function, by position. Functions of the library have none.
#[must_use]
pub fn step_starts(program: &Program, id: FunctionId) -> Vec<StepStart> {
    let function = program.function(id);
    let lists = program.lists.iter().filter(|list| list.function == id);
    let statements: Vec<_> = lists.flat_map(|list| &list.statements).collect();
    if statements.is_empty() {
        return Vec::new();
    }
    let begins: BTreeSet<usize> = statements
        .iter()
        .map(|statement| statement.from.index())
        .collect();
    // The innermost statement that begins at a place, and how many instructions it has.
    let mut named: BTreeMap<usize, (usize, LocId)> = BTreeMap::new();
    let mut bare = BTreeSet::new();
    for statement in &statements {
        let (from, to) = (statement.from.index(), statement.to.index());
        if from < to
            && let Some(at) = first_doing(function, from)
        {
            let length = to - from;
            let nested = begins.range(from + 1..to).next().is_some();
            let loc = if nested { LocId::NONE } else { statement.loc };
            let known = named.entry(at).or_insert((length, loc));
            if length < known.0 {
                *known = (length, loc);
            }
        }
        bare.insert(to);
    }
    for (pc, instr) in function.body.iter().enumerate() {
        if let InstrKind::Jump(to) = instr.kind
            && to.index() <= pc
        {
            bare.insert(to.index());
        }
    }
    let bare: BTreeSet<usize> = bare
        .into_iter()
        .filter_map(|pc| first_doing(function, pc))
        .collect();
    let ends = |pc: &usize| matches!(function.body[*pc].kind, InstrKind::Return(_));
    let bare = bare.into_iter().filter(|pc| !named.contains_key(pc) && !ends(pc));
    let mut starts: BTreeMap<usize, LocId> = bare.map(|pc| (pc, LocId::NONE)).collect();
    starts.extend(named.iter().map(|(&pc, &(_, loc))| (pc, loc)));
    let all: Vec<usize> = starts.keys().copied().collect();
    let next = |pc: usize| {
        let after = all.partition_point(|&other| other <= pc);
        all.get(after).copied().unwrap_or(function.body.len())
    };
    let located = starts.iter().map(|(&pc, &loc)| StepStart {
        pc: Pc(pc as u32),
        loc: if loc == LocId::NONE {
            deciding_loc(function, pc, next(pc))
        } else {
            loc
        },
    });
    located.collect()
}

/// The condition that a step decides, else its first instruction.
fn deciding_loc(function: &Function, from: usize, to: usize) -> LocId {
    let body = &function.body[from..to.max(from + 1).min(function.body.len())];
    let decides =
        |instr: &&crate::Instr| matches!(instr.kind, InstrKind::Branch { .. } | InstrKind::Switch { .. });
    body.iter()
        .find(decides)
        .or(body.first())
        .map_or(LocId::NONE, |instr| instr.loc)
}

/// The steps with which rounds of loops begin.
#[must_use]
pub fn loop_heads(program: &Program, id: FunctionId) -> Vec<Pc> {
    let function = program.function(id);
    let starts = step_starts(program, id);
    let mut heads = BTreeSet::new();
    for (pc, instr) in function.body.iter().enumerate() {
        for to in instr.kind.targets().filter(|to| to.index() <= pc) {
            heads.extend(first_doing(function, to.index()));
        }
    }
    let heads = starts.iter().filter(|start| heads.contains(&start.pc.index()));
    heads.map(|start| start.pc).collect()
}
