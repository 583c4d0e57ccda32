//! From files to a Program.

use std::io::{self, Write};
use std::sync::OnceLock;

use anyhow::{Context, Result, bail};
use frontend::{DataFile, Input, Models, Outcome, Prelinked, Request};
use program::Program;
use report::{DiagnosticsReport, Snippets, Style};
use source::{Diagnostic, LocId, SourceMap};

use crate::exit::Exit;
use crate::files::{self, HostFiles};
use crate::options::Language;

/// A program with its sources, or the reasons why there is none.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// The texts as they were read.
    pub(crate) inputs: Vec<Input>,
    pub(crate) sources: SourceMap,
    pub(crate) warnings: Vec<Diagnostic>,
    pub(crate) program: Result<Program, Vec<Diagnostic>>,
    /// The files that it finds when it opens them.
    pub(crate) data_files: Vec<DataFile>,
    /// The library models that it needs.
    pub(crate) models: Models,
}

/// Reads, translates, links and lowers the files.
pub(crate) fn load(names: &[String], language: &Language, lowering: &lower::Options) -> Loaded {
    let inputs = match read(names, language) {
        Ok(inputs) => inputs,
        // A diagnostic like any other, so that who asked for a document gets one.
        Err(error) => {
            return Loaded {
                inputs: Vec::new(),
                sources: SourceMap::default(),
                warnings: Vec::new(),
                program: Err(vec![Diagnostic::error(LocId::NONE, format!("{error:#}"))]),
                data_files: Vec::new(),
                models: Models::default(),
            };
        }
    };
    let outcome = parse(&inputs, language);
    let (errors, warnings): (Vec<_>, Vec<_>) =
        outcome.diagnostics.into_iter().partition(Diagnostic::is_error);
    let program = match outcome.tree {
        Some(tree) if errors.is_empty() => lower::lower(tree, &outcome.sources, lowering),
        _ => Err(errors),
    };
    Loaded {
        inputs,
        sources: outcome.sources,
        warnings,
        program,
        data_files: outcome.data_files,
        models: outcome.models,
    }
}

/// Translates and links texts.
fn parse(inputs: &[Input], language: &Language) -> Outcome {
    frontend::parse(&request(inputs, language), &HostFiles)
}

fn request(inputs: &[Input], language: &Language) -> Request {
    let mut system_dirs = language.system_dirs.clone();
    if language.host_headers {
        system_dirs.extend(files::system_dirs());
    }
    Request {
        inputs: inputs.to_vec(),
        include_dirs: language.include_dirs.clone(),
        system_dirs,
        defines: language.defines.clone(),
        undefines: language.undefines.clone(),
        forced_includes: language.forced_includes.clone(),
        dialect: language.dialect,
        model: language.model,
        link_models: language.library,
        data_files: language.data_files.clone(),
        literals_name_files: language.literals_name_files,
    }
}

/// Translates changed texts of one program, with the library that it needs translated once.
#[derive(Debug)]
pub(crate) struct Changed<'l> {
    language: &'l Language,
    models: &'l Models,
    prelinked: OnceLock<Prelinked>,
}

impl<'l> Changed<'l> {
    pub(crate) fn new(language: &'l Language, models: &'l Models) -> Changed<'l> {
        Changed {
            language,
            models,
            prelinked: OnceLock::new(),
        }
    }
}

impl repair::Translator for Changed<'_> {
    fn parse(&self, inputs: &[Input]) -> Outcome {
        let request = request(inputs, self.language);
        let prelinked = self
            .prelinked
            .get_or_init(|| Prelinked::new(&request, &HostFiles, self.models));
        frontend::parse_onto(prelinked, &request, &HostFiles)
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

/// More errors than this in one run come from one cause, such as a file that is not C at all.
const MOST_SHOWN: usize = 50;

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
        for diagnostic in diagnostics.iter().take(MOST_SHOWN) {
            writeln!(err, "{}", Snippets { sources, style }.diagnostic(diagnostic))?;
        }
        if diagnostics.len() > MOST_SHOWN {
            let more = diagnostics.len() - MOST_SHOWN;
            writeln!(err, "and {more} more; --json lists them all")?;
        }
        Ok(())
    }
}
