//! Suspects that are no expressions: what an input function stores, and the label of a `case`.
//!
//! What `scanf` stores is suspended where it returns: each target gets a free value then. A `case` label is a
//! constant of the program: the value of the `switch` is exchanged before the labels are looked at, so that the free
//! label leads where the old one led, and the old one where no label does. A label that is there twice is no C, so the
//! free one is none of the others.

use program::{BinaryOp, ExprId, ExprKind, FunctionId, InstrKind, Pc, VarId};
use source::LocId;

use super::instrument::{Instrumenter, instr, value_name};
use super::walk::target_of;

impl Instrumenter<'_> {
    pub(super) fn suspend_stored(
        &mut self,
        number: usize,
        site: usize,
        function: FunctionId,
        pc: Pc,
        address: ExprId,
        flag: VarId,
    ) {
        let Some(target) = target_of(self.original(), address) else {
            return;
        };
        let ty = self.original().place(target).ty;
        if self.tried.is_some() {
            let place = self.copy_place(target);
            let old = self.expr(ExprKind::Load(place), ty, LocId::NONE);
            let (var, fragment) = self.chosen_value(number, site, function, ty, flag, old);
            self.edit(function, pc.0).after.push(fragment);
            let place = self.copy_place(target);
            let value = self.load(var);
            let fragment = self.only_if(flag, vec![instr(InstrKind::Assign { place, value })]);
            self.edit(function, pc.0).after.push(fragment);
            return;
        }
        let (var, mut inside) = self.free_value(number, site, function, ty);
        if self.witness {
            let place = self.copy_place(target);
            let old = self.expr(ExprKind::Load(place), ty, LocId::NONE);
            self.watch(number, site, Some(function), flag, var, old, &mut inside);
        }
        let place = self.copy_place(target);
        let value = self.load(var);
        inside.push(instr(InstrKind::Assign { place, value }));
        let fragment = self.only_if(flag, inside);
        self.edit(function, pc.0).after.push(fragment);
    }

    fn equal(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        let kind = ExprKind::Binary {
            op: BinaryOp::Eq,
            lhs,
            rhs,
        };
        self.expr(kind, self.int, LocId::NONE)
    }

    fn choice(&mut self, cond: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        let ty = self.program.expr(then).ty;
        let kind = ExprKind::Cond {
            cond,
            then,
            otherwise,
        };
        self.expr(kind, ty, LocId::NONE)
    }

    pub(super) fn suspend_case(
        &mut self,
        number: usize,
        site: usize,
        function: FunctionId,
        pc: Pc,
        arm: u32,
        flag: VarId,
    ) {
        let InstrKind::Switch { value, arms, .. } = &self.original().function(function).body[pc.index()].kind
        else {
            return;
        };
        let (value, arms) = (*value, arms.clone());
        let label = arms[arm as usize].low;
        let covered = |number: &i128| arms.iter().any(|arm| (arm.low..=arm.high).contains(number));
        let Some(none) = (0..=i128::from(i8::MAX)).find(|number| !covered(number)) else {
            return;
        };
        let ty = self.program.expr(value).ty;
        let name = value_name(number, site);
        let free = self.variable(name.clone(), ty, None);
        let place = self.var_place(free);
        let input = self.input(place, name);
        let fragment = self.guarded(flag, vec![input]);
        self.prologue.push(fragment);
        for (index, other) in arms.iter().enumerate() {
            if index != arm as usize {
                let (lhs, rhs) = (self.load(free), self.number(other.low, ty));
                let same = self.equal(lhs, rhs);
                let differs = self.not(same);
                let kept = self.load(flag);
                let kept = self.not(kept);
                let kind = ExprKind::Or {
                    lhs: kept,
                    rhs: differs,
                };
                let cond = self.expr(kind, self.int, LocId::NONE);
                self.prologue.push(vec![instr(InstrKind::Assume(cond))]);
            }
        }
        // free -> label, label -> none of them, anything else stays.
        let old = self.copy_expr(value);
        let again = self.copy_expr(value);
        let (rhs, lead, nowhere) = (
            self.number(label, ty),
            self.number(label, ty),
            self.number(none, ty),
        );
        let was = self.equal(again, rhs);
        let rest = self.choice(was, nowhere, old);
        let (now, free) = (self.copy_expr(value), self.load(free));
        let is = self.equal(now, free);
        let changed = self.choice(is, lead, rest);
        let otherwise = self.detach(value);
        let cond = self.load(flag);
        self.program.exprs[value.index()].kind = ExprKind::Cond {
            cond,
            then: changed,
            otherwise,
        };
    }
}
