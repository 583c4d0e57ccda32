//! What users write down about runs: values of inputs, tests, saved runs. Texts come in, and typed values go out; files
//! are opened by whoever has a host.

mod bounds;
mod build;
mod inputs;
mod saved_test;
mod supply;
mod vectors;

pub use bounds::loop_bound;
pub use build::CompileCommand;
pub use inputs::{GivenInputs, GivenValue, InputError};
pub use saved_test::{SavedTestError, saved_test};
pub use supply::Supply;
pub use vectors::{CommandLine, TestVector, VectorError, VectorsError, command_line, test_vectors};
