//! Which changes make the tests right.
//!
//! Each trial is one run of the interpreter. The tests that failed come first, so that a change that does nothing is
//! gone after one run.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use explain::diagnose::Test;
use interp::{
    BytesInput, CapturedOutput, Environment, InputKind, InputRequest, InputSupply, Interpreter, Limits,
    ListedInputs, Observer, Stop, ZeroInputs,
};
use program::{CheckKind, ClaimId, Program};

use crate::sample::listed;
use crate::schema::{SWITCH, Schema};

/// A changed run may take this many times longer than the original before it counts as one that does not end.
const PATIENCE: u64 = 20;

/// How a run went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Behaviour {
    pub stop: Stop,
    pub stdout: Vec<u8>,
    pub steps: u64,
    /// Assertions that held.
    pub assertions: u32,
    /// What was read before it was written.
    pub unwritten: BTreeSet<String>,
    /// A fingerprint of everything that was assigned; only where assertions are counted.
    trace: u64,
}

/// How much a change disturbs runs that were right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Disturbance {
    /// Runs that end, print or are checked in another way.
    pub outside: usize,
    /// Runs that assign anything else.
    pub inside: usize,
}

impl Behaviour {
    /// Whether two runs did the same, as far as anybody outside can tell.
    #[must_use]
    pub fn same(&self, other: &Behaviour) -> bool {
        let kind = |stop: &Stop| match stop {
            Stop::ClaimFailed { .. } => (1, 0),
            Stop::Exit(status) => (0, *status),
            _ => (2, 0),
        };
        kind(&self.stop) == kind(&other.stop)
            && self.stdout == other.stdout
            && self.assertions == other.assertions
    }

    /// Compares runs with what they were before.
    #[must_use]
    pub fn disturbance<'b>(pairs: impl Iterator<Item = (&'b Behaviour, Behaviour)>) -> Disturbance {
        let mut found = Disturbance::default();
        for (before, after) in pairs {
            found.outside += usize::from(!before.same(&after));
            found.inside += usize::from(before.trace != after.trace);
        }
        found
    }
}

/// How a change did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    pub position: usize,
    /// Failing tests that are right now.
    pub repaired: usize,
    /// Passing tests that are wrong now.
    pub broken: usize,
}

/// Tests, and what is right.
#[derive(Debug)]
pub struct Judge<'t> {
    pub tests: &'t [Test],
    pub ignore_space: bool,
    /// The longest run of the original.
    pub steps: u64,
}

/// Gives the switch its position and everything else what the test says.
struct Chosen {
    position: u128,
    listed: ListedInputs<ZeroInputs>,
}

impl InputSupply for Chosen {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        if request.name == SWITCH {
            self.position
        } else {
            self.listed.supply(request)
        }
    }
}

struct Counting<'p> {
    program: Option<&'p Program>,
    held: u32,
    trace: DefaultHasher,
}

impl Observer for Counting<'_> {
    fn wants_events(&self) -> bool {
        self.program.is_some()
    }

    fn claim_held(&mut self, _at: interp::At, claim: ClaimId) {
        let kind = self.program.map(|program| program.claim(claim).kind);
        self.held += u32::from(kind == Some(CheckKind::Assertion));
    }

    fn assigned(&mut self, _at: interp::At, assignment: &interp::Assignment) {
        assignment.place.hash(&mut self.trace);
        assignment.text.hash(&mut self.trace);
    }
}

