//! `--ssa` and `--dimacs`: the question itself instead of its answer.

use std::io::{self, Write};

use anyhow::{Context, Result};
use driver::Session;
use report::Exit;

use crate::options::CheckOptions;

/// Prints the equation at the given bound; a note on standard error says where runs are cut.
pub(super) fn show(options: &CheckOptions, session: &Session<'_>) -> Result<Exit> {
    let Session {
        program,
        sources,
        stop,
        ..
    } = session;
    let bounds = &session.options.bounds;
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
        let note = format!("note: {}", driver::cut(program, &cut.reason));
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    for note in notes {
        writeln!(io::stderr(), "{note}")?;
    }
    Ok(Exit::Program(0))
}
