//! SAT and pseudo-Boolean optimisation behind small traits.
//!
//! This crate answers three questions about clauses over Boolean variables: is there a model ([`Solver`]), which model
//! is cheapest ([`optimize`]), and why should anyone believe that there is none ([`check`]). It knows nothing of
//! programs; all it hears are literals.
//!
//! # Map
//!
//! - [`Var`], [`Lit`], [`Value`], [`Model`]: the vocabulary.
//! - [`Solver`] and the capabilities [`Phases`], [`Limited`], [`Interruptible`], together [`Backend`]: what a solver
//!   can do. Everything is incremental: clauses stay, assumptions hold for one query.
//! - [`CadicalSolver`]: CaDiCaL, the solver to use. [`CdclSolver`]: a small one in plain Rust, to compare and to fall
//!   back on. One conformance suite holds for both.
//! - [`optimize`]: the cheapest model on the caller's own incremental solver, anytime, with proved bounds; ties;
//!   minimal correction sets.
//! - [`proof`] and [`check`]: what a proof is, and two judges that share no code with the solvers. [`Certifying`]
//!   solvers have every `Unsat` answer judged, also under assumptions.
//!
//! # What is always true
//!
//! 1. *Deterministic*: the same calls give the same answers, models and cores. There is no clock, no thread and no
//!    random seed in here; only a caller's terminator can bring in time.
//! 2. *No I/O*: nothing is read or written. Proofs stay in memory.
//! 3. *One solver, never spoilt*: whatever the optimisers add are definitions of new variables and clauses switched by
//!    a new literal, so the models of the caller's variables stay the same. (Declare your variables before: a number
//!    that was never mentioned may be taken for a new variable.)
//! 4. *Bounds are proved*: a lower bound was deduced from refusals, an upper bound is the cost of a model in hand, at
//!    every moment and also after an interruption.
//! 5. *No panics* for any sequence of calls, but for more variables than fit into memory.
//!
//! ```
//! use sat::{CadicalSolver, Certifying, Solver, Verdict};
//!
//! let mut solver = CadicalSolver::certifying();
//! let [a, b] = [(); 2].map(|()| solver.new_var().positive());
//! solver.add_clause(&[!a, b]);
//! assert_eq!(solver.solve_with(&[a]), Verdict::Sat);
//! assert!(solver.value(b).is_true());
//! assert_eq!(solver.solve_with(&[!b, a]), Verdict::Unsat);
//! assert_eq!(solver.core(), &[!b, a]);
//! assert!(solver.certify().is_ok()); // The proof has been checked.
//! ```

mod backend;
pub mod check;
pub mod optimize;
pub mod proof;
mod solver;
mod types;

pub use backend::{CadicalSolver, CdclSolver, Certifying};
pub use solver::{
    Allowance, Backend, Interruptible, Limited, Limits, Phases, Solver, Statistics, Terminator, Verdict,
    terminate_on,
};
pub use types::{Lit, Model, Value, Var};
