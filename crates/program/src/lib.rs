//! The typed control-flow form that every engine executes.
//!
//! A [`Program`] is a set of variables and functions. A function is a flat list of [`Instr`]uctions in
//! source order; jumps name positions in that list, so a jump to an earlier position is a loop. Expressions
//! have no side effects: calls, assignments and inputs are instructions of their own, and what C evaluates
//! conditionally is either a lazy expression ([`ExprKind::And`], [`ExprKind::Or`], [`ExprKind::Cond`]) or a
//! [`InstrKind::Branch`].
//!
//! Invariants, checked by [`Program::validate`]:
//!
//! - An [`ExprId`] occurs in exactly one place. Expressions are trees, never shared, so an id *is* an
//!   occurrence with a source location and a [`Component`] may point at it.
//! - Operand types are explicit: arithmetic has operands of one type, conversions are nodes.
//! - Record and array values occur only as [`ExprKind::Load`], [`ExprKind::Zero`] and
//!   [`ExprKind::Bytes`].
//! - Evaluating an expression cannot fail if the claims before its instruction hold. Each error that C
//!   leaves undefined is a [`Claim`] just before the instruction that would commit it.
//!
//! This crate does no I/O and knows neither the front end nor any engine.

mod check;
mod children;
mod component;
mod expr;
#[cfg(test)]
mod fixture;
pub mod flow;
mod instr;
mod item;
mod reach;
mod text;
mod thread_op;
mod validate;
pub mod varargs;

pub use check::{CheckKind, Claim};
pub use children::{Child, ChildMut};
pub use component::{Component, ComponentKind};
pub use expr::{
    BinaryOp, Expr, ExprKind, Intrinsic, LibmFunction, OverflowOp, Place, PlaceBase, Projection, UnaryOp,
};
pub use instr::{
    Allocation, Arm, Builtin, Callee, Choice, Construct, InputSite, InputSource, Instr, InstrKind, Pc,
};
pub use item::{
    COUNTED, ClaimId, ComponentId, EXAMINED, ExprId, Function, FunctionId, InputId, Lifetime,
    MissingFunction, PlaceId, Program, Settled, SettledKind, Statement, StatementList, StringId, VarId,
    Variable,
};
pub use text::TextOptions;
pub use thread_op::{AtomicKind, ThreadOp, misuse};
pub use validate::{Fault, Need, Reference, Site, Violation};
