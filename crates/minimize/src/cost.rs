//! A cost of runs as weighted literals, and its least value.
//!
//! Equations (4) and (5) give every bit the weight of its place, so weights run up to 2^63 and more, and their sum past
//! what the optimiser takes. It need not: in a run that is no worse than the one in hand no literal is true whose
//! weight alone is more than that run's whole cost. So those literals are excluded (under a switch, to leave the solver
//! clean), and what is left is small as soon as the run in hand is. If it is still too much, the weights are scaled
//! down first: the least scaled cost gives a better run and a lower bound that holds for the real one, and the better
//! run excludes more literals.

use std::collections::BTreeMap;

use encode::Bit;
use sat::optimize::{Algorithm, Objective, Optimizer, Outcome, Status};
use sat::{CadicalSolver, Interruptible, Lit, Model, Solver};

use super::effort::MinimizeBudget;

/// What true literals cost together.
#[derive(Debug, Clone, Default)]
pub(super) struct Cost {
    /// What every run costs.
    pub constant: u128,
    pub weights: BTreeMap<Lit, u128>,
}

/// The least cost, as far as it is known.
#[derive(Debug, Clone)]
pub(super) struct Least {
    pub value: u128,
    pub lower: u128,
    pub model: Model,
    /// Assumptions that, with those given, leave exactly the best runs; nothing if the least cost is not proved.
    pub pin: Option<Vec<Lit>>,
}

/// Sums of weights that the optimiser takes.
const MOST: u128 = 1 << 62;

impl Cost {
    pub(super) fn charge(&mut self, bit: Bit, weight: u128) {
        match bit {
            Bit::Constant(true) => self.constant += weight,
            Bit::Constant(false) => {}
            Bit::Literal(literal) => *self.weights.entry(literal).or_default() += weight,
        }
    }

    pub(super) fn of(&self, model: &Model) -> u128 {
        let paid = self.weights.iter().filter(|(lit, _)| model.satisfies(**lit));
        self.constant + paid.map(|(_, weight)| weight).sum::<u128>()
    }

    /// The least cost under assumptions that hold in `model`, which is a model of the solver's clauses. It may take the
    /// given share of the effort.
    ///
    /// Asking for better runs proves quickly that there is none where little can still be paid; paying for what cannot
    /// be had gets further where much must be. Neither is known beforehand, so they take turns; but what may cost much
    /// is expensive to weigh in clauses, and that comes last.
    pub(super) fn minimize(
        &self,
        solver: &mut CadicalSolver,
        assumed: &[Lit],
        model: Model,
        effort: &MinimizeBudget,
        share: u64,
    ) -> Least {
        self.minimize_knowing(0, solver, assumed, model, effort, share)
    }

    /// The same, where it is known that nothing costs less than `lower`.
    pub(super) fn minimize_knowing(
        &self,
        lower: u128,
        solver: &mut CadicalSolver,
        assumed: &[Lit],
        model: Model,
        effort: &MinimizeBudget,
        share: u64,
    ) -> Least {
        let mut least = Least {
            value: self.of(&model),
            lower: self.constant.max(lower),
            model,
            pin: None,
        };
        let turns: &[(Algorithm, u64)] =
            match least.value - self.constant <= u128::from(budgets::minimize::MAX_LITTLE_COST.get()) {
                true if least.value == lower => &[(Algorithm::SolutionImproving, 12)],
                true => &[
                    (Algorithm::SolutionImproving, 1),
                    (Algorithm::CoreGuided, 1),
                    (Algorithm::SolutionImproving, 2),
                    (Algorithm::CoreGuided, 6),
                    (Algorithm::SolutionImproving, 2),
                ],
                false => &[(Algorithm::CoreGuided, 8), (Algorithm::SolutionImproving, 4)],
            };
        let longest = turns.iter().map(|(_, part)| *part).max();
        for &(algorithm, part) in turns {
            if least.pin.is_some() {
                break;
            }
            match effort.is_limited() {
                true => effort.stage(share * part / 12),
                // Without a limit the longest of them ends only when it is done.
                false if longest != Some(part) => effort.turn(budgets::minimize::UNLIMITED_TURN.get() * part),
                false => effort.stage(100),
            }
            let next = self.search(solver, assumed, least.model.clone(), least.lower, algorithm);
            let lower = least.lower.max(next.lower);
            least = Least { lower, ..next };
        }
        effort.stage(100);
        least
    }

    fn search(
        &self,
        solver: &mut CadicalSolver,
        assumed: &[Lit],
        model: Model,
        lower: u128,
        algorithm: Algorithm,
    ) -> Least {
        let mut least = Least {
            value: self.of(&model),
            lower: self.constant,
            model,
            pin: None,
        };
        if self.weights.is_empty() {
            least.pin = Some(Vec::new());
            return least;
        }
        let switch = solver.new_var().positive();
        let mut left = self.weights.clone();
        let assumptions: Vec<Lit> = assumed.iter().copied().chain([switch]).collect();
        loop {
            let before = least.value;
            // Too heavy for any run that is as good.
            let slack = least.value - self.constant;
            left.retain(|lit, weight| {
                let keep = *weight <= slack;
                if !keep {
                    solver.add_clause(&[!switch, !*lit]);
                }
                keep
            });
            let total: u128 = left.values().sum();
            let shift = (0..).find(|shift| total >> shift < MOST).unwrap_or(0);
            let mut objective = Objective::new();
            for (lit, weight) in &left {
                let weight = u64::try_from(weight >> shift).unwrap_or(u64::MAX);
                // The total was scaled to fit.
                let _ = objective.charge(*lit, weight);
            }
            let outcome = Optimizer::new(&objective)
                .assuming(&assumptions)
                .starting_from(&least.model)
                .using(algorithm)
                .knowing(u64::try_from((lower - self.constant) >> shift).unwrap_or(0))
                .minimize(solver);
            self.take(&outcome, shift, &mut least);
            if outcome.status != Status::Optimal {
                break;
            }
            if shift == 0 {
                least.lower = least.value;
                let mut pin = outcome.pin;
                pin.push(switch);
                least.pin = Some(pin);
                break;
            }
            if least.value == before || solver.interrupted() {
                break;
            }
        }
        least
    }

    fn take(&self, outcome: &Outcome, shift: u32, least: &mut Least) {
        least.lower = least
            .lower
            .max(self.constant + (u128::from(outcome.lower) << shift))
            .min(least.value);
        if let Some(model) = &outcome.best_model {
            let value = self.of(model);
            if value < least.value {
                least.value = value;
                least.model = model.clone();
            }
        }
    }
}
