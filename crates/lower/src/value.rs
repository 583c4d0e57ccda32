//! Values: pure expressions, with the effects inside them emitted as instructions before.
//!
//! Operands are evaluated left to right. If a later operand has effects, an earlier one that those effects
//! could change is kept in a temporary first ([`Lowerer::ordered_value`]).

use ctype::{Type, TypeId};
use frontend::tree::{self, BinaryOp as TB, ExprKind as T, LogicalOp, UnaryOp as TU};
use program::{
    BinaryOp, CheckKind, ComponentKind, Construct, ExprId, ExprKind, FunctionId, PlaceBase, Projection,
    UnaryOp,
};
use source::LocId;

use crate::analysis::operands;
use crate::build::Guard;
use crate::fold;
use crate::lowerer::Lowerer;

/// Larger `&&`, `||` and `?:` expressions become jumps: claims inside a lazy expression repeat the conditions
/// before them, which would grow with the square of a long chain.
const LARGEST_LAZY: usize = 200;

/// An operand with more nodes than this is kept in a temporary before claims repeat it.
const LARGEST_REPEATED: usize = 40;

impl Lowerer<'_> {
    /// Lowers an expression for its value.
    pub(crate) fn value(&mut self, id: tree::ExprId) -> ExprId {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.value_here(id))
    }

    fn value_here(&mut self, id: tree::ExprId) -> ExprId {
        let tree = self.tree;
        let expr = tree.expr(id);
        let (ty, loc) = (expr.ty, expr.loc);
        match &expr.kind {
            T::Int(value) => self.int(*value, ty, loc),
            T::Float(bits) => self.expr(ExprKind::Float(*bits), ty, loc),
            T::Object(_) | T::String(_) | T::Member { .. } | T::Subscript { .. } | T::Deref(_) => {
                let place = self.place(id);
                self.read(place, loc)
            }
            T::CompoundLiteral(_) => {
                let place = self.place(id);
                self.load(place, loc)
            }
            T::Function(function) => {
                let ty = if self.program.types.is_pointer(ty) {
                    ty
                } else {
                    self.program.types.pointer(ty)
                };
                let declared = tree.function(*function);
                if declared.weak && declared.body.is_none() {
                    return self.int(0, ty, loc);
                }
                self.expr(ExprKind::FunctionAddress(FunctionId(function.0)), ty, loc)
            }
            T::Load(place) => {
                let place = self.place(*place);
                self.read(place, loc)
            }
            T::ArrayDecay(array) => self.decay(*array, loc),
            T::FunctionDecay(function) => self.function_value(*function),
            T::AddressOf(place) => self.address_value(*place, ty, loc),
            T::Convert { operand, .. } => {
                if self.program.types.is_void(ty) {
                    self.discard(*operand);
                    return self.int(0, self.common.int, loc);
                }
                let value = self.value(*operand);
                self.checked_convert(value, ty, loc)
            }
            T::Unary { op, operand } => self.unary(*op, *operand, ty, loc),
            T::Binary { op, lhs, rhs } => {
                let left = self.ordered_value(*lhs, &[*rhs]);
                let right = self.value(*rhs);
                self.binary(*op, left, right, ty, loc)
            }
            T::Logical { op, lhs, rhs } => self.logical(id, *op, *lhs, *rhs),
            T::Cond {
                cond,
                then,
                otherwise,
            } => self.conditional(id, *cond, *then, *otherwise),
            T::Elvis { cond, otherwise } => self.elvis(*cond, *otherwise, ty, loc),
            T::Comma { lhs, rhs } => {
                self.discard(*lhs);
                self.value(*rhs)
            }
            T::Assign { place, value } => self.assign_value(*place, *value, loc),
            T::AssignOp {
                op,
                computation,
                place,
                value,
            } => self.assign_op(*op, *computation, *place, *value, loc, true),
            T::Step { step, place } => self.step(*step, *place, loc, true),
            T::Call { callee, args } => self.call(id, *callee, args, loc, true),
            T::StmtExpr(stmt) => self.statement_expression(*stmt, ty, loc),
            T::VlaLength(vla) => self.vla_length(*vla, ty, loc),
            T::VaStart { list } => self.va_start(*list, loc),
            T::VaArg { list } => self.va_arg(*list, ty, loc),
            T::VaEnd { list } => {
                self.discard(*list);
                self.int(0, self.common.int, loc)
            }
            T::VaCopy { dst, src } => self.va_copy(*dst, *src, loc),
            T::Builtin { op, args } => self.builtin(*op, args, ty, loc),
            T::Unsupported(what) => {
                self.reach_unsupported(what, loc);
                self.some_value(ty, loc)
            }
        }
    }

    /// A value of the type where control never gets to.
    pub(crate) fn some_value(&mut self, ty: TypeId, loc: LocId) -> ExprId {
        if self.program.types.is_void(ty) {
            return self.int(0, self.common.int, loc);
        }
        if self.program.types.is_float(ty) {
            return self.expr(ExprKind::Float(0), ty, loc);
        }
        if self.program.types.is_scalar(ty) {
            return self.int(0, ty, loc);
        }
        self.expr(ExprKind::Zero, ty, loc)
    }

    /// Evaluates an operand that comes before `later`, so that effects in `later` cannot change it.
    pub(crate) fn ordered_value(&mut self, id: tree::ExprId, later: &[tree::ExprId]) -> ExprId {
        let value = self.value(id);
        if later.iter().any(|&later| self.analysis.has_effects(later)) && !self.is_stable(value) {
            return self.keep(value);
        }
        value
    }

    /// Whether nothing that C allows to happen between the evaluation of two operands can change the value:
    /// it reads only variables that can be changed by name alone, which in the same full expression would be
    /// undefined.
    pub(crate) fn is_stable(&self, id: ExprId) -> bool {
        match &self.program.expr(id).kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) => true,
            ExprKind::Load(place) => {
                let place = self.program.place(*place);
                let PlaceBase::Var(var) = place.base else {
                    return false;
                };
                let variable = self.program.variable(var);
                let private = !variable.addressed && variable.lifetime != program::Lifetime::Static;
                private
                    && place.path.iter().all(|step| match step {
                        Projection::Field(_) => true,
                        Projection::Index(index) => self.is_stable(*index),
                    })
            }
            ExprKind::AddressOf(place) => {
                let place = self.program.place(*place);
                matches!(place.base, PlaceBase::Var(_))
                    && place.path.iter().all(|step| match step {
                        Projection::Field(_) => true,
                        Projection::Index(index) => self.is_stable(*index),
                    })
            }
            ExprKind::Convert(operand) | ExprKind::Unary { operand, .. } => self.is_stable(*operand),
            ExprKind::Binary { lhs, rhs, .. } => self.is_stable(*lhs) && self.is_stable(*rhs),
            _ => false,
        }
    }

    fn function_value(&mut self, function: tree::ExprId) -> ExprId {
        match self.tree.expr(function).kind {
            // `*f` of a function pointer is the pointer again.
            T::Deref(pointer) => self.value(pointer),
            _ => self.value(function),
        }
    }

    fn address_value(&mut self, place: tree::ExprId, ty: TypeId, loc: LocId) -> ExprId {
        let expr = self.tree.expr(place);
        match expr.kind {
            T::Function(_) => return self.value(place),
            T::Object(object) => {
                let object = self.tree.object(object);
                if object.weak && object.storage == tree::Storage::External {
                    return self.int(0, ty, loc);
                }
            }
            T::Deref(pointer) => {
                let value = self.value(pointer);
                return self.convert(value, ty, loc);
            }
            T::Subscript { base, index } => {
                // `&p[i]` is `p + i`: nothing is accessed.
                let decayed = matches!(self.tree.expr(base).kind, T::ArrayDecay(array)
                    if !self.program.types.is_variably_sized(self.tree.expr(array).ty));
                let pointer = if decayed {
                    let T::ArrayDecay(array) = self.tree.expr(base).kind else {
                        unreachable!("just matched")
                    };
                    let pointer = self.decay(array, loc);
                    if self.analysis.has_effects(index) && !self.is_stable(pointer) {
                        self.keep(pointer)
                    } else {
                        pointer
                    }
                } else {
                    self.ordered_value(base, &[index])
                };
                let index_value = self.value(index);
                self.component(ComponentKind::ArrayIndex, index_value, self.tree.expr(index).loc);
                if let Some(place) = self.constant_element(pointer, index_value) {
                    let address = self.address_of(place, loc);
                    return self.convert(address, ty, loc);
                }
                let moved = self.pointer_add(pointer, index_value, false, loc);
                return self.convert(moved, ty, loc);
            }
            _ => {}
        }
        let place = self.place(place);
        if let (PlaceBase::Deref(pointer), true) = (
            self.program.place(place).base,
            self.program.place(place).path.is_empty(),
        ) {
            return self.convert(pointer, ty, loc);
        }
        let address = self.address_of(place, loc);
        self.convert(address, ty, loc)
    }

    /// `&a[3]` for a known element of a named array: the element itself rather than arithmetic.
    fn constant_element(&mut self, pointer: ExprId, index: ExprId) -> Option<program::PlaceId> {
        let index_constant = self.constant(index)?;
        let ExprKind::AddressOf(place) = self.program.expr(pointer).kind else {
            return None;
        };
        let place = self.program.place(place).clone();
        let (Projection::Index(first), rest) = place.path.split_last()? else {
            return None;
        };
        if self.constant(*first) != Some(0) {
            return None;
        }
        let mut array = self.program.base_type(&place)?;
        for &step in rest {
            array = self.program.project(array, step)?;
        }
        let Type::Array {
            len: ctype::ArrayLen::Fixed(len),
            ..
        } = self.program.types.get(array)
        else {
            return None;
        };
        if index_constant < 0 || index_constant >= i128::from(*len) {
            return None;
        }
        let mut path = rest.to_vec();
        path.push(Projection::Index(index));
        Some(self.new_place(place.base, path, place.ty, place.loc))
    }

    fn unary(&mut self, op: TU, operand: tree::ExprId, ty: TypeId, loc: LocId) -> ExprId {
        match op {
            TU::Not => {
                let value = self.truth(operand);
                self.expr(
                    ExprKind::Unary {
                        op: UnaryOp::Not,
                        operand: value,
                    },
                    ty,
                    loc,
                )
            }
            TU::BitNot => {
                let value = self.value(operand);
                if let Some(folded) = self
                    .constant(value)
                    .and_then(|value| fold::wrap(&self.program.types, !value, ty))
                {
                    return self.int(folded, ty, loc);
                }
                self.expr(
                    ExprKind::Unary {
                        op: UnaryOp::BitNot,
                        operand: value,
                    },
                    ty,
                    loc,
                )
            }
            TU::Neg => {
                let value = self.value(operand);
                if let Some(folded) = self.fold_negation(value, ty) {
                    return self.int(folded, ty, loc);
                }
                self.check_negation(value, ty, loc);
                self.expr(
                    ExprKind::Unary {
                        op: UnaryOp::Neg,
                        operand: value,
                    },
                    ty,
                    loc,
                )
            }
        }
    }

    fn fold_negation(&self, value: ExprId, ty: TypeId) -> Option<i128> {
        let negated = self.constant(value)?.checked_neg()?;
        let wrapped = fold::wrap(&self.program.types, negated, ty)?;
        let (_, signed) = self.program.types.integer(ty)?;
        (wrapped == negated || !signed).then_some(wrapped)
    }

    /// An arithmetic, comparison or pointer operation on evaluated operands, with its checks.
    pub(crate) fn binary(&mut self, op: TB, lhs: ExprId, rhs: ExprId, ty: TypeId, loc: LocId) -> ExprId {
        let left_pointer = self.program.types.is_pointer(self.type_of(lhs));
        let right_pointer = self.program.types.is_pointer(self.type_of(rhs));
        match (op, left_pointer, right_pointer) {
            (TB::Add, true, false) => return self.pointer_add(lhs, rhs, false, loc),
            (TB::Add, false, true) => return self.pointer_add(rhs, lhs, false, loc),
            (TB::Sub, true, false) => return self.pointer_add(lhs, rhs, true, loc),
            (TB::Sub, true, true) => return self.pointer_difference(lhs, rhs, ty, loc),
            _ => {}
        }
        let op = operator(op);
        if op.is_comparison() {
            if left_pointer && right_pointer && !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
                self.check_same_object(lhs, rhs, loc);
            }
            let rhs = self.unify(lhs, rhs, loc);
            return self.expr(ExprKind::Binary { op, lhs, rhs }, ty, loc);
        }
        if let Some(folded) = self.fold_binary(op, lhs, rhs, ty) {
            return self.int(folded, ty, loc);
        }
        // Claims repeat their operands: a long sum would grow with the square of its length.
        let lhs = if self.body.guards.is_empty() && self.is_larger_than(lhs, LARGEST_REPEATED) {
            self.keep(lhs)
        } else {
            lhs
        };
        self.check_arithmetic(op, lhs, rhs, ty, loc);
        let result = self.expr(ExprKind::Binary { op, lhs, rhs }, ty, loc);
        self.check_float_result(op, lhs, rhs, result, loc);
        result
    }

    /// Pointer comparisons may mix `void *` and others: the right operand takes the left's type.
    fn unify(&mut self, lhs: ExprId, rhs: ExprId, loc: LocId) -> ExprId {
        let (left, right) = (self.type_of(lhs), self.type_of(rhs));
        if left == right {
            rhs
        } else {
            self.convert(rhs, left, loc)
        }
    }

    fn fold_binary(&self, op: BinaryOp, lhs: ExprId, rhs: ExprId, ty: TypeId) -> Option<i128> {
        let (a, b) = (self.constant(lhs)?, self.constant(rhs)?);
        let (bits, signed) = self.program.types.integer(ty)?;
        if bits >= 128 {
            return None;
        }
        let exact = match op {
            BinaryOp::Add => a.checked_add(b)?,
            BinaryOp::Sub => a.checked_sub(b)?,
            BinaryOp::Mul => a.checked_mul(b)?,
            BinaryOp::Div if b != 0 => a.checked_div(b)?,
            BinaryOp::Rem if b != 0 => a.checked_rem(b)?,
            BinaryOp::BitAnd => a & b,
            BinaryOp::BitOr => a | b,
            BinaryOp::BitXor => a ^ b,
            BinaryOp::Shl if (0..i128::from(bits)).contains(&b) && a >= 0 => a.checked_shl(b as u32)?,
            BinaryOp::Shr if (0..i128::from(bits)).contains(&b) => a >> b,
            _ => return None,
        };
        let wrapped = fold::wrap(&self.program.types, exact, ty)?;
        // A signed result that does not fit is an error for the check to report.
        (wrapped == exact || !signed).then_some(wrapped)
    }

    /// `pointer + index` or `pointer - index`, scaled by the pointed-to type.
    pub(crate) fn pointer_add(
        &mut self,
        pointer: ExprId,
        index: ExprId,
        subtract: bool,
        loc: LocId,
    ) -> ExprId {
        let ty = self.type_of(pointer);
        let pointee = self.program.types.pointee(ty).unwrap_or(self.common.char);
        let index = if subtract {
            let wide = self.convert(index, self.common.ptrdiff, loc);
            match self.constant(wide) {
                Some(value) => self.int(-value, self.common.ptrdiff, loc),
                None => self.expr(
                    ExprKind::Unary {
                        op: UnaryOp::Neg,
                        operand: wide,
                    },
                    self.common.ptrdiff,
                    loc,
                ),
            }
        } else {
            index
        };
        let (index, stride) = match self.program.types.get(pointee) {
            Type::Void | Type::Function(_) => (index, 1),
            _ => match self.program.types.size_of(pointee) {
                Some(size) => (index, size),
                None => {
                    let wide = self.convert(index, self.common.ptrdiff, loc);
                    let size = self.size_expr(pointee, loc);
                    let size = self.convert(size, self.common.ptrdiff, loc);
                    let kind = ExprKind::Binary {
                        op: BinaryOp::Mul,
                        lhs: wide,
                        rhs: size,
                    };
                    (self.expr(kind, self.common.ptrdiff, loc), 1)
                }
            },
        };
        let result = self.expr(
            ExprKind::PointerAdd {
                pointer,
                index,
                stride,
            },
            ty,
            loc,
        );
        self.check_pointer_overflow(result, loc);
        result
    }

    fn pointer_difference(&mut self, lhs: ExprId, rhs: ExprId, ty: TypeId, loc: LocId) -> ExprId {
        self.check_same_object(lhs, rhs, loc);
        let pointee = self
            .program
            .types
            .pointee(self.type_of(lhs))
            .unwrap_or(self.common.char);
        let stride = match self.program.types.get(pointee) {
            Type::Void | Type::Function(_) => Some(1),
            _ => self.program.types.size_of(pointee),
        };
        let rhs = self.unify(lhs, rhs, loc);
        if let Some(stride) = stride {
            let kind = ExprKind::PointerDiff {
                lhs,
                rhs,
                stride: stride.max(1),
            };
            let difference = self.expr(kind, self.common.ptrdiff, loc);
            return self.convert(difference, ty, loc);
        }
        let kind = ExprKind::PointerDiff { lhs, rhs, stride: 1 };
        let bytes = self.expr(kind, self.common.ptrdiff, loc);
        let size = self.size_expr(pointee, loc);
        let size = self.convert(size, self.common.ptrdiff, loc);
        self.expr(
            ExprKind::Binary {
                op: BinaryOp::Div,
                lhs: bytes,
                rhs: size,
            },
            ty,
            loc,
        )
    }

    /// A conversion without checks; constants are converted on the spot.
    pub(crate) fn convert(&mut self, value: ExprId, ty: TypeId, loc: LocId) -> ExprId {
        let from = self.type_of(value);
        if from == ty || !self.program.types.is_scalar(from) {
            return value;
        }
        if let Some(constant) = self.constant(value) {
            if self.program.types.is_integer(ty)
                && self.program.types.is_integer(from)
                && let Some(wrapped) = fold::wrap(&self.program.types, constant, ty)
            {
                // The node itself changes, so that a component that points at it stays in use.
                let node = &mut self.program.exprs[value.index()];
                node.kind = ExprKind::Int(wrapped);
                node.ty = ty;
                return value;
            }
            if constant == 0 && self.program.types.is_pointer(ty) {
                self.program.exprs[value.index()].ty = ty;
                return value;
            }
        }
        // One pointer conversion after another: only the last type matters.
        if let ExprKind::Convert(inner) = self.program.expr(value).kind {
            let types = &self.program.types;
            if types.is_pointer(ty) && types.is_pointer(from) && types.is_pointer(self.type_of(inner)) {
                return self.convert(inner, ty, loc);
            }
        }
        self.expr(ExprKind::Convert(value), ty, loc)
    }

    fn checked_convert(&mut self, value: ExprId, ty: TypeId, loc: LocId) -> ExprId {
        if self.constant(value).is_none() {
            self.check_conversion(value, ty, loc);
        }
        self.convert(value, ty, loc)
    }

    fn logical(&mut self, id: tree::ExprId, op: LogicalOp, lhs: tree::ExprId, rhs: tree::ExprId) -> ExprId {
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
    fn may_be_lazy(&self, id: tree::ExprId) -> bool {
        if !self.body.guards.is_empty() {
            return true;
        }
        let mut pending = vec![id];
        let mut count = 0;
        while let Some(expr) = pending.pop() {
            count += 1;
            if count > LARGEST_LAZY {
                return false;
            }
            operands(&self.tree.expr(expr).kind, |operand| pending.push(operand));
        }
        true
    }

    fn is_larger_than(&self, expr: ExprId, limit: usize) -> bool {
        let mut pending = vec![expr];
        let mut count = 0;
        while let Some(expr) = pending.pop() {
            count += 1;
            if count > limit {
                return true;
            }
            self.program.operands(expr, |operand| pending.push(operand));
        }
        false
    }

    fn conditional(
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

    fn elvis(&mut self, cond: tree::ExprId, otherwise: tree::ExprId, ty: TypeId, loc: LocId) -> ExprId {
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

    fn statement_expression(&mut self, stmt: tree::StmtId, ty: TypeId, loc: LocId) -> ExprId {
        let tree = self.tree;
        let tree::StmtKind::Block(stmts) = &tree.stmt(stmt).kind else {
            self.statement(stmt);
            return self.some_value(ty, loc);
        };
        // Claims inside have statements of their own around them; the conditions outside no longer apply
        // textually, and a statement expression is never lowered lazily.
        let guards = std::mem::take(&mut self.body.guards);
        self.prepare_labels(tree::FunctionId(self.body.function.0), stmt);
        self.enter_scope(stmt);
        let mut result = None;
        for (index, &inner) in stmts.iter().enumerate() {
            let last = index + 1 == stmts.len();
            match tree.stmt(inner).kind {
                tree::StmtKind::Expr(expr) if last && !self.program.types.is_void(ty) => {
                    let value = self.value(expr);
                    let value = self.convert(value, ty, loc);
                    result = Some(self.keep_in_temp(value));
                }
                _ => self.statement(inner),
            }
        }
        self.leave_scope(loc);
        self.body.guards = guards;
        match result {
            Some(temp) => self.load_var(temp, loc),
            None => self.some_value(ty, loc),
        }
    }

    /// Lowers an expression for its effects alone.
    pub(crate) fn discard(&mut self, id: tree::ExprId) {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.discard_here(id));
    }

    fn discard_here(&mut self, id: tree::ExprId) {
        let tree = self.tree;
        let expr = tree.expr(id);
        let loc = expr.loc;
        match &expr.kind {
            T::Convert { operand, .. } => self.discard(*operand),
            T::Comma { lhs, rhs } => {
                self.discard(*lhs);
                self.discard(*rhs);
            }
            T::Assign { place, value } => self.assign_effect(*place, *value, loc),
            T::AssignOp {
                op,
                computation,
                place,
                value,
            } => {
                self.assign_op(*op, *computation, *place, *value, loc, false);
            }
            T::Step { step, place } => {
                self.step(*step, *place, loc, false);
            }
            T::Call { callee, args } => {
                self.call(id, *callee, args, loc, false);
            }
            T::Logical { op, lhs, rhs } if self.analysis.has_effects(*rhs) => {
                let left = self.truth(*lhs);
                self.component(ComponentKind::LogicalOperand, left, tree.expr(*lhs).loc);
                let (second, done) = (self.new_target(), self.new_target());
                match op {
                    LogicalOp::And => self.branch(left, second, done, Construct::And, loc),
                    LogicalOp::Or => self.branch(left, done, second, Construct::Or, loc),
                }
                self.place_target(second);
                self.discard(*rhs);
                self.place_target(done);
            }
            T::Cond {
                cond,
                then,
                otherwise,
            } if self.analysis.has_effects(*then) || self.analysis.has_effects(*otherwise) => {
                let (yes, no, done) = (self.new_target(), self.new_target(), self.new_target());
                self.condition(*cond, yes, no, Construct::Conditional);
                self.place_target(yes);
                self.discard(*then);
                self.jump(done, loc);
                self.place_target(no);
                self.discard(*otherwise);
                self.place_target(done);
            }
            T::StmtExpr(stmt) => {
                self.prepare_labels(tree::FunctionId(self.body.function.0), *stmt);
                self.statement(*stmt);
            }
            _ => {
                // Whatever is left is evaluated for its checks; a division whose value nobody uses still
                // divides.
                if !self.program.types.is_void(expr.ty) || self.analysis.has_effects(id) {
                    self.value(id);
                }
            }
        }
    }

    /// Whether claims of a class are wanted here. The library models wrap unsigned numbers on purpose and keep
    /// to their own rules about values; what they do with the caller's pointers is always checked.
    pub(crate) fn checks(&self, kind: CheckKind) -> bool {
        let in_model = self
            .program
            .functions
            .get(self.body.function.index())
            .is_some_and(|f| f.embedded);
        let about_values = matches!(
            kind,
            CheckKind::UnsignedOverflow
                | CheckKind::Conversion
                | CheckKind::FloatOverflow
                | CheckKind::Nan
                | CheckKind::PointerOverflow
        );
        self.options.checks.has(kind) && !(in_model && about_values)
    }
}

pub(crate) fn operator(op: TB) -> BinaryOp {
    match op {
        TB::Mul => BinaryOp::Mul,
        TB::Div => BinaryOp::Div,
        TB::Rem => BinaryOp::Rem,
        TB::Add => BinaryOp::Add,
        TB::Sub => BinaryOp::Sub,
        TB::Shl => BinaryOp::Shl,
        TB::Shr => BinaryOp::Shr,
        TB::Lt => BinaryOp::Lt,
        TB::Gt => BinaryOp::Gt,
        TB::Le => BinaryOp::Le,
        TB::Ge => BinaryOp::Ge,
        TB::Eq => BinaryOp::Eq,
        TB::Ne => BinaryOp::Ne,
        TB::BitAnd => BinaryOp::BitAnd,
        TB::BitXor => BinaryOp::BitXor,
        TB::BitOr => BinaryOp::BitOr,
    }
}
