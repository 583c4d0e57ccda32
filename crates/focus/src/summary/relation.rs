//! What a procedure's body does to demand, for all situations at once.
//!
//! Demand is kept as a relation: each variable at each point, with what must be demanded behind the procedure for it to
//! be demanded there. So a body is gone through once, whatever is demanded of it later, and a call uses the relation of
//! the called procedure by putting in what the caller demands behind the call. That a procedure overwrites a variable
//! whichever way it goes is seen in the relation, too: what is demanded behind leads to nothing before.

use std::collections::{BTreeMap, BTreeSet};

use imbl::{OrdMap, OrdSet};
use program::flow::Cfg;
use program::{ExprId, ExprKind, FunctionId, InstrKind, Lifetime, PlaceBase, PlaceId, Program, VarId};

use super::Table;

/// Something that may be demanded behind a procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fact {
    /// A static variable that the procedure, or one that it calls, stores to by name.
    Var(VarId),
    /// What lies behind pointers.
    Memory,
    /// Any other variable whose address is taken.
    Addressed,
    /// What it returns.
    Result,
}

/// When something is demanded, in a procedure that is followed: always, or if one of these is demanded behind it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct When {
    pub always: bool,
    pub facts: OrdSet<Fact>,
}

impl When {
    fn always() -> When {
        When {
            always: true,
            facts: OrdSet::new(),
        }
    }

    fn of(fact: Fact) -> When {
        When {
            always: false,
            facts: OrdSet::unit(fact),
        }
    }

    fn is_never(&self) -> bool {
        !self.always && self.facts.is_empty()
    }

    fn add(&mut self, other: &When) {
        if other.always && !self.always {
            *self = When::always();
        } else if !self.always && !other.facts.is_empty() && !self.facts.ptr_eq(&other.facts) {
            self.facts.extend(other.facts.iter().copied());
        }
    }
}

/// What is demanded at one point, and when.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Demanded {
    pub vars: OrdMap<VarId, When>,
    pub memory: When,
    /// Whether the end of the procedure lies behind, so that all that it does not touch is demanded as there.
    pub ends: bool,
}

impl Demanded {
    pub(super) fn of(&self, var: VarId) -> When {
        self.vars.get(&var).cloned().unwrap_or_default()
    }

    fn demand(&mut self, var: VarId, when: &When) {
        if !when.is_never() {
            self.vars.entry(var).or_default().add(when);
        }
    }

    fn add(&mut self, other: &Demanded) {
        self.memory.add(&other.memory);
        self.ends |= other.ends;
        if self.vars.is_empty() {
            self.vars = other.vars.clone();
        } else if !self.vars.ptr_eq(&other.vars) {
            for (var, when) in &other.vars {
                if self.vars.get(var) != Some(when) {
                    self.demand(*var, when);
                }
            }
        }
    }
}

/// A call in a body.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub at: usize,
    pub callees: Vec<FunctionId>,
    /// When it decides anything.
    pub followed: When,
    /// When its result is demanded.
    pub result: When,
    /// What is demanded behind it, its result apart.
    pub behind: Demanded,
}

/// A body, gone through.
#[derive(Debug, Clone, Default)]
pub(super) struct Relation {
    pub entry: Demanded,
    /// At the entry and at the heads of loops, where somebody may ask.
    pub points: BTreeMap<usize, Demanded>,
    pub calls: Vec<Call>,
}

/// A body that is gone through.
pub(super) struct Body<'t, 'p> {
    pub table: &'t Table<'p>,
    pub program: &'p Program,
    pub function: FunctionId,
}

