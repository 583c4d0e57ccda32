//! Putting fragments of code into the bodies of functions.
//!
//! What is inserted is collected first, by instruction, and put in at once: targets of jumps are numbers of
//! instructions and move only then. Inside a fragment they count from [`FRAGMENT`], relative to its start. Loops keep
//! their names: nothing that is inserted jumps back.

use std::collections::BTreeMap;

use program::{FunctionId, Instr, Pc, Program};

use super::instrument::Instrumenter;

/// Targets inside a fragment count from here.
pub(super) const FRAGMENT: u32 = 1 << 30;

/// What is put around an instruction.
#[derive(Default)]
pub(super) struct Insertion {
    pub before: Vec<Vec<Instr>>,
    pub instead: Option<Vec<Instr>>,
    pub after: Vec<Vec<Instr>>,
}

/// Code at a place that only some jumps come to: those from the instructions from `lo` to before `hi`, or only the
/// others. Whoever comes from the instruction before passes it anyway.
pub(super) struct Entry {
    pub fragments: Vec<Vec<Instr>>,
    pub lo: Pc,
    pub hi: Pc,
    /// Whether the jumps from these instructions pass it, or all others.
    pub inside: bool,
}

impl Instrumenter<'_> {
    /// Puts the edits into the bodies.
    pub(super) fn finish(mut self) -> Program {
        let entry = self.program.entry;
        let prologue = std::mem::take(&mut self.prologue);
        self.edit(entry, 0).before.splice(0..0, prologue);
        let mut by_function: BTreeMap<FunctionId, BTreeMap<u32, Insertion>> = BTreeMap::new();
        for ((function, pc), edit) in std::mem::take(&mut self.edits) {
            by_function.entry(function).or_default().insert(pc, edit);
        }
        let mut entries = std::mem::take(&mut self.entries);
        for (function, _) in entries.keys() {
            by_function.entry(*function).or_default();
        }
        for (function, mut edits) in by_function {
            let old = std::mem::take(&mut self.program.functions[function.index()].body);
            let mut starts = Vec::with_capacity(old.len() + 1);
            // With each instruction, from where jumps in it count and which it was, or which it stands for.
            let mut body: Vec<(Instr, u32, usize)> = Vec::new();
            let put = |body: &mut Vec<(Instr, u32, usize)>, fragment: Vec<Instr>, of: usize| {
                let base = body.len() as u32;
                body.extend(fragment.into_iter().map(|instr| (instr, base, of)));
            };
            // By instruction: where those go on that do not pass what is put in there for others.
            let mut past: BTreeMap<u32, (u32, Entry)> = BTreeMap::new();
            for (index, instr) in old.into_iter().enumerate() {
                starts.push(body.len() as u32);
                if let Some(mut entry) = entries.remove(&(function, index as u32)) {
                    for fragment in std::mem::take(&mut entry.fragments) {
                        put(&mut body, fragment, index);
                    }
                    past.insert(index as u32, (body.len() as u32, entry));
                }
                let edit = edits.remove(&(index as u32)).unwrap_or_default();
                for fragment in edit.before {
                    put(&mut body, fragment, index);
                }
                match edit.instead {
                    Some(fragment) => put(&mut body, fragment, index),
                    None => body.push((instr, 0, index)),
                }
                for fragment in edit.after {
                    put(&mut body, fragment, index);
                }
            }
            starts.push(body.len() as u32);
            let resolve = |pc: &mut Pc, base: u32, of: usize| {
                let passes =
                    |entry: &Entry| (entry.lo.index()..entry.hi.index()).contains(&of) == entry.inside;
                *pc = match (pc.0.checked_sub(FRAGMENT), past.get(&pc.0)) {
                    (Some(inside), _) => Pc(base + inside),
                    (None, Some((behind, entry))) if !passes(entry) => Pc(*behind),
                    (None, _) => Pc(starts[pc.index()]),
                };
            };
            for (instr, base, of) in &mut body {
                instr.kind.for_each_target(|to| resolve(to, *base, *of));
            }
            let body = body.into_iter().map(|(instr, ..)| instr).collect();
            self.program.functions[function.index()].body = body;
        }
        self.program.components.clear();
        self.program
    }
}
