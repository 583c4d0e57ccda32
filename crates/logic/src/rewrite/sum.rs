//! Sums on both sides of an equality.
//!
//! A sum of products taken in two orders is the same number, which a solver finds out only by comparing adders
//! bit by bit. Here both sides are taken apart into summands, and what both have is left out.

use std::collections::BTreeMap;

use crate::bits::Bits;
use crate::op::Op;
use crate::pool::{TermId, TermPool};

/// A sum taken apart: how often each summand counts, and the constant.
struct Sum {
    summands: BTreeMap<TermId, i64>,
    constant: Bits,
    /// How many were met.
    count: usize,
}

impl Sum {
    /// Adds what a term consists of, `times` being one or minus one; false if that is too much.
    fn add(&mut self, pool: &TermPool, term: TermId, times: i64) -> bool {
        let mut pending = vec![(term, times)];
        while let Some((term, times)) = pending.pop() {
            let operands = pool.operands(term);
            match pool.op(term) {
                Op::BvAdd => pending.extend([(operands[0], times), (operands[1], times)]),
                Op::BvSub => pending.extend([(operands[0], times), (operands[1], -times)]),
                Op::BvNeg => pending.push((operands[0], -times)),
                _ => match pool.bits_constant(term) {
                    Some(constant) if times > 0 => self.constant = self.constant.add(constant),
                    Some(constant) => self.constant = self.constant.sub(constant),
                    None => {
                        *self.summands.entry(term).or_default() += times;
                        self.count += 1;
                    }
                },
            }
            if self.count + pending.len() > budgets::logic::MAX_SUMMANDS.count() {
                return false;
            }
        }
        true
    }
}

/// `a + b + k1 = b + c + k2 → a = c + (k2 - k1)`: summands of both sides are left out, where that leaves at most half
/// of them
pub(super) fn eq_sums(pool: &mut TermPool, _: Op, operands: &[TermId]) -> Option<TermId> {
    let is_sum = |term: TermId| matches!(pool.op(term), Op::BvAdd | Op::BvSub | Op::BvNeg);
    if !is_sum(operands[0]) && !is_sum(operands[1]) {
        return None;
    }
    let width = pool.width(operands[0]);
    let mut sum = Sum {
        summands: BTreeMap::new(),
        constant: Bits::new(width, 0),
        count: 0,
    };
    if !sum.add(pool, operands[0], 1) || !sum.add(pool, operands[1], -1) {
        return None;
    }
    sum.summands.retain(|_, times| *times != 0);
    let left: i64 = sum.summands.values().map(|times| times.abs()).sum();
    // Fewer summands, so that the result is not taken apart again.
    if left as usize * 2 > sum.count {
        return None;
    }
    let mut sides = [None, None];
    for (&term, &times) in &sum.summands {
        let factor = pool.bits(Bits::from_i128(width, times.unsigned_abs().into()));
        let part = pool.bv_mul(term, factor);
        let side = &mut sides[usize::from(times < 0)];
        *side = Some(match *side {
            None => part,
            Some(before) => pool.bv_add(before, part),
        });
    }
    let constant = pool.bits(sum.constant.neg());
    let [positive, negative] = sides;
    let right = match negative {
        None => constant,
        Some(sum) => pool.bv_add(sum, constant),
    };
    let left = positive.unwrap_or_else(|| pool.bv(width, 0));
    Some(pool.eq(left, right))
}
