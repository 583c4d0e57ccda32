//! Floating constants as C writes them.

use ctype::FloatFormat;

/// A constant that reads back to the same bits: decimal for `float` and `double`, hexadecimal otherwise.
pub(super) fn literal(bits: u128, format: FloatFormat) -> String {
    let (suffix, text) = match format {
        FloatFormat::Half => ("f16", hexadecimal(bits, 5, 10, false)),
        FloatFormat::Single => {
            let value = f32::from_bits(bits as u32);
            (
                "f",
                special(f64::from(value)).unwrap_or_else(|| format!("{value:?}")),
            )
        }
        FloatFormat::Double => {
            let value = f64::from_bits(bits as u64);
            ("", special(value).unwrap_or_else(|| format!("{value:?}")))
        }
        FloatFormat::X87 => ("L", hexadecimal(bits, 15, 64, true)),
        FloatFormat::Quad => ("f128", hexadecimal(bits, 15, 112, false)),
    };
    if text.ends_with("INFINITY") || text.ends_with("NAN") {
        text
    } else {
        format!("{text}{suffix}")
    }
}

fn special(value: f64) -> Option<String> {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_nan() {
        Some(format!("{sign}NAN"))
    } else if value.is_infinite() {
        Some(format!("{sign}INFINITY"))
    } else {
        None
    }
}

/// `explicit`: the leading bit of the significand is stored, as x87 does.
fn hexadecimal(bits: u128, exponent_bits: u32, fraction_bits: u32, explicit: bool) -> String {
    let sign = if bits >> (exponent_bits + fraction_bits) & 1 == 1 {
        "-"
    } else {
        ""
    };
    let exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    let significand = bits & ((1 << fraction_bits) - 1);
    let (lead, fraction, fraction_bits) = if explicit {
        let kept = fraction_bits - 1;
        (significand >> kept, significand & ((1 << kept) - 1), kept)
    } else {
        (u128::from(exponent != 0), significand, fraction_bits)
    };
    let bias = (1i64 << (exponent_bits - 1)) - 1;
    if exponent == (1 << exponent_bits) - 1 {
        return format!("{sign}{}", if fraction == 0 { "INFINITY" } else { "NAN" });
    }
    if lead == 0 && fraction == 0 {
        return format!("{sign}0.0");
    }
    let power = (exponent as i64).max(1) - bias;
    // Whole hexadecimal digits: shift the fraction up to a multiple of four bits.
    let digits = fraction_bits.div_ceil(4);
    let fraction = fraction << (digits * 4 - fraction_bits);
    let text = format!("{fraction:0width$x}", width = digits as usize);
    let text = text.trim_end_matches('0');
    let point = if text.is_empty() { "" } else { "." };
    format!("{sign}0x{lead}{point}{text}p{power:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_read_back() {
        let double = |value: f64| literal(u128::from(value.to_bits()), FloatFormat::Double);
        assert_eq!(double(0.1), "0.1");
        assert_eq!(double(-2.0), "-2.0");
        assert_eq!(double(1e300), "1e300");
        assert_eq!(double(f64::NEG_INFINITY), "-INFINITY");
        assert_eq!(literal(0x3f00_0000, FloatFormat::Single), "0.5f");
        assert_eq!(literal(0x3c00, FloatFormat::Half), "0x1p+0f16");
        assert_eq!(literal(1, FloatFormat::Half), "0x0.004p-14f16");
        // 1.5L and the same in quadruple precision.
        assert_eq!(literal(0x3fff_c000_0000_0000_0000, FloatFormat::X87), "0x1.8p+0L");
        assert_eq!(literal(0x3fff8 << 108, FloatFormat::Quad), "0x1.8p+0f128");
        assert_eq!(literal(0, FloatFormat::X87), "0.0L");
    }
}
