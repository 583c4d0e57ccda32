//! What nobody has written, on its way through copies.
//!
//! A byte that was never written becomes an input when it is read. If it has been copied before, with its record or
//! by `memcpy`, both copies must turn out the same: `b = a; assert(b.x == a.x)` holds whatever `a.x` is. So when
//! unwritten bytes are copied, each gets an *indeterminate* value, a fresh symbol that source and copy share, and the
//! input that a later read makes of either takes this value instead of one of its own. The interpreter needs none of
//! this: it is given both inputs, and they are equal.
//!
//! Not followed: bit-fields, `long double`, and copies of very many bytes.

use ctype::{ArrayLen, RecordKind, Type, TypeId};
use logic::{Sort, TermId};

use crate::memory::cells::Chunk;
use crate::memory::object::{ObjectId, ObjectKind};
use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::state::{Fill, State};
use crate::symex::{OBJECT_BITS, Symex};

impl Symex<'_> {
    /// Gives the unwritten ones of some bytes that are about to be copied an indeterminate value. `ty` is their type,
    /// if they are copied as a value of one.
    pub(crate) fn remember_unwritten(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: u64,
        size: u64,
        ty: Option<TypeId>,
    ) {
        let unwritten = state
            .live
            .get(&object)
            .is_some_and(|live| live.fill == Fill::Unwritten);
        if !unwritten || size > budgets::bmc::MAX_UNWRITTEN_COPY.get() || state.arrays.contains_key(&object) {
            return;
        }
        let mut known = vec![false; size as usize];
        for (at, cell) in state.overlapping(object, offset, size) {
            if self.truth(cell.written) == Some(true) {
                let end = (at + u64::from(cell.size)).min(offset + size);
                for byte in at.max(offset)..end {
                    known[(byte - offset) as usize] = true;
                }
            }
        }
        for at in 0..size {
            if state.indeterminate.contains_key(&(object, offset + at)) {
                known[at as usize] = true;
            }
        }
        if known.iter().all(|&known| known) {
            return;
        }
        for (at, scalar) in self.parts(object, offset, size, ty) {
            let bytes = at..at + u64::from(scalar.size);
            if bytes.end > size || bytes.clone().all(|byte| known[byte as usize]) {
                continue;
            }
            let bits = match scalar.repr {
                Repr::Bool => {
                    let bit = self.fresh("unwritten", Sort::BitVec(1));
                    self.pool.bv_zero_extend(bit, 8)
                }
                _ => self.fresh("unwritten", Sort::BitVec(scalar.size * 8)),
            };
            for (byte, low) in bytes.zip((0..).step_by(8)) {
                if !known[byte as usize] {
                    let part = self.pool.bv_extract(bits, low + 7, low);
                    state.indeterminate.insert((object, offset + byte), part);
                }
            }
        }
    }

    /// The scalars that some bytes consist of, as far as it is known: the type of the object says it else. Nobody
    /// asks for what lies between the members of a structure.
    fn parts(&self, object: ObjectId, offset: u64, size: u64, ty: Option<TypeId>) -> Vec<(u64, Scalar)> {
        let mut found = Vec::new();
        if let Some(ty) = ty {
            self.add_parts(ty, 0, &mut found);
            return found;
        }
        if let ObjectKind::Static(var) | ObjectKind::Local { var, .. } = self.object(object).kind {
            self.add_parts(self.program.variable(var).ty, 0, &mut found);
        }
        let inside = found
            .into_iter()
            .filter(|(at, scalar)| *at >= offset && at + u64::from(scalar.size) <= offset + size)
            .map(|(at, scalar)| (at - offset, scalar));
        let found: Vec<(u64, Scalar)> = inside.collect();
        if found.is_empty() {
            return (0..size).map(|at| (at, Scalar::raw(1))).collect();
        }
        found
    }

    fn add_parts(&self, ty: TypeId, base: u64, found: &mut Vec<(u64, Scalar)>) {
        let types = &self.program.types;
        if base > budgets::bmc::MAX_UNWRITTEN_COPY.get() {
            return;
        }
        if let Some(scalar) = Scalar::of(types, ty) {
            found.push((base, scalar));
            return;
        }
        match types.get(ty) {
            Type::Array {
                elem,
                len: ArrayLen::Fixed(len),
            } => {
                let size = types.size_of(*elem).unwrap_or(0).max(1);
                for index in 0..(*len).min(budgets::bmc::MAX_UNWRITTEN_COPY.get() / size + 1) {
                    self.add_parts(*elem, base + index * size, found);
                }
            }
            Type::Record(record) => {
                let record = types.record(*record);
                if record.kind == RecordKind::Union {
                    let size = record
                        .layout
                        .map_or(0, |(size, _)| size)
                        .min(budgets::bmc::MAX_UNWRITTEN_COPY.get());
                    found.extend((0..size).map(|at| (base + at, Scalar::raw(1))));
                    return;
                }
                for field in record.fields.iter().filter(|field| field.bits.is_none()) {
                    self.add_parts(field.ty, base + field.offset, found);
                }
            }
            _ => {}
        }
    }

    /// The value that a read of these bytes takes where they are unwritten, if they have been copied.
    pub(crate) fn indeterminate_value(
        &mut self,
        state: &State,
        object: ObjectId,
        at: u64,
        scalar: Scalar,
    ) -> Option<Value> {
        let size = u64::from(scalar.size);
        let mut copied = state.indeterminate.range((object, at)..(object, at + size));
        if copied.next().is_none() || scalar.value_bytes() != scalar.size {
            return None;
        }
        let mut bits: Option<TermId> = None;
        for byte in at..at + size {
            let part = match state.indeterminate.get(&(object, byte)) {
                Some(&part) => part,
                None => self.fresh("unwritten", Sort::BitVec(8)),
            };
            bits = Some(match bits {
                None => part,
                Some(low) => self.pool.bv_concat(part, low),
            });
        }
        let bits = bits?;
        Some(match scalar.repr {
            // As with every pointer from outside.
            Repr::Pointer => {
                self.has_wild = true;
                Value::Pointer {
                    object: self.pool.bv(OBJECT_BITS, 0),
                    offset: bits,
                }
            }
            Repr::Bool => {
                let bit = self.pool.bv_extract(bits, 0, 0);
                Value::Bits(self.pool.bv_zero_extend(bit, 8))
            }
            _ => self.read_as(bits, scalar),
        })
    }

    /// The indeterminate values after a choice between two chunks.
    pub(crate) fn select_indeterminate(&mut self, cond: TermId, a: &Chunk, b: &Chunk) -> Vec<(u64, TermId)> {
        let find = |chunk: &Chunk, at: u64| {
            let found = chunk.indeterminate.binary_search_by_key(&at, |&(at, _)| at).ok();
            found.map(|index| chunk.indeterminate[index].1)
        };
        let mut places: Vec<u64> = a
            .indeterminate
            .iter()
            .chain(&b.indeterminate)
            .map(|&(at, _)| at)
            .collect();
        places.sort_unstable();
        places.dedup();
        let both = places.into_iter().map(|at| {
            let value = self.select_indeterminate_byte(cond, find(a, at), find(b, at));
            (at, value)
        });
        both.collect()
    }

    /// One without an indeterminate value has one that nobody shares.
    fn select_indeterminate_byte(&mut self, cond: TermId, a: Option<TermId>, b: Option<TermId>) -> TermId {
        let mut some = |value: Option<TermId>| match value {
            Some(value) => value,
            None => self.fresh("unwritten", Sort::BitVec(8)),
        };
        let (a, b) = (some(a), some(b));
        self.pool.ite(cond, a, b)
    }

    /// The indeterminate values where two ways meet.
    pub(crate) fn merge_indeterminate(&mut self, merged: &mut State, a: &State, b: &State, left: TermId) {
        let keys: Vec<(ObjectId, u64)> = a
            .indeterminate
            .diff(&b.indeterminate)
            .map(|item| *crate::symex::merge::diff_key(item).0)
            .collect();
        for key in keys {
            let (in_a, in_b) = (
                a.indeterminate.get(&key).copied(),
                b.indeterminate.get(&key).copied(),
            );
            let value = match (in_a, in_b) {
                // Where the object does not exist nobody looks.
                (Some(value), None) if !b.live.contains_key(&key.0) => value,
                (None, Some(value)) if !a.live.contains_key(&key.0) => value,
                _ => self.select_indeterminate_byte(left, in_a, in_b),
            };
            merged.indeterminate.insert(key, value);
        }
    }
}

impl State {
    /// Bytes that are written over have the indeterminate values of what is written.
    pub(crate) fn replace_indeterminate(&mut self, object: ObjectId, offset: u64, chunk: &Chunk) {
        self.remove_indeterminate(object, offset..offset + chunk.size);
        for &(at, value) in &chunk.indeterminate {
            self.indeterminate.insert((object, offset + at), value);
        }
    }

    pub(crate) fn remove_indeterminate(&mut self, object: ObjectId, bytes: std::ops::Range<u64>) {
        let keys: Vec<_> = self
            .indeterminate
            .range((object, bytes.start)..(object, bytes.end))
            .map(|(key, _)| *key)
            .collect();
        for key in keys {
            self.indeterminate.remove(&key);
        }
    }
}
