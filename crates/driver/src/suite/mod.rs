//! A test suite as it is judged: what cannot be executed is left out, ends of lines are settled, and what tests read
//! before anything is written to it is exposed.

mod line_ends;
mod unsupported;
mod unwritten;

use std::collections::BTreeSet;

use runs::Test;
use suite::ExecutedTest;

use crate::session::Session;

/// Why nothing is said about a suite.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SuiteError {
    /// None of its tests can be executed, for these reasons.
    #[error("{}", report::SuiteRemark::NothingExecutable(.0.clone()))]
    NothingExecutable(Vec<String>),
    /// What a changed program does under other schedules is not looked at, so nothing is said about such programs.
    #[error("{}", report::SuiteRemark::Threads(.file.clone(), *.line))]
    Threads { file: String, line: u32 },
}

/// # Errors
/// When the program starts threads.
pub(crate) fn without_threads(session: &Session<'_>) -> Result<(), SuiteError> {
    let Some(start) = session.program.first_thread() else {
        return Ok(());
    };
    let sources = &session.sources;
    let place = sources.resolve(sources.location(start.loc).used);
    Err(SuiteError::Threads {
        file: place.file,
        line: place.line,
    })
}

/// Tests, made comparable with what the program does.
#[derive(Debug)]
pub(crate) struct Suite {
    pub(crate) tests: Vec<Test>,
    /// What is to be said about them.
    pub(crate) remarks: Vec<String>,
    /// What was read before anything was written to it, with what lay there.
    unwritten: BTreeSet<(String, u8)>,
    /// What each test does in the program as it is written.
    pub(crate) runs: Vec<ExecutedTest>,
}

impl Suite {
    /// Executes the tests once and leaves out those that come to something that is not supported.
    ///
    /// # Errors
    /// When nothing remains.
    pub(crate) fn new(session: &Session<'_>, mut tests: Vec<Test>) -> Result<Suite, SuiteError> {
        let Session { program, sources, .. } = session;
        let mut runs = suite::execute_all(program, sources, &tests);
        let remarks = unsupported::leave_out(program, sources, &mut tests, &mut runs)?;
        Ok(Suite {
            tests,
            remarks,
            unwritten: BTreeSet::new(),
            runs,
        })
    }

    /// Ends of lines that are as other systems or editors write them are not compared.
    pub(crate) fn settle_line_ends(&mut self, ignore_space: bool) {
        let said = line_ends::settle(ignore_space, &mut self.tests, &self.runs);
        self.remarks.extend(said);
    }

    /// Where it matters what lies in memory that nobody has written, it is made part of the test.
    pub(crate) fn expose_unwritten(&mut self, session: &Session<'_>) {
        let Session { program, sources, .. } = session;
        self.unwritten = unwritten::expose(program, sources, &mut self.tests, &mut self.runs);
    }

    pub(crate) fn unwritten_remarks(&self) -> Vec<String> {
        unwritten::remarks(&self.unwritten)
    }
}
