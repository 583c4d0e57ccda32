//! Which loops and recursions have no end in sight.
//!
//! Deepening pays where a loop ends after a few rounds more. A loop without an exit never does, and one that asks
//! an input in each round goes on for as long as the input says; one that counts an unknown number of 32 bits down by
//! one has two milliards of rounds before it. Following these deeper can still find an error, but never that there is
//! none, so less effort goes into them ([`Options::endless_effort`](crate::Options::endless_effort)). Nothing else
//! depends on it: a loop taken for endless that is not is given up early, and said to be cut.
//!
//! A round is looked at through its tests that could leave the loop. It has an end in sight if one of them came out
//! constant, wholly or in a part, or is about something else than an input of this round or a number from which the
//! last round has taken very little. Of a recursion, an activation is such a round, and each of its own tests could
//! leave it.

use logic::{Op, TermId};

use crate::symex::Symex;
use crate::symex::facts::{Facts, base};
use crate::symex::unwind::Unwound;

/// At the head of a loop, or of a function.
#[derive(Debug, Clone)]
pub(crate) struct Sight {
    /// What was known there, in this round and in the one before.
    now: Facts,
    before: Facts,
    /// How many inputs there were.
    symbols: usize,
    /// Whether a test was met that may soon end it.
    end: bool,
}

impl Sight {
    pub(crate) fn new(facts: &Facts, symbols: usize) -> Sight {
        Sight {
            now: facts.clone(),
            before: facts.clone(),
            symbols,
            end: false,
        }
    }

    /// A round is over. Says whether it had no end in sight.
    pub(crate) fn turn(&mut self, facts: &Facts, symbols: usize) -> bool {
        let endless = self.is_endless();
        *self = self.next(facts, symbols);
        endless
    }

    /// At the head of the next round.
    pub(crate) fn next(&self, facts: &Facts, symbols: usize) -> Sight {
        Sight {
            before: self.now.clone(),
            now: facts.clone(),
            symbols,
            end: false,
        }
    }

    pub(crate) fn is_endless(&self) -> bool {
        !self.end
    }

    pub(crate) fn may_end(&mut self) {
        self.end = true;
    }
}

impl Symex<'_> {
    /// A loop or recursion is cut, after a round with or without an end in sight.
    pub(crate) fn note_cut(&mut self, what: Unwound, endless: bool) {
        if endless && self.prunes {
            self.endless.insert(what);
        } else {
            self.ending.insert(what);
        }
    }

    /// The loop is left if this condition holds, or if it does not.
    pub(crate) fn note_exit(&self, sight: &mut Sight, cond: TermId) {
        sight.end |= !self.goes_on(sight, cond, budgets::bmc::MAX_CONDITION_DEPTH.small());
    }

    fn goes_on(&self, sight: &Sight, cond: TermId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let operands = self.pool.operands(cond);
        match self.pool.op(cond) {
            Op::Symbol(symbol) => symbol.index() >= sight.symbols,
            Op::Not | Op::And | Op::Or => operands.iter().all(|&part| self.goes_on(sight, part, depth)),
            Op::Eq | Op::BvUlt | Op::BvSlt => {
                let fresh = |&side: &TermId| self.is_fresh(sight, side);
                let known = |&side: &TermId| self.pool.constant(side).is_some() || self.is_long(sight, side);
                operands.iter().any(fresh) || operands.iter().all(known)
            }
            _ => false,
        }
    }

    fn is_fresh(&self, sight: &Sight, term: TermId) -> bool {
        let (term, _) = base(&self.pool, term);
        match self.pool.op(term) {
            Op::Symbol(symbol) => symbol.index() >= sight.symbols,
            Op::BvZeroExtend { .. } | Op::BvSignExtend { .. } => {
                self.is_fresh(sight, self.pool.operands(term)[0])
            }
            _ => false,
        }
    }

    /// Only of inputs themselves: what is computed has limits of its own.
    fn is_long(&self, sight: &Sight, term: TermId) -> bool {
        let (term, _) = base(&self.pool, term);
        let mut core = term;
        while let Op::BvZeroExtend { .. } | Op::BvSignExtend { .. } = self.pool.op(core) {
            core = self.pool.operands(core)[0];
        }
        if !matches!(self.pool.op(core), Op::Symbol(_)) {
            return false;
        }
        let (Some(now), Some(before)) = (sight.now.get(&term), sight.before.get(&term)) else {
            return false;
        };
        let taken = before.extent().saturating_sub(now.extent());
        taken > 0 && now.extent() >> budgets::bmc::LONG_LOOP_BITS.small() >= taken
    }
}
