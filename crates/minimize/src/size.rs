//! How large a value is, by its type (section 4.2).
//!
//! The size is a sum of weighted bits, so that a solver can minimise it, and for integers it is the absolute value:
//!
//! | value | size |
//! |---|---|
//! | unsigned integers, `_Bool` | the value: equation (1) |
//! | signed integers | the absolute value: each bit exclusive-or the sign, plus the sign: equation (5) |
//! | plain `char` | 0 for `'\0'`, 1 to 26 for `a` to `z`, its code for other printable characters, 128 plus the absolute value for the rest |
//! | a byte of standard input | 0 for the end of the input, else as a character, with `'\0'` among the rest |
//! | floating point | the absolute value of an integer below 2^16; 2^16 for other numbers of at most 12 binary digits, 2^16 + 2^15 for those of more, plus 1 if below 1 or above 2^16; 2^17 for infinities and NaN |
//! | pointers | the number of the object (0 for none, so null is the smallest), plus the absolute value of the offset |

use bmc::Value;
use ctype::{IntKind, Type};
use logic::{Float, FloatFormat, RoundingMode, Sort, TermId, TermPool};
use program::Program;

use super::states::Meaning;

/// A size as a sum: bit-vectors that count as unsigned numbers, and conditions that count one each.
#[derive(Debug, Clone, Default)]
pub(super) struct Size {
    pub numbers: Vec<TermId>,
    /// Signs of numbers: a negative one counts one more.
    pub flags: Vec<TermId>,
}

/// The size of a value where `live` holds, and 0 elsewhere.
pub(super) fn size(
    program: &Program,
    pool: &mut TermPool,
    value: Value,
    meaning: Meaning,
    live: TermId,
) -> Size {
    let mut size = Size::default();
    match (value, meaning) {
        (Value::Bits(term), Meaning::Stdin) => {
            let number = stdin(pool, term);
            size.numbers.push(number);
        }
        (Value::Bits(term), Meaning::Of(ty)) => {
            let term = as_bits(pool, term);
            let plain_char = matches!(program.types.get(ty), Type::Int(IntKind::Char));
            let signed = program.types.integer(ty).is_some_and(|(_, signed)| signed);
            if plain_char && width(pool, term) == 8 {
                let number = character(pool, term, signed);
                size.numbers.push(number);
            } else if signed {
                signed_size(pool, term, &mut size);
            } else {
                size.numbers.push(term);
            }
        }
        (Value::Float(term), _) => {
            let number = float(pool, term);
            size.numbers.push(number);
        }
        (Value::Pointer { object, offset }, _) => {
            size.numbers.push(object);
            signed_size(pool, offset, &mut size);
        }
    }
    for number in &mut size.numbers {
        let zero = pool.bv(width(pool, *number), 0);
        *number = pool.ite(live, *number, zero);
    }
    for flag in &mut size.flags {
        *flag = pool.and(live, *flag);
    }
    size
}

fn width(pool: &TermPool, term: TermId) -> u32 {
    match pool.sort(term) {
        Sort::BitVec(width) => width,
        _ => 1,
    }
}

fn as_bits(pool: &mut TermPool, term: TermId) -> TermId {
    match pool.sort(term) {
        Sort::Bool => pool.bool_to_bv(term),
        _ => term,
    }
}

/// Equations (4) and (5): the bits below the sign exclusive-or the sign, and the sign itself once.
fn signed_size(pool: &mut TermPool, term: TermId, size: &mut Size) {
    let bits = width(pool, term);
    let sign = pool.bv_bit(term, bits - 1);
    size.flags.push(sign);
    if bits > 1 {
        let low = pool.bv_extract(term, bits - 2, 0);
        let flipped = pool.bv_not(low);
        size.numbers.push(pool.ite(sign, flipped, low));
    }
}

fn absolute(pool: &mut TermPool, term: TermId) -> TermId {
    let bits = width(pool, term);
    let sign = pool.bv_bit(term, bits - 1);
    let negated = pool.bv_neg(term);
    pool.ite(sign, negated, term)
}

