//! What the user asked for, checked: every value has its type and its range. Nothing has been opened yet.

use std::ffi::OsString;
use std::time::Duration;

use ctype::DataModel;
use driver::{Asked, EquationForm, ExplainRequest, GivenInputs, InputError, Language, Listing, TraceShown};
use frontend::Dialect;
use localize::{Granularity, Settings};
use lower::{Checks, MissingBody};
use program::CheckKind;
use report::{CbmcForm, Format, SavedRun, Style};

use crate::args::checks::CheckArgs;
use crate::args::{
    BoundArgs, CheckCommandArgs, CheckOutputArgs, ColorArg, DiagnoseCommandArgs, EffortArg, ExplainArgs,
    FailingRunArgs, GranularityArg, LanguageArgs, LimitArgs, MetricArgs, MissingBodyArg, ProgramArgs,
    RepairArgs, ReplayArgs, RunArgs, SuiteArgs,
};
use crate::color::Coloured;
use crate::data;

/// A command line that clap accepts and we do not.
#[derive(Debug)]
pub(crate) enum UsageError {
    Dialect(String),
    Input(InputError),
    Timeout(f64),
    MemoryLimit(String),
    StandardInputTwice,
    ArgumentWithNul,
    UnwindSet(String),
    DataFile(String),
    Predicate(String),
    Question(String),
    ErrorCondition(String),
    Point(String),
    /// A command that makes no page.
    NoPage(&'static str),
    /// An option that means nothing for a command.
    Meaningless {
        option: &'static str,
        command: &'static str,
    },
}

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            UsageError::Dialect(name) => {
                write!(
                    f,
                    "unknown dialect `{name}`: c89, c99, c11, c17, c23 or gnu89 to gnu23"
                )
            }
            UsageError::Input(error) => write!(f, "--input {error}"),
            UsageError::Timeout(seconds) => write!(f, "--timeout {seconds}: not a time"),
            UsageError::MemoryLimit(text) => {
                write!(
                    f,
                    "--memory-limit {text}: a number of bytes, with K, M or G after it"
                )
            }
            UsageError::StandardInputTwice => write!(f, "standard input (`-`) can be read only once"),
            UsageError::UnwindSet(text) => write!(f, "--unwindset {text}: not of the form NAME:N"),
            UsageError::DataFile(text) => write!(f, "--file {text}: there is no such file"),
            UsageError::Predicate(text) | UsageError::Question(text) => write!(f, "{text}"),
            UsageError::ErrorCondition(text) => write!(f, "--error-when {text}"),
            UsageError::Point(text) => write!(f, "--at {text}: not of the form FILE:LINE"),
            UsageError::Meaningless { option, command } => {
                write!(
                    f,
                    "{option} means nothing for {command}; `because check` takes it"
                )
            }
            UsageError::NoPage(command) => {
                write!(
                    f,
                    "--html means nothing for {command}; check, explain, diagnose, repair, run and replay make a page"
                )
            }
            UsageError::ArgumentWithNul => write!(f, "an argument of the program holds a zero byte"),
        }
    }
}

impl std::error::Error for UsageError {}

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    /// The program itself, which is not run.
    Program { components: bool, library: bool },
    /// What the program prints; with a trace beside it.
    Output { trace: Option<TraceShown> },
    /// One document.
    Json { trace: Option<TraceShown> },
}

#[derive(Debug, Clone)]
pub(crate) struct RunOptions {
    pub(crate) files: Vec<String>,
    pub(crate) args: Vec<Vec<u8>>,
    /// `argv[0]`, if not made from the first file's name.
    pub(crate) program_name: Option<Vec<u8>>,
    pub(crate) shown: Shown,
    pub(crate) style: Style,
    pub(crate) warnings: bool,
    pub(crate) inputs_file: Option<String>,
    pub(crate) inputs: GivenInputs,
    pub(crate) seed: Option<u64>,
    /// `--schedule`, as it was given.
    pub(crate) schedule: Option<String>,
    pub(crate) language: Language,
    pub(crate) lowering: lower::Options,
    pub(crate) limits: Limits,
    /// Where to save the run.
    pub(crate) save_run: Option<String>,
    /// Where a page goes.
    pub(crate) html: Option<String>,
    /// The run that is repeated here.
    pub(crate) replayed: Option<SavedRun>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) timeout: Option<Duration>,
    pub(crate) memory: u64,
    pub(crate) steps: Option<u64>,
}

