//! Which passing run is shown: the nearest ones, sliced and ranked; and getting past an antecedent.

use bmc::{Equation, Execution, StepId};
use logic::{Assignment, TermId};
use program::ExprId;

use crate::antecedent::{self, Antecedent};
use crate::explanation::{ExplainOptions, NoExplanation, Question};
use crate::metric::{self, DeltaKind, Observed, StepValue};
use crate::passing::{Distance, Found, Passing, completed};
use crate::phase::Phase;
use crate::slice::{Differences, slices};

/// Passing runs at the least distance.
pub(crate) struct Nearest {
    pub distance: Distance,
    pub runs: Vec<Assignment>,
    pub complete: bool,
    /// What was assumed.
    pub assumed: Vec<sat::Lit>,
}

/// A passing run with all that decides between it and others.
pub(crate) struct Candidate {
    pub symbols: Assignment,
    pub values: Vec<StepValue>,
    pub slices: Vec<Vec<usize>>,
    pub complete: bool,
    pub differences: Vec<usize>,
}

pub(crate) struct Work<'w> {
    pub question: &'w Question<'w>,
    pub options: &'w ExplainOptions,
    pub steps: &'w [Observed],
    pub failing: &'w [StepValue],
    pub execution: &'w Execution,
    pub end: StepId,
}

impl Work<'_> {
    /// The nearest passing runs in which all of `assumed` holds.
    pub(crate) fn nearest(
        &self,
        search: &mut Passing<'_>,
        assumed: Vec<sat::Lit>,
    ) -> Result<Nearest, NoExplanation> {
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
    pub(crate) fn candidates(&self, search: &mut Passing<'_>, nearest: Nearest) -> Vec<Candidate> {
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
    pub(crate) fn candidate(&self, equation: &Equation, symbols: Assignment) -> Candidate {
        (self.question.watch)(Phase::Slicing);
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
    pub(crate) fn all_avoid(
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
}
