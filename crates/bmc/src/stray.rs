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

use logic::{Op, TermId};

use crate::symex::Symex;

/// Choices nested deeper than this are left as they are.
const DEEPEST: u32 = 200;

impl Symex<'_> {
    /// An offset became part of a number.
    pub(crate) fn address_is_looked_at(&mut self, offset: TermId) {
        if self.pool.constant(offset).is_none() && !self.stray.is_empty() {
            self.stray.clear();
            self.without_stray.clear();
        }
    }

    /// The offset of a pointer that points at an object.
    pub(crate) fn offset_inside(&mut self, offset: TermId) -> TermId {
        if self.stray.is_empty() {
            return offset;
        }
        self.kept(offset, 0).unwrap_or(offset)
    }

    /// What is left of an offset without the addresses; nothing if it is nothing else.
    fn kept(&mut self, offset: TermId, depth: u32) -> Option<TermId> {
        if self.stray.contains_key(&offset) {
            return None;
        }
        let op = self.pool.op(offset);
        if !matches!(op, Op::Ite | Op::BvAdd) || depth > DEEPEST {
            return Some(offset);
        }
        if let Some(&known) = self.without_stray.get(&offset) {
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
        self.without_stray.insert(offset, result);
        result
    }
}
