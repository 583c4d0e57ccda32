//! Repairs found, or refuted, by trying.
//!
//! A run with one suspect suspended is a short sequence of choices: a truth value has two, a pointer a few. The
//! interpreter executes one in microseconds, so the sequences are tried one after the other, in the order of a depth-first
//! search that starts with what the run does by itself. A run that fails after so many choices, because a claim fails
//! or something is printed that is not expected, fails whatever the later choices are: all sequences with
//! that beginning are done with. When none is left, no repair exists: trying is a proof, too.
//!
//! Numbers have too many values for that. A few that programmers mean (one more, one less, none, what repaired another
//! run, what the test expects) are tried; if none repairs the run, the solver is asked.
//!
//! Suspended text is anything: what was printed around it must be what is expected around something.
//!
//! What a trial may not say: a run that asks for inputs that the failing run did not have is none of its business, since
//! those are free.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use interp::{
    ByteSource, Environment, InputKind, InputRequest, InputSupply, Interpreter, Limits, Observer, Output,
    Stop,
};
use program::Program;
use runs::{ExpectedOutput, Meter, Work};

use super::choice::{CHOICE, MOVED, NUMBER, REAL, TRIED, TRUTH};
use super::pointer::OLD;
use super::run::{Asserted, TestRun};

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

/// A number to try.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Add(i128),
    Is(u128),
    Real(f64),
}

/// How much is tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TrialBudget {
    pub runs: u32,
    pub steps: u64,
}

/// How far a free pointer can be moved.
const MAX_MOVED: i128 = 128;
const MOVES: usize = 2 * MAX_MOVED as usize;

/// A run costs as much as so many steps before its first.
const START_STEPS: u64 = 1_000;

/// One choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Digit {
    value: usize,
    size: usize,
    /// How far the next value is: by two if one direction of moving is done with.
    stride: usize,
    /// Whether what is moved was good where it was.
    anchored: bool,
}

impl Digit {
    fn first(size: usize) -> Digit {
        Digit {
            value: 0,
            size,
            stride: 1,
            anchored: true,
        }
    }

    fn of(value: usize, size: usize) -> Digit {
        Digit {
            value,
            ..Digit::first(size)
        }
    }
}

/// The choices of a run, as the digits of a number that counts up: the last digit first.
#[derive(Debug, Default)]
struct Choices {
    digits: Vec<Digit>,
    used: usize,
    /// How many choices had been made when the run was known to fail.
    dead: Option<usize>,
    /// Whether a choice was among a few of many values.
    partial: bool,
    /// Whether the run was one that trying says nothing about.
    unclear: bool,
}

impl Choices {
    fn next(&mut self, size: usize) -> usize {
        let at = self.used;
        self.used += 1;
        match self.digits.get(at) {
            Some(digit) => digit.value,
            None => {
                self.digits.push(Digit::first(size.max(1)));
                0
            }
        }
    }

    /// Forgets what was chosen too late to matter and counts up; false if that was the last.
    fn advance(&mut self) -> bool {
        self.digits.truncate(self.dead.unwrap_or(self.used));
        while let Some(digit) = self.digits.last_mut() {
            if digit.value + digit.stride < digit.size {
                digit.value += digit.stride;
                return true;
            }
            self.digits.pop();
        }
        false
    }

