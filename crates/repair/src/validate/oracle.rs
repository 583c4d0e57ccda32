//! Trials: one run of the interpreter each, and whether it is right.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use interp::{
    BytesInput, Environment, InputKind, InputValue, Interpreter, Limits, ListedInputs, Observer, Outcome,
    Output, Stop,
};
use program::{CheckKind, ClaimId, FunctionId, InstrKind, Lifetime, PlaceBase, Program};
use runs::Test;
use suite::ExecutedTest;

use crate::harness::Harness;
use crate::schemata::Schema;
use crate::schemata::switches::{Choice, SwitchedInputs, Switches};
use crate::validate::checkpoints::Checkpoint;
use crate::validate::unlisted::{Unlisted, listed};

/// How a run went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialRun {
    pub stop: Stop,
    pub stdout: Vec<u8>,
    pub steps: u64,
    /// Instructions that were executed for it: fewer, if it was taken up on its way.
    pub executed: u64,
    /// Assertions that held.
    pub assertions: u32,
    /// What was read before it was written.
    pub unwritten: BTreeSet<String>,
    /// A fingerprint of everything that was assigned; only where assertions are counted.
    trace: u64,
    /// A fingerprint of what functions return to the harness and claims look at; only where claims are the oracle.
    observed: u64,
    /// What each function of the user returned; only where claims are the oracle.
    returns: BTreeMap<Called, Returns>,
    /// How many inputs were read, without standard input.
    pub read: usize,
    /// How many of these no test has listed.
    pub beyond: usize,
}

/// A function, by its name, and whether the harness sees what it returns.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Called {
    pub(crate) name: String,
    pub(crate) seen: bool,
}

/// What a function returned: the value, if it was always the same.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Returns {
    Always(u64),
    Various,
}

/// The functions that return one value in all of these runs, and those that return several.
fn returned<'r>(runs: impl Iterator<Item = &'r TrialRun>) -> BTreeMap<&'r Called, Returns> {
    let mut all: BTreeMap<&Called, Returns> = BTreeMap::new();
    for (called, returns) in runs.flat_map(|run| &run.returns) {
        let known = all.entry(called).or_insert_with(|| returns.clone());
        if known != returns {
            *known = Returns::Various;
        }
    }
    all
}

/// The functions that return the same in all runs `after` a change, and did not `before`: a change in one of them takes
/// away what it decides, rather than to decide it otherwise.
pub(crate) fn flattened<'r>(
    before: impl Iterator<Item = &'r TrialRun>,
    after: impl Iterator<Item = &'r TrialRun>,
) -> Vec<Called> {
    let (before, after) = (returned(before), returned(after));
    let various = |called: &Called| before.get(called) == Some(&Returns::Various);
    let same = after
        .iter()
        .filter(|(called, returns)| **returns != Returns::Various && various(called));
    same.map(|(called, _)| (*called).clone()).collect()
}

/// How much a change disturbs runs that were right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Disturbance {
    /// Runs that end, print or are checked in another way; where claims are the oracle, also those in which a function returns
    /// something else to the harness or a claim looks at something else.
    pub outside: usize,
    /// Runs that assign or return anything else.
    pub inside: usize,
    /// Whether what is changed decides nothing any more: see [`flattened`].
    pub flat: bool,
}

impl Disturbance {
    /// As much as can be: of a change that nobody watched.
    pub const MOST: Disturbance = Disturbance {
        outside: usize::MAX,
        inside: usize::MAX,
        flat: false,
    };
}

impl TrialRun {
    /// A test as it was executed, nothing in it counted.
    pub(crate) fn of(executed: &ExecutedTest) -> TrialRun {
        TrialRun {
            stop: executed.stop.clone(),
            unwritten: executed.unwritten(),
            ..TrialRun::cut_off(executed.stdout.clone(), executed.steps)
        }
    }

    /// A run that is followed no further, since it has printed something wrong.
    pub(crate) fn cut_off(stdout: Vec<u8>, steps: u64) -> TrialRun {
        TrialRun {
            stop: Stop::Interrupted,
            stdout,
            steps,
            executed: 0,
            assertions: 0,
            unwritten: BTreeSet::new(),
            trace: 0,
            observed: 0,
            returns: BTreeMap::new(),
            read: 0,
            beyond: 0,
        }
    }

