//! What `run` and `replay` are asked.

use std::time::Duration;

use driver::{GivenInputs, Language};
use report::{SavedRun, Style};

use super::{Shown, UsageError, language, limits, lowering, style, traced};
use crate::args::{ReplayArgs, RunArgs};
use crate::color::Coloured;

#[derive(Debug, Clone)]
pub(crate) struct RunOptions {
    pub(crate) files: Vec<String>,
    pub(crate) args: Vec<Vec<u8>>,
    /// `argv[0]`, if not made from the first file's name.
    pub(crate) program_name: Option<Vec<u8>>,
    pub(crate) shown: Shown,
    pub(crate) style: Style,
    pub(crate) warnings: bool,
    pub(crate) inputs_file: Option<String>,
    pub(crate) inputs: GivenInputs,
    pub(crate) seed: Option<u64>,
    /// `--schedule`, as it was given.
    pub(crate) schedule: Option<String>,
    pub(crate) language: Language,
    pub(crate) lowering: lower::Options,
    pub(crate) limits: Limits,
    /// Where to save the run.
    pub(crate) save_run: Option<String>,
    /// Where a page goes.
    pub(crate) html: Option<String>,
    /// The run that is repeated here.
    pub(crate) replayed: Option<SavedRun>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) timeout: Option<Duration>,
    pub(crate) memory: u64,
    pub(crate) steps: Option<u64>,
}

impl RunOptions {
    /// `coloured`: which streams go to a terminal that shows colours.
    pub(crate) fn new(args: RunArgs, coloured: Coloured) -> Result<RunOptions, UsageError> {
        if args.files.iter().filter(|name| *name == "-").count() > 1 {
            return Err(UsageError::StandardInputTwice);
        }
        let mut inputs = GivenInputs::default();
        for text in &args.inputs.input {
            inputs.add(text).map_err(UsageError::Input)?;
        }
        let output = &args.output;
        let trace = traced(output.trace, output.traced.trace_library, output.traced.bits);
        let shown = if output.show_program {
            Shown::Program {
                components: output.show_components,
                library: output.show_library,
            }
        } else if output.json {
            Shown::Json { trace }
        } else {
            Shown::Output { trace }
        };
        let style = style(output.messages.color, coloured.err);
        let program_args: Vec<Vec<u8>> = args
            .args
            .iter()
            .map(|arg| arg.as_encoded_bytes().to_vec())
            .collect();
        if program_args.iter().any(|arg| arg.contains(&0)) {
            return Err(UsageError::ArgumentWithNul);
        }
        Ok(RunOptions {
            limits: limits(&args.limits)?,
            language: language(&args.language)?,
            lowering: lowering(&args.program, &args.checks),
            files: args.files,
            args: program_args,
            program_name: None,
            shown,
            style,
            warnings: args.output.messages.warnings,
            save_run: args.output.save_run,
            html: args.output.html,
            replayed: None,
            inputs_file: args.inputs.inputs,
            inputs,
            seed: args.inputs.seed,
            schedule: args.inputs.schedule,
        })
    }
}

/// What `replay` is asked.
#[derive(Debug, Clone)]
pub(crate) struct ReplayOptions {
    pub(crate) run: String,
    pub(crate) files: Vec<String>,
    pub(crate) shown: Shown,
    pub(crate) style: Style,
    pub(crate) warnings: bool,
    /// Where a page goes.
    pub(crate) html: Option<String>,
    pub(crate) limits: Limits,
}

impl ReplayOptions {
    pub(crate) fn new(args: ReplayArgs, coloured: Coloured) -> Result<ReplayOptions, UsageError> {
        let named = args.files.iter().chain([&args.run]);
        if named.filter(|name| *name == "-").count() > 1 {
            return Err(UsageError::StandardInputTwice);
        }
        let output = &args.output;
        let trace = traced(output.trace, output.traced.trace_library, output.traced.bits);
        Ok(ReplayOptions {
            shown: if output.json {
                Shown::Json { trace }
            } else {
                Shown::Output { trace }
            },
            style: style(output.messages.color, coloured.err),
            warnings: output.messages.warnings,
            html: args.output.html,
            limits: limits(&args.limits)?,
            run: args.run,
            files: args.files,
        })
    }
}
