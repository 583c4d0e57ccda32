//! Why a run fails: the closest passing run, what differs, and which of it matters (thesis, chapters 3 to 5).
//!
//! [`explain`] takes the equation of a check and one failing run of it, and goes these steps:
//!
//! 1. the closest passing runs (`passing`), all that are equally close up to a limit;
//! 2. for each of them its minimal Δ-slices (`slice`). Preferred is the run that goes the failing run's way longest:
//!    the one with the fewest changed guards. A run that is as near but leaves out half of the program avoids the
//!    failure instead of explaining it (in the thesis' TCAS example, by switching the system off). Among equals, the
//!    one with the smallest slice, which avoids the failure by the fewest changes that matter (in minmax.c, the one
//!    that names the faulty line), then the one that comes first in the program;
//! 3. if the preferred run merely makes the claim's antecedent false (`antecedent`), all of it again with the
//!    antecedent assumed, unless nothing passes then;
//! 4. both runs executed by the interpreter, and the differences told with the values it saw (`story`).

use bmc::{Counterexample, Equation, InputValue, StepId};
use logic::{Assignment, TermId};
use program::Program;
use source::LocId;
use trace::antecedent::{self, Antecedent};
use trace::metric::{self, DeltaKind, Metric};
use trace::step_texts::{Mismatch, StepTexts};
use trace::{Phase, Predicate, PredicateError, Question, Scope, resolve};

use crate::choose::ExplainTask;
use crate::passing::{Distance, Passing, Wanted};
use crate::way::SameWay;

/// What the user wants to hold in the passing run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Assumptions {
    pub predicates: Vec<Predicate>,
    /// The negations of all of them.
    pub negated: bool,
    /// One of them is enough.
    pub any: bool,
}

/// How to explain.
#[derive(Debug, Clone)]
pub struct ExplainOptions {
    pub metric: Metric,
    /// Passing runs at the same distance that are looked at.
    pub ties: usize,
    /// Minimal slices that are listed.
    pub slices: usize,
    /// Whether the antecedent of a claim is assumed where it was avoided.
    pub antecedent: bool,
    /// Whether passing runs are preferred that take the failing run's branches for the longest prefix.
    pub same_way: bool,
    /// Only passing runs in which these hold count.
    pub assume: Assumptions,
    /// Whether the passing run and the smallest slice are looked for at once (4.3).
    pub one_step: bool,
}

impl Default for ExplainOptions {
    fn default() -> ExplainOptions {
        ExplainOptions {
            metric: Metric::default(),
            ties: 16,
            slices: 16,
            antecedent: true,
            same_way: false,
            assume: Assumptions::default(),
            one_step: false,
        }
    }
}

/// One step that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delta {
    pub step: StepId,
    pub kind: DeltaKind,
    /// What changes: a variable, an input, a condition.
    pub name: String,
    /// In the user's own text.
    pub loc: LocId,
    pub function: String,
    /// The value in C syntax, or for a guard whether it is taken.
    pub failing: String,
    pub passing: String,
    /// Whether the step is executed in each of the runs.
    pub in_failing: bool,
    pub in_passing: bool,
    /// Whether it belongs to the slice that is preferred.
    pub in_slice: bool,
    /// Whether it counts for the distance.
    pub counted: bool,
    /// For what lies in a variable where two ways meet: where it was stored in the failing and in the passing run.
    pub origins: Option<(LocId, LocId)>,
    /// Inside a function of the C library.
    pub library: bool,
}

/// A passing run at the least distance.
#[derive(Debug, Clone)]
pub struct Tie {
    /// The steps that differ, as indices into [`Explanation::deltas`] for the preferred one.
    pub inputs: Vec<InputValue>,
    pub differences: usize,
    pub slice: usize,
}

/// What was assumed to get past an antecedent.
#[derive(Debug, Clone)]
pub struct Assumed {
    pub antecedent: Antecedent,
    /// The inputs of the passing run that only avoided it.
    pub avoided_by: Vec<InputValue>,
}

