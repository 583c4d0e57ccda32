//! Free pointers.
//!
//! Any address would do as a value, but no programmer writes down an address: a pointer in C is null, or points at
//! something. So a free pointer is a choice: null, the address of a variable or function of a fitting type, the old
//! pointer moved by some elements, or one of the heap objects that exist at that moment.

use std::collections::BTreeSet;

use ctype::{Type, TypeId};
use program::{
    BinaryOp, ExprId, ExprKind, FunctionId, Instr, InstrKind, Intrinsic, Lifetime, PlaceBase, Projection,
    VarId,
};
use source::LocId;

use super::choice::had_name;
use super::instrument::{Instrumenter, POINTER, instr, value_name};
use super::walk::allocates;

/// The choice that means the old pointer.
pub(super) const OLD: u128 = 1;

impl Instrumenter<'_> {
    /// A variable that holds a free pointer each time control comes by.
    pub(super) fn free_pointer(
        &mut self,
        number: usize,
        site: usize,
        function: FunctionId,
        ty: TypeId,
        flag: VarId,
        old: ExprId,
    ) -> (VarId, Vec<Instr>) {
        let name = value_name(number, site);
        let target = self.program.types.pointee(ty);
        let size = target.and_then(|target| self.program.types.size_of(target));
        let choice = self.variable(format!("{name} choice"), self.int, Some(function));
        // A narrow number: times an element's size it stays a multiple of that.
        let narrow = self.program.types.int(ctype::IntKind::SChar);
        let moved = self.variable(format!("{name} by"), narrow, Some(function));
        let var = self.variable(format!("{POINTER}{number}.{site}"), ty, Some(function));
        let mut fragment = Vec::new();
        let old = match self.tried {
            None => old,
            // Who watches a trial wants to know it.
            Some(_) => {
                let had = self.variable(had_name(number, site), ty, Some(function));
                let place = self.var_place(had);
                let value = self.convert(old, ty);
                fragment.push(instr(InstrKind::Assign { place, value }));
                self.load(had)
            }
        };
        let place = self.var_place(choice);
        fragment.push(self.input(place, format!("{name}:choice")));
        let place = self.var_place(moved);
        fragment.push(self.input(place, format!("{name}:by")));
        let meanings = self.meanings(ty, old, moved, function);
        let mut value = self.number(0, ty);
        let moves = std::iter::once(false).chain(meanings.iter().map(|(_, moves)| *moves));
        self.choices.insert(name, moves.collect());
        for (index, (meaning, _)) in meanings.into_iter().enumerate().rev() {
            let chosen = self.load(choice);
            let cond = self.is(chosen, index as i128 + 1);
            let kind = ExprKind::Cond {
                cond,
                then: meaning,
                otherwise: value,
            };
            value = self.expr(kind, ty, LocId::NONE);
        }
        let place = self.var_place(var);
        fragment.push(instr(InstrKind::Assign { place, value }));
        if let Some(size) = size.filter(|size| *size > 0) {
            fragment.push(self.must_be_good(var, flag, ty, size));
        }
        let fragment = self.guarded(flag, fragment);
        (var, fragment)
    }

    /// What each choice means, from 1 ([`OLD`]), and whether it can be moved; 0 is null.
    fn meanings(
        &mut self,
        ty: TypeId,
        old: ExprId,
        moved: VarId,
        function: FunctionId,
    ) -> Vec<(ExprId, bool)> {
        let target = self.program.types.pointee(ty);
        let size = target.and_then(|target| self.program.types.size_of(target));
        let long = self.program.types.pointer_sized(true);
        let mut meanings: Vec<(ExprId, bool)> = Vec::new();
        // The old pointer, moved by some elements if it points at scalars. Records are moved between only in
        // arrays of them, and those are variables.
        let scalar = target.is_some_and(|to| self.program.types.is_scalar(to));
        meanings.push(match size.filter(|size| *size > 0 && scalar) {
            Some(size) => {
                let index = self.load(moved);
                let index = self.convert(index, long);
                let kind = ExprKind::PointerAdd {
                    pointer: old,
                    index,
                    stride: size,
                };
                (self.expr(kind, ty, LocId::NONE), true)
            }
            None => (old, false),
        });
        if let Some(target) = target {
            if self.program.types.function(target).is_some() {
                for function in self.functions_of_type(target) {
                    let kind = ExprKind::FunctionAddress(function);
                    meanings.push((self.expr(kind, ty, LocId::NONE), false));
                }
            } else {
                for candidate in self.variables_of_type(target, function) {
                    let array = self.program.variable(candidate).ty != target;
                    meanings.push((self.address(candidate, target, ty, moved), array));
                }
            }
        }
        let heap = target.is_some_and(|target| self.program.types.function(target).is_none());
        if heap {
            for object in self.heap_pool() {
                let stored = self.load(object);
                let stored = self.convert(stored, ty);
                meanings.push((stored, false));
            }
        }
        meanings
    }

    /// Not suspended, or null, or good for an access.
    fn must_be_good(&mut self, var: VarId, flag: VarId, ty: TypeId, size: u64) -> Instr {
        let flag = self.load(flag);
        let kept = self.not(flag);
        let lhs = self.load(var);
        let rhs = self.number(0, ty);
        let kind = ExprKind::Binary {
            op: BinaryOp::Eq,
            lhs,
            rhs,
        };
        let null = self.expr(kind, self.int, LocId::NONE);
        let pointer = self.load(var);
        let unsigned = self.program.types.pointer_sized(false);
        let size = self.number(i128::from(size), unsigned);
        let kind = ExprKind::Intrinsic {
            op: Intrinsic::Readable,
            args: Box::new([pointer, size]),
        };
        let good = self.expr(kind, self.int, LocId::NONE);
        let kind = ExprKind::Or { lhs: null, rhs: good };
        let fits = self.expr(kind, self.int, LocId::NONE);
        let kind = ExprKind::Or { lhs: kept, rhs: fits };
        let cond = self.expr(kind, self.int, LocId::NONE);
        instr(InstrKind::Assume(cond))
    }

    /// Functions that can be called through the type: those of the user, and others whose address is taken.
    fn functions_of_type(&self, ty: TypeId) -> Vec<FunctionId> {
        let original = self.original();
        let taken = original.exprs.iter().filter_map(|expr| match expr.kind {
            ExprKind::FunctionAddress(function) => Some(function),
            _ => None,
        });
        let taken: BTreeSet<FunctionId> = taken.collect();
        let all = (0..original.functions.len() as u32).map(FunctionId);
        let fits = |id: &FunctionId| {
            let function = original.function(*id);
            let own = !function.embedded && !function.body.is_empty() && function.loc != LocId::NONE;
            function.ty == ty && (own || taken.contains(id))
        };
        all.filter(fits).collect()
    }

    /// Variables in memory anyway that hold such a thing.
    fn variables_of_type(&self, target: TypeId, function: FunctionId) -> Vec<VarId> {
        let original = self.original();
        let types = &original.types;
        let fits = |ty: TypeId| ty == target || types.element(ty) == Some(target);
        let all = original.variables.iter().enumerate();
        all.filter(|(_, variable)| {
            let reachable = match variable.lifetime {
                Lifetime::Static => {
                    !matches!(types.get(variable.ty), Type::Array { .. }) || !variable.read_only
                }
                Lifetime::Automatic | Lifetime::Parameter => variable.function == Some(function),
                Lifetime::Temporary => false,
            };
            let own = variable.loc != LocId::NONE && !self.sources().is_embedded(variable.loc);
            variable.addressed && reachable && own && fits(variable.ty)
        })
        .map(|(index, _)| VarId(index as u32))
        .take(budgets::localize::MAX_POINTED_VARIABLES.count())
        .collect()
    }

    fn address(&mut self, var: VarId, target: TypeId, ty: TypeId, moved: VarId) -> ExprId {
        let whole = self.program.variable(var).ty;
        let path = if whole == target {
            Vec::new()
        } else {
            let index = self.load(moved);
            let long = self.program.types.pointer_sized(true);
            vec![Projection::Index(self.convert(index, long))]
        };
        let place = self.place(PlaceBase::Var(var), path, target);
        let pointer = self.program.types.pointer(target);
        let address = self.expr(ExprKind::AddressOf(place), pointer, LocId::NONE);
        self.convert(address, ty)
    }

    /// Variables for the addresses of the first heap objects, kept as they are made; none if none is.
    fn heap_pool(&mut self) -> Vec<VarId> {
        if let Some(pool) = &self.pool {
            return pool.clone();
        }
        let mut sites = Vec::new();
        for (index, function) in self.original().functions.iter().enumerate() {
            for (pc, instr) in function.body.iter().enumerate() {
                if let Some(dest) = allocates(&instr.kind) {
                    sites.push((FunctionId(index as u32), pc as u32, dest));
                }
            }
        }
        let void = self.program.types.void();
        let pointer = self.program.types.pointer(void);
        let mut pool = Vec::new();
        if !sites.is_empty() {
            for number in 0..budgets::localize::MAX_POINTED_HEAP_OBJECTS.count() {
                pool.push(self.variable(format!("heap object {number}"), pointer, None));
            }
        }
        let count = self.variable("number of heap objects".into(), self.int, None);
        for (function, pc, dest) in sites {
            let kept = self.original().place(dest).clone();
            let (PlaceBase::Var(_), true) = (kept.base, kept.path.is_empty()) else {
                continue;
            };
            let mut fragment = Vec::new();
            for (number, object) in pool.iter().enumerate() {
                let place = self.place(kept.base, Vec::new(), kept.ty);
                let made = self.expr(ExprKind::Load(place), kept.ty, LocId::NONE);
                let made = self.convert(made, pointer);
                let (lhs, rhs) = (self.load(count), self.number(number as i128, self.int));
                let kind = ExprKind::Binary {
                    op: BinaryOp::Eq,
                    lhs,
                    rhs,
                };
                let cond = self.expr(kind, self.int, LocId::NONE);
                let otherwise = self.load(*object);
                let kind = ExprKind::Cond {
                    cond,
                    then: made,
                    otherwise,
                };
                let value = self.expr(kind, pointer, LocId::NONE);
                let place = self.var_place(*object);
                fragment.push(instr(InstrKind::Assign { place, value }));
            }
            let (lhs, rhs) = (self.load(count), self.number(1, self.int));
            let kind = ExprKind::Binary {
                op: BinaryOp::Add,
                lhs,
                rhs,
            };
            let value = self.expr(kind, self.int, LocId::NONE);
            let place = self.var_place(count);
            fragment.push(instr(InstrKind::Assign { place, value }));
            self.after(function, pc, fragment);
        }
        self.pool = Some(pool.clone());
        pool
    }
}
