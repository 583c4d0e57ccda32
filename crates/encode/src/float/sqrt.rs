//! Square root, digit by digit.
//!
//! The classical recurrence: with the root `r` so far and the rest `s`, bring down two digits of the radicand
//! and subtract `4r + 1` if that fits. One digit more than the precision, and a sticky one.

use logic::FloatFormat;

use super::round::{Exact, Shape, round};
use super::{Mode, exponent_width, nan, normalize, unpack};
use crate::circuit::{self, Word, adder, zero_extend};
use crate::gates::{Edge, Gates};

/// The integer square root of a radicand with an even number of digits, and whether a rest remains.
fn root(gates: &mut Gates, radicand: &[Edge]) -> (Word, Edge) {
    let mut root: Word = Word::new();
    let mut rest: Word = Word::new();
    for pair in radicand.chunks(2).rev() {
        let mut current = pair.to_vec();
        current.extend(&rest);
        let mut trial = vec![Edge::TRUE, Edge::FALSE];
        trial.extend(&root);
        let width = current.len().max(trial.len());
        let (current, trial) = (zero_extend(&current, width), zero_extend(&trial, width));
        let (difference, fits) = adder::sub_with_carry(gates, &current, &trial);
        rest = circuit::mux(gates, fits, &difference, &current);
        root.insert(0, fits);
        // The rest is at most twice the root.
        rest.truncate(root.len() + 1);
    }
    let is_inexact = gates.or_all(&rest);
    (root, is_inexact)
}

pub(crate) fn sqrt(gates: &mut Gates, format: FloatFormat, mode: &Mode, a: &[Edge]) -> Word {
    let x = unpack(gates, format, a);
    let width = exponent_width(format);
    let (exponent, significand) = normalize(gates, &x, width);
    // Unbiased, so that its parity counts and halving is a shift.
    let exponent = adder::add(gates, &exponent, &circuit::number(-format.bias(), width));
    let is_odd = exponent[0];
    let halved = circuit::sign_extend(&exponent[1..], width);
    let exponent = adder::add(gates, &halved, &circuit::number(format.bias(), width));
    // The radicand is in [1, 4): two digits before the point, and after it twice as many as the root gets.
    let precision = format.significand_bits() as usize;
    let mut even = significand.clone();
    even.push(Edge::FALSE);
    let mut odd = vec![Edge::FALSE];
    odd.extend(&significand);
    let scaled = circuit::mux(gates, is_odd, &odd, &even);
    let mut radicand = vec![Edge::FALSE; 2 * (precision + 1) - scaled.len()];
    radicand.extend(scaled);
    let (root, is_inexact) = root(gates, &radicand);
    let mut significand = vec![is_inexact];
    significand.extend(root);
    // Half the exponent of the smallest subnormal number is that of a normal one, except in tiny formats.
    let may_be_small = i64::from(format.significand_bits()) > format.bias();
    let shape = Shape {
        may_be_small,
        may_have_leading_zeros: false,
    };
    let exact = Exact {
        sign: Edge::FALSE,
        exponent,
        significand,
    };
    let finite = round(gates, format, mode, &exact, shape);
    let is_itself = gates.or(x.is_zero, x.is_infinite);
    let result = circuit::mux(gates, is_itself, a, &finite);
    let is_invalid = gates.and(x.sign, !x.is_zero);
    let is_nan = gates.or(x.is_nan, is_invalid);
    circuit::mux(gates, is_nan, &nan(format), &result)
}
