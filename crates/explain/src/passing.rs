//! The passing run that is closest to a given one (thesis, 3.2.1).
//!
//! A run passes if every assumption and every claim holds and it reaches no place where unwinding was cut. Each step
//! that counts has an indicator, "differs from the failing run"; the optimiser makes as few of them true as possible,
//! starting from the failing run's values, and proves that fewer do not do.

use std::collections::BTreeMap;

use bmc::{Equation, StepId, StepKind};
use encode::{Bit, Encoder};
use logic::{Assignment, TermId};
use program::Program;
use sat::optimize::{Objective, Optimizer, Outcome, ties};
use sat::{CadicalSolver, Interruptible, Limited, Lit, Model, Solver};

use crate::apart::Apart;
use crate::explanation::Question;
use crate::metric::{DeltaKind, Observed, StepValue, differs};
use crate::phase::Phase;

/// What is known about a least cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distance {
    /// Of the run in hand.
    pub value: u64,
    /// None is nearer than this.
    pub lower: u64,
}

impl Distance {
    /// Whether the run in hand is as near as can be.
    #[must_use]
    pub fn proved(&self) -> bool {
        self.value == self.lower
    }
}

/// Which runs are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All assumptions and claims hold.
    Passing,
    /// The claim at this step fails, and everything before it holds.
    FailingAt(StepId),
}

/// What a search for passing runs gave.
#[derive(Debug)]
pub(crate) enum Found {
    /// These are nearest: the values of the symbols, one for each set of steps that differ.
    Runs {
        distance: Distance,
        runs: Vec<Assignment>,
        /// Whether there are no others at this distance.
        complete: bool,
    },
    /// There is no passing run at all, within the bound.
    None,
    /// Time ran out before one was found.
    Unknown,
}

/// Questions for the inputs of one run, and what one may cost.
const MOST_QUESTIONS: u32 = 400;
const QUESTION: u64 = 2_000;

/// One equation's passing runs, on one solver.
pub(crate) struct Passing<'e> {
    equation: &'e mut Equation,
    solver: CadicalSolver,
    encoder: Encoder,
    /// The steps' indicators: true if the step differs from the failing run.
    indicators: Vec<Option<Lit>>,
    objective: Objective,
    start: Vec<(Lit, bool)>,
    /// What is not in the formula: none of it needs to change.
    apart: Apart,
    symbols: Assignment,
    watch: &'e dyn Fn(Phase),
}

/// The terms that hold in every passing run.
pub(crate) fn requirements(equation: &mut Equation) -> Vec<TermId> {
    let mut all = Vec::new();
    for index in 0..equation.steps.len() {
        let step = &equation.steps[index];
        let (StepKind::Assume { cond, .. } | StepKind::Claim { cond, .. }) = step.kind else {
            continue;
        };
        let holds = equation.pool.implies(step.guard, cond);
        all.push(holds);
    }
    // Beyond a cut nothing is known, so a run that gets there does not count as passing.
    for index in 0..equation.cuts.len() {
        let reached = equation.cuts[index].guard;
        all.push(equation.pool.not(reached));
    }
    all
}

/// The terms that hold in every run that fails at a claim.
fn failure(equation: &mut Equation, end: StepId) -> Vec<TermId> {
    let mut all = Vec::new();
    for index in 0..=end.0 as usize {
        let step = &equation.steps[index];
        let (StepKind::Assume { cond, .. } | StepKind::Claim { cond, .. }) = step.kind else {
            continue;
        };
        let guard = step.guard;
        let holds = equation.pool.implies(guard, cond);
        all.push(match index == end.0 as usize {
            true => equation.pool.not(holds),
            false => holds,
        });
    }
    for index in 0..equation.cuts.len() {
        if equation.cuts[index].at <= end.0 as usize {
            let reached = equation.cuts[index].guard;
            all.push(equation.pool.not(reached));
        }
    }
    all
}

