//! How the extra arguments of a call lie in memory.
//!
//! The caller lays them out in a block of slots. Each slot starts at a multiple of 8 with bytes of which the first may
//! say what kind of argument was passed; behind them is the argument, rounded up to 8. Who makes such blocks, reads
//! them or moves a pointer over them takes the numbers from here.

/// Where in a slot its argument is.
pub const ARGUMENT_OFFSET: u64 = 8;

/// The size of the slot of an argument of this size.
#[must_use]
pub fn slot_size(size: u64) -> u64 {
    ARGUMENT_OFFSET + size.next_multiple_of(8)
}
