//! How far two runs are apart (thesis, definition 4).
//!
//! A run gives every step of the equation a value; the distance is the number of steps whose values differ. A step
//! counts whether or not it is executed: an assignment in a branch that is not taken has the value it would store. That
//! is the thesis' metric, and it makes the distance a plain sum of indicators with no case distinctions.
//!
//! What counts:
//!
//! - *inputs*;
//! - *values*: what is stored, what a parameter gets, what is returned, and what lies in a variable where two ways
//!   meet. A record that is copied counts field by field. A store whose place is not fixed differs if the value or the
//!   place does;
//! - *guards*: whether a branch is reached and its condition holds, which arm of a switch is taken.
//!
//! What does not: temporaries that have no name in the source, and steps after the failed claim unless that is asked
//! for. Steps of the same term share one indicator, weighted by their number (footnote 9); a step whose term is
//! constant costs nothing.

use bmc::{Equation, ObjectKind, StepId, StepKind, Target, Value};
use logic::{Assignment, Evaluator, TermId};
use program::{Lifetime, Program};

/// What kind of step it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DeltaKind {
    Input,
    Value,
    Guard,
}

/// Which steps count, and how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metric {
    /// Only inputs count.
    pub inputs_only: bool,
    /// Only inputs and guards count.
    pub inputs_guards_only: bool,
    pub input_weight: u64,
    pub guard_weight: u64,
    /// Steps after the failed claim count, too.
    pub past_error: bool,
    /// Only steps on which the failed claim can depend count.
    pub static_slice: bool,
}

impl Default for Metric {
    fn default() -> Metric {
        Metric {
            inputs_only: false,
            inputs_guards_only: false,
            input_weight: 1,
            guard_weight: 1,
            past_error: false,
            static_slice: false,
        }
    }
}

impl Metric {
    fn weight(&self, kind: DeltaKind) -> u64 {
        match kind {
            DeltaKind::Input => self.input_weight,
            DeltaKind::Guard if self.inputs_only => 0,
            DeltaKind::Guard => self.guard_weight,
            DeltaKind::Value if self.inputs_only || self.inputs_guards_only => 0,
            DeltaKind::Value => 1,
        }
    }
}

/// The terms that make up a step's value: one, or two for a pointer, and which of several places it goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    pub first: TermId,
    pub second: Option<TermId>,
    pub place: Option<TermId>,
}

/// A step that has a value.
#[derive(Debug, Clone, Copy)]
pub struct Observed {
    pub step: StepId,
    pub kind: DeltaKind,
    pub terms: Terms,
    /// What a difference costs; 0 if it is only looked at.
    pub weight: u64,
}

/// The value of a step in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepValue {
    pub first: logic::Value,
    /// A pointer's offset; `first` is its object then.
    pub second: Option<logic::Value>,
    /// Where it goes, where that is not fixed.
    pub place: Option<logic::Value>,
}

impl StepValue {
    /// Whether the same is stored, be it elsewhere.
    #[must_use]
    pub fn same_value(&self, other: &StepValue) -> bool {
        (&self.first, &self.second) == (&other.first, &other.second)
    }
}

/// All steps that have a value, in order. `end` is the failed claim.
pub fn observe(program: &Program, equation: &mut Equation, metric: &Metric, end: StepId) -> Vec<Observed> {
    let relevant = metric
        .static_slice
        .then(|| crate::relevance::before(equation, end));
    let mut found = Vec::new();
    for index in 0..equation.steps.len() {
        let step = StepId(index as u32);
        let Some((kind, terms)) = observed(program, equation, step) else {
            continue;
        };
        let counts = (metric.past_error || step < end)
            && relevant
                .as_ref()
                .is_none_or(|relevant| relevant[index] || kind == DeltaKind::Input);
        let weight = if counts { metric.weight(kind) } else { 0 };
        found.push(Observed {
            step,
            kind,
            terms,
            weight,
        });
    }
    found
}

