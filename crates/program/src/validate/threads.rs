//! What others see of an instruction, in a program that starts threads.
//!
//! Every engine exchanges threads at the same places: before an instruction that makes an access which others can see, and
//! never within one. So no instruction makes two, and [`ThreadOp::Point`] stands before each, with nothing but the claims
//! of the access between them. An operation on an atomic object is one step, however many accesses it is made of. The entry
//! function is executed while there is nobody else.

use super::{Checker, Fault, Site};
use crate::{AtomicKind, Builtin, FunctionId, InstrKind, Pc, ThreadOp};

impl Checker<'_> {
    pub(super) fn check_visible_accesses(&mut self) {
        let program = self.program;
        if !program.starts_threads() {
            return;
        }
        for index in 0..program.functions.len() {
            let id = FunctionId(index as u32);
            if id != program.entry {
                self.check_accesses_of(id);
            }
        }
    }

    fn check_accesses_of(&mut self, id: FunctionId) {
        let program = self.program;
        let (mut within_operation, mut behind_point) = (false, false);
        for (index, instr) in program.function(id).body.iter().enumerate() {
            let accesses = program.visible_accesses(&instr.kind);
            let site = Site::Instr(id, Pc(index as u32));
            match &instr.kind {
                InstrKind::Builtin {
                    op: Builtin::Thread(op),
                    ..
                } => {
                    // The operation is one itself.
                    if accesses > 0 && op.is_point() {
                        self.report(site, Fault::SeveralAccesses(accesses + 1));
                    }
                    match op {
                        ThreadOp::AtomicBegin(AtomicKind::Operation) => within_operation = true,
                        ThreadOp::AtomicEnd(AtomicKind::Operation) => within_operation = false,
                        _ => {}
                    }
                    behind_point = *op == ThreadOp::Point;
                }
                InstrKind::Claim(_) => {}
                _ => {
                    if accesses > 1 && !within_operation {
                        self.report(site, Fault::SeveralAccesses(accesses));
                    }
                    if accesses > 0 && !within_operation && !behind_point {
                        self.report(site, Fault::NoPoint);
                    }
                    behind_point = false;
                }
            }
        }
    }
}
