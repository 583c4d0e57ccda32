//! Which variables are wrong at the end.
//!
//! A claim about a flag (`assert(!error)`, after `if (...) error = 1;`) says nothing by itself: the condition that
//! decides about the flag does. The parts of that condition which are not as they should be name the variables that
//! hold something wrong.

use bmc::{FrameId, StepId, StepKind};
use program::{ExprId, ExprKind, InstrKind, UnaryOp};

use super::Rewriting;
use crate::form::Kind;

impl Rewriting<'_, '_> {
    /// The condition that decides about the end: the nearest one around the last store, if that sets a constant.
    pub(super) fn decisive(&self, focus: &[StepId], end: StepId) -> Option<StepId> {
        let last = focus.iter().rev().find(|step| {
            **step < end && matches!(self.equation.step(**step).kind, StepKind::Assign { .. })
        })?;
        let (end, last) = (self.equation.step(end), self.equation.step(*last));
        let Some(InstrKind::Assign { value, .. }) = self.statics.kind(self.function(last.frame), last.pc)
        else {
            return None;
        };
        let mut value = *value;
        while let ExprKind::Convert(inner) = self.statics.program.expr(value).kind {
            value = inner;
        }
        if !matches!(self.statics.program.expr(value).kind, ExprKind::Int(_)) {
            return None;
        }
        let mut decides = Vec::new();
        for step in [end, last] {
            let parents = self.statics.parents(self.function(step.frame), step.pc);
            decides.extend(parents.into_iter().map(|pc| (step.frame, pc)));
        }
        focus.iter().rev().copied().find(|id| {
            let step = self.equation.step(*id);
            matches!(step.kind, StepKind::Branch { .. }) && decides.contains(&(step.frame, step.pc))
        })
    }

    /// Notes the variables of the parts that are not what they would have to be for the condition to have this truth.
    pub(super) fn note_wrong(&mut self, frame: FrameId, cond: ExprId, wanted: bool) {
        let program = self.statics.program;
        let mut pending = vec![(cond, wanted)];
        let mut leaves = Vec::new();
        while let Some((expr, wanted)) = pending.pop() {
            match &program.expr(expr).kind {
                ExprKind::Unary {
                    op: UnaryOp::Not,
                    operand,
                } => pending.push((*operand, !wanted)),
                ExprKind::Convert(inner) => pending.push((*inner, wanted)),
                ExprKind::And { lhs, rhs } | ExprKind::Or { lhs, rhs } => {
                    pending.push((*lhs, wanted));
                    pending.push((*rhs, wanted));
                }
                _ => {
                    let form = self.form(frame, expr);
                    let truth = form.map(|form| self.truth(&form));
                    if truth.is_some_and(|truth| self.is_true(truth) != wanted) {
                        leaves.push(expr);
                    }
                }
            }
        }
        let mut found = Vec::new();
        let places: Vec<_> = leaves.iter().flat_map(|leaf| self.places(*leaf)).collect();
        for (place, expr) in places {
            let Some(form) = self.form(frame, expr) else {
                continue;
            };
            let name = program.place_text(place);
            // An input is what it is.
            let held = crate::form::value(&form);
            if held != name && !matches!(form.kind, Kind::Pointer(_)) {
                found.push((name, held));
            }
        }
        found.sort();
        found.dedup();
        self.wrong = found;
    }

    fn places(&self, root: ExprId) -> Vec<(program::PlaceId, ExprId)> {
        let mut found = Vec::new();
        let mut pending = vec![root];
        while let Some(expr) = pending.pop() {
            match self.statics.program.expr(expr).kind {
                ExprKind::Load(place) => found.push((place, expr)),
                _ => self
                    .statics
                    .program
                    .operands(expr, |operand| pending.push(operand)),
            }
        }
        found
    }
}
