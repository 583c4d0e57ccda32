//! Assignments and `++`/`--`.
//!
//! The right side is evaluated before the left, as GCC does. The value of an assignment expression is what
//! the place holds afterwards.

use ctype::TypeId;
use frontend::tree::{self, BinaryOp as TB, ExprKind as T, Step};
use program::{ComponentKind, ExprId, ExprKind, PlaceBase, PlaceId, Projection};
use source::LocId;

use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    /// `place = value;`
    pub(crate) fn assign_effect(&mut self, place: tree::ExprId, value: tree::ExprId, loc: LocId) {
        self.assign_to(place, value, loc);
    }

    /// `place = value` used as a value.
    pub(crate) fn assign_value(&mut self, place: tree::ExprId, value: tree::ExprId, loc: LocId) -> ExprId {
        let (place, stored) = self.assign_kept(place, value, loc);
        self.value_after(place, stored, loc)
    }

    fn assign_to(&mut self, place: tree::ExprId, value: tree::ExprId, loc: LocId) -> PlaceId {
        if let Some(place) = self.assign_call_result(place, value, loc) {
            return place;
        }
        let (rhs, _) = self.right_side(place, value);
        let of = place;
        let place = self.place(place);
        self.store_at(of, place, rhs, loc);
        place
    }

    /// A store of one value; to an atomic object it is an atomic one.
    fn store_at(&mut self, of: tree::ExprId, place: PlaceId, value: ExprId, loc: LocId) {
        let atomic = self.is_atomic(of, place);
        if atomic {
            self.atomic_begin(loc);
        }
        self.store(place, value, loc);
        if atomic {
            self.atomic_end(loc);
        }
    }

    /// Like [`Lowerer::assign_to`], but the stored value stays at hand in case the place is not simple.
    fn assign_kept(
        &mut self,
        place: tree::ExprId,
        value: tree::ExprId,
        loc: LocId,
    ) -> (PlaceId, Option<ExprId>) {
        let (mut rhs, _) = self.right_side(place, value);
        let of = place;
        let place = self.place(place);
        let mut kept = None;
        if (!self.is_plain_variable(place) || self.is_shared(place)) && !self.is_bit_field(place) {
            if !self.is_stable(rhs) {
                rhs = self.keep(rhs);
            }
            kept = Some(self.clone_expr(rhs));
        }
        self.store_at(of, place, rhs, loc);
        (place, kept)
    }

    fn right_side(&mut self, place: tree::ExprId, value: tree::ExprId) -> (ExprId, LocId) {
        let value_loc = self.tree.expr(value).loc;
        let mut rhs = self.value(value);
        if self.analysis.has_effects(place) && !self.is_stable(rhs) {
            rhs = self.keep(rhs);
        }
        self.component(ComponentKind::AssignedValue, rhs, value_loc);
        let ty = self.tree.expr(place).ty;
        if self.program.types.is_scalar(ty) {
            rhs = self.convert(rhs, ty, value_loc);
        }
        (rhs, value_loc)
    }

    /// The value of the assignment expression that has just stored to `place`.
    fn value_after(&mut self, place: PlaceId, stored: Option<ExprId>, loc: LocId) -> ExprId {
        match stored {
            Some(stored) => stored,
            None => {
                let again = self.clone_place(place);
                let value = self.load(again, loc);
                // A bit-field or an addressed variable may change before the value is used.
                if self.is_stable(value) {
                    value
                } else {
                    self.keep(value)
                }
            }
        }
    }

    /// Writes to a place, with the checks of writing there.
    pub(crate) fn store(&mut self, place: PlaceId, value: ExprId, loc: LocId) {
        self.check_access(place, true, loc);
        self.assign(place, value, loc);
        self.follow_rounding_mode(place, loc);
    }

    pub(crate) fn is_plain_variable(&self, place: PlaceId) -> bool {
        let place = self.program.place(place);
        matches!(place.base, PlaceBase::Var(_)) && place.path.is_empty()
    }

    pub(crate) fn is_bit_field(&self, place: PlaceId) -> bool {
        self.bit_field(place).is_some()
    }

    /// The record field behind a place that is a bit-field.
    pub(crate) fn bit_field(&self, place: PlaceId) -> Option<ctype::BitField> {
        let place = self.program.place(place);
        let (Projection::Field(field), rest) = place.path.split_last()? else {
            return None;
        };
        let mut ty = self.program.base_type(place)?;
        for &step in rest {
            ty = self.program.project(ty, step)?;
        }
        let record = self.program.types.record(self.program.types.record_of(ty)?);
        record.fields.get(*field as usize)?.bits
    }

    /// `place op= value`.
    pub(crate) fn assign_op(
        &mut self,
        op: TB,
        computation: TypeId,
        place: tree::ExprId,
        value: tree::ExprId,
        loc: LocId,
        wanted: bool,
    ) -> ExprId {
        let value_loc = self.tree.expr(value).loc;
        let mut rhs = self.value(value);
        if self.analysis.has_effects(place) && !self.is_stable(rhs) {
            rhs = self.keep(rhs);
        }
        self.component(ComponentKind::AssignedValue, rhs, value_loc);
        let (place, atomic, old) = self.begin_update(place, loc);
        let target = self.program.place(place).ty;
        let old = self.convert(old, computation, loc);
        let result = self.binary(op, old, rhs, computation, loc);
        self.component(ComponentKind::AssignedValue, result, loc);
        let value = self.finish_update(place, result, target, loc, wanted);
        if atomic {
            self.atomic_end(loc);
        }
        value
    }

    fn finish_update(
        &mut self,
        place: PlaceId,
        result: ExprId,
        target: TypeId,
        loc: LocId,
        wanted: bool,
    ) -> ExprId {
        if self.type_of(result) != target {
            self.check_conversion(result, target, loc);
        }
        let mut result = self.convert(result, target, loc);
        let simple = self.is_plain_variable(place) && !self.is_shared(place) || self.is_bit_field(place);
        let mut kept = None;
        if wanted && !simple {
            result = self.keep(result);
            kept = Some(self.clone_expr(result));
        }
        self.store(place, result, loc);
        if wanted {
            self.value_after(place, kept, loc)
        } else {
            self.int(0, self.common.int, loc)
        }
    }

    /// The place of an update, whether it is atomic, and its old value.
    fn begin_update(&mut self, of: tree::ExprId, loc: LocId) -> (PlaceId, bool, ExprId) {
        let place = self.place(of);
        let atomic = self.is_atomic(of, place);
        if atomic {
            self.atomic_begin(loc);
        }
        let old_place = self.clone_place(place);
        let old = self.read(old_place, loc);
        (place, atomic, old)
    }

    /// `++place` and the like. The operation happens in the promoted type.
    pub(crate) fn step(&mut self, step: Step, place: tree::ExprId, loc: LocId, wanted: bool) -> ExprId {
        let (place, atomic, old) = self.begin_update(place, loc);
        let target = self.program.place(place).ty;
        let (post, op) = match step {
            Step::PreInc => (false, TB::Add),
            Step::PreDec => (false, TB::Sub),
            Step::PostInc => (true, TB::Add),
            Step::PostDec => (true, TB::Sub),
        };
        let before = (post && wanted).then(|| self.keep_in_temp(old));
        let old = match before {
            Some(temp) => self.load_var(temp, loc),
            None => old,
        };
        let computation = self.promoted(target);
        let one = self.one(computation, loc);
        let old = self.convert(old, computation, loc);
        let result = self.binary(op, old, one, computation, loc);
        self.component(ComponentKind::AssignedValue, result, loc);
        let after = self.finish_update(place, result, target, loc, wanted && !post);
        if atomic {
            self.atomic_end(loc);
        }
        match before {
            Some(temp) => self.load_var(temp, loc),
            None => after,
        }
    }

    /// The type in which `x + 1` is computed.
    fn promoted(&self, ty: TypeId) -> TypeId {
        match self.program.types.integer(ty) {
            Some((bits, _)) if bits < 32 => self.common.int,
            _ => ty,
        }
    }

    fn one(&mut self, ty: TypeId, loc: LocId) -> ExprId {
        if self.program.types.is_float(ty) {
            let one = self.int(1, self.common.int, loc);
            return self.expr(ExprKind::Convert(one), ty, loc);
        }
        if self.program.types.is_pointer(ty) {
            return self.int(1, self.common.ptrdiff, loc);
        }
        self.int(1, ty, loc)
    }

    /// `x = f(...)`: the call writes the place itself, so that no temporary stands between the two in a
    /// trace. Only where the types agree and the left side is a plain variable.
    fn assign_call_result(
        &mut self,
        place: tree::ExprId,
        value: tree::ExprId,
        loc: LocId,
    ) -> Option<PlaceId> {
        let T::Object(object) = self.tree.expr(place).kind else {
            return None;
        };
        let T::Call { callee, ref args } = self.tree.expr(value).kind else {
            return None;
        };
        let ty = self.tree.expr(place).ty;
        if self.tree.expr(value).ty != ty
            || self.program.types.is_variably_sized(ty)
            || self.differs(ty, self.tree.object(object).ty)
        {
            return None;
        }
        let var = self.variable(object);
        self.call_into(value, callee, args, Some(var), loc)
            .then(|| self.var_place(var, loc))
    }
}
