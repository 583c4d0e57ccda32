//! Reading and writing at known offsets of known objects.

use ctype::{ArrayLen, RecordKind, Type, TypeId};
use logic::TermId;

use crate::equation::StepId;
use crate::memory::object::ObjectId;
use crate::symex::Symex;
use crate::symex::scalar::{Scalar, Value};
use crate::symex::state::{Cell, Fill, State};

/// What was found: absent if nothing was ever written there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CellValue {
    pub value: Option<Value>,
    pub written: TermId,
}

/// Bytes on their way from one place to another, with what is known about them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Chunk {
    pub size: u64,
    /// Bytes without a cell are zero; otherwise they are unwritten.
    pub zero: bool,
    pub cells: Vec<(u64, Cell)>,
    /// The values that unwritten bytes have kept to themselves, in order.
    pub indeterminate: Vec<(u64, TermId)>,
}

impl Symex<'_> {
    pub(crate) fn read_at(
        &mut self,
        state: &State,
        object: ObjectId,
        offset: u64,
        scalar: Scalar,
    ) -> CellValue {
        if let Some(cell) = state.cells.get(&(object, offset)).copied()
            && cell.size == scalar.size
        {
            self.reads.push(cell.step);
            return CellValue {
                value: Some(self.view(cell.value, scalar)),
                written: cell.written,
            };
        }
        let size = scalar.value_bytes();
        let (bits, written) = self.read_bytes(state, object, offset, size);
        CellValue {
            value: bits.map(|bits| self.read_as(bits, scalar)),
            written,
        }
    }

    /// Some bytes as one bit-vector. Unwritten ones among written ones are zero.
    pub(crate) fn read_bytes(
        &mut self,
        state: &State,
        object: ObjectId,
        offset: u64,
        size: u32,
    ) -> (Option<TermId>, TermId) {
        let fill = self.fill_of(state, object, offset).unwrap_or(Fill::Unwritten);
        let end = offset + u64::from(size);
        let found = state.overlapping(object, offset, size.into());
        if found.is_empty() {
            return match fill {
                Fill::Zero => (Some(self.pool.bv(size * 8, 0)), self.yes),
                Fill::Unwritten => (None, self.no),
            };
        }
        let mut bits: Option<TermId> = None;
        let mut written = self.yes;
        let mut position = offset;
        let mut cells = found.into_iter().peekable();
        while position < end {
            let part = match cells.peek().copied() {
                Some((at, cell)) if at <= position => {
                    cells.next();
                    self.reads.push(cell.step);
                    let stop = (at + u64::from(cell.size)).min(end);
                    let whole = self.plain_bytes(cell.value, cell.size);
                    let (low, high) = ((position - at) * 8, (stop - at) * 8 - 1);
                    position = stop;
                    written = self.pool.and(written, cell.written);
                    self.pool.bv_extract(whole, high as u32, low as u32)
                }
                next => {
                    let stop = next.map_or(end, |(at, _)| at.min(end));
                    let count = (stop - position) as u32;
                    position = stop;
                    if fill == Fill::Unwritten {
                        written = self.no;
                    }
                    self.pool.bv(count * 8, 0)
                }
            };
            bits = Some(match bits {
                None => part,
                Some(low) => self.pool.bv_concat(part, low),
            });
        }
        (bits, written)
    }

    /// Some bytes of which not all have been written, in some runs: those that were not are taken from `input`.
    pub(crate) fn read_bytes_or(
        &mut self,
        state: &State,
        object: ObjectId,
        offset: u64,
        size: u32,
        input: TermId,
    ) -> TermId {
        let mut bits: Option<TermId> = None;
        let mut done = 0;
        while done < size {
            let part = self.pool.bv_extract(input, done * 8 + 7, done * 8);
            let part = match self.read_bytes(state, object, offset + u64::from(done), 1) {
                (Some(byte), written) => self.pool.ite(written, byte, part),
                (None, _) => part,
            };
            done += 1;
            bits = Some(match bits {
                None => part,
                Some(low) => self.pool.bv_concat(part, low),
            });
        }
        bits.unwrap_or(input)
    }

    pub(crate) fn write_at(&mut self, state: &mut State, object: ObjectId, offset: u64, cell: Cell) {
        let size = u64::from(cell.size);
        self.wrote(state, object, offset, size, Some(cell.value), cell.written);
        // The usual case: it is written over. Cells never lie on each other.
        let before = state.cells.get(&(object, offset));
        if before.is_none_or(|before| before.size != cell.size) {
            self.make_room(state, object, offset, cell.size.into());
        }
        state.cells.insert((object, offset), cell);
    }

    /// Removes the cells of some bytes; of cells that lie there in part, the rest stays.
    pub(crate) fn make_room(&mut self, state: &mut State, object: ObjectId, offset: u64, size: u64) {
        let end = offset + size;
        for (at, cell) in state.overlapping(object, offset, size) {
            if (at, u64::from(cell.size)) == (offset, size) {
                // The usual case: it will be written over.
                continue;
            }
            if at < offset || at + u64::from(cell.size) > end {
                self.split_cell(state, object, at, cell);
                for byte in at..at + u64::from(cell.size) {
                    if (offset..end).contains(&byte) {
                        state.cells.remove(&(object, byte));
                    }
                }
            } else {
                state.cells.remove(&(object, at));
            }
        }
    }

    fn split_cell(&mut self, state: &mut State, object: ObjectId, at: u64, cell: Cell) {
        state.cells.remove(&(object, at));
        let whole = self.plain_bytes(cell.value, cell.size);
        for index in 0..cell.size {
            let byte = self.pool.bv_extract(whole, index * 8 + 7, index * 8);
            let part = Cell {
                value: Value::Bits(byte),
                size: 1,
                ..cell
            };
            state.cells.insert((object, at + u64::from(index)), part);
        }
    }

    /// Takes the cells that lie in some bytes apart into bytes.
    pub(crate) fn split_cells(&mut self, state: &mut State, object: ObjectId, offset: u64, size: u64) {
        for (at, cell) in state.overlapping(object, offset, size) {
            if cell.size > 1 {
                self.split_cell(state, object, at, cell);
            }
        }
    }

    /// The scalars that a type consists of, with their offsets; unions by bytes. Nothing if they are too many.
    pub(crate) fn leaves(&self, ty: TypeId) -> Option<Vec<(u64, Scalar)>> {
        let mut found = Vec::new();
        self.add_leaves(ty, 0, &mut found).then_some(found)
    }

    fn add_leaves(&self, ty: TypeId, base: u64, found: &mut Vec<(u64, Scalar)>) -> bool {
        let types = &self.program.types;
        if let Some(scalar) = Scalar::of(types, ty) {
            found.push((base, scalar));
            return found.len() <= budgets::bmc::MAX_SCALARS.count();
        }
        let bytes = |from: u64, to: u64, found: &mut Vec<(u64, Scalar)>| {
            found.extend(
                (from..to.min(from + budgets::bmc::MAX_SCALARS.count() as u64))
                    .map(|at| (base + at, Scalar::raw(1))),
            );
            found.len() <= budgets::bmc::MAX_SCALARS.count()
        };
        match types.get(ty) {
            Type::Array {
                elem,
                len: ArrayLen::Fixed(len),
            } => {
                let Some(size) = types.size_of(*elem) else {
                    return true;
                };
                (0..*len).all(|index| self.add_leaves(*elem, base + index * size, found))
            }
            Type::Record(record) => {
                let record = types.record(*record);
                let size = record.layout.map_or(0, |(size, _)| size);
                if record.kind == RecordKind::Union {
                    return bytes(0, size, found);
                }
                let mut position = 0;
                for field in &record.fields {
                    if field.bits.is_some() {
                        continue;
                    }
                    if !bytes(position, field.offset, found)
                        || !self.add_leaves(field.ty, base + field.offset, found)
                    {
                        return false;
                    }
                    position = field.offset + types.size_of(field.ty).unwrap_or(0);
                }
                bytes(position, size, found)
            }
            _ => true,
        }
    }

    /// Gives every byte of an object that holds zero by its fill a cell.
    pub(crate) fn materialise(&mut self, state: &mut State, object: ObjectId) {
        let declared = match self.object(object).kind {
            crate::ObjectKind::Static(var) | crate::ObjectKind::Local { var, .. } => {
                Some(self.program.variable(var).ty)
            }
            _ => None,
        };
        let size = self.object(object).bytes.unwrap_or(0);
        let leaves = declared.and_then(|ty| self.leaves(ty));
        let leaves = leaves.unwrap_or_else(|| (0..size).map(|at| (at, Scalar::raw(1))).collect());
        self.zero_leaves(state, object, 0, &leaves);
    }

    fn zero_leaves(&mut self, state: &mut State, object: ObjectId, base: u64, leaves: &[(u64, Scalar)]) {
        for &(at, scalar) in leaves {
            let overlapping = state.overlapping(object, base + at, scalar.size.into());
            let missing: Vec<(u64, Scalar)> = if overlapping.is_empty() {
                vec![(base + at, scalar)]
            } else {
                let covered = |byte: u64| {
                    overlapping
                        .iter()
                        .any(|(start, cell)| (*start..start + u64::from(cell.size)).contains(&byte))
                };
                (base + at..base + at + u64::from(scalar.size))
                    .filter(|&byte| !covered(byte))
                    .map(|byte| (byte, Scalar::raw(1)))
                    .collect()
            };
            for (at, scalar) in missing {
                let cell = Cell {
                    value: self.zero(scalar),
                    size: scalar.size,
                    written: self.yes,
                    step: StepId(0),
                };
                state.cells.insert((object, at), cell);
            }
        }
    }

    pub(crate) fn read_chunk(&mut self, state: &State, object: ObjectId, offset: u64, size: u64) -> Chunk {
        let fill = state.live.get(&object).map_or(Fill::Unwritten, |live| live.fill);
        let mut chunk = Chunk {
            size,
            zero: fill == Fill::Zero,
            cells: Vec::new(),
            indeterminate: state
                .indeterminate
                .range((object, offset)..(object, offset.saturating_add(size)))
                .map(|(&(_, at), &value)| (at - offset, value))
                .collect(),
        };
        for (at, cell) in state.overlapping(object, offset, size) {
            self.reads.push(cell.step);
            let end = at + u64::from(cell.size);
            if at >= offset && end <= offset + size {
                chunk.cells.push((at - offset, cell));
                continue;
            }
            let whole = self.plain_bytes(cell.value, cell.size);
            for byte in at.max(offset)..end.min(offset + size) {
                let low = ((byte - at) * 8) as u32;
                let part = Cell {
                    value: Value::Bits(self.pool.bv_extract(whole, low + 7, low)),
                    size: 1,
                    ..cell
                };
                chunk.cells.push((byte - offset, part));
            }
        }
        chunk
    }

    /// Puts bytes down at a known place. `ty` says how bytes without cells are best divided.
    pub(crate) fn write_chunk(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: u64,
        chunk: &Chunk,
        ty: Option<TypeId>,
        step: StepId,
    ) {
        self.wrote_chunk(state, object, offset, chunk);
        let whole = offset == 0 && self.object(object).bytes == Some(chunk.size);
        let live = state.live.get(&object).copied();
        state.replace_indeterminate(object, offset, chunk);
        self.make_room(state, object, offset, chunk.size);
        for (at, cell) in state.overlapping(object, offset, chunk.size) {
            // Left by `make_room` to be written over.
            debug_assert!(at == offset);
            state.cells.remove(&(object, at));
            let _ = cell;
        }
        let fill = if chunk.zero { Fill::Zero } else { Fill::Unwritten };
        for &(at, cell) in &chunk.cells {
            // The parts of what is stored have steps of their own, which come after it.
            let step = cell.step.max(step);
            state.cells.insert((object, offset + at), Cell { step, ..cell });
        }
        let Some(live) = live else { return };
        if live.fill == fill {
            return;
        }
        if whole {
            state
                .live
                .insert(object, crate::symex::state::Liveness { fill, ..live });
        } else if chunk.zero {
            let leaves = ty.and_then(|ty| self.leaves(ty));
            let leaves = leaves.unwrap_or_else(|| (0..chunk.size).map(|at| (at, Scalar::raw(1))).collect());
            let leaves: Vec<_> = leaves
                .into_iter()
                .filter(|(at, scalar)| at + u64::from(scalar.size) <= chunk.size)
                .collect();
            self.zero_leaves(state, object, offset, &leaves);
        } else if self.object(object).bytes.is_none() {
            self.leave_unwritten(state, object, offset, chunk, step);
        } else {
            // Unwritten bytes in an object whose other bytes are zero: the rest gets cells first.
            self.materialise(state, object);
            state
                .live
                .insert(object, crate::symex::state::Liveness { fill, ..live });
            let kept: Vec<u64> = chunk.cells.iter().map(|(at, _)| *at).collect();
            for (at, cell) in state.overlapping(object, offset, chunk.size) {
                if !kept.contains(&(at.wrapping_sub(offset))) {
                    let _ = cell;
                    state.cells.remove(&(object, at));
                }
            }
        }
    }

    /// Bytes of a chunk that nobody wrote get cells that say so: nobody knows how many others the object has.
    fn leave_unwritten(
        &mut self,
        state: &mut State,
        object: ObjectId,
        offset: u64,
        chunk: &Chunk,
        step: StepId,
    ) {
        let mut covered = vec![false; chunk.size as usize];
        for &(at, cell) in &chunk.cells {
            for byte in at..at + u64::from(cell.size) {
                covered[byte as usize] = true;
            }
        }
        let zero = self.pool.bv(8, 0);
        for at in (0..chunk.size).filter(|&at| !covered[at as usize]) {
            let cell = Cell {
                value: Value::Bits(zero),
                size: 1,
                written: self.no,
                step,
            };
            state.cells.insert((object, offset + at), cell);
        }
    }
}
