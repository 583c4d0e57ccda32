//! Procedures, summarised backwards (`bsum` in section 3.3): from what is demanded behind a call to what is demanded
//! before it.
//!
//! A procedure is analysed for a situation, what is demanded at its exit, and the result is kept in a table; all calls
//! in that situation use it. The table is the least fixed point: it begins with nothing demanded anywhere, and a
//! procedure is analysed again only when more is demanded of it, or one that it calls asks for more. A call in a
//! situation where its procedure stores nothing demanded, and cannot fail, end the run or run for ever, is left out: so
//! of two calls in a row that both overwrite the same variable only the second is followed, and a tree of calls becomes
//! a path.
//!
//! Demand is kept by variable; what lies behind pointers is one variable more. Conditions and claims always demand
//! what they read: less would be sound only with the analysis of the steps themselves, which comes after this one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use program::flow::{CallGraph, Cfg, Effects};
use program::{
    Builtin, ExprId, ExprKind, FunctionId, Instr, InstrKind, Lifetime, Pc, PlaceBase, PlaceId, Program, VarId,
};

/// How often a procedure was worked on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    pub function: FunctionId,
    /// How often its body was gone through until nothing changed.
    pub analysed: usize,
    /// How many calls in the text are followed with the result.
    pub used: usize,
}

/// The table of all procedures.
#[derive(Debug, Clone, Default)]
pub struct Summaries {
    pub procedures: Vec<Procedure>,
    /// Calls that decide nothing.
    idle: Vec<(FunctionId, Pc)>,
    /// Activations if every call is followed, counted by calls in the text.
    activations: u64,
}

/// What is demanded at one point.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Live {
    pub vars: BTreeSet<VarId>,
    /// Something behind a pointer.
    pub memory: bool,
}

impl Live {
    fn add(&mut self, other: &Live) {
        self.vars.extend(&other.vars);
        self.memory |= other.memory;
    }

    fn forget(&mut self, var: Option<VarId>) {
        if let Some(var) = var {
            self.vars.remove(&var);
        }
    }

    fn contains(&self, other: &Live) -> bool {
        self.vars.is_superset(&other.vars) && (self.memory || !other.memory)
    }
}

#[derive(Debug, Clone, Default)]
struct Situation {
    exit: Live,
    /// Whether the result is demanded.
    result: bool,
    entry: Live,
    reached: bool,
    analysed: usize,
}

struct Table<'p> {
    program: &'p Program,
    calls: CallGraph,
    cfgs: Vec<Cfg>,
    /// Procedures that may fail, end the run, or run for ever.
    decisive: Vec<bool>,
    /// Scalars that a procedure stores to whichever way it goes.
    kills: Vec<BTreeSet<VarId>>,
    situations: Vec<Situation>,
}

/// What may be demanded at the points of a program.
#[derive(Debug)]
pub(crate) struct Lives {
    points: Vec<Vec<Live>>,
    situations: Vec<Situation>,
}

impl Lives {
    pub(crate) fn new(program: &Program) -> Lives {
        let mut table = Table::new(program);
        table.solve();
        let functions = 0..program.functions.len();
        Lives {
            points: functions
                .map(|index| table.points(FunctionId(index as u32)))
                .collect(),
            situations: table.situations,
        }
    }

    /// Before an instruction.
    pub(crate) fn at(&self, function: FunctionId, pc: Pc) -> Live {
        let points = &self.points[function.index()];
        points.get(pc.index()).cloned().unwrap_or_default()
    }

    /// Behind a procedure.
    pub(crate) fn exit(&self, function: FunctionId) -> &Live {
        &self.situations[function.index()].exit
    }

    /// Whether its result is demanded.
    pub(crate) fn result(&self, function: FunctionId) -> bool {
        self.situations[function.index()].result
    }
}

impl Summaries {
    /// Analyses a program.
    #[must_use]
    pub fn new(program: &Program) -> Summaries {
        let mut table = Table::new(program);
        table.solve();
        table.told()
    }

    /// Whether following every call takes more activations than this.
    #[must_use]
    pub fn is_beyond(&self, activations: u64) -> bool {
        self.activations > activations
    }

    /// Takes the calls that decide nothing out of the program.
    pub fn leave_out(&self, program: &mut Program) {
        for (function, pc) in &self.idle {
            let instr = &mut program.functions[function.index()].body[pc.index()];
            instr.kind = InstrKind::Jump(Pc(pc.0 + 1));
        }
    }
}

