//! From files to a session.

use std::io::{self, Write};

use anyhow::{Context, Result, bail};
use driver::{Language, Loaded, Options, Session, Unusable};
use frontend::Input;
use report::{DiagnosticsReport, Exit, Findings, Format, Snippets, Style};
use source::{Diagnostic, LocId, SourceMap};

use crate::files;
use crate::progress;

/// How diagnostics are shown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shown {
    pub(crate) warnings: bool,
    pub(crate) json: bool,
    pub(crate) style: Style,
}

/// Reads and translates the files that the options name. If that fails, it is said why, and the command ends.
pub(crate) fn open(
    options: Options,
    stop: runs::Interrupt,
    shown: Shown,
) -> Result<Result<Session<'static>, Exit>> {
    let host = files::host();
    let mut loaded = match read(&options.files, &options.language) {
        Ok(inputs) => driver::load(inputs, &options.language, &options.lowering, host),
        // A diagnostic like any other, so that who asked for a document gets one.
        Err(error) => Loaded::unreadable(Diagnostic::error(LocId::NONE, format!("{error:#}"))),
    };
    if shown.warnings {
        show(
            &std::mem::take(&mut loaded.warnings),
            &loaded.sources,
            shown.style,
        )?;
    }
    match Session::of(loaded, options, host, stop) {
        Ok(mut session) => {
            session.progress = std::sync::Arc::new(|now| progress::show(now.to_string()));
            Ok(Ok(session))
        }
        Err(unusable) => {
            print_errors(&unusable, shown)?;
            Ok(Err(Exit::UnusableInput))
        }
    }
}

fn read(names: &[String], language: &Language) -> Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for name in names {
        let text = files::read_input(name)?;
        let shown = if name == "-" { "<stdin>" } else { name };
        // A compiled program, say: thousands of errors, each in a line of its length, help nobody.
        if let Some(at) = text.iter().position(|byte| *byte == 0) {
            let line = 1 + text[..at].iter().filter(|byte| **byte == b'\n').count();
            bail!("{shown} is not C text: there is a zero byte in line {line}");
        }
        inputs.push(Input::new(shown, text));
    }
    for name in &language.forced_includes {
        // Checked here, because the front end would name no place for it.
        files::read_input(name).with_context(|| format!("-include {name}"))?;
    }
    Ok(inputs)
}

/// Says what is wrong with what was asked about a program, as with the program itself.
pub(crate) fn refuse(why: &str, shown: Shown) -> Result<()> {
    let unusable = Unusable {
        sources: SourceMap::default(),
        errors: vec![Diagnostic::error(LocId::NONE, why.to_owned())],
    };
    print_errors(&unusable, shown)
}

/// Says why there is nothing to work on.
fn print_errors(unusable: &Unusable, shown: Shown) -> Result<()> {
    let Unusable { sources, errors } = unusable;
    if !shown.json {
        return show(errors, sources, shown.style);
    }
    let report = DiagnosticsReport::new(errors, sources, Exit::UnusableInput.code());
    files::print(&report.write())
}

/// Prints findings as a document if one was asked for, else as text.
pub(crate) fn print(
    format: Option<&'static Format>,
    findings: Findings<'_>,
    text: impl FnOnce() -> String,
) -> Result<()> {
    let text = match format {
        Some(format) => (format.render)(findings),
        None => text(),
    };
    progress::hide();
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// More errors than this in one run come from one cause, such as a file that is not C at all.
const MAX_SHOWN: usize = 50;

fn show(diagnostics: &[Diagnostic], sources: &SourceMap, style: Style) -> Result<()> {
    let mut err = io::stderr().lock();
    for diagnostic in diagnostics.iter().take(MAX_SHOWN) {
        writeln!(err, "{}", Snippets { sources, style }.diagnostic(diagnostic))?;
    }
    if diagnostics.len() > MAX_SHOWN {
        let more = diagnostics.len() - MAX_SHOWN;
        writeln!(err, "and {more} more; --json lists them all")?;
    }
    Ok(())
}
