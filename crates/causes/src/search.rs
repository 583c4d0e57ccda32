//! Deciding all candidates together, distance by distance.
//!
//! The two steps of 6.1.2 ask for each candidate: how near is a run without it, and does one of the runs at that
//! distance show the effect? Here both questions are asked for all candidates at once. One optimisation finds the least
//! distance at which *any* open candidate can be false. Among the runs at that distance those with the effect come
//! first: every candidate that is false in one of them is no cause. When there are no more, the other runs follow:
//! every candidate that is false in one of these is a cause, since no run as near shows the effect without it. One
//! run settles many candidates, and what is open afterwards can only be false further away.

use std::collections::BTreeSet;

use bmc::{Equation, StepKind};
use encode::Encoder;
use logic::{Assignment, TermId};
use program::ClaimId;
use runs::Interrupt;
use sat::optimize::{Objective, Optimizer, Status};
use sat::{CadicalSolver, Interruptible, Limited, Limits, Lit, Model, Solver, Verdict};
use trace::metric::{Observed, StepValue, differs};

use super::boxes::{self, Asked};
use super::effort::CausesBudget;

/// What was found out about a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The nearest runs without it are at this distance, and none of them shows the effect.
    Cause { distance: u64 },
    /// One of the nearest runs without it shows the effect.
    NoCause { distance: u64 },
    /// No run is without it.
    Always,
    /// Time ran out; if any run is without it, it is at least so far away.
    Unknown { at_least: u64 },
}

pub(super) struct CauseSearch<'e> {
    pub equation: &'e mut Equation,
    solver: CadicalSolver,
    encoder: Encoder,
    objective: Objective,
    /// The failing run, as far as the indicators go.
    start: Vec<Lit>,
    effect: Lit,
    /// Runs, those with the effect, and the differences with their weights, as terms.
    run: TermId,
    shows: TermId,
    differing: Vec<(TermId, u64)>,
    /// Operations on ranges before the solver is asked, where the work is not limited.
    pub first_boxes: u64,
    effort: CausesBudget,
    /// What the effort knows of the solver's work.
    counted: u64,
    stop: Interrupt,
}

/// The nearest run without the effect, as far as it is known.
pub(super) struct Nearest {
    pub distance: u64,
    /// No such run is nearer than this.
    pub lower: u64,
    pub run: Assignment,
}

/// Runs, and those that fail, as terms.
pub(super) struct Runs {
    /// All assumptions hold, and the run either passes or fails at a claim.
    pub run: TermId,
    pub fails: TermId,
}

/// The runs of an equation. Claims that are not `wanted` are taken to hold.
pub(super) fn runs(equation: &mut Equation, wanted: Option<&[ClaimId]>) -> Runs {
    let mut holds = equation.pool.bool(true);
    let mut fails = equation.pool.bool(false);
    for index in 0..equation.steps.len() {
        let step = &equation.steps[index];
        let (guard, pool) = (step.guard, &mut equation.pool);
        let (cond, claim) = match step.kind {
            StepKind::Assume { cond, .. } => (cond, None),
            StepKind::Claim { cond, claim, .. } => (cond, Some(claim)),
            _ => continue,
        };
        let constraint = pool.implies(guard, cond);
        if claim.is_some_and(|claim| wanted.is_none_or(|wanted| wanted.contains(&claim))) {
            let violated = pool.not(constraint);
            let first = pool.and(holds, violated);
            fails = pool.or(fails, first);
        }
        holds = pool.and(holds, constraint);
    }
    for index in 0..equation.cuts.len() {
        let pool = &mut equation.pool;
        let followed = pool.not(equation.cuts[index].guard);
        holds = pool.and(holds, followed);
    }
    Runs {
        run: equation.pool.or(holds, fails),
        fails,
    }
}

