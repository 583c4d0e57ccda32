//! Validation: whether a change makes failing tests right, and whether passing tests kill it.
//!
//! | file | is |
//! |---|---|
//! | `oracle` | one run of a test, and whether it is right |
//! | `baseline` | the tests as they go in the program as it is written |
//! | `coverage` | where failing runs come by before they are wrong: elsewhere nothing is changed |
//! | `checkpoints` | trials that are resumed where a change makes a difference |
//! | `screening` | which of thousands of changes the tests do not kill |
//! | `order` | tests, those first that killed a change |
//! | `confirm` | changes made to the text, translated and executed anew |
//! | `neighbours` | runs near failing ones: passing ones say what the program was meant to do |
//! | `unlisted` | inputs that a test does not list |

pub(crate) mod at_rest;
pub(crate) mod baseline;
pub(crate) mod checkpoints;
pub(crate) mod confirm;
pub(crate) mod coverage;
pub(crate) mod neighbours;
pub(crate) mod oracle;
pub(crate) mod order;
pub(crate) mod screening;
pub(crate) mod unlisted;
