//! Bounded model checking: from a [`Program`](program::Program) to verdicts and counterexamples.
//!
//! How it works, in the order of the flow:
//!
//! - `exec` walks each function's instructions in program order with symbolic [`state`]s. States that wait
//!   for the same instruction are merged when their turn comes; a jump back is a loop (`unwind`); calls are
//!   frames on an explicit stack (`call`), so recursion in C is no recursion here.
//! - `eval` and `arith` turn expressions into terms; `place`, `memory` and `pointer` turn dereferences into a
//!   case distinction over the objects a pointer can name. A pointer is a pair of terms, object number and
//!   offset, so what it may point at is read off the structure of the first one.
//! - Each thing that happens is a [`Step`] of the [`Equation`], with the condition under which it happens.
//!   No step is dropped, whatever its term simplifies to.
//! - `solve` decides the claims on one incremental solver and reads counterexamples from its models;
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

mod arc;
mod arith;
mod array;
mod beyond;
mod builtin;
mod call;
mod check;
mod choice;
mod chunk;
mod convert;
mod decide;
mod dimacs;
mod directive;
mod effort;
mod endless;
mod equation;
mod eval;
mod exec;
mod execution;
mod expect;
mod facts;
mod fixed;
mod floats;
mod input;
mod intrinsic;
mod judge;
mod latent;
mod libm;
mod memory;
mod merge;
mod names;
mod object;
mod options;
mod origin;
mod overflow;
mod parse_float;
mod path;
mod place;
mod plain;
mod pointer;
mod scalar;
mod simplest;
mod solve;
mod special;
mod ssa;
mod state;
mod stray;
mod symex;
mod tape;
mod typed;
mod unwind;

pub use check::{
    Certificate, ClaimVerdict, Counterexample, Elsewhere, Obstacle, Progress, Report, Statistics, Status,
    check, check_and_ask,
};
pub use dimacs::dimacs;
pub use equation::{
    Chosen, Cut, CutReason, Equation, Frame, FrameId, InputKind, Step, StepId, StepKind, Target,
};
pub use execution::{Execution, InputValue};
pub use expect::{Expected, Formatter, Piece, SUSPENDED_STREAM};
pub use fixed::Fixed;
pub use object::{ObjectId, ObjectKind};
pub use options::{Options, Stop, limited};
pub use scalar::Value;
pub use ssa::{Constraint, Ssa};
pub use symex::{deepen, follow, unwind_program};
pub use tape::{StepTap, Tape};
pub use typed::typed_text;
pub use unwind::{LoopName, loops};
