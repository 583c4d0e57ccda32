//! All failing runs of one claim, on one solver.
//!
//! A run ends where the claim is violated for the first time; up to there every assumption and every other claim holds.
//! The claim may have many instances, one a round of a loop, so a step *counts* if it happens and no instance
//! before it was violated. That is a term; so is everything that costs something.

use std::collections::{BTreeMap, BTreeSet};

use bmc::{Equation, StepId, StepKind};
use encode::Encoder;
use interval::range::Range;
use logic::{Assignment, Evaluator, SymbolId, TermId, TermPool};
use program::{ClaimId, Program};
use sat::{CadicalSolver, Lit, Model, Solver, Verdict};
use trace::scalar_bits;

use super::cost::Cost;
use super::effort::MinimizeBudget;
use super::narrow;
use super::size::{Size, size};
use super::states::{State, states};

/// Where runs end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// They fail at this claim.
    Claim(ClaimId),
    /// They come to a place where unwinding was cut.
    Cut,
}

/// What runs are and cost, as terms.
#[derive(Debug, Clone, Default)]
pub(super) struct Terms {
    /// True in every run.
    pub hard: Vec<TermId>,
    /// Each counts a state where it is true.
    pub length: Vec<TermId>,
    /// The sizes of values, 0 where they do not count.
    pub sizes: Vec<Size>,
    /// Symbols for what C leaves undefined: reads beyond an object, which no run does that keeps all claims.
    pub undefined: BTreeSet<SymbolId>,
    /// Symbols that are parts of an input, with that.
    pub part_of: BTreeMap<SymbolId, SymbolId>,
}

impl Terms {
    /// Everything in one list, and how many of them are hard, states, numbers and flags.
    pub(super) fn all(&self) -> (Vec<TermId>, [usize; 4]) {
        let numbers = self.sizes.iter().flat_map(|size| &size.numbers);
        let flags = self.sizes.iter().flat_map(|size| &size.flags);
        let counts = [
            self.hard.len(),
            self.length.len(),
            numbers.clone().count(),
            flags.clone().count(),
        ];
        let all = self.hard.iter().chain(&self.length).chain(numbers).chain(flags);
        (all.copied().collect(), counts)
    }

    /// The length and the sum of values of a run; nothing if it is none.
    pub(super) fn cost(&self, pool: &TermPool, symbols: &Assignment) -> Option<(u128, u128)> {
        let mut evaluator = Evaluator::with_defaults(pool, symbols);
        let mut is_true = |term: &TermId| evaluator.eval(*term).ok()?.as_bool();
        for term in &self.hard {
            if !is_true(term)? {
                return None;
            }
        }
        let (mut length, mut sum) = (0, 0);
        for term in &self.length {
            length += u128::from(is_true(term)?);
        }
        for term in self.sizes.iter().flat_map(|size| &size.flags) {
            sum += u128::from(is_true(term)?);
        }
        for term in self.sizes.iter().flat_map(|size| &size.numbers) {
            sum += evaluator.eval(*term).ok()?.as_bits()?.to_u128()?;
        }
        Some((length, sum))
    }
}

pub(super) struct RunSearch<'e> {
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

/// What the runs that end there are and cost.
pub(super) fn terms(
    program: &Program,
    equation: &mut Equation,
    until: Until,
    input_values_only: bool,
) -> Terms {
    let states = states(program, equation, input_values_only);
    let (hard, live) = ending(equation, until, &states);
    let mut terms = Terms {
        hard,
        undefined: trace::undefined(equation),
        ..Terms::default()
    };
    for (state, live) in states.iter().zip(live) {
        let pool = &mut equation.pool;
        if pool.constant(live).and_then(logic::Value::as_bool) == Some(false) {
            continue;
        }
        if state.counts {
            terms.length.push(live);
        }
        if let Some((value, meaning)) = state.value {
            terms.sizes.push(size(program, pool, value, meaning, live));
        }
    }
    terms
}

impl<'e> RunSearch<'e> {
    pub(super) fn new(equation: &'e mut Equation, terms: &Terms, effort: &MinimizeBudget) -> RunSearch<'e> {
        let (terms, inputs) = narrow::narrowed(&mut equation.pool, terms);
        let mut solver = CadicalSolver::new();
        effort.limit(&mut solver);
        let mut search = RunSearch {
            equation,
            solver,
            encoder: Encoder::new(encode::Options::default()),
            length: Cost::default(),
            values: Cost::default(),
            bits: Vec::new(),
        };
        search.bound(&inputs);
        for &term in &terms.hard {
            search
                .encoder
                .assert(&search.equation.pool, term, &mut search.solver);
        }
        for &live in &terms.length {
            let bits = search
                .encoder
                .bits(&search.equation.pool, live, &mut search.solver);
            search.length.charge(bits[0], 1);
        }
        for size in &terms.sizes {
            search.charge(size);
        }
        search
    }

    /// Tells the solver what the ranges of inputs say about their leading bits: they are zero, or copies of the sign.
    fn bound(&mut self, inputs: &[(TermId, Range, u32)]) {
        for (term, range, width) in inputs {
            let (zeros, copies) = range.leading(*width);
            let bits = self.encoder.bits(&self.equation.pool, *term, &mut self.solver);
            for bit in bits.iter().rev().take(zeros as usize) {
                if let Some(literal) = literal(*bit) {
                    self.solver.add_clause(&[!literal]);
                }
            }
            let Some((Some(sign), rest)) = bits.split_last().map(|(sign, rest)| (literal(*sign), rest))
            else {
                continue;
            };
            for bit in rest.iter().rev().take(copies as usize) {
                if let Some(literal) = literal(*bit).filter(|literal| literal.var() != sign.var()) {
                    self.solver.add_clause(&[!sign, literal]);
                    self.solver.add_clause(&[sign, !literal]);
                }
            }
        }
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

    /// Any run at all.
    pub(super) fn any(&mut self) -> Result<Option<Model>, ()> {
        match self.solver.solve() {
            Verdict::Sat => Ok(Some(self.solver.model())),
            Verdict::Unsat => Ok(None),
            Verdict::Unknown => Err(()),
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

/// What holds in every run that ends there, and by state the condition that it counts.
fn ending(equation: &mut Equation, until: Until, states: &[State]) -> (Vec<TermId>, Vec<TermId>) {
    let mut hard = Vec::new();
    let mut live = Vec::with_capacity(states.len());
    let mut states = states.iter().peekable();
    let mut ended = equation.pool.bool(false);
    // By state, which condition must not have ended the run.
    let mut before = Vec::with_capacity(live.capacity());
    for index in 0..equation.steps.len() {
        let step = &equation.steps[index];
        let (guard, pool) = (step.guard, &mut equation.pool);
        if states
            .next_if(|state| state.step == StepId(index as u32))
            .is_some()
        {
            let goes_on = pool.not(ended);
            live.push(pool.and(guard, goes_on));
            before.push(ended);
        }
        match step.kind {
            StepKind::Claim { claim: id, cond, .. } if until == Until::Claim(id) => {
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
    if until == Until::Cut {
        // Nothing happens after a cut: the steps behind it have conditions that are false there.
        let cuts: Vec<TermId> = equation.cuts.iter().map(|cut| cut.guard).collect();
        ended = equation.pool.or_all(&cuts);
    }
    hard.push(ended);
    // Behind the last place where a run can end there is no state.
    let never = equation.pool.bool(false);
    for (live, before) in live.iter_mut().zip(before) {
        if before == ended {
            *live = never;
        }
    }
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
