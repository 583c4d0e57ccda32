//! The text on standard input that has the parts a run chose, and the parts that a text has.
//!
//! A run that is shown is executed from a text, so the choices must be written down: numbers as people write them,
//! one space between them where the program leaves that open, and whatever follows a part must not become part of
//! it. A conversion that fails has used nothing (before a letter), a sign, or `nx` where a floating number could
//! have been `nan`; which of them is decided by what comes next.

use ctype::{FloatFormat, TypeId};
use program::Program;

use crate::input::{Chosen, InputKind, InputValue};

/// The text that a run with these inputs reads.
#[must_use]
pub fn stdin_text(program: &Program, inputs: &[InputValue]) -> Vec<u8> {
    let mut writer = Writer {
        program,
        text: Vec::new(),
        last: Last::Open,
        differs: None,
        more: false,
    };
    for input in inputs {
        match input.kind {
            InputKind::Stdin => writer.byte(u8::try_from(input.bits).ok()),
            InputKind::Chosen(part) => writer.write(part, input),
            _ => {}
        }
    }
    writer.finish();
    writer.text
}

/// What the text ends with so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Something that what follows cannot change.
    Open,
    /// A number; where its digits start.
    Number { start: usize, base: u8, width: u32 },
    /// A word that this character ends, or white space if it is a space.
    Word(u8),
    /// Conversions that failed, not yet written.
    Failed { float: bool, times: u32 },
}

struct Writer<'p> {
    program: &'p Program,
    text: Vec<u8>,
    last: Last,
    /// The next character is not this one.
    differs: Option<u8>,
    /// There is a next character.
    more: bool,
}

fn is_space(c: u8) -> bool {
    c == b' ' || (b'\t'..=b'\r').contains(&c)
}

