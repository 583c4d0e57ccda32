//! A run that is taken step by step, put back to where it was, and compared with others.
//!
//! Whoever explores what a program can do from some state on (Groce and Visser, *What Went Wrong*, 2003) needs four
//! things of an execution: to take one step, to know what can move, to come back, and to know that it has been here. A
//! step is a statement of the user's text by one thread, with all that the library does for it; in programs with
//! threads it also ends before each operation that others can notice, because there somebody else may go on.
//!
//! The state is what the machine holds. Restoring copies it into the storage that is there; comparing makes a
//! fingerprint of it (`fingerprint`) that does not depend on addresses or on the order in which objects were made.

mod fingerprint;
mod view;

use program::{FunctionId, Pc};
use source::LocId;

pub use view::{Seen, SeenValue};

use crate::code::Op;
use crate::exec::Ended;
use crate::frame::Registers;
use crate::interpreter::{Environment, Interpreter, Outcome};
use crate::machine::{Frame, Machine};
use crate::memory::Memory;
use crate::object::{Pointer, Provenance};
use crate::stop::Stop;
use crate::threads::Threads;
use fingerprint::Scratch;
pub(crate) use fingerprint::{Lanes, Walk};

/// Where a thread stands: a place in the user's text, and one in the code that it executes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StepPlace {
    /// The innermost function of the user's, and the statement in it.
    pub function: FunctionId,
    pub pc: Pc,
    /// What is executed next.
    pub inner: (FunctionId, Pc),
}

/// How a step ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stepped {
    /// The run can go on.
    On,
    Over(Stop),
}

/// A state of a run, to come back to.
#[derive(Debug)]
pub struct SavedState<'m> {
    memory: Memory,
    registers: Registers,
    frames: Vec<Frame<'m>>,
    at: usize,
    rounding: u8,
    steps: u64,
    argument_vector: Option<Pointer>,
    borrowed: Vec<(usize, Provenance)>,
    activations: u64,
    stack_bytes: u64,
    occurrences: std::collections::HashMap<String, u32>,
    allocated: std::collections::HashMap<u32, u32>,
    threads: Option<Box<Threads<'m>>>,
    between: bool,
}

/// Copies what a machine and a saved state have alike, beside memory and registers.
macro_rules! copy_state {
    ($to:ident, $from:ident) => {
        $to.frames.clone_from(&$from.frames);
        $to.at = $from.at;
        $to.rounding = $from.rounding;
        $to.steps = $from.steps;
        $to.argument_vector = $from.argument_vector;
        $to.borrowed.clone_from(&$from.borrowed);
        $to.activations = $from.activations;
        $to.stack_bytes = $from.stack_bytes;
        $to.occurrences.clone_from(&$from.occurrences);
        $to.allocated.clone_from(&$from.allocated);
        $to.threads.clone_from(&$from.threads);
    };
}

/// An execution that is taken step by step.
pub struct Stepper<'m> {
    machine: Machine<'m>,
    registers: Registers,
    /// The running thread stands where a step begins, and at nothing that others notice: nobody else can move.
    between: bool,
    scratch: Scratch,
}

impl std::fmt::Debug for Stepper<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stepper").finish_non_exhaustive()
    }
}

