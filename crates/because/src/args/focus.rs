//! The command line of `focus`.

use clap::Args;

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
    /// Look for so many ways to fail at most.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) most: usize,

    /// Look for every way to fail, and show all of them.
    #[arg(long)]
    pub(crate) all: bool,
}
