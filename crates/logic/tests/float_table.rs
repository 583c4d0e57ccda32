//! Float values of tiny formats against a table: all values in order, as exact fractions, searched linearly.
//!
//! This shares nothing with the implementation, neither unpacking nor rounding by digits: the nearest value is
//! found by looking at its neighbours in the list.

use logic::{Bits, Float, FloatFormat, RoundingMode};

/// An exact number: `numerator / 2^SCALE`, or a quotient of such.
#[derive(Clone, Copy)]
struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    fn cmp(self, other: Fraction) -> std::cmp::Ordering {
        (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator))
    }

    fn sub(self, other: Fraction) -> Fraction {
        Fraction {
            numerator: self.numerator * other.denominator - other.numerator * self.denominator,
            denominator: self.denominator * other.denominator,
        }
    }
}

/// The finite non-negative values in increasing order, as multiples of the smallest one, the index being the
/// encoding; one more than the largest stands for the overflow threshold.
struct Table {
    format: FloatFormat,
    magnitudes: Vec<i128>,
    /// The smallest value is one over this.
    unit: i128,
}

impl Table {
    fn new(format: FloatFormat) -> Table {
        let step_bits = format.fraction_bits();
        let mut magnitudes = vec![0];
        let mut step = 1;
        // The subnormal numbers and the first binade share a step, later binades double it.
        let fields = (1u32 << format.exponent_bits()) - 1;
        for field in 0..=fields {
            let count = if field == fields { 1 } else { 1u32 << step_bits };
            for _ in 0..count {
                magnitudes.push(magnitudes[magnitudes.len() - 1] + step);
            }
            if field > 0 {
                step *= 2;
            }
        }
        magnitudes.truncate((fields << step_bits) as usize + 1);
        let unit = 1i128 << (format.bias() - 1 + i64::from(step_bits));
        Table {
            format,
            magnitudes,
            unit,
        }
    }

    fn float(&self, index: usize, negative: bool) -> Float {
        let sign = u128::from(negative) << (self.format.width() - 1);
        Float::from_bits(self.format, Bits::new(self.format.width(), index as u128 | sign))
    }

    /// The exact value of a finite float.
    fn exact(&self, float: &Float) -> Fraction {
        let bits = float.bits().to_u128().expect("tiny");
        let sign = 1u128 << (self.format.width() - 1);
        let magnitude = self.magnitudes[(bits & (sign - 1)) as usize];
        Fraction {
            numerator: if bits & sign != 0 { -magnitude } else { magnitude },
            denominator: self.unit,
        }
    }

    /// The float for an exact value that is not zero, or zero with a sign.
    fn round(&self, value: Fraction, zero_is_negative: bool, mode: RoundingMode) -> Float {
        let negative = if value.numerator == 0 {
            zero_is_negative
        } else {
            value.numerator < 0
        };
        let magnitude = Fraction {
            numerator: value.numerator.abs(),
            denominator: value.denominator,
        };
        let at = |index: usize| Fraction {
            numerator: self.magnitudes[index],
            denominator: self.unit,
        };
        let last = self.magnitudes.len() - 1;
        let below = (0..=last)
            .rev()
            .find(|index| at(*index).cmp(magnitude).is_le())
            .expect("zero is below");
        if at(below).cmp(magnitude).is_eq() && below < last {
            return self.float(below, negative);
        }
        let away = match mode {
            RoundingMode::TowardZero => false,
            RoundingMode::TowardPositive => !negative,
            RoundingMode::TowardNegative => negative,
            RoundingMode::NearestTiesToEven | RoundingMode::NearestTiesToAway if below == last => true,
            RoundingMode::NearestTiesToEven | RoundingMode::NearestTiesToAway => {
                match magnitude.sub(at(below)).cmp(at(below + 1).sub(magnitude)) {
                    std::cmp::Ordering::Less => false,
                    std::cmp::Ordering::Greater => true,
                    // Encodings of neighbours alternate in parity like their significands.
                    std::cmp::Ordering::Equal => mode == RoundingMode::NearestTiesToAway || below % 2 == 1,
                }
            }
        };
        // The last entry is the encoding of infinity.
        let index = if below == last {
            last - usize::from(!away)
        } else {
            below + usize::from(away)
        };
        self.float(index, negative)
    }
}

fn all(format: FloatFormat) -> Vec<Float> {
    (0..1u128 << format.width())
        .map(|bits| Float::from_bits(format, Bits::new(format.width(), bits)))
        .collect()
}

fn is_finite(float: &Float) -> bool {
    !float.is_nan() && !float.is_infinite()
}

const FORMATS: [FloatFormat; 3] = [
    FloatFormat::new(2, 3),
    FloatFormat::new(3, 3),
    FloatFormat::new(3, 2),
];

