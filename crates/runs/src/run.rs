//! One run: all that enters it, and the claim that it fails.

use program::{ClaimId, Program};

use crate::input::InputValue;
use crate::stdin_text::stdin_text;

/// All that decides an execution, and the claim that fails in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Run {
    /// `argv`, the program's name first.
    pub arguments: Vec<Vec<u8>>,
    /// In the order they enter; standard input byte by byte, or in the parts that the symbolic engine chose. Inputs
    /// that are not listed are zero.
    pub inputs: Vec<InputValue>,
    /// Which thread runs when; empty if there is only one.
    pub schedule: crate::Schedule,
    /// The claim that it violates, before any other; none if it ends without an error.
    pub claim: Option<ClaimId>,
}

impl Run {
    /// The inputs that are no part of standard input, by key.
    pub fn keyed(&self) -> impl Iterator<Item = (String, u128)> + '_ {
        keyed(&self.inputs)
    }

    /// Whether a data race is what it ends with, or would be news. What fails elsewhere is followed behind races.
    #[must_use]
    pub fn stops_at_races(&self, program: &Program) -> bool {
        let kind = self.claim.map(|claim| program.claim(claim).kind);
        kind.is_none_or(|kind| kind == program::CheckKind::DataRace)
    }

    /// What it reads from standard input.
    #[must_use]
    pub fn stdin(&self, program: &Program) -> Vec<u8> {
        stdin_text(program, &self.inputs)
    }
}

/// Inputs that are no part of standard input, by key.
pub fn keyed(inputs: &[InputValue]) -> impl Iterator<Item = (String, u128)> + '_ {
    inputs
        .iter()
        .filter(|input| !input.kind.is_stdin())
        .map(|input| (input.key(), input.bits))
}
