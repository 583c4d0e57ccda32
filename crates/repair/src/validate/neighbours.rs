//! Runs near failing ones.
//!
//! A change may make a failing run right by avoiding what is checked: then it also changes runs that were right
//! before. So runs near the failing ones are tried, and those that pass are kept: they say what the program was meant to do.
//! First one input is moved, then two: the more are moved, the fewer runs satisfy the assumptions, and the less what is left
//! has to do with the failure. They are moved by one, to numbers of the program and their neighbours, and to values of other
//! inputs, since that is where conditions change. At last all are moved at random, with what is read as text. Those that fail at the same claim are kept, too: what repairs them all
//! is more likely to be the fault than what repairs one. The generator is SplitMix64 from fixed seeds: the same program has
//! the same runs everywhere.

use std::collections::BTreeSet;

use interp::{
    BytesInput, Environment, InputKind, InputRequest, InputSupply, Interpreter, Limits, ListedInputs,
    NoObserver, NoOutput, RandomInputs, SplitMix64, Stop,
};
use program::{ClaimId, ExprKind, Program};
use runs::Test;

/// The inputs of a run, some of them moved.
struct Near {
    listed: ListedInputs<Unlisted>,
    random: RandomInputs,
    numbers: SplitMix64,
}

/// A run with a few inputs replaced; what it asks for beyond is small.
struct Moved {
    near: Near,
}

impl InputSupply for Moved {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        let listed = self.near.listed.supply(request);
        if listed != NOT_LISTED {
            return listed;
        }
        match request.types.is_integer(request.ty) {
            true => u128::from(self.near.next() % 6),
            false => self.near.random.supply(request),
        }
    }
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
        self.numbers.next()
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
pub fn samples(
    interpreter: &Interpreter<'_>,
    program: &Program,
    failing: &[&Test],
    most_steps: u64,
) -> Vec<Test> {
    neighbours(interpreter, program, failing, None, most_steps).passing
}

/// Runs near failing ones: those that pass, and some that fail at the given claim.
#[must_use]
pub fn neighbours(
    interpreter: &Interpreter<'_>,
    program: &Program,
    failing: &[&Test],
    claim: Option<ClaimId>,
    most_steps: u64,
) -> Neighbours {
    let mut sampling = Sampling {
        interpreter,
        failing,
        claim,
        most_steps,
        found: Neighbours::default(),
        lengths: BTreeSet::new(),
        left: budgets::repair::MAX_NEARBY_WORK.get(),
    };
    let moves = failing.first().map_or(Vec::new(), |base| moves(program, base));
    for (seed, moved) in (1u64 << 32..).zip(moves) {
        let Some(base) = failing.first().filter(|_| !sampling.is_enough()) else {
            break;
        };
        let mut test = (*base).clone();
        for (index, value) in moved {
            test.inputs[index].1 = value;
        }
        let mut inputs = Moved {
            near: near(&test, seed),
        };
        sampling.run(base, &mut inputs, test.stdin);
    }
    for seed in 0..budgets::repair::MAX_NEARBY_RUNS.get() {
        let base = failing.get(seed as usize % failing.len().max(1));
        let Some(base) = base.filter(|_| !sampling.is_enough()) else {
            break;
        };
        let mut inputs = near(base, seed);
        let stdin = inputs.text(base);
        sampling.run(base, &mut inputs, stdin);
    }
    sampling.found
}

fn near(base: &Test, seed: u64) -> Near {
    Near {
        listed: ListedInputs::new(base.inputs.iter().cloned(), Unlisted),
        random: RandomInputs::new(seed),
        numbers: SplitMix64(seed.wrapping_mul(0x2545_f491_4f6c_dd1d)),
    }
}

/// Which inputs are moved where: one at a time, then two.
fn moves(program: &Program, base: &Test) -> Vec<Vec<(usize, u128)>> {
    let most = budgets::repair::MAX_NEARBY_MOVES.count();
    let mut values: BTreeSet<i128> = BTreeSet::from([0, 1]);
    for expr in &program.exprs {
        // What is larger is no boundary but a mask.
        if let ExprKind::Int(number) = expr.kind
            && (-100_000..=100_000).contains(&number)
        {
            values.extend([number - 1, number, number + 1]);
        }
    }
    let mut random = near(base, 1 << 40);
    let mut values: Vec<u128> = values.into_iter().map(|number| number as u128).collect();
    // Those that come first are tried, so none is preferred for its size.
    for at in (1..values.len()).rev() {
        values.swap(at, random.next() as usize % (at + 1));
    }
    let count = base.inputs.len();
    let steps = [1u128, 1u128.wrapping_neg(), 2, 2u128.wrapping_neg()];
    let choice = |index: usize, number: usize| {
        let own = base.inputs[index].1;
        match number {
            0..=3 => own.wrapping_add(steps[number]),
            _ if number.is_multiple_of(4) => base.inputs[(index + number / 4) % count].1,
            _ => values[(number + index) % values.len()],
        }
    };
    let mut all = Vec::new();
    let kinds = steps.len() + values.len().min(12) + count.min(4);
    'single: for number in 0..kinds {
        for index in 0..count {
            if all.len() >= most / 2 {
                break 'single;
            }
            all.push(vec![(index, choice(index, number))]);
        }
    }
    while all.len() < most && count > 1 {
        let mut pick = || random.next() as usize;
        let (one, other) = (pick() % count, pick() % count);
        let (first, second) = (pick() % kinds, pick() % kinds);
        all.push(vec![(one, choice(one, first)), (other, choice(other, second))]);
    }
    all
}

struct Sampling<'s> {
    interpreter: &'s Interpreter<'s>,
    failing: &'s [&'s Test],
    claim: Option<ClaimId>,
    most_steps: u64,
    found: Neighbours,
    /// Of failing runs that are kept.
    lengths: BTreeSet<u64>,
    /// Instructions.
    left: u64,
}

impl Sampling<'_> {
    fn is_enough(&self) -> bool {
        self.found.passing.len() >= budgets::repair::MAX_NEARBY_PASSING.count() || self.left == 0
    }

    /// Executes a run, and keeps it if it is of use.
    fn run(&mut self, base: &Test, inputs: &mut dyn InputSupply, stdin: Vec<u8>) {
        let outcome = self.interpreter.run(Environment {
            inputs,
            stdin: &mut BytesInput::new(stdin.clone()),
            output: &mut NoOutput,
            observer: &mut NoObserver,
            limits: Limits {
                steps: self.most_steps,
                ..Limits::of_trial()
            },
            arguments: base.arguments.clone(),
            interrupt: None,
        });
        self.left = self.left.saturating_sub(outcome.steps);
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
        let found = &mut self.found;
        let kept = match outcome.stop {
            Stop::Exit(_) => &mut found.passing,
            Stop::ClaimFailed { claim: failed, .. }
                if Some(failed) == self.claim
                    && found.failing.len() < budgets::repair::MAX_NEARBY_FAILING.count()
                    && self.failing.iter().all(|base| !test.is_fed_like(base))
                    && self.lengths.insert(outcome.steps) =>
            {
                &mut found.failing
            }
            _ => return,
        };
        if !kept.iter().any(|other| test.is_fed_like(other)) {
            kept.push(test);
        }
    }
}
