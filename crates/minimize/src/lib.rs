//! The smallest failing run ("Making the Most of BMC Counterexamples", sections 4 and 5).
//!
//! A solver picks whatever values come first, and takes detours that nobody asked for. [`minimize`] finds, among all
//! runs that fail at the same claim within the equation's bound, one that is shortest, and among those one whose values
//! are smallest (or the other way round): a lexicographic optimum, proved on one incremental solver. The paper locks
//! the way that the shortest run takes before it looks at values; here all shortest runs stay in the race, so what is
//! called smallest is smallest among all of them.
//!
//! | file | what it decides |
//! |---|---|
//! | `states` | what counts for the length, and whose values count |
//! | `size` | how large a value is, by its type |
//! | `search` | which runs fail at the claim, as clauses |
//! | `best` | one cost after the other, with the solver or without |
//! | `rounds`, `layers` | the best run, input by input through the states between them |
//! | `cells` | what there is to go at least, from boxes of such states |
//! | `fresh` | evaluating again only what has changed |
//! | `parts` | inputs that are read in parts |
//! | `span_value` | what terms are while one input moves |
//! | `numbers`, `lanes` | the same where it is a number, one by one and all at once |
//! | `boxes` | the best run, by branch and bound over ranges of inputs |
//! | `narrow` | what assumptions say about the ranges of everything |
//! | `cost` | the least cost under assumptions, by the solver |
//! | `effort` | how hard to try |
//! | `greedy` | the heuristic of section 4.1 |
//!
//! The result is executed by the interpreter and fails there at the same claim, or is an error.

mod best;
mod boxes;
mod cells;
mod cost;
mod effort;
mod fresh;
mod greedy;
mod lanes;
mod layers;
mod line;
mod narrow;
mod numbers;
mod parts;
mod rounds;
mod search;
mod size;
mod span_value;
mod states;

use bmc::{Counterexample, Equation, StepId};
use logic::Assignment;
use trace::step_texts::{self, Mismatch, StepTexts};
use trace::{Question, Replay};

use best::Best;
use cost::Cost;
use effort::MinimizeBudget;
use search::{RunSearch, Until};

/// Operations on numbers that take as long as a unit of effort; one on ranges takes about as long, too.
const NUMBER_OPERATIONS_PER_EFFORT: u64 = 60;

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
    pub texts: StepTexts,
    /// Its number of states.
    pub length: Measure,
    /// The sum of the sizes of its values.
    pub sum: Measure,
    /// Whether no run beyond the bound can be smaller: no loop was cut, or getting to a cut takes more already.
    pub complete: bool,
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
    let length_first = options.order == Order::LengthFirst;
    let terms = search::terms(
        question.program,
        equation,
        Until::Claim(failed.claim),
        options.input_values_only,
    );
    let given = terms.cost(&equation.pool, &execution.assignment);
    let (symbols, before) = match given {
        Some(given) => (execution.assignment.clone(), given),
        // A run of the same claim that keeps all others will do.
        None => {
            let effort = MinimizeBudget::new(options.effort, question.stop);
            let mut search = RunSearch::new(equation, &terms, &effort);
            let model = search.any().ok().flatten().ok_or(NoMinimum::Unknown)?;
            let symbols = search.assignment(&model);
            let cost = terms.cost(&equation.pool, &symbols);
            (symbols, cost.ok_or(NoMinimum::NoExecution)?)
        }
    };
    let mut hand = Hand::new(symbols, before, length_first);
    let effort = match options.greedy {
        true => {
            let effort = MinimizeBudget::new(options.effort, question.stop);
            let mut search = RunSearch::new(equation, &terms, &effort);
            effort.stage(100);
            if let Some(start) = search.start(&execution.assignment) {
                let found = greedy(search, start, length_first);
                hand.check(&equation.pool, &terms, found);
            }
            effort
        }
        false => optimal(question, equation, &terms, options, &mut hand),
    };
    let Hand {
        symbols, length, sum, ..
    } = hand;
    let measure = |(value, lower): (u128, u128), before| Measure { value, lower, before };
    let (length, sum) = (measure(length, before.0), measure(sum, before.1));
    let end = search::end_of(equation, failed.claim, &symbols).ok_or(NoMinimum::Unknown)?;
    let worst = if length_first { length.value } else { sum.value };
    let complete = equation.cuts.is_empty()
        || !options.greedy && nothing_beyond(question, equation, options, worst, &effort);
    let (run, texts) = executed(question, equation, failed, &symbols, end)?;
    Ok(Minimized {
        run,
        texts,
        length,
        sum,
        complete,
    })
}

