//! Floats as exact decimal digits, and rounding of digit strings.
//!
//! Every finite binary float has a finite decimal expansion. It is computed in full with unbounded
//! integers and then cut, so that every precision of `printf` is right to the last digit.

use ctype::FloatFormat;
use rustc_apfloat::Round;

use super::big::Big;
use super::bits::{Class, round_pack, unpack};
use super::parse;

/// `0.d1 d2 d3 … * 10^point`: no leading zero digit; no digits at all for zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decimal {
    pub digits: Vec<u8>,
    pub point: i32,
}

impl Decimal {
    /// The exact expansion of `significand * 2^exponent`.
    pub(crate) fn exact(significand: u128, exponent: i32) -> Decimal {
        let mut big = Big::from_u128(significand);
        let mut scale = 0;
        if exponent >= 0 {
            big.shl(exponent.unsigned_abs() as usize);
        } else {
            big.mul_pow(5, exponent.unsigned_abs());
            scale = exponent;
        }
        let mut digits = big.decimal();
        let point = digits.len() as i32 + scale;
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Decimal { digits, point }
    }

    /// Keeps `count` digits (which may be negative: then nothing but a possible carry is left).
    pub(crate) fn rounded(mut self, count: i32, negative: bool, round: Round) -> Decimal {
        if count >= self.digits.len() as i32 {
            return self;
        }
        let keep = count.max(0) as usize;
        let (half, rest) = if count < 0 {
            (false, !self.digits.is_empty())
        } else {
            let dropped = &self.digits[keep..];
            let rest = dropped[1..].iter().any(|&digit| digit != 0);
            match dropped[0] {
                5 => (true, rest),
                digit if digit > 5 => (true, true),
                digit => (false, rest || digit != 0),
            }
        };
        let odd = keep > 0 && !self.digits[keep - 1].is_multiple_of(2);
        let up = match round {
            Round::NearestTiesToEven => half && (rest || odd),
            Round::NearestTiesToAway => half,
            Round::TowardPositive => !negative && (half || rest),
            Round::TowardNegative => negative && (half || rest),
            Round::TowardZero => false,
        };
        self.digits.truncate(keep);
        if up {
            if count < 0 {
                // One unit in a place above all digits.
                return Decimal {
                    digits: vec![1],
                    point: self.point - count + 1,
                };
            }
            while self.digits.last() == Some(&9) {
                self.digits.pop();
            }
            match self.digits.last_mut() {
                Some(digit) => *digit += 1,
                None => {
                    self.digits.push(1);
                    self.point += 1;
                }
            }
        }
        self
    }

    /// The digit at a place counted from the first digit; zero outside.
    pub(crate) fn digit(&self, index: i32) -> u8 {
        usize::try_from(index)
            .ok()
            .and_then(|index| self.digits.get(index))
            .map_or(b'0', |digit| b'0' + digit)
    }
}

/// The shortest decimal that reads back as the same float, in C syntax: `0.1`, `1e+30`, `-inf`, `nan`.
pub(crate) fn shortest(format: FloatFormat, bits: u128) -> String {
    let parts = unpack(format, bits);
    let sign = if parts.negative { "-" } else { "" };
    match parts.class {
        Class::Zero => format!("{sign}0.0"),
        Class::Infinite => format!("{sign}inf"),
        Class::Nan => format!("{sign}nan"),
        Class::Finite {
            significand,
            exponent,
        } => {
            let exact = Decimal::exact(significand, exponent);
            let magnitude = round_pack(format, false, significand, exponent, false, Round::TowardZero);
            let reads_back = |decimal: &Decimal| {
                parse::from_decimal(format, false, decimal, Round::NearestTiesToEven) == magnitude
            };
            // Enough digits always suffice; the fewest are found from below.
            let decimal = (1..=36)
                .map(|count| exact.clone().rounded(count, false, Round::NearestTiesToEven))
                .find(reads_back)
                .unwrap_or(exact);
            format!("{sign}{}", plain(&decimal))
        }
    }
}

fn plain(decimal: &Decimal) -> String {
    let text: String = decimal
        .digits
        .iter()
        .map(|&digit| char::from(b'0' + digit))
        .collect();
    let length = text.len() as i32;
    if (-4..=0).contains(&decimal.point) {
        return format!("0.{}{text}", "0".repeat(decimal.point.unsigned_abs() as usize));
    }
    if (1..=16).contains(&decimal.point) {
        if length <= decimal.point {
            let zeros = "0".repeat((decimal.point - length) as usize);
            return format!("{text}{zeros}.0");
        }
        let (whole, fraction) = text.split_at(decimal.point as usize);
        return format!("{whole}.{fraction}");
    }
    let exponent = decimal.point - 1;
    let sign = if exponent < 0 { '-' } else { '+' };
    let (first, rest) = text.split_at(1);
    let dot = if rest.is_empty() { "" } else { "." };
    format!("{first}{dot}{rest}e{sign}{:02}", exponent.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortest_text_of_doubles() {
        let text = |value: f64| shortest(FloatFormat::Double, value.to_bits().into());
        assert_eq!(text(0.1), "0.1");
        assert_eq!(text(-0.0), "-0.0");
        assert_eq!(text(1.0), "1.0");
        assert_eq!(text(100.0), "100.0");
        assert_eq!(text(1e30), "1e+30");
        assert_eq!(text(1.5e-7), "1.5e-07");
        assert_eq!(text(5e-324), "5e-324");
        assert_eq!(text(f64::MAX), "1.7976931348623157e+308");
        assert_eq!(shortest(FloatFormat::Single, 0.1f32.to_bits().into()), "0.1");
    }
}
