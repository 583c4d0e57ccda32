//! Passing runs beyond the bound (thesis, 3.1.3).
//!
//! The failing run lies within some unwinding; the closest passing run may need more rounds of a loop. So if nothing
//! passes within the bound, or something does but the bound cuts a loop, the equation is unwound further and the
//! question asked again: every step that is new can only add to the distance, so it ends when more steps are new than
//! the best run so far differs in. It also ends when no run gets to a cut with all that is required before it holding:
//! then no passing run lies beyond.

use std::collections::BTreeSet;

use bmc::{Counterexample, CutReason, Equation, StepKind, Value};
use encode::Encoder;
use program::Program;
use sat::{Limited, Solver};
use trace::{DeltaKind, Phase, Question};

use crate::explanation::{ExplainOptions, Explanation, NoExplanation, explain};
use crate::metered;

/// An explanation, with the equation it belongs to.
#[derive(Debug)]
pub struct Deepest {
    pub equation: Equation,
    pub result: Result<Explanation, NoExplanation>,
    /// Whether no loop was cut, so that no passing run lies beyond the bound.
    pub complete: bool,
    /// The failing run that is explained.
    pub failed: Counterexample,
}

/// Explains a failing run, unwinding further as long as something nearer may lie there.
#[must_use]
pub fn explain_deeper(
    question: &Question<'_>,
    mut equation: Equation,
    failed: &Counterexample,
    options: &ExplainOptions,
) -> Deepest {
    let first = equation.steps.len();
    let failed = &with_plain_rest(question.program, &equation, failed);
    let mut result = explain(question, &mut equation, failed, options);
    let mut nothing_beyond = false;
    loop {
        let cut = equation
            .cuts
            .iter()
            .any(|cut| matches!(cut.reason, CutReason::Loop(_) | CutReason::Recursion(_)));
        let added = (equation.steps.len() - first) as u64;
        let enough = match &result {
            // A nearer run would have to go the same way as long.
            Ok(_) if options.same_way => true,
            Ok(explanation) => added >= explanation.distance.value,
            Err(NoExplanation::NothingPasses) => false,
            Err(_) => true,
        };
        if !cut
            || enough
            || equation.steps.len() > budgets::explain::MAX_DEEPER_STEPS.count()
            || (question.stop)()
        {
            break;
        }
        (question.watch)(Phase::Deepening);
        if !goes_beyond(question, &mut equation) {
            nothing_beyond = true;
            break;
        }
        let deeper = bmc::deepen(
            question.program,
            question.sources,
            question.options,
            &equation,
            question.stop,
        );
        let Some((mut deeper, false)) = deeper else { break };
        // The same run in the larger equation.
        let Some(again) = deeper.failing_run(question.program, &failed.run.inputs) else {
            break;
        };
        let next = explain(question, &mut deeper, &again, options);
        let better = match (&next, &result) {
            (Ok(next), Ok(before)) => next.distance.value < before.distance.value,
            (Ok(_), Err(_)) => true,
            (Err(_), _) => result.is_err(),
        };
        let much = deeper.steps.len() > 4 * first.max(1000);
        if better {
            equation = deeper;
            result = next;
        } else {
            break;
        }
        if much && result.is_ok() {
            break;
        }
    }
    let mut failed = failed.clone();
    if let Some((other, better)) = as_first_found(question, &mut equation, &failed, options, &result) {
        failed = other;
        result = Ok(better);
    }
    Deepest {
        complete: equation.cuts.is_empty() || nothing_beyond,
        equation,
        result,
        failed,
    }
}

