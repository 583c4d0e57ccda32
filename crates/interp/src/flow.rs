//! Which variables certainly have a value, and certainly exist, wherever they are used.
//!
//! A scalar variable whose address is never taken lives in a register. If every read of it comes after a
//! write on every path, it needs no "uninitialised" state; only the others pay for a flag. In the same way a
//! variable in memory that some path uses before its `Declare` (a jump past a declaration) is made to exist
//! from the start of the function. Both are one forward analysis over bit sets.

use std::collections::{BTreeSet, HashMap, HashSet};

use program::{
    Callee, Child, ExprId, Function, Instr, InstrKind, Lifetime, Pc, PlaceBase, PlaceId, Program, Projection,
    VarId,
};

use crate::confine::Stretch;
use crate::translate::Layout;

/// What an instruction does to local variables, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Use(VarId),
    Define(VarId),
    /// The result of a call that may give none.
    DefinePerhaps(VarId),
    Declare(VarId),
    Dead(VarId),
}

impl Effect {
    pub(crate) fn var(self) -> VarId {
        match self {
            Effect::Use(var)
            | Effect::Define(var)
            | Effect::DefinePerhaps(var)
            | Effect::Declare(var)
            | Effect::Dead(var) => var,
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// Local variables that the body mentions, in order of first mention.
    pub locals: Vec<VarId>,
    /// Used where they may not have been written or declared.
    pub uncertain: HashSet<VarId>,
    /// Have a `Declare` somewhere.
    pub declared: HashSet<VarId>,
    /// The first and the last instruction that mentions each of the locals; a parameter is there from the start.
    pub mentioned: Vec<Stretch>,
    /// The deepest nesting of expressions and places.
    pub depth: usize,
}

struct Walker<'a> {
    program: &'a Program,
    layout: &'a Layout,
    effects: Vec<Effect>,
    depth: usize,
}

impl Walker<'_> {
    fn local(&mut self, var: VarId, effect: fn(VarId) -> Effect) {
        if self.program.variable(var).lifetime != Lifetime::Static {
            self.effects.push(effect(var));
        }
    }

    /// All uses in an expression; iterative, because expressions may be very deep.
    fn expr(&mut self, root: ExprId) {
        let mut stack = vec![(root, 1)];
        while let Some((id, depth)) = stack.pop() {
            self.depth = self.depth.max(depth);
            let next = depth + 1;
            let program = self.program;
            program.expr(id).kind.children(|child| match child {
                Child::Expr(operand) => stack.push((operand, next)),
                Child::Place(place) => self.place(place, Effect::Use, |expr| stack.push((expr, next))),
            });
        }
    }

    fn place(&mut self, id: PlaceId, effect: fn(VarId) -> Effect, mut operand: impl FnMut(ExprId)) {
        let program = self.program;
        let place = program.place(id);
        for projection in &place.path {
            if let Projection::Index(index) = projection {
                operand(*index);
            }
        }
        match place.base {
            PlaceBase::Deref(pointer) => operand(pointer),
            PlaceBase::Var(var) if place.path.is_empty() => self.local(var, effect),
            PlaceBase::Var(var) => self.local(var, Effect::Use),
        }
    }

    fn written(&mut self, id: PlaceId) {
        let before = self.effects.len();
        let mut operands = Vec::new();
        self.place(id, Effect::Define, |expr| operands.push(expr));
        // The operands are read before the place is written.
        let write = self.effects.split_off(before);
        for operand in operands {
            self.expr(operand);
        }
        self.effects.extend(write);
    }

    fn instr(&mut self, instr: &Instr) {
        match &instr.kind {
            InstrKind::Declare(var) => self.local(*var, Effect::Declare),
            InstrKind::Dead(var) => self.local(*var, Effect::Dead),
            InstrKind::Assign { place, value } => {
                self.expr(*value);
                self.written(*place);
            }
            InstrKind::Input { place, .. } => self.written(*place),
            InstrKind::Assume(cond) | InstrKind::Halt(cond) => self.expr(*cond),
            InstrKind::Claim(claim) => {
                let program = self.program;
                self.expr(program.claim(*claim).cond);
            }
            InstrKind::Branch { cond, .. } => self.expr(*cond),
            InstrKind::Switch { value, .. } => self.expr(*value),
            InstrKind::Jump(_) | InstrKind::Abort => {}
            InstrKind::Call {
                dest,
                callee,
                args,
                varargs,
            } => {
                if let Callee::Indirect(pointer) = callee {
                    self.expr(*pointer);
                }
                for &arg in args.iter().chain(varargs) {
                    self.expr(arg);
                }
                if let Some(dest) = dest {
                    let before = self.effects.len();
                    self.written(*dest);
                    if let (Some(Effect::Define(var)), true) = (
                        self.effects[before..].last().copied(),
                        self.layout.may_give_nothing(*callee),
                    ) {
                        self.effects.pop();
                        self.effects.push(Effect::DefinePerhaps(var));
                    }
                }
            }
            InstrKind::Return(value) => {
                if let Some(value) = value {
                    self.expr(*value);
                }
            }
            InstrKind::Builtin { dest, args, .. } => {
                for &arg in args {
                    self.expr(arg);
                }
                if let Some(dest) = dest {
                    self.written(*dest);
                }
            }
        }
    }
}

