//! What the user asked for, checked: every value has its type and its range. Nothing has been opened yet.

mod check;
mod effort;
mod explain;
mod run;
mod suite;

use std::time::Duration;

use ctype::DataModel;
use driver::{InputError, Language, TraceShown};
use frontend::Dialect;
use lower::{Checks, MissingBody};
use program::CheckKind;
use report::{Format, Style};

use crate::args::checks::CheckArgs;
use crate::args::{ColorArg, LanguageArgs, LimitArgs, MissingBodyArg, ProgramArgs};
use crate::data;

pub(crate) use check::CheckOptions;
pub(crate) use explain::{ExplainOptions, metric_of};
pub(crate) use run::{Limits, ReplayOptions, RunOptions};
pub(crate) use suite::{DiagnoseOptions, RepairOptions, SuiteOptions};

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
    use crate::color::Coloured;
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
