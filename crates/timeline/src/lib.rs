//! An executed run as data: what happened, step by step, and where every value came from.
//!
//! A [`Recorder`] watches the interpreter and makes a [`Timeline`]: one step for each instruction that does something,
//! with what it read and wrote, who had last written each byte that it read (shadow memory), and the decision that let
//! it run. From that follow the answers that a person wants when a value is wrong:
//!
//! | file | is |
//! |---|---|
//! | `data` | steps, reads, writes, objects: the timeline |
//! | `recorder` | the observer that makes it |
//! | `writers` | shadow memory: who wrote each byte last |
//! | `state` | what variables and objects hold after each step |
//! | `control` | which decision lets an instruction run: post-dominators, regions |
//! | `why` | from a value back to where it came from |
//! | `whynot` | why a line was not executed |
//! | `align` | the same step in two runs |
//!
//! All of it is observed in the execution. The equation of a symbolic engine says what may be read; here stands what
//! was (dynamic slices: Korel and Laski, 1988; Agrawal and Horgan, 1990). Copies are followed byte by byte, so that a
//! value that went through a `memcpy` has the same origin as before.

mod align;
mod control;
mod data;
mod recorder;
mod state;
mod why;
mod whynot;
mod writers;

pub use align::{Alignment, align};
pub use control::Controls;
pub use data::{
    CellId, Decision, ObjectId, Origin, Read, ReadId, Step, StepId, StepKind, TextId, Timeline, Write,
    WriteId,
};
pub use recorder::Recorder;
pub use state::{CellRecord, Held, ObjectRecord, Shift};
pub use why::{Chain, Ingredient, Link, LinkId, LinkKind, Target, Traced, graph, why};
pub use whynot::{WhyNot, why_not};