/// A character of 8 bits.
fn character(pool: &mut TermPool, term: TermId, signed: bool) -> TermId {
    let wide = match signed {
        true => pool.bv_sign_extend(term, 9),
        false => pool.bv_zero_extend(term, 9),
    };
    let absolute = absolute(pool, wide);
    let rest = plus(pool, absolute, 128);
    let nothing = pool.bv(8, 0);
    let is_nothing = pool.eq(term, nothing);
    let zero = pool.bv(9, 0);
    let printable = printable(pool, term, rest);
    pool.ite(is_nothing, zero, printable)
}

/// The code of a printable character, small for lower-case letters; `rest` otherwise. 9 bits.
fn printable(pool: &mut TermPool, byte: TermId, rest: TermId) -> TermId {
    let code = pool.bv_zero_extend(byte, 9);
    let is_printable = between(pool, byte, 0x20, 0x7e);
    let is_letter = between(pool, byte, u128::from(b'a'), u128::from(b'z'));
    let before = pool.bv(9, 96);
    let letter = pool.bv_sub(code, before);
    let shown = pool.ite(is_letter, letter, code);
    pool.ite(is_printable, shown, rest)
}

fn plus(pool: &mut TermPool, term: TermId, number: u128) -> TermId {
    let number = pool.bv(width(pool, term), number);
    pool.bv_add(term, number)
}

fn between(pool: &mut TermPool, term: TermId, low: u128, high: u128) -> TermId {
    let bits = width(pool, term);
    let (low, high) = (pool.bv(bits, low), pool.bv(bits, high));
    let above = pool.bv_ule(low, term);
    let below = pool.bv_ule(term, high);
    pool.and(above, below)
}

/// A byte of standard input as an `int`, -1 at its end.
fn stdin(pool: &mut TermPool, term: TermId) -> TermId {
    let bits = width(pool, term);
    let sign = pool.bv_bit(term, bits - 1);
    let byte = pool.bv_extract(term, 7, 0);
    let wide = pool.bv_zero_extend(byte, 9);
    let rest = plus(pool, wide, 128);
    let shown = printable(pool, byte, rest);
    let zero = pool.bv(9, 0);
    pool.ite(sign, zero, shown)
}

/// Bits of an integer that a float can be.
const INTEGER_BITS: u32 = 16;

/// Binary digits of a number that is not called long.
const SHORT: u32 = 12;

fn float(pool: &mut TermPool, term: TermId) -> TermId {
    let format = match pool.sort(term) {
        Sort::Float(format) => format,
        _ => FloatFormat::DOUBLE,
    };
    let total = INTEGER_BITS + 2;
    let absolute = pool.fp_abs(term);
    let mode = pool.rounding_mode(RoundingMode::TowardZero);
    let number = |pool: &mut TermPool, value: i128| {
        let bits = logic::Bits::from_i128(total + 1, value);
        pool.float(Float::from_signed(format, &bits, RoundingMode::NearestTiesToEven))
    };
    let limit = number(pool, 1 << INTEGER_BITS);
    let one = number(pool, 1);
    let small = pool.fp_lt(absolute, limit);
    let zero = pool.bv(total, 0);
    let integer = pool.fp_to_signed_or(mode, absolute, zero);
    let back = pool.fp_from_signed(mode, integer, format);
    let exact = pool.fp_eq(back, absolute);
    let is_integer = pool.and(small, exact);
    let special = pool.fp_is_nan(term);
    let infinite = pool.fp_is_infinite(term);
    let special = pool.or(special, infinite);
    let below = pool.fp_lt(absolute, one);
    let above = pool.not(small);
    let odd = pool.or(below, above);
    let graded = |pool: &mut TermPool, size: u128| {
        let (near, far) = (pool.bv(total, size), pool.bv(total, size + 1));
        pool.ite(odd, far, near)
    };
    let mut fraction = graded(pool, 1 << INTEGER_BITS);
    if format.significand_bits() > SHORT {
        let bits = pool.fp_to_bits(term);
        let unused = format.significand_bits() - SHORT;
        let tail = pool.bv_extract(bits, unused - 1, 0);
        let nothing = pool.bv(unused, 0);
        let short = pool.eq(tail, nothing);
        let long = graded(pool, (1 << INTEGER_BITS) + (1 << (INTEGER_BITS - 1)));
        fraction = pool.ite(short, fraction, long);
    }
    let last = pool.bv(total, 1 << (INTEGER_BITS + 1));
    let other = pool.ite(special, last, fraction);
    pool.ite(is_integer, integer, other)
}
