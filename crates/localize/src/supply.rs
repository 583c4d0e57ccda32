//! What a trial supplies: the choices of a run, as the digits of a number that counts up.
//!
//! The last digit counts first. Digits that were chosen after the run was known to fail are forgotten, so that all
//! sequences with that beginning are done with at once.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use interp::{InputKind, InputRequest, InputSupply};

use super::choice::{CHOICE, MOVED, NUMBER, REAL, TRIED, TRUTH};
use super::pointer::OLD;

/// A number to try.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Add(i128),
    Is(u128),
    Real(f64),
}

/// How far a free pointer can be moved.
const MAX_MOVED: i128 = 128;
pub(super) const MOVES: usize = 2 * MAX_MOVED as usize;

/// One choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Digit {
    pub value: usize,
    pub size: usize,
    /// How far the next value is: by two if one direction of moving is done with.
    pub stride: usize,
    /// Whether what is moved was good where it was.
    pub anchored: bool,
}

impl Digit {
    pub(super) fn first(size: usize) -> Digit {
        Digit {
            value: 0,
            size,
            stride: 1,
            anchored: true,
        }
    }

    pub(super) fn of(value: usize, size: usize) -> Digit {
        Digit {
            value,
            ..Digit::first(size)
        }
    }
}

/// The choices of a run, as the digits of a number that counts up: the last digit first.
#[derive(Debug, Default)]
pub(super) struct Choices {
    pub digits: Vec<Digit>,
    pub used: usize,
    /// How many choices had been made when the run was known to fail.
    pub dead: Option<usize>,
    /// Whether a choice was among a few of many values.
    pub partial: bool,
    /// Whether the run was one that trying says nothing about.
    pub unclear: bool,
}

impl Choices {
    pub(super) fn next(&mut self, size: usize) -> usize {
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
    pub(super) fn advance(&mut self) -> bool {
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
    pub(super) fn points_nowhere(&mut self) {
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
pub(super) enum Plan {
    /// As the digits say.
    Digits,
    /// The same number, or truth value, each time.
    Throughout(Number),
}

pub(super) struct Supply<'t> {
    pub suspect: usize,
    pub plan: Plan,
    pub numbers: &'t [Number],
    pub pointers: &'t BTreeMap<String, Vec<bool>>,
    pub recorded: &'t HashMap<String, u128>,
    pub choices: Rc<RefCell<Choices>>,
    /// What the next value is, once it has been said how it is used.
    pub given: Option<Option<Number>>,
    pub moves: bool,
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
}
