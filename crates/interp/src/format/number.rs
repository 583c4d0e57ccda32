//! Numbers as text: digits, signs, prefixes, precision and width.

use ctype::FloatFormat;

use super::{Directive, Flags};
use crate::float::bits::{Class, shape, unpack};
use crate::float::decimal::Decimal;
use crate::float::{Round, convert};

pub(super) fn sign_text(flags: Flags, negative: bool) -> &'static [u8] {
    match (negative, flags.plus, flags.space) {
        (true, _, _) => b"-",
        (false, true, _) => b"+",
        (false, false, true) => b" ",
        (false, false, false) => b"",
    }
}

/// Text in its width; zeros are not used.
pub(super) fn pad(directive: Directive, text: &[u8], out: &mut Vec<u8>) {
    let fill = directive.width.saturating_sub(text.len());
    if directive.flags.left {
        out.extend_from_slice(text);
        out.extend(std::iter::repeat_n(b' ', fill));
    } else {
        out.extend(std::iter::repeat_n(b' ', fill));
        out.extend_from_slice(text);
    }
}

/// An integer's digits with sign, prefix, precision and width.
pub(super) fn number(directive: Directive, sign: &[u8], prefix: &[u8], digits: &[u8], out: &mut Vec<u8>) {
    let mut zeros = directive.precision.unwrap_or(1).saturating_sub(digits.len());
    let length = sign.len() + prefix.len() + zeros + digits.len();
    if directive.flags.zero && !directive.flags.left && directive.precision.is_none() {
        zeros += directive.width.saturating_sub(length);
    }
    let mut text = Vec::with_capacity(directive.width.max(length));
    text.extend_from_slice(sign);
    text.extend_from_slice(prefix);
    text.extend(std::iter::repeat_n(b'0', zeros));
    text.extend_from_slice(digits);
    pad(directive, &text, out);
}

pub(super) fn integer(mut directive: Directive, bits: u128, signed: bool, out: &mut Vec<u8>) {
    let negative = signed && (bits as i128) < 0;
    let magnitude = if negative { bits.wrapping_neg() } else { bits };
    let digits = match (magnitude, directive.conversion) {
        (0, _) => String::new(),
        (_, b'o') => format!("{magnitude:o}"),
        (_, b'x') => format!("{magnitude:x}"),
        (_, b'X') => format!("{magnitude:X}"),
        _ => magnitude.to_string(),
    };
    let prefix: &[u8] = match (directive.conversion, directive.flags.alternate) {
        (b'x', true) if magnitude != 0 => b"0x",
        (b'X', true) if magnitude != 0 => b"0X",
        (b'o', true) => {
            // The alternative form has a leading zero, as a digit.
            let precision = directive.precision.unwrap_or(1);
            if precision <= digits.len() {
                let zero_only = digits.is_empty();
                if directive.precision.is_none() && zero_only {
                    b""
                } else {
                    if directive.precision.is_some() {
                        directive.precision = Some(digits.len() + 1);
                        b""
                    } else {
                        b"0"
                    }
                }
            } else {
                b""
            }
        }
        _ => b"",
    };
    let sign = if signed {
        sign_text(directive.flags, negative)
    } else {
        b""
    };
    number(directive, sign, prefix, digits.as_bytes(), out);
}

/// A float's text with sign, and zeros or blanks to its width.
pub(super) fn float(directive: Directive, format: FloatFormat, bits: u128, round: Round, out: &mut Vec<u8>) {
    let parts = unpack(format, bits);
    let upper = directive.conversion.is_ascii_uppercase();
    let sign = sign_text(directive.flags, parts.negative);
    let mut prefix: &[u8] = b"";
    let body = match parts.class {
        Class::Infinite | Class::Nan => {
            let word: &[u8] = match (parts.class, upper) {
                (Class::Nan, false) => b"nan",
                (Class::Nan, true) => b"NAN",
                (_, false) => b"inf",
                (_, true) => b"INF",
            };
            pad(directive, &[sign, word].concat(), out);
            return;
        }
        class => {
            let (significand, exponent) = match class {
                Class::Finite {
                    significand,
                    exponent,
                } => (significand, exponent),
                _ => (0, 0),
            };
            if directive.conversion.eq_ignore_ascii_case(&b'a') {
                prefix = if upper { b"0X" } else { b"0x" };
                hexadecimal(directive, format, bits, parts.negative, round)
            } else {
                let decimal = Decimal::exact(significand, exponent);
                decimal_text(directive, decimal, parts.negative, round)
            }
        }
    };
    let length = sign.len() + prefix.len() + body.len();
    let mut zeros = 0;
    if directive.flags.zero && !directive.flags.left {
        zeros = directive.width.saturating_sub(length);
    }
    let mut text = [sign, prefix].concat();
    text.extend(std::iter::repeat_n(b'0', zeros));
    text.extend(if upper { body.to_ascii_uppercase() } else { body });
    pad(directive, &text, out);
}

