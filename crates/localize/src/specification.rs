//! Functions that only check.
//!
//! An assertion says what is right, and is never suspected. So does a function that does nothing but assert things: one
//! that returns nothing, assigns nothing, prints and reads nothing, and calls only its like and functions without
//! effects. What is in it, and what it is called with, decides what is checked, not what the program does. A
//! function that computes something in variables of its own is no such function: that could be wrong.

use std::collections::BTreeSet;

use program::{Callee, CheckKind, ExprId, FunctionId, InstrKind, Lifetime, PlaceBase, PlaceId, Program};

use super::suspects::{Suspect, SuspectSite};
use super::walk::Home;

/// Functions without effects outside of themselves.
fn quiet(program: &Program) -> BTreeSet<FunctionId> {
    let own = |function: FunctionId, place: PlaceId| match program.place(place).base {
        PlaceBase::Var(var) => program.variable(var).function == Some(function),
        PlaceBase::Deref(_) => false,
    };
    let mut quiet: BTreeSet<FunctionId> = (0..program.functions.len() as u32).map(FunctionId).collect();
    loop {
        let before = quiet.len();
        let is_quiet = |id: FunctionId| {
            let function = program.function(id);
            id != program.entry
                && !function.body.is_empty()
                && function.body.iter().all(|instr| match &instr.kind {
                    InstrKind::Assign { place, .. } => own(id, *place),
                    InstrKind::Call { dest, callee, .. } => {
                        dest.is_none_or(|dest| own(id, dest))
                            && matches!(callee, Callee::Direct(callee) if quiet.contains(callee))
                    }
                    InstrKind::Claim(_)
                    | InstrKind::Assume(_)
                    | InstrKind::Branch { .. }
                    | InstrKind::Switch { .. }
                    | InstrKind::Jump(_)
                    | InstrKind::Declare(_)
                    | InstrKind::Dead(_)
                    | InstrKind::Return(_) => true,
                    InstrKind::Input { .. }
                    | InstrKind::Builtin { .. }
                    | InstrKind::Halt(_)
                    | InstrKind::Abort => false,
                })
        };
        let kept: BTreeSet<FunctionId> = quiet.iter().copied().filter(|id| is_quiet(*id)).collect();
        quiet = kept;
        if quiet.len() == before {
            return quiet;
        }
    }
}

/// Functions that only check.
fn checkers(program: &Program) -> BTreeSet<FunctionId> {
    let quiet = quiet(program);
    let returns_nothing = |id: &FunctionId| {
        let body = &program.function(*id).body;
        !body
            .iter()
            .any(|instr| matches!(instr.kind, InstrKind::Return(Some(_))))
    };
    let temporary = |place: PlaceId| match program.place(place).base {
        PlaceBase::Var(var) => program.variable(var).lifetime == Lifetime::Temporary,
        PlaceBase::Deref(_) => false,
    };
    let assigns_nothing = |id: &FunctionId| {
        let body = &program.function(*id).body;
        body.iter().all(|instr| match instr.kind {
            InstrKind::Assign { place, .. } => temporary(place),
            InstrKind::Call { dest: Some(dest), .. } => temporary(dest),
            _ => true,
        })
    };
    let asserts = |id: &FunctionId| {
        let body = &program.function(*id).body;
        body.iter().any(|instr| match instr.kind {
            InstrKind::Claim(claim) => program.claim(claim).kind == CheckKind::Assertion,
            _ => false,
        })
    };
    quiet
        .into_iter()
        .filter(|id| {
            !program.function(*id).embedded && returns_nothing(id) && assigns_nothing(id) && asserts(id)
        })
        .collect()
}

/// Leaves out what only decides what is checked.
pub(super) fn without_specification(
    program: &Program,
    homes: &std::collections::HashMap<ExprId, Home>,
    suspects: &mut Vec<Suspect>,
) {
    let checkers = checkers(program);
    let calls_checker = |function: FunctionId, pc: program::Pc| {
        matches!(&program.function(function).body[pc.index()].kind,
            InstrKind::Call { callee: Callee::Direct(callee), .. } if checkers.contains(callee))
    };
    let specifies = |site: &SuspectSite| {
        let (function, pc) = match *site {
            SuspectSite::Expr(expr) => match homes.get(&expr) {
                Some(home) => (home.function, home.pc),
                None => return false,
            },
            SuspectSite::Call { function, pc }
            | SuspectSite::Print { function, pc, .. }
            | SuspectSite::Stored { function, pc, .. }
            | SuspectSite::Case { function, pc, .. }
            | SuspectSite::Declare { function, pc, .. } => (function, pc),
        };
        checkers.contains(&function) || calls_checker(function, pc)
    };
    if !checkers.is_empty() {
        suspects.retain(|suspect| !suspect.sites.iter().all(specifies));
    }
}
