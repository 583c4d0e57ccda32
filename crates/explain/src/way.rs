//! Passing runs that go the failing run's way.
//!
//! **What.** The nearest passing run often switches a computation off: an input 601 becomes 600, a condition at the
//! beginning is false, and all that the failure is about does not happen. Such a run is near and says little. So of all
//! passing runs those are preferred that take the branches of the failing run for the longest prefix, and of these the
//! nearest is looked for.
//!
//! **How.** The branches that the failing run comes to, in the order of execution, are conditions `c1, c2, …`; the
//! prefix of length k is `pk = ck ∧ p(k-1)`. The more is kept, the fewer runs there are, so the longest prefix that
//! some passing run keeps is found by bisection. A question is one query of the solver on the part of the equation that
//! is a formula, not an optimisation: what its model violates elsewhere enters the formula and it is asked again. A
//! model says how far it goes the same way, which is often much further than was asked; a core says which branch is too
//! much. The search for the nearest run then goes on with the prefix assumed: with more assumed runs only get farther,
//! so what was proved about distances stays a lower bound.
//!
//! **Why this way.** A weight for each branch (distance first by the position of the first branch that differs) says
//! the same with weights that grow exponentially, which no counter likes. Found useful by experiment: slices between
//! such runs hold the fault more often than those of the nearest run (docs/adr/0049).

use bmc::{StepId, StepKind};
use logic::{Assignment, Evaluator, TermId};
use sat::{Limited, Lit, Solver, Verdict};
use source::LocId;
use trace::metric::{DeltaKind, differs};

use crate::choose::{ExplainTask, Nearest};
use crate::passing::Passing;

/// How long the passing run goes the failing run's way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SameWay {
    /// Branches that both runs take, one after the other.
    pub kept: usize,
    /// Branches that the failing run comes to before it fails.
    pub of: usize,
    /// Where the passing run takes another one.
    pub until: Option<LocId>,
}

/// A branch that the failing run comes to.
struct Taken {
    step: StepId,
    /// That a run takes it, too.
    kept: TermId,
}

/// What a question about a prefix gave.
enum Asked {
    /// Some passing run goes the same way so far.
    Kept(usize),
    /// None goes the same way so far.
    TooFar(usize),
    Unknown,
}

impl ExplainTask<'_> {
    /// The nearest of the passing runs that go the failing run's way for the longest prefix, `assumed` holding in them;
    /// the new assumption is added. Nothing if `nearest` is as good, or the effort ran out.
    pub(crate) fn keeping_the_way(
        &self,
        search: &mut Passing<'_>,
        nearest: &Nearest,
        assumed: &mut Vec<Lit>,
    ) -> (Option<Nearest>, Option<SameWay>) {
        let taken = self.taken(search);
        if taken.is_empty() {
            return (None, None);
        }
        let own = kept_by(search, &taken, &nearest.run);
        let way = |kept: usize| SameWay {
            kept,
            of: taken.len(),
            until: taken
                .get(kept)
                .map(|taken| self.execution_loc(search, taken.step)),
        };
        let own_way = way(own);
        let Some((length, literal)) = longest(search, &taken, own, assumed) else {
            return (None, Some(own_way));
        };
        assumed.push(literal);
        match self.nearest(search, assumed) {
            Ok(better) => {
                let kept = kept_by(search, &taken, &better.run).max(length);
                let until = taken.get(kept).map(|taken| taken.step);
                let way = SameWay {
                    kept,
                    of: taken.len(),
                    until: until.map(|step| self.execution_loc(search, step)),
                };
                (Some(better), Some(way))
            }
            Err(_) => {
                assumed.pop();
                (None, Some(own_way))
            }
        }
    }

    fn execution_loc(&self, search: &Passing<'_>, step: StepId) -> LocId {
        search.part.equation.user_loc(self.question.program, step)
    }

    /// The branches of the user's functions that the failing run comes to and that are not taken by every run.
    fn taken(&self, search: &mut Passing<'_>) -> Vec<Taken> {
        let program = self.question.program;
        let mut found = Vec::new();
        for (observed, value) in self.steps.iter().zip(self.failing) {
            let step = observed.step;
            if observed.kind != DeltaKind::Guard || step >= self.end {
                continue;
            }
            let equation = search.equation();
            let happens = self.execution.happens.get(step.0 as usize) == Some(&true);
            let function = equation.frame(equation.step(step).frame).function;
            let branches = matches!(
                equation.step(step).kind,
                StepKind::Branch { .. } | StepKind::Switch { .. }
            );
            if !happens || !branches || program.function(function).embedded {
                continue;
            }
            let differs = differs(equation, observed.terms, value);
            let guard = equation.step(step).guard;
            let same = equation.pool.not(differs);
            let kept = equation.pool.and(guard, same);
            if equation.pool.constant(kept).is_none() {
                found.push(Taken { step, kept });
            }
        }
        found
    }
}

