//! Moving many bytes at once, or a number of them that is not known.
//!
//! `memcpy(to, from, n)` on objects whose contents are array terms ([`array`](crate::memory::array)) is one term
//! however large `n` is: the old contents, with `n` elements taken from the source, slid so that its indices are the
//! target's. So is
//! `memset`. Marks of pointers move with their bytes. Objects that are cells become arrays where the bytes are too many
//! to be moved one by one.
//!
//! Both arrays have elements of the same size, and offsets and sizes are multiples of that; everything else is a cut.

use logic::TermId;

use crate::equation::StepKind;
use crate::memory::array::{Contents, Wide, alignment};
use crate::memory::cells::Chunk;
use crate::memory::object::{ObjectId, ObjectKind};
use crate::memory::pointer::Case;
use crate::symex::Symex;
use crate::symex::scalar::Value;
use crate::symex::state::{Cell, State};

/// What is moved.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Moved {
    From(Value),
    Byte(TermId),
}

const UNEVEN: &str = "moving parts of elements of an object of unknown size";

impl Symex<'_> {
    /// Objects that a pointer may name, with the offset into each.
    fn live_cases(&mut self, state: &State, pointer: Value) -> Vec<Case> {
        let mut cases = self.cases(pointer);
        cases.retain(|case| {
            !matches!(
                self.object(case.object).kind,
                ObjectKind::Nothing | ObjectKind::Function(_)
            ) && state.live.contains_key(&case.object)
        });
        cases
    }

    /// Whether one of the objects that a pointer may name is an array, or of unknown size.
    pub(crate) fn names_wide(&mut self, state: &State, pointer: Value) -> bool {
        self.live_cases(state, pointer).iter().any(|case| {
            state.arrays.contains_key(&case.object)
                || self.object(case.object).bytes.is_none() && self.number(case.offset).is_none()
        })
    }

    /// Copies or sets bytes, all at once.
    pub(crate) fn move_range(&mut self, state: &mut State, moved: Moved, to: Value, size: TermId) {
        if let Err(why) = self.try_move_range(state, moved, to, size) {
            self.unsupported(state, why);
            self.lose(state);
        }
    }

    fn try_move_range(
        &mut self,
        state: &mut State,
        moved: Moved,
        to: Value,
        size: TermId,
    ) -> Result<(), &'static str> {
        let targets = self.live_cases(state, to);
        let sources = match moved {
            Moved::From(from) => self.live_cases(state, from),
            Moved::Byte(_) => Vec::new(),
        };
        let mut aligned = alignment(self.range(size));
        for case in targets.iter().chain(&sources) {
            aligned = aligned.min(alignment(self.range(case.offset)));
        }
        for case in &targets {
            self.prepare_target(state, case, aligned as u32);
        }
        for case in targets.iter().chain(&sources) {
            self.refuse_shared(state, case.object, case.chosen);
        }
        let mut made = Vec::new();
        for case in &targets {
            let Some(old) = state.arrays.get(&case.object).cloned() else {
                continue;
            };
            if u128::from(old.element) > aligned {
                return Err(UNEVEN);
            }
            let at = self.element_index(case.offset, old.element);
            let new = match moved {
                Moved::Byte(byte) => Some(self.repeated(byte, old.element)),
                Moved::From(_) => self.slid_sources(state, &sources, old.element, at)?,
            };
            let Some(new) = new else { continue };
            let alive = self.alive(state, case.object);
            let chosen = self.pool.and(case.chosen, alive);
            let zero = self.pool.bv(self.width, 0);
            let count = self.element_index(size, old.element);
            let count = self.pool.ite(chosen, count, zero);
            let data = self.pool.splice(old.data, at, count, new.data);
            let marks = self.pool.splice(old.marks, at, count, new.marks);
            let spliced = self.chosen_contents(
                self.yes,
                Contents {
                    data,
                    marks,
                    ..old.clone()
                },
                &new,
            );
            made.push((
                (case.object, case.offset, chosen),
                Contents {
                    head: old.head,
                    ..spliced
                },
            ));
        }
        // All is read before anything is written.
        self.finish_move(state, made);
        Ok(())
    }

    fn finish_move(&mut self, state: &mut State, made: Vec<(Wide, Contents)>) {
        for ((object, offset, chosen), contents) in made {
            // One object may be meant in several ways, of which one is the case.
            let before = state.arrays.get(&object).cloned();
            let contents = match before {
                Some(before) => self.chosen_contents(chosen, contents, &before),
                None => contents,
            };
            state.arrays.insert(object, contents);
            self.array_effect(state, (object, offset, chosen), 0);
        }
    }

    /// The target of a move becomes an array, apart from a head that the move does not reach.
    fn prepare_target(&mut self, state: &mut State, case: &Case, aligned: u32) {
        if state.arrays.contains_key(&case.object) {
            self.separate_head(state, case.object, case.offset, u64::MAX);
            return;
        }
        let element = match self.object(case.object).bytes {
            Some(_) => aligned.min(8),
            None => {
                let whole = self.object(case.object).size;
                self.suiting_element(whole)
            }
        };
        let low = self.lowest(state, case.offset);
        self.make_array(state, case.object, element, low);
    }

    /// An object that holds one byte everywhere.
    fn repeated(&mut self, byte: TermId, element: u32) -> Contents {
        let mut bits = byte;
        for _ in 1..element {
            bits = self.pool.bv_concat(byte, bits);
        }
        let data = self.pool.const_array(self.width, bits);
        self.plain_contents(data, element)
    }

    /// What the sources of a copy hold, each slid so that its indices are those of the target.
    fn slid_sources(
        &mut self,
        state: &mut State,
        sources: &[Case],
        element: u32,
        at: TermId,
    ) -> Result<Option<Contents>, &'static str> {
        let mut result: Option<Contents> = None;
        for case in sources {
            self.separate_head(state, case.object, case.offset, u64::MAX);
            let contents = self.contents_of(state, case.object, element).ok_or(UNEVEN)?;
            let from = self.element_index(case.offset, element);
            let by = self.pool.bv_sub(from, at);
            let slid = Contents {
                data: self.pool.slide(contents.data, by),
                marks: self.pool.slide(contents.marks, by),
                head: 0,
                ..contents
            };
            result = Some(match result {
                None => slid,
                Some(other) => self.chosen_contents(case.chosen, slid, &other),
            });
        }
        Ok(result)
    }

    /// Sets or copies an object of unknown size as a whole, if that is all that can be meant. What it held before is of
    /// no use to anybody then. False if it is not that.
    pub(crate) fn whole_object(&mut self, state: &mut State, moved: Moved, to: Value, size: TermId) -> bool {
        let Some((to, chosen)) = self.only_whole(state, to, size) else {
            return false;
        };
        if chosen != self.yes || self.decisions.detailed() {
            return false;
        }
        let element = match state.arrays.get(&to) {
            Some(contents) => contents.element,
            None => self.suiting_element(size),
        };
        let new = match moved {
            Moved::From(from) => {
                let Some((from, _)) = self.only_whole(state, from, size) else {
                    return false;
                };
                self.drop_head(state, from);
                match self.contents_of(state, from, element) {
                    Some(contents) => contents,
                    None => return false,
                }
            }
            Moved::Byte(byte) => self.repeated(byte, element),
        };
        state.remove_cells(to);
        state.arrays.insert(to, Contents { head: 0, ..new });
        let target = crate::Target {
            object: to,
            offset: self.pool.bv(self.width, 0),
            chosen,
            size: 0,
        };
        let targets = Box::new([target]);
        self.step(state, StepKind::Effect { targets });
        true
    }

    /// The only object that a pointer may point at the start of, if its size is this one and not known, with the
    /// condition that it is the one.
    fn only_whole(&mut self, state: &State, pointer: Value, size: TermId) -> Option<(ObjectId, TermId)> {
        let mut cases = self.cases(pointer);
        cases.retain(|case| case.object.0 != 0);
        let [case] = cases.as_slice() else { return None };
        let object = self.object(case.object);
        let whole = object.size == size && object.bytes.is_none() && self.number(case.offset) == Some(0);
        (whole && state.live.contains_key(&case.object)).then_some((case.object, case.chosen))
    }

    /// Some bytes of an array, as cells.
    pub(crate) fn array_chunk(
        &mut self,
        state: &mut State,
        (object, offset, chosen): Wide,
        size: u64,
        ty: Option<ctype::TypeId>,
    ) -> Option<Chunk> {
        let contents = state.arrays.get(&object)?.clone();
        let parts = match ty {
            Some(ty) => self.leaves(ty)?,
            None => self.array_division(&contents, offset, size),
        };
        if parts
            .iter()
            .any(|(_, scalar)| scalar.value_bytes() != scalar.size)
        {
            return None;
        }
        let values = self.array_parts(state, &contents, offset, &parts, chosen);
        let cells = values.into_iter().map(|(at, value, size)| {
            let cell = Cell {
                value,
                size,
                written: self.yes,
                step: crate::StepId(0),
            };
            (at, cell)
        });
        Some(Chunk {
            size,
            cells: cells.collect(),
            ..Chunk::default()
        })
    }

    /// Puts cells into an array. What was never written among them is anything.
    pub(crate) fn put_array_chunk(
        &mut self,
        state: &mut State,
        wide: Wide,
        chunk: &Chunk,
    ) -> Result<(), &'static str> {
        let (object, offset, chosen) = wide;
        let Some(old) = state.arrays.get(&object).cloned() else {
            return Ok(());
        };
        let mut new = old.clone();
        let mut at = 0;
        let mut gaps = Vec::new();
        for (start, cell) in &chunk.cells {
            if *start > at {
                gaps.push((at, *start));
            }
            if self.truth(cell.written) != Some(true) {
                gaps.push((*start, *start + u64::from(cell.size)));
            }
            at = *start + u64::from(cell.size);
        }
        if at < chunk.size {
            gaps.push((at, chunk.size));
        }
        if !gaps.is_empty() {
            let blank = match chunk.zero {
                true => {
                    let zero = self.pool.bv(8, 0);
                    self.repeated(zero, old.element)
                }
                false => {
                    let data = self.unwritten_data(state, object, old.element);
                    self.plain_contents(data, old.element)
                }
            };
            for (start, end) in gaps {
                new = self.blanked(&new, &blank, offset, start, end)?;
            }
        }
        for (start, cell) in &chunk.cells {
            let by = self.pool.bv(self.width, u128::from(*start));
            let there = self.pool.bv_add(offset, by);
            let when = self.pool.and(chosen, cell.written);
            let stored = self.array_store(state, &new, there, cell.value, cell.size, when);
            new = self.chosen_contents(cell.written, stored, &new);
        }
        let new = self.chosen_contents(chosen, new, &old);
        state.arrays.insert(object, new);
        self.array_effect(state, wide, chunk.size);
        Ok(())
    }

    /// Contents with some bytes taken from the same places of others.
    fn blanked(
        &mut self,
        contents: &Contents,
        blank: &Contents,
        offset: TermId,
        start: u64,
        end: u64,
    ) -> Result<Contents, &'static str> {
        let element = u64::from(contents.element);
        let aligned = alignment(self.range(offset)) >= u128::from(element);
        // The gaps of a record are smaller than an element.
        let (start, end) = (start.next_multiple_of(element), end - end % element);
        if !aligned {
            return Err(UNEVEN);
        }
        if start >= end {
            return Ok(contents.clone());
        }
        let by = self.pool.bv(self.width, u128::from(start));
        let at = self.pool.bv_add(offset, by);
        let at = self.element_index(at, contents.element);
        let count = self.pool.bv(self.width, u128::from((end - start) / element));
        Ok(Contents {
            data: self.pool.splice(contents.data, at, count, blank.data),
            marks: self.pool.splice(contents.marks, at, count, blank.marks),
            ..contents.clone()
        })
    }
}
