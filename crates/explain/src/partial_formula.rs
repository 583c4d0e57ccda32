//! The part of an equation that is a formula.
//!
//! The nearest passing run of a large program touches little of it. So the formula begins with what the failed claim depends
//! on: its condition, and the indicators of the steps below it. Whatever run the optimiser then proposes is evaluated on
//! the whole equation, which is cheap (`logic::Baseline`): conditions that it violates and steps in which it differs enter
//! the formula, and the optimiser goes on. Symbols that are in no formula keep the failing run's values. When a proposal
//! violates nothing and differs nowhere else, it is nearest: with fewer conditions and fewer steps that count, runs only get
//! nearer.

use std::collections::BTreeSet;

use bmc::Equation;
use encode::{Bit, Encoder};
use logic::{Assignment, Baseline, TermId};
use sat::optimize::Whole;
use sat::{CadicalSolver, Lit, Model, Solver};
use trace::metric::{DeltaKind, Observed, Terms};
use trace::{completed, scalar_bits};

/// A step that counts.
#[derive(Debug)]
struct Counted {
    /// Its position among all steps.
    index: usize,
    kind: DeltaKind,
    terms: Terms,
    /// Whether it differs.
    differs: TermId,
    weight: u64,
    /// True if it differs; nothing if it is not in the formula.
    indicator: Option<Lit>,
}

pub(crate) struct PartialFormula<'e> {
    pub(crate) equation: &'e mut Equation,
    pub(crate) encoder: Encoder,
    /// The conditions of a passing run, and whether each is in the formula.
    required: Vec<(TermId, bool)>,
    counted: Vec<Counted>,
    /// Indicators that the optimiser does not know of yet.
    new: Vec<(Lit, u64)>,
    /// The failing run.
    symbols: Assignment,
    baseline: Baseline,
    /// The cheapest run that the optimiser has proposed since it was started, with what it costs. As a run: what enters the
    /// formula later is not in the model that it was, and would be read as zeros.
    proposed: Option<(u64, Assignment)>,
}

