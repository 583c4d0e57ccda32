//! Addition, multiplication, division, square root and fused multiply-add, each rounded once.

use super::{Float, RoundingMode, Unpacked, round};
use crate::nat::Nat;

/// An exact finite number with a sign that also zero has.
struct Exact {
    negative: bool,
    significand: Nat,
    exponent: i64,
}

/// The exact sum; an exact zero of unlike signs is negative only when rounding down.
fn exact_sum(a: Exact, b: Exact, mode: RoundingMode) -> Exact {
    let exponent = a.exponent.min(b.exponent);
    let x = a.significand.shl((a.exponent - exponent) as u64);
    let y = b.significand.shl((b.exponent - exponent) as u64);
    if a.negative == b.negative {
        return Exact {
            negative: a.negative,
            significand: x.add(&y),
            exponent,
        };
    }
    match x.cmp(&y) {
        std::cmp::Ordering::Greater => Exact {
            negative: a.negative,
            significand: x.sub(&y),
            exponent,
        },
        std::cmp::Ordering::Less => Exact {
            negative: b.negative,
            significand: y.sub(&x),
            exponent,
        },
        std::cmp::Ordering::Equal => Exact {
            negative: mode == RoundingMode::TowardNegative,
            significand: Nat::ZERO,
            exponent,
        },
    }
}

impl Float {
    fn rounded(&self, mode: RoundingMode, exact: &Exact) -> Float {
        round::to_float(
            self.format,
            mode,
            exact.negative,
            &exact.significand,
            exact.exponent,
        )
    }

    #[must_use]
    pub fn add(&self, other: &Float, mode: RoundingMode) -> Float {
        match (self.unpack(), other.unpack()) {
            (Unpacked::Nan, _) | (_, Unpacked::Nan) => Float::nan(self.format),
            (Unpacked::Infinite { negative: a }, Unpacked::Infinite { negative: b }) if a != b => {
                Float::nan(self.format)
            }
            (Unpacked::Infinite { .. }, _) => self.clone(),
            (_, Unpacked::Infinite { .. }) => other.clone(),
            (
                Unpacked::Finite {
                    negative,
                    significand,
                    exponent,
                },
                Unpacked::Finite {
                    negative: other_negative,
                    significand: other_significand,
                    exponent: other_exponent,
                },
            ) => {
                let a = Exact {
                    negative,
                    significand,
                    exponent,
                };
                let b = Exact {
                    negative: other_negative,
                    significand: other_significand,
                    exponent: other_exponent,
                };
                self.rounded(mode, &exact_sum(a, b, mode))
            }
        }
    }

    #[must_use]
    pub fn sub(&self, other: &Float, mode: RoundingMode) -> Float {
        self.add(&other.neg(), mode)
    }

    /// The exact product of finite operands; otherwise the result itself.
    fn exact_product(&self, other: &Float) -> Result<Exact, Float> {
        let negative = self.sign_bit() != other.sign_bit();
        match (self.unpack(), other.unpack()) {
            (Unpacked::Nan, _) | (_, Unpacked::Nan) => Err(Float::nan(self.format)),
            (Unpacked::Infinite { .. }, _) | (_, Unpacked::Infinite { .. }) => {
                let indefinite = self.is_zero() || other.is_zero();
                Err(if indefinite {
                    Float::nan(self.format)
                } else {
                    Float::infinity(self.format, negative)
                })
            }
            (
                Unpacked::Finite {
                    significand: a,
                    exponent: a_exponent,
                    ..
                },
                Unpacked::Finite {
                    significand: b,
                    exponent: b_exponent,
                    ..
                },
            ) => Ok(Exact {
                negative,
                significand: a.mul(&b),
                exponent: a_exponent + b_exponent,
            }),
        }
    }

    #[must_use]
    pub fn mul(&self, other: &Float, mode: RoundingMode) -> Float {
        match self.exact_product(other) {
            Ok(product) => self.rounded(mode, &product),
            Err(special) => special,
        }
    }

    /// `self * factor + addend`, rounded once.
    #[must_use]
    pub fn fma(&self, factor: &Float, addend: &Float, mode: RoundingMode) -> Float {
        match (self.exact_product(factor), addend.unpack()) {
            (Err(special), _) => special.add(addend, mode),
            (Ok(_), Unpacked::Nan | Unpacked::Infinite { .. }) => addend.clone(),
            (
                Ok(product),
                Unpacked::Finite {
                    negative,
                    significand,
                    exponent,
                },
            ) => self.rounded(
                mode,
                &exact_sum(
                    product,
                    Exact {
                        negative,
                        significand,
                        exponent,
                    },
                    mode,
                ),
            ),
        }
    }

    #[must_use]
    pub fn div(&self, other: &Float, mode: RoundingMode) -> Float {
        let negative = self.sign_bit() != other.sign_bit();
        match (self.unpack(), other.unpack()) {
            (Unpacked::Nan, _) | (_, Unpacked::Nan) => Float::nan(self.format),
            (Unpacked::Infinite { .. }, Unpacked::Infinite { .. }) => Float::nan(self.format),
            (Unpacked::Infinite { .. }, _) => Float::infinity(self.format, negative),
            (_, Unpacked::Infinite { .. }) => Float::zero(self.format, negative),
            (
                Unpacked::Finite {
                    significand: a,
                    exponent: a_exponent,
                    ..
                },
                Unpacked::Finite {
                    significand: b,
                    exponent: b_exponent,
                    ..
                },
            ) => {
                if b.is_zero() {
                    let indefinite = a.is_zero();
                    let infinity = Float::infinity(self.format, negative);
                    return if indefinite {
                        Float::nan(self.format)
                    } else {
                        infinity
                    };
                }
                // Enough quotient bits that what follows them can be told by one sticky bit.
                let wanted = u64::from(self.format.significand_bits()) + 2 + b.bit_len();
                let places = wanted.saturating_sub(a.bit_len());
                let (quotient, remainder) = a.shl(places).div_rem(&b);
                let sticky = if remainder.is_zero() { Nat::ZERO } else { Nat::ONE };
                let exponent = a_exponent - b_exponent - places as i64 - 1;
                self.rounded(
                    mode,
                    &Exact {
                        negative,
                        significand: quotient.shl(1).add(&sticky),
                        exponent,
                    },
                )
            }
        }
    }

    #[must_use]
    pub fn sqrt(&self, mode: RoundingMode) -> Float {
        match self.unpack() {
            _ if self.is_zero() => self.clone(),
            Unpacked::Nan => self.clone(),
            _ if self.sign_bit() => Float::nan(self.format),
            Unpacked::Infinite { .. } => self.clone(),
            Unpacked::Finite {
                significand,
                exponent,
                ..
            } => {
                let wanted = 2 * u64::from(self.format.significand_bits()) + 4;
                let mut places = wanted.saturating_sub(significand.bit_len());
                // The exponent that is halved has to be even.
                places += u64::from((exponent - places as i64).rem_euclid(2) == 1);
                let radicand = significand.shl(places);
                let root = radicand.square_root();
                let sticky = if root.mul(&root) == radicand {
                    Nat::ZERO
                } else {
                    Nat::ONE
                };
                let exponent = (exponent - places as i64) / 2 - 1;
                self.rounded(
                    mode,
                    &Exact {
                        negative: false,
                        significand: root.shl(1).add(&sticky),
                        exponent,
                    },
                )
            }
        }
    }
}
