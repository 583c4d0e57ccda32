//! From the typed tree to the Program.
//!
//! The tree says what C means; the Program says what happens, in order. This crate
//!
//! - takes side effects out of expressions, into instructions in a fixed order ([`value`], [`operator`],
//!   [`conditional`], [`assign`], [`call`]): operands left to right, the right side of an assignment before its left, call arguments
//!   right to left as GCC does;
//! - turns statements into jumps ([`stmt`]);
//! - inserts a claim before each instruction that C would leave undefined ([`check`], one file per check);
//! - recognises the names that talk to the tool itself: `assert`, `nondet_*`, `__CPROVER_*`, and the
//!   primitives of the library models ([`primitive`]);
//! - makes the function that starts everything ([`entry`]).
//!
//! It never evaluates the program and does no I/O. Recursion follows the nesting of the source; the stack
//! grows on demand so that a hostile nesting depth is no crash.

mod analysis;
mod arguments;
mod assign;
mod build;
mod builtin;
mod call;
mod check;
mod chosen;
mod compact;
mod conditional;
mod cover;
mod entry;
mod fold;
mod init;
mod jumps;
mod lowerer;
mod operator;
mod options;
mod order;
mod place;
mod primitive;
mod primitive_call;
mod quantifier;
mod scope;
mod skipped;
mod stmt;
mod thread_call;
mod threads;
mod union_init;
mod value;
mod varargs;
mod vla;

use frontend::tree::Tree;
use program::Program;
use source::{Diagnostic, SourceMap};

pub use arguments::MOST_ARGUMENTS;
pub use cover::Criterion;
pub use options::{Checks, MissingBody, Options, Rounding};

/// Lowers a whole program, or says why that cannot be done.
///
/// # Errors
/// When the entry function is missing or something in the tree has no representation.
pub fn lower(tree: Tree, sources: &SourceMap, options: &Options) -> Result<Program, Vec<Diagnostic>> {
    let mut program = lowerer::Lowerer::run(tree, sources, options)?;
    compact::compact(&mut program);
    debug_assert_eq!(
        program.validate(),
        vec![],
        "the lowering made an ill-formed program"
    );
    Ok(program)
}
