//! The compiler builtins that the library knows as nodes. Hints disappear, what asks about the machine
//! rather than the program is [`ExprKind::Unsupported`].

use ctype::{FunctionType, IntKind, Type};
use rucc_sema::{
    AtomicOp, BitCount, Classify, ExprId, ExprKind as From, ExprList, FrameAsk, JumpAsk, OverflowOp, Rmw,
    Sign,
};
use source::LocId;

use super::Converter;
use crate::link::Declared;
use crate::tree::{self, AtomicUpdate, BuiltinOp, ExprKind};

impl Converter<'_> {
    /// `__builtin_setjmp` and `__builtin_longjmp`, whose buffer is five words, are the functions.
    pub(super) fn jump(
        &mut self,
        ask: JumpAsk,
        buffer: ExprId,
        ty: ctype::TypeId,
        loc: LocId,
    ) -> tree::ExprId {
        let name = match ask {
            JumpAsk::Save => "_setjmp",
            JumpAsk::Restore => "longjmp",
        };
        let mut args = vec![self.expr(buffer)];
        if ask == JumpAsk::Restore {
            let int = self.linker.tree.types.int(IntKind::Int);
            args.push(self.push(ExprKind::Int(1), int, loc));
        }
        let params = args.iter().map(|&arg| self.linker.tree.expr(arg).ty).collect();
        let signature = self.linker.tree.types.intern(Type::Function(FunctionType {
            ret: ty,
            params,
            variadic: false,
            prototyped: true,
        }));
        let function = self.linker.function(Declared {
            name,
            ty: signature,
            loc,
            guessed: true,
        });
        self.linker.tree.functions[function.index()].noreturn |= ask == JumpAsk::Restore;
        let callee = self.push(ExprKind::Function(function), signature, loc);
        let args = args.into_boxed_slice();
        self.push(ExprKind::Call { callee, args }, ty, loc)
    }

    pub(super) fn builtin(&mut self, kind: From, ty: ctype::TypeId, loc: LocId) -> tree::ExprId {
        let (op, args): (BuiltinOp, Vec<tree::ExprId>) = match kind {
            From::Classify { op, lhs, rhs } => (classify(op), self.operands(lhs, rhs)),
            From::FpClassify { value, answers } => {
                let mut args = vec![self.expr(value)];
                args.extend(self.list(answers));
                (BuiltinOp::FpClassify, args)
            }
            From::Sign { op, lhs, rhs } => {
                let op = match op {
                    Sign::Clear => BuiltinOp::FAbs,
                    Sign::Of => BuiltinOp::CopySign,
                };
                (op, self.operands(lhs, rhs))
            }
            From::Abs { operand } => (BuiltinOp::Abs, vec![self.expr(operand)]),
            From::ByteSwap { operand } => (BuiltinOp::ByteSwap, vec![self.expr(operand)]),
            From::BitCount { operand, count } => (bit_count(count), vec![self.expr(operand)]),
            From::Overflow { op, args, stores, .. } => (overflow(op, stores), self.list(args)),
            From::Atomic { op, args, .. } => match atomic(op) {
                Some(op) => (op, self.list(args)),
                None => return self.unsupported("this atomic operation", ty, loc),
            },
            // Both arguments are evaluated; a hint that is not a constant could have effects.
            From::Expect { value, .. } => return self.expr(value),
            From::Prefetch { address, .. } => {
                let operand = self.expr(address);
                let void = self.linker.tree.types.void();
                let kind = ExprKind::Convert {
                    operand,
                    explicit: false,
                };
                return self.push(kind, void, loc);
            }
            From::Unreachable => (BuiltinOp::Unreachable, Vec::new()),
            From::Trap => (BuiltinOp::Trap, Vec::new()),
            From::Alloca { size } => (BuiltinOp::Alloca, vec![self.expr(size)]),
            From::ObjectSize { address, kind } => {
                (BuiltinOp::ObjectSize { kind: kind & 3 }, vec![self.expr(address)])
            }
            // What is not a constant as written is none here: nothing is optimised.
            From::ConstantP { .. } => return self.push(ExprKind::Int(0), ty, loc),
            From::Jump { ask, buffer } => return self.jump(ask, buffer, ty, loc),
            // Any address: nothing in the program has it.
            From::FrameAddress { ask, .. } => {
                let name = match ask {
                    FrameAsk::Frame => "__frame_address",
                    FrameAsk::Return => "__return_address",
                };
                return self.outside(name, ty, loc);
            }
            From::SpEntry => return self.unsupported("the address of a stack frame", ty, loc),
            From::ApplyArgs | From::Apply { .. } => return self.unsupported("`__builtin_apply`", ty, loc),
            From::Complex { .. } => return self.unsupported("a complex number", ty, loc),
            From::Shuffle { .. }
            | From::ShuffleVector { .. }
            | From::ConvertVector { .. }
            | From::Elementwise { .. } => return self.unsupported("a vector operation", ty, loc),
            From::ThreadPointer
            | From::TimeStamp { .. }
            | From::Eflags { .. }
            | From::XState { .. }
            | From::CpuModel { .. } => {
                return self.unsupported("a builtin that reads the processor's state", ty, loc);
            }
            _ => return self.unsupported("this expression", ty, loc),
        };
        let kind = ExprKind::Builtin {
            op,
            args: args.into_boxed_slice(),
        };
        self.push(kind, ty, loc)
    }

    fn operands(&mut self, lhs: ExprId, rhs: Option<ExprId>) -> Vec<tree::ExprId> {
        std::iter::once(lhs).chain(rhs).map(|id| self.expr(id)).collect()
    }

    fn list(&mut self, list: ExprList) -> Vec<tree::ExprId> {
        let tast = self.tast;
        tast[list].iter().map(|&id| self.expr(id)).collect()
    }
}

