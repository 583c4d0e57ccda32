//! Conditions as jumps.

use program::{BinaryOp, Construct, ExprId, ExprKind, Intrinsic, OverflowOp, UnaryOp};

use source::LocId;

use super::{Result, Translator};
use crate::code::{Note, Op, Operand, Reg, Slow, Target};
use crate::scalar::{Repr, Scalar};

impl Translator<'_> {
    /// Jumps to `to` if the truth of a scalar expression is `sense`; goes on otherwise.
    pub(super) fn jump_if(&mut self, id: ExprId, sense: bool, to: Target) -> Result<()> {
        let mark = self.next;
        let done = self.try_jump(id, sense, to);
        if !self.known.enabled() {
            self.next = mark;
        }
        done
    }

    fn try_jump(&mut self, id: ExprId, sense: bool, to: Target) -> Result<()> {
        let program = self.program;
        match &program.expr(id).kind {
            ExprKind::Int(value) => {
                if (*value != 0) == sense {
                    self.emit(Op::Jump { to });
                }
                Ok(())
            }
            ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            } => self.jump_if(*operand, !sense, to),
            // Widening a truth value does not change it.
            ExprKind::Convert(operand) if self.is_truth(*operand) => self.jump_if(*operand, sense, to),
            ExprKind::And { lhs, rhs } | ExprKind::Or { lhs, rhs } => {
                let deciding = matches!(program.expr(id).kind, ExprKind::Or { .. });
                if self.tells(id, *lhs) {
                    return self.told_jump(id, [*lhs, *rhs], deciding, sense, to);
                }
                if deciding == sense {
                    self.jump_if(*lhs, sense, to)?;
                    self.jump_if(*rhs, sense, to)
                } else {
                    let skip = self.label();
                    self.jump_if(*lhs, !sense, skip)?;
                    self.jump_if(*rhs, sense, to)?;
                    self.bind(skip);
                    Ok(())
                }
            }
            ExprKind::Binary { op, lhs, rhs } if op.is_comparison() && !self.mode.plain => {
                let scalar = self.scalar(program.expr(*lhs).ty)?;
                if scalar.is_wide() || scalar.is_float() {
                    return self.jump_on_value(id, sense, to);
                }
                self.jump_compare(*op, *lhs, *rhs, scalar, sense, to)
            }
            ExprKind::Overflows { op, lhs, rhs, at } if sense && !self.mode.plain => {
                let at = self.scalar(*at)?;
                if self.jump_overflow(*op, *lhs, *rhs, at, to)? {
                    return Ok(());
                }
                self.jump_on_value(id, sense, to)
            }
            ExprKind::Intrinsic {
                op: op @ (Intrinsic::Readable | Intrinsic::Writable),
                args,
            } if !sense && !self.mode.plain && args.len() == 2 => {
                let size = self.constant(args[1]).and_then(|size| u32::try_from(size).ok());
                let Some(size) = size else {
                    return self.jump_on_value(id, sense, to);
                };
                let p = self.expr(args[0], None)?;
                self.emit(if *op == Intrinsic::Readable {
                    Op::JumpUnreadable { p, size, to }
                } else {
                    Op::JumpUnwritable { p, size, to }
                });
                Ok(())
            }
            _ => self.jump_on_value(id, sense, to),
        }
    }

    /// Whether to tell how an operator with this first operand goes. One that the lowering made has the
    /// same place as its operands.
    pub(super) fn tells(&self, id: ExprId, first: ExprId) -> bool {
        self.telling && self.program.expr(id).loc != self.program.expr(first).loc
    }

    /// Tells how the first operand of an operator inside an expression came out.
    pub(super) fn choice(&mut self, construct: Construct, loc: LocId, cond: ExprId, taken: bool) {
        self.note(Note::Branch {
            taken,
            construct,
            cond,
            loc: Some(loc),
        });
    }

    /// `&&` or `||`, telling which way its first operand goes. `deciding` is the value of that operand that
    /// decides the whole.
    fn told_jump(
        &mut self,
        id: ExprId,
        [lhs, rhs]: [ExprId; 2],
        deciding: bool,
        sense: bool,
        to: Target,
    ) -> Result<()> {
        let loc = self.program.expr(id).loc;
        let construct = if deciding { Construct::Or } else { Construct::And };
        let (decided, end) = (self.label(), self.label());
        self.jump_if(lhs, deciding, decided)?;
        self.choice(construct, loc, lhs, !deciding);
        self.jump_if(rhs, sense, to)?;
        self.emit(Op::Jump { to: end });
        self.bind(decided);
        self.choice(construct, loc, lhs, deciding);
        if deciding == sense {
            self.emit(Op::Jump { to });
        }
        self.bind(end);
        Ok(())
    }

    /// Whether an expression is 0 or 1.
    fn is_truth(&self, id: ExprId) -> bool {
        match &self.program.expr(id).kind {
            ExprKind::Binary { op, .. } => op.is_comparison(),
            ExprKind::Unary { op, .. } => *op == UnaryOp::Not,
            ExprKind::And { .. } | ExprKind::Or { .. } | ExprKind::Overflows { .. } => true,
            _ => false,
        }
    }

    fn jump_on_value(&mut self, id: ExprId, sense: bool, to: Target) -> Result<()> {
        let value = self.operand(id)?;
        let mut a = value.reg;
        let mut sense = sense;
        if value.scalar.is_wide() || value.scalar.is_float() {
            let d = self.registers(1)?;
            self.slow(Slow::Unary {
                op: UnaryOp::Not,
                d: Operand {
                    reg: d,
                    scalar: Scalar::INT,
                },
                a: value,
            });
            a = d;
            sense = !sense;
        }
        self.emit(if sense {
            Op::JumpNonZero { a, to }
        } else {
            Op::JumpZero { a, to }
        });
        Ok(())
    }

    fn jump_compare(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        scalar: Scalar,
        sense: bool,
        to: Target,
    ) -> Result<()> {
        use BinaryOp as B;
        // Jumping when it does not hold is jumping when the opposite holds.
        let op = match (op, sense) {
            (_, true) => op,
            (B::Lt, false) => B::Ge,
            (B::Ge, false) => B::Lt,
            (B::Gt, false) => B::Le,
            (B::Le, false) => B::Gt,
            (B::Eq, false) => B::Ne,
            (_, false) => B::Eq,
        };
        // Canonical values below 64 bits compare alike as signed numbers.
        let signed = match scalar.repr {
            Repr::Int(width, signed) => signed || width < 64,
            Repr::Bool => true,
            _ => false,
        };
        let a = self.expr(lhs, None)?;
        let zero_pointer = scalar.is_pointer() && matches!(self.program.expr(rhs).kind, ExprKind::Int(0));
        let k = if zero_pointer {
            Some(0)
        } else {
            self.small_constant(rhs)
        };
        if let Some(k) = k {
            let op = match (op, signed) {
                (B::Lt, true) => Some(Op::JumpLtSK { a, k, to }),
                (B::Le, true) => Some(Op::JumpLeSK { a, k, to }),
                (B::Gt, true) => Some(Op::JumpGtSK { a, k, to }),
                (B::Ge, true) => Some(Op::JumpGeSK { a, k, to }),
                (B::Lt, false) => Some(Op::JumpLtUK { a, k, to }),
                (B::Ge, false) => Some(Op::JumpGeUK { a, k, to }),
                (B::Eq, _) => Some(Op::JumpEqK { a, k, to }),
                (B::Ne, _) => Some(Op::JumpNeK { a, k, to }),
                _ => None,
            };
            if let Some(op) = op {
                self.emit(op);
                return Ok(());
            }
        }
        let b = self.expr(rhs, None)?;
        self.emit(match (op, signed) {
            (B::Lt, true) => Op::JumpLtS { a, b, to },
            (B::Le, true) => Op::JumpLeS { a, b, to },
            (B::Gt, true) => Op::JumpLtS { a: b, b: a, to },
            (B::Ge, true) => Op::JumpLeS { a: b, b: a, to },
            (B::Lt, false) => Op::JumpLtU { a, b, to },
            (B::Le, false) => Op::JumpLeU { a, b, to },
            (B::Gt, false) => Op::JumpLtU { a: b, b: a, to },
            (B::Ge, false) => Op::JumpLeU { a: b, b: a, to },
            (B::Eq, _) => Op::JumpEq { a, b, to },
            _ => Op::JumpNe { a, b, to },
        });
        Ok(())
    }

    /// Emits a fused overflow test if there is one for these types.
    fn jump_overflow(
        &mut self,
        op: OverflowOp,
        lhs: ExprId,
        rhs: ExprId,
        at: Scalar,
        to: Target,
    ) -> Result<bool> {
        let types = [lhs, rhs].map(|id| self.scalar(self.program.expr(id).ty));
        let [lhs_ty, rhs_ty] = types;
        let (lhs_ty, rhs_ty) = (lhs_ty?.repr, rhs_ty?.repr);
        let within = |repr: Repr, limit: u32| matches!(repr, Repr::Int(width, true) if width <= limit);
        let Repr::Int(width @ (32 | 64), true) = at.repr else {
            return Ok(false);
        };
        if op == OverflowOp::Shl || !within(lhs_ty, width) || !within(rhs_ty, width) {
            return Ok(false);
        }
        let a = self.expr(lhs, None)?;
        if width == 32
            && let Some(k) = self.small_constant(rhs)
        {
            match op {
                OverflowOp::Add => self.emit(Op::JumpAddOverflowI32K { a, k, to }),
                OverflowOp::Sub if k != i32::MIN => self.emit(Op::JumpAddOverflowI32K { a, k: -k, to }),
                OverflowOp::Mul => self.emit(Op::JumpMulOverflowI32K { a, k, to }),
                _ => return self.general_overflow(op, a, rhs, width, to),
            }
            return Ok(true);
        }
        self.general_overflow(op, a, rhs, width, to)
    }

    fn general_overflow(
        &mut self,
        op: OverflowOp,
        a: Reg,
        rhs: ExprId,
        width: u32,
        to: Target,
    ) -> Result<bool> {
        let b = self.expr(rhs, None)?;
        self.emit(match (op, width) {
            (OverflowOp::Add, 32) => Op::JumpAddOverflowI32 { a, b, to },
            (OverflowOp::Sub, 32) => Op::JumpSubOverflowI32 { a, b, to },
            (_, 32) => Op::JumpMulOverflowI32 { a, b, to },
            (OverflowOp::Add, _) => Op::JumpAddOverflowI64 { a, b, to },
            (OverflowOp::Sub, _) => Op::JumpSubOverflowI64 { a, b, to },
            _ => Op::JumpMulOverflowI64 { a, b, to },
        });
        Ok(true)
    }
}
