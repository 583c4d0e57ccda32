//! Runs of an equation: from the values of its symbols to what happens, and from inputs to the values.

use std::collections::HashMap;

use ctype::{FloatFormat, TypeId};
use logic::{Assignment, Evaluator, Op, TermId};
use program::{ClaimId, Program};
use runs::{InputKind, InputValue, Run, StdinReader};

use crate::decide::check::Counterexample;
use crate::equation::{Equation, StepId, StepKind};
use crate::symex::scalar::{Repr, Scalar, Value};

/// One run: what happens, and with which values.
#[derive(Debug, Clone)]
pub struct Execution {
    /// By step: whether it happens before the run ends.
    pub happens: Vec<bool>,
    /// By step: the bits of its value, for steps that have one; for a pointer its object in the upper half.
    pub values: Vec<Option<u128>>,
    /// The step at which the run ends.
    pub end: StepId,
    /// What the equation's symbols are in it; those that are absent do not matter and count as zero.
    pub assignment: Assignment,
}

impl Equation {
    /// The run that an assignment gives, up to a step.
    #[must_use]
    pub fn execution(
        &self,
        program: &Program,
        assignment: &Assignment,
        end: StepId,
    ) -> (Execution, Vec<InputValue>) {
        let mut evaluator = Evaluator::with_defaults(&self.pool, assignment);
        let mut happens = Vec::with_capacity(self.steps.len());
        let mut values = Vec::with_capacity(self.steps.len());
        let mut inputs = Vec::new();
        let mut occurrences: HashMap<String, u32> = HashMap::new();
        let threads = self.concurrency.as_ref();
        let names = threads.map(|threads| threads.names(&mut evaluator));
        for (index, step) in self.steps.iter().enumerate() {
            let holds = (index <= end.0 as usize || threads.is_some())
                && evaluator
                    .eval(step.guard)
                    .ok()
                    .and_then(|value| value.as_bool())
                    .unwrap_or(false);
            happens.push(holds);
            let value = match &step.kind {
                StepKind::Assign { value, .. }
                | StepKind::Part { value, .. }
                | StepKind::Input { value, .. }
                | StepKind::Merge { value, .. } => Some(*value),
                StepKind::Return { value, .. } => *value,
                _ => None,
            };
            let bits = match (value, holds) {
                (Some(value), true) => Some(concrete(&mut evaluator, value)),
                _ => None,
            };
            values.push(bits);
            if let (StepKind::Input { name, kind, ty, .. }, Some(bits)) = (&step.kind, bits) {
                let thread = threads.map_or(0, |threads| threads.thread_of(index));
                let name = match names.as_ref().and_then(|names| names[thread].as_ref()) {
                    Some(thread_name) if thread > 0 => format!("{thread_name}:{name}"),
                    _ => name.clone(),
                };
                let occurrence = occurrences.entry(name.clone()).or_insert(0);
                *occurrence += 1;
                inputs.push(InputValue {
                    name,
                    occurrence: *occurrence,
                    ty: *ty,
                    kind: *kind,
                    bits: extend(program, bits, *ty),
                    loc: step.loc,
                });
            }
        }
        inputs.extend(self.contents(program, &happens, &mut evaluator, &mut occurrences));
        (
            Execution {
                happens,
                values,
                end,
                assignment: assignment.clone(),
            },
            inputs,
        )
    }

    /// Whether there may be several threads.
    #[must_use]
    pub fn has_threads(&self) -> bool {
        self.concurrency.as_ref().is_some_and(|all| all.several)
    }

    /// The run that has these inputs.
    #[must_use]
    pub fn run(&self, inputs: Vec<InputValue>, claim: Option<ClaimId>) -> Run {
        Run {
            schedule: Vec::new(),
            arguments: self.arguments.clone(),
            inputs,
            claim,
        }
    }

