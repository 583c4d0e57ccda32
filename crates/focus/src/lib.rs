//! Every way to fail, and the few statements that matter in each (seed 004, FocusCheck).
//!
//! | file | what it does |
//! |---|---|
//! | `condition/` | error conditions beside the program's claims |
//! | `demand` | which bits are demanded |
//! | `loads` | where an equation reads through pointers |
//! | `statics` | control dependence, and what other outcomes could do |
//! | `backward` | "is a focus statement", as a term for each step of an equation |
//! | `recorder` | an executed run as a list of events |
//! | `slicer` | the same for one executed run, by other code |
//! | `assumptions/`, `form`, `inputs` | the conditions of a sequence over inputs, in C |
//! | `pair`, `small` | one way: its sequence with its assumptions, and a small run that stands for it |
//! | `every_depth/` | whether there is no other way, also where loops and recursions were cut |
//! | `summary/` | procedures summarised backwards: which calls decide anything |
//! | `reduce` | what several ways have in common |
//! | `search` | all sequences, the shortest first, on one solver |

mod assumptions;
mod backward;
mod condition;
mod demand;
mod every_depth;
mod form;
mod inputs;
mod loads;
mod pair;
mod recorder;
mod reduce;
mod search;
mod slicer;
mod small;
mod statics;
mod summary;

pub use assumptions::{Assumption, Origin};
pub use condition::{Conditions, ErrorCondition, Malformed, Unfit, insert};
pub use reduce::Reduced;
pub use search::{Executions, FocusOptions, NoFocus, Step, Way, Ways, ways};
pub use summary::{Procedure, Summaries};

use program::{FunctionId, Pc};

/// A statement of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Statement {
    pub function: FunctionId,
    pub pc: Pc,
    /// Which way a condition went, by the successors of the branch: 0 is true, 1 false; of a switch the arm.
    pub outcome: Option<u32>,
}
