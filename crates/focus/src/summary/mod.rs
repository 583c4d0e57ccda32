//! Procedures, summarised backwards (`bsum` in section 3.3): from what is demanded behind a call to what is demanded
//! before it.
//!
//! First each body is gone through once, called procedures before those that call them, and the relation between what is
//! demanded behind it and before it is kept (`relation`). Recursive procedures are gone through until their relations
//! change no more: the least fixed point. Then what is demanded behind each procedure is handed down from the entry of
//! the program, with the relations alone. A call in a situation where its procedure stores nothing demanded, and cannot
//! fail, end the run or run for ever, is left out: so of two calls in a row that both overwrite the same variable only
//! the second is followed, and a tree of calls becomes a path.
//!
//! Demand is kept by variable; what lies behind pointers is one variable more. Conditions and claims always demand
//! what they read: less would be sound only with the analysis of the steps themselves, which comes after this one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use program::flow::{CallGraph, Cfg};
use program::{Builtin, FunctionId, Instr, InstrKind, Lifetime, Pc, PlaceBase, PlaceId, Program, VarId};

use relation::{Body, Call, Demanded, Fact, Relation, When};

mod relation;

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

/// What is demanded behind a procedure.
#[derive(Debug, Clone, Default)]
struct Situation {
    exit: Live,
    /// Whether the result is demanded.
    result: bool,
    reached: bool,
}

#[derive(Debug)]
struct Table<'p> {
    program: &'p Program,
    calls: CallGraph,
    cfgs: Vec<Cfg>,
    /// Procedures that may fail, end the run, or run for ever.
    decisive: Vec<bool>,
    /// Static variables that a procedure, or one that it calls, stores to by name.
    touched: Vec<BTreeSet<VarId>>,
    relations: Vec<Relation>,
    analysed: Vec<usize>,
    situations: Vec<Situation>,
}

/// What may be demanded at the points of a program.
#[derive(Debug)]
pub(crate) struct Lives {
    /// At the entry and the heads of loops.
    points: BTreeMap<(FunctionId, Pc), Live>,
    situations: Vec<Situation>,
}

impl Lives {
    pub(crate) fn new(program: &Program) -> Lives {
        let table = Table::new(program);
        let mut points = BTreeMap::new();
        for (index, relation) in table.relations.iter().enumerate() {
            let function = FunctionId(index as u32);
            for (at, demanded) in &relation.points {
                points.insert((function, Pc(*at as u32)), table.live(function, demanded));
            }
        }
        Lives {
            points,
            situations: table.situations,
        }
    }

    /// Before the first instruction of a function, or at the head of a loop.
    pub(crate) fn at(&self, function: FunctionId, pc: Pc) -> Option<&Live> {
        self.points.get(&(function, pc))
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
        Table::new(program).told()
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
        let functions = program.functions.len();
        let is_static = |var: &VarId| program.variable(*var).lifetime == Lifetime::Static;
        let touched = (0..functions).map(|index| {
            let stores = &calls.effects(FunctionId(index as u32)).stores;
            stores.iter().copied().filter(is_static).collect()
        });
        let mut table = Table {
            program,
            decisive: Vec::new(),
            touched: touched.collect(),
            relations: vec![Relation::default(); functions],
            analysed: vec![0; functions],
            situations: vec![Situation::default(); functions],
            cfgs: program.functions.iter().map(Cfg::new).collect(),
            calls,
        };
        let own: Vec<bool> = (0..functions).map(|index| table.decides(index)).collect();
        table.decisive = (0..functions)
            .map(|index| {
                let effects = table.calls.effects(FunctionId(index as u32));
                own[index] || effects.calls.iter().any(|callee| own[callee.index()])
            })
            .collect();
        table.relate();
        table.hand_down();
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

    /// Goes through the bodies, callees first: once through each that is not recursive.
    fn relate(&mut self) {
        let order = self.callees_first();
        let place: BTreeMap<FunctionId, usize> = order.iter().copied().zip(0..).collect();
        let mut waiting: BTreeSet<usize> = (0..order.len()).collect();
        while let Some(next) = waiting.pop_first() {
            let function = order[next];
            self.analysed[function.index()] += 1;
            let body = Body {
                table: self,
                program: self.program,
                function,
            };
            let found = body.relation();
            let changed = found.entry != self.relations[function.index()].entry;
            self.relations[function.index()] = found;
            if changed && self.calls.is_recursive(function) {
                // Who calls it and is called by it.
                let own = &self.calls.effects(function).calls;
                let callers = own.iter().filter(|caller| {
                    let mut body = self.program.function(**caller).body.iter();
                    body.any(|instr| self.calls.callees(&instr.kind).contains(&function))
                });
                waiting.extend(callers.filter_map(|caller| place.get(caller)));
            }
        }
    }

    /// All that the program may get to.
    fn callees_first(&self) -> Vec<FunctionId> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.program.functions.len()];
        let mut stack = vec![(self.program.entry, false)];
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
        order
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