impl<'p> Table<'p> {
    fn new(program: &'p Program) -> Table<'p> {
        let calls = CallGraph::new(program);
        let cfgs: Vec<Cfg> = program.functions.iter().map(Cfg::new).collect();
        let mut table = Table {
            program,
            decisive: Vec::new(),
            kills: vec![BTreeSet::new(); program.functions.len()],
            situations: vec![Situation::default(); program.functions.len()],
            calls,
            cfgs,
        };
        let own: Vec<bool> = (0..program.functions.len())
            .map(|index| table.decides(index))
            .collect();
        table.decisive = (0..program.functions.len())
            .map(|index| {
                let effects = table.calls.effects(FunctionId(index as u32));
                own[index] || effects.calls.iter().any(|callee| own[callee.index()])
            })
            .collect();
        table.find_kills();
        table
    }

    /// Whether a procedure by itself may fail, end the run, run for ever, or change what is not kept in variables.
    fn decides(&self, index: usize) -> bool {
        let function = &self.program.functions[index];
        let back = |at: usize, instr: &Instr| instr.kind.targets().any(|to| to.index() <= at);
        let loops = function
            .body
            .iter()
            .enumerate()
            .any(|(at, instr)| back(at, instr));
        let recursive = self.calls.is_recursive(FunctionId(index as u32));
        let strange = |instr: &Instr| match &instr.kind {
            InstrKind::Claim(_) | InstrKind::Assume(_) | InstrKind::Halt(_) | InstrKind::Abort => true,
            InstrKind::Builtin { op, .. } => !matches!(
                op,
                Builtin::CopyMemory | Builtin::SetMemory | Builtin::Print | Builtin::PutChar
            ),
            _ => false,
        };
        loops || recursive || function.body.is_empty() || function.body.iter().any(strange)
    }

    /// What each procedure certainly overwrites: callees first, and nothing for recursive ones.
    fn find_kills(&mut self) {
        for function in self.callees_first() {
            if !self.calls.is_recursive(function) {
                self.kills[function.index()] = self.killed(function);
            }
        }
    }

    fn callees_first(&self) -> Vec<FunctionId> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.program.functions.len()];
        for root in 0..self.program.functions.len() {
            let mut stack = vec![(FunctionId(root as u32), false)];
            while let Some((function, done)) = stack.pop() {
                if done {
                    order.push(function);
                } else if !std::mem::replace(&mut seen[function.index()], true) {
                    stack.push((function, true));
                    let body = self.program.function(function).body.iter();
                    let callees = body.flat_map(|instr| self.calls.callees(&instr.kind));
                    stack.extend(callees.map(|callee| (callee, false)));
                }
            }
        }
        order
    }

    fn killed(&self, function: FunctionId) -> BTreeSet<VarId> {
        let cfg = &self.cfgs[function.index()];
        let body = &self.program.function(function).body;
        // Nothing is known of a point yet: anything may be overwritten behind it.
        let mut behind: Vec<Option<BTreeSet<VarId>>> = vec![None; body.len() + 1];
        behind[body.len()] = Some(BTreeSet::new());
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..body.len()).rev() {
                let mut known = cfg.successors(at).iter().filter_map(|to| behind[*to].clone());
                let Some(first) = known.next() else { continue };
                let mut all = known.fold(first, |all, other| all.intersection(&other).copied().collect());
                match &body[at].kind {
                    InstrKind::Assign { place, .. } | InstrKind::Input { place, .. } => {
                        all.extend(self.whole_scalar(*place));
                    }
                    InstrKind::Call { dest, .. } => {
                        all.extend(dest.and_then(|dest| self.whole_scalar(dest)));
                        if let [callee] = self.calls.callees(&body[at].kind)[..] {
                            all.extend(&self.kills[callee.index()]);
                        }
                    }
                    _ => {}
                }
                if behind[at].as_ref() != Some(&all) {
                    behind[at] = Some(all);
                    changed = true;
                }
            }
        }
        let found = behind.into_iter().next().flatten().unwrap_or_default();
        let is_static = |var: &VarId| self.program.variable(*var).lifetime == Lifetime::Static;
        found.into_iter().filter(is_static).collect()
    }

    /// The variable that a place is as a whole, if that is a scalar.
    fn whole_scalar(&self, id: PlaceId) -> Option<VarId> {
        let place = self.program.place(id);
        match place.base {
            PlaceBase::Var(var) if place.path.is_empty() && self.program.types.is_scalar(place.ty) => {
                Some(var)
            }
            _ => None,
        }
    }

    fn solve(&mut self) {
        let entry = self.program.entry;
        let callers = self.callers();
        self.situations[entry.index()].reached = true;
        let mut waiting = VecDeque::from([entry]);
        while let Some(function) = waiting.pop_front() {
            self.situations[function.index()].analysed += 1;
            let (entry, asked) = self.analyse(function);
            let mut again = BTreeSet::new();
            for (callee, (exit, result)) in asked {
                let known = &mut self.situations[callee.index()];
                if !known.reached || !known.exit.contains(&exit) || (result && !known.result) {
                    known.reached = true;
                    known.exit.add(&exit);
                    known.result |= result;
                    again.insert(callee);
                }
            }
            let own = &mut self.situations[function.index()];
            if own.entry != entry {
                own.entry = entry;
                let reached = callers[function.index()].iter().copied();
                again.extend(reached.filter(|caller| self.situations[caller.index()].reached));
            }
            for function in again {
                if !waiting.contains(&function) {
                    waiting.push_back(function);
                }
            }
        }
    }

    fn callers(&self) -> Vec<BTreeSet<FunctionId>> {
        let mut callers = vec![BTreeSet::new(); self.program.functions.len()];
        for (index, function) in self.program.functions.iter().enumerate() {
            for callee in function
                .body
                .iter()
                .flat_map(|instr| self.calls.callees(&instr.kind))
            {
                callers[callee.index()].insert(FunctionId(index as u32));
            }
        }
        callers
    }

    /// What is demanded before each instruction of a procedure, in its situation.
    fn points(&self, function: FunctionId) -> Vec<Live> {
        let cfg = &self.cfgs[function.index()];
        let body = &self.program.function(function).body;
        let situation = &self.situations[function.index()];
        let mut before = vec![Live::default(); body.len() + 1];
        before[body.len()] = situation.exit.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..body.len()).rev() {
                let mut live = Live::default();
                for to in cfg.successors(at) {
                    live.add(&before[*to]);
                }
                self.before(situation, &body[at].kind, &mut live);
                if before[at] != live {
                    before[at] = live;
                    changed = true;
                }
            }
        }
        before
    }

    /// What is demanded at the entry of a procedure, and of those that it calls.
    fn analyse(&self, function: FunctionId) -> (Live, BTreeMap<FunctionId, (Live, bool)>) {
        let points = self.points(function);
        let cfg = &self.cfgs[function.index()];
        let mut asked: BTreeMap<FunctionId, (Live, bool)> = BTreeMap::new();
        for (at, instr) in self.program.function(function).body.iter().enumerate() {
            let mut behind = Live::default();
            cfg.successors(at).iter().for_each(|to| behind.add(&points[*to]));
            if self.is_idle(&instr.kind, &behind) {
                continue;
            }
            for callee in self.calls.callees(&instr.kind) {
                let asked = asked.entry(callee).or_default();
                // The caller's own variables mean nothing there, unless a pointer leads to them.
                let seen = behind.vars.iter().filter(|var| {
                    let variable = self.program.variable(**var);
                    variable.lifetime == Lifetime::Static || variable.addressed
                });
                asked.0.vars.extend(seen);
                asked.0.memory |= behind.memory;
                asked.1 |= matches!(&instr.kind, InstrKind::Call { dest: Some(dest), .. } if self.is_live(*dest, &behind));
            }
        }
        let own = |var: &VarId| {
            let variable = self.program.variable(*var);
            variable.lifetime != Lifetime::Static && variable.function == Some(function)
        };
        let mut entry = points[0].clone();
        entry.vars.retain(|var| !own(var));
        (entry, asked)
    }

    /// Whether a store to a place hits something demanded.
    fn is_live(&self, id: PlaceId, live: &Live) -> bool {
        match self.program.place(id).base {
            PlaceBase::Var(var) => {
                live.vars.contains(&var) || (live.memory && self.program.variable(var).addressed)
            }
            PlaceBase::Deref(_) => self.is_memory_live(live),
        }
    }

    fn is_memory_live(&self, live: &Live) -> bool {
        live.memory || live.vars.iter().any(|var| self.program.variable(*var).addressed)
    }

    /// Whether a call decides nothing that is demanded behind it.
    fn is_idle(&self, kind: &InstrKind, behind: &Live) -> bool {
        let InstrKind::Call { dest, .. } = kind else {
            return false;
        };
        let callees = self.calls.callees(kind);
        let idle = |callee: &FunctionId| {
            let effects: &Effects = self.calls.effects(*callee);
            let stores = effects.stores.iter().any(|var| {
                let static_one = self.program.variable(*var).lifetime == Lifetime::Static;
                static_one
                    && (behind.vars.contains(var) || (behind.memory && self.program.variable(*var).addressed))
            });
            let reaches = effects.stores_through_pointers && self.is_memory_live(behind);
            !self.decisive[callee.index()] && !stores && !reaches
        };
        !callees.is_empty() && callees.iter().all(idle) && dest.is_none_or(|dest| !self.is_live(dest, behind))
    }

    fn read(&self, roots: &[ExprId], live: &mut Live) {
        let mut pending = roots.to_vec();
        while let Some(expr) = pending.pop() {
            if let ExprKind::Load(place) = self.program.expr(expr).kind {
                match self.program.place(place).base {
                    PlaceBase::Var(var) => drop(live.vars.insert(var)),
                    PlaceBase::Deref(_) => live.memory = true,
                }
            }
            self.program.operands(expr, |operand| pending.push(operand));
        }
    }

    /// From what is demanded behind an instruction to what is demanded before it.
    fn before(&self, situation: &Situation, kind: &InstrKind, live: &mut Live) {
        let mut operands = Vec::new();
        self.program.instr_operands(kind, |expr, _| operands.push(expr));
        let hit = |place: PlaceId, live: &Live| self.is_live(place, live);
        match kind {
            InstrKind::Assign { place, .. } => {
                if hit(*place, live) {
                    live.forget(self.whole_scalar(*place));
                    self.read(&operands, live);
                }
            }
            InstrKind::Input { place, .. } => {
                live.forget(self.whole_scalar(*place));
            }
            InstrKind::Declare(var) => drop(live.vars.remove(var)),
            InstrKind::Call { dest, .. } => {
                if self.is_idle(kind, live) {
                    return;
                }
                live.forget(dest.and_then(|dest| self.whole_scalar(dest)));
                let callees = self.calls.callees(kind);
                if let [callee] = callees[..] {
                    live.vars.retain(|var| !self.kills[callee.index()].contains(var));
                }
                for callee in callees {
                    live.add(&self.situations[callee.index()].entry);
                }
                self.read(&operands, live);
            }
            InstrKind::Return(_) => {
                *live = situation.exit.clone();
                if situation.result {
                    self.read(&operands, live);
                }
            }
            _ => self.read(&operands, live),
        }
    }

    fn told(&self) -> Summaries {
        let mut found = Summaries {
            activations: self.activations(),
            ..Summaries::default()
        };
        let mut used: BTreeMap<FunctionId, usize> = BTreeMap::new();
        for (index, function) in self.program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            if !self.situations[index].reached {
                continue;
            }
            let points = self.points(id);
            for (at, instr) in function.body.iter().enumerate() {
                let mut behind = Live::default();
                let next = self.cfgs[index].successors(at);
                next.iter().for_each(|to| behind.add(&points[*to]));
                if self.is_idle(&instr.kind, &behind) {
                    found.idle.push((id, Pc(at as u32)));
                    continue;
                }
                for callee in self.calls.callees(&instr.kind) {
                    *used.entry(callee).or_insert(0) += 1;
                }
            }
        }
        for (function, used) in used {
            found.procedures.push(Procedure {
                function,
                analysed: self.situations[function.index()].analysed,
                used,
            });
        }
        found
    }

    fn activations(&self) -> u64 {
        let mut size = vec![1u64; self.program.functions.len()];
        for function in self.callees_first() {
            let body = self.program.function(function).body.iter();
            let callees = body.flat_map(|instr| self.calls.callees(&instr.kind));
            let all = callees.fold(1u64, |all, callee| all.saturating_add(size[callee.index()]));
            size[function.index()] = all;
        }
        size[self.program.entry.index()]
    }
}
