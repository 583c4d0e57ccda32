//! Expressions into registers.

use ctype::FloatFormat;
use program::{BinaryOp, Construct, ExprId, ExprKind, Intrinsic, PlaceId, UnaryOp};

use super::place::Resolved;
use super::{Result, Translator, untranslatable};
use crate::code::{Kind, Op, Operand, Reg, Slow};
use crate::exec::distance;
use crate::scalar::{Repr, Scalar, wrap};

/// Builds an instruction from a destination and two operands.
type Three = fn(Reg, Reg, Reg) -> Op;
type WithConstant = fn(Reg, Reg, i32) -> Op;

impl Translator<'_> {
    pub(super) fn operand(&mut self, id: ExprId) -> Result<Operand> {
        let scalar = self.scalar(self.program.expr(id).ty)?;
        let reg = self.expr(id, None)?;
        Ok(Operand { reg, scalar })
    }

    /// Evaluates into `want`, or into any register.
    pub(super) fn expr(&mut self, id: ExprId, want: Option<Reg>) -> Result<Reg> {
        let program = self.program;
        let expr = program.expr(id);
        let scalar = self.scalar(expr.ty)?;
        match &expr.kind {
            ExprKind::Int(value) => {
                if let Some(k) = self.small_constant(id) {
                    return self.compute(want, scalar, |d| Op::Const { d, k });
                }
                let d = self.destination(want, scalar)?;
                self.constant_value(d, scalar.canonical(*value as u128), scalar);
                Ok(d)
            }
            ExprKind::Float(bits) => {
                let d = self.destination(want, scalar)?;
                self.constant_value(d, scalar.canonical(*bits), scalar);
                Ok(d)
            }
            ExprKind::Load(place) => self.load(*place, want),
            ExprKind::AddressOf(place) => self.address_of(*place, want),
            ExprKind::FunctionAddress(function) => {
                let d = self.destination(want, scalar)?;
                self.emit(Op::FunctionPointer {
                    d,
                    function: function.0,
                });
                Ok(d)
            }
            ExprKind::Unary { op, operand } => self.unary(*op, *operand, scalar, want),
            ExprKind::Binary { op, lhs, rhs } => self.binary(*op, *lhs, *rhs, scalar, want),
            ExprKind::PointerAdd {
                pointer,
                index,
                stride,
            } => self.pointer_sum(*pointer, *index, *stride, scalar, want),
            ExprKind::PointerDiff { lhs, rhs, stride } => {
                let a = self.expr(*lhs, None)?;
                let b = self.expr(*rhs, None)?;
                let reg = self.destination(want, scalar)?;
                self.slow(Slow::PointerDiff {
                    d: Operand { reg, scalar },
                    a,
                    b,
                    stride: *stride,
                });
                Ok(reg)
            }
            ExprKind::Convert(operand) => self.convert(*operand, scalar, want),
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => self.conditional(id, (*cond, *then, *otherwise), scalar, want),
            ExprKind::And { .. } | ExprKind::Or { .. } => {
                let d = self.destination(want, scalar)?;
                let (no, end) = (self.label(), self.label());
                self.jump_if(id, false, no)?;
                self.emit(Op::Const { d, k: 1 });
                self.emit(Op::Jump { to: end });
                self.bind(no);
                self.emit(Op::Const { d, k: 0 });
                self.bind(end);
                Ok(d)
            }
            ExprKind::Intrinsic { op, args } => self.intrinsic(*op, args, scalar, want),
            ExprKind::Overflows { .. } | ExprKind::Wrapped { .. } | ExprKind::Fits { .. } => {
                self.exact(&expr.kind, scalar, want)
            }
            ExprKind::Initialised(place) => self.initialised(*place, scalar, want),
            ExprKind::Zero | ExprKind::Bytes(_) => untranslatable("a record or array value in an expression"),
        }
    }

    fn pointer_sum(
        &mut self,
        pointer: ExprId,
        index: ExprId,
        stride: u64,
        scalar: Scalar,
        want: Option<Reg>,
    ) -> Result<Reg> {
        let p = self.expr(pointer, None)?;
        let by = self
            .constant(index)
            .map(|k| distance(k as u64, stride, self.pointer_mask()) as i64);
        if let Some(Ok(k)) = by.map(i32::try_from) {
            return self.compute(want, scalar, |d| Op::PointerAddK { d, p, k });
        }
        let i = self.expr(index, None)?;
        self.pointer_add(want, p, i, stride)
    }

    fn conditional(
        &mut self,
        id: ExprId,
        (cond, then, otherwise): (ExprId, ExprId, ExprId),
        scalar: Scalar,
        want: Option<Reg>,
    ) -> Result<Reg> {
        // The destination is taken first, so that temporaries of the operands can be given back.
        let d = self.destination(want, scalar)?;
        let mark = self.next;
        let (no, end) = (self.label(), self.label());
        let told = self.tells(id, cond).then_some(self.program.expr(id).loc);
        self.jump_if(cond, false, no)?;
        if let Some(loc) = told {
            self.choice(Construct::Conditional, loc, cond, true);
        }
        self.expr(then, Some(d))?;
        self.emit(Op::Jump { to: end });
        self.bind(no);
        if let Some(loc) = told {
            self.choice(Construct::Conditional, loc, cond, false);
        }
        if !self.known.enabled() {
            self.next = mark;
        }
        self.expr(otherwise, Some(d))?;
        self.bind(end);
        Ok(d)
    }

    /// What is computed as if numbers had no end.
    fn exact(&mut self, kind: &ExprKind, scalar: Scalar, want: Option<Reg>) -> Result<Reg> {
        match kind {
            ExprKind::Overflows { op, lhs, rhs, at } => {
                let at = self.scalar(*at)?;
                let a = self.operand(*lhs)?;
                let b = self.operand(*rhs)?;
                let reg = self.destination(want, scalar)?;
                let d = Operand { reg, scalar };
                self.slow(Slow::Overflows { op: *op, d, a, b, at });
                Ok(reg)
            }
            ExprKind::Wrapped { op, lhs, rhs } => {
                let a = self.operand(*lhs)?;
                let b = self.operand(*rhs)?;
                let reg = self.destination(want, scalar)?;
                let d = Operand { reg, scalar };
                self.slow(Slow::Wrapped { op: *op, d, a, b });
                Ok(reg)
            }
            ExprKind::Fits { value, to } => {
                let to = self.scalar(*to)?;
                let a = self.operand(*value)?;
                let reg = self.destination(want, scalar)?;
                let d = Operand { reg, scalar };
                self.slow(Slow::Fits { d, a, to });
                Ok(reg)
            }
            _ => untranslatable("an operation that is not exact"),
        }
    }

    fn initialised(&mut self, place: PlaceId, scalar: Scalar, want: Option<Reg>) -> Result<Reg> {
        let size = self.size(self.program.place(place).ty)?;
        match self.resolve(place)? {
            Resolved::Reg { flag, .. } => {
                let d = self.destination(want, scalar)?;
                match flag {
                    Some(a) => self.emit(Op::Mov { d, a }),
                    None => self.emit(Op::Const { d, k: 1 }),
                }
                Ok(d)
            }
            Resolved::Memory {
                bits,
                index: None,
                address,
            } => {
                let d = self.destination(want, scalar)?;
                self.slow(Slow::Initialised {
                    d,
                    from: address,
                    size,
                    bits,
                });
                Ok(d)
            }
            Resolved::Memory { index: Some(_), .. } => {
                let from = self.memory_address(place)?;
                let d = self.destination(want, scalar)?;
                self.slow(Slow::Initialised {
                    d,
                    from,
                    size,
                    bits: None,
                });
                Ok(d)
            }
        }
    }

    /// The value of an integer constant, also through conversions, in canonical bits.
    pub(super) fn constant(&self, id: ExprId) -> Option<u128> {
        let expr = self.program.expr(id);
        let scalar = Scalar::of(&self.program.types, expr.ty)?;
        match (&expr.kind, scalar.repr) {
            (ExprKind::Int(value), Repr::Int(..) | Repr::Bool) => Some(scalar.canonical(*value as u128)),
            (ExprKind::Convert(operand), Repr::Int(width, signed)) => {
                Some(wrap(self.constant(*operand)?, width, signed))
            }
            _ => None,
        }
    }

    /// A constant that fits an instruction.
    pub(super) fn small_constant(&self, id: ExprId) -> Option<i32> {
        let scalar = Scalar::of(&self.program.types, self.program.expr(id).ty)?;
        if scalar.is_wide() || self.mode.plain {
            return None;
        }
        i32::try_from(self.constant(id)? as i64).ok()
    }

    pub(super) fn load_constant(&mut self, d: Reg, bits: u64) {
        match i32::try_from(bits as i64) {
            Ok(k) => self.emit(Op::Const { d, k }),
            Err(_) => {
                let index = self.code.pool.len() as u32;
                self.code.pool.push(bits);
                self.emit(Op::Pool { d, index });
            }
        }
    }

    fn constant_value(&mut self, d: Reg, bits: u128, scalar: Scalar) {
        if scalar.is_pointer() {
            if bits == 0 {
                self.emit(Op::Null { d });
            } else {
                self.load_constant(d, bits as u64);
                self.emit(Op::FindObject { d });
            }
            return;
        }
        self.load_constant(d, bits as u64);
        if scalar.is_wide() {
            self.load_constant(d + 1, (bits >> 64) as u64);
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId, scalar: Scalar, want: Option<Reg>) -> Result<Reg> {
        let a = self.operand(operand)?;
        if !self.mode.plain {
            let d = 0;
            let fast = match (op, a.scalar.repr) {
                (UnaryOp::Not, Repr::Int(..=64, _) | Repr::Bool | Repr::Pointer) => {
                    Some(Op::EqK { d, a: a.reg, k: 0 })
                }
                (UnaryOp::Neg, Repr::Int(32, true)) => Some(Op::NegI32 { d, a: a.reg }),
                (UnaryOp::Neg, Repr::Int(64, _)) => Some(Op::Neg64 { d, a: a.reg }),
                (UnaryOp::BitNot, Repr::Int(..=64, true) | Repr::Int(64, false)) => {
                    Some(Op::BitNot { d, a: a.reg })
                }
                _ => None,
            };
            if let Some(op) = fast {
                return self.compute(want, scalar, |d| op.into_register(d));
            }
        }
        let d = self.destination(want, scalar)?;
        self.slow(Slow::Unary {
            op,
            d: Operand { reg: d, scalar },
            a,
        });
        Ok(d)
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        scalar: Scalar,
        want: Option<Reg>,
    ) -> Result<Reg> {
        let a = self.operand(lhs)?;
        if let Some(k) = self.small_constant(rhs)
            && let Some((make, k)) = with_constant(op, a.scalar, k)
        {
            return self.compute(want, scalar, |d| make(d, a.reg, k));
        }
        let b = self.operand(rhs)?;
        if !self.mode.plain
            && let Some((make, swap)) = three(op, a.scalar)
            && !b.scalar.is_wide()
        {
            return self.compute(want, scalar, |d| {
                if swap {
                    make(d, b.reg, a.reg)
                } else {
                    make(d, a.reg, b.reg)
                }
            });
        }
        let d = self.destination(want, scalar)?;
        self.slow(Slow::Binary {
            op,
            d: Operand { reg: d, scalar },
            a,
            b,
        });
        Ok(d)
    }

    fn convert(&mut self, operand: ExprId, to: Scalar, want: Option<Reg>) -> Result<Reg> {
        if let Some(k) = self.constant(operand)
            && let Repr::Int(width, signed) = to.repr
        {
            let d = self.destination(want, to)?;
            self.constant_value(d, wrap(k, width, signed), to);
            return Ok(d);
        }
        let a = self.operand(operand)?;
        let narrow = !a.scalar.is_wide() && !to.is_wide();
        let same_bits = match (a.scalar.repr, to.repr) {
            (Repr::Int(..) | Repr::Bool, Repr::Int(..)) if narrow => {
                let ((from_width, from_signed), (width, signed)) = (a.scalar.int(), to.int());
                width == 64
                    || (width > from_width && (signed || !from_signed))
                    || (width == from_width && signed == from_signed)
            }
            (Repr::Pointer, Repr::Int(width, _)) if narrow => width == 64,
            (Repr::Pointer, Repr::Pointer) => true,
            (Repr::Float(from), Repr::Float(to)) => from == to,
            _ => false,
        };
        if same_bits {
            return match want {
                Some(d) => {
                    self.copy_value(d, a.reg, to);
                    Ok(d)
                }
                None => Ok(a.reg),
            };
        }
        if narrow && !self.mode.plain {
            let d = 0;
            let fast = match (a.scalar.repr, to.repr) {
                (Repr::Int(..) | Repr::Bool | Repr::Pointer, Repr::Int(width, signed)) => {
                    Some(match (width, signed) {
                        (32, true) => Op::SignExtend32 { d, a: a.reg },
                        (32, false) => Op::ZeroExtend32 { d, a: a.reg },
                        _ => Op::Narrow {
                            d,
                            a: a.reg,
                            kind: super::place::kind(to).unwrap_or(Kind::W64),
                        },
                    })
                }
                (Repr::Int(..) | Repr::Bool | Repr::Pointer, Repr::Bool) => {
                    Some(Op::NeK { d, a: a.reg, k: 0 })
                }
                (Repr::Int(_, signed), Repr::Float(FloatFormat::Double)) if signed || a.scalar.size < 8 => {
                    Some(Op::IntToF64 { d, a: a.reg })
                }
                _ => None,
            };
            if let Some(op) = fast {
                return self.compute(want, to, |d| op.into_register(d));
            }
        }
        let d = self.destination(want, to)?;
        self.slow(Slow::Convert {
            d: Operand { reg: d, scalar: to },
            a,
        });
        Ok(d)
    }

    fn intrinsic(
        &mut self,
        op: Intrinsic,
        args: &[ExprId],
        scalar: Scalar,
        want: Option<Reg>,
    ) -> Result<Reg> {
        let wanted = match op {
            Intrinsic::HeapEmpty | Intrinsic::InputIsOpen => 0,
            Intrinsic::CopySign
            | Intrinsic::Fmod
            | Intrinsic::Remainder
            | Intrinsic::Fmin
            | Intrinsic::Fmax
            | Intrinsic::Readable
            | Intrinsic::Writable
            | Intrinsic::SameObject => 2,
            Intrinsic::Fma => 3,
            _ => 1,
        };
        if args.len() < wanted {
            return untranslatable("an operation with too few operands");
        }
        let mut operands = Vec::with_capacity(args.len());
        for &arg in args {
            operands.push(self.operand(arg)?);
        }
        let function = match op {
            Intrinsic::Callable => self.program.types.pointee(self.program.expr(args[0]).ty),
            _ => None,
        };
        let reg = self.destination(want, scalar)?;
        self.slow(Slow::Intrinsic {
            op,
            d: Operand { reg, scalar },
            args: operands.into(),
            function,
        });
        Ok(reg)
    }
}