fn decimal_text(directive: Directive, decimal: Decimal, negative: bool, round: Round) -> Vec<u8> {
    let precision = directive.precision.unwrap_or(6);
    let alternate = directive.flags.alternate;
    match directive.conversion.to_ascii_lowercase() {
        b'f' => fixed(decimal, precision, alternate, negative, round),
        b'e' => scientific(decimal, precision, alternate, negative, round),
        _ => {
            let significant = precision.max(1);
            let rounded = decimal.clone().rounded(significant as i32, negative, round);
            let exponent = if rounded.digits.is_empty() {
                0
            } else {
                rounded.point - 1
            };
            let mut text = if exponent >= -4 && i64::from(exponent) < significant as i64 {
                let places = (significant as i64 - 1 - i64::from(exponent)) as usize;
                fixed(decimal, places, alternate, negative, round)
            } else {
                scientific(decimal, significant - 1, alternate, negative, round)
            };
            if !alternate {
                strip_zeros(&mut text);
            }
            text
        }
    }
}

/// Removes zeros at the end of the fraction, before the exponent if there is one.
fn strip_zeros(text: &mut Vec<u8>) {
    let Some(dot) = text.iter().position(|&byte| byte == b'.') else {
        return;
    };
    let end = text.iter().position(|&byte| byte == b'e').unwrap_or(text.len());
    let mut keep = end;
    while keep > dot + 1 && text[keep - 1] == b'0' {
        keep -= 1;
    }
    if keep == dot + 1 {
        keep = dot;
    }
    text.drain(keep..end);
}

fn fixed(decimal: Decimal, places: usize, dot: bool, negative: bool, round: Round) -> Vec<u8> {
    let count = i64::from(decimal.point) + places as i64;
    let decimal = if decimal.digits.is_empty() {
        decimal
    } else {
        decimal.rounded(count.clamp(-1_000_000_000, 1_000_000_000) as i32, negative, round)
    };
    let mut text = Vec::new();
    if decimal.digits.is_empty() || decimal.point <= 0 {
        text.push(b'0');
    } else {
        text.extend((0..decimal.point).map(|index| decimal.digit(index)));
    }
    if places > 0 || dot {
        text.push(b'.');
    }
    if decimal.digits.is_empty() {
        text.extend(std::iter::repeat_n(b'0', places));
    } else {
        text.extend((0..places as i32).map(|index| decimal.digit(decimal.point + index)));
    }
    text
}

fn scientific(decimal: Decimal, places: usize, dot: bool, negative: bool, round: Round) -> Vec<u8> {
    let zero = decimal.digits.is_empty();
    let decimal = if zero {
        decimal
    } else {
        decimal.rounded((places + 1).min(1_000_000_000) as i32, negative, round)
    };
    let exponent = if zero { 0 } else { decimal.point - 1 };
    let mut text = vec![decimal.digit(0)];
    if places > 0 || dot {
        text.push(b'.');
    }
    text.extend((1..=places as i32).map(|index| decimal.digit(index)));
    let sign = if exponent < 0 { '-' } else { '+' };
    text.extend(format!("e{sign}{:02}", exponent.unsigned_abs()).into_bytes());
    text
}

/// `%a`: the significand in hexadecimal. The x87 format shows its leading bit as part of a full digit.
fn hexadecimal(
    directive: Directive,
    format: FloatFormat,
    bits: u128,
    negative: bool,
    round: Round,
) -> Vec<u8> {
    // Narrow formats are promoted before they get here.
    let (format, bits) = match format {
        FloatFormat::Half | FloatFormat::Single => (
            FloatFormat::Double,
            convert(format, FloatFormat::Double, bits, round),
        ),
        _ => (format, bits),
    };
    let (precision, bias) = shape(format);
    // Digits after the point, and the significand shifted so that they are whole digits.
    let digits = match format {
        FloatFormat::X87 => 15,
        _ => (precision - 1).div_ceil(4),
    };
    let (mut significand, mut exponent) = match unpack(format, bits).class {
        Class::Finite {
            significand,
            exponent,
        } => {
            let quantum = 1 - bias - (precision as i32 - 1);
            let shift = digits * 4 - (precision - 1).min(digits * 4);
            let leading = match format {
                FloatFormat::X87 => exponent + 60,
                _ => exponent + precision as i32 - 1,
            };
            debug_assert!(exponent >= quantum);
            (significand << shift, leading)
        }
        _ => (0, 0),
    };
    let mut shown = digits as usize;
    if let Some(wanted) = directive.precision
        && wanted < shown
    {
        let drop = 4 * (digits - wanted as u32);
        let half = significand >> (drop - 1) & 1 != 0;
        let rest = significand & ((1u128 << (drop - 1)) - 1) != 0;
        significand >>= drop;
        let up = match round {
            Round::NearestTiesToEven => half && (rest || significand & 1 != 0),
            Round::TowardPositive => !negative && (half || rest),
            Round::TowardNegative => negative && (half || rest),
            _ => false,
        };
        significand += u128::from(up);
        shown = wanted;
        if significand >> (4 * shown) > 15 {
            significand >>= 4;
            exponent += 4;
        }
    }
    let leading = significand >> (4 * shown);
    let mut fraction: Vec<u8> = (0..shown)
        .rev()
        .map(|index| b"0123456789abcdef"[(significand >> (4 * index) & 15) as usize])
        .collect();
    match directive.precision {
        Some(wanted) => fraction.resize(wanted, b'0'),
        None => {
            while fraction.last() == Some(&b'0') {
                fraction.pop();
            }
        }
    }
    let mut text = format!("{leading:x}").into_bytes();
    if !fraction.is_empty() || directive.flags.alternate {
        text.push(b'.');
    }
    text.extend(fraction);
    let sign = if exponent < 0 { '-' } else { '+' };
    text.extend(format!("p{sign}{}", exponent.unsigned_abs()).into_bytes());
    text
}
