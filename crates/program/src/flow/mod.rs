//! What control and calls can do, as graphs: which instruction follows which, which branch decides whether an
//! instruction is executed, which function calls which, and which variables each may store to.
//!
//! | file | is |
//! |---|---|
//! | `cfg` | the control-flow graph of a function, post-dominators, control dependence, what lies behind an outcome |
//! | `calls` | the call graph, recursion, and what a function may store to (mod) and read (ref), calls included |
//! | `steps` | where the steps of a run begin, as a programmer counts them |

mod calls;
mod cfg;
mod steps;
#[cfg(test)]
mod tests;

pub use calls::{CallGraph, Effects};
pub use cfg::{Cfg, Dependence};
pub use steps::{StepStart, loop_heads, step_starts};
