//! Small changes of the source that make failing runs right.
//!
//! A diagnosis says *where* another value would have helped; a programmer wants to know *what to write there*. Most
//! faults are one token away from the right program (an operator, a constant, a variable, a missing `break`), so
//! all programs that are one small change away are tried. This is the repair by templates that the thesis leaves
//! for the future (10.2.8), with the tests or the model checker as the judge.
//!
//! | file | is |
//! |---|---|
//! | `propose`, `expressions`, `texts`, `statements` | the changes worth trying, and what they make of the tree |
//! | `exchange` | parts of an expression, and limits of loops, each in the place of the other; loops that count the other way |
//! | `behind` | the end of a line printed behind a loop and not in it |
//! | `tables` | initialisers: neighbours exchanged, other functions |
//! | `labels` | cases that a `switch` may not have |
//! | `spare` | operands that may be missing: numbers that are computed and never read; divisors one more or less |
//! | `links` | links of lists and trees followed once more or less |
//! | `insertions`, `vocabulary` | statements that may be missing, made of the words of their function |
//! | `mirrored` | the statements of a function with the other end of what they speak of |
//! | `forgotten` | members and functions that should have been spoken of |
//! | `conditions` | conditions that may be missing, made of the same |
//! | `rewrites` | changes of types, of the order of statements, of shapes: each made to the text by itself |
//! | `scope` | the variables that could stand in for another one |
//! | `text` | the same changes as edits of the source text |
//! | `copy` | copies of parts of the tree |
//! | `schema` | one program that holds all of them, told apart by a number that enters as an input |
//! | `reached` | where failing runs come by before they are wrong: elsewhere nothing is proposed |
//! | `sample` | runs near failing ones: passing ones say what the program was meant to do |
//! | `bench` | trials that are taken up where a change makes a difference |
//! | `trial`, `sift` | one trial; which of all changes make the tests right |
//! | `sets`, `closeness`, `cost` | which sets of them do: grown from those that bring the output nearer |
//!
//! Why one program with a switch: trying a change is then one concrete run, some microseconds, and nothing is lowered
//! again. The switch only sifts. What is left is applied to the *text*, translated and executed anew by the
//! caller, so that what a user reads is what was tried, whatever this crate believes a change to be.

mod aligned;
mod assignments;
mod behind;
mod bench;
mod borrowed;
mod calls;
mod closeness;
mod conditions;
mod copy;
mod cost;
mod exchange;
mod expressions;
mod forgotten;
mod guards;
mod insertions;
mod labels;
mod links;
mod mirrored;
mod names;
mod propose;
mod reached;
mod rewrites;
mod sample;
mod schema;
mod scope;
mod sets;
mod sift;
mod spare;
mod statements;
mod tables;
mod text;
mod texts;
mod trial;
mod vocabulary;

pub use propose::{Change, Family, FromTests};
pub use reached::{Met, Reached, Statements};
pub use rewrites::{Rewrite, Signs, rewrites};
pub use sample::{Neighbours, neighbours, samples};
pub use schema::{Schema, SchemaError};
pub use sets::{Frontier, Partial, SetSearch, Work};
pub use sift::{Score, Sifted};
pub use text::Edit;
pub use trial::{Behaviour, Disturbance, Judge};
