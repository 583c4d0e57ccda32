//! What one concrete execution did.

use serde::Serialize;

use crate::Place;

/// The name and version of the JSON document.
pub const RUN_SCHEMA: &str = "because.run/1";

/// An error that ended the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The check's word, such as `signed_overflow`.
    pub check: String,
    /// What went wrong, in source terms and with the values of that moment.
    pub message: String,
    /// The claim's name, `function.check.number`; absent for errors that are no claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// What should have held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// Why it did not, where the message does not say it already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The library function in whose model it went wrong; the place is then its call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside: Option<String>,
    #[serde(flatten)]
    pub place: Place,
    /// Further places that matter, such as where freed memory was freed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
    /// The call stack, innermost first.
    pub stack: Vec<Frame>,
    /// The thread in which it went wrong, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadlock: Option<crate::Deadlock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race: Option<crate::Race>,
}

impl Failure {
    /// Whether the user has written down what does not hold.
    #[must_use]
    pub fn is_stated(&self) -> bool {
        matches!(self.check.as_str(), "assertion" | "error_call")
    }

    /// Whether it depends on the order in which threads run.
    pub(crate) fn is_of_threads(&self) -> bool {
        self.thread.is_some() || self.deadlock.is_some() || self.race.is_some()
    }
}

/// A further place that a failure speaks of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Related {
    pub text: String,
    #[serde(flatten)]
    pub place: Place,
}

/// One activation of a function.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Frame {
    pub function: String,
    /// Where control is in it.
    #[serde(flatten)]
    pub place: Place,
}

/// What ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    Steps,
    Time,
    Memory,
    /// The user pressed Ctrl-C.
    Interrupt,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "ending", rename_all = "snake_case")]
pub enum Ending {
    /// `main` returned or `exit` was called.
    Exited { status: i32 },
    /// `abort` was called.
    Aborted {
        #[serde(flatten)]
        place: Place,
        stack: Vec<Frame>,
    },
    /// A claim failed.
    Failed(Box<Failure>),
    /// An assumption did not hold: the inputs are not ones the program is meant for.
    Assumption {
        #[serde(flatten)]
        place: Place,
    },
    /// The run was stopped before it ended.
    Stopped {
        limit: Limit,
        #[serde(flatten)]
        place: Place,
        stack: Vec<Frame>,
    },
}

/// One value that entered the run from outside. The list of these replays the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InputUse {
    pub name: String,
    /// Counts the uses of this name from 1.
    pub occurrence: u32,
    /// In C syntax.
    pub value: String,
    /// The exact bits, hexadecimal: what a replay takes.
    pub bits: String,
    /// `nondet`, `external`, `uninitialised`, …
    pub source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    #[serde(flatten)]
    pub place: Place,
}

/// A function without a body, whose results the run took from outside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingFunction {
    pub name: String,
    /// Its first call.
    #[serde(flatten)]
    pub place: Place,
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Step {
    Assignment {
        target: String,
        value: String,
    },
    /// A value enters from outside.
    Input {
        name: String,
        occurrence: u32,
        value: String,
        /// What it is assigned to; absent where it is only read.
        #[serde(skip_serializing_if = "Option::is_none")]
        target: Option<String>,
    },
    Branch {
        /// `if`, `while`, `&&`, …
        construct: String,
        condition: String,
        taken: bool,
    },
    Switch {
        condition: String,
        value: String,
    },
    Call {
        callee: String,
        arguments: Vec<Argument>,
    },
    Return {
        from: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<String>,
    },
}

/// A parameter and the value it gets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Argument {
    pub name: String,
    pub value: String,
}

/// A step of the trace with its function and place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TraceStep {
    #[serde(flatten)]
    pub step: Step,
    pub function: String,
    /// How many calls are on the stack.
    pub depth: usize,
    /// The loops being executed in the function, outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loops: Vec<Round>,
    /// The value as bits, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bits: Option<String>,
    /// The type of what is assigned, for documents that name it.
    #[serde(skip)]
    pub r#type: Option<String>,
    /// Whether a local variable is known to have had this value before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unchanged: bool,
    #[serde(flatten)]
    pub place: Place,
}

/// A round of a loop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Round {
    pub r#loop: String,
    /// From 1.
    pub round: u64,
    /// Whether this is the first step of the round.
    #[serde(skip)]
    pub new: bool,
}

/// Everything but the trace, which is written while the program runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RunReport {
    pub files: Vec<String>,
    #[serde(flatten)]
    pub ending: Ending,
    /// Instructions executed.
    pub steps: u64,
    pub inputs: Vec<InputUse>,
    /// Which thread ran when, if there were several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub schedule: Vec<crate::ScheduleSlice>,
    /// Functions without a body: their results are among the inputs.
    pub missing_functions: Vec<MissingFunction>,
    /// What the program wrote; bytes that are not UTF-8 are replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stdout: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    pub exit_code: u8,
}
