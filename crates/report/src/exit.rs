//! Exit codes: how the tool ends, as documents and scripts see it.

/// How the tool ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// The executed program ended by itself with this status.
    Program(u8),
    Usage,
    Undetermined,
    UnusableInput,
    ClaimFails,
    Internal,
    Aborted,
    BrokenPipe,
}

impl Exit {
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Exit::Program(status) => status,
            Exit::Usage => 1,
            Exit::Undetermined => 5,
            Exit::UnusableInput => 6,
            Exit::ClaimFails => 10,
            Exit::Internal => 70,
            Exit::Aborted => 134,
            Exit::BrokenPipe => 141,
        }
    }
}
