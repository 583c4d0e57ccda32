//! What a term can be while its symbols lie in ranges: interval arithmetic on bit-vectors.
//!
//! A bit-vector is read both as an unsigned and as a signed number, and has a range in each reading; each operation
//! computes in the reading that suits it, and both are brought together (a product of two interval domains; Moore,
//! *Interval Analysis*, 1966). The common leading bits of the ends of a range are known bits, which is what bitwise
//! operations use. A boolean is a number of one bit. Everything is an over-approximation: a value that is possible lies
//! in the range, and the converse need not hold. An exhaustive test over small widths compares it with the evaluator.

use logic::Op;

use crate::word;

/// Bit-vectors up to this width have a range; wider ones are anything.
pub const MAX_WIDTH_BITS: u32 = 64;

/// The values that a bit-vector or boolean can have, in both readings, ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    pub low: i128,
    pub high: i128,
    pub least: i128,
    pub most: i128,
}

/// Half as many as there are numbers of a width.
fn half(width: u32) -> i128 {
    i128::from(1u64 << (width - 1))
}

/// Three truth values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    No,
    Yes,
    Maybe,
}

impl From<Truth> for Range {
    fn from(truth: Truth) -> Range {
        // Comparisons make so many that it counts.
        let [low, high] = match truth {
            Truth::No => [0, 0],
            Truth::Yes => [1, 1],
            Truth::Maybe => [0, 1],
        };
        Range::truths(low, high)
    }
}

impl Range {
    /// Booleans, as [`Range::unsigned`] would make them.
    #[inline]
    pub fn truths(low: i128, high: i128) -> Range {
        Range {
            low,
            high,
            least: -high,
            most: -low,
        }
    }

    #[inline]
    pub fn any(width: u32) -> Range {
        let half = half(width);
        Range {
            low: 0,
            high: 2 * half - 1,
            least: -half,
            most: half - 1,
        }
    }

    /// One number of the width.
    #[inline]
    pub fn number(width: u32, number: u64) -> Range {
        let (unsigned, signed) = (i128::from(number), i128::from(word::signed(width, number)));
        Range {
            low: unsigned,
            high: unsigned,
            least: signed,
            most: signed,
        }
    }

    #[inline]
    pub fn is_number(&self) -> bool {
        self.low == self.high
    }

    /// From `low` to `high` as unsigned numbers of the width.
    #[inline]
    pub fn unsigned(width: u32, low: i128, high: i128) -> Range {
        Range::wrapped(width, low, high)
    }

    /// Numbers from `low` to `high`, of which only the lower bits are kept.
    fn wrapped(width: u32, low: i128, high: i128) -> Range {
        let half = half(width);
        let size = 2 * half;
        // Most often all of them are numbers of the width in one of the readings, and nothing is lost.
        if low >= -half && high < half {
            let (unsigned_low, unsigned_high) = match (low >= 0, high < 0) {
                (true, _) => (low, high),
                (_, true) => (low + size, high + size),
                _ => (0, size - 1),
            };
            return Range {
                low: unsigned_low,
                high: unsigned_high,
                least: low,
                most: high,
            };
        }
        let any = Range::any(width);
        let mut range = any;
        let turn = low >> width;
        if turn == high >> width {
            range.low = low - turn * size;
            range.high = high - turn * size;
        }
        let turn = (low + half) >> width;
        if turn == (high + half) >> width {
            range.least = low - turn * size;
            range.most = high - turn * size;
        }
        range.together(width)
    }

    /// Each reading learns from the other.
    fn together(mut self, width: u32) -> Range {
        let half = half(width);
        let size = 2 * half;
        if self.high < half {
            self.least = self.least.max(self.low);
            self.most = self.most.min(self.high);
        } else if self.low >= half {
            self.least = self.least.max(self.low - size);
            self.most = self.most.min(self.high - size);
        }
        if self.least >= 0 {
            self.low = self.low.max(self.least);
            self.high = self.high.min(self.most);
        } else if self.most < 0 {
            self.low = self.low.max(self.least + size);
            self.high = self.high.min(self.most + size);
        }
        self
    }

    /// Values that lie in both. If there are none, the term cannot be evaluated at all, and either will do.
    fn meet(self, other: Range, width: u32) -> Range {
        let met = Range {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        };
        match met.low <= met.high && met.least <= met.most {
            true => met.together(width),
            false => self,
        }
    }

