//! A run that is right or wrong.

use program::Program;

use crate::input::{InputKind, InputValue};
use crate::run::Run;

/// What enters a run, and what is expected of it. Standard input is kept as bytes: suites have thousands of tests.
#[derive(Debug, Clone, Default)]
pub struct Test {
    pub name: String,
    /// `argv`, the program's name first.
    pub arguments: Vec<Vec<u8>>,
    /// By key (`x`, `x#2`); the rest are zero.
    pub inputs: Vec<(String, u128)>,
    pub stdin: Vec<u8>,
    /// Whether standard input ends with these bytes, or the run just read no more.
    pub stdin_ends: bool,
    /// What it must print; without it only the claims must hold.
    pub expected: Option<Vec<u8>>,
}

impl Test {
    /// A failing run as a test whose claims must hold.
    #[must_use]
    pub fn of_run(program: &Program, run: &Run) -> Test {
        // A text of which parts were chosen has no more digits than it has.
        let ends = |input: &InputValue| match input.kind {
            InputKind::Stdin => u8::try_from(input.bits).is_err(),
            kind => kind.is_stdin(),
        };
        Test {
            name: run
                .claim
                .map_or_else(String::new, |claim| program.claim(claim).name.clone()),
            arguments: run.arguments.clone(),
            inputs: run.keyed().collect(),
            stdin_ends: run.inputs.iter().any(ends),
            stdin: run.stdin(program),
            expected: None,
        }
    }

    /// Whether nothing that enters tells two tests apart.
    #[must_use]
    pub fn is_fed_like(&self, other: &Test) -> bool {
        self.inputs == other.inputs && self.stdin == other.stdin && self.arguments == other.arguments
    }
}
