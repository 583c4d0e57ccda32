//! Compiler builtins that are not library functions.

use ctype::TypeId;
use frontend::tree::{self, AtomicUpdate, BinaryOp as TB, BuiltinOp};
use program::{
    Allocation, BinaryOp, Builtin, CheckKind, ExprId, ExprKind, InstrKind, Intrinsic, OverflowOp, PlaceBase,
    PlaceId, UnaryOp,
};
use source::LocId;

use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    pub(crate) fn builtin(&mut self, op: BuiltinOp, args: &[tree::ExprId], ty: TypeId, loc: LocId) -> ExprId {
        match op {
            BuiltinOp::Clz => self.bit_count(Intrinsic::Clz, args, ty, loc),
            BuiltinOp::Ctz => self.bit_count(Intrinsic::Ctz, args, ty, loc),
            BuiltinOp::Popcount => self.bit_count(Intrinsic::Popcount, args, ty, loc),
            BuiltinOp::Parity => self.bit_count(Intrinsic::Parity, args, ty, loc),
            BuiltinOp::Ffs => self.bit_count(Intrinsic::Ffs, args, ty, loc),
            BuiltinOp::Clrsb => self.bit_count(Intrinsic::Clrsb, args, ty, loc),
            BuiltinOp::ByteSwap => self.pure(Intrinsic::ByteSwap, args, ty, loc),
            BuiltinOp::Abs => {
                let values = self.left_to_right(args);
                let again = self.clone_expr(values[0]);
                self.check_negation(again, self.type_of(values[0]), loc);
                let operand_ty = self.type_of(values[0]);
                let result = self.intrinsic(Intrinsic::Abs, values, operand_ty, loc);
                self.convert(result, ty, loc)
            }
            BuiltinOp::AddOverflow => self.overflow(OverflowOp::Add, args, ty, loc),
            BuiltinOp::SubOverflow => self.overflow(OverflowOp::Sub, args, ty, loc),
            BuiltinOp::MulOverflow => self.overflow(OverflowOp::Mul, args, ty, loc),
            BuiltinOp::AddOverflowP => self.overflow_only(OverflowOp::Add, args, ty, loc),
            BuiltinOp::SubOverflowP => self.overflow_only(OverflowOp::Sub, args, ty, loc),
            BuiltinOp::MulOverflowP => self.overflow_only(OverflowOp::Mul, args, ty, loc),
            BuiltinOp::Unreachable => {
                let never = self.int(0, self.common.int, loc);
                let text = "`__builtin_unreachable` is never reached".to_owned();
                self.claim(CheckKind::Unreachable, never, text, loc);
                self.emit(InstrKind::Abort, loc);
                self.some_value(ty, loc)
            }
            BuiltinOp::Trap => {
                self.emit(InstrKind::Abort, loc);
                self.some_value(ty, loc)
            }
            BuiltinOp::Alloca => self.alloca(args, ty, loc),
            BuiltinOp::ObjectSize { kind } => {
                // GCC's answer for an unknown object; the program must cope with it.
                let unknown = if kind & 2 == 0 { -1 } else { 0 };
                let size = self.int(unknown, self.common.ptrdiff, loc);
                self.convert(size, ty, loc)
            }
            BuiltinOp::IsNan => self.classify(Intrinsic::IsNan, args, ty, loc),
            BuiltinOp::IsInf => self.classify(Intrinsic::IsInf, args, ty, loc),
            BuiltinOp::IsFinite => self.classify(Intrinsic::IsFinite, args, ty, loc),
            BuiltinOp::IsNormal => self.classify(Intrinsic::IsNormal, args, ty, loc),
            BuiltinOp::SignBit => self.classify(Intrinsic::SignBit, args, ty, loc),
            BuiltinOp::IsInfSign | BuiltinOp::IsUnordered | BuiltinOp::IsLessGreater => {
                self.float_builtin(op, args, ty, loc)
            }
            BuiltinOp::FpClassify => self.fpclassify(args, ty, loc),
            BuiltinOp::FAbs => self.pure(Intrinsic::FAbs, args, ty, loc),
            BuiltinOp::CopySign => self.pure(Intrinsic::CopySign, args, ty, loc),
            BuiltinOp::AtomicFence => self.some_value(ty, loc),
            BuiltinOp::AtomicLoad
            | BuiltinOp::AtomicLoadInto
            | BuiltinOp::AtomicStore
            | BuiltinOp::AtomicExchange
            | BuiltinOp::AtomicExchangeInto
            | BuiltinOp::AtomicTestAndSet
            | BuiltinOp::AtomicCompareExchange
            | BuiltinOp::AtomicSwapBool
            | BuiltinOp::AtomicSwapValue
            | BuiltinOp::AtomicFetch(_)
            | BuiltinOp::AtomicUpdate(_) => {
                let value = self.atomic_operation(op, args, ty, loc);
                self.atomic_end(loc);
                value
            }
        }
    }

    /// One step for other threads, from the end of its operands on.
    fn atomic_operation(&mut self, op: BuiltinOp, args: &[tree::ExprId], ty: TypeId, loc: LocId) -> ExprId {
        match op {
            BuiltinOp::AtomicCompareExchange => self.compare_exchange(args, ty, loc),
            BuiltinOp::AtomicSwapBool => self.compare_and_swap(args, ty, loc, true),
            BuiltinOp::AtomicSwapValue => self.compare_and_swap(args, ty, loc, false),
            BuiltinOp::AtomicFetch(update) => self.atomic_update(update, args, ty, loc, true),
            BuiltinOp::AtomicUpdate(update) => self.atomic_update(update, args, ty, loc, false),
            _ => self.atomic_access(op, args, ty, loc),
        }
    }

    fn alloca(&mut self, args: &[tree::ExprId], ty: TypeId, loc: LocId) -> ExprId {
        let values = self.left_to_right(args);
        let size = self.convert(values[0], self.common.size, loc);
        let align = self.int(16, self.common.size, loc);
        let name = self.short_text(loc);
        let temp = self.new_temp(self.common.void_pointer, name, loc);
        let dest = Some(self.var_place(temp, loc));
        let op = Builtin::Allocate(Allocation::Alloca);
        self.emit(
            InstrKind::Builtin {
                dest,
                op,
                args: Box::from([size, align]),
            },
            loc,
        );
        let pointer = self.load_var(temp, loc);
        self.convert(pointer, ty, loc)
    }

    /// What asks several questions of its operands.
    fn float_builtin(&mut self, op: BuiltinOp, args: &[tree::ExprId], ty: TypeId, loc: LocId) -> ExprId {
        match op {
            BuiltinOp::IsInfSign => {
                let value = self.left_to_right(args)[0];
                let value = self.keep(value);
                let (second, int) = (self.clone_expr(value), self.common.int);
                let infinite = self.intrinsic(Intrinsic::IsInf, vec![value], int, loc);
                let negative = self.intrinsic(Intrinsic::SignBit, vec![second], int, loc);
                let (minus, one, zero) = (self.int(-1, ty, loc), self.int(1, ty, loc), self.int(0, ty, loc));
                let sign = self.expr(
                    ExprKind::Cond {
                        cond: negative,
                        then: minus,
                        otherwise: one,
                    },
                    ty,
                    loc,
                );
                self.expr(
                    ExprKind::Cond {
                        cond: infinite,
                        then: sign,
                        otherwise: zero,
                    },
                    ty,
                    loc,
                )
            }
            BuiltinOp::IsUnordered => {
                let values = self.left_to_right(args);
                let left = self.intrinsic(Intrinsic::IsNan, vec![values[0]], self.common.int, loc);
                let right = self.intrinsic(Intrinsic::IsNan, vec![values[1]], self.common.int, loc);
                let either = self.or(left, right);
                self.convert(either, ty, loc)
            }
            _ => {
                let values = self.left_to_right(args);
                let (a, b) = (self.clone_expr(values[0]), self.clone_expr(values[1]));
                let less = self.compare(BinaryOp::Lt, values[0], values[1]);
                let greater = self.compare(BinaryOp::Gt, a, b);
                let either = self.or(less, greater);
                self.convert(either, ty, loc)
            }
        }
    }

    /// Reads and writes of one place.
    fn atomic_access(&mut self, op: BuiltinOp, args: &[tree::ExprId], ty: TypeId, loc: LocId) -> ExprId {
        match op {
            BuiltinOp::AtomicLoad => {
                let place = self.pointed(args[0], loc);
                self.atomic_begin(loc);
                let value = self.read(place, loc);
                let value = self.keep(value);
                self.convert(value, ty, loc)
            }
            BuiltinOp::AtomicLoadInto => {
                let values = self.left_to_right(&args[..2]);
                let values = self.atomic_operands(values, loc);
                let value = self.read_through(values[0], loc);
                self.write_through(values[1], value, loc);
                self.some_value(ty, loc)
            }
            BuiltinOp::AtomicStore => {
                let values = self.left_to_right(&args[..2]);
                let values = self.atomic_operands(values, loc);
                self.write_through(values[0], values[1], loc);
                self.some_value(ty, loc)
            }
            BuiltinOp::AtomicExchange => {
                let values = self.left_to_right(&args[..2]);
                let values = self.atomic_operands(values, loc);
                self.exchange(values[0], values[1], ty, loc)
            }
            BuiltinOp::AtomicExchangeInto => {
                let values = self.left_to_right(&args[..3]);
                let values = self.atomic_operands(values, loc);
                let old = self.exchange(values[0], values[1], self.pointee(values[0]), loc);
                self.write_through(values[2], old, loc);
                self.some_value(ty, loc)
            }
            _ => {
                let values = self.left_to_right(&args[..1]);
                let values = self.atomic_operands(values, loc);
                let flag = self.program.types.pointer(self.common.char);
                let pointer = self.convert(values[0], flag, loc);
                let one = self.int(1, self.common.char, loc);
                let old = self.exchange(pointer, one, self.common.char, loc);
                self.convert(old, ty, loc)
            }
        }
    }

    /// Operands of a builtin, evaluated in order.
    fn left_to_right(&mut self, args: &[tree::ExprId]) -> Vec<ExprId> {
        (0..args.len())
            .map(|index| self.ordered_value(args[index], &args[index + 1..]))
            .collect()
    }

    fn pure(&mut self, op: Intrinsic, args: &[tree::ExprId], ty: TypeId, loc: LocId) -> ExprId {
        let values = self.left_to_right(args);
        let operand_ty = self.type_of(values[0]);
        let result = self.intrinsic(op, values, operand_ty, loc);
        self.convert(result, ty, loc)
    }

    fn bit_count(&mut self, op: Intrinsic, args: &[tree::ExprId], ty: TypeId, loc: LocId) -> ExprId {
        let mut values = self.left_to_right(args);
        if matches!(op, Intrinsic::Clz | Intrinsic::Ctz) && self.checks(CheckKind::BitCount) {
            values[0] = self.keep(values[0]);
            self.check_bit_count(values[0], loc);
        }
        let result = self.intrinsic(op, values, self.common.int, loc);
        self.convert(result, ty, loc)
    }

    /// Zero has no first or last bit that is set.
    fn check_bit_count(&mut self, value: ExprId, loc: LocId) {
        if self.constant(value).is_some_and(|value| value != 0) {
            return;
        }
        let (again, value_ty) = (self.clone_expr(value), self.type_of(value));
        let zero = self.int(0, value_ty, loc);
        let cond = self.compare(BinaryOp::Ne, again, zero);
        let text = format!("`{}` is not zero", self.short_text(self.loc_of(value)));
        self.claim(CheckKind::BitCount, cond, text, loc);
    }

    fn classify(&mut self, op: Intrinsic, args: &[tree::ExprId], ty: TypeId, loc: LocId) -> ExprId {
        self.bit_count(op, args, ty, loc)
    }

    fn overflow(&mut self, op: OverflowOp, args: &[tree::ExprId], ty: TypeId, loc: LocId) -> ExprId {
        let values = self.left_to_right(args);
        let (a, b, pointer) = (self.keep(values[0]), self.keep(values[1]), values[2]);
        let target = self.pointee(pointer);
        let (lhs, rhs) = (self.clone_expr(a), self.clone_expr(b));
        let wrapped = self.expr(ExprKind::Wrapped { op, lhs, rhs }, target, loc);
        self.write_through(pointer, wrapped, loc);
        let kind = ExprKind::Overflows {
            op,
            lhs: a,
            rhs: b,
            at: target,
        };
        let overflows = self.expr(kind, self.common.int, loc);
        self.convert(overflows, ty, loc)
    }

    fn overflow_only(&mut self, op: OverflowOp, args: &[tree::ExprId], ty: TypeId, loc: LocId) -> ExprId {
        let values = self.left_to_right(args);
        let at = self.type_of(values[2]);
        let kind = ExprKind::Overflows {
            op,
            lhs: values[0],
            rhs: values[1],
            at,
        };
        let overflows = self.expr(kind, self.common.int, loc);
        self.convert(overflows, ty, loc)
    }

    fn fpclassify(&mut self, args: &[tree::ExprId], ty: TypeId, loc: LocId) -> ExprId {
        let values = self.left_to_right(args);
        let value = self.keep(values[0]);
        let answers: Vec<ExprId> = values[1..]
            .iter()
            .map(|&answer| self.convert(answer, ty, loc))
            .collect();
        // (nan, infinite, normal, subnormal, zero)
        let mut result = answers[4];
        let tests = [
            Intrinsic::IsSubnormal,
            Intrinsic::IsNormal,
            Intrinsic::IsInf,
            Intrinsic::IsNan,
        ];
        let order = [answers[3], answers[2], answers[1], answers[0]];
        for (test, answer) in tests.into_iter().zip(order) {
            let operand = self.clone_expr(value);
            let cond = self.intrinsic(test, vec![operand], self.common.int, loc);
            result = self.expr(
                ExprKind::Cond {
                    cond,
                    then: answer,
                    otherwise: result,
                },
                ty,
                loc,
            );
        }
        result
    }

    fn pointee(&self, pointer: ExprId) -> TypeId {
        self.program
            .types
            .pointee(self.type_of(pointer))
            .unwrap_or(self.common.char)
    }

    fn pointed(&mut self, pointer: tree::ExprId, loc: LocId) -> PlaceId {
        let pointer = self.value(pointer);
        let ty = self.pointee(pointer);
        self.new_place(PlaceBase::Deref(pointer), Vec::new(), ty, loc)
    }

    fn read_through(&mut self, pointer: ExprId, loc: LocId) -> ExprId {
        let ty = self.pointee(pointer);
        let pointer = self.clone_expr(pointer);
        let place = self.new_place(PlaceBase::Deref(pointer), Vec::new(), ty, loc);
        self.read(place, loc)
    }

    fn write_through(&mut self, pointer: ExprId, value: ExprId, loc: LocId) {
        let ty = self.pointee(pointer);
        let pointer = self.clone_expr(pointer);
        let place = self.new_place(PlaceBase::Deref(pointer), Vec::new(), ty, loc);
        let value = self.convert(value, ty, loc);
        self.store(place, value, loc);
    }

    /// Stores and gives back what was there.
    fn exchange(&mut self, pointer: ExprId, new: ExprId, ty: TypeId, loc: LocId) -> ExprId {
        let old = self.read_through(pointer, loc);
        let old = self.keep(old);
        self.write_through(pointer, new, loc);
        self.convert(old, ty, loc)
    }

    fn atomic_update(
        &mut self,
        update: AtomicUpdate,
        args: &[tree::ExprId],
        ty: TypeId,
        loc: LocId,
        before: bool,
    ) -> ExprId {
        let values = self.left_to_right(&args[..2]);
        let values = self.atomic_operands(values, loc);
        let target = self.pointee(values[0]);
        let old = self.read_through(values[0], loc);
        let old = self.keep(old);
        let left = self.clone_expr(old);
        let new = if self.program.types.is_pointer(target) {
            // GCC's atomic arithmetic on pointers counts bytes.
            let bytes = self.convert(left, self.common.char_pointer, loc);
            let step = self.convert(values[1], self.common.ptrdiff, loc);
            let moved = self.pointer_add(bytes, step, update == AtomicUpdate::Sub, loc);
            self.convert(moved, target, loc)
        } else {
            let right = self.convert(values[1], target, loc);
            self.wrapping_update(update, left, right, target, loc)
        };
        let new = self.keep(new);
        let stored = self.clone_expr(new);
        self.write_through(values[0], stored, loc);
        let result = if before { old } else { new };
        self.convert(result, ty, loc)
    }

    /// Atomic arithmetic wraps by definition, also for signed types.
    fn wrapping_update(
        &mut self,
        update: AtomicUpdate,
        lhs: ExprId,
        rhs: ExprId,
        ty: TypeId,
        loc: LocId,
    ) -> ExprId {
        let op = match update {
            AtomicUpdate::Add => {
                return self.expr(
                    ExprKind::Wrapped {
                        op: OverflowOp::Add,
                        lhs,
                        rhs,
                    },
                    ty,
                    loc,
                );
            }
            AtomicUpdate::Sub => {
                return self.expr(
                    ExprKind::Wrapped {
                        op: OverflowOp::Sub,
                        lhs,
                        rhs,
                    },
                    ty,
                    loc,
                );
            }
            AtomicUpdate::And | AtomicUpdate::Nand => BinaryOp::BitAnd,
            AtomicUpdate::Or => BinaryOp::BitOr,
            AtomicUpdate::Xor => BinaryOp::BitXor,
        };
        let result = self.expr(ExprKind::Binary { op, lhs, rhs }, ty, loc);
        if update == AtomicUpdate::Nand {
            return self.expr(
                ExprKind::Unary {
                    op: UnaryOp::BitNot,
                    operand: result,
                },
                ty,
                loc,
            );
        }
        result
    }

    /// `__atomic_compare_exchange(pointer, expected pointer, desired)`.
    fn compare_exchange(&mut self, args: &[tree::ExprId], ty: TypeId, loc: LocId) -> ExprId {
        let values = self.left_to_right(&args[..3]);
        let values = self.atomic_operands(values, loc);
        let desired = values[2];
        let old = self.read_through(values[0], loc);
        let old = self.keep(old);
        let expected = self.read_through(values[1], loc);
        let again = self.clone_expr(old);
        let same = self.binary(TB::Eq, again, expected, self.common.int, loc);
        let same = self.keep(same);
        let (yes, no, done) = (self.new_target(), self.new_target(), self.new_target());
        let cond = self.clone_expr(same);
        self.branch(cond, yes, no, program::Construct::Internal, loc);
        self.place_target(yes);
        self.write_through(values[0], desired, loc);
        self.jump(done, loc);
        self.place_target(no);
        self.write_through(values[1], old, loc);
        self.place_target(done);
        self.convert(same, ty, loc)
    }

    /// `__sync_*_compare_and_swap(pointer, expected, new)`.
    fn compare_and_swap(&mut self, args: &[tree::ExprId], ty: TypeId, loc: LocId, as_bool: bool) -> ExprId {
        let values = self.left_to_right(&args[..3]);
        let values = self.atomic_operands(values, loc);
        let target = self.pointee(values[0]);
        let old = self.read_through(values[0], loc);
        let old = self.keep(old);
        let expected = self.convert(values[1], target, loc);
        let again = self.clone_expr(old);
        let same = self.binary(TB::Eq, again, expected, self.common.int, loc);
        let same = self.keep(same);
        let (yes, done) = (self.new_target(), self.new_target());
        let cond = self.clone_expr(same);
        self.branch(cond, yes, done, program::Construct::Internal, loc);
        self.place_target(yes);
        self.write_through(values[0], values[2], loc);
        self.place_target(done);
        let result = if as_bool { same } else { old };
        self.convert(result, ty, loc)
    }
}
