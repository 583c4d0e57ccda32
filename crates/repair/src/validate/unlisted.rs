//! Inputs that a test does not list.
//!
//! They are zero, as everywhere. But a failing run ends at its claim, so that with a change it may read more than it has read
//! before, and a zero often violates an assumption about just that input (`id > 0` in each round of a loop). Where claims are
//! the oracle, what comes next is what came last under the same name: that satisfies what is asked of it in each round.

use std::collections::HashMap;

use interp::{InputRequest, InputSupply, ListedInputs};
use runs::Test;

/// Values of inputs that are not listed.
#[derive(Debug)]
pub(crate) struct Unlisted {
    /// By name; empty where all are zero.
    last: HashMap<String, u128>,
    /// How many were asked for.
    asked: usize,
}

impl Unlisted {
    pub(crate) fn asked(&self) -> usize {
        self.asked
    }
}

impl InputSupply for Unlisted {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        self.asked += 1;
        self.last.get(request.name).copied().unwrap_or(0)
    }
}

/// The inputs of a test; those beyond are zero, or if they `repeat`, what came last.
pub(crate) fn listed(test: &Test, repeat: bool) -> ListedInputs<Unlisted> {
    let mut last = HashMap::new();
    if repeat {
        for (key, bits) in &test.inputs {
            let name = key.rsplit_once('#').map_or(key.as_str(), |(name, _)| name);
            last.insert(name.to_owned(), *bits);
        }
    }
    ListedInputs::new(test.inputs.iter().cloned(), Unlisted { last, asked: 0 })
}
