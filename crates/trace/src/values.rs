//! Values of symbols and steps, as the methods look them up.

use std::collections::{BTreeMap, BTreeSet};

use bmc::{Equation, InputKind, StepId, StepKind, Value};
use logic::{Assignment, SymbolId, TermId};

use crate::metric::Observed;

/// A scalar's bits, the least significant first.
#[must_use]
pub fn scalar_bits(value: &logic::Value) -> Option<Vec<bool>> {
    match value {
        logic::Value::Bool(bit) => Some(vec![*bit]),
        logic::Value::BitVec(bits) => Some((0..bits.width()).map(|bit| bits.bit(bit)).collect()),
        logic::Value::Float(float) => {
            let bits = float.bits();
            Some((0..bits.width()).map(|bit| bits.bit(bit)).collect())
        }
        logic::Value::Array(_) => None,
    }
}

/// Symbols of one run that another leaves open keep their values.
#[must_use]
pub fn completed(mut run: Assignment, from: &Assignment) -> Assignment {
    for (symbol, value) in from {
        run.entry(*symbol).or_insert_with(|| value.clone());
    }
    run
}

/// Steps by their position, for looking up.
#[must_use]
pub fn by_step(steps: &[Observed]) -> BTreeMap<StepId, usize> {
    steps
        .iter()
        .enumerate()
        .map(|(index, step)| (step.step, index))
        .collect()
}

/// The symbols for what C leaves undefined.
#[must_use]
pub fn undefined(equation: &Equation) -> BTreeSet<SymbolId> {
    let steps = equation.steps.iter().filter_map(|step| match &step.kind {
        StepKind::Input {
            kind: InputKind::Undefined,
            value,
            ..
        } => Some(*value),
        _ => None,
    });
    let terms: Vec<TermId> = steps
        .flat_map(|value| match value {
            Value::Bits(term) | Value::Float(term) => vec![term],
            Value::Pointer { object, offset } => vec![object, offset],
        })
        .collect();
    equation.pool.free_symbols(&terms).into_iter().collect()
}
