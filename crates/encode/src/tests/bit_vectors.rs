//! Bit-vector operators: all values of narrow words, random ones of wide words.

use logic::{Op, Sort};

use super::Case;

const UNARY: [Op; 3] = [Op::BvNot, Op::BvNeg, Op::BvNegOverflow];

/// Beside those of [`Op::OF_TWO_WORDS`].
const MORE: [Op; 5] = [
    Op::BvUshlOverflow,
    Op::BvSshlOverflow,
    Op::BvSdivOverflow,
    Op::BvZeroExtend { width: 9 },
    Op::BvSignExtend { width: 9 },
];

fn binary() -> impl Iterator<Item = Op> {
    Op::OF_TWO_WORDS.into_iter().chain(MORE)
}

fn case(op: Op, width: u32) -> Case {
    let sort = Sort::BitVec(width);
    Case::new(&[sort, sort], |pool, operands| {
        pool.apply(op, &operands[..op.arity()])
    })
}

#[test]
fn narrow_words_exhaustively() {
    for width in 1..=5 {
        for op in UNARY.into_iter().chain(binary()) {
            case(op, width).check_all();
        }
        for high in 0..width {
            for low in 0..=high {
                case(Op::BvExtract { high, low }, width).check_all();
            }
        }
    }
}

#[test]
fn wide_words_at_random() {
    for (width, count) in [
        (8, 400),
        (16, 250),
        (32, 128),
        (33, 128),
        (64, 64),
        (100, 64),
        (128, 64),
    ] {
        for op in UNARY.into_iter().chain(binary()) {
            if matches!(op, Op::BvZeroExtend { .. } | Op::BvSignExtend { .. }) {
                continue;
            }
            case(op, width).check_random(u64::from(width), count);
        }
    }
}

#[test]
fn very_wide_words_at_random() {
    for op in [
        Op::BvAdd,
        Op::BvMul,
        Op::BvUlt,
        Op::BvSlt,
        Op::BvShl,
        Op::BvAshr,
        Op::Eq,
    ] {
        case(op, 300).check_random(300, 64);
    }
}

#[test]
fn booleans_exhaustively() {
    for op in [Op::Not, Op::And, Op::Or, Op::Xor, Op::Eq, Op::Ite] {
        let sorts = [Sort::Bool; 3];
        Case::new(&sorts, |pool, operands| pool.apply(op, &operands[..op.arity()])).check_all();
    }
}

#[test]
fn operators_with_one_constant_operand() {
    use logic::Bits;
    for width in [3, 4] {
        for op in binary() {
            for constant in 0..1u128 << width {
                let sort = Sort::BitVec(width);
                Case::new(&[sort], |pool, operands| {
                    let constant = pool.bits(Bits::new(width, constant));
                    pool.apply(op, &[operands[0], constant][..op.arity()])
                })
                .check_all();
                if op.arity() == 2 {
                    Case::new(&[sort], |pool, operands| {
                        let constant = pool.bits(Bits::new(width, constant));
                        pool.apply(op, &[constant, operands[0]])
                    })
                    .check_all();
                }
            }
        }
    }
}