/// Each search in turn, with little work first: what one of them takes long for, another may see at once.
fn optimal(
    question: &Question<'_>,
    equation: &mut Equation,
    terms: &search::Terms,
    options: &MinimizeOptions,
    hand: &mut Hand,
) -> MinimizeBudget {
    let length_first = hand.length_first;
    let mut effort = MinimizeBudget::new(options.effort, question.stop);
    let mut search: Option<RunSearch<'_>> = None;
    let mut equation = Some(equation);
    let mut follows_inputs = true;
    for (work, of_solver) in turns(options.effort) {
        let pool = match (&mut search, &mut equation) {
            (Some(search), _) => &mut search.equation.pool,
            (None, Some(equation)) => &mut equation.pool,
            (None, None) => break,
        };
        if follows_inputs {
            let given = (hand.length.0, hand.sum.0);
            let known = rounds::search(pool, terms, length_first, given, work, question.stop);
            // If it knows nothing, it would not with more work.
            follows_inputs = known.as_ref().is_some_and(|known| known.first.is_some());
            if let Some(known) = &known {
                hand.learn(pool, terms, known);
            }
        }
        let Some(most) = of_solver.filter(|_| !hand.is_proved()) else {
            break;
        };
        effort = MinimizeBudget::new(most, question.stop);
        let mut this = match (search.take(), equation.take()) {
            (Some(mut search), _) => {
                effort.limit(&mut search.solver);
                search
            }
            (None, Some(equation)) => RunSearch::new(equation, terms, &effort),
            (None, None) => break,
        };
        let Some(start) = this.start(&hand.symbols) else {
            break;
        };
        let mut best = Best {
            search: this,
            terms,
            effort: &effort,
            work: most.unwrap_or(budgets::minimize::MAX_RANGE_OPERATIONS.get()),
            stop: question.stop,
        };
        let found = match length_first {
            true => best.shortest(start, hand.length.1),
            false => best.smallest(start),
        };
        hand.check(&best.search.equation.pool, terms, found);
        if hand.is_proved() || (question.stop)() {
            break;
        }
        search = Some(best.search);
    }
    effort
}

/// By turn, the work of the search input by input, and the effort of the solver: all of it if there is one turn.
fn turns(effort: Option<u64>) -> [(u64, Option<Option<u64>>); 2] {
    let seconds = budgets::minimize::DEFAULT_EFFORT
        .get()
        .min(effort.unwrap_or(u64::MAX));
    let rounds_work = |effort: Option<u64>| {
        effort.map_or(budgets::minimize::MAX_RANGE_OPERATIONS.get(), |effort| {
            effort.saturating_mul(NUMBER_OPERATIONS_PER_EFFORT)
        })
    };
    [
        (
            rounds_work(Some(seconds / budgets::minimize::FIRST_SEARCH_DIVISOR.get())),
            Some(Some(seconds)),
        ),
        (rounds_work(effort), effort.is_none().then_some(None)),
    ]
}

/// The best run so far, with what is known about the least length and the least sum.
struct Hand {
    symbols: Assignment,
    length: Bounds,
    sum: Bounds,
    length_first: bool,
}

impl Hand {
    fn new(symbols: Assignment, (length, sum): (u128, u128), length_first: bool) -> Hand {
        Hand {
            symbols,
            length: (length, 0),
            sum: (sum, 0),
            length_first,
        }
    }

    fn is_proved(&self) -> bool {
        self.length.0 == self.length.1 && self.sum.0 == self.sum.1
    }

