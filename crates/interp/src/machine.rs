//! The state of a run, from its start to its end.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use program::{Pc, Program, VarId};
use source::LocId;

use crate::code::{Class, Code};
use crate::exec::Ended;
use crate::frame::Registers;
use crate::input::InputValue;
use crate::interpreter::{Environment, Interpreter, Outcome, StackEntry};
use crate::memory::Memory;
use crate::object::{Chunk, Pointer, Provenance};
use crate::observe::{At, Watched};
use crate::stop::Stop;
use crate::threads::Threads;

/// Why a static variable has no place.
fn too_large(program: &Program, var: VarId) -> Stop {
    let variable = program.variable(var);
    let size = program.types.size_of(variable.ty).unwrap_or(0);
    let bytes = size.max(variable.extent);
    Stop::Unsupported {
        loc: variable.loc,
        text: format!(
            "`{}` of {bytes} bytes does not fit into the memory of a run (--memory-limit)",
            variable.name
        ),
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame<'m> {
    pub code: &'m Code,
    /// Where to go on.
    pub at: usize,
    pub base: usize,
    pub activation: u64,
}

pub(crate) struct Machine<'m> {
    pub interpreter: &'m Interpreter<'m>,
    pub program: &'m Program,
    pub environment: Environment<'m>,
    pub watched: Watched,
    pub memory: Memory,
    pub frames: Vec<Frame<'m>>,
    /// The op being executed, when anything outside the loop may ask.
    pub at: usize,
    pub pointer_mask: u64,
    pub rounding: u8,
    pub steps: u64,
    pub next_look: u64,
    pub result: (u64, u64, Provenance),
    pub result_class: Class,
    pub kept: Option<Chunk>,
    /// `argv`, once it has been asked for.
    pub argument_vector: Option<Pointer>,
    /// Storage that ends with a frame: (number of frames at its making, object).
    pub borrowed: Vec<(usize, Provenance)>,
    pub activations: u64,
    pub stack_bytes: u64,
    pub records: Vec<InputValue>,
    pub occurrences: HashMap<String, u32>,
    /// By line of the program: how many objects were allocated there.
    pub allocated: HashMap<u32, u32>,
    /// While explaining: no inputs are consumed and nothing is written.
    pub quiet: bool,
    /// Variables that nobody defines, and their objects.
    pub outside: Vec<(VarId, Provenance)>,
    /// After so many steps the run is to be paused, and whether it is.
    pub pause_at: u64,
    pub paused: bool,
    /// Which way the last step went that decided something; for a stepper.
    pub went: Option<u32>,
    /// Only in programs that start threads.
    pub threads: Option<Box<Threads<'m>>>,
}

