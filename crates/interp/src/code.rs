//! The machine's instructions: what a function is translated to before it runs.
//!
//! A register machine. A frame has 64-bit registers for the function's scalar variables whose address is
//! never taken, for pointers to its variables that live in memory, and for temporaries; 16-byte values take
//! two registers in a row. Beside each register stands the provenance of the pointer in it, looked at only
//! by instructions on pointers. [`Op`] holds what must be fast, specialised by width; everything else is a
//! [`Slow`] operation in a side table, executed by one general routine.

use std::collections::HashMap;
use std::sync::Arc;

use ctype::TypeId;
use program::{
    BinaryOp, Builtin, ClaimId, Construct, ExprId, FunctionId, InputId, Intrinsic, OverflowOp, Pc, PlaceId,
    StringId, UnaryOp, VarId,
};
use source::LocId;

use crate::scalar::Scalar;

pub(crate) type Reg = u16;

/// An index into a function's code; while translating, a label.
pub(crate) type Target = u32;

/// How a value of at most eight bytes lies in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    W64,
    Pointer,
}

macro_rules! destination {
    (d $field:ident $found:ident) => {
        $found = Some($field);
    };
    ($other:ident $field:ident $found:ident) => {
        let _ = $field;
    };
}

macro_rules! operand {
    (a $field:ident $register:ident $found:ident) => {
        $found |= *$field == $register;
    };
    (b $field:ident $register:ident $found:ident) => {
        operand!(a $field $register $found)
    };
    (p $field:ident $register:ident $found:ident) => {
        operand!(a $field $register $found)
    };
    (i $field:ident $register:ident $found:ident) => {
        operand!(a $field $register $found)
    };
    (flag $field:ident $register:ident $found:ident) => {
        operand!(a $field $register $found)
    };
    ($other:ident $field:ident $register:ident $found:ident) => {
        let _ = $field;
    };
}

