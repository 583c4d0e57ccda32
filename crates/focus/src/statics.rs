//! What is known of a program without executing it: control dependence, and what the other outcome of a branch could do.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use program::flow::{CallGraph, Cfg, Effects};
use program::{
    ClaimId, ExprId, ExprKind, FunctionId, InstrKind, Lifetime, Pc, PlaceBase, PlaceId, Program, Projection,
    VarId,
};
use source::LocId;

/// A scalar, as far as it has a name of its own: a variable, or a member or element at a fixed place of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Cell {
    pub var: VarId,
    pub offset: u64,
    pub size: u64,
}

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
    pub(crate) fn may_store(&self, program: &Program, var: VarId, same_activation: bool) -> bool {
        let variable = program.variable(var);
        let named = self.stores.contains(&var) && (same_activation || variable.lifetime == Lifetime::Static);
        named || (self.through_pointers && variable.addressed)
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
        let (cells, strange) = self.reads(&[cond]);
        let body = &self.program.function(function).body;
        let only_inputs = |cell: &Cell| {
            let stores = |kind: &InstrKind| Effects::of_instr(self.program, kind).stores.contains(&cell.var);
            let mut stores = body
                .iter()
                .map(|instr| &instr.kind)
                .filter(|kind| stores(kind))
                .peekable();
            self.is_temporary(cell.var)
                && stores.peek().is_some()
                && stores.all(|kind| matches!(kind, InstrKind::Input { .. }))
        };
        strange.is_none() && !cells.is_empty() && cells.iter().all(only_inputs)
    }

    pub(crate) fn is_temporary(&self, var: VarId) -> bool {
        self.program.variable(var).lifetime == Lifetime::Temporary
    }

    /// The scalar that a place is, if the place says so by itself.
    pub(crate) fn cell(&self, id: PlaceId) -> Option<Cell> {
        let (program, place) = (self.program, self.program.place(id));
        let PlaceBase::Var(var) = place.base else {
            return None;
        };
        let mut ty = program.variable(var).ty;
        let mut offset = 0;
        for step in &place.path {
            offset += match *step {
                Projection::Field(field) => {
                    let record = program.types.record(program.types.record_of(ty)?);
                    let field = &record.fields[field as usize];
                    if field.bits.is_some() {
                        return None;
                    }
                    field.offset
                }
                Projection::Index(index) => match program.expr(index).kind {
                    ExprKind::Int(number) => {
                        let size = program.types.size_of(program.types.element(ty)?)?;
                        u64::try_from(number).ok()?.checked_mul(size)?
                    }
                    _ => return None,
                },
            };
            ty = program.project(ty, *step)?;
        }
        let size = program
            .types
            .size_of(ty)
            .filter(|_| program.types.is_scalar(ty))?;
        Some(Cell { var, offset, size })
    }

    /// All that expressions mention, evaluated or not, and the place of something that is no cell.
    pub(crate) fn reads(&self, roots: &[ExprId]) -> (BTreeSet<Cell>, Option<LocId>) {
        let (mut cells, mut strange) = (BTreeSet::new(), None);
        let mut pending = roots.to_vec();
        while let Some(expr) = pending.pop() {
            if let ExprKind::Load(place) = self.program.expr(expr).kind {
                match self.cell(place) {
                    Some(cell) => drop(cells.insert(cell)),
                    None => strange = Some(self.program.expr(expr).loc),
                }
            }
            self.program.operands(expr, |operand| pending.push(operand));
        }
        (cells, strange)
    }
}
