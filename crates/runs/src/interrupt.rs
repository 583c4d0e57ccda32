//! When work ends before it is done.
//!
//! Libraries read no clock and no signal. Whoever starts work gives a function that is asked again and again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Asked again and again; `true` ends the work with what is known.
pub type Interrupt = Arc<dyn Fn() -> bool + Send + Sync>;

/// The same, and no longer than until it has been asked so many times.
#[must_use]
pub fn limited(stop: &Interrupt, times: u64) -> Interrupt {
    let (stop, left) = (stop.clone(), AtomicU64::new(times));
    Arc::new(move || {
        let before = left.load(Ordering::Relaxed);
        left.store(before.saturating_sub(1), Ordering::Relaxed);
        before <= 1 || stop()
    })
}