macro_rules! ops {
    ($($(#[$doc:meta])* $name:ident { $($field:ident : $ty:ty),* $(,)? })*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Op {
            $($(#[$doc])* $name { $($field: $ty),* },)*
        }

        impl Op {
            /// The register written, if it is named `d`.
            pub(crate) fn destination_mut(&mut self) -> Option<&mut Reg> {
                let mut found = None;
                match self {
                    $(Op::$name { $($field),* } => { $(destination!($field $field found);)* })*
                }
                found
            }

            /// Whether a register is read.
            pub(crate) fn reads(&self, register: Reg) -> bool {
                let mut found = false;
                match self {
                    $(Op::$name { $($field),* } => { $(operand!($field $field register found);)* })*
                }
                found
            }
        }
    };
}

ops! {
    Const { d: Reg, k: i32 }
    /// A 64-bit constant of the function's pool.
    Pool { d: Reg, index: u32 }
    Null { d: Reg }
    FunctionPointer { d: Reg, function: u32 }
    /// Gives an address made from a number its object.
    FindObject { d: Reg }
    Mov { d: Reg, a: Reg }
    /// With provenance.
    MovPointer { d: Reg, a: Reg }
    /// Two registers.
    MovWide { d: Reg, a: Reg }
    /// The address of a static object plus an offset.
    StaticPointer { d: Reg, slot: u32, offset: u32 }
    PointerAdd { d: Reg, p: Reg, i: Reg, stride: u32 }
    PointerAddK { d: Reg, p: Reg, k: i32 }

    AddI32 { d: Reg, a: Reg, b: Reg }
    AddU32 { d: Reg, a: Reg, b: Reg }
    Add64 { d: Reg, a: Reg, b: Reg }
    SubI32 { d: Reg, a: Reg, b: Reg }
    SubU32 { d: Reg, a: Reg, b: Reg }
    Sub64 { d: Reg, a: Reg, b: Reg }
    MulI32 { d: Reg, a: Reg, b: Reg }
    MulU32 { d: Reg, a: Reg, b: Reg }
    Mul64 { d: Reg, a: Reg, b: Reg }
    DivI32 { d: Reg, a: Reg, b: Reg }
    DivU32 { d: Reg, a: Reg, b: Reg }
    DivI64 { d: Reg, a: Reg, b: Reg }
    DivU64 { d: Reg, a: Reg, b: Reg }
    RemS { d: Reg, a: Reg, b: Reg }
    RemU { d: Reg, a: Reg, b: Reg }
    And { d: Reg, a: Reg, b: Reg }
    Or { d: Reg, a: Reg, b: Reg }
    Xor { d: Reg, a: Reg, b: Reg }
    ShlI32 { d: Reg, a: Reg, b: Reg }
    ShlU32 { d: Reg, a: Reg, b: Reg }
    Shl64 { d: Reg, a: Reg, b: Reg }
    ShrS { d: Reg, a: Reg, b: Reg }
    ShrU { d: Reg, a: Reg, b: Reg }
    LtS { d: Reg, a: Reg, b: Reg }
    LeS { d: Reg, a: Reg, b: Reg }
    LtU { d: Reg, a: Reg, b: Reg }
    LeU { d: Reg, a: Reg, b: Reg }
    Eq { d: Reg, a: Reg, b: Reg }
    Ne { d: Reg, a: Reg, b: Reg }

    AddI32K { d: Reg, a: Reg, k: i32 }
    AddU32K { d: Reg, a: Reg, k: i32 }
    Add64K { d: Reg, a: Reg, k: i32 }
    MulI32K { d: Reg, a: Reg, k: i32 }
    Mul64K { d: Reg, a: Reg, k: i32 }
    AndK { d: Reg, a: Reg, k: i32 }
    OrK { d: Reg, a: Reg, k: i32 }
    XorK { d: Reg, a: Reg, k: i32 }
    /// Distances of the shifts by constants are below the width.
    ShlI32K { d: Reg, a: Reg, k: i32 }
    ShlU32K { d: Reg, a: Reg, k: i32 }
    Shl64K { d: Reg, a: Reg, k: i32 }
    ShrSK { d: Reg, a: Reg, k: i32 }
    ShrUK { d: Reg, a: Reg, k: i32 }
    /// Division by a constant other than 0 and -1.
    DivSK { d: Reg, a: Reg, k: i32 }
    RemSK { d: Reg, a: Reg, k: i32 }
    LtSK { d: Reg, a: Reg, k: i32 }
    GtSK { d: Reg, a: Reg, k: i32 }
    EqK { d: Reg, a: Reg, k: i32 }
    NeK { d: Reg, a: Reg, k: i32 }

    /// Keeps the low bits and extends them.
    Narrow { d: Reg, a: Reg, kind: Kind }
    SignExtend32 { d: Reg, a: Reg }
    ZeroExtend32 { d: Reg, a: Reg }
    NegI32 { d: Reg, a: Reg }
    Neg64 { d: Reg, a: Reg }
    BitNot { d: Reg, a: Reg }

    IntToF64 { d: Reg, a: Reg }
    AddF64 { d: Reg, a: Reg, b: Reg }
    SubF64 { d: Reg, a: Reg, b: Reg }
    MulF64 { d: Reg, a: Reg, b: Reg }
    DivF64 { d: Reg, a: Reg, b: Reg }
    AddF32 { d: Reg, a: Reg, b: Reg }
    SubF32 { d: Reg, a: Reg, b: Reg }
    MulF32 { d: Reg, a: Reg, b: Reg }
    DivF32 { d: Reg, a: Reg, b: Reg }
    LtF64 { d: Reg, a: Reg, b: Reg }
    LeF64 { d: Reg, a: Reg, b: Reg }
    EqF64 { d: Reg, a: Reg, b: Reg }

    Load { d: Reg, p: Reg, offset: i32, kind: Kind }
    /// The i-th element from the pointer, elements being as large as the kind.
    LoadAt { d: Reg, p: Reg, i: Reg, kind: Kind }
    LoadStatic { d: Reg, slot: u32, offset: u32, kind: Kind }
    LoadStaticAt { d: Reg, slot: u32, i: Reg, kind: Kind }
    Store { a: Reg, p: Reg, offset: i32, kind: Kind }
    StoreAt { a: Reg, p: Reg, i: Reg, kind: Kind }
    StoreStatic { a: Reg, slot: u32, offset: u32, kind: Kind }
    StoreStaticAt { a: Reg, slot: u32, i: Reg, kind: Kind }
    /// If `flag` is zero the register's variable has no value yet: it becomes an input.
    EnsureInit { d: Reg, flag: Reg, var: u32 }

    Jump { to: Target }
    /// A jump to an earlier place: counts steps and looks for interrupts.
    JumpBack { to: Target, steps: u32 }
    JumpZero { a: Reg, to: Target }
    JumpNonZero { a: Reg, to: Target }
    JumpLtS { a: Reg, b: Reg, to: Target }
    JumpLeS { a: Reg, b: Reg, to: Target }
    JumpLtU { a: Reg, b: Reg, to: Target }
    JumpLeU { a: Reg, b: Reg, to: Target }
    JumpEq { a: Reg, b: Reg, to: Target }
    JumpNe { a: Reg, b: Reg, to: Target }
    JumpLtSK { a: Reg, k: i32, to: Target }
    JumpLeSK { a: Reg, k: i32, to: Target }
    JumpGtSK { a: Reg, k: i32, to: Target }
    JumpGeSK { a: Reg, k: i32, to: Target }
    JumpLtUK { a: Reg, k: i32, to: Target }
    JumpGeUK { a: Reg, k: i32, to: Target }
    JumpEqK { a: Reg, k: i32, to: Target }
    JumpNeK { a: Reg, k: i32, to: Target }
    /// If the exact result does not fit 32 (64) signed bits.
    JumpAddOverflowI32 { a: Reg, b: Reg, to: Target }
    JumpSubOverflowI32 { a: Reg, b: Reg, to: Target }
    JumpMulOverflowI32 { a: Reg, b: Reg, to: Target }
    JumpAddOverflowI32K { a: Reg, k: i32, to: Target }
    JumpMulOverflowI32K { a: Reg, k: i32, to: Target }
    JumpAddOverflowI64 { a: Reg, b: Reg, to: Target }
    JumpSubOverflowI64 { a: Reg, b: Reg, to: Target }
    JumpMulOverflowI64 { a: Reg, b: Reg, to: Target }
    /// The sum (difference, product) unless it does not fit: then a jump.
    CheckedAddI32 { d: Reg, a: Reg, b: Reg, to: Target }
    CheckedSubI32 { d: Reg, a: Reg, b: Reg, to: Target }
    CheckedMulI32 { d: Reg, a: Reg, b: Reg, to: Target }
    CheckedAddI32K { d: Reg, a: Reg, k: i32, to: Target }
    CheckedMulI32K { d: Reg, a: Reg, k: i32, to: Target }
    CheckedAddI64 { d: Reg, a: Reg, b: Reg, to: Target }
    CheckedSubI64 { d: Reg, a: Reg, b: Reg, to: Target }
    CheckedMulI64 { d: Reg, a: Reg, b: Reg, to: Target }
    JumpUnreadable { p: Reg, size: u32, to: Target }
    JumpUnwritable { p: Reg, size: u32, to: Target }

    Switch { a: Reg, table: u32 }
    Call { site: u32 }
    /// Whether the call just made gave a result.
    GotResult { d: Reg }
    /// The result of the call just made.
    TakeResult { d: Reg, class: Class }
    Return { a: Reg, class: Class }
    Slow { index: u32 }
    /// The claim fails.
    Fail { claim: u32 }
    /// The assumption fails.
    Violate { loc: u32 }
    Note { index: u32 }
    /// The end of an expression evaluated on its own.
    Finish { }
    /// What others can notice; in the table of slow operations.
    Thread { index: u32 }
    /// A step of the user's text begins here; only in code translated for a stepper.
    Step { }
    /// Which way a step goes; only in code translated for a stepper.
    Went { way: u32 }
}

impl Op {
    /// The same with another destination.
    pub(crate) fn into_register(mut self, register: Reg) -> Op {
        if let Some(d) = self.destination_mut() {
            *d = register;
        }
        self
    }

    pub(crate) fn target_mut(&mut self) -> Option<&mut Target> {
        match self {
            Op::Jump { to }
            | Op::JumpBack { to, .. }
            | Op::JumpZero { to, .. }
            | Op::JumpNonZero { to, .. }
            | Op::JumpLtS { to, .. }
            | Op::JumpLeS { to, .. }
            | Op::JumpLtU { to, .. }
            | Op::JumpLeU { to, .. }
            | Op::JumpEq { to, .. }
            | Op::JumpNe { to, .. }
            | Op::JumpLtSK { to, .. }
            | Op::JumpLeSK { to, .. }
            | Op::JumpGtSK { to, .. }
            | Op::JumpGeSK { to, .. }
            | Op::JumpLtUK { to, .. }
            | Op::JumpGeUK { to, .. }
            | Op::JumpEqK { to, .. }
            | Op::JumpNeK { to, .. }
            | Op::JumpAddOverflowI32 { to, .. }
            | Op::JumpSubOverflowI32 { to, .. }
            | Op::JumpMulOverflowI32 { to, .. }
            | Op::JumpAddOverflowI32K { to, .. }
            | Op::JumpMulOverflowI32K { to, .. }
            | Op::JumpAddOverflowI64 { to, .. }
            | Op::JumpSubOverflowI64 { to, .. }
            | Op::JumpMulOverflowI64 { to, .. }
            | Op::CheckedAddI32 { to, .. }
            | Op::CheckedSubI32 { to, .. }
            | Op::CheckedMulI32 { to, .. }
            | Op::CheckedAddI32K { to, .. }
            | Op::CheckedMulI32K { to, .. }
            | Op::CheckedAddI64 { to, .. }
            | Op::CheckedSubI64 { to, .. }
            | Op::CheckedMulI64 { to, .. }
            | Op::JumpUnreadable { to, .. }
            | Op::JumpUnwritable { to, .. } => Some(to),
            _ => None,
        }
    }
}

/// How a value travels in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// No value, or one that lies in memory.
    None,
    Narrow,
    Pointer,
    Wide,
}

impl Class {
    pub(crate) fn of(scalar: Scalar) -> Class {
        if scalar.is_pointer() {
            Class::Pointer
        } else if scalar.is_wide() {
            Class::Wide
        } else {
            Class::Narrow
        }
    }
}

/// A register and the type of what is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Operand {
    pub reg: Reg,
    pub scalar: Scalar,
}

/// An address: a pointer register, or a static object's slot, and a constant offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Address {
    pub base: Base,
    pub offset: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Base {
    Reg(Reg),
    Static(u32),
}

/// The bits of a bit-field, counted from an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bits {
    pub offset: u32,
    pub width: u32,
}