impl RunOptions {
    /// `coloured`: which streams go to a terminal that shows colours.
    pub(crate) fn new(args: RunArgs, coloured: Coloured) -> Result<RunOptions, UsageError> {
        if args.files.iter().filter(|name| *name == "-").count() > 1 {
            return Err(UsageError::StandardInputTwice);
        }
        let mut inputs = GivenInputs::default();
        for text in &args.inputs.input {
            inputs.add(text).map_err(UsageError::Input)?;
        }
        let output = &args.output;
        let trace = traced(output.trace, output.traced.trace_library, output.traced.bits);
        let shown = if output.show_program {
            Shown::Program {
                components: output.show_components,
                library: output.show_library,
            }
        } else if output.json {
            Shown::Json { trace }
        } else {
            Shown::Output { trace }
        };
        let style = style(output.color, coloured.err);
        let program_args: Vec<Vec<u8>> = args
            .args
            .iter()
            .map(|arg| arg.as_encoded_bytes().to_vec())
            .collect();
        if program_args.iter().any(|arg| arg.contains(&0)) {
            return Err(UsageError::ArgumentWithNul);
        }
        Ok(RunOptions {
            limits: limits(&args.limits)?,
            language: language(&args.language)?,
            lowering: lowering(&args.program, &args.checks),
            files: args.files,
            args: program_args,
            program_name: None,
            shown,
            style,
            warnings: args.output.warnings,
            save_run: args.output.save_run,
            html: args.output.html,
            replayed: None,
            inputs_file: args.inputs.inputs,
            inputs,
            seed: args.inputs.seed,
            schedule: args.inputs.schedule,
        })
    }
}

/// What `replay` is asked.
#[derive(Debug, Clone)]
pub(crate) struct ReplayOptions {
    pub(crate) run: String,
    pub(crate) files: Vec<String>,
    pub(crate) shown: Shown,
    pub(crate) style: Style,
    pub(crate) warnings: bool,
    /// Where a page goes.
    pub(crate) html: Option<String>,
    pub(crate) limits: Limits,
}

impl ReplayOptions {
    pub(crate) fn new(args: ReplayArgs, coloured: Coloured) -> Result<ReplayOptions, UsageError> {
        let named = args.files.iter().chain([&args.run]);
        if named.filter(|name| *name == "-").count() > 1 {
            return Err(UsageError::StandardInputTwice);
        }
        let output = &args.output;
        let trace = traced(output.trace, output.traced.trace_library, output.traced.bits);
        Ok(ReplayOptions {
            shown: if output.json {
                Shown::Json { trace }
            } else {
                Shown::Output { trace }
            },
            style: style(output.color, coloured.err),
            warnings: output.warnings,
            html: args.output.html,
            limits: limits(&args.limits)?,
            run: args.run,
            files: args.files,
        })
    }
}

