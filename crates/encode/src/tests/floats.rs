//! Float operators: all values of tiny formats under all rounding modes, random ones of real formats.

use logic::{FloatFormat, Op, RoundingMode, Sort};

use super::Case;

const MODE: Sort = Sort::BitVec(RoundingMode::WIDTH);

/// Tiny formats of different proportions.
const TINY: [FloatFormat; 5] = [
    FloatFormat::new(2, 2),
    FloatFormat::new(2, 4),
    FloatFormat::new(3, 3),
    FloatFormat::new(4, 2),
    FloatFormat::new(3, 5),
];

const REAL: [FloatFormat; 4] = [
    FloatFormat::HALF,
    FloatFormat::SINGLE,
    FloatFormat::DOUBLE,
    FloatFormat::X87_EXTENDED,
];

fn unary(op: Op, format: FloatFormat) -> Case {
    Case::new(&[Sort::Float(format)], |pool, operands| pool.apply(op, operands))
}

fn binary(op: Op, format: FloatFormat) -> Case {
    Case::new(&[Sort::Float(format), Sort::Float(format)], |pool, operands| {
        pool.apply(op, operands)
    })
}

fn rounded_unary(op: Op, sort: Sort) -> Case {
    Case::new(&[MODE, sort], |pool, operands| pool.apply(op, operands))
}

fn rounded_binary(op: Op, format: FloatFormat) -> Case {
    let sort = Sort::Float(format);
    Case::new(&[MODE, sort, sort], |pool, operands| pool.apply(op, operands))
}

fn fma(format: FloatFormat) -> Case {
    let sort = Sort::Float(format);
    Case::new(&[MODE, sort, sort, sort], |pool, operands| {
        pool.apply(Op::FpFma, operands)
    })
}

const UNARY: [Op; 9] = [
    Op::FpNeg,
    Op::FpAbs,
    Op::FpIsNan,
    Op::FpIsInfinite,
    Op::FpIsZero,
    Op::FpIsNormal,
    Op::FpIsSubnormal,
    Op::FpIsNegative,
    Op::FpToBits,
];

const BINARY: [Op; 8] = [
    Op::FpMin,
    Op::FpMax,
    Op::FpEq,
    Op::FpLt,
    Op::FpLe,
    Op::FpRem,
    Op::FpFmod,
    Op::Eq,
];

const ROUNDED: [Op; 4] = [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv];

#[test]
fn tiny_formats_exhaustively() {
    for format in TINY {
        for op in UNARY {
            unary(op, format).check_all();
        }
        for op in BINARY {
            binary(op, format).check_all();
        }
        for op in [Op::FpSqrt, Op::FpRoundToIntegral] {
            rounded_unary(op, Sort::Float(format)).check_all();
        }
        let bits = Sort::BitVec(format.width());
        Case::new(&[bits], |pool, operands| pool.fp_from_bits(operands[0], format)).check_all();
    }
}

#[test]
fn tiny_sums_products_and_quotients_exhaustively() {
    for format in TINY {
        for op in ROUNDED {
            rounded_binary(op, format).check_all();
        }
    }
}

#[test]
fn tiny_fused_operations_exhaustively() {
    fma(FloatFormat::new(2, 2)).check_all();
    fma(FloatFormat::new(3, 2)).check_all();
    fma(FloatFormat::new(2, 3)).check_all();
    for format in TINY {
        fma(format).check_random(5, 20_000);
    }
}

#[test]
fn tiny_conversions_exhaustively() {
    for from in TINY {
        for to in TINY {
            rounded_unary(Op::FpConvert { format: to }, Sort::Float(from)).check_all();
        }
        for width in 1..=9 {
            for op in [
                Op::FpFromSigned { format: from },
                Op::FpFromUnsigned { format: from },
            ] {
                rounded_unary(op, Sort::BitVec(width)).check_all();
            }
        }
        for width in 1..=6 {
            for op in [Op::FpToSigned, Op::FpToUnsigned] {
                Case::new(&[MODE, Sort::Float(from)], |pool, operands| {
                    let otherwise = pool.bv(width, 0b10_1101);
                    pool.apply(op, &[operands[0], operands[1], otherwise])
                })
                .check_all();
            }
        }
    }
}

#[test]
fn real_formats_at_random() {
    for format in REAL {
        for op in UNARY {
            unary(op, format).check_random(1, 256);
        }
        for op in [Op::FpMin, Op::FpMax, Op::FpEq, Op::FpLt, Op::FpLe, Op::Eq] {
            binary(op, format).check_random(2, 640);
        }
        for op in ROUNDED {
            rounded_binary(op, format).check_random(3, 1280);
        }
        for op in [Op::FpSqrt, Op::FpRoundToIntegral] {
            rounded_unary(op, Sort::Float(format)).check_random(4, 640);
        }
        fma(format).check_random(5, 1280);
    }
    fma(FloatFormat::QUAD).check_random(6, 128);
    rounded_binary(Op::FpDiv, FloatFormat::QUAD).check_random(6, 128);
}

#[test]
fn real_conversions_at_random() {
    for from in REAL {
        for to in REAL {
            rounded_unary(Op::FpConvert { format: to }, Sort::Float(from)).check_random(7, 640);
        }
        for width in [8, 32, 64, 128] {
            for op in [
                Op::FpFromSigned { format: from },
                Op::FpFromUnsigned { format: from },
            ] {
                rounded_unary(op, Sort::BitVec(width)).check_random(8, 320);
            }
            for op in [Op::FpToSigned, Op::FpToUnsigned] {
                let sorts = [MODE, Sort::Float(from), Sort::BitVec(width)];
                Case::new(&sorts, |pool, operands| pool.apply(op, operands)).check_random(9, 320);
            }
        }
    }
}

#[test]
fn remainders_at_random() {
    for op in [Op::FpRem, Op::FpFmod] {
        binary(op, FloatFormat::HALF).check_random(10, 1280);
        binary(op, FloatFormat::SINGLE).check_random(11, 640);
        binary(op, FloatFormat::DOUBLE).check_random(12, 64);
        binary(op, FloatFormat::X87_EXTENDED).check_random(13, 64);
        // Small enough to try all values, yet reduced by squaring.
        binary(op, FloatFormat::new(7, 2)).check_all();
    }
}
