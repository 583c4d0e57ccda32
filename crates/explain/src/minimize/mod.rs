//! The smallest failing run ("Making the Most of BMC Counterexamples", sections 4 and 5).
//!
//! A solver picks whatever values come first, and takes detours that nobody asked for. [`minimize`] finds, among all runs
//! that fail at the same claim within the equation's bound, one that is shortest, and among those one whose values are
//! smallest (or the other way round): a lexicographic optimum, proved on one incremental solver. The paper locks the
//! way that the shortest run takes before it looks at values; here all shortest runs stay in the race, so what is called
//! smallest is smallest among all of them.
//!
//! | file | what it decides |
//! |---|---|
//! | `states` | what counts for the length, and whose values count |
//! | `size` | how large a value is, by its type |
//! | `search` | which runs fail at the claim, as clauses |
//! | `cost` | the least cost under assumptions |
//! | `effort` | how hard to try |
//! | `greedy` | the heuristic of section 4.1 |
//!
//! The result is executed by the interpreter and fails there at the same claim, or is an error.

mod cost;
mod effort;
mod greedy;
mod search;
mod size;
mod states;

use bmc::{Counterexample, Equation, StepId};

use crate::story::{self, Mismatch, Told};
use crate::{Question, Replay};
use cost::Cost;
use effort::Effort;
use search::{Search, Until};

/// What comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    #[default]
    LengthFirst,
    ValuesFirst,
}

/// How to minimise.
#[derive(Debug, Clone, Default)]
pub struct MinimizeOptions {
    pub order: Order,
    /// By the heuristic of section 4.1 instead of optimally.
    pub greedy: bool,
    /// Only the values of inputs are minimised.
    pub input_values_only: bool,
    /// How much work to do at most, in questions of the solver whether to stop; nothing for as much as a proof takes.
    pub effort: Option<u64>,
}

impl MinimizeOptions {
    /// Work for some seconds.
    pub const SECONDS: u64 = 1_000_000;
    /// Work that nobody notices: for a run that is shown to someone who did not ask for the smallest.
    pub const COURTESY: u64 = 50_000;
}

/// A number that was minimised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// Of the run in hand.
    pub value: u128,
    /// No run within the bound has less; for what comes second, no run that is best in what comes first.
    pub lower: u128,
    /// Of the run that was given.
    pub before: u128,
}

impl Measure {
    #[must_use]
    pub fn proved(&self) -> bool {
        self.value == self.lower
    }
}

/// The smallest run that was found.
#[derive(Debug, Clone)]
pub struct Minimized {
    pub run: Counterexample,
    pub told: Told,
    /// Its number of states.
    pub length: Measure,
    /// The sum of the sizes of its values.
    pub sum: Measure,
    /// Whether no run beyond the bound can be smaller: no loop was cut, or getting to a cut takes more already.
    pub complete: bool,
}

/// A smaller run, if one is found without anyone noticing the time: for showing.
#[must_use]
pub fn smaller(
    question: &Question<'_>,
    equation: &mut Equation,
    failed: &Counterexample,
) -> Option<Counterexample> {
    let options = MinimizeOptions {
        effort: Some(MinimizeOptions::COURTESY),
        ..MinimizeOptions::default()
    };
    let found = minimize(question, equation, failed, &options).ok()?;
    let after = (found.length.value, found.sum.value);
    (after < (found.length.before, found.sum.before)).then_some(found.run)
}

/// Why there is no smaller run to show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMinimum {
    #[error("the failing run is not one of this equation")]
    NoExecution,
    #[error("time ran out before a failing run was found again")]
    Unknown,
    #[error("internal error: {0}")]
    Mismatch(#[from] Mismatch),
    #[error("internal error: the smaller run {0} when it is executed")]
    DoesNotFail(String),
}

