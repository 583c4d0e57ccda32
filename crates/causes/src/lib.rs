//! What the error depends on, as relations between variables (thesis, chapter 6; the paper's section 6).
//!
//! That `x` was 100 is too specific, that `x < y` is often the point. A predicate c is a *cause* of the error e in the
//! failing run a if both hold in a, and some run without c and without e is nearer to a than every run without c
//! but with e (definition 3).
//!
//! | file | what it decides |
//! |---|---|
//! | `candidates` | which predicates are looked at |
//! | `search` | which of them are causes, all together |
//! | `boxes` | the same over ranges of inputs |
//! | `implied` | which of the causes follow from others |
//! | `effort` | how hard to try |
//! | `mined` | those that the source suggests |
//!
//! A claim that is an implication can be kept by making its antecedent false. Relations that do only that say nothing,
//! so if the nearest run without the error avoids the antecedent, only runs that keep it are compared (5.1.1).
//!
//! A run here is one that keeps all assumptions and either passes or fails at a claim, within the equation's bound; the
//! distance is that of the explanations. Predicates that follow from another cause in all runs are listed under it.

mod boxes;
#[cfg(test)]
mod brute;
mod candidates;
mod effort;
mod implied;
#[cfg(test)]
#[path = "../../trace/tests/support/lowered.rs"]
mod lowered;
mod mined;
#[cfg(test)]
#[path = "../../trace/tests/support/random.rs"]
mod random;
mod search;
mod stored;
mod task;

use bmc::{Counterexample, Equation, StepId};
pub use candidates::Comparison;
use candidates::Runs;
use effort::CausesBudget;
use logic::{Assignment, Evaluator, TermId};
use search::CauseSearch;
pub use search::Decision;
use source::LocId;
use task::CausesTask;
use trace::metric::{self, Metric};
use trace::step_texts::{self, Mismatch, StepTexts};
use trace::{Antecedent, Predicate, PredicateError, Question, Replay, Scope, completed};

/// What to look for.
#[derive(Debug, Clone)]
pub struct CausesOptions {
    pub metric: Metric,
    /// Only relations between inputs.
    pub inputs_only: bool,
    /// Also what variables hold where two ways meet: many more, and harder to decide.
    pub merged: bool,
    /// Also relations to constants that the program compares with.
    pub constants: bool,
    /// Also both sides of the comparisons that decide branches.
    pub mine_guards: bool,
    /// Only predicates that do not hold in the closest passing run.
    pub closest: bool,
    /// Runs may not differ from the failing one before the predicate is decided.
    pub no_prior_changes: bool,
    /// Whether runs are compared that keep what the claim presupposes, if the nearest one without the error only avoids
    /// that.
    pub antecedent: bool,
    /// Check this instead of looking for predicates: all of them together.
    pub check: Vec<Predicate>,
    pub check_not: bool,
    pub check_or: bool,
    /// What to find causes of, instead of the error.
    pub effect: Vec<Predicate>,
    pub effect_not: bool,
    pub effect_or: bool,
    /// How much work to do at most, in propagations of the solver; nothing for as much as it takes.
    pub effort: Option<u64>,
}

impl Default for CausesOptions {
    fn default() -> CausesOptions {
        CausesOptions {
            metric: Metric::default(),
            inputs_only: false,
            merged: false,
            constants: false,
            mine_guards: false,
            closest: false,
            no_prior_changes: false,
            antecedent: true,
            check: Vec::new(),
            check_not: false,
            check_or: false,
            effect: Vec::new(),
            effect_not: false,
            effect_or: false,
            effort: None,
        }
    }
}

/// A value in a predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    pub name: String,
    /// In the failing run, in C syntax.
    pub value: String,
    /// Where it got that value, if it is not a constant.
    pub step: Option<StepId>,
    pub loc: LocId,
    /// Other variables that hold the same value whatever the inputs are.
    pub also: Vec<(String, LocId)>,
}

/// A predicate on which the error depends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    pub left: Operand,
    pub right: Operand,
    pub comparison: Comparison,
    /// Of the nearest runs without it.
    pub distance: u64,
    /// The index of the cause from which this one follows.
    pub follows_from: Option<usize>,
}

