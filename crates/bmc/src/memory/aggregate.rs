//! Records and arrays as a whole: read, chosen between, and stored, with what is known about each byte.

use ctype::TypeId;
use logic::TermId;
use program::ExprId;

use crate::equation::{StepId, StepKind};
use crate::memory::array::Wide;
use crate::memory::cells::{CellValue, Chunk};
use crate::memory::object::ObjectId;
use crate::memory::place::{Element, Spot};
use crate::symex::Symex;
use crate::symex::scalar::Scalar;
use crate::symex::state::{Cell, Fill, Liveness, State};
use crate::threads::event::Moment;

impl Symex<'_> {
    /// Reads a record or array.
    pub(crate) fn load_chunk(&mut self, state: &mut State, spot: &Spot) -> Option<Chunk> {
        let size = self.program.types.size_of(spot.ty)?;
        self.widen(state, spot, size);
        let mut spot = spot.clone();
        let wide = self.wide_cases(state, &mut spot, size);
        let spot = &spot;
        let Some(elements) = self.elements(state, spot, size) else {
            self.too_wide(state);
            return None;
        };
        let mut result: Option<Chunk> = None;
        for case in wide {
            let chunk = self.array_chunk(state, case, size, Some(spot.ty))?;
            result = Some(match result {
                None => chunk,
                Some(other) => self.select_chunk(case.2, &chunk, &other, spot.ty)?,
            });
        }
        for element in elements {
            self.fetch(state, element.object, element.at, size, None);
            self.note_access(state, element.object, (element.at, size), false, element.chosen);
            self.remember_unwritten(state, element.object, element.at, size, Some(spot.ty));
            let chunk = self.read_chunk(state, element.object, element.at, size);
            result = Some(match result {
                None => chunk,
                Some(other) => self.select_chunk(element.chosen, &chunk, &other, spot.ty)?,
            });
        }
        Some(result.unwrap_or(Chunk {
            size,
            ..Chunk::default()
        }))
    }

    fn chunk_leaf(&mut self, chunk: &Chunk, at: u64, scalar: Scalar) -> CellValue {
        // A small state of its own makes reading across cells the same as everywhere.
        let mut state = State {
            path: crate::symex::path::Path::new(&mut self.pool),
            facts: imbl::OrdMap::new(),
            cells: imbl::OrdMap::new(),
            indeterminate: imbl::OrdMap::new(),
            arrays: imbl::OrdMap::new(),
            live: imbl::OrdMap::new(),
            locals: imbl::OrdMap::new(),
            steps: 0,
            rounding: self.no,
            ended: self.no,
            turns: imbl::OrdMap::new(),
            printed: self.no,
            moment: Moment::default(),
        };
        let object = ObjectId(0);
        let fill = if chunk.zero { Fill::Zero } else { Fill::Unwritten };
        state.live.insert(
            object,
            Liveness {
                alive: self.yes,
                fill,
            },
        );
        for (offset, cell) in &chunk.cells {
            if *offset < at + u64::from(scalar.size) && offset + u64::from(cell.size) > at {
                state.cells.insert((object, *offset), *cell);
            }
        }
        self.read_at(&state, object, at, scalar)
    }

    /// One of two values, which may never have been written.
    fn selected_cell(&mut self, cond: TermId, x: CellValue, y: CellValue, size: u32) -> Option<Cell> {
        let value = match (x.value, y.value) {
            (None, None) => return None,
            (Some(value), None) | (None, Some(value)) => value,
            (Some(x), Some(y)) => self.select(cond, x, y),
        };
        Some(Cell {
            value,
            size,
            written: self.pool.ite(cond, x.written, y.written),
            step: StepId(0),
        })
    }

    fn select_chunk(&mut self, cond: TermId, a: &Chunk, b: &Chunk, ty: TypeId) -> Option<Chunk> {
        let leaves = self.leaves(ty)?;
        let mut cells = Vec::new();
        for (at, scalar) in leaves {
            let (x, y) = (self.chunk_leaf(a, at, scalar), self.chunk_leaf(b, at, scalar));
            cells.extend(self.selected_cell(cond, x, y, scalar.size).map(|cell| (at, cell)));
        }
        Some(Chunk {
            size: a.size,
            zero: false,
            cells,
            indeterminate: self.select_indeterminate(cond, a, b),
        })
    }

    /// Stores a record or array.
    pub(crate) fn store_chunk(
        &mut self,
        state: &mut State,
        spot: &Spot,
        chunk: &Chunk,
        expr: Option<ExprId>,
    ) {
        self.widen(state, spot, chunk.size);
        let mut spot = spot.clone();
        let wide = self.wide_cases(state, &mut spot, chunk.size);
        let spot = &spot;
        let Some(elements) = self.elements(state, spot, chunk.size) else {
            self.too_wide(state);
            return;
        };
        let targets = self.targets(&elements, chunk.size);
        let step = self.step(state, StepKind::Copy { targets, expr });
        let guard = self.guard(state);
        let taken_apart = self.part_steps(guard, &elements, chunk, spot.ty, step);
        let chunk = taken_apart.as_ref().unwrap_or(chunk);
        for element in elements {
            self.put_chunk(state, element, chunk, spot.certain, Some(spot.ty), step);
        }
        self.put_array_chunks(state, &wide, chunk);
        self.reads.clear();
    }

    pub(crate) fn put_array_chunks(&mut self, state: &mut State, wide: &[Wide], chunk: &Chunk) {
        for case in wide {
            if let Err(why) = self.put_array_chunk(state, *case, chunk) {
                self.unsupported(state, why);
                self.lose(state);
            }
        }
    }

    /// A step for each scalar of what is stored as a whole, where that is asked for; gives what is stored, with the
    /// values that these steps have for everything after them.
    pub(crate) fn part_steps(
        &mut self,
        guard: TermId,
        elements: &[Element],
        chunk: &Chunk,
        ty: TypeId,
        whole: StepId,
    ) -> Option<Chunk> {
        if !self.decisions.detailed() {
            return None;
        }
        let mut taken_apart = chunk.clone();
        for (at, cell) in &mut taken_apart.cells {
            let read = std::mem::replace(&mut cell.step, whole);
            let Some(ty) = self.program.types.scalar_at(ty, *at, cell.size.into()) else {
                continue;
            };
            let inside: Vec<Element> = elements
                .iter()
                .map(|element| Element {
                    at: element.at + *at,
                    ..*element
                })
                .collect();
            let targets = self.targets(&inside, cell.size.into());
            cell.value = self.tapped(cell.value);
            let kind = StepKind::Part {
                whole,
                at: *at,
                targets,
                value: cell.value,
                ty,
            };
            cell.step = self.step_guarded(guard, kind, Box::new([read, whole]));
        }
        Some(taken_apart)
    }

    pub(crate) fn put_chunk(
        &mut self,
        state: &mut State,
        element: Element,
        chunk: &Chunk,
        certain: bool,
        ty: Option<TypeId>,
        step: StepId,
    ) {
        let (bytes, chosen) = ((element.at, chunk.size), element.chosen);
        self.note_access(state, element.object, bytes, true, chosen);
        if certain || self.truth(element.chosen) == Some(true) {
            self.write_chunk(state, element.object, element.at, chunk, ty, step);
            return;
        }
        self.fetch(state, element.object, element.at, chunk.size, None);
        let old = self.read_chunk(state, element.object, element.at, chunk.size);
        let merged = match ty.and_then(|ty| self.select_chunk(element.chosen, chunk, &old, ty)) {
            Some(merged) => merged,
            None => self.select_bytes(element.chosen, chunk, &old),
        };
        self.write_chunk(state, element.object, element.at, &merged, ty, step);
    }

    pub(crate) fn select_bytes(&mut self, cond: TermId, a: &Chunk, b: &Chunk) -> Chunk {
        // Cells that both have in the same places stay whole.
        let mut starts: Vec<(u64, u32)> = a
            .cells
            .iter()
            .chain(&b.cells)
            .map(|(at, cell)| (*at, cell.size))
            .collect();
        starts.sort_unstable();
        starts.dedup();
        let overlap = starts
            .windows(2)
            .any(|pair| pair[0].0 + u64::from(pair[0].1) > pair[1].0);
        if overlap || a.zero || b.zero {
            starts = (0..a.size).map(|at| (at, 1)).collect();
        }
        let mut cells = Vec::new();
        for (at, size) in starts {
            let whole = |chunk: &Chunk| {
                chunk
                    .cells
                    .iter()
                    .find(|(start, cell)| (*start, cell.size) == (at, size))
                    .map(|(_, cell)| *cell)
            };
            let (x, y) = match (whole(a), whole(b)) {
                (Some(x), Some(y)) => (
                    CellValue {
                        value: Some(x.value),
                        written: x.written,
                    },
                    CellValue {
                        value: Some(y.value),
                        written: y.written,
                    },
                ),
                _ => {
                    let scalar = Scalar::raw(size);
                    (self.chunk_leaf(a, at, scalar), self.chunk_leaf(b, at, scalar))
                }
            };
            cells.extend(self.selected_cell(cond, x, y, size).map(|cell| (at, cell)));
        }
        Chunk {
            size: a.size,
            zero: false,
            cells,
            indeterminate: self.select_indeterminate(cond, a, b),
        }
    }
}
