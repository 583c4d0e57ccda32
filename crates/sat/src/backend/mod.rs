//! The solvers behind the traits.

mod cadical;
mod cdcl;

pub use cadical::CadicalSolver;
pub use cdcl::CdclSolver;

use crate::check::{CheckError, Tally};
use crate::solver::Solver;

/// Solvers that can have their `Unsat` answers judged by an independent checker.
pub trait Certifying: Solver {
    /// Whether the last answer was `Unsat` and its proof, from the clauses given to the core returned, was accepted.
    ///
    /// # Errors
    /// If a step of the proof was refused, the last answer was not `Unsat`, or the solver writes no proofs.
    fn certify(&self) -> Result<Tally, CheckError>;
}