    /// A run that nobody counted anything in.
    pub(crate) fn unchanged(outcome: Outcome, stdout: Vec<u8>, unwritten: BTreeSet<String>) -> TrialRun {
        TrialRun {
            stop: outcome.stop,
            steps: outcome.steps,
            unwritten,
            ..TrialRun::cut_off(stdout, outcome.steps)
        }
    }

    /// Whether two runs did the same, as far as anybody outside can tell.
    #[must_use]
    pub fn same(&self, other: &TrialRun) -> bool {
        let kind = |stop: &Stop| match stop {
            Stop::ClaimFailed { .. } => (1, 0),
            Stop::Exit(status) => (0, *status),
            _ => (2, 0),
        };
        kind(&self.stop) == kind(&other.stop)
            && self.stdout == other.stdout
            && self.assertions == other.assertions
            && self.observed == other.observed
    }

    /// Compares runs with what they were before.
    #[must_use]
    pub fn disturbance<'b>(pairs: impl Iterator<Item = (&'b TrialRun, TrialRun)>) -> Disturbance {
        let mut found = Disturbance::default();
        for (before, after) in pairs {
            found.outside += usize::from(!before.same(&after));
            found.inside += usize::from(before.trace != after.trace);
        }
        found
    }
}

/// What was read before it was written.
pub(crate) fn unwritten_in(records: &[InputValue]) -> impl Iterator<Item = String> {
    let unwritten = records
        .iter()
        .filter(|record| record.kind == InputKind::Uninitialised);
    unwritten.map(|record| record.name.clone())
}

/// At most so many of a list, from all over it.
pub(crate) fn evenly_spaced(list: &[usize], most: usize) -> Vec<usize> {
    let step = list.len().div_ceil(most).max(1);
    list.iter().copied().step_by(step).collect()
}

/// Tests, and what is right.
#[derive(Debug)]
pub struct Oracle<'t> {
    pub tests: &'t [Test],
    pub ignore_space: bool,
    /// The longest run of the original.
    pub steps: u64,
    /// Bytes of stack that a run may take. In a program of all changes each call takes much, so that one that calls itself for
    /// ever should be found out early.
    pub stack: u64,
    /// Whether values that functions return and that claims look at are compared: without tests nothing else says what a
    /// program does.
    pub observes: bool,
}

/// Whether what is assigned there is nothing that the user has named.
fn is_temporary(program: &Program, at: interp::At) -> bool {
    match program.function(at.function).body[at.pc.index()].kind {
        InstrKind::Assign { place, .. } => match program.place(place).base {
            PlaceBase::Var(var) => program.variable(var).lifetime == Lifetime::Temporary,
            PlaceBase::Deref(_) => false,
        },
        _ => false,
    }
}

/// A program in which assertions are counted, and who looks at what it does.
#[derive(Debug, Clone, Copy)]
pub struct Counted<'p> {
    pub program: &'p Program,
    pub harness: &'p Harness,
}

struct Counting<'p> {
    counted: Option<Counted<'p>>,
    held: u32,
    trace: DefaultHasher,
    observes: bool,
    observed: DefaultHasher,
    returns: BTreeMap<(FunctionId, bool), Returns>,
}

