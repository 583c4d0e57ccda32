//! Which steps are focus statements, as terms: the backward exploration of section 2 for all runs at once.
//!
//! The steps of an equation stand in the order in which every run takes those that it takes. So one walk from the last
//! step to the first does for all runs what the paper does for one: instead of whether a variable or a condition is in
//! the set
//! `Error`, the walk knows in which runs it is. Where an access goes through a pointer or an index, the equation
//! knows in which runs it means which bytes. The library's functions are followed like the user's, but their statements
//! do not count.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bmc::{Equation, FrameId, ObjectId, ObjectKind, Step, StepId, StepKind, Target};
use logic::{TermId, TermPool};
use program::{Builtin, Callee, Construct, ExprId, ExprKind, FunctionId, InstrKind, Pc};
use source::{LocId, SourceMap};

use crate::demand::{Bits, Demand, Storage};
use crate::loads::Loads;
use crate::statics::Statics;

/// Demanded bits at an offset that differs from run to run.
#[derive(Debug, Clone, Copy)]
struct Open {
    storage: Storage<FrameId>,
    /// In bytes, as wide as an address.
    offset: TermId,
    /// From the first bit of that byte.
    bits: Bits,
    when: TermId,
}

/// Bits of what is stored, counted from its start, that are demanded in some runs.
type Hit = (Bits, TermId);

/// The focus statements of all runs.
pub(crate) struct Encoded {
    /// In which runs a step is a focus statement.
    pub focus: BTreeMap<StepId, TermId>,
    /// In which runs something demanded depends on a branch or switch, also one of an operator or of the library.
    pub conditions: BTreeMap<StepId, TermId>,
    /// In which runs a claim is the one that fails.
    pub fails: Vec<(StepId, TermId)>,
    /// In which runs something matters that is not followed: its place.
    pub refused: Vec<(TermId, LocId)>,
}

struct Walk<'w, 'p> {
    statics: &'w Statics<'p>,
    sources: &'w SourceMap,
    equation: &'w mut Equation,
    loads: &'w Loads,
    tests: &'w BTreeSet<program::ClaimId>,
    /// The set `Error`: variables, and conditions of which the nearest one counts.
    demand: Demand<FrameId, TermId>,
    open: Vec<Open>,
    control: BTreeMap<(FrameId, Vec<Pc>), TermId>,
    /// In which runs the end lies behind.
    active: TermId,
    /// In which runs an activation has a focus statement, or a demanded parameter.
    within: HashMap<FrameId, TermId>,
    /// By call: which bits of its result are demanded.
    results: HashMap<(FrameId, Pc), Vec<Hit>>,
    returns: HashMap<FrameId, Vec<(StepId, TermId, TermId)>>,
    found: Encoded,
}

/// In which runs each claim of a list fails, all before it holding.
fn failures(equation: &mut Equation, wanted: impl Fn(program::ClaimId) -> bool) -> Vec<(StepId, TermId)> {
    let mut before = equation.pool.bool(true);
    let mut fails = Vec::new();
    for index in 0..equation.steps.len() {
        let (cond, claim) = match equation.steps[index].kind {
            StepKind::Assume { cond, .. } => (cond, None),
            StepKind::Claim { cond, claim, .. } => (cond, Some(claim)),
            _ => continue,
        };
        let guard = equation.steps[index].guard;
        let holds = equation.pool.implies(guard, cond);
        if claim.is_some_and(&wanted) {
            let not = equation.pool.not(holds);
            let term = equation.pool.and(before, not);
            fails.push((StepId(index as u32), term));
        }
        before = equation.pool.and(before, holds);
    }
    fails
}

