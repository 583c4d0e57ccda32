//! Claims: what must hold each time control passes.

use source::LocId;

use crate::{ExprId, FunctionId};

/// The class of an error, one for each of the command line's check options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CheckKind {
    /// `assert`, `__CPROVER_assert`, `__VERIFIER_assert`.
    Assertion,
    /// `reach_error()`, `__VERIFIER_error()`.
    ErrorCall,
    ArrayBounds,
    PointerDereference,
    /// A call through a pointer that points at no function of that type.
    FunctionPointer,
    /// A pointer handed to a library function that needs a valid one.
    PointerPrimitive,
    /// A pointer that a verification primitive is asked about, neither null nor into a live object.
    AskedPointer,
    /// Pointers into different objects that are subtracted or put in order.
    PointerRelation,
    PointerOverflow,
    DivisionByZero,
    SignedOverflow,
    UnsignedOverflow,
    UndefinedShift,
    Conversion,
    FloatOverflow,
    /// A floating divisor is zero.
    FloatDivisionByZero,
    Nan,
    /// A value of an enumeration is none of its enumerators.
    EnumRange,
    InvalidFree,
    /// A heap object is left when `main` returns.
    MemoryLeak,
    /// A heap object is left when a library function ends the program.
    MemoryCleanup,
    /// An allocation fails where that is an error.
    AllocationFailure,
    MissingReturn,
    Unreachable,
    UninitialisedRead,
    /// The size of a variable length array is not positive.
    VlaSize,
    /// The leading or trailing zero bits of zero are counted.
    BitCount,
    /// An argument is not what the format of `printf` or `scanf` takes.
    Format,
    /// A construct or library function that the tool does not support was reached.
    Unsupported,
    /// A function without a body was called and `--missing-body fail` was given.
    MissingBody,
    /// A goal of coverage, claimed never to be met.
    Coverage,
}

impl CheckKind {
    pub const ALL: [CheckKind; 31] = [
        CheckKind::Assertion,
        CheckKind::ErrorCall,
        CheckKind::ArrayBounds,
        CheckKind::PointerDereference,
        CheckKind::FunctionPointer,
        CheckKind::PointerPrimitive,
        CheckKind::AskedPointer,
        CheckKind::PointerRelation,
        CheckKind::PointerOverflow,
        CheckKind::DivisionByZero,
        CheckKind::SignedOverflow,
        CheckKind::UnsignedOverflow,
        CheckKind::UndefinedShift,
        CheckKind::Conversion,
        CheckKind::FloatOverflow,
        CheckKind::FloatDivisionByZero,
        CheckKind::Nan,
        CheckKind::EnumRange,
        CheckKind::InvalidFree,
        CheckKind::MemoryLeak,
        CheckKind::MemoryCleanup,
        CheckKind::AllocationFailure,
        CheckKind::MissingReturn,
        CheckKind::Unreachable,
        CheckKind::UninitialisedRead,
        CheckKind::VlaSize,
        CheckKind::BitCount,
        CheckKind::Format,
        CheckKind::Unsupported,
        CheckKind::MissingBody,
        CheckKind::Coverage,
    ];

    /// The word used in claim names and in machine-readable output.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            CheckKind::Assertion => "assertion",
            CheckKind::ErrorCall => "error_call",
            CheckKind::ArrayBounds => "array_bounds",
            CheckKind::PointerDereference => "pointer_dereference",
            CheckKind::FunctionPointer => "function_pointer",
            CheckKind::PointerPrimitive => "pointer_primitive",
            CheckKind::AskedPointer => "asked_pointer",
            CheckKind::PointerRelation => "pointer_relation",
            CheckKind::PointerOverflow => "pointer_overflow",
            CheckKind::DivisionByZero => "division_by_zero",
            CheckKind::SignedOverflow => "signed_overflow",
            CheckKind::UnsignedOverflow => "unsigned_overflow",
            CheckKind::UndefinedShift => "undefined_shift",
            CheckKind::Conversion => "conversion",
            CheckKind::FloatOverflow => "float_overflow",
            CheckKind::FloatDivisionByZero => "float_division_by_zero",
            CheckKind::Nan => "nan",
            CheckKind::EnumRange => "enum_range",
            CheckKind::InvalidFree => "invalid_free",
            CheckKind::MemoryLeak => "memory_leak",
            CheckKind::MemoryCleanup => "memory_cleanup",
            CheckKind::AllocationFailure => "allocation_failure",
            CheckKind::MissingReturn => "missing_return",
            CheckKind::Unreachable => "unreachable",
            CheckKind::UninitialisedRead => "uninitialised_read",
            CheckKind::VlaSize => "vla_size",
            CheckKind::BitCount => "bit_count",
            CheckKind::Format => "format",
            CheckKind::Unsupported => "unsupported",
            CheckKind::MissingBody => "missing_body",
            CheckKind::Coverage => "coverage",
        }
    }
}

impl CheckKind {
    /// CBMC's word for the class of such claims.
    #[must_use]
    pub fn cbmc_word(self) -> &'static str {
        match self {
            CheckKind::FunctionPointer => "pointer_dereference",
            CheckKind::PointerPrimitive | CheckKind::InvalidFree => "precondition",
            CheckKind::AskedPointer => "pointer_primitives",
            CheckKind::PointerRelation => "pointer",
            CheckKind::PointerOverflow => "pointer_arithmetic",
            CheckKind::DivisionByZero => "division-by-zero",
            CheckKind::SignedOverflow
            | CheckKind::UnsignedOverflow
            | CheckKind::Conversion
            | CheckKind::FloatOverflow => "overflow",
            CheckKind::UndefinedShift => "undefined-shift",
            CheckKind::FloatDivisionByZero => "float-division-by-zero",
            CheckKind::Nan => "NaN",
            CheckKind::EnumRange => "enum-range-check",
            CheckKind::MemoryLeak | CheckKind::MemoryCleanup => "memory-leak",
            CheckKind::MissingBody => "no-body",
            other => other.word(),
        }
    }
}

/// One claim: an instruction passes it only if `cond` is not zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub kind: CheckKind,
    pub cond: ExprId,
    /// In source terms, what must hold: `index i within the bounds of a[10]`.
    pub text: String,
    pub function: FunctionId,
    /// `function.word.number`, unique in the program.
    pub name: String,
    pub loc: LocId,
}
