//! C text to a Program, as the command line does it.

use frontend::{FileProvider, Input, Request};
use program::Program;
use source::{Severity, SourceMap};

/// Where the host's headers are.
const SYSTEM_DIRS: [&str; 3] = [
    "/usr/local/include",
    "/usr/include/x86_64-linux-gnu",
    "/usr/include",
];

#[derive(Debug)]
pub struct Loaded {
    pub program: Program,
    pub sources: SourceMap,
}

impl Loaded {
    /// The verdicts of `check`, however long it takes.
    pub(crate) fn check(&self, options: &bmc::Options) -> bmc::Report {
        let never: runs::Interrupt = std::sync::Arc::new(|| false);
        bmc::check(&self.program, Some(&self.sources), options, &never, &mut |_| {})
    }
}

/// A program of one file.
pub fn load(
    name: &str,
    text: &[u8],
    options: &lower::Options,
    files: &dyn FileProvider,
) -> Result<Loaded, String> {
    load_files(&[(name, text)], options, files)
}

/// The error is what the tool says about text that it does not accept.
pub fn load_files(
    texts: &[(&str, &[u8])],
    options: &lower::Options,
    files: &dyn FileProvider,
) -> Result<Loaded, String> {
    let inputs = texts
        .iter()
        .map(|(name, text)| Input::new((*name).to_owned(), *text));
    let request = Request {
        inputs: inputs.collect(),
        system_dirs: SYSTEM_DIRS.map(str::to_owned).to_vec(),
        ..Request::default()
    };
    let outcome = frontend::parse(&request, files);
    let Some(tree) = outcome.tree else {
        let errors = outcome
            .diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error);
        let errors: Vec<String> = errors
            .map(|found| format!("line {}: {}", outcome.sources.line(found.loc), found.message))
            .collect();
        return Err(errors.join("; "));
    };
    let program = lower::lower(tree, &outcome.sources, options).map_err(|errors| format!("{errors:?}"))?;
    Ok(Loaded {
        program,
        sources: outcome.sources,
    })
}
