//! C types, their layouts and their spelling.
//!
//! One [`TypeTable`] serves a whole analysis: the front end fills it, and the typed tree, the Program, the
//! interpreter and the symbolic side only name its [`TypeId`]s. Qualifiers and typedef names are gone: the
//! front end has already used them to check the program, and what is left is what decides values: widths,
//! signs, layouts. Records and enumerations are nominal (an id each), everything else is interned, so equal
//! ids mean equal types.
//!
//! This crate knows no source text and does no I/O.

mod compatible;
mod display;
mod id;
mod model;
mod table;

pub use model::{DataModel, FloatFormat, LongDouble};
pub use table::{
    ArrayLen, BitField, Enum, EnumId, Enumerator, Field, FloatKind, FunctionType, IntKind, Record, RecordId,
    RecordKind, Type, TypeId, TypeTable, VlaId,
};
