//! `diagnose` and `repair`: commands that take tests.

use clap::{Args, ValueEnum};

use super::checks::CheckArgs;
use super::shared::{LanguageArgs, MessageArgs, ProgramArgs, WorkArgs, form};

/// The failing runs of a command that takes tests.
#[derive(Debug, Args)]
pub(crate) struct FailingRunArgs {
    /// Tests: pairs NAME.in and NAME.out of this folder (standard input and expected output), with the arguments in
    /// NAME.args if there are any.
    #[arg(long, value_name = "DIR", help_heading = "Failing runs")]
    pub(crate) tests: Vec<String>,

    /// Tests: one a line, the arguments, then `=>`, `|` or a tab, then the expected output; without a separator
    /// the last word is the output.
    #[arg(long, value_name = "FILE", help_heading = "Failing runs")]
    pub(crate) test_vectors: Vec<String>,

    /// A saved run that fails. May be repeated.
    #[arg(long = "run", value_name = "RUN.json", help_heading = "Failing runs")]
    pub(crate) runs: Vec<String>,

    /// Compare output as `diff -w -B` does: without blanks and empty lines.
    #[arg(long, help_heading = "Failing runs")]
    pub(crate) ignore_space: bool,
}

/// What all commands that take tests have at their end.
#[derive(Debug, Args)]
pub(crate) struct SuiteArgs {
    /// Print one document in this form: json or sarif.
    #[arg(long, value_name = "FORM", value_parser = form, conflicts_with = "json", help_heading = "Output")]
    pub(crate) format: Option<&'static report::Format>,

    /// Write a page to open in a browser: the answer, the runs step by step, and where values came from.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) html: Option<String>,

    #[command(flatten)]
    pub(crate) messages: MessageArgs,

    #[command(flatten)]
    pub(crate) language: LanguageArgs,

    #[command(flatten)]
    pub(crate) program: ProgramArgs,

    #[command(flatten)]
    pub(crate) limits: WorkArgs,

    #[command(flatten)]
    pub(crate) checks: CheckArgs,
}

#[derive(Debug, Args)]
pub(crate) struct DiagnoseCommandArgs {
    /// C files, linked into one program; `.i` files are preprocessed already, `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) failing: FailingRunArgs,

    /// Look for sets of at most this many expressions.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=1_000), help_heading = "Diagnoses")]
    pub(crate) max_faults: u64,

    /// An expression takes the same value each time it is evaluated.
    #[arg(long, help_heading = "Diagnoses")]
    pub(crate) constant_repair: bool,

    /// What is suspected as one.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = GranularityArg::Expression, help_heading = "Diagnoses")]
    pub(crate) granularity: GranularityArg,

    /// List all diagnoses, not only the first ten.
    #[arg(long, help_heading = "Diagnoses")]
    pub(crate) all: bool,

    /// Print one JSON document (schema because.diagnose/1).
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) suite: SuiteArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RepairArgs {
    /// C files, linked into one program; `-` reads standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) failing: FailingRunArgs,

    /// Print one JSON document (schema because.repair/1).
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) suite: SuiteArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GranularityArg {
    Expression,
    Statement,
    Line,
}
