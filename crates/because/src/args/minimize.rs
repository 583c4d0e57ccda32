//! The command line of `minimize`.

use clap::{Args, ValueEnum};

use super::CheckCommandArgs;

#[derive(Debug, Args)]
pub(crate) struct MinimizeArgs {
    #[command(flatten)]
    pub(crate) check: CheckCommandArgs,

    #[command(flatten)]
    pub(crate) minimize: MinimizationArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MeasureArg {
    /// The number of states: assignments, inputs, returned values, declarations.
    Length,
    /// The sum of the absolute values that the states have.
    Values,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Minimisation")]
pub(crate) struct MinimizationArgs {
    /// Minimise this saved run instead of looking for one.
    #[arg(long, value_name = "RUN.json")]
    pub(crate) run: Option<String>,

    /// What is minimised first, and what then.
    #[arg(long, value_name = "WHAT,WHAT", value_enum, value_delimiter = ',', num_args = 1,
          default_values_t = [MeasureArg::Length, MeasureArg::Values])]
    pub(crate) order: Vec<MeasureArg>,

    /// Go on until the smallest run is proved to be the smallest; otherwise some seconds of work have to do.
    #[arg(long, conflicts_with = "greedy")]
    pub(crate) optimal: bool,

    /// Make the run smaller bit by bit, without going back: often quick, and proves nothing.
    #[arg(long)]
    pub(crate) greedy: bool,

    /// Only the values of inputs count: what one has to type to see the failure.
    #[arg(long)]
    pub(crate) input_values_only: bool,
}
