//! What an instruction reads and writes, byte by byte: the events from which an observer keeps shadow memory.
//!
//! "Where does this value come from?" has an exact answer in an executed run: the instruction that last wrote the bytes
//! which were read (dynamic slicing: Korel and Laski, 1988; Agrawal and Horgan, 1990). An engine that looks from
//! outside only knows what *may* be read. So the machine tells, for an observer that asks for
//! [`Watched::Accesses`](crate::Watched::Accesses):
//!
//! - before each instruction, what it is about to read ([`Access`]), found by evaluating the parts of its expressions
//!   in the frame that is there (as for claims, see `reads`), operands that are not evaluated left out;
//! - with each assignment, where the value goes ([`Extent`]);
//! - all that happens to memory otherwise ([`Change`]), logged where it happens, in `memory`: copies, fills, values
//!   that the library writes, objects that begin and end.
//!
//! Nothing of this exists in code that was translated for another observer, so runs that nobody asks about cost what
//! they did.

use ctype::TypeId;
use program::{ExprId, VarId};
use source::LocId;

use crate::observe::Passed;

/// Where something lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// A variable that has no address, in one activation of its function.
    Register { activation: u64, var: VarId },
    /// A byte of an object; objects of a run have different numbers.
    Memory { object: u64, offset: u64 },
}

/// So many bytes from a cell on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Extent {
    pub cell: Cell,
    pub size: u64,
}

/// Something that an instruction is about to read.
#[derive(Debug, Clone, PartialEq)]
pub struct Access {
    /// The expression that reads it.
    pub expr: ExprId,
    /// In source terms: `a[3].next`.
    pub place: String,
    /// Nothing if there is nothing to read: a bad pointer.
    pub extent: Option<Extent>,
    pub ty: TypeId,
    /// Whether all of it was written before.
    pub written: bool,
    /// Whether it only says where something lies: an index, or a pointer that is followed.
    pub address: bool,
    pub value: Passed,
}

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// A variable, in an activation of its function; 0 for static ones.
    Variable {
        var: VarId,
        activation: u64,
    },
    /// The elements of a variable length array.
    Vla(VarId),
    Heap(LocId),
    Alloca(LocId),
    /// `argv` or one of its strings.
    Arguments,
}

/// Something that happened to memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    Begun {
        object: u64,
        kind: ObjectKind,
        size: u64,
        /// `x`, `malloc@12#2`.
        name: String,
    },
    Ended {
        object: u64,
    },
    Written {
        object: u64,
        offset: u64,
        size: u64,
    },
    /// The bytes are indeterminate again.
    Forgotten {
        object: u64,
        offset: u64,
        size: u64,
    },
    /// Nobody had written what was read there: it became the input that was told last.
    Invented {
        object: u64,
        offset: u64,
        size: u64,
    },
    Copied {
        /// The object and the offset that the bytes come from; the object may have ended.
        from: (u64, u64),
        object: u64,
        offset: u64,
        size: u64,
    },
}

/// A scalar in memory that an observer wants to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wanted {
    pub object: u64,
    pub offset: u64,
    pub ty: TypeId,
    /// The bits of a bit-field, counted from the offset.
    pub bits: Option<(u32, u32)>,
}

/// What lies there.
#[derive(Debug, Clone, PartialEq)]
pub struct Looked {
    pub wanted: Wanted,
    /// The part of the object, as it is written in C: `a[3].next`; for what has no name, behind the object: `[3].next`.
    pub part: String,
    /// Nothing if it is not written, or no more there.
    pub value: Option<Passed>,
}

/// What is kept of a change until it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Logged {
    Begun(u64),
    Ended(u64),
    Written(u64, u64, u64),
    Forgotten(u64, u64, u64),
    Invented(u64, u64, u64),
    Copied((u64, u64), u64, u64, u64),
}
