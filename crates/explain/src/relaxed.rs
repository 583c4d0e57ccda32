//! Executions that need not be runs: interventions and one-step slices (thesis, 5.3.4 and 4.3).
//!
//! Both replace the program's own values at its steps, like Δ-slicing, but without a passing run to take them from.
//!
//! - *Interventions*: any step may get any value; all others keep the failing run's. What is minimised is the number of
//!   steps that are touched. Such an "execution" obeys no program, and most often the cheapest is to change the
//!   value that the claim looks at; the thesis shows it for comparison, and so do we.
//! - *One-step slicing*: a passing run and the smallest slice of it at once. The passing run consists of *shadow*
//!   values, which are the plain terms of the equation; the step itself has either the failing run's value or its
//!   shadow, and that only if its expression gives it: `(v = a) ∨ ((v = v') ∧ (v = expression))`.

use bmc::{Equation, StepId, StepTap, Value};
use logic::{Assignment, TermId, TermPool};
use sat::optimize::{Objective, Optimizer};
use trace::Question;
use trace::metric::{Observed, StepValue};

use crate::followed::formula;
use crate::passing::{Distance, requirements};

/// What may happen at a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relaxation {
    Interventions,
    OneStep,
}

/// The steps that were changed, with the values they got.
#[derive(Debug, Clone)]
pub(crate) struct Relaxed {
    /// Indices of steps, in order.
    pub changed: Vec<usize>,
    /// The values of those steps.
    pub values: Vec<StepValue>,
    pub distance: Distance,
    /// The symbols of the passing run that the shadow values are; nothing for interventions.
    pub run: Option<Assignment>,
}

/// Finds the cheapest way. The first answer is nothing if the execution cannot be repeated with other values, time ran
/// out, or there is no way at all.
pub(crate) fn relaxed(
    question: &Question<'_>,
    equation: &mut Equation,
    steps: &[Observed],
    failing: &[StepValue],
    end: StepId,
    relaxation: Relaxation,
) -> Option<Relaxed> {
    let Question {
        program,
        sources,
        options,
        stop,
        ..
    } = *question;
    let shadow: Vec<TermId> = match relaxation {
        Relaxation::Interventions => Vec::new(),
        Relaxation::OneStep => requirements(equation),
    };
    let mut tap = Tap {
        by_step: trace::by_step(steps),
        steps,
        failing,
        end,
        relaxation,
        switches: Vec::new(),
        rules: Vec::new(),
    };
    // The terms of the equation stay what they are, so that shadow values can be named.
    let pool = equation.pool.clone();
    let mut other = bmc::follow(program, sources, options, equation, pool, &mut tap, stop)?;
    let Tap { switches, rules, .. } = tap;
    let (mut solver, mut encoder) = formula(&mut other, rules.into_iter().chain(shadow), end, options, stop);
    let mut objective = Objective::new();
    let mut literals = Vec::new();
    for switch in &switches {
        let literal = encoder.literal(&other.pool, switch.on, &mut solver);
        let _ = objective.charge(literal, steps[switch.index].weight);
        literals.push(literal);
    }
    let outcome = Optimizer::new(&objective).minimize(&mut solver);
    let best = outcome.best_model.as_ref()?;
    let assignment = encoder.assignment(&other.pool, |literal| best.satisfies(literal));
    let mut changed = Vec::new();
    let mut values = Vec::new();
    let mut evaluator = logic::Evaluator::with_defaults(&other.pool, &assignment);
    for (switch, literal) in switches.iter().zip(&literals) {
        if !best.satisfies(*literal) {
            continue;
        }
        let value = StepValue {
            first: evaluator.eval(switch.value.0).ok()?,
            second: match switch.value.1 {
                Some(term) => Some(evaluator.eval(term).ok()?),
                None => None,
            },
            place: failing[switch.index].place.clone(),
        };
        // Switched on to no effect: the value is the old one.
        if value != failing[switch.index] {
            changed.push(switch.index);
            values.push(value);
        }
    }
    Some(Relaxed {
        changed,
        values,
        distance: Distance {
            value: outcome.upper?,
            lower: outcome.lower,
        },
        run: (relaxation == Relaxation::OneStep).then_some(assignment),
    })
}

/// A step that may be changed.
struct Switch {
    index: usize,
    on: TermId,
    /// What it has then.
    value: (TermId, Option<TermId>),
}

struct Tap<'t> {
    by_step: std::collections::BTreeMap<StepId, usize>,
    steps: &'t [Observed],
    failing: &'t [StepValue],
    end: StepId,
    relaxation: Relaxation,
    switches: Vec<Switch>,
    rules: Vec<TermId>,
}

impl Tap<'_> {
    /// The step that is to be replaced: it counts, and comes before the failed claim.
    fn index(&self, step: StepId) -> Option<usize> {
        let index = *self.by_step.get(&step)?;
        (step < self.end).then_some(index)
    }

    /// One part of a value: the old one unless the switch is on.
    fn part(
        &mut self,
        pool: &mut TermPool,
        on: TermId,
        old: &logic::Value,
        computed: TermId,
        shadow: TermId,
    ) -> (TermId, TermId) {
        let old = pool.value(old);
        let new = match self.relaxation {
            Relaxation::Interventions => {
                let sort = pool.sort(computed);
                pool.fresh("intervention", sort).1
            }
            Relaxation::OneStep => {
                let same = pool.eq(computed, shadow);
                let rule = pool.implies(on, same);
                self.rules.push(rule);
                shadow
            }
        };
        (pool.ite(on, new, old), new)
    }

    fn replaced(
        &mut self,
        pool: &mut TermPool,
        index: usize,
        first: TermId,
        second: Option<TermId>,
    ) -> (TermId, Option<TermId>) {
        let (terms, old) = (self.steps[index].terms, &self.failing[index]);
        let fits = pool.sort(first) == old.first.sort() && second.is_some() == old.second.is_some();
        if !fits || self.steps[index].weight == 0 {
            return (first, second);
        }
        let on = pool.fresh(format!("changes {index}"), logic::Sort::Bool).1;
        let (value, new) = self.part(pool, on, &old.first, first, terms.first);
        let (mut rest, mut new_rest) = (None, None);
        if let (Some(second), Some(old), Some(shadow)) = (second, &old.second, terms.second) {
            let part = self.part(pool, on, old, second, shadow);
            (rest, new_rest) = (Some(part.0), Some(part.1));
        }
        self.switches.push(Switch {
            index,
            on,
            value: (new, new_rest),
        });
        (value, rest)
    }
}

impl StepTap for Tap<'_> {
    fn value(&mut self, pool: &mut TermPool, step: StepId, value: Value) -> Value {
        let Some(index) = self.index(step) else {
            return value;
        };
        match value {
            Value::Bits(term) => Value::Bits(self.replaced(pool, index, term, None).0),
            Value::Float(term) => Value::Float(self.replaced(pool, index, term, None).0),
            Value::Pointer { object, offset } => {
                let (object, moved) = self.replaced(pool, index, object, Some(offset));
                Value::Pointer {
                    object,
                    offset: moved.unwrap_or(offset),
                }
            }
        }
    }

    fn guard(&mut self, pool: &mut TermPool, step: StepId, taken: TermId) -> TermId {
        match self.index(step) {
            Some(index) => self.replaced(pool, index, taken, None).0,
            None => taken,
        }
    }
}
