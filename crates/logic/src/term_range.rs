//! Which values a bit-vector term can have, from its structure.
//!
//! A dereference with a symbolic offset is a choice between elements. The range and the stride of the term
//! say which, so that `a[x & 3].f` considers four fields and no byte between them. A counter that is at most 12 has
//! four bits, however wide its type is.

use crate::hash::TermMap;
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::range::{Range, bits_of, gcd, product, scaled, unsigned};
use crate::value::Value;

/// Ranges are remembered: shared parts of a term would be looked at again and again otherwise.
#[derive(Debug, Default)]
pub struct Ranges {
    known: TermMap<Range>,
}

impl Ranges {
    /// The range of a bit-vector term.
    pub fn of(&mut self, pool: &TermPool, term: TermId) -> Range {
        let known = &mut self.known;
        // Constants are their own range, and too many to remember.
        if pool.constant(term).is_some()
            && let Ok(range) = range_of(pool, term, known)
        {
            return range;
        }
        // Terms are as deep as loops are long.
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            if known.contains_key(&next) {
                pending.pop();
                continue;
            }
            match range_of(pool, next, known) {
                Ok(range) => {
                    known.insert(next, range);
                    pending.pop();
                }
                Err(operand) => pending.push(operand),
            }
        }
        known
            .get(&term)
            .copied()
            .unwrap_or_else(|| Range::full(bit_width(pool, term)))
    }
}

fn bit_width(pool: &TermPool, term: TermId) -> u32 {
    pool.sort(term).bit_width().unwrap_or(1)
}

/// The range of a term from those of its operands; otherwise the operand whose range must be known first.
fn range_of(pool: &TermPool, term: TermId, known: &TermMap<Range>) -> Result<Range, TermId> {
    let width = bit_width(pool, term);
    let full = Range::full(width);
    if let Some(bits) = pool.constant(term).and_then(Value::as_bits) {
        let value = if width <= 120 { bits.to_i128() } else { None };
        return Ok(value.map_or(full, Range::single));
    }
    if width > 64 {
        return Ok(full);
    }
    let op = pool.op(term);
    let operation = Operation {
        pool,
        known,
        op,
        operands: pool.operands(term),
        width,
    };
    let range = match op {
        Op::Ite => operation.of(1)?.union(operation.of(2)?),
        Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvMul | Op::BvShl | Op::BvConcat => operation.linear()?,
        Op::BvZeroExtend { .. } | Op::BvSignExtend { .. } | Op::BvExtract { .. } => operation.resized()?,
        Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvNot | Op::BvLshr | Op::BvAshr => operation.bitwise()?,
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => operation.divided()?,
        _ => full,
    };
    Ok(range.tight())
}

/// An operation on bit-vectors of 64 bits at most.
struct Operation<'o> {
    pool: &'o TermPool,
    known: &'o TermMap<Range>,
    op: Op,
    operands: &'o [TermId],
    width: u32,
}

