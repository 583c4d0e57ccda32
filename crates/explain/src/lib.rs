//! The methods: from a failing run to the reasons for it.
//!
//! One file (or folder) a method, each opening with what it computes and which paper it is from. A method takes
//! a [`Program`](program::Program) and what is known about a failing run, and gives back data; it prints nothing.
//!
//! Whatever run a method finds symbolically, it executes with the interpreter before it says so: see [`Replay`].

mod agreement;
mod antecedent;
mod causes;
mod choose;
mod deeper;
mod differences;
mod explanation;
mod metric;
mod minimize;
mod near;
mod part;
mod passing;
mod phase;
#[cfg(test)]
#[path = "../tests/support/random.rs"]
mod random;
mod relaxed;
mod relevance;
mod replay;
mod slice;
mod story;
mod variants;

pub use antecedent::Antecedent;
pub use causes::{
    Cause, Causes, CausesOptions, Comparison, Decision, NoCauses, Operand, Predicate, PredicateError, causes,
};
pub use deeper::{Deepest, explain_deeper};
pub use explanation::{
    Assumed, Assumptions, Delta, ExplainOptions, Explanation, NoExplanation, Question, Tie, difference,
    distance, explain,
};
pub use metric::{DeltaKind, Metric, StepValue};
pub use minimize::{Measure, MinimizeOptions, Minimized, NoMinimum, Order, minimize};
pub use passing::Distance;
pub use phase::{Phase, UNWATCHED};
pub use replay::{Ended, Replay};
pub use story::{Mismatch, Told};
pub use variants::{Intervention, another_failure, intervene};
