//! Why claims are not decided, and what would help.

use serde::Serialize;

use crate::{ClaimReport, ClaimStatus};

/// Why a claim is neither known to hold nor to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Undecided {
    /// Some loop or recursion in front of it was not followed to its end.
    LoopNotFinished,
    /// The work that is allowed was done.
    EffortRanOut,
    /// Time, memory or the user ended the work.
    Stopped,
    /// Something in front of it is not supported.
    Unsupported,
    /// A run was found that cannot be confirmed by executing it.
    NotConfirmed,
    /// It depends on where objects lie in memory.
    Addresses,
    /// Nothing more was asked once a failing run was known.
    NotAsked,
}

impl Undecided {
    /// In a few words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Undecided::LoopNotFinished => "a loop was not followed to its end",
            Undecided::EffortRanOut => "the limit of work was reached",
            Undecided::Stopped => "the work was stopped",
            Undecided::Unsupported => "something before it is not supported",
            Undecided::NotConfirmed => "a possible failure could not be confirmed by executing it",
            Undecided::Addresses => "it depends on where objects lie in memory",
            Undecided::NotAsked => "not looked at after a failing run was found",
        }
    }
}

/// What a user can do about it, if anything.
#[must_use]
pub(crate) fn help(reason: Undecided) -> &'static str {
    match reason {
        Undecided::LoopNotFinished => "--unwind N follows loops for N rounds",
        Undecided::EffortRanOut => "--effort N raises it",
        Undecided::NotAsked
        | Undecided::Stopped
        | Undecided::Unsupported
        | Undecided::NotConfirmed
        | Undecided::Addresses => "",
    }
}

/// How many claims are open for which reason, in the order of the reasons.
#[must_use]
pub fn undecided_groups(claims: &[ClaimReport]) -> Vec<(Undecided, usize)> {
    let mut groups: Vec<(Undecided, usize)> = Vec::new();
    for claim in claims.iter().filter(|claim| claim.status == ClaimStatus::Unknown) {
        let reason = claim.undecided.unwrap_or(Undecided::Stopped);
        match groups.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => groups.push((reason, 1)),
        }
    }
    groups.sort();
    groups
}
