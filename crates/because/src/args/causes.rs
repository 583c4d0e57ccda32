//! The command line of `causes`.

use clap::Args;

use super::{CheckCommandArgs, MetricArgs};

#[derive(Debug, Args)]
pub(crate) struct CausesArgs {
    #[command(flatten)]
    pub(crate) check: CheckCommandArgs,

    #[command(flatten)]
    pub(crate) causes: CauseArgs,

    #[command(flatten)]
    pub(crate) metric: MetricArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Causes")]
pub(crate) struct CauseArgs {
    /// Find the causes of this saved run's failure instead of looking for a run.
    #[arg(long, value_name = "RUN.json")]
    pub(crate) run: Option<String>,

    /// Only relations between inputs.
    #[arg(long)]
    pub(crate) inputs: bool,

    /// Also relations of what variables hold where two ways meet.
    #[arg(long)]
    pub(crate) merged: bool,

    /// Also relations to the constants that the program compares with.
    #[arg(long)]
    pub(crate) constants: bool,

    /// Also the comparisons that decide branches, with every operator.
    #[arg(long)]
    pub(crate) mine_guards: bool,

    /// Only predicates that do not hold in the closest passing run.
    #[arg(long)]
    pub(crate) closest_causes: bool,

    /// Compare only with runs that do not differ before the predicate is decided.
    #[arg(long)]
    pub(crate) no_prior_changes: bool,

    /// Compare also with runs that only avoid what the claim presupposes.
    #[arg(long)]
    pub(crate) no_antecedent: bool,

    /// Go on until every predicate is decided, however long that takes.
    #[arg(long)]
    pub(crate) decide_all: bool,

    /// List also the causes that follow from another one.
    #[arg(long)]
    pub(crate) all: bool,

    /// Check this predicate, such as `x < y @ 12`; several are taken together. May be repeated.
    #[arg(long, value_name = "EXPR @ LINE")]
    pub(crate) check_cause: Vec<String>,

    /// The negations of the predicates to check.
    #[arg(long, requires = "check_cause")]
    pub(crate) check_not: bool,

    /// One of the predicates to check, instead of all together.
    #[arg(long, requires = "check_cause")]
    pub(crate) check_or: bool,

    /// Find the causes of this instead of the error. May be repeated.
    #[arg(long, value_name = "EXPR @ LINE")]
    pub(crate) effect: Vec<String>,

    /// The negations of the effects.
    #[arg(long, requires = "effect")]
    pub(crate) effect_not: bool,

    /// One of the effects, instead of all together.
    #[arg(long, requires = "effect")]
    pub(crate) effect_or: bool,
}
