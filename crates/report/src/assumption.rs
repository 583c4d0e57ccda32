//! What a verdict rests on beyond the C text, in words.

use std::fmt;

/// Something that was taken for granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assumption {
    /// `main` gets no more arguments than this.
    Arguments { most: u64 },
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumption::Arguments { most } => write!(
                f,
                "main gets at most {most} arguments, of any text; arguments behind -- are passed to it instead"
            ),
        }
    }
}
