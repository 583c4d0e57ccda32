//! Passing runs that say what the program was meant to do.
//!
//! A change may make a failing run right by avoiding what is checked: then it also changes runs that were right
//! before. So runs near the failing ones are tried, each input moved a little or not at all, and those that pass are
//! kept. The generator is SplitMix64 from fixed seeds: the same program has the same samples everywhere.

use explain::diagnose::Test;
use interp::{
    BytesInput, Environment, InputKind, InputRequest, InputSupply, Interpreter, Limits, ListedInputs,
    NoObserver, NoOutput, RandomInputs, Stop, ZeroInputs,
};

/// Runs that are tried.
const TRIED: u64 = 160;
/// Passing runs that are kept.
const KEPT: usize = 40;

/// The inputs of a run, some of them moved.
struct Near {
    listed: ListedInputs<Unlisted>,
    random: RandomInputs,
    state: u64,
}

/// Tells what is not listed from what is.
#[derive(Debug, Clone, Copy, Default)]
struct Unlisted;

const NOT_LISTED: u128 = 0x6e6f_7420_6c69_7374_6564_0000_0000_0001;

impl InputSupply for Unlisted {
    fn supply(&mut self, _request: &InputRequest<'_>) -> u128 {
        NOT_LISTED
    }
}

impl Near {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl InputSupply for Near {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        let listed = self.listed.supply(request);
        let choice = self.next() % 8;
        let integer = request.types.is_integer(request.ty);
        match choice {
            0..=2 if listed != NOT_LISTED => listed,
            3..=6 if listed != NOT_LISTED && integer => {
                let moved = u128::from(self.next() % 9).wrapping_sub(4);
                listed.wrapping_add(moved)
            }
            0..=4 if integer => u128::from(self.next() % 6),
            _ => self.random.supply(request),
        }
    }
}

/// Passing runs of a program near failing ones.
#[must_use]
pub fn samples(interpreter: &Interpreter<'_>, failing: &[&Test], most_steps: u64) -> Vec<Test> {
    let mut found: Vec<Test> = Vec::new();
    for seed in 0..TRIED {
        let Some(base) = failing.get(seed as usize % failing.len().max(1)) else {
            break;
        };
        let mut inputs = Near {
            listed: ListedInputs::new(base.inputs.iter().cloned(), Unlisted),
            random: RandomInputs::new(seed),
            state: seed.wrapping_mul(0x2545_f491_4f6c_dd1d),
        };
        let outcome = interpreter.run(Environment {
            inputs: &mut inputs,
            stdin: &mut BytesInput::new(base.stdin.clone()),
            output: &mut NoOutput,
            observer: &mut NoObserver,
            limits: Limits {
                steps: most_steps,
                ..Limits::default()
            },
            arguments: base.arguments.clone(),
            interrupt: None,
        });
        if !matches!(outcome.stop, Stop::Exit(_)) {
            continue;
        }
        let given = outcome
            .inputs
            .iter()
            .filter(|input| input.kind != InputKind::Stdin);
        let test = Test {
            arguments: base.arguments.clone(),
            inputs: given.map(|input| (input.key(), input.bits)).collect(),
            stdin: base.stdin.clone(),
            stdin_ends: base.stdin_ends,
            ..Test::default()
        };
        if !found.iter().any(|other| other.inputs == test.inputs) {
            found.push(test);
        }
        if found.len() >= KEPT {
            break;
        }
    }
    found
}

/// What nobody asked for is zero, as everywhere.
pub(crate) fn listed(test: &Test) -> ListedInputs<ZeroInputs> {
    ListedInputs::new(test.inputs.iter().cloned(), ZeroInputs)
}
