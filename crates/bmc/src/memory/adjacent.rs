//! The end of one object, compared with the beginning of another.
//!
//! C leaves open whether `&x + 1 == &y`: it is so if `y` lies just behind `x`. Pointers are an object and an offset
//! here, so they are never equal; where that can make a difference, the result depends on where objects lie in memory.

use logic::TermId;

use crate::memory::object::{ObjectId, ObjectKind};
use crate::symex::scalar::Value;
use crate::symex::{OBJECT_BITS, Symex};

impl Symex<'_> {
    /// Whether one pointer is the end of an object, and the other the beginning of another one.
    pub(crate) fn note_adjacent_compared(&mut self, a: Value, b: Value) {
        let (Value::Pointer { object, .. }, Value::Pointer { object: another, .. }) = (a, b) else {
            return;
        };
        let nothing = self.pool.bv(OBJECT_BITS, 0);
        if object == another || object == nothing || another == nothing {
            return;
        }
        for (one, other) in [(a, b), (b, a)] {
            let Value::Pointer {
                object: second,
                offset,
            } = other
            else {
                return;
            };
            let zero = self.pool.bv(self.width, 0);
            let begins = self.pool.eq(offset, zero);
            if self.is_false(begins) {
                continue;
            }
            let Some(ends) = self.ends_object(one, second) else {
                continue;
            };
            let none = self.pool.eq(second, nothing);
            let some = self.pool.not(none);
            let adjacent = self.pool.and_all(&[begins, ends, some]);
            self.note_addresses(adjacent);
        }
    }

    /// When a pointer is just behind the last byte of an object that is not this one; nothing if it never is.
    fn ends_object(&mut self, pointer: Value, other: TermId) -> Option<TermId> {
        let Value::Pointer { object, offset } = pointer else {
            return None;
        };
        // What has no bytes is apart from everything else all the same.
        let zero = self.pool.bv(self.width, 0);
        let first = self.pool.eq(offset, zero);
        let moved = self.pool.not(first);
        let mut when = self.no;
        for number in self.object_numbers(object).iter().copied() {
            let id = self
                .pool
                .constant(number)
                .and_then(|value| value.as_bits()?.to_u64());
            let id = ObjectId(id.unwrap_or(0) as u32);
            let known = self.object(id);
            if matches!(known.kind, ObjectKind::Nothing | ObjectKind::Function(_)) {
                continue;
            }
            let behind = self.pool.eq(offset, known.size);
            let (is, same) = (self.pool.eq(object, number), self.pool.eq(other, number));
            let another = self.pool.not(same);
            let this = self.pool.and_all(&[moved, behind, is, another]);
            when = self.pool.or(when, this);
        }
        (!self.is_false(when)).then_some(when)
    }

    /// By its form alone: what else is known depends on values, and an execution that follows a recorded one has
    /// others.
    fn is_false(&self, term: TermId) -> bool {
        self.pool.constant(term).and_then(logic::Value::as_bool) == Some(false)
    }
}
