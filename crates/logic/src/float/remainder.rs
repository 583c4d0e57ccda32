//! The two remainders of C and IEEE 754. Both are exact, so no rounding mode is involved.

use super::{Float, RoundingMode, Unpacked, round};
use crate::nat::Nat;

impl Float {
    /// The IEEE remainder: `self - n * other` with `n` the integer nearest to the quotient, ties to even.
    /// C calls it `remainder`.
    #[must_use]
    pub fn rem(&self, other: &Float) -> Float {
        self.remainder(other, true)
    }

    /// `self - n * other` with the quotient truncated. C calls it `fmod`.
    #[must_use]
    pub fn fmod(&self, other: &Float) -> Float {
        self.remainder(other, false)
    }

    fn remainder(&self, other: &Float, to_nearest: bool) -> Float {
        let (negative, x, x_exponent, y, y_exponent) = match (self.unpack(), other.unpack()) {
            (Unpacked::Nan | Unpacked::Infinite { .. }, _) | (_, Unpacked::Nan) => {
                return Float::nan(self.format);
            }
            (_, Unpacked::Infinite { .. }) => return self.clone(),
            (
                Unpacked::Finite {
                    negative,
                    significand: x,
                    exponent: x_exponent,
                },
                Unpacked::Finite {
                    significand: y,
                    exponent: y_exponent,
                    ..
                },
            ) => (negative, x, x_exponent, y, y_exponent),
        };
        if y.is_zero() {
            return Float::nan(self.format);
        }
        let exponent = x_exponent.min(y_exponent);
        let divisor = y.shl((y_exponent - exponent) as u64);
        let twice_divisor = divisor.shl(1);
        // Modulo twice the divisor: the extra bit is the parity of the quotient.
        let mut rest = x.div_rem(&twice_divisor).1;
        for _ in exponent..x_exponent {
            rest = rest.shl(1);
            if rest >= twice_divisor {
                rest = rest.sub(&twice_divisor);
            }
        }
        let quotient_is_odd = rest >= divisor;
        let rest = if quotient_is_odd { rest.sub(&divisor) } else { rest };
        let (flip, magnitude) = if to_nearest && nearest_is_above(&rest, &divisor, quotient_is_odd) {
            (true, divisor.sub(&rest))
        } else {
            (false, rest)
        };
        round::to_float(
            self.format,
            RoundingMode::TowardZero,
            negative != flip,
            &magnitude,
            exponent,
        )
    }
}

fn nearest_is_above(rest: &Nat, divisor: &Nat, quotient_is_odd: bool) -> bool {
    match rest.shl(1).cmp(divisor) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => quotient_is_odd,
        std::cmp::Ordering::Greater => true,
    }
}