impl Writer<'_> {
    fn write(&mut self, part: Chosen, input: &InputValue) {
        let byte = u8::try_from(input.bits).ok();
        match part {
            Chosen::Outcome { base, .. } => match input.bits {
                0 => {}
                1 => self.fail(base == 1),
                _ => self.end(),
            },
            Chosen::Number { base, width } => self.number(input.ty, input.bits, base, width),
            Chosen::Literal(c) => match input.bits {
                0 => self.byte(Some(c)),
                1 => {
                    self.differs = Some(c);
                    self.more = true;
                }
                _ => self.end(),
            },
            Chosen::End => match input.bits {
                0 => self.more = true,
                _ => self.end(),
            },
            Chosen::First => match byte {
                Some(c) => {
                    self.separate();
                    self.text.push(c);
                }
                None => self.end(),
            },
            Chosen::Next(end) => match byte {
                Some(c) => self.text.push(c),
                None => self.last = Last::Word(end),
            },
        }
    }

    /// What failed conversions have used, so that anything may follow.
    fn garbage(&mut self) {
        if let Last::Failed { float, times } = self.last {
            for _ in 0..times {
                self.text.extend_from_slice(if float { b"nx" } else { b"-" });
            }
            self.last = Last::Open;
        }
    }

    /// Makes room for something that may stand behind white space.
    fn separate(&mut self) {
        match self.last {
            Last::Open => {}
            Last::Number { .. } => self.text.push(b' '),
            Last::Word(end) => self.text.push(end),
            Last::Failed { .. } => {
                self.garbage();
                self.text.push(b' ');
            }
        }
        self.known();
    }

    /// The next character is written.
    fn known(&mut self) {
        self.last = Last::Open;
        self.differs = None;
        self.more = false;
    }

    fn fail(&mut self, float: bool) {
        match &mut self.last {
            Last::Failed { float: before, times } if *before == float => *times += 1,
            _ => {
                self.separate();
                self.last = Last::Failed { float, times: 1 };
            }
        }
    }

    fn end(&mut self) {
        if self.more || self.differs.is_some() {
            self.separate();
        }
        if let Last::Failed { .. } = self.last {
            // With the end right behind it even a floating number can be a mere sign.
            self.last = match self.last {
                Last::Failed { times, .. } => Last::Failed { float: false, times },
                other => other,
            };
            self.garbage();
        }
        self.known();
    }

    /// A character as such.
    fn byte(&mut self, byte: Option<u8>) {
        let Some(c) = byte else {
            self.end();
            return;
        };
        match self.last {
            Last::Number { start, base, width } => self.guard_number(start, base, width, c),
            Last::Failed { float, .. } => {
                let starts_number = match float {
                    true => c.is_ascii_digit() || b"+-.nNiI".contains(&c),
                    false => c.is_ascii_digit() || b"+-".contains(&c),
                };
                if starts_number || is_space(c) {
                    self.garbage();
                }
            }
            Last::Open | Last::Word(_) => {}
        }
        self.text.push(c);
        self.known();
    }

    /// Writes the last number so that the character behind it is not taken for a part of it.
    fn guard_number(&mut self, start: usize, base: u8, width: u32, next: u8) {
        let digits = self.text.len() - start;
        let is_digit = match base {
            8 => (b'0'..=b'7').contains(&next),
            16 => next.is_ascii_hexdigit(),
            _ => next.is_ascii_digit(),
        };
        if base == 1 {
            let text = self.text[start..].to_ascii_lowercase();
            match next {
                b'i' | b'I' if text == b"inf" => self.text.extend_from_slice(b"inity"),
                b'.' | b'e' | b'E' | b'x' | b'X' if text.iter().all(|c| c.is_ascii_digit() || *c == b'.') => {
                    self.text.extend_from_slice(b"e0");
                }
                _ if is_digit => self.text.push(b' '),
                _ => {}
            }
        } else if is_digit && width != 0 {
            // The sign counts, too.
            let signed = start > 0 && self.text[start - 1] == b'-';
            let missing = (width as usize).saturating_sub(digits + usize::from(signed));
            let at = start..start;
            self.text.splice(at, std::iter::repeat_n(b'0', missing));
        } else if base == 0 && b"89".contains(&next) {
            let number = std::str::from_utf8(&self.text[start..]).ok();
            let number: u128 = number.and_then(|text| text.parse().ok()).unwrap_or(0);
            self.text.truncate(start);
            self.text.extend_from_slice(format!("0{number:o}").as_bytes());
        } else if is_digit {
            self.text.push(b' ');
        } else if matches!(base, 0 | 16) && b"xX".contains(&next) && &self.text[start..] == b"0" {
            self.text.push(b'0');
        }
    }

    fn number(&mut self, ty: TypeId, bits: u128, base: u8, width: u32) {
        self.separate();
        let text = match self.program.types.integer(ty) {
            Some((_, true)) => (bits as i128).to_string(),
            Some((size, false)) => {
                let value = bits & (u128::MAX >> (128 - size.clamp(1, 128)));
                match base {
                    8 => format!("{value:o}"),
                    16 => format!("{value:x}"),
                    _ => value.to_string(),
                }
            }
            None => float_text(self.program.types.size_of(ty).unwrap_or(8), bits),
        };
        let sign = usize::from(text.starts_with('-'));
        let start = self.text.len() + sign;
        self.text.extend_from_slice(text.as_bytes());
        self.last = Last::Number { start, base, width };
    }

    /// The run ends, and with it what is known of the text.
    fn finish(&mut self) {
        match self.last {
            Last::Failed { .. } => self.text.push(b'x'),
            Last::Word(end) if self.more => self.text.push(if end == b' ' { b'\n' } else { end }),
            _ if self.differs.is_some() => {
                let c = if self.differs == Some(b'z') { b'y' } else { b'z' };
                self.byte(Some(c));
            }
            _ if self.more => self.text.push(b'\n'),
            _ => {}
        }
    }
}

/// A floating number so that reading it gives exactly these bits.
fn float_text(size: u64, bits: u128) -> String {
    let shortest = |plain: String, scientific: String| match scientific.len() < plain.len() {
        true => scientific,
        false => plain,
    };
    match size {
        4 => {
            let value = f32::from_bits(bits as u32);
            special(value.is_sign_negative(), value.is_nan(), value.is_infinite())
                .unwrap_or_else(|| shortest(format!("{value}"), format!("{value:e}")))
        }
        8 => {
            let value = f64::from_bits(bits as u64);
            special(value.is_sign_negative(), value.is_nan(), value.is_infinite())
                .unwrap_or_else(|| shortest(format!("{value}"), format!("{value:e}")))
        }
        _ => {
            let negative = bits >> 79 & 1 == 1;
            let exponent = (bits >> 64 & 0x7fff) as i32;
            let mantissa = bits as u64;
            let is_infinite = exponent == 0x7fff && mantissa << 1 == 0;
            let is_nan = exponent == 0x7fff && !is_infinite;
            special(negative, is_nan, is_infinite).unwrap_or_else(|| {
                let sign = if negative { "-" } else { "" };
                format!("{sign}0x{mantissa:x}p{}", exponent.max(1) - 16383 - 63)
            })
        }
    }
}

