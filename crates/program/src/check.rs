//! Claims: what must hold each time control passes.

use source::LocId;

use crate::{ExprId, FunctionId};

/// Declares the kinds of checks: each with the word that stands in claim names and documents, and CBMC's word for its
/// class.
macro_rules! check_kinds {
    ($($(#[$doc:meta])* $kind:ident: $word:literal, $cbmc:literal;)*) => {
        /// The class of an error, one for each of the command line's check options.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum CheckKind {
            $($(#[$doc])* $kind,)*
        }

        impl CheckKind {
            pub const ALL: &[CheckKind] = &[$(CheckKind::$kind),*];

            /// The word used in claim names and in machine-readable output.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $(CheckKind::$kind => $word,)*
                }
            }

            /// CBMC's word for the class of such claims.
            #[must_use]
            pub fn cbmc_word(self) -> &'static str {
                match self {
                    $(CheckKind::$kind => $cbmc,)*
                }
            }
        }
    };
}

check_kinds! {
    /// `assert`, `__CPROVER_assert`, `__VERIFIER_assert`.
    Assertion: "assertion", "assertion";
    /// `reach_error()`, `__VERIFIER_error()`.
    ErrorCall: "error_call", "error_call";
    ArrayBounds: "array_bounds", "array_bounds";
    PointerDereference: "pointer_dereference", "pointer_dereference";
    /// A call through a pointer that points at no function of that type.
    FunctionPointer: "function_pointer", "pointer_dereference";
    /// A pointer handed to a library function that needs a valid one.
    PointerPrimitive: "pointer_primitive", "precondition";
    /// A pointer that a verification primitive is asked about, neither null nor into a live object.
    AskedPointer: "asked_pointer", "pointer_primitives";
    /// Pointers into different objects that are subtracted or put in order.
    PointerRelation: "pointer_relation", "pointer";
    PointerOverflow: "pointer_overflow", "pointer_arithmetic";
    DivisionByZero: "division_by_zero", "division-by-zero";
    SignedOverflow: "signed_overflow", "overflow";
    UnsignedOverflow: "unsigned_overflow", "overflow";
    UndefinedShift: "undefined_shift", "undefined-shift";
    Conversion: "conversion", "overflow";
    FloatOverflow: "float_overflow", "overflow";
    /// A floating divisor is zero.
    FloatDivisionByZero: "float_division_by_zero", "float-division-by-zero";
    Nan: "nan", "NaN";
    /// A value of an enumeration is none of its enumerators.
    EnumRange: "enum_range", "enum-range-check";
    /// A negative number is compared as if it had no sign.
    SignCompare: "sign_compare", "sign-compare";
    InvalidFree: "invalid_free", "precondition";
    /// A heap object is left when `main` returns.
    MemoryLeak: "memory_leak", "memory-leak";
    /// A heap object is left when a library function ends the program.
    MemoryCleanup: "memory_cleanup", "memory-leak";
    /// An allocation fails where that is an error.
    AllocationFailure: "allocation_failure", "allocation_failure";
    MissingReturn: "missing_return", "missing_return";
    Unreachable: "unreachable", "unreachable";
    UninitialisedRead: "uninitialised_read", "uninitialised_read";
    /// The size of a variable length array is not positive.
    VlaSize: "vla_size", "vla_size";
    /// The leading or trailing zero bits of zero are counted.
    BitCount: "bit_count", "bit_count";
    /// An argument is not what the format of `printf` or `scanf` takes.
    Format: "format", "format";
    /// A construct or library function that the tool does not support was reached.
    Unsupported: "unsupported", "unsupported";
    /// Nobody can move, and somebody has not ended.
    Deadlock: "deadlock", "deadlock";
    /// Two threads reach the same object at once, one of them to write it.
    DataRace: "data_race", "data-race";
    /// A rule of the library for threads is broken: what is not held is given back, a thread is joined twice.
    ThreadMisuse: "thread_misuse", "thread-misuse";
    /// A function without a body was called and `--missing-body fail` was given.
    MissingBody: "missing_body", "no-body";
    /// A goal of coverage, claimed never to be met.
    Coverage: "coverage", "coverage";
}

/// One claim: an instruction passes it only if `cond` is not zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub kind: CheckKind,
    pub cond: ExprId,
    /// In source terms, what must hold: `index i within the bounds of a[10]`.
    pub text: String,
    /// What is wrong where it does not hold, if that is not said by `text`: `` `x`, of type `int`, does not suit `%f`
    /// ``.
    pub violation: Option<String>,
    pub function: FunctionId,
    /// `function.word.number`, unique in the program.
    pub name: String,
    pub loc: LocId,
}
