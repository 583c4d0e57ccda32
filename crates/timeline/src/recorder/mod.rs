//! The observer that makes a timeline.
//!
//! An instruction that does something is one step: it is made when the instruction begins, with what that is about to
//! read, and the events that follow fill in what became of it. Two things are steps of their own: the arrival of a
//! call's result, which comes when the callee has ended, and a failing check, because checks that hold are not
//! recorded.

mod events;
mod writes;

use std::collections::HashMap;

use interp::{Access, At, Extent};
use program::{Builtin, CheckKind, Construct, InstrKind, Pc, Program};

use crate::control::AllControls;
use crate::data::{Step, StepId, StepKind, Timeline};
use crate::state::Objects;
use crate::writers::Writers;

/// An activation of a function.
#[derive(Debug, Default)]
struct Frame {
    /// Open decisions, each with the place where its ways meet.
    regions: Vec<(StepId, Option<Pc>)>,
    call: Option<StepId>,
}

#[derive(Debug)]
pub struct Recorder<'p> {
    program: &'p Program,
    timeline: Timeline,
    writers: Writers,
    objects: Objects,
    controls: AllControls<'p>,
    frames: HashMap<u64, Frame>,
    /// By thread: its activations, the outermost first.
    stacks: Vec<Vec<u64>>,
    thread: usize,
    /// The last step of each thread.
    last_of: Vec<Option<StepId>>,
    /// Where the parameters of the function lie that is being called.
    entered: Option<(u64, Vec<Option<Extent>>)>,
    most: usize,
}

impl<'p> Recorder<'p> {
    #[must_use]
    pub fn new(program: &'p Program) -> Recorder<'p> {
        let mut timeline = Timeline::default();
        timeline.threads.push("main".to_owned());
        Recorder {
            program,
            timeline,
            writers: Writers::default(),
            objects: Objects::default(),
            controls: AllControls::new(program),
            frames: HashMap::new(),
            stacks: vec![Vec::new()],
            thread: 0,
            last_of: vec![None],
            entered: None,
            most: budgets::timeline::STEPS.count(),
        }
    }

    /// The last step so far.
    #[must_use]
    pub fn current(&self) -> Option<StepId> {
        self.timeline
            .steps
            .len()
            .checked_sub(1)
            .map(|index| StepId(index as u32))
    }

    /// Whether what happens is not kept any more.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.timeline.cut
    }

    #[must_use]
    pub fn finish(mut self) -> Timeline {
        self.close();
        self.timeline
    }

    /// What has happened since a step was made is its own.
    fn close(&mut self) {
        let timeline = &mut self.timeline;
        let (writes, decisions, shifts) = (
            timeline.writes.len() as u32,
            timeline.decisions.len() as u32,
            timeline.shifts.len() as u32,
        );
        if let Some(last) = timeline.steps.last_mut() {
            last.writes.end = writes;
            last.decisions.end = decisions;
            last.shifts.end = shifts;
        }
    }

    fn here(&self) -> StepId {
        self.current().unwrap_or(StepId(0))
    }

    fn fills_up(&mut self) -> bool {
        self.timeline.cut |= self.timeline.steps.len() >= self.most;
        self.timeline.cut
    }

    fn push(&mut self, at: At, activation: u64, kind: StepKind, reads: &[Access]) -> StepId {
        self.close();
        let control = self.frames.get(&activation).and_then(|frame| {
            let region = frame.regions.last().map(|(decision, _)| *decision);
            region.or(frame.call)
        });
        let first = self.timeline.reads.len() as u32;
        for access in reads {
            self.push_read(access);
        }
        let timeline = &mut self.timeline;
        let id = StepId(timeline.steps.len() as u32);
        let empty = |at: usize| at as u32..at as u32;
        self.last_of[self.thread] = Some(id);
        timeline.steps.push(Step {
            at,
            activation,
            thread: self.thread as u16,
            kind,
            control,
            reads: first..timeline.reads.len() as u32,
            writes: empty(timeline.writes.len()),
            decisions: empty(timeline.decisions.len()),
            shifts: empty(timeline.shifts.len()),
        });
        id
    }

    /// A thread that stood before an operation performs it: what others did meanwhile lies in between.
    fn takes_up(&mut self, last: StepId) {
        let waiting = self.timeline.step(last);
        if !matches!(waiting.kind, StepKind::Builtin(Builtin::Thread(_))) || self.timeline.cut {
            return;
        }
        let Step {
            at,
            activation,
            kind,
            ref reads,
            ..
        } = *waiting;
        let reads = reads.clone();
        self.push(at, activation, kind, &[]);
        if let Some(step) = self.timeline.steps.last_mut() {
            step.reads = reads;
        }
    }

    fn last(&mut self) -> Option<&mut Step> {
        self.timeline.steps.last_mut()
    }

    fn kind_of(&self, kind: &InstrKind) -> Option<StepKind> {
        Some(match kind {
            InstrKind::Assign { .. } | InstrKind::Input { .. } => StepKind::Assignment,
            InstrKind::Branch { construct, .. } => StepKind::Branch {
                construct: *construct,
                taken: false,
            },
            // What was decided is told at once.
            InstrKind::Switch { .. } => StepKind::Branch {
                construct: Construct::Switch,
                taken: true,
            },
            InstrKind::Call { callee, .. } => match callee {
                program::Callee::Direct(callee) => StepKind::Call(*callee),
                program::Callee::Indirect(_) => StepKind::Call(self.program.entry),
            },
            InstrKind::Return(_) => StepKind::Return,
            InstrKind::Claim(claim) => {
                if self.program.claim(*claim).kind != CheckKind::Assertion {
                    return None;
                }
                StepKind::Claim {
                    claim: *claim,
                    failed: false,
                }
            }
            InstrKind::Builtin { op, .. } => StepKind::Builtin(*op),
            InstrKind::Assume(_) => StepKind::Assumption,
            InstrKind::Halt(_) | InstrKind::Abort => StepKind::End,
            InstrKind::Declare(_) | InstrKind::Dead(_) | InstrKind::Jump(_) => return None,
        })
    }

    fn instr(&self, at: At) -> Option<&'p InstrKind> {
        let body = &self.program.function(at.function).body;
        body.get(at.pc.index()).map(|instr| &instr.kind)
    }

    /// The activation that runs in a function just now.
    fn activation(&self) -> u64 {
        self.stacks[self.thread].last().copied().unwrap_or(0)
    }

    fn is_running(&mut self, activation: u64) {
        let stack = &mut self.stacks[self.thread];
        match stack.iter().rposition(|known| *known == activation) {
            Some(position) => stack.truncate(position + 1),
            None => stack.push(activation),
        }
    }
}
