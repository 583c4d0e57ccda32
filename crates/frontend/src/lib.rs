//! C text to one typed, linked tree.
//!
//! [`parse`] takes the texts and options of a [`Request`] and gives an [`Outcome`]: the files with all places
//! in them, the diagnostics, and, if there was no error, the [`tree::Tree`] of the whole program. It reads no
//! file by itself: headers come from the caller's [`FileProvider`].
//!
//! The work is done by a library that only this crate names (docs/adr/0001-c-front-end.md). What this crate
//! adds, one file each: exact places through macros (`places`, `traces`, `written`), names that work without a
//! declaration (`known`), a bound on nesting (`guard`), conversion to our tree (`convert`), linking
//! (`link`, `prelinked`), places behind the line markers of preprocessed text (`markers`), the embedded library models
//! (`library`), and lines with their macros unfolded (`unfolded`).

mod cimple;
mod convert;
mod data;
mod dump;
mod elided;
mod files;
mod generic;
mod guard;
mod harness;
mod isolate;
mod known;
mod library;
mod link;
mod markers;
mod old_style;
mod operands;
mod places;
mod prelinked;
mod qualifiers;
mod request;
mod tags;
mod traces;
pub mod tree;
mod unfolded;
mod uninterpreted;
mod unit;
mod written;

pub use dump::{describe, dump};
pub use files::{FileProvider, MemoryFiles};
pub use guard::MAX_DEPTH;
pub use library::{Models, has_model, starts_threads};
pub use prelinked::Prelinked;
pub use request::{DataFile, Dialect, Input, Request, Standard};
pub use unfolded::{UnfoldedLine, unfolded};

use source::{Diagnostic, LocId, Severity, SourceMap};

use files::Overlay;
use link::Linker;
use places::UnitPlaces;
use unit::{Settings, Unit};

/// What a translation gives.
#[derive(Debug)]
pub struct Outcome {
    pub sources: SourceMap,
    /// In the order they were found; the tree is absent if one of them is an error.
    pub diagnostics: Vec<Diagnostic>,
    pub tree: Option<tree::Tree>,
    /// The files that the program may open and that were asked about, where it opens any.
    pub data_files: Vec<DataFile>,
    /// The library models that it needs.
    pub models: Models,
}

/// Translates and links the inputs.
#[must_use]
pub fn parse(request: &Request, files: &dyn FileProvider) -> Outcome {
    parse_onto(&Prelinked::nothing(request), request, files)
}

/// The same for a text that needs nearly the models that are linked already: these are translated once for all such
/// texts. The request must have the data model that they were linked for.
#[must_use]
pub fn parse_onto(prelinked: &Prelinked, request: &Request, files: &dyn FileProvider) -> Outcome {
    match isolate::run(|| translate(prelinked, request, files)) {
        Ok(outcome) => outcome,
        Err(reason) => Outcome {
            sources: SourceMap::new(),
            diagnostics: vec![
                Diagnostic::error(
                    LocId::NONE,
                    format!("internal failure of the C front end: {reason}"),
                )
                .with_note("this is a defect of the tool, not of the program"),
            ],
            tree: None,
            data_files: Vec::new(),
            models: Models::default(),
        },
    }
}

fn translate(prelinked: &Prelinked, request: &Request, files: &dyn FileProvider) -> Outcome {
    let overlay = Overlay { files };
    let (mut linker, mut models) = prelinked.start();
    // The inputs come before all headers, whether or not anything in them has a place.
    for input in &request.inputs {
        linker.places.file(&input.name, &input.text, false);
    }
    let settings = Settings::new(request);
    let literals = linker.tree.strings.len();
    for input in &request.inputs {
        let mut unit = Unit::new(&settings, &overlay, input);
        report(&mut linker, &mut unit, false);
        if unit.ok {
            convert::convert(&mut linker, &mut unit, false);
        }
    }
    let data_files = match request.link_models && !linker.failed() {
        // The models' own words name no files.
        true => library::link(&mut linker, request, &overlay, literals, &mut models),
        false => Vec::new(),
    };
    linker.finish();
    let failed = linker.failed();
    Outcome {
        sources: linker.places.sources,
        diagnostics: linker.diagnostics,
        tree: (!failed).then_some(linker.tree),
        data_files,
        models,
    }
}

/// Hands on what the library said about a unit, without warnings about headers that are not the user's or
/// that a compiler gives only when asked.
fn report(linker: &mut Linker, unit: &mut Unit, embedded: bool) {
    let early = std::mem::take(&mut unit.early);
    let mut late = unit.late.clone();
    let usual = rucc_diag::Named::default();
    late.retain(|diagnostic| !usual.silenced(diagnostic));
    if early.is_empty() && late.is_empty() {
        return;
    }
    let (mut places, ..) = UnitPlaces::new(unit, embedded);
    for diagnostic in early {
        let quiet = !diagnostic.0.severity.is_fatal() && places.is_system_file(diagnostic.0.span);
        if !quiet {
            let found = diagnostic_of(&diagnostic.0, |span| places.file_place(&mut linker.places, span));
            linker.report(found);
        }
    }
    for diagnostic in &late {
        let quiet = !diagnostic.severity.is_fatal() && (embedded || places.is_system(diagnostic.span));
        if !quiet {
            let found = diagnostic_of(diagnostic, |span| places.node(&mut linker.places, span));
            linker.report(found);
        }
    }
}

fn diagnostic_of(
    from: &rucc_diag::Diagnostic,
    mut place: impl FnMut(rucc_diag::Span) -> LocId,
) -> Diagnostic {
    let severity = match from.severity {
        rucc_diag::Severity::Note | rucc_diag::Severity::Help => Severity::Note,
        rucc_diag::Severity::Warning => Severity::Warning,
        rucc_diag::Severity::Error | rucc_diag::Severity::Ice => Severity::Error,
    };
    let mut made = Diagnostic::new(severity, place(from.span), printable(&from.message));
    for child in &from.children {
        let loc = place(child.span);
        if loc == LocId::NONE {
            made = made.with_note(printable(&child.message));
        } else {
            made = made.with_label(loc, searched(&printable(&child.message)));
        }
    }
    made
}

/// Where a header was looked for: the folders of the tool's own headers are none that a user could put one into.
fn searched(message: &str) -> String {
    let Some(folders) = message.strip_prefix("searched: ") else {
        return message.to_owned();
    };
    let own = |folder: &&str| !matches!(*folder, "<because>" | "<builtin>");
    let folders = folders.split(", ").filter(own);
    let folders: Vec<&str> = folders
        .map(|folder| match folder.is_empty() {
            true => "the folder of the file",
            false => folder,
        })
        .collect();
    format!("searched: {}", folders.join(", "))
}

/// A message may quote the source, which may hold anything.
fn printable(message: &str) -> String {
    if !message.contains(char::is_control) {
        return message.to_owned();
    }
    message
        .chars()
        .map(|c| {
            if c.is_control() {
                c.escape_default().to_string()
            } else {
                c.to_string()
            }
        })
        .collect()
}
