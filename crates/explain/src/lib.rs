//! The methods: from a failing run to the reasons for it.
//!
//! One file (or folder) a method, each opening with what it computes and which paper it is from. A method takes
//! a [`Program`](program::Program) and what is known about a failing run, and gives back data; it prints nothing.
//!
//! Whatever run a method finds symbolically, it executes with the interpreter before it says so: see [`Replay`].

pub mod diagnose;
mod replay;

pub use replay::{Ended, Replay};
