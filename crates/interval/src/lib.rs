//! What terms can be while their symbols lie in ranges.
//!
//! | file | is |
//! |---|---|
//! | `range` | interval arithmetic on bit-vectors |
//! | `tape` | terms as a list of operations, evaluated over ranges again and again |
//! | `spans` | what each input can be where conditions hold |
//! | `numbers` | the same list, where every input is one number |
//! | `word` | the operations on numbers of up to 64 bits |
//!
//! Everything about ranges is an over-approximation: what is possible lies in the range, and the converse need not
//! hold.

mod numbers;
pub mod range;
mod spans;
pub mod tape;
pub mod word;

pub use numbers::{Numbers, partly, read};
pub use range::{Range, Truth};
pub use spans::spans;
pub use tape::Tape;
