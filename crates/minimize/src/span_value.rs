//! What terms are while one input moves along a span of numbers and all others stand still.
//!
//! Most of what a program computes from one input is a line there: a number times the input plus another, in the
//! arithmetic of machine words, which needs no care for overflow. A comparison of two lines changes at one place of the
//! span at most (or where one of them wraps around), and that place is computed. So whatever is not known on a span
//! comes with the place to split it at: behind it more is known. Where nothing else is known there is a range (`range`),
//! and a span of one number is always known in full. The exhaustive test compares all of it with the numbers.

use interval::range::{self, Range};
use interval::word;
use logic::Op;

/// Numbers that an input can be, as signed ones, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub low: i128,
    pub high: i128,
}

impl Span {
    /// The place that splits it in halves: the first number of the second.
    pub(super) fn middle(self) -> i128 {
        self.low + (self.high - self.low + 1) / 2
    }
}

/// No split tells more about what is not followed at all: an undefined value, a floating-point number.
pub(super) const NOWHERE: i64 = i64::MIN;

/// A term along a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SpanValue {
    Known(u64),
    /// `slope * input + start`, of which the lower bits are kept; the slope is not 0.
    Line {
        slope: i64,
        start: i64,
    },
    /// Some number of the range. Split there, more is known, unless that is [`NOWHERE`].
    Within {
        range: Ends,
        split: i64,
    },
}

/// A range in little room: there are many of them, and they are copied all the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ends {
    unsigned: (u64, u64),
    signed: (i64, i64),
}

impl From<Range> for Ends {
    fn from(range: Range) -> Ends {
        Ends {
            unsigned: (range.low as u64, range.high as u64),
            signed: (range.least as i64, range.most as i64),
        }
    }
}

impl From<Ends> for Range {
    fn from(ends: Ends) -> Range {
        Range {
            low: ends.unsigned.0.into(),
            high: ends.unsigned.1.into(),
            least: ends.signed.0.into(),
            most: ends.signed.1.into(),
        }
    }
}

/// Steeper lines of 64 bits are not read as numbers: their differences might not fit.
const STEEP: i128 = 1 << 60;

/// Numbers of the form `slope * input + start`.
#[derive(Debug, Clone, Copy)]
struct Line {
    slope: i128,
    start: i128,
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
    fn at(self, input: i128) -> i128 {
        self.slope * input + self.start
    }

