//! All failing runs of one claim, on one solver.
//!
//! A run ends where the claim is violated for the first time; up to there every assumption and every other claim holds.
//! The claim may have many instances, one a round of a loop, so a step *counts* if it happens and no instance
//! before it was violated. That is a term; so is everything that costs something.

use bmc::{Equation, StepId, StepKind};
use encode::Encoder;
use logic::{Assignment, TermId};
use program::{ClaimId, Program};
use sat::{CadicalSolver, Interruptible, Lit, Model, Solver, Verdict};

use super::cost::Cost;
use super::size::{Size, size};
use super::states::{State, states};
use crate::passing::scalar_bits;

pub(super) struct Search<'e> {
    pub equation: &'e mut Equation,
    pub solver: CadicalSolver,
    encoder: Encoder,
    /// How many states a run has, by the condition that they count.
    pub length: Cost,
    /// The sum of the sizes of its values.
    pub values: Cost,
    /// For each value the literals of its bits, the most significant first; a sign before all.
    pub bits: Vec<Vec<Lit>>,
}

impl<'e> Search<'e> {
    pub(super) fn new(
        program: &Program,
        equation: &'e mut Equation,
        claim: ClaimId,
        input_values_only: bool,
        terminator: sat::Terminator,
    ) -> Search<'e> {
        let states = states(program, equation, input_values_only);
        let (hard, live) = ending(equation, claim, &states);
        let mut solver = CadicalSolver::new();
        solver.set_terminator(Some(terminator));
        let mut encoder = Encoder::new(encode::Options::default());
        for term in hard {
            encoder.assert(&equation.pool, term, &mut solver);
        }
        let mut search = Search {
            equation,
            solver,
            encoder,
            length: Cost::default(),
            values: Cost::default(),
            bits: Vec::new(),
        };
        for (state, live) in states.iter().zip(live) {
            if search
                .equation
                .pool
                .constant(live)
                .and_then(logic::Value::as_bool)
                == Some(false)
            {
                continue;
            }
            if state.counts {
                let bits = search
                    .encoder
                    .bits(&search.equation.pool, live, &mut search.solver);
                search.length.charge(bits[0], 1);
            }
            if let Some((value, meaning)) = state.value {
                let size = size(program, &mut search.equation.pool, value, meaning, live);
                search.charge(&size);
            }
        }
        search
    }

    fn charge(&mut self, size: &Size) {
        let mut literals = Vec::new();
        for &flag in &size.flags {
            let bits = self.encoder.bits(&self.equation.pool, flag, &mut self.solver);
            literals.extend(literal(bits[0]));
            self.values.charge(bits[0], 1);
        }
        for &number in &size.numbers {
            let bits = self.encoder.bits(&self.equation.pool, number, &mut self.solver);
            literals.extend(bits.iter().rev().filter_map(|bit| literal(*bit)));
            for (place, bit) in bits.into_iter().enumerate() {
                self.values.charge(bit, 1 << place.min(120));
            }
        }
        if !literals.is_empty() {
            self.bits.push(literals);
        }
    }

    /// The failing run with these values of the symbols, as the solver sees it; any failing run if it is none.
    pub(super) fn start(&mut self, symbols: &Assignment) -> Option<Model> {
        let mut fixed = Vec::new();
        for (symbol, value) in symbols {
            let Some(values) = scalar_bits(value) else {
                continue;
            };
            let term = self.equation.pool.symbol(*symbol);
            let bits = self.encoder.bits(&self.equation.pool, term, &mut self.solver);
            for (bit, value) in bits.into_iter().zip(values) {
                if let Some(literal) = literal(bit) {
                    fixed.push(if value { literal } else { !literal });
                }
            }
        }
        for assumed in [&fixed[..], &[]] {
            if self.solver.solve_with(assumed) == Verdict::Sat {
                return Some(self.solver.model());
            }
        }
        None
    }

    pub(super) fn assignment(&self, model: &Model) -> Assignment {
        self.encoder
            .assignment(&self.equation.pool, |literal| model.satisfies(literal))
    }
}

fn literal(bit: encode::Bit) -> Option<Lit> {
    match bit {
        encode::Bit::Literal(literal) => Some(literal),
        encode::Bit::Constant(_) => None,
    }
}

/// What holds in every run that fails at the claim, and by state the condition that it counts.
fn ending(equation: &mut Equation, claim: ClaimId, states: &[State]) -> (Vec<TermId>, Vec<TermId>) {
    let mut hard = Vec::new();
    let mut live = Vec::with_capacity(states.len());
    let mut states = states.iter().peekable();
    let mut ended = equation.pool.bool(false);
    for index in 0..equation.steps.len() {
        let step = &equation.steps[index];
        let (guard, pool) = (step.guard, &mut equation.pool);
        if states
            .next_if(|state| state.step == StepId(index as u32))
            .is_some()
        {
            let goes_on = pool.not(ended);
            live.push(pool.and(guard, goes_on));
        }
        match step.kind {
            StepKind::Claim { claim: id, cond, .. } if id == claim => {
                let violated = pool.not(cond);
                let violated = pool.and(guard, violated);
                ended = pool.or(ended, violated);
            }
            StepKind::Assume { cond, .. } | StepKind::Claim { cond, .. } => {
                let holds = pool.implies(guard, cond);
                hard.push(pool.or(ended, holds));
            }
            _ => {}
        }
    }
    hard.push(ended);
    (hard, live)
}

/// The step at which the run with these values of the symbols fails.
pub(super) fn end_of(equation: &Equation, claim: ClaimId, symbols: &Assignment) -> Option<StepId> {
    let mut evaluator = logic::Evaluator::with_defaults(&equation.pool, symbols);
    let mut is = |term: TermId| evaluator.eval(term).ok().and_then(|value| value.as_bool());
    let position = equation.steps.iter().position(|step| match step.kind {
        StepKind::Claim { claim: id, cond, .. } => {
            id == claim && is(step.guard) == Some(true) && is(cond) == Some(false)
        }
        _ => false,
    });
    position.map(|index| StepId(index as u32))
}
