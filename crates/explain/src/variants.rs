//! Other questions about the same failing run: one-step slices, interventions, another failing run.

use bmc::{Counterexample, Equation};
use trace::metric::{self, DeltaKind, Metric, Observed};
use trace::{Question, completed, step_texts};

use crate::choose::{Candidate, ExplainTask};
use crate::explanation::{Above, Delta, ExplainOptions, Explanation, NoExplanation};
use crate::passing::{Distance, Passing, PassingOutcome, Wanted};
use crate::relaxed::{Relaxation, relaxed};

/// The fewest steps whose values would have to be others, whatever the program says (thesis, 5.3.4).
#[derive(Debug, Clone)]
pub struct Intervention {
    pub changes: Vec<Delta>,
    pub distance: Distance,
}

/// Which steps of a failing run to touch so that it would have passed.
///
/// # Errors
/// If time ran out, nothing helps, or the execution cannot be repeated with other values.
pub fn intervene(
    question: &Question<'_>,
    equation: &mut Equation,
    failed: &Counterexample,
    metric: &Metric,
) -> Result<Intervention, NoExplanation> {
    let execution = failed.execution.clone().ok_or(NoExplanation::NoExecution)?;
    let end = execution.end;
    let steps = metric::observe(question.program, equation, metric, end);
    let failing = metric::valuation(equation, &steps, &execution.assignment);
    let found = relaxed(
        question,
        equation,
        &steps,
        &failing,
        end,
        Relaxation::Interventions,
    )
    .ok_or(NoExplanation::NotRepeatable)?;
    let options = ExplainOptions::default();
    let work = ExplainTask {
        question,
        options: &options,
        steps: &steps,
        failing: &failing,
        execution: &execution,
        end,
    };
    let texts = step_texts::observe(&work.replay(), equation, &execution, failed.run.inputs.clone())?;
    let changes = found.changed.iter().zip(&found.values).map(|(&index, value)| {
        let values = (&failing[index], value);
        let mut delta = work.delta(equation, index, values, (&texts, &texts), &execution);
        let Observed { kind, .. } = steps[index];
        // No execution shows the new value: nothing made it.
        delta.passing = match (kind, &value.first) {
            (DeltaKind::Guard, logic::Value::Bool(taken)) => {
                if *taken { "taken" } else { "not taken" }.to_owned()
            }
            _ => crate::differences::bare(value),
        };
        delta.in_slice = true;
        delta.origins = None;
        delta
    });
    Ok(Intervention {
        changes: changes.collect(),
        distance: found.distance,
    })
}

/// The passing run with the smallest slice, and the slice (4.3).
pub(crate) fn one_step(
    question: &Question<'_>,
    equation: &mut Equation,
    failed: &Counterexample,
    options: &ExplainOptions,
) -> Result<Explanation, NoExplanation> {
    let execution = failed.execution.clone().ok_or(NoExplanation::NoExecution)?;
    let end = execution.end;
    let steps = metric::observe(question.program, equation, &options.metric, end);
    let failing = metric::valuation(equation, &steps, &execution.assignment);
    let found = relaxed(question, equation, &steps, &failing, end, Relaxation::OneStep)
        .ok_or(NoExplanation::NotRepeatable)?;
    let run = found.run.ok_or(NoExplanation::Unknown)?;
    let symbols = completed(run, &execution.assignment);
    let values = metric::valuation(equation, &steps, &symbols);
    let differences: Vec<usize> = (0..steps.len())
        .filter(|&index| values[index] != failing[index])
        .collect();
    // No passing run differs in less than its slice, and none has a smaller slice.
    let distance = Distance {
        value: metric::distance(&steps, &failing, &values),
        lower: found.distance.lower,
    };
    let candidate = Candidate {
        symbols,
        values,
        slices: vec![found.changed],
        complete: false,
        differences,
    };
    let work = ExplainTask {
        question,
        options,
        steps: &steps,
        failing: &failing,
        execution: &execution,
        end,
    };
    work.explanation(
        equation,
        failed,
        distance,
        vec![candidate],
        false,
        Above::default(),
    )
}

/// Another run that fails at the same claim: the nearest one with other inputs, or the farthest.
///
/// # Errors
/// If there is none, or time ran out.
pub fn another_failure(
    question: &Question<'_>,
    equation: &mut Equation,
    failed: &Counterexample,
    metric: &Metric,
    farthest: bool,
) -> Result<(Counterexample, Distance), NoExplanation> {
    let execution = failed.execution.clone().ok_or(NoExplanation::NoExecution)?;
    let end = execution.end;
    let steps = metric::observe(question.program, equation, metric, end);
    let failing = metric::valuation(equation, &steps, &execution.assignment);
    let mut search = Passing::new(
        equation,
        &steps,
        &failing,
        &execution.assignment,
        Wanted::FailingAt(end),
        question,
    );
    let (distance, run) = match search.another(&steps, farthest) {
        PassingOutcome::None => return Err(NoExplanation::NothingPasses),
        PassingOutcome::Unknown => return Err(NoExplanation::Unknown),
        PassingOutcome::Run { distance, run } => (distance, run),
    };
    drop(search);
    let (other, inputs) = equation.execution(question.program, &run, end);
    let found = Counterexample {
        claim: failed.claim,
        run: equation.run(inputs, Some(failed.claim)),
        loc: failed.loc,
        execution: Some(other),
        first_found: None,
    };
    Ok((found, distance))
}
