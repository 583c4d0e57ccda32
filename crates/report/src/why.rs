//! Where a value came from, as data: the links of a chain, and where two chains part.

use serde::Serialize;

use crate::Place;

/// The name and version of the JSON document.
pub const WHY_SCHEMA: &str = "because.why/1";

/// How a value came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyKind {
    /// Where the question was asked.
    Asked,
    /// Stored as it was found.
    Copied,
    Computed,
    /// An argument became a parameter.
    Argument,
    /// A call gave it.
    Returned,
    /// The value of a `return`.
    Return,
    /// Bytes were moved as a whole.
    Moved,
    /// A function of the C library made it.
    Library,
    Allocated,
    Input,
    Constant,
    /// A static variable begins with zero.
    StaticZero,
    Decided,
    Called,
}

/// Something that a link is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WhyPart {
    /// As it is written in C.
    pub name: String,
    /// What that is in the run: `a[3]` for `a[i]`.
    pub lies: String,
    pub value: String,
    /// It only says where something lies: an index, a pointer that is followed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub address: bool,
    /// Links, by number.
    pub from: Vec<usize>,
    /// Nobody wrote it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unwritten: bool,
}

/// A decision that let a line run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WhyDecision {
    /// As it is written; for a call, the name of the function.
    pub condition: String,
    /// `true`, `false`, the value of a `switch`, or `called`.
    pub went: String,
    pub parts: Vec<WhyPart>,
    #[serde(flatten)]
    pub place: Place,
}

/// A link of a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WhyLink {
    pub kind: WhyKind,
    /// The step of the run, from 0: later ones are later.
    pub step: u32,
    pub function: String,
    /// What got the value, as it is written in C.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The function that was called, or the key of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    pub parts: Vec<WhyPart>,
    /// Of a constant: the decision that let it be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<WhyDecision>,
    /// Of a value that a variable begins with: where it would have been given another, had that been executed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<Place>,
    /// The text of its line.
    pub source: String,
    #[serde(flatten)]
    pub place: Place,
}

/// The whole chain, the link that was asked about first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WhyChain {
    pub links: Vec<WhyLink>,
    /// The decision that let the line run that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<WhyDecision>,
    /// Whether there is more than is followed.
    pub cut: bool,
}

/// Where the chains of two runs part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WhyParting {
    /// The last link that both have, with its value in each.
    pub name: String,
    pub failing: String,
    pub passing: String,
    /// What made it in each run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing_link: Option<WhyLink>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passing_link: Option<WhyLink>,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum WhyAnswer {
    Chain {
        #[serde(flatten)]
        chain: WhyChain,
        #[serde(skip_serializing_if = "Option::is_none")]
        parting: Option<Box<WhyParting>>,
    },
    /// The line was not executed.
    NotExecuted(WhyNotReport),
    /// The question does not fit the program.
    NoSuch { reason: String },
}

/// Why a line was not executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WhyNotReport {
    /// The decision that went the other way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<WhyDecision>,
    /// Functions that were never called, the one with the line first.
    pub never_called: Vec<String>,
    /// The run ended before.
    pub ended: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WhyReport {
    pub schema: &'static str,
    pub files: Vec<String>,
    pub question: String,
    #[serde(flatten)]
    pub answer: WhyAnswer,
    pub exit_code: u8,
}