    /// The symbols' values in the run that has these inputs; inputs that are not listed are zero. Nothing if an input
    /// has a value that the equation cannot give it.
    #[must_use]
    pub fn assignment(&self, inputs: &[InputValue]) -> Option<Assignment> {
        if self.has_threads() {
            // Inputs do not say who runs when.
            return None;
        }
        let mut listed: HashMap<(&str, u32), u128> = HashMap::new();
        for input in inputs {
            listed.insert((&input.name, input.occurrence), input.bits);
        }
        // Where standard input is given as a text, its parts are read off that.
        let chosen = |input: &InputValue| matches!(input.kind, InputKind::Chosen(_));
        let mut reader = (!inputs.iter().any(chosen)).then(|| {
            let bytes = inputs.iter().filter(|input| input.kind == InputKind::Stdin);
            let bytes = bytes.map_while(|input| u8::try_from(input.bits).ok());
            StdinReader::new(bytes.collect())
        });
        let mut assignment = Assignment::new();
        let mut occurrences: HashMap<&str, u32> = HashMap::new();
        let mut known = Evaluator::growing(&self.pool);
        for step in &self.steps {
            let StepKind::Input {
                name, value, kind, ..
            } = &step.kind
            else {
                continue;
            };
            // A guard looks at earlier inputs only, and those have their values.
            if known.eval(step.guard).ok()?.as_bool() != Some(true) {
                continue;
            }
            let occurrence = occurrences.entry(name).or_insert(0);
            *occurrence += 1;
            let bits = match (&mut reader, kind) {
                (Some(reader), InputKind::Stdin) => reader.byte(),
                (Some(reader), InputKind::Chosen(part)) => {
                    let format = match *value {
                        Value::Float(term) => match self.pool.sort(term) {
                            logic::Sort::Float(logic::FloatFormat::SINGLE) => Some(FloatFormat::Single),
                            logic::Sort::Float(logic::FloatFormat::DOUBLE) => Some(FloatFormat::Double),
                            _ => None,
                        },
                        _ => None,
                    };
                    reader.read(*part, format)?
                }
                _ => listed.get(&(name.as_str(), *occurrence)).copied().unwrap_or(0),
            };
            for (symbol, value) in self.symbols_of(*value, bits)? {
                known.set(symbol, value.clone());
                assignment.insert(symbol, value);
            }
        }
        Some(assignment)
    }

    /// The failing run that has these inputs. Nothing if it does not fail at a claim within the bound.
    #[must_use]
    pub fn failing_run(&self, program: &Program, inputs: &[InputValue]) -> Option<Counterexample> {
        let assignment = self.assignment(inputs)?;
        let mut evaluator = Evaluator::with_defaults(&self.pool, &assignment);
        let mut is = |term: TermId| evaluator.eval(term).ok().and_then(|value| value.as_bool());
        for (index, step) in self.steps.iter().enumerate() {
            let (cond, claim) = match step.kind {
                StepKind::Assume { cond, .. } => (cond, None),
                StepKind::Claim { cond, claim, .. } => (cond, Some(claim)),
                _ => continue,
            };
            if is(step.guard) != Some(true) || is(cond) != Some(false) {
                continue;
            }
            let end = StepId(index as u32);
            let (execution, inputs) = self.execution(program, &assignment, end);
            return Some(Counterexample {
                claim: claim?,
                run: self.run(inputs, claim),
                loc: self.user_loc(program, end),
                execution: Some(execution),
                first_found: None,
            });
        }
        None
    }

    /// The inputs of the run that an assignment gives, from its beginning to its end, in order.
    #[must_use]
    pub fn inputs(&self, program: &Program, assignment: &Assignment) -> Vec<InputValue> {
        let mut evaluator = Evaluator::with_defaults(&self.pool, assignment);
        let mut inputs = Vec::new();
        let mut occurrences: HashMap<&str, u32> = HashMap::new();
        for step in &self.steps {
            let StepKind::Input {
                name,
                kind,
                ty,
                value,
                ..
            } = &step.kind
            else {
                continue;
            };
            let happens = evaluator.eval(step.guard).ok().and_then(|value| value.as_bool());
            if happens != Some(true) {
                continue;
            }
            let occurrence = occurrences.entry(name).or_insert(0);
            *occurrence += 1;
            inputs.push(InputValue {
                name: name.clone(),
                occurrence: *occurrence,
                ty: *ty,
                kind: *kind,
                bits: extend(program, concrete(&mut evaluator, *value), *ty),
                loc: step.loc,
            });
        }
        inputs
    }

