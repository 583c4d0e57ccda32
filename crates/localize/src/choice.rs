//! The program for trials: every suspect can be suspended, one at a time, and its values are choices.
//!
//! A search by trying wants to start from what the run does by itself. So a suspended value is not an input but a
//! choice: the old value, the other truth value, the old number and something, or a number that is given. The
//! inputs that ask for choices are named after the value, with one of the endings below; nothing is asked for
//! what is not suspended, so that one program serves all suspects and costs little.

use std::collections::{BTreeMap, HashMap};

use ctype::TypeId;
use program::{BinaryOp, ExprId, ExprKind, FunctionId, Instr, InstrKind, Program, VarId};
use source::{LocId, SourceMap};

use super::instrument::{Instrumenter, instr, value_name};
use super::suspects::Suspect;
use super::walk::Home;

/// The input that says which suspect is suspended.
pub(crate) const TRIED: &str = "suspended";
/// Asks for a truth value: 0 keeps the old one, 1 is the other one, 2 is false, 3 is true.
pub(crate) const TRUTH: &str = ":truth";
/// Asks for a number: 0 keeps the old one, 1 adds to it, 2 replaces it.
pub(crate) const NUMBER: &str = ":number";
/// The same for floating numbers, to which nothing is added.
pub(crate) const REAL: &str = ":real";
/// Ask for a pointer, and by how much it is moved.
pub(crate) const CHOICE: &str = ":choice";
pub(crate) const MOVED: &str = ":by";

/// The variable that holds the old value in a trial.
pub(super) fn had_name(suspect: usize, site: usize) -> String {
    format!("{} had", value_name(suspect, site))
}

/// A program for trials, and for each free pointer which of its choices can be moved.
pub(crate) struct Tryable {
    pub program: Program,
    pub choices: BTreeMap<String, Vec<bool>>,
}

pub(crate) fn tryable(
    program: &Program,
    sources: &SourceMap,
    homes: &HashMap<ExprId, Home>,
    suspects: &[Suspect],
    constant_repair: bool,
) -> Tryable {
    let mut instrumenter = Instrumenter::new(program, sources, homes, constant_repair);
    let tried = instrumenter.variable(TRIED.to_owned(), instrumenter.int, None);
    let place = instrumenter.var_place(tried);
    let input = instrumenter.input(place, TRIED.to_owned());
    instrumenter.prologue.push(vec![input]);
    instrumenter.tried = Some(tried);
    for (number, suspect) in suspects.iter().enumerate() {
        instrumenter.suspend(number, suspect);
    }
    let choices = std::mem::take(&mut instrumenter.choices);
    Tryable {
        program: instrumenter.finish(),
        choices,
    }
}

impl Instrumenter<'_> {
    /// A variable that gets a chosen value each time control comes by while the flag is set.
    pub(super) fn chosen_value(
        &mut self,
        number: usize,
        site: usize,
        function: FunctionId,
        ty: TypeId,
        flag: VarId,
        old: ExprId,
    ) -> (VarId, Vec<Instr>) {
        let name = value_name(number, site);
        let var = self.variable(name.clone(), ty, Some(function));
        let how = self.variable(format!("{name} how"), self.int, Some(function));
        let place = self.var_place(how);
        let had = self.variable(had_name(number, site), ty, Some(function));
        let value = self.convert(old, ty);
        let kept = self.var_place(had);
        let mut fragment = vec![instr(InstrKind::Assign { place: kept, value })];
        let value = if ty == self.bool {
            fragment.push(self.input(place, format!("{name}{TRUTH}")));
            let other = self.load(had);
            let other = self.convert(other, self.int);
            let other = self.is(other, 0);
            let other = self.convert(other, ty);
            let asked = self.load(how);
            let given = self.is(asked, 3);
            let given = self.convert(given, ty);
            let changed = self.by_choice(how, 1, other, given);
            let kept = self.load(had);
            self.by_choice(how, 0, kept, changed)
        } else {
            let real = self.program.types.float_format(ty).is_some();
            fragment.push(self.input(place, format!("{name}{}", if real { REAL } else { NUMBER })));
            let wide = match real {
                true => ty,
                false => self.program.types.int(ctype::IntKind::LongLong),
            };
            let given = self.variable(format!("{name} given"), wide, Some(function));
            let place = self.var_place(given);
            fragment.push(self.input(place, name));
            let loaded = self.load(given);
            let mut value = self.convert(loaded, ty);
            if !real {
                let lhs = self.load(had);
                let lhs = self.convert(lhs, wide);
                let rhs = self.load(given);
                let kind = ExprKind::Binary {
                    op: BinaryOp::Add,
                    lhs,
                    rhs,
                };
                let moved = self.expr(kind, wide, LocId::NONE);
                let moved = self.convert(moved, ty);
                value = self.by_choice(how, 1, moved, value);
            }
            let kept = self.load(had);
            self.by_choice(how, 0, kept, value)
        };
        let place = self.var_place(var);
        fragment.push(instr(InstrKind::Assign { place, value }));
        (var, self.guarded(flag, fragment))
    }

    fn by_choice(&mut self, how: VarId, number: i128, then: ExprId, otherwise: ExprId) -> ExprId {
        let ty = self.program.expr(then).ty;
        let asked = self.load(how);
        let cond = self.is(asked, number);
        let kind = ExprKind::Cond {
            cond,
            then,
            otherwise,
        };
        self.expr(kind, ty, LocId::NONE)
    }
}
