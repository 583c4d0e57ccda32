//! What a check is asked to do.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use program::ClaimId;
use runs::{ExpectedOutput, Meter};

use crate::stdio::expect::Formatter;
use crate::symex::fixed::Fixed;

#[derive(Debug, Clone)]
pub struct Options {
    /// As CBMC's `--unwind`: a loop is cut where its jump back would be taken for this many-th time.
    /// Without it, bounds grow by themselves until nothing is cut.
    pub unwind: Option<u32>,
    /// The same for single loops, named `function.number`; for recursion, `function.recursion`.
    pub unwindset: BTreeMap<String, u32>,
    /// `false`: what lies behind a cut loop is assumed away, as with `--no-unwinding-assertions`.
    pub unwinding_claims: bool,
    /// Whether a cut loop is left instead, as with `--partial-loops`.
    pub partial_loops: bool,
    /// No run is followed for more instructions than this, as with `--depth`.
    pub depth: Option<u64>,
    /// Have every proof that nothing fails checked.
    pub certify: bool,
    /// Only these claims; all others are assumed to hold.
    pub claims: Option<Vec<ClaimId>>,
    /// Ends with the first violated claim.
    pub stop_on_fail: bool,
    /// Where the bounds of single loops start to grow from, by the names that `unwindset` takes.
    pub first_bounds: BTreeMap<String, u32>,
    /// Inputs whose values are given.
    pub fixed: Option<Rc<Fixed>>,
    /// What a run must print to standard output.
    pub expected: Option<Arc<ExpectedOutput>>,
    /// How a directive of a format prints its argument, where something is expected.
    pub format: Formatter,
    /// Symbolic execution stops when it has made more terms than this.
    pub most_terms: usize,
    /// Where symbolic execution counts its instructions. Whether they are enough is asked with `stop`.
    pub meter: Option<Meter>,
    /// [`check`](crate::check()) ends when it has done so much work; the unit is about a microsecond of an ordinary
    /// machine, counted so that the result is the same on all. Without it, it goes on until all is decided.
    pub effort: Option<u64>,
    /// The same while only loops are in the way that have no end in sight: deepening those can find errors, but not
    /// that there are none.
    pub endless_effort: Option<u64>,
    /// Once a claim is violated, the others get no more than this.
    pub after_failure: Option<u64>,
    /// Whether bounds go on growing for the other claims once one is violated.
    pub deepens_after_failure: bool,
    /// No bound grows beyond this by itself.
    pub deepest: u32,
    /// A loop whose conditions are all constants is cut after so many rounds.
    pub constant_rounds: u32,
    /// `argv`; the program's name first.
    pub arguments: Vec<Vec<u8>>,
    /// How many bits of a pointer converted to an integer name the object (of 64; of 32 it is half of it).
    pub object_bits: u32,
    /// More elements than this are not told apart by a symbolic index.
    pub widest_choice: u64,
    /// Whether the equation says where expressions read that go through a pointer or an index.
    pub loads: bool,
    /// Whether the execution is recorded, so that [`follow`](crate::follow) can repeat it.
    pub record: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            unwind: None,
            unwindset: BTreeMap::new(),
            unwinding_claims: true,
            partial_loops: false,
            depth: None,
            certify: false,
            claims: None,
            stop_on_fail: false,
            deepens_after_failure: true,
            first_bounds: BTreeMap::new(),
            fixed: None,
            expected: None,
            format: |_, _| None,
            most_terms: usize::MAX,
            meter: None,
            effort: None,
            endless_effort: None,
            deepest: budgets::bmc::MAX_BOUND.small(),
            constant_rounds: budgets::bmc::MAX_CONSTANT_ROUNDS.small(),
            after_failure: None,
            arguments: vec![b"program".to_vec()],
            object_bits: 24,
            widest_choice: budgets::bmc::MAX_CHOICE.get(),
            loads: false,
            record: false,
        }
    }
}