    /// The outputs to [`SUSPENDED_STREAM`](crate::SUSPENDED_STREAM) in the run that an assignment gives: from where
    /// to where in the expected text.
    #[must_use]
    pub fn free_output(&self, assignment: &Assignment) -> Vec<(u64, u64)> {
        let mut evaluator = Evaluator::with_defaults(&self.pool, assignment);
        let mut found = Vec::new();
        for step in &self.steps {
            let StepKind::Output { stream, args } = &step.kind else {
                continue;
            };
            let [from, to] = &args[..] else { continue };
            let is_free = matches!(stream, Value::Bits(stream)
                if self.pool.constant(*stream).and_then(|value| value.as_bits()?.to_u64())
                    == Some(crate::SUSPENDED_STREAM as u64));
            let happens = evaluator.eval(step.guard).ok().and_then(|value| value.as_bool());
            if is_free && happens == Some(true) && matches!((from, to), (Value::Bits(_), Value::Bits(_))) {
                let from = concrete(&mut evaluator, *from) as u64;
                found.push((from, concrete(&mut evaluator, *to) as u64));
            }
        }
        found
    }

    /// What an input's symbols must be for it to have these bits.
    fn symbols_of(&self, value: Value, bits: u128) -> Option<Vec<(logic::SymbolId, logic::Value)>> {
        let term = match value {
            Value::Bits(term) | Value::Float(term) => term,
            Value::Pointer { offset, .. } => offset,
        };
        let symbol = |term: TermId| match self.pool.op(term) {
            Op::Symbol(symbol) => Some(symbol),
            _ => None,
        };
        let scalar = |term: TermId, bits: u128| {
            let sort = self.pool.sort(term).scalar()?;
            Some((
                symbol(term)?,
                logic::Value::from_bit_fn(sort, |bit| bits >> bit.min(127) & 1 == 1),
            ))
        };
        if self.pool.constant(term).is_some() {
            return Some(Vec::new());
        }
        if symbol(term).is_some() {
            if let logic::Sort::Float(logic::FloatFormat::X87_EXTENDED) = self.pool.sort(term) {
                // The memory image has the leading bit of the significand.
                let bits = (bits >> 64 << 63) | (bits & ((1 << 63) - 1));
                return Some(vec![scalar(term, bits)?]);
            }
            return Some(vec![scalar(term, bits)?]);
        }
        match (self.pool.op(term), self.pool.operands(term)) {
            // A part of standard input, or its end.
            (Op::Ite, &[ended, last, byte]) => {
                let last = self
                    .pool
                    .constant(last)
                    .and_then(|value| value.as_bits()?.to_u64());
                let at_end = last == Some(u64::from(bits as u32));
                let mut found = Vec::new();
                let ends = match self.pool.op(ended) {
                    Op::Symbol(symbol) => Some(symbol),
                    _ => self
                        .pool
                        .operands(ended)
                        .iter()
                        .rev()
                        .find_map(|&term| symbol(term)),
                };
                if let Some(ends) = ends {
                    found.push((ends, logic::Value::Bool(at_end)));
                }
                if !at_end {
                    found.extend(self.symbols_of(Value::Bits(byte), bits)?);
                }
                Some(found)
            }
            // A narrower number, filled up.
            (_, operands) => {
                let inner = *operands.iter().find(|&&operand| symbol(operand).is_some())?;
                Some(vec![scalar(inner, bits)?])
            }
        }
    }
}

/// Integers are sign-extended by their type.
fn extend(program: &Program, bits: u128, ty: TypeId) -> u128 {
    match Scalar::of(&program.types, ty).map(|scalar| scalar.repr) {
        Some(Repr::Int(width, true)) if width < 128 => {
            let shift = 128 - width;
            (((bits << shift) as i128) >> shift) as u128
        }
        _ => bits,
    }
}

fn concrete(evaluator: &mut Evaluator<'_>, value: Value) -> u128 {
    let mut bits = |term: TermId| match evaluator.eval(term) {
        Ok(logic::Value::BitVec(bits)) => bits.to_u128().unwrap_or(0),
        Ok(logic::Value::Bool(value)) => value.into(),
        Ok(logic::Value::Float(float)) => {
            let bits = float.bits().to_u128().unwrap_or(0);
            if float.format() == logic::FloatFormat::X87_EXTENDED {
                // The memory image has the leading bit of the significand.
                let (upper, fraction) = (bits >> 63, bits & ((1 << 63) - 1));
                let integer = u128::from(upper & 0x7fff != 0);
                upper << 64 | integer << 63 | fraction
            } else {
                bits
            }
        }
        _ => 0,
    };
    match value {
        Value::Bits(term) | Value::Float(term) => bits(term),
        Value::Pointer { object, offset } => bits(object) << 64 | bits(offset),
    }
}