/// Operations that need not be fast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Slow {
    Binary {
        op: BinaryOp,
        d: Operand,
        a: Operand,
        b: Operand,
    },
    Unary {
        op: UnaryOp,
        d: Operand,
        a: Operand,
    },
    Convert {
        d: Operand,
        a: Operand,
    },
    Overflows {
        op: OverflowOp,
        d: Operand,
        a: Operand,
        b: Operand,
        at: Scalar,
    },
    Wrapped {
        op: OverflowOp,
        d: Operand,
        a: Operand,
        b: Operand,
    },
    Fits {
        d: Operand,
        a: Operand,
        to: Scalar,
    },
    Intrinsic {
        op: Intrinsic,
        d: Operand,
        args: Box<[Operand]>,
        /// For `Callable`: the function type the pointer has.
        function: Option<TypeId>,
    },
    PointerAdd {
        d: Reg,
        p: Reg,
        i: Reg,
        stride: u64,
    },
    PointerDiff {
        d: Operand,
        a: Reg,
        b: Reg,
        stride: u64,
    },
    Load {
        d: Operand,
        from: Address,
        ty: TypeId,
    },
    Store {
        a: Operand,
        to: Address,
    },
    LoadBits {
        d: Operand,
        from: Address,
        bits: Bits,
        ty: TypeId,
    },
    StoreBits {
        a: Operand,
        to: Address,
        bits: Bits,
    },
    Initialised {
        d: Reg,
        from: Address,
        size: u64,
        bits: Option<Bits>,
    },
    /// A record or array from place to place; they may overlap.
    Copy {
        from: Address,
        to: Address,
        size: u64,
    },
    Zero {
        to: Address,
        size: u64,
    },
    Bytes {
        to: Address,
        string: StringId,
        size: u64,
    },
    /// A scalar input.
    Input {
        d: Operand,
        input: InputId,
    },
    /// An input for each scalar of a record or array.
    InputInto {
        to: Address,
        input: InputId,
        ty: TypeId,
    },
    /// Other threads can see the access that follows.
    Access {
        at: Address,
        size: u64,
        write: bool,
    },
    /// A place becomes indeterminate.
    Forget {
        to: Address,
        size: u64,
    },
    Declare(u32),
    Dead(u32),
    /// A use by name: brings the variable to life if it is not alive.
    Revive(u32),
    Builtin {
        op: Builtin,
        d: Option<Operand>,
        /// The type of the destination, for `ParseFloat`.
        args: Box<[Operand]>,
    },
    /// Keeps a record or array for the caller.
    KeepResult {
        from: Address,
        size: u64,
    },
    PlaceResult {
        to: Address,
        size: u64,
    },
    Halt(Operand),
    Abort,
    Unsupported(Box<str>),
}

