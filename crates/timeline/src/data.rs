//! The timeline: steps, and what each read and wrote.
//!
//! A run has many steps that say the same, so texts are kept once, and what belongs to a step lies in one list for all
//! steps with a range in each.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use ctype::TypeId;
use interp::{At, Extent};
use program::{Builtin, ClaimId, Construct, ExprId, FunctionId};

use crate::state::{CellRecord, ObjectRecord, Shift};

ctype::id! {
    /// A step of a run, in the order of execution.
    StepId
    ReadId
    WriteId
    /// A text that is kept once.
    TextId
    /// A variable, or an object without a name.
    ObjectId
    /// A scalar in an object.
    CellId
}

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StepKind {
    Assignment,
    /// A value enters; its key.
    Input(TextId),
    Branch {
        construct: Construct,
        taken: bool,
    },
    Switch(TextId),
    Call(FunctionId),
    /// The result of a call has arrived; the step that returned it, if it returned.
    Result {
        callee: FunctionId,
        returned: Option<StepId>,
    },
    Return,
    Claim {
        claim: ClaimId,
        failed: bool,
    },
    Builtin(Builtin),
    Assumption,
    /// The run ends here.
    End,
}

/// A decision inside an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decision {
    pub construct: Construct,
    pub cond: ExprId,
    pub taken: bool,
}

/// So many bytes, and who wrote them last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Origin {
    /// From the beginning of what is read or written.
    pub offset: u64,
    pub size: u64,
    /// Where they lie.
    pub cell: interp::Cell,
    /// Nothing: nobody wrote them.
    pub writer: Option<StepId>,
}

/// Something that a step read.
#[derive(Debug, Clone)]
pub struct Read {
    pub expr: ExprId,
    /// In source terms: `a[3].next`.
    pub place: TextId,
    /// The value in C syntax.
    pub text: TextId,
    pub ty: TypeId,
    pub extent: Option<Extent>,
    pub written: bool,
    /// Whether it only says where something lies: an index, or a pointer that is followed.
    pub address: bool,
    pub(crate) origins: Range<u32>,
}

/// Something that a step wrote.
#[derive(Debug, Clone)]
pub struct Write {
    /// In source terms, as traces name it.
    pub place: TextId,
    pub text: TextId,
    pub extent: Option<Extent>,
    /// The reads of its step that it is made of.
    pub(crate) reads: Range<u32>,
    /// Of bytes that were moved as they are: where each of them came from.
    pub(crate) moved: Range<u32>,
}

#[derive(Debug, Clone)]
pub struct Step {
    pub at: At,
    /// Activations of functions have different numbers.
    pub activation: u64,
    /// Its number among [`Timeline::threads`].
    pub thread: u16,
    pub kind: StepKind,
    /// The decision, or the call, that let it run.
    pub control: Option<StepId>,
    pub(crate) reads: Range<u32>,
    pub(crate) writes: Range<u32>,
    pub(crate) decisions: Range<u32>,
    pub(crate) shifts: Range<u32>,
}

/// A run that was executed and recorded.
#[derive(Debug, Default)]
pub struct Timeline {
    pub steps: Vec<Step>,
    pub threads: Vec<String>,
    /// Whether the run had more steps than are kept.
    pub cut: bool,
    pub(crate) reads: Vec<Read>,
    pub(crate) writes: Vec<Write>,
    pub(crate) origins: Vec<Origin>,
    pub(crate) decisions: Vec<Decision>,
    pub(crate) shifts: Vec<Shift>,
    pub(crate) objects: Vec<ObjectRecord>,
    pub(crate) cells: Vec<CellRecord>,
    texts: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, TextId>,
}

fn range<T>(all: &[T], range: &Range<u32>) -> std::ops::Range<u32> {
    debug_assert!(range.end as usize <= all.len());
    range.clone()
}

impl Timeline {
    #[must_use]
    pub fn step(&self, id: StepId) -> &Step {
        &self.steps[id.index()]
    }

    #[must_use]
    pub fn read(&self, id: ReadId) -> &Read {
        &self.reads[id.index()]
    }

    #[must_use]
    pub fn write(&self, id: WriteId) -> &Write {
        &self.writes[id.index()]
    }

    #[must_use]
    pub fn text(&self, id: TextId) -> &str {
        &self.texts[id.index()]
    }

    pub fn step_ids(&self) -> impl DoubleEndedIterator<Item = StepId> + use<> {
        (0..self.steps.len() as u32).map(StepId)
    }

    pub fn reads_of(&self, step: StepId) -> impl DoubleEndedIterator<Item = ReadId> + use<> {
        range(&self.reads, &self.step(step).reads).map(ReadId)
    }

    pub fn writes_of(&self, step: StepId) -> impl DoubleEndedIterator<Item = WriteId> + use<> {
        range(&self.writes, &self.step(step).writes).map(WriteId)
    }

    /// The reads that a write is made of.
    pub fn made_of(&self, write: WriteId) -> impl DoubleEndedIterator<Item = ReadId> + use<> {
        range(&self.reads, &self.write(write).reads).map(ReadId)
    }

    #[must_use]
    pub fn decisions_of(&self, step: StepId) -> &[Decision] {
        slice(&self.decisions, &self.step(step).decisions)
    }

    /// Who wrote what is read.
    #[must_use]
    pub fn origins_of(&self, read: ReadId) -> &[Origin] {
        slice(&self.origins, &self.read(read).origins)
    }

    /// Where moved bytes came from.
    #[must_use]
    pub fn moved(&self, write: WriteId) -> &[Origin] {
        slice(&self.origins, &self.write(write).moved)
    }

    /// What changed in the state with a step.
    #[must_use]
    pub fn shifts_of(&self, step: StepId) -> &[Shift] {
        slice(&self.shifts, &self.step(step).shifts)
    }

    #[must_use]
    pub fn objects(&self) -> &[ObjectRecord] {
        &self.objects
    }

    #[must_use]
    pub fn cells(&self) -> &[CellRecord] {
        &self.cells
    }

    #[must_use]
    pub fn object(&self, id: ObjectId) -> &ObjectRecord {
        &self.objects[id.index()]
    }

    pub(crate) fn intern(&mut self, text: &str) -> TextId {
        if let Some(known) = self.numbers.get(text) {
            return *known;
        }
        let id = TextId(self.texts.len() as u32);
        let text: Arc<str> = Arc::from(text);
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, id);
        id
    }
}

fn slice<'a, T>(all: &'a [T], range: &Range<u32>) -> &'a [T] {
    &all[range.start as usize..range.end as usize]
}
