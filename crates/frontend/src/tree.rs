//! The typed tree: one checked and linked C program.
//!
//! Several translation units become one [`Tree`]: names with external linkage are one object or function
//! each, static names are kept apart. Every implicit conversion is a node, every name is resolved, every
//! `sizeof` is a number (or the product with a variable length array's length), initialisers are flat lists
//! of values at offsets. Nothing here names the library that did the work.
//!
//! Nodes live in arenas and are named by typed ids; each has a [`LocId`]. A node is used in exactly one
//! place, so an [`ExprId`] is an occurrence, not a value.

use ctype::{TypeId, TypeTable, VlaId};
use source::LocId;

ctype::id!(ExprId);
ctype::id!(StmtId);
ctype::id!(
    /// A variable, parameter, compound literal or other declared object.
    ObjectId
);
ctype::id!(FunctionId);
ctype::id!(
    /// A label of a function.
    LabelId
);
ctype::id!(
    /// A string literal.
    StringId
);

/// One checked and linked program.
#[derive(Debug, Clone)]
pub struct Tree {
    pub types: TypeTable,
    pub exprs: Vec<Expr>,
    pub stmts: Vec<Stmt>,
    pub objects: Vec<Object>,
    pub functions: Vec<Function>,
    pub strings: Vec<StringLiteral>,
    /// The length in elements of each variable length array type, by [`VlaId`].
    pub vlas: Vec<ExprId>,
    /// File-scope objects and static locals that have storage, in the order their initialisers run.
    pub statics: Vec<ObjectId>,
    /// The places whose type is `_Atomic`; types do not say it.
    pub atomic: std::collections::HashSet<ExprId>,
}

/// A string literal's array: the elements with their terminating zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StringLiteral {
    /// The type of the array.
    pub ty: TypeId,
    pub elements: Vec<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Exists for the whole run.
    Static,
    /// One per thread; with one thread the same as static.
    Thread,
    /// Comes to life when its block is entered.
    Automatic,
    Parameter,
    /// Declared `extern` and defined in none of the given files.
    External,
}

#[derive(Debug, Clone)]
pub struct Object {
    /// Absent for compound literals.
    pub name: Option<String>,
    pub ty: TypeId,
    pub storage: Storage,
    /// The function it is declared in.
    pub function: Option<FunctionId>,
    /// Whether writing to it is an error (a `const` object).
    pub constant: bool,
    pub init: Option<Vec<InitEntry>>,
    /// Alignment asked for beyond the type's.
    pub align: Option<u64>,
    /// Declared weak: if no file defines it, its address is null.
    pub weak: bool,
    /// `__attribute__((cleanup(f)))`.
    pub cleanup: Option<FunctionId>,
    /// How many bytes the initialiser makes it, where that is more than its type: a flexible array member
    /// with elements. Otherwise zero.
    pub extent: u64,
    /// The declaration, at its name.
    pub loc: LocId,
}

impl Object {
    /// Whether any function of its file may name it. The parameters of a declaration without a body belong to no function
    /// either, and nobody may name them.
    #[must_use]
    pub fn is_global(&self) -> bool {
        self.function.is_none() && !matches!(self.storage, Storage::Automatic | Storage::Parameter)
    }

    /// An object that no declaration of the user's makes.
    #[must_use]
    pub fn new(name: impl Into<String>, ty: TypeId, storage: Storage, loc: LocId) -> Object {
        Object {
            name: Some(name.into()),
            ty,
            storage,
            function: None,
            constant: false,
            init: None,
            align: None,
            weak: false,
            cleanup: None,
            extent: 0,
            loc,
        }
    }
}

/// One value of a flat initialiser. The object starts as zero and the entries are applied in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InitEntry {
    /// Bytes from the start of the object.
    pub offset: u64,
    /// Bit-field target: bits from the start of the object, and width.
    pub bits: Option<(u64, u32)>,
    /// The value; a `String` expression fills a character array.
    pub value: ExprId,
}

