//! Deciding claims, on one incremental solver.
//!
//! A run ends at its first violated claim, so each instance of a claim has one question: is there a run in
//! which every constraint before it holds (assumptions and claims alike) and this one does not? Constraints
//! are a chain of selectors: each implies the one before and its own constraint. One query asks for a
//! violation of anything that is still open; its model belongs to exactly one instance, which is then
//! settled. When no violation is left, everything else holds.

use std::collections::{BTreeMap, HashMap};

use ctype::TypeId;
use encode::Encoder;
use logic::{Assignment, Evaluator, TermId};
use program::{ClaimId, Program};
use sat::{CadicalSolver, Interruptible, Lit, Solver, Verdict};
use source::LocId;

use crate::equation::{Equation, InputKind, StepId, StepKind};
use crate::options::Stop;
use crate::scalar::{Repr, Scalar, Value};

/// An input of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputValue {
    pub name: String,
    /// From 1.
    pub occurrence: u32,
    pub ty: TypeId,
    pub kind: InputKind,
    /// Integers in two's complement extended to 128 bits, floats as their bits, pointers as addresses.
    pub bits: u128,
    pub loc: LocId,
}

/// One run: what happens, and with which values.
#[derive(Debug, Clone)]
pub struct Execution {
    /// By step: whether it happens before the run ends.
    pub happens: Vec<bool>,
    /// By step: the bits of its value, for steps that have one; for a pointer its object in the upper half.
    pub values: Vec<Option<u128>>,
    /// The step at which the run ends.
    pub end: StepId,
}

pub(crate) struct Engine<'e> {
    pub(crate) equation: &'e Equation,
    pub(crate) program: &'e Program,
    pub(crate) solver: CadicalSolver,
    pub(crate) encoder: Encoder,
    /// Selector of the chain, after each number of steps where it changed.
    chain: BTreeMap<usize, Lit>,
    pub queries: u64,
    pub(crate) stop: Stop,
}

/// The answer to "can any of these fail?"
pub(crate) enum Answer {
    /// This one, in a run with these values.
    Fails(usize, Assignment),
    NoneFails,
    Unknown,
}

impl<'e> Engine<'e> {
    pub(crate) fn new(program: &'e Program, equation: &'e Equation, stop: &Stop) -> Engine<'e> {
        let mut solver = CadicalSolver::new();
        let asked = stop.clone();
        solver.set_terminator(Some(Box::new(move || asked())));
        Engine {
            equation,
            program,
            solver,
            encoder: Encoder::new(encode::Options::default()),
            chain: BTreeMap::new(),
            queries: 0,
            stop: stop.clone(),
        }
    }

    /// Makes the chain of constraints; false if there was no time for all of them.
    pub(crate) fn constrain(&mut self, constraints: &BTreeMap<usize, TermId>) -> bool {
        let mut last: Option<Lit> = None;
        for (&step, &constraint) in constraints {
            if (self.stop)() {
                return false;
            }
            let constraint = self
                .encoder
                .implying_literal(&self.equation.pool, constraint, &mut self.solver);
            let selector = self.solver.new_var().positive();
            self.solver.add_clause(&[!selector, constraint]);
            if let Some(last) = last {
                self.solver.add_clause(&[!selector, last]);
            }
            last = Some(selector);
            self.chain.insert(step, selector);
        }
        true
    }

    /// A literal that implies that a question's answer is yes.
    pub(crate) fn ask(&mut self, violation: TermId, after: usize) -> Lit {
        let violated = self
            .encoder
            .implying_literal(&self.equation.pool, violation, &mut self.solver);
        let Some((_, &before)) = self.chain.range(..after).next_back() else {
            return violated;
        };
        let literal = self.solver.new_var().positive();
        self.solver.add_clause(&[!literal, violated]);
        self.solver.add_clause(&[!literal, before]);
        literal
    }

    pub(crate) fn any(&mut self, open: &[(usize, Lit)]) -> Answer {
        if open.is_empty() {
            return Answer::NoneFails;
        }
        let switch = self.solver.new_var().positive();
        let mut clause = vec![!switch];
        clause.extend(open.iter().map(|(_, literal)| *literal));
        // The sink wants each variable once.
        clause.sort_unstable();
        clause.dedup();
        self.solver.add_clause(&clause);
        self.queries += 1;
        match self.solver.solve_with(&[switch]) {
            Verdict::Unsat => Answer::NoneFails,
            Verdict::Unknown => Answer::Unknown,
            Verdict::Sat => {
                let found = open
                    .iter()
                    .find(|(_, literal)| self.solver.value(*literal).is_true())
                    .copied();
                match found {
                    Some((question, literal)) => Answer::Fails(question, self.simplest(literal)),
                    None => Answer::Unknown,
                }
            }
        }
    }

    pub(crate) fn statistics(&self) -> (usize, usize, u64) {
        let statistics = self.solver.statistics();
        (statistics.vars, statistics.clauses, statistics.conflicts)
    }

    /// The run that an assignment gives, up to a step.
    pub(crate) fn execution(&self, assignment: &Assignment, end: StepId) -> (Execution, Vec<InputValue>) {
        let equation = self.equation;
        let mut evaluator = Evaluator::with_defaults(&equation.pool, assignment);
        let mut happens = Vec::with_capacity(equation.steps.len());
        let mut values = Vec::with_capacity(equation.steps.len());
        let mut inputs = Vec::new();
        let mut occurrences: HashMap<&str, u32> = HashMap::new();
        for (index, step) in equation.steps.iter().enumerate() {
            let holds = index <= end.0 as usize
                && evaluator
                    .eval(step.guard)
                    .ok()
                    .and_then(|value| value.as_bool())
                    .unwrap_or(false);
            happens.push(holds);
            let value = match &step.kind {
                StepKind::Assign { value, .. }
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
                let occurrence = occurrences.entry(name).or_insert(0);
                *occurrence += 1;
                inputs.push(InputValue {
                    name: name.clone(),
                    occurrence: *occurrence,
                    ty: *ty,
                    kind: *kind,
                    bits: self.extend(bits, *ty),
                    loc: step.loc,
                });
            }
        }
        (Execution { happens, values, end }, inputs)
    }

    fn extend(&self, bits: u128, ty: TypeId) -> u128 {
        extend(self.program, bits, ty)
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

impl Equation {
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

/// The constraint that each step adds for what comes after it, and all questions about claims.
pub(crate) fn constraints(equation: &mut Equation, wanted: Option<&[ClaimId]>) -> Prepared {
    let mut prepared = Prepared {
        constraints: BTreeMap::new(),
        questions: Vec::new(),
    };
    let pool = &mut equation.pool;
    for (index, step) in equation.steps.iter().enumerate() {
        let (cond, claim) = match step.kind {
            StepKind::Assume { cond, .. } => (cond, None),
            StepKind::Claim { claim, cond } => (cond, Some(claim)),
            _ => continue,
        };
        let constraint = pool.implies(step.guard, cond);
        if pool.constant(constraint).and_then(logic::Value::as_bool) == Some(true) {
            continue;
        }
        prepared.constraints.insert(index, constraint);
        if let Some(claim) = claim.filter(|claim| wanted.is_none_or(|wanted| wanted.contains(claim))) {
            prepared
                .questions
                .push((claim, StepId(index as u32), pool.not(constraint)));
        }
    }
    prepared
}

pub(crate) struct Prepared {
    pub constraints: BTreeMap<usize, TermId>,
    /// Claim, its instance, and the condition of its violation.
    pub questions: Vec<(ClaimId, StepId, TermId)>,
}
