//! What is going on, for a line on the terminal.

use std::fmt;

/// A phase of the work; of the work on one bound, a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    Unwinding {
        round: u32,
    },
    Encoding {
        round: u32,
        steps: usize,
    },
    Solving {
        round: u32,
        open: usize,
        clauses: usize,
    },
    Reaching {
        round: u32,
        cuts: usize,
    },
    /// A failing run is followed symbolically.
    Following,
    /// A run is executed, and every step of it kept.
    Recording,
    Comparing,
    Suspecting,
    Changing,
    Minimizing,
    Relating,
    /// Every way to fail is looked for.
    Focusing,
    Varying,
    Testing,
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
            Doing::Following => write!(f, "following the failing run"),
            Doing::Recording => write!(f, "executing the failing run step by step"),
            Doing::Comparing => write!(f, "looking for the closest passing run"),
            Doing::Suspecting => write!(f, "trying other values of expressions"),
            Doing::Changing => write!(f, "trying small changes of the source"),
            Doing::Minimizing => write!(f, "looking for a shorter and smaller failing run"),
            Doing::Relating => write!(f, "trying relations between variables"),
            Doing::Focusing => write!(f, "looking for every way to fail"),
            Doing::Varying => write!(f, "executing runs near the failing one"),
            Doing::Testing => write!(f, "executing the tests"),
        }
    }
}