pub(crate) fn encode(
    statics: &Statics<'_>,
    sources: &SourceMap,
    equation: &mut Equation,
    loads: &Loads,
    wanted: impl Fn(program::ClaimId) -> bool,
    tests: &BTreeSet<program::ClaimId>,
) -> Encoded {
    let fails = failures(equation, wanted);
    let no = equation.pool.bool(false);
    let mut ends: HashMap<StepId, TermId> = fails.iter().copied().collect();
    let mut walk = Walk {
        statics,
        sources,
        equation,
        loads,
        tests,
        demand: Demand::new(),
        open: Vec::new(),
        control: BTreeMap::new(),
        active: no,
        within: HashMap::new(),
        results: HashMap::new(),
        returns: HashMap::new(),
        found: Encoded {
            focus: BTreeMap::new(),
            conditions: BTreeMap::new(),
            fails,
            refused: Vec::new(),
        },
    };
    for index in (0..walk.equation.steps.len()).rev() {
        let id = StepId(index as u32);
        let step = walk.equation.steps[index].clone();
        walk.step(id, &step, ends.remove(&id));
    }
    walk.found
}

/// The storage that an object is.
pub(crate) fn storage(equation: &Equation, object: ObjectId) -> Option<Storage<FrameId>> {
    match equation.object_kind(object) {
        ObjectKind::Static(var) => Some(Storage::Static(var)),
        ObjectKind::Local { var, frame } => Some(Storage::Local(frame, var)),
        ObjectKind::Nothing | ObjectKind::Function(_) | ObjectKind::Result => None,
        _ => Some(Storage::Object(object.0.into())),
    }
}

/// A number that a term is in every run.
pub(crate) fn constant(equation: &Equation, term: TermId) -> Option<u64> {
    equation.pool.constant(term)?.as_bits()?.to_u64()
}

impl Walk<'_, '_> {
    fn pool(&mut self) -> &mut TermPool {
        &mut self.equation.pool
    }

    fn is_false(&self, term: TermId) -> bool {
        self.equation.pool.constant(term).and_then(logic::Value::as_bool) == Some(false)
    }

    fn function(&self, frame: FrameId) -> FunctionId {
        self.equation.frame(frame).function
    }

    fn any(&mut self, terms: &[TermId]) -> TermId {
        self.pool().or_all(terms)
    }

    fn any_hit(&mut self, hits: &[Hit]) -> TermId {
        let terms: Vec<TermId> = hits.iter().map(|(_, when)| *when).collect();
        self.any(&terms)
    }

    fn refuse(&mut self, when: TermId, loc: LocId) {
        if !self.is_false(when) {
            self.found.refused.push((when, loc));
        }
    }

    /// A step is a focus statement then: its conditions are demanded, and its activation has one.
    fn needs(&mut self, frame: FrameId, pc: Pc, when: TermId) {
        if self.is_false(when) {
            return;
        }
        let parents = self.statics.parents(self.function(frame), pc);
        if !parents.is_empty() {
            let known = self.control.get(&(frame, parents.clone())).copied();
            let term = known.map_or(when, |known| self.pool().or(known, when));
            self.control.insert((frame, parents), term);
        }
        self.is_within(frame, when);
    }

    fn is_within(&mut self, frame: FrameId, when: TermId) {
        let known = self.within.get(&frame).copied();
        let term = known.map_or(when, |known| self.pool().or(known, when));
        self.within.insert(frame, term);
    }

    fn counts(&mut self, id: StepId, frame: FrameId, when: TermId) {
        let function = self.function(frame);
        let is_user =
            function != self.statics.program.entry && !self.statics.program.function(function).embedded;
        if is_user && !self.is_false(when) {
            self.found.focus.insert(id, when);
        }
    }

    fn decides(&mut self, id: StepId, when: TermId) {
        if !self.is_false(when) {
            self.found.conditions.insert(id, when);
        }
    }

    fn add(&mut self, storage: Storage<FrameId>, bits: Bits, when: TermId) {
        if !self.is_false(when) {
            let pool = &mut self.equation.pool;
            self.demand.add(storage, bits, when, |a, b| pool.or(a, b));
        }
    }

    /// Demands what expressions of an instruction read, which has this step.
    fn demands(&mut self, id: StepId, frame: FrameId, exprs: &[ExprId], when: TermId) {
        if self.is_false(when) {
            return;
        }
        let reads = self.statics.reads(exprs);
        for (var, bits) in reads.named {
            self.add(self.statics.storage(frame, var), bits, when);
        }
        for expr in reads.reached {
            let whole = self.whole(expr);
            self.reached(id, (frame, expr, false), whole, when);
        }
    }

