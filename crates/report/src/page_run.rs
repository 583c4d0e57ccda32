//! Recorded runs as a page shows them: rows, what each changed in the state, and the links of all chains.

use crate::{Place, TraceStep, WhyLink, WhyPart};

/// A variable, or an object without a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageObject {
    pub name: String,
    /// The function whose variable it is; nothing for what is static or allocated.
    pub function: Option<String>,
    /// Activations have different numbers; 0 for what is static or allocated.
    pub activation: u64,
    pub allocated: bool,
    pub r#type: String,
    /// Rows; it is there from the one up to the other.
    pub begun: usize,
    pub ended: Option<usize>,
}

/// A scalar in an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageCell {
    pub object: usize,
    /// As it is written in C; for what has no name, behind the object.
    pub part: String,
    /// Bits, and whether it has a sign; for integers only.
    pub integer: Option<(u32, bool)>,
}

/// A cell holds something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageShift {
    pub cell: usize,
    /// Nothing if nobody has written it.
    pub value: Option<String>,
    /// The object that a pointer points into.
    pub target: Option<usize>,
}

/// What a row says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageTells {
    /// A step of the trace; with what it writes to as the text has it, where the trace can only say in which storage
    /// that lies.
    Step(TraceStep, Option<String>),
    /// The claim that fails in one of the runs.
    Claim {
        text: String,
        failed: bool,
        place: Place,
        function: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRow {
    pub tells: PageTells,
    /// The step of the recording, from 0.
    pub step: u32,
    pub thread: u16,
    pub reads: Vec<WhyPart>,
    /// The link that is what it wrote.
    pub made: Option<usize>,
    /// The row of the decision, or of the call, that let it run.
    pub control: Option<usize>,
    pub shifts: Vec<PageShift>,
}

/// A run, as a page shows it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageRun {
    pub rows: Vec<PageRow>,
    pub objects: Vec<PageObject>,
    pub cells: Vec<PageCell>,
    /// With the row of each.
    pub links: Vec<(WhyLink, usize)>,
    /// Lines with code that was not executed: why, and the row of the decision.
    pub not_executed: Vec<(Place, String, Option<usize>)>,
    pub threads: Vec<String>,
    /// Whether the recording or the graph ends before the run does.
    pub cut: bool,
    /// Rows that are left out.
    pub left_out: usize,
}

/// Two runs side by side; the second may be missing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PageRuns {
    pub failing: PageRun,
    pub passing: Option<PageRun>,
    /// Rows of both, aligned; one of them may be missing.
    pub rows: Vec<(Option<usize>, Option<usize>)>,
}