impl<'m> Stepper<'m> {
    /// Executes the program up to the first step of the user's text. The environment's observer must watch
    /// [`Watched::Steps`](crate::Watched::Steps).
    ///
    /// # Errors
    /// When the run is over before that.
    pub fn start(
        interpreter: &'m Interpreter<'_>,
        environment: Environment<'m>,
    ) -> Result<Stepper<'m>, Box<Outcome>> {
        let (machine, registers) = Machine::start(interpreter, environment, u64::MAX)?;
        let mut stepper = Stepper {
            machine,
            registers,
            between: true,
            scratch: Scratch::default(),
        };
        let ended = stepper.machine.execute(&mut stepper.registers);
        match stepper.after(Some(ended)) {
            Stepped::On => Ok(stepper),
            Stepped::Over(stop) => Err(Box::new(stepper.machine.outcome(stop, stepper.registers))),
        }
    }

    /// Data races are not looked for: runs go on behind them.
    pub fn ignore_races(&mut self) {
        if let Some(threads) = &mut self.machine.threads {
            threads.ignore_races();
        }
    }

    /// The threads that can take the next step, and those that only can because waiting may end by itself.
    #[must_use]
    pub fn able(&self) -> (Vec<usize>, Vec<usize>) {
        match &self.machine.threads {
            Some(threads) if self.between => (vec![threads.running_thread()], Vec::new()),
            Some(_) => self.machine.able(&self.registers),
            None => (vec![0], Vec::new()),
        }
    }

    /// The running thread takes a step, or if others can, the one that the supply of inputs decides for. The step has
    /// at most so many instructions.
    pub fn step(&mut self, most: u64) -> Stepped {
        self.machine.went = None;
        self.machine.environment.limits.steps = self.machine.steps.saturating_add(most);
        self.machine.next_look = self.machine.steps;
        if self.between {
            if let Some(threads) = &mut self.machine.threads {
                threads.forget_touched();
            }
            let ended = self.machine.execute(&mut self.registers);
            return self.after(Some(ended));
        }
        match self.machine.one_turn(&mut self.registers) {
            Ok(ended) => self.after(ended),
            Err(stop) => Stepped::Over(stop),
        }
    }

    fn after(&mut self, ended: Option<Ended>) -> Stepped {
        self.between = false;
        match ended {
            Some(Ended::Stopped(stop)) => return Stepped::Over(stop),
            Some(Ended::Finished) => {
                return Stepped::Over(self.machine.internal("an expression outside of an instruction"));
            }
            Some(Ended::Before) => {
                let next = self.machine.frames.last();
                let op = next.and_then(|frame| frame.code.ops.get(frame.at));
                self.between = !matches!(op, Some(Op::Thread { .. }));
            }
            Some(Ended::Parked) | None => {}
        }
        // Whoever made the last move that was possible completed what the others wait in.
        if !self.between && self.machine.threads.is_some() && self.machine.able(&self.registers).0.is_empty()
        {
            return Stepped::Over(self.machine.nobody(&mut self.registers));
        }
        Stepped::On
    }

    /// Which way the last step went, if it decided something: 1 if a condition held.
    #[must_use]
    pub fn went(&self) -> Option<u32> {
        self.machine.went
    }

    /// The names of all threads so far.
    #[must_use]
    pub fn thread_names(&self) -> &[String] {
        self.machine
            .threads
            .as_ref()
            .map_or(&[], |threads| threads.thread_names())
    }

    /// Which thread ran when until here.
    #[must_use]
    pub fn schedule(&self) -> runs::Schedule {
        let threads = self.machine.threads.as_ref();
        threads.map_or_else(Vec::new, |threads| threads.schedule_so_far())
    }

    fn frames_of(&self, thread: usize) -> &[Frame<'m>] {
        match &self.machine.threads {
            Some(threads) if threads.running_thread() != thread => threads.frames_of(thread),
            _ => &self.machine.frames,
        }
    }

    /// Where a thread stands.
    #[must_use]
    pub fn place(&self, thread: usize) -> StepPlace {
        let frames = self.frames_of(thread);
        let top = frames.len().wrapping_sub(1);
        let program = self.machine.program;
        let pc_of = |index: usize, frame: &Frame<'_>| {
            let at = if index == top {
                frame.at
            } else {
                frame.at.saturating_sub(1)
            };
            frame.code.pcs.get(at).copied().unwrap_or(Pc(0))
        };
        let place = |index: usize| (frames[index].code.function, pc_of(index, &frames[index]));
        let inner = match frames.len() {
            0 => (program.entry, Pc(0)),
            _ => place(top),
        };
        let own = (0..frames.len()).rev().find(|&index| {
            let function = frames[index].code.function;
            !program.function(function).embedded && function != program.entry
        });
        let (function, pc) = own.map_or(inner, place);
        let pc = self.machine.interpreter.step_at(function, pc);
        StepPlace { function, pc, inner }
    }

    /// The place of the statement in the user's text where the running thread is.
    #[must_use]
    pub fn loc(&self) -> LocId {
        self.machine.user_loc()
    }

    /// A number for all that the run holds: equal states have the same one, and different states do not, as far as 128
    /// bits can tell.
    pub fn fingerprint(&mut self) -> u128 {
        let mut scratch = std::mem::take(&mut self.scratch);
        let number = fingerprint::of(&self.machine, &self.registers, self.between, &mut scratch);
        self.scratch = scratch;
        number
    }

    #[must_use]
    pub fn save(&self) -> SavedState<'m> {
        let machine = &self.machine;
        let mut registers = Registers::default();
        registers.copy_from(&self.registers);
        SavedState {
            memory: machine.memory.clone(),
            registers,
            frames: machine.frames.clone(),
            at: machine.at,
            rounding: machine.rounding,
            steps: machine.steps,
            argument_vector: machine.argument_vector,
            borrowed: machine.borrowed.clone(),
            activations: machine.activations,
            stack_bytes: machine.stack_bytes,
            occurrences: machine.occurrences.clone(),
            allocated: machine.allocated.clone(),
            threads: machine.threads.clone(),
            between: self.between,
        }
    }

    /// The same in storage that is there.
    pub fn save_into(&self, saved: &mut SavedState<'m>) {
        let machine = &self.machine;
        saved.memory.clone_from(&machine.memory);
        let used = self.used_registers();
        saved.registers.bits.clear();
        saved
            .registers
            .bits
            .extend_from_slice(&self.registers.bits[..used]);
        saved.registers.prov.clear();
        saved
            .registers
            .prov
            .extend_from_slice(&self.registers.prov[..used]);
        copy_state!(saved, machine);
        saved.between = self.between;
    }

    /// What lies above the frames is nobody's.
    fn used_registers(&self) -> usize {
        let end = |frame: &Frame<'_>| frame.base + frame.code.registers;
        self.machine
            .frames
            .last()
            .map_or(0, end)
            .min(self.registers.bits.len())
    }

    pub fn restore(&mut self, saved: &SavedState<'m>) {
        let machine = &mut self.machine;
        machine.memory.clone_from(&saved.memory);
        self.registers.copy_from(&saved.registers);
        copy_state!(machine, saved);
        self.between = saved.between;
    }
}
