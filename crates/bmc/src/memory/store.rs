//! Storing a scalar to a place: every element that the place may mean keeps what it has, or takes the value.

use logic::TermId;
use program::ExprId;

use crate::equation::{StepId, StepKind, Target};
use crate::memory::bitfield::Field;
use crate::memory::cells::CellValue;
use crate::memory::object::ObjectId;
use crate::memory::place::{Element, Spot};
use crate::symex::Symex;
use crate::symex::scalar::{Scalar, Value};
use crate::symex::state::{Cell, State};

impl Symex<'_> {
    /// Stores a scalar. Through a bad pointer nothing happens.
    pub(crate) fn store(&mut self, state: &mut State, spot: &Spot, value: Value, expr: Option<ExprId>) {
        let Some(scalar) = self.scalar_of(spot.ty) else {
            return;
        };
        if let Some((object, at)) = self.sole(state, spot, scalar.size) {
            let target = Target {
                object,
                offset: spot.cases[0].offset,
                chosen: self.yes,
                size: scalar.size.into(),
            };
            let kind = StepKind::Assign {
                targets: Box::new([target]),
                value,
                ty: spot.ty,
                expr,
            };
            let step = self.step(state, kind);
            let cell = Cell {
                value,
                size: scalar.size,
                written: self.yes,
                step,
            };
            self.note_access(state, object, (at, scalar.size.into()), true, self.yes);
            self.write_at(state, object, at, cell);
            return;
        }
        let size = spot.field.map_or(scalar.size, Field::bytes);
        let mut spot = spot.clone();
        if scalar.value_bytes() == scalar.size {
            self.widen(state, &spot, size.into());
        }
        let arrays = self.array_cases(state, &mut spot, scalar);
        let Some(arrays) = arrays else {
            self.too_wide(state);
            return;
        };
        let spot = &spot;
        let Some(elements) = self.elements(state, spot, size.into()) else {
            self.too_wide(state);
            return;
        };
        let mut targets = self.targets(&elements, size.into()).into_vec();
        targets.extend(arrays.iter().map(|&(object, offset, chosen)| Target {
            object,
            offset,
            chosen,
            size: size.into(),
        }));
        let value = match spot.field {
            Some(field) => self.fitted(value, field, scalar),
            None => value,
        };
        let value = self.tapped(value);
        let kind = StepKind::Assign {
            targets: targets.into(),
            value,
            ty: spot.ty,
            expr,
        };
        let step = self.step(state, kind);
        self.store_arrays(state, &arrays, value, scalar, spot.field);
        let chosen = self.chosen(spot, &elements);
        for element in &elements {
            if self.should_stop() {
                break;
            }
            let value = match &chosen {
                Some(chosen) => self.given_element(value, chosen, element.at),
                None => value,
            };
            self.store_element(state, *element, scalar, spot.field, value, spot.certain, step);
        }
        self.reads.clear();
    }

    #[allow(clippy::too_many_arguments)]
    pub(crate) fn store_element(
        &mut self,
        state: &mut State,
        element: Element,
        scalar: Scalar,
        field: Option<Field>,
        value: Value,
        certain: bool,
        step: StepId,
    ) {
        let Element { object, at, chosen } = element;
        let when = if certain { self.yes } else { chosen };
        let size = field.map_or(scalar.size, Field::bytes).into();
        self.note_access(state, object, (at, size), true, when);
        if let Some(field) = field {
            self.fetch(state, object, at, size, None);
            self.store_field(state, element, field, value, when, step);
            return;
        }
        if self.truth(when) == Some(true) {
            self.write_at(
                state,
                object,
                at,
                Cell {
                    value,
                    size: scalar.size,
                    written: self.yes,
                    step,
                },
            );
            return;
        }
        if self.is_partly_written(state, object, at, scalar) && !matches!(value, Value::Pointer { .. }) {
            self.write_bytes_back(state, element, scalar, value, when, step);
            return;
        }
        let CellValue { value: old, written } = self.read_at(state, object, at, scalar);
        let (new, now) = match old {
            Some(old) => (self.select(when, value, old), self.pool.or(when, written)),
            None => (value, when),
        };
        self.write_at(
            state,
            object,
            at,
            Cell {
                value: new,
                size: scalar.size,
                written: now,
                step,
            },
        );
    }

    /// Whether the bytes of a scalar differ in whether they have been written.
    pub(super) fn is_partly_written(
        &mut self,
        state: &State,
        object: ObjectId,
        at: u64,
        scalar: Scalar,
    ) -> bool {
        let cells = state.overlapping(object, at, scalar.size.into());
        let fits = |(offset, cell): &(u64, Cell)| (*offset, cell.size) == (at, scalar.size);
        if cells.is_empty() || cells.iter().all(fits) {
            return false;
        }
        let reads = std::mem::take(&mut self.reads);
        let (_, written) = self.read_bytes(state, object, at, scalar.size);
        self.reads = reads;
        self.truth(written) != Some(true)
    }

    /// Remembers what was read across several cells, of which some were never written: byte by byte, because each has
    /// its own state, and only in the runs that did read it.
    pub(super) fn write_bytes_back(
        &mut self,
        state: &mut State,
        element: Element,
        scalar: Scalar,
        value: Value,
        taken: TermId,
        step: StepId,
    ) {
        let Element { object, at, .. } = element;
        let whole = self.plain_bytes(value, scalar.size);
        for index in 0..scalar.size {
            let offset = at + u64::from(index);
            let (old, written) = self.read_bytes(state, object, offset, 1);
            let byte = self.pool.bv_extract(whole, index * 8 + 7, index * 8);
            let byte = match old {
                Some(old) => self.pool.ite(taken, byte, old),
                None => byte,
            };
            let cell = Cell {
                value: Value::Bits(byte),
                size: 1,
                written: self.pool.or(written, taken),
                step,
            };
            self.write_at(state, object, offset, cell);
        }
    }
}
