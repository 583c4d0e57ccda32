//! Operators and conversions on values that have been evaluated, with their checks.
//!
//! Integer constants are folded where C leaves no doubt about the result; what would overflow is left for the
//! check to report. Pointer arithmetic carries its stride, so that no engine has to look at types again.

use ctype::{FloatFormat, Type, TypeId};
use frontend::tree::{self, BinaryOp as TB, UnaryOp as TU};
use program::{BinaryOp, ExprId, ExprKind, OverflowOp, UnaryOp};
use source::LocId;

use crate::fold;
use crate::lowerer::Lowerer;

/// An operand with more nodes than this is kept in a temporary before claims repeat it.
const LARGEST_REPEATED: usize = 40;

impl Lowerer<'_> {
    pub(crate) fn unary(&mut self, op: TU, operand: tree::ExprId, ty: TypeId, loc: LocId) -> ExprId {
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
                let value = self.kept_if_large(value);
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
        let lhs = self.kept_if_large(lhs);
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
            // A remainder is undefined where its quotient does not fit, though 0 would.
            BinaryOp::Rem
                if b != 0
                    && (!signed || fold::wrap(&self.program.types, a.checked_div(b)?, ty)? == a / b) =>
            {
                a % b
            }
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
        let index = self.as_distance(index, loc);
        let (index, stride) = match self.program.types.get(pointee) {
            Type::Void | Type::Function(_) => (index, 1),
            _ => match self.program.types.size_of(pointee) {
                Some(size) => (index, size),
                None => {
                    let wide = self.convert(index, self.common.ptrdiff, loc);
                    let size = self.size_expr(pointee, loc);
                    let size = self.convert(size, self.common.ptrdiff, loc);
                    (self.product_or_far(wide, size, loc), 1)
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

    /// An index that is wider than an address: what does not fit leads outside of every object.
    pub(crate) fn as_distance(&mut self, index: ExprId, loc: LocId) -> ExprId {
        let ptrdiff = self.common.ptrdiff;
        let bits = |lowerer: &Self, ty| lowerer.program.types.integer(ty).map(|(bits, _)| bits);
        if bits(self, self.type_of(index)) <= bits(self, ptrdiff) {
            return index;
        }
        let bits = bits(self, ptrdiff).unwrap_or(64);
        if let Some(value) = self.constant(index) {
            let farthest = 1i128 << (bits - 1);
            let fits = (-farthest..farthest).contains(&value);
            return self.int(if fits { value } else { -farthest }, ptrdiff, loc);
        }
        let value = self.clone_expr(index);
        let fits = self.expr(ExprKind::Fits { value, to: ptrdiff }, self.common.int, loc);
        let then = self.convert(index, ptrdiff, loc);
        self.or_far(fits, then, loc)
    }

    /// A distance in bytes whose factors are computed; likewise.
    fn product_or_far(&mut self, index: ExprId, size: ExprId, loc: LocId) -> ExprId {
        let (lhs, rhs) = (self.clone_expr(index), self.clone_expr(size));
        let (op, at) = (OverflowOp::Mul, self.common.ptrdiff);
        let overflows = self.expr(ExprKind::Overflows { op, lhs, rhs, at }, self.common.int, loc);
        let fits = self.not(overflows);
        let kind = ExprKind::Binary {
            op: BinaryOp::Mul,
            lhs: index,
            rhs: size,
        };
        let product = self.expr(kind, self.common.ptrdiff, loc);
        self.or_far(fits, product, loc)
    }

    fn or_far(&mut self, cond: ExprId, then: ExprId, loc: LocId) -> ExprId {
        let ptrdiff = self.common.ptrdiff;
        let bits = self.program.types.integer(ptrdiff).map_or(64, |(bits, _)| bits);
        let otherwise = self.int(-(1i128 << (bits - 1)), ptrdiff, loc);
        let kind = ExprKind::Cond {
            cond,
            then,
            otherwise,
        };
        self.expr(kind, ptrdiff, loc)
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
        if let Some(saturated) = self.saturated(value, ty) {
            return self.int(saturated, ty, loc);
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

    /// A floating constant that no value of an integer type stands for. C leaves the result open; compilers fold
    /// it to the nearest value of the type, unlike what the same conversion does when the program runs.
    fn saturated(&self, value: ExprId, ty: TypeId) -> Option<i128> {
        let ExprKind::Float(bits) = self.program.expr(value).kind else {
            return None;
        };
        let number = match self.program.types.float_format(self.type_of(value))? {
            FloatFormat::Single => f64::from(f32::from_bits(bits as u32)),
            FloatFormat::Double => f64::from_bits(bits as u64),
            FloatFormat::Half | FloatFormat::X87 | FloatFormat::Quad => return None,
        };
        if self.program.types.is_bool(ty) {
            return None;
        }
        let (low, high) = fold::range(&self.program.types, ty)?;
        let whole = number.trunc();
        if whole < low as f64 {
            Some(low)
        } else if whole > high as f64 {
            Some(high)
        } else {
            None
        }
    }

    pub(crate) fn checked_convert(&mut self, value: ExprId, ty: TypeId, loc: LocId) -> ExprId {
        if self.constant(value).is_none() {
            self.check_conversion(value, ty, loc);
        }
        let converted = self.convert(value, ty, loc);
        self.check_enumeration(converted, loc);
        converted
    }

    /// Claims repeat their operands: a long sum would grow with the square of its length.
    fn kept_if_large(&mut self, operand: ExprId) -> ExprId {
        if self.body.guards.is_empty() && self.is_larger_than(operand, LARGEST_REPEATED) {
            self.keep(operand)
        } else {
            operand
        }
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
