//! Which steps are focus statements, as terms: the backward exploration of section 2 for all runs at once.
//!
//! The steps of an equation stand in the order in which every run takes those that it takes. So one walk from the last step
//! to the first does for all runs what the paper does for one: instead of whether a variable or a condition is in the set
//! `Error`, the walk knows in which runs it is.

use std::collections::{BTreeMap, HashMap};

use bmc::{Equation, FrameId, ObjectKind, Step, StepId, StepKind, Target};
use logic::{TermId, TermPool};
use program::{Construct, ExprId, FunctionId, InstrKind, Pc};
use source::{LocId, SourceMap};

use crate::statics::{Cell, Statics};

/// A scalar of an activation, or a static one.
type Scalar = (Option<FrameId>, Cell);

/// The focus statements of all runs.
pub(crate) struct Encoded {
    /// In which runs a step is a focus statement.
    pub focus: BTreeMap<StepId, TermId>,
    /// In which runs a claim is the one that fails.
    pub fails: Vec<(StepId, TermId)>,
    /// In which runs something matters that has no name: its place.
    pub refused: Vec<(TermId, LocId)>,
}

struct Walk<'w, 'p> {
    statics: &'w Statics<'p>,
    sources: &'w SourceMap,
    equation: &'w mut Equation,
    /// The set `Error`: variables, and conditions of which the nearest one counts.
    demand: BTreeMap<Scalar, TermId>,
    control: BTreeMap<(FrameId, Vec<Pc>), TermId>,
    /// In which runs the end lies behind.
    active: TermId,
    /// In which runs an activation has a focus statement, or a demanded parameter.
    within: HashMap<FrameId, TermId>,
    results: HashMap<(FrameId, Pc), TermId>,
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
    wanted: impl Fn(program::ClaimId) -> bool,
) -> Encoded {
    let fails = failures(equation, wanted);
    let no = equation.pool.bool(false);
    let mut ends: HashMap<StepId, TermId> = fails.iter().copied().collect();
    let mut walk = Walk {
        statics,
        sources,
        equation,
        demand: BTreeMap::new(),
        control: BTreeMap::new(),
        active: no,
        within: HashMap::new(),
        results: HashMap::new(),
        returns: HashMap::new(),
        found: Encoded {
            focus: BTreeMap::new(),
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
        let known = self.within.get(&frame).copied();
        let term = known.map_or(when, |known| self.pool().or(known, when));
        self.within.insert(frame, term);
    }

    fn counts(&mut self, id: StepId, frame: FrameId, when: TermId) {
        let is_user = self.function(frame) != self.statics.program.entry;
        if is_user && !self.is_false(when) {
            self.found.focus.insert(id, when);
        }
    }

    fn demands(&mut self, frame: FrameId, exprs: &[ExprId], when: TermId) {
        if self.is_false(when) {
            return;
        }
        let (cells, strange) = self.statics.reads(exprs);
        if let Some(loc) = strange {
            self.refuse(when, loc);
        }
        for cell in cells {
            let is_static = self.statics.program.variable(cell.var).lifetime == program::Lifetime::Static;
            let key = ((!is_static).then_some(frame), cell);
            let known = self.demand.get(&key).copied();
            let term = known.map_or(when, |known| self.pool().or(known, when));
            self.demand.insert(key, term);
        }
    }

    /// In which runs a store hits something demanded, which is not demanded before it.
    fn hit(&mut self, step: &Step, targets: &[Target]) -> TermId {
        let mut hits = Vec::new();
        for target in targets {
            let (owner, var) = match self.equation.object_kind(target.object) {
                ObjectKind::Static(var) => (None, var),
                ObjectKind::Local { var, frame } => (Some(frame), var),
                _ => continue,
            };
            let offset = self
                .equation
                .pool
                .constant(target.offset)
                .and_then(|value| value.as_bits()?.to_u64());
            let of_var: Vec<Scalar> = self
                .demand
                .keys()
                .filter(|(of, cell)| *of == owner && cell.var == var)
                .copied()
                .collect();
            for key in of_var {
                let cell = key.1;
                let demanded = self.demand[&key];
                let stored = self.pool().and(step.guard, target.chosen);
                let both = self.pool().and(stored, demanded);
                match offset {
                    Some(at) if at == cell.offset && target.size == cell.size => {
                        hits.push(both);
                        let not = self.pool().not(stored);
                        let left = self.pool().and(demanded, not);
                        match self.is_false(left) {
                            true => drop(self.demand.remove(&key)),
                            false => drop(self.demand.insert(key, left)),
                        }
                    }
                    Some(at) if at + target.size <= cell.offset || cell.offset + cell.size <= at => {}
                    _ => self.refuse(both, step.loc),
                }
            }
        }
        self.any(&hits)
    }

    fn step(&mut self, id: StepId, step: &Step, fails: Option<TermId>) {
        let function = self.function(step.frame);
        let library = self.statics.program.function(function).embedded;
        match &step.kind {
            StepKind::Assign { targets, .. } => {
                let hit = self.hit(step, targets);
                if library && !self.is_parameter(step) {
                    self.refuse(hit, self.equation.user_loc(self.statics.program, id));
                } else {
                    self.stored(id, step, targets, hit);
                }
            }
            StepKind::Copy { targets, .. } | StepKind::Effect { targets } => {
                let hit = self.hit(step, targets);
                self.refuse(hit, self.equation.user_loc(self.statics.program, id));
            }
            StepKind::Call { callee } => self.called(id, step, *callee, library),
            _ if library => {
                if let Some(fails) = fails {
                    self.refuse(fails, self.equation.user_loc(self.statics.program, id));
                }
            }
            StepKind::Branch { expr, cond } => self.branch(id, step, *expr, *cond),
            StepKind::Switch { expr, arm, .. } => self.switch(id, step, *expr, *arm),
            StepKind::Claim { claim, .. } => {
                if let Some(fails) = fails {
                    self.active = self.equation.pool.or(self.active, fails);
                    let claim = self.statics.program.claim(*claim);
                    self.counts(id, step.frame, fails);
                    self.needs(step.frame, step.pc, fails);
                    self.demands(step.frame, &[claim.cond], fails);
                }
            }
            StepKind::Return { expr, .. } => self.returned(id, step, *expr),
            StepKind::Declare { var } => {
                self.demand
                    .retain(|(owner, cell), _| *owner != Some(step.frame) || cell.var != *var);
            }
            _ => {}
        }
    }

    fn is_parameter(&self, step: &Step) -> bool {
        matches!(*step.reads, [of] if matches!(self.equation.step(of).kind, StepKind::Call { callee } if callee == step.frame))
    }

    fn stored(&mut self, id: StepId, step: &Step, targets: &[Target], hit: TermId) {
        if self.is_false(hit) {
            return;
        }
        if self.is_parameter(step) {
            let call = self.equation.step(step.reads[0]).clone();
            let known = self.within.get(&step.frame).copied();
            let term = known.map_or(hit, |known| self.pool().or(known, hit));
            self.within.insert(step.frame, term);
            let var = targets
                .first()
                .and_then(|target| self.equation.variable(target.object));
            let callee = self.statics.program.function(self.function(step.frame));
            let position = callee.params.iter().position(|param| Some(*param) == var);
            let kind = self.statics.kind(self.function(call.frame), call.pc);
            let Some(InstrKind::Call { args, .. }) = kind else {
                return;
            };
            match position.and_then(|position| args.get(position)) {
                Some(arg) => self.demands(call.frame, &[*arg], hit),
                None => self.refuse(hit, call.loc),
            }
            return;
        }
        let function = self.function(step.frame);
        match self.statics.kind(function, step.pc) {
            Some(InstrKind::Assign { place, value }) => match self.statics.cell(*place) {
                Some(cell) => {
                    if !self.statics.is_temporary(cell.var) {
                        self.counts(id, step.frame, hit);
                    }
                    self.needs(step.frame, step.pc, hit);
                    self.demands(step.frame, &[*value], hit);
                }
                None => self.refuse(hit, step.loc),
            },
            Some(InstrKind::Input { .. }) => {}
            Some(InstrKind::Call { .. }) => {
                let known = self.results.get(&(step.frame, step.pc)).copied();
                let term = known.map_or(hit, |known| self.pool().or(known, hit));
                self.results.insert((step.frame, step.pc), term);
            }
            _ => self.refuse(hit, step.loc),
        }
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
        let may = |(owner, cell): &Scalar| behind.may_store(program, cell.var, *owner == Some(step.frame));
        let terms: Vec<TermId> = self
            .demand
            .iter()
            .filter(|(key, _)| may(key))
            .map(|(_, term)| *term)
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
        self.needs(step.frame, step.pc, when);
        self.demands(step.frame, &[expr], when);
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
        self.needs(step.frame, step.pc, when);
        self.demands(step.frame, &[expr], when);
    }

    fn called(&mut self, id: StepId, step: &Step, callee: FrameId, library: bool) {
        let no = self.equation.pool.bool(false);
        let within = self.within.get(&callee).copied().unwrap_or(no);
        let result = self.results.remove(&(step.frame, step.pc)).unwrap_or(no);
        for (id, happens, own) in self.returns.remove(&callee).unwrap_or_default() {
            let around = self.pool().and(happens, within);
            let when = self.pool().or(own, around);
            self.counts(id, callee, when);
        }
        let any = self.pool().or(within, result);
        let when = self.pool().and(step.guard, any);
        if library || self.is_false(when) {
            return;
        }
        let of_library = self.statics.program.function(self.function(callee)).embedded;
        if of_library {
            // What a library function computes depends on all that it is given.
            let kind = self.statics.kind(self.function(step.frame), step.pc);
            if let Some(InstrKind::Call { args, .. }) = kind {
                let result = self.pool().and(step.guard, result);
                self.demands(step.frame, args, result);
            }
        }
        self.counts(id, step.frame, when);
        self.needs(step.frame, step.pc, when);
    }

    fn returned(&mut self, id: StepId, step: &Step, expr: Option<ExprId>) {
        let Some(caller) = self.equation.frame(step.frame).caller else {
            return;
        };
        let no = self.equation.pool.bool(false);
        let result = self.results.get(&caller).copied().unwrap_or(no);
        let own = self.pool().and(step.guard, result);
        self.needs(step.frame, step.pc, own);
        let exprs: Vec<ExprId> = expr.into_iter().collect();
        self.demands(step.frame, &exprs, own);
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
