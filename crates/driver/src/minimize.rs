//! The shortest failing run with the smallest values.

use minimize::{Measure, MinimizeOptions, NoMinimum, Order};
use report::{Exit, MINIMIZE_SCHEMA, MeasureReport, MinimizeReport};

use crate::check::replay;
use crate::session::Session;
use crate::subject::{Subject, why_executed_only};

impl Session<'_> {
    /// The shortest failing run with the smallest values.
    #[must_use]
    pub fn minimize(&self, subject: Subject, method: &MinimizeOptions) -> MinimizeReport {
        self.announce(report::Doing::Minimizing);
        report(self, subject, method)
    }
}

fn report(session: &Session<'_>, subject: Subject, method: &MinimizeOptions) -> MinimizeReport {
    let length_first = method.order == Order::LengthFirst;
    let mut report = MinimizeReport {
        schema: MINIMIZE_SCHEMA,
        files: session.options.files.clone(),
        method: if method.greedy { "greedy" } else { "optimal" },
        order: match length_first {
            true => ["length", "values"],
            false => ["values", "length"],
        },
        input_values_only: method.input_values_only,
        claim: None,
        length: None,
        sum: None,
        complete: false,
        run: None,
        reason: None,
        check: None,
        exit_code: 0,
    };
    let exit = match subject {
        Subject::Nothing { check, exit, why } => {
            report.check = check;
            report.reason = why.map(|why| why.to_string());
            exit
        }
        Subject::Executed { claim, run, .. } => {
            report.claim = Some(claim);
            report.run = Some(run);
            report.reason = Some(why_executed_only(&session.program).to_string());
            Exit::ClaimFails
        }
        Subject::Failing {
            mut equation,
            failed,
            claim,
            run,
            complete,
            ..
        } => {
            report.claim = Some(claim);
            report.complete = complete;
            let depends = equation.may_depend_on_addresses();
            let found = minimize::minimize(&session.question(), &mut equation, &failed, method);
            let replayed = found.and_then(|found| {
                let run = replay(session, &found.run);
                let (run, _) = run.map_err(|ended| NoMinimum::DoesNotFail(ended.to_string()))?;
                Ok((found, run))
            });
            match replayed {
                Ok((found, smaller)) => {
                    report.complete = found.complete;
                    report.length = Some(measure(&found.length));
                    report.sum = Some(measure(&found.sum));
                    report.run = Some(smaller);
                    Exit::ClaimFails
                }
                // The run that is known to fail is better than none.
                Err(error) => {
                    let internal =
                        matches!(error, NoMinimum::Mismatch(_) | NoMinimum::DoesNotFail(_)) && !depends;
                    report.reason = Some(error.to_string());
                    report.run = Some(run);
                    if internal {
                        Exit::Internal
                    } else {
                        Exit::ClaimFails
                    }
                }
            }
        }
    };
    report.exit_code = exit.code();
    report
}

fn measure(measure: &Measure) -> MeasureReport {
    MeasureReport {
        value: measure.value,
        lower_bound: measure.lower,
        proved: measure.proved(),
        before: measure.before,
    }
}