impl Observer for Counting<'_> {
    fn watches(&self) -> interp::Watched {
        interp::Watched::all_if(self.counted.is_some())
    }

    fn claim_held(&mut self, _at: interp::At, claim: ClaimId) {
        let kind = self.counted.map(|counted| counted.program.claim(claim).kind);
        self.held += u32::from(kind == Some(CheckKind::Assertion));
    }

    fn returned(&mut self, at: interp::At, from: FunctionId, value: Option<&interp::Passed>) {
        let Some(counted) = self.counted.filter(|_| self.observes) else {
            return;
        };
        if counted.program.function(from).embedded {
            return;
        }
        let text = value.map(|value| &value.text);
        let seen = counted.harness.sees(at.function);
        if let Some(text) = text {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            let now = Returns::Always(hasher.finish());
            let known = self.returns.entry((from, seen)).or_insert_with(|| now.clone());
            if *known != now {
                *known = Returns::Various;
            }
        }
        match seen {
            true => text.hash(&mut self.observed),
            false => text.hash(&mut self.trace),
        }
    }

    fn examines(&self, claim: ClaimId) -> bool {
        let asserted = |counted: Counted<'_>| counted.program.claim(claim).kind == CheckKind::Assertion;
        self.observes && self.counted.is_some_and(asserted)
    }

    fn examined(&mut self, _at: interp::At, _claim: ClaimId, reads: &[interp::Read]) {
        for read in reads {
            read.text.hash(&mut self.observed);
        }
    }

    fn assigned(&mut self, at: interp::At, assignment: &interp::Assignment) {
        // How a value is computed in between is not what the program does.
        if self
            .counted
            .is_some_and(|counted| is_temporary(counted.program, at))
        {
            return;
        }
        assignment.place.hash(&mut self.trace);
        assignment.text.hash(&mut self.trace);
    }
}

/// Keeps standard output; with an expected text, the run is over as soon as it prints anything else.
struct Printed<'e> {
    stdout: Vec<u8>,
    expected: Option<&'e [u8]>,
    enough: Arc<AtomicBool>,
}

impl Output for Printed<'_> {
    fn write(&mut self, stream: i128, bytes: &[u8]) {
        if stream != 1 {
            return;
        }
        let at = self.stdout.len();
        self.stdout.extend_from_slice(bytes);
        if let Some(expected) = self.expected
            && expected.get(at..self.stdout.len()) != Some(bytes)
        {
            self.enough.store(true, Ordering::Relaxed);
        }
    }
}

