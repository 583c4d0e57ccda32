//! `check`: what is decided, how far, and what is printed.

use std::ffi::OsString;

use clap::Args;

use super::cbmc::CbmcArgs;
use super::checks::CheckArgs;
use super::run::TraceArgs;
use super::shared::{LanguageArgs, MessageArgs, ProgramArgs, WorkArgs, form};

#[derive(Debug, Args)]
pub(crate) struct CheckCommandArgs {
    /// C files, linked into one program; `.i` files are preprocessed already, `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,

    /// Arguments of the program itself.
    #[arg(last = true, value_name = "ARGS")]
    pub(crate) args: Vec<OsString>,

    #[command(flatten)]
    pub(crate) output: CheckOutputArgs,

    #[command(flatten)]
    pub(crate) bounds: BoundArgs,

    #[command(flatten)]
    pub(crate) language: LanguageArgs,

    #[command(flatten)]
    pub(crate) program: ProgramArgs,

    #[command(flatten)]
    pub(crate) limits: WorkArgs,

    #[command(flatten)]
    pub(crate) checks: CheckArgs,

    #[command(flatten)]
    pub(crate) cbmc: CbmcArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct CheckOutputArgs {
    /// List every assignment and branch of each failing run.
    #[arg(long)]
    pub(crate) trace: bool,

    #[command(flatten)]
    pub(crate) traced: TraceArgs,

    /// Print one JSON document (schema because.check/1).
    #[arg(long)]
    pub(crate) json: bool,

    /// Print one document in this form: json or sarif.
    #[arg(long, value_name = "FORM", value_parser = form, conflicts_with = "json")]
    pub(crate) format: Option<&'static report::Format>,

    /// Write a page to open in a browser: the answer, the runs step by step, and where values came from.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<String>,

    /// Print the result in the form that scripts written for CBMC read.
    #[arg(long, conflicts_with_all = ["json", "format", "quiet"])]
    pub(crate) cbmc_output: bool,

    /// Save the failing run, the first in the list if there are several, for `because replay`.
    #[arg(long, value_name = "RUN.json")]
    pub(crate) save_run: Option<String>,

    /// Print everything that is known, not only what fits on one screen.
    #[arg(long, conflicts_with_all = ["json", "format", "quiet"])]
    pub(crate) full: bool,

    /// Print only the verdict, and no progress on a terminal.
    #[arg(long, short, conflicts_with_all = ["json", "format", "trace"])]
    pub(crate) quiet: bool,

    /// List the claims and do not decide them [also --show-claims].
    #[arg(long, alias = "show-claims")]
    pub(crate) show_properties: bool,

    /// List the loops with the names that --unwindset takes.
    #[arg(long)]
    pub(crate) show_loops: bool,

    /// Compile the program with $CC (or cc) and say whether each failing run fails there too.
    #[arg(long)]
    pub(crate) native: bool,

    /// Print the equation over numbered variables, and do not decide it [also --program-only].
    #[arg(long, alias = "program-only", conflicts_with_all = ["json", "format", "save_run"])]
    pub(crate) ssa: bool,

    /// Print the formula that has a model if and only if a claim fails, in DIMACS format, and do not decide it.
    #[arg(long, conflicts_with_all = ["json", "format", "save_run", "ssa"])]
    pub(crate) dimacs: bool,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Bounds and claims")]
pub(crate) struct BoundArgs {
    /// Follow each loop for at most N rounds.
    #[arg(long, value_name = "N")]
    pub(crate) unwind: Option<u32>,

    /// The same for single loops: `main.0:5,f.1:3`; `f.recursion:4` bounds the calls of f by itself.
    #[arg(long, value_name = "NAME:N,...", value_delimiter = ',')]
    pub(crate) unwindset: Vec<String>,

    /// Assume that no run goes on where a loop is cut, instead of leaving the claims undetermined.
    #[arg(long)]
    pub(crate) no_unwinding_assertions: bool,

    /// Where a loop is cut, go on after it as if it had ended.
    #[arg(long)]
    pub(crate) partial_loops: bool,

    /// Follow each run for at most N instructions.
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u64>,

    /// How much work to do before saying what is known: N is about seconds of an ordinary machine, counted so that
    /// the result is the same on every one; or `unlimited`. 40 unless --unwind, --depth or --timeout is given.
    #[arg(long, value_name = "N|unlimited")]
    pub(crate) effort: Option<EffortArg>,

    /// Decide only this claim, by its name; all others are assumed to hold. May be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) property: Vec<String>,

    /// End with the first claim that fails.
    #[arg(long)]
    pub(crate) stop_on_fail: bool,

    /// Look for failing runs symbolically only. Otherwise, where that takes long and no bound is asked for, the program
    /// is also executed with made-up inputs.
    #[arg(long)]
    pub(crate) no_hunt: bool,

    /// Have the proof of each claim that holds checked by a program that shares no code with the solver.
    #[arg(long)]
    pub(crate) certify: bool,
}

/// An amount of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EffortArg {
    Seconds(u32),
    Unlimited,
}

impl std::str::FromStr for EffortArg {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<EffortArg, &'static str> {
        match text.parse() {
            Ok(seconds) if seconds > 0 => Ok(EffortArg::Seconds(seconds)),
            _ if text == "unlimited" => Ok(EffortArg::Unlimited),
            _ => Err("a number from 1, or `unlimited`"),
        }
    }
}
