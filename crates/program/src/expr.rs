//! Expressions without side effects, and places.

use ctype::TypeId;
use source::LocId;

use crate::{ExprId, FunctionId, PlaceId, StringId, VarId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
    pub loc: LocId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Wraps for integers.
    Neg,
    BitNot,
    /// 1 if the operand (any scalar) is zero, else 0, as `int`.
    Not,
}

/// Integer operations wrap; division by zero and out-of-range shifts are total, so that expressions never
/// fail by themselves: `x / 0` is all ones (unsigned) or ±1 opposite to the sign of x's complement as in
/// SMT-LIB (`-1` for `x >= 0`, `1` for `x < 0`), `x % 0` is `x`, `MIN / -1` is `MIN`, `MIN % -1` is 0;
/// shifting by the width or more (the distance taken as unsigned) gives 0, or the sign for an arithmetic
/// right shift. A check claims the good case before each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    /// The right operand may have another integer type.
    Shl,
    /// Arithmetic for signed left operands.
    Shr,
    /// Comparisons of two integers, floats or pointers of one type; the value is `int`.
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
}

impl BinaryOp {
    #[must_use]
    pub fn is_comparison(self) -> bool {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        matches!(self, Lt | Gt | Le | Ge | Eq | Ne)
    }

    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
        }
    }
}

/// Operations computed exactly (as if in unbounded integers) before they are tested or wrapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OverflowOp {
    Add,
    Sub,
    Mul,
    /// `lhs * 2^rhs`; a negative or too large distance overflows.
    Shl,
}

/// Transcendental functions, whose results the C standard leaves to the library. The interpreter asks the
/// host's library at `double` precision; other engines may treat the result as an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LibmFunction {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Pow,
    Cbrt,
    Hypot,
    Erf,
    Erfc,
    Tgamma,
    Lgamma,
}

/// Pure operations beyond C's operators. The operands stand in [`ExprKind::Intrinsic`] in the order given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Intrinsic {
    // --- bits: (x); the value is `int` except for ByteSwap -------------------------------------
    /// Of zero: the width.
    Clz,
    /// Of zero: the width.
    Ctz,
    Popcount,
    Parity,
    Ffs,
    Clrsb,
    ByteSwap,
    /// Absolute value of a signed integer, wrapping.
    Abs,
    // --- floats --------------------------------------------------------------------------------
    /// Classification: (x), `int` 0 or 1.
    IsNan,
    IsInf,
    IsFinite,
    IsNormal,
    IsSubnormal,
    SignBit,
    /// (x), same type.
    FAbs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    /// To the nearest integer, halves away from zero.
    Round,
    /// To an integer in the current rounding mode.
    Rint,
    /// (x, y), same type.
    CopySign,
    Fmod,
    Remainder,
    Fmin,
    Fmax,
    /// (x, y, z): x*y+z rounded once.
    Fma,
    /// (x) or (x, y), same type.
    Libm(LibmFunction),
    // --- pointers ------------------------------------------------------------------------------
    /// (pointer, size): whether that many bytes may be read there: not null, alive, inside the object.
    Readable,
    /// (pointer, size): the same for writing; read-only objects are not writable.
    Writable,
    /// (pointer): null, or the start of a live heap object: what `free` takes.
    Freeable,
    /// (function pointer): whether it points at a function that can be called with the type it has here.
    Callable,
    /// (pointer, pointer): into the same object.
    SameObject,
    /// (pointer): the size in bytes of the object it points into, 0 if none.
    ObjectSize,
    /// (pointer): the offset in bytes into its object, signed.
    PointerOffset,
    /// (pointer): a number that differs for each object, 0 for null.
    PointerObject,
    /// (pointer): whether it points into heap storage, alive or not.
    IsHeap,
    /// (): whether every heap object has been freed.
    HeapEmpty,
    /// (): whether standard input is any text at all and its parts are chosen as they are read
    /// ([`Builtin::Choose`](crate::Builtin::Choose)). Never in a concrete run: the one question to which engines
    /// give different answers.
    InputIsOpen,
    /// (pointer): whether some byte from there on in its live object is zero, or was never written and may be.
    IsString,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// An integer in the range of its type, or a pointer made from one (null is 0).
    Int(i128),
    /// The bits of a floating constant in the format of its type.
    Float(u128),
    /// The value stored in a place.
    Load(PlaceId),
    AddressOf(PlaceId),
    FunctionAddress(FunctionId),
    Unary {
        op: UnaryOp,
        operand: ExprId,
    },
    Binary {
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `pointer + index * stride` bytes; `index` is an integer no wider than an address, and read as signed if it is as
    /// wide. A product that does not fit a signed number of that width is replaced by the smallest one: such a pointer
    /// is outside of every object. The same is so for an index into an array.
    PointerAdd {
        pointer: ExprId,
        index: ExprId,
        stride: u64,
    },
    /// `(lhs - rhs) / stride`, a signed pointer-sized integer; across objects by their addresses.
    PointerDiff {
        lhs: ExprId,
        rhs: ExprId,
        stride: u64,
    },
    /// To the expression's type. Integers truncate or extend by the operand's sign; to `_Bool` means `!= 0`;
    /// floats to integers truncate, and out of range give what x86 gives (see the interpreter).
    Convert(ExprId),
    /// Only the chosen operand is evaluated.
    Cond {
        cond: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    /// `int` 0 or 1; the right operand is evaluated only if the left is not zero.
    And {
        lhs: ExprId,
        rhs: ExprId,
    },
    /// `int` 0 or 1; the right operand is evaluated only if the left is zero.
    Or {
        lhs: ExprId,
        rhs: ExprId,
    },
    Intrinsic {
        op: Intrinsic,
        args: Box<[ExprId]>,
    },
    /// Whether the exact result lies outside type `at`; the operands are integers of any types. `int`.
    Overflows {
        op: OverflowOp,
        lhs: ExprId,
        rhs: ExprId,
        at: TypeId,
    },
    /// The exact result wrapped to the expression's type.
    Wrapped {
        op: OverflowOp,
        lhs: ExprId,
        rhs: ExprId,
    },
    /// Whether the arithmetic value (for floats after truncation) can be represented in the type. `int`.
    Fits {
        value: ExprId,
        to: TypeId,
    },
    /// Whether every byte of the place has been written. `int`.
    Initialised(PlaceId),
    /// The all-zero value of a record or array type.
    Zero,
    /// Constant contents for an array: the bytes, then zeros.
    Bytes(StringId),
}

/// What a place starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlaceBase {
    Var(VarId),
    /// The object a pointer points at.
    Deref(ExprId),
}

/// One step into an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Projection {
    /// A member, by its index in the record.
    Field(u32),
    /// An element; the index is an integer of any type.
    Index(ExprId),
}

/// Something that can be read or written: a variable or a dereferenced pointer, and the way into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub base: PlaceBase,
    pub path: Box<[Projection]>,
    pub ty: TypeId,
    pub loc: LocId,
}
