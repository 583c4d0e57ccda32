//! The command line as typed: what clap reads, before anything is checked or opened.
//!
//! [`crate::options`] turns this into validated options; only then are files read and things built.

pub(crate) mod causes;
pub(crate) mod cbmc;
mod check;
pub(crate) mod checks;
mod explain;
pub(crate) mod focus;
pub(crate) mod minimize;
mod run;
mod shared;
mod short_help;
mod spelling;
mod suite;
pub(crate) mod variations;
pub(crate) mod why;

use clap::{Parser, Subcommand};

use causes::CausesArgs;
pub(crate) use check::{BoundArgs, CheckCommandArgs, CheckOutputArgs, EffortArg};
pub(crate) use explain::{ExplainArgs, MetricArgs};
use focus::FocusArgs;
use minimize::MinimizeArgs;
use report::exit_help as exit;
pub(crate) use run::{ReplayArgs, RunArgs};
pub(crate) use shared::{ColorArg, LanguageArgs, LimitArgs, MissingBodyArg, ProgramArgs};
pub(crate) use short_help::with_short_help;
pub(crate) use spelling::{
    similar_command, with_default_command, with_long_spellings, without_compiler_options,
};
pub(crate) use suite::{DiagnoseCommandArgs, FailingRunArgs, GranularityArg, RepairArgs, SuiteArgs};
use variations::VariationsArgs;
use why::WhyArgs;

/// Tells a C programmer why a program fails.
#[derive(Debug, Parser)]
#[command(
    name = "because",
    version,
    about,
    override_usage = "because FILE.c... [OPTIONS]          find a failing run and say why it fails\n       because COMMAND FILE.c... [OPTIONS]",
    after_help = exit::overview(),
    infer_long_args = false
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// For experiments: another value of a budget (docs/budgets.md).
    #[arg(long = "set", value_name = "NAME=VALUE", hide = true, global = true)]
    pub(crate) budgets: Vec<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Execute a C program and stop at its first error.
    ///
    /// Prints what the program prints. An error is shown with the source text it comes from. The exit status
    /// is the program's own if it ends by itself.
    #[command(after_help = exit::help())]
    Run(RunArgs),

    /// Decide every claim (assertion or automatic check) for all inputs, up to a bound on loops.
    ///
    /// Without --unwind the bound grows until every loop has been followed to its end or the time is over. Each
    /// failing run is replayed by the interpreter before it is shown.
    #[command(after_help = exit::check_help(), args_override_self = true)]
    Check(CheckCommandArgs),

    /// Say why a C program fails: the closest passing run, and which differences matter.
    ///
    /// Finds a failing run (or takes a saved one), the passing run that differs from it in the fewest steps, and the
    /// differences without which it would fail all the same. Both runs are executed by the interpreter.
    #[command(after_help = exit::check_help(), mut_args(explain::hide_meaningless))]
    Explain(ExplainArgs),

    /// Find the relations between variables on which the error depends.
    ///
    /// A predicate such as `x < y` is a cause if it holds in the failing run, and the runs nearest to it in which it
    /// does not hold do not fail. Finds a failing run or takes a saved one.
    #[command(after_help = exit::check_help())]
    Causes(CausesArgs),

    /// Find every way to fail, the statements that matter in each, and the inputs for which it happens.
    ///
    /// Each way is a sequence of focus statements, found symbolically, executed, and with assumptions over the inputs
    /// that are proved: all inputs that satisfy them fail in this way.
    #[command(after_help = exit::check_help())]
    Focus(FocusArgs),

    /// Find what the failing runs close to a given one have in common and no passing run has.
    ///
    /// Executes the runs that differ from a failing one in some steps: those that fail in the same way, and those that
    /// come to the same place and pass. Says which steps only the failing ones take, what is true of the variables in
    /// them, and the smallest change of a passing run that makes it fail. The run is found, or a saved one.
    #[command(
        after_help = exit::check_help(),
        mut_arg("depth", |depth| depth.help(variations::DEPTH_HELP).long_help(variations::DEPTH_HELP)
            .help_heading("Variations"))
    )]
    Variations(VariationsArgs),

    /// Find the shortest failing run with the smallest values, and prove that none is shorter or smaller.
    ///
    /// Finds a failing run (or takes a saved one), then the run that fails at the same claim in the fewest states, and
    /// among those the one whose values are smallest. It is executed by the interpreter.
    #[command(after_help = exit::check_help())]
    Minimize(MinimizeArgs),

    /// What `because FILE.c` does: decide every claim (assertion or automatic check), then explain the first that fails.
    #[command(
        hide = true,
        name = DEFAULT_COMMAND,
        override_usage = "because FILE.c... [OPTIONS] [-- ARGS...]",
        after_help = exit::check_help(),
        mut_args(explain::hide_meaningless)
    )]
    Answer(ExplainArgs),

    /// Say where a value came from in a failing run, step by step, or why a line was not executed.
    ///
    /// The run is executed and watched: the chain goes from the value to the step that wrote it, through copies,
    /// parameters, results and moved memory, back to inputs, constants and memory that nobody wrote. Without a question
    /// it is about what the failing claim looks at. Without --run a failing run is looked for.
    #[command(
        override_usage = "because why FILE.c... [--run RUN.json] ['EXPR @ FILE:LINE'] [OPTIONS]",
        after_help = exit::why_help()
    )]
    Why(WhyArgs),

    /// Find the smallest sets of expressions that, given other values, would have made failing runs right.
    ///
    /// The inputs are those of the failing tests or saved runs, or of one failing run that `check` finds. Each
    /// repair is executed before it is shown.
    #[command(after_help = exit::diagnose_help())]
    Diagnose(DiagnoseCommandArgs),

    /// Find small changes of the source that make failing runs right.
    ///
    /// Every program that is one operator, constant, variable or statement away is tried on the tests, the saved runs,
    /// or the failing run that `check` finds. What is shown was made to the source, translated and executed; without
    /// tests it is also proved for all inputs, as far as loops are followed.
    #[command(after_help = exit::repair_help())]
    Repair(RepairArgs),

    /// Repeat a run that --save-run has saved, and say whether it fails as it did.
    ///
    /// The inputs, the program's arguments and the options that decide what a run is are those of the saved run.
    #[command(after_help = exit::replay_help())]
    Replay(ReplayArgs),
}

/// The command that is meant when none is given.
pub(crate) const DEFAULT_COMMAND: &str = "answer";
