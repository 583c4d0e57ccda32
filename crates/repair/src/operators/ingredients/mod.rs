//! Fix ingredients: names, variables, places and texts that a changed expression or a missing statement can be made of.
//!
//! | file | is |
//! |---|---|
//! | `names` | macros and enumerators that may stand for each other |
//! | `scope` | the variables that could stand in for another one |
//! | `vocabulary` | places, statements and questions of one function |
//! | `expected_output` | texts that print what the tests expect |

pub(crate) mod expected_output;
pub(crate) mod names;
pub(crate) mod scope;
pub(crate) mod vocabulary;
