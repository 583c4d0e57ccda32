//! Formatted output against the text that is expected.

use logic::{FloatFormat, Sort, TermId};
use program::ExprId;
use program::varargs::{ARGUMENT_OFFSET, slot_size};
use runs::ExpectedOutput;

use crate::stdio::expect::{Move, Piece};
use crate::symex::Symex;
use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::state::State;

/// A directive whose widths are numbers.
struct Directive {
    /// As written, from `%` to the letter, with numbers for stars.
    text: Vec<u8>,
    plain: bool,
    length: Vec<u8>,
    conversion: u8,
}

impl Symex<'_> {
    /// Formatted text is printed: (stream, format, arguments).
    pub(crate) fn expect_print(&mut self, state: &mut State, at: ExprId, values: &[Value]) {
        let Some(expected) = self.expects_print(state, at, values[0]) else {
            return;
        };
        let Some(format) = self.constant_text(state, values[1]) else {
            self.give_up(state, "printing with a format that is not known");
            return;
        };
        let mut rest = &format[..];
        let mut arguments = values[2];
        while let Some(percent) = rest.iter().position(|&byte| byte == b'%') {
            self.put_text(state, at, &expected, &rest[..percent]);
            let Some((directive, used)) = self.read_directive(state, &rest[percent..], &mut arguments) else {
                self.give_up(state, "printing with a format of this kind");
                return;
            };
            if !self.print_one(state, at, &expected, &directive, &mut arguments) {
                self.give_up(state, "printing something of this kind that is not known");
                return;
            }
            rest = &rest[percent + used..];
        }
        self.put_text(state, at, &expected, rest);
    }

    fn read_directive(
        &mut self,
        state: &mut State,
        spec: &[u8],
        arguments: &mut Value,
    ) -> Option<(Directive, usize)> {
        let mut text = vec![b'%'];
        let mut at = 1;
        let mut plain = true;
        let mut length = Vec::new();
        loop {
            let byte = *spec.get(at)?;
            at += 1;
            match byte {
                b'*' => {
                    let value = self.next_argument(state, arguments, Scalar::raw(4))?;
                    let bits = self.plain(value);
                    let number = self.number(bits)? as u32 as i32;
                    text.extend_from_slice(number.to_string().as_bytes());
                    plain = false;
                }
                b'-' | b'+' | b' ' | b'#' | b'0'..=b'9' | b'.' | b'\'' => {
                    text.push(byte);
                    plain = false;
                }
                b'h' | b'l' | b'q' | b'j' | b'z' | b't' | b'L' | b'Z' => {
                    text.push(byte);
                    length.push(byte);
                }
                conversion => {
                    text.push(conversion);
                    let directive = Directive {
                        text,
                        plain,
                        length,
                        conversion,
                    };
                    return Some((directive, at));
                }
            }
        }
    }

    /// Takes the next of the extra arguments.
    fn next_argument(&mut self, state: &mut State, arguments: &mut Value, scalar: Scalar) -> Option<Value> {
        let ty = self.char?;
        let before = self.pool.bv(self.width, ARGUMENT_OFFSET.into());
        *arguments = self.moved(*arguments, before);
        let spot = self.spot_at(*arguments, ty);
        let elements = self.elements(state, &spot, scalar.size.into())?;
        let [element] = elements.as_slice() else {
            return None;
        };
        let found = self.read_at(state, element.object, element.at, scalar);
        let by = slot_size(scalar.size.into()) - ARGUMENT_OFFSET;
        let by = self.pool.bv(self.width, by.into());
        *arguments = self.moved(*arguments, by);
        found.value
    }

    /// False if it cannot be followed.
    fn print_one(
        &mut self,
        state: &mut State,
        at: ExprId,
        expected: &ExpectedOutput,
        directive: &Directive,
        arguments: &mut Value,
    ) -> bool {
        let always = self.yes;
        match directive.conversion {
            b'%' => {
                self.put_text(state, at, expected, b"%");
                true
            }
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
                let signed = matches!(directive.conversion, b'd' | b'i');
                let model = self.program.types.model;
                let (size, width) = match directive.length.as_slice() {
                    b"" => (4, 32),
                    b"h" => (4, 16),
                    b"hh" => (4, 8),
                    b"l" => (model.long_bytes, model.long_bytes * 8),
                    b"z" | b"t" | b"Z" => (model.pointer_bytes, model.pointer_bytes * 8),
                    _ => (8, 64),
                };
                let scalar = Scalar {
                    repr: Repr::Int(size * 8, signed),
                    size,
                };
                let Some(value) = self.next_argument(state, arguments, scalar) else {
                    return false;
                };
                let bits = self.plain(value);
                let bits = self.resize(bits, signed, width);
                self.put_integer(state, at, expected, directive, bits, signed);
                true
            }
            b'c' => {
                let Some(value) = self.next_argument(state, arguments, Scalar::raw(4)) else {
                    return false;
                };
                let bits = self.plain(value);
                let byte = self.resize(bits, false, 8);
                if let Some(number) = self.number(byte) {
                    return self.put_formatted(state, at, expected, directive, Piece::Number(number.into()));
                }
                if directive.plain {
                    self.put_byte(state, at, expected, always, byte);
                }
                directive.plain
            }
            b's' => {
                let scalar = Scalar {
                    repr: Repr::Pointer,
                    size: self.width / 8,
                };
                let Some(value) = self.next_argument(state, arguments, scalar) else {
                    return false;
                };
                if let Some(text) = self.constant_text(state, value) {
                    return self.put_formatted(state, at, expected, directive, Piece::Text(&text));
                }
                directive.plain && self.put_string(state, at, expected, value)
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' if directive.length != b"L" => {
                let scalar = Scalar {
                    repr: Repr::Float(FloatFormat::DOUBLE),
                    size: 8,
                };
                let Some(value) = self.next_argument(state, arguments, scalar) else {
                    return false;
                };
                let Value::Float(float) = self.view(value, scalar) else {
                    return false;
                };
                self.put_float(state, at, expected, directive, float)
            }
            _ => false,
        }
    }

    fn put_formatted(
        &mut self,
        state: &mut State,
        at: ExprId,
        expected: &ExpectedOutput,
        directive: &Directive,
        piece: Piece<'_>,
    ) -> bool {
        let Some(text) = (self.options.format)(&directive.text, piece) else {
            return false;
        };
        self.put_text(state, at, expected, &text);
        true
    }

    fn put_integer(
        &mut self,
        state: &mut State,
        at: ExprId,
        expected: &ExpectedOutput,
        directive: &Directive,
        bits: TermId,
        signed: bool,
    ) {
        let width = self.bit_width(bits);
        if let Some(value) = self.pool.constant(bits).and_then(|value| value.as_bits()) {
            let number = match signed {
                true => value.to_i128().map(|number| number as u128),
                false => value.to_u128(),
            };
            self.put_formatted(state, at, expected, directive, Piece::Number(number.unwrap_or(0)));
            return;
        }
        let mut moves = Vec::new();
        for &from in self.positions(state, expected).iter() {
            let rest = expected.rest(from);
            for length in 1..=rest.len().min(budgets::bmc::MAX_READ_NUMBER.count()) {
                let text = &rest[..length];
                let Some(number) = parse_integer(text, directive.conversion) else {
                    continue;
                };
                let value = logic::Bits::from_i128(width, number);
                let back = match signed {
                    true => value.to_i128().unwrap_or(0),
                    false => value.to_u128().unwrap_or(0) as i128,
                };
                let printed = (self.options.format)(&directive.text, Piece::Number(back as u128));
                if printed.map(|printed| expected.normal(printed)).as_deref() != Some(text) {
                    continue;
                }
                if let Some(to) = expected.after(from, text) {
                    let value = self.pool.bits(value);
                    let when = self.pool.eq(bits, value);
                    moves.push(Move { from, when, to });
                }
            }
        }
        let always = self.yes;
        self.go(state, at, always, &moves);
    }

    fn put_float(
        &mut self,
        state: &mut State,
        at: ExprId,
        expected: &ExpectedOutput,
        directive: &Directive,
        float: TermId,
    ) -> bool {
        let print = |bits: u64| {
            let text = (self.options.format)(&directive.text, Piece::Number(bits.into()))?;
            Some(expected.normal(text))
        };
        if let Some(value) = self.pool.constant(float) {
            let logic::Value::Float(value) = value else {
                return false;
            };
            let bits = value.bits().to_u64().unwrap_or(0);
            return self.put_formatted(state, at, expected, directive, Piece::Number(bits.into()));
        }
        let mut moves = Vec::new();
        for &from in self.positions(state, expected).iter() {
            let rest = expected.rest(from).to_vec();
            for length in 1..=rest.len().min(budgets::bmc::MAX_READ_NUMBER.count()) {
                let text = &rest[..length];
                let number = std::str::from_utf8(text)
                    .ok()
                    .and_then(|text| text.trim().parse::<f64>().ok());
                let Some(number) = number.filter(|number| number.is_finite()) else {
                    continue;
                };
                if print(number.to_bits()).as_deref() != Some(text) {
                    continue;
                }
                let Some(to) = expected.after(from, text) else {
                    continue;
                };
                let same = |key: i64| print(from_key(key).to_bits()).as_deref() == Some(text);
                let low = from_key(last_same(to_key(number), -1, &same));
                let high = from_key(last_same(to_key(number), 1, &same));
                let mut bound = |value: f64| {
                    let bits = self.pool.bv(64, value.to_bits().into());
                    self.pool.fp_from_bits(bits, FloatFormat::DOUBLE)
                };
                let (first, last) = (bound(low), bound(high));
                let above = self.pool.fp_le(first, float);
                let below = self.pool.fp_le(float, last);
                let mut when = self.pool.and(above, below);
                // Zeros compare equal, but one prints its sign.
                let negative = self.pool.fp_is_negative(float);
                if number.is_sign_negative() {
                    when = self.pool.and(when, negative);
                } else {
                    let positive = self.pool.not(negative);
                    when = self.pool.and(when, positive);
                }
                moves.push(Move { from, when, to });
            }
        }
        debug_assert!(matches!(self.pool.sort(float), Sort::Float(_)));
        let always = self.yes;
        self.go(state, at, always, &moves);
        true
    }

    /// A string whose bytes are not all known.
    fn put_string(
        &mut self,
        state: &mut State,
        at: ExprId,
        expected: &ExpectedOutput,
        pointer: Value,
    ) -> bool {
        let Some(char) = self.char else { return false };
        let outer = self.lazy;
        let mut open = self.yes;
        for index in 0..budgets::bmc::MAX_READ_STRING.get() {
            let by = self.pool.bv(self.width, index.into());
            let here = self.moved(pointer, by);
            let spot = self.spot_at(here, char);
            // A text that is not there prints nothing that anybody could expect.
            let one = self.pool.bv(self.width, 1);
            let there = self.accessible(state, here, one, false);
            if self.truth(there) != Some(true) {
                let cond = self.pool.implies(open, there);
                self.step(state, crate::StepKind::Assume { expr: at, cond });
            }
            self.lazy = self.pool.and(outer, open);
            let value = self.load(state, &spot);
            self.lazy = outer;
            let byte = self.plain(value);
            let zero = self.pool.bv(8, 0);
            let end = self.pool.eq(byte, zero);
            let more = self.pool.not(end);
            open = self.pool.and(open, more);
            if self.truth(open) == Some(false) {
                return true;
            }
            if index > u64::from(expected.states()) {
                // Nothing longer can be expected.
                let cond = self.pool.not(open);
                self.step(state, crate::StepKind::Assume { expr: at, cond });
                return true;
            }
            self.put_byte(state, at, expected, open, byte);
        }
        false
    }

    /// The string at a pointer, if all of it is known.
    pub(crate) fn constant_text(&mut self, state: &mut State, pointer: Value) -> Option<Vec<u8>> {
        let cases = self.cases(pointer);
        let [case] = cases.as_slice() else {
            return None;
        };
        let mut offset = self.number(case.offset)?;
        let object = case.object;
        if object.0 == 0 || state.arrays.contains_key(&object) {
            return None;
        }
        let mut text = Vec::new();
        let end = self.object(object).bytes?;
        while offset < end {
            let found = self.read_at(state, object, offset, Scalar::raw(1));
            self.truth(found.written).filter(|written| *written)?;
            let byte = self.plain(found.value?);
            let byte = self.number(byte)? as u8;
            if byte == 0 {
                return Some(text);
            }
            text.push(byte);
            offset += 1;
        }
        None
    }
}

