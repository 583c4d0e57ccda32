//! Which values a bit-vector term can have, from its structure.
//!
//! A dereference with a symbolic offset is a choice between elements. The range and the stride of the term
//! say which, so that `a[x & 3].f` considers four fields and no byte between them. A counter that is at most 12 has four
//! bits, however wide its type is.

use crate::hash::TermMap;
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::value::Value;

/// All values lie in `min + step * n`, up to `max`, read as signed numbers; a single value has step 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    pub min: i128,
    pub max: i128,
    pub step: u128,
}

impl Range {
    fn full(width: u32) -> Range {
        let half = 1i128 << (width.min(120) - 1);
        Range {
            min: -half,
            max: half - 1,
            step: 1,
        }
    }

    fn single(value: i128) -> Range {
        Range {
            min: value,
            max: value,
            step: 0,
        }
    }

    /// With a largest number that is one of the values. What is computed from the end of a range, such as a
    /// difference, is on the step only then.
    fn tight(self) -> Range {
        match i128::try_from(self.step) {
            Ok(step) if step > 1 => Range {
                max: self.max - (self.max - self.min).rem_euclid(step),
                ..self
            },
            _ => self,
        }
    }

    /// Back into `width` bits: if it does not fit, only what survives wrapping is kept.
    fn fit(self, width: u32) -> Range {
        let full = Range::full(width);
        if self.min >= full.min && self.max <= full.max {
            return self;
        }
        let twos = |number: u128| {
            if number == 0 {
                1u128 << 60
            } else {
                number & number.wrapping_neg()
            }
        };
        let step = twos(self.step)
            .min(1 << width.min(60))
            .min(1u128 << (width - 1).min(60));
        // The residue survives, the ends do not.
        let residue = self.min.rem_euclid(step as i128);
        let start = full.min - full.min.rem_euclid(step as i128) + residue;
        Range {
            min: if start < full.min {
                start + step as i128
            } else {
                start
            },
            max: full.max,
            step,
        }
    }

    fn union(self, other: Range) -> Range {
        let distance = self.min.abs_diff(other.min);
        Range {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
            step: gcd(gcd(self.step, other.step), distance),
        }
    }

    /// The same numbers read as unsigned ones of a width.
    #[must_use]
    pub fn unsigned(self, width: u32) -> Range {
        unsigned(self, width)
    }

    /// How many low bits hold the value: those above are zero if nothing is negative, and copies of the last of
    /// them otherwise.
    #[must_use]
    pub fn significant_bits(self) -> u32 {
        if self.min >= 0 {
            bits_of(self.max)
        } else {
            bits_of(self.max.max(!self.min)) + 1
        }
    }

    /// The values from `low` to `high`.
    pub fn between(self, low: i128, high: i128) -> Box<dyn Iterator<Item = u64>> {
        if self.step == 0 {
            let inside = self.min >= low && self.min <= high;
            return Box::new(inside.then_some(self.min as u64).into_iter());
        }
        let step = self.step as i128;
        let first = if self.min >= low {
            self.min
        } else {
            low + (self.min - low).rem_euclid(step)
        };
        let last = self.max.min(high);
        let mut next = first;
        Box::new(std::iter::from_fn(move || {
            let value = next;
            next += step;
            (value <= last).then_some(value as u64)
        }))
    }

