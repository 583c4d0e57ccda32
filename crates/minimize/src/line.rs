//! Lines: what most terms are while one input moves, and what operations make of them.
//!
//! A line is a number times the input plus another, of which a word keeps the lower bits. Sums and multiples of lines
//! are lines whatever overflows. Comparisons and divisions speak of numbers, so a line is read as one first: that works
//! up to where it wraps around, and that place is where to split.

use interval::word;
use logic::Op;

use super::span_value::{Span, SpanValue};

/// Steeper lines of 64 bits are not read as numbers: their differences might not fit.
const STEEP: i128 = 1 << 60;

/// Numbers of the form `slope * input + start`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub slope: i128,
    pub start: i128,
}

impl From<(i64, i64)> for Line {
    fn from((slope, start): (i64, i64)) -> Line {
        Line {
            slope: slope.into(),
            start: start.into(),
        }
    }
}

impl Line {
    fn constant(number: i128) -> Line {
        Line {
            slope: 0,
            start: number,
        }
    }

    fn plus(self, other: Line, factor: i128) -> Line {
        Line {
            slope: self.slope + factor * other.slope,
            start: self.start + factor * other.start,
        }
    }

    fn times(self, factor: i128) -> Line {
        Line {
            slope: self.slope.wrapping_mul(factor),
            start: self.start.wrapping_mul(factor),
        }
    }

    fn at(self, input: i128) -> i128 {
        self.slope * input + self.start
    }

    /// Least and largest on a span.
    pub(super) fn ends(self, span: Span) -> (i128, i128) {
        let (one, other) = (self.at(span.low), self.at(span.high));
        (one.min(other), one.max(other))
    }

    /// The first number of the span on the other side of a border than its first: either side is "less than it" or not.
    fn crossing(self, border: i128) -> i128 {
        let ceil = |a: i128, b: i128| -(-a).div_euclid(b);
        match self.slope {
            // Nearly always.
            1 => border - self.start,
            -1 => self.start - border + 1,
            2.. => ceil(border - self.start, self.slope),
            _ => ceil(self.start - border + 1, -self.slope),
        }
    }

    /// Lines with the lower bits of it, whose slope and start are small.
    pub(super) fn kept(self, width: u32) -> SpanValue {
        let (slope, start) = (lower(self.slope, width), lower(self.start, width));
        match slope {
            0 => SpanValue::Known(start as u64 & word::mask(width)),
            _ => SpanValue::Line {
                slope: slope as i64,
                start: start as i64,
            },
        }
    }

    /// The line whose numbers are those that the bits mean; where it wraps around otherwise.
    pub(super) fn read(self, signed: bool, width: u32, span: Span) -> Result<Line, i128> {
        if self.slope.abs() > STEEP {
            return Err(span.middle());
        }
        let size = 1i128 << width;
        let before = if signed { size / 2 } else { 0 };
        let turn = |number: i128| (number + before) >> width;
        let (least, most) = self.ends(span);
        let (first, last) = (turn(least), turn(most));
        if first == last {
            return Ok(Line {
                slope: self.slope,
                start: self.start - first * size,
            });
        }
        let border = (first + last + 1).div_euclid(2) * size - before;
        Err(self.crossing(border))
    }
}

/// The lower bits as a signed number.
fn lower(number: i128, width: u32) -> i128 {
    number << (128 - width) >> (128 - width)
}

/// With lines: the result, or where to split; nothing for what lines say nothing about.
pub(super) fn exact(
    op: Op,
    width: u32,
    operands: &[(SpanValue, u32)],
    span: Span,
) -> Option<Result<SpanValue, i128>> {
    let (first, from) = operands[0];
    let operation = Operation {
        op,
        width,
        from,
        span,
        a: first.line()?,
        first: first.known(),
        b: operands.get(1).and_then(|(operand, _)| operand.line()),
        second: operands.get(1).and_then(|(operand, _)| operand.known()),
    };
    match op {
        Op::BvNot
        | Op::BvNeg
        | Op::BvAdd
        | Op::BvSub
        | Op::BvMul
        | Op::BvShl
        | Op::BvZeroExtend { .. }
        | Op::BvSignExtend { .. }
        | Op::BvExtract { low: 0, .. } => operation.linear(),
        Op::BvConcat => operation.joined(operands.get(1)?.1),
        Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle | Op::Eq => operation.compared(),
        Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvLshr | Op::BvAshr | Op::BvExtract { .. } => {
            operation.bitwise()
        }
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem if operation.second? != 0 => {
            Some(divided(op, width, (operation.a, from), operation.second?, span))
        }
        Op::BvSaddOverflow | Op::BvSsubOverflow | Op::BvUaddOverflow | Op::BvUsubOverflow => {
            operation.sum_overflows()
        }
        Op::BvSmulOverflow | Op::BvUmulOverflow if from <= 32 => operation.product_overflows(),
        _ => None,
    }
}

