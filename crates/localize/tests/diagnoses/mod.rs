//! From C text to diagnoses.

#![allow(dead_code, unreachable_pub)]

use std::path::Path;
use std::sync::Arc;

use frontend::{FileProvider, Input, Request};
use localize::{Localization, Settings, localize};
use program::Program;
use runs::Test;
use source::SourceMap;

pub struct Disk;

impl FileProvider for Disk {
    fn read(&self, path: &Path) -> Option<Arc<[u8]>> {
        std::fs::read(path).ok().map(Arc::from)
    }
}

pub fn load(text: &str) -> (Program, SourceMap) {
    let system_dirs = [
        "/usr/local/include",
        "/usr/include/x86_64-linux-gnu",
        "/usr/include",
    ];
    let request = Request {
        inputs: vec![Input::new("a.c".to_owned(), text.as_bytes())],
        system_dirs: system_dirs.map(str::to_owned).to_vec(),
        ..Request::default()
    };
    let outcome = frontend::parse(&request, &Disk);
    let tree = outcome
        .tree
        .unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    let program = lower::lower(tree, &outcome.sources, &lower::Options::default());
    (
        program.unwrap_or_else(|errors| panic!("{errors:?}")),
        outcome.sources,
    )
}

pub fn never() -> runs::Interrupt {
    Arc::new(|| false)
}

/// A run whose claims must hold.
pub fn claims(inputs: &[(&str, i128)]) -> Test {
    Test {
        name: "run".into(),
        arguments: vec![b"program".to_vec()],
        inputs: inputs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), *value as u128))
            .collect(),
        stdin_ends: true,
        ..Test::default()
    }
}

/// A run that must print something.
pub fn prints(stdin: &str, expected: &str) -> Test {
    Test {
        name: format!("{stdin:?}"),
        arguments: vec![b"program".to_vec()],
        stdin: stdin.as_bytes().to_vec(),
        stdin_ends: true,
        expected: Some(expected.as_bytes().to_vec()),
        ..Test::default()
    }
}

/// A run with arguments that must print something.
pub fn vector(arguments: &str, expected: &str) -> Test {
    let words = arguments.split_whitespace().map(|word| word.as_bytes().to_vec());
    Test {
        name: arguments.to_owned(),
        arguments: std::iter::once(b"program".to_vec()).chain(words).collect(),
        stdin_ends: true,
        expected: Some(expected.as_bytes().to_vec()),
        ..Test::default()
    }
}

pub fn find(text: &str, tests: &[Test], settings: &Settings) -> (Localization, SourceMap) {
    let (program, mut sources) = load(text);
    let found = localize(&program, &mut sources, tests, &[], settings, &never());
    assert_eq!(found.mismatches, []);
    (found, sources)
}

/// Each diagnosis as `line:text` joined by `+`, ranked.
pub fn shown(found: &Localization, sources: &SourceMap) -> Vec<String> {
    found
        .diagnoses
        .iter()
        .map(|diagnosis| {
            let members = diagnosis.members.iter().map(|id| {
                let suspect = &found.suspects[*id];
                format!("{}:{}", sources.line(suspect.loc), suspect.text)
            });
            members.collect::<Vec<_>>().join(" + ")
        })
        .collect()
}