impl Slow {
    /// Whether memory stays as it is.
    pub(crate) fn is_pure(&self) -> bool {
        matches!(
            self,
            Slow::Binary { .. }
                | Slow::Unary { .. }
                | Slow::Convert { .. }
                | Slow::Overflows { .. }
                | Slow::Wrapped { .. }
                | Slow::Fits { .. }
                | Slow::Intrinsic { .. }
                | Slow::PointerAdd { .. }
                | Slow::PointerDiff { .. }
                | Slow::Load { .. }
                | Slow::LoadBits { .. }
                | Slow::Initialised { .. }
                | Slow::Input { .. }
                | Slow::KeepResult { .. }
        )
    }
}

/// Events for an observer; only in code translated for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Note {
    /// An instruction begins.
    Begin,
    /// An instruction is about to be executed, and somebody wants to know where it reads and stores.
    Places,
    /// A scalar is about to be stored in a place.
    Assign {
        place: PlaceId,
        value: Operand,
    },
    /// A record or array has been stored in a place.
    Stored {
        place: PlaceId,
    },
    Branch {
        taken: bool,
        construct: Construct,
        cond: ExprId,
        /// Where, if not at the instruction.
        loc: Option<LocId>,
    },
    Lifetime {
        var: VarId,
        declare: bool,
    },
    Switch {
        value: Operand,
        expr: ExprId,
    },
    ClaimHeld(ClaimId),
}