#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    pub ty: TypeId,
    /// Parameters of the definition; empty without a body.
    pub params: Vec<ObjectId>,
    pub body: Option<StmtId>,
    pub labels: Vec<Label>,
    pub noreturn: bool,
    /// Runs before `main` (`constructor`) or after it (`destructor`), by priority.
    pub constructor: Option<u32>,
    pub destructor: Option<u32>,
    /// Internal linkage: two functions may share a name.
    pub is_static: bool,
    /// Declared weak: without a body its address is null.
    pub weak: bool,
    pub loc: LocId,
    /// The closing brace of the body.
    pub end_loc: LocId,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    pub kind: ExprKind,
    /// For a place (object, member, dereference, string) the type of the object it names.
    pub ty: TypeId,
    pub loc: LocId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Neg,
    BitNot,
    /// `!`, whose value is `int`.
    Not,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LogicalOp {
    And,
    Or,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    PreInc,
    PreDec,
    PostInc,
    PostDec,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// An integer, or a pointer made from one (null is 0).
    Int(i128),
    /// The bits of a floating constant in the format of its type.
    Float(u128),
    // --- places -------------------------------------------------------------------------------
    Object(ObjectId),
    String(StringId),
    Member {
        base: ExprId,
        field: u32,
    },
    /// `base[index]` with `base` a pointer value.
    Subscript {
        base: ExprId,
        index: ExprId,
    },
    Deref(ExprId),
    /// The unnamed object of `(T){...}`; evaluating it runs the initialiser.
    CompoundLiteral(ObjectId),
    // --- values -------------------------------------------------------------------------------
    /// The function's address after [`ExprKind::FunctionDecay`]; only calls and `&` use it bare.
    Function(FunctionId),
    /// The value of a place.
    Load(ExprId),
    /// The address of an array place's first element.
    ArrayDecay(ExprId),
    FunctionDecay(ExprId),
    AddressOf(ExprId),
    /// Any conversion between scalar types or to `void`, by the language or by a cast.
    Convert {
        operand: ExprId,
        explicit: bool,
    },
    Unary {
        op: UnaryOp,
        operand: ExprId,
    },
    /// Operands have been converted to their common type; for pointers `+`/`-` are C's scaled ones.
    Binary {
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
    },
    /// Operands are tested against zero; the value is `int`.
    Logical {
        op: LogicalOp,
        lhs: ExprId,
        rhs: ExprId,
    },
    Cond {
        cond: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    /// GNU `cond ?: otherwise`, where `cond` is evaluated once and converted to the node's type.
    Elvis {
        cond: ExprId,
        otherwise: ExprId,
    },
    Comma {
        lhs: ExprId,
        rhs: ExprId,
    },
    /// The value is that of the place after the assignment.
    Assign {
        place: ExprId,
        value: ExprId,
    },
    /// `place op= value`: the place's value is converted to `computation`, the operation done there, and the
    /// result converted back. For pointers `computation` is the pointer type.
    AssignOp {
        op: BinaryOp,
        computation: TypeId,
        place: ExprId,
        value: ExprId,
    },
    Step {
        step: Step,
        place: ExprId,
    },
    Call {
        callee: ExprId,
        args: Box<[ExprId]>,
    },
    StmtExpr(StmtId),
    /// The stored length of a variable length array type.
    VlaLength(VlaId),
    VaStart {
        list: ExprId,
    },
    VaArg {
        list: ExprId,
    },
    VaEnd {
        list: ExprId,
    },
    VaCopy {
        dst: ExprId,
        src: ExprId,
    },
    Builtin {
        op: BuiltinOp,
        args: Box<[ExprId]>,
    },
    /// Something the tool does not support; the text says what. Reaching it is an error at run time.
    Unsupported(Box<str>),
}

/// Compiler builtins that are not plain library calls. A `__builtin_` function with a library name
/// (`__builtin_memcpy`, `__builtin_strlen`, `__builtin_abs`, `__builtin_sqrt`, `__builtin_printf`) is a
/// [`ExprKind::Call`] of that library function instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BuiltinOp {
    /// Count leading zeros: (value).
    Clz,
    Ctz,
    Popcount,
    Parity,
    /// One plus the index of the least significant one bit, or zero.
    Ffs,
    /// Redundant sign bits.
    Clrsb,
    ByteSwap,
    /// Absolute value of an integer: (value).
    Abs,
    /// (a, b, pointer to the result): stores the wrapped result, the value is whether it overflowed.
    AddOverflow,
    SubOverflow,
    MulOverflow,
    /// (a, b, value of the result's type): like the above without storing.
    AddOverflowP,
    SubOverflowP,
    MulOverflowP,
    /// Control never gets here.
    Unreachable,
    Trap,
    /// (size): storage until the function returns.
    Alloca,
    /// `__builtin_object_size(pointer, kind)` that the front end could not decide.
    ObjectSize {
        kind: u8,
    },
    /// Floating classification: (x), value `int`.
    IsNan,
    IsInf,
    IsFinite,
    IsNormal,
    SignBit,
    /// -1, 0 or 1.
    IsInfSign,
    /// (a, b): whether one is NaN.
    IsUnordered,
    /// (a, b): less or greater, without raising anything.
    IsLessGreater,
    /// (value, nan, infinite, normal, subnormal, zero) picks one of the five answers.
    FpClassify,
    /// (x) without its sign.
    FAbs,
    /// (magnitude, sign).
    CopySign,
    /// Atomics behave as their plain counterparts; arguments as in GCC's `__atomic_*_n` / `__sync_*`.
    AtomicLoad,
    /// (pointer, pointer to the result).
    AtomicLoadInto,
    AtomicStore,
    AtomicExchange,
    /// (pointer, new value, pointer to the result).
    AtomicExchangeInto,
    /// (pointer, pointer to expected, desired): value is whether it succeeded; expected is updated.
    AtomicCompareExchange,
    /// `__sync_bool_compare_and_swap(pointer, expected, new)`.
    AtomicSwapBool,
    /// `__sync_val_compare_and_swap(pointer, expected, new)`.
    AtomicSwapValue,
    AtomicTestAndSet,
    AtomicFence,
    /// (pointer, value): the value before.
    AtomicFetch(AtomicUpdate),
    /// (pointer, value): the value after.
    AtomicUpdate(AtomicUpdate),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicUpdate {
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stmt {
    pub kind: StmtKind,
    pub loc: LocId,
}

/// One `case` of a `switch`; `low..=high`, in the type of the promoted condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    pub low: i128,
    pub high: i128,
    /// The [`StmtKind::Case`] statement it jumps to.
    pub target: StmtId,
}

/// A part of what a declaration, or the entry of a function with array parameters, does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeclPart {
    /// The operand of a `typeof` whose type has a length computed at run time is evaluated.
    Effect(ExprId),
    /// This length is computed. It happens nowhere else: where a type is used again, as by `typeof` or a
    /// typedef name, its length is what it was here.
    Length(VlaId),
    /// The object comes to life and is initialised; a static one does nothing here.
    Object(ObjectId),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StmtKind {
    Empty,
    Expr(ExprId),
    Block(Vec<StmtId>),
    /// What a declaration does, in order.
    Decls(Vec<DeclPart>),
    If {
        cond: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    },
    While {
        cond: ExprId,
        body: StmtId,
    },
    DoWhile {
        body: StmtId,
        cond: ExprId,
    },
    For {
        init: Option<StmtId>,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    },
    Switch {
        cond: ExprId,
        body: StmtId,
        cases: Vec<Case>,
        default: Option<StmtId>,
    },
    Case {
        body: StmtId,
    },
    Default {
        body: StmtId,
    },
    Label {
        label: LabelId,
        body: StmtId,
    },
    Goto(LabelId),
    Break,
    Continue,
    Return(Option<ExprId>),
    /// Inline assembly: reaching it is an error at run time.
    Unsupported(Box<str>),
}

impl Tree {
    #[must_use]
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.index()]
    }

    #[must_use]
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.index()]
    }

    #[must_use]
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.index()]
    }

    #[must_use]
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    #[must_use]
    pub fn string(&self, id: StringId) -> &StringLiteral {
        &self.strings[id.index()]
    }
}