/// How many of these branches a run takes, one after the other.
fn kept_by(search: &Passing<'_>, taken: &[Taken], run: &Assignment) -> usize {
    let mut evaluator = Evaluator::with_defaults(&search.part.equation.pool, run);
    let is_kept = |taken: &&Taken| {
        let value = evaluator.eval(taken.kept).ok();
        value.and_then(|value| value.as_bool()) == Some(true)
    };
    taken.iter().take_while(is_kept).count()
}

/// The longest prefix that some passing run keeps, if it is longer than `own`, and a literal that implies it.
fn longest(search: &mut Passing<'_>, taken: &[Taken], own: usize, assumed: &[Lit]) -> Option<(usize, Lit)> {
    let (mut low, mut high) = (own, taken.len());
    if low >= high {
        return None;
    }
    // The literals of the prefixes: each implies the one before.
    let mut prefixes: Vec<Lit> = Vec::with_capacity(taken.len());
    for branch in taken {
        let literal = search.require(branch.kept);
        let prefix = search.solver.new_var().positive();
        search.solver.add_clause(&[!prefix, literal]);
        if let Some(before) = prefixes.last() {
            search.solver.add_clause(&[!prefix, *before]);
        }
        prefixes.push(prefix);
    }
    let limits = search.solver.limits();
    search
        .solver
        .set_limits(sat::Limits::conflicts(budgets::explain::MAX_WAY_CONFLICTS.get()));
    // Most passing runs that exist at all go nearly all the way.
    let mut asked = high;
    for _ in 0..budgets::explain::MAX_WAY_QUESTIONS.count() {
        if low >= high {
            break;
        }
        match question(search, taken, &prefixes[..asked], assumed) {
            Asked::Kept(kept) => low = low.max(kept),
            Asked::TooFar(at) => high = high.min(at.saturating_sub(1)),
            // What takes long is taken for too much.
            Asked::Unknown => high = high.min(asked - 1),
        }
        asked = low + high.saturating_sub(low).div_ceil(2);
    }
    search.solver.set_limits(limits);
    let literal = *prefixes.get(low.checked_sub(1)?)?;
    (low > own).then_some((low, literal))
}

/// Whether some passing run goes the same way as far as all of `prefix`.
fn question(search: &mut Passing<'_>, taken: &[Taken], prefix: &[Lit], assumed: &[Lit]) -> Asked {
    let Some(last) = prefix.last() else {
        return Asked::Unknown;
    };
    let asked: Vec<Lit> = assumed.iter().copied().chain([*last]).collect();
    for _ in 0..budgets::explain::MAX_WAY_REFINEMENTS.count() {
        match search.solver.solve_with(&asked) {
            Verdict::Unsat => return Asked::TooFar(prefix.len()),
            Verdict::Unknown => return Asked::Unknown,
            Verdict::Sat => {
                let model = search.solver.model();
                let run = search.part.run(|literal| model.satisfies(literal));
                if !search.violated(&run) {
                    return Asked::Kept(kept_by(search, taken, &run).max(prefix.len()));
                }
            }
        }
    }
    Asked::Unknown
}