/// What `check` is asked.
#[derive(Debug, Clone)]
pub(crate) struct CheckOptions {
    /// What the library is asked.
    pub(crate) analysis: driver::Options,
    /// Nothing for text.
    pub(crate) format: Option<&'static Format>,
    /// Where to save the first failing run.
    pub(crate) save_run: Option<String>,
    /// Where a page goes.
    pub(crate) html: Option<String>,
    pub(crate) show_properties: bool,
    pub(crate) quiet: bool,
    /// Whether everything is printed, not only a screenful.
    pub(crate) full: bool,
    /// As CBMC prints it.
    pub(crate) cbmc_form: Option<CbmcForm>,
    /// What is listed instead of deciding anything.
    pub(crate) listing: Option<Listing>,
    /// Where the equation or formula goes, if not to standard output.
    pub(crate) outfile: Option<String>,
    /// Whether a bound that is too small is a claim that fails.
    pub(crate) unwinding_failures: bool,
    /// Options that ask for files which are not written.
    pub(crate) unwritten: Vec<&'static str>,
    pub(crate) native: bool,
    /// The question instead of the answer.
    pub(crate) equation: Option<EquationForm>,
    pub(crate) warnings: bool,
    pub(crate) style: Style,
    /// Of what goes to standard error.
    pub(crate) error_style: Style,
    pub(crate) timeout: Option<Duration>,
    pub(crate) memory: u64,
}

/// What `explain` is asked.
#[derive(Debug, Clone)]
pub(crate) struct ExplainOptions {
    pub(crate) check: CheckOptions,
    /// A saved run to explain.
    pub(crate) run: Option<String>,
    /// Only the schedule is to be another one.
    pub(crate) schedule_only: bool,
    /// Whether the document lists the steps of both runs.
    pub(crate) aligned: bool,
    /// Where more assumptions are.
    pub(crate) assume_file: Option<String>,
    pub(crate) request: ExplainRequest,
    pub(crate) shown: report::ExplainShown,
}

impl ExplainOptions {
    /// Whether one screen is enough: for `because FILE.c`, unless more was asked for.
    pub(crate) fn is_short(&self) -> bool {
        let more = self.check.full || self.shown != report::ExplainShown::default();
        self.request.whole && self.request.asked == Asked::Why && !more && self.check.format.is_none()
    }

    pub(crate) fn new(
        args: ExplainArgs,
        whole: bool,
        coloured: Coloured,
    ) -> Result<ExplainOptions, UsageError> {
        let (explanation, metric, mut check) = (args.explain, args.metric, args.check);
        let predicates = explanation.assume.iter().map(|text| text.parse());
        let predicates: Result<Vec<trace::Predicate>, trace::PredicateError> = predicates.collect();
        let predicates = predicates.map_err(|error| UsageError::Predicate(error.to_string()))?;
        let command = if whole {
            "`because FILE.c`"
        } else {
            "`because explain`"
        };
        // A document lists both runs, side by side; people have the page for that.
        let aligned = check.output.trace && check.output.json && !explanation.schedule_only;
        if aligned {
            check.output.trace = false;
        }
        meaningless(&check.output, command)?;
        if explanation.schedule_only && check.output.html.is_some() {
            return Err(UsageError::NoPage("explain --schedule-only"));
        }
        let ssa = check.output.ssa;
        let bounds = &check.bounds;
        let usual = bounds.effort.is_none() && effort(bounds, check.limits.timeout.is_some()).is_some();
        let mut check = CheckOptions::new(check, coloured)?;
        if whole && usual {
            check.analysis = check.analysis.for_one_answer();
        }
        // The form in which the differences are printed, not the equation.
        check.equation = None;
        Ok(ExplainOptions {
            check,
            run: explanation.run,
            schedule_only: explanation.schedule_only,
            aligned,
            assume_file: explanation.assume_file,
            request: ExplainRequest {
                whole,
                method: explain::ExplainOptions {
                    metric: metric_of(&metric),
                    ties: explanation.ties.max(1),
                    slices: if explanation.all_slices { 256 } else { 16 },
                    antecedent: !explanation.no_antecedent,
                    same_way: whole || explanation.same_way,
                    one_step: explanation.one_step,
                    assume: explain::Assumptions {
                        predicates,
                        negated: explanation.assume_not,
                        any: explanation.assume_or,
                    },
                },
                asked: match (explanation.interventions, explanation.find_error) {
                    (true, _) => Asked::Interventions,
                    (_, true) => Asked::AnotherFailure {
                        farthest: explanation.maximize,
                    },
                    _ => Asked::Why,
                },
            },
            shown: report::ExplainShown {
                all_deltas: explanation.all_deltas,
                all_slices: explanation.all_slices,
                ties: explanation.show_ties,
                ssa,
            },
        })
    }
}

