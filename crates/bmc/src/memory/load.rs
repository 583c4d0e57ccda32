//! Reading a scalar from a place: a choice between the elements that the place may mean.
//!
//! What was never written is an input, and is written back, so that whoever reads it again gets the same value. Where
//! the access is bad anything is read.

use logic::TermId;

use crate::equation::StepId;
use crate::memory::bitfield::Field;
use crate::memory::cells::CellValue;
use crate::memory::object::{ObjectId, ObjectKind};
use crate::memory::place::{Element, Spot};
use crate::memory::pointer::Case;
use crate::symex::Symex;
use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::state::{Cell, State};
use runs::InputKind;

impl Symex<'_> {
    /// The value stored in a place. What was never written becomes an input, and is written back.
    pub(crate) fn load(&mut self, state: &mut State, spot: &Spot) -> Value {
        let Some(scalar) = self.scalar_of(spot.ty) else {
            return self.null();
        };
        if let Some(element) = self.sole(state, spot, scalar.size)
            && let Some(cell) = state.cells.get(&element).copied()
            && (cell.size, cell.written) == (scalar.size, self.yes)
        {
            self.note_access(state, element.0, (element.1, scalar.size.into()), false, self.yes);
            self.note_read(state, element.0, element.1, scalar);
            self.reads.push(cell.step);
            return self.view(cell.value, scalar);
        }
        let size = spot.field.map_or(scalar.size, Field::bytes);
        let mut spot = spot.clone();
        if scalar.value_bytes() == scalar.size {
            self.widen(state, &spot, size.into());
        }
        let arrays = self.load_arrays(state, &mut spot, scalar);
        let spot = &spot;
        let elements = arrays.and_then(|arrays| Some((arrays, self.elements(state, spot, size.into())?)));
        let Some((arrays, elements)) = elements else {
            self.too_wide(state);
            return self.zero(scalar);
        };
        let mut covered = self.no;
        let mut result: Option<Value> = None;
        for (value, chosen) in arrays {
            covered = self.pool.or(covered, chosen);
            result = Some(match result {
                None => value,
                Some(other) => self.select(chosen, value, other),
            });
        }
        let values: Vec<Value> = elements
            .iter()
            .map(|element| self.load_element(state, *element, scalar, spot))
            .collect();
        if let (None, Some(value)) = (result, self.by_index(spot, &elements, &values)) {
            let [chosen, alive, inside] = self.is_good(state, spot.cases[0], size);
            covered = self.pool.and(alive, inside);
            covered = self.pool.and(chosen, covered);
            result = Some(value);
        } else {
            for (element, value) in elements.iter().zip(values) {
                covered = self.pool.or(covered, element.chosen);
                result = Some(match result {
                    None => value,
                    Some(other) => self.select(element.chosen, value, other),
                });
            }
        }
        if let (true, Some(value)) = (spot.certain, result) {
            return value;
        }
        if self.prunes
            && let [case] = spot.cases.as_slice()
            && self.is_good(state, *case, size) == [self.yes; 3]
        {
            // Behind the claim that the access is good, all elements together are all that it can mean.
            covered = self.yes;
        }
        match self.truth(covered) {
            Some(true) => result.unwrap_or_else(|| self.zero(scalar)),
            _ => self.or_undefined(state, spot, scalar, covered, result),
        }
    }

    /// Under which conditions an access of `size` bytes means this object, it lives, and the access is inside.
    fn is_good(&mut self, state: &State, case: Case, size: u32) -> [TermId; 3] {
        let alive = self.alive(state, case.object);
        let wide = self.pool.bv(self.width, size.into());
        let inside = self.inside(state, case.object, case.offset, wide);
        [case.chosen, alive, inside]
    }

    /// What is read where the condition holds; elsewhere the access is bad, and anything is read.
    fn or_undefined(
        &mut self,
        state: &mut State,
        spot: &Spot,
        scalar: Scalar,
        covered: TermId,
        result: Option<Value>,
    ) -> Value {
        let bad = self.pool.not(covered);
        let lazy = std::mem::replace(&mut self.lazy, bad);
        self.lazy = self.pool.and(lazy, bad);
        let undefined = self.input_value(state, "undefined", InputKind::Undefined, spot.ty);
        self.lazy = lazy;
        let undefined = match spot.field {
            Some(field) => self.cut_to_field(undefined, field, scalar),
            None => undefined,
        };
        match result {
            Some(value) => self.select(covered, value, undefined),
            None => undefined,
        }
    }

    /// One of the elements of one object at regular distances, chosen by the bits of the offset: right wherever
    /// the offset is that of an element. Nothing if the elements are too few for this or not of that kind.
    fn by_index(&mut self, spot: &Spot, elements: &[Element], values: &[Value]) -> Option<Value> {
        let ([case], [first, second, .., last]) = (spot.cases.as_slice(), elements) else {
            return None;
        };
        let step = second.at - first.at;
        let regular = step.is_power_of_two()
            && elements.len() >= 4
            && last.at - first.at == step * (elements.len() as u64 - 1);
        if !regular {
            return None;
        }
        let base = self.pool.bv(self.width, first.at.into());
        let distance = self.pool.bv_sub(case.offset, base);
        let top = (elements.len() - 1).ilog2();
        Some(self.choose(values, distance, step.ilog2(), top))
    }

    fn choose(&mut self, values: &[Value], distance: TermId, shift: u32, bit: u32) -> Value {
        let half = 1usize << bit;
        if values.len() == 1 {
            return values[0];
        }
        if values.len() <= half {
            return self.choose(values, distance, shift, bit.saturating_sub(1));
        }
        let upper = self.choose(&values[half..], distance, shift, bit.saturating_sub(1));
        let lower = self.choose(&values[..half], distance, shift, bit.saturating_sub(1));
        let cond = self.pool.bv_bit(distance, shift + bit);
        self.select(cond, upper, lower)
    }

    fn load_element(&mut self, state: &mut State, element: Element, scalar: Scalar, spot: &Spot) -> Value {
        let Element { object, at, chosen } = element;
        let size = spot.field.map_or(scalar.size, Field::bytes).into();
        self.fetch(state, object, at, size, spot.field.is_none().then_some(scalar));
        self.note_access(state, object, (at, size), false, chosen);
        if let Some(field) = spot.field {
            return self.load_field(state, element, scalar, field, spot.ty);
        }
        let CellValue { value, written } = self.read_at(state, object, at, scalar);
        if let (Some(value), Some(true)) = (value, self.truth(written)) {
            return value;
        }
        // Never written, in some runs: an input there.
        let reads = std::mem::take(&mut self.reads);
        let unwritten = self.pool.not(written);
        let missing = self.pool.and(chosen, unwritten);
        let lazy = self.lazy;
        self.lazy = self.pool.and(lazy, missing);
        let name = self.path_name(object, at, Some(spot.ty));
        let kind = self.missing_kind(object);
        let indeterminate = self.indeterminate_value(state, object, at, scalar);
        let input = self.input_value_or(state, &name, kind, spot.ty, indeterminate);
        let step = StepId(self.steps.len() as u32 - 1);
        if self.options.loads {
            self.unwritten.insert(step, (object, at));
        }
        let now = self.pool.or(written, self.lazy);
        self.lazy = lazy;
        self.reads = reads;
        self.reads.push(step);
        let cells = state.overlapping(object, at, scalar.size.into());
        let fits = cells
            .iter()
            .all(|(offset, cell)| (*offset, cell.size) == (at, scalar.size));
        let result = match value {
            Some(_) if !fits && scalar.repr != Repr::Pointer => {
                let size = scalar.value_bytes();
                let input = self.plain_bytes(input, size);
                // These have been noted as read already.
                let reads = std::mem::take(&mut self.reads);
                let bits = self.read_bytes_or(state, object, at, size, input);
                self.reads = reads;
                self.read_as(bits, scalar)
            }
            Some(value) => self.select(written, value, input),
            None => input,
        };
        if fits {
            let cell = Cell {
                value: result,
                size: scalar.size,
                written: now,
                step,
            };
            self.write_at(state, object, at, cell);
        } else {
            let taken = self.pool.and(self.lazy, missing);
            self.write_bytes_back(state, element, scalar, result, taken, step);
        }
        result
    }

    pub(super) fn missing_kind(&self, object: ObjectId) -> InputKind {
        match self.object(object).kind {
            ObjectKind::Static(var) if self.program.variable(var).external => InputKind::External,
            _ => InputKind::Uninitialised,
        }
    }
}