fn walked<'p>(program: &'p Program, layout: &'p Layout, function: &Function) -> (Walker<'p>, Vec<usize>) {
    let mut walker = Walker {
        program,
        layout,
        effects: Vec::new(),
        depth: 0,
    };
    let mut starts = vec![0];
    for instr in &function.body {
        walker.instr(instr);
        starts.push(walker.effects.len());
    }
    (walker, starts)
}

/// What a function does to local variables: instruction i has the effects from `starts[i]` to before `starts[i + 1]`.
pub(crate) fn effects(program: &Program, layout: &Layout, function: &Function) -> (Vec<Effect>, Vec<usize>) {
    let (walker, starts) = walked(program, layout, function);
    (walker.effects, starts)
}

pub(crate) fn analyse(program: &Program, layout: &Layout, function: &Function) -> Facts {
    let mut flow = Flow::of(program, layout, function);
    let blocks = Blocks::of(function);
    let states = flow.states(&blocks);
    for (block, state) in states.into_iter().enumerate() {
        if let Some(state) = state {
            flow.find_uncertain(&blocks, block, state);
        }
    }
    flow.facts
}

/// The effects of a function on its local variables. A set of variables is a list of words, one bit for each number.
struct Flow<'f> {
    program: &'f Program,
    function: &'f Function,
    effects: Vec<Effect>,
    /// Instruction i has `effects[starts[i]..starts[i + 1]]`.
    starts: Vec<usize>,
    numbers: HashMap<VarId, usize>,
    facts: Facts,
}

