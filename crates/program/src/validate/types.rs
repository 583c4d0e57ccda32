//! Which types satisfy which need, and when two types agree.

use ctype::{IntKind, Type, TypeId};

use super::{Checker, Fault, Need, Site};

impl Checker<'_> {
    pub(super) fn satisfies(&self, ty: TypeId, need: Need) -> bool {
        let types = &self.program.types;
        match need {
            Need::Integer => types.is_integer(ty),
            Need::Int => matches!(types.get(ty), Type::Int(IntKind::Int)),
            Need::Float => types.is_float(ty),
            Need::Arithmetic => types.is_integer(ty) || types.is_float(ty),
            Need::Pointer => types.is_pointer(ty),
            Need::Scalar => types.is_scalar(ty),
            Need::Aggregate => {
                matches!(types.get(ty), Type::Record(_) | Type::Array { .. }) && types.size_of(ty).is_some()
            }
            Need::Array => types.element(ty).is_some() && types.size_of(ty).is_some(),
            Need::Function => types.function(ty).is_some(),
            Need::FunctionPointer => types.pointee(ty).is_some_and(|to| types.function(to).is_some()),
            Need::SignedPointerSized => types.integer(ty) == Some((types.model.pointer_bytes * 8, true)),
            Need::Sized => types.size_of(ty).is_some(),
        }
    }

    pub(super) fn need(&mut self, site: Site, found: TypeId, need: Need) {
        if !self.satisfies(found, need) {
            self.report(site, Fault::WrongKind { need, found });
        }
    }

    /// One type, except that records of different files are different ids for what linking made one.
    pub(super) fn agree(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.program.types;
        let structural = |ty| {
            matches!(
                types.get(ty),
                Type::Record(_) | Type::Pointer(_) | Type::Function(_) | Type::Array { .. }
            )
        };
        a == b || (structural(a) && structural(b) && types.compatible(a, b))
    }

    pub(super) fn same(&mut self, site: Site, expected: TypeId, found: TypeId) {
        if !self.agree(expected, found) {
            self.report(site, Fault::TypeMismatch { expected, found });
        }
    }
}
