//! Places: where an lvalue lies, and reading and writing there.

use ctype::TypeId;
use logic::{Sort, TermId};
use program::{ExprId, Lifetime, PlaceBase, PlaceId, Projection, VarId};

use crate::equation::{StepId, StepKind, Target};
use crate::memory::cells::Found;
use crate::memory::object::{ObjectId, ObjectKind};
use crate::memory::pointer::Case;
use crate::symex::Symex;
use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::state::{Cell, Fill, Liveness, State};
use runs::InputKind;

/// The bits of a bit-field: `width` from bit `offset` of the first byte.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field {
    pub offset: u32,
    pub width: u32,
}

impl Field {
    pub(crate) fn bytes(self) -> u32 {
        (self.offset + self.width).div_ceil(8)
    }
}

/// Which bytes of a field a value is put into.
#[derive(Debug, Clone, Copy)]
enum Bytes {
    All,
    Unwritten,
}

/// A place that has been worked out.
#[derive(Debug, Clone)]
pub(crate) struct Spot {
    pub cases: Vec<Case>,
    /// Whether a case may be out of bounds or dead: false for a whole variable.
    pub certain: bool,
    pub ty: TypeId,
    pub field: Option<Field>,
}

/// One element among those that an access may mean.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element {
    pub object: ObjectId,
    pub at: u64,
    pub chosen: TermId,
}

