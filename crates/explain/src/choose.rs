//! Which passing run is shown: the nearest ones, sliced and ranked; and getting past an antecedent.

use bmc::{Equation, Execution, StepId};
use logic::{Assignment, TermId};
use program::ExprId;
use trace::antecedent::{self, Antecedent};
use trace::metric::{self, DeltaKind, Observed, StepValue};
use trace::{Phase, Question};

use crate::explanation::{ExplainOptions, NoExplanation};
use crate::passing::{Distance, Passing, PassingOutcome};
use crate::slice::{Differences, slices};

/// A passing run at the least distance.
pub(crate) struct Nearest {
    pub distance: Distance,
    pub run: Assignment,
}

/// A passing run with all that decides between it and others.
pub(crate) struct Candidate {
    pub symbols: Assignment,
    pub values: Vec<StepValue>,
    pub slices: Vec<Vec<usize>>,
    pub complete: bool,
    pub differences: Vec<usize>,
}

pub(crate) struct ExplainTask<'w> {
    pub question: &'w Question<'w>,
    pub options: &'w ExplainOptions,
    pub steps: &'w [Observed],
    pub failing: &'w [StepValue],
    pub execution: &'w Execution,
    pub end: StepId,
}

impl ExplainTask<'_> {
    /// The nearest passing run in which all of `assumed` holds.
    pub(crate) fn nearest(
        &self,
        search: &mut Passing<'_>,
        assumed: &[sat::Lit],
    ) -> Result<Nearest, NoExplanation> {
        match search.nearest(assumed) {
            PassingOutcome::None => Err(NoExplanation::NothingPasses),
            PassingOutcome::Unknown => Err(NoExplanation::Unknown),
            PassingOutcome::Run { distance, run } => Ok(Nearest { distance, run }),
        }
    }

    /// A run with its changed inputs near their old values.
    pub(crate) fn near(
        &self,
        search: &mut Passing<'_>,
        run: &Assignment,
        assumed: &[sat::Lit],
    ) -> Assignment {
        search.with_near_inputs(self.question.program, self.steps, self.failing, run, assumed)
    }

    /// The nearest runs with their slices, the preferred one first; and whether there are no others.
    pub(crate) fn candidates(
        &self,
        search: &mut Passing<'_>,
        nearest: Nearest,
        assumed: &[sat::Lit],
    ) -> (Vec<Candidate>, bool) {
        let Nearest { distance, run } = nearest;
        let (others, complete) = match distance.proved() && self.options.ties > 1 {
            true => search.ties(distance, &run, assumed, self.options.ties - 1),
            false => (Vec::new(), false),
        };
        let mut candidates: Vec<Candidate>;
        if others.is_empty() {
            let run = self.near(search, &run, assumed);
            candidates = vec![self.candidate(search.equation(), run)];
        } else {
            candidates = std::iter::once(run)
                .chain(others)
                .map(|run| self.candidate(search.equation(), run))
                .collect();
            candidates.sort_by_key(|candidate| self.rank(candidate));
            if let Some(first) = candidates.first_mut() {
                let run = self.near(search, &first.symbols, assumed);
                *first = self.candidate(search.equation(), run);
            }
        }
        debug_assert!(candidates.iter().all(|candidate| {
            metric::distance(self.steps, self.failing, &candidate.values) == distance.value
        }));
        (candidates, complete)
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

    /// If a passing run avoids the failure by making the claim irrelevant: what it should not have touched.
    pub(crate) fn avoided(
        &self,
        search: &mut Passing<'_>,
        claim: ExprId,
        run: &Assignment,
    ) -> Option<(Antecedent, TermId)> {
        let equation = search.equation();
        if !antecedent::is_reached(equation, self.end, run) {
            return Some((Antecedent::Reached, equation.step(self.end).guard));
        }
        let relevant = self.relevant(search, claim);
        let equation = search.equation();
        if antecedent::holds(equation, relevant, run) {
            return None;
        }
        let operands = antecedent::operands(self.question.program, claim);
        Some((Antecedent::Operands(operands), relevant))
    }

    /// What holds in runs that do not avoid the claim: it is reached, and what it presupposes is as in the failing run.
    pub(crate) fn relevant(&self, search: &mut Passing<'_>, claim: ExprId) -> TermId {
        let equation = search.equation();
        let guard = equation.step(self.end).guard;
        let operands = antecedent::operands(self.question.program, claim);
        let terms = antecedent::operand_terms(equation, self.end, &operands);
        let all = equation.pool.and_all(&terms);
        let all = equation.pool.and(guard, all);
        match antecedent::holds(equation, all, &self.execution.assignment) {
            true => all,
            false => guard,
        }
    }
}
