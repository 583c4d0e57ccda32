//! The command `focus`: every way to fail, and the statements that matter in each.

use anyhow::Result;
use driver::{FocusRequest, Following, Looking};
use report::{Exit, Findings, FocusLevel, focus_text};

use crate::args::focus::{FocusArgs, LevelArg};
use crate::color::Coloured;
use crate::options::{CheckOptions, UsageError};
use crate::subject::{print, with_subject};

/// What `focus` is asked.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    check: CheckOptions,
    run: Option<String>,
    request: FocusRequest,
    level: FocusLevel,
}

impl Options {
    pub(crate) fn new(args: FocusArgs, coloured: Coloured) -> Result<Options, UsageError> {
        let mut check = CheckOptions::without_page(args.check, "focus", coloured)?;
        for text in &args.focus.error_when {
            let condition = text.parse::<driver::ErrorCondition>();
            let condition = condition.map_err(|error| UsageError::ErrorCondition(error.to_string()))?;
            check.analysis.conditions.push(condition);
        }
        // A given run has the inputs of all calls.
        check.analysis.summaries = !args.focus.no_summaries && args.focus.run.is_none();
        let level = match args.focus.level {
            LevelArg::Run => FocusLevel::Run,
            LevelArg::Sequences => FocusLevel::Sequences,
            LevelArg::Nest => FocusLevel::Nest,
        };
        Ok(Options {
            check,
            request: FocusRequest {
                most: (!args.focus.all).then_some(args.focus.most),
                only_run: args.focus.run.is_some(),
                whole_run: level == FocusLevel::Run,
                about: args.focus.about,
            },
            run: args.focus.run,
            level,
        })
    }
}

pub(crate) fn focus(options: &Options) -> Result<Exit> {
    with_subject(
        &options.check,
        options.run.as_deref(),
        Looking::All,
        Following::Reads,
        |session, subject| {
            let report = session.focus(subject, &options.request);
            let (findings, instead) = (Findings::Focus(&report), report.check.as_deref());
            print(&options.check, session, findings, instead, || {
                focus_text(&report, options.level)
            })?;
            Ok(Exit::Program(report.exit_code))
        },
    )
}
