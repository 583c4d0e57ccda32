//! The search for patches: which changes are tried, in which order, and when it is enough.
//!
//! | file | is |
//! |---|---|
//! | `singles` | single changes of one family, screened by concrete runs |
//! | `several`, `sets` | pairs and larger sets, grown from what brings the output nearer |
//! | `rewrites` | changes that are made to the text to be tried |
//! | `beside` | small changes in the text that another change leads to |
//! | `patch_search` | the stages that a diagnosis asks for, and what they leave for each other |
//! | `repair` | the stages of a repair, and the order of what it shows |
//! | `candidate` | patches that may help, before they are confirmed |
//! | `closeness`, `plausibility`, `test_ingredients` | how near an output comes; how surprising a change is; words of the tests |
//!
//! `diagnose` and `repair` are two views of this: both generate with the same operators and validate with the same
//! oracle. A diagnosis asks stage by stage, since expressions with other values may be a better answer than many
//! changes; a repair goes through all stages and measures how much each answer disturbs.

pub(crate) mod beside;
pub(crate) mod candidate;
pub(crate) mod closeness;
pub(crate) mod patch_search;
pub(crate) mod plausibility;
pub(crate) mod repair;
pub(crate) mod rewrites;
pub(crate) mod sets;
pub(crate) mod several;
pub(crate) mod singles;
mod test_ingredients;

/// How much is worth spending on several changes at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetDepth {
    /// Nothing else is a good answer.
    Full,
    /// Nor is it, but the program is so large that of its sets hardly any can be tried.
    Moderate,
    /// An expression with one other value in each run is.
    Little,
    /// Only pairs that share the failing tests between them, which is quick; if there is none, changes that make some
    /// right.
    Shared,
}

/// What happened on the way.
#[derive(Debug, Default)]
pub(crate) struct SearchLog {
    /// How many changes were tried.
    pub(crate) tried: usize,
    /// How many changes of one family were not tried, since others are likelier.
    pub(crate) left: usize,
    /// Whether somebody asked to stop.
    pub(crate) stopped: bool,
    /// Whether the program of all changes did not behave as the original with none of them.
    pub(crate) unlike_the_original: bool,
    /// What it did instead, if nothing explains that.
    pub(crate) contradiction: Option<String>,
}
