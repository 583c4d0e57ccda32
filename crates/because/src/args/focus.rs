//! The command line of `focus`.

use clap::{Args, ValueEnum};

use super::CheckCommandArgs;

#[derive(Debug, Args)]
pub(crate) struct FocusArgs {
    #[command(flatten)]
    pub(crate) check: CheckCommandArgs,

    #[command(flatten)]
    pub(crate) focus: WayArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Focus")]
pub(crate) struct WayArgs {
    /// A run fails when this holds, instead of when a claim is violated: `error`, `lock > 1 @ release`, `n == 3 @ 20`.
    /// Tested after each store to one of its variables, in that function or on that line. May be repeated.
    #[arg(long, value_name = "EXPR [@ LINE|FUNCTION]")]
    pub(crate) error_when: Vec<String>,

    /// Only the way in which this saved run fails.
    #[arg(long, value_name = "RUN.json")]
    pub(crate) run: Option<String>,

    /// Look for so many ways to fail at most.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) most: usize,

    /// Look for every way to fail, however many there are.
    #[arg(long)]
    pub(crate) all: bool,

    /// Follow every call, also those that decide nothing.
    #[arg(long)]
    pub(crate) no_summaries: bool,

    /// Tell only constraints over these inputs; ways that are the same then are told once.
    #[arg(long, value_name = "INPUT,...", value_delimiter = ',')]
    pub(crate) about: Vec<String>,

    /// How much is told of each way: the whole executed run, the statements that matter, or of these the ones near the
    /// error.
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = LevelArg::Sequences)]
    pub(crate) level: LevelArg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LevelArg {
    /// The whole executed run.
    Run,
    /// The statements that matter.
    Sequences,
    /// Those in the neighbourhood of the error.
    Nest,
}
