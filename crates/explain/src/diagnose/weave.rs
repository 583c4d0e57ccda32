//! Putting fragments of code into the bodies of functions.
//!
//! What is inserted is collected first, by instruction, and put in at once: targets of jumps are numbers of instructions
//! and move only then. Inside a fragment they count from [`FRAGMENT`], relative to its start. Loops keep their
//! names: nothing that is inserted jumps back.

use std::collections::BTreeMap;

use program::{FunctionId, Instr, InstrKind, Pc, Program};

use super::instrument::Instrumenter;

/// Targets inside a fragment count from here.
pub(super) const FRAGMENT: u32 = 1 << 30;

/// What is put around an instruction.
#[derive(Default)]
pub(super) struct Edit {
    pub before: Vec<Vec<Instr>>,
    pub instead: Option<Vec<Instr>>,
    pub after: Vec<Vec<Instr>>,
}

impl Instrumenter<'_> {
    /// Puts the edits into the bodies.
    pub(super) fn finish(mut self) -> Program {
        let entry = self.program.entry;
        let prologue = std::mem::take(&mut self.prologue);
        self.edit(entry, 0).before.splice(0..0, prologue);
        let mut by_function: BTreeMap<FunctionId, BTreeMap<u32, Edit>> = BTreeMap::new();
        for ((function, pc), edit) in std::mem::take(&mut self.edits) {
            by_function.entry(function).or_default().insert(pc, edit);
        }
        for (function, mut edits) in by_function {
            let old = std::mem::take(&mut self.program.functions[function.index()].body);
            let mut starts = Vec::with_capacity(old.len() + 1);
            let mut body: Vec<(Instr, u32)> = Vec::new();
            let put = |body: &mut Vec<(Instr, u32)>, fragment: Vec<Instr>| {
                let base = body.len() as u32;
                body.extend(fragment.into_iter().map(|instr| (instr, base)));
            };
            for (index, instr) in old.into_iter().enumerate() {
                starts.push(body.len() as u32);
                let edit = edits.remove(&(index as u32)).unwrap_or_default();
                for fragment in edit.before {
                    put(&mut body, fragment);
                }
                match edit.instead {
                    Some(fragment) => put(&mut body, fragment),
                    None => body.push((instr, 0)),
                }
                for fragment in edit.after {
                    put(&mut body, fragment);
                }
            }
            starts.push(body.len() as u32);
            let resolve = |pc: &mut Pc, base: u32| {
                *pc = match pc.0.checked_sub(FRAGMENT) {
                    Some(inside) => Pc(base + inside),
                    None => Pc(starts[pc.index()]),
                };
            };
            for (instr, base) in &mut body {
                match &mut instr.kind {
                    InstrKind::Jump(to) => resolve(to, *base),
                    InstrKind::Branch { then, otherwise, .. } => {
                        resolve(then, *base);
                        resolve(otherwise, *base);
                    }
                    InstrKind::Switch { arms, default, .. } => {
                        arms.iter_mut().for_each(|arm| resolve(&mut arm.target, *base));
                        resolve(default, *base);
                    }
                    _ => {}
                }
            }
            let body = body.into_iter().map(|(instr, _)| instr).collect();
            self.program.functions[function.index()].body = body;
        }
        self.program.components.clear();
        self.program
    }
}
