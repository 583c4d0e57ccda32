//! The command `minimize`: the shortest failing run with the smallest values.

use std::io::{self, Write};

use anyhow::Result;
use minimize::{Measure, MinimizeOptions, NoMinimum, Order};
use report::{MINIMIZE_SCHEMA, MeasureReport, MinimizeReport, check_text, minimize_text};

use crate::args::minimize::{MeasureArg, MinimizeArgs};
use crate::check;
use crate::exit::Exit;
use crate::options::{CheckOptions, UsageError};
use crate::saved;
use crate::subject::{Following, Looking, Session, Subject, TOO_LONG, with_subject};

/// What `minimize` is asked.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    check: CheckOptions,
    run: Option<String>,
    method: MinimizeOptions,
}

impl Options {
    pub(crate) fn new(args: MinimizeArgs, coloured: bool) -> Result<Options, UsageError> {
        let method = args.minimize;
        Ok(Options {
            check: CheckOptions::new(args.check, coloured)?,
            run: method.run,
            method: MinimizeOptions {
                order: match method.order.first() {
                    Some(MeasureArg::Values) => Order::ValuesFirst,
                    _ => Order::LengthFirst,
                },
                greedy: method.greedy,
                input_values_only: method.input_values_only,
                effort: (!method.optimal).then_some(MinimizeOptions::SECONDS),
            },
        })
    }
}

pub(crate) fn minimize(options: &Options) -> Result<Exit> {
    with_subject(
        &options.check,
        options.run.as_deref(),
        Looking::First,
        Following::Runs,
        |session, subject| {
            let (report, exit) = report(options, session, subject);
            let mut out = io::stdout().lock();
            if session.checked.json {
                serde_json::to_writer_pretty(&mut out, &report)?;
                writeln!(out)?;
            } else {
                let style = session.checked.style;
                let text = match &report.check {
                    Some(check) => check_text(check, session.sources, style),
                    None => minimize_text(&report, session.sources, style),
                };
                out.write_all(text.as_bytes())?;
            }
            drop(out);
            if let (Some(name), Some(run)) = (&session.checked.save_run, &report.run) {
                let checked = session.checked;
                let run = saved::saved_run(
                    session.program,
                    session.sources,
                    &checked.language,
                    &checked.lowering,
                    &checked.bounds.arguments,
                    &run.run,
                );
                saved::write(name, &run)?;
            }
            Ok(exit)
        },
    )
}

fn report(options: &Options, session: &Session<'_>, subject: Subject) -> (MinimizeReport, Exit) {
    let length_first = options.method.order == Order::LengthFirst;
    let mut report = MinimizeReport {
        schema: MINIMIZE_SCHEMA,
        files: session.checked.files.clone(),
        method: if options.method.greedy {
            "greedy"
        } else {
            "optimal"
        },
        order: match length_first {
            true => ["length", "values"],
            false => ["values", "length"],
        },
        input_values_only: options.method.input_values_only,
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
        Subject::Nothing(check, exit, reason) => {
            report.check = check;
            report.reason = Some(reason).filter(|reason| !reason.is_empty());
            exit
        }
        Subject::Executed { claim, run, .. } => {
            report.claim = Some(claim);
            report.run = Some(run);
            report.reason = Some(TOO_LONG.to_owned());
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
            let found = minimize::minimize(&session.question(), &mut equation, &failed, &options.method);
            let replayed = found.and_then(|found| {
                let run = check::replay(session.checked, session.program, session.sources, &found.run);
                let run = run.map_err(|ended| NoMinimum::DoesNotFail(ended.to_string()))?;
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
    (report, exit)
}

fn measure(measure: &Measure) -> MeasureReport {
    MeasureReport {
        value: measure.value,
        lower_bound: measure.lower,
        proved: measure.proved(),
        before: measure.before,
    }
}
