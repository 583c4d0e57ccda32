//! Changes on the checkpoints: one program of all changes, and tests that are tried with them.
//!
//! Thousands of changes meet each test, and until a run comes to the place of a change it goes as it goes without it.
//! So each test is run once with the switches off, with pauses on its way, and it is kept which places it had come to
//! before each of them. A trial is then taken up at the last pause before the first of its places. What had been
//! printed by then stays printed: if that is wrong already, nothing behind it makes it right.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use interp::{BytesInput, Environment, Interpreter, Limits, NoObserver, Output, Pause};
use runs::Test;

use crate::schemata::schema::Schema;
use crate::schemata::switches::{Choice, SwitchedInputs, Switches};
use crate::validate::oracle::{Oracle, TrialRun, unwritten_in};

/// What taking up a run costs, in steps of a short run: something, and more for each few objects and bytes.
const TAKING_UP: u64 = 30;
const OBJECTS_PER_STEP: u64 = 4;
const BYTES_PER_STEP: u64 = 512;
/// What an object takes beside its bytes.
const OBJECT_BYTES: u64 = 200;

/// A run on its way, and what the world outside knows of it.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    pub(crate) pause: Arc<Pause>,
    pub(crate) printed: Vec<u8>,
    /// Bytes of standard input that have been read.
    pub(crate) read: usize,
    pub(crate) unwritten: BTreeSet<String>,
}

/// What a test does with the switches off.
#[derive(Debug, Default)]
struct UnchangedRun {
    starts: Vec<Checkpoint>,
    /// By number: how many of the starts are before the first time it is asked for; nothing if it never is.
    asked: Vec<Option<usize>>,
    /// Instructions of the whole run.
    steps: u64,
    /// How it ends.
    run: Option<TrialRun>,
}

impl UnchangedRun {
    /// Switches were asked for behind the last start.
    fn note_asked(&mut self, sites: &[u32]) {
        for site in sites {
            if let Some(asked) = self.asked.get_mut(*site as usize) {
                asked.get_or_insert(self.starts.len());
            }
        }
    }
}

/// What is known of a test.
#[derive(Debug, Default)]
struct TestRecord {
    /// How often it was tried.
    tried: AtomicU32,
    /// Followed to its end at once.
    straight: OnceLock<UnchangedRun>,
    /// Followed with pauses.
    paused: OnceLock<UnchangedRun>,
}

/// A program of changes and the tests that are tried with them, by any number of threads.
pub(crate) struct Checkpoints<'b> {
    pub(crate) oracle: &'b Oracle<'b>,
    pub(crate) schema: &'b Schema,
    pub(crate) interpreter: Interpreter<'b>,
    tests: Vec<TestRecord>,
}

/// Keeps what is printed.
struct Kept(Vec<u8>);

impl Output for Kept {
    fn write(&mut self, stream: i128, bytes: &[u8]) {
        if stream == 1 {
            self.0.extend_from_slice(bytes);
        }
    }
}

