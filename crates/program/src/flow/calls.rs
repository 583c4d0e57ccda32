//! Which function calls which, and what each may store to and read.

use std::collections::BTreeSet;

use crate::{Builtin, Callee, ExprId, ExprKind, FunctionId, InstrKind, PlaceBase, PlaceId, Program, VarId};

/// What code may store to and read, and whether it may end the run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effects {
    /// Variables that are stored to by name.
    pub stores: BTreeSet<VarId>,
    /// Variables that are read by name.
    pub reads: BTreeSet<VarId>,
    /// Whether something is stored to through a pointer: anything whose address is taken may be it.
    pub stores_through_pointers: bool,
    pub reads_through_pointers: bool,
    /// Whether `exit` or `abort` may be executed.
    pub ends_run: bool,
    pub calls: BTreeSet<FunctionId>,
}

impl Effects {
    fn add(&mut self, other: &Effects) {
        self.stores.extend(&other.stores);
        self.reads.extend(&other.reads);
        self.stores_through_pointers |= other.stores_through_pointers;
        self.reads_through_pointers |= other.reads_through_pointers;
        self.ends_run |= other.ends_run;
        self.calls.extend(&other.calls);
    }

    /// Of one instruction by itself; a call stores to its destination here and does nothing else.
    #[must_use]
    pub fn of_instr(program: &Program, kind: &InstrKind) -> Effects {
        let mut effects = Effects::default();
        program.instr_operands(kind, |expr, _| effects.read(program, expr));
        match kind {
            InstrKind::Assign { place, .. } | InstrKind::Input { place, .. } => {
                effects.store(program, *place)
            }
            InstrKind::Call { dest, .. } => dest.iter().for_each(|dest| effects.store(program, *dest)),
            InstrKind::Builtin { dest, op, .. } => {
                dest.iter().for_each(|dest| effects.store(program, *dest));
                effects.stores_through_pointers |= matches!(
                    op,
                    Builtin::CopyMemory | Builtin::SetMemory | Builtin::FormatInto | Builtin::ParseFloat
                );
                effects.reads_through_pointers |= matches!(
                    op,
                    Builtin::CopyMemory | Builtin::Print | Builtin::FormatInto | Builtin::ParseFloat
                );
            }
            InstrKind::Declare(var) => drop(effects.stores.insert(*var)),
            InstrKind::Halt(_) | InstrKind::Abort => effects.ends_run = true,
            _ => {}
        }
        effects
    }

    fn store(&mut self, program: &Program, place: PlaceId) {
        match program.place(place).base {
            PlaceBase::Var(var) => drop(self.stores.insert(var)),
            PlaceBase::Deref(_) => self.stores_through_pointers = true,
        }
    }

    fn read(&mut self, program: &Program, root: ExprId) {
        let mut pending = vec![root];
        while let Some(expr) = pending.pop() {
            if let ExprKind::Load(place) = program.expr(expr).kind {
                match program.place(place).base {
                    PlaceBase::Var(var) => drop(self.reads.insert(var)),
                    PlaceBase::Deref(_) => self.reads_through_pointers = true,
                }
            }
            program.operands(expr, |operand| pending.push(operand));
        }
    }
}

/// Who calls whom, with all that follows from it.
#[derive(Debug, Clone)]
pub struct CallGraph {
    /// By function, called functions included.
    effects: Vec<Effects>,
    /// By function: those whose address is taken, which an indirect call may be of.
    pointed_at: BTreeSet<FunctionId>,
}

impl CallGraph {
    #[must_use]
    pub fn new(program: &Program) -> CallGraph {
        let pointed_at: BTreeSet<FunctionId> = program.addressed_functions().collect();
        let mut graph = CallGraph {
            effects: Vec::new(),
            pointed_at,
        };
        for function in &program.functions {
            let mut effects = Effects::default();
            for instr in &function.body {
                effects.add(&Effects::of_instr(program, &instr.kind));
                effects.calls.extend(graph.callees(&instr.kind));
            }
            graph.effects.push(effects);
        }
        graph.close();
        graph
    }

    /// Each function takes over what those that it calls do, until nothing is new.
    fn close(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for index in 0..self.effects.len() {
                let mut effects = self.effects[index].clone();
                for callee in self.effects[index].calls.clone() {
                    effects.add(&self.effects[callee.index()]);
                }
                if effects != self.effects[index] {
                    self.effects[index] = effects;
                    changed = true;
                }
            }
        }
    }

    /// The functions that an instruction may call.
    #[must_use]
    pub fn callees(&self, kind: &InstrKind) -> Vec<FunctionId> {
        match kind {
            InstrKind::Call {
                callee: Callee::Direct(function),
                ..
            } => vec![*function],
            InstrKind::Call {
                callee: Callee::Indirect(_),
                ..
            } => self.pointed_at.iter().copied().collect(),
            _ => Vec::new(),
        }
    }

    /// What a function may do, called functions included; `calls` are all functions that it may get to.
    #[must_use]
    pub fn effects(&self, function: FunctionId) -> &Effects {
        &self.effects[function.index()]
    }

    #[must_use]
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.effects(function).calls.contains(&function)
    }

    /// What some instructions of a function may do, called functions included.
    #[must_use]
    pub fn effects_of<'i>(
        &self,
        program: &Program,
        kinds: impl IntoIterator<Item = &'i InstrKind>,
    ) -> Effects {
        let mut effects = Effects::default();
        for kind in kinds {
            effects.add(&Effects::of_instr(program, kind));
            for callee in self.callees(kind) {
                effects.add(self.effects(callee));
                effects.calls.insert(callee);
            }
        }
        effects
    }
}
