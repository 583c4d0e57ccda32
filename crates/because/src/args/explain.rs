//! `explain`, and what is counted as a distance.

use clap::Args;

use super::check::CheckCommandArgs;

/// Options of `check` that these commands refuse.
const MEANINGLESS: [&str; 6] = [
    "quiet",
    "native",
    "show-properties",
    "show-loops",
    "dimacs",
    "cbmc-output",
];

/// What is refused has no place in the help.
pub(crate) fn hide_meaningless(arg: clap::Arg) -> clap::Arg {
    let refused = arg.get_long().is_some_and(|long| MEANINGLESS.contains(&long));
    match refused {
        true => arg.hide(true),
        false => arg,
    }
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) check: CheckCommandArgs,

    #[command(flatten)]
    pub(crate) explain: ExplanationArgs,

    #[command(flatten)]
    pub(crate) metric: MetricArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Explanation")]
pub(crate) struct ExplanationArgs {
    /// Explain this saved run instead of looking for one.
    #[arg(long, value_name = "RUN.json")]
    pub(crate) run: Option<String>,

    /// Keep the inputs: look for the nearest schedule of the threads with which the run passes.
    #[arg(long)]
    pub(crate) schedule_only: bool,

    /// Also show the differences that do not matter.
    #[arg(long)]
    pub(crate) all_deltas: bool,

    /// List every minimal set of differences that matter.
    #[arg(long)]
    pub(crate) all_slices: bool,

    /// List the other passing runs at the same distance.
    #[arg(long)]
    pub(crate) show_ties: bool,

    /// How many passing runs at the same distance are looked at.
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(crate) ties: usize,

    /// Only passing runs in which this holds, such as `x < y @ 12`; what it means at a line of the failing run. May be
    /// repeated.
    #[arg(long, value_name = "EXPR @ LINE")]
    pub(crate) assume: Vec<String>,

    /// A file with such assumptions, one a line.
    #[arg(long, value_name = "FILE")]
    pub(crate) assume_file: Option<String>,

    /// The negations of the assumptions.
    #[arg(long)]
    pub(crate) assume_not: bool,

    /// One of the assumptions, instead of all together.
    #[arg(long)]
    pub(crate) assume_or: bool,

    /// Look for the passing run and its smallest slice at once (slower, and rarely better).
    #[arg(long, conflicts_with_all = ["interventions", "find_error"])]
    pub(crate) one_step: bool,

    /// Instead: the fewest steps whose values would have to be others, whatever the program says.
    #[arg(long, conflicts_with = "find_error")]
    pub(crate) interventions: bool,

    /// Instead: another run that fails at the same claim, the nearest one with other inputs.
    #[arg(long)]
    pub(crate) find_error: bool,

    /// With --find-error: the farthest one.
    #[arg(long, requires = "find_error")]
    pub(crate) maximize: bool,

    /// Do not assume what a claim presupposes when the nearest passing run only avoids the claim.
    #[arg(long)]
    pub(crate) no_antecedent: bool,

    /// Of all passing runs, the nearest of those that take the failing run's branches longest.
    #[arg(long, conflicts_with_all = ["one_step", "interventions", "find_error"])]
    pub(crate) same_way: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Distance")]
pub(crate) struct MetricArgs {
    /// Only inputs count.
    #[arg(long)]
    pub(crate) inputs_only: bool,

    /// Only inputs and guards count.
    #[arg(long, conflicts_with = "inputs_only")]
    pub(crate) inputs_guards_only: bool,

    /// What a changed input costs.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) input_weight: u64,

    /// What a changed guard costs.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) guard_weight: u64,

    /// Count what comes after the failed claim, too.
    #[arg(long)]
    pub(crate) deltas_past_error: bool,

    /// Count only steps on which the failed claim can depend.
    #[arg(long)]
    pub(crate) static_slice: bool,
}
