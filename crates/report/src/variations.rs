//! Runs around a failing one, as data.

use serde::Serialize;

use crate::{CheckReport, ClaimReport, InputUse, Place, ScheduleSlice};

/// The name and version of the JSON document.
pub const VARIATIONS_SCHEMA: &str = "because.variations/1";

/// A step at a place, with what an input decided there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepReport {
    /// As it is written; of a condition the condition.
    pub text: String,
    pub function: String,
    /// `taken`, `not taken`, or the value of the input; absent if no input decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// Only in programs with several threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    #[serde(flatten)]
    pub place: Place,
}

/// Table 1 of the paper.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct StepSets {
    pub trans_negative: Vec<StepReport>,
    pub trans_positive: Vec<StepReport>,
    pub all_negative: Vec<StepReport>,
    pub all_positive: Vec<StepReport>,
    pub only_negative: Vec<StepReport>,
    pub only_positive: Vec<StepReport>,
    pub cause_negative: Vec<StepReport>,
    pub cause_positive: Vec<StepReport>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct VariationCounts {
    pub negatives: usize,
    pub positives: usize,
    /// Runs into other errors.
    pub others: u64,
    pub states: u64,
    /// Different ones; the smallest are told.
    pub transformations: u64,
    /// With `--all-runs`; absent if there is no end of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_negatives: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_positives: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SampleCounts {
    pub positive: usize,
    pub negative: usize,
}

/// What is true of the variables at a place in the one kind of runs, and not in the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InvariantReport {
    pub point: Place,
    /// Whether the place is that of the failing claim.
    pub at_claim: bool,
    pub positive: Option<String>,
    pub negative: Option<String>,
    pub samples: SampleCounts,
    /// For all runs of the program; otherwise for those that were executed.
    pub proved: bool,
}

/// A part of passing runs, and what makes them fail instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TransformationReport {
    /// After so many steps.
    pub at: usize,
    pub positive: Vec<StepReport>,
    pub negative: Vec<StepReport>,
    /// Where both go on in the same way.
    pub behind: StepReport,
    pub size: usize,
    /// How many pairs of runs differ in this way.
    pub pairs: u64,
    pub kind: VariationKind,
    /// Of the example.
    pub failing_inputs: Vec<InputUse>,
    pub passing_inputs: Vec<InputUse>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VariationKind {
    Concurrency,
    Data,
    Both,
}

/// An error that is not the one in question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NearError {
    pub claim: String,
    pub text: String,
    pub check: String,
    pub runs: u64,
    pub inputs: Vec<InputUse>,
    pub schedule: Vec<ScheduleSlice>,
    #[serde(flatten)]
    pub place: Place,
}

/// Why there may be more runs than were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VariationGap {
    Inputs,
    States,
    Runs,
    LongStep,
    Unsupported,
    Memory,
    Interrupted,
    Stdin,
    Beginning,
    Pairs,
}

/// Why a run is not varied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotVaried {
    NoSteps,
    EndsOtherwise(String),
    TooLong,
    /// A run that was found is another one when it is executed again.
    Mismatch(String),
}

#[derive(Debug, Clone, Serialize)]
pub struct VariationsReport {
    pub schema: &'static str,
    pub files: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<ClaimReport>,
    /// The place of the last step of the run.
    pub place: Place,
    pub depth: u32,
    /// The sets are the same for every depth from this one on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stable_since: Option<u32>,
    /// Whether all runs within the depth were executed.
    pub complete: bool,
    pub gaps: Vec<VariationGap>,
    /// `near`: the runs within the depth; `all`: every run of the program.
    pub scope: &'static str,
    pub near: bool,
    pub counts: VariationCounts,
    pub sets: StepSets,
    pub invariants: Vec<InvariantReport>,
    pub transformations: Vec<TransformationReport>,
    /// Table 1 over what the transformations replace.
    pub replaced: StepSets,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classification: Option<VariationKind>,
    /// only(pos), only(neg), and what is in one of all(neg) and all(pos).
    pub report: Vec<StepReport>,
    pub errors: Vec<NearError>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What was found out about the claims, if none fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Box<CheckReport>>,
    pub exit_code: u8,
}
