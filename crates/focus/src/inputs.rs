//! Inputs as terms that mean the same in every run.
//!
//! An input is known by its name and its occurrence: the second value that enters as `x` is `x#2` wherever that
//! happens. In an equation several steps may be the one that takes it (a variable that was never written is read here
//! in some runs and there in others), each with a symbol of its own. A constraint over inputs must speak of the input,
//! so its term chooses among these steps. In a run that does not take the input its value is free: it decides nothing.

use std::collections::HashMap;

use bmc::{Equation, StepKind, Value};
use logic::TermId;

/// By occurrence, from the first on.
type Occurrences = Vec<Option<TermId>>;

#[derive(Default)]
pub(crate) struct Inputs {
    made: HashMap<String, Occurrences>,
}

impl Inputs {
    /// The value of an input; nothing if it is no number, or if too many steps may take it.
    pub(crate) fn term(&mut self, equation: &mut Equation, name: &str, occurrence: u32) -> Option<TermId> {
        if !self.made.contains_key(name) {
            let made = all(equation, name).unwrap_or_default();
            self.made.insert(name.to_owned(), made);
        }
        let position = (occurrence as usize).checked_sub(1)?;
        self.made.get(name)?.get(position).copied().flatten()
    }
}

/// The values of all inputs of a name, as far as there are not too many.
fn all(equation: &mut Equation, name: &str) -> Option<Occurrences> {
    let takes = equation.steps.iter().filter_map(|step| match &step.kind {
        StepKind::Input { name: of, value, .. } if of == name => Some((step.guard, *value)),
        _ => None,
    });
    let takes: Vec<(TermId, Value)> = takes.collect();
    let most = budgets::focus::MAX_INPUT_CHOICES.count() / takes.len().max(1);
    let occurrences = takes.len().min(most);
    let mut terms = Vec::new();
    for (guard, value) in takes {
        match value {
            Value::Bits(term) | Value::Float(term) => terms.push((guard, term)),
            Value::Pointer { .. } => return None,
        }
    }
    let sort = equation.pool.sort(terms.first()?.1);
    if terms.iter().any(|(_, term)| equation.pool.sort(*term) != sort) {
        return None;
    }
    // From the last step: what the input is if so many more occurrences are to come. What a run does not take is free,
    // each for itself.
    let free = (0..=occurrences).map(|_| equation.pool.fresh(name, sort).1);
    let mut values: Vec<TermId> = free.collect();
    for (guard, term) in terms.into_iter().rev() {
        for left in (1..=occurrences).rev() {
            let taken = if left == 1 { term } else { values[left - 1] };
            values[left] = equation.pool.ite(guard, taken, values[left]);
        }
    }
    Some(values.into_iter().skip(1).map(Some).collect())
}

/// How an input is called: the first occurrence by its name alone.
pub(crate) fn shown(name: &str, occurrence: u32) -> String {
    match occurrence {
        1 => name.to_owned(),
        _ => format!("{name}#{occurrence}"),
    }
}
