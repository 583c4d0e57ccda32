//! What every method is asked about: a program, how its equation was made, and when to give up.

use program::Program;
use runs::Interrupt;
use source::SourceMap;

use crate::phase::Phase;

/// What is known to all methods beside the equation and the failing run.
pub struct Question<'q> {
    pub program: &'q Program,
    pub sources: Option<&'q SourceMap>,
    /// As the equation was made.
    pub options: &'q bmc::Options,
    pub stop: &'q Interrupt,
    /// StepTexts whenever another kind of work begins.
    pub watch: &'q dyn Fn(Phase),
}

impl std::fmt::Debug for Question<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Question")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