impl Body<'_, '_> {
    pub(super) fn relation(&self) -> Relation {
        let body = &self.program.function(self.function).body;
        let cfg = &self.table.cfgs[self.function.index()];
        let before = self.before_all(cfg);
        let heads = body.iter().enumerate().flat_map(|(at, instr)| {
            let back = move |to: &program::Pc| to.index() <= at;
            instr.kind.targets().filter(back).map(|to| to.index())
        });
        let asked: BTreeSet<usize> = heads.chain([0]).collect();
        let mut calls = Vec::new();
        for (at, instr) in body.iter().enumerate() {
            if let InstrKind::Call { dest, .. } = &instr.kind {
                let mut behind = self.behind(cfg, at, &before);
                let (followed, result) = self.called(&instr.kind, *dest, &mut behind);
                calls.push(Call {
                    at,
                    callees: self.table.calls.callees(&instr.kind),
                    followed,
                    result,
                    behind,
                });
            }
        }
        let mut entry = before.first().cloned().unwrap_or_default();
        let foreign = |var: &VarId| {
            let variable = self.program.variable(*var);
            variable.lifetime == Lifetime::Static || variable.function != Some(self.function)
        };
        let own: Vec<VarId> = entry.vars.keys().filter(|var| !foreign(var)).copied().collect();
        for var in own {
            entry.vars.remove(&var);
        }
        Relation {
            entry,
            points: asked.into_iter().map(|at| (at, before[at].clone())).collect(),
            calls,
        }
    }