/// Why a run fails.
#[derive(Debug, Clone)]
pub struct Explanation {
    pub failing: StepTexts,
    pub passing: StepTexts,
    pub distance: Distance,
    /// In the order of execution.
    pub deltas: Vec<Delta>,
    /// Minimal slices, as indices into `deltas`; the first is the preferred one. Empty if slicing was not possible.
    pub slices: Vec<Vec<usize>>,
    pub slices_complete: bool,
    /// All passing runs at this distance that were looked at; the first is the preferred one.
    pub ties: Vec<Tie>,
    pub ties_complete: bool,
    pub assumed: Option<Assumed>,
    /// No passing run keeps this: every run in which it holds fails, within the bound.
    pub unavoidable: Option<Antecedent>,
    /// How long the passing run goes the failing run's way, where that was asked.
    pub same_way: Option<SameWay>,
    pub end: StepId,
    /// Whether the passing run comes to the claim at all.
    pub claim_reached: bool,
    /// What the claim looks at, with its values in both runs.
    pub claim_values: Vec<Delta>,
}

/// Why there is no explanation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoExplanation {
    /// No run within the bound passes, which is proved.
    #[error("no run passes")]
    NothingPasses,
    #[error("time ran out before a passing run was found")]
    Unknown,
    /// The failing run was found at another bound than the equation's.
    #[error("the failing run is not one of this equation")]
    NoExecution,
    #[error("internal error: {0}")]
    Mismatch(#[from] Mismatch),
    /// What the user assumed cannot be understood.
    #[error("{0}")]
    Assumption(#[from] PredicateError),
    /// The execution cannot be repeated with other values.
    #[error("the program does something that cannot be repeated with other values")]
    NotRepeatable,
    /// A run that is needed cannot be executed with what an execution gets.
    #[error("the nearest passing run needs more memory or steps than an execution gets")]
    TooLarge,
    #[error("internal error: the run that was found {0} when it is executed")]
    DoesNotPass(String),
}

/// Explains a failing run of an equation.
///
/// # Errors
/// If nothing passes, time ran out, or the tool contradicts itself.
pub fn explain(
    question: &Question<'_>,
    equation: &mut Equation,
    failed: &Counterexample,
    options: &ExplainOptions,
) -> Result<Explanation, NoExplanation> {
    if options.one_step {
        return crate::variants::one_step(question, equation, failed, options);
    }
    (question.watch)(Phase::Observing);
    let execution = failed.execution.clone().ok_or(NoExplanation::NoExecution)?;
    let end = execution.end;
    let steps = metric::observe(question.program, equation, &options.metric, end);
    let failing = metric::valuation(equation, &steps, &execution.assignment);
    let given = assumed(question, equation, failed, &execution, &options.assume)?;
    let mut search = Passing::new(
        equation,
        &steps,
        &failing,
        &execution.assignment,
        Wanted::Passing,
        question,
    );
    let work = ExplainTask {
        question,
        options,
        steps: &steps,
        failing: &failing,
        execution: &execution,
        end,
    };
    let given: Vec<sat::Lit> = given.iter().map(|term| search.require(*term)).collect();
    let mut nearest = work.nearest(&mut search, &given)?;
    let mut above = Above::default();
    let mut literals = given;
    if options.antecedent {
        let claim = question.program.claim(failed.claim).cond;
        // Getting past one antecedent may uncover the next.
        for _ in 0..4 {
            let Some((antecedent, condition)) = work.avoided(&mut search, claim, &nearest.run) else {
                break;
            };
            // What was found without the condition is a lower bound with it: the search goes on from there.
            literals.push(search.require(condition));
            match work.nearest(&mut search, &literals) {
                // One that is as near and does not avoid the claim is simply preferred.
                Ok(better) if better.distance == nearest.distance => nearest = better,
                Ok(better) => {
                    let before = &literals[..literals.len() - 1];
                    let run = work.near(&mut search, &nearest.run, before);
                    let last = last_step(search.equation());
                    let (_, inputs) = search.equation().execution(question.program, &run, last);
                    above.assumed = Some(Assumed {
                        antecedent,
                        avoided_by: above.assumed.map_or(inputs, |before| before.avoided_by),
                    });
                    nearest = better;
                }
                Err(error @ (NoExplanation::NothingPasses | NoExplanation::Unknown)) => {
                    literals.pop();
                    above.unavoidable = (error == NoExplanation::NothingPasses).then_some(antecedent);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
    }
    if options.antecedent {
        // Of those that are equally near, only runs that do not avoid the claim count, if this one does not.
        let claim = question.program.claim(failed.claim).cond;
        let relevant = work.relevant(&mut search, claim);
        if antecedent::holds(search.equation(), relevant, &nearest.run) {
            literals.push(search.require(relevant));
        }
    }
    if options.same_way {
        let (better, way) = work.keeping_the_way(&mut search, &nearest, &mut literals);
        above.same_way = way;
        if let Some(better) = better {
            nearest = better;
        }
    }
    let distance = nearest.distance;
    let (candidates, complete) = work.candidates(&mut search, nearest, &literals);
    drop(search);
    work.explanation(equation, failed, distance, candidates, complete, above)
}

/// What is said beside the two runs.
#[derive(Debug, Default)]
pub(crate) struct Above {
    pub(crate) assumed: Option<Assumed>,
    pub(crate) unavoidable: Option<Antecedent>,
    pub(crate) same_way: Option<SameWay>,
}

/// What the user assumed, as terms.
fn assumed(
    question: &Question<'_>,
    equation: &mut Equation,
    failed: &Counterexample,
    execution: &bmc::Execution,
    assume: &Assumptions,
) -> Result<Option<TermId>, NoExplanation> {
    if assume.predicates.is_empty() {
        return Ok(None);
    }
    let replay = trace::Replay {
        program: question.program,
        sources: question.sources,
        arguments: question.options.arguments.clone(),
    };
    let texts = trace::step_texts::observe(&replay, equation, execution, failed.run.inputs.clone())?;
    let scope = Scope {
        program: question.program,
        sources: question.sources,
        texts: &texts,
        end: execution.end,
    };
    let mut terms = Vec::new();
    for predicate in &assume.predicates {
        let (term, _) = resolve(&scope, equation, predicate)?;
        terms.push(match assume.negated {
            true => equation.pool.not(term),
            false => term,
        });
    }
    Ok(Some(match assume.any {
        true => equation.pool.or_all(&terms),
        false => equation.pool.and_all(&terms),
    }))
}

/// The distance of two runs of an equation (definition 4), for a failure at `end`.
#[must_use]
pub fn distance(
    program: &Program,
    equation: &mut Equation,
    metric: &Metric,
    end: StepId,
    (a, b): (&Assignment, &Assignment),
) -> u64 {
    let steps = metric::observe(program, equation, metric, end);
    let (a, b) = (
        metric::valuation(equation, &steps, a),
        metric::valuation(equation, &steps, b),
    );
    metric::distance(&steps, &a, &b)
}

/// The steps in which two runs differ.
#[must_use]
pub fn difference(
    program: &Program,
    equation: &mut Equation,
    end: StepId,
    (a, b): (&Assignment, &Assignment),
) -> Vec<StepId> {
    let steps = metric::observe(program, equation, &Metric::default(), end);
    let (a, b) = (
        metric::valuation(equation, &steps, a),
        metric::valuation(equation, &steps, b),
    );
    let pairs = steps.iter().zip(a.iter().zip(&b));
    pairs
        .filter(|(step, (a, b))| a != b && step.weight > 0)
        .map(|(step, _)| step.step)
        .collect()
}

pub(crate) fn last_step(equation: &Equation) -> StepId {
    StepId(equation.steps.len().saturating_sub(1) as u32)
}
