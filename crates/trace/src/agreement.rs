//! Whether the interpreter saw what the solver said.
//!
//! The two sides share no code, so that they agree on every value of a run is the best evidence there is that the run
//! is right. Integers and floats must be equal (all NaNs are). A pointer must be to the same place: objects have
//! numbers of their own on each side, so for variables the variable and the offset are compared, and what is allocated
//! on one side is matched with what is allocated on the other for the whole run.
//!
//! Some values the solver does not compute, such as how many characters `printf` writes; it takes any. What follows
//! from them may be another value when the run is executed, and so may what follows from where objects lie in memory.
//! Then the execution goes its own way: from there on nothing is compared, and how much that is, is counted.

use std::collections::{BTreeMap, BTreeSet};

use bmc::{Equation, Execution, InputKind, ObjectId, ObjectKind, StepId, StepKind, Value};
use interp::Pointee;
use logic::{Op, SymbolId, TermId};
use program::Program;

use crate::step_texts::Mismatch;

/// A value as the interpreter saw it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Witnessed {
    pub value: interp::Value,
    pub pointee: Option<Pointee>,
    pub text: String,
}

pub(crate) struct Agreement<'a> {
    program: &'a Program,
    equation: &'a Equation,
    execution: &'a Execution,
    /// Terms that contain a value that the solver does not compute; nothing if there is none.
    guessed: Option<Vec<bool>>,
    /// The execution has gone its own way.
    apart: bool,
    /// The execution was given up on its way: what the solver says of later steps has nothing to be compared with.
    given_up: bool,
    /// The same allocated objects on both sides.
    objects: BTreeMap<u64, u64>,
    numbers: BTreeMap<u64, u64>,
    /// Values that could not be compared.
    pub uncompared: usize,
}

