//! What the conditions on the way say about single numbers.
//!
//! After `assume(n <= 20)` and twenty rounds of `i < n`, the test `20 < n` can only be false. Who follows both ways
//! asks the solver about rounds that no run has, and a loop whose end is known is cut nevertheless. So each state
//! remembers an [arc](crate::symex::wrapped_interval) for the numbers that conditions and assumptions have compared
//! with others: tests that it decides have one way only.
//!
//! A way is left out, nothing else changes: the path is what it would be, and so is how often a loop is followed.
//! Assumptions restrict every run that comes behind them, so what they exclude is no run. So do claims: a run ends at
//! the first that it violates. Where steps are recorded to be executed again with other values, nothing is left out:
//! other values may go there.
//!
//! Accesses to arrays use the same knowledge: behind the claim that an index is inside there is no element to choose
//! beyond the end, and nothing undefined to read.

use imbl::OrdMap;
use imbl::ordmap::DiffItem;
use logic::{Op, Range, TermId, TermPool};

use crate::symex::Symex;
use crate::symex::wrapped_interval::{Arc, domain};

/// By term: which numbers it can be. Sums with a constant are known by the other summand.
pub(crate) type Facts = OrdMap<TermId, Arc>;

/// What is known where two ways have met.
pub(crate) fn met(a: &Facts, b: &Facts) -> Facts {
    let mut both = a.clone();
    for item in a.diff(b) {
        match item {
            DiffItem::Add(term, _) | DiffItem::Remove(term, _) => {
                both.remove(term);
            }
            DiffItem::Update {
                old: (term, x),
                new: (_, y),
            } => {
                both.insert(*term, x.hull(*y));
            }
        }
    }
    both
}

