//! The command `causes`: the relations between variables on which the error depends.

use anyhow::{Result, anyhow};
use causes::CausesOptions;
use driver::{Following, Looking};
use report::{Exit, Findings, causes_text};
use trace::Predicate;

use crate::args::causes::CausesArgs;
use crate::color::Coloured;
use crate::options::{CheckOptions, UsageError, metric_of};
use crate::subject::{print, with_subject};

/// What `causes` is asked.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    check: CheckOptions,
    run: Option<String>,
    all: bool,
    method: CausesOptions,
}

impl Options {
    pub(crate) fn new(args: CausesArgs, coloured: Coloured) -> Result<Options, UsageError> {
        let (causes, metric) = (args.causes, args.metric);
        let predicates = |texts: &[String]| {
            texts
                .iter()
                .map(|text| text.parse::<Predicate>())
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| UsageError::Predicate(error.to_string()))
        };
        Ok(Options {
            check: CheckOptions::without_page(args.check, "causes", coloured)?,
            run: causes.run,
            all: causes.all,
            method: CausesOptions {
                metric: metric_of(&metric),
                inputs_only: causes.inputs,
                merged: causes.merged,
                constants: causes.constants,
                mine_guards: causes.mine_guards,
                closest: causes.closest_causes,
                no_prior_changes: causes.no_prior_changes,
                antecedent: !causes.no_antecedent,
                check: predicates(&causes.check_cause)?,
                check_not: causes.check_not,
                check_or: causes.check_or,
                effect: predicates(&causes.effect)?,
                effect_not: causes.effect_not,
                effect_or: causes.effect_or,
                effort: (!causes.decide_all).then_some(budgets::causes::DEFAULT_EFFORT.get()),
            },
        })
    }
}

pub(crate) fn causes(options: &Options) -> Result<Exit> {
    let run = options.run.as_deref();
    with_subject(
        &options.check,
        run,
        Looking::First,
        Following::Runs,
        |session, subject| {
            let report = session
                .causes(subject, &options.method)
                .map_err(|error| anyhow!(error))?;
            let (findings, instead) = (Findings::Causes(&report), report.check.as_deref());
            print(&options.check, session, findings, instead, || {
                causes_text(&report, &session.sources, options.check.style, options.all)
            })?;
            Ok(Exit::Program(report.exit_code))
        },
    )
}