impl<'m> Machine<'m> {
    pub(crate) fn with_memory(
        interpreter: &'m Interpreter<'_>,
        environment: Environment<'m>,
        memory: Memory,
    ) -> Machine<'m> {
        let program = interpreter.program;
        let pointer_bytes = program.types.model.pointer_bytes;
        Machine {
            interpreter,
            program,
            watched: environment.observer.watches(),
            environment,
            memory,
            frames: Vec::new(),
            at: 0,
            pointer_mask: if pointer_bytes == 4 {
                u32::MAX.into()
            } else {
                u64::MAX
            },
            rounding: 0,
            steps: 0,
            next_look: 0,
            result: (0, 0, Provenance::NONE),
            result_class: Class::None,
            kept: None,
            argument_vector: None,
            borrowed: Vec::new(),
            activations: 0,
            stack_bytes: 0,
            records: Vec::new(),
            occurrences: HashMap::new(),
            allocated: HashMap::new(),
            quiet: false,
            outside: Vec::new(),
            pause_at: u64::MAX,
            paused: false,
            went: None,
            threads: interpreter
                .layout
                .threads
                .then(|| Box::new(Threads::new(program))),
        }
    }

    /// Begins a run that is to be paused after so many steps.
    ///
    /// # Errors
    /// How the run ends, if it does not come to execute anything.
    pub(crate) fn start(
        interpreter: &'m Interpreter<'_>,
        environment: Environment<'m>,
        pause_at: u64,
    ) -> Result<(Machine<'m>, Registers), Box<Outcome>> {
        let (program, layout) = (interpreter.program, &interpreter.layout);
        let races = environment.inputs.stops_at_races();
        let (memory, mut registers) = match interpreter.fresh(environment.limits.memory) {
            Ok(fresh) => fresh,
            // Nothing has been executed: this is the program's text, not a run that grew.
            Err(var) => return Err(Box::new(Outcome::never_begun(too_large(program, var)))),
        };
        let mut machine = Machine::with_memory(interpreter, environment, memory);
        machine.pause_at = pause_at;
        if let Some(threads) = machine.threads.as_mut().filter(|_| !races) {
            threads.ignore_races();
        }
        if machine.tells_accesses() {
            machine.memory.begin_log();
        }
        for (slot, &var) in (1..).zip(&layout.statics) {
            let variable = program.variable(var);
            if !variable.external {
                continue;
            }
            if let Some(bytes) = machine.environment.inputs.contents(&variable.name) {
                machine.memory.initialise(slot);
                machine.memory.fill_from(slot, bytes);
            }
            let pointer = machine.memory.static_pointer(slot as u32);
            machine.outside.push((var, pointer.provenance));
        }
        let entered = match interpreter.code(program.entry, machine.watched) {
            Some(code) => machine.enter(&mut registers, code, 0, LocId::NONE),
            None => Err(machine.internal("the program has no entry")),
        };
        match entered {
            Ok(()) => Ok((machine, registers)),
            Err(stop) => Err(Box::new(machine.outcome(stop, registers))),
        }
    }

    /// Goes on to the end, or until the run is paused.
    pub(crate) fn run(&mut self, registers: &mut Registers) -> Stop {
        match self.execute(registers) {
            Ended::Stopped(stop) => stop,
            Ended::Parked => self.run_threads(registers),
            Ended::Finished | Ended::Before => self.internal("an expression outside of an instruction"),
        }
    }

    pub(crate) fn internal(&self, text: &str) -> Stop {
        Stop::Internal {
            loc: self.loc(),
            text: text.to_owned(),
        }
    }

    /// Checks limits and interrupts, and says when to look again.
    #[cold]
    pub(crate) fn look(&mut self, patience: u64) -> Option<Stop> {
        if self.steps >= self.environment.limits.steps {
            return Some(Stop::StepLimit);
        }
        if let Some(flag) = &self.environment.interrupt
            && flag.load(Ordering::Relaxed)
        {
            return Some(Stop::Interrupted);
        }
        if self.steps >= self.pause_at {
            self.paused = true;
            return Some(Stop::Interrupted);
        }
        let next = (self.steps + patience).min(self.environment.limits.steps);
        self.next_look = next.min(self.pause_at);
        None
    }

    /// The place of the instruction being executed.
    pub(crate) fn loc(&self) -> LocId {
        let Some(frame) = self.frames.last() else {
            return LocId::NONE;
        };
        self.entry_of(frame, self.at).loc
    }

    /// The place in the user's own text: of the innermost call that is not in a library model.
    pub(crate) fn user_loc(&self) -> LocId {
        let own = |entry: &StackEntry| !self.program.function(entry.function).embedded;
        let mut entries = self.entries();
        let first = entries.next();
        match first.filter(own).or_else(|| entries.find(own)).or(first) {
            Some(entry) => entry.loc,
            None => LocId::NONE,
        }
    }

    fn entry_of(&self, frame: &Frame<'_>, at: usize) -> StackEntry {
        let pc = frame.code.pcs.get(at).copied().unwrap_or(Pc(0));
        let function = self.program.function(frame.code.function);
        StackEntry {
            function: frame.code.function,
            pc,
            loc: function
                .body
                .get(pc.index())
                .map_or(LocId::NONE, |instr| instr.loc),
        }
    }

    pub(crate) fn stack_entries(&self) -> Vec<StackEntry> {
        self.entries().collect()
    }

    /// The active calls, innermost first.
    fn entries(&self) -> impl Iterator<Item = StackEntry> + '_ {
        let top = self.frames.len().wrapping_sub(1);
        self.frames.iter().enumerate().rev().map(move |(index, frame)| {
            let at = if index == top {
                self.at
            } else {
                frame.at.saturating_sub(1)
            };
            self.entry_of(frame, at)
        })
    }

    /// For events: where the machine is.
    pub(crate) fn event_at(&self) -> At {
        let depth = self.frames.len();
        self.at_frame(depth).unwrap_or(At {
            function: self.program.entry,
            pc: Pc(0),
            loc: LocId::NONE,
            depth,
        })
    }

    pub(crate) fn event_at_caller(&self) -> At {
        let caller = self.frames.len().checked_sub(1);
        caller
            .and_then(|depth| self.at_frame(depth))
            .unwrap_or_else(|| self.event_at())
    }

    /// Where the frame is that has so many with itself below it.
    fn at_frame(&self, depth: usize) -> Option<At> {
        let entry = self.entry_of(self.frames.get(depth.checked_sub(1)?)?, self.at);
        Some(At {
            function: entry.function,
            pc: entry.pc,
            loc: entry.loc,
            depth,
        })
    }
}
