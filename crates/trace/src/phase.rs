//! What an explanation is busy with.
//!
//! Explaining is many questions of different kinds, and which of them takes the time differs from program to program. A
//! caller that measures, or shows that something is going on, is told whenever the kind changes.

/// One kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Finding the steps that count, and their values in the failing run.
    Observing,
    /// Making the formula.
    Encoding,
    /// Looking for the nearest passing run.
    Searching,
    /// Looking for others that are as near.
    Ties,
    /// Finding out which differences matter.
    Slicing,
    /// Bringing changed inputs near their old values.
    Inputs,
    /// Executing both runs and putting the differences into words.
    Telling,
    /// Finding out whether a run gets beyond the bound, and unwinding further.
    Deepening,
}

/// Nobody wants to know.
pub const UNWATCHED: &dyn Fn(Phase) = &|_| {};
