//! Reading floats as `strtold` does: decimal, hexadecimal, `inf`, `nan`; correctly rounded.

use ctype::FloatFormat;
use rustc_apfloat::Round;

use super::big::Big;
use super::bits::{self, round_pack};
use super::decimal::Decimal;

/// Digits beyond these cannot change any rounding except by being there at all.
const DIGITS_KEPT: usize = 20_000;

/// The float at the start of `text` and how many bytes it takes; zero bytes if there is none.
pub(crate) fn parse(format: FloatFormat, text: &[u8], round: Round) -> (u128, usize) {
    let mut at = text
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'..=b'\r'))
        .count();
    let mut negative = false;
    if let Some(sign @ (b'+' | b'-')) = text.get(at) {
        negative = *sign == b'-';
        at += 1;
    }
    let rest = &text[at..];
    let starts = |word: &[u8]| rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word);
    if starts(b"infinity") {
        return (bits::infinity(format, negative), at + 8);
    }
    if starts(b"inf") {
        return (bits::infinity(format, negative), at + 3);
    }
    if starts(b"nan") {
        let mut length = 3;
        if rest.get(3) == Some(&b'(') {
            let inner = rest[4..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                .count();
            if rest.get(4 + inner) == Some(&b')') {
                length = inner + 5;
            }
        }
        return (bits::quiet_nan(format, negative), at + length);
    }
    if starts(b"0x")
        && let Some((value, length)) = hexadecimal(format, negative, &rest[2..], round)
    {
        return (value, at + 2 + length);
    }
    match decimal(rest) {
        Some((decimal, length)) => (from_decimal(format, negative, &decimal, round), at + length),
        None => (bits::zero(format, false), 0),
    }
}

/// `digits [. digits] [e sign digits]`.
fn decimal(text: &[u8]) -> Option<(Decimal, usize)> {
    let mut digits = Vec::new();
    let mut point = 0i64;
    let mut seen_dot = false;
    let mut any = false;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'.' if !seen_dot => seen_dot = true,
            b'0'..=b'9' => {
                any = true;
                if digits.is_empty() && byte == b'0' {
                    point -= i64::from(seen_dot);
                } else {
                    if digits.len() < DIGITS_KEPT {
                        digits.push(byte - b'0');
                    } else if byte != b'0' {
                        // Keep the fact that more follows.
                        digits[DIGITS_KEPT - 1] |= 1;
                    }
                    point += i64::from(!seen_dot);
                }
            }
            _ => break,
        }
        at += 1;
    }
    if !any {
        return None;
    }
    if let Some((exponent, length)) = exponent(&text[at..], b'e') {
        point += exponent;
        at += length;
    }
    while digits.last() == Some(&0) {
        digits.pop();
    }
    let point = point.clamp(-1_000_000, 1_000_000) as i32;
    Some((Decimal { digits, point }, at))
}

/// An exponent part with its mark, if a digit follows; saturated.
fn exponent(text: &[u8], mark: u8) -> Option<(i64, usize)> {
    if !text.first()?.eq_ignore_ascii_case(&mark) {
        return None;
    }
    let mut at = 1;
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'+' | b'-')) {
        at += 1;
    }
    let digits = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return None;
    }
    let value = text[at..at + digits].iter().fold(0i64, |sum, byte| {
        (sum * 10 + i64::from(byte - b'0')).min(100_000_000)
    });
    Some((if negative { -value } else { value }, at + digits))
}

pub(crate) fn from_decimal(format: FloatFormat, negative: bool, decimal: &Decimal, round: Round) -> u128 {
    if decimal.digits.is_empty() {
        return bits::zero(format, negative);
    }
    // Far outside every format: a huge or tiny number of the right sign rounds the same way.
    if decimal.point > 6_000 {
        return round_pack(format, negative, 1 << 127, 100_000, true, round);
    }
    if decimal.point < -6_000 {
        return round_pack(format, negative, 1 << 127, -100_000, true, round);
    }
    let mut value = Big::default();
    for chunk in decimal.digits.chunks(9) {
        let number = chunk.iter().fold(0, |sum, &digit| sum * 10 + u32::from(digit));
        value.mul_add(10u32.pow(chunk.len() as u32), number);
    }
    let scale = decimal.point - decimal.digits.len() as i32;
    let mut divisor = Big::from_u128(1);
    if scale >= 0 {
        value.mul_pow(10, scale.unsigned_abs());
    } else {
        divisor.mul_pow(10, scale.unsigned_abs());
    }
    let (quotient, exponent, rest) = value.quotient(divisor, 120);
    round_pack(format, negative, quotient, exponent, rest, round)
}

fn hexadecimal(format: FloatFormat, negative: bool, text: &[u8], round: Round) -> Option<(u128, usize)> {
    let mut significand = 0u128;
    let mut exponent_bits = 0i64;
    let mut sticky = false;
    let mut seen_dot = false;
    let mut any = false;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'.' if !seen_dot => seen_dot = true,
            _ if byte.is_ascii_hexdigit() => {
                any = true;
                let digit = u128::from(char::from(byte).to_digit(16).unwrap_or(0));
                if significand >> 122 == 0 {
                    significand = significand << 4 | digit;
                    exponent_bits -= 4 * i64::from(seen_dot);
                } else {
                    sticky |= digit != 0;
                    exponent_bits += 4 * i64::from(!seen_dot);
                }
            }
            _ => break,
        }
        at += 1;
    }
    if !any {
        return None;
    }
    if let Some((value, length)) = exponent(&text[at..], b'p') {
        exponent_bits += value;
        at += length;
    }
    let exponent = exponent_bits.clamp(-1_000_000, 1_000_000) as i32;
    Some((
        round_pack(format, negative, significand, exponent, sticky, round),
        at,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(text: &str) -> (f64, usize) {
        let (bits, length) = parse(FloatFormat::Double, text.as_bytes(), Round::NearestTiesToEven);
        (f64::from_bits(bits as u64), length)
    }

    #[test]
    fn decimal_agrees_with_the_standard_library() {
        for text in [
            "0.1",
            "1e23",
            "9007199254740993",
            "2.2250738585072011e-308",
            "4.9e-324",
            "2.4e-324",
            "1e400",
            "1e-400",
            "123456789.125e-3",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "00012.5",
            ".5",
            "5.",
            "0e999999999999",
            "8.5e-5",
        ] {
            assert_eq!(double(text), (text.parse().unwrap(), text.len()), "{text}");
        }
    }

    #[test]
    fn the_rest_of_the_text_is_left() {
        assert_eq!(double("  -1.5e+x"), (-1.5, 6));
        assert_eq!(double("1e5e5"), (1e5, 3));
        assert_eq!(double("abc").1, 0);
        assert_eq!(double("."), (0.0, 0));
        assert_eq!(double("0x1.8p1,"), (3.0, 7));
        assert_eq!(double("0x."), (0.0, 1));
        assert_eq!(double("-INFx"), (f64::NEG_INFINITY, 4));
        assert_eq!(double("nan(12)z").1, 7);
        assert_eq!(double("0x1.00000000000008p0").0, 1.0);
        assert_eq!(double("0x1.00000000000008001p0").0, 1.0 + f64::EPSILON);
    }
}
