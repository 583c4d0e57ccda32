//! From texts to a Program.

use std::sync::OnceLock;

use frontend::{DataFile, FileProvider, Input, Models, Outcome, Prelinked, Request};
use program::Program;
use source::{Diagnostic, SourceMap};

use crate::options::Language;

/// The world outside, as far as translating a program needs it. Nothing else in this crate does any I/O.
#[derive(Clone, Copy)]
pub struct Host<'h> {
    /// Where headers are read.
    pub files: &'h dyn FileProvider,
    /// Where the C library's headers are, in the order a compiler searches.
    pub system_dirs: &'h [String],
}

impl std::fmt::Debug for Host<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host")
            .field("system_dirs", &self.system_dirs)
            .finish_non_exhaustive()
    }
}

/// A program with its sources, or the reasons why there is none.
#[derive(Debug)]
pub struct Loaded {
    /// The texts as they were read.
    pub inputs: Vec<Input>,
    pub sources: SourceMap,
    pub warnings: Vec<Diagnostic>,
    pub program: Result<Program, Vec<Diagnostic>>,
    /// The files that it finds when it opens them.
    pub data_files: Vec<DataFile>,
    /// The library models that it needs.
    pub models: Models,
}

impl Loaded {
    /// There is no text to begin with.
    #[must_use]
    pub fn unreadable(error: Diagnostic) -> Loaded {
        Loaded {
            inputs: Vec::new(),
            sources: SourceMap::default(),
            warnings: Vec::new(),
            program: Err(vec![error]),
            data_files: Vec::new(),
            models: Models::default(),
        }
    }
}

/// Translates, links and lowers texts.
#[must_use]
pub fn load(inputs: Vec<Input>, language: &Language, lowering: &lower::Options, host: Host<'_>) -> Loaded {
    let outcome = frontend::parse(&request(&inputs, language, host), host.files);
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

pub(crate) fn request(inputs: &[Input], language: &Language, host: Host<'_>) -> Request {
    let mut system_dirs = language.system_dirs.clone();
    if language.host_headers {
        system_dirs.extend(host.system_dirs.iter().cloned());
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
pub(crate) struct ChangedTexts<'l> {
    language: &'l Language,
    models: &'l Models,
    host: Host<'l>,
    prelinked: OnceLock<Prelinked>,
}

impl<'l> ChangedTexts<'l> {
    #[must_use]
    pub(crate) fn new(language: &'l Language, models: &'l Models, host: Host<'l>) -> ChangedTexts<'l> {
        ChangedTexts {
            language,
            models,
            host,
            prelinked: OnceLock::new(),
        }
    }
}

impl repair::Translator for ChangedTexts<'_> {
    fn parse(&self, inputs: &[Input]) -> Outcome {
        let request = request(inputs, self.language, self.host);
        let prelinked = self
            .prelinked
            .get_or_init(|| Prelinked::new(&request, self.host.files, self.models));
        frontend::parse_onto(prelinked, &request, self.host.files)
    }
}
