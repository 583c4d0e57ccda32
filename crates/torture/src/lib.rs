//! Random C programs, and a second opinion about every verdict on them.
//!
//! A program comes from a [`Class`], one for each part of C that verdicts have been wrong about, and a seed. It is a
//! tree ([`tree`]), so that [`shrink`] can take statements and expressions out of it for as long as the engines still
//! disagree. Its inputs are few and have few values, so that the interpreter can try all of them ([`executed`]).
//! [`examine()`] compares that with what `bmc` says about each claim.
//!
//! The crate does no I/O: compiled programs and other checkers are oracles of the command `cargo xtask torture`.

mod builder;
pub mod classes;
pub mod concurrent;
mod dice;
mod examine;
mod execute;
mod load;
pub mod shrink;
mod threads;
pub mod tree;

pub use classes::Class;
pub use dice::Dice;
pub use examine::{Disagreement, Examined, Setting, examine, replays, standard_settings};
pub use execute::{Executed, executed};
pub use load::{Loaded, load, load_files};
pub use threads::{compare_threads, explored, thread_program, thread_settings};
pub use tree::{Arm, Expr, Input, Stmt, Tree};