    /// Of what an expression reads: where its bits lie, counted from its first byte.
    fn whole(&self, expr: ExprId) -> Bits {
        let program = self.statics.program;
        if let ExprKind::Load(place) = program.expr(expr).kind
            && let Some(field) = self.statics.field(place)
        {
            return field;
        }
        let size = program.types.size_of(program.expr(expr).ty).unwrap_or(0);
        Bits {
            from: 0,
            count: size * 8,
        }
    }

    /// Demands bits of what an expression reads through a pointer or an index; they are counted from its first byte.
    fn reached(&mut self, id: StepId, read: (FrameId, ExprId, bool), bits: Bits, when: TermId) {
        let targets = self.loads.of(self.equation, id, read);
        for target in targets {
            let Some(storage) = storage(self.equation, target.object) else {
                continue;
            };
            let when = self.pool().and(when, target.chosen);
            if self.is_false(when) {
                continue;
            }
            match constant(self.equation, target.offset) {
                Some(offset) => {
                    let from = offset.saturating_mul(8).saturating_add(bits.from);
                    self.add(storage, Bits { from, ..bits }, when);
                }
                None => self.open.push(Open {
                    storage,
                    offset: target.offset,
                    bits,
                    when,
                }),
            }
        }
    }

    /// Demands bits of a record or array that is copied or passed as a whole, counted from its start.
    fn copied(&mut self, id: StepId, frame: FrameId, from: ExprId, hits: &[Hit]) {
        let program = self.statics.program;
        let ExprKind::Load(place) = program.expr(from).kind else {
            return;
        };
        let any = self.any_hit(hits);
        let way = self.statics.way_to(place);
        self.demands(id, frame, &way, any);
        for (bits, when) in hits {
            match self.statics.named(place) {
                Some((var, whole)) => {
                    let bits = Bits {
                        from: whole.from + bits.from,
                        ..*bits
                    };
                    self.add(self.statics.storage(frame, var), bits, *when);
                }
                None => self.reached(id, (frame, from, false), *bits, *when),
            }
        }
    }