fn special(negative: bool, is_nan: bool, is_infinite: bool) -> Option<String> {
    let word = match (is_nan, is_infinite) {
        (true, _) => "nan",
        (_, true) => "inf",
        _ => return None,
    };
    Some(format!("{}{word}", if negative { "-" } else { "" }))
}

/// Takes a text apart as the models of the C library do.
#[derive(Debug)]
pub struct StdinReader {
    text: Vec<u8>,
    at: usize,
    number: Option<Number>,
}

#[derive(Debug)]
enum Number {
    Whole(u128),
    Float(String),
}

impl StdinReader {
    pub fn new(text: Vec<u8>) -> StdinReader {
        StdinReader {
            text,
            at: 0,
            number: None,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    pub fn byte(&mut self) -> u128 {
        let byte = self.peek();
        self.at += usize::from(byte.is_some());
        byte.map_or(u128::MAX, u128::from)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }

    /// What a part is in this text; `format` is that of a floating number. Nothing if it cannot be told.
    pub fn read(&mut self, part: Chosen, format: Option<FloatFormat>) -> Option<u128> {
        Some(match part {
            Chosen::Outcome { base, width } => {
                self.skip_space();
                match self.peek() {
                    None => 2,
                    Some(_) if base == 1 => u128::from(!self.float()),
                    Some(_) => u128::from(!self.whole(base, width)),
                }
            }
            Chosen::Number { .. } => match (self.number.take()?, format) {
                (Number::Whole(value), _) => value,
                (Number::Float(text), Some(FloatFormat::Single)) => {
                    text.parse::<f32>().ok()?.to_bits().into()
                }
                (Number::Float(text), Some(FloatFormat::Double)) => {
                    text.parse::<f64>().ok()?.to_bits().into()
                }
                _ => return None,
            },
            Chosen::Literal(c) => match self.peek() {
                None => 2,
                Some(next) if next == c => {
                    self.at += 1;
                    0
                }
                Some(_) => 1,
            },
            Chosen::End => match self.peek() {
                None => 2,
                Some(_) => 0,
            },
            Chosen::First => {
                self.skip_space();
                self.byte()
            }
            Chosen::Next(end) => match self.peek() {
                Some(c) if c == end || end == b' ' && is_space(c) => u128::MAX,
                _ => self.byte(),
            },
        })
    }

    fn whole(&mut self, base: u8, width: u32) -> bool {
        let end = match width {
            0 => self.text.len(),
            _ => self.text.len().min(self.at + width as usize),
        };
        let negative = self.peek() == Some(b'-');
        let mut at = self.at + usize::from(matches!(self.peek(), Some(b'-' | b'+')));
        let mut base = u32::from(base);
        let mut digits = false;
        if at < end && self.text[at] == b'0' {
            digits = true;
            at += 1;
            if at < end && matches!(self.text[at], b'x' | b'X') && matches!(base, 0 | 16) {
                base = 16;
                at += 1;
            } else if base == 0 {
                base = 8;
            }
        }
        let base = if base == 0 { 10 } else { base };
        let mut value: u128 = 0;
        while at < end {
            let Some(digit) = char::from(self.text[at]).to_digit(base) else {
                break;
            };
            digits = true;
            value = value.saturating_mul(base.into()).saturating_add(digit.into());
            at += 1;
        }
        self.at = at;
        // Larger ones are cut to limits that depend on the type; the run is executed in any case.
        let value = value.min(u64::MAX.into());
        self.number = Some(Number::Whole(match negative {
            true => (value as i128).wrapping_neg() as u128,
            false => value,
        }));
        digits
    }

    fn float(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let word = rest.iter().take_while(|c| !is_space(**c)).count();
        // The longest beginning that is a number.
        for length in (1..=word).rev() {
            let text = String::from_utf8_lossy(&rest[..length]).into_owned();
            if text.parse::<f64>().is_ok() {
                self.number = Some(Number::Float(text));
                self.at += length;
                return true;
            }
        }
        self.at += usize::from(matches!(self.peek(), Some(b'-' | b'+')));
        false
    }
}
