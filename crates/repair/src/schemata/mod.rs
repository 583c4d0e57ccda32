//! Mutation schemata: one program that holds all changes, each behind a switch.

pub(crate) mod installer;
pub(crate) mod odd;
pub(crate) mod schema;
pub(crate) mod switches;

pub use schema::{Schema, SchemaError};
