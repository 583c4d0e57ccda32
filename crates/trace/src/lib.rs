//! An execution of an equation, as every method needs it: executed by the interpreter, told in source terms, compared.
//!
//! | file | is |
//! |---|---|
//! | `question` | what all methods are asked about |
//! | `replay` | a run that was found symbolically, executed |
//! | `step_texts`, `recorder`, `agreement` | the steps of an equation with the texts of their values, as the interpreter saw them |
//! | `metric`, `relevance` | how far two runs are apart, and which steps count |
//! | `antecedent` | what a claim presupposes |
//! | `predicate` | conditions on a run that a user writes |
//! | `values` | values of symbols and steps |
//! | `phase` | what a method is busy with |
//!
//! Whatever run a method finds symbolically, it executes with the interpreter before it says so: see [`Replay`].

mod agreement;
pub mod antecedent;
pub mod metric;
mod phase;
mod predicate;
mod question;
mod recorder;
mod relevance;
mod replay;
pub mod step_texts;
pub mod syntax;
mod values;

pub use antecedent::Antecedent;
pub use interp::Read;
pub use metric::{DeltaKind, Metric, Observed, StepValue};
pub use phase::{Phase, UNWATCHED};
pub use predicate::{Predicate, PredicateError, Scope, resolve};
pub use question::Question;
pub use replay::{Ended, Replay};
pub use step_texts::{Mismatch, StepTexts};
pub use values::{by_step, completed, scalar_bits, undefined};
