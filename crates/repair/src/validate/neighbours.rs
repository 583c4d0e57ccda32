//! Runs near failing ones.
//!
//! A change may make a failing run right by avoiding what is checked: then it also changes runs that were right
//! before. So runs near the failing ones are tried, each input moved a little or not at all, and those that pass are
//! kept: they say what the program was meant to do. Those that fail at the same claim are kept, too: what repairs them all
//! is more likely to be the fault than what repairs one. The generator is SplitMix64 from fixed seeds: the same program has
//! the same runs everywhere.

use std::collections::BTreeSet;

use interp::{
    BytesInput, Environment, InputKind, InputRequest, InputSupply, Interpreter, Limits, ListedInputs,
    NoObserver, NoOutput, RandomInputs, Stop, ZeroInputs,
};
use program::ClaimId;
use runs::Test;

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

/// What people type.
const TYPED: &[u8] = b"a b7 0\n-x1";

impl Near {
    /// Standard input with a few bytes replaced, put in or left out; as it is where none is read.
    fn text(&mut self, base: &Test) -> Vec<u8> {
        let mut text = base.stdin.clone();
        if text.is_empty() && !base.stdin_ends {
            return text;
        }
        for _ in 0..self.next() % 4 {
            let at = self.next() as usize % (text.len() + 1);
            let typed = TYPED[self.next() as usize % TYPED.len()];
            match self.next() % 4 {
                0 => text.insert(at, typed),
                1 if at < text.len() => drop(text.remove(at)),
                _ if at < text.len() => text[at] = typed,
                _ => text.push(typed),
            }
        }
        text
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

/// Runs of a program near failing ones.
#[derive(Debug, Clone, Default)]
pub struct Neighbours {
    pub passing: Vec<Test>,
    /// Those that fail at the claim that was asked about, no two of one length: they went different ways.
    pub failing: Vec<Test>,
}

/// Passing runs of a program near failing ones.
#[must_use]
pub fn samples(interpreter: &Interpreter<'_>, failing: &[&Test], most_steps: u64) -> Vec<Test> {
    neighbours(interpreter, failing, None, most_steps).passing
}

/// Runs near failing ones: those that pass, and some that fail at the given claim.
#[must_use]
pub fn neighbours(
    interpreter: &Interpreter<'_>,
    failing: &[&Test],
    claim: Option<ClaimId>,
    most_steps: u64,
) -> Neighbours {
    let mut found = Neighbours::default();
    let mut lengths = BTreeSet::new();
    for seed in 0..budgets::repair::MAX_NEARBY_RUNS.get() {
        let Some(base) = failing.get(seed as usize % failing.len().max(1)) else {
            break;
        };
        let mut inputs = Near {
            listed: ListedInputs::new(base.inputs.iter().cloned(), Unlisted),
            random: RandomInputs::new(seed),
            state: seed.wrapping_mul(0x2545_f491_4f6c_dd1d),
        };
        let stdin = inputs.text(base);
        let outcome = interpreter.run(Environment {
            inputs: &mut inputs,
            stdin: &mut BytesInput::new(stdin.clone()),
            output: &mut NoOutput,
            observer: &mut NoObserver,
            limits: Limits {
                steps: most_steps,
                ..Limits::of_trial()
            },
            arguments: base.arguments.clone(),
            interrupt: None,
        });
        let given = outcome
            .inputs
            .iter()
            .filter(|input| input.kind != InputKind::Stdin);
        let test = Test {
            arguments: base.arguments.clone(),
            inputs: given.map(|input| (input.key(), input.bits)).collect(),
            stdin,
            stdin_ends: base.stdin_ends,
            ..Test::default()
        };
        let kept = match outcome.stop {
            Stop::Exit(_) => &mut found.passing,
            Stop::ClaimFailed { claim: failed, .. }
                if Some(failed) == claim
                    && found.failing.len() < budgets::repair::MAX_NEARBY_FAILING.count()
                    && failing.iter().all(|base| !test.is_fed_like(base))
                    && lengths.insert(outcome.steps) =>
            {
                &mut found.failing
            }
            _ => continue,
        };
        if !kept.iter().any(|other| test.is_fed_like(other)) {
            kept.push(test);
        }
        if found.passing.len() >= budgets::repair::MAX_NEARBY_PASSING.count() {
            break;
        }
    }
    found
}

/// What nobody asked for is zero, as everywhere.
pub(crate) fn listed(test: &Test) -> ListedInputs<ZeroInputs> {
    ListedInputs::new(test.inputs.iter().cloned(), ZeroInputs)
}
