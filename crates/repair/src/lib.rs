//! Small changes of the source that make failing runs right.
//!
//! A diagnosis says *where* another value would have helped; a programmer wants to know *what to write there*. Most
//! faults are one token away from the right program (an operator, a constant, a variable, a missing `break`), so
//! all programs that are one small change away are tried. This is the repair by templates that the thesis leaves
//! for the future (10.2.8), with the tests or the model checker as the oracle: generate and validate.
//!
//! | folder | is |
//! |---|---|
//! | `operators` | mutation operators: each kind of change, one file each, and the fix ingredients that they use |
//! | `schemata` | one program that holds all changes, told apart by switches that enter as inputs |
//! | `validate` | the oracle, trials from checkpoints, coverage, which changes the tests kill, changes made to the text |
//! | `search` | single changes, rewrites, pairs and larger sets, and the order in which they are tried and told |
//! | `patch` | a change of the text: what all of these agree on |
//!
//! Why one program with switches: trying a change is then one concrete run, some microseconds, and nothing is lowered
//! again. The switches only screen. What is left is applied to the *text*, translated and executed anew, so that what a
//! user reads is what was tried, whatever this crate believes a change to be.

mod harness;
mod operators;
mod patch;
mod schemata;
mod search;
mod subject;
mod validate;

pub use harness::Harness;
pub use operators::{ChangeKind, Family, OperatorEntry, TestIngredients, operators};
pub use patch::{ChangedLines, Patch, TextEdit};
pub use schemata::{Schema, SchemaError};
pub use search::SetDepth;
pub use search::patch_search::{ConfirmedPatches, PatchSearch};
pub use search::repair::{ChangeEffect, Confidence, Criterion, Failure, Repair, RepairOutcome, repair};
pub use search::sets::{Frontier, InstructionBudget, PartialRepair, SetSearch};
pub use subject::{FaultyProgram, Translator};
pub use validate::coverage::CoveredText;
pub use validate::neighbours::{Neighbours, neighbours, samples};
pub use validate::oracle::{Disturbance, Oracle, TrialRun};
pub use validate::screening::{Screened, TestScore};
