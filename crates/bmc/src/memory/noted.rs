//! Where expressions read, for those who follow dependences.
//!
//! A step says where it stores; where it reads from is only known while its expression is evaluated, because a
//! pointer is a term then. What has a fixed place in a variable needs no note: its place says so.

use program::{ExprId, ExprKind, PlaceBase, Projection};

use crate::equation::{Load, Target};
use crate::memory::place::Spot;
use crate::symex::Symex;
use crate::symex::state::State;

impl Symex<'_> {
    pub(crate) fn note_load(&mut self, state: &State, expr: ExprId, spot: &Spot, size: u64) {
        if !self.is_by_name(expr) {
            self.note_bytes(state, expr, spot, size, false);
        }
    }

    /// Bytes are copied from where a pointer points.
    pub(crate) fn note_copy(&mut self, state: &State, pointer: ExprId, spot: &Spot, size: u64) {
        self.note_bytes(state, pointer, spot, size, true);
    }

    fn note_bytes(&mut self, state: &State, expr: ExprId, spot: &Spot, size: u64, copied: bool) {
        let found = match self.elements(state, spot, size) {
            Some(elements) => self.targets(&elements, size),
            None => {
                let all = spot.cases.iter().map(|case| Target {
                    object: case.object,
                    offset: case.offset,
                    chosen: case.chosen,
                    size,
                });
                all.collect()
            }
        };
        let mut targets = found;
        for target in &mut targets {
            target.chosen = self.pool.and(target.chosen, self.lazy);
        }
        self.loads.push(Load {
            expr,
            copied,
            frame: self.at.frame,
            at: self.steps.len(),
            targets,
        });
    }

    fn is_by_name(&self, expr: ExprId) -> bool {
        let ExprKind::Load(place) = self.program.expr(expr).kind else {
            return false;
        };
        let place = self.program.place(place);
        let fixed = |step: &Projection| match step {
            Projection::Field(_) => true,
            Projection::Index(index) => matches!(self.program.expr(*index).kind, ExprKind::Int(_)),
        };
        matches!(place.base, PlaceBase::Var(_)) && place.path.iter().all(fixed)
    }
}
