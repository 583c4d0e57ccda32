//! Changes on the bench: one program of all changes, and tests that are tried with them.
//!
//! Thousands of changes meet each test, and until a run comes to the place of a change it goes as it goes without it. So each
//! test is run once with the switches at rest, with pauses on its way, and it is kept which places it had come to
//! before each of them. A trial is then taken up at the last pause before the first of its places. What had been printed by
//! then stays printed: if that is wrong already, nothing behind it makes it right.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use interp::{BytesInput, Environment, InputKind, Interpreter, Limits, NoObserver, Output, Pause};

use crate::sample::listed;
use crate::schema::Schema;
use crate::trial::{Behaviour, Choice, Chosen, Judge, Switches};

/// So many pauses a run has, if they are worth it.
const PAUSES: u64 = 12;
/// All pauses together take no more bytes.
const MOST_BYTES: u64 = 64 << 20;
/// What taking up a run costs, in steps of a short run: something, and more for each few objects and bytes.
const TAKING_UP: u64 = 30;
const OBJECTS_PER_STEP: u64 = 4;
const BYTES_PER_STEP: u64 = 512;
/// What an object takes beside its bytes.
const OBJECT_BYTES: u64 = 200;

/// A run on its way, and what the world outside knows of it.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) pause: Rc<Pause>,
    pub(crate) printed: Vec<u8>,
    /// Bytes of standard input that have been read.
    pub(crate) read: usize,
    pub(crate) unwritten: BTreeSet<String>,
}

/// What a test does with the switches at rest.
#[derive(Debug)]
struct AtRest {
    starts: Vec<Start>,
    /// By number: how many of the starts are before the first time it is asked for; nothing if it never is.
    asked: Vec<Option<usize>>,
}

/// A program of changes and the tests that are tried with them.
pub(crate) struct Bench<'b> {
    pub(crate) judge: &'b Judge<'b>,
    pub(crate) schema: &'b Schema,
    pub(crate) interpreter: Interpreter<'b>,
    tests: RefCell<Vec<Option<Rc<AtRest>>>>,
    room: Cell<u64>,
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

impl<'b> Bench<'b> {
    pub(crate) fn new(judge: &'b Judge<'b>, schema: &'b Schema) -> Bench<'b> {
        Bench {
            judge,
            schema,
            interpreter: Interpreter::new(&schema.program, None),
            tests: RefCell::new(vec![None; judge.tests.len()]),
            room: Cell::new(MOST_BYTES),
        }
    }

    /// Whether a test comes to one of these places with the switches at rest.
    pub(crate) fn comes(&self, test: usize, sites: &[u32]) -> bool {
        let at_rest = self.at_rest(test);
        let asked = |site: &u32| at_rest.asked.get(*site as usize).is_some_and(Option::is_some);
        sites.iter().any(asked)
    }

    /// Runs a test with some changes, no further than so many instructions, and with an expected text no further than it may
    /// be right.
    pub(crate) fn run(
        &self,
        test: usize,
        switches: &Switches,
        steps: u64,
        expected: Option<&[u8]>,
    ) -> Behaviour {
        let at_rest = self.at_rest(test);
        let before = |site: &u32| at_rest.asked.get(*site as usize).copied().flatten();
        let usable = switches.active().iter().filter_map(before).min();
        let usable = usable.unwrap_or(at_rest.starts.len());
        let start = usable.checked_sub(1).and_then(|last| at_rest.starts.get(last));
        if let (Some(start), Some(expected)) = (start, expected)
            && !expected.starts_with(&start.printed)
        {
            return Behaviour::cut_off(start.printed.clone(), start.pause.steps());
        }
        let tests = self.judge.tests;
        let choice = Choice::Many(switches);
        self.judge
            .followed(
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

    fn at_rest(&self, test: usize) -> Rc<AtRest> {
        if let Some(known) = &self.tests.borrow()[test] {
            return known.clone();
        }
        let found = Rc::new(self.followed_at_rest(test));
        self.tests.borrow_mut()[test] = Some(found.clone());
        found
    }

    /// Runs a test with the switches at rest, from pause to pause.
    fn followed_at_rest(&self, number: usize) -> AtRest {
        let test = &self.judge.tests[number];
        let rest = Switches::new(self.schema, &[]);
        let limit = self.judge.patience();
        let known = Choice::Many(&rest);
        let (whole, _) = self
            .judge
            .followed(&self.interpreter, None, test, known, limit, None, None);
        let mut found = AtRest {
            starts: Vec::new(),
            asked: vec![None; self.schema.numbers()],
        };
        let mut last: Option<Rc<Pause>> = None;
        let (mut printed, mut read, mut unwritten) = (Kept(Vec::new()), 0, BTreeSet::new());
        for index in 1.. {
            // The last piece goes to the end.
            let wanted = match index {
                1..=PAUSES => whole.steps * index / (PAUSES + 1),
                _ => u64::MAX,
            };
            let mut inputs = Chosen {
                choice: Choice::Asked(&rest),
                asked: Vec::new(),
                listed: listed(test),
            };
            let mut stdin = BytesInput::from(test.stdin.clone(), read);
            let environment = Environment {
                inputs: &mut inputs,
                stdin: &mut stdin,
                output: &mut printed,
                observer: &mut NoObserver,
                limits: Limits {
                    steps: limit,
                    stack: self.judge.stack,
                    ..Limits::default()
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
            for site in inputs.asked {
                if let Some(asked) = found.asked.get_mut(site as usize)
                    && asked.is_none()
                {
                    *asked = Some(found.starts.len());
                }
            }
            let Ok(pause) = piece else { break };
            read = stdin.read();
            let new = pause
                .inputs()
                .iter()
                .filter(|record| record.kind == InputKind::Uninitialised);
            unwritten.extend(new.map(|record| record.name.clone()));
            let pause: Rc<Pause> = Rc::from(pause);
            if self.is_worth_it(&pause) {
                found.starts.push(Start {
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

    /// Whether to take up a run there is quicker than to come there, and there is room for it.
    fn is_worth_it(&self, pause: &Pause) -> bool {
        let (objects, bytes) = pause.extent();
        let objects = objects as u64;
        let cost = TAKING_UP + objects / OBJECTS_PER_STEP + bytes / BYTES_PER_STEP;
        let size = bytes + objects * OBJECT_BYTES;
        let room = self.room.get();
        let worth = pause.steps() > cost && size <= room;
        if worth {
            self.room.set(room - size);
        }
        worth
    }
}
