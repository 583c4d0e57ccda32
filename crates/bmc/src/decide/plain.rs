//! What a reader sees in an input, and which values of it are plain.
//!
//! | look | plain |
//! |---|---|
//! | number | near zero, rather positive |
//! | character (`char`) | `'\0'`, then letters, digits, other printable characters |
//! | typed (a byte of standard input) | its end, then digits, letters, other printable characters, the end of a line |
//! | float | 0, 1, small integers, then a small magnitude with few decimal or else few binary digits |
//!
//! Looking for the least number bit by bit from the top is exact as long as the solver answers.

use encode::Bit;
use logic::{Bits, Float, FloatFormat, RoundingMode};
use sat::{Lit, Model};

use crate::decide::simplest::Simpler;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    Number { signed: bool },
    Character,
    Typed,
    Float(FloatFormat),
}

/// An input: its bits, the least significant first, and what they mean.
#[derive(Debug, Clone)]
pub(crate) struct Shown<'e> {
    /// Of the whole of which it is a part: elements of one array are called the same.
    pub whole: &'e str,
    pub bits: Vec<Bit>,
    pub look: Look,
}

/// Characters, those that are preferred first.
const WRITTEN: [(u8, u8); 4] = [(b'a', b'z'), (b'0', b'9'), (b'A', b'Z'), (b' ', b'~')];
const TYPED: [(u8, u8); 6] = [
    (b'0', b'0'),
    (b'1', b'9'),
    (b'a', b'z'),
    (b'A', b'Z'),
    (b' ', b'~'),
    (b'\n', b'\n'),
];

/// Floats that nobody has to think about.
const EASY: [f64; 10] = [1.0, -1.0, 2.0, -2.0, 3.0, 0.5, 1.5, 5.0, 10.0, 100.0];
/// Exponents of two between which a magnitude lies: those that are preferred first.
const MAGNITUDES: [(i32, i32); 5] = [(0, 4), (4, 10), (-10, 0), (10, 20), (20, 50)];
/// Decimal digits after the first that are tried.
const DIGITS: i32 = 6;

