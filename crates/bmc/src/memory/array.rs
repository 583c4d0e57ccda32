//! Objects too large to be a choice between elements.
//!
//! Where a symbolic offset has more possible elements than [`Options::widest_choice`](crate::Options), or the
//! object's size is not known, the object's contents become one array term, indexed by element. Parts of elements are
//! cut out of them and put into them, several are joined; what may lie across elements is done byte by byte. What lies
//! before the first symbolic offset, as the members of a header before a tail of bytes do, stays in cells: the *head*.
//!
//! A pointer is two terms, so a second array has a *mark* for each element: the object that a pointer there points at,
//! and which part of the pointer the element is. The bytes of the first array are then its offset. Whoever reads such
//! bytes as a number gets the address where an element holds a whole pointer; of smaller elements that is a cut. A copy
//! of many bytes ([`ranges`](crate::memory::ranges)) copies both.
//!
//! Whether an element was ever written is not tracked: unwritten ones have any value, and a run that depends on them is
//! marked by an input of the kind [`InputKind::Unmodelled`]. The execution is told which bytes they were
//! (`equation/contents.rs`), by the names that it asks for.

use std::rc::Rc;

use logic::{Op, Range, ScalarSort, Sort, TermId};

use crate::equation::contents::{Blank, Copied};
use crate::equation::{StepId, StepKind};
use crate::memory::bitfield::Field;
use crate::memory::object::{ObjectId, ObjectKind};
use crate::memory::place::Spot;
use crate::memory::pointer::Case;
use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::state::{Fill, State};
use crate::symex::{OBJECT_BITS, Symex};
use runs::InputKind;

/// The contents of an object as one term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Contents {
    /// The size of an element in bytes, a power of two.
    pub element: u32,
    pub data: TermId,
    /// By element: of which pointer it is a part, as an object's number and the position in the pointer; 0 if of none.
    pub marks: TermId,
    /// The numbers of all objects that the marks may name.
    pub named: Rc<[TermId]>,
    /// What lies before this is in cells.
    pub head: u64,
}

/// The low bits of a mark say which part of a pointer an element is.
const PART_BITS: u32 = 8;

/// One object among those that an access may mean, where its contents are one term: the offset, and when it is meant.
pub(crate) type Wide = (ObjectId, TermId, TermId);

const UNALIGNED: &str = "an access that is not aligned in an object of unknown size with pointers";
const PART_OF_POINTER: &str = "a part of a pointer in an object of unknown size, read or written as a number";

