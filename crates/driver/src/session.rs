//! One program under analysis, and what is asked about it.

use std::sync::Arc;

use frontend::{DataFile, Input, Models};
use program::{ClaimId, Program};
use repair::FaultyProgram;
use report::Doing;
use source::{Diagnostic, SourceMap};

use crate::load::{ChangedTexts, Host, Loaded, load, request};
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
    /// Told what is going on.
    pub progress: Arc<dyn Fn(Doing) + Send + Sync>,
    /// What tests the conditions of the options.
    pub conditions: focus::Conditions,
    /// What was found out about procedures, and whether calls were left out.
    pub summaries: Option<(focus::Summaries, bool)>,
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
                conditions: focus::Conditions::default(),
                summaries: None,
                options,
                stop,
                progress: Arc::new(|_| {}),
                host,
            }),
            Err(errors) => Err(Unusable { sources, errors }),
        }
    }

    /// Lines of the user's with their macros unfolded: file, line, text.
    #[must_use]
    pub fn unfolded_lines(&self) -> Vec<frontend::UnfoldedLine> {
        frontend::unfolded(
            &request(&self.inputs, &self.options.language, self.host),
            self.host.files,
        )
    }

    /// Says what is going on now.
    pub(crate) fn announce(&self, now: Doing) {
        (self.progress)(now);
    }

    /// Puts the conditions of the options into the program, to be asked about like claims.
    ///
    /// # Errors
    /// When one does not fit the program.
    pub fn insert_conditions(&mut self) -> Result<(), focus::Unfit> {
        self.conditions = focus::insert(&mut self.program, &self.sources, &self.options.conditions)?;
        Ok(())
    }

    /// Summarises procedures, if the options say so, and leaves calls out where following all of them is too much.
    pub fn summarise(&mut self) {
        if self.options.summaries {
            let summaries = focus::Summaries::new(&self.program);
            let beyond = summaries.is_beyond(budgets::focus::MAX_FOLLOWED_ACTIVATIONS.get());
            if beyond {
                summaries.leave_out(&mut self.program);
            }
            self.summaries = Some((summaries, beyond));
        }
    }

    /// Asks about the claims that the options name, and no others; with conditions, about those.
    ///
    /// # Errors
    /// When there is no such claim.
    pub fn select_claims(&mut self) -> Result<(), UnknownClaim> {
        let named = self.selected(&self.options.properties)?;
        let conditions = self.conditions.claims.keys().copied();
        self.options.bounds.claims = match (named, self.conditions.claims.is_empty()) {
            (named, true) => named,
            (named, false) => Some(named.into_iter().flatten().chain(conditions).collect()),
        };
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
