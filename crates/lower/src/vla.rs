//! Arrays of run-time length.
//!
//! The length of each such array type is evaluated once, where its declaration is reached, and kept in a
//! variable. The array itself is storage behind a pointer variable of the array's name. Strides that depend
//! on a length are ordinary multiplications.

use ctype::{ArrayLen, Type, TypeId, VlaId};
use program::{Allocation, BinaryOp, Builtin, CheckKind, ExprId, ExprKind, InstrKind, VarId};
use source::LocId;

use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    pub(crate) fn evaluate_length(&mut self, vla: VlaId) {
        let Some(&expr) = self.tree.vlas.get(vla.index()) else {
            return;
        };
        let loc = self.tree.expr(expr).loc;
        let value = self.value(expr);
        let unsigned = self
            .program
            .types
            .integer(self.type_of(value))
            .is_some_and(|(_, signed)| !signed);
        let value = self.convert(value, self.common.ptrdiff, loc);
        let var = match self.vla_lengths.get(&vla) {
            Some(&var) => var,
            None => {
                let name = self.short_text(loc);
                let var = self.new_temp(self.common.ptrdiff, name, loc);
                self.vla_lengths.insert(vla, var);
                var
            }
        };
        let place = self.var_place(var, loc);
        self.assign(place, value, loc);
        if self.checks(CheckKind::VlaSize) {
            let length = self.load_var(var, loc);
            let zero = self.int(0, self.common.ptrdiff, loc);
            // A large unsigned length is positive as well; that there is no room for it is another matter.
            let op = if unsigned { BinaryOp::Ne } else { BinaryOp::Gt };
            let cond = self.compare(op, length, zero);
            let text = format!("the array length `{}` is positive", self.short_text(loc));
            self.claim(CheckKind::VlaSize, cond, text, loc);
        }
    }

    /// The stored length, as `size_t`. A length whose declaration was never reached (a type named only in a
    /// `sizeof` or cast) is evaluated on the spot.
    pub(crate) fn vla_length(&mut self, vla: VlaId, ty: TypeId, loc: LocId) -> ExprId {
        if !self.vla_lengths.contains_key(&vla) {
            self.evaluate_length(vla);
        }
        match self.vla_lengths.get(&vla) {
            Some(&var) => {
                let length = self.load_var(var, loc);
                self.convert(length, ty, loc)
            }
            None => self.int(0, ty, loc),
        }
    }

    /// The variable that holds a length, if its declaration has been reached.
    pub(crate) fn known_length(&self, vla: VlaId) -> Option<VarId> {
        self.vla_lengths.get(&vla).copied()
    }

    /// The size of a type in bytes as a value of `size_t`.
    pub(crate) fn size_expr(&mut self, ty: TypeId, loc: LocId) -> ExprId {
        if let Some(size) = self.program.types.size_of(ty) {
            return self.int(i128::from(size), self.common.size, loc);
        }
        match self.program.types.get(ty).clone() {
            Type::Array {
                elem,
                len: ArrayLen::Variable(vla),
            } => {
                let elem = self.size_expr(elem, loc);
                let length = self.vla_length(vla, self.common.size, loc);
                self.expr(
                    ExprKind::Binary {
                        op: BinaryOp::Mul,
                        lhs: length,
                        rhs: elem,
                    },
                    self.common.size,
                    loc,
                )
            }
            Type::Array {
                elem,
                len: ArrayLen::Fixed(count),
            } => {
                let elem = self.size_expr(elem, loc);
                let count = self.int(i128::from(count), self.common.size, loc);
                self.expr(
                    ExprKind::Binary {
                        op: BinaryOp::Mul,
                        lhs: count,
                        rhs: elem,
                    },
                    self.common.size,
                    loc,
                )
            }
            // GNU C: `void` and functions count as one byte in pointer arithmetic.
            Type::Void | Type::Function(_) => self.int(1, self.common.size, loc),
            _ => {
                self.unsupported_at(loc, "the size of an incomplete type is needed here");
                self.int(1, self.common.size, loc)
            }
        }
    }

    pub(crate) fn allocate_vla(&mut self, var: VarId, ty: TypeId, loc: LocId) {
        let size = self.size_expr(ty, loc);
        let align = self.program.types.align_of(ty);
        let align = self.int(i128::from(align), self.common.size, loc);
        let dest = self.var_place(var, loc);
        let op = Builtin::Allocate(Allocation::Vla(var));
        self.emit(
            InstrKind::Builtin {
                dest: Some(dest),
                op,
                args: Box::from([size, align]),
            },
            loc,
        );
    }
}
