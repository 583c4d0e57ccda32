//! What several commands take: the language, the program that is analysed, limits.

use clap::{Args, ValueEnum};

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

/// What is written to standard error.
#[derive(Debug, Args)]
pub(crate) struct MessageArgs {
    /// Show the warnings of the C front end on standard error.
    #[arg(long, help_heading = "Output")]
    pub(crate) warnings: bool,

    /// When to colour messages.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorArg::Auto, help_heading = "Output")]
    pub(crate) color: ColorArg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    Auto,
    Always,
    Never,
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

    /// Take -I, -D, -U and the dialect of the C files from the compile_commands.json of a build.
    #[arg(long = "compile-commands", value_name = "FILE")]
    pub(crate) compile_commands: Option<String>,

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

    /// Evaluate arguments from left to right; unless this is given, from right to left as GCC does.
    #[arg(long)]
    pub(crate) left_to_right: bool,

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MissingBodyArg {
    /// Its result is an input.
    Input,
    /// Calling it is an error.
    Fail,
}

/// A form of documents by its name.
pub(super) fn form(name: &str) -> Result<&'static report::Format, String> {
    report::Format::named(name).ok_or_else(|| {
        let known: Vec<&str> = report::FORMATS.iter().map(|format| format.name).collect();
        format!("the forms are {}", known.join(" and "))
    })
}
