//! Expressions become terms.
//!
//! Conditions are evaluated to booleans directly, without the detour over C's `int` 0 and 1.

use ctype::TypeId;
use logic::TermId;
use program::{BinaryOp, ExprId, ExprKind, UnaryOp};

use crate::memory::cells::Chunk;
use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::state::State;
use crate::symex::{OBJECT_BITS, Symex};

impl Symex<'_> {
    pub(crate) fn scalar(&self, expr: ExprId) -> Scalar {
        self.scalar_of(self.program.expr(expr).ty)
            .unwrap_or(Scalar::raw(4))
    }

    /// The same as [`Scalar::of`], worked out once.
    pub(crate) fn scalar_of(&self, ty: TypeId) -> Option<Scalar> {
        self.scalars[ty.0 as usize]
    }

    /// The value of an integer expression.
    pub(crate) fn eval_bits(&mut self, state: &mut State, expr: ExprId) -> TermId {
        let value = self.eval(state, expr);
        self.plain(value)
    }

    /// A truth value as C's `int`, or whatever integer type the expression has.
    fn flag(&mut self, cond: TermId, expr: ExprId) -> Value {
        let (width, _) = self.scalar(expr).int();
        let (one, zero) = (self.pool.bv(width, 1), self.pool.bv(width, 0));
        Value::Bits(self.pool.ite(cond, one, zero))
    }

    /// Whether a value is not zero.
    pub(crate) fn is_true(&mut self, value: Value) -> TermId {
        match value {
            Value::Bits(bits) => {
                let zero = self.pool.bv(self.bit_width(bits), 0);
                self.pool.distinct(bits, zero)
            }
            Value::Float(float) => {
                let zero = self.pool.fp_is_zero(float);
                self.pool.not(zero)
            }
            Value::Pointer { .. } => {
                let null = self.null();
                let same = self.same_pointer(value, null);
                self.pool.not(same)
            }
        }
    }

    /// Evaluates something that is evaluated only under a condition.
    fn under<T>(&mut self, cond: TermId, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let lazy = self.lazy;
        self.lazy = self.pool.and(lazy, cond);
        let result = evaluate(self);
        self.lazy = lazy;
        result
    }

    /// What an expression with two ways is worth: the one that a condition chooses, or both, each evaluated where it is chosen.
    fn either<T>(
        &mut self,
        cond: TermId,
        mut evaluate: impl FnMut(&mut Self, bool) -> T,
        choose: impl FnOnce(&mut Self, T, T) -> T,
    ) -> T {
        if let Some(known) = self.truth(cond) {
            return evaluate(self, known);
        }
        let not = self.pool.not(cond);
        let a = self.under(cond, |this| evaluate(this, true));
        let b = self.under(not, |this| evaluate(this, false));
        choose(self, a, b)
    }

    /// Whether an expression is not zero.
    pub(crate) fn eval_cond(&mut self, state: &mut State, expr: ExprId) -> TermId {
        let cond = self.condition(state, expr);
        if let Some(parts) = &mut self.parts {
            parts.push((expr, cond));
        }
        cond
    }

    /// Whether a condition that is not written as a constant has come out as this one.
    fn is_computed(&self, expr: ExprId, cond: TermId, value: bool) -> bool {
        let constant = self.pool.constant(cond).and_then(logic::Value::as_bool);
        constant == Some(value) && !matches!(self.program.expr(expr).kind, ExprKind::Int(_))
    }

    fn condition(&mut self, state: &mut State, expr: ExprId) -> TermId {
        let program = self.program;
        match &program.expr(expr).kind {
            ExprKind::And { lhs, rhs } => {
                let a = self.eval_cond(state, *lhs);
                if self.truth(a) == Some(false) {
                    return a;
                }
                let b = self.under(a, |this| this.eval_cond(state, *rhs));
                self.constant_part |= self.is_computed(*lhs, a, true) || self.is_computed(*rhs, b, true);
                self.pool.and(a, b)
            }
            ExprKind::Or { lhs, rhs } => {
                let a = self.eval_cond(state, *lhs);
                if self.truth(a) == Some(true) {
                    return a;
                }
                let not_a = self.pool.not(a);
                let b = self.under(not_a, |this| this.eval_cond(state, *rhs));
                self.constant_part |= self.is_computed(*lhs, a, false) || self.is_computed(*rhs, b, false);
                self.pool.or(a, b)
            }
            ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            } => {
                let value = self.eval_cond(state, *operand);
                self.pool.not(value)
            }
            ExprKind::Binary { op, lhs, rhs } if op.is_comparison() => {
                self.comparison(state, *op, *lhs, *rhs)
            }
            ExprKind::Overflows { op, lhs, rhs, at } => {
                let (a, b) = (self.eval_bits(state, *lhs), self.eval_bits(state, *rhs));
                let (a_ty, b_ty) = (self.scalar(*lhs).int(), self.scalar(*rhs).int());
                let range = self.integer_range(*at);
                self.overflows(*op, (a, a_ty), (b, b_ty), range)
            }
            ExprKind::Fits { value, to } => {
                let from = self.scalar(*value);
                let value = self.eval(state, *value);
                self.fits(value, from, *to)
            }
            ExprKind::Initialised(place) => {
                let spot = self.spot(state, *place);
                self.initialised(state, &spot)
            }
            ExprKind::Intrinsic { op, args } => match self.predicate(state, *op, args) {
                Some(cond) => cond,
                None => {
                    let value = self.eval(state, expr);
                    self.is_true(value)
                }
            },
            ExprKind::Convert(operand) => {
                let (from, to) = (self.scalar(*operand), self.scalar(expr));
                // Widening and conversion to `_Bool` keep being zero.
                let keeps = match (from.repr, to.repr) {
                    (_, Repr::Bool) => true,
                    (Repr::Int(..) | Repr::Bool, Repr::Int(..)) => to.int().0 >= from.int().0,
                    _ => false,
                };
                if keeps {
                    return self.eval_cond(state, *operand);
                }
                let value = self.eval(state, expr);
                self.is_true(value)
            }
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.eval_cond(state, *cond);
                self.either(
                    cond,
                    |this, taken| this.eval_cond(state, if taken { *then } else { *otherwise }),
                    |this, a, b| this.pool.ite(cond, a, b),
                )
            }
            _ => {
                let value = self.eval(state, expr);
                self.is_true(value)
            }
        }
    }

    fn comparison(&mut self, state: &mut State, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> TermId {
        let scalar = self.scalar(lhs);
        let a = self.eval(state, lhs);
        let b = self.eval(state, rhs);
        if scalar.repr == Repr::Pointer {
            let (a, b) = (self.identified(a), self.identified(b));
            self.note_dead_compared(state, a, b);
            if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
                self.note_adjacent_compared(a, b);
            }
        }
        match self.decided_by_range(op, a, b, scalar) {
            Some(true) => self.yes,
            Some(false) => self.no,
            None => match self.compared_by_case(op, a, b, scalar) {
                Some(cond) => cond,
                None => self.compare(op, a, b, scalar),
            },
        }
    }

    fn is_condition(&self, expr: ExprId) -> bool {
        matches!(
            &self.program.expr(expr).kind,
            ExprKind::And { .. }
                | ExprKind::Or { .. }
                | ExprKind::Unary { op: UnaryOp::Not, .. }
                | ExprKind::Overflows { .. }
                | ExprKind::Fits { .. }
                | ExprKind::Initialised(_)
        ) || matches!(&self.program.expr(expr).kind, ExprKind::Binary { op, .. } if op.is_comparison())
    }

    pub(crate) fn eval(&mut self, state: &mut State, expr: ExprId) -> Value {
        let program = self.program;
        if self.is_condition(expr) {
            let cond = self.eval_cond(state, expr);
            return self.flag(cond, expr);
        }
        let scalar = self.scalar(expr);
        match &program.expr(expr).kind {
            ExprKind::Int(number) => self.integer(*number, scalar),
            ExprKind::Float(bits) => {
                let bits = self.pool.bv(scalar.value_bytes() * 8, *bits);
                self.read_as(bits, scalar)
            }
            ExprKind::Load(place) => {
                let spot = self.spot(state, *place);
                if self.options.loads {
                    let size = spot.field.map_or(scalar.size, |field| field.bytes());
                    self.note_load(state, expr, &spot, size.into());
                }
                self.load(state, &spot)
            }
            ExprKind::AddressOf(place) => self.address(state, *place),
            ExprKind::FunctionAddress(function) => {
                let object = self.function_object(*function);
                self.pointer_to(object)
            }
            ExprKind::Unary { op, operand } => {
                let value = self.eval(state, *operand);
                self.unary(*op, value)
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let a = self.eval(state, *lhs);
                let b = self.eval(state, *rhs);
                let rhs_scalar = self.scalar(*rhs);
                self.binary(state, *op, a, b, scalar, rhs_scalar)
            }
            ExprKind::PointerAdd {
                pointer,
                index,
                stride,
            } => {
                let pointer = self.eval(state, *pointer);
                let by = self.index(state, *index, *stride);
                self.moved(pointer, by)
            }
            ExprKind::PointerDiff { lhs, rhs, stride } => {
                let a = self.eval(state, *lhs);
                let b = self.eval(state, *rhs);
                self.elements_between(a, b, *stride, scalar)
            }
            ExprKind::Convert(operand) => {
                let from = self.scalar(*operand);
                if scalar.repr == Repr::Bool {
                    let cond = self.eval_cond(state, *operand);
                    return self.flag(cond, expr);
                }
                let value = self.eval(state, *operand);
                self.convert(state, value, from, scalar)
            }
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => {
                let cond = self.eval_cond(state, *cond);
                self.either(
                    cond,
                    |this, taken| this.eval(state, if taken { *then } else { *otherwise }),
                    |this, a, b| this.select(cond, a, b),
                )
            }
            ExprKind::Intrinsic { op, args } => match self.predicate(state, *op, args) {
                Some(cond) => self.flag(cond, expr),
                None => self.intrinsic(state, *op, args, scalar),
            },
            ExprKind::Wrapped { op, lhs, rhs } => {
                let (a, b) = (self.eval_bits(state, *lhs), self.eval_bits(state, *rhs));
                let (a_ty, b_ty) = (self.scalar(*lhs).int(), self.scalar(*rhs).int());
                Value::Bits(self.wrapped(*op, (a, a_ty), (b, b_ty), scalar.int().0))
            }
            // Aggregates are taken as chunks; conditions were handled above.
            ExprKind::Zero
            | ExprKind::Bytes(_)
            | ExprKind::And { .. }
            | ExprKind::Or { .. }
            | ExprKind::Overflows { .. }
            | ExprKind::Fits { .. }
            | ExprKind::Initialised(_) => self.zero(scalar),
        }
    }

    /// A number in the text; as a pointer it points at nothing.
    fn integer(&mut self, number: i128, scalar: Scalar) -> Value {
        match scalar.repr {
            Repr::Pointer => {
                let offset = self.pool.bits(logic::Bits::from_i128(self.width, number));
                Value::Pointer {
                    object: self.pool.bv(OBJECT_BITS, 0),
                    offset,
                }
            }
            _ => Value::Bits(self.pool.bits(logic::Bits::from_i128(scalar.int().0, number))),
        }
    }

    /// The difference of two pointers, in elements.
    fn elements_between(&mut self, a: Value, b: Value, stride: u64, scalar: Scalar) -> Value {
        let distance = self.distance(a, b);
        let stride = self.pool.bv(self.width, stride.max(1).into());
        let bits = self.pool.bv_sdiv(distance, stride);
        Value::Bits(self.resize(bits, true, scalar.int().0))
    }

    fn address(&mut self, state: &mut State, place: program::PlaceId) -> Value {
        if let program::PlaceBase::Deref(pointer) = self.program.place(place).base {
            // No access: the pointer just moves, wherever it points.
            let value = self.eval(state, pointer);
            let by = self.place_offset(state, place);
            return self.moved(value, by);
        }
        let spot = self.spot(state, place);
        match spot.cases.first() {
            Some(case) => Value::Pointer {
                object: self.pool.bv(OBJECT_BITS, case.object.0.into()),
                offset: case.offset,
            },
            None => self.null(),
        }
    }

    /// How far a place's projections lead from its base.
    fn place_offset(&mut self, state: &mut State, id: program::PlaceId) -> TermId {
        let place = self.program.place(id);
        let types = &self.program.types;
        let mut ty = self.program.base_type(place).unwrap_or(place.ty);
        let mut moved = self.pool.bv(self.width, 0);
        for &projection in &place.path {
            match projection {
                program::Projection::Field(index) => {
                    let Some(record) = types.record_of(ty) else { break };
                    let member = &types.record(record).fields[index as usize];
                    let offset = self.pool.bv(self.width, member.offset.into());
                    moved = self.pool.bv_add(moved, offset);
                    ty = member.ty;
                }
                program::Projection::Index(index) => {
                    let Some(element) = types.element(ty) else { break };
                    let size = types.size_of(element).unwrap_or(1);
                    let by = self.index(state, index, size);
                    moved = self.pool.bv_add(moved, by);
                    ty = element;
                }
            }
        }
        moved
    }

    /// The value of a record or array expression.
    pub(crate) fn eval_chunk(&mut self, state: &mut State, expr: ExprId) -> Option<Chunk> {
        let program = self.program;
        let size = program.types.size_of(program.expr(expr).ty)?;
        match &program.expr(expr).kind {
            ExprKind::Load(place) => {
                let spot = self.spot(state, *place);
                if self.options.loads {
                    self.note_load(state, expr, &spot, size);
                }
                self.load_chunk(state, &spot)
            }
            ExprKind::Zero => Some(Chunk {
                size,
                zero: true,
                ..Chunk::default()
            }),
            ExprKind::Bytes(string) => {
                let width = program
                    .types
                    .element(program.expr(expr).ty)
                    .and_then(|element| program.types.size_of(element))
                    .unwrap_or(1)
                    .clamp(1, 8);
                let bytes = program.string(*string);
                let mut chunk = Chunk {
                    size,
                    zero: true,
                    ..Chunk::default()
                };
                let length = (bytes.len() as u64).min(size);
                for at in (0..length).step_by(width as usize) {
                    let end = (at + width).min(size);
                    let mut number = 0u128;
                    for index in (at..end).rev() {
                        number = number << 8 | u128::from(bytes.get(index as usize).copied().unwrap_or(0));
                    }
                    let width = (end - at) as u32;
                    let cell = crate::symex::state::Cell {
                        value: Value::Bits(self.pool.bv(width * 8, number)),
                        size: width,
                        written: self.yes,
                        step: crate::StepId(0),
                    };
                    chunk.cells.push((at, cell));
                }
                Some(chunk)
            }
            _ => None,
        }
    }

    fn initialised(&mut self, state: &mut State, spot: &crate::memory::place::Spot) -> TermId {
        let Some(size) = self.program.types.size_of(spot.ty) else {
            return self.yes;
        };
        let size = spot.field.map_or(size, |field| field.bytes().into());
        let Some(elements) = self.elements(state, spot, size) else {
            self.too_wide(state);
            return self.yes;
        };
        let mut all = self.no;
        for element in elements {
            let mut written = self.yes;
            let mut at = 0;
            // In pieces, because a bit-vector of a whole array would be no use.
            while at < size {
                let step = (size - at).min(8);
                let (_, piece) = self.read_bytes(state, element.object, element.at + at, step as u32);
                written = self.pool.and(written, piece);
                at += step;
            }
            let good = self.pool.and(element.chosen, written);
            all = self.pool.or(all, good);
        }
        all
    }

    pub(crate) fn compare(&mut self, op: BinaryOp, a: Value, b: Value, scalar: Scalar) -> TermId {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let (op, a, b) = match op {
            Gt => (Lt, b, a),
            Ge => (Le, b, a),
            _ => (op, a, b),
        };
        if op == Ne {
            let same = self.compare(Eq, a, b, scalar);
            return self.pool.not(same);
        }
        match (a, b) {
            (Value::Float(x), Value::Float(y)) => match op {
                Lt => self.pool.fp_lt(x, y),
                Le => self.pool.fp_le(x, y),
                _ => self.pool.fp_eq(x, y),
            },
            (Value::Pointer { .. }, Value::Pointer { .. }) => {
                if op == Eq {
                    self.note_wild_compared(a, b);
                    let (a, b) = (self.identified(a), self.identified(b));
                    return self.same_pointer(a, b);
                }
                self.compare_addresses(op, a, b)
            }
            _ => {
                let (x, y) = (self.plain(a), self.plain(b));
                match (op, scalar.int().1) {
                    (Lt, true) => self.pool.bv_slt(x, y),
                    (Lt, false) => self.pool.bv_ult(x, y),
                    (Le, true) => self.pool.bv_sle(x, y),
                    (Le, false) => self.pool.bv_ule(x, y),
                    _ => self.pool.eq(x, y),
                }
            }
        }
    }
}
