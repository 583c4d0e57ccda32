//! Conditions, calls and returns: in which runs something that is demanded depends on them.

use bmc::{Equation, FrameId, Step, StepId};
use logic::TermId;
use program::{Callee, ExprId, InstrKind, Pc};

use super::{Hit, Walk, is_statement, is_written};
use crate::demand::{Bits, Storage};
use crate::statics::Statics;

/// That a switch has an outcome, or another one that leads to the same place.
pub(crate) fn taken(
    statics: &Statics<'_>,
    equation: &mut Equation,
    step: &Step,
    arm: TermId,
    outcome: usize,
) -> TermId {
    let function = equation.frame(step.frame).function;
    let width = equation.pool.sort(arm).bit_width().unwrap_or(32);
    let mut all = Vec::new();
    for number in 0..statics.outcomes(function, step.pc) {
        if statics.same_outcome(function, step.pc, number) == statics.same_outcome(function, step.pc, outcome)
        {
            let number = equation.pool.bv(width, number as u128);
            all.push(equation.pool.eq(arm, number));
        }
    }
    equation.pool.or_all(&all)
}

impl Walk<'_, '_> {
    /// In which runs a branch is demanded by something behind it.
    pub(super) fn decided(&mut self, step: &Step) -> TermId {
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
    pub(super) fn could(&mut self, step: &Step, outcome: usize) -> TermId {
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

    pub(super) fn branch(&mut self, id: StepId, step: &Step, expr: ExprId, cond: TermId) {
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

    pub(super) fn switch(&mut self, id: StepId, step: &Step, expr: ExprId, arm: TermId) {
        let mut all = vec![self.decided(step)];
        let function = self.function(step.frame);
        for outcome in 0..self.statics.outcomes(function, step.pc) {
            if self.statics.same_outcome(function, step.pc, outcome) != outcome {
                continue;
            }
            let could = self.could(step, outcome);
            let taken = taken(self.statics, self.equation, step, arm, outcome);
            let other = self.pool().not(taken);
            all.push(self.equation.pool.and_all(&[step.guard, other, could]));
        }
        let when = self.any(&all);
        self.counts(id, step.frame, when);
        self.decides(id, when);
        self.needs(step.frame, step.pc, when);
        self.demands(id, step.frame, &[expr], when);
    }

    pub(super) fn called(&mut self, id: StepId, step: &Step, callee: FrameId) {
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

    pub(super) fn returned(&mut self, id: StepId, step: &Step, expr: Option<ExprId>) {
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
