//! One program under analysis, and what is asked about it.

use frontend::{DataFile, Input, Models};
use program::{ClaimId, Program};
use repair::FaultyProgram;
use source::{Diagnostic, SourceMap};

use crate::load::{ChangedTexts, Host, Loaded, load};
use crate::options::Options;

/// A program that was translated, with everything an analysis of it needs.
#[derive(Clone)]
pub struct Session<'h> {
    /// The texts as they were read.
    pub inputs: Vec<Input>,
    pub sources: SourceMap,
    pub program: Program,
    /// The files that it finds when it opens them.
    pub data_files: Vec<DataFile>,
    pub options: Options,
    /// Asked now and then whether to end early; what is known by then is the answer.
    pub stop: runs::Interrupt,
    pub(crate) host: Host<'h>,
    /// The library models that the program needs.
    pub(crate) models: Models,
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("inputs", &self.options.files)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

/// Why a text cannot be analysed.
#[derive(Debug)]
pub struct Unusable {
    pub sources: SourceMap,
    pub errors: Vec<Diagnostic>,
}

/// A claim that was asked for and that the program does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no claim `{0}`; --show-properties lists them")]
pub struct UnknownClaim(pub String);

impl<'h> Session<'h> {
    /// Translates texts.
    ///
    /// # Errors
    /// When they are no C program, or one with constructs that are not supported.
    pub fn new(
        inputs: Vec<Input>,
        options: Options,
        host: Host<'h>,
        stop: runs::Interrupt,
    ) -> Result<Session<'h>, Unusable> {
        let loaded = load(inputs, &options.language, &options.lowering, host);
        Session::of(loaded, options, host, stop)
    }

    /// The same for texts that were translated with these options.
    ///
    /// # Errors
    /// When that failed.
    pub fn of(
        loaded: Loaded,
        options: Options,
        host: Host<'h>,
        stop: runs::Interrupt,
    ) -> Result<Session<'h>, Unusable> {
        let sources = loaded.sources;
        match loaded.program {
            Ok(program) => Ok(Session {
                inputs: loaded.inputs,
                sources,
                program,
                data_files: loaded.data_files,
                models: loaded.models,
                options,
                stop,
                host,
            }),
            Err(errors) => Err(Unusable { sources, errors }),
        }
    }

    /// Asks about the claims that the options name, and no others.
    ///
    /// # Errors
    /// When there is no such claim.
    pub fn select_claims(&mut self) -> Result<(), UnknownClaim> {
        self.options.bounds.claims = self.selected(&self.options.properties)?;
        Ok(())
    }

    /// The claims of these names; nothing if none is named, which means all.
    ///
    /// # Errors
    /// When there is no such claim.
    pub fn selected(&self, names: &[String]) -> Result<Option<Vec<ClaimId>>, UnknownClaim> {
        if names.is_empty() {
            return Ok(None);
        }
        let named = |name: &String| {
            let position = self.program.claims.iter().position(|claim| claim.name == *name);
            let index = position.ok_or_else(|| UnknownClaim(name.clone()))?;
            Ok(ClaimId(index as u32))
        };
        names.iter().map(named).collect::<Result<Vec<_>, _>>().map(Some)
    }

    /// Changed texts of this program, translated as it was.
    #[must_use]
    pub(crate) fn changed_texts(&self) -> ChangedTexts<'_> {
        ChangedTexts::new(&self.options.language, &self.models, self.host)
    }

    /// This program, to be repaired.
    pub(crate) fn faulty<'s>(&'s self, texts: &'s ChangedTexts<'_>, ignore_space: bool) -> FaultyProgram<'s> {
        FaultyProgram {
            inputs: &self.inputs,
            translator: texts,
            lowering: &self.options.lowering,
            sources: &self.sources,
            program: &self.program,
            ignore_space,
            stop: &self.stop,
        }
    }

    pub(crate) fn question(&self) -> trace::Question<'_> {
        trace::Question {
            program: &self.program,
            sources: Some(&self.sources),
            options: &self.options.bounds,
            stop: &self.stop,
            watch: trace::UNWATCHED,
        }
    }
}
