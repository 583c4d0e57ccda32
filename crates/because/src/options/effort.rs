//! How much work is done before what is known is told, in the units of the engine.

use crate::args::{BoundArgs, EffortArg};

/// The engine counts in microseconds, about.
const UNITS_PER_SECOND: u64 = 1_000_000;

/// The same while only loops are in the way that no bound would follow to their end.
pub(super) fn endless_effort(bounds: &BoundArgs, timed: bool) -> Option<u64> {
    let usual = bounds.effort.is_none() && effort(bounds, timed).is_some();
    usual.then(|| budgets::driver::ENDLESS_EFFORT.get())
}

/// When nothing else says where to end.
pub(super) fn effort(bounds: &BoundArgs, timed: bool) -> Option<u64> {
    match bounds.effort {
        Some(EffortArg::Seconds(seconds)) => Some(u64::from(seconds) * UNITS_PER_SECOND),
        Some(EffortArg::Unlimited) => None,
        None if timed || bounds.unwind.is_some() || bounds.depth.is_some() => None,
        None => Some(budgets::driver::USUAL_EFFORT.get()),
    }
}
