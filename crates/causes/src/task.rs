//! What all questions about one failing run share.

use bmc::{Counterexample, Equation, StepId};
use logic::{Assignment, TermId};
use source::LocId;
use trace::antecedent::{self, Antecedent};
use trace::metric::{self, Observed, StepValue};
use trace::{Predicate, PredicateError, Question, Scope, completed, resolve};

use super::candidates::{Candidates, Item, Pair, Runs, Wanted, candidates, short};
use super::effort::CausesBudget;
use super::search::{CauseSearch, Decision};
use super::{Cause, Causes, CausesOptions, NoCauses, Operand, fold, holds, implied};

/// A failing run, and what is asked about it.
pub(super) struct CausesTask<'w> {
    pub question: &'w Question<'w>,
    pub options: &'w CausesOptions,
    pub scope: &'w Scope<'w>,
    pub steps: &'w [Observed],
    pub failing: &'w [StepValue],
    pub symbols: &'w Assignment,
    pub effort: &'w CausesBudget,
}

impl CausesTask<'_> {
    /// Several predicates as one, and the last step that they read.
    fn combined(
        &self,
        equation: &mut Equation,
        predicates: &[Predicate],
        negated: bool,
        any: bool,
    ) -> Result<(TermId, Option<StepId>), PredicateError> {
        let mut terms = Vec::new();
        let mut latest = None;
        for predicate in predicates {
            let (term, at) = resolve(self.scope, equation, predicate)?;
            latest = latest.max(at);
            terms.push(if negated { equation.pool.not(term) } else { term });
        }
        let all = match any {
            true => equation.pool.or_all(&terms),
            false => equation.pool.and_all(&terms),
        };
        Ok((all, latest))
    }

    /// What causes are looked for of: what the user says, otherwise the error.
    pub(super) fn effect(&self, equation: &mut Equation, error: TermId) -> Result<TermId, NoCauses> {
        let options = self.options;
        if options.effect.is_empty() {
            return Ok(error);
        }
        let (effect, _) = self.combined(equation, &options.effect, options.effect_not, options.effect_or)?;
        self.must_hold(equation, effect, "effect")?;
        Ok(effect)
    }

    /// That the predicate which the user gave is false, if there is one.
    pub(super) fn to_check(&self, equation: &mut Equation) -> Result<Option<TermId>, NoCauses> {
        let options = self.options;
        if options.check.is_empty() {
            return Ok(None);
        }
        let (cause, at) = self.combined(equation, &options.check, options.check_not, options.check_or)?;
        self.must_hold(equation, cause, "predicate to check")?;
        let falsified = equation.pool.not(cause);
        Ok(Some(self.without_prior(equation, falsified, at, &[])))
    }

    /// Decides every predicate that is looked at, and lists the causes.
    pub(super) fn compare_candidates(
        &self,
        mut search: CauseSearch<'_>,
        values: &Runs<'_>,
        found: &mut Causes,
    ) {
        let options = self.options;
        let wanted = Wanted {
            inputs_only: options.inputs_only,
            merged: options.merged,
            constants: options.constants,
            guards: options.mine_guards,
        };
        let Candidates { items, pairs } = candidates(self.question.program, search.equation, values, wanted);
        let pairs: Vec<Pair> = pairs
            .into_iter()
            .filter(|pair| !options.closest || holds(search.equation, pair.falsified, values.passing))
            .collect();
        let conditions: Vec<TermId> = pairs
            .iter()
            .map(|pair| {
                let (left, right) = (&items[pair.left], &items[pair.right]);
                let own: Vec<StepId> = left.steps.iter().chain(&right.steps).copied().collect();
                let at = left.known_at.max(right.known_at);
                self.without_prior(search.equation, pair.falsified, at, &own)
            })
            .collect();
        let of_inputs = |pair: &Pair| items[pair.left].is_input && items[pair.right].is_input;
        let decisions = search.decide(&conditions, values.failing, |index| of_inputs(&pairs[index]));
        found.candidates = pairs.len();
        let mut causal: Vec<(&Pair, u64)> = Vec::new();
        for (pair, decision) in pairs.iter().zip(&decisions) {
            match decision {
                Decision::Cause { distance } => causal.push((pair, *distance)),
                Decision::Unknown { .. } => found.undecided += 1,
                Decision::NoCause { .. } | Decision::Always => {}
            }
        }
        found.causes = self.listed(search, &items, causal);
        fold(&mut found.causes);
    }

    fn must_hold(&self, equation: &Equation, term: TermId, what: &'static str) -> Result<(), NoCauses> {
        match holds(equation, term, self.symbols) {
            true => Ok(()),
            false => Err(NoCauses::DoesNotHold(what)),
        }
    }

    /// What the claim presupposes, if the nearest run without the error merely avoids that.
    pub(super) fn antecedents(
        &self,
        equation: &mut Equation,
        failed: &Counterexample,
        run: TermId,
        effect: TermId,
    ) -> Result<Vec<(Antecedent, TermId)>, NoCauses> {
        let end = self.scope.end;
        let claim = self.question.program.claim(failed.claim).cond;
        let mut assumed: Vec<(Antecedent, TermId)> = Vec::new();
        // Getting past one may uncover the next.
        for _ in 0..4 {
            let all: Vec<TermId> = assumed.iter().map(|(_, term)| *term).chain([run]).collect();
            let run = equation.pool.and_all(&all);
            let stop = self.question.stop;
            let mut search =
                CauseSearch::new(equation, run, effect, self.steps, self.failing, stop, self.effort);
            let passing = match search.nearest_without() {
                Ok(Some(nearest)) => completed(nearest.run, self.symbols),
                Ok(None) => {
                    // Nothing passes then.
                    assumed.pop();
                    break;
                }
                Err(()) => return Err(NoCauses::Unknown),
            };
            drop(search);
            let guard = equation.step(end).guard;
            if !holds(equation, guard, &passing) {
                assumed.push((Antecedent::Reached, guard));
                continue;
            }
            let operands = antecedent::operands(self.question.program, claim);
            let terms = antecedent::operand_terms(equation, end, &operands);
            let all = equation.pool.and_all(&terms);
            let all = equation.pool.and(guard, all);
            if holds(equation, all, &passing) || !holds(equation, all, self.symbols) {
                break;
            }
            assumed.push((Antecedent::Operands(operands), all));
        }
        Ok(assumed)
    }

    /// A condition that nothing before a step differs from the failing run, `own` steps aside, if that is asked for.
    fn without_prior(
        &self,
        equation: &mut Equation,
        falsified: TermId,
        at: Option<StepId>,
        own: &[StepId],
    ) -> TermId {
        let Some(at) = at.filter(|_| self.options.no_prior_changes) else {
            return falsified;
        };
        let mut all = vec![falsified];
        for (step, value) in self.steps.iter().zip(self.failing) {
            if step.step >= at {
                break;
            }
            if step.weight > 0 && !own.contains(&step.step) {
                let different = metric::differs(equation, step.terms, value);
                all.push(equation.pool.not(different));
            }
        }
        equation.pool.and_all(&all)
    }

    /// The closest passing run, with its changed inputs near their old values.
    pub(super) fn closest(&self, equation: &mut Equation, run: TermId) -> Option<Assignment> {
        let (steps, failing) = (self.steps, self.failing);
        explain::closest_run(self.question, equation, steps, failing, self.symbols, run)
    }

    /// Causes as they are listed, each with the one it follows from: the nearest first, since less had to change to be
    /// rid of them; of these, what users can do something about.
    fn listed(
        &self,
        mut search: CauseSearch<'_>,
        items: &[Item],
        mut causal: Vec<(&Pair, u64)>,
    ) -> Vec<Cause> {
        let of_inputs = |pair: &Pair| items[pair.left].is_input && items[pair.right].is_input;
        causal.sort_by_key(|(pair, distance)| (*distance, !of_inputs(pair)));
        let falsified: Vec<TermId> = causal.iter().map(|(pair, _)| pair.falsified).collect();
        let inputs: Vec<bool> = causal.iter().map(|(pair, _)| of_inputs(pair)).collect();
        let stronger = implied::stronger(&mut search, &falsified, &inputs);
        let equation: &Equation = search.equation;
        let mut causes = Vec::new();
        for ((pair, distance), stronger) in causal.into_iter().zip(stronger) {
            let (left, right) = (&items[pair.left], &items[pair.right]);
            // A constant stands on the right, as one would write it.
            let (left, right, comparison) = match left.is_constant() {
                true => (right, left, pair.comparison.mirrored()),
                false => (left, right, pair.comparison),
            };
            causes.push(Cause {
                left: self.operand(equation, left),
                right: self.operand(equation, right),
                comparison,
                distance,
                follows_from: stronger,
            });
        }
        causes
    }

    pub(super) fn operand(&self, equation: &Equation, item: &Item) -> Operand {
        let program = self.question.program;
        let step = item.steps.first().copied();
        let loc = |step: StepId| equation.user_loc(program, step);
        let mut also: Vec<(String, LocId)> = Vec::new();
        // The name may have a number, which says how often it was stored in.
        let is_own = |name: &str| {
            let rest = item.text.strip_prefix(short(name));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('#') || rest.starts_with(" ("))
        };
        for &other in &item.steps {
            if let Some(name) = self.scope.texts.name(other)
                && !is_own(name)
                && !also.iter().any(|(known, _)| known == name)
            {
                also.push((name.to_owned(), loc(other)));
            }
        }
        let texts = item.stored.and_then(|step| self.scope.texts.text(step));
        let value = item.shown.as_deref().or(texts);
        Operand {
            name: item.text.clone(),
            value: value.unwrap_or_default().to_owned(),
            step,
            loc: item.stored.map_or(LocId::NONE, loc),
            also,
        }
    }
}