impl<'e> PartialFormula<'e> {
    /// Nothing is in the formula yet. `different` says by step whether it counts.
    pub(crate) fn new(
        equation: &'e mut Equation,
        steps: &[Observed],
        required: Vec<TermId>,
        different: Vec<Option<(TermId, u64)>>,
        symbols: Assignment,
    ) -> PartialFormula<'e> {
        let counted: Vec<Counted> = different
            .into_iter()
            .zip(steps)
            .enumerate()
            .filter_map(|(index, (different, step))| {
                different.map(|(differs, weight)| Counted {
                    index,
                    kind: step.kind,
                    terms: step.terms,
                    differs,
                    weight,
                    indicator: None,
                })
            })
            .collect();
        let terms = counted.iter().map(|step| step.differs);
        let baseline = Baseline::new(&equation.pool, required.iter().copied().chain(terms), &symbols);
        PartialFormula {
            equation,
            encoder: Encoder::new(encode::Options::default()),
            required: required.into_iter().map(|term| (term, false)).collect(),
            counted,
            new: Vec::new(),
            symbols,
            baseline,
            proposed: None,
        }
    }

    /// What the failing run violates, and the steps below that.
    pub(crate) fn begin(&mut self, solver: &mut CadicalSolver) {
        let symbols = self.symbols.clone();
        self.enter_violated(&symbols, solver);
        for position in 0..self.counted.len() {
            if self.is_known(position) {
                self.enter_step(position, solver);
            }
        }
    }

    /// Everything.
    pub(crate) fn enter_all(&mut self, solver: &mut CadicalSolver) {
        for (term, inside) in &mut self.required {
            *inside = true;
            self.encoder.assert(&self.equation.pool, *term, solver);
        }
        for position in 0..self.counted.len() {
            self.enter_step(position, solver);
        }
    }

    /// A literal that implies a condition.
    pub(crate) fn implying(&mut self, condition: TermId, solver: &mut CadicalSolver) -> Lit {
        let literal = self
            .encoder
            .implying_literal(&self.equation.pool, condition, solver);
        self.enter_inputs(solver);
        literal
    }

    /// Conditions that a run violates enter the formula. Says whether there were any.
    pub(crate) fn enter_violated(&mut self, run: &Assignment, solver: &mut CadicalSolver) -> bool {
        let changed = self.baseline.changed(&self.equation.pool, run);
        let mut any = false;
        for (term, inside) in &mut self.required {
            if !*inside && !changed.holds(*term) {
                *inside = true;
                any = true;
                self.encoder.assert(&self.equation.pool, *term, solver);
            }
        }
        any
    }

    /// Steps that count and in which a run differs enter the formula. Says whether there were any.
    fn enter_differing(&mut self, run: &Assignment, solver: &mut CadicalSolver) -> bool {
        let changed = self.baseline.changed(&self.equation.pool, run);
        let differing: Vec<usize> = (0..self.counted.len())
            .filter(|&position| {
                let step = &self.counted[position];
                step.indicator.is_none() && changed.holds(step.differs)
            })
            .collect();
        drop(changed);
        for &position in &differing {
            self.enter_step(position, solver);
        }
        !differing.is_empty()
    }

    /// Inputs that the formula speaks of would have any value if nothing were charged for it.
    fn enter_inputs(&mut self, solver: &mut CadicalSolver) {
        for position in 0..self.counted.len() {
            if self.counted[position].kind == DeltaKind::Input && self.is_known(position) {
                self.enter_step(position, solver);
            }
        }
    }

    fn is_known(&self, position: usize) -> bool {
        let Terms { first, second, place } = self.counted[position].terms;
        let mut terms = [Some(first), second, place].into_iter().flatten();
        terms.all(|term| self.equation.pool.constant(term).is_some() || self.encoder.knows(term))
    }

    /// Steps of one term share an indicator; what they cost adds up.
    fn enter_step(&mut self, position: usize, solver: &mut CadicalSolver) {
        let step = &mut self.counted[position];
        if step.indicator.is_none() {
            let literal = self.encoder.literal(&self.equation.pool, step.differs, solver);
            step.indicator = Some(literal);
            self.new.push((literal, step.weight));
        }
    }

    /// The indicators in the formula, with their weights.
    pub(crate) fn charged(&self) -> impl Iterator<Item = (Lit, u64)> + '_ {
        let inside = self.counted.iter();
        inside.filter_map(|step| step.indicator.map(|literal| (literal, step.weight)))
    }

    /// The indicators that have entered since this was last asked.
    pub(crate) fn take_new(&mut self) -> Vec<(Lit, u64)> {
        std::mem::take(&mut self.new)
    }

    /// The indicator of a step, by its position among all steps.
    pub(crate) fn indicator(&self, index: usize) -> Option<Lit> {
        let found = self.counted.binary_search_by_key(&index, |step| step.index);
        found.ok().and_then(|position| self.counted[position].indicator)
    }

    /// The indicators of the steps in which a run differs; all of them are in the formula if it is a nearest one.
    pub(crate) fn differing(&self, run: &Assignment) -> BTreeSet<Lit> {
        let changed = self.baseline.changed(&self.equation.pool, run);
        let differing = self.counted.iter().filter(|step| changed.holds(step.differs));
        differing.filter_map(|step| step.indicator).collect()
    }

    /// The indicators in the formula, each with whether it is true in a run.
    pub(crate) fn indicated(&self, run: &Assignment) -> Vec<(Lit, bool)> {
        let changed = self.baseline.changed(&self.equation.pool, run);
        let inside = self.counted.iter();
        inside
            .filter_map(|step| Some((step.indicator?, changed.holds(step.differs))))
            .collect()
    }

    /// How far away a run is; nothing if it does not pass.
    pub(crate) fn distance(&self, run: &Assignment) -> Option<u64> {
        let changed = self.baseline.changed(&self.equation.pool, run);
        if !self.required.iter().all(|(term, _)| changed.holds(*term)) {
            return None;
        }
        let differing = self.counted.iter().filter(|step| changed.holds(step.differs));
        Some(differing.map(|step| step.weight).sum())
    }

    /// The run that a model gives: what it leaves open is as in the failing run.
    pub(crate) fn run(&self, satisfies: impl Fn(Lit) -> bool) -> Assignment {
        let found = self.encoder.assignment(&self.equation.pool, satisfies);
        completed(found, &self.symbols)
    }

    /// The cheapest run proposed since this was last asked.
    pub(crate) fn take_proposed(&mut self) -> Option<(u64, Assignment)> {
        self.proposed.take()
    }

    /// What a run gets wrong enters the formula. Says whether there was anything.
    pub(crate) fn enter(&mut self, run: &Assignment, solver: &mut CadicalSolver) -> bool {
        let violated = self.enter_violated(run, solver);
        let differing = self.enter_differing(run, solver);
        if violated || differing {
            self.enter_inputs(solver);
        }
        violated || differing
    }

    /// The failing run as a model to start from.
    pub(crate) fn start_model(&mut self, variables: usize) -> Model {
        let mut values = vec![sat::Value::Unassigned; variables];
        let mut set = |literal: Lit, value: bool| {
            if let Some(place) = values.get_mut(literal.var().index()) {
                *place = match literal.is_positive() == value {
                    true => sat::Value::True,
                    false => sat::Value::False,
                };
            }
        };
        for (symbol, value) in &self.symbols {
            let (Some(bits), term) = (scalar_bits(value), self.equation.pool.symbol(*symbol)) else {
                continue;
            };
            for (literal, value) in self.encoder.known_bits(term).into_iter().zip(bits) {
                if let Some(Bit::Literal(literal)) = literal {
                    set(literal, value);
                }
            }
        }
        for step in &self.counted {
            if let Some(indicator) = step.indicator {
                set(indicator, false);
            }
        }
        values.into_iter().collect()
    }
}

impl Whole<CadicalSolver> for PartialFormula<'_> {
    fn cost(&mut self, solver: &CadicalSolver) -> Option<u64> {
        let run = self.run(|literal| solver.value(literal).is_true());
        let cost = self.distance(&run)?;
        if self.proposed.as_ref().is_none_or(|(best, _)| cost < *best) {
            self.proposed = Some((cost, run));
        }
        Some(cost)
    }

    fn refine(&mut self, solver: &mut CadicalSolver) -> Option<Vec<(Lit, u64)>> {
        let run = self.run(|literal| solver.value(literal).is_true());
        let grew = self.enter(&run, solver);
        grew.then(|| {
            let new = self.take_new();
            new.into_iter()
                .map(|(literal, weight)| (!literal, weight))
                .collect()
        })
    }
}
