//! Random programs, lowered with their assertions only, for the tests inside crates.

use std::path::Path;
use std::sync::Arc;

use frontend::{FileProvider, Input, Request};

struct NoFiles;

impl FileProvider for NoFiles {
    fn read(&self, _path: &Path) -> Option<Arc<[u8]>> {
        None
    }
}

pub(crate) fn lowered(text: &str) -> (program::Program, source::SourceMap) {
    let request = Request {
        inputs: vec![Input::new("test.c".to_owned(), text.as_bytes())],
        ..Request::default()
    };
    let outcome = frontend::parse(&request, &NoFiles);
    let lowering = lower::Options {
        checks: lower::Checks::none().with(program::CheckKind::Assertion, true),
        ..lower::Options::default()
    };
    let program = lower::lower(outcome.tree.unwrap(), &outcome.sources, &lowering).unwrap();
    (program, outcome.sources)
}
