//! The values that candidates compare: what the failing run stored or read before the claim failed.
//!
//! One walk over the steps. Values of one term are one item with several steps; its name is that of a variable where
//! there is one. A variable that got several values is numbered by its stores in the failing run.

use std::collections::{HashMap, HashSet};

use bmc::{Chosen, Equation, InputKind, Step, StepId, StepKind, Target, Value};
use ctype::TypeId;
use logic::{Evaluator, TermId};
use program::Program;
use trace::metric::is_named;
use trace::step_texts;

use super::candidates::{Item, Kind, Runs, Wanted, short};

/// Values that the failing run stored or read.
pub(super) fn stored(program: &Program, equation: &Equation, runs: &Runs<'_>, wanted: Wanted) -> Vec<Item> {
    let mut walk = Walk {
        program,
        equation,
        runs,
        wanted,
        numbers: numbered(program, equation, runs),
        failing: Evaluator::with_defaults(&equation.pool, runs.failing),
        passing: Evaluator::with_defaults(&equation.pool, runs.passing),
        known: HashMap::new(),
        items: Vec::new(),
    };
    for id in (0..equation.steps.len() as u32).map(StepId) {
        if id >= runs.end {
            break;
        }
        walk.step(id);
    }
    let mut items = walk.items;
    if wanted.inputs_only {
        items.retain(|item| item.is_input);
    }
    // Each line says where a value is from, so the name alone will do where it is the only one.
    for at in 0..items.len() {
        let name = short(&items[at].text);
        if !items
            .iter()
            .enumerate()
            .any(|(other, item)| other != at && short(&item.text) == name)
        {
            items[at].text = name.to_owned();
        }
    }
    items
}

struct Walk<'w> {
    program: &'w Program,
    equation: &'w Equation,
    runs: &'w Runs<'w>,
    wanted: Wanted,
    numbers: HashMap<StepId, String>,
    failing: Evaluator<'w>,
    passing: Evaluator<'w>,
    /// By value the item that has it.
    known: HashMap<Value, usize>,
    items: Vec<Item>,
}

/// What a step stored or read.
#[derive(Clone, Copy)]
struct Seen {
    value: Value,
    ty: TypeId,
    is_input: bool,
}

impl Walk<'_> {
    fn step(&mut self, id: StepId) {
        let (program, equation) = (self.program, self.equation);
        let step = equation.step(id);
        let Some(seen) = self.seen(step) else {
            return;
        };
        let library = program.function(equation.frame(step.frame).function).embedded;
        if !self.runs.texts.happened(id) || (library && !seen.is_input) {
            return;
        }
        if equation.pool.constant(first_term(seen.value)).is_some() && !seen.is_input {
            return;
        }
        match self.known.get(&seen.value) {
            Some(&at) => self.again(id, at, seen.is_input),
            None => self.first(id, seen),
        }
    }

    fn seen(&self, step: &Step) -> Option<Seen> {
        let (program, equation) = (self.program, self.equation);
        let named = |target: &Target| is_named(program, equation, target.object);
        let (value, ty, is_input) = match &step.kind {
            // Whether there was a number, a character or an end is no value to compare with others.
            StepKind::Input {
                kind:
                    InputKind::Chosen(Chosen::Outcome { .. } | Chosen::Literal(_) | Chosen::End | Chosen::Next(_)),
                ..
            } => return None,
            StepKind::Input { value, ty, .. } => (*value, *ty, true),
            StepKind::Assign {
                value, ty, targets, ..
            } if targets.is_empty() || targets.iter().any(named) => (*value, *ty, false),
            // What a variable holds where two ways meet.
            StepKind::Merge {
                object,
                offset: 0,
                value,
                ..
            } if self.wanted.merged && is_named(program, equation, *object) => {
                let ty = equation.variable(*object).map(|var| program.variable(var).ty);
                let ty = ty.filter(|ty| program.types.is_scalar(*ty))?;
                (*value, ty, false)
            }
            _ => return None,
        };
        Some(Seen { value, ty, is_input })
    }

    /// A value that an item has already. What a call gave is told by the name of what it was stored in, if that is a
    /// variable.
    fn again(&mut self, id: StepId, at: usize, is_input: bool) {
        let equation = self.equation;
        let has_name = match &equation.step(id).kind {
            StepKind::Assign { targets, .. } => {
                let is_variable = |target: &Target| equation.variable(target.object).is_some();
                targets.is_empty() || targets.iter().any(is_variable)
            }
            _ => true,
        };
        let item = &mut self.items[at];
        if item.steps.len() == 1
            && has_name
            && !is_input
            && !is_variable(self.program, &item.text)
            && let Some(name) = self.runs.texts.name(id)
        {
            let number = self.numbers.get(&id).cloned();
            item.text = number.unwrap_or_else(|| name.to_owned());
        }
        item.steps.push(id);
        item.is_input |= is_input;
    }

    /// A value that no item has.
    fn first(&mut self, id: StepId, Seen { value, ty, is_input }: Seen) {
        // The step that stored it, in the failing run.
        let stored = step_texts::origin(self.program, self.equation, self.runs.execution, id);
        let variable = match &self.equation.step(id).kind {
            StepKind::Merge { object, .. } => self.equation.variable(*object),
            _ => None,
        };
        let name = match variable {
            Some(variable) => Some(self.program.variable(variable).name.as_str()),
            None => self.runs.texts.name(id),
        };
        let (Some(kind), Some(name)) = (kind_of(self.program, ty, value), name) else {
            return;
        };
        let terms: Vec<TermId> = match value {
            Value::Bits(term) | Value::Float(term) => vec![term],
            Value::Pointer { object, offset } => vec![object, offset],
        };
        let changed = terms
            .iter()
            .any(|&term| self.failing.eval(term).ok() != self.passing.eval(term).ok());
        self.known.insert(value, self.items.len());
        self.items.push(Item {
            steps: vec![id],
            stored: Some(stored),
            shown: None,
            text: match self.numbers.get(&stored).filter(|_| variable.is_none()) {
                Some(numbered) => numbered.clone(),
                None => name.to_owned(),
            },
            value,
            kind,
            is_input,
            changed,
            known_at: Some(id),
        });
    }
}

