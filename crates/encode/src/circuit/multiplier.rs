//! Multiplication: rows of partial products, added one after the other.
//!
//! The product is cut to the width of the operands, so half of the cells never exist. Low result bits depend
//! on low operand bits only and are the same gates whatever the width, so that an overflow check one bit wider
//! shares nearly all of them. A constant factor is recoded so that it has few non-zero digits, each one
//! addition or subtraction of a shifted copy.
//!
//! Column compression (Wallace, Dadda) gives the same number of full adders in a shallower arrangement; see
//! `docs/adr/0020-gates-and-circuits.md` for the measurement that chose between them.

use super::{Word, adder, as_constant};
use crate::gates::{Edge, Gates};

/// The product modulo two to the width of the operands.
pub(crate) fn multiply(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Word {
    if as_constant(b).is_some() {
        return multiply_by_constant(gates, a, b);
    }
    if as_constant(a).is_some() {
        return multiply_by_constant(gates, b, a);
    }
    // Rows that are known to be zero vanish: let the operand with more known zeros choose the rows. Otherwise
    // any fixed order will do, so that products are the same gates whatever the order and width.
    let zeros = |word: &[Edge]| word.iter().filter(|edge| **edge == Edge::FALSE).count();
    let (rows, row) = if (zeros(a), b) > (zeros(b), a) {
        (a, b)
    } else {
        (b, a)
    };
    let width = row.len();
    let mut sum = vec![Edge::FALSE; width];
    for (shift, bit) in rows.iter().enumerate() {
        if *bit == Edge::FALSE {
            continue;
        }
        let partial: Word = row[..width - shift]
            .iter()
            .map(|edge| gates.and(*edge, *bit))
            .collect();
        let upper = adder::add(gates, &sum[shift..], &partial);
        sum.truncate(shift);
        sum.extend(upper);
    }
    sum
}

/// The full product, as wide as both operands together.
pub(crate) fn multiply_full(gates: &mut Gates, a: &[Edge], b: &[Edge]) -> Word {
    let (a, b) = if a > b { (b, a) } else { (a, b) };
    let mut sum: Word = Vec::with_capacity(a.len() + b.len());
    let mut upper = vec![Edge::FALSE; a.len()];
    for bit in b {
        let partial: Word = a.iter().map(|edge| gates.and(*edge, *bit)).collect();
        let (row, carry) = adder::add_with_carry(gates, &upper, &partial, Edge::FALSE);
        sum.push(row[0]);
        upper = row[1..].to_vec();
        upper.push(carry);
    }
    sum.extend(upper);
    sum
}

/// Digits -1, 0, 1 of the constant, no two neighbours non-zero: the fewest non-zero digits there are.
fn signed_digits(constant: &[Edge]) -> Vec<i8> {
    let bit = |position: usize| constant.get(position).is_some_and(|edge| *edge == Edge::TRUE);
    let mut digits = Vec::with_capacity(constant.len());
    let mut carry = false;
    for position in 0..constant.len() {
        let ones = u8::from(bit(position)) + u8::from(carry);
        if ones == 1 {
            // A run of ones begins: take -1 here and one more above it.
            let run = bit(position + 1);
            digits.push(if run { -1 } else { 1 });
            carry = run;
        } else {
            digits.push(0);
            carry = ones == 2;
        }
    }
    digits
}

fn multiply_by_constant(gates: &mut Gates, a: &[Edge], constant: &[Edge]) -> Word {
    let width = a.len();
    let mut sum = vec![Edge::FALSE; width];
    for (shift, digit) in signed_digits(constant).into_iter().enumerate() {
        let (kept, addend) = (&sum[shift..], &a[..width - shift]);
        let upper = match digit {
            0 => continue,
            1 => adder::add(gates, kept, addend),
            _ => adder::sub(gates, kept, addend),
        };
        sum.truncate(shift);
        sum.extend(upper);
    }
    sum
}
