//! The Equation: all that happens in the unwound program, in order.
//!
//! A step happens in a run if its guard holds there. The steps that happen in one run, in the order of the
//! list, are what that run does. Every value is kept as a term over the inputs; beside it stands which
//! expression of the program it is, and which earlier steps made what that expression reads, so that the
//! equation over names can be rebuilt and cut at any step.

pub(crate) mod contents;
pub(crate) mod execution;
pub(crate) mod ssa;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ctype::TypeId;
use logic::{TermId, TermPool};
use program::{ClaimId, ExprId, FunctionId, Pc, Program, VarId};
use runs::InputKind;
use source::LocId;

use crate::equation::contents::{Blank, Copied};
use crate::memory::object::Object;
use crate::symex::tape::Tape;
use crate::symex::unwind::{Bounds, Unwound};
use crate::threads::order::Concurrency;
use crate::{LoopName, ObjectId, ObjectKind, Value};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StepId(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameId(pub u32);

/// One activation of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub function: FunctionId,
    /// The activation that called it, and from where.
    pub caller: Option<(FrameId, Pc)>,
    pub depth: u32,
}

/// Some bytes of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    pub object: ObjectId,
    /// As wide as an address.
    pub offset: TermId,
    /// Whether it is this one, given that the step happens.
    pub chosen: TermId,
    pub size: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepKind {
    /// A scalar is stored. `expr` is absent where the value is not written as an expression (arguments of
    /// `main`, results of builtins).
    Assign {
        targets: Box<[Target]>,
        value: Value,
        ty: TypeId,
        expr: Option<ExprId>,
    },
    /// A record or array is stored as a whole.
    Copy {
        targets: Box<[Target]>,
        expr: Option<ExprId>,
    },
    /// One scalar of a record or array that is stored or passed as a whole by another step, `at` bytes into it; only in
    /// recorded equations.
    Part {
        whole: StepId,
        at: u64,
        targets: Box<[Target]>,
        value: Value,
        ty: TypeId,
    },
    Input {
        name: String,
        kind: InputKind,
        value: Value,
        ty: TypeId,
    },
    /// What lies at an offset of an object after two ways met; `left` says which of the two was taken.
    Merge {
        object: ObjectId,
        offset: u64,
        left: TermId,
        value: Value,
    },
    /// The condition of a branch was evaluated, and the run goes on there.
    Branch {
        expr: ExprId,
        cond: TermId,
    },
    /// The value of a switch was evaluated, and the run goes on there: at the arm of this number, counted from 0,
    /// or at the default, which counts as one after the last.
    Switch {
        expr: ExprId,
        value: Value,
        arm: TermId,
    },
    Assume {
        expr: ExprId,
        cond: TermId,
    },
    Claim {
        claim: ClaimId,
        cond: TermId,
        /// The truth of the parts of a condition made with `&&`, `||` and `!`.
        parts: Box<[(ExprId, TermId)]>,
    },
    /// A function starts; the frame is the new one.
    Call {
        callee: FrameId,
    },
    Return {
        expr: Option<ExprId>,
        value: Option<Value>,
    },
    /// A local variable with a name comes to life.
    Declare {
        var: VarId,
    },
    /// An effect on memory that is not an assignment.
    Effect {
        targets: Box<[Target]>,
    },
    Output {
        stream: Value,
        args: Box<[Value]>,
    },
}

#[derive(Debug, Clone)]
pub struct Step {
    pub kind: StepKind,
    /// The step happens in the runs in which this holds (and every constraint before it).
    pub guard: TermId,
    pub frame: FrameId,
    pub pc: Pc,
    pub loc: LocId,
    /// The loops being executed in the activation, outermost first: position of the loop's head and number
    /// of the round, from 0.
    pub rounds: Rc<[(Pc, u32)]>,
    /// The steps that stored what the expression reads.
    pub reads: Box<[StepId]>,
}

/// Where an expression reads that goes through a pointer or an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Load {
    /// The expression; for what is copied by a builtin, the pointer to it.
    pub expr: ExprId,
    /// Whether it is a copy by a builtin.
    pub copied: bool,
    pub frame: FrameId,
    /// How many steps are before it.
    pub at: usize,
    /// The bytes; chosen includes that the expression is evaluated.
    pub targets: Box<[Target]>,
}

/// Why part of the program was not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CutReason {
    Loop(LoopName),
    Recursion(FunctionId),
    /// The run has as many steps as `depth` allows.
    Depth,
    /// Something the symbolic side cannot do.
    Unsupported(String),
    /// A construct of C that is not supported, by the claim that it is not reached.
    Construct(ClaimId),
}

