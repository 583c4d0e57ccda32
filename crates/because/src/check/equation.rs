//! `--ssa` and `--dimacs`: the question itself instead of its answer.

use std::io::{self, Write};

use anyhow::{Context, Result};
use program::Program;
use source::SourceMap;

use super::obstacle_text;
use crate::exit::Exit;
use crate::options::CheckOptions;

/// Prints the equation at the given bound; a note on standard error says where runs are cut.
pub(super) fn show(
    options: &CheckOptions,
    program: &Program,
    sources: &SourceMap,
    bounds: &bmc::Options,
    stop: &runs::Interrupt,
) -> Result<Exit> {
    let (mut equation, stopped) = bmc::unwind_program(program, Some(sources), bounds, stop);
    if stopped {
        writeln!(io::stderr(), "error: stopped before everything was unwound")?;
        return Ok(Exit::Undetermined);
    }
    let wanted = bounds.claims.as_deref();
    let text = if options.dimacs {
        bmc::dimacs(program, Some(sources), &mut equation, wanted)
    } else {
        bmc::Ssa::new(program, &equation, Some(sources)).text(wanted)
    };
    match options.outfile.as_deref().filter(|name| *name != "-") {
        Some(name) => std::fs::write(name, text).with_context(|| format!("cannot write {name}"))?,
        None => io::stdout().lock().write_all(text.as_bytes())?,
    }
    let mut notes: Vec<String> = Vec::new();
    for cut in &equation.cuts {
        let note = format!("note: {}", obstacle_text(program, &cut.reason));
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    for note in notes {
        writeln!(io::stderr(), "{note}")?;
    }
    Ok(Exit::Program(0))
}