/// A switch: arms sorted by their lowest value in canonical bits read as a signed or unsigned number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SwitchTable {
    pub scalar: Scalar,
    /// `(low, high, target)`, disjoint and sorted when `sorted`; else the first match counts.
    pub arms: Vec<(i128, i128, Target)>,
    pub sorted: bool,
    /// Targets for the values from `low`, if the arms are dense: the usual case.
    pub dense: Option<(i64, Vec<Target>)>,
    pub default: Target,
}

/// What a call hands over or a function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Scalar(Scalar),
    Aggregate(u64),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallSite {
    pub callee: CalleeAt,
    /// For an aggregate the register holds its address.
    pub args: Box<[(Reg, Shape)]>,
    pub arg_types: Box<[TypeId]>,
    pub varargs: Option<Reg>,
    pub loc: LocId,
    pub pc: Pc,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CalleeAt {
    Direct(FunctionId),
    Indirect(Reg),
}

/// Where a variable lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Home {
    Reg {
        reg: Reg,
        /// The register that tells whether it has a value, where that is not certain.
        flag: Option<Reg>,
        scalar: Scalar,
    },
    /// In memory; the register holds its address while it exists.
    Memory(Reg),
    Static(u32),
}

/// A variable of a function that lives in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MemoryVar {
    pub var: VarId,
    pub reg: Reg,
    pub class: u32,
    /// Exists from the start of the function.
    pub at_entry: bool,
    /// May be used, by a jump past its declaration, when it is not alive.
    pub uncertain: bool,
    pub read_only: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Param {
    pub home: Home,
    pub shape: Shape,
    /// Index into `memory` if it lives there.
    pub memory: u32,
}

/// A translated function.
#[derive(Debug)]
pub(crate) struct Code {
    pub function: FunctionId,
    pub ops: Vec<Op>,
    /// The instruction of the Program that each op belongs to.
    pub pcs: Vec<Pc>,
    pub pool: Vec<u64>,
    pub slow: Vec<Slow>,
    pub notes: Vec<Note>,
    pub calls: Vec<CallSite>,
    pub switches: Vec<SwitchTable>,
    pub registers: usize,
    /// Registers that start as zero: `0..cleared`.
    pub cleared: usize,
    pub params: Vec<Param>,
    pub varargs: Option<Param>,
    pub memory: Vec<MemoryVar>,
    pub homes: Arc<HashMap<VarId, Home>>,
    /// The type each loading op reads, for naming inputs.
    pub load_types: HashMap<u32, TypeId>,
    /// Places of assumptions.
    pub locs: Vec<LocId>,
    /// What an activation takes of the C stack.
    pub frame_bytes: u64,
}