    /// The pointer that was chosen last points at nothing. If it was moved from a good one, so do those that are moved
    /// further the same way.
    fn points_nowhere(&mut self) {
        let last = self.used.min(self.digits.len());
        let Some(digit) = self.digits[..last].last_mut() else {
            return;
        };
        if digit.size != MOVES || !digit.anchored {
            return;
        }
        match (digit.value, digit.stride) {
            (0, _) => digit.anchored = false,
            (value, 1) => {
                // The next is moved the other way, and so are those after it.
                digit.stride = 2;
                digit.value = value - 1;
            }
            (value, _) => digit.size = value + 1,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Plan {
    /// As the digits say.
    Digits,
    /// The same number, or truth value, each time.
    Throughout(Number),
}

struct Supply<'t> {
    suspect: usize,
    plan: Plan,
    numbers: &'t [Number],
    pointers: &'t BTreeMap<String, Vec<bool>>,
    recorded: &'t HashMap<String, u128>,
    choices: Rc<RefCell<Choices>>,
    /// What the next value is, once it has been said how it is used.
    given: Option<Option<Number>>,
    moves: bool,
}

fn bits_of(number: Number, request: &InputRequest<'_>) -> u128 {
    let format = request.types.float_format(request.ty);
    match (number, format) {
        (Number::Is(bits), _) => bits,
        (Number::Add(number), None) => number as u128,
        (Number::Real(number), Some(ctype::FloatFormat::Single)) => (number as f32).to_bits().into(),
        (Number::Real(number), Some(ctype::FloatFormat::Double)) => number.to_bits().into(),
        (Number::Real(number), None) => number as i128 as u128,
        (Number::Add(_) | Number::Real(_), Some(_)) => 0,
    }
}

impl Supply<'_> {
    /// A number for a value; nothing keeps the old one.
    fn number(&mut self) -> Option<Number> {
        let mut choices = self.choices.borrow_mut();
        match self.plan {
            Plan::Throughout(number) => {
                choices.used += 1;
                Some(number)
            }
            Plan::Digits => {
                choices.partial = true;
                let digit = choices.next(self.numbers.len() + 1);
                digit.checked_sub(1).map(|index| self.numbers[index])
            }
        }
    }

    /// Whether to change a truth value, or which one it is.
    fn truth(&mut self) -> Result<bool, bool> {
        let mut choices = self.choices.borrow_mut();
        match self.plan {
            Plan::Throughout(number) => {
                choices.used += 1;
                Err(number != Number::Is(0))
            }
            Plan::Digits => Ok(choices.next(2) == 1),
        }
    }

    fn pointer(&mut self, name: &str) -> u128 {
        let moves = self.pointers.get(name).map_or(&[][..], Vec::as_slice);
        let digit = self.choices.borrow_mut().next(moves.len());
        // The old pointer first, null after it.
        let chosen = match digit {
            0 => OLD as usize,
            1 => 0,
            _ => digit,
        };
        self.moves = moves.get(chosen).copied().unwrap_or(false);
        chosen as u128
    }

    fn moved(&mut self) -> u128 {
        if !std::mem::take(&mut self.moves) {
            return 0;
        }
        let digit = self.choices.borrow_mut().next(MOVES) as i128;
        // 0, 1, -1, 2, -2 … -127, 128: the last is -128 in a narrow number.
        let moved = if digit % 2 == 1 {
            (digit + 1) / 2
        } else {
            -digit / 2
        };
        moved as u128
    }

    fn choose(&mut self, request: &InputRequest<'_>) -> u128 {
        let name = request.name;
        if name.ends_with(TRUTH) {
            match self.truth() {
                Ok(other) => u128::from(other),
                Err(value) => 2 + u128::from(value),
            }
        } else if name.ends_with(NUMBER) || name.ends_with(REAL) {
            self.given = Some(self.number());
            match self.given.flatten() {
                None => 0,
                Some(Number::Add(_)) if name.ends_with(NUMBER) => 1,
                Some(_) => 2,
            }
        } else if let Some(name) = name.strip_suffix(CHOICE) {
            self.pointer(name)
        } else if name.ends_with(MOVED) {
            self.moved()
        } else if let Some(given) = self.given.take() {
            given.map_or(0, |number| bits_of(number, request))
        } else if request.types.is_bool(request.ty) {
            // One truth value for the whole run: the choice is the value.
            let (Ok(value) | Err(value)) = self.truth();
            u128::from(value)
        } else {
            // One value for the whole run.
            self.number().map_or(0, |number| bits_of(number, request))
        }
    }
}

impl InputSupply for Supply<'_> {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        if request.name == TRIED {
            return self.suspect as u128;
        }
        if request.name.starts_with("repair:") {
            return self.choose(request);
        }
        match self.recorded.get(&request.key()) {
            Some(&bits) => bits,
            None => {
                // What is computed only to be kept or not may read anywhere.
                if request.kind != InputKind::Undefined {
                    self.choices.borrow_mut().unclear = true;
                }
                0
            }
        }
    }
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
        let spent = outcome.steps + START_STEPS;
        self.meter.charge(Work::Instructions(spent));
        self.spent.set(self.spent.get() + spent);
        let mut choices = choices.borrow_mut();
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
            steps: outcome.steps + START_STEPS,
        }
    }

    /// Tries a suspect alone, with these numbers where it is one.
    pub(crate) fn single(&self, suspect: usize, numbers: &[Number], effort: TrialBudget) -> Tried {
        let choices = Rc::new(RefCell::new(Choices::default()));
        let (mut runs, mut steps) = (0, 0);
        // The same value throughout is what a simple fault needs.
        for number in numbers {
            let went = self.once(suspect, Plan::Throughout(*number), numbers, &choices);
            runs += 1;
            steps += went.steps;
            if went.right {
                return Tried::Repairs(Choice {
                    plan: Plan::Throughout(*number),
                    digits: Vec::new(),
                    numbers: Vec::new(),
                });
            }
            let choices = choices.borrow();
            // Nothing was chosen before it failed.
            if choices.dead.unwrap_or(choices.used) == 0 && !choices.unclear {
                return Tried::Refuted {
                    bounded: went.limited,
                };
            }
            if runs >= effort.runs || steps >= effort.steps || (self.stop)() {
                return Tried::Open;
            }
        }
        *choices.borrow_mut() = Choices::default();
        let chosen = |choices: &Rc<RefCell<Choices>>| {
            Tried::Repairs(Choice {
                plan: Plan::Digits,
                digits: choices.borrow().digits.clone(),
                numbers: numbers.to_vec(),
            })
        };
        let (mut unclear, mut limited) = (false, false);
        let mut first: Vec<Digit> = Vec::new();
        let half = effort.runs / 2;
        let all = loop {
            let went = self.once(suspect, Plan::Digits, numbers, &choices);
            if went.right {
                return chosen(&choices);
            }
            runs += 1;
            steps += went.steps;
            let mut choices = choices.borrow_mut();
            limited |= went.limited;
            unclear |= choices.unclear;
            if first.is_empty() {
                first =
                    choices.digits[..choices.dead.unwrap_or(choices.used).min(choices.digits.len())].to_vec();
            }
            if went.nowhere {
                choices.points_nowhere();
            }
            if !choices.advance() {
                break true;
            }
            if runs >= effort.runs - half || steps >= effort.steps / 2 || (self.stop)() {
                break false;
            }
        };
        if all && !unclear && !choices.borrow().partial {
            return Tried::Refuted { bounded: limited };
        }
        if all {
            return Tried::Open;
        }
        // The search came only to the last choices: each of the others is changed alone.
        for (at, size) in first.iter().map(|digit| digit.size).enumerate() {
            // By direction: whether moving that way leads out of the object.
            let mut outside = [false; 2];
            for value in 1..size {
                if outside[value % 2] {
                    continue;
                }
                if runs >= effort.runs || steps >= effort.steps || (self.stop)() {
                    return Tried::Open;
                }
                {
                    let mut choices = choices.borrow_mut();
                    choices.digits = first[..at].iter().map(|digit| Digit::first(digit.size)).collect();
                    choices.digits.push(Digit::of(value, size));
                }
                let went = self.once(suspect, Plan::Digits, numbers, &choices);
                if went.right {
                    return chosen(&choices);
                }
                runs += 1;
                steps += went.steps;
                let last = choices.borrow().used == at + 1;
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
    fn choices_count_up_from_the_last_that_matters() {
        let mut choices = Choices::default();
        assert_eq!([choices.next(2), choices.next(3), choices.next(2)], [0, 0, 0]);
        choices.dead = Some(2);
        assert!(choices.advance());
        assert_eq!(choices.digits, [Digit::of(0, 2), Digit::of(1, 3)]);
        choices.used = 0;
        choices.dead = None;
        assert_eq!([choices.next(2), choices.next(3)], [0, 1]);
        assert!(choices.advance());
        assert!(choices.advance());
        assert_eq!(choices.digits, [Digit::of(1, 2)]);
        choices.used = 1;
        assert!(!choices.advance());
    }

    #[test]
    fn pointers_are_moved_no_further_than_the_object_reaches() {
        let mut choices = Choices::default();
        let mut seen = Vec::new();
        // Two elements above, three below.
        let is_good = |value: usize| match value % 2 {
            1 => value.div_ceil(2) <= 2,
            _ => value / 2 <= 3,
        };
        loop {
            choices.used = 0;
            let value = choices.next(MOVES);
            seen.push(value);
            if !is_good(value) {
                choices.points_nowhere();
            }
            if !choices.advance() {
                break;
            }
        }
        assert_eq!(seen, [0, 1, 2, 3, 4, 5, 6, 8]);
    }

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
