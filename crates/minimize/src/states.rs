//! What a run consists of, counted as the paper counts it (section 5).
//!
//! The *length* of a failing run is its number of states: places at which something gets a value before the claim
//! fails. One state each are
//!
//! - an assignment to something that has a name (a parameter that gets its argument is one, too), a structure or array
//!   that is stored as a whole;
//! - a value that a function of the user returns;
//! - an input, unless it is stored as it is by one of these at once: `x = nondet_int()` is one state;
//! - the declaration of a local variable without an initialiser. What it holds then may be read as an input;
//!   that is no second state.
//!
//! Branches give nothing a value and are none. Neither are the initial values of static objects (they are the state
//! before the first), temporaries, and what happens inside the models of C library functions, but for inputs.
//!
//! The *values* are those of the states: of assignments, returns and inputs, again each input once.

use std::collections::{HashMap, HashSet};

use bmc::{Chosen, Equation, InputKind, StepId, StepKind, Value};
use ctype::TypeId;
use logic::TermId;
use program::{FunctionId, InstrKind, Program};
use source::LocId;
use trace::metric::is_named;

/// A step that counts for the length, for the values, or both.
#[derive(Debug, Clone, Copy)]
pub(super) struct State {
    pub step: StepId,
    /// Whether it is a state.
    pub counts: bool,
    /// Its value, if that counts.
    pub value: Option<(Value, Meaning)>,
}

/// What the bits of a value mean to its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Of(TypeId),
    /// A byte of standard input, or its end.
    Stdin,
}

/// All states that a run can have, in order.
pub(super) fn states(program: &Program, equation: &Equation, input_values_only: bool) -> Vec<State> {
    let stored = stored_inputs(program, equation);
    let bytes: HashSet<StepId> = stored
        .iter()
        .filter(|(input, _)| is_byte(equation, **input))
        .map(|(_, store)| *store)
        .collect();
    let mut initialised = Initialised::default();
    let mut found = Vec::new();
    for (index, step) in equation.steps.iter().enumerate() {
        let id = StepId(index as u32);
        let function = equation.frame(step.frame).function;
        let own = is_users(program, equation, id);
        let (counts, value) = match &step.kind {
            StepKind::Input { value, kind, ty, .. } => {
                let meaning = match is_byte(equation, id) {
                    true => Meaning::Stdin,
                    false => Meaning::Of(*ty),
                };
                let elsewhere = stored.contains_key(&id);
                let counts = !elsewhere && *kind != InputKind::Uninitialised;
                (
                    counts,
                    (!elsewhere || input_values_only).then_some((*value, meaning)),
                )
            }
            StepKind::Assign { value, ty, .. } if own && is_state(program, equation, id) => {
                // A character stays one in the `int` that `getchar` gives.
                let meaning = match bytes.contains(&id) {
                    true => Meaning::Stdin,
                    false => Meaning::Of(*ty),
                };
                (true, Some((*value, meaning)))
            }
            StepKind::Copy { targets, .. } if own => {
                let named = targets
                    .iter()
                    .any(|target| is_named(program, equation, target.object));
                (named, None)
            }
            StepKind::Return {
                value: Some(value),
                expr: Some(expr),
            } if own => (true, Some((*value, Meaning::Of(program.expr(*expr).ty)))),
            StepKind::Declare { .. } if own => (!initialised.at(program, function, step.loc), None),
            _ => continue,
        };
        let is_input = matches!(step.kind, StepKind::Input { .. });
        found.push(State {
            step: id,
            counts,
            value: value.filter(|_| is_input || !input_values_only),
        });
    }
    found
}

/// Whether a step happens in a function of the user: neither in the library nor before the first function starts.
fn is_users(program: &Program, equation: &Equation, id: StepId) -> bool {
    let frame = equation.frame(equation.step(id).frame);
    frame.caller.is_some() && !program.function(frame.function).embedded
}

/// Whether an assignment stores to something that has a name.
fn is_state(program: &Program, equation: &Equation, id: StepId) -> bool {
    let StepKind::Assign { targets, .. } = &equation.step(id).kind else {
        return false;
    };
    targets.is_empty()
        || targets
            .iter()
            .any(|target| is_named(program, equation, target.object))
}

/// Whether a step reads a byte of standard input.
fn is_byte(equation: &Equation, id: StepId) -> bool {
    let StepKind::Input { kind, .. } = &equation.step(id).kind else {
        return false;
    };
    matches!(
        kind,
        InputKind::Stdin | InputKind::Chosen(Chosen::First | Chosen::Next(_))
    )
}

/// The inputs that are stored as they are whenever they enter, each with the step that does so first.
fn stored_inputs(program: &Program, equation: &Equation) -> HashMap<StepId, StepId> {
    let mut inputs: HashMap<(Value, TermId), StepId> = HashMap::new();
    let mut stored = HashMap::new();
    for (index, step) in equation.steps.iter().enumerate() {
        let id = StepId(index as u32);
        match &step.kind {
            StepKind::Input { value, .. } => {
                inputs.insert((*value, step.guard), id);
            }
            StepKind::Assign { value, .. } if is_users(program, equation, id) => {
                if let Some(input) = inputs.get(&(*value, step.guard))
                    && is_state(program, equation, id)
                {
                    stored.entry(*input).or_insert(id);
                }
            }
            _ => {}
        }
    }
    stored
}

/// The declarations that have an initialiser: the lowering gives both the place of the declared name.
#[derive(Default)]
struct Initialised {
    known: HashMap<FunctionId, HashSet<LocId>>,
}

impl Initialised {
    fn at(&mut self, program: &Program, function: FunctionId, declaration: LocId) -> bool {
        self.known
            .entry(function)
            .or_insert_with(|| {
                let body = program.function(function).body.iter();
                body.filter(|instr| {
                    matches!(
                        instr.kind,
                        InstrKind::Assign { .. }
                            | InstrKind::Input { .. }
                            | InstrKind::Call { .. }
                            | InstrKind::Builtin { .. }
                    )
                })
                .map(|instr| instr.loc)
                .collect()
            })
            .contains(&declaration)
    }
}
