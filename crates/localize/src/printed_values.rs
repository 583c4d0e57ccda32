//! Values that are printed as they were computed.
//!
//! In `printf("%d\n", advise())` the argument only hands on what `advise` returns. To print what is expected there
//! repairs every run whatever is wrong, so it says nothing that `return advisory;` does not say better: if that is a
//! diagnosis, the argument is told with it. The same goes for a variable of the function that is written at one place
//! only.
//!
//! Only what is printed as it is gets this treatment. Other copies (a condition that reads a variable, a value that is
//! returned as it was called) may themselves be what is wrong, and are told for themselves; and so is an argument with
//! a change of its own that makes every test right.

use program::{Callee, ExprId, ExprKind, FunctionId, InstrKind, Lifetime, Pc, PlaceBase, Program, VarId};

use super::Diagnosis;
use super::rank::Ranking;
use super::suspects::{Suspect, SuspectSite};

/// Tells what is only printed with the diagnosis of what computes it.
pub(super) fn fold_printed(ranking: &Ranking<'_>, diagnoses: &mut Vec<Diagnosis>) {
    let mut folded = Vec::new();
    for (index, diagnosis) in diagnoses.iter().enumerate() {
        let [member] = diagnosis.members[..] else {
            continue;
        };
        if !ranking.is_only_printed(diagnosis) || !diagnosis.narrower.is_empty() {
            continue;
        }
        let suspect = &ranking.suspects[member];
        let Some(origin) = origin(ranking, suspect) else {
            continue;
        };
        let computes = |other: &Diagnosis| match other.members[..] {
            [other_member] => {
                other_member != member
                    && ranking.repairs_all(other)
                    && ranking.suspects[other_member].sites[..] == [origin]
            }
            _ => false,
        };
        if let Some(home) = diagnoses.iter().position(computes) {
            folded.push((index, home, member));
        }
    }
    for (_, home, member) in &folded {
        diagnoses[*home].printed.push(*member);
    }
    for (index, ..) in folded.iter().rev() {
        diagnoses.remove(*index);
    }
}

/// Where the value comes from that a variable holds which is printed.
fn origin(ranking: &Ranking<'_>, suspect: &Suspect) -> Option<SuspectSite> {
    let program = ranking.program;
    let [SuspectSite::Expr(expr)] = suspect.sites[..] else {
        return None;
    };
    let ExprKind::Load(place) = program.expr(unconverted(program, expr)).kind else {
        return None;
    };
    let place = program.place(place);
    let PlaceBase::Var(var) = place.base else {
        return None;
    };
    if !place.path.is_empty() {
        return None;
    }
    let function = ranking.homes[&expr].function;
    let pc = only_writer(program, function, var)?;
    match &program.function(function).body[pc.index()].kind {
        InstrKind::Assign { value, .. } => Some(SuspectSite::Expr(suspected(ranking, *value))),
        InstrKind::Call {
            callee: Callee::Direct(callee),
            ..
        } => Some(SuspectSite::Expr(suspected(
            ranking,
            only_result(program, *callee)?,
        ))),
        _ => None,
    }
}

fn unconverted(program: &Program, mut expr: ExprId) -> ExprId {
    while let ExprKind::Convert(operand) = program.expr(expr).kind {
        expr = operand;
    }
    expr
}

/// The expression as it is suspected: with its conversions or without.
fn suspected(ranking: &Ranking<'_>, expr: ExprId) -> ExprId {
    let mut suspects = ranking.suspects.iter();
    match suspects.any(|suspect| suspect.sites[..] == [SuspectSite::Expr(expr)]) {
        true => expr,
        false => unconverted(ranking.program, expr),
    }
}

/// The instruction that writes a local variable, if there is one only and nobody has its address.
fn only_writer(program: &Program, function: FunctionId, var: VarId) -> Option<Pc> {
    let lifetime = program.variable(var).lifetime;
    if !matches!(lifetime, Lifetime::Automatic | Lifetime::Temporary) {
        return None;
    }
    let addressed = program.exprs.iter().any(|expr| match expr.kind {
        ExprKind::AddressOf(place) => program.place(place).base == PlaceBase::Var(var),
        _ => false,
    });
    if addressed {
        return None;
    }
    let body = program.function(function).body.iter().enumerate();
    let mut writers = body.filter(|(_, instr)| match &instr.kind {
        InstrKind::Assign { place, .. }
        | InstrKind::Input { place, .. }
        | InstrKind::Call {
            dest: Some(place), ..
        }
        | InstrKind::Builtin {
            dest: Some(place), ..
        } => program.place(*place).base == PlaceBase::Var(var),
        _ => false,
    });
    let (writer, _) = writers.next()?;
    writers.next().is_none().then_some(Pc(writer as u32))
}

/// What a function returns, if it does so at one place only.
fn only_result(program: &Program, function: FunctionId) -> Option<ExprId> {
    let body = program.function(function).body.iter();
    let mut results = body.filter_map(|instr| match instr.kind {
        InstrKind::Return(value) => value,
        _ => None,
    });
    let result = results.next()?;
    results.next().is_none().then_some(result)
}
