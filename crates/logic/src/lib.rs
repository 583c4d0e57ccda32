//! Terms over booleans, bit-vectors of any width, IEEE floats of any format and arrays.
//!
//! A [`TermPool`] holds hash-consed terms named by [`TermId`]; it simplifies them as they are built. Concrete
//! [`Value`]s of every sort, an [`Evaluator`] that gives the value of a term, and walks over terms
//! (substitution, free symbols, printing) complete the crate. It knows nothing of where terms come from nor
//! of how they are decided.
//!
//! - `nat`, `bits`, `float`, `array_value`, `value`: concrete values;
//! - `sort`, `op`, `typing`, `pool`, `build`: terms;
//! - `fold`, `eval`: what terms mean; `word`: the same for constants of a machine word, fast;
//! - `rewrite`: the simplifications, one family per file;
//! - `walk`, `print`: everything that reads terms.

mod array_value;
mod baseline;
mod bits;
mod build;
mod eval;
mod float;
mod fold;
mod hash;
mod nat;
mod op;
mod pool;
mod print;
mod range;
mod rewrite;
mod sort;
mod term_range;
mod typing;
mod value;
mod walk;
mod word;

pub use array_value::ArrayValue;
pub use baseline::{Baseline, Changed};
pub use bits::Bits;
pub use eval::{Assignment, EvalError, Evaluator};
pub use float::{Float, RoundingMode};
pub use hash::{FastMap, TermMap};
pub use op::Op;
pub use pool::{ConstantId, SymbolId, TermId, TermPool};
pub use range::Range;
pub use sort::{ArraySort, FloatFormat, ScalarSort, Sort};
pub use term_range::Ranges;
pub use typing::SortError;
pub use value::Value;