/// Runs in which `guard` holds at this point are not followed further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    pub reason: CutReason,
    pub guard: TermId,
    pub loc: LocId,
    /// How many steps are before it.
    pub at: usize,
    /// The activation that would go on, and with which instruction.
    pub frame: FrameId,
    pub pc: Pc,
}

/// Where something depends on where objects lie in memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AddressUse {
    pub guard: TermId,
    /// After how many steps.
    pub at: usize,
    pub frame: FrameId,
    pub pc: Pc,
}

/// The unwound program.
#[derive(Debug)]
pub struct Equation {
    pub pool: TermPool,
    /// Loops and recursions that were cut and had no end in sight.
    pub(crate) endless: BTreeSet<Unwound>,
    /// Recursions that were cut because the stack was as deep as any may be: a larger bound changes nothing.
    pub(crate) bottomless: BTreeSet<FunctionId>,
    pub steps: Vec<Step>,
    pub frames: Vec<Frame>,
    pub cuts: Vec<Cut>,
    /// In the order of the steps, if they were asked for.
    pub loads: Vec<Load>,
    /// With them: which bytes an input is that was read before it was written.
    pub unwritten: BTreeMap<StepId, (ObjectId, u64)>,
    /// Contents of objects as a whole that nobody wrote, by the step that enters them.
    pub(crate) blanks: BTreeMap<StepId, Blank>,
    /// Where bytes were copied while there were such contents, in order.
    pub(crate) copied: Vec<Copied>,
    /// Under which conditions runs come to an end by themselves, not by `abort`.
    pub ends: Vec<TermId>,
    /// Where the order of the addresses of different objects is looked at: when, and after how many steps.
    pub(crate) address_uses: Vec<AddressUse>,
    /// Under which conditions a pointer from outside is the address of an object: no input can say that.
    pub(crate) identified: Vec<TermId>,
    pub(crate) objects: Vec<Object>,
    /// How far it was unwound.
    pub(crate) bounds: Bounds,
    /// `argv` of all its runs.
    pub(crate) arguments: Vec<Vec<u8>>,
    /// How it was executed, if that was recorded.
    pub(crate) tape: Option<Tape>,
    /// The order of events, where there are threads.
    pub(crate) concurrency: Option<Box<Concurrency>>,
}

impl Equation {
    /// Whether a recursion went as deep as any stack may be.
    pub(crate) fn is_bottomless(&self, (function, head): Unwound) -> bool {
        head.is_none() && self.bottomless.contains(&function)
    }

    #[must_use]
    pub fn step(&self, id: StepId) -> &Step {
        &self.steps[id.0 as usize]
    }

    #[must_use]
    pub fn frame(&self, id: FrameId) -> &Frame {
        &self.frames[id.0 as usize]
    }

    #[must_use]
    pub fn object_kind(&self, id: ObjectId) -> ObjectKind {
        self.objects[id.0 as usize].kind
    }

    /// The place of a step in the user's own text: of the innermost call that is not in a library model.
    #[must_use]
    pub fn user_loc(&self, program: &Program, id: StepId) -> LocId {
        self.in_users_text(program, id)
            .map_or(self.step(id).loc, |(_, loc)| loc)
    }

    /// The activation of the user's own function in which a step happens, or that called the library there.
    #[must_use]
    pub fn user_frame(&self, program: &Program, id: StepId) -> FrameId {
        self.in_users_text(program, id)
            .map_or(self.step(id).frame, |(frame, _)| frame)
    }

    fn in_users_text(&self, program: &Program, id: StepId) -> Option<(FrameId, LocId)> {
        let step = self.step(id);
        let (mut frame, mut loc) = (step.frame, step.loc);
        loop {
            let activation = self.frame(frame);
            if !program.function(activation.function).embedded {
                return Some((frame, loc));
            }
            let (caller, pc) = activation.caller?;
            loc = program.function(self.frame(caller).function).body[pc.index()].loc;
            frame = caller;
        }
    }

    /// Whether the order of the addresses of different objects may be looked at in some run.
    #[must_use]
    pub fn may_depend_on_addresses(&self) -> bool {
        !self.address_uses.is_empty() || !self.identified.is_empty()
    }

    /// Whether a pointer from outside may be the address of an object, which no input of a run can say.
    #[must_use]
    pub fn identifies_pointers(&self) -> bool {
        !self.identified.is_empty()
    }

    /// The variable an object belongs to.
    #[must_use]
    pub fn variable(&self, id: ObjectId) -> Option<VarId> {
        match self.object_kind(id) {
            ObjectKind::Static(var) | ObjectKind::Local { var, .. } | ObjectKind::Vla { var, .. } => {
                Some(var)
            }
            _ => None,
        }
    }
}