/// Options of `check` that a command which explains one failing run has no use for.
fn meaningless(output: &CheckOutputArgs, command: &'static str) -> Result<(), UsageError> {
    let given = [
        ("--quiet", output.quiet),
        ("--trace", output.trace),
        ("--native", output.native),
        ("--show-properties", output.show_properties),
        ("--show-loops", output.show_loops),
        ("--dimacs", output.dimacs),
        ("--cbmc-output", output.cbmc_output),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(UsageError::Meaningless { option, command }),
        None => Ok(()),
    }
}

/// What programs for Windows write beyond C.
const WINDOWS_WORDS: [&str; 8] = [
    "_WIN32",
    "__int8=char",
    "__int16=short",
    "__int32=int",
    "__int64=long long",
    "__forceinline=inline",
    "__w64=",
    "__assume(condition)=__CPROVER_assume(condition)",
];

/// The language with what CBMC's options say of the machine.
fn check_language(args: &CheckCommandArgs) -> Result<Language, UsageError> {
    let mut language = language(&args.language)?;
    // An explicit --64 wins.
    if let Some(model) = args.cbmc.model.filter(|_| !args.language.lp64) {
        language.model = model;
        // The host's headers would give types of 64 bits as `long`.
        language.host_headers &= model.long_bytes == model.pointer_bytes || model == DataModel::WIN32;
        if [DataModel::WIN32, DataModel::WIN64].contains(&model) {
            let words = WINDOWS_WORDS.iter().map(|word| (*word).to_owned());
            language.defines.splice(0..0, words);
        }
    }
    language.model.char_signed &= !args.cbmc.unsigned_char;
    language.library = !args.cbmc.no_library;
    if args.cbmc.c23 {
        language.dialect.standard = frontend::Standard::C23;
    }
    Ok(language)
}

/// How the program is lowered, with what CBMC's options say of it.
fn check_lowering(args: &CheckCommandArgs) -> lower::Options {
    let mut lowering = lowering(&args.program, &args.checks);
    lowering.rounding = args.cbmc.rounding;
    lowering.ignore_assumptions = args.cbmc.no_assumptions;
    lowering.assume_assertions = args.cbmc.assert_to_assume;
    lowering.cover = args.cbmc.cover;
    lowering.cover_failed_assertions = args.cbmc.cover_failed_assertions;
    lowering.argument_depth = args.cbmc.argument_depth.unwrap_or(lowering.argument_depth);
    lowering.certain_depth = args.cbmc.certain_depth.unwrap_or(lowering.certain_depth);
    // Whatever the C library would return is one of its runs only.
    lowering.random_input = true;
    lowering.open_arguments = args.args.is_empty();
    for (on, kind) in [
        (args.cbmc.pointer_primitive, CheckKind::AskedPointer),
        (args.cbmc.signed_overflow, CheckKind::SignedOverflow),
        (args.cbmc.undefined_shift, CheckKind::UndefinedShift),
    ] {
        if on {
            lowering.checks = lowering.checks.with(kind, true);
        }
    }
    lowering
}

impl CheckOptions {
    /// The same for a command that makes no page.
    pub(crate) fn without_page(
        args: CheckCommandArgs,
        command: &'static str,
        coloured: Coloured,
    ) -> Result<CheckOptions, UsageError> {
        match args.output.html {
            Some(_) => Err(UsageError::NoPage(command)),
            None => CheckOptions::new(args, coloured),
        }
    }

