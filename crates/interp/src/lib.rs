//! Concrete execution of a [`Program`](program::Program).
//!
//! Every run that the tool shows is replayed here, from its inputs alone. A [`Interpreter`] executes a
//! program any number of times; each run gets an [`Environment`] (inputs, standard input, output, an
//! [`Observer`], limits) and ends with an [`Outcome`]: why it stopped, and the list of inputs it consumed,
//! which replays it.
//!
//! How it works: a function is translated, when first called, from the Program's expression trees to the
//! instructions of a register machine (`translate`, `code`), which `exec` runs. Scalar variables whose
//! address is never taken are registers; everything else is bytes in `memory`, where each byte knows whether
//! it was written and each pointer which object it may be used for. Claims become jumps to a failing end;
//! what a failure means in source terms is found out afterwards (`explain`), by evaluating parts of the
//! claim again in the state that is still there.
//!
//! Nothing in a run depends on the machine it runs on: addresses, inputs and output are the same everywhere.
//! The crate does no I/O.
//!
//! Where C leaves the behaviour undefined and the check is switched off, a run goes on in a defined way:
//! reading through a bad pointer takes an input named `undefined`, writing through one does nothing, a
//! conversion of a float out of range gives what x86-64 gives. Reading what was never written takes an input
//! named after what was read (see [`InputKind`]) and writes it back, so that later reads agree. The bits of a
//! bit-field that share a byte with one that has been written count as written.

mod access;
mod accesses;
mod arith;
mod builtin;
mod call;
mod code;
mod confine;
mod exec;
mod explain;
mod float;
mod flow;
mod format;
mod frame;
mod held;
mod input;
mod interpreter;
mod intrinsic;
mod machine;
mod memory;
mod names;
mod notify;
mod object;
mod observe;
mod outside;
mod pause;
mod reads;
mod render;
mod scalar;
mod shadow;
mod slow;
mod stepper;
mod stop;
mod threads;
mod translate;

pub use access::{Access, Cell, Change, Extent, Looked, ObjectKind, Wanted};
pub use accesses::{Accesses, ByteAt, Owner};
pub use format::{Printed, format_directive};
pub use input::{
    ByteSource, BytesInput, InputRequest, InputSupply, ListedInputs, RandomInputs, SplitMix64, ZeroInputs,
};
pub use interpreter::{Environment, Interpreter, Limits, Outcome, StackEntry};
pub use object::{Pointer, Provenance};
pub use observe::{
    Assignment, At, CapturedOutput, NoObserver, NoOutput, Observer, Output, Passed, Read, Target, Watched,
};
pub use pause::Pause;
pub use render::{Pointee, Value};
pub use runs::{InputKind, InputValue};
pub use stepper::{SavedState, Seen, SeenValue, StepPlace, Stepped, Stepper};
pub use stop::{Blocked, Holding, PointerProblem, RaceAccess, Reason, Stop};
pub use threads::{Decision, Exploration, Explored, Explorer, Policy, Scheduled, Touched, Turn};
