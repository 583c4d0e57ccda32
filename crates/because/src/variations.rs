//! The command `variations`: what all failing runs near one share and no passing one has.

use std::path::Path;

use anyhow::{Context, Result, bail};
use driver::{Following, Looking, VariationsFound, VariationsRequest};
use report::{Exit, Findings, schedule_only_text, variations_text};

use crate::args::variations::VariationsArgs;
use crate::color::Coloured;
use crate::options::{CheckOptions, UsageError};
use crate::subject::{print, with_session};

/// What `variations` is asked.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    check: CheckOptions,
    run: Option<String>,
    request: VariationsRequest,
    save_runs: Option<String>,
    dtrace: Option<String>,
}

/// `file.c:12`, or `12`.
fn point(text: &str) -> Result<(Option<String>, u32), UsageError> {
    let (file, line) = match text.rsplit_once(':') {
        Some((file, line)) => (Some(file.to_owned()), line),
        None => (None, text),
    };
    let line = line.parse().ok().filter(|line| *line > 0);
    let line = line.ok_or_else(|| UsageError::Point(text.to_owned()))?;
    Ok((file, line))
}

impl Options {
    pub(crate) fn new(mut args: VariationsArgs, coloured: Coloured) -> Result<Options, UsageError> {
        let asked = args.variations;
        // It limits how far runs differ, not how long they are.
        let depth = args.check.bounds.depth.take();
        let usual = variations::Options::default();
        let near = asked.near.is_some();
        Ok(Options {
            check: CheckOptions::without_page(args.check, "variations", coloured)?,
            run: asked.run.or(asked.near),
            request: VariationsRequest {
                options: variations::Options {
                    depth: depth.map_or(usual.depth, |depth| {
                        u32::try_from(depth.max(1)).unwrap_or(u32::MAX)
                    }),
                    extension: !asked.no_extension,
                    max_runs: asked.max_runs.map_or(usual.max_runs, |most| most as usize),
                    ignore_thread: asked.ignore_thread,
                    ignore_choice: asked.ignore_choice,
                    locations_only: asked.locations_only,
                    near,
                    all_runs: asked.all_runs,
                    points: None,
                },
                points: asked
                    .at
                    .iter()
                    .map(|text| point(text))
                    .collect::<Result<_, _>>()?,
                save_runs: asked.save_runs.is_some(),
                dtrace: asked.dtrace.is_some(),
            },
            save_runs: asked.save_runs,
            dtrace: asked.dtrace,
        })
    }
}

pub(crate) fn variations(options: &Options) -> Result<Exit> {
    let run = options.run.as_deref();
    with_session(
        &options.check,
        run,
        (Looking::First, Following::Runs),
        |session, saved| {
            if let Some(line) = session.line_without_code(&options.request.points) {
                bail!("--at: there is no code in line {line}");
            }
            let found = session.variations(session.varied(saved)?, &options.request);
            let report = &found.report;
            let (findings, instead) = (Findings::Variations(report), report.check.as_deref());
            print(&options.check, session, findings, instead, || {
                variations_text(report, options.check.full)
            })?;
            write(options, &found)?;
            Ok(Exit::Program(report.exit_code))
        },
    )
}

/// `because explain --schedule-only`.
pub(crate) fn schedule_only(check: &CheckOptions, run: Option<&str>) -> Result<Exit> {
    with_session(check, run, (Looking::First, Following::Runs), |session, saved| {
        let report = session.schedule_only(session.varied(saved)?);
        let (findings, instead) = (Findings::Schedule(&report), report.check.as_deref());
        print(check, session, findings, instead, || schedule_only_text(&report))?;
        Ok(Exit::Program(report.exit_code))
    })
}

/// The files that were asked for.
fn write(options: &Options, found: &VariationsFound) -> Result<()> {
    if let Some(folder) = &options.save_runs {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {folder}"))?;
        for (name, run) in &found.runs {
            let path = Path::new(folder).join(name);
            crate::files::write_saved_run(&path.to_string_lossy(), run)?;
        }
    }
    if let (Some(prefix), Some(texts)) = (&options.dtrace, &found.dtrace) {
        for (text, end) in texts.iter().zip(["decls", "failing.dtrace", "passing.dtrace"]) {
            let name = format!("{prefix}.{end}");
            std::fs::write(&name, text).with_context(|| format!("cannot write {name}"))?;
        }
    }
    Ok(())
}
