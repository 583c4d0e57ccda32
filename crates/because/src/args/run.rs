//! `run` and `replay`: executing.

use std::ffi::OsString;

use clap::Args;

use super::checks::CheckArgs;
use super::shared::{LanguageArgs, LimitArgs, MessageArgs, ProgramArgs};

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The saved run: a JSON document (schema because.saved-run/2).
    #[arg(value_name = "RUN.json")]
    pub(crate) run: String,

    /// The C files that were given when the run was saved, in the same order.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) output: ReplayOutputArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ReplayOutputArgs {
    /// List every assignment and branch on standard error while the program runs.
    #[arg(long)]
    pub(crate) trace: bool,

    #[command(flatten)]
    pub(crate) traced: TraceArgs,

    /// Print one JSON document (schema because.run/1, with a member `replay`) instead of what the program prints.
    #[arg(long)]
    pub(crate) json: bool,

    /// Write a page to open in a browser: the answer, the runs step by step, and where values came from.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<String>,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

/// What is listed with `--trace`.
#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// With --trace: also list what happens inside the C library's functions.
    #[arg(long, requires = "trace")]
    pub(crate) trace_library: bool,

    /// With --trace: values also as bits.
    #[arg(long, requires = "trace")]
    pub(crate) bits: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// C files, linked into one program; `.i` files are preprocessed already, `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,

    /// Arguments of the program itself.
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<OsString>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) inputs: InputArgs,

    #[command(flatten)]
    pub(crate) language: LanguageArgs,

    #[command(flatten)]
    pub(crate) program: ProgramArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    #[command(flatten)]
    pub(crate) checks: CheckArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// List every assignment and branch on standard error while the program runs.
    #[arg(long)]
    pub(crate) trace: bool,

    #[command(flatten)]
    pub(crate) traced: TraceArgs,

    /// Print one JSON document (schema because.run/1) instead of what the program prints.
    #[arg(long)]
    pub(crate) json: bool,

    /// Write a page to open in a browser: the answer, the runs step by step, and where values came from.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<String>,

    /// Save the run with its inputs for `because replay`.
    #[arg(long, value_name = "RUN.json")]
    pub(crate) save_run: Option<String>,

    /// Print the program as the tool sees it, and do not run it.
    #[arg(long, conflicts_with_all = ["trace", "json", "save_run"])]
    pub(crate) show_program: bool,

    /// With --show-program: list the components (what could be written wrong) too.
    #[arg(long, requires = "show_program")]
    pub(crate) show_components: bool,

    /// With --show-program: show the C library's functions too.
    #[arg(long, requires = "show_program")]
    pub(crate) show_library: bool,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Inputs")]
pub(crate) struct InputArgs {
    /// Values for the program's inputs: JSON as --json prints it, or lines `name = value`.
    #[arg(long, value_name = "FILE")]
    pub(crate) inputs: Option<String>,

    /// A value for one input; `x#2=5` is for its second use. May be repeated.
    #[arg(long = "input", value_name = "NAME=VALUE")]
    pub(crate) input: Vec<String>,

    /// Choose the inputs that are not given at random from this seed; without it they are zero.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Which thread runs when: eager, round-robin, random:SEED, or a saved run.
    #[arg(long, value_name = "HOW|FILE")]
    pub(crate) schedule: Option<String>,
}
