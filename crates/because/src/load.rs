//! From files to a Program.

use std::io::{self, Write};

use anyhow::{Context, Result};
use frontend::{Input, Request};
use program::Program;
use report::{DiagnosticsReport, Snippets, Style};
use source::{Diagnostic, SourceMap};

use crate::exit::Exit;
use crate::files::{self, HostFiles};
use crate::options::Language;

/// A program with its sources, or the reasons why there is none.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) sources: SourceMap,
    pub(crate) warnings: Vec<Diagnostic>,
    pub(crate) program: Result<Program, Vec<Diagnostic>>,
}

/// Reads, translates, links and lowers the files.
pub(crate) fn load(names: &[String], language: &Language, lowering: &lower::Options) -> Result<Loaded> {
    let mut inputs = Vec::new();
    for name in names {
        let text = files::read_input(name)?;
        let shown = if name == "-" { "<stdin>" } else { name };
        inputs.push(Input::new(shown, text));
    }
    for name in &language.forced_includes {
        // Checked here, because the front end would name no place for it.
        files::read_input(name).with_context(|| format!("-include {name}"))?;
    }
    let mut system_dirs = language.system_dirs.clone();
    if language.host_headers {
        system_dirs.extend(files::system_dirs());
    }
    let request = Request {
        inputs,
        include_dirs: language.include_dirs.clone(),
        system_dirs,
        defines: language.defines.clone(),
        undefines: language.undefines.clone(),
        forced_includes: language.forced_includes.clone(),
        dialect: language.dialect,
        model: language.model,
        link_models: true,
    };
    let outcome = frontend::parse(&request, &HostFiles);
    let (errors, warnings): (Vec<_>, Vec<_>) =
        outcome.diagnostics.into_iter().partition(Diagnostic::is_error);
    let program = match outcome.tree {
        Some(tree) if errors.is_empty() => lower::lower(tree, &outcome.sources, lowering),
        _ => Err(errors),
    };
    Ok(Loaded {
        sources: outcome.sources,
        warnings,
        program,
    })
}

impl Loaded {
    /// Says why there is nothing to work on.
    pub(crate) fn unusable(&self, errors: &[Diagnostic], json: bool, style: Style) -> Result<Exit> {
        let exit = Exit::UnusableInput;
        if json {
            let report = DiagnosticsReport::new(errors, &self.sources, exit.code());
            let mut out = io::stdout().lock();
            serde_json::to_writer_pretty(&mut out, &report)?;
            writeln!(out)?;
            return Ok(exit);
        }
        self.show(errors, style)?;
        Ok(exit)
    }

    pub(crate) fn show(&self, diagnostics: &[Diagnostic], style: Style) -> Result<()> {
        let sources = &self.sources;
        let mut err = io::stderr().lock();
        for diagnostic in diagnostics {
            writeln!(err, "{}", Snippets { sources, style }.diagnostic(diagnostic))?;
        }
        Ok(())
    }
}
