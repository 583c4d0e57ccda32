//! One directive on its own, for whoever must know how a value prints without running anything.

use ctype::FloatFormat;

use super::number::{float, integer, pad};
use super::{Directive, Flags, Length};
use crate::float::Round;

/// What a directive prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Printed<'a> {
    /// An integer in two's complement, cut to its type by the caller, or the bits of a double.
    Number(u128),
    Text(&'a [u8]),
}

/// The text of a directive such as `%-5d`, from the `%` to its letter and without stars, for one argument.
/// Nothing if it is none that prints a number, a character or a text.
#[must_use]
pub fn format_directive(text: &[u8], argument: Printed<'_>) -> Option<Vec<u8>> {
    let directive = parse(text.strip_prefix(b"%")?)?;
    let mut out = Vec::new();
    match (directive.conversion, argument) {
        (b'd' | b'i', Printed::Number(bits)) => integer(directive, bits, true, &mut out),
        (b'u' | b'o' | b'x' | b'X', Printed::Number(bits)) => integer(directive, bits, false, &mut out),
        (b'c', Printed::Number(bits)) => pad(directive, &[bits as u8], &mut out),
        (b's', Printed::Text(text)) => {
            let end = directive.precision.unwrap_or(usize::MAX).min(text.len());
            pad(directive, &text[..end], &mut out);
        }
        (b'e' | b'E' | b'f' | b'F' | b'g' | b'G', Printed::Number(bits))
            if directive.length != Length::LongDouble =>
        {
            let round = Round::NearestTiesToEven;
            float(directive, FloatFormat::Double, bits, round, &mut out);
        }
        _ => return None,
    }
    Some(out)
}

fn parse(spec: &[u8]) -> Option<Directive> {
    let mut flags = Flags::default();
    let mut at = 0;
    loop {
        match spec.get(at)? {
            b'-' => flags.left = true,
            b'+' => flags.plus = true,
            b' ' => flags.space = true,
            b'#' => flags.alternate = true,
            b'0' => flags.zero = true,
            b'\'' => {}
            _ => break,
        }
        at += 1;
    }
    let number = |at: &mut usize| {
        let mut value = 0usize;
        while let Some(digit) = spec.get(*at).filter(|byte| byte.is_ascii_digit()) {
            value = (value * 10 + usize::from(digit - b'0')).min(1 << 24);
            *at += 1;
        }
        value
    };
    let width = number(&mut at);
    let mut precision = None;
    if spec.get(at) == Some(&b'.') {
        at += 1;
        if spec.get(at) == Some(&b'-') {
            // A negative precision counts as none.
            at += 1;
            number(&mut at);
        } else {
            precision = Some(number(&mut at));
        }
    }
    let mut length = Length::None;
    while let Some(b'h' | b'l' | b'q' | b'j' | b'z' | b't' | b'L' | b'Z') = spec.get(at) {
        if spec[at] == b'L' {
            length = Length::LongDouble;
        }
        at += 1;
    }
    (spec.len() == at + 1).then(|| Directive {
        flags,
        width,
        precision,
        length,
        conversion: spec[at],
    })
}
