//! When work ends before it is done.
//!
//! Libraries read no clock and no signal. Whoever starts work gives a function that is asked again and again. How often
//! it is asked decides nothing: what limits work by its amount is a [`Meter`](crate::Meter).

use std::sync::Arc;

/// Asked again and again; `true` ends the work with what is known.
pub type Interrupt = Arc<dyn Fn() -> bool + Send + Sync>;
