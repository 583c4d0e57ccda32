//! The command line as typed: what clap reads, before anything is checked or opened.
//!
//! [`crate::options`] turns this into validated options; only then are files read and things built.

pub(crate) mod causes;
pub(crate) mod cbmc;
pub(crate) mod checks;
pub(crate) mod focus;
pub(crate) mod minimize;
mod short_help;
mod spelling;
pub(crate) mod variations;
pub(crate) mod why;

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand, ValueEnum};

use causes::CausesArgs;
use cbmc::CbmcArgs;
use checks::CheckArgs;
use focus::FocusArgs;
use minimize::MinimizeArgs;
use report::exit_help as exit;
pub(crate) use short_help::with_short_help;
pub(crate) use spelling::{
    similar_command, with_default_command, with_long_spellings, without_compiler_options,
};
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

    /// Decide every claim of a C program for all its inputs, up to a bound on its loops.
    ///
    /// Without --unwind the bound grows until every loop has been followed to its end or the time is over. Each
    /// failing run is replayed by the interpreter before it is shown.
    #[command(after_help = exit::check_help(), args_override_self = true)]
    Check(CheckCommandArgs),

    /// Say why a C program fails: the closest passing run, and which differences matter.
    ///
    /// Finds a failing run (or takes a saved one), the passing run that differs from it in the fewest steps, and the
    /// differences without which it would fail all the same. Both runs are executed by the interpreter.
    #[command(after_help = exit::check_help())]
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

    /// Find what all failing runs near one share and no passing one has.
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

    /// Find the shortest failing run with the smallest values, and prove that it is.
    ///
    /// Finds a failing run (or takes a saved one), then the run that fails at the same claim in the fewest states, and
    /// among those the one whose values are smallest. It is executed by the interpreter.
    #[command(after_help = exit::check_help())]
    Minimize(MinimizeArgs),

    /// What `because FILE.c` does: decide every claim, then explain the first that fails.
    #[command(
        hide = true,
        name = DEFAULT_COMMAND,
        override_usage = "because FILE.c... [OPTIONS] [-- ARGS...]"
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

    /// Show the warnings of the C front end on standard error.
    #[arg(long)]
    pub(crate) warnings: bool,

    /// When to colour messages.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorArg::Auto)]
    pub(crate) color: ColorArg,
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

    /// Show the warnings of the C front end on standard error.
    #[arg(long, help_heading = "Output")]
    pub(crate) warnings: bool,

    /// When to colour messages.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorArg::Auto, help_heading = "Output")]
    pub(crate) color: ColorArg,

    #[command(flatten)]
    pub(crate) language: LanguageArgs,

    #[command(flatten)]
    pub(crate) program: ProgramArgs,

    #[command(flatten)]
    pub(crate) limits: WorkArgs,

    #[command(flatten)]
    pub(crate) checks: CheckArgs,
}

/// How much work is done.
#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    /// Stop after this many seconds and tell what is known.
    #[arg(long, value_name = "SECONDS", help_heading = "Limits")]
    pub(crate) timeout: Option<f64>,

    /// Stop when the tool itself takes more than this (the solver's own memory is not counted); K, M and G are
    /// understood.
    #[arg(long, value_name = "BYTES", default_value = "4G", help_heading = "Limits")]
    pub(crate) memory_limit: String,
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

/// A form of documents by its name.
fn form(name: &str) -> Result<&'static report::Format, String> {
    report::Format::named(name).ok_or_else(|| {
        let known: Vec<&str> = report::FORMATS.iter().map(|format| format.name).collect();
        format!("the forms are {}", known.join(" and "))
    })
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

    /// Show the warnings of the C front end on standard error.
    #[arg(long)]
    pub(crate) warnings: bool,

    /// When to colour messages.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorArg::Auto)]
    pub(crate) color: ColorArg,
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

#[derive(Debug, Args)]
#[command(next_help_heading = "Bounds and claims")]
pub(crate) struct BoundArgs {
    /// Cut each loop where its jump back would be taken for the N-th time.
    #[arg(long, value_name = "N")]
    pub(crate) unwind: Option<u32>,

