//! Small inputs for a failing run.
//!
//! A solver picks whatever values come first, and 1073741824 where 1 would do hides what matters. After a violation has
//! been found, its inputs are made plain, in the order they enter the run; what was reached is kept. First whole
//! groups: are all of them zero, all of this half? Few inputs matter as a rule, and then few questions are enough. What
//! cannot be zero is made plain by what a reader sees in it (`plain`): a number near zero, a letter or a digit, a float with
//! few digits. Text, typed or in characters that enter one after the other, gets as short as it can before that.
//!
//! Before all that, a claim in a loop is made to fail in an early round, and what no input can say is avoided.
//!
//! Each question has a small limit, and all of them together one in propagations of the solver, by what finding the run
//! has taken: the same on every machine. So this is a courtesy, not a proof of minimality (`because minimize` proves),
//! and it never changes a verdict.

use ctype::{IntKind, Type};
use encode::Bit;
use logic::Assignment;
use sat::{Limited, Limits, Lit, Model, Solver, Verdict};

use crate::decide::plain::{Look, Shown};
use crate::decide::solve::Engine;
use crate::equation::{Equation, StepKind};
use crate::symex::scalar::{Repr, Scalar, Value};
use runs::{Chosen, InputKind};

/// Numbers of so many bits are easily read.
const SMALL_BITS: usize = 10;
/// A number of so many digits is not.
const MANY_DIGITS: u32 = 3;
impl<'e> Engine<'e> {
    /// The values that a model gives to the symbols.
    pub(crate) fn symbols(&self, model: &Model) -> Assignment {
        self.encoder
            .assignment(&self.equation.pool, |lit| model.satisfies(lit))
    }

    /// The first of these violations, in the order of the run, that is quickly seen to be possible: a claim in a loop should
    /// fail in an early round. The last one has just been found.
    pub(crate) fn earliest(&mut self, violations: &[Lit]) -> (usize, Model) {
        let mut model = self.solver.model();
        let limits = self.limited();
        let most = self.most();
        let (mut low, mut high) = (0, violations.len().saturating_sub(1));
        while low < high && self.solver.statistics().propagations <= most && !self.is_over() {
            let middle = low + (high - low) / 2;
            let switch = self.solver.new_var().positive();
            let mut clause = violations[low..=middle].to_vec();
            clause.push(!switch);
            clause.sort_unstable();
            clause.dedup();
            self.solver.add_clause(&clause);
            if self.solve(&[switch]) == Verdict::Sat {
                model = self.solver.model();
                let is_first = |violation: &Lit| model.satisfies(*violation);
                high = violations.iter().position(is_first).unwrap_or(high).min(high);
                low = low.min(high);
            } else {
                low = middle + 1;
            }
        }
        self.solver.set_limits(limits);
        (high, model)
    }

    /// The values of a run in which `violated` holds, starting from such a run.
    pub(crate) fn simplest(&mut self, violated: Lit, run: Model) -> Assignment {
        let inputs = self.shown(&run);
        let limits = self.limited();
        let mut simpler = Simpler {
            most: self.most(),
            engine: self,
            fixed: vec![violated],
            best: run,
            questions: 0,
        };
        simpler.say_all();
        simpler.all(&inputs);
        let best = simpler.best;
        self.solver.set_limits(limits);
        self.symbols(&best)
    }

    /// Lets no question cost much; gives back the limits as they were.
    fn limited(&mut self) -> Limits {
        let limits = self.solver.limits();
        self.solver.set_limits(Limits {
            conflicts: Some(budgets::bmc::MAX_SIMPLEST_CONFLICTS.get()),
            ..limits
        });
        limits
    }

    /// No more questions after so many propagations.
    fn most(&self) -> u64 {
        let made = self.solver.statistics().propagations;
        made + made / 2 + budgets::bmc::MIN_SIMPLEST_PROPAGATIONS.get()
    }

