//! Operations on numbers of at most 64 bits that are known.
//!
//! What the evaluator computes, without numbers of any size on the way: the search over rounds (`rounds`) evaluates
//! each operation some million times. The exhaustive test compares the two. A boolean is a number of one bit; above
//! the width all bits are zero.

use logic::Op;

#[inline]
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

#[inline]
pub fn signed(width: u32, value: u64) -> i64 {
    (value << (64 - width)) as i64 >> (64 - width)
}

/// Whether [`apply`] computes this.
#[inline]
pub fn computes(op: Op) -> bool {
    op.is_overflow()
        || Op::OF_TWO_WORDS.contains(&op)
        || matches!(
            op,
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Ite | Op::BvNot | Op::BvNeg
        )
        || matches!(
            op,
            Op::BvExtract { .. } | Op::BvZeroExtend { .. } | Op::BvSignExtend { .. }
        )
}

/// The result of `width` bits; `from` are the widths of the first two operands. Operands that there are not are
/// anything.
#[inline]
pub fn apply(op: Op, width: u32, from: [u32; 2], operands: [u64; 3]) -> u64 {
    apply_here(op, width, from, operands)
}

/// The same, where the operation is a constant and nothing else of this should be left.
#[inline(always)]
pub fn apply_here(op: Op, width: u32, from: [u32; 2], [a, b, c]: [u64; 3]) -> u64 {
    let (x, y) = (signed(from[0], a), signed(from[0], b));
    let (wide_x, wide_y) = (i128::from(x), i128::from(y));
    let (wide_a, wide_b) = (i128::from(a), i128::from(b));
    let bits = u64::from(from[0]);
    let fits = |number: i128| number == i128::from(signed(from[0], number as u64 & mask(from[0])));
    let fits_unsigned = |number: i128| number == i128::from(number as u64 & mask(from[0]));
    let result = match op {
        Op::Not | Op::BvNot => !a,
        Op::And | Op::BvAnd => a & b,
        Op::Or | Op::BvOr => a | b,
        Op::Xor | Op::BvXor => a ^ b,
        Op::Ite => {
            if a != 0 {
                b
            } else {
                c
            }
        }
        Op::Eq => u64::from(a == b),
        Op::BvNeg => a.wrapping_neg(),
        Op::BvAdd => a.wrapping_add(b),
        Op::BvSub => a.wrapping_sub(b),
        Op::BvMul => a.wrapping_mul(b),
        Op::BvUdiv => a.checked_div(b).unwrap_or(u64::MAX),
        Op::BvUrem => a.checked_rem(b).unwrap_or(a),
        Op::BvSdiv if b == 0 => {
            if x < 0 {
                1
            } else {
                u64::MAX
            }
        }
        Op::BvSdiv => x.wrapping_div(y) as u64,
        Op::BvSrem if b == 0 => a,
        Op::BvSrem => x.wrapping_rem(y) as u64,
        Op::BvShl if b < bits => a << b,
        Op::BvLshr if b < bits => a >> b,
        Op::BvShl | Op::BvLshr => 0,
        Op::BvAshr => (x >> b.min(63)) as u64,
        Op::BvUlt => u64::from(a < b),
        Op::BvUle => u64::from(a <= b),
        Op::BvSlt => u64::from(x < y),
        Op::BvSle => u64::from(x <= y),
        Op::BvConcat => a << from[1] | b,
        Op::BvExtract { low, .. } => a >> low,
        Op::BvZeroExtend { .. } => a,
        Op::BvSignExtend { .. } => x as u64,
        Op::BvUaddOverflow => u64::from(!fits_unsigned(wide_a + wide_b)),
        Op::BvSaddOverflow => u64::from(!fits(wide_x + wide_y)),
        Op::BvUsubOverflow => u64::from(a < b),
        Op::BvSsubOverflow => u64::from(!fits(wide_x - wide_y)),
        Op::BvUmulOverflow => u64::from(
            wide_a
                .checked_mul(wide_b)
                .is_none_or(|number| !fits_unsigned(number)),
        ),
        Op::BvSmulOverflow => u64::from(!fits(wide_x * wide_y)),
        Op::BvNegOverflow => u64::from(!fits(-wide_x)),
        Op::BvSdivOverflow => u64::from(!fits(-wide_x) && y == -1),
        Op::BvUshlOverflow => u64::from(a != 0 && (b >= bits || !fits_unsigned(wide_a << b))),
        Op::BvSshlOverflow => u64::from(a != 0 && (b >= bits || !fits(wide_x << b))),
        _ => 0,
    };
    result & mask(width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::{Assignment, Bits, Evaluator, Sort, TermPool, Value};

    /// Every operation on all numbers of three bits is what the evaluator computes; likewise on the ends of 64 bits.
    fn agrees(op: Op, sorts: &[Sort]) {
        assert!(computes(op), "{op:?}");
        let mut pool = TermPool::without_rewrites();
        let symbols: Vec<_> = sorts.iter().map(|sort| pool.declare("x", *sort)).collect();
        let operands: Vec<_> = symbols.iter().map(|symbol| pool.symbol(*symbol)).collect();
        let term = pool.apply(op, &operands);
        let width = |sort: Sort| match sort {
            Sort::BitVec(width) => width,
            _ => 1,
        };
        let widths: Vec<u32> = sorts.iter().map(|sort| width(*sort)).collect();
        let some = |width: u32| -> Vec<u64> {
            match width {
                64 => {
                    let half = 1u64 << 63;
                    vec![
                        0,
                        1,
                        2,
                        3,
                        62,
                        63,
                        64,
                        65,
                        1 << 32,
                        half - 1,
                        half,
                        half + 1,
                        u64::MAX - 1,
                        u64::MAX,
                    ]
                }
                _ => (0..1 << width).collect(),
            }
        };
        let all: Vec<Vec<u64>> = (0..3)
            .map(|at| widths.get(at).map_or(vec![0], |width| some(*width)))
            .collect();
        for &a in &all[0] {
            for &b in &all[1] {
                for &c in &all[2] {
                    let given = [a, b, c];
                    let assignment: Assignment = symbols
                        .iter()
                        .zip(sorts)
                        .zip(given)
                        .map(|((symbol, sort), number)| {
                            let value = match sort {
                                Sort::BitVec(width) => Value::BitVec(Bits::new(*width, number.into())),
                                _ => Value::Bool(number != 0),
                            };
                            (*symbol, value)
                        })
                        .collect();
                    let expected = match Evaluator::new(&pool, &assignment).eval(term) {
                        Ok(Value::Bool(value)) => u64::from(value),
                        Ok(Value::BitVec(bits)) => bits.to_u64().expect("narrow"),
                        other => panic!("{other:?}"),
                    };
                    let from = [widths[0], *widths.get(1).unwrap_or(&1)];
                    let result = apply(op, width(pool.sort(term)), from, given);
                    assert_eq!(result, expected, "{op:?} of {given:?}, {sorts:?}");
                }
            }
        }
    }

    #[test]
    fn words_are_what_the_evaluator_computes() {
        for wide in [3, 64] {
            let number = Sort::BitVec(wide);
            let more = [Op::BvSdivOverflow, Op::BvUshlOverflow, Op::BvSshlOverflow];
            // What two wide words make together is too wide.
            let binary = Op::OF_TWO_WORDS.into_iter().filter(|op| *op != Op::BvConcat);
            for op in binary.chain(more) {
                agrees(op, &[number, number]);
            }
            for op in [
                Op::BvNot,
                Op::BvNeg,
                Op::BvNegOverflow,
                Op::BvExtract { high: 1, low: 1 },
            ] {
                agrees(op, &[number]);
            }
            agrees(Op::Ite, &[Sort::Bool, number, number]);
        }
        let number = Sort::BitVec(3);
        agrees(Op::BvConcat, &[number, Sort::BitVec(2)]);
        agrees(Op::BvExtract { high: 2, low: 0 }, &[number]);
        agrees(Op::BvZeroExtend { width: 5 }, &[number]);
        agrees(Op::BvSignExtend { width: 5 }, &[number]);
        agrees(Op::Not, &[Sort::Bool]);
        for op in [Op::And, Op::Or, Op::Xor, Op::Eq] {
            agrees(op, &[Sort::Bool, Sort::Bool]);
        }
    }
}
