//! Runs C files: `run [--plain] [--trace] [--unchecked] [--seed N] [--time] FILE… [-- ARG…]`, with standard input and output.

#[path = "../../frontend/examples/disk/mod.rs"]
mod disk;

use std::io::{Read, Write};
use std::time::Instant;

use interp::{
    Assignment, At, BytesInput, Environment, Interpreter, Limits, NoObserver, Observer, Output, RandomInputs,
    Stop,
};
use program::{Construct, ExprId};
use source::SourceMap;

struct Std;

impl Output for Std {
    fn write(&mut self, stream: i128, bytes: &[u8]) {
        let done = if stream == 2 {
            std::io::stderr().write_all(bytes)
        } else {
            std::io::stdout().write_all(bytes)
        };
        done.expect("a place to write");
    }
}

struct Trace<'a>(&'a SourceMap);

impl Observer for Trace<'_> {
    fn assigned(&mut self, at: At, assignment: &Assignment) {
        eprintln!(
            "{}: {} = {}",
            self.0.line(at.loc),
            assignment.place,
            assignment.text
        );
    }

    fn branched(&mut self, at: At, _construct: Construct, _cond: ExprId, taken: bool) {
        eprintln!("{}: branch {taken}", self.0.line(at.loc));
    }
}

/// The exit status, with what went wrong on standard error.
fn status(run: &interp::Outcome, program: &program::Program, sources: &SourceMap) -> i32 {
    match &run.stop {
        Stop::Exit(status) => (*status & 0xff) as i32,
        Stop::Abort => 134,
        stop => {
            if let Stop::ClaimFailed { claim, .. } = stop {
                let claim = program.claim(*claim);
                eprintln!(
                    "line {}: {} ({})",
                    sources.line(claim.loc),
                    claim.text,
                    claim.name
                );
            }
            eprintln!("stopped: {stop}");
            for entry in &run.stack {
                eprintln!(
                    "  in {} line {}",
                    program.function(entry.function).name,
                    sources.line(entry.loc)
                );
            }
            10
        }
    }
}

/// The program of some files; ends with 6 if there is none.
fn load(files: &[String], options: &[String]) -> (program::Program, SourceMap) {
    let mut request = disk::request_of(files);
    for option in options {
        if let Some(define) = option.strip_prefix("--define=") {
            request.defines.push(define.to_owned());
        }
        if let Some(dir) = option.strip_prefix("--include=") {
            request.system_dirs.push(dir.to_owned());
        }
    }
    let outcome = frontend::parse(&request, &disk::Disk);
    for diagnostic in outcome
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
    {
        eprintln!("{diagnostic:?}");
    }
    let Some(tree) = outcome.tree else {
        std::process::exit(6)
    };
    let mut lowering = lower::Options::default();
    if options.iter().any(|option| option == "--unchecked") {
        lowering.checks = lower::Checks::none();
    }
    match lower::lower(tree, &outcome.sources, &lowering) {
        Ok(program) => (program, outcome.sources),
        Err(diagnostics) => {
            eprintln!("{diagnostics:#?}");
            std::process::exit(6)
        }
    }
}

fn main() {
    let mut files = Vec::new();
    let mut rest = Vec::new();
    let mut options = Vec::new();
    let mut words = std::env::args().skip(1);
    let mut seed = 0;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--" => rest.extend(words.by_ref()),
            "--seed" => seed = words.next().and_then(|n| n.parse().ok()).expect("a seed"),
            _ if word.starts_with("--") => options.push(word),
            _ => files.push(word),
        }
    }
    let has = |name: &str| options.iter().any(|option| option == name);
    let start = Instant::now();
    let (program, sources) = load(&files, &options);
    let ready = start.elapsed();
    let interpreter = if has("--plain") {
        Interpreter::plain(&program, Some(&sources))
    } else {
        Interpreter::new(&program, Some(&sources))
    };
    let mut text = Vec::new();
    if !has("--no-stdin") {
        std::io::stdin().read_to_end(&mut text).expect("readable input");
    }
    let mut trace = Trace(&sources);
    let mut silent = NoObserver;
    let observer: &mut dyn Observer = if has("--trace") { &mut trace } else { &mut silent };
    let arguments = files
        .iter()
        .take(1)
        .chain(&rest)
        .map(|word| word.clone().into_bytes());
    let run = interpreter.run(Environment {
        inputs: &mut RandomInputs::new(seed),
        stdin: &mut BytesInput::new(text),
        output: &mut Std,
        observer,
        limits: Limits::default(),
        arguments: arguments.collect(),
        interrupt: None,
    });
    if has("--time") {
        let total = start.elapsed();
        eprintln!(
            "ready {:.3} s, run {:.3} s, {} steps",
            ready.as_secs_f64(),
            (total - ready).as_secs_f64(),
            run.steps
        );
    }
    let status = status(&run, &program, &sources);
    if has("--inputs") {
        for input in &run.inputs {
            eprintln!(
                "input {} = {} ({})",
                input.key(),
                input.bits as i128,
                input.kind.word()
            );
        }
    }
    std::process::exit(status);
}