    /// The inputs that the formula knows, in order.
    fn shown(&mut self, model: &Model) -> Vec<Shown<'e>> {
        let known = self.symbols(model);
        let mut all = Vec::new();
        let equation: &'e Equation = self.equation;
        for step in &equation.steps {
            let StepKind::Input {
                name,
                value,
                ty,
                kind,
            } = &step.kind
            else {
                continue;
            };
            let term = match value {
                Value::Bits(term) | Value::Float(term) => *term,
                // An input points at no object: what is left is its address.
                Value::Pointer { offset, .. } => *offset,
            };
            let symbols = self.equation.pool.free_symbols(&[term]);
            if !symbols.iter().all(|symbol| known.contains_key(symbol)) {
                continue;
            }
            let look = match Scalar::of(&self.program.types, *ty).map(|scalar| scalar.repr) {
                _ if is_byte(*kind) => Look::Typed,
                _ if matches!(self.program.types.get(*ty), Type::Int(IntKind::Char)) => Look::Character,
                Some(Repr::Int(_, signed)) => Look::Number { signed },
                Some(Repr::Bool | Repr::Pointer) => Look::Number { signed: false },
                Some(Repr::Float(format)) => Look::Float(format),
                None => continue,
            };
            let bits = self.encoder.bits(&self.equation.pool, term, &mut self.solver);
            if bits.iter().any(|bit| matches!(bit, Bit::Literal(_))) && bits.len() <= 128 {
                let whole = name.split('[').next().unwrap_or(name);
                all.push(Shown { whole, bits, look });
            }
        }
        all
    }
}

/// Whether an input is a byte of standard input, or its end.
fn is_byte(kind: InputKind) -> bool {
    matches!(
        kind,
        InputKind::Stdin | InputKind::Chosen(Chosen::First | Chosen::Next(_))
    )
}

