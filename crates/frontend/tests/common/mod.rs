//! What the tests share: inputs as text, results as text.
#![allow(dead_code)]

use std::fmt::Write;

use frontend::{Input, MemoryFiles, Outcome, Request};

/// Parses files given as `(name, text)`; the headers are the same files.
pub(crate) fn parse(files: &[(&str, &str)]) -> Outcome {
    // Models would fill the trees with text that is not the test's.
    parse_with(
        files,
        Request {
            link_models: false,
            ..Request::default()
        },
    )
}

pub(crate) fn parse_with(files: &[(&str, &str)], request: Request) -> Outcome {
    let mut memory = MemoryFiles::new();
    let mut inputs = Vec::new();
    for (name, text) in files {
        memory = memory.with(name, text);
        if !name.ends_with(".h") {
            inputs.push(Input::new(*name, *text));
        }
    }
    frontend::parse(&Request { inputs, ..request }, &memory)
}

/// The diagnostics, then the tree or the lack of it.
pub(crate) fn tree_of(outcome: &Outcome) -> String {
    let mut text = diagnostics_of(outcome);
    match &outcome.tree {
        Some(tree) => text.push_str(&frontend::dump(tree, &outcome.sources)),
        None => text.push_str("no tree\n"),
    }
    text
}

pub(crate) fn diagnostics_of(outcome: &Outcome) -> String {
    let mut text = String::new();
    for diagnostic in &outcome.diagnostics {
        let place = frontend::describe(&outcome.sources, diagnostic.loc);
        let _ = writeln!(
            text,
            "{:?}: {} [{place}]",
            diagnostic.severity, diagnostic.message
        );
        for label in &diagnostic.labels {
            let place = frontend::describe(&outcome.sources, label.loc);
            let _ = writeln!(text, "  {} [{place}]", label.text);
        }
        for note in &diagnostic.notes {
            let _ = writeln!(text, "  {note}");
        }
    }
    text
}

/// The tree of one file.
pub(crate) fn tree(text: &str) -> String {
    tree_of(&parse(&[("a.c", text)]))
}
