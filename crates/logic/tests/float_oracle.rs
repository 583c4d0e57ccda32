//! Float values against two independent implementations: `rustc_apfloat` for five formats and five rounding
//! modes, and the host's arithmetic for what the other lacks.

use logic::{Bits, Float, FloatFormat, RoundingMode};
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float as _, FloatConvert, Round};

#[path = "../../encode/tests/support/random.rs"]
mod random;

use random::Random;

impl Random {
    /// Uniform bits seldom meet: half of the values have an exponent near that of one, or a special one.
    fn float(&mut self, format: FloatFormat) -> Float {
        let (width, fraction_bits) = (format.width(), format.fraction_bits());
        let (a, b, c) = (self.next(), self.next(), self.next());
        let uniform = Bits::from_bit_fn(width, |bit| {
            if bit < 64 {
                a >> bit & 1 == 1
            } else {
                b >> (bit - 64) & 1 == 1
            }
        });
        let fraction = match c % 4 {
            0 => uniform.extract(fraction_bits - 1, 0),
            1 => Bits::zero(fraction_bits),
            2 => Bits::ones(fraction_bits),
            _ => Bits::new(fraction_bits, (a % 4).into()),
        };
        let spread = i128::from(c >> 8 & 7) - 4;
        let exponent = match c >> 16 & 7 {
            0 => 0,
            1 => 1,
            2 => (1 << format.exponent_bits()) - 1,
            3 => (1 << format.exponent_bits()) - 2,
            4 | 5 => i128::from(format.bias()) + spread,
            _ => return Float::from_bits(format, uniform),
        };
        let exponent = Bits::from_i128(format.exponent_bits(), exponent);
        let sign = Bits::new(1, (c >> 32).into());
        Float::from_bits(format, sign.concat(&exponent).concat(&fraction))
    }
}

fn round(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::NearestTiesToEven => Round::NearestTiesToEven,
        RoundingMode::NearestTiesToAway => Round::NearestTiesToAway,
        RoundingMode::TowardPositive => Round::TowardPositive,
        RoundingMode::TowardNegative => Round::TowardNegative,
        RoundingMode::TowardZero => Round::TowardZero,
    }
}

/// A format of both libraries, with the encoding of the oracle.
trait Oracle: rustc_apfloat::Float {
    const FORMAT: FloatFormat;

    fn of(float: &Float) -> Self {
        Self::from_bits(float.bits().to_u128().expect("at most 128 bits"))
    }

    fn back(self) -> Float {
        Float::from_bits(Self::FORMAT, Bits::new(Self::FORMAT.width(), self.to_bits()))
    }
}

impl Oracle for Half {
    const FORMAT: FloatFormat = FloatFormat::HALF;
}

impl Oracle for Single {
    const FORMAT: FloatFormat = FloatFormat::SINGLE;
}

impl Oracle for Double {
    const FORMAT: FloatFormat = FloatFormat::DOUBLE;
}

impl Oracle for Quad {
    const FORMAT: FloatFormat = FloatFormat::QUAD;
}

/// The oracle uses the memory image, with the integer bit.
impl Oracle for X87DoubleExtended {
    const FORMAT: FloatFormat = FloatFormat::X87_EXTENDED;

    fn of(float: &Float) -> Self {
        let bits = float.bits();
        let integer = Bits::new(1, (!bits.extract(77, 63).is_zero()).into());
        let image = bits.extract(78, 63).concat(&integer).concat(&bits.extract(62, 0));
        Self::from_bits(image.to_u128().expect("80 bits"))
    }

    fn back(self) -> Float {
        let image = Bits::new(80, self.to_bits());
        Float::from_bits(Self::FORMAT, image.extract(79, 64).concat(&image.extract(62, 0)))
    }
}

/// To integers of some widths.
fn check_integers<F: Oracle>(a: &Float, x: F, mode: RoundingMode, show: &dyn Fn() -> String) {
    let r = round(mode);
    for width in [8, 32, 64] {
        let mut exact = false;
        let signed = x.to_i128_r(width, r, &mut exact);
        let expected = (!signed.status.contains(rustc_apfloat::Status::INVALID_OP))
            .then(|| Bits::from_i128(width as u32, signed.value));
        assert_eq!(
            a.to_signed(width as u32, mode),
            expected,
            "to_signed {width} {}",
            show()
        );
        let unsigned = x.to_u128_r(width, r, &mut exact);
        let expected = (!unsigned.status.contains(rustc_apfloat::Status::INVALID_OP))
            .then(|| Bits::new(width as u32, unsigned.value));
        assert_eq!(
            a.to_unsigned(width as u32, mode),
            expected,
            "to_unsigned {width} {}",
            show()
        );
    }
}