/// How many digits a reader sees in the numbers of a run that are not zero, and in the longest of them.
fn digits(inputs: &[Shown<'_>], run: &Model) -> (u32, u32) {
    let numbers = inputs.iter().filter_map(|input| {
        let Look::Number { signed } = input.look else {
            return None;
        };
        let (value, width) = (input.value(run), input.bits.len() as u32);
        let negative = signed && value >> (width - 1) & 1 == 1;
        let size = match negative {
            true => (value | u128::MAX.checked_shl(width).unwrap_or(0)).wrapping_neg(),
            false => value,
        };
        Some(size.checked_ilog10().map_or(0, |digits| digits + 1) + u32::from(negative))
    });
    numbers.fold((0, 0), |(all, longest), digits| {
        (all + digits, longest.max(digits))
    })
}

/// A failing run on its way to a simpler one.
pub(crate) struct Simpler<'s, 'e> {
    engine: &'s mut Engine<'e>,
    /// What is kept.
    fixed: Vec<Lit>,
    /// The run in hand; it has everything that is kept.
    pub(crate) best: Model,
    questions: u32,
    /// No more questions after so many propagations.
    most: u64,
}

impl Simpler<'_, '_> {
    /// Pointers from outside are the address of no object, where that is possible: an input cannot say that they are.
    fn say_all(&mut self) {
        let engine = &mut *self.engine;
        let mut none: Vec<Lit> = Vec::new();
        for &term in &engine.equation.identified {
            let identified = engine
                .encoder
                .literal(&engine.equation.pool, term, &mut engine.solver);
            none.push(!identified);
        }
        if !none.is_empty() && !self.grant(&none) {
            for literal in none {
                self.grant(&[literal]);
            }
        }
    }

    fn all(&mut self, inputs: &[Shown<'_>]) {
        self.shorten_typed(inputs);
        self.shorten_texts(inputs);
        let kept = self.fixed.len();
        let bounded = self.bound_numbers(inputs);
        self.each(inputs);
        let (written, longest) = digits(inputs, &self.best);
        if bounded && longest >= MANY_DIGITS {
            // Where all numbers had to be small, one may have become odd that way: 6, 57 and 1023 instead of 0, 0 and 1440.
            let best = self.best.clone();
            self.fixed.truncate(kept);
            self.each(inputs);
            if digits(inputs, &self.best).0 >= written {
                self.best = best;
            }
        }
    }

    /// Makes inputs plain, one after the other.
    fn each(&mut self, inputs: &[Shown<'_>]) {
        let mut pending = vec![inputs];
        while let Some(group) = pending.pop() {
            let simplest: Option<Vec<Lit>> = group
                .iter()
                .map(|input| input.literals(input.simplest(&self.best)))
                .collect::<Option<Vec<_>>>()
                .map(|literals| literals.concat());
            if simplest.is_some_and(|literals| self.grant(&literals)) {
                continue;
            }
            match group {
                [] => {}
                [input] => {
                    input.refine(self);
                    self.keep(input);
                }
                _ => {
                    // What enters first is made plain first.
                    let (first, second) = group.split_at(group.len() / 2);
                    pending.push(second);
                    pending.push(first);
                }
            }
        }
    }

    /// All numbers below a thousand or so, if that is possible: made small one after the other, the first could be 1 only
    /// because a later one is enormous.
    fn bound_numbers(&mut self, inputs: &[Shown<'_>]) -> bool {
        let mut literals = Vec::new();
        for input in inputs {
            let Look::Number { signed } = input.look else {
                continue;
            };
            let Some((&sign, rest)) = input.bits.split_last() else {
                continue;
            };
            for &bit in rest.iter().skip(SMALL_BITS) {
                let zero = match (bit, sign) {
                    (Bit::Literal(bit), Bit::Literal(sign)) if signed => self.equal(bit, sign),
                    (Bit::Literal(bit), _) => !bit,
                    (Bit::Constant(_), _) => continue,
                };
                literals.push(zero);
            }
            if let (Bit::Literal(sign), false) = (sign, signed || rest.len() < SMALL_BITS) {
                literals.push(!sign);
            }
        }
        self.grant(&literals)
    }

    /// A literal under which two others are equal.
    fn equal(&mut self, one: Lit, other: Lit) -> Lit {
        let solver = &mut self.engine.solver;
        let equal = solver.new_var().positive();
        if one.var() != other.var() {
            solver.add_clause(&[!equal, !one, other]);
            solver.add_clause(&[!equal, one, !other]);
        } else if one != other {
            solver.add_clause(&[!equal]);
        }
        equal
    }

    /// As few bytes of standard input as possible: from some read on all of them find its end.
    fn shorten_typed(&mut self, inputs: &[Shown<'_>]) {
        let typed: Vec<&Shown<'_>> = inputs.iter().filter(|input| input.look == Look::Typed).collect();
        let ends = |first: usize| {
            let ends = typed[first..].iter().map(|input| input.literals(u128::MAX));
            ends.collect::<Option<Vec<_>>>().map(|literals| literals.concat())
        };
        // That must not take bytes that nobody can type.
        let most = typed.len().min(budgets::bmc::MAX_TYPEABLE.count());
        let typeable: Vec<Lit> = typed[..most].iter().map(|input| self.typeable(input)).collect();
        let typed_and_ends = |first: usize| {
            let before = typeable.iter().take(first).copied();
            ends(first).map(|ends| before.chain(ends).collect())
        };
        if !self.shorten(typed.len(), typed_and_ends) {
            self.shorten(typed.len(), ends);
        }
    }

    /// Characters that enter one after the other are text: from some place on all of them are zero. That must not
    /// take strange characters before it.
    fn shorten_texts(&mut self, inputs: &[Shown<'_>]) {
        let same = |one: &Shown<'_>, other: &Shown<'_>| one.whole == other.whole && one.look == other.look;
        for text in inputs.chunk_by(same) {
            if text.len() < 2 || text[0].look != Look::Character {
                continue;
            }
            let ends = |first: usize| {
                let (before, after) = text.split_at(first);
                let before = before.iter().map(Shown::ascii);
                let all = before.chain(after.iter().map(|input| input.literals(0)));
                all.collect::<Option<Vec<_>>>().map(|literals| literals.concat())
            };
            self.shorten(text.len(), ends);
        }
    }

    /// The first demand that can be met is kept.
    fn shorten(&mut self, length: usize, ends: impl Fn(usize) -> Option<Vec<Lit>>) -> bool {
        let least = self.least(length, |first| ends(first).into_iter().collect());
        least.and_then(ends).is_some_and(|literals| self.grant(&literals))
    }

    /// A literal under which a byte of standard input is printable, ends a line, or is none at all.
    fn typeable(&mut self, input: &Shown<'_>) -> Lit {
        let printable = self.within(&input.bits, b' '.into(), b'~'.into());
        let line = self.within(&input.bits, b'\n'.into(), b'\n'.into());
        let solver = &mut self.engine.solver;
        let typeable = solver.new_var().positive();
        let mut clause = vec![!typeable, printable, line];
        match input.bits.last() {
            Some(Bit::Literal(end)) => clause.push(*end),
            Some(Bit::Constant(true)) => return typeable,
            _ => {}
        }
        solver.add_clause(&clause);
        typeable
    }

    /// The least number below `end` for which one of its demands can be met, as far as that is quickly seen; demands of
    /// larger numbers are weaker. Small numbers are tried first. Nothing is kept.
    pub(crate) fn least(&mut self, end: usize, demands: impl Fn(usize) -> Vec<Vec<Lit>>) -> Option<usize> {
        let possible = |simpler: &mut Self, number: usize| {
            let mut demands = demands(number).into_iter();
            demands.any(|demand| simpler.possible(&demand))
        };
        let (mut low, mut step, mut high) = (0, 1, end);
        while low < high && high == end {
            let tried = low + step - 1;
            if tried >= end {
                break;
            }
            if possible(self, tried) {
                high = tried;
            } else {
                low = tried + 1;
                step *= 2;
            }
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if middle == end {
                break;
            }
            if possible(self, middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        (high < end).then_some(high)
    }

    /// Whether these can hold, too, if that is quickly seen; then they do in the run in hand, but need not for ever.
    pub(crate) fn possible(&mut self, literals: &[Lit]) -> bool {
        if literals.iter().all(|literal| self.best.satisfies(*literal)) {
            return true;
        }
        let made = self.engine.solver.statistics().propagations;
        if self.questions >= budgets::bmc::MAX_SIMPLEST_QUESTIONS.small()
            || made > self.most
            || self.engine.is_over()
        {
            return false;
        }
        self.questions += 1;
        let kept = self.fixed.len();
        self.fixed.extend(literals);
        let verdict = self.engine.solve(&self.fixed);
        self.fixed.truncate(kept);
        if verdict == Verdict::Sat {
            self.best = self.engine.solver.model();
        }
        verdict == Verdict::Sat
    }

    /// The same, and they are kept.
    pub(crate) fn grant(&mut self, literals: &[Lit]) -> bool {
        let granted = self.possible(literals);
        if granted {
            self.fixed.extend(literals);
        }
        granted
    }

    /// Makes a bit have the wanted value if possible, and keeps what it has.
    pub(crate) fn prefer(&mut self, bit: Bit, wanted: bool) {
        if let Bit::Literal(literal) = bit {
            let good = if wanted { literal } else { !literal };
            if !self.grant(&[good]) {
                self.fixed.push(!good);
            }
        }
    }

    /// Keeps an input as it is in the run in hand.
    fn keep(&mut self, input: &Shown<'_>) {
        let value = input.value(&self.best);
        self.fixed.extend(input.literals(value).unwrap_or_default());
    }

    /// Whether one of these demands can be met; the first one that can is kept.
    pub(crate) fn grant_one(&mut self, demands: &[Vec<Lit>]) -> bool {
        let switch = self.engine.solver.new_var().positive();
        let mut clause = vec![!switch];
        for demand in demands {
            let one = self.engine.solver.new_var().positive();
            for literal in demand {
                self.engine.solver.add_clause(&[!one, *literal]);
            }
            clause.push(one);
        }
        self.engine.solver.add_clause(&clause);
        // Most often none can, and then one question is enough.
        self.possible(&[switch]) && demands.iter().any(|demand| self.grant(demand))
    }

    /// A literal under which these bits, the least significant first, are a number from `low` to `high`.
    pub(crate) fn within(&mut self, bits: &[Bit], low: u128, high: u128) -> Lit {
        let solver = &mut self.engine.solver;
        let within = solver.new_var().positive();
        for (place, bit) in bits.iter().enumerate() {
            let above = bits.iter().enumerate().skip(place + 1);
            // A bit that the limit lacks, with all above that the limit has; and the other way round.
            for (limit, here, skip) in [(high, false, true), (low, true, false)] {
                if (limit >> place & 1 == 1) != here {
                    continue;
                }
                let differ = above
                    .clone()
                    .filter(|(place, _)| (limit >> place & 1 == 1) == skip)
                    .map(|(_, bit)| *bit);
                let mut clause = vec![!within];
                let mut always = false;
                for bit in differ.chain([*bit]) {
                    match bit {
                        Bit::Literal(literal) => clause.push(if skip { !literal } else { literal }),
                        Bit::Constant(value) => always |= value != skip,
                    }
                }
                // The sink wants each variable once.
                clause.sort_unstable();
                clause.dedup();
                always |= clause.windows(2).any(|pair| pair[0] == !pair[1]);
                if !always {
                    solver.add_clause(&clause);
                }
            }
        }
        within
    }
}
