//! The state of a run, from its start to its end.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use program::{Pc, Program, VarId};
use source::LocId;

use crate::code::{Class, Code};
use crate::exec::Ended;
use crate::frame::Registers;
use crate::input::InputRecord;
use crate::interpreter::{Environment, Interpreter, StackEntry};
use crate::memory::Memory;
use crate::object::{Chunk, Origin, Pointer, Provenance};
use crate::observe::{At, Watched};
use crate::stop::Stop;

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
    pub records: Vec<InputRecord>,
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
}

impl<'m> Machine<'m> {
    pub(crate) fn new(interpreter: &'m Interpreter<'_>, environment: Environment<'m>) -> Machine<'m> {
        let memory = interpreter.empty_memory(environment.limits.memory);
        Machine::with_memory(interpreter, environment, memory)
    }

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
        }
    }

    /// Makes the static objects and enters the program.
    pub(crate) fn start(&mut self, registers: &mut Registers) -> Result<(), Stop> {
        let layout = &self.interpreter.layout;
        for &var in &layout.statics {
            let variable = self.program.variable(var);
            let class = layout.class_of[var.index()];
            let origin = Origin::Variable { var, activation: 0 };
            let contents = match variable.external {
                true => self.environment.inputs.contents(&variable.name),
                false => None,
            };
            let known = !variable.external || contents.is_some();
            match self.memory.allocate(class, origin, known) {
                Ok(pointer) => {
                    let slot = pointer.provenance.slot();
                    self.memory.object_mut(slot).read_only = variable.read_only;
                    if let Some(bytes) = contents {
                        self.memory.fill_from(slot, bytes);
                    }
                    if variable.external {
                        self.outside.push((var, pointer.provenance));
                    }
                }
                // Nothing has been executed: this is the program's text, not a run that grew.
                Err(_) => {
                    let bytes = self
                        .program
                        .types
                        .size_of(variable.ty)
                        .unwrap_or(0)
                        .max(variable.extent);
                    return Err(Stop::Unsupported {
                        loc: variable.loc,
                        text: format!(
                            "`{}` of {bytes} bytes does not fit into the memory of a run (--memory-limit)",
                            variable.name
                        ),
                    });
                }
            }
        }
        let Some(code) = self.interpreter.code(self.program.entry, self.watched) else {
            return Err(self.internal("the program has no entry"));
        };
        self.enter(registers, code, 0, LocId::NONE)
    }

    /// Goes on to the end, or until the run is paused.
    pub(crate) fn run(&mut self, registers: &mut Registers) -> Stop {
        match self.execute(registers) {
            Ended::Stopped(stop) => stop,
            Ended::Finished => self.internal("an expression outside of an instruction"),
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
        match self.frames.last() {
            Some(frame) => {
                let entry = self.entry_of(frame, self.at);
                At {
                    function: entry.function,
                    pc: entry.pc,
                    loc: entry.loc,
                    depth,
                }
            }
            None => At {
                function: self.program.entry,
                pc: Pc(0),
                loc: LocId::NONE,
                depth,
            },
        }
    }

    pub(crate) fn event_at_caller(&self) -> At {
        match self
            .frames
            .len()
            .checked_sub(2)
            .and_then(|index| self.frames.get(index))
        {
            Some(frame) => {
                let entry = self.entry_of(frame, self.at);
                At {
                    function: entry.function,
                    pc: entry.pc,
                    loc: entry.loc,
                    depth: self.frames.len() - 1,
                }
            }
            None => self.event_at(),
        }
    }
}
