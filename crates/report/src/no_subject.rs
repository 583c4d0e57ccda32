//! Why a method has no failing run to work on, or says nothing about the one there is, in words.

use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSubject {
    /// No run was found that fails.
    NothingFails,
    /// How the failing run ended when it was executed.
    EndsOtherwise(String),
    /// Time ran out.
    NotUnwound,
    SavedRunPasses,
    /// The failing run was found by executing it and cannot be followed symbolically.
    TooLong,
    /// The program starts threads.
    Threads,
}

impl fmt::Display for NoSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSubject::NothingFails => {
                write!(f, "no failing run was found, so there is nothing to ask about")
            }
            NoSubject::EndsOtherwise(ended) => write!(f, "the failing run {ended} when it is executed"),
            NoSubject::NotUnwound => write!(f, "time ran out before the run was unwound to its end"),
            NoSubject::SavedRunPasses => write!(f, "the saved run does not fail"),
            NoSubject::TooLong => write!(f, "the failing run is too long to compare it with all other runs"),
            NoSubject::Threads => write!(
                f,
                "the program starts threads; its failing run is shown, but not compared with others yet"
            ),
        }
    }
}