/// An operation on lines.
struct Operation {
    op: Op,
    width: u32,
    /// The width of the operands.
    from: u32,
    span: Span,
    a: Line,
    b: Option<Line>,
    /// The operands, where they are the same everywhere.
    first: Option<u64>,
    second: Option<u64>,
}

impl Operation {
    fn read(&self, line: Line, signed: bool) -> Result<Line, i128> {
        line.read(signed, self.from, self.span)
    }

    /// What gives a line again.
    fn linear(&self) -> Option<Result<SpanValue, i128>> {
        let a = self.a;
        let line = match self.op {
            Op::BvNot => Line {
                slope: -a.slope,
                start: -1 - a.start,
            },
            Op::BvNeg => a.times(-1),
            Op::BvAdd => a.plus(self.b?, 1),
            Op::BvSub => a.plus(self.b?, -1),
            Op::BvMul => {
                let (line, factor) = self.scaled()?;
                line.times(factor.into())
            }
            Op::BvShl => match self.second? {
                distance if distance < u64::from(self.width) => a.times(1 << distance),
                _ => return Some(Ok(SpanValue::Known(0))),
            },
            Op::BvZeroExtend { .. } => return Some(self.read(a, false).map(|line| line.kept(self.width))),
            Op::BvSignExtend { .. } => return Some(self.read(a, true).map(|line| line.kept(self.width))),
            // The lower bits.
            _ => a,
        };
        Some(Ok(line.kept(self.width)))
    }

    /// The operand that moves, and the number that it is multiplied with.
    fn scaled(&self) -> Option<(Line, u64)> {
        match (self.first, self.second) {
            (_, Some(factor)) => Some((self.a, factor)),
            (Some(factor), _) => Some((self.b?, factor)),
            _ => None,
        }
    }

    /// The bits of the first operand, followed by the `right` bits of the second.
    fn joined(&self, right: u32) -> Option<Result<SpanValue, i128>> {
        let lower = self.b?.read(false, right, self.span);
        Some(lower.map(|lower| lower.plus(self.a.times(1 << right), 1).kept(self.width)))
    }

    fn compared(&self) -> Option<Result<SpanValue, i128>> {
        let b = self.b?;
        let signed = matches!(self.op, Op::BvSlt | Op::BvSle);
        let both = self
            .read(self.a, signed)
            .and_then(|a| Ok(a.plus(self.read(b, signed)?, -1)));
        Some(both.and_then(|apart| match self.op {
            Op::Eq => equal(apart, self.span),
            op => decided(apart, i128::from(matches!(op, Op::BvUle | Op::BvSle)), self.span),
        }))
    }

    fn bitwise(&self) -> Option<Result<SpanValue, i128>> {
        let (a, span) = (self.a, self.span);
        let number = |number: i128| Line::constant(number).kept(self.width);
        Some(match self.op {
            Op::BvAnd => match self.second.or(self.first)? {
                // The lower bits.
                kept if kept != 0 && (kept & (kept + 1)) == 0 => {
                    let line = if self.second.is_some() { a } else { self.b? };
                    let line = line.read(false, kept.count_ones(), span);
                    line.map(|line| line.kept(self.width))
                }
                _ => common(a, self.b?, self.from, span),
            },
            Op::BvLshr | Op::BvAshr => {
                let signed = self.op == Op::BvAshr;
                let distance = self.second?.min(u64::from(self.from) - u64::from(signed));
                let line = self.read(a, signed);
                line.and_then(|line| floor(line, distance as u32, span))
                    .map(number)
            }
            Op::BvExtract { low, .. } => {
                let line = self.read(a, false);
                line.and_then(|line| floor(line, low, span)).map(number)
            }
            _ => common(a, self.b?, self.from, span),
        })
    }

    fn sum_overflows(&self) -> Option<Result<SpanValue, i128>> {
        let signed = matches!(self.op, Op::BvSaddOverflow | Op::BvSsubOverflow);
        let factor = match self.op {
            Op::BvSaddOverflow | Op::BvUaddOverflow => 1,
            _ => -1,
        };
        let b = self.b?;
        let sum = self
            .read(self.a, signed)
            .and_then(|a| Ok(a.plus(self.read(b, signed)?, factor)));
        Some(sum.and_then(|sum| self.outside(sum, signed)))
    }

