//! Copying and setting memory: a known number of bytes as a chunk, an object of unknown size as a whole, a few bytes
//! one by one, and else all at once ([`ranges`](crate::memory::ranges)).

use ctype::TypeId;
use program::Builtin;

use crate::equation::{StepId, StepKind};
use crate::memory::cells::Chunk;
use crate::memory::place::{Element, Spot};
use crate::memory::ranges::Moved;
use crate::symex::Symex;
use crate::symex::scalar::{Scalar, Value};
use crate::symex::state::{Cell, State};

/// A byte on its way to another place.
enum MovedByte {
    Value(Value),
    /// It may never have been written.
    Unwritten(Chunk),
}

impl Symex<'_> {
    /// What a copy or a fill moves.
    fn moved_by(&mut self, op: Builtin, values: &[Value]) -> Moved {
        if op == Builtin::CopyMemory {
            return Moved::From(values[1]);
        }
        let byte = self.plain(values[1]);
        Moved::Byte(self.resize(byte, false, 8))
    }

    pub(super) fn move_known(
        &mut self,
        state: &mut State,
        op: Builtin,
        values: &[Value],
        size: logic::TermId,
        bytes: u64,
    ) {
        let copies = op == Builtin::CopyMemory;
        let wide = self.names_wide(state, values[0]) || copies && self.names_wide(state, values[1]);
        if wide && bytes > budgets::bmc::MAX_SINGLE_MOVES.get() {
            let moved = self.moved_by(op, values);
            self.move_range(state, moved, values[0], size);
        } else if copies {
            self.copy_known(state, values[0], values[1], bytes);
        } else {
            self.set_known(state, values[0], values[1], bytes);
        }
    }

    fn copy_known(&mut self, state: &mut State, to: Value, from: Value, size: u64) {
        let Some(char) = self.char else { return };
        let (mut to, mut from) = (self.spot_at(to, char), self.spot_at(from, char));
        self.widen(state, &from, size);
        self.widen(state, &to, size);
        let (wide_sources, wide_targets) = (
            self.wide_cases(state, &mut from, size),
            self.wide_cases(state, &mut to, size),
        );
        let (Some(sources), Some(targets)) =
            (self.elements(state, &from, size), self.elements(state, &to, size))
        else {
            self.too_wide(state);
            return;
        };
        let mut chunk: Option<Chunk> = None;
        for case in wide_sources {
            let Some(next) = self.array_chunk(state, case, size, None) else {
                continue;
            };
            chunk = Some(match chunk {
                None => next,
                Some(other) => self.select_bytes(case.2, &next, &other),
            });
        }
        for source in sources {
            self.fetch(state, source.object, source.at, size, None);
            self.note_access(state, source.object, (source.at, size), false, source.chosen);
            self.remember_unwritten(state, source.object, source.at, size, None);
            let next = self.read_chunk(state, source.object, source.at, size);
            chunk = Some(match chunk {
                None => next,
                Some(other) => self.select_bytes(source.chosen, &next, &other),
            });
        }
        if let Some(chunk) = chunk {
            self.put_everywhere(state, &targets, &chunk);
            self.put_array_chunks(state, &wide_targets, &chunk);
        }
    }

    fn put_everywhere(&mut self, state: &mut State, targets: &[Element], chunk: &Chunk) {
        let list = self.targets(targets, chunk.size);
        let step = self.step(state, StepKind::Effect { targets: list });
        for target in targets {
            self.put_chunk(state, *target, chunk, false, None, step);
        }
    }

    fn set_known(&mut self, state: &mut State, to: Value, byte: Value, size: u64) {
        let Some(char) = self.char else { return };
        let mut to = self.spot_at(to, char);
        self.widen(state, &to, size);
        let wide = self.wide_cases(state, &mut to, size);
        let Some(targets) = self.elements(state, &to, size) else {
            self.too_wide(state);
            return;
        };
        let byte = self.plain(byte);
        let byte = self.resize(byte, false, 8);
        let mut chunk = Chunk {
            size,
            zero: true,
            ..Chunk::default()
        };
        if self.number(byte) != Some(0) {
            if size > 1 << 20 {
                self.unsupported(state, "setting very many bytes");
                self.lose(state);
                return;
            }
            let cell = Cell {
                value: Value::Bits(byte),
                size: 1,
                written: self.yes,
                step: StepId(0),
            };
            chunk.cells = (0..size).map(|at| (at, cell)).collect();
        }
        self.put_everywhere(state, &targets, &chunk);
        self.put_array_chunks(state, &wide, &chunk);
    }

    /// Copies or sets a number of bytes that is not known: byte by byte if they are few, else all at once.
    pub(super) fn move_unknown(
        &mut self,
        state: &mut State,
        op: Builtin,
        values: &[Value],
        size: logic::TermId,
    ) {
        let Some(char) = self.char else { return };
        let moved = self.moved_by(op, values);
        if self.whole_object(state, moved, values[0], size) {
            return;
        }
        let range = self.range(size);
        // No more than the largest object that may be meant.
        let mut room = self.largest(values[0]);
        if op == Builtin::CopyMemory {
            room = room.min(self.largest(values[1]));
        }
        let mut most = (range.max.max(0) as u128).min(room.into());
        if let Some((_, last)) = self.offset_bounds(state, size) {
            most = most.min(last as u128);
        }
        if most > budgets::bmc::MAX_SINGLE_MOVES.get().into() || self.names_wide(state, values[0]) {
            self.move_range(state, moved, values[0], size);
            return;
        }
        let outer = self.lazy;
        let mut bytes = Vec::new();
        for index in 0..most as u64 {
            let number = self.pool.bv(self.width, index.into());
            let within = self.pool.bv_ult(number, size);
            self.lazy = self.pool.and(outer, within);
            bytes.push(if op == Builtin::CopyMemory {
                let spot = self.byte_of(values[1], index, char);
                match self.unwritten_byte(state, &spot) {
                    Some(chunk) => MovedByte::Unwritten(chunk),
                    None => MovedByte::Value(self.load(state, &spot)),
                }
            } else {
                let byte = self.plain(values[1]);
                MovedByte::Value(Value::Bits(self.resize(byte, false, 8)))
            });
        }
        self.lazy = outer;
        let step = self.step(
            state,
            StepKind::Effect {
                targets: Box::default(),
            },
        );
        for (index, value) in bytes.into_iter().enumerate() {
            let number = self.pool.bv(self.width, index as u128);
            let within = self.pool.bv_ult(number, size);
            if !self.put_moved(state, values, (index as u64, within), value, char, step) {
                self.too_wide(state);
                return;
            }
        }
    }

    /// The byte so many bytes behind a pointer.
    fn byte_of(&mut self, pointer: Value, index: u64, char: TypeId) -> Spot {
        let by = self.pool.bv(self.width, index.into());
        let at = self.moved(pointer, by);
        self.spot_at(at, char)
    }

    /// Puts one byte to its place, in the runs that move so many. False if it may go to too many places.
    fn put_moved(
        &mut self,
        state: &mut State,
        values: &[Value],
        (index, within): (u64, logic::TermId),
        byte: MovedByte,
        char: TypeId,
        step: StepId,
    ) -> bool {
        let scalar = Scalar::raw(1);
        let mut spot = self.byte_of(values[0], index, char);
        self.widen(state, &spot, 1);
        let arrays = self.array_cases(state, &mut spot, scalar);
        let found = arrays.and_then(|arrays| Some((arrays, self.elements(state, &spot, 1)?)));
        let Some((mut arrays, elements)) = found else {
            return false;
        };
        for (_, _, chosen) in &mut arrays {
            *chosen = self.pool.and(*chosen, within);
        }
        let byte = match byte {
            // An array does not know which of its elements were written.
            MovedByte::Unwritten(_) if !arrays.is_empty() => {
                let spot = self.byte_of(values[1], index, char);
                let outer = self.lazy;
                self.lazy = self.pool.and(outer, within);
                let value = self.load(state, &spot);
                self.lazy = outer;
                MovedByte::Value(value)
            }
            byte => byte,
        };
        for element in elements {
            let chosen = self.pool.and(element.chosen, within);
            let element = Element { chosen, ..element };
            match &byte {
                MovedByte::Value(value) => {
                    self.store_element(state, element, scalar, None, *value, false, step);
                }
                MovedByte::Unwritten(chunk) => {
                    self.put_chunk(state, element, chunk, false, None, step);
                }
            }
        }
        if let MovedByte::Value(value) = byte {
            self.store_arrays(state, &arrays, value, scalar, None);
        }
        true
    }

    /// One byte that is copied, if it may never have been written: then the copy has not been either, and whoever reads
    /// it asks for it.
    fn unwritten_byte(&mut self, state: &mut State, spot: &Spot) -> Option<Chunk> {
        self.widen(state, spot, 1);
        if spot
            .cases
            .iter()
            .any(|case| state.arrays.contains_key(&case.object))
        {
            return None;
        }
        let elements = self.elements(state, spot, 1)?;
        let mut certain = true;
        for element in &elements {
            self.fetch(state, element.object, element.at, 1, None);
            let found = self.read_at(state, element.object, element.at, Scalar::raw(1));
            certain &= self.truth(found.written) == Some(true);
        }
        if certain {
            return None;
        }
        let mut chunk: Option<Chunk> = None;
        for element in elements {
            self.remember_unwritten(state, element.object, element.at, 1, None);
            let next = self.read_chunk(state, element.object, element.at, 1);
            chunk = Some(match chunk {
                None => next,
                Some(other) => self.select_bytes(element.chosen, &next, &other),
            });
        }
        chunk
    }

    /// The size of the largest object that a pointer may point into.
    fn largest(&mut self, pointer: Value) -> u64 {
        let cases = self.cases(pointer);
        let sizes = cases.iter().map(|case| self.object(case.object).bytes);
        sizes.map(|bytes| bytes.unwrap_or(u64::MAX)).max().unwrap_or(0)
    }
}
