//! What is going on while claims are decided, for a line on the terminal.

use std::fmt;

/// A moment of the work on one bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    Unwinding { round: u32 },
    Encoding { round: u32, steps: usize },
    Solving { round: u32, open: usize, clauses: usize },
    Reaching { round: u32, cuts: usize },
}

impl fmt::Display for Doing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doing::Unwinding { round } => write!(f, "round {round}: unwinding"),
            Doing::Encoding { round, steps } => write!(f, "round {round}: encoding {steps} steps"),
            Doing::Solving { round, open, clauses } => {
                write!(
                    f,
                    "round {round}: deciding {open} instances of claims, {clauses} clauses"
                )
            }
            Doing::Reaching { round, cuts } => {
                write!(f, "round {round}: looking for runs beyond the bound, {cuts} cuts")
            }
        }
    }
}
