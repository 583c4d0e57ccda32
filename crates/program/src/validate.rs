//! Structural checks on a [`Program`](crate::Program).

/// Something that a well-formed program never has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    pub message: String,
}
