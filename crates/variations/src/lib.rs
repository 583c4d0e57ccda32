//! What all failing runs near a given one share, and no passing one has.
//!
//! A. Groce and W. Visser, *What Went Wrong: Explaining Counterexamples*, SPIN 2003. Around one failing run, the runs
//! are executed that deviate from it for some steps: those that fail in the same way, and those that come to the same
//! place and pass. Three things are computed from them: the transitions that only, all, or exactly the failing ones
//! have; what is true of the variables in the one kind and not in the other; and the smallest replacements of steps
//! that make a passing run fail.
//!
//! | file | is |
//! |---|---|
//! | `original` | the run that is varied, followed step by step |
//! | `explore` | figures 2 and 3: negatives and positives |
//! | `graph` | all runs at once: the states and what leads from one to another |
//! | `space`, `choices`, `domain` | one step from a state; who decides in it; which values inputs are tried with |
//! | `trie` | runs that share their beginnings |
//! | `sets` | transitions: table 1 |
//! | `transform` | transformations (5.3), and whether they are about data or threads |
//! | `schedules` | the nearest schedule with which a failing run passes |
//! | `invariants` | what is true of the values at a place (5.2) |

mod choices;
mod domain;
mod explore;
mod graph;
mod invariants;
mod original;
mod schedules;
mod sets;
mod space;
mod transform;
mod trie;

use std::collections::{BTreeSet, HashSet};

use interp::{Interpreter, Stop};
use program::{FunctionId, Pc, Program};
use runs::{InputValue, Interrupt, Run, Schedule};

pub use explore::OtherError;
pub use graph::{AllRuns, RunCount};
pub use interp::StepPlace;
pub use invariants::{Fact, Invariant, Operand, Point, SampleTable};
pub use schedules::{EventName, Nearest, NearestSchedule, Swapped, nearest_schedule};
pub use sets::{Choice, Sets, Transition};
pub use space::{Gap, Wrong};
pub use transform::{Kind, Transformation};
pub use trie::{NodeId, Step, StepId, Trie};

/// How runs are varied.
#[derive(Debug, Clone)]
pub struct Options {
    /// So many steps may be other ones.
    pub depth: u32,
    /// Where the depth ends, the original's steps are repeated.
    pub extension: bool,
    /// So many runs are enough.
    pub max_runs: usize,
    pub ignore_thread: bool,
    pub ignore_choice: bool,
    pub locations_only: bool,
    /// The run need not fail: any error near it is looked for.
    pub near: bool,
    /// The sets and the invariants are those of all runs of the program.
    pub all_runs: bool,
    /// Where values are looked at, beside the failing claim; loops and functions if nothing is said.
    pub points: Option<Vec<(FunctionId, Pc)>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            depth: 30,
            extension: true,
            max_runs: budgets::variations::MAX_RUNS.count(),
            ignore_thread: false,
            ignore_choice: false,
            locations_only: false,
            near: false,
            all_runs: false,
            points: None,
        }
    }
}

/// A run to be varied.
#[derive(Clone, Copy)]
pub struct Question<'q> {
    pub program: &'q Program,
    pub run: &'q Run,
    /// `argv`, the program's name first.
    pub arguments: &'q [Vec<u8>],
    pub stop: &'q Interrupt,
}

impl std::fmt::Debug for Question<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Question")
            .field("run", self.run)
            .finish_non_exhaustive()
    }
}

/// Why a run cannot be varied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoVariations {
    /// It is over before the first statement of the user's text.
    NoSteps,
    /// It does not fail, or not as it should.
    EndsOtherwise(Box<Stop>),
    /// It takes too many steps.
    TooLong,
}

/// A run that can be executed again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executable {
    pub inputs: Vec<InputValue>,
    pub schedule: Schedule,
}

/// What was found.
#[derive(Debug)]
pub struct Variations {
    pub trie: Trie,
    /// The original run's end.
    pub original: NodeId,
    pub negatives: Vec<NodeId>,
    pub positives: Vec<NodeId>,
    pub others: Vec<OtherError>,
    pub sets: Sets,
    /// Since which depth the sets are what they are; whether smaller depths than that were tried and differ.
    pub stable_since: Option<(u32, bool)>,
    /// The smallest first.
    pub transformations: Vec<Transformation>,
    /// How many there are.
    pub all_transformations: u64,
    pub kinds: BTreeSet<Kind>,
    /// Table 1 over the transformations.
    pub replaced: Sets,
    pub invariants: Vec<Invariant>,
    /// The values at each place.
    pub samples: Vec<SampleTable>,
    /// With [`Options::all_runs`].
    pub all_runs: Option<AllRuns>,
    /// Why there may be more.
    pub gaps: Vec<Gap>,
    pub states: u64,
    pub thread_names: Vec<String>,
    /// Runs that can be executed: the original, every error near it, and the examples of the transformations, in this
    /// order each by its node; with them all others if they were asked for.
    pub executables: Vec<(NodeId, Executable)>,
    /// The last step of the original.
    pub place: StepPlace,
    /// What it comes to; nothing for a run that passes.
    pub wrong: Option<Wrong>,
}

/// Varies a run.
///
/// # Errors
/// When there is nothing to vary.
pub fn variations(
    question: &Question<'_>,
    interpreter: &Interpreter<'_>,
    options: &Options,
    keep: Keep,
) -> Result<Variations, NoVariations> {
    original::with_original(question, interpreter, options, |mut work| work.all(keep))
}

/// Which runs are made ready to be executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Those that are shown.
    Shown,
    All,
}

/// The places where values are looked at unless others are asked for: heads of loops and beginnings of functions.
fn usual_points(program: &Program) -> HashSet<(FunctionId, Pc)> {
    let mut points = HashSet::new();
    for index in 0..program.functions.len() {
        let function = FunctionId(index as u32);
        let starts = program::flow::step_starts(program, function);
        points.extend(starts.first().map(|start| (function, start.pc)));
        points.extend(
            program::flow::loop_heads(program, function)
                .into_iter()
                .map(|pc| (function, pc)),
        );
    }
    points
}
