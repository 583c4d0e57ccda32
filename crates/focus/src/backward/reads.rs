//! What expressions and inputs read: bits that are demanded before them.

use bmc::{FrameId, StepId};
use logic::TermId;
use program::{ExprId, ExprKind};

use super::{Hit, Open, Walk, constant, storage};
use crate::demand::Bits;

impl Walk<'_, '_> {
    /// Demands what expressions of an instruction read, which has this step.
    pub(super) fn demands(&mut self, id: StepId, frame: FrameId, exprs: &[ExprId], when: TermId) {
        if self.is_false(when) {
            return;
        }
        let reads = self.statics.reads(exprs);
        for (var, bits) in reads.named {
            self.add(self.statics.storage(frame, var), bits, when);
        }
        for expr in reads.reached {
            let whole = self.whole(expr);
            self.reached(id, (frame, expr, false), whole, when);
        }
    }

    /// Of what an expression reads: where its bits lie, counted from its first byte.
    pub(super) fn whole(&self, expr: ExprId) -> Bits {
        let program = self.statics.program;
        if let ExprKind::Load(place) = program.expr(expr).kind
            && let Some(field) = self.statics.field(place)
        {
            return field;
        }
        let size = program.types.size_of(program.expr(expr).ty).unwrap_or(0);
        Bits {
            from: 0,
            count: size * 8,
        }
    }

    /// Demands bits of what an expression reads through a pointer or an index; they are counted from its first byte.
    pub(super) fn reached(&mut self, id: StepId, read: (FrameId, ExprId, bool), bits: Bits, when: TermId) {
        let targets = self.loads.of(self.equation, id, read);
        for target in targets {
            let Some(storage) = storage(self.equation, target.object) else {
                continue;
            };
            let when = self.pool().and(when, target.chosen);
            if self.is_false(when) {
                continue;
            }
            match constant(self.equation, target.offset) {
                Some(offset) => {
                    let from = offset.saturating_mul(8).saturating_add(bits.from);
                    self.add(storage, Bits { from, ..bits }, when);
                }
                None => self.open.push(Open {
                    storage,
                    offset: target.offset,
                    bits,
                    when,
                }),
            }
        }
    }

    /// Demands bits of a record or array that is copied or passed as a whole, counted from its start.
    pub(super) fn copied(&mut self, id: StepId, frame: FrameId, from: ExprId, hits: &[Hit]) {
        let program = self.statics.program;
        let ExprKind::Load(place) = program.expr(from).kind else {
            return;
        };
        let any = self.any_hit(hits);
        let way = self.statics.way_to(place);
        self.demands(id, frame, &way, any);
        for (bits, when) in hits {
            match self.statics.named(place) {
                Some((var, whole)) => {
                    let bits = Bits {
                        from: whole.from + bits.from,
                        ..*bits
                    };
                    self.add(self.statics.storage(frame, var), bits, *when);
                }
                None => self.reached(id, (frame, from, false), *bits, *when),
            }
        }
    }
}
