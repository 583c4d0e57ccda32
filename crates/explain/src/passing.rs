//! The passing run that is closest to a given one (thesis, 3.2.1).
//!
//! A run passes if every assumption and every claim holds and it reaches no place where unwinding was cut. Each step
//! that counts has an indicator, "differs from the failing run"; the optimiser makes as few of them true as possible,
//! starting from the failing run's values, and proves that fewer do not do.
//!
//! Only a part of the equation is ever a formula (`partial_formula`), and one search goes on from question to question: when more is
//! assumed, or what was found is excluded, what was proved before still holds.

use std::collections::BTreeMap;

use bmc::{Equation, StepId, StepKind};
use logic::{Assignment, TermId};
use sat::optimize::{Growing, Objective, Optimizer, Outcome, Status};
use sat::{CadicalSolver, Lit, Solver};
use trace::metric::{DeltaKind, Observed, StepValue, differs};
use trace::{Phase, Question};

use crate::metered;
use crate::partial_formula::PartialFormula;

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

/// What a search for one run gave.
#[derive(Debug)]
pub(crate) enum PassingOutcome {
    /// The values of the symbols.
    Run { distance: Distance, run: Assignment },
    /// There is no such run at all, within the bound.
    None,
    /// Time ran out before one was found.
    Unknown,
}

/// One equation's passing runs, on one solver.
pub(crate) struct Passing<'e> {
    pub(crate) solver: CadicalSolver,
    pub(crate) part: PartialFormula<'e>,
    search: Growing,
    /// All that is assumed in the search.
    assumed: Vec<Lit>,
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

