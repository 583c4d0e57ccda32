//! A failing run with less to read: parts of the text are left out, numbers become small, as long as the same claim
//! fails.
//!
//! This is delta debugging without a proof of anything: the run is smaller than the one that was found, not the
//! smallest (`because minimize` finds that).

use ctype::{FloatFormat, IntKind, Type};
use interp::InputValue;
use program::ClaimId;

use crate::Fuzzer;
use crate::test_case::{TestCase, float_bits, is_listed};
use crate::text::words;

/// Texts of words that are easily read.
const PLAIN: [&[u8]; 6] = [b"0", b"1", b"-1", b"2", b"a", b"b"];

/// Characters that are easily read, those that are preferred first.
const CHARACTERS: &[u8] = b"\0abcdxyz0129ABCXYZ _-+";

/// Floating-point numbers that nobody has to think about.
const FLOATS: [f64; 9] = [0.0, 1.0, -1.0, 2.0, -2.0, 3.0, 0.5, 10.0, 100.0];
/// Decimal digits after the first that are tried.
const DIGITS: usize = 6;

/// What the reader of a value sees in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Number,
    Character,
    Float(FloatFormat),
}

struct Shrinker<'s, 'h> {
    fuzzer: &'s mut Fuzzer<'h>,
    claim: ClaimId,
    best: TestCase,
    inputs: Vec<InputValue>,
    tries: u32,
}

impl Fuzzer<'_> {
    /// A run with few and plain inputs that violates the claim; nothing if the case does not.
    pub(crate) fn smallest(
        &mut self,
        claim: ClaimId,
        mut case: TestCase,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Vec<InputValue>, runs::Schedule)> {
        let inputs = self.fails(&mut case, claim)?;
        let mut shrinker = Shrinker {
            fuzzer: self,
            claim,
            best: case,
            inputs,
            tries: 0,
        };
        while !stop()
            && shrinker.tries < budgets::fuzz::MAX_SHRINKING_RUNS.small()
            && shrinker.fuzzer.left > 0
        {
            let before = shrinker.best.clone();
            shrinker.clear();
            shrinker.leave_out();
            shrinker.leave_out_values();
            shrinker.plain_words();
            shrinker.plain_values();
            if shrinker.best == before {
                break;
            }
        }
        Some((shrinker.inputs, shrinker.best.schedule))
    }
}

impl Shrinker<'_, '_> {
    fn tries(&mut self, mut case: TestCase) -> bool {
        if self.tries >= budgets::fuzz::MAX_SHRINKING_RUNS.small() || self.fuzzer.left == 0 {
            return false;
        }
        self.tries += 1;
        let Some(inputs) = self.fuzzer.fails(&mut case, self.claim) else {
            return false;
        };
        if case == self.best || case.values.len() > self.best.values.len() {
            return false;
        }
        self.best = case;
        self.inputs = inputs;
        true
    }

    /// Does it matter what lies in memory?
    fn clear(&mut self) {
        if self.best.fill != 0 {
            let next = TestCase {
                fill: 0,
                ..self.best.clone()
            };
            self.tries(next);
        }
    }

