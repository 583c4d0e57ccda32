//! What is known after two ways met.

use std::collections::BTreeSet;

use crate::equation::{StepId, StepKind};
use crate::memory::object::ObjectId;
use crate::symex::Symex;
use crate::symex::state::{Cell, Fill, Liveness, State};

/// Where the states differ in cells that do not lie on each other.
struct Askew {
    object: ObjectId,
    offset: u64,
    size: u64,
}

/// The step of a cell that is still to be made.
const NEW: StepId = StepId(u32::MAX);

impl Symex<'_> {
    /// Merges states that wait for one instruction, those first whose paths have most in common. Of many
    /// states the latest come first, which for the ways out of a loop is the same.
    pub(crate) fn merge_all(&mut self, mut states: Vec<State>) -> Option<State> {
        while (3..=budgets::bmc::MAX_COMPARED_STATES.count()).contains(&states.len()) {
            let pair = self.decide_number(|| Some(closest_pair(&states))).unwrap_or(1);
            let second = states.remove((pair & 0xffff) as usize);
            let first = states.remove((pair >> 16) as usize);
            let merged = self.merge(first, second);
            states.push(merged);
        }
        let mut merged = states.pop()?;
        while let Some(next) = states.pop() {
            merged = self.merge(next, merged);
        }
        Some(merged)
    }

    fn merge(&mut self, mut a: State, mut b: State) -> State {
        if a.moment != b.moment && !self.level_moments(&mut a, &mut b) {
            self.unsupported(&b, "an atomic section on one way only");
            return a;
        }
        let (path, left) = a.path.join(&b.path, &mut self.pool);
        let objects: BTreeSet<ObjectId> = a.live.diff(&b.live).map(|item| *diff_key(item).0).collect();
        for &object in &objects {
            self.level_fill(&mut a, &mut b, object);
        }
        let arrays: BTreeSet<ObjectId> = a.arrays.diff(&b.arrays).map(|item| *diff_key(item).0).collect();
        for &object in &arrays {
            if !self.level_arrays(&mut a, &mut b, object) {
                self.unsupported(&b, "an object whose elements have different sizes on two ways");
                return a;
            }
        }
        while let Some(askew) = self.find_askew(&a, &b) {
            for state in [&mut a, &mut b] {
                self.split_cells(state, askew.object, askew.offset, askew.size);
            }
        }
        let keys = self.decide_keys(|| a.cells.diff(&b.cells).map(|item| *diff_key(item).0).collect());
        let mut merged = a.clone();
        merged.path = path;
        merged.facts = crate::symex::facts::met(&a.facts, &b.facts);
        merged.steps = a.steps.min(b.steps);
        for (object, offset) in keys {
            // Large states can take long; what is stopped is not looked at.
            if self.should_stop() {
                return merged;
            }
            let cell = self.merged_cell(&a, &b, left, object, offset);
            if let Some(cell) = cell {
                let cell = match cell.step {
                    NEW => self.merge_step(&merged, object, offset, left, cell, &a, &b),
                    _ => cell,
                };
                merged.cells.insert((object, offset), cell);
            }
        }
        self.merge_indeterminate(&mut merged, &a, &b, left);
        for object in arrays {
            match (a.arrays.get(&object), b.arrays.get(&object)) {
                (Some(x), Some(y)) => {
                    let contents = self.chosen_contents(left, x.clone(), y);
                    merged.arrays.insert(object, contents);
                }
                (Some(contents), None) | (None, Some(contents)) => {
                    merged.arrays.insert(object, contents.clone());
                }
                (None, None) => {}
            }
        }
        self.merge_live(&mut merged, &a, &b, left, objects);
        self.merge_locals(&mut merged, &a, &b);
        merged.rounding = self.pool.ite(left, a.rounding, b.rounding);
        merged.ended = self.pool.ite(left, a.ended, b.ended);
        merged.printed = self.pool.ite(left, a.printed, b.printed);
        self.merge_turns(&mut merged, &a, &b, left);
        merged
    }

    fn merge_live(
        &mut self,
        merged: &mut State,
        a: &State,
        b: &State,
        left: logic::TermId,
        objects: BTreeSet<ObjectId>,
    ) {
        for object in objects {
            let (in_a, in_b) = (a.live.get(&object).copied(), b.live.get(&object).copied());
            let fill = in_a.or(in_b).map_or(Fill::Unwritten, |live| live.fill);
            let alive = |live: Option<Liveness>| live.map_or(self.no, |live| live.alive);
            let (alive_a, alive_b) = (alive(in_a), alive(in_b));
            let alive = self.pool.ite(left, alive_a, alive_b);
            merged.live.insert(object, Liveness { alive, fill });
        }
    }

    /// Which objects the variables are.
    fn merge_locals(&mut self, merged: &mut State, a: &State, b: &State) {
        let locals: Vec<_> = a.locals.diff(&b.locals).map(|item| *diff_key(item).0).collect();
        for key in locals {
            let (in_a, in_b) = (a.locals.get(&key).copied(), b.locals.get(&key).copied());
            let lives = |state: &State, object: Option<ObjectId>| {
                object
                    .and_then(|object| state.live.get(&object))
                    .is_some_and(|live| self.truth(live.alive) != Some(false))
            };
            let chosen = match (lives(a, in_a), lives(b, in_b)) {
                (true, true) => {
                    // One variable, two objects, both alive: only a jump into a block can do this.
                    self.unsupported(merged, "a variable that came to life twice on different ways");
                    in_a
                }
                (true, false) => in_a,
                (false, true) => in_b,
                (false, false) => in_a.max(in_b),
            };
            if let Some(object) = chosen {
                merged.locals.insert(key, object);
            }
        }
    }

    /// How often each input has been asked for.
    fn merge_turns(&mut self, merged: &mut State, a: &State, b: &State, left: logic::TermId) {
        let turns: Vec<_> = a
            .turns
            .diff(&b.turns)
            .map(|item| diff_key(item).0.clone())
            .collect();
        for name in turns {
            let none = self.pool.bv(32, 0);
            let in_a = a.turns.get(&name).copied().unwrap_or(none);
            let in_b = b.turns.get(&name).copied().unwrap_or(none);
            let turn = self.pool.ite(left, in_a, in_b);
            merged.turns.insert(name, turn);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn merge_step(
        &mut self,
        merged: &State,
        object: ObjectId,
        offset: u64,
        left: logic::TermId,
        cell: Cell,
        a: &State,
        b: &State,
    ) -> Cell {
        let reads = [a, b]
            .iter()
            .filter_map(|state| state.cells.get(&(object, offset)))
            .map(|cell| cell.step)
            .collect();
        let value = self.tapped(cell.value);
        let kind = StepKind::Merge {
            object,
            offset,
            left,
            value,
        };
        let step = self.step_guarded(merged.path.all(), kind, reads);
        Cell { step, value, ..cell }
    }

    /// The cell after the merge; nothing if there is none on either side.
    fn merged_cell(
        &mut self,
        a: &State,
        b: &State,
        left: logic::TermId,
        object: ObjectId,
        offset: u64,
    ) -> Option<Cell> {
        let key = (object, offset);
        let (in_a, in_b) = (a.cells.get(&key).copied(), b.cells.get(&key).copied());
        match (in_a, in_b) {
            (None, None) => None,
            (Some(x), Some(y)) => Some(Cell {
                value: self.select(left, x.value, y.value),
                written: self.pool.ite(left, x.written, y.written),
                // Two steps stored here, so where they meet is a step, whether or not their values differ.
                step: if x.step == y.step { x.step } else { NEW },
                size: x.size,
            }),
            (Some(cell), None) | (None, Some(cell)) => {
                let other = if in_a.is_some() { b } else { a };
                let Some(fill) = self.fill_of(other, object, offset) else {
                    // It does not exist there, so nothing there looks at it.
                    return Some(cell);
                };
                let gone = other.live.get(&object).is_some_and(|live| live.alive == self.no);
                let here = if in_a.is_some() { left } else { self.pool.not(left) };
                match fill {
                    Fill::Zero => {
                        let zero = self.zero_like(cell.value, cell.size);
                        Some(Cell {
                            value: self.select(here, cell.value, zero),
                            written: self.pool.ite(here, cell.written, self.yes),
                            step: NEW,
                            ..cell
                        })
                    }
                    // It was released there, so nothing there looks at it either.
                    Fill::Unwritten if gone => Some(cell),
                    Fill::Unwritten => Some(Cell {
                        written: self.pool.and(here, cell.written),
                        step: cell.step,
                        ..cell
                    }),
                }
            }
        }
    }

    /// If an object's bytes without cells hold different things on the two sides, gives them cells.
    fn level_fill(&mut self, a: &mut State, b: &mut State, object: ObjectId) {
        let (Some(in_a), Some(in_b)) = (a.live.get(&object).copied(), b.live.get(&object).copied()) else {
            return;
        };
        if in_a.fill == in_b.fill {
            return;
        }
        let zero = if in_a.fill == Fill::Zero { a } else { b };
        self.materialise(zero, object);
        if let Some(live) = zero.live.get(&object).copied() {
            zero.live.insert(
                object,
                Liveness {
                    fill: Fill::Unwritten,
                    ..live
                },
            );
        }
    }

    fn find_askew(&self, a: &State, b: &State) -> Option<Askew> {
        for item in a.cells.diff(&b.cells) {
            let (&(object, offset), cell) = diff_key(item);
            for state in [a, b] {
                for (at, other) in state.overlapping(object, offset, cell.size.into()) {
                    if (at, other.size) != (offset, cell.size) {
                        let first = at.min(offset);
                        let end = (at + u64::from(other.size)).max(offset + u64::from(cell.size));
                        return Some(Askew {
                            object,
                            offset: first,
                            size: end - first,
                        });
                    }
                }
            }
        }
        None
    }
}

/// Of which two states the paths have most in common: the first in the upper half, the second in the lower.
fn closest_pair(states: &[State]) -> u64 {
    let mut best = (0, 1, 0);
    for b in 1..states.len() {
        for a in 0..b {
            let common = states[a].path.common_depth(&states[b].path);
            if common >= best.2 {
                best = (a, b, common);
            }
        }
    }
    (best.0 as u64) << 16 | best.1 as u64
}

pub(crate) fn diff_key<'a, K, V>(item: imbl::ordmap::DiffItem<'a, 'a, K, V>) -> (&'a K, &'a V) {
    match item {
        imbl::ordmap::DiffItem::Add(key, value) | imbl::ordmap::DiffItem::Remove(key, value) => (key, value),
        imbl::ordmap::DiffItem::Update { new, .. } => new,
    }
}
