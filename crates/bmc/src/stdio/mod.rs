//! Standard input and output: input that is chosen part by part, and output that is compared with an expected text.

pub(crate) mod choice;
pub(crate) mod directive;
pub(crate) mod expect;
