//! What is known of a program without executing it: control dependence, and what the other outcome of a branch could
//! do.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use ctype::TypeId;
use program::flow::{CallGraph, Cfg, Effects};
use program::{
    ClaimId, ExprId, ExprKind, FunctionId, InstrKind, Lifetime, Pc, PlaceBase, PlaceId, Program, Projection,
    VarId,
};

use crate::demand::{Bits, Storage};

/// What an outcome could do.
#[derive(Debug, Default)]
pub(crate) struct Behind {
    /// Variables of the same activation, and static ones.
    pub stores: BTreeSet<VarId>,
    pub through_pointers: bool,
    /// Whether it could end the run, fail a claim or never return.
    pub decisive: bool,
}

impl Behind {
    /// Whether it could store there; `here` is the activation of the branch.
    pub(crate) fn may_store<A: PartialEq>(&self, program: &Program, storage: &Storage<A>, here: &A) -> bool {
        let (var, named) = match storage {
            Storage::Static(var) => (*var, true),
            Storage::Local(of, var) => (*var, of == here),
            Storage::Object(_) => return self.through_pointers,
        };
        (named && self.stores.contains(&var)) || (self.through_pointers && program.variable(var).addressed)
    }
}

type Outcomes = HashMap<(FunctionId, Pc, usize), Rc<Behind>>;

pub(crate) struct Statics<'p> {
    pub program: &'p Program,
    cfgs: Vec<Cfg>,
    calls: CallGraph,
    /// Claims that are not known to hold in every run.
    may_fail: BTreeSet<ClaimId>,
    /// Loops, by their heads, and recursions that were not followed to their end.
    endless: BTreeSet<(FunctionId, Option<Pc>)>,
    behind: RefCell<Outcomes>,
}