/// Finds the smallest run of the equation that fails at the same claim.
///
/// # Errors
/// If time ran out before anything was found, or the tool contradicts itself.
pub fn minimize(
    question: &Question<'_>,
    equation: &mut Equation,
    failed: &Counterexample,
    options: &MinimizeOptions,
) -> Result<Minimized, NoMinimum> {
    let execution = failed.execution.as_ref().ok_or(NoMinimum::NoExecution)?;
    let effort = Effort::new(options.effort);
    let mut search = Search::new(
        question.program,
        equation,
        Until::Claim(failed.claim),
        options.input_values_only,
        effort.terminator(question.stop),
    );
    let start = search.start(&execution.assignment).ok_or(NoMinimum::Unknown)?;
    let before = (search.length.of(&start), search.values.of(&start));
    let length_first = options.order == Order::LengthFirst;
    let (model, length, sum) = if options.greedy {
        effort.stage(100);
        let (shrunk, from) = (greedy::shrink(&mut search, start.clone(), length_first), start);
        // What looked best step by step can be worse in the end.
        let key = |model: &sat::Model| {
            let (length, sum) = (search.length.of(model), search.values.of(model));
            if length_first {
                (length, sum)
            } else {
                (sum, length)
            }
        };
        let model = if key(&shrunk) <= key(&from) { shrunk } else { from };
        let measured = |cost: &Cost| (cost.of(&model), cost.constant);
        let (length, sum) = (measured(&search.length), measured(&search.values));
        (model, length, sum)
    } else {
        optimal(&mut search, start, length_first, &effort)
    };
    let symbols = search.assignment(&model);
    drop(search);
    let measure = |(value, lower): (u128, u128), before| Measure { value, lower, before };
    let (length, sum) = (measure(length, before.0), measure(sum, before.1));
    let end = search::end_of(equation, failed.claim, &symbols).ok_or(NoMinimum::Unknown)?;
    let worst = if length_first { length.value } else { sum.value };
    let complete = equation.cuts.is_empty()
        || !options.greedy && nothing_beyond(question, equation, options, worst, &effort);
    let (run, told) = executed(question, equation, failed, &symbols, end)?;
    Ok(Minimized {
        run,
        told,
        length,
        sum,
        complete,
    })
}

/// Whether every run that gets to a cut has cost more by then than the run in hand in all, so that none beyond it is as good.
fn nothing_beyond(
    question: &Question<'_>,
    equation: &mut Equation,
    options: &MinimizeOptions,
    worst: u128,
    effort: &Effort,
) -> bool {
    effort.stage(50);
    let terminator = effort.terminator(question.stop);
    let only_inputs = options.input_values_only;
    let mut search = Search::new(question.program, equation, Until::Cut, only_inputs, terminator);
    let start = match search.any() {
        Ok(Some(start)) => start,
        Ok(None) => return true,
        Err(()) => return false,
    };
    let cost = match options.order {
        Order::LengthFirst => search.length.clone(),
        Order::ValuesFirst => search.values.clone(),
    };
    cost.of(&start) > worst && cost.minimize(&mut search.solver, &[], start, effort, 30).lower > worst
}

type Bounds = (u128, u128);

/// One cost after the other: the second among the runs that are best in the first.
fn optimal(
    search: &mut Search<'_>,
    start: sat::Model,
    length_first: bool,
    effort: &Effort,
) -> (sat::Model, Bounds, Bounds) {
    let (first, second) = match length_first {
        true => (search.length.clone(), search.values.clone()),
        false => (search.values.clone(), search.length.clone()),
    };
    let solver = &mut search.solver;
    let best = first.minimize(solver, &[], start, effort, 30);
    // As the paper does: first where the run goes the same way. That is quick, and a good run to start from.
    let literals = first.weights.keys();
    let same: Vec<sat::Lit> = literals
        .map(|lit| if best.model.satisfies(*lit) { *lit } else { !*lit })
        .collect();
    let locked = second.minimize(solver, &same, best.model, effort, 20);
    let (model, bounds) = match &best.pin {
        Some(pin) => {
            let least = second.minimize(solver, pin, locked.model, effort, 50);
            (least.model, (least.value, least.lower))
        }
        None => (locked.model, (locked.value, second.constant)),
    };
    let one = (best.value, best.lower);
    match length_first {
        true => (model, one, bounds),
        false => (model, bounds, one),
    }
}

/// Executes a run that was found.
fn executed(
    question: &Question<'_>,
    equation: &Equation,
    failed: &Counterexample,
    symbols: &logic::Assignment,
    end: StepId,
) -> Result<(Counterexample, Told), NoMinimum> {
    let (execution, inputs) = equation.execution(question.program, symbols, end);
    let replay = Replay {
        program: question.program,
        sources: question.sources,
        arguments: question.options.arguments.clone(),
    };
    let told = story::tell(&replay, equation, &execution, inputs.clone())?;
    if told.ended.failed() != Some(failed.claim) {
        return Err(NoMinimum::DoesNotFail(format!(
            "ends otherwise ({})",
            told.ended.stop
        )));
    }
    let run = Counterexample {
        claim: failed.claim,
        inputs,
        loc: equation.user_loc(question.program, end),
        execution: Some(execution),
        first_found: None,
    };
    Ok((run, told))
}