/// The kind and value of a step, if it has any that counts.
pub(crate) fn observed(program: &Program, equation: &mut Equation, id: StepId) -> Option<(DeltaKind, Terms)> {
    let guard = equation.step(id).guard;
    let value = |value: &Value| match *value {
        Value::Bits(term) | Value::Float(term) => Terms {
            first: term,
            second: None,
            place: None,
        },
        Value::Pointer { object, offset } => Terms {
            first: object,
            second: Some(offset),
            place: None,
        },
    };
    let one = |first: TermId| Terms {
        first,
        second: None,
        place: None,
    };
    match &equation.step(id).kind {
        StepKind::Input { value: input, .. } => Some((DeltaKind::Input, value(input))),
        StepKind::Assign {
            targets,
            value: stored,
            ..
        }
        | StepKind::Part {
            targets,
            value: stored,
            ..
        } => {
            let named = targets.is_empty()
                || targets
                    .iter()
                    .any(|target| is_named(program, equation, target.object));
            if !named {
                return None;
            }
            let stored = value(stored);
            let targets: Vec<Target> = targets.to_vec();
            let place = place(equation, &targets);
            Some((DeltaKind::Value, Terms { place, ..stored }))
        }
        StepKind::Merge {
            object,
            value: merged,
            ..
        } => is_named(program, equation, *object).then(|| (DeltaKind::Value, value(merged))),
        StepKind::Return {
            value: Some(returned),
            ..
        } => Some((DeltaKind::Value, value(returned))),
        StepKind::Branch { cond, .. } => {
            let cond = *cond;
            Some((DeltaKind::Guard, one(equation.pool.and(guard, cond))))
        }
        StepKind::Switch { arm, .. } => {
            let arm = *arm;
            let nowhere = equation.pool.bv(32, u128::from(u32::MAX));
            Some((DeltaKind::Guard, one(equation.pool.ite(guard, arm, nowhere))))
        }
        _ => None,
    }
}

/// Where a store goes, if that is not fixed: which of its targets it is, and the offset in there.
fn place(equation: &mut Equation, targets: &[Target]) -> Option<TermId> {
    let chosen: Vec<TermId> = targets.iter().map(|target| target.chosen).collect();
    let which = (chosen.len() > 1).then(|| which(equation, &chosen));
    let pool = &mut equation.pool;
    // Targets at fixed offsets are told apart by their number.
    let moves = targets
        .iter()
        .any(|target| pool.constant(target.offset).is_none());
    let [first, rest @ ..] = targets else { return None };
    let offset = moves.then(|| {
        let others = rest.iter().fold(first.offset, |offset, target| {
            pool.ite(target.chosen, target.offset, offset)
        });
        pool.ite(first.chosen, first.offset, others)
    });
    match (which, offset) {
        (Some(which), Some(offset)) => Some(pool.bv_concat(which, offset)),
        (which, offset) => which.or(offset),
    }
}

/// Which of some conditions is the first to hold, as a number; one after the last if none.
fn which(equation: &mut Equation, conditions: &[TermId]) -> TermId {
    let pool = &mut equation.pool;
    let mut number = pool.bv(32, conditions.len() as u128);
    for (index, condition) in conditions.iter().enumerate().rev() {
        let this = pool.bv(32, index as u128);
        number = pool.ite(*condition, this, number);
    }
    number
}

/// Whether the user has a name for an object.
#[must_use]
pub fn is_named(program: &Program, equation: &Equation, object: bmc::ObjectId) -> bool {
    match equation.object_kind(object) {
        ObjectKind::Static(var) | ObjectKind::Local { var, .. } | ObjectKind::Vla { var, .. } => {
            program.variable(var).lifetime != Lifetime::Temporary
        }
        ObjectKind::Heap(_) | ObjectKind::Alloca { .. } | ObjectKind::Arguments => true,
        ObjectKind::Nothing | ObjectKind::Function(_) | ObjectKind::Result => false,
    }
}

/// The values of steps in the run that an assignment gives.
#[must_use]
pub fn valuation(equation: &Equation, steps: &[Observed], assignment: &Assignment) -> Vec<StepValue> {
    let mut evaluator = Evaluator::with_defaults(&equation.pool, assignment);
    let mut value = |term: TermId| {
        let sort = equation.pool.sort(term);
        evaluator
            .eval(term)
            .unwrap_or_else(|_| logic::Value::default_of(sort))
    };
    steps
        .iter()
        .map(|step| StepValue {
            first: value(step.terms.first),
            second: step.terms.second.map(&mut value),
            place: step.terms.place.map(&mut value),
        })
        .collect()
}

/// Whether a step's value differs from a given one, as a term.
pub fn differs(equation: &mut Equation, terms: Terms, from: &StepValue) -> TermId {
    let pool = &mut equation.pool;
    let constant = pool.value(&from.first);
    let mut different = pool.distinct(terms.first, constant);
    if let (Some(second), Some(value)) = (terms.second, &from.second) {
        let constant = pool.value(value);
        let other = pool.distinct(second, constant);
        different = pool.or(different, other);
    }
    if let (Some(place), Some(value)) = (terms.place, &from.place) {
        let constant = pool.value(value);
        let other = pool.distinct(place, constant);
        different = pool.or(different, other);
    }
    different
}

/// The distance of two runs, from their values alone.
#[must_use]
pub fn distance(steps: &[Observed], a: &[StepValue], b: &[StepValue]) -> u64 {
    steps
        .iter()
        .zip(a.iter().zip(b))
        .filter(|(_, (a, b))| a != b)
        .map(|(step, _)| step.weight)
        .sum()
}
