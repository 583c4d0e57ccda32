//! Changes of the source that make failing runs right.

use serde::Serialize;

use crate::{FailingTest, Place};

/// The name and version of the JSON document.
pub const REPAIR_SCHEMA: &str = "because.repair/1";

/// How sure it is that a change is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Assurance {
    /// Every claim holds for all inputs.
    Proved,
    /// No claim is violated as far as loops were followed.
    UpToBound,
    /// Every test is right.
    Tests,
    /// Some failing tests are right.
    SomeTests,
}

/// What a change does to the failing runs, the most likely repair first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectReport {
    /// They come to the claim with other values.
    Computes,
    /// It changes the harness: a function that asserts or reads inputs, so that something else is asked.
    Harness,
    /// They do not come to the claim any more.
    AvoidsClaim,
    /// They read less.
    StopsInput,
}

impl EffectReport {
    /// What is to be said of a change that does this.
    #[must_use]
    pub fn remark(self) -> Option<&'static str> {
        match self {
            EffectReport::Computes => None,
            EffectReport::Harness => Some("this changes what is checked, not what is computed"),
            EffectReport::AvoidsClaim => Some("the failing run then no longer comes to the claim"),
            EffectReport::StopsInput => Some("the failing run then reads less input"),
        }
    }
}

impl ChangeReport {
    /// The claim that fails with this change: `the claim at line 23 (main.assertion.2)`.
    pub(crate) fn other_failure(&self) -> Option<String> {
        let name = self.violates.as_ref()?;
        Some(match self.violates_line {
            Some(line) => format!("the claim at line {line} ({name})"),
            None => name.clone(),
        })
    }
}

/// Lines of the source as they are and as they would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EditReport {
    /// What is done: `operator`, `constant`, …
    pub kind: String,
    #[serde(flatten)]
    pub place: Place,
    /// What replaces the text at the place.
    pub replacement: String,
    /// The lines that change, without their ends.
    pub before: Vec<String>,
    pub after: Vec<String>,
}

/// Edits that together make failing runs right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChangeReport {
    pub edits: Vec<EditReport>,
    pub assurance: Assurance,
    pub effect: EffectReport,
    /// The claim that fails with it, of a change that makes the failing run right and another one wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violates: Option<String>,
    /// The line of that claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violates_line: Option<u32>,
    /// Failing tests that it makes right.
    pub repairs: usize,
    /// Passing tests that it makes wrong.
    pub breaks: usize,
    /// Passing runs that were tried and that end, print or are checked in another way with it.
    pub disturbs: usize,
    /// How many passing runs were tried for that.
    pub sampled: usize,
}

impl ChangeReport {
    /// Whether most of what was right is no longer as it was: then it may only avoid what is checked.
    #[must_use]
    pub fn disturbs_most(&self) -> bool {
        self.disturbs * 2 > self.sampled
    }
}

/// What `because repair` found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RepairReport {
    pub schema: &'static str,
    pub files: Vec<String>,
    pub failing: Vec<FailingTest>,
    /// How many tests pass.
    pub passing: usize,
    /// How many changes were tried.
    pub tried: usize,
    pub changes: Vec<ChangeReport>,
    /// Whether it was stopped before everything was tried.
    pub stopped: bool,
    pub notes: Vec<String>,
    pub exit_code: u8,
}