    fn before_all(&self, cfg: &Cfg) -> Vec<Demanded> {
        let body = &self.program.function(self.function).body;
        let mut before = vec![Demanded::default(); body.len() + 1];
        before[body.len()] = self.exit();
        // From the end to the beginning everything is known, unless control goes back.
        let goes_back = (0..body.len()).any(|at| cfg.successors(at).iter().any(|to| *to <= at));
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..body.len()).rev() {
                let mut demanded = self.behind(cfg, at, &before);
                self.before(&body[at].kind, &mut demanded);
                if goes_back && before[at] != demanded {
                    changed = true;
                }
                before[at] = demanded;
            }
        }
        before
    }

    fn behind(&self, cfg: &Cfg, at: usize, before: &[Demanded]) -> Demanded {
        let Some((first, others)) = cfg.successors(at).split_first() else {
            return Demanded::default();
        };
        let mut behind = before[*first].clone();
        others.iter().for_each(|to| behind.add(&before[*to]));
        behind
    }

    fn exit(&self) -> Demanded {
        let touched = &self.table.touched[self.function.index()];
        Demanded {
            vars: touched
                .iter()
                .map(|var| (*var, When::of(Fact::Var(*var))))
                .collect(),
            memory: When::of(Fact::Memory),
            ends: true,
        }
    }

    /// When a store through a pointer hits something demanded.
    fn memory(&self, behind: &Demanded) -> When {
        let mut when = behind.memory.clone();
        if behind.ends {
            when.add(&When::of(Fact::Addressed));
        }
        for (_, known) in (behind.vars.iter()).filter(|(var, _)| self.program.variable(**var).addressed) {
            when.add(known);
        }
        when
    }

    /// When a store to a place hits something demanded.
    fn hit(&self, id: PlaceId, behind: &Demanded) -> When {
        match self.program.place(id).base {
            PlaceBase::Var(var) => self.stored(var, behind),
            PlaceBase::Deref(_) => self.memory(behind),
        }
    }

    fn stored(&self, var: VarId, behind: &Demanded) -> When {
        let mut when = behind.of(var);
        if self.program.variable(var).addressed {
            when.add(&behind.memory);
        }
        when
    }

    fn forget(&self, id: PlaceId, demanded: &mut Demanded) {
        if let Some(var) = self.table.whole_scalar(id) {
            demanded.vars.remove(&var);
        }
    }

    fn read(&self, roots: &[ExprId], when: &When, demanded: &mut Demanded) {
        if when.is_never() {
            return;
        }
        let mut pending = roots.to_vec();
        while let Some(expr) = pending.pop() {
            if let ExprKind::Load(place) = self.program.expr(expr).kind {
                match self.program.place(place).base {
                    PlaceBase::Var(var) => demanded.demand(var, when),
                    PlaceBase::Deref(_) => demanded.memory.add(when),
                }
            }
            self.program.operands(expr, |operand| pending.push(operand));
        }
    }

    /// From what is demanded behind an instruction to what is demanded before it.
    fn before(&self, kind: &InstrKind, demanded: &mut Demanded) {
        let mut operands = Vec::new();
        self.program.instr_operands(kind, |expr, _| operands.push(expr));
        match kind {
            InstrKind::Assign { place, .. } => {
                let when = self.hit(*place, demanded);
                self.forget(*place, demanded);
                self.read(&operands, &when, demanded);
            }
            InstrKind::Input { place, .. } => self.forget(*place, demanded),
            InstrKind::Declare(var) => drop(demanded.vars.remove(var)),
            InstrKind::Call { dest, .. } => {
                let (followed, result) = self.called(kind, *dest, demanded);
                let behind = std::mem::take(demanded);
                for callee in self.table.calls.callees(kind) {
                    self.through(callee, &behind, (&followed, &result), demanded);
                }
                if self.table.calls.callees(kind).is_empty() {
                    *demanded = behind;
                }
                self.read(&operands, &followed, demanded);
            }
            InstrKind::Return(_) => {
                *demanded = self.exit();
                self.read(&operands, &When::of(Fact::Result), demanded);
            }
            _ => self.read(&operands, &When::always(), demanded),
        }
    }

    /// When a call decides anything, and when its result is demanded, which is taken out of what is demanded behind it.
    fn called(&self, kind: &InstrKind, dest: Option<PlaceId>, behind: &mut Demanded) -> (When, When) {
        let result = dest.map_or_else(When::default, |dest| self.hit(dest, behind));
        if let Some(dest) = dest {
            self.forget(dest, behind);
        }
        let mut followed = result.clone();
        let callees = self.table.calls.callees(kind);
        if callees.is_empty() {
            followed = When::always();
        }
        for callee in callees {
            if self.table.decisive[callee.index()] {
                followed.add(&When::always());
            }
            for var in &self.table.touched[callee.index()] {
                followed.add(&self.stored(*var, behind));
            }
            if self.table.calls.effects(callee).stores_through_pointers {
                followed.add(&self.memory(behind));
            }
        }
        (followed, result)
    }

    /// What is demanded before a procedure, by what is demanded behind it.
    fn through(
        &self,
        callee: FunctionId,
        behind: &Demanded,
        (followed, result): (&When, &When),
        demanded: &mut Demanded,
    ) {
        let touched = &self.table.touched[callee.index()];
        for (var, when) in behind.vars.iter().filter(|(var, _)| !touched.contains(var)) {
            demanded.demand(*var, when);
        }
        demanded.memory.add(&behind.memory);
        demanded.ends |= behind.ends;
        let relation = &self.table.relations[callee.index()].entry;
        let mut elsewhere = None;
        let mut put_in = |when: &When| {
            let mut found = When::default();
            if when.always {
                found.add(followed);
            }
            for fact in &when.facts {
                match fact {
                    Fact::Var(var) => found.add(&behind.of(*var)),
                    Fact::Memory => found.add(&behind.memory),
                    Fact::Result => found.add(result),
                    Fact::Addressed => {
                        found.add(elsewhere.get_or_insert_with(|| self.elsewhere(touched, behind)));
                    }
                }
            }
            found
        };
        for (var, when) in &relation.vars {
            demanded.demand(*var, &put_in(when));
        }
        let memory = put_in(&relation.memory);
        demanded.memory.add(&memory);
    }

    /// When any variable is demanded whose address is taken, apart from these.
    fn elsewhere(&self, touched: &BTreeSet<VarId>, behind: &Demanded) -> When {
        let mut when = When::default();
        if behind.ends {
            when.add(&When::of(Fact::Addressed));
        }
        for (var, known) in &behind.vars {
            if self.program.variable(*var).addressed && !touched.contains(var) {
                when.add(known);
            }
        }
        when
    }
}
