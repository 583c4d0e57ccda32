//! Changed inputs near their old values.
//!
//! The nearest passing run says which inputs change, not by how much: any value that does will do for the solver, and
//! 1073741824 where 8 would do hides what matters. So the steps in which the run differs are kept and each changed
//! input in turn is brought as near to its old value as is quickly found: a number by its difference, a float by the
//! bits it shares. A courtesy to the reader, not a proof.

use bmc::{Equation, StepId, StepKind};
use encode::Bit;
use logic::{Assignment, TermId};
use program::Program;
use sat::{Limited, Lit, Solver};
use trace::metric::{DeltaKind, Observed, StepValue, valuation};
use trace::{Phase, Question, scalar_bits};

use crate::passing::{Passing, PassingOutcome, Wanted};

/// The passing run that is closest to a failing one, `condition` holding in it, with changed inputs near their old
/// values. Nothing if there is none, or time ran out.
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
        let mut fixing = Fixing {
            switch,
            assumed: assumed.iter().copied().chain([switch]).collect(),
            questions: 0,
        };
        for (indicator, differs) in self.part.indicated(run) {
            let literal = if differs { indicator } else { !indicator };
            self.solver.add_clause(&[!switch, literal]);
        }
        let limits = self.solver.limits();
        self.solver
            .set_limits(sat::Limits::conflicts(budgets::explain::MAX_NEAR_CONFLICTS.get()));
        for (index, step) in steps.iter().enumerate() {
            if step.kind != DeltaKind::Input || values[index] == failing[index] {
                continue;
            }
            match &failing[index].first {
                old @ logic::Value::Float(_) => self.near_float(step.terms.first, old, &mut fixing),
                logic::Value::BitVec(old) => {
                    let signed = is_signed(program, self.part.equation, step.step);
                    self.near_integer(step.terms.first, old, signed, &mut fixing);
                }
                _ => {}
            }
        }
        let mut best = run.clone();
        self.solver.set_limits(limits);
        if fixing.questions > 0 && self.solver.solve_with(&fixing.assumed) == sat::Verdict::Sat {
            let model = self.solver.model();
            best = self.part.run(|literal| model.satisfies(literal));
        }
        self.solver.add_clause(&[!switch]);
        best
    }

    /// An integer input moves as little as it can: first in how many bits that can be said, then bit by bit; upwards
    /// rather than downwards.
    fn near_integer(&mut self, term: TermId, old: &logic::Bits, signed: bool, fixing: &mut Fixing) {
        let (far, down) = self.movement(term, old, signed);
        let mut width = far.len();
        for bits in [1, 3, 7, 15, 31] {
            if bits >= width || fixing.questions >= budgets::explain::MAX_NEAR_QUESTIONS.small() {
                break;
            }
            fixing.questions += 1;
            let upper = far[bits..].iter().flatten().map(|literal| !*literal);
            let asked: Vec<Lit> = fixing.assumed.iter().copied().chain(upper.clone()).collect();
            if self.solver.solve_with(&asked) == sat::Verdict::Sat {
                for literal in upper {
                    self.solver.add_clause(&[!fixing.switch, literal]);
                }
                width = bits;
                break;
            }
        }
        let lower = far[..width].iter().rev().flatten().copied();
        for literal in lower.chain([down]) {
            if self.fix(!literal, fixing).is_none() {
                break;
            }
        }
    }

    /// How far a value moves, as bits of which some may be constant, and whether it moves down.
    fn movement(&mut self, term: TermId, old: &logic::Bits, signed: bool) -> (Vec<Option<Lit>>, Lit) {
        let width = old.width() + 1;
        let pool = &mut self.part.equation.pool;
        let old = pool.bits(old.clone());
        let wide = |pool: &mut logic::TermPool, term| match signed {
            true => pool.bv_sign_extend(term, width),
            false => pool.bv_zero_extend(term, width),
        };
        let (new, old) = (wide(pool, term), wide(pool, old));
        let moved = pool.bv_sub(new, old);
        let down = pool.bv_bit(moved, width - 1);
        let back = pool.bv_neg(moved);
        let far = pool.ite(down, back, moved);
        let pool = &self.part.equation.pool;
        let far = self.part.encoder.bits(pool, far, &mut self.solver);
        let down = self.part.encoder.literal(pool, down, &mut self.solver);
        let far = far.iter().map(|bit| match bit {
            Bit::Literal(literal) => Some(*literal),
            Bit::Constant(_) => None,
        });
        (far.collect(), down)
    }

    /// A float input shares as many leading bits with its old value as it can, and has zeros after that.
    fn near_float(&mut self, term: TermId, old: &logic::Value, fixing: &mut Fixing) {
        let pool = &self.part.equation.pool;
        let bits = self.part.encoder.bits(pool, term, &mut self.solver);
        let old = scalar_bits(old).unwrap_or_default();
        let mut same = true;
        for (bit, old) in bits.into_iter().zip(old).rev() {
            let Bit::Literal(literal) = bit else { continue };
            let wanted = if same && old { literal } else { !literal };
            match self.fix(wanted, fixing) {
                Some(can) => same &= can,
                None => return,
            }
        }
    }

    /// Fixes a literal if it can hold beside what is fixed, otherwise its negation. Nothing if the questions have run
    /// out.
    fn fix(&mut self, wanted: Lit, fixing: &mut Fixing) -> Option<bool> {
        if fixing.questions >= budgets::explain::MAX_NEAR_QUESTIONS.small() {
            return None;
        }
        fixing.questions += 1;
        let asked: Vec<Lit> = fixing.assumed.iter().copied().chain([wanted]).collect();
        let can = self.solver.solve_with(&asked) == sat::Verdict::Sat;
        let fixed = if can { wanted } else { !wanted };
        self.solver.add_clause(&[!fixing.switch, fixed]);
        Some(can)
    }
}

/// What has been fixed on the way to near inputs.
struct Fixing {
    /// Turns on all that is fixed.
    switch: Lit,
    /// What each question assumes, the switch with it.
    assumed: Vec<Lit>,
    questions: u32,
}

fn is_signed(program: &Program, equation: &Equation, input: StepId) -> bool {
    match &equation.step(input).kind {
        StepKind::Input { ty, .. } => program.types.integer(*ty).is_some_and(|(_, signed)| signed),
        _ => false,
    }
}