impl Symex<'_> {
    /// The object that a variable is now; locals come to life here if they are not alive.
    pub(crate) fn variable_object(&mut self, state: &mut State, var: VarId) -> ObjectId {
        let variable = self.program.variable(var);
        if variable.lifetime == Lifetime::Static {
            return self.statics[var.index()];
        }
        let key = (self.at.frame, var);
        if let Some(&object) = state.locals.get(&key) {
            return object;
        }
        // Ways that part before the variable is first used agree about which object it is.
        let object = match self.first_objects.get(&key) {
            Some(&object) => object,
            None => {
                let object = self.new_local(var);
                self.first_objects.insert(key, object);
                object
            }
        };
        self.revive(state, var, object);
        object
    }

    pub(crate) fn new_local(&mut self, var: VarId) -> ObjectId {
        let kind = ObjectKind::Local {
            var,
            frame: self.at.frame,
        };
        let size = self.program.size_of_variable(var);
        self.add_object(kind, size, self.program.variable(var).read_only)
    }

    pub(crate) fn revive(&mut self, state: &mut State, var: VarId, object: ObjectId) {
        state.locals.insert((self.at.frame, var), object);
        if self.program.variable(var).addressed {
            self.addresses.begin(object, &state.live);
        }
        state.live.insert(
            object,
            Liveness {
                alive: self.yes,
                fill: Fill::Unwritten,
            },
        );
    }

    pub(crate) fn spot(&mut self, state: &mut State, id: PlaceId) -> Spot {
        let place = self.program.place(id);
        let types = &self.program.types;
        if let (PlaceBase::Var(var), true) = (place.base, place.path.is_empty()) {
            let object = self.variable_object(state, var);
            let case = Case {
                object,
                offset: self.pool.bv(self.width, 0),
                chosen: self.yes,
            };
            return Spot {
                cases: vec![case],
                certain: true,
                ty: place.ty,
                field: None,
            };
        }
        let (cases, mut ty, mut certain) = match place.base {
            PlaceBase::Var(var) => {
                let object = self.variable_object(state, var);
                let case = Case {
                    object,
                    offset: self.pool.bv(self.width, 0),
                    chosen: self.yes,
                };
                (vec![case], self.program.variable(var).ty, true)
            }
            PlaceBase::Deref(pointer) => {
                let value = self.eval(state, pointer);
                if self.pointers_unchecked {
                    self.note_stray(value);
                }
                let ty = types.pointee(self.program.expr(pointer).ty).unwrap_or(place.ty);
                (self.cases(value), ty, false)
            }
        };
        let mut moved = self.pool.bv(self.width, 0);
        let mut field = None;
        for &projection in &place.path {
            match projection {
                Projection::Field(index) => {
                    let Some(record) = types.record_of(ty) else { break };
                    let member = &types.record(record).fields[index as usize];
                    let mut offset = member.offset;
                    if let Some(bits) = member.bits {
                        offset = bits.offset / 8;
                        field = Some(Field {
                            offset: (bits.offset % 8) as u32,
                            width: bits.width,
                        });
                    }
                    let offset = self.pool.bv(self.width, offset.into());
                    moved = self.pool.bv_add(moved, offset);
                    ty = member.ty;
                }
                Projection::Index(index) => {
                    certain = false;
                    let Some(element) = types.element(ty) else { break };
                    let size = types.size_of(element).unwrap_or(1);
                    let index = self.index(state, index, size);
                    moved = self.pool.bv_add(moved, index);
                    ty = element;
                }
            }
        }
        let cases = cases
            .into_iter()
            .filter(|case| case.object.0 != 0)
            .map(|case| Case {
                offset: self.pool.bv_add(case.offset, moved),
                ..case
            })
            .collect();
        Spot {
            cases,
            certain,
            ty: place.ty,
            field,
        }
    }

    /// An index times an element's size, as wide as an address. A product that does not fit there is as far away as an
    /// address can be: outside of every object.
    pub(crate) fn index(&mut self, state: &mut State, index: ExprId, size: u64) -> TermId {
        let ty = self.program.expr(index).ty;
        let value = self.eval_bits(state, index);
        let signed = self.program.types.integer(ty).is_some_and(|(_, signed)| signed);
        let index = self.resize(value, signed, self.width);
        let stride = self.pool.bv(self.width, size.into());
        let product = self.pool.bv_mul(index, stride);
        let farthest = 1i128 << (self.width - 1);
        let (least, most) = (
            -farthest / i128::from(size.max(1)),
            (farthest - 1) / i128::from(size.max(1)),
        );
        let range = self.find_range(index);
        if size <= 1
            || range.min >= least && range.max <= most
            || self.lies_between(state, index, least, most)
        {
            return product;
        }
        let low = self.pool.bits(logic::Bits::from_i128(self.width, least));
        let high = self.pool.bits(logic::Bits::from_i128(self.width, most));
        let (above, below) = (self.pool.bv_sle(low, index), self.pool.bv_sle(index, high));
        let fits = self.pool.and(above, below);
        let away = self.pool.bits(logic::Bits::from_i128(self.width, -farthest));
        self.pool.ite(fits, product, away)
    }

    /// Whether a signed number lies between these in all runs that come here, as far as that is known.
    fn lies_between(&mut self, state: &State, number: TermId, least: i128, most: i128) -> bool {
        let arc = if self.prunes {
            self.arc(&state.facts, number)
        } else {
            None
        };
        arc.is_some_and(|arc| {
            let (low, high) = arc.bounds(true);
            low >= least && high <= most
        })
    }

    /// The one element of `size` bytes that a place means, if nothing about it is open. A short way that takes no
    /// decisions, so it is not for executions that are recorded.
    fn sole(&self, state: &State, spot: &Spot, size: u32) -> Option<(ObjectId, u64)> {
        let ([case], None, false) = (spot.cases.as_slice(), spot.field, self.decisions.detailed()) else {
            return None;
        };
        let object = self.object(case.object);
        let at = self.pool.constant(case.offset)?.as_bits()?.to_u64()?;
        let inside = at.checked_add(size.into())? <= object.bytes?;
        let there = || match object.kind {
            ObjectKind::Nothing | ObjectKind::Function(_) => false,
            _ => state
                .live
                .get(&case.object)
                .is_some_and(|live| live.alive == self.yes),
        };
        let known = inside
            && case.chosen == self.yes
            && (spot.certain || there())
            && (state.arrays.is_empty() || !state.arrays.contains_key(&case.object));
        known.then_some((case.object, at))
    }

    /// The elements of `size` bytes that a place may mean. Nothing if they are too many.
    pub(crate) fn elements(&mut self, state: &State, spot: &Spot, size: u64) -> Option<Vec<Element>> {
        let mut found = Vec::new();
        for case in &spot.cases {
            if matches!(self.object(case.object).kind, ObjectKind::Function(_)) {
                continue;
            }
            if state.arrays.contains_key(&case.object) {
                // Only whole elements are read and written there, and that is done elsewhere.
                return None;
            }
            let chosen = if spot.certain {
                case.chosen
            } else {
                let alive = self.alive(state, case.object);
                self.pool.and(case.chosen, alive)
            };
            if self.truth(chosen) == Some(false) {
                continue;
            }
            let bytes = self.object(case.object).bytes;
            if let Some(at) = self.number(case.offset) {
                let wide = self.pool.bv(self.width, size.into());
                let inside = self.inside(state, case.object, case.offset, wide);
                let chosen = self.pool.and(chosen, inside);
                if self.truth(chosen) != Some(false) {
                    found.push(Element {
                        object: case.object,
                        at,
                        chosen,
                    });
                }
                continue;
            }
            let range = self.range(case.offset);
            let last = match bytes {
                Some(bytes) => i128::from(bytes) - i128::from(size),
                None => range.max,
            };
            let (mut first, mut end) = (0, last);
            let mut wraps = true;
            if let Some((low, high)) = self.offset_bounds(state, case.offset) {
                first = first.max(low);
                end = end.min(high);
                wraps = high > last;
            }
            if range.count(first, end) > self.options.widest_choice.into() {
                return None;
            }
            // One test that the upper bits are clear serves all elements; the rest is a short comparison.
            let top = (last.max(1) as u128).ilog2() + 1;
            let (low, chosen) = if top < self.width {
                let high = self.pool.bv_extract(case.offset, self.width - 1, top);
                let nothing = self.pool.bv(self.width - top, 0);
                let clear = if wraps {
                    self.pool.eq(high, nothing)
                } else {
                    self.yes
                };
                let low = self.pool.bv_extract(case.offset, top - 1, 0);
                (low, self.pool.and(chosen, clear))
            } else {
                (case.offset, chosen)
            };
            for at in range.between(first, end) {
                let number = self.pool.bv(self.width, at.into());
                let short = self.pool.bv(self.bit_width(low), at.into());
                let is = self.pool.eq(low, short);
                let mut chosen = self.pool.and(chosen, is);
                if bytes.is_none() {
                    let wide = self.pool.bv(self.width, size.into());
                    let inside = self.inside(state, case.object, number, wide);
                    chosen = self.pool.and(chosen, inside);
                }
                if self.truth(chosen) != Some(false) {
                    found.push(Element {
                        object: case.object,
                        at,
                        chosen,
                    });
                }
            }
        }
        Some(found)
    }

    pub(crate) fn too_wide(&mut self, state: &mut State) {
        self.unsupported(
            state,
            "a symbolic index or pointer with too many possible elements",
        );
        self.lose(state);
    }

    /// What follows is not examined: it was reported as a cut.
    pub(crate) fn lose(&mut self, state: &mut State) {
        let lost = self.pool.not(self.lazy);
        state.path = state.path.and(&mut self.pool, lost);
    }

    /// The value stored in a place. What was never written becomes an input, and is written back.
    pub(crate) fn load(&mut self, state: &mut State, spot: &Spot) -> Value {
        let Some(scalar) = self.scalar_of(spot.ty) else {
            return self.null();
        };
        if let Some(element) = self.sole(state, spot, scalar.size)
            && let Some(cell) = state.cells.get(&element).copied()
            && (cell.size, cell.written) == (scalar.size, self.yes)
        {
            self.reads.push(cell.step);
            return self.view(cell.value, scalar);
        }
        let size = spot.field.map_or(scalar.size, Field::bytes);
        let mut spot = spot.clone();
        self.widen(state, &spot, scalar);
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
            let case = spot.cases[0];
            let alive = self.alive(state, case.object);
            let wide = self.pool.bv(self.width, size.into());
            let inside = self.inside(state, case.object, case.offset, wide);
            covered = self.pool.and(alive, inside);
            covered = self.pool.and(case.chosen, covered);
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
        {
            // Behind the claim that the access is good, all elements together are all that it can mean.
            let case = *case;
            let alive = self.alive(state, case.object);
            let wide = self.pool.bv(self.width, size.into());
            let inside = self.inside(state, case.object, case.offset, wide);
            if [case.chosen, alive, inside] == [self.yes; 3] {
                covered = self.yes;
            }
        }
        match self.truth(covered) {
            Some(true) => result.unwrap_or_else(|| self.zero(scalar)),
            _ => {
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

    fn cut_to_field(&mut self, value: Value, field: Field, scalar: Scalar) -> Value {
        let (width, signed) = scalar.int();
        let bits = self.plain(value);
        let bits = self.resize(bits, signed, field.width);
        Value::Bits(self.resize(bits, signed, width))
    }

    fn load_element(&mut self, state: &mut State, element: Element, scalar: Scalar, spot: &Spot) -> Value {
        let Element { object, at, chosen } = element;
        if let Some(field) = spot.field {
            return self.load_field(state, element, scalar, field, spot.ty);
        }
        let Found { value, written } = self.read_at(state, object, at, scalar);
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
        let latent = self.latent_value(state, object, at, scalar);
        let input = self.input_value_or(state, &name, kind, spot.ty, latent);
        let step = StepId(self.steps.len() as u32 - 1);
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

    /// Whether the bytes of a scalar differ in whether they have been written.
    fn is_partly_written(&mut self, state: &State, object: ObjectId, at: u64, scalar: Scalar) -> bool {
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

    /// Remembers what was read across several cells, of which some were never written: byte by byte, because each has its own
    /// state, and only in the runs that did read it.
    fn write_bytes_back(
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

    fn missing_kind(&self, object: ObjectId) -> InputKind {
        match self.object(object).kind {
            ObjectKind::Static(var) if self.program.variable(var).external => InputKind::External,
            _ => InputKind::Uninitialised,
        }
    }

    fn load_field(
        &mut self,
        state: &mut State,
        element: Element,
        scalar: Scalar,
        field: Field,
        ty: TypeId,
    ) -> Value {
        let (width, signed) = scalar.int();
        let Element { object, at, chosen } = element;
        let (bits, written) = self.read_bytes(state, object, at, field.bytes());
        let stored = bits.map(|bits| {
            let bits = self
                .pool
                .bv_extract(bits, field.offset + field.width - 1, field.offset);
            Value::Bits(self.resize(bits, signed, width))
        });
        if let (Some(value), Some(true)) = (stored, self.truth(written)) {
            return value;
        }
        let unwritten = self.pool.not(written);
        let missing = self.pool.and(chosen, unwritten);
        let lazy = self.lazy;
        self.lazy = self.pool.and(lazy, missing);
        let name = self.field_name(object, at, field);
        let kind = self.missing_kind(object);
        let input = self.input_value(state, &name, kind, ty);
        let input = self.cut_to_field(input, field, scalar);
        let when = self.lazy;
        let step = StepId(self.steps.len() as u32 - 1);
        self.put_field(state, element, field, input, when, Bytes::Unwritten, step);
        self.lazy = lazy;
        let Some(stored) = stored else { return input };
        // Bytes of the field that were written keep what they hold.
        let reads = std::mem::take(&mut self.reads);
        let (bits, _) = self.read_bytes(state, object, at, field.bytes());
        self.reads = reads;
        let Some(bits) = bits else { return stored };
        let bits = self
            .pool
            .bv_extract(bits, field.offset + field.width - 1, field.offset);
        let now = Value::Bits(self.resize(bits, signed, width));
        self.select(written, stored, now)
    }

    /// Puts the bits of a field into its bytes; neighbours that were never written can be anything.
    pub(crate) fn store_field(
        &mut self,
        state: &mut State,
        element: Element,
        field: Field,
        value: Value,
        when: TermId,
        step: StepId,
    ) {
        self.put_field(state, element, field, value, when, Bytes::All, step);
    }

    #[allow(clippy::too_many_arguments)]
    fn put_field(
        &mut self,
        state: &mut State,
        element: Element,
        field: Field,
        value: Value,
        when: TermId,
        bytes: Bytes,
        step: StepId,
    ) {
        let Element { object, at, .. } = element;
        let size = field.bytes();
        // Byte by byte, because each has its own state of being written.
        let value = self.plain(value);
        let value = self.resize(value, false, field.width);
        for index in 0..size {
            let (old, written) = self.read_bytes(state, object, at + u64::from(index), 1);
            // Bits of the field in this byte: from `first` to `end`, counted in the field.
            let start = index * 8;
            let low = start.max(field.offset);
            let high = (start + 8).min(field.offset + field.width);
            let zero = self.pool.bv(8, 0);
            let beside = match high - low < 8 && self.truth(written) != Some(true) {
                true => self.unwritten_beside(element, index, field, written),
                false => zero,
            };
            let around = match old {
                Some(old) => self.pool.ite(written, old, beside),
                None => beside,
            };
            let mut parts = Vec::new();
            if low > start {
                parts.push(self.pool.bv_extract(around, low - start - 1, 0));
            }
            parts.push(
                self.pool
                    .bv_extract(value, high - field.offset - 1, low - field.offset),
            );
            if high < start + 8 {
                parts.push(self.pool.bv_extract(around, 7, high - start));
            }
            let mut byte = parts[0];
            for part in &parts[1..] {
                byte = self.pool.bv_concat(*part, byte);
            }
            let kept = old.unwrap_or(zero);
            let when = match bytes {
                Bytes::All => when,
                Bytes::Unwritten => {
                    let unwritten = self.pool.not(written);
                    self.pool.and(when, unwritten)
                }
            };
            let byte = self.pool.ite(when, byte, kept);
            let now = self.pool.or(written, when);
            self.write_at(
                state,
                object,
                at + u64::from(index),
                Cell {
                    value: Value::Bits(byte),
                    size: 1,
                    written: now,
                    step,
                },
            );
        }
    }

    /// What lies beside a field in a byte that was never written: anything. An execution has zeros there and cannot be
    /// told otherwise.
    fn unwritten_beside(&mut self, element: Element, index: u32, field: Field, written: TermId) -> TermId {
        let Some(ty) = self.char else {
            return self.pool.bv(8, 0);
        };
        if self.options.fixed.is_some() {
            return self.pool.bv(8, 0);
        }
        let Element { object, at, chosen } = element;
        let beside = self.fresh("beside", Sort::BitVec(8));
        let name = format!("bits beside {}", self.field_name(object, at, field));
        let name = if index == 0 {
            name
        } else {
            format!("{name}, byte {index}")
        };
        let kind = StepKind::Input {
            name,
            kind: InputKind::Unmodelled,
            value: Value::Bits(beside),
            ty,
        };
        let unwritten = self.pool.not(written);
        let guard = self.pool.and_all(&[self.reached, self.lazy, chosen, unwritten]);
        self.step_guarded(guard, kind, Box::default());
        beside
    }

    pub(crate) fn targets(&mut self, elements: &[Element], size: u64) -> Box<[Target]> {
        elements
            .iter()
            .map(|element| Target {
                object: element.object,
                offset: self.pool.bv(self.width, element.at.into()),
                chosen: element.chosen,
                size,
            })
            .collect()
    }

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
            self.write_at(state, object, at, cell);
            return;
        }
        let size = spot.field.map_or(scalar.size, Field::bytes);
        let mut spot = spot.clone();
        self.widen(state, &spot, scalar);
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
        self.store_arrays(state, &arrays, value, scalar);
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

    /// What a bit-field holds after a value has been stored to it.
    fn fitted(&mut self, value: Value, field: Field, scalar: Scalar) -> Value {
        let (width, signed) = scalar.int();
        match value {
            Value::Bits(term) if field.width < width && self.pool.sort(term) == Sort::BitVec(width) => {
                let low = self.pool.bv_extract(term, field.width - 1, 0);
                Value::Bits(self.resize(low, signed, width))
            }
            _ => value,
        }
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
        if let Some(field) = field {
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
        let Found { value: old, written } = self.read_at(state, object, at, scalar);
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
}
