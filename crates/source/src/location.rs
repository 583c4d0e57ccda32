use crate::FileId;

/// A half-open range of bytes in one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub file: FileId,
    pub lo: u32,
    pub hi: u32,
}

impl Span {
    #[must_use]
    pub const fn new(file: FileId, lo: u32, hi: u32) -> Span {
        Span { file, lo, hi }
    }

    /// The smallest span that covers both. Spans of two different files cannot be joined: the first wins.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span {
            file: self.file,
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }
}

/// One macro expansion on the way from the text of a `#define` to the place of use.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Expansion {
    /// The macro's name.
    pub name: String,
    /// Where the macro was invoked: the innermost invocation may itself lie inside another definition.
    pub used: Span,
}

/// Where the text of a construct lies when that is inside a macro's definition, or in a preprocessed file: then
/// without expansions, which nobody knows any more.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Spelling {
    pub span: Span,
    /// From the innermost macro (whose body holds `span`) outwards to the one the user invoked.
    pub expansions: Vec<Expansion>,
}

/// A place in the source: where a construct is used and, if it comes out of a macro, where it is spelled.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Location {
    pub used: Span,
    pub spelled: Option<Box<Spelling>>,
}

/// An interned [`Location`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocId(pub(crate) u32);

impl LocId {
    /// The location of things the tool itself made: no file, no text.
    pub const NONE: LocId = LocId(0);

    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