/// The specialised instruction for an operation with a constant on the right.
fn with_constant(op: BinaryOp, scalar: Scalar, k: i32) -> Option<(WithConstant, i32)> {
    let (width, signed) = match scalar.repr {
        Repr::Int(width @ (32 | 64), signed) => (width, signed),
        _ => return None,
    };
    let shift = (0..width as i32).contains(&k);
    let make: WithConstant = match (op, width, signed) {
        (BinaryOp::Add, 32, true) => |d, a, k| Op::AddI32K { d, a, k },
        (BinaryOp::Add, 32, false) => |d, a, k| Op::AddU32K { d, a, k },
        (BinaryOp::Add, _, _) => |d, a, k| Op::Add64K { d, a, k },
        (BinaryOp::Sub, ..) if k != i32::MIN => {
            let make: WithConstant = match (width, signed) {
                (32, true) => |d, a, k| Op::AddI32K { d, a, k },
                (32, false) => |d, a, k| Op::AddU32K { d, a, k },
                _ => |d, a, k| Op::Add64K { d, a, k },
            };
            return Some((make, -k));
        }
        (BinaryOp::Mul, 32, true) => |d, a, k| Op::MulI32K { d, a, k },
        (BinaryOp::Mul, 64, _) => |d, a, k| Op::Mul64K { d, a, k },
        (BinaryOp::BitAnd, ..) => |d, a, k| Op::AndK { d, a, k },
        (BinaryOp::BitOr, ..) => |d, a, k| Op::OrK { d, a, k },
        (BinaryOp::BitXor, ..) => |d, a, k| Op::XorK { d, a, k },
        (BinaryOp::Shl, 32, true) if shift => |d, a, k| Op::ShlI32K { d, a, k },
        (BinaryOp::Shl, 32, false) if shift => |d, a, k| Op::ShlU32K { d, a, k },
        (BinaryOp::Shl, 64, _) if shift => |d, a, k| Op::Shl64K { d, a, k },
        (BinaryOp::Shr, _, true) if shift => |d, a, k| Op::ShrSK { d, a, k },
        (BinaryOp::Shr, _, false) if shift => |d, a, k| Op::ShrUK { d, a, k },
        (BinaryOp::Div, _, true) if k != 0 && k != -1 => |d, a, k| Op::DivSK { d, a, k },
        (BinaryOp::Rem, _, true) if k != 0 && k != -1 => |d, a, k| Op::RemSK { d, a, k },
        (BinaryOp::Lt, _, true) | (BinaryOp::Lt, 32, _) => |d, a, k| Op::LtSK { d, a, k },
        (BinaryOp::Gt, _, true) | (BinaryOp::Gt, 32, _) => |d, a, k| Op::GtSK { d, a, k },
        (BinaryOp::Eq, ..) => |d, a, k| Op::EqK { d, a, k },
        (BinaryOp::Ne, ..) => |d, a, k| Op::NeK { d, a, k },
        _ => return None,
    };
    // For 32-bit unsigned operands the constant is canonical: never negative after `small_constant`.
    Some((make, k))
}

