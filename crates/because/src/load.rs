//! From files to a Program.

use anyhow::{Context, Result};
use frontend::{Input, Request};
use program::Program;
use source::{Diagnostic, SourceMap};

use crate::files::{self, HostFiles};
use crate::options::RunOptions;

/// A program with its sources, or the reasons why there is none.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) sources: SourceMap,
    pub(crate) warnings: Vec<Diagnostic>,
    pub(crate) program: Result<Program, Vec<Diagnostic>>,
}

/// Reads, translates, links and lowers what the options name.
pub(crate) fn load(options: &RunOptions) -> Result<Loaded> {
    let language = &options.language;
    let mut inputs = Vec::new();
    for name in &options.files {
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
        Some(tree) if errors.is_empty() => lower::lower(tree, &outcome.sources, &options.lowering),
        _ => Err(errors),
    };
    Ok(Loaded {
        sources: outcome.sources,
        warnings,
        program,
    })
}
