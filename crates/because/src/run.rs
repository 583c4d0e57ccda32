//! The command `run`.

use std::io::{self, Write};

use anyhow::Result;
use program::TextOptions;
use report::{DiagnosticsReport, Snippets};
use source::Diagnostic;

use crate::exit::Exit;
use crate::load::{self, Loaded};
use crate::options::{RunOptions, Shown};

pub(crate) fn run(options: &RunOptions) -> Result<Exit> {
    let loaded = load::load(options)?;
    let program = match &loaded.program {
        Ok(program) => program,
        Err(errors) => return unusable(options, &loaded, errors),
    };
    if let Shown::Program { components, library } = options.shown {
        let embedded = library;
        let text = program.text(&loaded.sources, TextOptions { components, embedded });
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(Exit::Program(0));
    }
    anyhow::bail!("running is not wired in yet")
}

/// Says why there is nothing to run.
fn unusable(options: &RunOptions, loaded: &Loaded, errors: &[Diagnostic]) -> Result<Exit> {
    let exit = Exit::UnusableInput;
    let sources = &loaded.sources;
    if let Shown::Json { .. } = options.shown {
        let report = DiagnosticsReport::new(errors, sources, exit.code());
        let mut out = io::stdout().lock();
        serde_json::to_writer_pretty(&mut out, &report)?;
        writeln!(out)?;
        return Ok(exit);
    }
    let style = options.style;
    let mut err = io::stderr().lock();
    for diagnostic in errors {
        writeln!(err, "{}", Snippets { sources, style }.diagnostic(diagnostic))?;
    }
    Ok(exit)
}
