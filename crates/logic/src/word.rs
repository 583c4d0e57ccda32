//! Folding on machine words.
//!
//! Nearly all constants are bit-vectors of at most 64 bits, and a program whose inputs matter little folds nearly all
//! of its terms, a million rounds of a loop for example. Those are computed here, without numbers of any size on the
//! way. [`fold`](crate::fold) says what the operators mean; the tests compare the two.

use crate::op::Op;

/// A constant that fits a machine word: a boolean, or bits with zeros above the width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Word {
    Bool(bool),
    Bits { width: u32, value: u64 },
}

impl Word {
    pub(crate) fn bits(width: u32, value: u64) -> Word {
        Word::Bits {
            width,
            value: value & mask(width),
        }
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn signed(width: u32, value: u64) -> i64 {
    (value << (64 - width)) as i64 >> (64 - width)
}

/// An operator on one word; nothing if it has to be done otherwise.
pub(crate) fn unary(op: Op, a: Word) -> Option<Word> {
    let (width, value) = match (op, a) {
        (Op::Not, Word::Bool(a)) => return Some(Word::Bool(!a)),
        (_, Word::Bool(_)) => return None,
        (_, Word::Bits { width, value }) => (width, value),
    };
    match op {
        Op::BvNot => Some(Word::bits(width, !value)),
        Op::BvNeg => Some(Word::bits(width, value.wrapping_neg())),
        Op::BvExtract { high, low } if high < width && low <= high => {
            Some(Word::bits(high - low + 1, value >> low))
        }
        Op::BvZeroExtend { width: wide } if (width..=64).contains(&wide) => Some(Word::bits(wide, value)),
        Op::BvSignExtend { width: wide } if (width..=64).contains(&wide) => {
            Some(Word::bits(wide, signed(width, value) as u64))
        }
        _ => None,
    }
}

/// An operator on two words; nothing if it has to be done otherwise.
pub(crate) fn binary(op: Op, a: Word, b: Word) -> Option<Word> {
    let (width, a, b) = match (a, b) {
        (Word::Bool(a), Word::Bool(b)) => {
            return match op {
                Op::And => Some(Word::Bool(a && b)),
                Op::Or => Some(Word::Bool(a || b)),
                Op::Xor => Some(Word::Bool(a != b)),
                Op::Eq => Some(Word::Bool(a == b)),
                _ => None,
            };
        }
        (
            Word::Bits { width, value: a },
            Word::Bits {
                width: other,
                value: b,
            },
        ) if width == other => (width, a, b),
        _ => return None,
    };
    let bits = |value: u64| Some(Word::bits(width, value));
    let (x, y) = (signed(width, a), signed(width, b));
    match op {
        Op::Eq => Some(Word::Bool(a == b)),
        Op::BvAnd => bits(a & b),
        Op::BvOr => bits(a | b),
        Op::BvXor => bits(a ^ b),
        Op::BvAdd => bits(a.wrapping_add(b)),
        Op::BvSub => bits(a.wrapping_sub(b)),
        Op::BvMul => bits(a.wrapping_mul(b)),
        Op::BvUdiv => bits(a.checked_div(b)?),
        Op::BvUrem => bits(a.checked_rem(b)?),
        Op::BvSdiv if b != 0 => bits(x.wrapping_div(y) as u64),
        Op::BvSrem if b != 0 => bits(x.wrapping_rem(y) as u64),
        Op::BvShl => bits(if b < width.into() { a << b } else { 0 }),
        Op::BvLshr => bits(if b < width.into() { a >> b } else { 0 }),
        Op::BvAshr => bits((x >> b.min(63)) as u64),
        Op::BvUlt => Some(Word::Bool(a < b)),
        Op::BvUle => Some(Word::Bool(a <= b)),
        Op::BvSlt => Some(Word::Bool(x < y)),
        Op::BvSle => Some(Word::Bool(x <= y)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Word, binary, unary};
    use crate::bits::Bits;
    use crate::fold;
    use crate::op::Op;
    use crate::value::Value;

    fn value(word: Word) -> Value {
        match word {
            Word::Bool(value) => Value::Bool(value),
            Word::Bits { width, value } => Value::BitVec(Bits::new(width, value.into())),
        }
    }

    /// All but what makes words of other widths and what says that something overflows.
    const BINARY: &[Op] = Op::OF_TWO_WORDS.split_at(18).0;

    fn compare(width: u32, a: u64, b: u64) -> usize {
        let (a, b) = (Word::bits(width, a), Word::bits(width, b));
        let mut done = 0;
        for &op in BINARY {
            if let Some(result) = binary(op, a, b) {
                assert_eq!(
                    value(result),
                    fold::apply(op, &[&value(a), &value(b)]),
                    "{op:?} {a:?} {b:?}"
                );
                done += 1;
            }
        }
        let (high, low) = (width - 1, width / 2);
        let wide = (width + 7).min(64);
        for op in [
            Op::BvNot,
            Op::BvNeg,
            Op::BvExtract { high, low },
            Op::BvZeroExtend { width: wide },
            Op::BvSignExtend { width: wide },
        ] {
            let result = unary(op, a).expect("folds");
            assert_eq!(value(result), fold::apply(op, &[&value(a)]), "{op:?} {a:?}");
        }
        done
    }

    #[test]
    fn words_fold_like_numbers_of_any_size() {
        for width in 1..=5 {
            for a in 0..1 << width {
                for b in 0..1 << width {
                    assert_eq!(compare(width, a, b), BINARY.len() - if b == 0 { 4 } else { 0 });
                }
            }
        }
        let special = [
            0,
            1,
            2,
            31,
            32,
            63,
            64,
            u64::MAX,
            u64::MAX / 2,
            u64::MAX / 2 + 1,
            0x8000_0000,
            0xffff_ffff,
        ];
        let mut seed = 1u64;
        for round in 0..4000 {
            let mut next = || {
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let number = seed ^ (seed >> 29);
                if number.is_multiple_of(3) {
                    special[(number >> 8) as usize % special.len()]
                } else {
                    number
                }
            };
            let (a, b) = (next(), next());
            compare([8, 16, 32, 63, 64][round % 5], a, b);
        }
    }

    #[test]
    fn booleans_fold_too() {
        for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
            for op in [Op::And, Op::Or, Op::Xor, Op::Eq] {
                let result = binary(op, Word::Bool(a), Word::Bool(b)).expect("folds");
                assert_eq!(
                    value(result),
                    fold::apply(op, &[&Value::Bool(a), &Value::Bool(b)])
                );
            }
            assert_eq!(unary(Op::Not, Word::Bool(a)), Some(Word::Bool(!a)));
        }
    }
}