/// To the other formats.
fn check_conversions<F>(a: &Float, x: F, mode: RoundingMode, show: &dyn Fn() -> String)
where
    F: Oracle
        + FloatConvert<Single>
        + FloatConvert<Double>
        + FloatConvert<X87DoubleExtended>
        + FloatConvert<Half>,
{
    let r = round(mode);
    let mut loses = false;
    macro_rules! to {
        ($format:ident, $type:ty) => {
            let other: $type = x.convert_r(r, &mut loses).value;
            let converted = a.convert(FloatFormat::$format, mode);
            assert_eq!(
                converted,
                other.back(),
                "to {} {}",
                stringify!($type),
                show()
            );
        };
    }
    to!(HALF, Half);
    to!(SINGLE, Single);
    to!(DOUBLE, Double);
    to!(X87_EXTENDED, X87DoubleExtended);
}

fn check_format<F>(rounds: u32)
where
    F: Oracle
        + FloatConvert<Single>
        + FloatConvert<Double>
        + FloatConvert<X87DoubleExtended>
        + FloatConvert<Half>,
{
    let mut random = Random(u64::from(F::FORMAT.width()));
    for turn in 0..rounds {
        let [a, b, c] = [(); 3].map(|()| random.float(F::FORMAT));
        let [x, y, z] = [&a, &b, &c].map(F::of);
        for mode in RoundingMode::ALL {
            let r = round(mode);
            let show = || format!("{a} {b} {c} {mode:?}");
            assert_eq!(a.add(&b, mode), x.add_r(y, r).value.back(), "add {}", show());
            assert_eq!(a.sub(&b, mode), x.sub_r(y, r).value.back(), "sub {}", show());
            assert_eq!(a.mul(&b, mode), x.mul_r(y, r).value.back(), "mul {}", show());
            assert_eq!(a.div(&b, mode), x.div_r(y, r).value.back(), "div {}", show());
            assert_eq!(
                a.fma(&b, &c, mode),
                x.mul_add_r(y, z, r).value.back(),
                "fma {}",
                show()
            );
            assert_eq!(
                a.round_to_integral(mode),
                x.round_to_integral(r).value.back(),
                "integral {}",
                show()
            );
            check_integers(&a, x, mode, &show);
            let word =
                u128::from(random.next()) << 64 >> (turn % 100) | u128::from(random.next() >> (turn % 60));
            let from = Float::from_unsigned(F::FORMAT, &Bits::new(128, word), mode);
            assert_eq!(
                from,
                F::from_u128_r(word, r).value.back(),
                "from_unsigned {word} {mode:?}"
            );
            let from = Float::from_signed(F::FORMAT, &Bits::new(128, word), mode);
            assert_eq!(
                from,
                F::from_i128_r(word as i128, r).value.back(),
                "from_signed {word} {mode:?}"
            );
            check_conversions(&a, x, mode, &show);
        }
        assert_eq!(a.ieee_cmp(&b), x.partial_cmp(&y), "{a} {b}");
        assert_eq!(a.fmod(&b), x.c_fmod(y).value.back(), "fmod {a} {b}");
        if F::FORMAT.exponent_bits() < 15 {
            assert_eq!(a.rem(&b), x.ieee_rem(y).value.back(), "rem {a} {b}");
        }
    }
}

macro_rules! agrees_with_apfloat {
    ($($name:ident: $type:ty, $rounds:literal;)*) => {$(
        #[test]
        fn $name() {
            check_format::<$type>($rounds);
        }
    )*};
}

agrees_with_apfloat! {
    half_agrees_with_apfloat: Half, 1500;
    single_agrees_with_apfloat: Single, 1500;
    double_agrees_with_apfloat: Double, 800;
    x87_extended_agrees_with_apfloat: X87DoubleExtended, 400;
    quad_agrees_with_apfloat: Quad, 400;
}

#[test]
fn the_host_agrees_where_it_rounds_to_nearest() {
    let mode = RoundingMode::NearestTiesToEven;
    let mut random = Random(7);
    for _ in 0..3000 {
        let (a, b) = (
            random.float(FloatFormat::DOUBLE),
            random.float(FloatFormat::DOUBLE),
        );
        let (x, y) = (a.to_f64().expect("a double"), b.to_f64().expect("a double"));
        assert_eq!(a.sqrt(mode), Float::from_f64(x.sqrt()), "{x}");
        assert_eq!(a.add(&b, mode), Float::from_f64(x + y));
        assert_eq!(a.div(&b, mode), Float::from_f64(x / y));
        assert_eq!(a.fmod(&b), Float::from_f64(x % y));
        assert_eq!(a.convert(FloatFormat::SINGLE, mode), Float::from_f32(x as f32));
        let (a, b) = (
            random.float(FloatFormat::SINGLE),
            random.float(FloatFormat::SINGLE),
        );
        let (x, y) = (a.to_f32().expect("a float"), b.to_f32().expect("a float"));
        assert_eq!(a.sqrt(mode), Float::from_f32(x.sqrt()), "{x}");
        assert_eq!(a.mul(&b, mode), Float::from_f32(x * y));
        assert_eq!(a.is_subnormal(), x.is_subnormal());
        assert_eq!(a.is_normal(), x.is_normal());
        assert_eq!(
            a.to_signed(32, RoundingMode::TowardZero).is_some(),
            x > -2_147_483_904.0 && x < 2_147_483_648.0
        );
    }
}