    /// The same for single loops: `main.0:5,f.1:3`; `f.recursion:4` bounds the calls of f by itself.
    #[arg(long, value_name = "NAME:N,...", value_delimiter = ',')]
    pub(crate) unwindset: Vec<String>,

    /// Assume that no run goes on where a loop is cut, instead of leaving the claims undetermined.
    #[arg(long)]
    pub(crate) no_unwinding_assertions: bool,

    /// Go on behind a loop that is cut as if it had ended.
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    Auto,
    Always,
    Never,
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

    /// Show the warnings of the C front end on standard error.
    #[arg(long)]
    pub(crate) warnings: bool,

    /// When to colour messages.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorArg::Auto)]
    pub(crate) color: ColorArg,
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

#[derive(Debug, Args)]
#[command(next_help_heading = "C language")]
pub(crate) struct LanguageArgs {
    /// Search this directory for headers.
    #[arg(short = 'I', value_name = "DIR")]
    pub(crate) include_dirs: Vec<String>,

    /// Search this directory for headers after all -I directories [also -isystem].
    #[arg(long = "isystem", value_name = "DIR")]
    pub(crate) system_dirs: Vec<String>,

    /// Do not search the host's header directories [also -nostdinc].
    #[arg(long)]
    pub(crate) nostdinc: bool,

    /// Define a macro.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) defines: Vec<String>,

    /// Undefine a macro.
    #[arg(short = 'U', value_name = "NAME")]
    pub(crate) undefines: Vec<String>,

    /// Include this file before each C file [also -include].
    #[arg(long = "include", value_name = "FILE")]
    pub(crate) forced_includes: Vec<String>,

    /// When the program opens NAME, it finds this file.
    #[arg(long = "file", value_name = "NAME[=PATH]")]
    pub(crate) data_files: Vec<String>,

    /// The dialect: c89, c99, c11, c17, c23 or gnu89 to gnu23 [also -std=].
    #[arg(long, value_name = "DIALECT", default_value = "gnu17")]
    pub(crate) std: String,

    /// 32-bit `int`, `long` and pointers [also -m32].
    #[arg(long = "32", overrides_with = "lp64")]
    pub(crate) ilp32: bool,

    /// 32-bit `int`, 64-bit `long` and pointers: the default [also -m64].
    #[arg(long = "64", overrides_with = "ilp32")]
    pub(crate) lp64: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MissingBodyArg {
    /// Its result is an input.
    Input,
    /// Calling it is an error.
    Fail,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Program")]
pub(crate) struct ProgramArgs {
    /// Start here instead of `main`; the parameters are inputs.
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) function: Option<String>,

    /// What calling a function without a body does.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = MissingBodyArg::Input)]
    pub(crate) missing_body: MissingBodyArg,

    /// Let malloc and its family return null when an input says so [also --malloc-fail-null].
    #[arg(long, alias = "malloc-fail-null", overrides_with_all = ["malloc_may_fail", "no_malloc_may_fail"])]
    pub(crate) malloc_may_fail: bool,

    /// malloc never fails; unless this is given, it does when it is asked for more than half of the address space.
    #[arg(long, overrides_with_all = ["malloc_may_fail", "no_malloc_may_fail"])]
    pub(crate) no_malloc_may_fail: bool,

    /// Static objects start with input values instead of their initialisers.
    #[arg(long)]
    pub(crate) nondet_static: bool,

    /// Reaching this label is an error (may be repeated).
    #[arg(long = "error-label", value_name = "LABEL")]
    pub(crate) error_labels: Vec<String>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Stop after this many seconds.
    #[arg(long, value_name = "SECONDS")]
    pub(crate) timeout: Option<f64>,

    /// Stop when the program's objects take more than this, or the tool itself more than twice this; K, M and G
    /// are understood.
    #[arg(long, value_name = "BYTES", default_value = "2G")]
    pub(crate) memory_limit: String,

    /// Stop after this many instructions.
    #[arg(long, value_name = "N")]
    pub(crate) max_steps: Option<u64>,
}
