//! Division: restoring, one quotient bit per row.
//!
//! After `k` rows the partial remainder has at most `k` bits that can be set, so row `k` subtracts only that
//! many and asks of the divisor's upper bits just whether any is set; that halves the cells. The alternative,
//! free words `q` and `r` under the constraint `q * d + r = n`, costs about as many cells and leaves variables
//! that no input determines until the constraint is asserted; gates here are functions of the inputs, always.
//! Division by zero needs no case: every subtraction of zero succeeds, so the quotient is all ones and the
//! remainder the dividend.

use super::{Word, adder, as_constant, compare, mux};
use crate::gates::{Edge, Gates};

/// Quotient and remainder of unsigned division.
pub(crate) fn divide_unsigned(gates: &mut Gates, dividend: &[Edge], divisor: &[Edge]) -> (Word, Word) {
    let width = dividend.len();
    // above[k]: the divisor has a set bit at position k or higher.
    let mut above = vec![Edge::FALSE; width + 1];
    for position in (0..width).rev() {
        above[position] = gates.or(above[position + 1], divisor[position]);
    }
    let mut quotient = vec![Edge::FALSE; width];
    let mut remainder: Word = Vec::with_capacity(width);
    for position in (0..width).rev() {
        remainder.insert(0, dividend[position]);
        let len = remainder.len();
        let (difference, no_borrow) = adder::sub_with_carry(gates, &remainder, &divisor[..len]);
        let fits = gates.and(no_borrow, !above[len]);
        quotient[position] = fits;
        remainder = mux(gates, fits, &difference, &remainder);
    }
    if as_constant(divisor).is_none() {
        // Row by row this is an induction, which a solver does not find.
        let less = compare::unsigned_less(gates, &remainder, divisor);
        let bounded = gates.or(less, !above[0]);
        gates.note_fact(bounded);
    }
    (quotient, remainder)
}

/// Quotient and remainder of signed division that truncates.
pub(crate) fn divide_signed(gates: &mut Gates, dividend: &[Edge], divisor: &[Edge]) -> (Word, Word) {
    let (Some(&dividend_sign), Some(&divisor_sign)) = (dividend.last(), divisor.last()) else {
        return (Word::new(), Word::new());
    };
    if let Some(power) = as_constant(divisor).and_then(|divisor| divisor.log2())
        && (power as usize) + 1 < divisor.len()
    {
        return divide_by_power(gates, dividend, power as usize);
    }
    let dividend = adder::negate_if(gates, dividend_sign, dividend);
    let divisor = adder::negate_if(gates, divisor_sign, divisor);
    let (quotient, remainder) = divide_unsigned(gates, &dividend, &divisor);
    let quotient_sign = gates.xor(dividend_sign, divisor_sign);
    let quotient = adder::negate_if(gates, quotient_sign, &quotient);
    (quotient, adder::negate_if(gates, dividend_sign, &remainder))
}

/// Signed division by two to the `power`: a shift that rounds towards zero, because negative dividends get one less
/// than the divisor first.
fn divide_by_power(gates: &mut Gates, dividend: &[Edge], power: usize) -> (Word, Word) {
    let width = dividend.len();
    let sign = dividend[width - 1];
    let bias: Word = (0..width)
        .map(|position| if position < power { sign } else { Edge::FALSE })
        .collect();
    let biased = adder::add(gates, dividend, &bias);
    let quotient = super::sign_extend(&biased[power..], width);
    let mut whole = vec![Edge::FALSE; power];
    whole.extend_from_slice(&biased[power..]);
    (quotient, adder::sub(gates, dividend, &whole))
}

/// The digits of `dividend / divisor`, most significant first in weight one, for `dividend < 2 * divisor`; and
/// whether a remainder is left. For the significands of floats.
pub(crate) fn divide_fraction(
    gates: &mut Gates,
    dividend: &[Edge],
    divisor: &[Edge],
    digits: usize,
) -> (Word, Edge) {
    let width = dividend.len() + 1;
    let divisor = super::zero_extend(divisor, width);
    let mut remainder = super::zero_extend(dividend, width);
    let mut quotient = vec![Edge::FALSE; digits];
    for digit in quotient.iter_mut().rev() {
        let (difference, fits) = adder::sub_with_carry(gates, &remainder, &divisor);
        *digit = fits;
        remainder = mux(gates, fits, &difference, &remainder);
        // What is left is below the divisor, so that its top bit is free for the next digit.
        remainder.insert(0, Edge::FALSE);
        remainder.truncate(width);
    }
    let nothing_left = compare::equal(gates, &remainder, &vec![Edge::FALSE; width]);
    (quotient, !nothing_left)
}
