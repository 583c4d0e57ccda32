//! What bounded model checking found.

use serde::Serialize;

use crate::{MissingFunction, NativeReport, Place, RunReport, TraceStep, Undecided};

/// The name and version of the JSON document.
pub const CHECK_SCHEMA: &str = "because.check/1";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimStatus {
    /// In all runs.
    Holds,
    /// In all runs within the bound.
    HoldsUpToBound,
    Fails,
    /// Some run reaches a construct that is not supported; the claim says that it is not reached.
    Unsupported,
    Unknown,
}

impl ClaimStatus {
    /// For the table of claims.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ClaimStatus::Holds => "holds",
            ClaimStatus::HoldsUpToBound => "holds up to bound",
            ClaimStatus::Fails => "FAILS",
            ClaimStatus::Unsupported => "unsupported",
            ClaimStatus::Unknown => "unknown",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClaimReport {
    /// `function.check.number`.
    pub name: String,
    /// The check's word, such as `signed_overflow`.
    pub check: String,
    /// What must hold, in source terms.
    pub text: String,
    pub status: ClaimStatus,
    /// Why it is unknown, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<Undecided>,
    pub function: String,
    /// In a library model: for people these are listed only if they fail.
    pub library: bool,
    #[serde(flatten)]
    pub place: Place,
}

impl ClaimReport {
    /// Whether it is in the table for people.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        !self.library || matches!(self.status, ClaimStatus::Fails | ClaimStatus::Unsupported)
    }
}

/// Why what holds may hold only up to a bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ObstacleReport {
    pub text: String,
    #[serde(flatten)]
    pub place: Place,
}

/// A failing run, as the interpreter replayed it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CounterexampleReport {
    pub claim: String,
    pub run: RunReport,
    /// What the compiled program does with the same inputs, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native: Option<NativeReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<TraceStep>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Successful,
    Failed,
    Undetermined,
}

/// How large the question was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct CheckSize {
    pub rounds: u32,
    pub steps: usize,
    pub variables: usize,
    pub clauses: usize,
    pub conflicts: u64,
}

/// Proofs that an independent checker has accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CertificateReport {
    pub proofs: u64,
    pub lemmas: u64,
    /// Claims that hold by these proofs.
    pub claims_proved: usize,
    /// Claims that hold by what was decided before the solver was asked: by rewriting, by intervals, or because nothing
    /// comes to them.
    pub claims_simplified: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    pub schema: &'static str,
    pub files: Vec<String>,
    pub verdict: Verdict,
    /// Whether every loop and recursion was followed to its end.
    pub complete: bool,
    /// Whether time or the user ended the work.
    pub stopped: bool,
    /// Whether the effort that was allowed ended the work.
    pub exhausted: bool,
    pub claims: Vec<ClaimReport>,
    pub obstacles: Vec<ObstacleReport>,
    pub counterexamples: Vec<CounterexampleReport>,
    /// Runs that reach constructs that are not supported.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsupported: Vec<CounterexampleReport>,
    pub missing_functions: Vec<MissingFunction>,
    /// What was taken for granted about how the program is called.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
    pub size: CheckSize,
    /// Absent if it was not asked for, or a proof was not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateReport>,
    pub exit_code: u8,
}
