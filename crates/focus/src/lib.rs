//! Every way to fail, and the few statements that matter in each (seed 004, FocusCheck).
//!
//! | file | what it does |
//! |---|---|
//! | `statics` | control dependence, and what other outcomes could do |
//! | `backward` | "is a focus statement", as a term for each step of an equation |
//! | `slicer` | the same for one executed run, by other code |
//! | `assumptions` | the conditions of a sequence over inputs, in C |
//! | `search` | all sequences, the shortest first, on one solver |

mod assumptions;
mod backward;
mod search;
mod slicer;
mod statics;

pub use assumptions::Assumption;
pub use search::{FocusOptions, NoFocus, Way, Ways, ways};

use program::{FunctionId, Pc};

/// A statement of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Statement {
    pub function: FunctionId,
    pub pc: Pc,
    /// Which way a condition went, by the successors of the branch: 0 is true, 1 false; of a switch the arm.
    pub outcome: Option<u32>,
}