    pub(crate) fn new(args: CheckCommandArgs, coloured: Coloured) -> Result<CheckOptions, UsageError> {
        if args.files.iter().filter(|name| *name == "-").count() > 1 {
            return Err(UsageError::StandardInputTwice);
        }
        let mut unwindset = std::collections::BTreeMap::new();
        for text in &args.bounds.unwindset {
            let (name, number) = loop_bound(text).ok_or_else(|| UsageError::UnwindSet(text.clone()))?;
            unwindset.insert(name, number);
        }
        let language = check_language(&args)?;
        let mut lowering = check_lowering(&args);
        let cbmc_form = match args.cbmc.interface {
            Some(interface) => Some(interface),
            None => args.output.cbmc_output.then_some(CbmcForm::Text),
        };
        let as_cbmc = cbmc_form.is_some();
        lowering.cbmc_claims = as_cbmc;
        let mut arguments = bmc::Options::default().arguments;
        arguments.extend(args.args.into_iter().map(OsString::into_encoded_bytes));
        Ok(CheckOptions {
            format: document(args.output.json, args.output.format),
            save_run: args.output.save_run,
            html: args.output.html,
            show_properties: args.output.show_properties,
            quiet: args.output.quiet,
            full: args.output.full,
            cbmc_form,
            listing: args
                .cbmc
                .listing
                .or(args.output.show_loops.then_some(Listing::Loops)),
            unwritten: args.cbmc.unwritten,
            outfile: args.cbmc.outfile,
            unwinding_failures: args.cbmc.unwinding_assertions,
            native: args.output.native,
            equation: match (args.output.dimacs, args.output.ssa || args.cbmc.ssa) {
                (true, _) => Some(EquationForm::Dimacs),
                (_, true) => Some(EquationForm::Ssa),
                _ => None,
            },
            warnings: args.output.warnings,
            style: style(args.output.color, coloured.out),
            error_style: style(args.output.color, coloured.err),
            analysis: driver::Options {
                files: args.files,
                trace: traced(
                    args.output.trace || args.cbmc.trace || (as_cbmc && args.bounds.stop_on_fail),
                    args.output.traced.trace_library,
                    // Values there are always followed by their bits.
                    args.output.traced.bits || as_cbmc,
                ),
                language,
                lowering,
                bounds: bmc::Options {
                    unwind: args.bounds.unwind,
                    unwindset,
                    unwinding_claims: !args.bounds.no_unwinding_assertions,
                    partial_loops: args.bounds.partial_loops,
                    stop_on_fail: args.bounds.stop_on_fail,
                    depth: args.bounds.depth,
                    certify: args.bounds.certify,
                    arguments,
                    effort: effort(&args.bounds, args.limits.timeout.is_some()),
                    endless_effort: endless_effort(&args.bounds, args.limits.timeout.is_some()),
                    ..bmc::Options::default()
                },
                properties: args.bounds.property.into_iter().chain(args.cbmc.claims).collect(),
                conditions: Vec::new(),
                summaries: false,
                fuzzes: !args.bounds.no_hunt,
            },
            timeout: args.limits.timeout.map(seconds).transpose()?,
            memory: memory(&args.limits.memory_limit)?,
        })
    }
}

/// `main.0:5`, or with the number of a thread before it, of which there is one; a function's own name means its
/// recursion.
fn loop_bound(text: &str) -> Option<(String, u32)> {
    let (name, number) = text.rsplit_once(':')?;
    let name = match name.split_once(':') {
        Some((thread, name)) if thread.parse::<u32>().is_ok() => name,
        _ => name,
    };
    let numbered = name
        .rsplit_once('.')
        .is_some_and(|(function, _)| !function.is_empty());
    let name = if numbered {
        name.to_owned()
    } else {
        format!("{name}.recursion")
    };
    Some((name, number.parse().ok()?)).filter(|(name, _)| name != ".recursion")
}

