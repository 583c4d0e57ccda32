//! Changed inputs near their old values.
//!
//! The nearest passing run says which inputs change, not by how much: any value that does will do for the solver, and
//! 1073741824 where 8 would do hides what matters. So the steps in which the run differs are kept and each changed input in
//! turn is brought as near to its old value as is quickly found: a number by its difference, a float by the bits it
//! shares. A courtesy to the reader, not a proof.

use bmc::{Equation, StepId, StepKind};
use encode::Bit;
use logic::{Assignment, TermId};
use program::Program;
use sat::{Limited, Lit, Solver};
use trace::metric::{DeltaKind, Observed, StepValue, valuation};
use trace::{Phase, Question, scalar_bits};

use crate::passing::{Passing, PassingOutcome, Wanted};

/// The passing run that is closest to a failing one, `condition` holding in it, with changed inputs near their old values.
/// Nothing if there is none, or time ran out.
///
/// `steps` are compared with their values in the failing run, whose symbols are `symbols`.
pub fn closest_run(
    question: &Question<'_>,
    equation: &mut Equation,
    steps: &[Observed],
    failing: &[StepValue],
    symbols: &Assignment,
    condition: TermId,
) -> Option<Assignment> {
    let mut search = Passing::new(equation, steps, failing, symbols, Wanted::Passing, question);
    let assumed = [search.require(condition)];
    let PassingOutcome::Run { run, .. } = search.nearest(&assumed) else {
        return None;
    };
    Some(search.with_near_inputs(question.program, steps, failing, &run, &assumed))
}

impl Passing<'_> {
    /// A run that differs from the failing one in the same steps as `run`, with inputs near their old values.
    pub(crate) fn with_near_inputs(
        &mut self,
        program: &Program,
        steps: &[Observed],
        failing: &[StepValue],
        run: &Assignment,
        assumed: &[Lit],
    ) -> Assignment {
        self.says(Phase::Inputs);
        let distance = self.part.distance(run);
        for _ in 0..budgets::explain::MAX_NEAR_ROUNDS.count() {
            let near = self.nearer_inputs(program, steps, failing, run, assumed);
            if self.part.distance(&near) == distance {
                return near;
            }
            if !self.enters(&near) {
                break;
            }
        }
        run.clone()
    }

    fn nearer_inputs(
        &mut self,
        program: &Program,
        steps: &[Observed],
        failing: &[StepValue],
        run: &Assignment,
        assumed: &[Lit],
    ) -> Assignment {
        let values = valuation(self.part.equation, steps, run);
        // One switch for all that is fixed: assuming each literal in each question would cost more than the search.
        let switch = self.solver.new_var().positive();
        let assumed: Vec<Lit> = assumed.iter().copied().chain([switch]).collect();
        for (indicator, differs) in self.part.indicated(run) {
            let literal = if differs { indicator } else { !indicator };
            self.solver.add_clause(&[!switch, literal]);
        }
        let limits = self.solver.limits();
        self.solver
            .set_limits(sat::Limits::conflicts(budgets::explain::MAX_NEAR_CONFLICTS.get()));
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
            let signed = is_signed(program, self.part.equation, step.step);
            let width = old.width() + 1;
            let pool = &mut self.part.equation.pool;
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
            let far = self
                .part
                .encoder
                .bits(&self.part.equation.pool, far, &mut self.solver);
            let down = self
                .part
                .encoder
                .literal(&self.part.equation.pool, down, &mut self.solver);
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
                if bits >= width || questions >= budgets::explain::MAX_NEAR_QUESTIONS.small() {
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
                if questions >= budgets::explain::MAX_NEAR_QUESTIONS.small() {
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
            best = self.part.run(|literal| model.satisfies(literal));
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
        let bits = self
            .part
            .encoder
            .bits(&self.part.equation.pool, term, &mut self.solver);
        let old = scalar_bits(old).unwrap_or_default();
        let mut same = true;
        for (bit, old) in bits.into_iter().zip(old).rev() {
            let Bit::Literal(literal) = bit else { continue };
            if *questions >= budgets::explain::MAX_NEAR_QUESTIONS.small() {
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
}

fn is_signed(program: &Program, equation: &Equation, input: StepId) -> bool {
    match &equation.step(input).kind {
        StepKind::Input { ty, .. } => program.types.integer(*ty).is_some_and(|(_, signed)| signed),
        _ => false,
    }
}