impl<'b> Checkpoints<'b> {
    pub(crate) fn new(oracle: &'b Oracle<'b>, schema: &'b Schema) -> Checkpoints<'b> {
        Checkpoints {
            oracle,
            schema,
            interpreter: Interpreter::new(&schema.program, Some(&schema.sources)),
            tests: oracle.tests.iter().map(|_| TestRecord::default()).collect(),
        }
    }

    /// Whether a test comes to one of these places with the switches off.
    pub(crate) fn covers(&self, test: usize, sites: &[u32]) -> bool {
        let switched_off = self.switched_off(test, false);
        let asked = |site: &u32| {
            switched_off
                .asked
                .get(*site as usize)
                .is_some_and(Option::is_some)
        };
        sites.iter().any(asked)
    }

    /// How a test goes with the switches off.
    pub(crate) fn unchanged_run(&self, test: usize) -> Option<&TrialRun> {
        self.switched_off(test, false).run.as_ref()
    }

    /// Runs a test with some changes, no further than so many instructions, and with an expected text no further than
    /// it may be right.
    pub(crate) fn run(
        &self,
        test: usize,
        switches: &Switches,
        steps: u64,
        expected: Option<&[u8]>,
    ) -> TrialRun {
        let tried = self.tests[test].tried.fetch_add(1, Ordering::Relaxed);
        self.run_again(test, tried, switches, steps, expected)
    }

    /// The same for who counts how often a test was tried: so it is the same whoever tries at the same time.
    pub(crate) fn run_again(
        &self,
        test: usize,
        tried: u32,
        switches: &Switches,
        steps: u64,
        expected: Option<&[u8]>,
    ) -> TrialRun {
        let often = tried >= budgets::repair::MIN_RESUMED_RUNS.small();
        let switched_off = often.then(|| self.switched_off(test, true));
        let start = switched_off.and_then(|switched_off| {
            let before = |site: &u32| switched_off.asked.get(*site as usize).copied().flatten();
            let usable = switches.active().iter().filter_map(before).min();
            let usable = usable.unwrap_or(switched_off.starts.len());
            usable
                .checked_sub(1)
                .and_then(|last| switched_off.starts.get(last))
        });
        if let (Some(start), Some(expected)) = (start, expected)
            && !expected.starts_with(&start.printed)
        {
            return TrialRun::cut_off(start.printed.clone(), start.pause.steps());
        }
        let tests = self.oracle.tests;
        let choice = Choice::Many(switches);
        self.oracle
            .execute_from(
                &self.interpreter,
                None,
                &tests[test],
                choice,
                steps,
                expected,
                start,
            )
            .0
    }

    fn switched_off(&self, test: usize, paused: bool) -> &UnchangedRun {
        let known = &self.tests[test];
        let straight = known.straight.get();
        match (known.paused.get(), paused) {
            (Some(switched_off), _) => switched_off,
            (None, true) => known.paused.get_or_init(|| {
                let steps = straight.map(|switched_off| switched_off.steps);
                self.followed_at_rest(test, steps, true)
            }),
            (None, false) => known
                .straight
                .get_or_init(|| self.followed_at_rest(test, None, false)),
        }
    }

    /// Who wants pauses must know when the run ends.
    fn steps_at_rest(&self, test: &Test, rest: &Switches) -> u64 {
        let (choice, limit) = (Choice::Many(rest), self.oracle.patience());
        let run = self
            .oracle
            .execute_from(&self.interpreter, None, test, choice, limit, None, None);
        run.0.steps
    }

    /// Runs a test with the switches off, from pause to pause if these are wanted.
    fn followed_at_rest(&self, number: usize, steps: Option<u64>, paused: bool) -> UnchangedRun {
        let test = &self.oracle.tests[number];
        let rest = Switches::new(self.schema, &[]);
        let limit = self.oracle.patience();
        let steps = match steps {
            None if paused => self.steps_at_rest(test, &rest),
            known => known.unwrap_or(0),
        };
        let mut found = UnchangedRun {
            starts: Vec::new(),
            asked: vec![None; self.schema.numbers()],
            steps,
            run: None,
        };
        let mut last: Option<Arc<Pause>> = None;
        let mut room = budgets::repair::MAX_CHECKPOINT_BYTES.get() / self.tests.len().max(1) as u64;
        let (mut printed, mut read, mut unwritten) = (Kept(Vec::new()), 0, BTreeSet::new());
        let pauses = budgets::repair::MAX_CHECKPOINTS.get();
        for index in 1.. {
            // The last piece goes to the end.
            let wanted = match index {
                _ if paused && index <= pauses => steps * index / (pauses + 1),
                _ => u64::MAX,
            };
            let mut inputs = SwitchedInputs {
                choice: Choice::Asked(&rest),
                asked: Vec::new(),
                read: 0,
                listed: self.oracle.inputs(test),
            };
            let mut stdin = BytesInput::from(test.stdin.clone(), read);
            let environment = Environment {
                inputs: &mut inputs,
                stdin: &mut stdin,
                output: &mut printed,
                observer: &mut NoObserver,
                limits: Limits {
                    steps: limit,
                    stack: self.oracle.stack,
                    ..Limits::of_trial()
                },
                arguments: test.arguments.clone(),
                interrupt: None,
            };
            let piece = match &last {
                Some(pause) => {
                    let wanted = wanted.max(pause.steps() + 2);
                    self.interpreter.resume_until(pause, environment, wanted)
                }
                None => self.interpreter.run_until(environment, wanted.max(1)),
            };
            found.note_asked(&inputs.asked);
            let pause = match piece {
                Ok(pause) => pause,
                Err(outcome) => {
                    found.steps = outcome.steps;
                    unwritten.extend(unwritten_in(&outcome.inputs));
                    found.run = Some(TrialRun::unchanged(*outcome, printed.0, unwritten));
                    break;
                }
            };
            read = stdin.read();
            unwritten.extend(unwritten_in(pause.inputs()));
            let pause: Arc<Pause> = Arc::from(pause);
            if is_worth_it(&pause, &mut room) {
                found.starts.push(Checkpoint {
                    pause: pause.clone(),
                    printed: printed.0.clone(),
                    read,
                    unwritten: unwritten.clone(),
                });
            }
            last = Some(pause);
        }
        found
    }
}

/// Whether to take up a run there is quicker than to come there, and there is room for it.
fn is_worth_it(pause: &Pause, room: &mut u64) -> bool {
    let (objects, bytes) = pause.extent();
    let objects = objects as u64;
    let cost = TAKING_UP + objects / OBJECTS_PER_STEP + bytes / BYTES_PER_STEP;
    let left = room.checked_sub(bytes + objects * OBJECT_BYTES);
    let worth = pause.steps() > cost && left.is_some();
    if worth {
        *room = left.unwrap_or(*room);
    }
    worth
}
