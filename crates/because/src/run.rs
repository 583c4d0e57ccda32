//! The command `run`: load, execute, report.

mod schedule;
pub(crate) mod stopper;
mod streams;

use std::io::{self, Write};

use anyhow::{Context, Result};
use driver::{ExecutedRun, KnownRun, Language, Session, StopCause, Supply, Tracer};
use interp::{ByteSource, BytesInput, CapturedOutput, Environment, Interpreter};
use program::TextOptions;
use report::{
    Exit, HtmlSubject, Note, ReplayReport, ReplayedRun, RunJson, RunReport, TraceStep, replay_text, run_text,
    trace_line,
};

use crate::data;
use crate::files;
use crate::html::Html;
use crate::load;
use crate::memory;
use crate::options::{RunOptions, Shown};
use stopper::Stopper;
use streams::{HostStdin, HostStreams, ProgramOutput};

pub(crate) fn run(options: &RunOptions) -> Result<Exit> {
    // The limit is about the program's objects. The tool may take as much again for what goes with them.
    memory::set_ceiling(options.limits.memory.saturating_mul(2));
    let page = Html::prepare(options.html.as_deref())?;
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
    let analysis = driver::Options {
        files: options.files.clone(),
        language,
        lowering: options.lowering.clone(),
        ..driver::Options::default()
    };
    let shown = load::Shown {
        warnings: options.warnings,
        json: matches!(options.shown, Shown::Json { .. }),
        style: options.style,
    };
    let stopper = Stopper::install()?;
    let session = match load::open(analysis, stopper.predicate(), shown)? {
        Ok(session) => session,
        Err(exit) => return Ok(exit),
    };
    match options.shown {
        Shown::Program { components, library } => {
            let embedded = library;
            let shown = TextOptions { components, embedded };
            let text = session.program.text(&session.sources, shown);
            io::stdout().lock().write_all(text.as_bytes())?;
            Ok(Exit::Program(0))
        }
        Shown::Output { .. } | Shown::Json { .. } => {
            let stdin = inputs.stdin.take();
            let mut supply = Supply::new(inputs, options.seed, schedule::policy(options)?);
            if options
                .replayed
                .as_ref()
                .is_some_and(report::SavedRun::fails_behind_races)
            {
                supply = supply.behind_races();
            }
            Execution {
                options,
                session: &session,
                streams: HostStreams::new(stopper.clone()),
                stopper,
                page,
            }
            .run(stdin, supply)
        }
    }
}

/// One execution of the program, with the host's streams.
struct Execution<'e> {
    options: &'e RunOptions,
    session: &'e Session<'e>,
    stopper: Stopper,
    streams: HostStreams,
    page: Option<Html>,
}

