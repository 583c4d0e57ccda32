//! What others may watch: output and the events of a run.
//!
//! A run without an observer executes code that has no event instructions in it at all, so watching costs
//! nothing when nobody watches.

use ctype::TypeId;
use program::{ClaimId, Construct, ExprId, FunctionId, Pc, VarId};
use source::LocId;

use crate::access::{Access, Change, Extent, Looked, Wanted};
use crate::accesses::Accesses;
use crate::input::InputValue;
use crate::render::{Pointee, Value};

/// Where the program's output goes.
pub trait Output {
    /// Stream 1 is standard output, 2 standard error; others are the program's own numbers.
    fn write(&mut self, stream: i128, bytes: &[u8]);
}

/// Forgets all output.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoOutput;

impl Output for NoOutput {
    fn write(&mut self, _stream: i128, _bytes: &[u8]) {}
}

/// Keeps output in memory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CapturedOutput {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Output for CapturedOutput {
    fn write(&mut self, stream: i128, bytes: &[u8]) {
        if stream == 2 {
            self.stderr.extend_from_slice(bytes);
        } else {
            self.stdout.extend_from_slice(bytes);
        }
    }
}

/// Where an event happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    pub function: FunctionId,
    pub pc: Pc,
    pub loc: LocId,
    /// The number of calls on the stack.
    pub depth: usize,
}

/// Something about to be written, or just written.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    /// In source terms: `a[3].next`.
    pub place: String,
    pub value: Value,
    /// What a pointer points at.
    pub pointee: Option<Pointee>,
    /// The value in C syntax.
    pub text: String,
    /// Where it goes, for an observer of accesses; nothing if it goes nowhere.
    pub target: Option<Target>,
}

/// Where a value goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    pub extent: Extent,
    pub ty: TypeId,
    /// The part of its object: `a[3].next`; for what has no name, behind the object: `[3].next`.
    pub part: String,
    /// For a bit-field, its bits, counted from the extent.
    pub bits: Option<(u32, u32)>,
}

/// A value that is passed or returned.
#[derive(Debug, Clone, PartialEq)]
pub struct Passed {
    pub value: Value,
    /// What a pointer points at.
    pub pointee: Option<Pointee>,
    /// The value in C syntax.
    pub text: String,
}

impl Passed {
    /// A value that there is not.
    pub(crate) fn unknown() -> Passed {
        Passed {
            value: Value::Int(0),
            pointee: None,
            text: "?".to_owned(),
        }
    }
}

/// What a claim has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The expression that reads it.
    pub expr: ExprId,
    /// In source terms: `a[3].next`.
    pub place: String,
    pub is_pointer: bool,
    /// What a pointer points at.
    pub pointee: Option<Pointee>,
    /// The value in C syntax.
    pub text: String,
}

/// How much of a run is told to an observer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Watched {
    /// Only output, inputs and the end can be seen: the code has no event instructions.
    Nothing,
    /// Which way branches and switches of statements go. Costs little.
    Ways,
    /// Nothing, but the run stops where a step of the user's text begins. Only for a [`Stepper`](crate::Stepper).
    Steps,
    #[default]
    Everything,
    /// Also what each instruction reads and writes ([`Access`]). Costs much.
    Accesses,
    /// Everything, and before each instruction the addresses where it reads and stores ([`Accesses`]).
    Places,
}

impl Watched {
    #[must_use]
    pub fn all_if(wanted: bool) -> Watched {
        if wanted {
            Watched::Everything
        } else {
            Watched::Nothing
        }
    }

    pub(crate) const COUNT: usize = 6;

    /// Whether assignments and calls are told.
    pub(crate) fn is_all(self) -> bool {
        matches!(self, Watched::Everything | Watched::Accesses | Watched::Places)
    }

    pub(crate) fn index(self) -> usize {
        match self {
            Watched::Nothing => 0,
            Watched::Ways => 1,
            Watched::Everything => 2,
            Watched::Accesses => 3,
            Watched::Steps => 4,
            Watched::Places => 5,
        }
    }
}

/// Receives the events of a run in order. Every method does nothing unless given a body, but that those which tell where a run
/// comes by tell [`Observer::came_by`].
pub trait Observer {
    /// Which event instructions the program is compiled with.
    fn watches(&self) -> Watched {
        Watched::Everything
    }
    /// An instruction is about to be executed. Only for [`Watched::Places`].
    fn places(&mut self, _at: At, _accesses: &Accesses) {}
    /// Another thread than before runs from here on.
    fn thread_runs(&mut self, _name: &str) {}
    /// The run has come to an instruction that does something.
    fn came_by(&mut self, _at: At) {}
    fn assigned(&mut self, at: At, _assignment: &Assignment) {
        self.came_by(at);
    }
    /// A condition has been decided: that of a statement, or the first operand of `&&`, `||` or `?:`.
    fn branched(&mut self, at: At, _construct: Construct, _cond: ExprId, _taken: bool) {
        self.came_by(at);
    }
    fn switched(&mut self, at: At, _value: &str, _target: Pc) {
        self.came_by(at);
    }
    fn called(&mut self, at: At, _callee: FunctionId, _arguments: &[Passed]) {
        self.came_by(at);
    }
    /// `at` is where the call was made.
    fn returned(&mut self, _at: At, _from: FunctionId, _value: Option<&Passed>) {}
    fn declared(&mut self, _at: At, _var: VarId) {}
    fn died(&mut self, _at: At, _var: VarId) {}
    fn claim_held(&mut self, at: At, _claim: ClaimId) {
        self.came_by(at);
    }
    /// Whether [`Observer::examined`] is told about a claim.
    fn examines(&self, _claim: ClaimId) -> bool {
        false
    }
    /// A claim has been decided, one way or the other, and has read this.
    fn examined(&mut self, _at: At, _claim: ClaimId, _reads: &[Read]) {}
    /// An instruction begins in this activation of its function, and is about to read this.
    fn begins(&mut self, _at: At, _activation: u64, _reads: &[Access]) {}
    /// A claim has failed, having read this.
    fn failing(&mut self, _at: At, _activation: u64, _claim: ClaimId, _reads: &[Access]) {}
    /// A function has been entered; its parameters lie there, and behind them the list of extra arguments. [`Observer::called`] follows, but for the first one of a thread.
    fn entered(&mut self, _activation: u64, _parameters: &[Option<Extent>]) {}
    /// All that happened to memory since the last event, but stores of scalars, which are assignments.
    fn changed(&mut self, _changes: &[Change]) {}
    /// What an observer of accesses wants to look at; [`Observer::looked`] follows at once if it is anything.
    fn wants(&mut self) -> Vec<Wanted> {
        Vec::new()
    }
    fn looked(&mut self, _looked: &[Looked]) {}
    fn input(&mut self, _at: At, _record: &InputValue) {}
    fn output(&mut self, _at: At, _stream: i128, _bytes: &[u8]) {}
}

/// Watches nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn watches(&self) -> Watched {
        Watched::Nothing
    }
}
