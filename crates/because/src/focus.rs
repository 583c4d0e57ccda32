//! The command `focus`: every way to fail, and the statements that matter in each.

use anyhow::Result;
use driver::{Following, Looking};
use report::{Exit, Findings, check_text, focus_text};

use crate::args::focus::FocusArgs;
use crate::color::Coloured;
use crate::load;
use crate::options::{CheckOptions, UsageError};
use crate::subject::with_subject;

/// What `focus` is asked.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    check: CheckOptions,
    most: Option<usize>,
}

impl Options {
    pub(crate) fn new(args: FocusArgs, coloured: Coloured) -> Result<Options, UsageError> {
        Ok(Options {
            check: CheckOptions::new(args.check, coloured)?,
            most: (!args.focus.all).then_some(args.focus.most),
        })
    }
}

pub(crate) fn focus(options: &Options) -> Result<Exit> {
    with_subject(
        &options.check,
        None,
        Looking::All,
        Following::Runs,
        |session, subject| {
            let report = session.focus(subject, options.most);
            load::print(options.check.format, Findings::Focus(&report), || {
                match &report.check {
                    Some(check) => {
                        check_text(check, &session.sources, options.check.style, options.check.full)
                    }
                    None => focus_text(&report, true),
                }
            })?;
            Ok(Exit::Program(report.exit_code))
        },
    )
}