    #[inline]
    pub fn hull(self, other: Range) -> Range {
        Range {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }

    /// How many leading bits are zero, and how many bits behind the sign are copies of it.
    #[inline]
    pub fn leading(self, width: u32) -> (u32, u32) {
        let used = (self.high as u128).checked_ilog2().map_or(0, |place| place + 1);
        // As many bits as the larger of the ends needs without its sign.
        let needed = |number: i128| (if number < 0 { !number } else { number } as u128).checked_ilog2();
        let signed = needed(self.least)
            .max(needed(self.most))
            .map_or(0, |place| place + 1);
        (width - used.min(width), (width - 1).saturating_sub(signed))
    }

    #[inline]
    pub fn truth(self) -> Truth {
        match (self.low, self.high) {
            (0, 0) => Truth::No,
            (1, 1) => Truth::Yes,
            _ => Truth::Maybe,
        }
    }

    /// The bits that are known, and which bits those are.
    fn known(self) -> (u128, u128) {
        let (low, high) = (self.low as u128, self.high as u128);
        let unknown = match (low ^ high).checked_ilog2() {
            Some(place) => (2u128 << place) - 1,
            None => 0,
        };
        (low & !unknown, !unknown)
    }
}

/// The result of an operation of `width` bits on operands with their widths.
pub fn apply(op: Op, width: u32, operands: &[(Range, u32)]) -> Range {
    match (op, operands) {
        (Op::Ite, [(condition, _), (one, _), (other, _)]) => match condition.truth() {
            Truth::Yes => *one,
            Truth::No => *other,
            Truth::Maybe => one.hull(*other),
        },
        (_, [(a, from)]) => unary(op, width, *a, *from),
        (_, [(a, from), (b, right)]) => binary(op, width, (*a, *from), (*b, *right)),
        _ => Range::any(width),
    }
}

/// The same of one operand.
pub fn unary(op: Op, width: u32, a: Range, from: u32) -> Range {
    let all = (1i128 << width) - 1;
    match op {
        Op::Not => Range::unsigned(width, all - a.high, all - a.low),
        Op::BvNot => {
            let complement = Range::wrapped(width, -1 - a.most, -1 - a.least);
            Range::unsigned(width, all - a.high, all - a.low).meet(complement, width)
        }
        Op::BvNeg => {
            Range::wrapped(width, -a.most, -a.least).meet(Range::wrapped(width, -a.high, -a.low), width)
        }
        Op::BvExtract { low, .. } => {
            let signed = Range::wrapped(width, a.least >> low, a.most >> low);
            Range::wrapped(width, a.low >> low, a.high >> low).meet(signed, width)
        }
        Op::BvZeroExtend { .. } => Range::unsigned(width, a.low, a.high),
        Op::BvSignExtend { .. } => Range::wrapped(width, a.least, a.most),
        Op::BvNegOverflow => {
            let least = Range::any(from).least;
            decided(a.most == least, a.least > least)
        }
        _ => Range::any(width),
    }
}

fn decided(yes: bool, no: bool) -> Range {
    match (yes, no) {
        (true, _) => Truth::Yes.into(),
        (_, true) => Truth::No.into(),
        _ => Truth::Maybe.into(),
    }
}

/// The same of two operands.
pub fn binary(op: Op, width: u32, (a, from): (Range, u32), (b, right): (Range, u32)) -> Range {
    let any = Range::any(width);
    let both = |one: Option<(i128, i128)>, other: Option<(i128, i128)>| {
        let wrap =
            |ends: Option<(i128, i128)>| ends.map_or(any, |(low, high)| Range::wrapped(width, low, high));
        wrap(one).meet(wrap(other), width)
    };
    let unsigned = |range: Range| (range.low, range.high);
    let signed = |range: Range| (range.least, range.most);
    match op {
        Op::And => decided(a.low == 1 && b.low == 1, a.high == 0 || b.high == 0),
        Op::Or => decided(a.low == 1 || b.low == 1, a.high == 0 && b.high == 0),
        Op::Xor | Op::BvXor | Op::BvAnd | Op::BvOr => bitwise(op, width, a, b),
        Op::Eq => {
            let apart = a.high < b.low || b.high < a.low || a.most < b.least || b.most < a.least;
            decided(!apart && a.low == a.high && a == b, apart)
        }
        Op::BvAdd => both(plus(unsigned(a), unsigned(b)), plus(signed(a), signed(b))),
        Op::BvSub => both(minus(unsigned(a), unsigned(b)), minus(signed(a), signed(b))),
        Op::BvMul => both(times(unsigned(a), unsigned(b)), times(signed(a), signed(b))),
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => divided(op, width, a, b),
        // A product with a power of two, of which what does not fit is lost as for products.
        Op::BvShl if b.high < 62 => {
            let factors = (1i128 << b.low, 1i128 << b.high);
            both(times(unsigned(a), factors), times(signed(a), factors))
        }
        Op::BvShl if b.low >= i128::from(width) => Range::unsigned(width, 0, 0),
        Op::BvLshr | Op::BvAshr => shifted_right(op, width, a, b),
        Op::BvUlt => decided(a.high < b.low, a.low >= b.high),
        Op::BvUle => decided(a.high <= b.low, a.low > b.high),
        Op::BvSlt => decided(a.most < b.least, a.least >= b.most),
        Op::BvSle => decided(a.most <= b.least, a.least > b.most),
        Op::BvConcat => {
            let factor = 1i128 << right;
            Range::unsigned(width, a.low * factor + b.low, a.high * factor + b.high)
        }
        Op::BvNegOverflow | Op::BvUshlOverflow | Op::BvSshlOverflow => any,
        op if op.is_overflow() => overflows(op, a, b, from),
        _ => any,
    }
}

/// Quotients and remainders. By zero, nothing is known.
fn divided(op: Op, width: u32, a: Range, b: Range) -> Range {
    match op {
        Op::BvUdiv if b.low > 0 => Range::unsigned(width, a.low / b.high, a.high / b.low),
        Op::BvUrem if b.low > 0 => {
            let same = b.low == b.high && a.low / b.low == a.high / b.low;
            match same {
                true => Range::unsigned(width, a.low % b.low, a.high % b.low),
                false if a.high < b.low => a,
                false => Range::unsigned(width, 0, a.high.min(b.high - 1)),
            }
        }
        Op::BvSdiv if b.least > 0 || b.most < 0 => {
            let ends = [
                a.least / b.least,
                a.least / b.most,
                a.most / b.least,
                a.most / b.most,
            ];
            let (low, high) = ends.iter().fold((i128::MAX, i128::MIN), |(low, high), end| {
                (low.min(*end), high.max(*end))
            });
            Range::wrapped(width, low, high)
        }
        Op::BvSrem if b.least > 0 || b.most < 0 => {
            let same =
                b.least == b.most && a.least / b.least == a.most / b.least && (a.least >= 0 || a.most <= 0);
            if same {
                return Range::wrapped(width, a.least % b.least, a.most % b.least);
            }
            let largest = b.least.abs().max(b.most.abs()) - 1;
            Range::wrapped(width, a.least.max(-largest).min(0), a.most.min(largest).max(0))
        }
        _ => Range::any(width),
    }
}

fn shifted_right(op: Op, width: u32, a: Range, b: Range) -> Range {
    let by = |distance: i128, value: i128| value >> distance.min(100);
    match op {
        Op::BvLshr => Range::unsigned(width, by(b.high, a.low), by(b.low, a.high)),
        _ => {
            let low = by(b.low, a.least).min(by(b.high, a.least));
            let high = by(b.low, a.most).max(by(b.high, a.most));
            Range::wrapped(width, low, high)
        }
    }
}

/// Whether a result does not fit the width of its operands.
fn overflows(op: Op, a: Range, b: Range, from: u32) -> Range {
    let full = Range::any(from);
    let unsigned = |range: Range| (range.low, range.high);
    let signed = |range: Range| (range.least, range.most);
    let (exact, (least, most)) = match op {
        Op::BvUaddOverflow => (plus(unsigned(a), unsigned(b)), unsigned(full)),
        Op::BvSaddOverflow => (plus(signed(a), signed(b)), signed(full)),
        Op::BvUsubOverflow => (minus(unsigned(a), unsigned(b)), unsigned(full)),
        Op::BvSsubOverflow => (minus(signed(a), signed(b)), signed(full)),
        Op::BvUmulOverflow => (times(unsigned(a), unsigned(b)), unsigned(full)),
        Op::BvSmulOverflow => (times(signed(a), signed(b)), signed(full)),
        // The least number by -1.
        _ => {
            return decided(
                a.most == full.least && b.least == -1 && b.most == -1,
                a.least > full.least || b.least > -1 || b.most < -1,
            );
        }
    };
    exact.map_or(Range::any(1), |(low, high)| {
        decided(low > most || high < least, low >= least && high <= most)
    })
}

fn plus(a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    Some((a.0 + b.0, a.1 + b.1))
}

fn minus(a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    Some((a.0 - b.1, a.1 - b.0))
}

/// Products of numbers up to this need no care.
const SMALL: i128 = 1 << 60;

fn times(a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    let is_small = |number: i128| (-SMALL..=SMALL).contains(&number);
    if [a.0, a.1, b.0, b.1].into_iter().all(is_small) {
        let ends = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
        let (least, most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let (less, more) = (ends[2].min(ends[3]), ends[2].max(ends[3]));
        return Some((least.min(less), most.max(more)));
    }
    let ends = [
        a.0.checked_mul(b.0)?,
        a.0.checked_mul(b.1)?,
        a.1.checked_mul(b.0)?,
        a.1.checked_mul(b.1)?,
    ];
    // Far from the ends of the type, so that wrapping cannot overflow.
    let far = 1i128 << 125;
    let low = ends.iter().copied().min()?;
    let high = ends.iter().copied().max()?;
    (low > -far && high < far).then_some((low, high))
}

fn bitwise(op: Op, width: u32, a: Range, b: Range) -> Range {
    let all = (1u128 << width) - 1;
    let ((x, known_x), (y, known_y)) = (a.known(), b.known());
    let (may_x, may_y) = ((x | !known_x) & all, (y | !known_y) & all);
    let (low, high) = match op {
        Op::BvAnd => (x & y, (may_x & may_y).min(a.high as u128).min(b.high as u128)),
        Op::BvOr => ((x | y).max(a.low as u128).max(b.low as u128), may_x | may_y),
        _ => {
            let known = known_x & known_y;
            ((x ^ y) & known, ((x ^ y) | !known) & all)
        }
    };
    Range::unsigned(width, low as i128, high as i128)
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::{Assignment, Bits, Evaluator, Sort, TermPool, Value};

    const WIDTH: u32 = 3;

    /// Every operation on all ranges of three bits holds what the evaluator computes from all values in them.
    fn sound(op: Op, arity: usize) {
        let mut pool = TermPool::without_rewrites();
        let symbols: Vec<_> = (0..arity)
            .map(|index| pool.declare(format!("x{index}"), Sort::BitVec(WIDTH)))
            .collect();
        let operands: Vec<_> = symbols.iter().map(|symbol| pool.symbol(*symbol)).collect();
        let term = pool.apply(op, &operands);
        let width = match pool.sort(term) {
            Sort::BitVec(width) => width,
            _ => 1,
        };
        let size = 1u128 << WIDTH;
        let table: Vec<i128> = (0..size * size)
            .map(|both| {
                let values = [both % size, both / size];
                let assignment: Assignment = symbols
                    .iter()
                    .zip(values)
                    .map(|(symbol, value)| (*symbol, Value::BitVec(Bits::new(WIDTH, value))))
                    .collect();
                match Evaluator::new(&pool, &assignment).eval(term) {
                    Ok(Value::Bool(value)) => i128::from(value),
                    Ok(Value::BitVec(bits)) => bits.to_u128().expect("narrow") as i128,
                    other => panic!("{other:?}"),
                }
            })
            .collect();
        let ranges: Vec<(i128, i128)> = (0..size as i128)
            .flat_map(|low| (low..size as i128).map(move |high| (low, high)))
            .collect();
        let mut exact = 0;
        for &(low, high) in &ranges {
            for &(other_low, other_high) in if arity == 1 { &ranges[..1] } else { &ranges[..] } {
                let given = [
                    (Range::unsigned(WIDTH, low, high), WIDTH),
                    (Range::unsigned(WIDTH, other_low, other_high), WIDTH),
                ];
                let range = apply(op, width, &given[..arity]);
                exact += usize::from(range.low == range.high);
                let (zeros, copies) = range.leading(width);
                for x in low..=high {
                    for y in other_low..=other_high {
                        let value = table[(x + y * size as i128) as usize];
                        let half = 1 << (width - 1);
                        let as_signed = if value >= half { value - 2 * half } else { value };
                        assert_eq!(value >> (width - zeros), 0, "{op:?} of {given:?}");
                        let sign = as_signed >> (width - 1 - copies);
                        assert!(sign == 0 || sign == -1, "{op:?} of {given:?}");
                        assert!(
                            range.low <= value
                                && value <= range.high
                                && range.least <= as_signed
                                && as_signed <= range.most,
                            "{op:?} of {given:?} is {range:?}, but {x}, {y} gives {value}"
                        );
                    }
                }
            }
        }
        assert!(exact > 0, "{op:?} is never known");
    }

    #[test]
    fn ranges_hold_what_the_evaluator_computes() {
        for op in Op::OF_TWO_WORDS.into_iter().chain([Op::BvSdivOverflow]) {
            sound(op, 2);
        }
        for op in [
            Op::BvNot,
            Op::BvNeg,
            Op::BvNegOverflow,
            Op::BvExtract { high: 1, low: 0 },
            Op::BvExtract { high: 2, low: 1 },
            Op::BvExtract { high: 2, low: 2 },
            Op::BvZeroExtend { width: 5 },
            Op::BvSignExtend { width: 5 },
        ] {
            sound(op, 1);
        }
    }

    #[test]
    fn wide_products_are_anything() {
        let any = Range::any(MAX_WIDTH_BITS);
        assert_eq!(
            binary(
                Op::BvMul,
                MAX_WIDTH_BITS,
                (any, MAX_WIDTH_BITS),
                (any, MAX_WIDTH_BITS)
            ),
            any
        );
        let half = Range::unsigned(MAX_WIDTH_BITS, 1 << 63, (1 << 64) - 1);
        assert_eq!(
            binary(
                Op::BvMul,
                MAX_WIDTH_BITS,
                (half, MAX_WIDTH_BITS),
                (half, MAX_WIDTH_BITS)
            ),
            any
        );
    }
}
