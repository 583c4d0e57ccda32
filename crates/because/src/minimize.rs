//! The command `minimize`: the shortest failing run with the smallest values.

use anyhow::Result;
use driver::{Following, Looking};
use minimize::{MinimizeOptions, Order};
use report::{Exit, Findings, minimize_text};

use crate::args::minimize::{MeasureArg, MinimizeArgs};
use crate::color::Coloured;
use crate::options::{CheckOptions, UsageError};
use crate::subject::{print, save, with_subject};

/// What `minimize` is asked.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    check: CheckOptions,
    run: Option<String>,
    method: MinimizeOptions,
}

impl Options {
    pub(crate) fn new(args: MinimizeArgs, coloured: Coloured) -> Result<Options, UsageError> {
        let method = args.minimize;
        Ok(Options {
            check: CheckOptions::without_page(args.check, "minimize", coloured)?,
            run: method.run,
            method: MinimizeOptions {
                order: match method.order.first() {
                    Some(MeasureArg::Values) => Order::ValuesFirst,
                    _ => Order::LengthFirst,
                },
                greedy: method.greedy,
                input_values_only: method.input_values_only,
                effort: (!method.optimal).then_some(budgets::minimize::DEFAULT_EFFORT.get()),
            },
        })
    }
}

pub(crate) fn minimize(options: &Options) -> Result<Exit> {
    let run = options.run.as_deref();
    let save_run = crate::files::savable(options.check.save_run.as_deref());
    with_subject(
        &options.check,
        run,
        Looking::First,
        Following::Runs,
        |session, subject| {
            let report = session.minimize(subject, &options.method);
            let (findings, instead) = (Findings::Minimize(&report), report.check.as_deref());
            print(&options.check, session, findings, instead, || {
                minimize_text(&report, &session.sources, options.check.style)
            })?;
            if let (Some(name), Some(run)) = (save_run, &report.run) {
                save(name, session, &run.run)?;
            }
            Ok(Exit::Program(report.exit_code))
        },
    )
}
