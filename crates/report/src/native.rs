//! What is said about a program that was compiled by the host and given the inputs of a failing run: whether it fails
//! in the same way, and if not, what was seen instead, or why its inputs could not be given to it.

use std::fmt;

use serde::Serialize;

/// A second opinion: the program compiled and run by the host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NativeReport {
    /// Whether the same failure was seen there.
    pub confirmed: bool,
    /// What was seen, or why nothing could be.
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compiler: Option<String>,
    pub sanitizers: bool,
}

/// Why the inputs of a run cannot be given to a compiled program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotGiven {
    /// An input is an address.
    Address(String),
    /// An input is made inside the C library.
    Library(String),
    /// It is not clear which function gives an input.
    NoFunction(String),
    /// An input is a part of an object that no file defines.
    PartOfObject(String),
    /// A variable is read before it is written.
    Uninitialised(String),
    /// An input enters in a way that compiled programs do not have.
    NoWay(String),
    /// What a function gives is no scalar.
    NoScalar(String),
    /// The function where the run starts takes what cannot be passed.
    Parameters(String),
}

impl fmt::Display for NotGiven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotGiven::Address(name) => {
                write!(
                    f,
                    "input {name} is an address, which means nothing to another process"
                )
            }
            NotGiven::Library(name) => write!(f, "input {name} comes from inside the C library"),
            NotGiven::NoFunction(name) => write!(f, "it is not clear which function gives input {name}"),
            NotGiven::PartOfObject(name) => {
                write!(f, "input {name} is part of an object that no file defines")
            }
            NotGiven::Uninitialised(name) => write!(
                f,
                "{name} is read before it is written, and where the compiler puts it nobody can choose its value"
            ),
            NotGiven::NoWay(name) => write!(f, "input {name} cannot be given to a compiled program"),
            NotGiven::NoScalar(name) => write!(f, "the result of {name} is no scalar"),
            NotGiven::Parameters(name) => write!(f, "{name} takes parameters that cannot be passed natively"),
        }
    }
}

/// What was seen of a compiled program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NativeEnd {
    /// An assumption does not hold there.
    Assumption,
    /// A function is called more often than the run calls it.
    MoreInputs(String),
    /// The same check fails.
    Same(String),
    /// Another check fails, with its text.
    Other {
        check: String,
        text: String,
    },
    /// What a sanitizer says.
    UndefinedBehaviour(String),
    /// The same of memory, with the sanitizer's name in it.
    Memory(String),
    ArithmeticException,
    SegmentationFault,
    Aborted,
    Signal(i32),
    TooLong,
    Status(i32),
}

impl fmt::Display for NativeEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NativeEnd::Assumption => write!(f, "an assumption does not hold natively"),
            NativeEnd::MoreInputs(name) => write!(f, "the native run asks {name} for more inputs"),
            NativeEnd::Same(check) => write!(f, "the same {} fails", check.replace('_', " ")),
            NativeEnd::Other { check, text } => {
                write!(f, "natively another {} fails: {text}", check.replace('_', " "))
            }
            NativeEnd::UndefinedBehaviour(text) => write!(f, "UndefinedBehaviorSanitizer: {text}"),
            NativeEnd::Memory(text) => write!(f, "{text}"),
            NativeEnd::ArithmeticException => write!(f, "arithmetic exception"),
            NativeEnd::SegmentationFault => write!(f, "segmentation fault"),
            NativeEnd::Aborted => write!(f, "the native run aborts"),
            NativeEnd::Signal(signal) => write!(f, "the native run ends with signal {signal}"),
            NativeEnd::TooLong => write!(f, "the native run takes too long"),
            NativeEnd::Status(status) => {
                write!(
                    f,
                    "the native run ends without an error that can be seen, with status {status}"
                )
            }
        }
    }
}
