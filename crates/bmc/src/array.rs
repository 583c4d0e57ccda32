//! Objects too large to be a choice between elements.
//!
//! Where a symbolic offset has more possible elements than [`Options::widest_choice`](crate::Options), or the
//! object's size is not known, the object's contents become one array term, indexed by element. From then on
//! it is read and written by whole aligned elements of that size only; anything else is a cut. Whether an
//! element was ever written is not tracked there: unwritten ones have any value, and a run that depends on
//! them is marked by an input of the kind [`InputKind::Unmodelled`].

use logic::{ScalarSort, Sort, TermId};

use crate::equation::{InputKind, StepKind};
use crate::object::{ObjectId, ObjectKind};
use crate::place::Spot;
use crate::pointer::Case;
use crate::scalar::{Repr, Scalar, Value};
use crate::state::{Fill, State};
use crate::symex::Symex;

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
            let aligned = range.step.is_multiple_of(scalar.size.into())
                && range.min.rem_euclid(i128::from(scalar.size)) == 0
                && range.step != 0;
            let plain = matches!(scalar.repr, Repr::Int(..) | Repr::Bool | Repr::Float(_))
                && scalar.size.is_power_of_two()
                && scalar.value_bytes() == scalar.size;
            let suits = aligned && plain && spot.field.is_none();
            if !suits || !self.make_array(state, case.object, scalar.size) {
                return false;
            }
        }
        true
    }

    /// Turns an object's cells into an array. False if they do not fit its elements.
    pub(crate) fn make_array(&mut self, state: &mut State, object: ObjectId, element: u32) -> bool {
        let Some(live) = state.live.get(&object).copied() else {
            return false;
        };
        let cells: Vec<_> = state
            .cells
            .range((object, 0)..=(object, u64::MAX))
            .map(|(key, cell)| (key.1, *cell))
            .collect();
        let fits = cells.iter().all(|(at, cell)| {
            cell.size == element
                && at.is_multiple_of(element.into())
                && !matches!(cell.value, Value::Pointer { .. })
        });
        if !fits {
            return false;
        }
        let mut data = match live.fill {
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
        for (at, cell) in cells {
            let index = self.pool.bv(self.width, u128::from(at / u64::from(element)));
            let bits = self.plain_bytes(cell.value, element);
            let before = self.pool.select(data, index);
            let bits = self.pool.ite(cell.written, bits, before);
            data = self.pool.store(data, index, bits);
            state.cells.remove(&(object, at));
        }
        state.arrays.insert(object, Contents { element, data });
        true
    }

    /// The cases of a place whose objects are arrays, with the element meant and when it is meant; the others
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
            let Some(contents) = state.arrays.get(&case.object).copied() else {
                spot.cases.push(case);
                continue;
            };
            let Case {
                object,
                offset,
                chosen,
            } = case;
            let range = self.range(offset);
            let step = i128::from(contents.element);
            let aligned =
                (range.step as i128) % step == 0 && range.min.rem_euclid(step) == 0 && spot.field.is_none();
            if !aligned || scalar.size != contents.element || scalar.repr == Repr::Pointer {
                return None;
            }
            let alive = self.alive(state, object);
            let size = self.pool.bv(self.width, scalar.size.into());
            let inside = self.inside(object, offset, size);
            let good = self.pool.and(alive, inside);
            let chosen = self.pool.and(chosen, good);
            let by = self.pool.bv(self.width, u128::from(contents.element.ilog2()));
            let index = self.pool.bv_lshr(offset, by);
            found.push((object, index, chosen));
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
        for (object, index, chosen) in self.array_cases(state, spot, scalar)? {
            let contents = *state.arrays.get(&object)?;
            let bits = self.pool.select(contents.data, index);
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
    ) {
        for &(object, index, chosen) in elements {
            let Some(contents) = state.arrays.get(&object).copied() else {
                continue;
            };
            let bits = self.plain_bytes(value, contents.element);
            let stored = self.pool.store(contents.data, index, bits);
            let data = self.pool.ite(chosen, stored, contents.data);
            state.arrays.insert(object, Contents { data, ..contents });
            let target = crate::Target {
                object,
                offset: index,
                chosen,
                size: contents.element.into(),
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
