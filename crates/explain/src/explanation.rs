//! Why a run fails: the closest passing run, what differs, and which of it matters (thesis, chapters 3 to 5).
//!
//! [`explain`] takes the equation of a check and one failing run of it, and goes these steps:
//!
//! 1. the closest passing runs (`passing`), all that are equally close up to a limit;
//! 2. for each of them its minimal Δ-slices (`slice`). Preferred is the run that goes the failing run's way longest: the one
//!    with the fewest changed guards. A run that is as near but leaves out half of the program avoids the failure
//!    instead of explaining it (in the thesis' TCAS example, by switching the system off). Among equals, the one
//!    with the smallest slice, which avoids the failure by the fewest changes that matter (in minmax.c, the one that
//!    names the faulty line), then the one that comes first in the program;
//! 3. if the preferred run merely makes the claim's antecedent false (`antecedent`), all of it again with the antecedent
//!    assumed, unless nothing passes then;
//! 4. both runs executed by the interpreter, and the differences told with the values it saw (`story`).

use bmc::{Counterexample, Equation, Execution, InputValue, StepId, StepKind, Stop};
use logic::{Assignment, TermId};
use program::{ExprId, Program};
use source::{LocId, SourceMap};

use crate::Replay;
use crate::antecedent::{self, Antecedent};
use crate::metric::{self, DeltaKind, Metric, Observed, StepValue};
use crate::passing::{Distance, Found, Passing, completed};
use crate::slice::{Differences, slices};
use crate::story::{self, Mismatch, Told};

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
}

impl Default for ExplainOptions {
    fn default() -> ExplainOptions {
        ExplainOptions {
            metric: Metric::default(),
            ties: 16,
            slices: 16,
            antecedent: true,
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
    pub failing: Told,
    pub passing: Told,
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
    pub end: StepId,
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
    #[error("internal error: the passing run that was found {0} when it is executed")]
    DoesNotPass(String),
}

/// What explanations are made from.
pub struct Question<'q> {
    pub program: &'q Program,
    pub sources: Option<&'q SourceMap>,
    /// As the equation was made.
    pub options: &'q bmc::Options,
    pub stop: &'q Stop,
}

impl std::fmt::Debug for Question<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Question")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// Passing runs at the least distance.
struct Nearest {
    distance: Distance,
    runs: Vec<Assignment>,
    complete: bool,
    /// What was assumed.
    assumed: Vec<sat::Lit>,
}

/// A passing run with all that decides between it and others.
struct Candidate {
    symbols: Assignment,
    values: Vec<StepValue>,
    slices: Vec<Vec<usize>>,
    complete: bool,
    differences: Vec<usize>,
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
    let execution = failed.execution.clone().ok_or(NoExplanation::NoExecution)?;
    let end = execution.end;
    let steps = metric::observe(question.program, equation, &options.metric, end);
    let failing = metric::valuation(equation, &steps, &execution.assignment);
    let mut search = Passing::new(equation, &steps, &failing, &execution.assignment, question.stop);
    let work = Work {
        question,
        options,
        steps: &steps,
        failing: &failing,
        execution: &execution,
        end,
    };
    let mut nearest = work.nearest(&mut search, Vec::new())?;
    let mut assumed = None;
    if options.antecedent {
        let claim = question.program.claim(failed.claim).cond;
        let mut conditions: Vec<TermId> = Vec::new();
        // Getting past one antecedent may uncover the next.
        for _ in 0..4 {
            let Some((antecedent, condition)) = work.all_avoid(&mut search, claim, &mut nearest) else {
                break;
            };
            conditions.push(condition);
            let literals: Vec<sat::Lit> = conditions.iter().map(|term| search.require(*term)).collect();
            match work.nearest(&mut search, literals) {
                Ok(better) => {
                    let last = last_step(search.equation());
                    let (_, inputs) = search
                        .equation()
                        .execution(question.program, &nearest.runs[0], last);
                    assumed = Some(Assumed {
                        antecedent,
                        avoided_by: assumed.map_or(inputs, |before: Assumed| before.avoided_by),
                    });
                    nearest = better;
                }
                Err(NoExplanation::NothingPasses | NoExplanation::Unknown) => break,
                Err(error) => return Err(error),
            }
        }
    }
    let (distance, complete) = (nearest.distance, nearest.complete);
    let candidates = work.candidates(&mut search, nearest);
    drop(search);
    work.told(equation, failed, distance, candidates, complete, assumed)
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

fn last_step(equation: &Equation) -> StepId {
    StepId(equation.steps.len().saturating_sub(1) as u32)
}

struct Work<'w> {
    question: &'w Question<'w>,
    options: &'w ExplainOptions,
    steps: &'w [Observed],
    failing: &'w [StepValue],
    execution: &'w Execution,
    end: StepId,
}

impl Work<'_> {
    /// The nearest passing runs in which all of `assumed` holds.
    fn nearest(&self, search: &mut Passing<'_>, assumed: Vec<sat::Lit>) -> Result<Nearest, NoExplanation> {
        match search.nearest(&assumed, self.options.ties) {
            Found::None => Err(NoExplanation::NothingPasses),
            Found::Unknown => Err(NoExplanation::Unknown),
            Found::Runs {
                distance,
                runs,
                complete,
            } => Ok(Nearest {
                distance,
                runs: runs
                    .into_iter()
                    .map(|run| completed(run, &self.execution.assignment))
                    .collect(),
                complete,
                assumed,
            }),
        }
    }

