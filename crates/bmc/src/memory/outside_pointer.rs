//! Pointers from outside that are the address of an object.
//!
//! **What.** A pointer that enters a run (an argument, a havocked field, one that was never written) is an address of nothing
//! ([`invalid_address`](crate::memory::invalid_address)). Harnesses compare such a pointer with the address of an object and mean
//! that it points there: `__CPROVER_assume(node->next == other)`. So the first time that a pointer from outside is compared with an
//! address, whether they are equal is a truth value of its own, for the solver to choose; where it is true, the pointer *is* that
//! address from then on, wherever it lies: in comparisons, where it is followed, in numbers made from it.
//!
//! **Why this is right.** In a run the pointer equals the address or does not, and both are followed. A pointer that equals no
//! address that it was compared with may still point somewhere, but following it fails a claim; where no claim stands, the result
//! depends on where objects lie, as before. Two addresses that a pointer is compared with exclude each other: once it is the first,
//! the second comparison is one of two addresses. What is not tied together (two pointers from outside with the same bits of
//! which only one was compared) lets more happen, never less.
//!
//! **Failing runs.** A run says what enters it, and an address is nothing that it could say before it is executed. So
//! failing runs in which no pointer from outside is an object's address are preferred, and of another kind are undetermined.
//!
//! **What was tried.** Saying that the address of the object, as a number, is the pointer's bits needs no new truth value, and gives
//! each access through the pointer an offset that is a difference of two symbols: the object is an array then, and a
//! proof of three nodes a matter of seconds. Only where the pointer is a choice between few values from outside: choices between
//! many of them are everywhere in lists that are built under conditions, and mean nothing there.

use std::collections::BTreeMap;
use std::rc::Rc;

use logic::{Op, Sort, TermId};

use crate::memory::pointer::Case;
use crate::symex::scalar::Value;
use crate::symex::{OBJECT_BITS, Symex};

/// An address that a pointer from outside may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Identity {
    /// The object's number, and the offset in it.
    object: TermId,
    offset: TermId,
    /// Whether it is.
    holds: TermId,
}

/// What an offset is made of.
enum Shape {
    /// Either of two, by a condition.
    Choice(TermId, TermId, TermId),
    /// Another one, and the number that is added to it.
    Moved(TermId, TermId),
    /// A sum that is not taken apart.
    Sum,
    Value,
}

