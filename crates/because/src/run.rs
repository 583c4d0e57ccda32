//! The command `run`: load, execute, report.

pub(crate) mod ending;
pub(crate) mod rounds;
pub(crate) mod stopper;
mod streams;
mod supply;
pub(crate) mod trace;

use std::io::{self, Write};

use anyhow::{Context, Result};
use interp::{ByteSource, BytesInput, CapturedOutput, Environment, Interpreter};
use program::{Program, TextOptions};
use report::{ReplayedRun, RunJson, RunReport, replay_text, run_text};

use crate::data;
use crate::exit::Exit;
use crate::files;
use crate::load::{self, Loaded};
use crate::memory;
use crate::options::{Language, RunOptions, Shown};
use crate::replay;
use crate::saved;
use ending::Told;
use stopper::{Cause, Stopper};
use streams::{HostStdin, HostStreams, ProgramOutput};
use supply::Supply;
use trace::{Sink, Tracer};

pub(crate) fn run(options: &RunOptions) -> Result<Exit> {
    // The limit is about the program's objects. The tool may take as much again for what goes with them.
    memory::set_ceiling(options.limits.memory.saturating_mul(2));
    let mut inputs = options.inputs.clone();
    if let Some(name) = &options.inputs_file {
        // What was given one by one wins over the file.
        let text = files::read_input(name)?;
        inputs
            .add_file(&String::from_utf8_lossy(&text))
            .with_context(|| name.clone())?;
        inputs.values.extend(options.inputs.values.clone());
    }
    // A saved run has its files with it.
    let language = match options.replayed {
        Some(_) => options.language.clone(),
        None => data::with_arguments(&options.language, &options.args, &[]),
    };
    let loaded = load::load(&options.files, &language, &options.lowering);
    if options.warnings {
        loaded.show(&loaded.warnings, options.style)?;
    }
    let program = match &loaded.program {
        Ok(program) => program,
        Err(errors) => {
            let json = matches!(options.shown, Shown::Json { .. });
            return loaded.unusable(errors, json, options.style);
        }
    };
    match options.shown {
        Shown::Program { components, library } => {
            let embedded = library;
            let text = program.text(&loaded.sources, TextOptions { components, embedded });
            io::stdout().lock().write_all(text.as_bytes())?;
            Ok(Exit::Program(0))
        }
        Shown::Output { .. } | Shown::Json { .. } => {
            let stdin = inputs.stdin.take();
            let supply = Supply::new(inputs, options.seed);
            execute(options, &loaded, program, stdin, supply)
        }
    }
}

fn execute(
    options: &RunOptions,
    loaded: &Loaded,
    program: &Program,
    stdin: Option<Vec<u8>>,
    mut supply: Supply,
) -> Result<Exit> {
    let sources = &loaded.sources;
    let stopper = Stopper::install()?;
    let streams = HostStreams::new(stopper.clone());
    let (trace, json) = match options.shown {
        Shown::Json { trace } => (trace, true),
        Shown::Output { trace } => (trace, false),
        Shown::Program { .. } => (None, false),
    };
    let mut output = if json {
        ProgramOutput::Captured(CapturedOutput::default())
    } else {
        ProgramOutput::Host(streams.clone())
    };
    let mut document = if json {
        Some(RunJson::start(StreamWriter(streams.clone()), trace.is_some())?)
    } else {
        None
    };
    let sink = match (trace.is_some(), document.take()) {
        (true, Some(document)) => Sink::Json(document),
        (true, None) => Sink::Text(streams.clone()),
        (false, other) => {
            document = other;
            Sink::None
        }
    };
    let mut tracer = Tracer::new(program, sources, trace.unwrap_or_default(), sink);
    let mut stdin: Box<dyn ByteSource> = match stdin {
        Some(bytes) => Box::new(BytesInput::new(bytes)),
        // The C text has used it up.
        None if options.files.iter().any(|name| name == "-") => Box::new(BytesInput::default()),
        None => Box::new(HostStdin::new(streams.clone())),
    };
    let guard = options.limits.timeout.map(|time| stopper.after(time));
    let name = options.program_name.clone();
    let mut args = vec![name.unwrap_or_else(|| program_name(&options.files))];
    args.extend(options.args.iter().cloned());
    let outcome = Interpreter::new(program, Some(sources)).run(Environment {
        inputs: &mut supply,
        stdin: &mut *stdin,
        output: &mut output,
        observer: &mut tracer,
        limits: interp::Limits {
            memory: options.limits.memory,
            steps: options.limits.steps.unwrap_or(u64::MAX),
            ..interp::Limits::default()
        },
        arguments: args.clone(),
        interrupt: Some(stopper.flag()),
    });
    drop(guard);
    if stopper.cause() == Cause::Output {
        streams.finish().context("cannot write the output")?;
    }
    let told = Told {
        program,
        sources,
        outcome: &outcome,
        cause: stopper.cause(),
    };
    let (ending, mut exit) = told.ending();
    let captured = match output {
        ProgramOutput::Captured(captured) => Some(captured),
        ProgramOutput::Host(_) => None,
    };
    let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    let mut report = RunReport {
        files: options.files.clone(),
        ending,
        steps: outcome.steps,
        inputs: told.inputs(),
        missing_functions: told.missing_functions(),
        stdout: captured.as_ref().map(|captured| text(&captured.stdout)),
        stderr: captured.as_ref().map(|captured| text(&captured.stderr)),
        exit_code: exit.code(),
    };
    if let Sink::Json(trace) = tracer.sink {
        document = Some(trace);
    }
    let replayed = options.replayed.as_ref().map(|saved| {
        let now = saved::user_sources(sources, &options.language);
        let (compared, its_exit) = replay::compare(saved, program, &now, &report);
        exit = its_exit;
        report.exit_code = exit.code();
        compared
    });
    match (document, &replayed) {
        (Some(document), None) => document.finish(&report)?,
        (Some(document), Some(replay)) => document.finish(&ReplayedRun { run: &report, replay })?,
        (None, _) => {
            streams.stderr(run_text(&report, sources, options.style).as_bytes());
            for name in supply.unused() {
                streams.stderr(format!("note: the program asked for no input {name}\n").as_bytes());
            }
            if let Some(replay) = &replayed {
                streams.stderr(replay_text(replay).as_bytes());
            }
        }
    }
    streams.finish().context("cannot write the output")?;
    if let Some(name) = &options.save_run {
        let run = saved::saved_run(
            program,
            sources,
            &Language {
                data_files: loaded.data_files.clone(),
                ..options.language.clone()
            },
            &options.lowering,
            &args,
            &report,
        );
        saved::write(name, &run)?;
    }
    Ok(exit)
}

/// `argv[0]`: the first file without its extension, as a compiled program might be called.
fn program_name(files: &[String]) -> Vec<u8> {
    let first = files.first().map_or("a.out", String::as_str);
    let name = first.strip_suffix(".c").or_else(|| first.strip_suffix(".i"));
    name.unwrap_or(first).as_bytes().to_vec()
}

/// Writes to the shared streams, which remember their errors.
#[derive(Debug)]
struct StreamWriter(HostStreams);

impl Write for StreamWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.stdout(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
