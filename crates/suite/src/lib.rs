//! A test suite, executed once.
//!
//! Whoever asks about tests starts from what they do in the program as it is written: which fail, how long they take,
//! what they print and read. That is found out here, once, and everybody is given the same runs: leaving tests out,
//! localisation and repair. So there is one rule for runs that do not end.
//!
//! A run does not end if it takes [`MAX_RUN`] instructions, or more than [`MAX_FIRST_RUN`] and a hundred times as many
//! as every run that ends: most runs that take long never end, and waiting for each of them is what takes the time.
//!
//! [`MAX_RUN`]: budgets::suite::MAX_RUN
//! [`MAX_FIRST_RUN`]: budgets::suite::MAX_FIRST_RUN

use std::collections::BTreeSet;

use budgets::suite::{MAX_FIRST_RUN, MAX_RUN, MUCH_LONGER};
use interp::{
    BytesInput, CapturedOutput, Environment, InputKind, InputSupply, Interpreter, Limits, ListedInputs,
    NoObserver, StackEntry, Stop, ZeroInputs,
};
use program::Program;
use rayon::iter::{
    IndexedParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator,
};
use runs::{InputValue, Test};
use source::SourceMap;

/// What a test does in the program as it is written.
#[derive(Debug, Clone)]
pub struct ExecutedTest {
    pub stop: Stop,
    pub stdout: Vec<u8>,
    /// Instructions, the one that was one too many included.
    pub steps: u64,
    /// What entered it, in order.
    pub inputs: Vec<InputValue>,
    /// The calls that were active at its end, innermost first.
    pub stack: Vec<StackEntry>,
}

impl ExecutedTest {
    /// The names of what it read before anything was written there.
    #[must_use]
    pub fn unwritten(&self) -> BTreeSet<String> {
        let unwritten = self
            .inputs
            .iter()
            .filter(|input| input.kind == InputKind::Uninitialised);
        unwritten.map(|input| input.name.clone()).collect()
    }

    /// If it does not end: the instructions after which it was given up.
    #[must_use]
    pub fn endless(&self) -> Option<u64> {
        (self.stop == Stop::StepLimit).then_some(self.steps.saturating_sub(1))
    }

    /// Whether it came to an end of its own, right or wrong. What uses up its stack has no length of its own.
    fn has_length(&self) -> bool {
        !matches!(self.stop, Stop::StepLimit | Stop::StackOverflow { .. })
    }
}

/// Executes one test, with something for what it is not given, for so many instructions.
pub fn execute(
    interpreter: &Interpreter<'_>,
    test: &Test,
    rest: impl InputSupply,
    max_instructions: u64,
) -> ExecutedTest {
    let mut output = CapturedOutput::default();
    let outcome = interpreter.run(Environment {
        inputs: &mut ListedInputs::new(test.inputs.iter().cloned(), rest),
        stdin: &mut BytesInput::new(test.stdin.clone()),
        output: &mut output,
        observer: &mut NoObserver,
        limits: Limits {
            steps: max_instructions,
            ..Limits::default()
        },
        arguments: test.arguments.clone(),
        interrupt: None,
    });
    ExecutedTest {
        stop: outcome.stop,
        stdout: output.stdout,
        steps: outcome.steps,
        inputs: outcome.inputs,
        stack: outcome.stack,
    }
}

/// Executes all tests, each to its end or until it is clear that it has none.
#[must_use]
pub fn execute_all(program: &Program, sources: &SourceMap, tests: &[Test]) -> Vec<ExecutedTest> {
    let interpreter = Interpreter::new(program, Some(sources));
    let first = MAX_FIRST_RUN.get();
    let mut runs: Vec<ExecutedTest> = tests
        .par_iter()
        .map(|test| execute(&interpreter, test, ZeroInputs, first))
        .collect();
    let longer = max_run(&runs);
    if longer > first {
        let again = runs.par_iter_mut().zip(tests);
        let again = again.filter(|(run, _)| run.stop == Stop::StepLimit);
        again.for_each(|(run, test)| *run = execute(&interpreter, test, ZeroInputs, longer));
    }
    runs
}

/// The instructions after which a run counts as one that does not end, beside these.
#[must_use]
pub fn max_run(runs: &[ExecutedTest]) -> u64 {
    let longest = longest(runs);
    longest.map_or(MAX_RUN.get(), |steps| {
        steps
            .saturating_mul(MUCH_LONGER.get())
            .clamp(MAX_FIRST_RUN.get(), MAX_RUN.get())
    })
}

/// What the longest run takes that ends.
#[must_use]
pub fn longest(runs: &[ExecutedTest]) -> Option<u64> {
    let ended = runs.iter().filter(|run| run.has_length());
    ended.map(|run| run.steps).max()
}
