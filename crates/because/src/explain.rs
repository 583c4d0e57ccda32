//! The command `explain`, and what `because FILE.c` does: find a failing run, say why it fails.

use anyhow::{Context, Result};
use driver::{Following, KnownRun, Looking, Session};
use report::{
    AlignedRuns, Answer, Exit, ExplainReport, Findings, HtmlSubject, Screen, explain_text, short_head,
    short_rest, whole_text,
};

use crate::files;
use crate::html::Html;
use crate::load;
use crate::options::ExplainOptions;
use crate::progress;
use crate::subject::{save, with_subject};

pub(crate) fn explain(options: &ExplainOptions) -> Result<Exit> {
    if options.schedule_only {
        return crate::variations::schedule_only(&options.check, options.run.as_deref());
    }
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
    let page = Html::prepare(options.check.html.as_deref())?;
    let save_run = files::savable(options.check.save_run.as_deref());
    with_subject(
        &options.check,
        run,
        looking,
        Following::AlsoOthers,
        |session, subject| {
            let short = options.is_short().then(|| Screen {
                width: files::terminal_width(),
                style: options.check.style,
            });
            // The run is known before anything is known about it: the answer grows from top to bottom.
            let shown = subject.run().filter(|_| short.is_some()).cloned();
            if let (Some(screen), Some(run)) = (short, &shown) {
                files::print(&short_head(run, &session.sources, screen))?;
            }
            if let (Some(name), Some(run)) = (save_run, subject.run()) {
                save(name, session, &run.run)?;
            }
            let mut explained = session.explain(subject, &options.request);
            progress::hide();
            for note in &explained.notes {
                eprintln!("{note}");
            }
            let (failing, passing) = both_runs(session, &explained.report);
            if options.aligned {
                explained.report.runs = failing.as_ref().map(|failing| {
                    let (failing, passing) = (
                        session.recorded(failing),
                        passing.as_ref().map(|run| session.recorded(run)),
                    );
                    AlignedRuns::from(&session.page_runs(&failing, passing.as_ref()))
                });
            }
            let report = &explained.report;
            load::print(options.check.format, Findings::Explain(report), || {
                let (sources, style) = (&session.sources, options.check.style);
                match short {
                    Some(screen) => short_rest(report, shown.as_ref(), sources, screen),
                    None if options.request.whole => whole_text(report, sources, style, options.shown),
                    None => explain_text(report, sources, style, options.shown),
                }
            })?;
            if let Some(page) = &page {
                page.write(
                    session,
                    HtmlSubject::Findings(Findings::Explain(report)),
                    failing.as_ref(),
                    passing.as_ref(),
                )?;
            }
            Ok(Exit::Program(report.exit_code))
        },
    )
}

/// The failing run and the passing one that explains it, as far as they are known.
fn both_runs(session: &Session<'_>, report: &ExplainReport) -> (Option<KnownRun>, Option<KnownRun>) {
    let arguments = &session.options.bounds.arguments;
    let failing = report.failing.as_ref();
    let failing = failing.map(|found| KnownRun::reported(&found.run, arguments));
    let passing = match &report.answer {
        Answer::Explained(explanation) => Some(KnownRun::of_inputs(&explanation.passing_inputs, arguments)),
        // The same inputs in another order of the threads.
        Answer::Schedule(order) if order.distance.is_some() => failing
            .as_ref()
            .map(|failing| failing.in_order(&order.passing_schedule)),
        _ => None,
    };
    (failing, passing)
}