#[test]
fn finite_arithmetic_rounds_to_the_right_neighbour() {
    for format in FORMATS {
        let table = Table::new(format);
        for a in all(format).iter().filter(|a| is_finite(a)) {
            for b in all(format).iter().filter(|b| is_finite(b)) {
                let (x, y) = (table.exact(a), table.exact(b));
                for mode in RoundingMode::ALL {
                    let down = mode == RoundingMode::TowardNegative;
                    let sum = Fraction {
                        numerator: x.numerator + y.numerator,
                        denominator: table.unit,
                    };
                    let same_sign = a.is_negative() == b.is_negative();
                    let zero_is_negative = if same_sign { a.is_negative() } else { down };
                    assert_eq!(
                        a.add(b, mode),
                        table.round(sum, zero_is_negative, mode),
                        "{a} + {b} {mode:?}"
                    );
                    let product = Fraction {
                        numerator: x.numerator * y.numerator,
                        denominator: table.unit * table.unit,
                    };
                    assert_eq!(
                        a.mul(b, mode),
                        table.round(product, !same_sign, mode),
                        "{a} * {b} {mode:?}"
                    );
                    if !b.is_zero() {
                        let sign = y.numerator.signum();
                        let quotient = Fraction {
                            numerator: x.numerator * sign,
                            denominator: y.numerator * sign,
                        };
                        assert_eq!(
                            a.div(b, mode),
                            table.round(quotient, !same_sign, mode),
                            "{a} / {b} {mode:?}"
                        );
                    }
                }
                if !b.is_zero() {
                    check_remainders(&table, a, b);
                }
            }
        }
    }
}

fn check_remainders(table: &Table, a: &Float, b: &Float) {
    let (x, y) = (table.exact(a).numerator, table.exact(b).numerator);
    let exact = |numerator: i128| Fraction {
        numerator,
        denominator: table.unit,
    };
    let mode = RoundingMode::TowardZero;
    assert_eq!(
        a.fmod(b),
        table.round(exact(x % y), a.is_negative(), mode),
        "{a} fmod {b}"
    );
    // Of the multiples around x, the nearest; of two, the even one.
    let truncated = x / y;
    let best = (truncated - 1..=truncated + 1)
        .min_by_key(|n| ((x - n * y).abs(), n % 2 != 0))
        .expect("three");
    assert_eq!(
        a.rem(b),
        table.round(exact(x - best * y), a.is_negative(), mode),
        "{a} rem {b}"
    );
}

#[test]
fn fused_operations_round_once() {
    let format = FloatFormat::new(3, 2);
    let table = Table::new(format);
    let finite: Vec<Float> = all(format).into_iter().filter(is_finite).collect();
    for a in &finite {
        for b in &finite {
            for c in &finite {
                let (x, y, z) = (table.exact(a), table.exact(b), table.exact(c));
                let numerator = x.numerator * y.numerator + z.numerator * table.unit;
                let exact = Fraction {
                    numerator,
                    denominator: table.unit * table.unit,
                };
                for mode in RoundingMode::ALL {
                    let product_is_negative = a.is_negative() != b.is_negative();
                    let same_sign = product_is_negative == c.is_negative();
                    let zero_is_negative = if same_sign {
                        product_is_negative
                    } else {
                        mode == RoundingMode::TowardNegative
                    };
                    assert_eq!(
                        a.fma(b, c, mode),
                        table.round(exact, zero_is_negative, mode),
                        "{a} {b} {c} {mode:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn square_roots_round_to_the_right_neighbour() {
    for format in FORMATS {
        let table = Table::new(format);
        for a in all(format)
            .iter()
            .filter(|a| is_finite(a) && !a.is_zero() && !a.is_negative())
        {
            let x = table.exact(a);
            // The root to 30 binary places, with a digit that says whether it is exact.
            let scaled = (x.numerator << 60) / x.denominator;
            let root = scaled.isqrt();
            let is_exact = root * root * x.denominator == x.numerator << 60;
            let value = Fraction {
                numerator: root * 2 + i128::from(!is_exact),
                denominator: 1 << 31,
            };
            for mode in RoundingMode::ALL {
                assert_eq!(a.sqrt(mode), table.round(value, false, mode), "sqrt {a} {mode:?}");
            }
        }
    }
}

#[test]
fn conversions_round_to_the_right_neighbour() {
    for from in FORMATS {
        let source = Table::new(from);
        for to in FORMATS {
            let table = Table::new(to);
            for a in all(from).iter().filter(|a| is_finite(a)) {
                for mode in RoundingMode::ALL {
                    let expected = table.round(source.exact(a), a.is_negative(), mode);
                    assert_eq!(a.convert(to, mode), expected, "{a} {mode:?}");
                }
            }
        }
        for value in -40..=40i128 {
            let bits = Bits::from_i128(8, value);
            for mode in RoundingMode::ALL {
                let expected = source.round(
                    Fraction {
                        numerator: value,
                        denominator: 1,
                    },
                    false,
                    mode,
                );
                assert_eq!(
                    Float::from_signed(from, &bits, mode),
                    expected,
                    "{value} {mode:?}"
                );
            }
        }
    }
}