impl Judge<'_> {
    /// Runs a test in a program; with `counting`, assertions are counted.
    #[must_use]
    pub fn execute(
        &self,
        interpreter: &Interpreter<'_>,
        counting: Option<&Program>,
        test: &Test,
        position: usize,
    ) -> Behaviour {
        let mut output = CapturedOutput::default();
        let mut observer = Counting {
            program: counting,
            held: 0,
            trace: DefaultHasher::new(),
        };
        let steps = self.steps.saturating_mul(PATIENCE).saturating_add(100_000);
        let outcome = interpreter.run(Environment {
            inputs: &mut Chosen {
                position: position as u128,
                listed: listed(test),
            },
            stdin: &mut BytesInput::new(test.stdin.clone()),
            output: &mut output,
            observer: &mut observer,
            limits: Limits {
                steps,
                ..Limits::default()
            },
            arguments: test.arguments.clone(),
            interrupt: None,
        });
        let unwritten = |record: &&interp::InputRecord| record.kind == InputKind::Uninitialised;
        Behaviour {
            unwritten: outcome
                .inputs
                .iter()
                .filter(unwritten)
                .map(|record| record.name.clone())
                .collect(),
            stop: outcome.stop,
            stdout: output.stdout,
            steps: outcome.steps,
            assertions: observer.held,
            trace: observer.trace.finish(),
        }
    }

    /// Whether a run that went so is right.
    #[must_use]
    pub fn is_right(&self, test: &Test, behaviour: &Behaviour) -> bool {
        let ended = matches!(behaviour.stop, Stop::Exit(_));
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
        let formatter: bmc::Formatter = std::rc::Rc::new(|_, _| None);
        bmc::Expected::new(expected, true, formatter).is_met_by(printed)
    }

    /// Tries every change. Those that repair no failing test are left out; of the others, those that repair more and
    /// break less come first. Nothing if the program with the switch at rest does not behave as the original did.
    #[must_use]
    pub fn sift(
        &self,
        schema: &Schema,
        failing: &[usize],
        passing: &[usize],
        stop: &bmc::Stop,
    ) -> Option<Vec<Score>> {
        let interpreter = Interpreter::new(&schema.program, None);
        let run = |test: usize, position| self.execute(&interpreter, None, &self.tests[test], position);
        let before: Vec<Behaviour> = (0..self.tests.len()).map(|test| run(test, 0)).collect();
        let at_rest = |test: &usize| self.is_right(&self.tests[*test], &before[*test]);
        if failing.iter().any(at_rest) || !passing.iter().all(at_rest) {
            return None;
        }
        // A run that is right by chance, because of what happened to lie in memory, is not.
        let judged = |test: usize, position: usize| {
            let now = run(test, position);
            let right =
                self.is_right(&self.tests[test], &now) && now.unwritten.is_subset(&before[test].unwritten);
            (right, now.stop)
        };
        // Short runs first: most changes do nothing, and that is seen in any of them.
        let mut failing = failing.to_vec();
        failing.sort_by_key(|test| before[*test].steps);
        let mut found: Vec<Score> = Vec::new();
        for position in schema.positions() {
            if stop() {
                break;
            }
            let best = found.iter().map(|score| score.repaired).max().unwrap_or(0);
            let mut repaired = 0;
            for (index, test) in failing.iter().enumerate() {
                let (right, stop) = judged(*test, position);
                repaired += usize::from(right);
                // What is clearly behind others is not followed further, nor what makes a run endless.
                let possible = repaired + failing.len() - index - 1;
                if possible < best || (repaired == 0 && index >= 7) || stop == Stop::StepLimit {
                    repaired = 0;
                    break;
                }
            }
            if repaired == 0 {
                continue;
            }
            let broken = passing.iter().filter(|test| !judged(**test, position).0).count();
            found.push(Score {
                position,
                repaired,
                broken,
            });
        }
        let best = found.iter().map(|score| score.repaired).max().unwrap_or(0);
        found.retain(|score| score.repaired == best);
        found.sort_by_key(|score| {
            let change = schema.change(score.position);
            (score.broken, change, score.position)
        });
        Some(found)
    }

    /// How much each change disturbs runs that were right.
    #[must_use]
    pub fn disturbances(&self, schema: &Schema, scores: &[Score], samples: &[Test]) -> Vec<Disturbance> {
        let interpreter = Interpreter::new(&schema.program, None);
        let run = |test: &Test, position| self.execute(&interpreter, Some(&schema.program), test, position);
        let before: Vec<Behaviour> = samples.iter().map(|test| run(test, 0)).collect();
        let disturbed = |score: &Score| {
            let after = samples.iter().map(|test| run(test, score.position));
            Behaviour::disturbance(before.iter().zip(after))
        };
        scores.iter().map(disturbed).collect()
    }
}
