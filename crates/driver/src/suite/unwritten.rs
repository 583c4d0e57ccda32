//! Variables that nobody has written.
//!
//! A run that reads one depends on what lies in memory. Zero is the kindest value and hides the fault: a sum that is never
//! set to zero is right with it, and wrong on the next machine. So tests that read such variables are executed
//! once more with something else there; where that makes a difference, it is what the test is judged with, unless only
//! zero shows that something is wrong.

use std::collections::BTreeSet;

use interp::{
    BytesInput, CapturedOutput, Environment, InputKind, InputRequest, InputSupply, Interpreter, Limits,
    ListedInputs, NoObserver, Outcome, Stop, ZeroInputs,
};
use program::Program;
use rayon::iter::{
    IndexedParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator,
};
use report::SuiteRemark;
use runs::Test;
use source::SourceMap;

/// What lies there: small, so that few other things go wrong, and seldom right.
const LEFT_OVER: u8 = 77;
/// Runs that take longer are not looked at twice, and at first they may take so much: most that take longer do not end.
const MOST_STEPS: u64 = 2_000_000;
const FIRST_STEPS: u64 = 200_000;
/// A run that takes so many times what every run takes that ends does not end.
const MUCH_LONGER: u64 = 100;

/// Zero for everything but what nobody has written.
struct LeftOver;

impl InputSupply for LeftOver {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        if request.kind != InputKind::Uninitialised {
            return ZeroInputs.supply(request);
        }
        let (types, ty) = (request.types, request.ty);
        if types.is_bool(ty) {
            1
        } else if types.is_integer(ty) {
            u128::from(LEFT_OVER)
        } else if types.is_float(ty) {
            match types.size_of(ty) {
                Some(4) => u128::from(f32::from(LEFT_OVER).to_bits()),
                Some(8) => u128::from(f64::from(LEFT_OVER).to_bits()),
                _ => 0,
            }
        } else {
            0
        }
    }
}

/// Tests as they go with zero where nobody has written.
#[derive(Debug)]
pub(super) struct FirstRun {
    pub(super) outcome: Outcome,
    pub(super) printed: Vec<u8>,
}

pub(super) fn first_runs(program: &Program, sources: &SourceMap, tests: &[Test]) -> Vec<FirstRun> {
    let interpreter = Interpreter::new(program, Some(sources));
    let run = |test: &Test, steps: u64| {
        let (outcome, printed) = execute(&interpreter, test, ZeroInputs, steps);
        FirstRun { outcome, printed }
    };
    let mut runs: Vec<FirstRun> = tests.par_iter().map(|test| run(test, FIRST_STEPS)).collect();
    let ended = |run: &&FirstRun| matches!(run.outcome.stop, Stop::Exit(_) | Stop::ClaimFailed { .. });
    let longest = runs.iter().filter(ended).map(|run| run.outcome.steps).max();
    if longest.is_none_or(|steps| steps * MUCH_LONGER > FIRST_STEPS) {
        let again = runs.par_iter_mut().zip(tests);
        let again = again.filter(|(run, _)| run.outcome.stop == Stop::StepLimit);
        again.for_each(|(first, test)| *first = run(test, MOST_STEPS));
    }
    runs
}

/// Gives tests whose outcome depends on it what lies in memory; the names of what was read.
pub(super) fn expose(
    program: &Program,
    sources: &SourceMap,
    tests: &mut [Test],
    first: &[FirstRun],
) -> BTreeSet<(String, u8)> {
    let interpreter = Interpreter::new(program, Some(sources));
    let mut names = BTreeSet::new();
    let judged = tests.iter_mut().zip(first);
    for (test, first) in judged.filter(|(test, _)| test.expected.is_some()) {
        let unwritten = |run: &Outcome| {
            let mut records = run.inputs.iter();
            records.any(|record| record.kind == InputKind::Uninitialised)
        };
        let (kind, printed) = (&first.outcome, &first.printed);
        if !unwritten(kind) {
            continue;
        }
        let steps = match kind.stop {
            Stop::StepLimit => kind.steps,
            _ => MOST_STEPS.min(kind.steps * MUCH_LONGER + FIRST_STEPS),
        };
        let (other, otherwise) = execute(&interpreter, test, LeftOver, steps);
        if *printed == otherwise && matches!((&kind.stop, &other.stop), (Stop::Exit(_), Stop::Exit(_))) {
            continue;
        }
        let right = matches!(other.stop, Stop::Exit(_)) && test.expected.as_ref() == Some(&otherwise);
        let (run, value) = match right {
            true => (kind, 0),
            false => (&other, LEFT_OVER),
        };
        for record in &run.inputs {
            if record.kind == InputKind::Uninitialised {
                names.insert((record.name.clone(), value));
                test.inputs.push((record.key(), record.bits));
            }
        }
    }
    names
}

/// What to say about it.
pub(super) fn remarks(names: &BTreeSet<(String, u8)>) -> Vec<String> {
    let told = |(name, value): &(String, u8)| {
        let remark = SuiteRemark::Unwritten {
            name: name.clone(),
            value: *value,
        };
        remark.to_string()
    };
    names.iter().map(told).collect()
}

fn execute(
    interpreter: &Interpreter<'_>,
    test: &Test,
    rest: impl InputSupply,
    steps: u64,
) -> (Outcome, Vec<u8>) {
    let mut output = CapturedOutput::default();
    let outcome = interpreter.run(Environment {
        inputs: &mut ListedInputs::new(test.inputs.iter().cloned(), rest),
        stdin: &mut BytesInput::new(test.stdin.clone()),
        output: &mut output,
        observer: &mut NoObserver,
        limits: Limits {
            steps,
            ..Limits::default()
        },
        arguments: test.arguments.clone(),
        interrupt: None,
    });
    (outcome, output.stdout)
}
