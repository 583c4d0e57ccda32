//! From C text to verdicts, and back through the interpreter.

#![allow(dead_code, unreachable_pub)]

use std::path::Path;
use std::sync::Arc;

use bmc::{Counterexample, Report};
use frontend::{FileProvider, Input, Request};
use interp::{BytesInput, Environment, Interpreter, ListedInputs, NoObserver, NoOutput, ZeroInputs};
use program::Program;
use runs::Interrupt;
use source::SourceMap;

pub struct Disk;

impl FileProvider for Disk {
    fn read(&self, path: &Path) -> Option<Arc<[u8]>> {
        std::fs::read(path).ok().map(Arc::from)
    }
}

pub fn never() -> Interrupt {
    Arc::new(|| false)
}

/// Gives up after so many questions, to keep tests short without a clock in the crate.
pub fn within(time: std::time::Duration) -> Interrupt {
    let end = std::time::Instant::now() + time;
    Arc::new(move || std::time::Instant::now() >= end)
}

pub fn program(name: &str, text: &[u8], options: &lower::Options) -> Result<(Program, SourceMap), String> {
    programs(&[(name, text)], options)
}

pub fn programs(files: &[(&str, &[u8])], options: &lower::Options) -> Result<(Program, SourceMap), String> {
    let system_dirs = [
        "/usr/local/include",
        "/usr/include/x86_64-linux-gnu",
        "/usr/include",
    ];
    let request = Request {
        inputs: files
            .iter()
            .map(|(name, text)| Input::new((*name).to_owned(), *text))
            .collect(),
        system_dirs: system_dirs.map(str::to_owned).to_vec(),
        ..Request::default()
    };
    let outcome = frontend::parse(&request, &Disk);
    let Some(tree) = outcome.tree else {
        return Err(format!("{:?}", outcome.diagnostics));
    };
    let program = lower::lower(tree, &outcome.sources, options).map_err(|errors| format!("{errors:?}"))?;
    Ok((program, outcome.sources))
}

pub fn check(program: &Program, sources: &SourceMap, options: &bmc::Options) -> Report {
    bmc::check(program, Some(sources), options, &never(), &mut |_| {})
}

/// Whether the interpreter fails at the same claim with these inputs.
pub fn replay(program: &Program, sources: &SourceMap, found: &Counterexample) -> Result<(), String> {
    let listed = found.run.keyed();
    let text = found.run.stdin(program);
    let outcome = Interpreter::new(program, Some(sources)).run(Environment {
        inputs: &mut ListedInputs::new(listed, ZeroInputs),
        stdin: &mut BytesInput::new(text),
        output: &mut NoOutput,
        observer: &mut NoObserver,
        limits: interp::Limits {
            steps: 50_000_000,
            ..interp::Limits::default()
        },
        arguments: vec![b"program".to_vec()],
        interrupt: None,
    });
    match &outcome.stop {
        interp::Stop::ClaimFailed { claim, .. } if *claim == found.claim => Ok(()),
        other => Err(format!(
            "{}: replay ended with {other:?}; inputs {:?}",
            program.claim(found.claim).name,
            found
                .run
                .inputs
                .iter()
                .map(|input| format!("{}#{}={:x}", input.name, input.occurrence, input.bits))
                .collect::<Vec<_>>()
        )),
    }
}
