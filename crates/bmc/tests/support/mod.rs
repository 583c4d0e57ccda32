//! From C text to verdicts, and back through the interpreter.

#![allow(dead_code, unreachable_pub)]

use std::path::Path;
use std::sync::Arc;

use bmc::{Counterexample, Report};
use frontend::FileProvider;
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
    let loaded = torture::load_files(files, options, &Disk)?;
    Ok((loaded.program, loaded.sources))
}

pub fn check(program: &Program, sources: &SourceMap, options: &bmc::Options) -> Report {
    bmc::check(program, Some(sources), options, &never(), &mut |_| {})
}

/// Whether the interpreter fails at the same claim with these inputs.
pub fn replay(program: &Program, sources: &SourceMap, found: &Counterexample) -> Result<(), String> {
    torture::replays(program, sources, found).map_err(|stop| {
        let inputs = found.run.inputs.iter();
        let inputs: Vec<String> = inputs
            .map(|input| format!("{}={:x}", input.key(), input.bits))
            .collect();
        let name = &program.claim(found.claim).name;
        format!("{name}: replay ended with {stop:?}; inputs {inputs:?}")
    })
}

/// A verdict as a letter: H, B (up to the bound), F, S (unsupported) or U.
pub fn letter(claim: &bmc::ClaimVerdict) -> char {
    match claim.status {
        bmc::Status::Holds => 'H',
        bmc::Status::Fails => 'F',
        bmc::Status::HoldsUpToBound => 'B',
        bmc::Status::Unsupported => 'S',
        bmc::Status::Unknown => 'U',
    }
}
