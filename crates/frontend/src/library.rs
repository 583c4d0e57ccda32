//! The embedded library models: C definitions of library functions, translated by the same front end, so
//! that every engine sees them as part of the program.
//!
//! When all of the user's files are linked, every function that is referred to and has no body is looked up
//! here by name. If a model defines it, that model's file is translated as a unit of its own (it sees no
//! host header, only `because_model.h`) and linked; what it refers to in turn is looked up the same way.
//! A definition of the user's always wins, and the static names of a model are the model's own.
//!
//! To add a model: write `models/NAME.c`, add it to [`MODELS`]. Which functions a file defines is read off
//! its text, by one rule that the tests check: the declarator of a definition with external linkage starts
//! in the first column and its name is followed at once by a parenthesis.

use std::collections::{BTreeMap, HashSet};
use std::sync::OnceLock;

use crate::convert;
use crate::files::Overlay;
use crate::link::Linker;
use crate::request::{Input, Request};
use crate::unit::{Settings, Unit};

/// `(name, text)` of each model file.
const MODELS: &[(&str, &str)] = &[("string.c", include_str!("../models/string.c"))];

/// Which model file defines a function.
fn table() -> &'static BTreeMap<&'static str, usize> {
    static TABLE: OnceLock<BTreeMap<&'static str, usize>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = BTreeMap::new();
        for (index, (_, text)) in MODELS.iter().enumerate() {
            for name in definitions(text) {
                table.entry(name).or_insert(index);
            }
        }
        table
    })
}

/// The names that a model's text defines with external linkage.
fn definitions(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter_map(|line| {
        let first = line.bytes().next()?;
        let declares = first.is_ascii_alphabetic() || first == b'_';
        if !declares || line.starts_with("static ") || line.starts_with("typedef ") || line.ends_with(';') {
            return None;
        }
        let (head, _) = line.split_once('(')?;
        let start = head
            .rfind(|at: char| !at.is_ascii_alphanumeric() && at != '_')
            .map_or(0, |at| at + 1);
        let name = &head[start..];
        (start > 0 && !name.is_empty()).then_some(name)
    })
}

/// Whether a model defines this function.
#[must_use]
pub fn has_model(name: &str) -> bool {
    table().contains_key(name)
}

/// Defines the library functions that the program refers to and does not define.
pub(crate) fn link(linker: &mut Linker, request: &Request, overlay: &Overlay<'_>) {
    let mut settings = None;
    let mut linked = HashSet::new();
    loop {
        // One file may bring the need for another; the order is that of the functions, so it is fixed.
        let wanted = linker
            .without_body()
            .into_iter()
            .filter_map(|name| table().get(name.as_str()).copied())
            .find(|model| linked.insert(*model));
        let Some(model) = wanted else { return };
        let settings = settings.get_or_insert_with(|| Settings::for_models(request));
        let (name, text) = MODELS[model];
        let mut unit = Unit::new(settings, overlay, &Input::new(format!("<because>/{name}"), text));
        crate::report(linker, &mut unit, true);
        if unit.ok {
            convert::convert(linker, &mut unit, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MemoryFiles, parse};

    #[test]
    fn every_model_defines_what_its_text_says() {
        for (file, source) in MODELS {
            let request = Request {
                inputs: vec![Input::new(*file, *source)],
                link_models: false,
                ..Request::default()
            };
            let outcome = parse(&request, &MemoryFiles::new());
            assert!(outcome.tree.is_some(), "{file}: {:?}", outcome.diagnostics);
            let tree = outcome.tree.expect("checked");
            let mut defined: Vec<&str> = tree
                .functions
                .iter()
                .filter(|function| function.body.is_some() && !function.is_static)
                .map(|function| function.name.as_str())
                .collect();
            let mut scanned: Vec<&str> = definitions(source).collect();
            defined.sort_unstable();
            scanned.sort_unstable();
            assert_eq!(defined, scanned, "{file}");
        }
    }
}