fn classify(op: Classify) -> BuiltinOp {
    match op {
        Classify::Unordered => BuiltinOp::IsUnordered,
        Classify::LessGreater => BuiltinOp::IsLessGreater,
        Classify::Nan => BuiltinOp::IsNan,
        Classify::Infinite => BuiltinOp::IsInf,
        Classify::Finite => BuiltinOp::IsFinite,
        Classify::Normal => BuiltinOp::IsNormal,
        Classify::SignBit => BuiltinOp::SignBit,
        Classify::InfiniteSign => BuiltinOp::IsInfSign,
    }
}

fn bit_count(count: BitCount) -> BuiltinOp {
    match count {
        BitCount::Leading => BuiltinOp::Clz,
        BitCount::Trailing => BuiltinOp::Ctz,
        BitCount::Ones => BuiltinOp::Popcount,
        BitCount::Parity => BuiltinOp::Parity,
        BitCount::FirstSet => BuiltinOp::Ffs,
        BitCount::RedundantSign => BuiltinOp::Clrsb,
    }
}

fn overflow(op: OverflowOp, stores: bool) -> BuiltinOp {
    match (op, stores) {
        (OverflowOp::Add, true) => BuiltinOp::AddOverflow,
        (OverflowOp::Sub, true) => BuiltinOp::SubOverflow,
        (OverflowOp::Mul, true) => BuiltinOp::MulOverflow,
        (OverflowOp::Add, false) => BuiltinOp::AddOverflowP,
        (OverflowOp::Sub, false) => BuiltinOp::SubOverflowP,
        (OverflowOp::Mul, false) => BuiltinOp::MulOverflowP,
    }
}

fn atomic(op: AtomicOp) -> Option<BuiltinOp> {
    let update = |rmw| match rmw {
        Rmw::Add => AtomicUpdate::Add,
        Rmw::Sub => AtomicUpdate::Sub,
        Rmw::And => AtomicUpdate::And,
        Rmw::Nand => AtomicUpdate::Nand,
        Rmw::Or => AtomicUpdate::Or,
        Rmw::Xor => AtomicUpdate::Xor,
    };
    Some(match op {
        AtomicOp::Load => BuiltinOp::AtomicLoad,
        AtomicOp::LoadInto => BuiltinOp::AtomicLoadInto,
        AtomicOp::Store => BuiltinOp::AtomicStore,
        AtomicOp::Fence | AtomicOp::SignalFence => BuiltinOp::AtomicFence,
        AtomicOp::CompareExchange => BuiltinOp::AtomicCompareExchange,
        AtomicOp::SwapBool => BuiltinOp::AtomicSwapBool,
        AtomicOp::SwapValue => BuiltinOp::AtomicSwapValue,
        AtomicOp::Exchange => BuiltinOp::AtomicExchange,
        AtomicOp::ExchangeInto => BuiltinOp::AtomicExchangeInto,
        AtomicOp::TestAndSet => BuiltinOp::AtomicTestAndSet,
        AtomicOp::Fetch(rmw) => BuiltinOp::AtomicFetch(update(rmw)),
        AtomicOp::Update(rmw) => BuiltinOp::AtomicUpdate(update(rmw)),
        #[allow(unreachable_patterns)]
        _ => return None,
    })
}