    /// What a store hits of what is demanded, which is not demanded before it. With `field`, the target's first byte
    /// has these bits of it.
    fn hit(&mut self, step: &Step, targets: &[Target], field: Option<Bits>) -> Vec<Hit> {
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

    fn hit_known(
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
    fn hit_unknown(
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
    fn hit_open(
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
    fn overlap(&mut self, a: TermId, first: Bits, b: TermId, second: Bits) -> TermId {
        let width = self.equation.pool.sort(a).bit_width().unwrap_or(64);
        let bytes = |bits: Bits| u128::from(bits.end().div_ceil(8));
        let pool = &mut self.equation.pool;
        let (forth, back) = (pool.bv_sub(b, a), pool.bv_sub(a, b));
        let (one, other) = (pool.bv(width, bytes(first)), pool.bv(width, bytes(second)));
        let (inside, around) = (pool.bv_ult(forth, one), pool.bv_ult(back, other));
        pool.or(inside, around)
    }

    fn step(&mut self, id: StepId, step: &Step, fails: Option<TermId>) {
        let function = self.function(step.frame);
        let kind = self.statics.kind(function, step.pc);
        let field = match kind {
            Some(InstrKind::Assign { place, .. } | InstrKind::Input { place, .. }) => {
                self.statics.field(*place)
            }
            Some(
                InstrKind::Builtin {
                    dest: Some(place), ..
                }
                | InstrKind::Call {
                    dest: Some(place), ..
                },
            ) => self.statics.field(*place),
            _ => None,
        };
        match &step.kind {
            StepKind::Assign { targets, .. } if self.is_parameter(step) => {
                let hits = self.hit(step, targets, None);
                self.passed(step, targets, &hits);
            }
            StepKind::Assign { targets, .. } | StepKind::Copy { targets, .. } => {
                let hits = self.hit(step, targets, field);
                self.stored(id, step, &hits);
            }
            StepKind::Effect { targets } => self.effect(id, step, targets),
            StepKind::Call { callee } => self.called(id, step, *callee),
            StepKind::Branch { expr, cond } => self.branch(id, step, *expr, *cond),
            StepKind::Switch { expr, arm, .. } => self.switch(id, step, *expr, *arm),
            StepKind::Claim { claim, .. } => {
                if let Some(fails) = fails {
                    self.active = self.equation.pool.or(self.active, fails);
                    if !self.tests.contains(claim) {
                        self.counts(id, step.frame, fails);
                    }
                    let claim = self.statics.program.claim(*claim);
                    self.needs(step.frame, step.pc, fails);
                    self.demands(id, step.frame, &[claim.cond], fails);
                }
            }
            StepKind::Return { expr, .. } => self.returned(id, step, *expr),
            StepKind::Declare { var } => self.demand.forget(Storage::Local(step.frame, *var)),
            _ => {}
        }
    }

    fn is_parameter(&self, step: &Step) -> bool {
        matches!(*step.reads, [of] if matches!(self.equation.step(of).kind, StepKind::Call { callee } if callee == step.frame))
    }

    /// A parameter got its value.
    fn passed(&mut self, step: &Step, targets: &[Target], hits: &[Hit]) {
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

    fn stored(&mut self, id: StepId, step: &Step, hits: &[Hit]) {
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
    fn effect(&mut self, id: StepId, step: &Step, targets: &[Target]) {
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
    fn refuse_all(&mut self, step: &Step, loc: LocId) {
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

    /// In which runs a branch is demanded by something behind it.
    fn decided(&mut self, step: &Step) -> TermId {
        let keys: Vec<(FrameId, Vec<Pc>)> = self
            .control
            .range((step.frame, Vec::new())..)
            .map(|(key, _)| key)
            .take_while(|(frame, _)| *frame == step.frame)
            .filter(|(_, parents)| parents.contains(&step.pc))
            .cloned()
            .collect();
        let mut hits = Vec::new();
        for key in keys {
            let demanded = self.control[&key];
            let hit = self.pool().and(demanded, step.guard);
            hits.push(hit);
            let not = self.pool().not(step.guard);
            let left = self.pool().and(demanded, not);
            match self.is_false(left) {
                true => drop(self.control.remove(&key)),
                false => drop(self.control.insert(key, left)),
            }
        }
        self.any(&hits)
    }

    /// In which runs an outcome could have changed something that matters.
    fn could(&mut self, step: &Step, outcome: usize) -> TermId {
        let behind = self.statics.behind(self.function(step.frame), step.pc, outcome);
        if behind.decisive {
            return self.active;
        }
        let program = self.statics.program;
        let known = self.demand.iter().map(|(storage, _, when)| (storage, when));
        let open = self.open.iter().map(|open| (open.storage, open.when));
        let terms: Vec<TermId> = known
            .chain(open)
            .filter(|(storage, _)| behind.may_store(program, storage, &step.frame))
            .map(|(_, when)| when)
            .collect();
        self.any(&terms)
    }

    fn branch(&mut self, id: StepId, step: &Step, expr: ExprId, cond: TermId) {
        let function = self.function(step.frame);
        let mut when = self.decided(step);
        if !self.statics.is_choice(function, expr) {
            let (then, otherwise) = (self.could(step, 0), self.could(step, 1));
            let other = self.pool().ite(cond, otherwise, then);
            let other = self.pool().and(step.guard, other);
            when = self.pool().or(when, other);
        }
        let Some(InstrKind::Branch { construct, .. }) = self.statics.kind(function, step.pc) else {
            return;
        };
        if is_statement(*construct) {
            self.counts(id, step.frame, when);
        }
        self.decides(id, when);
        self.needs(step.frame, step.pc, when);
        self.demands(id, step.frame, &[expr], when);
    }

    fn switch(&mut self, id: StepId, step: &Step, expr: ExprId, arm: TermId) {
        let mut all = vec![self.decided(step)];
        for outcome in 0..self.statics.outcomes(self.function(step.frame), step.pc) {
            let could = self.could(step, outcome);
            let width = self.equation.pool.sort(arm).bit_width().unwrap_or(32);
            let number = self.pool().bv(width, outcome as u128);
            let other = self.pool().distinct(arm, number);
            all.push(self.equation.pool.and_all(&[step.guard, other, could]));
        }
        let when = self.any(&all);
        self.counts(id, step.frame, when);
        self.decides(id, when);
        self.needs(step.frame, step.pc, when);
        self.demands(id, step.frame, &[expr], when);
    }

    fn called(&mut self, id: StepId, step: &Step, callee: FrameId) {
        let no = self.equation.pool.bool(false);
        let program = self.statics.program;
        let kind = self.statics.kind(self.function(step.frame), step.pc);
        let Some(InstrKind::Call { args, callee: to, .. }) = kind else {
            return;
        };
        // Records are passed as a whole, without a step of their own.
        for (param, arg) in program.function(self.function(callee)).params.iter().zip(args) {
            let storage = Storage::Local(callee, *param);
            let everything = Bits {
                from: 0,
                count: u64::MAX,
            };
            if program.types.is_scalar(program.variable(*param).ty) {
                continue;
            }
            let hits = self.demand.overlapping(storage, everything);
            self.demand.forget(storage);
            let any = self.any_hit(&hits);
            self.is_within(callee, any);
            self.copied(id, step.frame, *arg, &hits);
        }
        let within = self.within.get(&callee).copied().unwrap_or(no);
        let result = self
            .results
            .get(&(step.frame, step.pc))
            .cloned()
            .unwrap_or_default();
        let result = self.any_hit(&result);
        for (id, happens, own) in self.returns.remove(&callee).unwrap_or_default() {
            let around = self.pool().and(happens, within);
            let when = self.pool().or(own, around);
            self.counts(id, callee, when);
        }
        let any = self.pool().or(within, result);
        let when = self.pool().and(step.guard, any);
        if self.is_false(when) {
            return;
        }
        self.counts(id, step.frame, when);
        self.needs(step.frame, step.pc, when);
        if let Callee::Indirect(pointer) = to {
            self.demands(id, step.frame, &[*pointer], when);
        }
    }

    fn returned(&mut self, id: StepId, step: &Step, expr: Option<ExprId>) {
        let Some(caller) = self.equation.frame(step.frame).caller else {
            return;
        };
        let result = self.results.get(&caller).cloned().unwrap_or_default();
        let hits: Vec<Hit> = result
            .into_iter()
            .map(|(bits, when)| (bits, self.equation.pool.and(step.guard, when)))
            .collect();
        let own = self.any_hit(&hits);
        self.needs(step.frame, step.pc, own);
        if let Some(expr) = expr {
            let types = &self.statics.program.types;
            match types.is_scalar(self.statics.program.expr(expr).ty) {
                true => self.demands(id, step.frame, &[expr], own),
                false => self.copied(id, step.frame, expr, &hits),
            }
        }
        if is_written(self.sources, step.loc) {
            let active = self.active;
            let happens = self.pool().and(step.guard, active);
            self.returns
                .entry(step.frame)
                .or_default()
                .push((id, happens, own));
        }
    }
}

/// Whether a builtin enters a value, like an input.
pub(crate) fn is_read_from_outside(op: Builtin) -> bool {
    matches!(
        op,
        Builtin::GetChar | Builtin::Choose(_) | Builtin::ArgumentCount | Builtin::ArgumentVector
    )
}

/// Whether a branch is a statement's, not an operator's.
pub(crate) fn is_statement(construct: Construct) -> bool {
    matches!(
        construct,
        Construct::If | Construct::While | Construct::DoWhile | Construct::For
    )
}

/// Whether a return is a statement, and not the end of the body.
pub(crate) fn is_written(sources: &SourceMap, loc: LocId) -> bool {
    sources.text(sources.location(loc).used).starts_with("return")
}
