//! Where things are written: files, spans, macro provenance, and diagnostics as values.
//!
//! Everything a user sees is tied to text they typed. A [`Span`] is a byte range in one file. A
//! [`Location`] is what the rest of the project carries around: the place where a construct *is used*,
//! and, when its text lies in a macro definition, the place where it *is spelled* and the chain of
//! expansions between the two. Locations are interned in a [`SourceMap`] and named by a [`LocId`], so an
//! expression pays four bytes for all of this.
//!
//! This crate does no I/O: file contents are handed to it.

mod diagnostic;
mod location;
mod map;
mod one_line;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use location::{Expansion, LocId, Location, Span, Spelling};
pub use map::{FileId, LineColumn, ResolvedSpan, SourceFile, SourceMap};
pub use one_line::in_one_line;