impl<'f> Flow<'f> {
    fn of(program: &'f Program, layout: &'f Layout, function: &'f Function) -> Flow<'f> {
        let (walker, starts) = walked(program, layout, function);
        let effects = walker.effects;
        let mut facts = Facts {
            depth: walker.depth,
            ..Facts::default()
        };
        let mut numbers: HashMap<VarId, usize> = HashMap::new();
        let params = function.params.iter().chain(&function.varargs);
        let mentions = (0..function.body.len()).flat_map(|pc| {
            let effects = &effects[starts[pc]..starts[pc + 1]];
            effects.iter().map(move |effect| (effect.var(), pc))
        });
        for (var, pc) in params.map(|var| (*var, 0)).chain(mentions) {
            let number = *numbers.entry(var).or_insert_with(|| {
                facts.locals.push(var);
                facts.mentioned.push((pc, pc));
                facts.locals.len() - 1
            });
            facts.mentioned[number].1 = pc;
        }
        for effect in &effects {
            if let Effect::Declare(var) = effect {
                facts.declared.insert(*var);
            }
        }
        Flow {
            program,
            function,
            effects,
            starts,
            numbers,
            facts,
        }
    }

    fn in_register(&self, var: VarId) -> bool {
        lives_in_register(self.program, var)
    }

    fn effects_of(&self, blocks: &Blocks, block: usize) -> &[Effect] {
        let (from, to) = blocks.range(block, self.function);
        &self.effects[self.starts[from]..self.starts[to]]
    }

    /// What an effect does to the set of variables that are certain.
    fn apply(&self, state: &mut [u64], effect: Effect) {
        let certain = match effect {
            Effect::Use(_) => return,
            Effect::Define(var) | Effect::DefinePerhaps(var) if !self.in_register(var) => return,
            Effect::Define(_) => true,
            Effect::DefinePerhaps(_) | Effect::Dead(_) => false,
            Effect::Declare(var) => !self.in_register(var),
        };
        let number = self.numbers[&effect.var()];
        if certain {
            state[number / 64] |= 1 << (number % 64);
        } else {
            state[number / 64] &= !(1 << (number % 64));
        }
    }

    /// What is certain at the start of the function.
    fn entry(&self) -> Vec<u64> {
        let (program, function) = (self.program, self.function);
        let mut entry = vec![0; self.facts.locals.len().div_ceil(64)];
        // An old-style call may pass fewer arguments than there are parameters.
        let all_passed = program.types.function(function.ty).is_none_or(|ty| ty.prototyped);
        for &param in function.params.iter().chain(&function.varargs) {
            if all_passed || !self.in_register(param) {
                let number = self.numbers[&param];
                entry[number / 64] |= 1u64 << (number % 64);
            }
        }
        entry
    }

    /// What is certain at the start of each block; nothing for those that no way leads to.
    fn states(&self, blocks: &Blocks) -> Vec<Option<Vec<u64>>> {
        let mut states: Vec<Option<Vec<u64>>> = vec![None; blocks.starts.len()];
        if let Some(first) = states.first_mut() {
            *first = Some(self.entry());
        }
        // The earliest first: where ways meet, all of them have usually been gone by then.
        let mut work: BTreeSet<usize> = (0..states.len().min(1)).collect();
        while let Some(block) = work.pop_first() {
            let Some(mut state) = states[block].clone() else {
                continue;
            };
            for &effect in self.effects_of(blocks, block) {
                self.apply(&mut state, effect);
            }
            blocks.successors(self.function, block, |next| {
                let changed = match &mut states[next] {
                    slot @ None => {
                        *slot = Some(state.clone());
                        true
                    }
                    Some(old) => meet(old, &state),
                };
                if changed {
                    work.insert(next);
                }
            });
        }
        states
    }

    /// Marks what a block uses without being certain of it; `state` is what is certain at its start.
    fn find_uncertain(&mut self, blocks: &Blocks, block: usize, mut state: Vec<u64>) {
        let mut uncertain = Vec::new();
        for &effect in self.effects_of(blocks, block) {
            let used = match effect {
                Effect::Use(var) => Some(var),
                Effect::Define(var) | Effect::DefinePerhaps(var) if !self.in_register(var) => Some(var),
                _ => None,
            };
            if let Some(var) = used {
                let number = self.numbers[&var];
                if state[number / 64] >> (number % 64) & 1 == 0 {
                    uncertain.push(var);
                }
            }
            self.apply(&mut state, effect);
        }
        self.facts.uncertain.extend(uncertain);
    }
}

/// Keeps what is certain on both ways; says whether that is less than before.
fn meet(old: &mut [u64], new: &[u64]) -> bool {
    let mut changed = false;
    for (old, new) in old.iter_mut().zip(new) {
        changed |= *old & !new != 0;
        *old &= new;
    }
    changed
}

/// Which instructions control can come to.
pub(crate) fn reachable(function: &Function) -> Vec<bool> {
    let blocks = Blocks::of(function);
    let mut reached = vec![false; function.body.len()];
    let mut seen = vec![false; blocks.starts.len()];
    let mut work = if seen.is_empty() { vec![] } else { vec![0] };
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut seen[block], true) {
            continue;
        }
        let (from, to) = blocks.range(block, function);
        reached[from..to].fill(true);
        blocks.successors(function, block, |next| work.push(next));
    }
    reached
}

/// Whether a local variable needs no memory.
pub(crate) fn lives_in_register(program: &Program, var: VarId) -> bool {
    let variable = program.variable(var);
    variable.lifetime != Lifetime::Static && !variable.addressed && program.types.is_scalar(variable.ty)
}

struct Blocks {
    starts: Vec<usize>,
    block_at: HashMap<usize, usize>,
}

impl Blocks {
    fn of(function: &Function) -> Blocks {
        let mut leaders = vec![0];
        for (index, instr) in function.body.iter().enumerate() {
            leaders.extend(instr.kind.targets().map(Pc::index));
            if instr.kind.ends_block() {
                leaders.push(index + 1);
            }
        }
        leaders.sort_unstable();
        leaders.dedup();
        leaders.retain(|&leader| leader < function.body.len());
        let block_at = leaders
            .iter()
            .enumerate()
            .map(|(block, &start)| (start, block))
            .collect();
        Blocks {
            starts: leaders,
            block_at,
        }
    }

    fn range(&self, block: usize, function: &Function) -> (usize, usize) {
        let end = self.starts.get(block + 1).copied().unwrap_or(function.body.len());
        (self.starts[block], end)
    }

    fn successors(&self, function: &Function, block: usize, mut each: impl FnMut(usize)) {
        let (_, end) = self.range(block, function);
        let mut go = |to: usize| {
            if let Some(&next) = self.block_at.get(&to) {
                each(next);
            }
        };
        let last = &function.body[end - 1].kind;
        last.targets().for_each(|to| go(to.index()));
        if !last.ends_block() {
            go(end);
        }
    }
}