impl<'p> Statics<'p> {
    pub(crate) fn new(
        program: &'p Program,
        may_fail: BTreeSet<ClaimId>,
        endless: BTreeSet<(FunctionId, Option<Pc>)>,
    ) -> Statics<'p> {
        Statics {
            program,
            cfgs: program.functions.iter().map(Cfg::new).collect(),
            calls: CallGraph::new(program),
            may_fail,
            endless,
            behind: RefCell::default(),
        }
    }

    /// Loops, by their heads, and recursions that were not followed to their end.
    pub(crate) fn endless(&self) -> &BTreeSet<(FunctionId, Option<Pc>)> {
        &self.endless
    }

    /// Claims that are not known to hold in every run.
    pub(crate) fn may_fail(&self) -> &BTreeSet<ClaimId> {
        &self.may_fail
    }

    pub(crate) fn kind(&self, function: FunctionId, pc: Pc) -> Option<&'p InstrKind> {
        self.program
            .function(function)
            .body
            .get(pc.index())
            .map(|instr| &instr.kind)
    }

    /// The branches that decide whether an instruction is executed.
    pub(crate) fn parents(&self, function: FunctionId, pc: Pc) -> Vec<Pc> {
        let dependences = self.cfgs[function.index()].dependences(pc.index());
        let parents: BTreeSet<Pc> = dependences.iter().map(|known| known.branch).collect();
        parents.into_iter().collect()
    }

    pub(crate) fn outcomes(&self, function: FunctionId, pc: Pc) -> usize {
        self.cfgs[function.index()].successors(pc.index()).len()
    }

    /// Outcomes of a switch that lead to the same place are one: the first stands for all.
    pub(crate) fn same_outcome(&self, function: FunctionId, pc: Pc, outcome: usize) -> usize {
        let all = self.cfgs[function.index()].successors(pc.index());
        let first = all.iter().position(|to| Some(to) == all.get(outcome));
        first.unwrap_or(outcome)
    }

    /// What a branch executes with this outcome, before all outcomes come together again.
    pub(crate) fn behind_nodes(&self, function: FunctionId, pc: Pc, outcome: usize) -> BTreeSet<Pc> {
        let nodes = self.cfgs[function.index()].behind(pc, outcome);
        nodes.into_iter().map(|node| Pc(node as u32)).collect()
    }

    /// What a branch could do with this outcome.
    pub(crate) fn behind(&self, function: FunctionId, pc: Pc, outcome: usize) -> Rc<Behind> {
        let key = (function, pc, outcome);
        if let Some(known) = self.behind.borrow().get(&key) {
            return known.clone();
        }
        let found = Rc::new(self.look_behind(function, pc, outcome));
        self.behind.borrow_mut().insert(key, found.clone());
        found
    }

    fn look_behind(&self, function: FunctionId, pc: Pc, outcome: usize) -> Behind {
        let mut behind = Behind::default();
        for node in self.cfgs[function.index()].behind(pc, outcome) {
            let at = Pc(node as u32);
            let Some(kind) = self.kind(function, at) else {
                continue;
            };
            behind.decisive |= self.endless.contains(&(function, Some(at)));
            match kind {
                InstrKind::Declare(_) => continue,
                InstrKind::Claim(claim) => behind.decisive |= self.may_fail.contains(claim),
                _ => {}
            }
            let own = Effects::of_instr(self.program, kind);
            behind.stores.extend(own.stores);
            behind.through_pointers |= own.stores_through_pointers;
            behind.decisive |= own.ends_run;
            for callee in self.calls.callees(kind) {
                self.called(callee, &mut behind);
            }
        }
        behind
    }

    /// What a call could do: the variables of other activations are others.
    fn called(&self, callee: FunctionId, behind: &mut Behind) {
        let effects = self.calls.effects(callee);
        let is_static = |var: &&VarId| self.program.variable(**var).lifetime == Lifetime::Static;
        behind.stores.extend(effects.stores.iter().filter(is_static));
        behind.through_pointers |= effects.stores_through_pointers;
        behind.decisive |= effects.ends_run;
        for function in effects.calls.iter().chain([&callee]) {
            behind.decisive |= self.endless.iter().any(|(of, _)| of == function);
            let claims = self.program.function(*function).body.iter();
            behind.decisive |= claims
                .filter_map(|instr| match instr.kind {
                    InstrKind::Claim(claim) => Some(claim),
                    _ => None,
                })
                .any(|claim| self.may_fail.contains(&claim));
        }
    }

    /// Whether a condition is nothing but an input: a choice that no variable has a part in.
    pub(crate) fn is_choice(&self, function: FunctionId, cond: ExprId) -> bool {
        let reads = self.reads(&[cond]);
        let body = &self.program.function(function).body;
        let only_inputs = |(var, _): &(VarId, Bits)| {
            let stores = |kind: &InstrKind| Effects::of_instr(self.program, kind).stores.contains(var);
            let mut stores = body
                .iter()
                .map(|instr| &instr.kind)
                .filter(|kind| stores(kind))
                .peekable();
            self.is_temporary(*var)
                && stores.peek().is_some()
                && stores.all(|kind| matches!(kind, InstrKind::Input { .. }))
        };
        reads.reached.is_empty() && !reads.named.is_empty() && reads.named.iter().all(only_inputs)
    }

    pub(crate) fn is_temporary(&self, var: VarId) -> bool {
        self.program.variable(var).lifetime == Lifetime::Temporary
    }

    /// The bits of a place, if the place says so by itself: a variable, or a member or element at a fixed place of one.
    pub(crate) fn named(&self, id: PlaceId) -> Option<(VarId, Bits)> {
        let (program, place) = (self.program, self.program.place(id));
        let PlaceBase::Var(var) = place.base else {
            return None;
        };
        let mut ty = program.variable(var).ty;
        let mut from = 0;
        let mut width = None;
        for step in &place.path {
            match *step {
                Projection::Field(field) => {
                    let record = program.types.record(program.types.record_of(ty)?);
                    let field = &record.fields[field as usize];
                    match field.bits {
                        Some(bits) => {
                            from += bits.offset;
                            width = Some(u64::from(bits.width));
                        }
                        None => from += field.offset * 8,
                    }
                }
                Projection::Index(index) => match program.expr(index).kind {
                    ExprKind::Int(number) => {
                        let size = program.types.size_of(program.types.element(ty)?)?;
                        from += u64::try_from(number).ok()?.checked_mul(size)?.checked_mul(8)?;
                    }
                    _ => return None,
                },
            };
            ty = program.project(ty, *step)?;
        }
        let count = match width {
            Some(width) => width,
            None => self.size(var, ty, place.path.is_empty())?.checked_mul(8)?,
        };
        Some((var, Bits { from, count }))
    }

    fn size(&self, var: VarId, ty: TypeId, whole: bool) -> Option<u64> {
        match whole {
            // With the elements of a flexible array member.
            true => Some(self.program.size_of_variable(var)),
            false => self.program.types.size_of(ty),
        }
    }

    /// Of a place that is a bit-field: from which bit of its first byte it goes, and how many it has.
    pub(crate) fn field(&self, id: PlaceId) -> Option<Bits> {
        let place = self.program.place(id);
        let mut ty = self.program.base_type(place)?;
        let mut found = None;
        for step in &place.path {
            found = None;
            if let Projection::Field(field) = *step {
                let record = self.program.types.record(self.program.types.record_of(ty)?);
                found = record.fields[field as usize].bits.map(|bits| Bits {
                    from: bits.offset % 8,
                    count: bits.width.into(),
                });
            }
            ty = self.program.project(ty, *step)?;
        }
        found
    }

    /// All that expressions mention by name, evaluated or not, and the expressions that read through a pointer or an
    /// index.
    pub(crate) fn reads(&self, roots: &[ExprId]) -> Reads {
        let mut found = Reads::default();
        let mut pending = roots.to_vec();
        while let Some(expr) = pending.pop() {
            if let ExprKind::Load(place) = self.program.expr(expr).kind {
                match self.named(place) {
                    Some(named) => drop(found.named.insert(named)),
                    None => found.reached.push(expr),
                }
            }
            self.program.operands(expr, |operand| pending.push(operand));
        }
        found
    }

    /// The pointer and the indices of a place.
    pub(crate) fn way_to(&self, place: PlaceId) -> Vec<ExprId> {
        let mut found = Vec::new();
        self.program.place_operands(place, |expr| found.push(expr));
        found
    }

    pub(crate) fn storage<A>(&self, activation: A, var: VarId) -> Storage<A> {
        match self.program.variable(var).lifetime {
            Lifetime::Static => Storage::Static(var),
            _ => Storage::Local(activation, var),
        }
    }
}

/// What expressions read.
#[derive(Debug, Default)]
pub(crate) struct Reads {
    pub named: BTreeSet<(VarId, Bits)>,
    pub reached: Vec<ExprId>,
}