/// An input that a run does not read is what it is in the failing run. Steps that are not executed have values, too, and a
/// choice that nobody makes must not bring them nearer.
fn unread_inputs(
    equation: &mut Equation,
    steps: &[Observed],
    different: &[Option<(TermId, u64)>],
) -> Vec<TermId> {
    // By the input: it may be read in several places.
    let mut inputs: BTreeMap<(TermId, Option<TermId>), (TermId, TermId)> = BTreeMap::new();
    for (step, different) in steps.iter().zip(different) {
        let (DeltaKind::Input, Some((differs, _))) = (step.kind, different) else {
            continue;
        };
        let guard = equation.step(step.step).guard;
        let input = (step.terms.first, step.terms.second);
        let read = match inputs.get(&input) {
            Some((read, _)) => equation.pool.or(*read, guard),
            None => guard,
        };
        inputs.insert(input, (read, *differs));
    }
    let rules = inputs.into_values();
    rules
        .map(|(read, differs)| equation.pool.implies(differs, read))
        .collect()
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
        let mut solver = metered::solver(question.options, question.stop);
        let mut required = match wanted {
            Wanted::Passing => requirements(equation),
            Wanted::FailingAt(end) => failure(equation, end),
        };
        let mut different = Vec::with_capacity(steps.len());
        for (step, value) in steps.iter().zip(failing) {
            let term = differs(equation, step.terms, value);
            let constant = equation.pool.constant(term).is_some();
            different.push((!constant && step.weight > 0).then_some((term, step.weight)));
        }
        if let Wanted::Passing = wanted {
            required.extend(unread_inputs(equation, steps, &different));
        }
        let mut part = PartialFormula::new(equation, steps, required, different, symbols.clone());
        match wanted {
            Wanted::Passing => part.begin(&mut solver),
            // The farthest run may differ anywhere.
            Wanted::FailingAt(_) => part.enter_all(&mut solver),
        }
        let mut passing = Passing {
            solver,
            part,
            search: Growing::new(),
            assumed: Vec::new(),
            watch: question.watch,
        };
        passing.restart(&[]);
        passing
    }

    /// A literal that implies a condition on the run.
    pub(crate) fn require(&mut self, condition: TermId) -> Lit {
        let literal = self.part.implying(condition, &mut self.solver);
        self.charge_new();
        literal
    }

    pub(crate) fn equation(&mut self) -> &mut Equation {
        self.part.equation
    }

    /// Begins anew with nothing but these assumptions. What the solver has learnt stays.
    fn restart(&mut self, assumed: &[Lit]) {
        self.search = Growing::new();
        self.assumed = assumed.to_vec();
        for (literal, weight) in self.part.charged() {
            self.search.prefer(!literal, weight);
        }
        for literal in assumed {
            self.search.assume(*literal);
        }
        self.part.take_new();
    }

    /// Goes on with these assumptions if they are those so far and more; else begins anew.
    fn adopt(&mut self, assumed: &[Lit]) {
        if !assumed.starts_with(&self.assumed) {
            self.restart(assumed);
        }
        for literal in assumed {
            self.search.assume(*literal);
        }
        self.assumed = assumed.to_vec();
    }

    /// Steps that have entered the formula outside the search.
    fn charge_new(&mut self) {
        for (literal, weight) in self.part.take_new() {
            self.search.prefer(!literal, weight);
        }
    }

    /// The nearest passing run in which all of `assumed` holds.
    pub(crate) fn nearest(&mut self, assumed: &[Lit]) -> PassingOutcome {
        (self.watch)(Phase::Searching);
        self.adopt(assumed);
        let start = self.part.start_model(self.solver.num_vars());
        self.part.take_proposed();
        let outcome = self
            .search
            .minimize(&mut self.solver, Some(&start), &mut self.part, None);
        self.proposed(&outcome)
    }

    /// Others that are as near as this one and differ in other steps, with the same assumed; up to so many, and
    /// whether there are no more.
    pub(crate) fn ties(
        &mut self,
        distance: Distance,
        first: &Assignment,
        assumed: &[Lit],
        limit: usize,
    ) -> (Vec<Assignment>, bool) {
        (self.watch)(Phase::Ties);
        self.adopt(assumed);
        let mut found = Vec::new();
        let mut last = first.clone();
        let switch = self.solver.new_var().positive();
        let mut complete = false;
        while found.len() < limit {
            // One clause excludes a set of differences. It excludes all larger sets as well, but those are farther away.
            let mut exclusion = vec![!switch];
            exclusion.extend(self.part.differing(&last).into_iter().map(|literal| !literal));
            self.charge_new();
            self.solver.add_clause(&exclusion);
            self.search.assume(switch);
            self.part.take_proposed();
            let outcome = self
                .search
                .minimize(&mut self.solver, None, &mut self.part, Some(distance.value));
            match self.proposed(&outcome) {
                PassingOutcome::Run { distance: other, run } if other.value <= distance.value => {
                    found.push(run.clone());
                    last = run;
                }
                _ => {
                    complete =
                        outcome.lower > distance.value || matches!(outcome.status, Status::Infeasible { .. });
                    break;
                }
            }
        }
        self.solver.add_clause(&[!switch]);
        self.restart(assumed);
        (found, complete)
    }

    /// A run that differs from the given one in at least one input: the nearest, or the farthest.
    pub(crate) fn another(&mut self, steps: &[Observed], farthest: bool) -> PassingOutcome {
        let some: Vec<Lit> = steps
            .iter()
            .enumerate()
            .filter(|(_, step)| step.kind == DeltaKind::Input)
            .filter_map(|(index, _)| self.part.indicator(index))
            .collect();
        if some.is_empty() {
            return PassingOutcome::None;
        }
        self.solver.add_clause(&some);
        let mut objective = Objective::new();
        for (literal, weight) in self.part.charged() {
            // The weights are few and small: they never add up to 2^62.
            let _ = match farthest {
                true => objective.prefer(literal, weight),
                false => objective.charge(literal, weight),
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
        let mut found = self.run_of(&outcome);
        if let (true, PassingOutcome::Run { distance, .. }) = (farthest, &mut found) {
            // What is minimised is what stays the same.
            let (kept, least) = (distance.value, distance.lower);
            *distance = Distance {
                value: total - kept,
                lower: total - least,
            };
        }
        found
    }

    /// Conditions of a passing run that a run violates enter the formula. Says whether there were any.
    pub(crate) fn violated(&mut self, run: &Assignment) -> bool {
        let violated = self.part.enter_violated(run, &mut self.solver);
        self.charge_new();
        violated
    }

    pub(crate) fn says(&self, phase: Phase) {
        (self.watch)(phase);
    }

    /// What a run gets wrong enters the formula. Says whether there was anything.
    pub(crate) fn enters(&mut self, run: &Assignment) -> bool {
        let entered = self.part.enter(run, &mut self.solver);
        self.charge_new();
        entered
    }

    /// What a search on the part of the equation gave.
    fn proposed(&mut self, outcome: &Outcome) -> PassingOutcome {
        found(outcome, self.part.take_proposed())
    }

    /// What a search with the whole equation as a formula gave.
    fn run_of(&self, outcome: &Outcome) -> PassingOutcome {
        let best = outcome.upper.zip(outcome.best_model.as_ref());
        let best = best.map(|(value, best)| (value, self.part.run(|literal| best.satisfies(literal))));
        found(outcome, best)
    }
}

fn found(outcome: &Outcome, best: Option<(u64, Assignment)>) -> PassingOutcome {
    match (best, &outcome.status) {
        (Some((value, run)), _) => PassingOutcome::Run {
            distance: Distance {
                value,
                lower: outcome.lower.min(value),
            },
            run,
        },
        (None, Status::Infeasible { .. }) => PassingOutcome::None,
        (None, _) => PassingOutcome::Unknown,
    }
}