impl Symex<'_> {
    /// Makes arrays of the objects of a place whose elements are too many, and sees to it that each access to one is
    /// either to its head or not.
    pub(crate) fn widen(&mut self, state: &mut State, spot: &Spot, size: u64) {
        for case in &spot.cases {
            if matches!(self.object(case.object).kind, ObjectKind::Function(_))
                || !state.live.contains_key(&case.object)
                || self.several(state) && self.can_be_shared(case.object)
            {
                continue;
            }
            let at = self.number(case.offset);
            if state.arrays.contains_key(&case.object) {
                self.separate_head(state, case.object, case.offset, size);
                continue;
            }
            if at.is_some() || self.is_narrow(state, case.object, case.offset, size) {
                continue;
            }
            let aligned = alignment(self.range(case.offset)) as u64;
            let element = match self.object(case.object).bytes {
                Some(_) => aligned.min(size.next_power_of_two()).min(8) as u32,
                None => {
                    let whole = self.object(case.object).size;
                    self.suiting_element(whole)
                }
            };
            let low = self.lowest(state, case.offset);
            self.make_array(state, case.object, element, low);
        }
    }

    /// Whether the elements that an offset may mean are so few that they are told apart.
    fn is_narrow(&mut self, state: &State, object: ObjectId, offset: TermId, size: u64) -> bool {
        let range = self.range(offset);
        match self.object(object).bytes {
            Some(bytes) => {
                let last = i128::from(bytes) - i128::from(size);
                range.count(0, last) <= self.options.widest_choice.into()
            }
            None => {
                let bounds = self.offset_bounds(state, offset);
                let (low, high) = bounds.unwrap_or((0, i128::MAX / 4));
                range.count(low, high) <= budgets::bmc::MAX_UNSIZED_CHOICE.get().into()
            }
        }
    }

    /// An offset is at least this, in every run.
    pub(crate) fn lowest(&mut self, state: &State, offset: TermId) -> u64 {
        let range = self.range(offset);
        let low = if range.min > 0 { range.min } else { 0 };
        let known = self.offset_bounds(state, offset).map_or(0, |(low, _)| low);
        low.max(known) as u64
    }

    /// Puts an object's head into its array, unless an access lies wholly in one of both.
    pub(crate) fn separate_head(&mut self, state: &mut State, object: ObjectId, offset: TermId, size: u64) {
        let Some(head) = state.arrays.get(&object).map(|contents| contents.head) else {
            return;
        };
        if head == 0 {
            return;
        }
        let within = self
            .number(offset)
            .is_some_and(|at| at.saturating_add(size) <= head);
        if !within && self.lowest(state, offset) < head {
            self.drop_head(state, object);
        }
    }

    pub(crate) fn drop_head(&mut self, state: &mut State, object: ObjectId) {
        let Some(contents) = state.arrays.get(&object).cloned() else {
            return;
        };
        let head = contents.head;
        let contents = Contents { head: 0, ..contents };
        let contents = self.with_cells(state, object, contents, 0..head);
        state.remove_cells(object);
        state.arrays.insert(object, contents);
    }

    /// Turns an object's cells into an array, those below an offset excepted. False if the object does not exist.
    pub(crate) fn make_array(&mut self, state: &mut State, object: ObjectId, element: u32, low: u64) -> bool {
        if !state.live.contains_key(&object) {
            return false;
        }
        let mut head = low - low % u64::from(element);
        if let Some((at, _)) = state
            .overlapping(object, head, 1)
            .into_iter()
            .find(|(at, _)| *at < head)
        {
            head = at - at % u64::from(element);
        }
        let mut contents = self.blank_contents(state, object, element);
        contents.head = head;
        let contents = self.with_cells(state, object, contents, head..u64::MAX);
        let gone: Vec<_> = state
            .cells
            .range((object, head)..=(object, u64::MAX))
            .map(|(key, _)| *key)
            .collect();
        for key in gone {
            state.cells.remove(&key);
        }
        state.arrays.insert(object, contents);
        true
    }

    /// An object's contents as if nothing but its fill were there.
    fn blank_contents(&mut self, state: &mut State, object: ObjectId, element: u32) -> Contents {
        let fill = state.live.get(&object).map_or(Fill::Unwritten, |live| live.fill);
        let data = match fill {
            Fill::Zero => {
                let zero = self.pool.bv(element * 8, 0);
                self.pool.const_array(self.width, zero)
            }
            Fill::Unwritten => self.unwritten_data(state, object, element),
        };
        self.plain_contents(data, element)
    }

    /// Contents without pointers.
    pub(crate) fn plain_contents(&mut self, data: TermId, element: u32) -> Contents {
        let none = self.pool.bv(OBJECT_BITS + PART_BITS, 0);
        Contents {
            element,
            data,
            marks: self.pool.const_array(self.width, none),
            named: Rc::from([]),
            head: 0,
        }
    }

    /// Any contents; the mark of that is an input of its own.
    pub(crate) fn unwritten_data(&mut self, state: &mut State, object: ObjectId, element: u32) -> TermId {
        if let Some(char) = self.char {
            let name = format!("contents of {}", self.path_name(object, 0, None));
            self.input_value(state, &name, InputKind::Unmodelled, char);
        }
        self.has_wild = true;
        let sort = Sort::array(self.width, ScalarSort::BitVec(element * 8));
        let contents = self.fresh("contents", sort);
        self.note_blank(object, contents, element);
        contents
    }

    /// The name of an object whose parts are called by their offsets.
    fn untyped_name(&self, object: ObjectId) -> Option<String> {
        let kind = self.object(object).kind;
        let untyped = matches!(kind, ObjectKind::Heap(_) | ObjectKind::Alloca { .. });
        let first = untyped.then(|| self.path_name(object, 0, None))?;
        first.strip_suffix("[0]").map(str::to_owned)
    }

    /// Notes a copy that may have taken unwritten bytes of objects whose contents are one term.
    pub(crate) fn note_copied(&mut self, state: &State, to: Value, from: Value, size: TermId) {
        let (
            Value::Pointer { object, offset },
            Value::Pointer {
                object: target,
                offset: at,
            },
        ) = (from, to)
        else {
            return;
        };
        if self.blanks.is_empty() {
            return;
        }
        let numbers = self.object_numbers(target);
        let ids = numbers.iter().filter_map(|number| self.number(*number));
        let ids: Vec<ObjectId> = ids.map(|id| ObjectId(id as u32)).collect();
        let targets = ids.into_iter().map(|id| (id, self.untyped_name(id)));
        let targets: Vec<_> = targets.collect();
        let guard = self.guard(state);
        self.copied.push(Copied {
            guard,
            from: (object, offset),
            to: (target, at),
            size,
            targets,
        });
    }

    /// The step before this one enters the contents.
    fn note_blank(&mut self, object: ObjectId, contents: TermId, element: u32) {
        let Some(ty) = self.char else { return };
        let step = StepId(self.steps.len() as u32 - 1);
        let blank = Blank {
            object,
            name: self.untyped_name(object),
            contents,
            element,
            ty,
            loc: self.steps[step.0 as usize].loc,
        };
        self.blanks.insert(step, blank);
    }

    /// Contents into which some cells are written.
    fn with_cells(
        &mut self,
        state: &mut State,
        object: ObjectId,
        mut contents: Contents,
        bytes: std::ops::Range<u64>,
    ) -> Contents {
        let copied: Vec<_> = state
            .indeterminate
            .range((object, bytes.start)..(object, bytes.end))
            .map(|(key, value)| (key.1, *value))
            .collect();
        for (at, value) in copied {
            let offset = self.pool.bv(self.width, u128::from(at));
            contents.data = self.array_write(&contents, offset, value, 1);
        }
        let cells: Vec<_> = state
            .cells
            .range((object, bytes.start)..(object, bytes.end))
            .map(|(key, cell)| (key.1, *cell))
            .collect();
        for (at, cell) in cells {
            let offset = self.pool.bv(self.width, u128::from(at));
            let new = self.array_store(state, &contents, offset, cell.value, cell.size, cell.written);
            contents = self.chosen_contents(cell.written, new, &contents);
        }
        contents
    }

    /// An object's contents as an array, whether it is one or not. Nothing if its elements have another size.
    pub(crate) fn contents_of(
        &mut self,
        state: &mut State,
        object: ObjectId,
        element: u32,
    ) -> Option<Contents> {
        if let Some(contents) = state.arrays.get(&object) {
            return (contents.element == element).then(|| contents.clone());
        }
        let live = state.live.get(&object).copied()?;
        if live.fill == Fill::Unwritten {
            // Whoever reads it later must find the same.
            self.make_array(state, object, element, 0);
            return state.arrays.get(&object).cloned();
        }
        let contents = self.blank_contents(state, object, element);
        Some(self.with_cells(state, object, contents, 0..u64::MAX))
    }

    /// One of two contents of an object.
    pub(crate) fn chosen_contents(&mut self, cond: TermId, then: Contents, otherwise: &Contents) -> Contents {
        let named = joined(&then.named, &otherwise.named);
        Contents {
            data: self.pool.ite(cond, then.data, otherwise.data),
            marks: self.pool.ite(cond, then.marks, otherwise.marks),
            named,
            ..then
        }
    }

    /// Whether there is no pointer.
    fn is_unmarked(&self, contents: &Contents) -> bool {
        self.decide(|| matches!(self.pool.op(contents.marks), Op::ConstArray { .. }))
    }

    /// The marks of the elements that some bytes touch; none if there are no pointers at all.
    fn marks_at(&mut self, contents: &Contents, offset: TermId, size: u32) -> Vec<TermId> {
        if self.is_unmarked(contents) {
            return Vec::new();
        }
        let indices = self.touched(contents.element, offset, size);
        indices
            .into_iter()
            .map(|index| self.pool.select(contents.marks, index))
            .collect()
    }

    /// The elements that some bytes touch.
    fn touched(&mut self, element: u32, offset: TermId, size: u32) -> Vec<TermId> {
        let aligned = alignment(self.range(offset));
        let by = if aligned >= u128::from(element.min(size.next_power_of_two())) {
            element
        } else {
            1
        };
        let mut found = Vec::new();
        for next in (0..size).step_by(by as usize) {
            let step = self.pool.bv(self.width, next.into());
            let at = self.pool.bv_add(offset, step);
            let index = self.element_index(at, element);
            if found.last() != Some(&index) {
                found.push(index);
            }
        }
        found
    }

    /// The object that a mark names.
    fn marked_object(&mut self, contents: &Contents, mark: TermId) -> TermId {
        let object = self.pool.bv_extract(mark, OBJECT_BITS + PART_BITS - 1, PART_BITS);
        if matches!(self.pool.op(object), Op::BvExtract { .. }) {
            let nothing: Rc<[TermId]> = Rc::from([self.pool.bv(OBJECT_BITS, 0)]);
            let named = joined(&contents.named, &nothing);
            self.candidates.insert(object, named);
        }
        object
    }

    /// Runs in which something cannot be done are not followed.
    fn give_up_where(&mut self, state: &mut State, bad: TermId, why: &str) {
        if self.truth(bad) == Some(false) {
            return;
        }
        let lazy = self.lazy;
        self.lazy = self.pool.and(lazy, bad);
        self.unsupported(state, why);
        self.lose(state);
        self.lazy = lazy;
    }

    /// The pointer whose elements begin at an aligned offset. Its parts must belong together.
    fn marked_pointer(
        &mut self,
        state: &mut State,
        contents: &Contents,
        offset: TermId,
        marks: &[TermId],
        chosen: TermId,
    ) -> Value {
        let nothing = self.pool.bv(OBJECT_BITS, 0);
        let objects: Vec<TermId> = marks
            .iter()
            .map(|mark| self.marked_object(contents, *mark))
            .collect();
        let object = objects[0];
        let mut whole = self.yes;
        if marks.len() > 1 {
            let none = self.pool.eq(object, nothing);
            for (part, mark) in marks.iter().enumerate() {
                let position = self.pool.bv_extract(*mark, PART_BITS - 1, 0);
                let wanted = self.pool.bv(PART_BITS, part as u128);
                let right = self.pool.eq(position, wanted);
                let right = self.pool.or(none, right);
                let same = self.pool.eq(objects[part], object);
                whole = self.pool.and_all(&[whole, same, right]);
            }
            let torn = self.pool.not(whole);
            let torn = self.pool.and(chosen, torn);
            self.give_up_where(state, torn, PART_OF_POINTER);
        }
        let bits = self.array_read(contents, offset, self.width / 8);
        if self.origins(bits).is_empty() {
            return Value::Pointer { object, offset: bits };
        }
        // Addresses have been stored as numbers, too.
        let named = self.pool.distinct(object, nothing);
        let number = self.decode(bits);
        self.select(named, Value::Pointer { object, offset: bits }, number)
    }

    /// A scalar at an offset.
    fn array_load(
        &mut self,
        state: &mut State,
        contents: &Contents,
        offset: TermId,
        scalar: Scalar,
        chosen: TermId,
    ) -> Value {
        let marks = self.marks_at(contents, offset, scalar.size);
        if marks.is_empty() {
            let bits = self.array_read(contents, offset, scalar.size);
            return self.read_as(bits, scalar);
        }
        let (pointer, element) = (self.width / 8, contents.element);
        let offset = self.aligned_offset(state, contents, offset, scalar.size, chosen);
        let aligned = alignment(self.range(offset));
        if scalar.size == pointer && aligned >= u128::from(element) {
            let value = self.marked_pointer(state, contents, offset, &marks, chosen);
            return self.view(value, scalar);
        }
        if element == pointer && scalar.size < element && aligned >= u128::from(scalar.size) {
            let start = self.start_of_element(offset, element);
            let value = self.marked_pointer(state, contents, start, &marks[..1], chosen);
            let whole = self.plain(value);
            let by = self.shift_within(offset, element);
            let moved = self.pool.bv_lshr(whole, by);
            let bits = self.pool.bv_extract(moved, scalar.size * 8 - 1, 0);
            return self.read_as(bits, scalar);
        }
        self.refuse_marked(state, contents, &marks, chosen);
        let bits = self.array_read(contents, offset, scalar.size);
        self.read_as(bits, scalar)
    }

    /// An offset that comes from a pointer in memory is not known to be aligned. Runs in which it is not are not
    /// followed, if the elements are words of which some are pointers.
    fn aligned_offset(
        &mut self,
        state: &mut State,
        contents: &Contents,
        offset: TermId,
        size: u32,
        chosen: TermId,
    ) -> TermId {
        let word = contents.element;
        let known = alignment(self.range(offset)) >= u128::from(size.min(word));
        if known || word != self.width / 8 || !size.is_power_of_two() || size > word {
            return offset;
        }
        let low = self.pool.bv_extract(offset, size.ilog2() - 1, 0);
        let zero = self.pool.bv(size.ilog2(), 0);
        let uneven = self.pool.distinct(low, zero);
        let uneven = self.pool.and(chosen, uneven);
        self.give_up_where(state, uneven, UNALIGNED);
        self.start_of_element(offset, size)
    }

    fn refuse_marked(&mut self, state: &mut State, contents: &Contents, marks: &[TermId], chosen: TermId) {
        let nothing = self.pool.bv(OBJECT_BITS, 0);
        let mut any = self.no;
        for mark in marks {
            let object = self.marked_object(contents, *mark);
            let is_pointer = self.pool.distinct(object, nothing);
            any = self.pool.or(any, is_pointer);
        }
        let bad = self.pool.and(chosen, any);
        self.give_up_where(state, bad, PART_OF_POINTER);
    }

    /// Contents with a scalar of `size` bytes at an offset.
    pub(crate) fn array_store(
        &mut self,
        state: &mut State,
        contents: &Contents,
        offset: TermId,
        value: Value,
        size: u32,
        chosen: TermId,
    ) -> Contents {
        let element = contents.element;
        let offset = match (value, self.is_unmarked(contents)) {
            (Value::Pointer { .. }, _) | (_, false) => {
                self.aligned_offset(state, contents, offset, size, chosen)
            }
            _ => offset,
        };
        let aligned = alignment(self.range(offset));
        let nothing = self.pool.bv(OBJECT_BITS + PART_BITS, 0);
        if let Value::Pointer { object, offset: bits } = value
            && size == self.width / 8
            && aligned >= u128::from(element)
        {
            let mut marks = contents.marks;
            let indices = self.touched(element, offset, size);
            for (part, index) in indices.into_iter().enumerate() {
                let part = self.pool.bv(PART_BITS, part as u128);
                let mark = self.pool.bv_concat(object, part);
                let none = self.pool.bv(OBJECT_BITS, 0);
                let is_none = self.pool.eq(object, none);
                let mark = self.pool.ite(is_none, nothing, mark);
                marks = self.pool.store(marks, index, mark);
            }
            let numbers = self.object_numbers(object);
            return Contents {
                data: self.array_write(contents, offset, bits, size),
                marks,
                named: joined(&contents.named, &numbers),
                ..contents.clone()
            };
        }
        let mut bits = self.plain_bytes(value, size);
        let (mut at, mut whole) = (offset, size);
        let marks = self.marks_at(contents, offset, size);
        let mut new_marks = contents.marks;
        if !marks.is_empty() {
            if element == self.width / 8 && size < element && aligned >= u128::from(size) {
                // The other bytes of a pointer stay those of its address.
                at = self.start_of_element(offset, element);
                let old = self.marked_pointer(state, contents, at, &marks[..1], chosen);
                let old = self.plain(old);
                bits = self.put_within(old, bits, offset, size, element);
                whole = element;
            } else if aligned < u128::from(element) || size < element {
                self.refuse_marked(state, contents, &marks, chosen);
            }
            for index in self.touched(element, offset, size) {
                new_marks = self.pool.store(new_marks, index, nothing);
            }
        }
        Contents {
            data: self.array_write(contents, at, bits, whole),
            marks: new_marks,
            ..contents.clone()
        }
    }

    /// The bytes at an offset, the first of them lowest.
    pub(crate) fn array_read(&mut self, contents: &Contents, offset: TermId, size: u32) -> TermId {
        let Contents { element, data, .. } = *contents;
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
        contents: &Contents,
        offset: TermId,
        bits: TermId,
        size: u32,
    ) -> TermId {
        let Contents {
            element, mut data, ..
        } = *contents;
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
            let new = self.put_within(whole, bits, offset, size, element);
            return self.pool.store(data, index, new);
        }
        for next in 0..size {
            let step = self.pool.bv(self.width, next.into());
            let at = self.pool.bv_add(offset, step);
            let byte = self.pool.bv_extract(bits, next * 8 + 7, next * 8);
            let contents = Contents {
                data,
                ..contents.clone()
            };
            data = self.array_write(&contents, at, byte, 1);
        }
        data
    }

    /// An element with some of its bytes replaced.
    fn put_within(&mut self, whole: TermId, bits: TermId, offset: TermId, size: u32, element: u32) -> TermId {
        let by = self.shift_within(offset, element);
        let width = element * 8;
        let part = self.resize(bits, false, width);
        let part = self.pool.bv_shl(part, by);
        let ones = self.pool.bv(width, u128::MAX >> (128 - size * 8));
        let mask = self.pool.bv_shl(ones, by);
        let keep = self.pool.bv_not(mask);
        let rest = self.pool.bv_and(whole, keep);
        self.pool.bv_or(rest, part)
    }

    /// The offset of the first byte of the element that a byte belongs to.
    fn start_of_element(&mut self, offset: TermId, element: u32) -> TermId {
        let all = u128::MAX >> (128 - self.width);
        let mask = self.pool.bv(self.width, all & !u128::from(element - 1));
        self.pool.bv_and(offset, mask)
    }

    pub(crate) fn element_index(&mut self, offset: TermId, element: u32) -> TermId {
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

    /// The size of the elements that suits objects of such a size: whole words or bytes, so that most copies are
    /// between arrays of the same elements.
    pub(crate) fn suiting_element(&mut self, size: TermId) -> u32 {
        let word = self.width / 8;
        if alignment(self.range(size)) >= u128::from(word) {
            word
        } else {
            1
        }
    }

    /// The cases of a place whose objects are arrays; the others stay in the place.
    pub(crate) fn wide_cases(&mut self, state: &mut State, spot: &mut Spot, size: u64) -> Vec<Wide> {
        if state.arrays.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        let cases = std::mem::take(&mut spot.cases);
        for case in cases {
            let Case {
                object,
                offset,
                chosen,
            } = case;
            let Some(head) = state.arrays.get(&object).map(|contents| contents.head) else {
                spot.cases.push(case);
                continue;
            };
            let at = if head > 0 { self.number(offset) } else { None };
            if at.is_some_and(|at| at.saturating_add(size) <= head) {
                spot.cases.push(case);
                continue;
            }
            let alive = self.alive(state, object);
            let size = self.pool.bv(self.width, size.into());
            let inside = self.inside(state, object, offset, size);
            let chosen = self.pool.and_all(&[chosen, alive, inside]);
            self.refuse_shared(state, object, chosen);
            found.push((object, offset, chosen));
        }
        found
    }

    /// What threads do to an array at the same time is not followed.
    pub(crate) fn refuse_shared(&mut self, state: &mut State, object: ObjectId, chosen: TermId) {
        if self.several(state) && self.can_be_shared(object) {
            self.give_up_where(
                state,
                chosen,
                "an object of unknown size while there are several threads",
            );
        }
    }

    /// The same for a scalar. Nothing if it is of a kind that arrays do not hold.
    pub(crate) fn array_cases(
        &mut self,
        state: &mut State,
        spot: &mut Spot,
        scalar: Scalar,
    ) -> Option<Vec<Wide>> {
        let size = spot.field.map_or(scalar.size, Field::bytes);
        let found = self.wide_cases(state, spot, size.into());
        let plain = scalar.value_bytes() == scalar.size && scalar.size <= 16;
        (plain || found.is_empty()).then_some(found)
    }

    /// Reads the arrays among a place's objects, which leave the place: values, and when each is meant.
    pub(crate) fn load_arrays(
        &mut self,
        state: &mut State,
        spot: &mut Spot,
        scalar: Scalar,
    ) -> Option<Vec<(Value, TermId)>> {
        let mut found = Vec::new();
        for (object, offset, chosen) in self.array_cases(state, spot, scalar)? {
            let contents = state.arrays.get(&object)?.clone();
            let value = match spot.field {
                Some(field) => {
                    let bits = self.field_bytes(state, &contents, offset, field, chosen);
                    let (width, signed) = scalar.int();
                    let bits = self
                        .pool
                        .bv_extract(bits, field.offset + field.width - 1, field.offset);
                    Value::Bits(self.resize(bits, signed, width))
                }
                None => self.array_load(state, &contents, offset, scalar, chosen),
            };
            found.push((value, chosen));
        }
        Some(found)
    }

    /// The bytes that a bit-field touches.
    fn field_bytes(
        &mut self,
        state: &mut State,
        contents: &Contents,
        offset: TermId,
        field: Field,
        chosen: TermId,
    ) -> TermId {
        if self.is_unmarked(contents) {
            return self.array_read(contents, offset, field.bytes());
        }
        let parts: Vec<_> = (0..field.bytes())
            .map(|at| (u64::from(at), Scalar::raw(1)))
            .collect();
        let bytes = self.array_parts(state, contents, offset, &parts, chosen);
        let mut bits: Option<TermId> = None;
        for (_, byte, _) in bytes {
            let byte = self.plain(byte);
            bits = Some(match bits {
                None => byte,
                Some(low) => self.pool.bv_concat(byte, low),
            });
        }
        bits.unwrap_or(self.no)
    }

    /// Writes elements of arrays.
    pub(crate) fn store_arrays(
        &mut self,
        state: &mut State,
        elements: &[Wide],
        value: Value,
        scalar: Scalar,
        field: Option<Field>,
    ) {
        for &(object, offset, chosen) in elements {
            let Some(contents) = state.arrays.get(&object).cloned() else {
                continue;
            };
            let (value, size) = match field {
                Some(field) => {
                    let old = self.field_bytes(state, &contents, offset, field, chosen);
                    let width = field.bytes() * 8;
                    let new = self.plain(value);
                    let new = self.resize(new, false, field.width);
                    let new = self.resize(new, false, width);
                    let by = self.pool.bv(width, field.offset.into());
                    let new = self.pool.bv_shl(new, by);
                    let ones = self.pool.bv(field.width, u128::MAX >> (128 - field.width));
                    let mask = self.resize(ones, false, width);
                    let mask = self.pool.bv_shl(mask, by);
                    let keep = self.pool.bv_not(mask);
                    let rest = self.pool.bv_and(old, keep);
                    (Value::Bits(self.pool.bv_or(rest, new)), field.bytes())
                }
                None => (value, scalar.size),
            };
            let stored = self.array_store(state, &contents, offset, value, size, chosen);
            let new = self.chosen_contents(chosen, stored, &contents);
            state.arrays.insert(object, new);
            self.array_effect(state, (object, offset, chosen), size.into());
        }
    }

    pub(crate) fn array_effect(&mut self, state: &State, (object, offset, chosen): Wide, size: u64) {
        let target = crate::Target {
            object,
            offset,
            chosen,
            size,
        };
        let kind = StepKind::Effect {
            targets: Box::new([target]),
        };
        let guard = self.guard(state);
        self.step_guarded(guard, kind, Box::default());
    }

    /// Reads some scalars behind an offset, each where it lies.
    pub(crate) fn array_parts(
        &mut self,
        state: &mut State,
        contents: &Contents,
        offset: TermId,
        parts: &[(u64, Scalar)],
        chosen: TermId,
    ) -> Vec<(u64, Value, u32)> {
        let mut found = Vec::new();
        for &(at, scalar) in parts {
            let by = self.pool.bv(self.width, at.into());
            let there = self.pool.bv_add(offset, by);
            let value = self.array_load(state, contents, there, scalar, chosen);
            found.push((at, value, scalar.size));
        }
        found
    }

    /// How some bytes behind an offset are best divided: into pointers where there may be any, else into bytes.
    pub(crate) fn array_division(
        &mut self,
        contents: &Contents,
        offset: TermId,
        size: u64,
    ) -> Vec<(u64, Scalar)> {
        let word = self.width / 8;
        let marked = !self.is_unmarked(contents);
        let aligned = alignment(self.range(offset)) >= u128::from(word);
        let repr = if marked {
            Scalar {
                repr: Repr::Pointer,
                size: word,
            }
        } else {
            Scalar::raw(word)
        };
        let words = if aligned { size / u64::from(word) } else { 0 };
        let whole = (0..words).map(|index| (index * u64::from(word), repr));
        let rest = (words * u64::from(word)..size).map(|at| (at, Scalar::raw(1)));
        whole.chain(rest).collect()
    }

    /// Makes two states agree about which objects are arrays. False if they cannot.
    pub(crate) fn level_arrays(&mut self, a: &mut State, b: &mut State, object: ObjectId) -> bool {
        let (x, y) = (a.arrays.get(&object).cloned(), b.arrays.get(&object).cloned());
        let agreed = match (&x, &y) {
            (Some(x), Some(y)) => x.element == y.element,
            (Some(x), None) => !b.live.contains_key(&object) || self.make_array(b, object, x.element, x.head),
            (None, Some(y)) => !a.live.contains_key(&object) || self.make_array(a, object, y.element, y.head),
            (None, None) => true,
        };
        let heads = [&*a, &*b].map(|state| state.arrays.get(&object).map(|contents| contents.head));
        if let [Some(one), Some(other)] = heads
            && one != other
        {
            self.drop_head(a, object);
            self.drop_head(b, object);
        }
        agreed
    }
}

fn joined(a: &Rc<[TermId]>, b: &Rc<[TermId]>) -> Rc<[TermId]> {
    if b.iter().all(|term| a.contains(term)) {
        return a.clone();
    }
    let mut all: Vec<TermId> = a.iter().chain(b.iter()).copied().collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}

/// The largest power of two that divides every value of a range.
pub(crate) fn alignment(range: Range) -> u128 {
    let low = range.min as u128;
    1u128 << (range.step | low).trailing_zeros().min(4)
}