    /// Hands down what is demanded behind each procedure.
    fn hand_down(&mut self) {
        let entry = self.program.entry;
        self.situations[entry.index()].reached = true;
        let mut waiting = VecDeque::from([entry]);
        while let Some(function) = waiting.pop_front() {
            for call in self.relations[function.index()].calls.clone() {
                if !self.holds(function, &call.followed) {
                    continue;
                }
                let result = self.holds(function, &call.result);
                let mut exit = self.live(function, &call.behind);
                // The caller's own variables mean nothing there, unless a pointer leads to them.
                exit.vars.retain(|var| {
                    let variable = self.program.variable(*var);
                    variable.lifetime == Lifetime::Static || variable.addressed
                });
                for callee in call.callees {
                    let known = &mut self.situations[callee.index()];
                    let more = !known.reached
                        || !known.exit.vars.is_superset(&exit.vars)
                        || (exit.memory && !known.exit.memory)
                        || (result && !known.result);
                    known.reached = true;
                    known.exit.vars.extend(&exit.vars);
                    known.exit.memory |= exit.memory;
                    known.result |= result;
                    if more && !waiting.contains(&callee) {
                        waiting.push_back(callee);
                    }
                }
            }
        }
    }

    /// Whether it is so in the situation that a procedure is in.
    fn holds(&self, function: FunctionId, when: &When) -> bool {
        let situation = &self.situations[function.index()];
        let touched = &self.touched[function.index()];
        let demanded = |fact: &Fact| match fact {
            Fact::Var(var) => situation.exit.vars.contains(var),
            Fact::Memory => situation.exit.memory,
            Fact::Result => situation.result,
            Fact::Addressed => {
                let mut vars = situation.exit.vars.iter().filter(|var| !touched.contains(var));
                vars.any(|var| self.program.variable(*var).addressed)
            }
        };
        when.always || when.facts.iter().any(demanded)
    }

    /// What is demanded at a point of a procedure in its situation.
    fn live(&self, function: FunctionId, demanded: &Demanded) -> Live {
        let vars = demanded
            .vars
            .iter()
            .filter(|(_, when)| self.holds(function, when));
        let mut live = Live {
            vars: vars.map(|(var, _)| *var).collect(),
            memory: self.holds(function, &demanded.memory),
        };
        if demanded.ends {
            let exit = self.situations[function.index()].exit.vars.iter();
            live.vars
                .extend(exit.filter(|var| !self.touched[function.index()].contains(var)));
        }
        live
    }

    fn is_idle(&self, function: FunctionId, call: &Call) -> bool {
        !self.holds(function, &call.followed)
    }

    fn told(&self) -> Summaries {
        let mut found = Summaries {
            activations: self.activations(),
            ..Summaries::default()
        };
        let mut used: BTreeMap<FunctionId, usize> = BTreeMap::new();
        for (index, relation) in self.relations.iter().enumerate() {
            let id = FunctionId(index as u32);
            if !self.situations[index].reached {
                continue;
            }
            for call in &relation.calls {
                if self.is_idle(id, call) {
                    found.idle.push((id, Pc(call.at as u32)));
                    continue;
                }
                for callee in &call.callees {
                    *used.entry(*callee).or_insert(0) += 1;
                }
            }
        }
        for (function, used) in used {
            found.procedures.push(Procedure {
                function,
                analysed: self.analysed[function.index()],
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