    /// The nearest runs with their slices, the preferred one first.
    fn candidates(&self, search: &mut Passing<'_>, nearest: Nearest) -> Vec<Candidate> {
        let Nearest {
            distance,
            runs,
            assumed,
            ..
        } = nearest;
        let near = |search: &mut Passing<'_>, run: &Assignment| {
            let values = metric::valuation(search.equation(), self.steps, run);
            search.with_near_inputs(
                self.question.program,
                self.steps,
                self.failing,
                run,
                &values,
                &assumed,
            )
        };
        let mut candidates: Vec<Candidate>;
        if let [only] = runs.as_slice() {
            let run = near(search, only);
            candidates = vec![self.candidate(search.equation(), run)];
        } else {
            candidates = runs
                .into_iter()
                .map(|run| self.candidate(search.equation(), run))
                .collect();
            candidates.sort_by_key(|candidate| self.rank(candidate));
            if let Some(first) = candidates.first_mut() {
                let run = near(search, &first.symbols);
                *first = self.candidate(search.equation(), run);
            }
        }
        debug_assert!(candidates.iter().all(|candidate| {
            metric::distance(self.steps, self.failing, &candidate.values) == distance.value
        }));
        candidates
    }

    /// A passing run with its differences and slices.
    fn candidate(&self, equation: &Equation, symbols: Assignment) -> Candidate {
        let values = metric::valuation(equation, self.steps, &symbols);
        let differences: Vec<usize> = (0..self.steps.len())
            .filter(|&index| values[index] != self.failing[index])
            .collect();
        let sliced = slices(
            self.question.program,
            self.question.sources,
            self.question.options,
            equation,
            &Differences {
                steps: self.steps,
                failing: self.failing,
                passing: &values,
                end: self.end,
            },
            self.options.slices,
            self.question.stop,
        );
        let (slices, complete) = sliced.map_or((Vec::new(), false), |found| {
            (found.slices, found.complete && found.proved)
        });
        Candidate {
            symbols,
            values,
            slices,
            complete,
            differences,
        }
    }

    /// What is preferred comes first.
    fn rank(&self, candidate: &Candidate) -> (usize, usize, usize, Vec<usize>) {
        let slice = candidate.slices.first().unwrap_or(&candidate.differences);
        let of_kind = |indices: &[usize], kind: DeltaKind| {
            let kinds = indices.iter().map(|index| self.steps[*index]);
            kinds.filter(|step| step.kind == kind && step.weight > 0).count()
        };
        (
            of_kind(&candidate.differences, DeltaKind::Guard),
            slice.len(),
            of_kind(slice, DeltaKind::Input),
            slice.clone(),
        )
    }

    /// If every one of the nearest runs avoids the failure by making the claim irrelevant: what they should not have
    /// touched. Otherwise only those that do not are kept.
    fn all_avoid(
        &self,
        search: &mut Passing<'_>,
        claim: ExprId,
        nearest: &mut Nearest,
    ) -> Option<(Antecedent, TermId)> {
        let mut first = None;
        let mut kept = Vec::new();
        for run in &nearest.runs {
            match self.avoided(search, claim, run) {
                Some(avoided) => first = first.or(Some(avoided)),
                None => kept.push(run.clone()),
            }
        }
        if kept.is_empty() {
            return first;
        }
        nearest.runs = kept;
        None
    }

    /// If a passing run avoids the failure by making the claim irrelevant: what it should not have touched.
    fn avoided(
        &self,
        search: &mut Passing<'_>,
        claim: ExprId,
        run: &Assignment,
    ) -> Option<(Antecedent, TermId)> {
        let equation = search.equation();
        if !antecedent::is_reached(equation, self.end, run) {
            return Some((Antecedent::Reached, equation.step(self.end).guard));
        }
        let operands = antecedent::operands(self.question.program, claim);
        let terms = antecedent::operand_terms(equation, self.end, &operands);
        let hold = terms.iter().all(|term| antecedent::holds(equation, *term, run));
        if terms.is_empty() || hold {
            return None;
        }
        let all = equation.pool.and_all(&terms);
        let guard = equation.step(self.end).guard;
        let all = equation.pool.and(guard, all);
        let failing = &self.execution.assignment;
        antecedent::holds(equation, all, failing).then_some((Antecedent::Operands(operands), all))
    }

    fn told(
        &self,
        equation: &Equation,
        failed: &Counterexample,
        distance: Distance,
        mut candidates: Vec<Candidate>,
        ties_complete: bool,
        assumed: Option<Assumed>,
    ) -> Result<Explanation, NoExplanation> {
        let program = self.question.program;
        let replay = Replay {
            program,
            sources: self.question.sources,
            arguments: self.question.options.arguments.clone(),
        };
        let last = last_step(equation);
        let mut ties = Vec::new();
        for candidate in &candidates {
            let (_, inputs) = equation.execution(program, &candidate.symbols, last);
            ties.push(Tie {
                inputs,
                differences: candidate.differences.len(),
                slice: candidate.slices.first().map_or(0, Vec::len),
            });
        }
        let candidate = candidates.swap_remove(0);
        let (run, inputs) = equation.execution(program, &candidate.symbols, last);
        let failing = story::tell(&replay, equation, self.execution, failed.inputs.clone())?;
        let passing = story::tell(&replay, equation, &run, inputs)?;
        if !passing.ended.passed() {
            return Err(NoExplanation::DoesNotPass(format!(
                "ends otherwise ({})",
                passing.ended.stop
            )));
        }
        let slice = candidate.slices.first().cloned().unwrap_or_default();
        let mut deltas = Vec::new();
        let mut position = vec![usize::MAX; self.steps.len()];
        for &index in &candidate.differences {
            let step = self.steps[index].step;
            if step >= self.end && !self.options.metric.past_error {
                continue;
            }
            position[index] = deltas.len();
            let values = (&self.failing[index], &candidate.values[index]);
            let mut delta = self.delta(equation, index, values, (&failing, &passing), &run);
            delta.in_slice = slice.contains(&index);
            deltas.push(delta);
        }
        let slices = candidate
            .slices
            .iter()
            .map(|slice| slice.iter().map(|index| position[*index]).collect())
            .collect();
        Ok(Explanation {
            failing,
            passing,
            distance,
            deltas,
            slices,
            slices_complete: candidate.complete,
            ties,
            ties_complete,
            assumed,
            end: self.end,
        })
    }

    fn delta(
        &self,
        equation: &Equation,
        index: usize,
        (a, b): (&StepValue, &StepValue),
        (failing, passing): (&Told, &Told),
        run: &Execution,
    ) -> Delta {
        let program = self.question.program;
        let Observed {
            step, kind, weight, ..
        } = self.steps[index];
        let detail = equation.step(step);
        let function = program.function(equation.frame(detail.frame).function);
        let (in_failing, in_passing) = (failing.happened(step), passing.happened(step));
        let mut origins = None;
        let (name, texts) = match &detail.kind {
            StepKind::Branch { expr, .. } => {
                let text = self.written(*expr);
                let say = |value, happened| story::guard_text(value, happened).to_owned();
                (text, (say(a, in_failing), say(b, in_passing)))
            }
            StepKind::Switch { expr, .. } => {
                let say = |told: &Told| match told.happened(step) {
                    true => told.text(step).unwrap_or("?").to_owned(),
                    false => "not reached".to_owned(),
                };
                (self.written(*expr), (say(failing), say(passing)))
            }
            StepKind::Merge { object, offset, .. } => {
                let name = equation.name_of(program, self.question.sources, *object, *offset, None);
                let (from_a, from_b) = (
                    story::origin(equation, self.execution, step),
                    story::origin(equation, run, step),
                );
                origins = Some((
                    equation.user_loc(program, from_a),
                    equation.user_loc(program, from_b),
                ));
                let say = |told: &Told, origin: StepId, value: &StepValue| {
                    told.text(origin).map_or_else(|| bare(value), str::to_owned)
                };
                (name, (say(failing, from_a, a), say(passing, from_b, b)))
            }
            kind => {
                let named = failing.name(step).or(passing.name(step)).map(str::to_owned);
                let name = named.unwrap_or_else(|| self.target(equation, kind));
                let say = |told: &Told, value: &StepValue| {
                    told.text(step).map_or_else(|| bare(value), str::to_owned)
                };
                (name, (say(failing, a), say(passing, b)))
            }
        };
        Delta {
            step,
            kind,
            name,
            loc: equation.user_loc(program, step),
            function: function.name.clone(),
            failing: texts.0,
            passing: texts.1,
            in_failing,
            in_passing,
            in_slice: false,
            counted: weight > 0,
            origins,
            library: function.embedded,
        }
    }

    /// An expression as the user wrote it.
    fn written(&self, expr: ExprId) -> String {
        let program = self.question.program;
        story::source_text(self.question.sources, program.expr(expr).loc)
            .unwrap_or_else(|| program.expr_text(expr))
    }

    fn target(&self, equation: &Equation, kind: &StepKind) -> String {
        let program = self.question.program;
        match kind {
            StepKind::Assign { targets, ty, .. } => targets.first().map_or(String::new(), |target| {
                let offset = equation.pool.constant(target.offset);
                let offset = offset
                    .and_then(logic::Value::as_bits)
                    .and_then(logic::Bits::to_u64);
                equation.name_of(
                    program,
                    self.question.sources,
                    target.object,
                    offset.unwrap_or(0),
                    Some(*ty),
                )
            }),
            StepKind::Input { name, .. } => name.clone(),
            _ => String::new(),
        }
    }
}

/// A value that no execution showed: an assignment that was not executed.
fn bare(value: &StepValue) -> String {
    match (&value.first, &value.second) {
        (logic::Value::BitVec(bits), None) => match bits.to_i128() {
            Some(number) => number.to_string(),
            None => value.first.to_string(),
        },
        (first, _) => first.to_string(),
    }
}
