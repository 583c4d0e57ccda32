//! `&&`, `||` and `?:`.
//!
//! Operands without effects stay inside the expression and are evaluated lazily; claims about them are guarded
//! by the conditions before them. Operands with effects, and very large expressions, become jumps.

use ctype::TypeId;
use frontend::tree::{self, LogicalOp};
use program::{ComponentKind, Construct, ExprId, ExprKind, UnaryOp};
use source::LocId;

use crate::build::Guard;
use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    pub(crate) fn logical(
        &mut self,
        id: tree::ExprId,
        op: LogicalOp,
        lhs: tree::ExprId,
        rhs: tree::ExprId,
    ) -> ExprId {
        let loc = self.tree.expr(id).loc;
        let lazy = !self.analysis.has_effects(rhs) && self.may_be_lazy(id);
        let left = self.truth(lhs);
        self.component(ComponentKind::LogicalOperand, left, self.tree.expr(lhs).loc);
        if lazy {
            let right = self.guarded(left, op == LogicalOp::And, |this| {
                let right = this.truth(rhs);
                this.component(ComponentKind::LogicalOperand, right, this.tree.expr(rhs).loc);
                right
            });
            let kind = match op {
                LogicalOp::And => ExprKind::And {
                    lhs: left,
                    rhs: right,
                },
                LogicalOp::Or => ExprKind::Or {
                    lhs: left,
                    rhs: right,
                },
            };
            return self.expr(kind, self.common.int, loc);
        }
        let name = self.short_text(loc);
        let result = self.new_temp(self.common.int, name, loc);
        let (second, short, done) = (self.new_target(), self.new_target(), self.new_target());
        match op {
            LogicalOp::And => self.branch(left, second, short, Construct::And, loc),
            LogicalOp::Or => self.branch(left, short, second, Construct::Or, loc),
        }
        self.place_target(second);
        let right = self.truth(rhs);
        self.component(ComponentKind::LogicalOperand, right, self.tree.expr(rhs).loc);
        let right = self.as_truth_value(right);
        let place = self.var_place(result, loc);
        self.assign(place, right, loc);
        self.jump(done, loc);
        self.place_target(short);
        let known = self.int(i128::from(op == LogicalOp::Or), self.common.int, loc);
        let place = self.var_place(result, loc);
        self.assign(place, known, loc);
        self.place_target(done);
        self.load_var(result, loc)
    }

    /// `value != 0` as an `int`.
    fn as_truth_value(&mut self, value: ExprId) -> ExprId {
        match &self.program.expr(value).kind {
            ExprKind::Binary { op, .. } if op.is_comparison() => return value,
            ExprKind::And { .. } | ExprKind::Or { .. } | ExprKind::Unary { op: UnaryOp::Not, .. } => {
                return value;
            }
            _ => {}
        }
        let negated = self.not(value);
        self.not(negated)
    }

    /// Lowers something that is evaluated only if `cond` is (or is not) zero.
    fn guarded<R>(&mut self, cond: ExprId, holds: bool, inner: impl FnOnce(&mut Self) -> R) -> R {
        self.body.guards.push(Guard { cond, holds });
        let result = inner(self);
        self.body.guards.pop();
        result
    }

    /// Whether the operands of a conditional operator may be evaluated inside an expression. Within one that
    /// is already lazy there is no choice: nothing may be executed there.
    pub(crate) fn may_be_lazy(&self, id: tree::ExprId) -> bool {
        if !self.body.guards.is_empty() {
            return true;
        }
        let mut pending = vec![id];
        let mut count = 0;
        while let Some(expr) = pending.pop() {
            count += 1;
            if count > self.options.largest_lazy {
                return false;
            }
            self.tree
                .expr(expr)
                .kind
                .operands(|operand| pending.push(operand));
        }
        true
    }

    pub(crate) fn conditional(
        &mut self,
        id: tree::ExprId,
        cond: tree::ExprId,
        then: tree::ExprId,
        otherwise: tree::ExprId,
    ) -> ExprId {
        let (ty, loc) = (self.tree.expr(id).ty, self.tree.expr(id).loc);
        let effects = self.analysis.has_effects(then) || self.analysis.has_effects(otherwise);
        let lazy = self.program.types.is_scalar(ty) && !effects && self.may_be_lazy(id);
        let cond_loc = self.tree.expr(cond).loc;
        let test = self.truth(cond);
        self.component(ComponentKind::Condition, test, cond_loc);
        if lazy {
            let side = |this: &mut Self, expr: tree::ExprId, holds| {
                this.guarded(test, holds, |this| {
                    let value = this.value(expr);
                    this.component(ComponentKind::Alternative, value, this.tree.expr(expr).loc);
                    this.convert(value, ty, loc)
                })
            };
            let then = side(self, then, true);
            let otherwise = side(self, otherwise, false);
            return self.expr(
                ExprKind::Cond {
                    cond: test,
                    then,
                    otherwise,
                },
                ty,
                loc,
            );
        }
        let void = self.program.types.is_void(ty);
        let result = (!void).then(|| {
            let name = self.short_text(loc);
            self.new_temp(ty, name, loc)
        });
        let (yes, no, done) = (self.new_target(), self.new_target(), self.new_target());
        self.branch(test, yes, no, Construct::Conditional, cond_loc);
        for (target, expr) in [(yes, then), (no, otherwise)] {
            self.place_target(target);
            match result {
                Some(result) if !self.program.types.is_void(self.tree.expr(expr).ty) => {
                    let value = self.value(expr);
                    self.component(ComponentKind::Alternative, value, self.tree.expr(expr).loc);
                    let value = self.convert(value, ty, loc);
                    let place = self.var_place(result, loc);
                    self.assign(place, value, loc);
                }
                _ => self.discard(expr),
            }
            if target == yes {
                self.jump(done, loc);
            }
        }
        self.place_target(done);
        match result {
            Some(result) => self.load_var(result, loc),
            None => self.int(0, self.common.int, loc),
        }
    }

    pub(crate) fn elvis(
        &mut self,
        cond: tree::ExprId,
        otherwise: tree::ExprId,
        ty: TypeId,
        loc: LocId,
    ) -> ExprId {
        let first = self.value(cond);
        let temp = self.keep_in_temp(first);
        let name = self.short_text(loc);
        let result = self.new_temp(ty, name, loc);
        let (yes, no, done) = (self.new_target(), self.new_target(), self.new_target());
        let test = self.load_var(temp, loc);
        self.branch(test, yes, no, Construct::Conditional, loc);
        self.place_target(yes);
        let value = self.load_var(temp, loc);
        let value = self.convert(value, ty, loc);
        let place = self.var_place(result, loc);
        self.assign(place, value, loc);
        self.jump(done, loc);
        self.place_target(no);
        let value = self.value(otherwise);
        let value = self.convert(value, ty, loc);
        let place = self.var_place(result, loc);
        self.assign(place, value, loc);
        self.place_target(done);
        self.load_var(result, loc)
    }
}
