//! What the commands that take tests are asked: `diagnose` and `repair`.

use std::time::Duration;

use localize::{Granularity, Settings};
use report::{Format, Style};

use super::{UsageError, document, language, lowering, memory, seconds, style};
use crate::args::{DiagnoseCommandArgs, FailingRunArgs, GranularityArg, RepairArgs, SuiteArgs};
use crate::color::Coloured;

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
    /// In the units of the engine.
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
                    effort: timeout.is_none().then_some(self.effort),
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
            warnings: suite.messages.warnings,
            style: style(suite.messages.color, coloured.out),
            error_style: style(suite.messages.color, coloured.err),
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
                effort: budgets::driver::USUAL_EFFORT.get(),
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
                effort: budgets::driver::REPAIR_EFFORT.get(),
            }
            .options(coloured)?,
        })
    }
}
