//! Every way to fail, as data.

use serde::Serialize;

use crate::{CheckReport, InputUse, Place};

/// The name and version of the JSON document.
pub const FOCUS_SCHEMA: &str = "because.focus/1";

/// A focus statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FocusStatement {
    /// As it is written; of a condition the condition.
    pub text: String,
    pub function: String,
    /// Which way a condition went: `true`, `false`, or the number of a switch's arm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    #[serde(flatten)]
    pub place: Place,
}

/// A constraint over inputs and uninitialised variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FocusAssumption {
    pub text: String,
    /// `condition`, or `claim` if it comes from the claim that fails.
    pub origin: &'static str,
    pub variables: Vec<String>,
    #[serde(flatten)]
    pub place: Place,
}

/// One way to fail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FocusSequence {
    /// From 1; ways of the same rank are in program order.
    pub rank: usize,
    /// The claim that fails.
    pub claim: String,
    pub statements: Vec<FocusStatement>,
    pub assumptions: Vec<FocusAssumption>,
    /// Whether the assumptions were proved: every run of the sequence satisfies them, and every input that does, with the
    /// same choices, fails in this way.
    pub proved: bool,
    /// Of the run that was executed.
    pub inputs: Vec<InputUse>,
}

#[derive(Debug, Clone, Serialize)]
pub struct FocusReport {
    pub schema: &'static str,
    pub files: Vec<String>,
    pub sequences: Vec<FocusSequence>,
    /// Whether there is no other way to fail, for any input and however long it runs.
    pub complete: bool,
    /// Why there is nothing, or not more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where something is that is not supported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsupported: Option<Place>,
    /// What was found out about the claims, if none fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Box<CheckReport>>,
    pub exit_code: u8,
}
