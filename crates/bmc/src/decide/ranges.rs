//! Claims that the ranges of their operands decide.
//!
//! That a sum of a thousand bytes is not negative takes a solver long to find out bit by bit, and no time from the
//! structure of the term. Only claims are judged like this: a branch whose condition is found constant would
//! change how the loop around it is followed.

use logic::{Op, TermId};
use program::BinaryOp;

use crate::symex::Symex;
use crate::symex::scalar::{Repr, Scalar, Value};

impl Symex<'_> {
    /// The smallest and the largest number that a term of an integer type can be.
    pub(crate) fn numbers(&mut self, term: TermId, (width, signed): (u32, bool)) -> (i128, i128) {
        let range = self.range(term);
        let range = if signed { range } else { range.unsigned(width) };
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

    /// A comparison with the end of a chain of choices, such as the largest of many elements, as a chain of
    /// comparisons. The solver needs the steps between for its proof and would have to make them up otherwise.
    pub(crate) fn compared_by_case(
        &mut self,
        op: BinaryOp,
        a: Value,
        b: Value,
        scalar: Scalar,
    ) -> Option<TermId> {
        let (Value::Bits(x), Value::Bits(y)) = (a, b) else {
            return None;
        };
        if !self.judging || self.decisions.detailed() {
            return None;
        }
        let is_choice = |term: TermId| self.pool.op(term) == Op::Ite;
        let (chain, other, flipped) = match (is_choice(x), is_choice(y)) {
            (true, false) => (x, y, false),
            (false, true) => (y, x, true),
            _ => return None,
        };
        // From the end to the beginning: a condition, a value, and whether it is taken where the condition holds.
        let mut links = Vec::new();
        let mut rest = chain;
        while is_choice(rest) {
            let operands = self.pool.operands(rest);
            let (cond, then, otherwise) = (operands[0], operands[1], operands[2]);
            match (is_choice(then), is_choice(otherwise)) {
                (false, _) => links.push((cond, then, true)),
                (true, false) => links.push((cond, otherwise, false)),
                (true, true) => return None,
            }
            rest = if is_choice(then) { then } else { otherwise };
            if links.len() > budgets::bmc::MAX_COMPARED_LINKS.count() {
                return None;
            }
        }
        if links.len() < 3 {
            return None;
        }
        let compare = |this: &mut Self, term: TermId| {
            let (term, other) = (Value::Bits(term), Value::Bits(other));
            match flipped {
                true => this.compare(op, other, term, scalar),
                false => this.compare(op, term, other, scalar),
            }
        };
        let mut result = compare(self, rest);
        for (cond, value, taken) in links.into_iter().rev() {
            let here = compare(self, value);
            result = match taken {
                true => self.pool.ite(cond, here, result),
                false => self.pool.ite(cond, result, here),
            };
        }
        Some(result)
    }
}

fn decided(always: bool, never: bool) -> Option<bool> {
    match (always, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
