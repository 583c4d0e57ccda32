//! Values: pure expressions, with the effects inside them emitted as instructions before.
//!
//! Operands are evaluated left to right. If a later operand has effects, an earlier one that those effects
//! could change is kept in a temporary first ([`Lowerer::ordered_value`]).

use ctype::{Type, TypeId};
use frontend::tree::{self, ExprKind as T, LogicalOp};
use program::{CheckKind, ComponentKind, Construct, ExprId, ExprKind, FunctionId, PlaceBase, Projection};
use source::LocId;

use crate::lowerer::Lowerer;

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
                let value = self.read(place, loc);
                self.check_enumeration(value, loc);
                value
            }
            T::CompoundLiteral(_) => {
                let place = self.place(id);
                self.load(place, loc)
            }
            T::Function(function) => self.function_address(*function, ty, loc),
            T::Load(of) => self.loaded(*of, loc),
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
                self.check_sign_compare(*op, *lhs, left, loc);
                self.check_sign_compare(*op, *rhs, right, loc);
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

    fn loaded(&mut self, of: tree::ExprId, loc: LocId) -> ExprId {
        let place = self.place(of);
        let atomic = self.is_atomic(of, place);
        if atomic {
            self.atomic_begin(loc);
        }
        let value = self.read(place, loc);
        if atomic {
            self.atomic_end(loc);
        }
        self.check_enumeration(value, loc);
        value
    }

    /// The address of a function; that of a weak one without a body is null.
    fn function_address(&mut self, function: tree::FunctionId, ty: TypeId, loc: LocId) -> ExprId {
        let ty = if self.program.types.is_pointer(ty) {
            ty
        } else {
            self.program.types.pointer(ty)
        };
        let declared = self.tree.function(function);
        if declared.weak && declared.body.is_none() {
            return self.int(0, ty, loc);
        }
        let address = ExprKind::FunctionAddress(FunctionId(function.0));
        let own = self.program.types.pointer(declared.ty);
        if self.differs(ty, own) {
            let address = self.expr(address, own, loc);
            return self.convert(address, ty, loc);
        }
        self.expr(address, ty, loc)
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
            if !last || self.program.types.is_void(ty) {
                self.statement(inner);
                continue;
            }
            // Labels before the last expression do not take its value away.
            let inner = self.pass_labels(inner);
            match tree.stmt(inner).kind {
                tree::StmtKind::Expr(expr) => {
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
                | CheckKind::FloatDivisionByZero
                | CheckKind::Nan
                | CheckKind::EnumRange
                | CheckKind::PointerOverflow
        );
        let is_reached = matches!(kind, CheckKind::Unsupported | CheckKind::MissingBody);
        let wanted = self.options.checks.has(kind) || self.enabled_somewhere(kind);
        wanted && !(in_model && about_values) && (self.unchecked == 0 || is_reached)
    }
}