impl Execution<'_> {
    fn run(&self, stdin: Option<Vec<u8>>, mut supply: Supply) -> Result<Exit> {
        let Session { program, sources, .. } = self.session;
        let (trace, json) = match self.options.shown {
            Shown::Json { trace } => (trace, true),
            Shown::Output { trace } => (trace, false),
            Shown::Program { .. } => (None, false),
        };
        let mut output = match json {
            true => ProgramOutput::Captured(CapturedOutput::default()),
            false => ProgramOutput::Host(self.streams.clone()),
        };
        let mut document = match json {
            true => Some(RunJson::start(
                StreamWriter(self.streams.clone()),
                trace.is_some(),
            )?),
            false => None,
        };
        let mut sink = |step: TraceStep| match &mut document {
            // The document goes to the streams, which remember their errors.
            Some(document) => drop(document.step(&step)),
            None => self.streams.stderr(format!("{}\n", trace_line(&step)).as_bytes()),
        };
        let mut tracer = Tracer::new(
            program,
            sources,
            trace.unwrap_or_default(),
            trace.is_some().then_some(&mut sink),
        );
        let guard = self.options.limits.timeout.map(|time| self.stopper.after(time));
        let arguments = self.arguments();
        let outcome = Interpreter::new(program, Some(sources)).run(Environment {
            inputs: &mut supply,
            stdin: &mut *self.stdin(stdin),
            output: &mut output,
            observer: &mut tracer,
            limits: interp::Limits {
                memory: self.options.limits.memory,
                steps: self.options.limits.steps.unwrap_or(u64::MAX),
                ..interp::Limits::default()
            },
            arguments: arguments.clone(),
            interrupt: Some(self.stopper.flag()),
        });
        drop(guard);
        if self.stopper.cause() == StopCause::Output {
            self.streams.finish().context("cannot write the output")?;
        }
        let told = ExecutedRun {
            program,
            sources,
            outcome: &outcome,
            cause: self.stopper.cause(),
        };
        let (ending, exit) = told.ending();
        let captured = match output {
            ProgramOutput::Captured(captured) => Some(captured),
            ProgramOutput::Host(_) => None,
        };
        let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
        let report = RunReport {
            files: self.options.files.clone(),
            ending,
            steps: outcome.steps,
            inputs: told.inputs(),
            schedule: driver::schedule_of(&outcome),
            missing_functions: told.missing_functions(),
            stdout: captured.as_ref().map(|captured| text(&captured.stdout)),
            stderr: captured.as_ref().map(|captured| text(&captured.stderr)),
            exit_code: exit.code(),
        };
        self.finish(report, exit, document, &supply, &arguments)
    }

    /// Prints and saves what the run did.
    fn finish(
        &self,
        mut report: RunReport,
        mut exit: Exit,
        document: Option<RunJson<StreamWriter>>,
        supply: &Supply,
        arguments: &[Vec<u8>],
    ) -> Result<Exit> {
        let (streams, Session { sources, .. }) = (&self.streams, self.session);
        let replayed = self.replayed(&report);
        if let Some((_, its_exit)) = &replayed {
            exit = *its_exit;
            report.exit_code = exit.code();
        }
        let replayed = replayed.map(|(compared, _)| compared);
        match (document, &replayed) {
            (Some(document), None) => document.finish(&report)?,
            (Some(document), Some(replay)) => {
                document.finish(&ReplayedRun { run: &report, replay })?;
            }
            (None, _) => {
                streams.stderr(run_text(&report, sources, self.options.style).as_bytes());
                for name in supply.unused() {
                    streams.stderr(format!("{}\n", Note::UnusedInput(name)).as_bytes());
                }
                if let Some(replay) = &replayed {
                    streams.stderr(replay_text(replay).as_bytes());
                }
            }
        }
        streams.finish().context("cannot write the output")?;
        if let Some(name) = &self.options.save_run {
            self.save(name, arguments, &report)?;
        }
        if let Some(page) = &self.page {
            let run = KnownRun::reported(&report, arguments);
            let subject = HtmlSubject::Run(&report, replayed.as_ref());
            page.write(self.session, subject, Some(&run), None)?;
        }
        Ok(exit)
    }

    fn arguments(&self) -> Vec<Vec<u8>> {
        let name = self.options.program_name.clone();
        let mut all = vec![name.unwrap_or_else(|| program_name(&self.options.files))];
        all.extend(self.options.args.iter().cloned());
        all
    }

    fn stdin(&self, given: Option<Vec<u8>>) -> Box<dyn ByteSource> {
        match given {
            Some(bytes) => Box::new(BytesInput::new(bytes)),
            // The C text has used it up.
            None if self.options.files.iter().any(|name| name == "-") => Box::new(BytesInput::default()),
            None => Box::new(HostStdin::new(self.streams.clone())),
        }
    }

    /// The comparison with the saved run that is repeated here.
    fn replayed(&self, report: &RunReport) -> Option<(ReplayReport, Exit)> {
        let saved = self.options.replayed.as_ref()?;
        let Session { program, sources, .. } = self.session;
        let now = driver::user_sources(sources, &self.options.language, files::host());
        Some(driver::compare(saved, program, &now, report))
    }

    fn save(&self, name: &str, arguments: &[Vec<u8>], report: &RunReport) -> Result<()> {
        let language = Language {
            data_files: self.session.data_files.clone(),
            ..self.options.language.clone()
        };
        let run = driver::saved_run(
            &self.session.program,
            &self.session.sources,
            &language,
            &self.options.lowering,
            arguments,
            report,
            files::host(),
        );
        files::write_saved_run(name, &run)
    }
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