impl Oracle<'_> {
    /// The same with all the stack there is, if that is more: with many changes in it a function may need much.
    #[must_use]
    pub fn with_full_stack(&self) -> Option<Oracle<'_>> {
        (self.stack < budgets::repair::MAX_STACK.get()).then_some(Oracle {
            tests: self.tests,
            ignore_space: self.ignore_space,
            steps: self.steps,
            stack: budgets::repair::MAX_STACK.get(),
            observes: self.observes,
        })
    }

    /// The inputs of a test.
    pub(crate) fn inputs(&self, test: &Test) -> ListedInputs<Unlisted> {
        listed(test, self.observes)
    }

    /// How many instructions a changed run may take before it counts as one that does not end.
    pub(crate) fn patience(&self) -> u64 {
        self.steps
            .saturating_mul(budgets::repair::CHANGED_RUN_FACTOR.get())
            .saturating_add(100_000)
    }

    /// Runs a test in a program; with `counting`, assertions are counted.
    #[must_use]
    pub fn execute(
        &self,
        interpreter: &Interpreter<'_>,
        counting: Option<Counted<'_>>,
        test: &Test,
    ) -> TrialRun {
        let steps = self.patience();
        self.execute_from(interpreter, counting, test, Choice::None, steps, None, None)
            .0
    }

    /// Runs a test in a program, but no further than so many instructions.
    #[must_use]
    pub fn execute_briefly(&self, interpreter: &Interpreter<'_>, test: &Test, steps: u64) -> TrialRun {
        self.execute_from(interpreter, None, test, Choice::None, steps, None, None)
            .0
    }

    /// Runs a test in a program, but no further than it may be right.
    #[must_use]
    pub fn attempt(&self, interpreter: &Interpreter<'_>, test: &Test) -> TrialRun {
        let expected = test.expected.as_deref().filter(|_| !self.ignore_space);
        let steps = self.patience();
        self.execute_from(interpreter, None, test, Choice::None, steps, expected, None)
            .0
    }

    /// Runs a test in a program of changes with one of them, and counts assertions.
    #[must_use]
    pub fn execute_changed(
        &self,
        interpreter: &Interpreter<'_>,
        schema: &Schema,
        test: &Test,
        position: Option<usize>,
    ) -> TrialRun {
        let switches = Switches::new(schema, position.as_slice());
        let (choice, steps) = (Choice::Many(&switches), self.patience());
        let counting = Some(schema.counted());
        self.execute_from(interpreter, counting, test, choice, steps, None, None)
            .0
    }

    /// The same with so many instructions, and any changes; and the numbers that were asked for, if they are wanted.
    pub(crate) fn execute_within(
        &self,
        interpreter: &Interpreter<'_>,
        test: &Test,
        choice: Choice<'_>,
        steps: u64,
    ) -> (TrialRun, Vec<u32>) {
        self.execute_from(interpreter, None, test, choice, steps, None, None)
    }

    /// What a test must print, if a run may be left where it prints anything else.
    pub(crate) fn expected(&self, test: usize) -> Option<&[u8]> {
        self.tests[test]
            .expected
            .as_deref()
            .filter(|_| !self.ignore_space)
    }

    /// Runs a test, from the beginning or from where it is taken up.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn execute_from(
        &self,
        interpreter: &Interpreter<'_>,
        counting: Option<Counted<'_>>,
        test: &Test,
        choice: Choice<'_>,
        steps: u64,
        expected: Option<&[u8]>,
        start: Option<&Checkpoint>,
    ) -> (TrialRun, Vec<u32>) {
        let enough = Arc::new(AtomicBool::new(false));
        let mut output = Printed {
            stdout: start.map(|start| start.printed.clone()).unwrap_or_default(),
            expected,
            enough: enough.clone(),
        };
        let mut observer = Counting {
            counted: counting,
            held: 0,
            trace: DefaultHasher::new(),
            observes: self.observes,
            observed: DefaultHasher::new(),
            returns: BTreeMap::new(),
        };
        let mut inputs = SwitchedInputs {
            choice,
            asked: Vec::new(),
            read: 0,
            listed: self.inputs(test),
        };
        let read = start.map_or(0, |start| start.read);
        let environment = Environment {
            inputs: &mut inputs,
            stdin: &mut BytesInput::from(test.stdin.clone(), read),
            output: &mut output,
            observer: &mut observer,
            limits: Limits {
                steps,
                stack: self.stack,
                ..Limits::of_trial()
            },
            arguments: test.arguments.clone(),
            interrupt: expected.is_some().then_some(enough),
        };
        let outcome = match start {
            Some(start) => interpreter.resume(&start.pause, environment),
            None => interpreter.run(environment),
        };
        let before = start.map_or(0, |start| start.pause.steps());
        let new = unwritten_in(&outcome.inputs);
        let called = |(function, seen): (FunctionId, bool)| {
            let counted = counting?;
            let name = counted.program.function(function).name.clone();
            Some(Called { name, seen })
        };
        let returns = observer.returns.into_iter();
        let behaviour = TrialRun {
            returns: returns
                .filter_map(|(function, returns)| Some((called(function)?, returns)))
                .collect(),
            unwritten: match start {
                Some(start) => start.unwritten.iter().cloned().chain(new).collect(),
                None => new.collect(),
            },
            executed: outcome.steps - before,
            stop: outcome.stop,
            stdout: output.stdout,
            steps: outcome.steps,
            assertions: observer.held,
            trace: observer.trace.finish(),
            observed: match self.observes {
                true => observer.observed.finish(),
                false => 0,
            },
            read: inputs.read,
            beyond: inputs.listed.rest().asked(),
        };
        (behaviour, inputs.asked)
    }

    /// Whether a run that went so is right.
    #[must_use]
    pub fn is_right(&self, test: &Test, behaviour: &TrialRun) -> bool {
        let ended = match behaviour.stop {
            Stop::Exit(_) => true,
            // It has gone on beyond its claim, and what it would read there nobody has said.
            Stop::AssumptionViolated(_) => self.observes && behaviour.beyond > 0,
            _ => false,
        };
        ended
            && test
                .expected
                .as_ref()
                .is_none_or(|text| self.agrees(text, &behaviour.stdout))
    }

    fn agrees(&self, expected: &[u8], printed: &[u8]) -> bool {
        if !self.ignore_space {
            return expected == printed;
        }
        runs::ExpectedOutput::new(expected, true).is_met_by(printed)
    }
}
