//! The command `explain`, and what `because FILE.c` does: find a failing run, say why it fails.

use anyhow::{Context, Result};
use driver::{Following, Looking};
use report::{Exit, Findings, whole_text};

use crate::files;
use crate::load;
use crate::options::ExplainOptions;
use crate::subject::with_subject;

pub(crate) fn explain(options: &ExplainOptions) -> Result<Exit> {
    let mut options = options.clone();
    if let Some(name) = &options.assume_file {
        let text = files::read_input(name)?;
        let lines = String::from_utf8_lossy(&text).into_owned();
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let predicate = line.parse().with_context(|| name.clone())?;
            options.request.method.assume.predicates.push(predicate);
        }
    }
    let looking = match options.request.whole {
        true => Looking::All,
        false => Looking::First,
    };
    let run = options.run.as_deref();
    with_subject(
        &options.check,
        run,
        looking,
        Following::AlsoOthers,
        |session, subject| {
            let explained = session.explain(subject, &options.request);
            for note in &explained.notes {
                eprintln!("{note}");
            }
            let report = &explained.report;
            load::print(options.check.format, Findings::Explain(report), || {
                whole_text(report, &session.sources, options.check.style, options.shown)
            })?;
            Ok(Exit::Program(report.exit_code))
        },
    )
}
