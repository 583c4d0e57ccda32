//! The smallest failing run, as data.

use serde::Serialize;

use crate::{CheckReport, ClaimReport, CounterexampleReport};

/// The name and version of the JSON document.
pub const MINIMIZE_SCHEMA: &str = "because.minimize/1";

/// A number that was minimised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MeasureReport {
    pub value: u128,
    /// No failing run has less; for what comes second, no run that is best in what comes first.
    pub lower_bound: u128,
    /// Whether both are the same.
    pub proved: bool,
    /// Of the run that was found first, or given.
    pub before: u128,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MinimizeReport {
    pub schema: &'static str,
    pub files: Vec<String>,
    /// `optimal` or `greedy`.
    pub method: &'static str,
    /// What was minimised first, and what then.
    pub order: [&'static str; 2],
    pub input_values_only: bool,
    /// What fails; absent if nothing does.
    pub claim: Option<ClaimReport>,
    /// States of the run.
    pub length: Option<MeasureReport>,
    /// The sum of the sizes of their values.
    pub sum: Option<MeasureReport>,
    /// Whether every loop was followed to its end: what is proved holds beyond the bound, too.
    pub complete: bool,
    /// The run, as the interpreter executed it; its inputs are among its members.
    pub run: Option<CounterexampleReport>,
    /// Why there is no smaller run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What was found out about the claims, if none fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Box<CheckReport>>,
    pub exit_code: u8,
}
