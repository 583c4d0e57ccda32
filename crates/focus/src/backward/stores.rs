//! Stores: what they take out of what is demanded, and what they demand instead.

use bmc::{FrameId, Step, StepId, StepKind, Target};
use logic::TermId;
use program::{Builtin, InstrKind};
use source::LocId;

use super::{Hit, Walk, constant, is_read_from_outside, storage};
use crate::demand::{Bits, Storage};

impl Walk<'_, '_> {
    /// What a store hits of what is demanded, which is not demanded before it. With `field`, the target's first byte
    /// has these bits of it.
    pub(super) fn hit(&mut self, step: &Step, targets: &[Target], field: Option<Bits>) -> Vec<Hit> {
        let mut hits = Vec::new();
        for target in targets {
            let Some(storage) = storage(self.equation, target.object) else {
                continue;
            };
            let stored = self.pool().and(step.guard, target.chosen);
            if self.is_false(stored) {
                continue;
            }
            let bits = field.unwrap_or(Bits {
                from: 0,
                count: target.size * 8,
            });
            match constant(self.equation, target.offset) {
                Some(offset) => self.hit_known(storage, offset, bits, stored, &mut hits),
                None => self.hit_unknown(step, storage, target.offset, bits, stored, &mut hits),
            }
            self.hit_open(step, storage, target.offset, bits, stored, &mut hits);
        }
        hits
    }

    pub(super) fn hit_known(
        &mut self,
        storage: Storage<FrameId>,
        offset: u64,
        bits: Bits,
        stored: TermId,
        hits: &mut Vec<Hit>,
    ) {
        let start = offset.saturating_mul(8);
        let there = Bits {
            from: start.saturating_add(bits.from),
            ..bits
        };
        for (demanded, when) in self.demand.overlapping(storage, there) {
            let Some(common) = demanded.common(there) else {
                continue;
            };
            let both = self.pool().and(stored, when);
            let inside = Bits {
                from: common.from - start,
                ..common
            };
            hits.push((inside, both));
            self.demand.remove(storage, demanded);
            for rest in demanded.without(there) {
                self.add(storage, rest, when);
            }
            let not = self.pool().not(stored);
            let left = self.pool().and(when, not);
            self.add(storage, common, left);
        }
    }

    /// A store at an offset that differs from run to run: what it may hit at offsets that do not.
    pub(super) fn hit_unknown(
        &mut self,
        step: &Step,
        storage: Storage<FrameId>,
        offset: TermId,
        bits: Bits,
        stored: TermId,
        hits: &mut Vec<Hit>,
    ) {
        let everything = Bits {
            from: 0,
            count: u64::MAX,
        };
        for (demanded, when) in self.demand.overlapping(storage, everything) {
            let both = self.pool().and(stored, when);
            if self.is_false(both) {
                continue;
            }
            let fits = demanded.count == bits.count
                && demanded.from % 8 == bits.from % 8
                && demanded.from >= bits.from;
            let width = self.equation.pool.sort(offset).bit_width().unwrap_or(64);
            let at = (demanded.from.saturating_sub(bits.from)) / 8;
            let at = self.pool().bv(width, at.into());
            if !fits {
                let near = self.overlap(offset, bits, at, demanded);
                let near = self.pool().and(both, near);
                self.refuse(near, step.loc);
                continue;
            }
            let same = self.pool().eq(offset, at);
            let hit = self.pool().and(both, same);
            hits.push((bits, hit));
            let beside = self.overlap(offset, bits, at, bits);
            let not = self.pool().not(same);
            let beside = self.equation.pool.and_all(&[both, beside, not]);
            self.refuse(beside, step.loc);
            let missed = self.pool().not(hit);
            let left = self.pool().and(when, missed);
            self.demand.remove(storage, demanded);
            self.add(storage, demanded, left);
        }
    }

    /// A store, and what is demanded at offsets that differ from run to run.
    pub(super) fn hit_open(
        &mut self,
        step: &Step,
        storage: Storage<FrameId>,
        offset: TermId,
        bits: Bits,
        stored: TermId,
        hits: &mut Vec<Hit>,
    ) {
        for index in 0..self.open.len() {
            let open = self.open[index];
            if open.storage != storage {
                continue;
            }
            let both = self.pool().and(stored, open.when);
            if self.is_false(both) {
                continue;
            }
            let near = self.overlap(offset, bits, open.offset, open.bits);
            if open.bits != bits {
                let near = self.pool().and(both, near);
                self.refuse(near, step.loc);
                continue;
            }
            let same = self.pool().eq(offset, open.offset);
            let not = self.pool().not(same);
            let beside = self.equation.pool.and_all(&[both, near, not]);
            self.refuse(beside, step.loc);
            let hit = self.pool().and(both, same);
            hits.push((bits, hit));
            let missed = self.pool().not(hit);
            self.open[index].when = self.pool().and(open.when, missed);
        }
        let open = std::mem::take(&mut self.open);
        self.open = open
            .into_iter()
            .filter(|open| !self.is_false(open.when))
            .collect();
    }

