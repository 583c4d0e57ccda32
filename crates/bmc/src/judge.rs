//! Claims that the ranges of their operands decide.
//!
//! That a sum of a thousand bytes is not negative takes a solver long to find out bit by bit, and no time from the
//! structure of the term. Only claims are judged like this: a branch whose condition is found constant would
//! change how the loop around it is followed.

use logic::TermId;
use program::BinaryOp;

use crate::scalar::{Repr, Scalar, Value};
use crate::symex::Symex;

impl Symex<'_> {
    /// The smallest and the largest number that a term of an integer type can be.
    pub(crate) fn numbers(&mut self, term: TermId, (width, signed): (u32, bool)) -> (i128, i128) {
        let range = self.range(term);
        let range = if signed {
            range
        } else {
            crate::range::unsigned(range, width)
        };
        (range.min, range.max)
    }

    /// Whether a comparison of integers always holds or never does.
    pub(crate) fn decided_by_range(
        &mut self,
        op: BinaryOp,
        a: Value,
        b: Value,
        scalar: Scalar,
    ) -> Option<bool> {
        let (Value::Bits(a), Value::Bits(b), Repr::Int(width, signed)) = (a, b, scalar.repr) else {
            return None;
        };
        if !self.judging || width > 64 || self.bit_width(a) != width || self.bit_width(b) != width {
            return None;
        }
        let (a, b) = (self.numbers(a, (width, signed)), self.numbers(b, (width, signed)));
        let (less, at_most) = (decided(a.1 < b.0, a.0 >= b.1), decided(a.1 <= b.0, a.0 > b.1));
        let equal = decided(a.0 == a.1 && a == b, a.1 < b.0 || b.1 < a.0);
        match op {
            BinaryOp::Lt => less,
            BinaryOp::Le => at_most,
            BinaryOp::Gt => at_most.map(|answer| !answer),
            BinaryOp::Ge => less.map(|answer| !answer),
            BinaryOp::Eq => equal,
            BinaryOp::Ne => equal.map(|answer| !answer),
            _ => None,
        }
    }
}

fn decided(always: bool, never: bool) -> Option<bool> {
    match (always, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