fn kind_of(program: &Program, ty: TypeId, value: Value) -> Option<Kind> {
    match value {
        Value::Float(_) => Some(Kind::Float),
        Value::Pointer { .. } => Some(Kind::Pointer),
        Value::Bits(_) => {
            let (width, signed) = program.types.integer(ty)?;
            // That two truth values agree is no relation anyone looks for.
            if program.types.is_bool(ty) {
                return None;
            }
            Some(Kind::Integer {
                signed,
                promotes: signed || width < 32,
            })
        }
    }
}

fn first_term(value: Value) -> TermId {
    match value {
        Value::Bits(term) | Value::Float(term) => term,
        Value::Pointer { object, .. } => object,
    }
}

/// Whether this is the name of a variable, with a number or without, and not that of a function whose result is an
/// input.
fn is_variable(program: &Program, text: &str) -> bool {
    let name = text.split('#').next().unwrap_or(text);
    program.variables.iter().any(|variable| variable.name == name)
}

/// By step that stored something a second time or later: its name with the number of the store in the failing run.
fn numbered(program: &Program, equation: &Equation, runs: &Runs<'_>) -> HashMap<StepId, String> {
    let mut counts: HashMap<&str, u32> = HashMap::new();
    let mut names = HashMap::new();
    let steps = || {
        let ids = (0..runs.end.0).map(StepId);
        ids.filter_map(|id| Some((id, runs.texts.name(id).filter(|_| runs.texts.happened(id))?)))
    };
    let is_input = |id: StepId| matches!(equation.step(id).kind, StepKind::Input { .. });
    // Inputs of one name are numbered, too.
    let inputs: HashSet<&str> = steps()
        .filter(|(id, _)| is_input(*id))
        .map(|(_, name)| name)
        .collect();
    for (id, name) in steps() {
        let step = equation.step(id);
        let library = program.function(equation.frame(step.frame).function).embedded;
        if library || !matches!(step.kind, StepKind::Assign { .. }) {
            continue;
        }
        let count = counts.entry(name).or_insert(0);
        *count += 1;
        let own = format!("{name}#{count}");
        let taken = inputs.contains(own.as_str());
        match *count {
            1 => None,
            count if taken => names.insert(id, format!("{name} (store {count})")),
            _ => names.insert(id, own),
        };
    }
    names
}
