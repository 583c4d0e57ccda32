//! Why a run fails: the closest passing run, what differs, and which of it matters.
//!
//! After A. Groce, *Error Explanation and Fault Localization with Distance Metrics* (PhD thesis, Carnegie Mellon
//! University, 2005). The steps of [`explain()`] are told in `explanation`.
//!
//! | file | is |
//! |---|---|
//! | `passing`, `partial_formula` | the closest passing run, with only a part of the equation as a formula |
//! | `near` | its changed inputs near their old values |
//! | `way` | runs that go the failing run's way for as long as any passing run does |
//! | `choose` | one of several that are equally close |
//! | `deeper` | the same beyond the bound |
//! | `slice` | which differences matter |
//! | `relaxed`, `variants` | executions that are no runs, and the questions about them |
//! | `explanation`, `differences` | what was found, in source terms |
//!
//! Whatever run is found symbolically, the interpreter executes it before it is shown: see [`trace::Replay`].

mod choose;
mod deeper;
mod differences;
mod explanation;
mod followed;
#[cfg(test)]
#[path = "../../trace/tests/support/lowered.rs"]
mod lowered;
mod metered;
mod near;
mod partial_formula;
mod passing;
#[cfg(test)]
#[path = "../../trace/tests/support/random.rs"]
mod random;
mod relaxed;
mod slice;
mod variants;
mod way;

pub use deeper::{Deepest, explain_deeper};
pub use explanation::{
    Assumed, Assumptions, Delta, ExplainOptions, Explanation, NoExplanation, Tie, difference, distance,
    explain,
};
pub use near::closest_run;
pub use passing::Distance;
pub use variants::{Intervention, another_failure, intervene};
pub use way::SameWay;
