//! Repairs found, or refuted, by trying.
//!
//! A run with one suspect suspended is a short sequence of choices: a truth value has two, a pointer a few. The
//! interpreter executes one in microseconds, so the sequences are tried one after the other, in the order of a
//! depth-first search that starts with what the run does by itself. A run that fails after so many choices, because a
//! claim fails or something is printed that is not expected, fails whatever the later choices are: all sequences with
//! that beginning are done with. When none is left, no repair exists: trying is a proof, too.
//!
//! Numbers have too many values for that. A few that programmers mean (one more, one less, none, what repaired another
//! run, what the test expects) are tried; if none repairs the run, the solver is asked.
//!
//! Suspended text is anything: what was printed around it must be what is expected around something.
//!
//! What a trial may not say: a run that asks for inputs that the failing run did not have is none of its business,
//! since those are free.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use interp::{ByteSource, Environment, Interpreter, Limits, Observer, Outcome, Output, Stop};
use program::Program;
use runs::{ExpectedOutput, Meter, Work};

use super::run::{Asserted, TestRun};
use super::supply::{Choices, Digit, MOVES, Plan, Supply};

pub(crate) use super::supply::Number;

/// What trying found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Tried {
    Repairs(Choice),
    /// Nothing there repairs the run; or none that does not take much longer than the run.
    Refuted {
        bounded: bool,
    },
    Open,
}

/// What was chosen in a trial, to choose it again.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Choice {
    plan: Plan,
    digits: Vec<Digit>,
    numbers: Vec<Number>,
}

impl Choice {
    /// The value that it was throughout, if it was one.
    pub(crate) fn value(&self) -> Option<u128> {
        match self.plan {
            Plan::Throughout(Number::Is(bits)) => Some(bits),
            _ => None,
        }
    }
}

/// How much is tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TrialBudget {
    pub runs: u32,
    pub steps: u64,
}

/// Standard input, which may be known only so far.
struct Bytes<'t> {
    bytes: &'t [u8],
    at: usize,
    ends: bool,
    choices: Rc<RefCell<Choices>>,
}

impl ByteSource for Bytes<'_> {
    fn next_byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        if byte.is_none() && !self.ends {
            self.choices.borrow_mut().unclear = true;
        }
        byte
    }
}

/// Keeps standard output and notices at once when it is not the expected one.
struct Judge {
    expected: Option<Arc<ExpectedOutput>>,
    state: Option<u32>,
    stdout: Vec<u8>,
    /// Where in it suspended text was printed.
    gaps: Vec<usize>,
    choices: Rc<RefCell<Choices>>,
    enough: Arc<AtomicBool>,
}

