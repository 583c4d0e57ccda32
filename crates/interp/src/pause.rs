//! Runs that are paused on their way and taken up again, any number of times.
//!
//! Whoever tries thousands of changes on one test has thousands of runs that go the same way until they come to what is
//! changed. The state of a run at a pause is all that the machine knows; what the world outside knows (how much was
//! read, what was printed) is for the caller to keep. A run that is taken up has its objects outside filled anew, so
//! that it may go on in another way than the one that was paused.

use std::collections::HashMap;

use program::{FunctionId, VarId};

use crate::code::Class;
use crate::frame::Registers;
use crate::input::InputValue;
use crate::interpreter::{Environment, Interpreter, Outcome};
use crate::machine::{Frame, Machine};
use crate::memory::Memory;
use crate::object::{Chunk, Pointer, Provenance};
use crate::observe::Watched;
use crate::stop::Stop;

/// A call that was active.
#[derive(Debug, Clone, Copy)]
struct Call {
    function: FunctionId,
    at: usize,
    base: usize,
    activation: u64,
}

/// A run on its way.
#[derive(Debug)]
pub struct Pause {
    watched: Watched,
    memory: Memory,
    registers: Registers,
    calls: Vec<Call>,
    rounding: u8,
    steps: u64,
    result: (u64, u64, Provenance),
    result_class: Class,
    kept: Option<Chunk>,
    argument_vector: Option<Pointer>,
    borrowed: Vec<(usize, Provenance)>,
    activations: u64,
    stack_bytes: u64,
    records: Vec<InputValue>,
    occurrences: HashMap<String, u32>,
    allocated: HashMap<u32, u32>,
    outside: Vec<(VarId, Provenance)>,
}

impl Pause {
    /// Steps until here.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The inputs that were consumed until here, or since the run was last taken up.
    #[must_use]
    pub fn inputs(&self) -> &[InputValue] {
        &self.records
    }

    /// How many objects there are, and how many bytes of those that are alive.
    #[must_use]
    pub fn extent(&self) -> (usize, u64) {
        self.memory.extent()
    }
}

impl Machine<'_> {
    /// What came of a run that is over; others may use what it had.
    pub(crate) fn outcome(mut self, stop: Stop, registers: Registers) -> Outcome {
        self.tell_changes();
        let stack = self.stack_entries();
        let (schedule, thread) = self
            .threads
            .map_or_else(Default::default, |threads| threads.into_schedule());
        let thread = Some(thread).filter(|_| !schedule.is_empty());
        self.interpreter.give_back(self.memory, registers);
        Outcome {
            stop,
            stack,
            inputs: self.records,
            steps: self.steps,
            schedule,
            thread,
        }
    }

    fn paused_or_over(mut self, stop: Stop, mut registers: Registers) -> Result<Box<Pause>, Box<Outcome>> {
        if !self.paused {
            return Err(Box::new(self.outcome(stop, registers)));
        }
        let top = self.frames.len().wrapping_sub(1);
        let calls = self.frames.iter().enumerate().map(|(index, frame)| Call {
            function: frame.code.function,
            at: if index == top { self.at } else { frame.at },
            base: frame.base,
            activation: frame.activation,
        });
        let calls = calls.collect();
        // What lies above the frames is nobody's.
        let used = self
            .frames
            .last()
            .map_or(0, |frame| frame.base + frame.code.registers);
        registers.bits.truncate(used);
        registers.prov.truncate(used);
        self.memory.stamp();
        Ok(Box::new(Pause {
            watched: self.watched,
            memory: self.memory,
            registers,
            calls,
            rounding: self.rounding,
            steps: self.steps,
            result: self.result,
            result_class: self.result_class,
            kept: self.kept,
            argument_vector: self.argument_vector,
            borrowed: self.borrowed,
            activations: self.activations,
            stack_bytes: self.stack_bytes,
            records: self.records,
            occurrences: self.occurrences,
            allocated: self.allocated,
            outside: self.outside,
        }))
    }
}

impl<'p> Interpreter<'p> {
    /// Runs the program until it has taken so many steps and comes to a call or to the end of a round.
    ///
    /// # Errors
    /// What came of the run, if it is over before that.
    pub fn run_until<'m>(
        &'m self,
        environment: Environment<'m>,
        steps: u64,
    ) -> Result<Box<Pause>, Box<Outcome>> {
        let (mut machine, mut registers) = Machine::start(self, environment, steps)?;
        let stop = machine.run(&mut registers);
        machine.paused_or_over(stop, registers)
    }

    /// Takes up a run of this program with the same arguments, and as it was watched when it began. The outcome has the
    /// inputs since then.
    pub fn resume<'m>(&'m self, pause: &Pause, environment: Environment<'m>) -> Outcome {
        let (mut machine, mut registers) = self.taken_up(pause, environment);
        let stop = machine.run(&mut registers);
        machine.outcome(stop, registers)
    }

    /// The same, until so many steps from the beginning.
    ///
    /// # Errors
    /// What came of the run, if it is over before that.
    pub fn resume_until<'m>(
        &'m self,
        pause: &Pause,
        environment: Environment<'m>,
        steps: u64,
    ) -> Result<Box<Pause>, Box<Outcome>> {
        let (mut machine, mut registers) = self.taken_up(pause, environment);
        machine.pause_at = steps;
        let stop = machine.run(&mut registers);
        machine.paused_or_over(stop, registers)
    }

    fn taken_up<'m>(&'m self, pause: &Pause, environment: Environment<'m>) -> (Machine<'m>, Registers) {
        let (mut memory, mut registers) = self.copied(&pause.memory);
        registers.copy_from(&pause.registers);
        for (var, provenance) in &pause.outside {
            if let Some(bytes) = environment.inputs.contents(&self.program.variable(*var).name) {
                memory.fill_from(provenance.slot(), bytes);
            }
        }
        let mut machine = Machine::with_memory(self, environment, memory);
        machine.watched = pause.watched;
        machine.frames = pause
            .calls
            .iter()
            .filter_map(|call| {
                Some(Frame {
                    code: self.code(call.function, pause.watched)?,
                    at: call.at,
                    base: call.base,
                    activation: call.activation,
                })
            })
            .collect();
        machine.rounding = pause.rounding;
        machine.steps = pause.steps;
        machine.next_look = pause.steps;
        machine.result = pause.result;
        machine.result_class = pause.result_class;
        machine.kept.clone_from(&pause.kept);
        machine.argument_vector = pause.argument_vector;
        machine.borrowed.clone_from(&pause.borrowed);
        machine.activations = pause.activations;
        machine.stack_bytes = pause.stack_bytes;
        machine.occurrences.clone_from(&pause.occurrences);
        machine.allocated.clone_from(&pause.allocated);
        machine.outside.clone_from(&pause.outside);
        (machine, registers)
    }
}