impl Cause {
    /// The predicate in C syntax.
    #[must_use]
    pub fn text(&self) -> String {
        format!(
            "{} {} {}",
            self.left.name,
            self.comparison.text(),
            self.right.name
        )
    }
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Causes {
    pub failing: StepTexts,
    /// Of the nearest run without the effect; nothing if there is none.
    pub nearest: Option<u64>,
    /// No run without the effect is nearer than this.
    pub nearest_lower: Option<u64>,
    pub causes: Vec<Cause>,
    /// Predicates that were looked at.
    pub candidates: usize,
    /// Of these, not decided in the time or with the effort that was granted.
    pub undecided: usize,
    /// What runs were required to keep of what the claim presupposes.
    pub assumed: Vec<Antecedent>,
    /// What was found out about the predicate that the user gave.
    pub checked: Option<Decision>,
}

/// Why nothing could be found out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoCauses {
    #[error("the failing run is not one of this equation")]
    NoExecution,
    #[error("time ran out before a run without the effect was found")]
    Unknown,
    #[error(transparent)]
    Predicate(#[from] PredicateError),
    #[error("the {0} does not hold in the failing run, so nothing can depend on it")]
    DoesNotHold(&'static str),
    #[error("internal error: {0}")]
    Mismatch(#[from] Mismatch),
}

/// Finds the predicates on which a failing run's error depends.
///
/// # Errors
/// If a predicate means nothing, time ran out before anything was found, or the tool contradicts itself.
pub fn causes(
    question: &Question<'_>,
    equation: &mut Equation,
    failed: &Counterexample,
    options: &CausesOptions,
) -> Result<Causes, NoCauses> {
    let execution = failed.execution.clone().ok_or(NoCauses::NoExecution)?;
    let (program, end) = (question.program, execution.end);
    let replay = Replay {
        program,
        sources: question.sources,
        arguments: question.options.arguments.clone(),
    };
    let texts = step_texts::observe(&replay, equation, &execution, failed.run.inputs.clone())?;
    let steps = metric::observe(program, equation, &options.metric, end);
    let failing = metric::valuation(equation, &steps, &execution.assignment);
    let runs = search::runs(equation, question.options.claims.as_deref());
    let scope = Scope {
        program,
        sources: question.sources,
        texts: &texts,
        end,
    };
    let effort = CausesBudget::new(options.effort);
    let work = CausesTask {
        question,
        options,
        scope: &scope,
        steps: &steps,
        failing: &failing,
        symbols: &execution.assignment,
        effort: &effort,
    };
    let effect = work.effect(equation, runs.fails)?;
    let checked = work.to_check(equation)?;
    let assumed = match options.antecedent && options.effect.is_empty() {
        true => work.antecedents(equation, failed, runs.run, effect)?,
        false => Vec::new(),
    };
    let all: Vec<TermId> = assumed.iter().map(|(_, term)| *term).chain([runs.run]).collect();
    let run = equation.pool.and_all(&all);
    let near = match options.closest && options.effect.is_empty() {
        true => work.closest(equation, run),
        false => None,
    };
    let mut search = CauseSearch::new(equation, run, effect, &steps, &failing, question.stop, &effort);
    let nearest = search.nearest_without().map_err(|()| NoCauses::Unknown)?;
    let mut found = Causes {
        failing: texts.clone(),
        nearest: nearest.as_ref().map(|nearest| nearest.distance),
        nearest_lower: nearest.as_ref().map(|nearest| nearest.lower),
        causes: Vec::new(),
        candidates: 0,
        undecided: 0,
        assumed: assumed.into_iter().map(|(antecedent, _)| antecedent).collect(),
        checked: None,
    };
    let Some(nearest) = nearest else {
        // Every run shows the effect, whatever holds in it.
        return Ok(found);
    };
    if let Some(falsified) = checked {
        let decision = search.decide(&[falsified], &execution.assignment, |_| true).pop();
        found.candidates = 1;
        found.undecided = usize::from(matches!(decision, Some(Decision::Unknown { .. })));
        found.checked = decision;
        return Ok(found);
    }
    let passing = near.unwrap_or_else(|| completed(nearest.run, &execution.assignment));
    let values = Runs {
        failing: &execution.assignment,
        passing: &passing,
        texts: &texts,
        execution: &execution,
        end,
    };
    work.compare_candidates(search, &values, &mut found);
    Ok(found)
}

/// Marks the causes that follow from others of the same values, which then come first. A cause is listed under one that
/// follows from nothing.
fn fold(causes: &mut [Cause]) {
    for index in 0..causes.len() {
        let this = &causes[index];
        let stronger = causes.iter().position(|other| {
            let same = other.left == this.left && other.right == this.right;
            same && this.comparison.follows_from(other.comparison)
        });
        causes[index].follows_from = stronger.or(this.follows_from);
    }
    for index in 0..causes.len() {
        let mut root = causes[index].follows_from;
        // What follows from what follows; the chain is no longer than the list.
        for _ in 0..causes.len() {
            match root.and_then(|at| causes[at].follows_from) {
                Some(next) if next != index => root = Some(next),
                _ => break,
            }
        }
        causes[index].follows_from = root;
    }
}

fn holds(equation: &Equation, term: TermId, run: &Assignment) -> bool {
    Evaluator::with_defaults(&equation.pool, run)
        .eval(term)
        .ok()
        .and_then(|value| value.as_bool())
        == Some(true)
}
