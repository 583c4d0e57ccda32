//! Which steps are focus statements, as terms: the backward exploration of section 2 for all runs at once.
//!
//! The steps of an equation stand in the order in which every run takes those that it takes. So one walk from the last
//! step to the first does for all runs what the paper does for one: instead of whether a variable or a condition is in
//! the set
//! `Error`, the walk knows in which runs it is. Where an access goes through a pointer or an index, the equation
//! knows in which runs it means which bytes. The library's functions are followed like the user's, but their statements
//! do not count.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bmc::{Equation, FrameId, ObjectId, ObjectKind, Step, StepId, StepKind};
use logic::{TermId, TermPool};
use program::{Builtin, Construct, FunctionId, InstrKind, Pc};
use source::{LocId, SourceMap};

use crate::demand::{Bits, Demand, Storage};
use crate::loads::Loads;
use crate::statics::Statics;

mod control;
mod reads;
mod stores;

pub(crate) use control::taken;

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
pub(crate) type Hit = (Bits, TermId);

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

/// What is asked of the walk.
pub(crate) struct Wanted<'a> {
    /// Which claims are looked at.
    pub claims: &'a dyn Fn(program::ClaimId) -> bool,
    pub tests: &'a BTreeSet<program::ClaimId>,
    /// What is demanded behind the last step, and when.
    pub behind: &'a [(Storage<FrameId>, Bits, TermId)],
    /// Where to note what is demanded, by the number of steps before.
    pub places: &'a BTreeSet<usize>,
}

/// What is demanded at one place.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    pub demand: Demand<FrameId, TermId>,
    /// In which runs something is demanded at an offset that differs from run to run.
    pub open: Vec<TermId>,
    pub control: BTreeMap<(FrameId, Vec<Pc>), TermId>,
    pub results: HashMap<(FrameId, Pc), Vec<Hit>>,
}

/// By the number of steps before.
pub(crate) type Snapshots = BTreeMap<usize, Snapshot>;

pub(crate) fn encode(
    statics: &Statics<'_>,
    sources: &SourceMap,
    equation: &mut Equation,
    loads: &Loads,
    wanted: &Wanted<'_>,
) -> (Encoded, Snapshots) {
    let tests = wanted.tests;
    let fails = failures(equation, wanted.claims);
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
    for (storage, bits, when) in wanted.behind {
        walk.add(*storage, *bits, *when);
        walk.active = walk.equation.pool.or(walk.active, *when);
    }
    let mut snapshots = Snapshots::new();
    for index in (0..walk.equation.steps.len()).rev() {
        if wanted.places.contains(&(index + 1)) {
            snapshots.insert(index + 1, walk.snapshot());
        }
        let id = StepId(index as u32);
        let step = walk.equation.steps[index].clone();
        walk.step(id, &step, ends.remove(&id));
    }
    if wanted.places.contains(&0) {
        snapshots.insert(0, walk.snapshot());
    }
    (walk.found, snapshots)
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

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            demand: self.demand.clone(),
            open: self.open.iter().map(|open| open.when).collect(),
            control: self.control.clone(),
            results: self.results.clone(),
        }
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
            StepKind::Assign { targets, .. } if is_parameter(self.equation, step) => {
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
}

/// Whether a step gives a parameter its value. What an instruction of the body reads may be just the call, too: a
/// member of a record that was passed.
pub(crate) fn is_parameter(equation: &Equation, step: &Step) -> bool {
    let [of] = *step.reads else {
        return false;
    };
    let call = equation.step(of);
    matches!(call.kind, StepKind::Call { callee } if callee == step.frame)
        && matches!(step.kind, StepKind::Assign { expr: None, .. })
        && (step.pc, step.loc) == (call.pc, call.loc)
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
