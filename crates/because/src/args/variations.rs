//! The command line of `variations`.

use clap::Args;

use super::CheckCommandArgs;

#[derive(Debug, Args)]
pub(crate) struct VariationsArgs {
    #[command(flatten)]
    pub(crate) check: CheckCommandArgs,

    #[command(flatten)]
    pub(crate) variations: VariationArgs,
}

/// What `--depth` means here, where `check` counts the steps of whole runs.
pub(crate) const DEPTH_HELP: &str = "A run may differ from the original in so many steps [default: 30]";

#[derive(Debug, Args)]
#[command(next_help_heading = "Variations")]
pub(crate) struct VariationArgs {
    /// Vary this saved run instead of looking for a failing one.
    #[arg(long, value_name = "RUN.json")]
    pub(crate) run: Option<String>,

    /// Look for any error near this saved run, which need not fail.
    #[arg(long, value_name = "RUN.json", conflicts_with_all = ["run", "all_runs"])]
    pub(crate) near: Option<String>,

    /// Do not repeat the original's steps where the depth ends.
    #[arg(long)]
    pub(crate) no_extension: bool,

    /// So many failing and passing runs are enough.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) max_runs: Option<u32>,

    /// Also compare the values of variables before this line, instead of at loops and functions.
    #[arg(long, value_name = "FILE:LINE")]
    pub(crate) at: Vec<String>,

    /// Steps of different threads are the same.
    #[arg(long)]
    pub(crate) ignore_thread: bool,

    /// Steps with different inputs are the same.
    #[arg(long)]
    pub(crate) ignore_choice: bool,

    /// Steps are told apart by their place only.
    #[arg(long)]
    pub(crate) locations_only: bool,

    /// Say what holds for every run of the program, not only for those near the original.
    #[arg(long)]
    pub(crate) all_runs: bool,

    /// Save every run that was found into this directory.
    #[arg(long, value_name = "DIR")]
    pub(crate) save_runs: Option<String>,

    /// Write the values for Daikon to PREFIX.decls, PREFIX.failing.dtrace and PREFIX.passing.dtrace.
    #[arg(long, value_name = "PREFIX")]
    pub(crate) dtrace: Option<String>,
}