impl<'e> Passing<'e> {
    /// Prepares the search: `steps` with their values in the failing run, and the failing run's symbols.
    pub(crate) fn new(
        equation: &'e mut Equation,
        steps: &[Observed],
        failing: &[StepValue],
        symbols: &Assignment,
        wanted: Wanted,
        question: &Question<'e>,
    ) -> Passing<'e> {
        (question.watch)(Phase::Encoding);
        let mut solver = CadicalSolver::new();
        let asked = question.stop.clone();
        solver.set_terminator(Some(Box::new(move || asked())));
        let encoder = Encoder::new(encode::Options::default());
        let required = match wanted {
            Wanted::Passing => requirements(equation),
            Wanted::FailingAt(end) => failure(equation, end),
        };
        let mut different = Vec::with_capacity(steps.len());
        for (step, value) in steps.iter().zip(failing) {
            let term = differs(equation, step.terms, value);
            let constant = equation.pool.constant(term).is_some();
            different.push((!constant && step.weight > 0).then_some((term, step.weight)));
        }
        let apart = match wanted {
            Wanted::Passing => Apart::new(equation, required, different, symbols),
            Wanted::FailingAt(_) => Apart::nothing(equation, required, different),
        };
        let mut passing = Passing {
            equation,
            solver,
            encoder,
            indicators: vec![None; steps.len()],
            objective: Objective::new(),
            start: Vec::new(),
            apart,
            symbols: symbols.clone(),
            watch: question.watch,
        };
        passing.include();
        passing
    }

    /// Puts everything that has been found to belong together with the failure into the formula.
    fn include(&mut self) {
        let part = self.apart.take();
        for holds in part.required {
            self.encoder.assert(&self.equation.pool, holds, &mut self.solver);
        }
        // Steps of one term share an indicator; the objective adds up what they cost.
        for (index, different, weight) in part.different {
            let literal = self
                .encoder
                .literal(&self.equation.pool, different, &mut self.solver);
            // The weights are few and small: they never add up to 2^62.
            let _ = self.objective.charge(literal, weight);
            self.indicators[index] = Some(literal);
        }
        for (symbol, value) in &self.symbols {
            let Some(bits) = scalar_bits(value) else { continue };
            let term = self.equation.pool.symbol(*symbol);
            if !part.symbols.contains(&term) {
                continue;
            }
            let literals = self.encoder.bits(&self.equation.pool, term, &mut self.solver);
            for (bit, value) in literals.into_iter().zip(bits) {
                if let Bit::Literal(literal) = bit {
                    self.start.push((literal, value));
                }
            }
        }
    }

    /// A literal that implies a condition on the run.
    pub(crate) fn require(&mut self, condition: TermId) -> Lit {
        if self.apart.join(self.equation, condition) {
            self.include();
        }
        self.encoder
            .implying_literal(&self.equation.pool, condition, &mut self.solver)
    }

    pub(crate) fn equation(&mut self) -> &mut Equation {
        self.equation
    }

    /// The nearest passing runs in which all of `assumed` holds.
    pub(crate) fn nearest(&mut self, assumed: &[Lit], limit: usize) -> Found {
        (self.watch)(Phase::Searching);
        let start = self.start_model();
        let outcome = Optimizer::new(&self.objective)
            .assuming(assumed)
            .starting_from(&start)
            .minimize(&mut self.solver);
        self.runs_of(&outcome, assumed, limit)
    }

    /// A run that differs from the given one in at least one input: the nearest, or the farthest.
    pub(crate) fn another(&mut self, steps: &[Observed], farthest: bool) -> Found {
        let some: Vec<Lit> = steps
            .iter()
            .zip(&self.indicators)
            .filter(|(step, _)| step.kind == DeltaKind::Input)
            .filter_map(|(_, indicator)| *indicator)
            .collect();
        if some.is_empty() {
            return Found::None;
        }
        self.solver.add_clause(&some);
        let mut objective = Objective::new();
        for (literal, weight) in self.objective.soft() {
            let _ = match farthest {
                true => objective.charge(literal, weight),
                false => objective.prefer(literal, weight),
            };
        }
        let algorithm = match farthest {
            true => sat::optimize::Algorithm::SolutionImproving,
            false => sat::optimize::Algorithm::CoreGuided,
        };
        let outcome = Optimizer::new(&objective)
            .using(algorithm)
            .minimize(&mut self.solver);
        let total: u64 = objective.soft().map(|(_, weight)| weight).sum();
        let mut found = self.runs_of(&outcome, &[], 1);
        if let (true, Found::Runs { distance, .. }) = (farthest, &mut found) {
            // What is minimised is what stays the same.
            let (kept, least) = (distance.value, distance.lower);
            *distance = Distance {
                value: total - kept,
                lower: total - least,
            };
        }
        found
    }

    fn start_model(&self) -> Model {
        let mut values = vec![sat::Value::Unassigned; self.solver.num_vars()];
        for (literal, value) in &self.start {
            let positive = literal.is_positive() == *value;
            values[literal.var().index()] = if positive {
                sat::Value::True
            } else {
                sat::Value::False
            };
        }
        for indicator in self.indicators.iter().flatten() {
            let value = if indicator.is_positive() {
                sat::Value::False
            } else {
                sat::Value::True
            };
            values[indicator.var().index()] = value;
        }
        values.into_iter().collect()
    }

    fn runs_of(&mut self, outcome: &Outcome, assumed: &[Lit], limit: usize) -> Found {
        let (Some(value), Some(best)) = (outcome.upper, outcome.best_model.as_ref()) else {
            return match outcome.status {
                sat::optimize::Status::Infeasible { .. } => Found::None,
                _ => Found::Unknown,
            };
        };
        let distance = Distance {
            value,
            lower: outcome.lower,
        };
        let first = self.assignment(best);
        if !outcome.proved() || limit <= 1 {
            return Found::Runs {
                distance,
                runs: vec![first],
                complete: false,
            };
        }
        (self.watch)(Phase::Ties);
        let all = ties(&mut self.solver, &self.objective, assumed, outcome, limit);
        let mut runs: Vec<Assignment> = Vec::new();
        for solution in &all.solutions {
            runs.push(self.assignment(&solution.model));
        }
        if runs.is_empty() {
            runs.push(first);
        }
        Found::Runs {
            distance,
            runs,
            complete: all.complete,
        }
    }

    /// A run that differs from the failing one in the same steps as `run`, with the changed inputs as near to their old
    /// values as is quickly found, input by input. A courtesy to the reader, not a proof.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn with_near_inputs(
        &mut self,
        program: &Program,
        steps: &[Observed],
        failing: &[StepValue],
        run: &Assignment,
        values: &[StepValue],
        assumed: &[Lit],
    ) -> Assignment {
        (self.watch)(Phase::Inputs);
        // One switch for all that is fixed: assuming each literal in each question would cost more than the search.
        let switch = self.solver.new_var().positive();
        let assumed: Vec<Lit> = assumed.iter().copied().chain([switch]).collect();
        for (index, indicator) in self.indicators.iter().enumerate() {
            if let Some(indicator) = indicator {
                let differs = values[index] != failing[index];
                let literal = if differs { *indicator } else { !*indicator };
                self.solver.add_clause(&[!switch, literal]);
            }
        }
        let limits = self.solver.limits();
        self.solver.set_limits(sat::Limits::conflicts(QUESTION));
        let mut questions = 0;
        for (index, step) in steps.iter().enumerate() {
            if step.kind != DeltaKind::Input || values[index] == failing[index] {
                continue;
            }
            if let logic::Value::Float(_) = &failing[index].first {
                self.near_float(
                    step.terms.first,
                    &failing[index].first,
                    switch,
                    &assumed,
                    &mut questions,
                );
                continue;
            }
            let logic::Value::BitVec(old) = &failing[index].first else {
                continue;
            };
            let signed = is_signed(program, self.equation, step.step);
            let width = old.width() + 1;
            let pool = &mut self.equation.pool;
            let old = pool.bits(old.clone());
            let wide = |pool: &mut logic::TermPool, term| match signed {
                true => pool.bv_sign_extend(term, width),
                false => pool.bv_zero_extend(term, width),
            };
            let (new, old) = (wide(pool, step.terms.first), wide(pool, old));
            let moved = pool.bv_sub(new, old);
            let down = pool.bv_bit(moved, width - 1);
            let back = pool.bv_neg(moved);
            let far = pool.ite(down, back, moved);
            let far = self.encoder.bits(&self.equation.pool, far, &mut self.solver);
            let down = self.encoder.literal(&self.equation.pool, down, &mut self.solver);
            // How far it moves: first in how many bits that can be said, then bit by bit; upwards rather than downwards.
            let literals: Vec<Option<Lit>> = far
                .iter()
                .map(|bit| match bit {
                    Bit::Literal(literal) => Some(*literal),
                    Bit::Constant(_) => None,
                })
                .collect();
            let mut width = literals.len();
            for bits in [1, 3, 7, 15, 31] {
                if bits >= width || questions >= MOST_QUESTIONS {
                    break;
                }
                questions += 1;
                let upper = literals[bits..].iter().flatten().map(|literal| !*literal);
                let asked: Vec<Lit> = assumed.iter().copied().chain(upper.clone()).collect();
                if self.solver.solve_with(&asked) == sat::Verdict::Sat {
                    for literal in upper {
                        self.solver.add_clause(&[!switch, literal]);
                    }
                    width = bits;
                    break;
                }
            }
            let lower = literals[..width].iter().rev().flatten().copied();
            for literal in lower.chain([down]).collect::<Vec<_>>() {
                if questions >= MOST_QUESTIONS {
                    break;
                }
                questions += 1;
                let mut asked = assumed.clone();
                asked.push(!literal);
                let can = self.solver.solve_with(&asked) == sat::Verdict::Sat;
                let fixed = if can { !literal } else { literal };
                self.solver.add_clause(&[!switch, fixed]);
            }
        }
        let mut best = run.clone();
        self.solver.set_limits(limits);
        if questions > 0 && self.solver.solve_with(&assumed) == sat::Verdict::Sat {
            let model = self.solver.model();
            best = completed(self.assignment(&model), run);
        }
        self.solver.add_clause(&[!switch]);
        best
    }

    /// A float input shares as many leading bits with its old value as it can, and has zeros after that.
    fn near_float(
        &mut self,
        term: TermId,
        old: &logic::Value,
        switch: Lit,
        assumed: &[Lit],
        questions: &mut u32,
    ) {
        let bits = self.encoder.bits(&self.equation.pool, term, &mut self.solver);
        let old = scalar_bits(old).unwrap_or_default();
        let mut same = true;
        for (bit, old) in bits.into_iter().zip(old).rev() {
            let Bit::Literal(literal) = bit else { continue };
            if *questions >= MOST_QUESTIONS {
                return;
            }
            *questions += 1;
            let wanted = if same && old { literal } else { !literal };
            let asked: Vec<Lit> = assumed.iter().copied().chain([wanted]).collect();
            let can = self.solver.solve_with(&asked) == sat::Verdict::Sat;
            same &= can;
            let fixed = if can { wanted } else { !wanted };
            self.solver.add_clause(&[!switch, fixed]);
        }
    }

    fn assignment(&self, model: &Model) -> Assignment {
        self.encoder
            .assignment(&self.equation.pool, |literal| model.satisfies(literal))
    }
}

fn is_signed(program: &Program, equation: &Equation, input: StepId) -> bool {
    match &equation.step(input).kind {
        StepKind::Input { ty, .. } => program.types.integer(*ty).is_some_and(|(_, signed)| signed),
        _ => false,
    }
}

/// A scalar's bits, the least significant first.
pub(crate) fn scalar_bits(value: &logic::Value) -> Option<Vec<bool>> {
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
pub(crate) fn completed(mut run: Assignment, from: &Assignment) -> Assignment {
    for (symbol, value) in from {
        run.entry(*symbol).or_insert_with(|| value.clone());
    }
    run
}

/// Steps by their position, for looking up.
pub(crate) fn by_step(steps: &[Observed]) -> BTreeMap<StepId, usize> {
    steps
        .iter()
        .enumerate()
        .map(|(index, step)| (step.step, index))
        .collect()
}