impl Symex<'_> {
    /// Where values are recorded to be changed later, or are given, nothing is left open that no input says.
    fn leaves_identity_open(&self) -> bool {
        self.options.fixed.is_none()
            && !self.options.record
            && self.threads.is_none()
            && !self.decisions.detailed()
    }

    /// From now on a pointer from outside may be the addresses that it is compared with here. Nothing if it is not just that.
    pub(crate) fn identify(&mut self, outside: Value, other: Value) -> Option<()> {
        if !self.leaves_identity_open() {
            return None;
        }
        let Value::Pointer { offset, .. } = outside else {
            return None;
        };
        let parts = self.parts_of(offset)?;
        let cases: Vec<Case> = self.find_cases(other);
        let most = budgets::bmc::MAX_IDENTITIES.count();
        let full = |(symbol, _): &(TermId, TermId)| {
            let known = self.identities.get(symbol).map_or(0, |known| known.len());
            cases.len() + known > most
        };
        if parts.iter().any(full) {
            return None;
        }
        for (symbol, by) in parts {
            for case in cases.iter().filter(|case| case.object.0 != 0) {
                self.add_identity(symbol, by, case);
            }
        }
        Some(())
    }

    /// A value from outside may be an address, less the number that is added to it.
    fn add_identity(&mut self, symbol: TermId, by: TermId, case: &Case) {
        let object = self.pool.bv(OBJECT_BITS, case.object.0.into());
        let offset = self.pool.bv_sub(case.offset, by);
        let known = self.identities.get(&symbol).cloned().unwrap_or_default();
        let is_this = |one: &Identity| one.object == object && one.offset == offset;
        if known.iter().any(is_this) {
            return;
        }
        let open = self.fresh("points at", Sort::Bool);
        let zero = self.pool.bv(self.width, 0);
        let null = self.pool.eq(symbol, zero);
        let not_null = self.pool.not(null);
        let holds = self.pool.and(open, not_null);
        let identity = Identity {
            object,
            offset,
            holds,
        };
        let all: Rc<[Identity]> = known.iter().copied().chain([identity]).collect();
        self.identities.insert(symbol, all);
        self.identified.push(holds);
    }

    /// The values from outside that an offset is chosen from, each with what is added to it. Nothing if they are too many, or
    /// something else is among them.
    fn parts_of(&mut self, offset: TermId) -> Option<Vec<(TermId, TermId)>> {
        let zero = self.pool.bv(self.width, 0);
        let mut found = Vec::new();
        let mut pending = vec![(offset, zero)];
        while let Some((part, by)) = pending.pop() {
            if self.pool.constant(part).is_some() {
                continue;
            }
            match self.shape(part) {
                Shape::Choice(_, then, otherwise) => pending.extend([(then, by), (otherwise, by)]),
                Shape::Moved(pointer, further) => pending.push((pointer, self.pool.bv_add(by, further))),
                Shape::Sum => return None,
                Shape::Value if found.contains(&(part, by)) => {}
                Shape::Value => found.push((part, by)),
            }
            if found.len() + pending.len() > budgets::bmc::MAX_OUTSIDE_PARTS.count() {
                return None;
            }
        }
        Some(found)
    }

    fn shape(&self, offset: TermId) -> Shape {
        let operands = self.pool.operands(offset);
        match (self.pool.op(offset), operands) {
            (Op::Ite, &[cond, then, otherwise]) => Shape::Choice(cond, then, otherwise),
            (Op::BvAdd, &[pointer, by]) if self.pool.constant(by).is_some() => Shape::Moved(pointer, by),
            (Op::BvAdd, _) => Shape::Sum,
            _ => Shape::Value,
        }
    }

    /// A pointer with what its parts from outside have turned out to be.
    pub(crate) fn identified(&mut self, pointer: Value) -> Value {
        if self.identities.is_empty() {
            return pointer;
        }
        let Value::Pointer { object, offset } = pointer else {
            return pointer;
        };
        let nothing = self.pool.bv(OBJECT_BITS, 0);
        let none = self.pool.eq(object, nothing);
        if none == self.no || self.pool.constant(offset).is_some() {
            return pointer;
        }
        let found = self.outside_parts(offset, none);
        let (mut object, mut offset) = (object, offset);
        for (chosen, identity) in found.into_iter().rev() {
            let is = self.pool.and(chosen, identity.holds);
            object = self.pool.ite(is, identity.object, object);
            offset = self.pool.ite(is, identity.offset, offset);
        }
        Value::Pointer { object, offset }
    }

    /// The addresses that an offset may be, each with the condition under which its part of the offset is chosen.
    fn outside_parts(&mut self, offset: TermId, chosen: TermId) -> Vec<(TermId, Identity)> {
        let mut found = Vec::new();
        let zero = self.pool.bv(self.width, 0);
        // Operands are older than the terms that use them, so what is taken off is never met again.
        let mut open = BTreeMap::from([((offset, zero), chosen)]);
        while let Some(((part, by), chosen)) = open.pop_last() {
            if chosen == self.no || self.pool.constant(part).is_some() {
                continue;
            }
            let inner: Vec<((TermId, TermId), TermId)> = match self.shape(part) {
                Shape::Choice(cond, then, otherwise) => {
                    let opposite = self.pool.not(cond);
                    vec![((then, by), cond), ((otherwise, by), opposite)]
                }
                Shape::Moved(pointer, further) => {
                    let by = self.pool.bv_add(by, further);
                    vec![((pointer, by), self.yes)]
                }
                Shape::Sum => Vec::new(),
                Shape::Value => {
                    let known = self.identities.get(&part).cloned().unwrap_or_default();
                    for identity in known.iter() {
                        let offset = self.pool.bv_add(identity.offset, by);
                        found.push((chosen, Identity { offset, ..*identity }));
                    }
                    Vec::new()
                }
            };
            for (part, side) in inner {
                let chosen = self.pool.and(chosen, side);
                let before = open.get(&part).copied().unwrap_or(self.no);
                let either = self.pool.or(before, chosen);
                open.insert(part, either);
            }
        }
        found
    }
}
