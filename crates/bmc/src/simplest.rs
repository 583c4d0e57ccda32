//! Small inputs for a failing run.
//!
//! A solver picks whatever values come first, and 1073741824 where 1 would do hides what matters. After a
//! violation has been found, its integer inputs are made small one after the other, in the order they enter
//! the run: all bits at once are asked to be zero, and if that cannot be, each bit from the top is asked to equal the
//! sign (so negative numbers end near -1), keeping what was reached before. Every question has a small limit, and
//! there are only so many of them: this is a courtesy, not a proof of minimality, and it never changes a verdict.

use encode::Bit;
use logic::Assignment;
use sat::{Limited, Limits, Lit, Model, Solver, Verdict};

use crate::equation::StepKind;
use crate::scalar::{Repr, Scalar, Value};
use crate::solve::Engine;

/// Questions for one run.
const MOST_QUESTIONS: u32 = 600;
/// What one question may cost.
const CONFLICTS: u64 = 2_000;
/// What all questions may cost together, in the unit of [`Effort`](crate::effort::Effort).
const WORK: u64 = 3_000_000;

impl Engine<'_> {
    /// The values of the run that the solver has just found.
    pub(crate) fn current(&self) -> Assignment {
        let model = self.solver.model();
        self.encoder
            .assignment(&self.equation.pool, |lit| model.satisfies(lit))
    }

    /// The values of a run in which `violated` holds, starting from the solver's current model.
    pub(crate) fn simplest(&mut self, violated: Lit) -> Assignment {
        let mut best = self.solver.model();
        let limits = self.solver.limits();
        self.solver.set_limits(Limits {
            conflicts: Some(CONFLICTS),
            ..limits
        });
        let mut fixed = vec![violated];
        let mut questions = 0;
        self.is_over();
        let most = self.effort.spent().saturating_add(WORK);
        for bits in self.input_bits(&best) {
            let Some((sign, rest)) = bits.split_last() else {
                continue;
            };
            if self.is_over() || self.effort.spent() > most {
                questions = MOST_QUESTIONS;
            }
            // Zero needs no search bit by bit.
            if self.prefer_zero(&bits, &mut fixed, &mut best, &mut questions) {
                continue;
            }
            let sign = self.prefer(*sign, false, &mut fixed, &mut best, &mut questions);
            for &bit in rest.iter().rev() {
                self.prefer(bit, sign, &mut fixed, &mut best, &mut questions);
            }
        }
        self.solver.set_limits(limits);
        self.encoder
            .assignment(&self.equation.pool, |lit| best.satisfies(lit))
    }

    /// The bits of each integer input that the formula knows, least significant first, then the sign; an
    /// unsigned number has a sign that is always positive.
    fn input_bits(&mut self, model: &Model) -> Vec<Vec<Bit>> {
        let known = self
            .encoder
            .assignment(&self.equation.pool, |lit| model.satisfies(lit));
        let mut all = Vec::new();
        for step in &self.equation.steps {
            let StepKind::Input {
                value: Value::Bits(term),
                ty,
                ..
            } = &step.kind
            else {
                continue;
            };
            let symbols = self.equation.pool.free_symbols(&[*term]);
            if !symbols.iter().all(|symbol| known.contains_key(symbol)) {
                continue;
            }
            let Some(Repr::Int(_, signed)) = Scalar::of(&self.program.types, *ty).map(|scalar| scalar.repr)
            else {
                continue;
            };
            let mut bits = self.encoder.bits(&self.equation.pool, *term, &mut self.solver);
            if !signed {
                bits.push(Bit::Constant(false));
            }
            all.push(bits);
        }
        all
    }

    /// Makes all bits zero if that is quickly seen to be possible, and says whether they are.
    fn prefer_zero(
        &mut self,
        bits: &[Bit],
        fixed: &mut Vec<Lit>,
        best: &mut Model,
        questions: &mut u32,
    ) -> bool {
        let mut zeros = Vec::new();
        for bit in bits {
            match *bit {
                Bit::Constant(false) => {}
                Bit::Constant(true) => return false,
                Bit::Literal(literal) => zeros.push(!literal),
            }
        }
        let before = fixed.len();
        let different = zeros.iter().filter(|lit| !best.satisfies(**lit)).count();
        fixed.extend(zeros);
        if different == 0 {
            return true;
        }
        // One bit is asked for in the same way.
        if different > 1 && *questions < MOST_QUESTIONS {
            *questions += 1;
            if self.solver.solve_with(fixed) == Verdict::Sat {
                *best = self.solver.model();
                return true;
            }
        }
        fixed.truncate(before);
        false
    }

    /// Makes a bit have the wanted value if that is quickly seen to be possible; gives back what it has.
    fn prefer(
        &mut self,
        bit: Bit,
        wanted: bool,
        fixed: &mut Vec<Lit>,
        best: &mut Model,
        questions: &mut u32,
    ) -> bool {
        let literal = match bit {
            Bit::Constant(value) => return value,
            Bit::Literal(literal) => literal,
        };
        let has = best.satisfies(literal);
        let good = if wanted { literal } else { !literal };
        if has == wanted {
            fixed.push(good);
            return has;
        }
        if *questions >= MOST_QUESTIONS {
            return has;
        }
        *questions += 1;
        fixed.push(good);
        if self.solver.solve_with(fixed) == Verdict::Sat {
            *best = self.solver.model();
            return wanted;
        }
        fixed.pop();
        fixed.push(!good);
        has
    }
}
