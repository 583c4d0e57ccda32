//! Objects: everything a pointer can point at.

use logic::TermId;
use program::{FunctionId, VarId};
use source::LocId;

use crate::FrameId;

/// The number of an object; 0 is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectKind {
    Nothing,
    Static(VarId),
    /// A variable of one activation.
    Local {
        var: VarId,
        frame: FrameId,
    },
    /// Allocated here, in the user's terms.
    Heap(LocId),
    Alloca {
        loc: LocId,
        frame: FrameId,
    },
    Vla {
        var: VarId,
        frame: FrameId,
    },
    /// `argv` or one of its strings.
    Arguments,
    Function(FunctionId),
    /// What a call returns.
    Result,
}

#[derive(Debug, Clone)]
pub(crate) struct Object {
    pub kind: ObjectKind,
    /// In bytes, as wide as an address.
    pub size: TermId,
    /// The same if it is known.
    pub bytes: Option<u64>,
    pub read_only: bool,
    /// In bytes, of what is not a variable.
    pub align: u64,
}
