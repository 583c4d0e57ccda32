//! Bounded model checking: from a [`Program`](program::Program) to verdicts and counterexamples.
//!
//! How it works, in the order of the flow:
//!
//! - `symex::exec` walks each function's instructions in program order with symbolic states (`symex::state`). States
//!   that wait for the same instruction are merged when their turn comes; a jump back is a loop (`unwind`); calls are
//!   frames on an explicit stack (`call`), so recursion in C is no recursion here.
//! - `symex::eval` and `symex::arith` turn expressions into terms; the folder `memory` turns dereferences into a
//!   case distinction over the objects a pointer can name. A pointer is a pair of terms, object number and
//!   offset, so what it may point at is read off the structure of the first one.
//! - Each thing that happens is a [`Step`] of the [`Equation`], with the condition under which it happens.
//!   No step is dropped, whatever its term simplifies to.
//! - `decide::solve` decides the claims on one incremental solver and reads counterexamples from its models;
//!   [`check()`] does all of it, deeper and deeper while loops are cut.
//!
//! What a run is, is defined by the documentation of `program` and shared with the interpreter: a run ends
//! at its first violated claim, so a claim is judged on the runs in which all claims before it hold; what is
//! read before it is written is an input; arithmetic is total.
//!
//! Known limits, each of which leads to an undetermined verdict and never to a wrong one: see [`Cut`].
//! Deliberate approximations: a pointer that enters as an input points at no object of the program; the
//! numeric order of addresses of different objects is that of their creation, and a result that looked at
//! such an order says so ([`Report::depends_on_addresses`]).
//!
//! The crate does no I/O and reads no clock; it stops when the caller's `stop` function says so.

mod decide;
mod equation;
mod memory;
mod options;
mod stdio;
mod symex;
mod threads;

pub use decide::check::{
    Certificate, ClaimVerdict, Counterexample, Elsewhere, Obstacle, Progress, Report, Statistics, Status,
    check, check_and_ask,
};
pub use decide::dimacs::dimacs;
pub use equation::execution::Execution;
pub use equation::ssa::{Constraint, Ssa};
pub use equation::{Cut, CutReason, Equation, Frame, FrameId, Load, Step, StepId, StepKind, Target};
pub use memory::object::{ObjectId, ObjectKind};
pub use options::Options;
pub use runs::{Chosen, InputKind, InputValue};
pub use stdio::expect::{Formatter, Piece, SUSPENDED_STREAM};
pub use symex::fixed::Fixed;
pub use symex::scalar::Value;
pub use symex::tape::{StepTap, Tape};
pub use symex::unwind::{LoopName, loops};
pub use symex::{deepen, follow, unwind_program};
