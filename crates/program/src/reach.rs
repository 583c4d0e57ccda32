//! Which functions can be called at all.

use crate::{Callee, FunctionId, InstrKind, Program};

impl Program {
    /// Of each function, whether calls lead to it from the entry; one whose address is taken anywhere may be called wherever
    /// a pointer is.
    #[must_use]
    pub fn reachable_functions(&self) -> Vec<bool> {
        let addressed: Vec<FunctionId> = self.addressed_functions().collect();
        let mut reached = vec![false; self.functions.len()];
        let mut pending = vec![self.entry];
        while let Some(function) = pending.pop() {
            if std::mem::replace(&mut reached[function.index()], true) {
                continue;
            }
            for instr in &self.function(function).body {
                match &instr.kind {
                    InstrKind::Call {
                        callee: Callee::Direct(callee),
                        ..
                    } => pending.push(*callee),
                    InstrKind::Call { .. } | InstrKind::Builtin { .. } => pending.extend(&addressed),
                    _ => {}
                }
            }
        }
        reached
    }
}
