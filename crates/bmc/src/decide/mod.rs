//! From an equation to verdicts: rounds of unwinding and solving, claims that ranges decide, and simple failing runs.
//!
//! | file | is |
//! |---|---|
//! | `check` | the whole check: unwind, decide, and unwind further where a loop was cut |
//! | `round` | one round: what an equation says about every claim |
//! | `questions` | what a round asks, and in which order |
//! | `solve` | claims decided on one incremental solver |
//! | `acyclic` | the order of events of threads has no circles: lemmas for the solver |
//! | `ranges` | claims that the ranges of their operands decide |
//! | `behind_cut` | claims that lie behind a cut and stay open |
//! | `simplest`, `plain` | small inputs for a failing run; which values are plain to a reader |
//! | `dimacs` | the question as a formula for other solvers |

pub(crate) mod acyclic;
pub(crate) mod behind_cut;
pub(crate) mod check;
pub(crate) mod dimacs;
pub(crate) mod plain;
pub(crate) mod questions;
pub(crate) mod ranges;
pub(crate) mod round;
pub(crate) mod simplest;
pub(crate) mod solve;
