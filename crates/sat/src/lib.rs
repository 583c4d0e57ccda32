//! SAT and pseudo-Boolean optimisation behind small traits.
mod backend;
pub mod check;
pub mod optimize;
pub mod proof;
mod solver;
mod types;

pub use backend::{CadicalSolver, CdclSolver, Certifying};
pub use solver::{
    Backend, Interruptible, Limited, Limits, Phases, Solver, Statistics, Terminator, Verdict, terminate_on,
};
pub use types::{Lit, Model, Value, Var};
