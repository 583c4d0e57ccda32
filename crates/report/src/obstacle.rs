//! What keeps a verdict from being final, in words.

use std::fmt;

use crate::{ObstacleReport, Place};

/// Why a claim is not decided, or holds only up to a bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// Runs were cut.
    Cut {
        cut: Cut,
        /// The bound at which they were, if there was one.
        bound: Option<u32>,
        /// Whether no bound would be enough, as far as can be seen.
        endless: bool,
    },
    /// The run that was found for a claim cannot be executed to its end.
    NotExecutable {
        claim: String,
        ended: String,
    },
    /// It needs values that the symbolic side does not compute.
    NotComputed {
        claim: String,
    },
    /// With loops that are left early, it is no run of the program.
    LeftEarly {
        claim: String,
    },
    /// It ends otherwise although nothing excuses that.
    EndsOtherwise {
        claim: String,
        ended: String,
    },
    DependsOnAddresses,
    ProofRefused {
        why: String,
    },
}

/// Where runs were cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cut {
    Loop(String),
    Recursion(String),
    Depth,
    NotSupported(String),
    /// What the text of a claim says about a construct.
    Construct(String),
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cut::Loop(name) => write!(f, "the loop {name} was not followed to its end"),
            Cut::Recursion(name) => write!(f, "the recursion of {name} was not followed to its end"),
            Cut::Depth => write!(f, "some runs are longer than --depth allows"),
            Cut::NotSupported(what) => write!(f, "not supported symbolically: {what}"),
            Cut::Construct(text) => write!(f, "{text}"),
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Cut { cut, bound, endless } => {
                write!(f, "{cut}")?;
                if let Some(bound) = bound {
                    let endless = if *endless { ", no end in sight" } else { "" };
                    write!(f, " (bound {bound}{endless})")?;
                }
                Ok(())
            }
            Obstacle::NotExecutable { claim, ended } => write!(
                f,
                "{claim} is undetermined: a run was found, but cannot be executed: {ended}"
            ),
            Obstacle::NotComputed { claim } => write!(
                f,
                "{claim} is undetermined: its run depends on values that are not computed exactly"
            ),
            Obstacle::LeftEarly { claim } => write!(
                f,
                "{claim} is undetermined: the run that was found leaves a loop too early, and the program has no such run"
            ),
            Obstacle::EndsOtherwise { claim, ended } => write!(
                f,
                "internal error: the failing run found for {claim} ends otherwise ({ended}) when it is executed"
            ),
            Obstacle::DependsOnAddresses => write!(
                f,
                "some result depends on where objects lie in memory, of which only one way was looked at"
            ),
            Obstacle::ProofRefused { why } => {
                write!(f, "internal error: a proof of the solver was not accepted: {why}")
            }
        }
    }
}

impl ObstacleReport {
    #[must_use]
    pub fn new(obstacle: &Obstacle, place: Place) -> ObstacleReport {
        ObstacleReport {
            text: obstacle.to_string(),
            place,
        }
    }
}
