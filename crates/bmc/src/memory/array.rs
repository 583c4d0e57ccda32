//! Objects too large to be a choice between elements.
//!
//! Where a symbolic offset has more possible elements than [`Options::widest_choice`](crate::Options), or the
//! object's size is not known, the object's contents become one array term, indexed by element: as large as the
//! first such access asks for. Parts of elements are cut out of them and put into them, several are joined; what
//! may lie across elements is done byte by byte. Pointers and bit-fields there are a cut. Whether an element was
//! ever written is not tracked: unwritten ones have any value, and a run that depends on them is marked by an
//! input of the kind [`InputKind::Unmodelled`].

use logic::{Range, ScalarSort, Sort, TermId};

use crate::equation::StepKind;
use crate::memory::object::{ObjectId, ObjectKind};
use crate::memory::place::Spot;
use crate::memory::pointer::Case;
use crate::symex::Symex;
use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::state::{Fill, State};
use runs::InputKind;

/// The contents of an object as one term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contents {
    /// The size of an element in bytes, a power of two.
    pub element: u32,
    pub data: TermId,
}

impl Symex<'_> {
    /// Makes arrays of the objects of a place whose elements are too many. False if that cannot be done.
    pub(crate) fn widen(&mut self, state: &mut State, spot: &Spot, scalar: Scalar) -> bool {
        for case in &spot.cases {
            if state.arrays.contains_key(&case.object)
                || self.number(case.offset).is_some()
                || self.several(state) && self.is_shared(case.object)
                || matches!(self.object(case.object).kind, ObjectKind::Function(_))
            {
                continue;
            }
            let range = self.range(case.offset);
            let last = match self.object(case.object).bytes {
                Some(bytes) => i128::from(bytes) - i128::from(scalar.size),
                None => i128::MAX / 4,
            };
            if range.count(0, last) <= self.options.widest_choice.into() {
                continue;
            }
            let plain = matches!(scalar.repr, Repr::Int(..) | Repr::Bool | Repr::Float(_))
                && scalar.size.is_power_of_two()
                && scalar.value_bytes() == scalar.size;
            let element = alignment(range).min(scalar.size.into()) as u32;
            if !plain || spot.field.is_some() || !self.make_array(state, case.object, element) {
                return false;
            }
        }
        true
    }

    /// Turns an object's cells into an array. False if there are pointers among them.
    pub(crate) fn make_array(&mut self, state: &mut State, object: ObjectId, element: u32) -> bool {
        let Some(live) = state.live.get(&object).copied() else {
            return false;
        };
        let cells: Vec<_> = state
            .cells
            .range((object, 0)..=(object, u64::MAX))
            .map(|(key, cell)| (key.1, *cell))
            .collect();
        if cells
            .iter()
            .any(|(_, cell)| matches!(cell.value, Value::Pointer { .. }))
        {
            return false;
        }
        let data = match live.fill {
            Fill::Zero => {
                let zero = self.pool.bv(element * 8, 0);
                self.pool.const_array(self.width, zero)
            }
            Fill::Unwritten => {
                // Any contents; the mark is an input of its own.
                if let Some(char) = self.char {
                    let name = self.path_name(object, 0, None);
                    self.input_value(state, &name, InputKind::Unmodelled, char);
                }
                let sort = Sort::array(self.width, ScalarSort::BitVec(element * 8));
                self.fresh("contents", sort)
            }
        };
        let mut contents = Contents { element, data };
        for (at, cell) in cells {
            let offset = self.pool.bv(self.width, u128::from(at));
            let bits = self.plain_bytes(cell.value, cell.size);
            let before = self.array_read(contents, offset, cell.size);
            let bits = self.pool.ite(cell.written, bits, before);
            contents.data = self.array_write(contents, offset, bits, cell.size);
            state.cells.remove(&(object, at));
        }
        state.arrays.insert(object, contents);
        true
    }

    /// The bytes at an offset, the first of them lowest.
    pub(crate) fn array_read(&mut self, contents: Contents, offset: TermId, size: u32) -> TermId {
        let Contents { element, data } = contents;
        let aligned = alignment(self.range(offset));
        if aligned >= u128::from(element) && size >= element && size.is_multiple_of(element) {
            let index = self.element_index(offset, element);
            let mut bits = self.pool.select(data, index);
            for next in 1..size / element {
                let step = self.pool.bv(self.width, next.into());
                let at = self.pool.bv_add(index, step);
                let upper = self.pool.select(data, at);
                bits = self.pool.bv_concat(upper, bits);
            }
            return bits;
        }
        if size <= element && size.is_power_of_two() && aligned >= u128::from(size) {
            let index = self.element_index(offset, element);
            let whole = self.pool.select(data, index);
            let by = self.shift_within(offset, element);
            let moved = self.pool.bv_lshr(whole, by);
            return self.pool.bv_extract(moved, size * 8 - 1, 0);
        }
        let mut bits = None;
        for next in 0..size {
            let step = self.pool.bv(self.width, next.into());
            let at = self.pool.bv_add(offset, step);
            let byte = self.array_read(contents, at, 1);
            bits = Some(match bits {
                None => byte,
                Some(lower) => self.pool.bv_concat(byte, lower),
            });
        }
        bits.unwrap_or_else(|| self.pool.bv(8, 0))
    }

    /// The array with other bytes at an offset.
    pub(crate) fn array_write(
        &mut self,
        contents: Contents,
        offset: TermId,
        bits: TermId,
        size: u32,
    ) -> TermId {
        let Contents { element, mut data } = contents;
        let aligned = alignment(self.range(offset));
        if aligned >= u128::from(element) && size >= element && size.is_multiple_of(element) {
            let index = self.element_index(offset, element);
            for next in 0..size / element {
                let step = self.pool.bv(self.width, next.into());
                let at = self.pool.bv_add(index, step);
                let low = next * element * 8;
                let part = self.pool.bv_extract(bits, low + element * 8 - 1, low);
                data = self.pool.store(data, at, part);
            }
            return data;
        }
        if size <= element && size.is_power_of_two() && aligned >= u128::from(size) {
            let index = self.element_index(offset, element);
            let whole = self.pool.select(data, index);
            let by = self.shift_within(offset, element);
            let width = element * 8;
            let part = self.resize(bits, false, width);
            let part = self.pool.bv_shl(part, by);
            let ones = self.pool.bv(width, u128::MAX >> (128 - size * 8));
            let mask = self.pool.bv_shl(ones, by);
            let keep = self.pool.bv_not(mask);
            let rest = self.pool.bv_and(whole, keep);
            let new = self.pool.bv_or(rest, part);
            return self.pool.store(data, index, new);
        }
        for next in 0..size {
            let step = self.pool.bv(self.width, next.into());
            let at = self.pool.bv_add(offset, step);
            let byte = self.pool.bv_extract(bits, next * 8 + 7, next * 8);
            data = self.array_write(Contents { element, data }, at, byte, 1);
        }
        data
    }

    fn element_index(&mut self, offset: TermId, element: u32) -> TermId {
        let by = self.pool.bv(self.width, element.ilog2().into());
        self.pool.bv_lshr(offset, by)
    }

    /// Eight times the bytes of an offset that lie within an element, as wide as the element.
    fn shift_within(&mut self, offset: TermId, element: u32) -> TermId {
        let width = element * 8;
        if element == 1 {
            return self.pool.bv(width, 0);
        }
        let bytes = self.pool.bv_extract(offset, element.ilog2() - 1, 0);
        let bytes = self.resize(bytes, false, width);
        let three = self.pool.bv(width, 3);
        self.pool.bv_shl(bytes, three)
    }

    /// The size of the elements that suits offsets and sizes like this one.
    pub(crate) fn suiting_element(&mut self, size: TermId) -> u32 {
        alignment(self.range(size)).min(8) as u32
    }

    /// The cases of a place whose objects are arrays, with the offset meant and when it is meant; the others
    /// stay in the place. Nothing if an access does not suit an array.
    pub(crate) fn array_cases(
        &mut self,
        state: &State,
        spot: &mut Spot,
        scalar: Scalar,
    ) -> Option<Vec<(ObjectId, TermId, TermId)>> {
        if state.arrays.is_empty() {
            return Some(Vec::new());
        }
        let mut found = Vec::new();
        let cases = std::mem::take(&mut spot.cases);
        for case in cases {
            if !state.arrays.contains_key(&case.object) {
                spot.cases.push(case);
                continue;
            }
            let Case {
                object,
                offset,
                chosen,
            } = case;
            let plain = scalar.value_bytes() == scalar.size && scalar.size <= 16;
            if spot.field.is_some() || scalar.repr == Repr::Pointer || !plain {
                return None;
            }
            let alive = self.alive(state, object);
            let size = self.pool.bv(self.width, scalar.size.into());
            let inside = self.inside(state, object, offset, size);
            let good = self.pool.and(alive, inside);
            let chosen = self.pool.and(chosen, good);
            found.push((object, offset, chosen));
        }
        Some(found)
    }

    /// Reads the arrays among a place's objects, which leave the place: values, and when each is meant.
    pub(crate) fn load_arrays(
        &mut self,
        state: &State,
        spot: &mut Spot,
        scalar: Scalar,
    ) -> Option<Vec<(Value, TermId)>> {
        let mut found = Vec::new();
        for (object, offset, chosen) in self.array_cases(state, spot, scalar)? {
            let contents = *state.arrays.get(&object)?;
            let bits = self.array_read(contents, offset, scalar.size);
            found.push((self.read_as(bits, scalar), chosen));
        }
        Some(found)
    }

    /// Writes elements of arrays.
    pub(crate) fn store_arrays(
        &mut self,
        state: &mut State,
        elements: &[(ObjectId, TermId, TermId)],
        value: Value,
        scalar: Scalar,
    ) {
        for &(object, offset, chosen) in elements {
            let Some(contents) = state.arrays.get(&object).copied() else {
                continue;
            };
            let bits = self.plain_bytes(value, scalar.size);
            let stored = self.array_write(contents, offset, bits, scalar.size);
            let data = self.pool.ite(chosen, stored, contents.data);
            state.arrays.insert(object, Contents { data, ..contents });
            let target = crate::Target {
                object,
                offset,
                chosen,
                size: scalar.size.into(),
            };
            let kind = StepKind::Effect {
                targets: Box::new([target]),
            };
            let guard = self.guard(state);
            self.step_guarded(guard, kind, Box::default());
        }
    }

    /// Makes two states agree about which objects are arrays. False if they cannot.
    pub(crate) fn level_arrays(&mut self, a: &mut State, b: &mut State, object: ObjectId) -> bool {
        match (a.arrays.get(&object).copied(), b.arrays.get(&object).copied()) {
            (Some(x), Some(y)) => x.element == y.element,
            (Some(x), None) => !b.live.contains_key(&object) || self.make_array(b, object, x.element),
            (None, Some(y)) => !a.live.contains_key(&object) || self.make_array(a, object, y.element),
            (None, None) => true,
        }
    }
}

/// The largest power of two that divides every value of a range.
fn alignment(range: Range) -> u128 {
    let low = range.min as u128;
    1u128 << (range.step | low).trailing_zeros().min(4)
}