/// What the commands that take tests have in common.
#[derive(Debug, Clone)]
pub(crate) struct SuiteOptions {
    /// What the library is asked.
    pub(crate) analysis: driver::Options,
    /// Folders, files of vectors, and saved runs.
    pub(crate) tests: Vec<String>,
    pub(crate) vectors: Vec<String>,
    pub(crate) runs: Vec<String>,
    /// Nothing for text.
    pub(crate) format: Option<&'static Format>,
    /// Where a page goes.
    pub(crate) html: Option<String>,
    pub(crate) warnings: bool,
    pub(crate) style: Style,
    /// Of what goes to standard error.
    pub(crate) error_style: Style,
    pub(crate) timeout: Option<Duration>,
    pub(crate) memory: u64,
}

/// What `diagnose` is asked.
#[derive(Debug, Clone)]
pub(crate) struct DiagnoseOptions {
    pub(crate) suite: SuiteOptions,
    pub(crate) settings: Settings,
    /// Whether all diagnoses are listed.
    pub(crate) all: bool,
}

/// What `repair` is asked.
#[derive(Debug, Clone)]
pub(crate) struct RepairOptions {
    pub(crate) suite: SuiteOptions,
    pub(crate) ignore_space: bool,
}

/// The arguments of a command that takes tests, with the effort of one check.
struct GivenSuite {
    files: Vec<String>,
    failing: FailingRunArgs,
    json: bool,
    suite: SuiteArgs,
    effort: u64,
}

impl GivenSuite {
    fn options(self, coloured: Coloured) -> Result<SuiteOptions, UsageError> {
        let (failing, suite) = (self.failing, self.suite);
        if self.files.iter().filter(|name| *name == "-").count() > 1 {
            return Err(UsageError::StandardInputTwice);
        }
        let mut lowering = lowering(&suite.program, &suite.checks);
        // Each literal may be the one that is wrong.
        lowering.merge_literals = false;
        // A test says what the arguments are.
        lowering.open_arguments =
            failing.tests.is_empty() && failing.test_vectors.is_empty() && failing.runs.is_empty();
        let timeout = suite.limits.timeout.map(seconds).transpose()?;
        Ok(SuiteOptions {
            analysis: driver::Options {
                language: language(&suite.language)?,
                lowering,
                bounds: bmc::Options {
                    effort: timeout.is_none().then_some(self.effort * UNITS_PER_SECOND),
                    ..bmc::Options::default()
                },
                files: self.files,
                ..driver::Options::default()
            },
            tests: failing.tests,
            vectors: failing.test_vectors,
            runs: failing.runs,
            format: document(self.json, suite.format),
            html: suite.html,
            warnings: suite.warnings,
            style: style(suite.color, coloured.out),
            error_style: style(suite.color, coloured.err),
            timeout,
            memory: memory(&suite.limits.memory_limit)?,
        })
    }
}

impl DiagnoseOptions {
    pub(crate) fn new(args: DiagnoseCommandArgs, coloured: Coloured) -> Result<DiagnoseOptions, UsageError> {
        Ok(DiagnoseOptions {
            all: args.all,
            settings: Settings {
                max_faults: args.max_faults as usize,
                constant_repair: args.constant_repair,
                granularity: match args.granularity {
                    GranularityArg::Expression => Granularity::Expression,
                    GranularityArg::Statement => Granularity::Statement,
                    GranularityArg::Line => Granularity::Line,
                },
                ignore_space: args.failing.ignore_space,
                most_told: match args.json || args.suite.format.is_some() {
                    true => usize::MAX,
                    false => Settings::default().most_told,
                },
                ..Settings::default()
            },
            suite: GivenSuite {
                files: args.files,
                failing: args.failing,
                json: args.json,
                suite: args.suite,
                effort: USUAL_EFFORT,
            }
            .options(coloured)?,
        })
    }
}

impl RepairOptions {
    pub(crate) fn new(args: RepairArgs, coloured: Coloured) -> Result<RepairOptions, UsageError> {
        Ok(RepairOptions {
            ignore_space: args.failing.ignore_space,
            suite: GivenSuite {
                files: args.files,
                failing: args.failing,
                json: args.json,
                suite: args.suite,
                effort: REPAIR_EFFORT,
            }
            .options(coloured)?,
        })
    }
}