impl Operation<'_> {
    fn of(&self, index: usize) -> Result<Range, TermId> {
        let operand = self.operands[index];
        self.known.get(&operand).copied().ok_or(operand)
    }

    fn constant(&self, index: usize) -> Option<i128> {
        let bits = self.pool.constant(self.operands[index])?.as_bits()?;
        bits.to_i128()
    }

    /// Sums, multiples and bits put together.
    fn linear(&self) -> Result<Range, TermId> {
        let width = self.width;
        let full = Range::full(self.width);
        Ok(match self.op {
            Op::BvAdd => {
                let (a, b) = (self.of(0)?, self.of(1)?);
                Range {
                    min: a.min + b.min,
                    max: a.max + b.max,
                    step: gcd(a.step, b.step),
                }
                .fit(width)
            }
            Op::BvSub => {
                let (a, b) = (self.of(0)?, self.of(1)?);
                Range {
                    min: a.min - b.max,
                    max: a.max - b.min,
                    step: gcd(a.step, b.step),
                }
                .fit(width)
            }
            Op::BvNeg => {
                let a = self.of(0)?;
                Range {
                    min: -a.max,
                    max: -a.min,
                    step: a.step,
                }
                .fit(width)
            }
            Op::BvMul => {
                let (factor, a) = match (self.constant(0), self.constant(1)) {
                    (Some(factor), _) => (factor, self.of(1)?),
                    (_, Some(factor)) => (factor, self.of(0)?),
                    _ => return Ok(product(self.of(0)?, self.of(1)?).fit(width)),
                };
                match scaled(a, factor) {
                    Some(range) => range.fit(width),
                    None => full,
                }
            }
            Op::BvShl => match self.constant(1) {
                Some(by) if (0..width.into()).contains(&by) => {
                    scaled(self.of(0)?, 1 << by).map_or(full, |range| range.fit(width))
                }
                _ => full,
            },
            Op::BvConcat => {
                let low_width = bit_width(self.pool, self.operands[1]);
                let low = unsigned(self.of(1)?, low_width);
                match scaled(self.of(0)?, 1 << low_width) {
                    Some(high) => Range {
                        min: high.min + low.min,
                        max: high.max + low.max,
                        step: gcd(high.step, low.step),
                    },
                    None => full,
                }
            }
            _ => full,
        })
    }

    /// Extensions and parts.
    fn resized(&self) -> Result<Range, TermId> {
        let full = Range::full(self.width);
        Ok(match self.op {
            Op::BvZeroExtend { width: to } => {
                let from = bit_width(self.pool, self.operands[0]);
                if to == from {
                    self.of(0)?
                } else {
                    unsigned(self.of(0)?, from)
                }
            }
            Op::BvSignExtend { .. } => self.of(0)?,
            // Of wide numbers nothing is known, not even that they fit the numbers here.
            Op::BvExtract { .. } if bit_width(self.pool, self.operands[0]) > 64 => full,
            Op::BvExtract { high, low } => {
                let a = self.of(0)?;
                let step = if low == 0 { a.step } else { 1 };
                Range {
                    min: a.min >> low,
                    max: a.max >> low,
                    step,
                }
                .fit(high - low + 1)
            }
            _ => full,
        })
    }

    /// Single bits and shifts to the right.
    fn bitwise(&self) -> Result<Range, TermId> {
        let width = self.width;
        let full = Range::full(self.width);
        Ok(match self.op {
            Op::BvAnd => {
                let (a, b) = (self.of(0)?, self.of(1)?);
                let limit = |range: Range| if range.min >= 0 { range.max } else { i128::MAX };
                let mask = self.constant(0).or(self.constant(1)).unwrap_or(1);
                let step = (mask & mask.wrapping_neg()).max(1) as u128;
                match limit(a).min(limit(b)) {
                    i128::MAX if width <= 64 => Range { step, ..full }.tight(),
                    i128::MAX => full,
                    max => Range { min: 0, max, step },
                }
            }
            Op::BvOr | Op::BvXor => {
                let (a, b) = (self.of(0)?, self.of(1)?);
                let bits = bits_of(a.max.max(!a.min)).max(bits_of(b.max.max(!b.min)));
                let negative = a.min < 0 || b.min < 0;
                Range {
                    min: if negative { -(1i128 << bits) } else { 0 },
                    max: (1i128 << bits) - 1,
                    step: 1,
                }
            }
            Op::BvNot => {
                let a = self.of(0)?;
                Range {
                    min: !a.max,
                    max: !a.min,
                    step: a.step,
                }
            }
            Op::BvLshr => Range {
                min: 0,
                max: unsigned(self.of(0)?, width).max,
                step: 1,
            }
            .fit(width),
            Op::BvAshr => {
                let a = self.of(0)?;
                Range {
                    min: a.min.min(0),
                    max: a.max.max(-1),
                    step: 1,
                }
            }
            _ => full,
        })
    }

    /// Quotients and remainders.
    fn divided(&self) -> Result<Range, TermId> {
        let width = self.width;
        let full = Range::full(self.width);
        Ok(match self.op {
            // A quotient by zero has all bits set.
            Op::BvUdiv => {
                let (a, b) = (unsigned(self.of(0)?, width), unsigned(self.of(1)?, width));
                match b.min {
                    0 => full,
                    least => Range {
                        min: a.min / b.max,
                        max: a.max / least,
                        step: 1,
                    }
                    .fit(width),
                }
            }
            // A remainder by zero is the dividend.
            Op::BvUrem => {
                let (a, b) = (unsigned(self.of(0)?, width), unsigned(self.of(1)?, width));
                let max = if b.min > 0 { a.max.min(b.max - 1) } else { a.max };
                Range { min: 0, max, step: 1 }.fit(width)
            }
            Op::BvSdiv => match self.constant(1) {
                Some(by) if by > 0 => {
                    let a = self.of(0)?;
                    Range {
                        min: a.min / by,
                        max: a.max / by,
                        step: 1,
                    }
                }
                _ => full,
            },
            Op::BvSrem => match self.constant(1) {
                Some(by) if by > 0 => {
                    let a = self.of(0)?;
                    Range {
                        min: a.min.clamp(1 - by, 0),
                        max: a.max.clamp(0, by - 1),
                        step: 1,
                    }
                }
                _ => full,
            },
            _ => full,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Assignment, Bits, Evaluator, Sort, Value};

    /// A small generator; the numbers only have to be many and always the same.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self, below: u64) -> u64 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % below
        }
    }

    /// A random operation on some of these terms; nothing if it would be too wide.
    fn random_term(pool: &mut TermPool, terms: &[TermId], numbers: &mut Numbers) -> Option<TermId> {
        let pick = |numbers: &mut Numbers| terms[numbers.next(terms.len() as u64) as usize];
        let a = pick(numbers);
        let width = bit_width(pool, a);
        let wider = width + numbers.next(9) as u32;
        let constant = match numbers.next(3) {
            0 => u128::from(numbers.next(8)),
            1 => (1u128 << numbers.next(u64::from(width))).wrapping_sub(numbers.next(2).into()),
            _ => u128::from(numbers.next(1 << 31)).wrapping_neg(),
        };
        let constant = pool.bits(Bits::from_i128(width, constant as i128));
        let same: Vec<TermId> = terms
            .iter()
            .copied()
            .filter(|&t| bit_width(pool, t) == width)
            .collect();
        let b = same[numbers.next(same.len() as u64) as usize];
        let other = if numbers.next(2) == 0 { constant } else { b };
        Some(match numbers.next(26) {
            0 | 1 => pool.bv_add(a, other),
            2 => pool.bv_sub(a, other),
            3 => pool.bv_neg(a),
            4 => pool.bv_mul(a, constant),
            5 => pool.bv_and(a, constant),
            6 => pool.bv_urem(a, constant),
            7 => pool.bv_srem(a, constant),
            8 if wider <= 64 => pool.bv_zero_extend(a, wider),
            9 if wider <= 64 => pool.bv_sign_extend(a, wider),
            10 => {
                let high = numbers.next(width.into()) as u32;
                pool.bv_extract(a, high, 0)
            }
            11 => {
                let low = pick(numbers);
                if width + bit_width(pool, low) > 64 {
                    return None;
                }
                pool.bv_concat(a, low)
            }
            12 => {
                let by = pool.bv(width, numbers.next(u64::from(width)).into());
                pool.bv_shl(a, by)
            }
            13 => pool.bv_mul(a, other),
            14 => pool.bv_and(a, other),
            15 => pool.bv_or(a, other),
            16 => pool.bv_xor(a, other),
            17 => pool.bv_not(a),
            18 => pool.bv_lshr(a, other),
            19 => pool.bv_ashr(a, other),
            20 => pool.bv_udiv(a, other),
            21 => pool.bv_urem(a, other),
            22 => pool.bv_sdiv(a, other),
            23 => pool.bv_srem(a, other),
            24 => {
                let (x, y) = (numbers.next(width.into()), numbers.next(width.into()));
                pool.bv_extract(a, x.max(y) as u32, x.min(y) as u32)
            }
            _ => {
                let cond = pool.bv_ult(a, other);
                pool.ite(cond, a, other)
            }
        })
    }

    fn lies_in(pool: &TermPool, term: TermId, value: i128, range: Range) {
        let inside = (range.min..=range.max).contains(&value);
        let on_step = match range.step {
            0 => value == range.min,
            step => value.abs_diff(range.min).is_multiple_of(step),
        };
        assert!(inside && on_step, "{value} in {range:?}: {}", pool.display(term));
        let width = bit_width(pool, term);
        let bits = range.significant_bits().max(1);
        let upper = if range.min >= 0 {
            value >> range.significant_bits()
        } else {
            value >> (bits - 1)
        };
        assert!(
            upper == 0 || range.min < 0 && upper == -1,
            "{value} in {bits} bits"
        );
        let positive = range.unsigned(width);
        let value = if value < 0 {
            value + (1i128 << width)
        } else {
            value
        };
        assert!(
            (positive.min..=positive.max).contains(&value),
            "{value} in {positive:?}"
        );
    }

    /// Claims are decided by ranges, so a value outside its range would be a wrong verdict.
    #[test]
    fn every_value_lies_in_its_range() {
        let mut numbers = Numbers(1);
        for _ in 0..400 {
            let mut pool = TermPool::new();
            let mut symbols = Vec::new();
            let mut terms: Vec<TermId> = Vec::new();
            for (index, width) in [3, 8, 8, 16, 32, 64].into_iter().enumerate() {
                let (symbol, term) = pool.fresh(format!("x{index}"), Sort::BitVec(width));
                symbols.push((symbol, width));
                terms.push(term);
            }
            for _ in 0..40 {
                let Some(term) = random_term(&mut pool, &terms, &mut numbers) else {
                    continue;
                };
                terms.push(term);
            }
            let mut ranges = Ranges::default();
            for _ in 0..30 {
                let mut assignment = Assignment::new();
                for &(symbol, width) in &symbols {
                    let value = match numbers.next(4) {
                        0 => 0,
                        1 => -1,
                        2 => 1i128 << (width - 1),
                        _ => i128::from(numbers.next(1 << 31)) << numbers.next(33),
                    };
                    assignment.insert(symbol, Value::BitVec(Bits::from_i128(width, value)));
                }
                let mut evaluator = Evaluator::with_defaults(&pool, &assignment);
                for &term in &terms {
                    let Ok(Value::BitVec(bits)) = evaluator.eval(term) else {
                        panic!("a bit-vector has a value");
                    };
                    let value = bits.to_i128().expect("at most 64 bits");
                    lies_in(&pool, term, value, ranges.of(&pool, term));
                }
            }
        }
    }
}