/// The specialised instruction for an operation, and whether its operands change places.
pub(super) fn three(op: BinaryOp, scalar: Scalar) -> Option<(Three, bool)> {
    use BinaryOp as B;
    let (width, signed) = match scalar.repr {
        Repr::Int(width, signed) if width <= 64 => (width, signed),
        Repr::Bool => (8, false),
        Repr::Pointer => (64, false),
        Repr::Float(format) => return three_float(op, format),
        _ => return None,
    };
    let make: Three = match (op, width, signed) {
        (B::Add, 32, true) => |d, a, b| Op::AddI32 { d, a, b },
        (B::Add, 32, false) => |d, a, b| Op::AddU32 { d, a, b },
        (B::Add, 64, _) => |d, a, b| Op::Add64 { d, a, b },
        (B::Sub, 32, true) => |d, a, b| Op::SubI32 { d, a, b },
        (B::Sub, 32, false) => |d, a, b| Op::SubU32 { d, a, b },
        (B::Sub, 64, _) => |d, a, b| Op::Sub64 { d, a, b },
        (B::Mul, 32, true) => |d, a, b| Op::MulI32 { d, a, b },
        (B::Mul, 32, false) => |d, a, b| Op::MulU32 { d, a, b },
        (B::Mul, 64, _) => |d, a, b| Op::Mul64 { d, a, b },
        (B::Div, 32, true) => |d, a, b| Op::DivI32 { d, a, b },
        (B::Div, 32, false) => |d, a, b| Op::DivU32 { d, a, b },
        (B::Div, 64, true) => |d, a, b| Op::DivI64 { d, a, b },
        (B::Div, 64, false) => |d, a, b| Op::DivU64 { d, a, b },
        (B::Rem, _, true) => |d, a, b| Op::RemS { d, a, b },
        (B::Rem, _, false) => |d, a, b| Op::RemU { d, a, b },
        (B::BitAnd, ..) => |d, a, b| Op::And { d, a, b },
        (B::BitOr, ..) => |d, a, b| Op::Or { d, a, b },
        (B::BitXor, ..) => |d, a, b| Op::Xor { d, a, b },
        (B::Shl, 32, true) => |d, a, b| Op::ShlI32 { d, a, b },
        (B::Shl, 32, false) => |d, a, b| Op::ShlU32 { d, a, b },
        (B::Shl, 64, _) => |d, a, b| Op::Shl64 { d, a, b },
        (B::Shr, 32 | 64, true) => |d, a, b| Op::ShrS { d, a, b },
        (B::Shr, 32 | 64, false) => |d, a, b| Op::ShrU { d, a, b },
        (B::Lt | B::Gt, _, true) => |d, a, b| Op::LtS { d, a, b },
        (B::Le | B::Ge, _, true) => |d, a, b| Op::LeS { d, a, b },
        (B::Lt | B::Gt, _, false) => |d, a, b| Op::LtU { d, a, b },
        (B::Le | B::Ge, _, false) => |d, a, b| Op::LeU { d, a, b },
        (B::Eq, ..) => |d, a, b| Op::Eq { d, a, b },
        (B::Ne, ..) => |d, a, b| Op::Ne { d, a, b },
        _ => return None,
    };
    Some((make, matches!(op, B::Gt | B::Ge)))
}