    /// Least and largest on a span.
    fn ends(self, span: Span) -> (i128, i128) {
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
    fn kept(self, width: u32) -> SpanValue {
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
    fn read(self, signed: bool, width: u32, span: Span) -> Result<Line, i128> {
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

impl SpanValue {
    fn line(self) -> Option<Line> {
        match self {
            SpanValue::Known(value) => Some(Line {
                slope: 0,
                start: i128::from(value),
            }),
            SpanValue::Line { slope, start } => Some(Line::from((slope, start))),
            SpanValue::Within { .. } => None,
        }
    }

    /// The same on a part of the span: a line is a number there if the part is one.
    pub(super) fn on(self, width: u32, span: Span) -> SpanValue {
        match self {
            SpanValue::Line { slope, start } if span.low == span.high => {
                let number = slope.wrapping_mul(span.low as i64).wrapping_add(start);
                SpanValue::Known(number as u64 & word::mask(width))
            }
            _ => self,
        }
    }

    /// Whether that is not followed at all.
    pub(super) fn is_nowhere(self) -> bool {
        matches!(self, SpanValue::Within { split: NOWHERE, .. })
    }

    pub(super) fn known(self) -> Option<u64> {
        match self {
            SpanValue::Known(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn range(self, width: u32, span: Span) -> Range {
        match self {
            SpanValue::Known(value) => Range::unsigned(width, value.into(), value.into()),
            SpanValue::Line { slope, start } => {
                let (least, most) = Line::from((slope, start)).ends(span);
                Range::unsigned(width, least, most)
            }
            SpanValue::Within { range, .. } => range.into(),
        }
    }

    /// As an unsigned number: slope and start of its line, or the least that it can be.
    pub(super) fn number(self, width: u32, span: Span) -> Result<(i128, i128), i128> {
        let read = self.line().map(|line| line.read(false, width, span));
        match read {
            Some(Ok(line)) => Ok((line.slope, line.start)),
            _ => Err(self.range(width, span).low),
        }
    }

    /// Where to split a span on which this is not known.
    pub(super) fn split(self, width: u32, span: Span) -> i64 {
        match self {
            SpanValue::Within { split, .. } => split,
            SpanValue::Line { slope, start } => match Line::from((slope, start)).read(false, width, span) {
                Ok(_) => span.middle() as i64,
                Err(split) => split as i64,
            },
            SpanValue::Known(_) => span.middle() as i64,
        }
    }
}

/// The result of `width` bits of an operation on operands with their widths.
pub(super) fn apply(op: Op, width: u32, operands: &[(SpanValue, u32)], span: Span) -> SpanValue {
    let from = |at: usize| operands.get(at).map_or(1, |(_, width)| *width);
    let mut values = [0; 3];
    let mut all = true;
    for ((operand, _), value) in operands.iter().zip(&mut values) {
        match operand {
            SpanValue::Known(known) => *value = *known,
            _ => all = false,
        }
    }
    if all {
        return SpanValue::Known(word::apply(op, width, [from(0), from(1)], values));
    }
    if let (Op::Ite, [(condition, _), (one, _), (other, _)]) = (op, operands) {
        match condition {
            SpanValue::Known(0) => return *other,
            SpanValue::Known(_) => return *one,
            _ if one == other => return *one,
            _ => {}
        }
    }
    if let (Op::And | Op::Or, [(one, _), (other, _)]) = (op, operands) {
        let (stronger, weaker) = if op == Op::And { (0, 1) } else { (1, 0) };
        match (one, other) {
            (SpanValue::Known(known), _) | (_, SpanValue::Known(known)) if *known == stronger => {
                return SpanValue::Known(stronger);
            }
            (SpanValue::Known(known), open) | (open, SpanValue::Known(known)) if *known == weaker => {
                return *open;
            }
            // The first that more is known about somewhere.
            (SpanValue::Within { .. }, SpanValue::Within { .. }) => {
                return if one.is_nowhere() { *other } else { *one };
            }
            _ => {}
        }
    }
    match exact(op, width, operands, span) {
        Some(Ok(along)) => along,
        Some(Err(split)) => within(op, width, operands, span, split as i64),
        None => {
            let places = operands.iter().filter_map(|(operand, _)| match operand {
                SpanValue::Within { split, .. } => Some(*split),
                SpanValue::Line { .. } => Some(span.middle() as i64),
                SpanValue::Known(_) => None,
            });
            // The first that is known best: of a choice the condition, but not what is known nowhere.
            let unknown = places.min_by_key(|split| *split == NOWHERE);
            within(op, width, operands, span, unknown.unwrap_or(NOWHERE))
        }
    }
}

/// What ranges say.
fn within(op: Op, width: u32, operands: &[(SpanValue, u32)], span: Span, split: i64) -> SpanValue {
    let mut ranges = [(Range::any(1), 1); 3];
    for ((operand, width), range) in operands.iter().zip(&mut ranges) {
        *range = (operand.range(*width, span), *width);
    }
    of_range(range::apply(op, width, &ranges[..operands.len()]), split)
}

/// A range as what is known along a span.
pub(super) fn of_range(range: Range, split: i64) -> SpanValue {
    match range.low == range.high {
        true => SpanValue::Known(range.low as u64),
        false => SpanValue::Within {
            range: range.into(),
            split,
        },
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

/// With lines: the result, or where to split; nothing for what lines say nothing about.
fn exact(op: Op, width: u32, operands: &[(SpanValue, u32)], span: Span) -> Option<Result<SpanValue, i128>> {
    let (first, from) = operands[0];
    let a = first.line()?;
    let second = operands.get(1);
    let known = second.and_then(|(operand, _)| operand.known());
    let less = |b: Line, signed: bool, or_equal: bool| {
        let (a, b) = (a.read(signed, from, span)?, b.read(signed, from, span)?);
        let apart = Line {
            slope: a.slope - b.slope,
            start: a.start - b.start,
        };
        decided(apart, i128::from(or_equal), span)
    };
    // Whether a number lies outside what the width can hold.
    let outside = |line: Line, signed: bool| {
        let size = 1i128 << from;
        let least = if signed { -size / 2 } else { 0 };
        match (decided(line, least, span), decided(line, least + size, span)) {
            (Ok(SpanValue::Known(0)), Ok(SpanValue::Known(1))) => Ok(SpanValue::Known(0)),
            (Ok(SpanValue::Known(1)), _) | (_, Ok(SpanValue::Known(0))) => Ok(SpanValue::Known(1)),
            (Err(split), _) | (_, Err(split)) => Err(split),
            _ => Err(span.middle()),
        }
    };
    let b = second.and_then(|(operand, _)| operand.line());
    let plus = |a: Line, b: Line, factor: i128| Line {
        slope: a.slope + factor * b.slope,
        start: a.start + factor * b.start,
    };
    let times = |line: Line, factor: i128| Line {
        slope: line.slope.wrapping_mul(factor),
        start: line.start.wrapping_mul(factor),
    };
    let read = |line: Line, signed: bool, width: u32| line.read(signed, width, span);
    Some(match op {
        Op::BvNot => Ok(Line {
            slope: -a.slope,
            start: -1 - a.start,
        }
        .kept(width)),
        Op::BvNeg => Ok(times(a, -1).kept(width)),
        Op::BvAdd => Ok(plus(a, b?, 1).kept(width)),
        Op::BvSub => Ok(plus(a, b?, -1).kept(width)),
        Op::BvMul => match (first.known(), known) {
            (_, Some(factor)) => Ok(times(a, factor.into()).kept(width)),
            (Some(factor), _) => Ok(times(b?, factor.into()).kept(width)),
            _ => return None,
        },
        Op::BvShl => match known? {
            distance if distance < u64::from(width) => Ok(times(a, 1 << distance).kept(width)),
            _ => Ok(SpanValue::Known(0)),
        },
        Op::BvExtract { low: 0, .. } => Ok(a.kept(width)),
        Op::BvZeroExtend { .. } => read(a, false, from).map(|line| line.kept(width)),
        Op::BvSignExtend { .. } => read(a, true, from).map(|line| line.kept(width)),
        Op::BvConcat => {
            let (_, right) = *second?;
            let lower = match read(b?, false, right) {
                Ok(lower) => lower,
                Err(split) => return Some(Err(split)),
            };
            Ok(plus(lower, times(a, 1 << right), 1).kept(width))
        }
        Op::BvUlt => less(b?, false, false),
        Op::BvUle => less(b?, false, true),
        Op::BvSlt => less(b?, true, false),
        Op::BvSle => less(b?, true, true),
        Op::Eq => {
            let b = b?;
            let both = read(a, false, from).and_then(|a| Ok((a, read(b, false, from)?)));
            both.and_then(|(a, b)| equal(plus(a, b, -1), span))
        }
        Op::BvAnd => match known.or(first.known())? {
            // The lower bits.
            kept if kept != 0 && (kept & (kept + 1)) == 0 => {
                let line = if known.is_some() { a } else { b? };
                read(line, false, kept.count_ones()).map(|line| line.kept(width))
            }
            _ => common(a, b?, from, span),
        },
        Op::BvOr | Op::BvXor => common(a, b?, from, span),
        Op::BvLshr | Op::BvAshr => {
            let distance = known?.min(u64::from(from) - u64::from(op == Op::BvAshr));
            let line = match read(a, op == Op::BvAshr, from) {
                Ok(line) => line,
                Err(split) => return Some(Err(split)),
            };
            floor(line, distance as u32, span).map(|number| {
                Line {
                    slope: 0,
                    start: number,
                }
                .kept(width)
            })
        }
        Op::BvExtract { low, .. } => {
            read(a, false, from)
                .and_then(|line| floor(line, low, span))
                .map(|number| {
                    Line {
                        slope: 0,
                        start: number,
                    }
                    .kept(width)
                })
        }
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem if known? != 0 => {
            divided(op, width, (a, from), known?, span)
        }
        Op::BvSaddOverflow | Op::BvSsubOverflow | Op::BvUaddOverflow | Op::BvUsubOverflow => {
            let signed = matches!(op, Op::BvSaddOverflow | Op::BvSsubOverflow);
            let factor = if matches!(op, Op::BvSaddOverflow | Op::BvUaddOverflow) {
                1
            } else {
                -1
            };
            let b = b?;
            let both = read(a, signed, from).and_then(|a| Ok((a, read(b, signed, from)?)));
            both.and_then(|(a, b)| outside(plus(a, b, factor), signed))
        }
        Op::BvSmulOverflow | Op::BvUmulOverflow if from <= 32 => {
            let signed = op == Op::BvSmulOverflow;
            let (line, factor) = match (first.known(), known) {
                (_, Some(factor)) => (a, factor),
                (Some(factor), _) => (b?, factor),
                _ => return None,
            };
            let factor = match signed {
                true => i128::from(word::signed(from, factor)),
                false => i128::from(factor),
            };
            read(line, signed, from).and_then(|line| outside(times(line, factor), signed))
        }
        _ => return None,
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 3;

    fn holds(op: Op, width: u32, operands: &[(SpanValue, u32)], span: Span) {
        let found = apply(op, width, operands, span);
        let value = |along: SpanValue, width: u32, input: i128| match along {
            SpanValue::Known(value) => value,
            SpanValue::Line { slope, start } => {
                (i128::from(slope) * input + i128::from(start)) as u64 & word::mask(width)
            }
            SpanValue::Within { .. } => unreachable!("no operand of this test"),
        };
        for input in span.low..=span.high {
            let mut values = [0; 3];
            for ((operand, width), place) in operands.iter().zip(&mut values) {
                *place = value(*operand, *width, input);
            }
            let from = [operands[0].1, operands.get(1).map_or(1, |(_, width)| *width)];
            let expected = word::apply(op, width, from, values);
            let right = match found {
                SpanValue::Within { range, split } => {
                    let (range, split) = (Range::from(range), i128::from(split));
                    let inside = range.low <= i128::from(expected) && i128::from(expected) <= range.high;
                    inside && span.low < split && split <= span.high
                }
                _ => value(found, width, input) == expected,
            };
            assert!(
                right,
                "{op:?} of {operands:?} on {span:?} is {found:?}, but {expected} at {input}"
            );
        }
    }

    /// All lines of three bits, on all spans of more than one number.
    #[test]
    fn what_is_said_of_spans_holds_for_their_numbers() {
        let half = 1i128 << (WIDTH - 1);
        let mut lines = Vec::new();
        for slope in -half..half {
            lines.extend((-half..half).map(|start| Line { slope, start }.kept(WIDTH)));
        }
        for low in -half..half {
            for high in low + 1..half {
                let span = Span { low, high };
                for &one in &lines {
                    for (op, width) in [
                        (Op::BvNot, WIDTH),
                        (Op::BvNeg, WIDTH),
                        (Op::BvNegOverflow, 1),
                        (Op::BvExtract { high: 1, low: 0 }, 2),
                        (Op::BvExtract { high: 2, low: 1 }, 2),
                        (Op::BvExtract { high: 2, low: 2 }, 1),
                        (Op::BvZeroExtend { width: 5 }, 5),
                        (Op::BvSignExtend { width: 5 }, 5),
                    ] {
                        holds(op, width, &[(one, WIDTH)], span);
                    }
                    for &other in &lines {
                        for op in Op::OF_TWO_WORDS {
                            let width = match op {
                                Op::BvConcat => 2 * WIDTH,
                                Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvAdd | Op::BvSub | Op::BvMul => WIDTH,
                                Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => WIDTH,
                                Op::BvShl | Op::BvLshr | Op::BvAshr => WIDTH,
                                _ => 1,
                            };
                            holds(op, width, &[(one, WIDTH), (other, WIDTH)], span);
                        }
                    }
                }
            }
        }
    }
}
