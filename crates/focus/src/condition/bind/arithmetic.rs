//! Operators, with the conversions that C makes.

use super::*;

impl Binder<'_, '_> {
    pub(super) fn unary(&mut self, op: Unary, inner: &Expr) -> Result<ExprId, Unbound> {
        let operand = self.value(inner)?;
        let int = self.int();
        if op == Unary::Not {
            let kind = ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            };
            return Ok(self.node(kind, int));
        }
        let ty = self.ty(operand);
        let is_integer = self.program.types.is_integer(ty);
        let op = match op {
            Unary::Complement => UnaryOp::BitNot,
            _ => UnaryOp::Neg,
        };
        if !is_integer && (op == UnaryOp::BitNot || !self.program.types.is_float(ty)) {
            return self.wrong(inner, "is no number for that");
        }
        let ty = if is_integer { self.promoted(ty) } else { ty };
        let operand = self.converted(operand, ty);
        Ok(self.node(ExprKind::Unary { op, operand }, ty))
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Result<ExprId, Unbound> {
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            let divisor = self.value(b)?;
            let int = self.int();
            if self.program.types.is_integer(self.ty(divisor)) {
                let kind = |op, operand| ExprKind::Unary { op, operand };
                let is_zero = self.node(kind(UnaryOp::Not, divisor), int);
                let guard = self.node(kind(UnaryOp::Not, is_zero), int);
                self.guards.push(guard);
            }
        }
        let (lhs, rhs) = (self.value(a)?, self.value(b)?);
        let types = &self.program.types;
        let (s, t) = (self.ty(lhs), self.ty(rhs));
        if types.is_pointer(s) || types.is_pointer(t) {
            return self.pointers(op, (a, lhs), (b, rhs));
        }
        let integers = types.is_integer(s) && types.is_integer(t);
        let needs_integers = matches!(
            op,
            BinaryOp::Rem
                | BinaryOp::BitAnd
                | BinaryOp::BitOr
                | BinaryOp::BitXor
                | BinaryOp::Shl
                | BinaryOp::Shr
        );
        if needs_integers && !integers {
            return self.wrong(a, "is no integer for that");
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let (x, y) = (self.promoted(s), self.promoted(t));
            let (lhs, rhs) = (self.converted(lhs, x), self.converted(rhs, y));
            return Ok(self.node(ExprKind::Binary { op, lhs, rhs }, x));
        }
        let common = self.common(s, t);
        let (lhs, rhs) = (self.converted(lhs, common), self.converted(rhs, common));
        if op.is_comparison() {
            return Ok(self.compared(op, lhs, rhs));
        }
        Ok(self.node(ExprKind::Binary { op, lhs, rhs }, common))
    }

    pub(super) fn compared(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let int = self.int();
        self.node(ExprKind::Binary { op, lhs, rhs }, int)
    }

    /// Pointers are compared; null may be written as 0.
    pub(super) fn pointers(
        &mut self,
        op: BinaryOp,
        a: (&Expr, ExprId),
        b: (&Expr, ExprId),
    ) -> Result<ExprId, Unbound> {
        if !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            return self.wrong(a.0, "is a pointer, which is only compared for equality");
        }
        let types = &self.program.types;
        let pointer = match types.is_pointer(self.ty(a.1)) {
            true => self.ty(a.1),
            false => self.ty(b.1),
        };
        let mut sides = Vec::new();
        for (expr, value) in [a, b] {
            let node = self.program.expr(value);
            sides.push(match node.kind {
                ExprKind::Int(0) => {
                    self.program.exprs[value.index()].ty = pointer;
                    value
                }
                _ if self.program.types.is_pointer(node.ty) => self.converted(value, pointer),
                _ => return self.wrong(expr, "is no pointer"),
            });
        }
        Ok(self.compared(op, sides[0], sides[1]))
    }

    pub(super) fn converted(&mut self, value: ExprId, ty: TypeId) -> ExprId {
        match self.ty(value) == ty {
            true => value,
            false => self.node(ExprKind::Convert(value), ty),
        }
    }

    pub(super) fn promoted(&mut self, ty: TypeId) -> TypeId {
        let int = self.int();
        let width = |ty| self.program.types.integer(ty).map_or(0, |(width, _)| width);
        match (self.program.types.is_bool(ty), width(ty) < width(int)) {
            (true, _) | (_, true) => int,
            _ => match self.program.types.int_kind(ty) {
                Some(kind) => self.program.types.int(kind),
                None => ty,
            },
        }
    }

    /// The usual arithmetic conversions.
    pub(super) fn common(&mut self, a: TypeId, b: TypeId) -> TypeId {
        let float = |program: &Program, ty| match program.types.get(ty) {
            Type::Float(kind) => Some(*kind),
            _ => None,
        };
        match (float(self.program, a), float(self.program, b)) {
            (Some(x), Some(y)) => return if x >= y { a } else { b },
            (Some(_), None) => return a,
            (None, Some(_)) => return b,
            (None, None) => {}
        }
        let (a, b) = (self.promoted(a), self.promoted(b));
        let shape = |ty| self.program.types.integer(ty).unwrap_or((32, true));
        let ((x, x_signed), (y, y_signed)) = (shape(a), shape(b));
        // Of equally wide ones the unsigned one, else the one of the higher rank.
        let kind = |ty| self.program.types.int_kind(ty);
        match x.cmp(&y) {
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Equal if x_signed == y_signed => {
                if kind(a) >= kind(b) {
                    a
                } else {
                    b
                }
            }
            std::cmp::Ordering::Equal => {
                if x_signed {
                    b
                } else {
                    a
                }
            }
        }
    }
}
