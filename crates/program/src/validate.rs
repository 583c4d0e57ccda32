//! Structural checks on a [`Program`].
//!
//! The lowering and every later pass must keep the invariants stated in this crate's documentation; in debug
//! builds and in tests they are checked here. Each broken invariant is a [`Fault`] of its own, found at a
//! [`Site`]. Nothing here recurses, however deep the program's expressions are.

mod exprs;
mod functions;
mod instrs;
mod signature;
mod threads;
mod types;
mod uses;

use std::fmt;

use ctype::TypeId;

use crate::{
    ClaimId, ComponentId, ExprId, FunctionId, InputId, Lifetime, Pc, PlaceId, Program, StringId, VarId,
};

/// The part of a program in which a fault was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Site {
    Program,
    Variable(VarId),
    Function(FunctionId),
    Instr(FunctionId, Pc),
    Expr(ExprId),
    Place(PlaceId),
    Claim(ClaimId),
    Component(ComponentId),
    Input(InputId),
}

/// Something of a program that an id names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reference {
    Type(TypeId),
    Expr(ExprId),
    Place(PlaceId),
    Variable(VarId),
    Function(FunctionId),
    Claim(ClaimId),
    Input(InputId),
    String(StringId),
    Pc(Pc),
}

/// What an operand or result had to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Need {
    Integer,
    /// The type `int` itself.
    Int,
    Float,
    Arithmetic,
    Pointer,
    Scalar,
    /// A record or an array with a known size.
    Aggregate,
    Array,
    Function,
    FunctionPointer,
    SignedPointerSized,
    /// A type whose size is known.
    Sized,
}

/// A broken invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// An id names nothing.
    Unknown(Reference),
    /// An expression, place or claim that occurs in no instruction.
    Unused,
    /// An expression, place or claim that occurs more than once.
    Shared,
    /// The type is not of the kind that is needed.
    WrongKind {
        need: Need,
        found: TypeId,
    },
    /// Two types that must be the same are not.
    TypeMismatch {
        expected: TypeId,
        found: TypeId,
    },
    /// A constant outside the range of its type.
    OutOfRange,
    /// A pointer difference in units of zero bytes.
    ZeroStride,
    /// A record or array value made by something other than a load, a zero or constant bytes.
    AggregateValue,
    /// A conversion that C does not have, such as from a pointer to a float.
    BadConversion {
        from: TypeId,
        to: TypeId,
    },
    WrongArgumentCount {
        expected: usize,
        found: usize,
    },
    /// A step of a place's path does not fit the type it steps into.
    BadProjection {
        step: usize,
        into: TypeId,
    },
    /// The address of a bit-field.
    AddressOfBitField,
    /// The address of a variable is taken that is not marked as addressed.
    NotMarkedAddressed(VarId),
    /// Constant bytes that are longer than the array they fill.
    BytesTooLong,
    /// A local variable is used in another function than its own.
    ForeignVariable(VarId),
    /// A variable with automatic storage that belongs to no function.
    LocalWithoutFunction,
    /// `Declare` or `Dead` of a variable that lives otherwise.
    WrongLifetime {
        variable: VarId,
        lifetime: Lifetime,
    },
    /// Control can run past the last instruction.
    FallsOffTheEnd,
    /// A `case` range whose ends are in the wrong order.
    EmptyArm {
        low: i128,
        high: i128,
    },
    /// Two `case` ranges that share the value.
    OverlappingArms(i128),
    /// A call of a function that has no body.
    CallWithoutBody(FunctionId),
    /// Extra arguments for a callee that takes none.
    UnexpectedVarargs,
    /// A variadic function with a body but no variable for its extra arguments.
    MissingVarargs,
    /// A result is stored or returned where there is none.
    NoResult,
    /// The entry function has no body.
    EntryWithoutBody,
    /// The claim or component belongs to one function but occurs in another.
    WrongFunction {
        expected: FunctionId,
        found: FunctionId,
    },
    /// Two claims have this claim's name.
    DuplicateName,
    /// A claim's name is not `function.word.number`, or an input has no name.
    BadName,
    /// An instruction makes so many accesses that other threads can see.
    SeveralAccesses(usize),
    /// An access that other threads can see, and none of them may run just before it.
    NoPoint,
}

/// Something that a well-formed program never has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    pub site: Site,
    pub fault: Fault,
}

impl Program {
    /// Every broken invariant, in the order of the program's arenas.
    #[must_use]
    pub fn validate(&self) -> Vec<Violation> {
        let mut checker = Checker {
            program: self,
            violations: Vec::new(),
        };
        let known = checker.check_ids();
        // The later checks follow ids and would stumble over those that name nothing.
        if known {
            checker.check_types();
            checker.check_functions();
            checker.check_uses();
            checker.check_visible_accesses();
        }
        checker.violations
    }
}

struct Checker<'a> {
    program: &'a Program,
    violations: Vec<Violation>,
}

impl Checker<'_> {
    fn report(&mut self, site: Site, fault: Fault) {
        self.violations.push(Violation { site, fault });
    }

    fn check_types(&mut self) {
        for index in 0..self.program.exprs.len() {
            self.check_expr(ExprId(index as u32));
        }
        for index in 0..self.program.places.len() {
            self.check_place(PlaceId(index as u32));
        }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Site::Program => write!(f, "the program"),
            Site::Variable(id) => write!(f, "variable {}", id.0),
            Site::Function(id) => write!(f, "function {}", id.0),
            Site::Instr(function, pc) => write!(f, "function {}, instruction {}", function.0, pc.0),
            Site::Expr(id) => write!(f, "expression {}", id.0),
            Site::Place(id) => write!(f, "place {}", id.0),
            Site::Claim(id) => write!(f, "claim {}", id.0),
            Site::Component(id) => write!(f, "component {}", id.0),
            Site::Input(id) => write!(f, "input {}", id.0),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.site, self.fault)
    }
}

#[cfg(test)]
mod tests;