/// The same for one check of a changed program.
const REPAIR_EFFORT: u64 = 10;

pub(crate) fn metric_of(metric: &MetricArgs) -> trace::Metric {
    trace::Metric {
        inputs_only: metric.inputs_only,
        inputs_guards_only: metric.inputs_guards_only,
        input_weight: metric.input_weight,
        guard_weight: metric.guard_weight,
        past_error: metric.deltas_past_error,
        static_slice: metric.static_slice,
    }
}

/// Seconds of work, about, when nothing else says where to end.
const USUAL_EFFORT: u64 = 40;

/// The same while only loops are in the way that no bound would follow to their end.
const ENDLESS_EFFORT: u64 = 5;

/// The engine counts in microseconds, about.
const UNITS_PER_SECOND: u64 = 1_000_000;

fn endless_effort(bounds: &BoundArgs, timed: bool) -> Option<u64> {
    let usual = bounds.effort.is_none() && effort(bounds, timed).is_some();
    usual.then_some(ENDLESS_EFFORT * UNITS_PER_SECOND)
}

fn effort(bounds: &BoundArgs, timed: bool) -> Option<u64> {
    match bounds.effort {
        Some(EffortArg::Seconds(seconds)) => Some(u64::from(seconds) * UNITS_PER_SECOND),
        Some(EffortArg::Unlimited) => None,
        None if timed || bounds.unwind.is_some() || bounds.depth.is_some() => None,
        None => Some(USUAL_EFFORT * UNITS_PER_SECOND),
    }
}