impl<'e> CauseSearch<'e> {
    /// `effect` must hold in the failing run, whose values the steps have in `failing`.
    pub(super) fn new(
        equation: &'e mut Equation,
        run: TermId,
        effect: TermId,
        steps: &[Observed],
        failing: &[StepValue],
        stop: &Interrupt,
        effort: &CausesBudget,
    ) -> CauseSearch<'e> {
        let mut solver = CadicalSolver::new();
        let asked = stop.clone();
        solver.set_terminator(Some(Box::new(move || asked())));
        let mut encoder = Encoder::new(encode::Options::default());
        encoder.assert(&equation.pool, run, &mut solver);
        let shows = effect;
        let effect = encoder.literal(&equation.pool, effect, &mut solver);
        let mut differing = Vec::new();
        let mut objective = Objective::new();
        let mut start = Vec::new();
        for (step, value) in steps.iter().zip(failing) {
            let different = differs(equation, step.terms, value);
            if step.weight == 0 || equation.pool.constant(different).is_some() {
                continue;
            }
            let literal = encoder.literal(&equation.pool, different, &mut solver);
            // The weights are few and small: they never add up to 2^62.
            let _ = objective.charge(literal, step.weight);
            start.push(!literal);
            differing.push((different, step.weight));
        }
        CauseSearch {
            equation,
            solver,
            encoder,
            objective,
            start,
            effect,
            run,
            shows,
            differing,
            first_boxes: budgets::causes::MAX_FIRST_BOX_OPERATIONS.get(),
            effort: effort.clone(),
            counted: 0,
            stop: stop.clone(),
        }
    }

    /// The nearest run without the effect; a near one if the effort does not suffice for the nearest.
    pub(super) fn nearest_without(&mut self) -> Result<Option<Nearest>, ()> {
        self.effort.allow(&mut self.solver, &mut self.counted, 1, 4);
        let start = self.start_model();
        let assumed = [!self.effect];
        let outcome = Optimizer::new(&self.objective)
            .assuming(&assumed)
            .starting_from(&start)
            .minimize(&mut self.solver);
        self.effort.count(&self.solver, &mut self.counted);
        match (&outcome.status, outcome.upper, &outcome.best_model) {
            (Status::Infeasible { .. }, ..) => Ok(None),
            (_, Some(distance), Some(model)) => Ok(Some(Nearest {
                distance,
                lower: outcome.lower,
                run: self.assignment(model),
            })),
            _ => Err(()),
        }
    }

    fn assignment(&self, model: &Model) -> Assignment {
        self.encoder
            .assignment(&self.equation.pool, |literal| model.satisfies(literal))
    }

    fn start_model(&self) -> Model {
        let mut values = vec![sat::Value::Unassigned; self.solver.num_vars()];
        for literal in &self.start {
            values[literal.var().index()] = if literal.is_positive() {
                sat::Value::True
            } else {
                sat::Value::False
            };
        }
        values.into_iter().collect()
    }

    /// Decides candidates, each given as the condition that it is false. Those that matter most are decided apart, so
    /// that the others do not keep them from it.
    ///
    /// Ranges of inputs (`boxes`) decide what the solver does not.
    pub(super) fn decide(
        &mut self,
        candidates: &[TermId],
        failing: &Assignment,
        matters: impl Fn(usize) -> bool,
    ) -> Vec<Decision> {
        let mut decisions = vec![Decision::Unknown { at_least: 0 }; candidates.len()];
        let mut open: BTreeSet<usize> = BTreeSet::new();
        let mut literals = Vec::with_capacity(candidates.len());
        for (index, &term) in candidates.iter().enumerate() {
            let never = self.equation.pool.constant(term).and_then(logic::Value::as_bool) == Some(false);
            if never {
                decisions[index] = Decision::Always;
            } else {
                open.insert(index);
            }
        }
        // Ranges are strong where numbers are multiplied, the solver where conditions decide. It is quick there, so it
        // comes first where the work is limited.
        let undefined = trace::undefined(self.equation);
        let differing = self.differing.clone();
        let asked = Asked {
            run: self.run,
            effect: self.shows,
            differing: &differing,
            falsified: candidates,
            failing,
            undefined: &undefined,
        };
        let limited = self.effort.is_limited();
        if !limited {
            boxes::decide(
                &self.equation.pool,
                &asked,
                &mut decisions,
                self.first_boxes,
                &self.stop,
            );
        }
        open.retain(|index| matches!(decisions[*index], Decision::Unknown { .. }));
        for (index, &term) in candidates.iter().enumerate() {
            literals.push(match open.contains(&index) {
                true => self.encoder.literal(&self.equation.pool, term, &mut self.solver),
                // Never asked for.
                false => self.effect,
            });
        }
        let (most, others): (BTreeSet<usize>, BTreeSet<usize>) =
            open.iter().partition(|index| matters(**index));
        if limited {
            // What matters most is tried with all, the rest with a part of it before ranges are.
            self.effort.begin_stage(1);
            self.decide_sets(vec![most], &literals, &mut decisions);
            self.effort
                .begin_stage(budgets::causes::FIRST_STAGE_DIVISOR.get());
            self.decide_sets(vec![others], &literals, &mut decisions);
        } else {
            self.effort.begin_stage(1);
            self.decide_sets(vec![open], &literals, &mut decisions);
        }
        if limited {
            self.decide_by_ranges(&asked, &literals, &mut decisions);
        }
        decisions
    }

    /// Ranges decide what the solver did not within its limit; what is left is the solver's again, if it is little.
    fn decide_by_ranges(&mut self, asked: &Asked<'_>, literals: &[Lit], decisions: &mut [Decision]) {
        let is_open = |decision: &Decision| matches!(decision, Decision::Unknown { .. });
        let before = decisions.iter().filter(|decision| is_open(decision)).count();
        boxes::decide(
            &self.equation.pool,
            asked,
            decisions,
            budgets::causes::MAX_BOX_OPERATIONS.get(),
            &self.stop,
        );
        let left: BTreeSet<usize> = (0..decisions.len())
            .filter(|index| is_open(&decisions[*index]))
            .collect();
        // Where ranges decide much, there are many numbers, and the solver would need much time for little.
        if left.len() * 2 > before || left.len() <= budgets::causes::MAX_FEW_CANDIDATES.count() {
            self.effort.begin_stage(1);
            self.decide_sets(vec![left], literals, decisions);
        }
    }

    /// Decides sets of candidates, the last first.
    fn decide_sets(
        &mut self,
        mut pending: Vec<BTreeSet<usize>>,
        literals: &[Lit],
        decisions: &mut [Decision],
    ) {
        while let Some(set) = pending.pop() {
            self.effort.count(&self.solver, &mut self.counted);
            if set.is_empty() || self.effort.exhausted() || (self.stop)() {
                continue;
            }
            // What has to be given up half-way was for nothing, so a set gets most of what is left.
            self.effort.allow(&mut self.solver, &mut self.counted, 3, 4);
            let single = set.len() == 1;
            self.solver.set_limits(Limits::conflicts(if single {
                budgets::causes::MAX_CONFLICTS_ALONE.get()
            } else {
                budgets::causes::MAX_CONFLICTS_TOGETHER.get()
            }));
            let mut left: Vec<usize> = self.decide_set(set, literals, decisions).into_iter().collect();
            if single || left.is_empty() {
                continue;
            }
            // One that is hard to decide should not keep the others from it.
            let half = left.split_off(left.len().div_ceil(2));
            pending.extend([half, left].map(|part| part.into_iter().collect::<BTreeSet<usize>>()));
            pending.retain(|set| !set.is_empty());
        }
        self.solver.set_limits(Limits::default());
    }

    /// Lets the questions that follow take a part of the effort, and little each.
    pub(super) fn begin_asking(&mut self) {
        self.effort.allow(&mut self.solver, &mut self.counted, 1, 2);
        self.solver
            .set_limits(Limits::conflicts(budgets::causes::MAX_CONFLICTS_TOGETHER.get()));
    }

    /// A run in which `falsified` is true and one of `some` is not: which of `all` are true in it. Nothing inside if
    /// there is no such run, nothing at all if that is not quickly known.
    pub(super) fn run_with_one_true(
        &mut self,
        falsified: TermId,
        some: &[TermId],
        all: &[TermId],
    ) -> Option<Option<Vec<bool>>> {
        if (self.stop)() {
            return None;
        }
        let pool = &self.equation.pool;
        let mut literal = |term: TermId| self.encoder.literal(pool, term, &mut self.solver);
        let wanted = literal(falsified);
        let mut clause: Vec<Lit> = some.iter().map(|term| !literal(*term)).collect();
        let all: Vec<Lit> = all.iter().map(|term| literal(*term)).collect();
        let switch = self.solver.new_var().positive();
        clause.push(!switch);
        clause.sort_unstable();
        clause.dedup();
        self.solver.add_clause(&clause);
        let verdict = self.solver.solve_with(&[wanted, switch]);
        let found = match verdict {
            Verdict::Sat => {
                let is_true = |literal: &Lit| self.solver.value(*literal).is_true();
                Some(Some(all.iter().map(is_true).collect()))
            }
            Verdict::Unsat => Some(None),
            Verdict::Unknown => None,
        };
        self.solver.add_clause(&[!switch]);
        found
    }

    /// Decides some candidates together; those that remain took too long.
    fn decide_set(
        &mut self,
        mut open: BTreeSet<usize>,
        literals: &[Lit],
        decisions: &mut [Decision],
    ) -> BTreeSet<usize> {
        while !open.is_empty() {
            let some = self.some_of(&open, literals);
            let assumed = [some];
            let start = self.start_model();
            let outcome = Optimizer::new(&self.objective)
                .assuming(&assumed)
                .starting_from(&start)
                .minimize(&mut self.solver);
            let distance = match (&outcome.status, outcome.upper) {
                (Status::Infeasible { .. }, _) => {
                    for index in std::mem::take(&mut open) {
                        decisions[index] = Decision::Always;
                    }
                    break;
                }
                (Status::Optimal, Some(distance)) => distance,
                _ => {
                    for &index in &open {
                        decisions[index] = Decision::Unknown {
                            at_least: outcome.lower,
                        };
                    }
                    break;
                }
            };
            let mut pinned = vec![some];
            pinned.extend(outcome.pin);
            let mut shown = pinned.clone();
            shown.push(self.effect);
            let with = Decision::NoCause { distance };
            let without = Decision::Cause { distance };
            let settled = self.settle(&shown, &mut open, literals, &with, decisions)
                && self.settle(&pinned, &mut open, literals, &without, decisions);
            self.solver.add_clause(&[!some]);
            if !settled {
                for &index in &open {
                    decisions[index] = Decision::Unknown { at_least: distance };
                }
                break;
            }
        }
        open
    }

    /// A switch for "one of these is true".
    fn some_of(&mut self, open: &BTreeSet<usize>, literals: &[Lit]) -> Lit {
        let switch = self.solver.new_var().positive();
        let mut clause: Vec<Lit> = open.iter().map(|&index| literals[index]).collect();
        clause.push(!switch);
        clause.sort_unstable();
        clause.dedup();
        self.solver.add_clause(&clause);
        switch
    }

    /// Gives all candidates that are false in some run under these assumptions a decision. Not all of them if time ran
    /// out.
    fn settle(
        &mut self,
        assumed: &[Lit],
        open: &mut BTreeSet<usize>,
        literals: &[Lit],
        decision: &Decision,
        decisions: &mut [Decision],
    ) -> bool {
        while !open.is_empty() {
            let some = self.some_of(open, literals);
            let mut assumed = assumed.to_vec();
            assumed.push(some);
            let verdict = self.solver.solve_with(&assumed);
            if verdict == Verdict::Sat {
                let (gone, left): (BTreeSet<usize>, BTreeSet<usize>) = open
                    .iter()
                    .partition(|index| self.solver.value(literals[**index]).is_true());
                for index in gone {
                    decisions[index] = decision.clone();
                }
                *open = left;
            }
            self.solver.add_clause(&[!some]);
            match verdict {
                Verdict::Sat => {}
                Verdict::Unsat => return true,
                Verdict::Unknown => return false,
            }
        }
        true
    }
}