    fn leave_out(&mut self) {
        let mut size = self.best.text.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < self.best.text.len() {
                let mut next = self.best.clone();
                let end = (at + size).min(next.text.len());
                next.text.drain(at..end);
                if !self.tries(next) {
                    at += size;
                }
            }
            size /= 2;
        }
    }

    /// Fewer values: most of many are what files hold.
    fn leave_out_values(&mut self) {
        let mut size = match self.best.values.len() {
            few if few < budgets::fuzz::MIN_DROPPED.count() => 0,
            many => many / 2,
        };
        while size > 0 {
            let mut at = 0;
            while at < self.best.values.len() {
                let mut next = self.best.clone();
                let end = (at + size).min(next.values.len());
                next.values.drain(at..end);
                if !self.tries(next) {
                    at += size;
                }
            }
            size /= 2;
        }
    }

    fn plain_words(&mut self) {
        let mut index = 0;
        while let Some(&(from, to)) = words(&self.best.text).get(index) {
            index += 1;
            let old = self.best.text[from..to].to_vec();
            let number = std::str::from_utf8(&old)
                .ok()
                .and_then(|text| text.parse::<i128>().ok());
            for plain in PLAIN {
                if old == plain || old.len() < plain.len() && number.is_none() {
                    break;
                }
                let mut next = self.best.clone();
                next.text.splice(from..to, plain.iter().copied());
                if self.tries(next) {
                    break;
                }
            }
            self.nearer_to_zero(index - 1);
        }
    }

    /// A number in the text as near to zero as halving finds it.
    fn nearer_to_zero(&mut self, index: usize) {
        let at = |text: &[u8]| {
            let &(from, to) = words(text).get(index)?;
            let number: i128 = std::str::from_utf8(&text[from..to]).ok()?.parse().ok()?;
            Some((from, to, number))
        };
        let Some((.., mut high)) = at(&self.best.text) else {
            return;
        };
        let mut low = 0;
        while (high - low).abs() > 1 {
            let middle = low + (high - low) / 2;
            let Some((from, to, _)) = at(&self.best.text) else {
                return;
            };
            let mut next = self.best.clone();
            next.text.splice(from..to, middle.to_string().into_bytes());
            if self.tries(next) {
                high = middle;
            } else {
                low = middle;
            }
        }
    }

    fn plain_values(&mut self) {
        let mut index = 0;
        while let Some(&value) = self.best.values.get(index) {
            match self.look(index) {
                Look::Number => {
                    for plain in [0u128, 1, u128::MAX, 2] {
                        if value == plain || self.tries(self.with(index, plain)) {
                            break;
                        }
                    }
                    self.value_nearer_to_zero(index, |number| number as u128);
                }
                Look::Character => self.plain_character(index),
                Look::Float(format) => self.plain_float(index, format),
            }
            index += 1;
        }
        self.gather();
    }

    /// What the reader of a value sees in it.
    fn look(&self, index: usize) -> Look {
        let types = &self.fuzzer.target.program.types;
        let Some(input) = self.inputs.iter().filter(is_listed).nth(index) else {
            return Look::Number;
        };
        match (types.get(input.ty), types.float_format(input.ty)) {
            (Type::Int(IntKind::Char), _) => Look::Character,
            (_, Some(format @ (FloatFormat::Single | FloatFormat::Double))) => Look::Float(format),
            _ => Look::Number,
        }
    }

    /// A value as near to zero as halving finds it, where `bits` makes one of a number.
    fn value_nearer_to_zero(&mut self, index: usize, bits: impl Fn(i128) -> u128) {
        let now = self.best.values.get(index).copied();
        let is_float = matches!(self.look(index), Look::Float(_));
        let mut high = match now {
            Some(now) if !is_float => now as i128,
            Some(now) => match self.float(index, now) {
                Some(value) if value.fract() == 0.0 && value.abs() < 1e15 => value as i128,
                _ => return,
            },
            None => return,
        };
        let mut low = 0;
        while high
            .checked_sub(low)
            .is_some_and(|between| between.unsigned_abs() > 1)
        {
            let middle = low + (high - low) / 2;
            if self.tries(self.with(index, bits(middle))) {
                high = middle;
            } else {
                low = middle;
            }
        }
    }

    fn plain_character(&mut self, index: usize) {
        let Some(&value) = self.best.values.get(index) else {
            return;
        };
        for plain in CHARACTERS {
            if value == u128::from(*plain) || self.tries(self.with(index, u128::from(*plain))) {
                break;
            }
        }
    }

    /// A number that is easily read: a small integer, or one with few decimal digits.
    fn plain_float(&mut self, index: usize, format: FloatFormat) {
        let Some(&now) = self.best.values.get(index) else {
            return;
        };
        for plain in FLOATS {
            let bits = float_bits(format, plain);
            if now == bits || self.tries(self.with(index, bits)) {
                return;
            }
        }
        let Some(value) = self.float(index, now).filter(|value| value.is_finite()) else {
            return;
        };
        for digits in 0..=DIGITS {
            let number: f64 = format!("{value:.digits$e}").parse().unwrap_or(value);
            let bits = float_bits(format, number);
            if now == bits || self.tries(self.with(index, bits)) {
                break;
            }
        }
        self.value_nearer_to_zero(index, |number| float_bits(format, number as f64));
    }

    fn float(&self, index: usize, bits: u128) -> Option<f64> {
        match self.look(index) {
            Look::Float(FloatFormat::Single) => Some(f32::from_bits(bits as u32).into()),
            Look::Float(_) => Some(f64::from_bits(bits as u64)),
            _ => None,
        }
    }

    /// Numbers of which only the sum matters are one number, and zeros.
    fn gather(&mut self) {
        for index in 0..self.best.values.len() {
            for other in index + 1..self.best.values.len() {
                let values = &self.best.values;
                let (Some(&one), Some(&two)) = (values.get(index), values.get(other)) else {
                    return;
                };
                let numbers = self.look(index) == Look::Number && self.look(other) == Look::Number;
                if one == 0 || two == 0 && one <= 1 || !numbers {
                    continue;
                }
                let mut next = self.with(index, 0);
                next.values[other] = one.wrapping_add(two);
                self.tries(next);
            }
        }
    }

    fn with(&self, index: usize, value: u128) -> TestCase {
        let mut next = self.best.clone();
        if let Some(old) = next.values.get_mut(index) {
            *old = value;
        }
        next
    }
}
