//! Circuits of single operators, exhaustively at small widths, against the values of `logic`.

use logic::Bits;

use super::*;

/// Runs a circuit of two words on all pairs of values, 64 pairs at a time, and hands each result out.
fn for_all_pairs(
    width: usize,
    build: impl Fn(&mut Gates, &[Edge], &[Edge]) -> Word,
    check: impl Fn(&Bits, &Bits, &Bits),
) {
    let mut gates = Gates::new();
    let (a, b) = (gates.inputs(width), gates.inputs(width));
    let result = build(&mut gates, &a, &b);
    let total = 1u64 << (2 * width);
    for base in (0..total).step_by(64) {
        // Input node i (from one) is bit i - 1 of the pair's number.
        let values = gates.simulate(|node| {
            let position = node.index() - 1;
            (0..64).fold(0, |word, lane| word | ((base + lane) >> position & 1) << lane)
        });
        for lane in 0..64.min(total) {
            let pair = u128::from(base + lane);
            let of = |edge: &Edge| (values[edge.node().index()] >> lane & 1 == 1) != edge.is_negated();
            let found = Bits::from_bit_fn(result.len() as u32, |bit| of(&result[bit as usize]));
            let (x, y) = (
                Bits::new(width as u32, pair),
                Bits::new(width as u32, pair >> width),
            );
            check(&x, &y, &found);
        }
    }
}

#[test]
fn full_products() {
    for width in 1..=5 {
        for_all_pairs(width, multiplier::multiply_full, |x, y, found| {
            let wide = 2 * x.width();
            assert_eq!(*found, x.resize_unsigned(wide).mul(&y.resize_unsigned(wide)));
        });
    }
}

#[test]
fn products_with_every_constant() {
    for width in 1..=5u32 {
        for factor in 0..1 << width {
            let constant_word = constant(&Bits::new(width, factor));
            let build =
                |gates: &mut Gates, a: &[Edge], _: &[Edge]| multiplier::multiply(gates, a, &constant_word);
            for_all_pairs(width as usize, build, |x, _, found| {
                assert_eq!(*found, x.mul(&Bits::new(width, factor)));
            });
        }
    }
}

#[test]
fn quotients_and_remainders_by_every_constant() {
    for width in 1..=5u32 {
        for divisor in 0..1 << width {
            let divisor = Bits::new(width, divisor);
            let constant_word = constant(&divisor);
            let signed = |gates: &mut Gates, a: &[Edge], _: &[Edge]| {
                let (mut quotient, rest) = divider::divide_signed(gates, a, &constant_word);
                quotient.extend(rest);
                quotient
            };
            for_all_pairs(width as usize, signed, |x, _, found| {
                assert_eq!(found.extract(width - 1, 0), x.sdiv(&divisor), "{x} / {divisor}");
                assert_eq!(
                    found.extract(2 * width - 1, width),
                    x.srem(&divisor),
                    "{x} % {divisor}"
                );
            });
        }
    }
}

#[test]
fn sticky_shifts() {
    for width in 1..=5 {
        for_all_pairs(width, shifter::shift_right_sticky, |x, by, found| {
            let shifted = x.lshr(by);
            let lost = shifted.shl(by) != *x;
            let expected = if lost {
                shifted.or(&Bits::one(x.width()))
            } else {
                shifted
            };
            assert_eq!(*found, expected, "{x} by {by}");
        });
    }
}

#[test]
fn fractions_of_normalised_numbers() {
    let digits = 5;
    for width in 2..=4usize {
        let build = |gates: &mut Gates, a: &[Edge], b: &[Edge]| {
            let (mut quotient, rest) = divider::divide_fraction(gates, a, b, digits);
            quotient.push(rest);
            quotient
        };
        for_all_pairs(width, build, |x, y, found| {
            if x.is_negative() && y.is_negative() {
                let wide = (width + digits) as u32;
                let scaled = x.resize_unsigned(wide).shl(&Bits::new(wide, digits as u128 - 1));
                let (quotient, rest) = (
                    scaled.udiv(&y.resize_unsigned(wide)),
                    scaled.urem(&y.resize_unsigned(wide)),
                );
                assert_eq!(
                    found.extract(digits as u32 - 1, 0),
                    quotient.extract(digits as u32 - 1, 0)
                );
                assert_eq!(found.bit(digits as u32), !rest.is_zero());
            }
        });
    }
}
