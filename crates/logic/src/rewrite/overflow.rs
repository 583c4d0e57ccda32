//! Overflow predicates. Most arithmetic in programs is on promoted values, which cannot overflow.

use crate::bits::Bits;
use crate::op::Op;
use crate::pool::{TermId, TermPool};

/// So many bits hold every value of the term as an unsigned number.
fn unsigned_bits(pool: &TermPool, term: TermId) -> u32 {
    if let Some(x) = pool.zero_extended(term) {
        return pool.width(x);
    }
    let used = pool.bits_constant(term).map(|bits| bits.nat().bit_len() as u32);
    used.unwrap_or_else(|| pool.width(term))
}

/// So many bits hold every value of the term as a signed number.
fn signed_bits(pool: &TermPool, term: TermId) -> u32 {
    if let Some(x) = pool.zero_extended(term) {
        return pool.width(x) + 1;
    }
    if let Some(x) = pool.sign_extended(term) {
        return pool.width(x);
    }
    match pool.bits_constant(term) {
        Some(bits) if bits.is_negative() => bits.not().nat().bit_len() as u32 + 1,
        Some(bits) => bits.nat().bit_len() as u32 + 1,
        None => pool.width(term),
    }
}

/// `→ false` for sums, differences and products whose operands have so few bits (being extended or constant)
/// that the result fits; for a constant 0, and for products with 1, always
pub(super) fn overflow_impossible(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let (x, y) = (operands[0], operands[1]);
    let width = pool.width(x);
    let (is_zero, is_one) = pool.bits_constant(y).map_or((false, false), |bits| {
        (bits.is_zero(), bits.is_one() && width > 1)
    });
    let fits = match op {
        Op::BvUaddOverflow => is_zero || unsigned_bits(pool, x).max(unsigned_bits(pool, y)) < width,
        Op::BvSaddOverflow | Op::BvSsubOverflow => {
            is_zero || signed_bits(pool, x).max(signed_bits(pool, y)) < width
        }
        Op::BvUmulOverflow => is_zero || is_one || unsigned_bits(pool, x) + unsigned_bits(pool, y) <= width,
        Op::BvSmulOverflow => is_zero || is_one || signed_bits(pool, x) + signed_bits(pool, y) <= width,
        _ => false,
    };
    fits.then(|| pool.bool(false))
}

/// `x - y` overflows unsigned `→ x < y`
pub(super) fn usub_overflow_as_ult(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    Some(pool.bv_ult(operands[0], operands[1]))
}

/// `-x` overflows `→ x = min`
pub(super) fn neg_overflow_as_eq(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let least = Bits::signed_min(pool.width(operands[0]));
    let least = pool.bits(least);
    Some(pool.eq(operands[0], least))
}

/// `x / y` overflows `→ (x = min) ∧ (y = -1)`
pub(super) fn sdiv_overflow_as_eq(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let width = pool.width(operands[0]);
    let (least, minus_one) = (pool.bits(Bits::signed_min(width)), pool.bits(Bits::ones(width)));
    let (first, second) = (pool.eq(operands[0], least), pool.eq(operands[1], minus_one));
    Some(pool.and(first, second))
}

/// `x << 0` and `0 << x` never overflow: `→ false`
pub(super) fn shl_overflow_by_zero(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let is_zero = |term: &TermId| pool.bits_constant(*term).is_some_and(Bits::is_zero);
    operands.iter().any(is_zero).then(|| pool.bool(false))
}

/// unsigned: `(x / y) * y` does not overflow `→ false`; signed: `→` the quotient does, which is so for one pair only
pub(super) fn mul_overflow_division(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    let signed = op == Op::BvSmulOverflow;
    let division = if signed { Op::BvSdiv } else { Op::BvUdiv };
    for (quotient, divisor) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if let Some((x, y)) = pool.binary(division, quotient)
            && y == divisor
        {
            return Some(match signed {
                true => pool.apply(Op::BvSdivOverflow, &[x, y]),
                false => pool.bool(false),
            });
        }
    }
    None
}

/// `(x / y) * y + x % y` does not overflow `→ false`, in both orders, signed and unsigned
pub(super) fn add_overflow_division(pool: &mut TermPool, op: Op, operands: &[TermId]) -> Option<TermId> {
    for (product, rest) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        let Some((x, y, signed)) = super::arithmetic::whole_part(pool, product) else {
            continue;
        };
        let (remainder, sum) = match signed {
            true => (Op::BvSrem, Op::BvSaddOverflow),
            false => (Op::BvUrem, Op::BvUaddOverflow),
        };
        if op == sum && pool.binary(remainder, rest) == Some((x, y)) {
            return Some(pool.bool(false));
        }
    }
    None
}