    /// Whether bytes of two ranges are the same: the distance of one from the other is less than that one's length.
    pub(super) fn overlap(&mut self, a: TermId, first: Bits, b: TermId, second: Bits) -> TermId {
        let width = self.equation.pool.sort(a).bit_width().unwrap_or(64);
        let bytes = |bits: Bits| u128::from(bits.end().div_ceil(8));
        let pool = &mut self.equation.pool;
        let (forth, back) = (pool.bv_sub(b, a), pool.bv_sub(a, b));
        let (one, other) = (pool.bv(width, bytes(first)), pool.bv(width, bytes(second)));
        let (inside, around) = (pool.bv_ult(forth, one), pool.bv_ult(back, other));
        pool.or(inside, around)
    }

    /// A parameter got its value.
    pub(super) fn passed(&mut self, step: &Step, targets: &[Target], hits: &[Hit]) {
        let hit = self.any_hit(hits);
        if self.is_false(hit) {
            return;
        }
        let of = step.reads[0];
        let call = self.equation.step(of).clone();
        self.is_within(step.frame, hit);
        let var = targets
            .first()
            .and_then(|target| self.equation.variable(target.object));
        let callee = self.statics.program.function(self.function(step.frame));
        let position = callee.params.iter().position(|param| Some(*param) == var);
        let kind = self.statics.kind(self.function(call.frame), call.pc);
        let Some(InstrKind::Call { args, varargs, .. }) = kind else {
            return;
        };
        let arg = match position {
            Some(position) => args.get(position).copied(),
            None => *varargs,
        };
        match arg {
            Some(arg) => self.demands(of, call.frame, &[arg], hit),
            None => self.refuse(hit, call.loc),
        }
    }

    pub(super) fn stored(&mut self, id: StepId, step: &Step, hits: &[Hit]) {
        let hit = self.any_hit(hits);
        let function = self.function(step.frame);
        match self.statics.kind(function, step.pc) {
            Some(InstrKind::Assign { place, value }) => {
                if self.is_false(hit) {
                    return;
                }
                let temporary =
                    matches!(self.statics.named(*place), Some((var, _)) if self.statics.is_temporary(var));
                if !temporary {
                    self.counts(id, step.frame, hit);
                }
                self.needs(step.frame, step.pc, hit);
                let mut read = self.statics.way_to(*place);
                match step.kind {
                    StepKind::Copy { .. } => self.copied(id, step.frame, *value, hits),
                    _ => read.push(*value),
                }
                self.demands(id, step.frame, &read, hit);
            }
            Some(InstrKind::Call { dest, .. }) => {
                self.results.insert((step.frame, step.pc), hits.to_vec());
                let way = dest.map_or_else(Vec::new, |dest| self.statics.way_to(dest));
                if !way.is_empty() {
                    self.refuse(hit, step.loc);
                }
            }
            Some(InstrKind::Builtin { dest, op, args }) => {
                if is_read_from_outside(*op) {
                    return;
                }
                self.needs(step.frame, step.pc, hit);
                let mut read = dest.map_or_else(Vec::new, |dest| self.statics.way_to(dest));
                read.extend(args.iter().copied());
                self.demands(id, step.frame, &read, hit);
            }
            Some(InstrKind::Input { .. }) => {}
            _ => self.refuse(hit, step.loc),
        }
    }

    /// Memory is copied, set, or given back.
    pub(super) fn effect(&mut self, id: StepId, step: &Step, targets: &[Target]) {
        let kind = self.statics.kind(self.function(step.frame), step.pc);
        let Some(InstrKind::Builtin { op, args, .. }) = kind else {
            return;
        };
        let user_loc = self.equation.user_loc(self.statics.program, id);
        match op {
            Builtin::CopyMemory | Builtin::SetMemory => {}
            Builtin::ParseFloat | Builtin::FormatInto => {
                self.refuse_all(step, user_loc);
                return;
            }
            _ => return,
        }
        if targets.iter().all(|target| target.size == 0) {
            // A number of bytes that is not known.
            self.refuse_all(step, user_loc);
            return;
        }
        let hits = self.hit(step, targets, None);
        let hit = self.any_hit(&hits);
        self.counts(id, step.frame, hit);
        self.needs(step.frame, step.pc, hit);
        self.demands(id, step.frame, args, hit);
        if *op == Builtin::CopyMemory {
            for (bits, when) in hits {
                self.reached(id, (step.frame, args[1], true), bits, when);
            }
        }
    }

    /// Something is stored that is not followed: whatever is demanded and may be it is too much.
    pub(super) fn refuse_all(&mut self, step: &Step, loc: LocId) {
        let program = self.statics.program;
        let may = |storage: &Storage<FrameId>| {
            storage
                .variable()
                .is_none_or(|var| program.variable(var).addressed)
        };
        let known = self
            .demand
            .iter()
            .filter(|(storage, ..)| may(storage))
            .map(|(_, _, when)| when);
        let open = self
            .open
            .iter()
            .filter(|open| may(&open.storage))
            .map(|open| open.when);
        let all: Vec<TermId> = known.chain(open).collect();
        let any = self.any(&all);
        let any = self.pool().and(any, step.guard);
        self.refuse(any, loc);
    }
}
