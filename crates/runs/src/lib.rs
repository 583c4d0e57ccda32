//! Runs and tests, as data that every engine and every method shares.
//!
//! A run is decided by what enters it: the values of its inputs, standard input among them, and the program's
//! arguments. [`Run`] is one type for all of them, whether the solver found it, the fuzzer ran into it, a user saved it
//! or a test describes it. This crate executes nothing: the interpreter takes a run and says what happens.
//!
//! | file | is |
//! |---|---|
//! | `expected` | what a run must print, and how far an output agrees with it |
//! | `input` | one input: its key, where it comes from, its value |
//! | `interrupt` | when work ends before it is done |
//! | `meter` | work that is counted, and how much of it may be done |
//! | `run` | all that enters a run, and the claim that it fails |
//! | `stdin_text` | standard input as a text, from the parts that a solver chose, and back |
//! | `test` | a run with the outcome that is expected of it |

mod expected;
mod input;
mod interrupt;
mod meter;
mod run;
mod schedule;
mod stdin_text;
mod test;

pub use expected::ExpectedOutput;
pub use input::{Chosen, InputKind, InputValue, input_key, plain_key};
pub use interrupt::Interrupt;
pub use meter::{Meter, Work};
pub use run::{Run, keyed};
pub use schedule::{Schedule, Slice, extend as extend_schedule};
pub use stdin_text::{StdinReader, stdin_text};
pub use test::Test;