impl Symex<'_> {
    /// Which values a term can have in any run.
    pub(crate) fn find_range(&mut self, term: TermId) -> Range {
        self.ranges.of(&self.pool, term)
    }

    /// What a condition is, as far as its numbers decide it.
    pub(crate) fn settled(&mut self, facts: &Facts, cond: TermId) -> Option<bool> {
        if !self.prunes {
            return None;
        }
        self.settled_within(facts, cond, budgets::bmc::MAX_CONDITION_DEPTH.small())
    }

    fn settled_within(&mut self, facts: &Facts, cond: TermId, depth: u32) -> Option<bool> {
        if let Some(value) = self.pool.constant(cond) {
            return value.as_bool();
        }
        let depth = depth.checked_sub(1)?;
        let op = self.pool.op(cond);
        match op {
            Op::Not => {
                let inner = self.pool.operands(cond)[0];
                self.settled_within(facts, inner, depth).map(|truth| !truth)
            }
            Op::And | Op::Or => {
                // One that is false decides a conjunction, one that is true a disjunction.
                let deciding = op == Op::Or;
                let mut all = true;
                for index in 0..self.pool.operands(cond).len() {
                    let part = self.pool.operands(cond)[index];
                    match self.settled_within(facts, part, depth) {
                        Some(truth) if truth == deciding => return Some(deciding),
                        Some(_) => {}
                        None => all = false,
                    }
                }
                all.then_some(!deciding)
            }
            Op::Eq => {
                let (a, b) = self.both_sides(facts, cond)?;
                match (a.single(), b.single()) {
                    (Some(a), Some(b)) => Some(a == b),
                    _ => a.intersection(b).is_none().then_some(false),
                }
            }
            Op::BvUlt | Op::BvSlt => self.is_less(facts, cond, op == Op::BvSlt),
            _ => None,
        }
    }

    fn is_less(&mut self, facts: &Facts, cond: TermId, signed: bool) -> Option<bool> {
        let (a, b) = self.both_sides(facts, cond)?;
        let (a, b) = (a.bounds(signed), b.bounds(signed));
        if a.1 < b.0 {
            Some(true)
        } else {
            (a.0 >= b.1).then_some(false)
        }
    }

    fn both_sides(&mut self, facts: &Facts, cond: TermId) -> Option<(Arc, Arc)> {
        let (a, b) = (self.pool.operands(cond)[0], self.pool.operands(cond)[1]);
        Some((self.arc(facts, a)?, self.arc(facts, b)?))
    }

    /// Which numbers a term can be; nothing if it is no number, or one of many bits.
    pub(crate) fn arc(&mut self, facts: &Facts, term: TermId) -> Option<Arc> {
        self.arc_within(facts, term, budgets::bmc::MAX_CONDITION_DEPTH.small())
    }

    fn arc_within(&mut self, facts: &Facts, term: TermId, depth: u32) -> Option<Arc> {
        let width = number_width(&self.pool, term)?;
        if let Some(value) = constant(&self.pool, term) {
            return Some(Arc::new(width, value, 0));
        }
        let (base, added) = base(&self.pool, term);
        let range = self.find_range(base);
        let mut arc = Arc::between(width, range.min, range.max);
        if let Some((low, high)) = depth
            .checked_sub(1)
            .and_then(|depth| self.computed(facts, base, depth))
        {
            arc = arc.intersection(Arc::between(width, low, high)).unwrap_or(arc);
        }
        if let Some(known) = facts.get(&base) {
            arc = arc.intersection(*known).unwrap_or(*known);
        }
        Some(arc.turned(added))
    }

    /// What the numbers that a term is made of say about it: an offset into an array is an index, widened and scaled.
    fn computed(&mut self, facts: &Facts, term: TermId, depth: u32) -> Option<(i128, i128)> {
        let operand = |this: &Self, index: usize| this.pool.operands(term)[index];
        let width = number_width(&self.pool, term)?;
        let (_, last) = domain(width, false);
        match self.pool.op(term) {
            Op::BvZeroExtend { .. } => {
                let inner = operand(self, 0);
                Some(self.arc_within(facts, inner, depth)?.bounds(false))
            }
            Op::BvSignExtend { .. } => {
                let inner = operand(self, 0);
                Some(self.arc_within(facts, inner, depth)?.bounds(true))
            }
            Op::BvExtract { low: 0, .. } => {
                let inner = operand(self, 0);
                let (low, high) = self.arc_within(facts, inner, depth)?.bounds(false);
                (high <= last).then_some((low, high))
            }
            Op::BvConcat => {
                let (upper, lower) = (operand(self, 0), operand(self, 1));
                let (added, shift) = (constant(&self.pool, lower)?, number_width(&self.pool, lower)?);
                let (low, high) = self.arc_within(facts, upper, depth)?.bounds(false);
                Some((
                    (low << shift) + i128::from(added),
                    (high << shift) + i128::from(added),
                ))
            }
            Op::BvMul => {
                let (inner, factor) = (operand(self, 0), operand(self, 1));
                let factor = i128::from(constant(&self.pool, factor)?);
                let (low, high) = self.arc_within(facts, inner, depth)?.bounds(false);
                (high.checked_mul(factor)? <= last).then_some((low * factor, high * factor))
            }
            Op::BvAdd => {
                let (a, b) = (operand(self, 0), operand(self, 1));
                let a = self.arc_within(facts, a, depth / 2)?.bounds(false);
                let b = self.arc_within(facts, b, depth / 2)?.bounds(false);
                (a.1 + b.1 <= last).then_some((a.0 + b.0, a.1 + b.1))
            }
            _ => None,
        }
    }

    /// A condition is met, or is not.
    pub(crate) fn learn(&mut self, facts: &mut Facts, cond: TermId, truth: bool) {
        if self.prunes {
            self.learn_within(facts, cond, truth, budgets::bmc::MAX_CONDITION_DEPTH.small());
        }
    }

    fn learn_within(&mut self, facts: &mut Facts, cond: TermId, truth: bool, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        let op = self.pool.op(cond);
        match (op, truth) {
            (Op::Not, _) => {
                let inner = self.pool.operands(cond)[0];
                self.learn_within(facts, inner, !truth, depth);
            }
            (Op::And, true) | (Op::Or, false) => {
                for index in 0..self.pool.operands(cond).len() {
                    let part = self.pool.operands(cond)[index];
                    self.learn_within(facts, part, truth, depth);
                }
            }
            (Op::Eq, _) => {
                let Some((a, b)) = self.both_sides(facts, cond) else {
                    return;
                };
                let (left, right) = (self.pool.operands(cond)[0], self.pool.operands(cond)[1]);
                let said_by = |other: Arc| match truth {
                    true => Some(other),
                    false if other.single().is_some() => other.complement(),
                    false => None,
                };
                if let Some(arc) = said_by(b) {
                    self.restrict(facts, left, arc);
                }
                if let Some(arc) = said_by(a) {
                    self.restrict(facts, right, arc);
                }
            }
            (Op::BvUlt | Op::BvSlt, _) => {
                let signed = op == Op::BvSlt;
                let Some((a, b)) = self.both_sides(facts, cond) else {
                    return;
                };
                let (left, right) = (self.pool.operands(cond)[0], self.pool.operands(cond)[1]);
                // Either the left is below the right, or the right is at most the left.
                let ((less, least), (more, most), gap) = match truth {
                    true => ((left, a), (right, b), 1),
                    false => ((right, b), (left, a), 0),
                };
                let (first, last) = domain(a.width(), signed);
                let at_most = most.bounds(signed).1 - gap;
                let at_least = least.bounds(signed).0 + gap;
                if at_most < first || at_least > last {
                    return;
                }
                self.restrict(facts, less, Arc::between(a.width(), first, at_most));
                self.restrict(facts, more, Arc::between(a.width(), at_least, last));
            }
            _ => {}
        }
    }

    /// A term is one of these numbers. What contradicts everything known teaches nothing: no run is here.
    fn restrict(&mut self, facts: &mut Facts, term: TermId, arc: Arc) {
        let (mut term, mut arc) = (term, arc);
        loop {
            let (base, added) = base(&self.pool, term);
            if constant(&self.pool, base).is_some() {
                return;
            }
            let arc_of_base = arc.turned(added.wrapping_neg());
            let Some(known) = self.arc(facts, base) else {
                return;
            };
            let Some(new) = known.intersection(arc_of_base) else {
                return;
            };
            if new.extent() >= known.extent() {
                return;
            }
            facts.insert(base, new);
            let signed = match self.pool.op(base) {
                Op::BvZeroExtend { .. } => false,
                Op::BvSignExtend { .. } => true,
                _ => return,
            };
            let inner = self.pool.operands(base)[0];
            let Some(width) = number_width(&self.pool, inner) else {
                return;
            };
            let ((low, high), (first, last)) = (new.bounds(signed), domain(width, signed));
            if low < first || high > last {
                return;
            }
            (term, arc) = (inner, Arc::between(width, low, high));
        }
    }
}

fn number_width(pool: &TermPool, term: TermId) -> Option<u32> {
    match pool.sort(term) {
        logic::Sort::BitVec(width) if (1..=64).contains(&width) => Some(width),
        _ => None,
    }
}

fn constant(pool: &TermPool, term: TermId) -> Option<u64> {
    pool.constant(term)?.as_bits()?.to_u64()
}

/// A term without the constant that is added to it, and that constant.
pub(crate) fn base(pool: &TermPool, term: TermId) -> (TermId, u64) {
    let (mut base, mut added) = (term, 0u64);
    while pool.op(base) == Op::BvAdd {
        let operands = pool.operands(base);
        let Some(number) = constant(pool, operands[1]) else {
            break;
        };
        added = added.wrapping_add(number);
        base = operands[0];
    }
    (base, added)
}