impl Shown<'_> {
    /// What makes the input have a value; nothing if it never has that value.
    pub(crate) fn literals(&self, value: u128) -> Option<Vec<Lit>> {
        self.equals_from(value, 0)
    }

    /// What makes the bits from a place on be those of a value.
    fn equals_from(&self, value: u128, from: usize) -> Option<Vec<Lit>> {
        let mut literals = Vec::new();
        for (place, bit) in self.bits.iter().enumerate().skip(from) {
            let wanted = value >> place & 1 == 1;
            match bit {
                Bit::Literal(literal) => literals.push(if wanted { *literal } else { !*literal }),
                Bit::Constant(has) if *has == wanted => {}
                Bit::Constant(_) => return None,
            }
        }
        literals.sort_unstable();
        literals.dedup();
        let contradicts = literals.windows(2).any(|pair| pair[0] == !pair[1]);
        (!contradicts).then_some(literals)
    }

    /// What makes it one of the characters that every machine has.
    pub(crate) fn ascii(&self) -> Option<Vec<Lit>> {
        self.equals_from(0, self.bits.len() - 1)
    }

    pub(crate) fn value(&self, model: &Model) -> u128 {
        let is = |bit: &Bit| match bit {
            Bit::Literal(literal) => model.satisfies(*literal),
            Bit::Constant(value) => *value,
        };
        let places = self.bits.iter().enumerate();
        places.fold(0, |value, (place, bit)| value | u128::from(is(bit)) << place)
    }

    /// The plainest value of all. Standard input has its length by then.
    pub(crate) fn simplest(&self, run: &Model) -> u128 {
        let ends = |bit: &Bit| matches!(bit, Bit::Literal(literal) if run.satisfies(*literal));
        match self.look {
            Look::Typed if self.bits.last().is_some_and(ends) => u128::MAX,
            Look::Typed => u128::from(b'0'),
            _ => 0,
        }
    }

    /// Makes the value plain that cannot be the plainest.
    pub(crate) fn refine(&self, run: &mut Simpler<'_, '_>) {
        let granted = match self.look {
            Look::Number { .. } => false,
            Look::Character => self.one_of(run, &WRITTEN),
            Look::Typed => self.one_of(run, &TYPED),
            Look::Float(format) => {
                self.float(run, format);
                true
            }
        };
        if !granted {
            self.number(run);
        }
    }

    /// Near zero.
    fn number(&self, run: &mut Simpler<'_, '_>) {
        let width = self.bits.len();
        let signs: &[u128] = match self.look {
            Look::Number { signed: false } => &[0],
            _ => &[0, u128::MAX],
        };
        // Within so many bits and one more: 0 and 1 before -1.
        let demands = |bits: usize| {
            let parts = signs.iter().filter_map(|sign| self.equals_from(*sign, bits + 1));
            parts.collect()
        };
        let bits = run.least(width - 1, demands).unwrap_or(width - 1);
        let is_negative = |run: &Model| signs.len() > 1 && self.value(run) >> (width - 1) & 1 == 1;
        // Of the same size, rather a positive one.
        if is_negative(&run.best)
            && let Some(positive) = self.equals_from(0, (bits + 1).min(width - 1))
        {
            run.possible(&positive);
        }
        let negative = is_negative(&run.best);
        for bit in self.bits.iter().rev() {
            run.prefer(*bit, negative);
        }
    }

    /// The least character of the first class that has one.
    fn one_of(&self, run: &mut Simpler<'_, '_>, classes: &[(u8, u8)]) -> bool {
        for &(low, high) in classes {
            let within = run.within(&self.bits, low.into(), high.into());
            if run.grant(&[within]) {
                for bit in self.bits.iter().rev() {
                    run.prefer(*bit, false);
                }
                return true;
            }
        }
        false
    }

    /// Few digits.
    fn float(&self, run: &mut Simpler<'_, '_>, format: FloatFormat) {
        let to_bits = |value: f64| {
            let float = Float::from_f64(value).convert(format, RoundingMode::NearestTiesToEven);
            float.bits().to_u128().unwrap_or(0)
        };
        let is = |run: &mut Simpler<'_, '_>, value: f64| {
            let literals = self.literals(to_bits(value));
            literals.is_some_and(|literals| run.grant(&literals))
        };
        let easy = EASY.iter().filter_map(|value| self.literals(to_bits(*value)));
        if run.grant_one(&easy.collect::<Vec<_>>()) {
            return;
        }
        let Some((sign, magnitude)) = self.bits.split_last() else {
            return;
        };
        for (low, high) in MAGNITUDES {
            let limits = [low, high].map(|exponent| to_bits(2f64.powi(exponent)));
            let within = run.within(magnitude, limits[0], limits[1]);
            if run.grant(&[within]) {
                break;
            }
        }
        run.prefer(*sign, false);
        let bits = Bits::new(format.width(), self.value(&run.best));
        let float =
            Float::from_bits(format, bits).convert(FloatFormat::DOUBLE, RoundingMode::NearestTiesToEven);
        let value = float.to_f64().filter(|value| value.is_finite()).unwrap_or(0.0);
        if decimals(value).into_iter().any(|value| is(run, value)) {
            return;
        }
        // As few binary digits as possible: zeros at the end of the fraction.
        let fraction = format.fraction_bits() as usize;
        let zeros = |kept: usize| -> Vec<Vec<Lit>> {
            let mut literals = Vec::new();
            for bit in &self.bits[..fraction - kept] {
                match bit {
                    Bit::Literal(literal) => literals.push(!*literal),
                    Bit::Constant(false) => {}
                    Bit::Constant(true) => return Vec::new(),
                }
            }
            vec![literals]
        };
        run.least(fraction, zeros);
    }
}

/// Numbers near this one that have few decimal digits, those with the fewest first.
fn decimals(value: f64) -> Vec<f64> {
    let text = format!("{value:e}");
    let Some(exponent) = text.split('e').nth(1).and_then(|text| text.parse::<i32>().ok()) else {
        return Vec::new();
    };
    let mut found: Vec<f64> = Vec::new();
    for digits in 0..=DIGITS {
        let unit = exponent - digits;
        let scaled = value / 10f64.powi(unit);
        for whole in [scaled.round(), scaled.floor(), scaled.ceil()] {
            // Through text, so that it is the number with these digits and not nearly.
            let number = format!("{whole}e{unit}").parse::<f64>().unwrap_or(value);
            if !found.contains(&number) {
                found.push(number);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::decimals;

    #[test]
    fn numbers_with_few_digits_come_first() {
        let found = decimals(1.8366499344508747);
        assert_eq!(found[..4], [2.0, 1.0, 1.8, 1.9]);
        assert_eq!(decimals(-0.123)[..4], [-0.1, -0.2, -0.12, -0.13]);
        assert_eq!(decimals(0.0), [0.0]);
    }
}
