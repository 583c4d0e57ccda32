//! Floating numbers read from text that is known.
//!
//! Tests fix standard input and arguments, so what `scanf("%lf")` or `atof` reads is known byte by byte. A decimal
//! number is read here, in the way of the host's own correctly rounded conversion. Everything else (text that is not
//! known, hexadecimal, `nan`, long double, another rounding mode) is left to the caller, which reports it.

use ctype::FloatFormat;
use program::{ExprId, PlaceId};

use crate::symex::Symex;
use crate::symex::scalar::Value;
use crate::symex::state::State;

impl Symex<'_> {
    /// (text, where the end is stored); nothing if it cannot be followed.
    pub(crate) fn parse_float(
        &mut self,
        state: &mut State,
        dest: Option<PlaceId>,
        args: &[ExprId],
        values: &[Value],
    ) -> Option<Value> {
        let nearest = self.pool.rounding_mode(logic::RoundingMode::NearestTiesToEven);
        if state.rounding != nearest {
            return None;
        }
        let ty = self.program.place(dest?).ty;
        let text = self.constant_text(state, values[0])?;
        let number = decimal(&text)?;
        let (bits, width) = match self.program.types.float_format(ty)? {
            FloatFormat::Double => (u128::from(number.parse::<f64>().ok()?.to_bits()), 64),
            FloatFormat::Single => (u128::from(number.parse::<f32>().ok()?.to_bits()), 32),
            FloatFormat::Half | FloatFormat::X87 | FloatFormat::Quad => return None,
        };
        let pointer = self.program.types.pointee(self.program.expr(args[1]).ty)?;
        let used = text.len() - text.trim_ascii_start().len() + number.len();
        let by = self.pool.bv(self.width, used as u128);
        let end = self.moved(values[0], by);
        let spot = self.spot_at(values[1], pointer);
        if !spot.cases.is_empty() {
            self.store(state, &spot, end, None);
        }
        let bits = self.pool.bv(width, bits);
        let scalar = self.scalar_of(ty)?;
        Some(self.read_as(bits, scalar))
    }
}

/// The decimal number at the start of a text; nothing if there may be another kind of number, or none.
fn decimal(text: &[u8]) -> Option<&str> {
    let text = text.trim_ascii_start();
    let digits = |from: usize| {
        text[from..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let mut at = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    if text.get(at) == Some(&b'0') && matches!(text.get(at + 1), Some(b'x' | b'X')) {
        return None;
    }
    let whole = digits(at);
    at += whole;
    let mut part = 0;
    if text.get(at) == Some(&b'.') {
        part = digits(at + 1);
        at += 1 + part;
    }
    if whole + part == 0 {
        return None;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + sign);
        if exponent > 0 {
            at += 1 + sign + exponent;
        }
    }
    std::str::from_utf8(&text[..at]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_where_c_ends_them() {
        assert_eq!(decimal(b" 12.50 7"), Some("12.50"));
        assert_eq!(decimal(b"-.5x"), Some("-.5"));
        assert_eq!(decimal(b"3.e"), Some("3."));
        assert_eq!(decimal(b"1e+5e"), Some("1e+5"));
        for text in [&b"0x1p3"[..], b"nan", b".", b"", b"-"] {
            assert_eq!(decimal(text), None, "{text:?}");
        }
        for text in ["3.", "-.5", "1e+5", "+7"] {
            assert!(text.parse::<f64>().is_ok(), "{text}");
        }
    }
}
