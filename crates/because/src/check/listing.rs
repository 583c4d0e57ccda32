//! What a program consists of: its instructions, its functions, its loops.

use std::io::{self, Write};

use anyhow::Result;
use program::{Function, Lifetime, Program, TextOptions};
use report::{Exit, Place, cbmc_listed_json};
use source::{LocId, SourceMap};

use crate::args::cbmc::{CbmcOutput, Listing};

pub(super) fn list(listing: Listing, program: &Program, sources: &SourceMap) -> Result<Exit> {
    let mut out = io::stdout().lock();
    match listing {
        Listing::Program => {
            let shown = TextOptions {
                components: false,
                embedded: false,
            };
            out.write_all(program.text(sources, shown).as_bytes())?;
        }
        Listing::Functions => {
            for function in own_functions(program) {
                writeln!(out, "{}", function.name)?;
            }
        }
        Listing::Symbols => {
            let functions =
                own_functions(program).map(|function| (&function.name, function.ty, function.loc));
            let objects = program
                .variables
                .iter()
                .filter(|object| object.lifetime == Lifetime::Static && object.function.is_none());
            let objects = objects.map(|object| (&object.name, object.ty, object.loc));
            for (name, ty, loc) in functions.chain(objects) {
                if loc != LocId::NONE && !sources.is_embedded(loc) {
                    let place = Place::new(sources, loc);
                    writeln!(out, "{name}  {}  {}", program.types.display(ty), place.short())?;
                }
            }
        }
    }
    Ok(Exit::Program(0))
}

/// What the user defined.
fn own_functions(program: &Program) -> impl Iterator<Item = &Function> {
    let all = program.functions.iter().enumerate();
    all.filter(|(index, function)| !function.embedded && *index != program.entry.index())
        .map(|(_, function)| function)
}

pub(super) fn show_loops(program: &Program, sources: &SourceMap, form: Option<CbmcOutput>) -> Result<Exit> {
    let mut loops = Vec::new();
    for item in bmc::loops(program) {
        let function = program.function(item.function);
        if function.embedded {
            continue;
        }
        let place = Place::new(sources, function.body[item.head.index()].loc);
        loops.push((item.name, function.name.clone(), place));
    }
    let mut out = io::stdout().lock();
    if form == Some(CbmcOutput::Json) {
        out.write_all(cbmc_listed_json(None, &loops).as_bytes())?;
        return Ok(Exit::Program(0));
    }
    for (name, function, place) in loops {
        match (form, &place.location) {
            (Some(_), Some(at)) => {
                let (file, line) = (&at.file, at.line);
                writeln!(
                    out,
                    "Loop {name}:\n  file {file} line {line} function {function}\n"
                )?;
            }
            _ => writeln!(out, "{name}  {}", place.short())?,
        }
    }
    Ok(Exit::Program(0))
}