/// Inputs that the failing run does not read have any value in it. A passing run that reads them is nearest if it has
/// the same ones, so they should be plain: zero, and the end of standard input.
fn with_plain_rest(program: &Program, equation: &Equation, failed: &Counterexample) -> Counterexample {
    let mut plain = failed.clone();
    let Some(execution) = &mut plain.execution else {
        return plain;
    };
    let (mut read, mut unread, mut beyond) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (step, happens) in equation.steps.iter().zip(&execution.happens) {
        if let StepKind::Input { value, kind, .. } = &step.kind {
            let (first, second) = match *value {
                Value::Bits(term) | Value::Float(term) => (term, None),
                Value::Pointer { object, offset } => (object, Some(offset)),
            };
            let terms: Vec<logic::TermId> = std::iter::once(first).chain(second).collect();
            let symbols = equation.pool.free_symbols(&terms);
            match (*happens, kind.is_stdin()) {
                (true, _) => &mut read,
                (false, false) => &mut unread,
                (false, true) => &mut beyond,
            }
            .extend(symbols);
        }
    }
    let mut assignment = execution.assignment.clone();
    for symbol in unread.difference(&read) {
        let sort = equation.pool.symbol_sort(*symbol);
        assignment.insert(*symbol, logic::Value::default_of(sort));
    }
    // Standard input ends where the run stops reading it: what says so is the only truth value in it.
    for symbol in beyond.difference(&read) {
        let sort = equation.pool.symbol_sort(*symbol);
        let value = match sort {
            logic::Sort::Bool => logic::Value::Bool(true),
            other => logic::Value::default_of(other),
        };
        assignment.insert(*symbol, value);
    }
    let (again, inputs) = equation.execution(program, &assignment, execution.end);
    // What happens must be the same: a symbol may show elsewhere than where it entered. Where ways meet, a variable
    // that is not written on the way taken may hold anything.
    let seen = |execution: &bmc::Execution| -> Vec<Option<u128>> {
        let steps = equation
            .steps
            .iter()
            .zip(execution.happens.iter().zip(&execution.values));
        steps
            .map(|(step, (happens, value))| {
                let merge = matches!(step.kind, StepKind::Merge { .. });
                value.filter(|_| *happens && !merge)
            })
            .collect()
    };
    let same = again.happens == execution.happens && seen(&again) == seen(execution);
    let fails = match equation.step(execution.end).kind {
        StepKind::Claim { cond, .. } => !trace::antecedent::holds(equation, cond, &assignment),
        _ => false,
    };
    if same && fails && inputs == plain.run.inputs {
        *execution = again;
    }
    plain
}

/// Whether some run gets to a place where unwinding was cut, with every assumption and claim before it holding. If that
/// is not found out soon, it may.
fn goes_beyond(question: &Question<'_>, equation: &mut Equation) -> bool {
    let mut solver = metered::solver(question.options, question.stop);
    solver.set_limits(sat::Limits::conflicts(
        budgets::explain::MAX_DEEPER_CONFLICTS.get(),
    ));
    let mut encoder = Encoder::new(encode::Options::default());
    let mut cuts: Vec<(usize, logic::TermId)> = Vec::new();
    cuts.extend(equation.cuts.iter().map(|cut| (cut.at, cut.guard)));
    cuts.sort_by_key(|(at, _)| *at);
    let mut before = equation.pool.bool(false);
    let mut next = cuts.iter().peekable();
    for index in 0..equation.steps.len() {
        // What a run that was cut would have done later does not matter.
        while let Some((_, reached)) = next.next_if(|(at, _)| *at <= index) {
            before = equation.pool.or(before, *reached);
        }
        let step = &equation.steps[index];
        let (StepKind::Assume { cond, .. } | StepKind::Claim { cond, .. }) = step.kind else {
            continue;
        };
        let holds = equation.pool.implies(step.guard, cond);
        let holds = equation.pool.or(before, holds);
        encoder.assert(&equation.pool, holds, &mut solver);
    }
    let reached: Vec<logic::TermId> = cuts.iter().map(|(_, reached)| *reached).collect();
    let some = equation.pool.or_all(&reached);
    encoder.assert(&equation.pool, some, &mut solver);
    solver.solve() != sat::Verdict::Unsat
}

/// Making the inputs of a failing run small puts it on the edge of many conditions at once, and then runs are near that
/// have little to do with the failure. So in programs of moderate size the run is also explained as it was first found,
/// and that is preferred if its closest passing run keeps clearly more of the control flow. Small inputs are worth a
/// guard or two.
fn as_first_found(
    question: &Question<'_>,
    equation: &mut Equation,
    failed: &Counterexample,
    options: &ExplainOptions,
    result: &Result<Explanation, NoExplanation>,
) -> Option<(Counterexample, Explanation)> {
    let (Ok(explained), Some(symbols), Some(run)) = (result, &failed.first_found, &failed.execution) else {
        return None;
    };
    if equation.steps.len() > budgets::explain::MAX_TWICE_EXPLAINED_STEPS.count()
        || explained.end != run.end
        || (question.stop)()
    {
        return None;
    }
    let (execution, inputs) = equation.execution(question.program, symbols, run.end);
    let other = Counterexample {
        run: equation.run(inputs, Some(failed.claim)),
        execution: Some(execution),
        first_found: None,
        ..failed.clone()
    };
    let other = with_plain_rest(question.program, equation, &other);
    let again = explain(question, equation, &other, options).ok()?;
    if again.failing.ended.failed() != Some(failed.claim) {
        return None;
    }
    let guards = |explanation: &Explanation| {
        let deltas = explanation.deltas.iter();
        deltas.filter(|delta| delta.kind == DeltaKind::Guard).count()
    };
    (guards(&again) + budgets::explain::MIN_FEWER_GUARDS.count() <= guards(explained))
        .then_some((other, again))
}
