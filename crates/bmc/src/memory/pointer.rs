//! What a pointer may point at.
//!
//! The object part of a pointer is nearly always a tree of choices between constants. Walking it gives the
//! possible targets; walking the offset along, as far as it makes the same choices, gives each target its own
//! offset. Each pair of terms is visited once, so shared parts cost nothing.

use std::collections::BTreeMap;
use std::rc::Rc;

use logic::{Op, TermId};

use crate::memory::object::{ObjectId, ObjectKind};
use crate::symex::scalar::Value;
use crate::symex::state::State;
use crate::symex::{OBJECT_BITS, Symex};

/// One possible target: under `chosen`, the pointer is `offset` bytes into `object`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case {
    pub object: ObjectId,
    pub offset: TermId,
    pub chosen: TermId,
}

impl Symex<'_> {
    /// The constants that an object number may be.
    pub(crate) fn object_numbers(&mut self, object: TermId) -> Rc<[TermId]> {
        if let Some(known) = self.candidates.get(&object) {
            return known.clone();
        }
        let mut found = Vec::new();
        let mut pending = vec![object];
        let mut seen = std::collections::HashSet::new();
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            if self.pool.constant(term).is_some() {
                found.push(term);
            } else if let Some(known) = self.candidates.get(&term) {
                found.extend(known.iter().copied());
            } else if let Op::Ite = self.pool.op(term) {
                pending.extend(&self.pool.operands(term)[1..]);
            }
        }
        found.sort_unstable();
        found.dedup();
        let found: Rc<[TermId]> = found.into();
        self.candidates.insert(object, found.clone());
        found
    }

    /// All cases of a pointer, from the structure of its terms.
    pub(crate) fn find_cases(&mut self, pointer: Value) -> Vec<Case> {
        let Value::Pointer { object, offset } = self.identified(pointer) else {
            return Vec::new();
        };
        let mut open: BTreeMap<(TermId, TermId), TermId> = BTreeMap::new();
        let mut cases: BTreeMap<(u32, TermId), TermId> = BTreeMap::new();
        open.insert((object, offset), self.yes);
        // Operands are older than the terms that use them, so the youngest pair is never met again.
        while let Some(((object, offset), chosen)) = open.pop_last() {
            if let Some(number) = self.number(object) {
                let offset = match number {
                    0 => offset,
                    _ => self.offset_inside(offset),
                };
                let entry = (number as u32, offset);
                let before = cases.get(&entry).copied().unwrap_or(self.no);
                let either = self.pool.or(before, chosen);
                cases.insert(entry, either);
                continue;
            }
            if let (Op::Ite, false) = (self.pool.op(object), self.candidates_of_number(object)) {
                let operands = self.pool.operands(object);
                let (cond, then, otherwise) = (operands[0], operands[1], operands[2]);
                let opposite = self.pool.not(cond);
                let (offset_then, offset_else) = (self.given(offset, cond), self.given(offset, opposite));
                for (object, offset, side) in [(then, offset_then, cond), (otherwise, offset_else, opposite)]
                {
                    let chosen = self.pool.and(chosen, side);
                    let before = open.get(&(object, offset)).copied().unwrap_or(self.no);
                    let either = self.pool.or(before, chosen);
                    if self.truth(either) != Some(false) {
                        open.insert((object, offset), either);
                    }
                }
                continue;
            }
            for number in self.object_numbers(object).iter() {
                let is = self.pool.eq(object, *number);
                let chosen = self.pool.and(chosen, is);
                let entry = (self.number(*number).unwrap_or(0) as u32, offset);
                let before = cases.get(&entry).copied().unwrap_or(self.no);
                let either = self.pool.or(before, chosen);
                cases.insert(entry, either);
            }
        }
        cases
            .into_iter()
            .filter(|(_, chosen)| self.truth(*chosen) != Some(false))
            .map(|((object, offset), chosen)| Case {
                object: ObjectId(object),
                offset,
                chosen,
            })
            .collect()
    }

    /// What a choice comes to where a condition is known to hold. Rewriting may have put the conditions of an object and of its
    /// offset together differently, so their parts are compared.
    fn given(&mut self, mut choice: TermId, known: TermId) -> TermId {
        if !matches!(self.pool.op(choice), Op::Ite) {
            return choice;
        }
        let mut facts = Vec::new();
        let mut pending = vec![known];
        while let Some(fact) = pending.pop() {
            facts.push(fact);
            if facts.len() > budgets::bmc::MAX_POINTER_FACTS.count() {
                break;
            }
            match (self.pool.op(fact), self.pool.operands(fact)) {
                (Op::And, operands) => pending.extend(operands),
                // None of the parts of what does not hold.
                (Op::Not, &[inner]) if matches!(self.pool.op(inner), Op::Or) => {
                    let parts = self.pool.operands(inner).to_vec();
                    for part in parts {
                        let not = self.pool.not(part);
                        pending.push(not);
                    }
                }
                _ => {}
            }
        }
        while let Op::Ite = self.pool.op(choice) {
            let operands = self.pool.operands(choice);
            let (cond, then, otherwise) = (operands[0], operands[1], operands[2]);
            choice = match self.follows(cond, &facts, 4) {
                Some(true) => then,
                Some(false) => otherwise,
                None => break,
            };
        }
        choice
    }

    /// Whether a condition holds if all of these do, as far as its parts show.
    fn follows(&mut self, cond: TermId, facts: &[TermId], depth: u32) -> Option<bool> {
        if facts.contains(&cond) {
            return Some(true);
        }
        let opposite = self.pool.not(cond);
        if facts.contains(&opposite) {
            return Some(false);
        }
        if depth == 0 {
            return None;
        }
        let parts = self.pool.operands(cond).to_vec();
        match self.pool.op(cond) {
            Op::Not => self
                .follows(*parts.first()?, facts, depth - 1)
                .map(|holds| !holds),
            op @ (Op::And | Op::Or) => {
                let decides = op == Op::Or;
                let mut all = true;
                for part in parts {
                    match self.follows(part, facts, depth - 1) {
                        Some(holds) if holds == decides => return Some(decides),
                        Some(_) => {}
                        None => all = false,
                    }
                }
                all.then_some(!decides)
            }
            _ => None,
        }
    }

    /// Whether the term is a number computed from bits, not a choice between constants.
    fn candidates_of_number(&self, object: TermId) -> bool {
        let operands = self.pool.operands(object);
        let is_choice =
            |term: &TermId| self.pool.constant(*term).is_some() || matches!(self.pool.op(*term), Op::Ite);
        operands.len() == 3 && !operands[1..].iter().all(is_choice)
    }

    pub(crate) fn alive(&mut self, state: &State, object: ObjectId) -> TermId {
        match self.object(object).kind {
            ObjectKind::Nothing | ObjectKind::Function(_) => self.no,
            _ if self.several(state) => self.alive_among_threads(state, object),
            _ => state.live.get(&object).map_or(self.no, |live| live.alive),
        }
    }

    /// Whether `size` bytes at an offset lie inside an object.
    pub(crate) fn inside(&mut self, state: &State, object: ObjectId, offset: TermId, size: TermId) -> TermId {
        if self.is_inside_by_range(state, object, offset, size) {
            return self.yes;
        }
        let whole = self.object(object).size;
        let starts = self.pool.bv_ule(offset, whole);
        let rest = self.pool.bv_sub(whole, offset);
        let fits = self.pool.bv_ule(size, rest);
        self.pool.and(starts, fits)
    }

    /// Whether the range of an offset says so, or what is known on the way. Only where nothing is recorded: values may
    /// turn out otherwise there.
    fn is_inside_by_range(&mut self, state: &State, object: ObjectId, offset: TermId, size: TermId) -> bool {
        if self.decisions.detailed() || self.pool.constant(offset).is_some() {
            return false;
        }
        let size = self.pool.constant(size).and_then(|size| size.as_bits()?.to_u64());
        let (Some(size), Some(bytes)) = (size, self.object(object).bytes) else {
            return false;
        };
        let range = self.find_range(offset);
        if range.min >= 0 && range.max.saturating_add(size.into()) <= bytes.into() {
            return true;
        }
        let known = self.offset_bounds(state, offset);
        known.is_some_and(|(_, last)| last.saturating_add(size.into()) <= bytes.into())
    }

    /// The smallest and the largest that an offset can be in runs that come here, read as unsigned; nothing where
    /// that is not to be used.
    pub(crate) fn offset_bounds(&mut self, state: &State, offset: TermId) -> Option<(i128, i128)> {
        if !self.prunes {
            return None;
        }
        Some(self.arc(&state.facts, offset)?.bounds(false))
    }

    /// Whether `size` bytes (as wide as an address) may be accessed.
    pub(crate) fn accessible(&mut self, state: &State, pointer: Value, size: TermId, write: bool) -> TermId {
        let mut any = self.no;
        for case in self.cases(pointer) {
            if write && self.object(case.object).read_only {
                continue;
            }
            let alive = self.alive(state, case.object);
            if self.truth(alive) == Some(false) {
                continue;
            }
            let inside = self.inside(state, case.object, case.offset, size);
            let good = self.pool.and(alive, inside);
            let good = self.pool.and(case.chosen, good);
            any = self.pool.or(any, good);
        }
        any
    }

    pub(crate) fn freeable(&mut self, state: &State, pointer: Value) -> TermId {
        let mut any = self.no;
        let zero = self.pool.bv(self.width, 0);
        for case in self.cases(pointer) {
            let good = match self.object(case.object).kind {
                ObjectKind::Nothing => self.yes,
                ObjectKind::Heap(_) => self.alive(state, case.object),
                _ => continue,
            };
            let at_start = self.pool.eq(case.offset, zero);
            let good = self.pool.and(good, at_start);
            let good = self.pool.and(case.chosen, good);
            any = self.pool.or(any, good);
        }
        any
    }

    pub(crate) fn same_pointer(&mut self, a: Value, b: Value) -> TermId {
        match (a, b) {
            (
                Value::Pointer { object, offset },
                Value::Pointer {
                    object: object_b,
                    offset: offset_b,
                },
            ) => {
                let objects = self.pool.eq(object, object_b);
                let offsets = self.pool.eq(offset, offset_b);
                self.pool.and(objects, offsets)
            }
            _ => self.no,
        }
    }

    pub(crate) fn same_object(&mut self, a: Value, b: Value) -> TermId {
        match (a, b) {
            (Value::Pointer { object, .. }, Value::Pointer { object: other, .. }) => {
                self.pool.eq(object, other)
            }
            _ => self.no,
        }
    }

    /// The address as a number, and a note if its relation to other addresses matters.
    pub(crate) fn moved(&mut self, pointer: Value, by: TermId) -> Value {
        match pointer {
            Value::Pointer { object, offset } => Value::Pointer {
                object,
                offset: self.pool.bv_add(offset, by),
            },
            other => other,
        }
    }

    /// The largest number an object can have.
    pub(crate) fn too_many_objects(&self) -> bool {
        self.objects.len() as u64 >= 1u64 << (OBJECT_BITS - 1)
    }
}