impl<'a> Agreement<'a> {
    pub(crate) fn new(
        program: &'a Program,
        equation: &'a Equation,
        execution: &'a Execution,
        given_up: bool,
    ) -> Agreement<'a> {
        let mut symbols = BTreeSet::new();
        for (step, happens) in equation.steps.iter().zip(&execution.happens) {
            if let StepKind::Input {
                kind: InputKind::Unmodelled,
                value,
                ..
            } = &step.kind
                && *happens
            {
                for term in terms(value).into_iter().flatten() {
                    symbols.extend(equation.pool.free_symbols(&[term]));
                }
            }
        }
        Agreement {
            program,
            equation,
            execution,
            guessed: (!symbols.is_empty()).then(|| containing(equation, &symbols)),
            apart: false,
            given_up,
            objects: BTreeMap::new(),
            numbers: BTreeMap::new(),
            uncompared: 0,
        }
    }

    /// Compares the value of a step.
    pub(crate) fn value(&mut self, id: StepId, ty: ctype::TypeId, seen: &Witnessed) -> Result<(), Mismatch> {
        let step = self.equation.step(id);
        let value = match &step.kind {
            StepKind::Assign { value, .. } | StepKind::Part { value, .. } => *value,
            StepKind::Return {
                value: Some(value), ..
            } => *value,
            _ => return Ok(()),
        };
        let Some(bits) = self.execution.values[id.0 as usize] else {
            return Ok(());
        };
        let parts = terms(&value);
        let (agrees, expected) = match (&seen.value, &value) {
            (interp::Value::Int(number), Value::Bits(_)) => {
                let expected = crate::step_texts::signed(self.program, ty, bits);
                let Some(expected) = expected else { return Ok(()) };
                (expected == *number, expected.to_string())
            }
            (interp::Value::Float(found), Value::Float(_)) => {
                let text = |bits: u128| self.program.value_text(ty, bits);
                let (expected, found_text) = (text(bits), text(*found));
                let nan = |text: &str| text.to_ascii_lowercase().contains("nan");
                let same = bits == *found || (nan(&expected) && nan(&found_text));
                (same, expected)
            }
            (interp::Value::Pointer(pointer), Value::Pointer { .. }) => {
                // What it pointed at is long gone.
                let Some(pointee) = seen.pointee else {
                    self.uncompared += 1;
                    return Ok(());
                };
                let object = ObjectId((bits >> 64) as u32);
                let same = self.same_place(object, bits as u64, pointer.address, pointee);
                let offset = bits as u64;
                let name = self.equation.name_of(self.program, None, object, offset, None);
                (same, format!("a pointer to {name}"))
            }
            _ => return Ok(()),
        };
        self.judge(id, parts, agrees, || (expected, seen.text.clone()))
    }

    /// Compares which way a branch goes.
    pub(crate) fn branch(
        &mut self,
        id: StepId,
        cond: TermId,
        said: Option<bool>,
        found: bool,
    ) -> Result<(), Mismatch> {
        let words = |taken: bool| if taken { "taken" } else { "not taken" }.to_owned();
        self.judge(id, [Some(cond), None], said == Some(found), || {
            (said.map_or("open".to_owned(), words), words(found))
        })
    }

    /// A step happens for the solver, and the execution did nothing of the kind.
    pub(crate) fn unseen(&mut self, id: StepId) -> Result<(), Mismatch> {
        if self.given_up {
            self.uncompared += 1;
            return Ok(());
        }
        let step = self.equation.step(id);
        let parts = match &step.kind {
            StepKind::Assign { value, .. } => terms(value),
            StepKind::Branch { cond, .. } => [Some(*cond), None],
            StepKind::Switch { arm, .. } => [Some(*arm), None],
            StepKind::Return {
                value: Some(value), ..
            } => terms(value),
            _ => [None, None],
        };
        self.judge(id, parts, false, || ("executed".to_owned(), "skipped".to_owned()))
    }

    /// The execution did something more after the last step that happens for the solver.
    pub(crate) fn unforeseen(&mut self, last: StepId, what: &str) -> Result<(), Mismatch> {
        if self.guessed.is_some() {
            self.uncompared += 1;
            return Ok(());
        }
        self.judge(last, [None, None], false, || {
            ("the end".to_owned(), format!("followed by {what}"))
        })
    }

    fn judge(
        &mut self,
        step: StepId,
        parts: [Option<TermId>; 2],
        agrees: bool,
        texts: impl FnOnce() -> (String, String),
    ) -> Result<(), Mismatch> {
        let guessed = self.guessed.as_ref().is_some_and(|guessed| {
            let mut terms = parts
                .into_iter()
                .flatten()
                .chain([self.equation.step(step).guard]);
            terms.any(|term| guessed[term.index()])
        });
        // Where memory lies is for each side to choose.
        let chosen = self.equation.may_depend_on_addresses();
        if self.apart || (!agrees && (guessed || chosen)) {
            self.uncompared += 1;
            self.apart = true;
            return Ok(());
        }
        if agrees {
            return Ok(());
        }
        let (expected, found) = texts();
        Err(Mismatch {
            step,
            expected,
            found,
        })
    }

    fn same_place(&mut self, object: ObjectId, offset: u64, address: u64, pointee: Pointee) -> bool {
        let mask = match self.program.types.model.pointer_bytes {
            4 => u64::from(u32::MAX),
            _ => u64::MAX,
        };
        let offset = offset & mask;
        match (self.equation.object_kind(object), pointee) {
            (ObjectKind::Nothing, Pointee::Nothing) => offset == address,
            (ObjectKind::Function(one), Pointee::Function(other)) => one == other,
            (
                ObjectKind::Static(one)
                | ObjectKind::Local { var: one, .. }
                | ObjectKind::Vla { var: one, .. },
                Pointee::Variable { var, offset: found },
            ) => one == var && offset == found,
            (
                ObjectKind::Heap(_) | ObjectKind::Alloca { .. },
                Pointee::Allocated {
                    number,
                    offset: found,
                },
            ) => {
                let object = u64::from(object.0);
                let one = *self.objects.entry(object).or_insert(number) == number;
                let other = *self.numbers.entry(number).or_insert(object) == object;
                one && other && offset == found
            }
            (ObjectKind::Arguments, Pointee::Arguments) | (ObjectKind::Result, _) => true,
            _ => false,
        }
    }
}

/// The terms of a value.
fn terms(value: &Value) -> [Option<TermId>; 2] {
    match *value {
        Value::Bits(term) | Value::Float(term) => [Some(term), None],
        Value::Pointer { object, offset } => [Some(object), Some(offset)],
    }
}

/// By term: whether one of these symbols occurs in it. Operands come before the terms they are in.
fn containing(equation: &Equation, symbols: &BTreeSet<SymbolId>) -> Vec<bool> {
    let pool = &equation.pool;
    let mut contains: Vec<bool> = Vec::with_capacity(pool.len());
    for term in pool.terms() {
        let own = matches!(pool.op(term), Op::Symbol(symbol) if symbols.contains(&symbol));
        let inside = own
            || pool
                .operands(term)
                .iter()
                .any(|operand| contains[operand.index()]);
        contains.push(inside);
    }
    contains
}