    /// A run that is as good replaces the one in hand; bounds are kept where they say more.
    fn take(&mut self, (symbols, length, sum): (Assignment, Bounds, Bounds)) {
        let (old, new) = ((self.length, self.sum), (length, sum));
        let key = |(length, sum): (Bounds, Bounds)| match self.length_first {
            true => (length.0, sum.0),
            false => (sum.0, length.0),
        };
        let (length, sum) = if key(new) <= key(old) {
            self.symbols.extend(symbols);
            new
        } else {
            old
        };
        // A bound above what a run costs would be a mistake, and is not believed.
        let lower = |value: u128, one: u128, other: u128| {
            debug_assert!(one.max(other) <= value, "{value} is less than {one} or {other}");
            [one, other]
                .into_iter()
                .filter(|bound| *bound <= value)
                .max()
                .unwrap_or(0)
        };
        self.length = (length.0, lower(length.0, old.0.1, new.0.1));
        self.sum = (sum.0, lower(sum.0, old.1.1, new.1.1));
    }

    /// Takes what the solver has found, if it is a run that costs this much: what it says is computed again from the
    /// terms.
    fn check(&mut self, pool: &logic::TermPool, terms: &search::Terms, found: (Assignment, Bounds, Bounds)) {
        let mut symbols = self.symbols.clone();
        symbols.extend(found.0.iter().map(|(symbol, value)| (*symbol, value.clone())));
        if terms.cost(pool, &symbols) == Some((found.1.0, found.2.0)) {
            self.take(found);
        }
    }

    /// Takes what the search input by input has found out. What its run costs is computed again from the terms.
    fn learn(&mut self, pool: &logic::TermPool, terms: &search::Terms, known: &rounds::Known) {
        let lower = |known: Option<Bounds>| known.map_or(0, |(_, lower)| lower);
        let (first, second) = (lower(known.first), lower(known.second));
        let (length, sum) = match self.length_first {
            true => (first, second),
            false => (second, first),
        };
        let run = known.run.as_ref().and_then(|run| {
            let mut symbols = self.symbols.clone();
            symbols.extend(run.iter().map(|(symbol, value)| (*symbol, value.clone())));
            Some((terms.cost(pool, &symbols)?, symbols))
        });
        match run {
            Some((cost, symbols)) => self.take((symbols, (cost.0, length), (cost.1, sum))),
            None => self.take((Assignment::new(), (self.length.0, length), (self.sum.0, sum))),
        }
    }
}

/// Whether every run that gets to a cut has cost more by then than the run in hand in all, so that none beyond it is as
/// good.
fn nothing_beyond(
    question: &Question<'_>,
    equation: &mut Equation,
    options: &MinimizeOptions,
    worst: u128,
    effort: &MinimizeBudget,
) -> bool {
    effort.stage(50);
    let terms = search::terms(question.program, equation, Until::Cut, options.input_values_only);
    let mut search = RunSearch::new(equation, &terms, effort);
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

/// By the heuristic: a run and what it costs, with bounds that are not much.
fn greedy(mut search: RunSearch<'_>, start: sat::Model, length_first: bool) -> (Assignment, Bounds, Bounds) {
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
    (search.assignment(&model), length, sum)
}

/// Executes a run that was found.
fn executed(
    question: &Question<'_>,
    equation: &Equation,
    failed: &Counterexample,
    symbols: &Assignment,
    end: StepId,
) -> Result<(Counterexample, StepTexts), NoMinimum> {
    let (execution, inputs) = equation.execution(question.program, symbols, end);
    let replay = Replay {
        program: question.program,
        sources: question.sources,
        arguments: question.options.arguments.clone(),
    };
    let texts = step_texts::observe(&replay, equation, &execution, inputs.clone())?;
    if texts.ended.failed() != Some(failed.claim) {
        return Err(NoMinimum::DoesNotFail(format!(
            "ends otherwise ({})",
            texts.ended.stop
        )));
    }
    let run = Counterexample {
        claim: failed.claim,
        run: equation.run(inputs, Some(failed.claim)),
        loc: equation.user_loc(question.program, end),
        execution: Some(execution),
        first_found: None,
    };
    Ok((run, texts))
}
