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
    /// Which way a condition went: `true`, `false`; of a switch `case 3`, `case 1 ... 4` or `default`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// By loops around it, outermost first: the number of the round, from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub round: Vec<u32>,
    /// In how many conditions of the sequence it is, and in how many calls.
    #[serde(skip)]
    pub depth: u32,
    #[serde(flatten)]
    pub place: Place,
}

/// A constraint over inputs and uninitialised variables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FocusAssumption {
    pub text: String,
    /// `condition`; `earlier_claim` if it is that a claim before the end holds, `claim` if it comes from the claim that
    /// fails.
    pub origin: &'static str,
    pub variables: Vec<String>,
    #[serde(flatten)]
    pub place: Place,
}

/// What a variable holds that makes the deciding condition wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FocusWrong {
    pub variable: String,
    /// Over inputs.
    pub holds: String,
}

/// One way to fail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FocusSequence {
    /// From 1; ways of the same rank are in program order.
    pub rank: usize,
    /// The claim that fails.
    pub claim: String,
    /// The error condition that holds, if it is one that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    pub statements: Vec<FocusStatement>,
    pub assumptions: Vec<FocusAssumption>,
    /// Whether the assumptions were proved: every run of the sequence satisfies them, and every input that does, with
    /// the same choices, fails in this way.
    pub proved: bool,
    pub wrong: Vec<FocusWrong>,
    /// The assumptions that are left when complementary ones of all ways are taken out.
    pub reduced: Vec<String>,
    /// The way with the same statements and the same reduced assumptions, if there is an earlier one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<usize>,
    /// The statements of the neighbourhood of the error, by their numbers from 0.
    pub nest: Vec<usize>,
    /// The innermost block entered by a condition that the reduced assumptions decide: the condition first.
    pub core: Vec<usize>,
    /// How many ways there are with the same projected assumptions, this one included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alike: Option<usize>,
    /// All statements of the run that was executed, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub run: Vec<FocusStatement>,
    /// Of the run that was executed.
    pub inputs: Vec<InputUse>,
}

/// A procedure, and how often it was worked on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FocusProcedure {
    pub name: String,
    /// How often its body was gone through, until nothing more was demanded behind it.
    pub analysed: usize,
    /// For how many calls in the text this was used.
    pub used: usize,
}

/// What all ways have in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FocusCommon {
    pub assumptions: Vec<String>,
    /// Where the core is that all have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core: Option<Place>,
    /// How it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct FocusReport {
    pub schema: &'static str,
    pub files: Vec<String>,
    pub sequences: Vec<FocusSequence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub common: Option<FocusCommon>,
    /// Whether there is no other way to fail, for any input and however long it runs.
    pub complete: bool,
    pub procedures: Vec<FocusProcedure>,
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
