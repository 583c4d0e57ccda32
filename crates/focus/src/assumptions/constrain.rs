//! Conditions, addresses and indices as constraints over inputs.

use std::rc::Rc;

use bmc::{FrameId, Step, StepId};
use logic::TermId;
use program::{ExprId, InstrKind, PlaceBase, PlaceId, Projection};

use super::{Assumption, Followed, Origin, Rewriting};
use crate::demand::Storage;
use crate::form::{Form, Kind, text};
use crate::pair::Condition;

impl Rewriting<'_, '_> {
    /// Notes a condition of the sequence, which the constraints from `first` on are about.
    pub(super) fn conditional(
        &mut self,
        followed: &Followed<'_>,
        id: StepId,
        first: usize,
        known: bool,
        decisive: Option<StepId>,
    ) {
        let Ok(position) = followed.focus.binary_search(&id) else {
            return;
        };
        let terms: Vec<TermId> = self.constraints[first..].iter().map(|known| known.term).collect();
        let term = known.then(|| self.equation.pool.and_all(&terms));
        self.conditions.push(Condition {
            position,
            term,
            decisive: decisive == Some(id),
        });
    }

    /// Whether the outcome of a switch could be rewritten.
    pub(super) fn switched(&mut self, step: &Step, expr: ExprId, arm: usize) -> bool {
        let kind = self.statics.kind(self.function(step.frame), step.pc);
        let (Some(InstrKind::Switch { arms, .. }), Some(form)) = (kind, self.form(step.frame, expr)) else {
            return false;
        };
        // What leads to the same place: some arms, or, with the default, all but those that lead elsewhere.
        let (function, pc) = (self.function(step.frame), step.pc);
        let first = self.statics.same_outcome(function, pc, arm);
        let same = |outcome: usize| self.statics.same_outcome(function, pc, outcome) == first;
        let default = same(arms.len());
        let mut conditions = Vec::new();
        for (_, arm) in arms
            .iter()
            .enumerate()
            .filter(|(number, _)| same(*number) != default)
        {
            let Some(condition) = self.between(&form, arm.low, arm.high) else {
                return false;
            };
            conditions.push(condition);
        }
        if !default {
            let any = conditions
                .into_iter()
                .try_fold(None, |any: Option<Rc<Form>>, next| {
                    Some(Some(match any {
                        Some(any) => self.disjunction(any, next)?,
                        None => next,
                    }))
                });
            let Some(any) = any else { return false };
            conditions = any.into_iter().collect();
        }
        for condition in conditions {
            let mut atoms = Vec::new();
            self.atoms(&condition, !default, false, false, &mut atoms);
            for (atom, truth, split) in atoms {
                self.assume(&atom, truth, Origin::Condition, split);
            }
        }
        true
    }

    /// Whether a condition could be rewritten.
    pub(super) fn constrain(
        &mut self,
        step: &Step,
        expr: ExprId,
        truth: bool,
        origin: Origin,
        splits: bool,
    ) -> bool {
        let Some(form) = self.form(step.frame, expr) else {
            return false;
        };
        let mut atoms = Vec::new();
        self.atoms(&form, truth, splits, false, &mut atoms);
        // An operator's branch decides as a whole between pairs.
        let whole = splits && origin == Origin::Condition && atoms.len() == 1;
        for (atom, truth, split) in atoms {
            self.assume(&atom, truth, origin, split || whole);
        }
        true
    }

    pub(super) fn assume(&mut self, atom: &Rc<Form>, truth: bool, origin: Origin, splits: bool) {
        let cond = self.truth(atom);
        let term = if truth { cond } else { self.equation.pool.not(cond) };
        let step = self.equation.step(self.at);
        let (condition, loc) = ((self.function(step.frame), step.pc), step.loc);
        let mut variables = Vec::new();
        atom.inputs(&mut variables);
        self.constraints.push(Assumption {
            text: text(atom, truth),
            variables,
            term,
            condition,
            origin,
            splits,
            places: false,
            loc,
        });
    }

    /// A condition as constraints that hold together; where it splits, the first atom that decides it.
    pub(super) fn atoms(
        &mut self,
        form: &Rc<Form>,
        truth: bool,
        splits: bool,
        split: bool,
        found: &mut Vec<(Rc<Form>, bool, bool)>,
    ) {
        match (&form.kind, truth) {
            (Kind::Unary(program::UnaryOp::Not, inner), _) => self.atoms(inner, !truth, splits, split, found),
            (Kind::Converted(inner, _), _) if inner.is_truth() => {
                self.atoms(inner, truth, splits, split, found)
            }
            (Kind::And(a, b), true) | (Kind::Or(a, b), false) => {
                self.atoms(a, truth, splits, split, found);
                self.atoms(b, truth, splits, split, found);
            }
            (Kind::And(a, b) | Kind::Or(a, b), _) if splits => {
                let first = self.truth(a);
                if self.is_true(first) == truth {
                    self.atoms(a, truth, splits, true, found);
                } else {
                    self.atoms(a, !truth, splits, true, found);
                    self.atoms(b, truth, splits, true, found);
                }
            }
            _ => found.push((form.clone(), truth, split)),
        }
    }

    /// Where a place lies in the run, in bits.
    pub(super) fn address(&mut self, frame: FrameId, id: PlaceId) -> Option<(Storage<FrameId>, u64)> {
        let program = self.statics.program;
        let place = program.place(id);
        let (storage, mut at, mut ty) = match place.base {
            PlaceBase::Var(var) => (self.statics.storage(frame, var), 0i128, program.variable(var).ty),
            PlaceBase::Deref(pointer) => {
                let form = self.form(frame, pointer)?;
                let Kind::Pointer(Some((storage, offset))) = form.kind else {
                    return None;
                };
                (
                    storage,
                    offset * 8,
                    program.types.pointee(program.expr(pointer).ty)?,
                )
            }
        };
        for step in &place.path {
            match *step {
                Projection::Field(index) => {
                    let record = program.types.record(program.types.record_of(ty)?);
                    let field = &record.fields[index as usize];
                    at += i128::from(field.bits.map_or(field.offset * 8, |bits| bits.offset));
                }
                Projection::Index(index) => {
                    let size = program.types.size_of(program.types.element(ty)?)?;
                    at += self.fixed(frame, index)? * i128::from(size) * 8;
                }
            }
            ty = program.project(ty, *step)?;
        }
        Some((storage, u64::try_from(at).ok()?))
    }

    /// The value of an index in the run; where it depends on inputs, it is assumed to be that.
    pub(super) fn fixed(&mut self, frame: FrameId, index: ExprId) -> Option<i128> {
        let form = self.form(frame, index)?;
        let (width, signed) = self.statics.program.types.integer(form.ty)?;
        let bits = self.number(form.term)?;
        let value = match signed && width <= 64 && bits >> (width - 1) & 1 == 1 {
            true => i128::from(bits) - (1i128 << width),
            false => i128::from(bits),
        };
        if form.is_open() {
            let number = self.number_form(value, form.ty)?;
            let equal = self.compared(program::BinaryOp::Eq, form, number)?;
            self.assume(&equal, true, Origin::Condition, true);
            if let Some(assumed) = self.constraints.last_mut() {
                assumed.places = true;
            }
        }
        Some(value)
    }
}
