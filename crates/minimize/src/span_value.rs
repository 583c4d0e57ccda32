//! What terms are while one input moves along a span of numbers and all others stand still.
//!
//! Most of what a program computes from one input is a line there: a number times the input plus another, in the
//! arithmetic of machine words, which needs no care for overflow. A comparison of two lines changes at one place of the
//! span at most (or where one of them wraps around), and that place is computed. So whatever is not known on a span
//! comes with the place to split it at: behind it more is known. Where nothing else is known there is a range
//! (`range`), and a span of one number is always known in full. The exhaustive test compares all of it with the
//! numbers.

use interval::range::{self, Range};
use interval::word;
use logic::Op;

use super::line::{Line, exact};

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

impl SpanValue {
    pub(super) fn line(self) -> Option<Line> {
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
