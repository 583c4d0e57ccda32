//! Small inputs for a failing run.
//!
//! A solver picks whatever values come first, and 1073741824 where 1 would do hides what matters. After a
//! violation has been found, its integer inputs are made small one after the other, in the order they enter
//! the run: each bit from the top is asked to equal the sign (so negative numbers end near -1), keeping what was
//! reached before. A float is asked to be 0, then 1, then to have as short a fraction as it can. Every question has a small limit, and there are only so many of them: this is a courtesy, not a
//! proof of minimality, and it never changes a verdict.

use encode::Bit;
use logic::{Assignment, Evaluator, FloatFormat};
use sat::{Limited, Limits, Lit, Model, Solver, Verdict};

use crate::equation::StepKind;
use crate::scalar::{Repr, Scalar, Value};
use crate::solve::Engine;

/// Questions for one run.
const MOST_QUESTIONS: u32 = 600;
/// What one question may cost.
const CONFLICTS: u64 = 2_000;

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
        for (bits, format) in self.input_bits(&best) {
            if let Some(format) = format {
                self.simple_float(&bits, format, &mut fixed, &mut best, &mut questions);
                continue;
            }
            let Some((sign, rest)) = bits.split_last() else {
                continue;
            };
            // Zero needs no search bit by bit.
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
    /// unsigned number has a sign that is always positive. A float has its format beside it.
    fn input_bits(&mut self, model: &Model) -> Vec<(Vec<Bit>, Option<FloatFormat>)> {
        let known = self
            .encoder
            .assignment(&self.equation.pool, |lit| model.satisfies(lit));
        let mut evaluator = Evaluator::with_defaults(&self.equation.pool, &known);
        let mut all = Vec::new();
        for step in &self.equation.steps {
            let StepKind::Input {
                value: Value::Bits(term) | Value::Float(term),
                ty,
                ..
            } = &step.kind
            else {
                continue;
            };
            // The questions are for what the run asks for; another way may ask for more.
            let happens = evaluator.eval(step.guard).ok().and_then(|value| value.as_bool());
            if happens != Some(true) {
                continue;
            }
            let symbols = self.equation.pool.free_symbols(&[*term]);
            if !symbols.iter().all(|symbol| known.contains_key(symbol)) {
                continue;
            }
            let mut bits = self.encoder.bits(&self.equation.pool, *term, &mut self.solver);
            match Scalar::of(&self.program.types, *ty).map(|scalar| scalar.repr) {
                Some(Repr::Int(_, signed)) => {
                    if !signed {
                        bits.push(Bit::Constant(false));
                    }
                    all.push((bits, None));
                }
                Some(Repr::Float(format)) => all.push((bits, Some(format))),
                _ => {}
            }
        }
        all
    }

    /// Makes a float simple.
    fn simple_float(
        &mut self,
        bits: &[Bit],
        format: FloatFormat,
        fixed: &mut Vec<Lit>,
        best: &mut Model,
        questions: &mut u32,
    ) {
        let fraction = format.fraction_bits() as usize;
        // A few numbers that people would take, the exponent relative to 1 and the first bits of the fraction. With all
        // bits given, a question about them is quick even behind arithmetic that is hard to search.
        const TAKEN: [(i64, u64); 9] = [
            (0, 0),
            (1, 0),
            (0, 8),
            (-1, 0),
            (1, 8),
            (3, 4),
            (6, 9),
            (2, 4),
            (0, 4),
        ];
        if self.prefer_all(bits, |_| false, fixed, best, questions) {
            return;
        }
        let exponent_bits = bits.len() - 1 - fraction;
        let bias = (1i64 << (exponent_bits - 1)) - 1;
        for (exponent, leading) in TAKEN {
            let field = (bias + exponent) as u64;
            let number = |index: usize| match index.checked_sub(fraction) {
                Some(bit) => bit < exponent_bits && field >> bit & 1 == 1,
                None => fraction - index <= 4 && leading >> (4 + index - fraction) & 1 == 1,
            };
            if self.prefer_all(bits, number, fixed, best, questions) {
                return;
            }
        }
        // Then positive, and of a size near 1, rather larger than smaller.
        if let [exponent @ .., top, sign] = &bits[fraction..] {
            self.prefer(*sign, false, fixed, best, questions);
            let large = self.prefer(*top, true, fixed, best, questions);
            for &bit in exponent.iter().rev() {
                self.prefer(bit, !large, fixed, best, questions);
            }
        }
        // The longest tail of zeros that is quickly found.
        let (mut zeros, mut open) = (0, fraction);
        while zeros < open {
            let middle = (zeros + open).div_ceil(2);
            match self.prefer_all(&bits[..middle], |_| false, fixed, best, questions) {
                true => zeros = middle,
                false => open = middle - 1,
            }
        }
        for &bit in bits[zeros..fraction].iter().rev() {
            self.prefer(bit, false, fixed, best, questions);
        }
    }

    /// Makes all bits have the wanted values if that is quickly seen to be possible.
    fn prefer_all(
        &mut self,
        bits: &[Bit],
        wanted: impl Fn(usize) -> bool,
        fixed: &mut Vec<Lit>,
        best: &mut Model,
        questions: &mut u32,
    ) -> bool {
        let mut good = Vec::new();
        for (index, bit) in bits.iter().enumerate() {
            match *bit {
                Bit::Constant(value) if value == wanted(index) => {}
                Bit::Constant(_) => return false,
                Bit::Literal(literal) => good.push(if wanted(index) { literal } else { !literal }),
            }
        }
        let has = good.iter().all(|literal| best.satisfies(*literal));
        if !has && (*questions >= MOST_QUESTIONS || (self.stop)()) {
            return false;
        }
        let before = fixed.len();
        fixed.extend(good);
        if has {
            return true;
        }
        *questions += 1;
        if self.solver.solve_with(fixed) == Verdict::Sat {
            *best = self.solver.model();
            return true;
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
        if *questions >= MOST_QUESTIONS || (self.stop)() {
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
