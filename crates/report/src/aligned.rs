//! Two runs side by side, for programs: what each step did, read and changed, what let it run, and which steps are
//! the same.
//!
//! It is the page's data in the form of documents: steps are named by their numbers in the list of their run.

use serde::Serialize;

use crate::{PageRow, PageRun, PageRuns, PageTells, Place, TraceStep, WhyPart};

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AlignedRuns {
    pub failing: RunSteps,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passing: Option<RunSteps>,
    /// The same step of both runs, in the order of both; one of them may be missing.
    pub aligned: Vec<(Option<usize>, Option<usize>)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RunSteps {
    pub steps: Vec<RunStep>,
    /// Steps of a long run that are not listed.
    pub left_out: usize,
    /// Whether the recording ends before the run does.
    pub cut: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RunStep {
    #[serde(flatten)]
    pub tells: StepTells,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    /// The step that decided that this one runs: a branch, or a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<usize>,
    pub reads: Vec<StepRead>,
    /// What variables and objects hold after it that they did not hold before.
    pub changes: Vec<StepChange>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum StepTells {
    Step(TraceStep),
    Claim {
        /// `claim`.
        step: &'static str,
        text: String,
        failed: bool,
        function: String,
        #[serde(flatten)]
        place: Place,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepRead {
    /// As it is written in C.
    pub name: String,
    /// What that is in the run: `a[3]` for `a[i]`.
    pub lies: String,
    pub value: String,
    /// It only says where something lies: an index, a pointer that is followed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub address: bool,
    /// Nobody wrote it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unwritten: bool,
    /// The steps that wrote it; of what a function of the library made, its call.
    pub from: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StepChange {
    /// The variable, or the object that was allocated.
    pub object: String,
    /// As it is written in C; of what was allocated, behind the object.
    pub part: String,
    /// Nothing if nobody has written it.
    pub value: Option<String>,
}

impl From<&PageRuns> for AlignedRuns {
    fn from(runs: &PageRuns) -> AlignedRuns {
        AlignedRuns {
            failing: RunSteps::from(&runs.failing),
            passing: runs.passing.as_ref().map(RunSteps::from),
            aligned: runs.rows.clone(),
        }
    }
}

impl From<&PageRun> for RunSteps {
    fn from(run: &PageRun) -> RunSteps {
        RunSteps {
            steps: run.rows.iter().map(|row| step(run, row)).collect(),
            left_out: run.left_out,
            cut: run.cut,
        }
    }
}

fn step(run: &PageRun, row: &PageRow) -> RunStep {
    let named = |shift: &&crate::PageShift| !run.objects[run.cells[shift.cell].object].name.is_empty();
    let changes = row.shifts.iter().filter(named).map(|shift| {
        let cell = &run.cells[shift.cell];
        StepChange {
            object: run.objects[cell.object].name.clone(),
            part: cell.part.clone(),
            value: shift.value.clone(),
        }
    });
    RunStep {
        tells: match &row.tells {
            PageTells::Step(step, _) => StepTells::Step(step.clone()),
            PageTells::Claim {
                text,
                failed,
                place,
                function,
            } => StepTells::Claim {
                step: "claim",
                text: text.clone(),
                failed: *failed,
                function: function.clone(),
                place: place.clone(),
            },
        },
        thread: (run.threads.len() > 1).then(|| run.threads[usize::from(row.thread)].clone()),
        control: row.control,
        reads: row.reads.iter().map(|part| read(run, part)).collect(),
        changes: changes.collect(),
    }
}

fn read(run: &PageRun, part: &WhyPart) -> StepRead {
    StepRead {
        name: part.name.clone(),
        lies: part.lies.clone(),
        value: part.value.clone(),
        address: part.address,
        unwritten: part.unwritten,
        from: part.from.iter().map(|link| run.links[*link].1).collect(),
    }
}
