//! The program that fails, and how changed texts of it are translated.

use frontend::{Input, Outcome};
use program::Program;
use source::SourceMap;

/// Translates changed texts of the program. Files are read by whoever implements it: this crate does no I/O.
pub trait Translator: Sync {
    fn parse(&self, inputs: &[Input]) -> Outcome;
}

/// What changes are tried on.
#[derive(Clone, Copy)]
pub struct FaultyProgram<'w> {
    /// The texts as the user wrote them.
    pub inputs: &'w [Input],
    pub translator: &'w dyn Translator,
    pub lowering: &'w lower::Options,
    pub sources: &'w SourceMap,
    pub program: &'w Program,
    /// Whether blanks count in what tests expect.
    pub ignore_space: bool,
    pub stop: &'w runs::Interrupt,
}

impl std::fmt::Debug for FaultyProgram<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FaultyProgram").finish_non_exhaustive()
    }
}
