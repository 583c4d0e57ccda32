//! What the tests share: C text to a Program, a failing run with given inputs.

#![allow(dead_code, unreachable_pub)]

pub mod random;

use std::path::Path;
use std::sync::Arc;

use bmc::{Counterexample, Equation, InputKind, InputValue};
use ctype::TypeId;
use frontend::{FileProvider, Input, Request};
use program::Program;
use runs::Interrupt;
use source::{LocId, SourceMap};
use trace::Question;

pub struct Disk;

impl FileProvider for Disk {
    fn read(&self, path: &Path) -> Option<Arc<[u8]>> {
        std::fs::read(path).ok().map(Arc::from)
    }
}

/// Gives up after some time.
pub fn within(time: std::time::Duration) -> Interrupt {
    let end = std::time::Instant::now() + time;
    Arc::new(move || std::time::Instant::now() >= end)
}

pub fn never() -> Interrupt {
    Arc::new(|| false)
}

/// What a bench is asked for by name.
pub fn wanted() -> Vec<String> {
    let named = std::env::args().skip(1).filter(|arg| !arg.starts_with('-'));
    named.collect()
}

pub struct Loaded {
    pub program: Program,
    pub sources: SourceMap,
    pub options: bmc::Options,
    pub stop: Interrupt,
}

pub fn load(text: &str) -> Loaded {
    load_with(text, None, true)
}

/// Starting at a function, and with the standard checks or only the assertions.
pub fn load_with(text: &str, function: Option<&str>, checks: bool) -> Loaded {
    let request = Request {
        inputs: vec![Input::new("test.c".to_owned(), text.as_bytes())],
        system_dirs: vec![
            "/usr/include/x86_64-linux-gnu".to_owned(),
            "/usr/include".to_owned(),
        ],
        ..Request::default()
    };
    let outcome = frontend::parse(&request, &Disk);
    let Some(tree) = outcome.tree else {
        panic!("{:?}", outcome.diagnostics);
    };
    let program = lower::lower(
        tree,
        &outcome.sources,
        &lower::Options {
            function: function.map(str::to_owned),
            checks: if checks {
                lower::Checks::standard()
            } else {
                lower::Checks::none().with(program::CheckKind::Assertion, true)
            },
            ..lower::Options::default()
        },
    )
    .expect("it lowers");
    Loaded {
        program,
        sources: outcome.sources,
        options: bmc::Options {
            record: true,
            ..bmc::Options::default()
        },
        stop: never(),
    }
}

impl Loaded {
    pub fn check(&self) -> bmc::Report {
        bmc::check(
            &self.program,
            Some(&self.sources),
            &self.options,
            &self.stop,
            &mut |_| {},
        )
    }

    /// The run with these inputs, each the first of its name.
    pub fn failing(&self, equation: &Equation, inputs: &[(&str, i128)]) -> Counterexample {
        let values: Vec<InputValue> = inputs.iter().map(|(name, value)| input(name, *value)).collect();
        equation
            .failing_run(&self.program, &values)
            .expect("the run fails")
    }

    pub fn question(&self) -> Question<'_> {
        Question {
            program: &self.program,
            sources: Some(&self.sources),
            options: &self.options,
            stop: &self.stop,
            watch: trace::UNWATCHED,
        }
    }

    pub fn line(&self, loc: LocId) -> u32 {
        self.sources.line(loc)
    }
}

/// An input, the first of its name.
pub fn input(name: &str, value: i128) -> InputValue {
    InputValue {
        name: name.to_owned(),
        occurrence: 1,
        ty: TypeId(0),
        kind: InputKind::Uninitialised,
        bits: value as u128,
        loc: LocId::NONE,
    }
}