/// `--json` is short for `--format json`.
fn document(json: bool, format: Option<&'static Format>) -> Option<&'static Format> {
    format.or_else(|| Format::named("json").filter(|_| json))
}

fn traced(trace: bool, library: bool, bits: bool) -> Option<TraceShown> {
    trace.then_some(TraceShown { library, bits })
}

pub(crate) fn style(color: ColorArg, coloured: bool) -> Style {
    match color {
        ColorArg::Always => Style::Coloured,
        ColorArg::Auto if coloured => Style::Coloured,
        ColorArg::Auto | ColorArg::Never => Style::Plain,
    }
}

pub(crate) fn seconds(value: f64) -> Result<Duration, UsageError> {
    Duration::try_from_secs_f64(value).map_err(|_| UsageError::Timeout(value))
}

pub(crate) fn language(language: &LanguageArgs) -> Result<Language, UsageError> {
    let dialect = Dialect::parse(&language.std).ok_or_else(|| UsageError::Dialect(language.std.clone()))?;
    let given = |text: &String| data::given(text).ok_or_else(|| UsageError::DataFile(text.clone()));
    Ok(Language {
        include_dirs: language.include_dirs.clone(),
        system_dirs: language.system_dirs.clone(),
        host_headers: !language.nostdinc,
        defines: language.defines.clone(),
        undefines: language.undefines.clone(),
        forced_includes: language.forced_includes.clone(),
        dialect,
        model: if language.ilp32 {
            DataModel::ILP32
        } else {
            DataModel::LP64
        },
        library: true,
        data_files: language.data_files.iter().map(given).collect::<Result<_, _>>()?,
        literals_name_files: false,
    })
}

pub(crate) fn lowering(program: &ProgramArgs, checks: &CheckArgs) -> lower::Options {
    let switches_given = &checks.switches;
    let checks = switches_given
        .iter()
        .fold(Checks::standard(), |checks, &(kind, on)| checks.with(kind, on));
    let asked_for = |&(kind, on): &(CheckKind, bool)| kind == CheckKind::DataRace && on;
    lower::Options {
        checks,
        races_everywhere: switches_given.iter().any(asked_for),
        function: program.function.clone(),
        missing_body: match program.missing_body {
            MissingBodyArg::Input => MissingBody::Input,
            MissingBodyArg::Fail => MissingBody::Fail,
        },
        malloc_may_fail: program.malloc_may_fail
            || (checks.has(CheckKind::AllocationFailure) && !program.no_malloc_may_fail),
        malloc_never_fails: program.no_malloc_may_fail,
        left_to_right: program.left_to_right,
        nondet_static: program.nondet_static,
        error_labels: program.error_labels.clone(),
        rounding: lower::Rounding::Nearest,
        random_input: false,
        open_arguments: false,
        merge_literals: true,
        ..lower::Options::default()
    }
}

fn limits(args: &LimitArgs) -> Result<Limits, UsageError> {
    Ok(Limits {
        timeout: args.timeout.map(seconds).transpose()?,
        memory: memory(&args.memory_limit)?,
        steps: args.max_steps,
    })
}

pub(crate) fn memory(text: &str) -> Result<u64, UsageError> {
    bytes(text).ok_or_else(|| UsageError::MemoryLimit(text.to_owned()))
}

/// `4096`, `64K`, `100M`, `2G`.
fn bytes(text: &str) -> Option<u64> {
    let text = text.trim();
    let text = text.strip_suffix(['B', 'b']).unwrap_or(text);
    let (digits, shift) = match text.chars().last()?.to_ascii_uppercase() {
        'K' => (&text[..text.len() - 1], 10),
        'M' => (&text[..text.len() - 1], 20),
        'G' => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    digits.trim().parse::<u64>().ok()?.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::checks::CHECKS;
    use crate::args::{Cli, Command, with_long_spellings};
    use clap::Parser;

    fn options(args: &[&str]) -> Result<RunOptions, UsageError> {
        let args = ["because", "run", "a.c"].iter().chain(args);
        let args = with_long_spellings(args.map(|&arg| arg.into()));
        let Command::Run(args) = Cli::try_parse_from(args).unwrap().command else {
            panic!("asked for `run`")
        };
        RunOptions::new(
            args,
            Coloured {
                out: false,
                err: false,
            },
        )
    }

    #[test]
    fn the_tables_defaults_are_the_lowerings() {
        let checks = options(&[]).unwrap().lowering.checks;
        assert_eq!(checks, Checks::standard());
        for check in CHECKS {
            for &kind in check.kinds {
                assert_eq!(Checks::standard().has(kind), check.default, "--{}", check.name);
            }
        }
    }

    #[test]
    fn checks_are_switched() {
        let checks = options(&["--no-standard-checks", "--nan-check"])
            .unwrap()
            .lowering
            .checks;
        assert!(checks.has(CheckKind::Nan) && checks.has(CheckKind::Assertion));
        assert!(!checks.has(CheckKind::ArrayBounds));
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(bytes("10"), Some(10));
        assert_eq!(bytes("64k"), Some(65536));
        assert_eq!(bytes("2GB"), Some(2 << 30));
        assert_eq!(bytes("99999999999G"), None);
        assert_eq!(bytes(""), None);
        assert_eq!(bytes("é"), None);
    }

    #[test]
    fn compilers_spellings_work() {
        let options = options(&["-std=c99", "-m32", "-include", "x.h", "-DA=1", "--", "-m32"]).unwrap();
        assert_eq!(options.language.model, DataModel::ILP32);
        assert_eq!(options.language.forced_includes, ["x.h"]);
        assert_eq!(options.language.defines, ["A=1"]);
        assert_eq!(options.args, [b"-m32"]);
    }

    #[test]
    fn wrong_values_are_usage_errors() {
        for args in [
            ["--std=c++11", "--json"],
            ["--input=x", "--json"],
            ["--timeout=-1", "--json"],
            ["--memory-limit=much", "--json"],
            ["-", "-"],
        ] {
            assert!(options(&args).is_err(), "{args:?}");
        }
    }
}