    fn product_overflows(&self) -> Option<Result<SpanValue, i128>> {
        let signed = self.op == Op::BvSmulOverflow;
        let (line, factor) = self.scaled()?;
        let factor = match signed {
            true => i128::from(word::signed(self.from, factor)),
            false => i128::from(factor),
        };
        let line = self.read(line, signed);
        Some(line.and_then(|line| self.outside(line.times(factor), signed)))
    }

    /// Whether a number lies outside what the width can hold.
    fn outside(&self, line: Line, signed: bool) -> Result<SpanValue, i128> {
        let size = 1i128 << self.from;
        let least = if signed { -size / 2 } else { 0 };
        let (below, within) = (
            decided(line, least, self.span),
            decided(line, least + size, self.span),
        );
        match (below, within) {
            (Ok(SpanValue::Known(0)), Ok(SpanValue::Known(1))) => Ok(SpanValue::Known(0)),
            (Ok(SpanValue::Known(1)), _) | (_, Ok(SpanValue::Known(0))) => Ok(SpanValue::Known(1)),
            (Err(split), _) | (_, Err(split)) => Err(split),
            _ => Err(self.span.middle()),
        }
    }
}

/// Whether something is so all along, and else where it changes.
fn decided(line: Line, border: i128, span: Span) -> Result<SpanValue, i128> {
    let (least, most) = line.ends(span);
    match (most < border, least >= border) {
        (true, _) => Ok(SpanValue::Known(1)),
        (_, true) => Ok(SpanValue::Known(0)),
        _ => Err(line.crossing(border)),
    }
}

/// A line divided by a number that is not 0, or the remainder.
fn divided(op: Op, width: u32, (line, from): (Line, u32), by: u64, span: Span) -> Result<SpanValue, i128> {
    let signed = matches!(op, Op::BvSdiv | Op::BvSrem);
    let divisor = match signed {
        true => i128::from(word::signed(from, by)),
        false => i128::from(by),
    };
    let line = line.read(signed, from, span)?;
    let quotient = quotient(line, divisor, span)?;
    let result = match op {
        Op::BvUdiv | Op::BvSdiv => Line {
            slope: 0,
            start: quotient,
        },
        _ => Line {
            slope: line.slope,
            start: line.start - quotient * divisor,
        },
    };
    Ok(result.kept(width))
}

/// Whether a line is 0.
fn equal(apart: Line, span: Span) -> Result<SpanValue, i128> {
    if apart.slope == 0 {
        return Ok(SpanValue::Known(u64::from(apart.start == 0)));
    }
    let zero = match apart.slope {
        1 => -apart.start,
        -1 => apart.start,
        slope => -apart.start / slope,
    };
    if apart.at(zero) != 0 || zero < span.low || zero > span.high {
        return Ok(SpanValue::Known(0));
    }
    match (zero > span.low, zero < span.high) {
        (true, _) => Err(zero),
        (_, true) => Err(zero + 1),
        _ => Ok(SpanValue::Known(1)),
    }
}

/// A bitwise operation on lines is not computed; they have more leading bits in common on both sides of a power of two.
fn common(a: Line, b: Line, width: u32, span: Span) -> Result<SpanValue, i128> {
    let line = if a.slope != 0 { a } else { b };
    let line = line.read(false, width, span)?;
    let (least, most) = line.ends(span);
    match ((least ^ most) as u128).checked_ilog2() {
        Some(place) => Err(line.crossing(most >> place << place)),
        None => Err(span.middle()),
    }
}

/// The line shifted to the right, if that is the same everywhere; else a place where it is not.
fn floor(line: Line, distance: u32, span: Span) -> Result<i128, i128> {
    let (least, most) = line.ends(span);
    let (first, last) = (least >> distance, most >> distance);
    match first == last {
        true => Ok(first),
        false => Err(line.crossing(((first + last + 1) >> 1) << distance)),
    }
}

/// The line divided and rounded towards zero, if that is the same everywhere; else a place where it is not.
fn quotient(line: Line, divisor: i128, span: Span) -> Result<i128, i128> {
    let sign = divisor.signum();
    let size = divisor * sign;
    let (least, most) = line.ends(span);
    let (first, last) = (least / size, most / size);
    if first == last {
        return Ok(first * sign);
    }
    let middle = (first + last + 1).div_euclid(2);
    let border = match middle > 0 {
        true => middle * size,
        false => (middle - 1) * size + 1,
    };
    Err(line.crossing(border))
}