impl Output for Judge {
    fn write(&mut self, stream: i128, bytes: &[u8]) {
        let mut choices = self.choices.borrow_mut();
        if stream == bmc::SUSPENDED_STREAM && choices.dead.is_none() {
            choices.used += 1;
            self.gaps.push(self.stdout.len());
            self.state = None;
        }
        if stream != 1 {
            return;
        }
        self.stdout.extend_from_slice(bytes);
        if let (Some(expected), Some(state)) = (&self.expected, self.state) {
            self.state = expected.after(state, bytes);
            if self.state.is_none() && choices.dead.is_none() {
                choices.dead = Some(choices.used);
                self.enough.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// How one trial went.
struct Went {
    right: bool,
    /// What is expected in the place of suspended text.
    texts: Vec<Vec<u8>>,
    limited: bool,
    /// It ended because a chosen pointer points at nothing.
    nowhere: bool,
    steps: u64,
}

/// One failing run, ready to be tried with changes.
pub(crate) struct Trial<'t> {
    pub interpreter: &'t Interpreter<'t>,
    pub pointers: &'t BTreeMap<String, Vec<bool>>,
    pub run: &'t TestRun,
    /// If the run must come to as many assertions as the failing one: the program.
    pub counted: Option<&'t Program>,
    pub recorded: HashMap<String, u128>,
    pub ignore_space: bool,
    pub meter: &'t Meter,
    pub stop: &'t runs::Interrupt,
    /// Steps of all trials so far.
    pub spent: Cell<u64>,
}

impl Trial<'_> {
    fn once(&self, suspect: usize, plan: Plan, numbers: &[Number], choices: &Rc<RefCell<Choices>>) -> Went {
        let went = self.execute(suspect, plan, numbers, choices, None);
        match self.counted {
            // Counting assertions is slow, and few runs are right.
            Some(_) if went.right => self.execute(suspect, plan, numbers, choices, self.counted),
            _ => went,
        }
    }

    fn execute(
        &self,
        suspect: usize,
        plan: Plan,
        numbers: &[Number],
        choices: &Rc<RefCell<Choices>>,
        counted: Option<&Program>,
    ) -> Went {
        let mut observer = Asserted::new(counted);
        let mut went = self.observed(suspect, plan, numbers, choices, &mut observer);
        went.right &= counted.is_none() || observer.held >= self.run.assertions;
        went
    }

    /// Chooses again what repaired the run: what is printed in the place of suspended text; nothing if it is no repair.
    pub(crate) fn again(
        &self,
        suspect: usize,
        choice: &Choice,
        observer: &mut dyn Observer,
    ) -> Option<Vec<Vec<u8>>> {
        let choices = Rc::new(RefCell::new(Choices {
            digits: choice.digits.clone(),
            ..Choices::default()
        }));
        let went = self.observed(suspect, choice.plan, &choice.numbers, &choices, observer);
        went.right.then_some(went.texts)
    }

    fn observed(
        &self,
        suspect: usize,
        plan: Plan,
        numbers: &[Number],
        choices: &Rc<RefCell<Choices>>,
        observer: &mut dyn Observer,
    ) -> Went {
        {
            let mut choices = choices.borrow_mut();
            choices.used = 0;
            choices.dead = None;
            choices.unclear = false;
        }
        let enough = Arc::new(AtomicBool::new(false));
        let mut output = Judge {
            expected: self.run.expected.clone(),
            state: Some(0),
            stdout: Vec::new(),
            gaps: Vec::new(),
            choices: choices.clone(),
            enough: enough.clone(),
        };
        let test = &self.run.test;
        let outcome = self.interpreter.run(Environment {
            inputs: &mut Supply {
                suspect,
                plan,
                numbers,
                pointers: self.pointers,
                recorded: &self.recorded,
                choices: choices.clone(),
                given: None,
                moves: false,
            },
            stdin: &mut Bytes {
                bytes: &test.stdin,
                at: 0,
                ends: test.stdin_ends,
                choices: choices.clone(),
            },
            output: &mut output,
            observer,
            limits: Limits {
                steps: (self
                    .run
                    .steps
                    .saturating_mul(budgets::localize::TRIAL_RUN_FACTOR.get())
                    .saturating_add(budgets::localize::MIN_TRIAL_RUN.get()))
                .min(budgets::localize::MAX_TRIAL_RUN.get()),
                ..Limits::of_trial()
            },
            arguments: test.arguments.clone(),
            interrupt: Some(enough),
        });
        let spent = outcome.steps + budgets::runs::START.get();
        self.meter.charge(Work::Instructions(spent));
        self.spent.set(self.spent.get() + spent);
        self.judged(&outcome, &output, &mut choices.borrow_mut())
    }

    /// How a trial went that ended so.
    fn judged(&self, outcome: &Outcome, output: &Judge, choices: &mut Choices) -> Went {
        let test = &self.run.test;
        let dead = choices.dead.is_some();
        choices.unclear |= matches!(outcome.stop, Stop::Unsupported { .. } | Stop::Internal { .. });
        let mut texts = Vec::new();
        let right = match (output.gaps.is_empty(), &test.expected) {
            (false, Some(_)) if self.ignore_space => {
                choices.unclear = true;
                false
            }
            (false, Some(expected)) => {
                let filled = filled(expected, &output.stdout, &output.gaps);
                let fits = filled.is_some();
                texts = filled.unwrap_or_default();
                matches!(outcome.stop, Stop::Exit(_)) && fits
            }
            _ => self.run.is_right(&outcome.stop, &output.stdout),
        };
        Went {
            right: !dead && !choices.unclear && right,
            texts,
            limited: !dead
                && matches!(
                    outcome.stop,
                    Stop::StepLimit | Stop::OutOfMemory(_) | Stop::StackOverflow { .. }
                ),
            nowhere: matches!(outcome.stop, Stop::AssumptionViolated(loc) if loc == source::LocId::NONE),
            steps: outcome.steps + budgets::runs::START.get(),
        }
    }

    /// Tries a suspect alone, with these numbers where it is one.
    pub(crate) fn single(&self, suspect: usize, numbers: &[Number], effort: TrialBudget) -> Tried {
        let attempt = Attempt {
            trial: self,
            suspect,
            numbers,
            effort,
            choices: Rc::new(RefCell::new(Choices::default())),
            runs: 0,
            steps: 0,
        };
        attempt.made()
    }
}

/// All trials of one suspect in one run.
struct Attempt<'a, 't> {
    trial: &'a Trial<'t>,
    suspect: usize,
    numbers: &'a [Number],
    effort: TrialBudget,
    choices: Rc<RefCell<Choices>>,
    runs: u32,
    steps: u64,
}

impl Attempt<'_, '_> {
    fn made(mut self) -> Tried {
        if let Some(tried) = self.throughout() {
            return tried;
        }
        *self.choices.borrow_mut() = Choices::default();
        let mut first: Vec<Digit> = Vec::new();
        match self.counted_up(&mut first) {
            Some(tried) => tried,
            None => self.changed_alone(&first),
        }
    }

    fn once(&mut self, plan: Plan) -> Went {
        let went = self.trial.once(self.suspect, plan, self.numbers, &self.choices);
        self.runs += 1;
        self.steps += went.steps;
        went
    }

    fn is_over(&self, runs: u32, steps: u64) -> bool {
        self.runs >= runs || self.steps >= steps || (self.trial.stop)()
    }

    fn chosen(&self) -> Tried {
        Tried::Repairs(Choice {
            plan: Plan::Digits,
            digits: self.choices.borrow().digits.clone(),
            numbers: self.numbers.to_vec(),
        })
    }

    /// The same value each time is what a simple fault needs.
    fn throughout(&mut self) -> Option<Tried> {
        for number in self.numbers {
            let went = self.once(Plan::Throughout(*number));
            if went.right {
                return Some(Tried::Repairs(Choice {
                    plan: Plan::Throughout(*number),
                    digits: Vec::new(),
                    numbers: Vec::new(),
                }));
            }
            let choices = self.choices.borrow();
            // Nothing was chosen before it failed.
            if choices.dead.unwrap_or(choices.used) == 0 && !choices.unclear {
                return Some(Tried::Refuted {
                    bounded: went.limited,
                });
            }
            if self.is_over(self.effort.runs, self.effort.steps) {
                return Some(Tried::Open);
            }
        }
        None
    }

    /// All sequences of choices, one after the other, for half of the effort. Nothing if there are more; the choices of
    /// the first run are kept.
    fn counted_up(&mut self, first: &mut Vec<Digit>) -> Option<Tried> {
        let (mut unclear, mut limited) = (false, false);
        let half = self.effort.runs / 2;
        loop {
            let went = self.once(Plan::Digits);
            if went.right {
                return Some(self.chosen());
            }
            let mut choices = self.choices.borrow_mut();
            limited |= went.limited;
            unclear |= choices.unclear;
            if first.is_empty() {
                let mattered = choices.dead.unwrap_or(choices.used).min(choices.digits.len());
                *first = choices.digits[..mattered].to_vec();
            }
            if went.nowhere {
                choices.points_nowhere();
            }
            if !choices.advance() {
                let proved = !unclear && !choices.partial;
                return Some(match proved {
                    true => Tried::Refuted { bounded: limited },
                    false => Tried::Open,
                });
            }
            if self.is_over(self.effort.runs - half, self.effort.steps / 2) {
                return None;
            }
        }
    }

    /// Counting up came only to the last choices: each of the others is changed alone.
    fn changed_alone(&mut self, first: &[Digit]) -> Tried {
        for (at, size) in first.iter().map(|digit| digit.size).enumerate() {
            // By direction: whether moving that way leads out of the object.
            let mut outside = [false; 2];
            for value in 1..size {
                if outside[value % 2] {
                    continue;
                }
                if self.is_over(self.effort.runs, self.effort.steps) {
                    return Tried::Open;
                }
                {
                    let mut choices = self.choices.borrow_mut();
                    choices.digits = first[..at].iter().map(|digit| Digit::first(digit.size)).collect();
                    choices.digits.push(Digit::of(value, size));
                }
                let went = self.once(Plan::Digits);
                if went.right {
                    return self.chosen();
                }
                let last = self.choices.borrow().used == at + 1;
                outside[value % 2] |= size == MOVES && went.nowhere && last;
            }
        }
        Tried::Open
    }
}

/// What must be put into the gaps of a text so that it becomes another one; nothing if there is no such thing.
fn filled(text: &[u8], around: &[u8], gaps: &[usize]) -> Option<Vec<Vec<u8>>> {
    let (Some(&first), Some(&last)) = (gaps.first(), gaps.last()) else {
        return (text == around).then(Vec::new);
    };
    let (start, end) = (&around[..first], &around[last..]);
    let mut text = text.strip_prefix(start)?.strip_suffix(end)?;
    let mut found = Vec::new();
    // What is between gaps may as well come as early as it can.
    for pair in gaps.windows(2) {
        let part = &around[pair[0]..pair[1]];
        if part.is_empty() {
            found.push(Vec::new());
            continue;
        }
        let at = text.windows(part.len()).position(|window| window == part)?;
        found.push(text[..at].to_vec());
        text = &text[at + part.len()..];
    }
    found.push(text.to_vec());
    Some(found)
}

/// Whole numbers in a text, the first few.
pub(crate) fn numbers_in(text: &[u8], most: usize) -> Vec<Number> {
    let text = String::from_utf8_lossy(text);
    let mut found: Vec<Number> = Vec::new();
    for word in text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '.'))) {
        if found.len() >= most {
            break;
        }
        let number = match (word.parse::<i64>(), word.parse::<f64>()) {
            (Ok(number), _) => Number::Is(i128::from(number) as u128),
            (_, Ok(number)) => Number::Real(number),
            _ => continue,
        };
        if !found.contains(&number) {
            found.push(number);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_take_any_text() {
        let put_in = |text: &[u8], around: &[u8], gaps: &[usize]| {
            let found = filled(text, around, gaps)?;
            let texts = found
                .iter()
                .map(|text| String::from_utf8_lossy(text).into_owned());
            Some(texts.collect::<Vec<_>>().join("|"))
        };
        assert_eq!(put_in(b"sum 6!", b"sum !", &[4]).as_deref(), Some("6"));
        assert_eq!(put_in(b"sum !", b"sum !", &[4]).as_deref(), Some(""));
        assert_eq!(put_in(b"sum ", b"sum !", &[4]), None);
        assert_eq!(put_in(b"aba", b"abba", &[2]), None);
        let numbers = put_in(b"1, 2, 3\n", b", , \n", &[0, 2, 4]);
        assert_eq!(numbers.as_deref(), Some("1|2|3"));
        assert_eq!(put_in(b"1, 2 3\n", b", , \n", &[0, 2, 4]), None);
    }

    #[test]
    fn numbers_are_found_in_texts() {
        let found = numbers_in(b"sum 6, mean -2.5\n6 7", 8);
        assert_eq!(found, [Number::Is(6), Number::Real(-2.5), Number::Is(7)]);
    }
}