fn three_float(op: BinaryOp, format: FloatFormat) -> Option<(Three, bool)> {
    use BinaryOp as B;
    let make: Three = match (op, format) {
        (B::Add, FloatFormat::Double) => |d, a, b| Op::AddF64 { d, a, b },
        (B::Sub, FloatFormat::Double) => |d, a, b| Op::SubF64 { d, a, b },
        (B::Mul, FloatFormat::Double) => |d, a, b| Op::MulF64 { d, a, b },
        (B::Div, FloatFormat::Double) => |d, a, b| Op::DivF64 { d, a, b },
        (B::Add, FloatFormat::Single) => |d, a, b| Op::AddF32 { d, a, b },
        (B::Sub, FloatFormat::Single) => |d, a, b| Op::SubF32 { d, a, b },
        (B::Mul, FloatFormat::Single) => |d, a, b| Op::MulF32 { d, a, b },
        (B::Div, FloatFormat::Single) => |d, a, b| Op::DivF32 { d, a, b },
        (B::Lt | B::Gt, FloatFormat::Double) => |d, a, b| Op::LtF64 { d, a, b },
        (B::Le | B::Ge, FloatFormat::Double) => |d, a, b| Op::LeF64 { d, a, b },
        (B::Eq, FloatFormat::Double) => |d, a, b| Op::EqF64 { d, a, b },
        _ => return None,
    };
    Some((make, matches!(op, B::Gt | B::Ge)))
}
