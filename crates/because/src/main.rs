//! `because`: tells a C programmer why a program fails.
//!
//! This crate is the command line, and the only place where files, the clock, signals and the environment are
//! touched. A command goes three steps: the arguments as typed ([`args`]), checked ([`options`]), and then
//! carried out ([`run`]).

mod args;
mod causes;
mod check;
mod color;
mod compile_commands;
mod data;
mod diagnose;
mod explain;
mod files;
mod focus;
mod html;
mod load;
mod memory;
mod minimize;
mod native;
mod options;
mod progress;
mod replay;
mod run;
mod subject;
mod suite;
mod variations;
mod why;

use std::io::{self, Write};
use std::panic;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};

use args::{Cli, Command};
use options::{CheckOptions, DiagnoseOptions, ExplainOptions, RepairOptions, ReplayOptions, RunOptions};
use report::Exit;

#[global_allocator]
static ALLOCATOR: memory::Counted = memory::Counted;

fn main() -> ExitCode {
    panic::set_hook(Box::new(|info| {
        let mut err = io::stderr().lock();
        let _ = writeln!(err, "because: internal error: {info}");
        let _ = writeln!(
            err,
            "this is a bug in because, not in your program; please report it with the input that led here"
        );
    }));
    let exit = panic::catch_unwind(command).unwrap_or(Exit::Internal);
    progress::hide();
    ExitCode::from(exit.code())
}

fn command() -> Exit {
    let words = args::with_default_command(args::with_long_spellings(args::without_compiler_options(
        std::env::args_os(),
    )));
    let words = match compile_commands::with_flags_of_build(words) {
        Ok(words) => words,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error:#}");
            return Exit::UnusableInput;
        }
    };
    let read = args::with_short_help(Cli::command()).try_get_matches_from(words);
    let cli = match read.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            return match error.print() {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::BrokenPipe,
                _ if asked => Exit::Program(0),
                _ => Exit::Usage,
            };
        }
    };
    for setting in &cli.budgets {
        if let Err(error) = budgets::set(setting) {
            eprintln!("error: --set {error}");
            return Exit::Usage;
        }
    }
    let coloured = color::Coloured::detect();
    let done = match cli.command {
        Command::Run(args) => RunOptions::new(args, coloured).map(|options| run::run(&options)),
        Command::Replay(args) => ReplayOptions::new(args, coloured).map(|options| replay::replay(&options)),
        Command::Explain(args) => {
            ExplainOptions::new(args, false, coloured).map(|options| explain::explain(&options))
        }
        Command::Why(args) => why::Options::new(args, coloured).map(|options| why::why(&options)),
        Command::Answer(args) => {
            ExplainOptions::new(args, true, coloured).map(|options| explain::explain(&options))
        }
        Command::Causes(args) => causes::Options::new(args, coloured).map(|options| causes::causes(&options)),
        Command::Focus(args) => focus::Options::new(args, coloured).map(|options| focus::focus(&options)),
        Command::Variations(args) => {
            variations::Options::new(args, coloured).map(|options| variations::variations(&options))
        }
        Command::Minimize(args) => {
            minimize::Options::new(args, coloured).map(|options| minimize::minimize(&options))
        }
        Command::Check(args) => CheckOptions::new(args, coloured).map(|options| check::check(&options)),
        Command::Repair(args) => RepairOptions::new(args, coloured).map(|options| diagnose::repair(&options)),
        Command::Diagnose(args) => {
            DiagnoseOptions::new(args, coloured).map(|options| diagnose::diagnose(&options))
        }
    };
    progress::hide();
    match done {
        Ok(Ok(exit)) => exit,
        Ok(Err(error)) if is_broken_pipe(&error) => Exit::BrokenPipe,
        Ok(Err(error)) => {
            let _ = writeln!(io::stderr(), "error: {error:#}");
            Exit::UnusableInput
        }
        Err(error) => {
            eprintln!("error: {error}\n\nFor more information, try '--help'.");
            Exit::Usage
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kinds = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    kinds
        .into_iter()
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