    /// How many values lie from `low` to `high`, at most.
    pub fn count(self, low: i128, high: i128) -> u128 {
        let (first, last) = (self.min.max(low), self.max.min(high));
        if first > last {
            0
        } else {
            (last.abs_diff(first))
                .checked_div(self.step)
                .map_or(1, |count| count + 1)
        }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

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
    let operands = pool.operands(term);
    let of = |index: usize| known.get(&operands[index]).copied().ok_or(operands[index]);
    let constant = |index: usize| {
        let bits = pool.constant(operands[index])?.as_bits()?;
        bits.to_i128()
    };
    let range = match pool.op(term) {
        Op::Ite => of(1)?.union(of(2)?),
        Op::BvAdd => {
            let (a, b) = (of(0)?, of(1)?);
            Range {
                min: a.min + b.min,
                max: a.max + b.max,
                step: gcd(a.step, b.step),
            }
            .fit(width)
        }
        Op::BvSub => {
            let (a, b) = (of(0)?, of(1)?);
            Range {
                min: a.min - b.max,
                max: a.max - b.min,
                step: gcd(a.step, b.step),
            }
            .fit(width)
        }
        Op::BvNeg => {
            let a = of(0)?;
            Range {
                min: -a.max,
                max: -a.min,
                step: a.step,
            }
            .fit(width)
        }
        Op::BvMul => {
            let (factor, a) = match (constant(0), constant(1)) {
                (Some(factor), _) => (factor, of(1)?),
                (_, Some(factor)) => (factor, of(0)?),
                _ => return Ok(product(of(0)?, of(1)?).fit(width)),
            };
            match scaled(a, factor) {
                Some(range) => range.fit(width),
                None => full,
            }
        }
        Op::BvShl => match constant(1) {
            Some(by) if (0..width.into()).contains(&by) => {
                scaled(of(0)?, 1 << by).map_or(full, |range| range.fit(width))
            }
            _ => full,
        },
        Op::BvConcat => {
            let low_width = bit_width(pool, operands[1]);
            let low = unsigned(of(1)?, low_width);
            match scaled(of(0)?, 1 << low_width) {
                Some(high) => Range {
                    min: high.min + low.min,
                    max: high.max + low.max,
                    step: gcd(high.step, low.step),
                },
                None => full,
            }
        }
        Op::BvZeroExtend { width: to } => {
            let from = bit_width(pool, operands[0]);
            if to == from {
                of(0)?
            } else {
                unsigned(of(0)?, from)
            }
        }
        Op::BvSignExtend { .. } => of(0)?,
        // Of wide numbers nothing is known, not even that they fit the numbers here.
        Op::BvExtract { .. } if bit_width(pool, operands[0]) > 64 => full,
        Op::BvExtract { high, low } => {
            let a = of(0)?;
            let step = if low == 0 { a.step } else { 1 };
            Range {
                min: a.min >> low,
                max: a.max >> low,
                step,
            }
            .fit(high - low + 1)
        }
        Op::BvAnd => {
            let (a, b) = (of(0)?, of(1)?);
            let limit = |range: Range| if range.min >= 0 { range.max } else { i128::MAX };
            match limit(a).min(limit(b)) {
                i128::MAX => full,
                max => {
                    let mask = constant(0).or(constant(1)).unwrap_or(1);
                    Range {
                        min: 0,
                        max,
                        step: (mask & mask.wrapping_neg()).max(1) as u128,
                    }
                }
            }
        }
        Op::BvOr | Op::BvXor => {
            let (a, b) = (of(0)?, of(1)?);
            let bits = bits_of(a.max.max(!a.min)).max(bits_of(b.max.max(!b.min)));
            let negative = a.min < 0 || b.min < 0;
            Range {
                min: if negative { -(1i128 << bits) } else { 0 },
                max: (1i128 << bits) - 1,
                step: 1,
            }
        }
        Op::BvNot => {
            let a = of(0)?;
            Range {
                min: !a.max,
                max: !a.min,
                step: a.step,
            }
        }
        Op::BvLshr => Range {
            min: 0,
            max: unsigned(of(0)?, width).max,
            step: 1,
        }
        .fit(width),
        Op::BvAshr => {
            let a = of(0)?;
            Range {
                min: a.min.min(0),
                max: a.max.max(-1),
                step: 1,
            }
        }
        // A quotient by zero has all bits set.
        Op::BvUdiv => {
            let (a, b) = (unsigned(of(0)?, width), unsigned(of(1)?, width));
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
            let (a, b) = (unsigned(of(0)?, width), unsigned(of(1)?, width));
            let max = if b.min > 0 { a.max.min(b.max - 1) } else { a.max };
            Range { min: 0, max, step: 1 }.fit(width)
        }
        Op::BvSdiv => match constant(1) {
            Some(by) if by > 0 => {
                let a = of(0)?;
                Range {
                    min: a.min / by,
                    max: a.max / by,
                    step: 1,
                }
            }
            _ => full,
        },
        Op::BvSrem => match constant(1) {
            Some(by) if by > 0 => {
                let a = of(0)?;
                Range {
                    min: a.min.clamp(1 - by, 0),
                    max: a.max.clamp(0, by - 1),
                    step: 1,
                }
            }
            _ => full,
        },
        _ => full,
    };
    Ok(range.tight())
}

/// How many bits a number takes that is not negative.
fn bits_of(number: i128) -> u32 {
    128 - number.leading_zeros()
}

/// A range of signed numbers read as unsigned ones of a width.
fn unsigned(range: Range, width: u32) -> Range {
    if range.min >= 0 {
        return range;
    }
    let modulus = 1i128 << width;
    if range.max < 0 {
        return Range {
            min: range.min + modulus,
            max: range.max + modulus,
            step: range.step,
        };
    }
    let step = gcd(range.step, modulus as u128).max(1);
    let residue = range.min.rem_euclid(step as i128);
    Range {
        min: residue,
        max: modulus - 1,
        step,
    }
}

/// Of numbers of 64 bits at most.
fn product(a: Range, b: Range) -> Range {
    let ends = [a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max];
    Range {
        min: ends.into_iter().min().unwrap_or(0),
        max: ends.into_iter().max().unwrap_or(0),
        step: 1,
    }
}

fn scaled(range: Range, factor: i128) -> Option<Range> {
    let (a, b) = (range.min.checked_mul(factor)?, range.max.checked_mul(factor)?);
    Some(Range {
        min: a.min(b),
        max: a.max(b),
        step: range.step.checked_mul(factor.unsigned_abs())?,
    })
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
                let pick = |numbers: &mut Numbers| terms[numbers.next(terms.len() as u64) as usize];
                let a = pick(&mut numbers);
                let width = bit_width(&pool, a);
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
                    .filter(|&t| bit_width(&pool, t) == width)
                    .collect();
                let b = same[numbers.next(same.len() as u64) as usize];
                let other = if numbers.next(2) == 0 { constant } else { b };
                let term = match numbers.next(26) {
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
                        let low = pick(&mut numbers);
                        if width + bit_width(&pool, low) > 64 {
                            continue;
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
                    let range = ranges.of(&pool, term);
                    let inside = (range.min..=range.max).contains(&value);
                    let on_step = match range.step {
                        0 => value == range.min,
                        step => value.abs_diff(range.min).is_multiple_of(step),
                    };
                    assert!(inside && on_step, "{value} in {range:?}: {}", pool.display(term));
                    let width = bit_width(&pool, term);
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
            }
        }
    }
}
