//! The state of a run at one point, for all runs that come by there.
//!
//! Contents of objects are *cells*: some bytes at a known offset, holding one scalar as it was stored. All
//! cells of all objects lie in one persistent map, so a copy of a state costs nothing and a merge looks only
//! at what differs. Bytes without a cell have the object's *fill*.

use std::rc::Rc;

use imbl::OrdMap;
use logic::TermId;
use program::VarId;

use crate::memory::array::Contents;
use crate::symex::facts::Facts;
use crate::symex::path::Path;
use crate::threads::event::Moment;
use crate::{FrameId, ObjectId, StepId, Value};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    pub value: Value,
    pub size: u32,
    /// Whether it has been written, in this run.
    pub written: TermId,
    pub step: StepId,
}

/// What bytes without a cell hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    Zero,
    Unwritten,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Liveness {
    pub alive: TermId,
    pub fill: Fill,
}

#[derive(Debug, Clone)]
pub(crate) struct State {
    pub path: Path,
    /// What the path and assumptions say about numbers.
    pub facts: Facts,
    pub cells: OrdMap<(ObjectId, u64), Cell>,
    /// Values that unwritten bytes share with their copies.
    pub indeterminate: OrdMap<(ObjectId, u64), TermId>,
    /// Objects whose contents are one term; they have no cells.
    pub arrays: OrdMap<ObjectId, Contents>,
    /// Objects that are not here do not exist (yet, or any more).
    pub live: OrdMap<ObjectId, Liveness>,
    /// The object that a variable of an activation is now.
    pub locals: OrdMap<(FrameId, VarId), ObjectId>,
    /// Instructions on the shortest way here.
    pub steps: u64,
    pub rounding: TermId,
    /// Whether standard input has ended.
    pub ended: TermId,
    /// How often inputs with recorded values have asked for them, by name.
    pub turns: OrdMap<Rc<str>, TermId>,
    /// How far the expected output has been printed.
    pub printed: TermId,
    /// Where among the events of threads.
    pub moment: Moment,
}

impl State {
    /// The cells that share a byte with `size` bytes at `offset`.
    pub(crate) fn overlapping(&self, object: ObjectId, offset: u64, size: u64) -> Vec<(u64, Cell)> {
        let mut found = Vec::new();
        // No cell is larger than this.
        let first = offset.saturating_sub(LARGEST_CELL - 1);
        for (&(_, at), cell) in self
            .cells
            .range((object, first)..(object, offset.saturating_add(size)))
        {
            if at + u64::from(cell.size) > offset {
                found.push((at, *cell));
            }
        }
        found
    }

    /// Whether a run goes on in the same way from both, given the same path.
    pub(crate) fn is_same(&self, other: &State) -> bool {
        use imbl::ordmap::DiffItem;
        self.rounding == other.rounding
            && self.moment == other.moment
            && self.ended == other.ended
            && self.printed == other.printed
            && self.turns == other.turns
            && self.live.diff(&other.live).next().is_none()
            && self.locals.diff(&other.locals).next().is_none()
            && self.arrays.diff(&other.arrays).next().is_none()
            && self.indeterminate.diff(&other.indeterminate).next().is_none()
            && self.cells.diff(&other.cells).all(|item| match item {
                // Who wrote it does not matter.
                DiffItem::Update {
                    old: (_, a),
                    new: (_, b),
                } => (a.value, a.size, a.written) == (b.value, b.size, b.written),
                DiffItem::Add(..) | DiffItem::Remove(..) => false,
            })
    }

    pub(crate) fn remove_cells(&mut self, object: ObjectId) {
        let keys: Vec<_> = self
            .cells
            .range((object, 0)..=(object, u64::MAX))
            .map(|(key, _)| *key)
            .collect();
        for key in keys {
            self.cells.remove(&key);
        }
        self.remove_indeterminate(object, 0..u64::MAX);
        self.arrays.remove(&object);
    }
}

/// A bit-field of 128 bits may touch 17 bytes.
pub(crate) const LARGEST_CELL: u64 = 17;
