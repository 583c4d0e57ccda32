//! Addresses of nothing, where a pointer points at something.
//!
//! A pointer that is read before it is written is an input: no object, and any address as its offset. A list that is
//! built under conditions is full of such reads, of nodes that are not there in the runs in question, and so every offset
//! comes to be a choice between a few numbers and some such addresses. Object and offset are always chosen together, so
//! where the object is one of the program's, none of the addresses was chosen: they can be left out, and the offset is
//! known again. Otherwise each access would have to be considered at each byte of the object.
//!
//! This is so only as long as nobody makes a number of such an address and computes an offset from that. From the first
//! time that could be, no address is left out any more ([`Symex::address_is_looked_at`]).
//!
//! Such a pointer might also be the address of one of the program's objects. If it has been compared with that, this is so
//! ([`outside_pointer`](crate::memory::outside_pointer)). Otherwise it never is here, and wherever that would make a
//! difference, the result depends on where objects lie in memory ([`Symex::note_wild`]): where something is asked about what
//! it points at, and where it is followed without a claim. What is copied, compared with null or with another such pointer is right as it is.

use logic::{Op, TermId};

use crate::memory::object::{ObjectId, ObjectKind};
use crate::symex::scalar::Value;
use crate::symex::state::State;
use crate::symex::{OBJECT_BITS, Symex};

impl Symex<'_> {
    /// An offset became part of a number.
    pub(crate) fn address_is_looked_at(&mut self, offset: TermId) {
        if self.pool.constant(offset).is_none() && !self.wild.is_empty() {
            self.wild.clear();
            self.without_wild.clear();
        }
    }

    /// What this pointer points at matters.
    pub(crate) fn note_wild(&mut self, pointer: Value) {
        let pointer = self.identified(pointer);
        if let Some(wild) = self.is_wild(pointer) {
            self.note_addresses(wild);
        }
    }

    /// Whether these are the same address matters: they may be from now on, or the result depends on it.
    pub(crate) fn note_wild_compared(&mut self, a: Value, b: Value) {
        for (one, other) in [(a, b), (b, a)] {
            let Value::Pointer { object, .. } = other else {
                continue;
            };
            if let Some(wild) = self.is_wild(one) {
                let nothing = self.pool.bv(OBJECT_BITS, 0);
                let no_object = self.pool.eq(object, nothing);
                if no_object == self.yes || self.identify(one, other).is_some() {
                    continue;
                }
                let object = self.pool.not(no_object);
                let differs = self.pool.and(wild, object);
                self.note_addresses(differs);
            }
        }
    }

    /// Whether the address of an object that is no more is that of another object matters: storage is used again.
    pub(crate) fn note_dead_compared(&mut self, state: &State, a: Value, b: Value) {
        for (one, other) in [(a, b), (b, a)] {
            let (Value::Pointer { object, .. }, Value::Pointer { object: another, .. }) = (one, other) else {
                return;
            };
            let nothing = self.pool.bv(OBJECT_BITS, 0);
            if object == another || object == nothing || another == nothing {
                return;
            }
            for number in self.object_numbers(object).iter().copied() {
                let id = self
                    .pool
                    .constant(number)
                    .and_then(|value| value.as_bits()?.to_u64());
                let id = ObjectId(id.unwrap_or(0) as u32);
                let alive = self.alive(state, id);
                let lasts = matches!(
                    self.object(id).kind,
                    ObjectKind::Nothing | ObjectKind::Static(_) | ObjectKind::Function(_)
                );
                if lasts || alive == self.yes {
                    continue;
                }
                let is = self.pool.eq(object, number);
                let (same, none) = (self.pool.eq(another, number), self.pool.eq(another, nothing));
                let excluded = [alive, same, none].map(|cond| self.pool.not(cond));
                let apart = self.pool.and_all(&excluded);
                let matters = self.pool.and(is, apart);
                self.note_addresses(matters);
            }
        }
    }

    /// When the pointer is the address of nothing, but not null; nothing if it never is.
    fn is_wild(&mut self, pointer: Value) -> Option<TermId> {
        let Value::Pointer { object, offset } = pointer else {
            return None;
        };
        if !self.has_wild || self.pool.constant(offset).is_some() {
            return None;
        }
        let nothing = self.pool.bv(OBJECT_BITS, 0);
        let no_object = self.pool.eq(object, nothing);
        let zero = self.pool.bv(self.width, 0);
        let null = self.pool.eq(offset, zero);
        let not_null = self.pool.not(null);
        let wild = self.pool.and(no_object, not_null);
        // Not `truth`: what is asked here depends on values, and an execution that follows a recorded one has others.
        let never = self.pool.constant(wild).and_then(logic::Value::as_bool) == Some(false);
        (!never).then_some(wild)
    }

    /// The offset of a pointer that points at an object.
    pub(crate) fn offset_inside(&mut self, offset: TermId) -> TermId {
        if self.wild.is_empty() {
            return offset;
        }
        self.kept(offset, 0).unwrap_or(offset)
    }

    /// What is left of an offset without the addresses; nothing if it is nothing else.
    fn kept(&mut self, offset: TermId, depth: u32) -> Option<TermId> {
        if self.wild.contains_key(&offset) {
            return None;
        }
        let op = self.pool.op(offset);
        if !matches!(op, Op::Ite | Op::BvAdd) || depth > budgets::bmc::MAX_ADDRESS_DEPTH.small() {
            return Some(offset);
        }
        if let Some(&known) = self.without_wild.get(&offset) {
            return known;
        }
        let operands = self.pool.operands(offset);
        let result = if op == Op::Ite {
            let (cond, then, otherwise) = (operands[0], operands[1], operands[2]);
            match (self.kept(then, depth + 1), self.kept(otherwise, depth + 1)) {
                (Some(then), Some(otherwise)) => Some(self.pool.ite(cond, then, otherwise)),
                (Some(one), None) | (None, Some(one)) => Some(one),
                (None, None) => None,
            }
        } else {
            // Moved by a number; a sum of other things is not taken apart.
            let (pointer, by) = (operands[0], operands[1]);
            match self.pool.constant(by) {
                Some(_) => self
                    .kept(pointer, depth + 1)
                    .map(|pointer| self.pool.bv_add(pointer, by)),
                None => Some(offset),
            }
        };
        self.without_wild.insert(offset, result);
        result
    }
}
