//! What a verdict rests on beyond the C text, in words.

use std::fmt;

/// Something that was taken for granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assumption {
    /// `main` gets no more arguments than this.
    Arguments { most: u64 },
    /// What one thread writes is seen by all others at once, also where accesses race.
    SequentialConsistency,
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumption::SequentialConsistency => write!(
                f,
                "all threads see writes to memory in one order; compilers and processors keep to that only where no data race is"
            ),
            Assumption::Arguments { most } => write!(
                f,
                "main gets at most {most} arguments, of any text; arguments behind -- are passed to it instead"
            ),
        }
    }
}
