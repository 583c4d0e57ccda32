//! Why a run fails, as data: two runs and what differs between them.

use reasons::Suspected;
use serde::Serialize;

use crate::{
    AlignedRuns, ChangeReport, CheckReport, ClaimReport, CounterexampleReport, Ending, InputUse, Place,
    RankedLine, WhyChain,
};

/// The name and version of the JSON document.
pub const EXPLAIN_SCHEMA: &str = "because.explain/1";

/// How far the two runs are apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DistanceReport {
    pub value: u64,
    /// No passing run is nearer.
    pub lower_bound: u64,
    /// Whether both are the same.
    pub proved: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DeltaKindReport {
    Input,
    Value,
    Guard,
}

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DeltaReport {
    pub kind: DeltaKindReport,
    /// A variable, an input, or the condition of a branch.
    pub name: String,
    /// The same in single-assignment form.
    pub ssa: String,
    pub function: String,
    /// The value in C syntax; for a guard `taken`, `not taken` or `not reached`.
    pub failing: String,
    pub passing: String,
    /// Whether the step is executed in each run.
    pub in_failing: bool,
    pub in_passing: bool,
    /// Whether it belongs to the preferred slice: it matters.
    pub in_slice: bool,
    /// Where the value was stored, for what lies in a variable where two ways meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored_failing: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored_passing: Option<Place>,
    /// Inside a function of the C library.
    pub library: bool,
    #[serde(flatten)]
    pub place: Place,
}

/// Another passing run at the same distance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TieReport {
    pub inputs: Vec<InputUse>,
    pub differences: usize,
    /// How many of them matter.
    pub slice: usize,
}

/// What was assumed because the nearest run only avoided the claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AssumedReport {
    /// In source terms.
    pub text: String,
    /// The inputs of the run that avoided it.
    pub avoided_by: Vec<InputUse>,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum Answer {
    Explained(Box<ExplanationReport>),
    /// The run passes with the same inputs if the threads take turns in another order, or never does.
    Schedule(Box<crate::OtherOrder>),
    /// No run passes.
    NothingPasses {
        complete: bool,
    },
    /// Time ran out, or the passing run cannot be executed exactly.
    Unknown {
        reason: String,
    },
    /// The fewest steps whose values would have to be others, whatever the program says.
    Interventions {
        distance: DistanceReport,
        changes: Vec<DeltaReport>,
    },
    /// Another run that fails at the same claim.
    AnotherFailure {
        distance: DistanceReport,
        farthest: bool,
        inputs: Vec<InputUse>,
    },
    /// No claim fails.
    NothingFails,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExplanationReport {
    pub failing_inputs: Vec<InputUse>,
    pub passing_inputs: Vec<InputUse>,
    /// What the passing run prints.
    pub passing_stdout: String,
    pub distance: DistanceReport,
    /// In the order of execution.
    pub deltas: Vec<DeltaReport>,
    /// The minimal slices, as positions in `deltas`; the first is the preferred one.
    pub slices: Vec<Vec<usize>>,
    pub slices_complete: bool,
    /// The passing runs at this distance; the first is the one that is shown.
    pub ties: Vec<TieReport>,
    pub ties_complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumed: Option<AssumedReport>,
    /// What no passing run does, as a sentence: every run that comes to the claim fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unavoidable: Option<String>,
    /// How long the passing run goes the failing run's way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_way: Option<SameWayReport>,
    /// Whether every loop was followed to its end, so that no nearer run can lie beyond the bound.
    pub complete: bool,
    /// The lines to look at, in the order of execution.
    pub lines: Vec<LineReport>,
    /// The claim in both runs.
    pub at_claim: AtClaimReport,
    /// Values of the two runs that were not compared with the execution, because the solver does not compute what they
    /// follow from.
    pub uncompared: usize,
}

/// How long two runs take the same branches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SameWayReport {
    /// Branches that both take, one after the other.
    pub kept: usize,
    /// Branches that the failing run comes to before it fails.
    pub of: usize,
    /// Where they part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Place>,
}

/// What a failed claim looks at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AtClaimReport {
    /// Whether the passing run comes there at all.
    pub reached: bool,
    pub function: String,
    pub values: Vec<AtClaimValue>,
    #[serde(flatten)]
    pub place: Place,
}

/// A value that a claim looks at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AtClaimValue {
    pub name: String,
    pub failing: String,
    pub passing: String,
    /// Where the failing run stored it.
    pub stored: Place,
    pub input: bool,
    pub library: bool,
}

/// A line to look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LineReport {
    pub file: String,
    pub line: u32,
}

/// An expression that could be wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SuspectReport {
    #[serde(serialize_with = "crate::diagnose::suspected")]
    pub kind: Suspected,
    /// As the programmer wrote it.
    pub expression: String,
    pub function: String,
    /// The value it had, and one that lets the run pass.
    pub original: Option<String>,
    pub repair: Option<String>,
    /// Whether the closest passing run differs on its line.
    pub differs: bool,
    /// Of how many failing runs it is not known whether it repairs them.
    #[serde(skip_serializing_if = "is_zero")]
    pub undecided: usize,
    #[serde(flatten)]
    pub place: Place,
}

impl SuspectReport {
    /// Whether it is no expression but code that could be replaced.
    #[must_use]
    pub fn is_region(&self) -> bool {
        self.kind == Suspected::ReplaceableRegion
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExplainReport {
    pub schema: &'static str,
    pub files: Vec<String>,
    /// The whole check, where it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<CheckReport>,
    /// The claim that is explained.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<ClaimReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing: Option<CounterexampleReport>,
    /// Where what the claim looks at came from, as it was observed in the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<WhyChain>,
    #[serde(flatten)]
    pub answer: Answer,
    /// Expressions that with another value would have let the run pass, most suspicious first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suspects: Vec<SuspectReport>,
    /// How many failing runs the suspects were asked about: this one, and others at the same claim.
    #[serde(skip_serializing_if = "is_zero")]
    pub failing_runs: usize,
    /// Small changes of the source with which every claim holds, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<ChangeReport>,
    /// Lines to look at, those first at which most of the evidence points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranking: Vec<RankedLine>,
    /// The steps of both runs side by side, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<AlignedRuns>,
    pub exit_code: u8,
}

impl ExplainReport {
    /// Where a wrong value came from, if that is told: always for a crash, and for what the user states where no
    /// passing run explains the failure.
    pub(crate) fn origin_sentence(&self) -> Option<String> {
        let sentence = crate::origin_sentence(self.origin.as_ref()?)?;
        let explained = matches!(self.answer, Answer::Explained(_));
        let stated = self
            .failing
            .as_ref()
            .is_some_and(|failing| match &failing.run.ending {
                Ending::Failed(failure) => failure.is_stated(),
                _ => true,
            });
        (!stated || !explained).then_some(sentence)
    }
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}
