//! The predicates on which an error depends, as data.

use serde::Serialize;

use crate::{CheckReport, ClaimReport, CounterexampleReport, Place};

/// The name and version of the JSON document.
pub const CAUSES_SCHEMA: &str = "because.causes/1";

/// A value in a predicate, and where the failing run got it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OperandReport {
    pub name: String,
    /// The same in single-assignment form.
    pub ssa: String,
    /// In the failing run, in C syntax.
    pub value: String,
    /// Other variables that always hold the same value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    #[serde(flatten)]
    pub place: Place,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CauseReport {
    /// In C syntax.
    pub text: String,
    pub comparison: &'static str,
    pub left: OperandReport,
    pub right: OperandReport,
    /// Of the nearest runs in which it does not hold.
    pub distance: u64,
    /// The position of the cause from which it follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows_from: Option<usize>,
}

/// What was found out about a predicate of the user's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CheckedReport {
    pub text: String,
    /// `cause`, `no_cause`, `always_holds`, `effect_always_holds` or `undecided`.
    pub verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CausesReport {
    pub schema: &'static str,
    pub files: Vec<String>,
    /// What fails; absent if nothing does.
    pub claim: Option<ClaimReport>,
    pub failing: Option<CounterexampleReport>,
    /// What the causes are of, if not the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// Parts of the claim that runs had to keep to be compared with, because they are only its antecedent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<String>,
    /// The distance of the nearest run without the effect; absent if there is none.
    pub nearest: Option<u64>,
    /// No run without the effect is nearer than this; the same number if that is proved.
    pub nearest_lower_bound: Option<u64>,
    /// Predicates that were looked at.
    pub candidates: usize,
    /// Of these, not decided in the time or with the effort that was granted.
    pub undecided: usize,
    pub causes: Vec<CauseReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<CheckedReport>,
    /// Whether more than the usual predicates were asked for.
    #[serde(skip)]
    pub looks_further: bool,
    /// Whether all of them were to be decided, however long that takes.
    #[serde(skip)]
    pub decides_all: bool,
    /// Whether every loop was followed to its end.
    pub complete: bool,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What was found out about the claims, if none fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Box<CheckReport>>,
    pub exit_code: u8,
}
