//! Which variables of a function hold something that still counts, at each instruction.
//!
//! Two states of a run are the same if they hold the same. Registers hold more than that: values of variables whose
//! block was left, of declarations that were not given a value yet, of intermediate results that nobody reads again. A
//! variable of the programmer counts from where it may have been written to the end of its life, whether it is read
//! again or not; a temporary counts as long as it may be read.

use std::collections::HashMap;
use std::sync::OnceLock;

use program::{Function, InstrKind, Lifetime, Pc, Program, VarId};

use crate::code::{Home, Reg};
use crate::flow::{self, Effect};
use crate::scalar::Scalar;
use crate::translate::Layout;

/// A variable that holds something, and where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HeldVar {
    pub var: VarId,
    pub place: HeldPlace,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum HeldPlace {
    Register {
        reg: Reg,
        flag: Option<Reg>,
        scalar: Scalar,
    },
    /// The register holds the address while it exists.
    Memory(Reg),
}

type Set = Vec<u64>;

/// What is held in a function, instruction by instruction.
#[derive(Debug)]
pub(crate) struct Held {
    vars: Vec<VarId>,
    /// Before each instruction.
    before: Vec<Set>,
    /// While a call in it goes on.
    during: Vec<Set>,
    lists: Vec<[OnceLock<Box<[HeldVar]>>; 2]>,
}

impl Held {
    pub(crate) fn of(program: &Program, layout: &Layout, function: &Function) -> Held {
        let (effects, starts) = flow::effects(program, layout, function);
        let mut vars: Vec<VarId> = effects.iter().map(|effect| effect.var()).collect();
        vars.extend(function.params.iter().chain(&function.varargs));
        vars.sort_unstable();
        vars.dedup();
        let numbers: HashMap<VarId, usize> = (0..).zip(&vars).map(|(index, &var)| (var, index)).collect();
        let analysis = Analysis {
            function,
            effects: &effects,
            starts: &starts,
            numbers: &numbers,
            words: vars.len().div_ceil(64),
        };
        let temporary = |var: &VarId| {
            let variable = program.variable(*var);
            variable.lifetime == Lifetime::Temporary && flow::lives_in_register(program, *var)
        };
        let mut temporaries = analysis.empty();
        for var in vars.iter().filter(|var| temporary(var)) {
            insert(&mut temporaries, numbers[var]);
        }
        let written = analysis.written();
        let read = analysis.read();
        let combined = |pc: usize, live: &Set| -> Set {
            let words = temporaries.iter().zip(live).zip(&written[pc]);
            words
                .map(|((temporary, live), written)| (temporary & live) | (!temporary & written))
                .collect()
        };
        let before = (0..function.body.len()).map(|pc| combined(pc, &read[pc]));
        let during = (0..function.body.len()).map(|pc| {
            let mut live = read.get(pc + 1).cloned().unwrap_or_else(|| analysis.empty());
            for effect in analysis.of_instr(pc) {
                if let Effect::Define(var) | Effect::DefinePerhaps(var) = effect {
                    remove(&mut live, numbers[var]);
                }
            }
            combined(pc, &live)
        });
        Held {
            before: before.collect(),
            during: during.collect(),
            vars,
            lists: function.body.iter().map(|_| Default::default()).collect(),
        }
    }

    /// What counts at an instruction, in the order of the variables' numbers. Homes are always the same for one
    /// function.
    pub(crate) fn at(&self, pc: Pc, in_call: bool, homes: &HashMap<VarId, Home>) -> &[HeldVar] {
        let Some(list) = self.lists.get(pc.index()) else {
            return &[];
        };
        let sets = if in_call { &self.during } else { &self.before };
        list[usize::from(in_call)].get_or_init(|| {
            let held = |index: &usize| sets[pc.index()][index / 64] >> (index % 64) & 1 != 0;
            let found = (0..self.vars.len()).filter_map(|index| {
                let var = self.vars[index];
                let place = match *homes.get(&var)? {
                    Home::Reg { reg, flag, scalar } if held(&index) => {
                        HeldPlace::Register { reg, flag, scalar }
                    }
                    Home::Memory(reg) => HeldPlace::Memory(reg),
                    _ => return None,
                };
                Some(HeldVar { var, place })
            });
            found.collect()
        })
    }
}

fn insert(set: &mut Set, number: usize) {
    set[number / 64] |= 1 << (number % 64);
}

fn remove(set: &mut Set, number: usize) {
    set[number / 64] &= !(1 << (number % 64));
}

/// Adds what is new; whether anything was.
fn join(set: &mut Set, more: &Set) -> bool {
    let mut grown = false;
    for (own, more) in set.iter_mut().zip(more) {
        grown |= *more & !*own != 0;
        *own |= more;
    }
    grown
}

struct Analysis<'a> {
    function: &'a Function,
    effects: &'a [Effect],
    starts: &'a [usize],
    numbers: &'a HashMap<VarId, usize>,
    words: usize,
}

impl Analysis<'_> {
    fn empty(&self) -> Set {
        vec![0; self.words]
    }

    fn of_instr(&self, pc: usize) -> &[Effect] {
        &self.effects[self.starts[pc]..self.starts[pc + 1]]
    }

    fn successors(&self, pc: usize) -> Vec<usize> {
        let kind = &self.function.body[pc].kind;
        let mut next: Vec<usize> = kind.targets().map(Pc::index).collect();
        let goes_on = !kind.ends_block() && !matches!(kind, InstrKind::Jump(_));
        if goes_on {
            next.push(pc + 1);
        }
        next.retain(|&to| to < self.function.body.len());
        next
    }

    /// Before each instruction: what may have been written since its life began.
    fn written(&self) -> Vec<Set> {
        let length = self.function.body.len();
        let mut states = vec![self.empty(); length];
        let Some(first) = states.first_mut() else {
            return states;
        };
        for param in self.function.params.iter().chain(&self.function.varargs) {
            insert(first, self.numbers[param]);
        }
        let mut work: std::collections::BTreeSet<usize> = (0..length).collect();
        while let Some(pc) = work.pop_first() {
            let mut state = states[pc].clone();
            for effect in self.of_instr(pc) {
                let number = self.numbers[&effect.var()];
                match effect {
                    // What is read without a value gets one.
                    Effect::Use(_) | Effect::Define(_) | Effect::DefinePerhaps(_) => {
                        insert(&mut state, number)
                    }
                    Effect::Declare(_) | Effect::Dead(_) => remove(&mut state, number),
                }
            }
            for next in self.successors(pc) {
                if join(&mut states[next], &state) {
                    work.insert(next);
                }
            }
        }
        states
    }

    /// Before each instruction: what may be read before it is written.
    fn read(&self) -> Vec<Set> {
        let length = self.function.body.len();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); length];
        for pc in 0..length {
            for next in self.successors(pc) {
                before[next].push(pc);
            }
        }
        let mut states = vec![self.empty(); length];
        let mut work: std::collections::BTreeSet<usize> = (0..length).collect();
        while let Some(pc) = work.pop_last() {
            let mut state = self.empty();
            for next in self.successors(pc) {
                join(&mut state, &states[next]);
            }
            for effect in self.of_instr(pc).iter().rev() {
                let number = self.numbers[&effect.var()];
                match effect {
                    Effect::Use(_) => insert(&mut state, number),
                    Effect::Define(_) | Effect::Declare(_) | Effect::Dead(_) => remove(&mut state, number),
                    Effect::DefinePerhaps(_) => {}
                }
            }
            if join(&mut states[pc], &state) {
                work.extend(&before[pc]);
            }
        }
        states
    }
}