fn parse_integer(text: &[u8], conversion: u8) -> Option<i128> {
    let text = std::str::from_utf8(text).ok()?.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let radix = match conversion {
        b'x' | b'X' => 16,
        b'o' => 8,
        _ => 10,
    };
    let digits = match radix {
        16 => digits.trim_start_matches("0x").trim_start_matches("0X"),
        _ => digits,
    };
    if !digits.chars().next()?.is_digit(radix) {
        return None;
    }
    let number = i128::from_str_radix(digits, radix).ok()?;
    Some(if negative { -number } else { number })
}

/// Doubles in their order, as integers.
fn to_key(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    if bits < 0 { i64::MIN - bits - 1 } else { bits }
}

fn from_key(key: i64) -> f64 {
    let bits = if key < 0 { i64::MIN - key - 1 } else { key };
    f64::from_bits(bits as u64)
}

/// The last key in a direction that still prints the same, which all in between do.
fn last_same(start: i64, direction: i64, same: &dyn Fn(i64) -> bool) -> i64 {
    let mut good = start;
    let mut step = 1i64;
    while let Some(next) = direction.checked_mul(step).and_then(|by| good.checked_add(by)) {
        if !same(next) {
            break;
        }
        good = next;
        step = step.saturating_mul(2);
    }
    while step > 0 {
        if let Some(next) = direction.checked_mul(step).and_then(|by| good.checked_add(by))
            && same(next)
        {
            good = next;
        }
        step /= 2;
    }
    good
}
