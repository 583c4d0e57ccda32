//! What a run does, written down as the interpreter tells it: a list of events, each with its activation.

use std::rc::Rc;

use interp::{Accesses, At, ByteAt, Observer, Owner, Passed, Watched};
use program::{Construct, ExprId, FunctionId, InstrKind, Pc, PlaceId, Program, VarId};
use source::SourceMap;

use crate::Statement;
use crate::backward::{is_statement, is_written};
use crate::demand::Storage;

#[derive(Debug, Clone, Copy)]
pub(crate) enum What {
    /// An instruction that stores, or does something to memory, but a call.
    Executed,
    /// The result of a call is stored.
    Result,
    Branched {
        cond: ExprId,
        taken: bool,
    },
    Switched {
        target: Pc,
    },
    Called {
        callee: usize,
        function: FunctionId,
    },
    Returned {
        caller: usize,
        call: Pc,
    },
    Declared(VarId),
}

#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub activation: usize,
    pub function: FunctionId,
    pub pc: Pc,
    pub what: What,
    pub places: Rc<Places>,
}

/// A byte of storage.
pub(crate) type Byte = (Storage<usize>, u64);

/// Where an instruction reads and stores, apart from variables by name.
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub loads: Vec<(ExprId, Storage<usize>, u64)>,
    pub stored: Option<Byte>,
    pub arguments: Vec<(Option<Byte>, u128)>,
    pub partial: bool,
}

/// An activation on the stack.
#[derive(Debug, Clone)]
struct Active {
    number: usize,
    function: FunctionId,
    /// The instruction that it executes.
    pc: Pc,
    places: Rc<Places>,
}

/// Writes down what a run does.
pub(crate) struct Recorder<'p> {
    program: &'p Program,
    pub events: Vec<Event>,
    stack: Vec<Active>,
    activations: usize,
}

impl<'p> Recorder<'p> {
    pub(crate) fn new(program: &'p Program) -> Recorder<'p> {
        let entry = Active {
            number: 0,
            function: program.entry,
            pc: Pc(0),
            places: Rc::default(),
        };
        Recorder {
            program,
            events: Vec::new(),
            stack: vec![entry],
            activations: 1,
        }
    }

    /// All statements of the user's own functions that the run executes, in order.
    pub(crate) fn statements(
        &self,
        sources: &SourceMap,
        temporary: impl Fn(PlaceId) -> bool,
    ) -> Vec<Statement> {
        let mut found = Vec::new();
        for event in &self.events {
            let function = self.program.function(event.function);
            if function.embedded || event.function == self.program.entry {
                continue;
            }
            let instr = &function.body[event.pc.index()];
            let outcome = match (event.what, &instr.kind) {
                (What::Executed, InstrKind::Assign { place, .. }) if !temporary(*place) => None,
                (What::Branched { taken, .. }, InstrKind::Branch { construct, .. })
                    if is_statement(*construct) =>
                {
                    Some(u32::from(!taken))
                }
                (What::Switched { target }, InstrKind::Switch { arms, .. }) => {
                    let arm = arms.iter().position(|arm| arm.target == target);
                    Some(arm.unwrap_or(arms.len()) as u32)
                }
                (What::Called { function, .. }, _) if !self.program.function(function).embedded => None,
                (What::Returned { .. }, _) if is_written(sources, instr.loc) => None,
                _ => continue,
            };
            found.push(Statement {
                function: event.function,
                pc: event.pc,
                outcome,
            });
        }
        found
    }

    /// Where the run is: its activation, and what the instruction there reads.
    pub(crate) fn end(&self) -> Option<(usize, FunctionId, Pc, Rc<Places>)> {
        let top = self.stack.last()?;
        Some((top.number, top.function, top.pc, top.places.clone()))
    }

    fn storage(&self, at: &ByteAt) -> Option<(Storage<usize>, u64)> {
        let storage = match at.owner {
            Owner::Static(var) => Storage::Static(var),
            Owner::Local { var, depth } => Storage::Local(self.stack.get(depth)?.number, var),
            Owner::Object(serial) => Storage::Object(serial),
        };
        Some((storage, at.offset))
    }

    fn add(&mut self, at: At, what: What) {
        if let Some(top) = self.stack.last() {
            self.events.push(Event {
                activation: top.number,
                function: at.function,
                pc: at.pc,
                what,
                places: top.places.clone(),
            });
        }
    }
}

impl Observer for Recorder<'_> {
    fn watches(&self) -> Watched {
        Watched::Places
    }

    fn places(&mut self, at: At, accesses: &Accesses) {
        let loads = accesses.loads.iter().filter_map(|(expr, byte)| {
            let (storage, offset) = self.storage(byte)?;
            Some((*expr, storage, offset))
        });
        let arguments = accesses.arguments.iter();
        let places = Rc::new(Places {
            loads: loads.collect(),
            stored: accesses.stored.and_then(|byte| self.storage(&byte)),
            arguments: arguments
                .map(|(byte, value)| (byte.and_then(|byte| self.storage(&byte)), *value))
                .collect(),
            partial: accesses.partial,
        });
        if let Some(top) = self.stack.last_mut() {
            (top.pc, top.places) = (at.pc, places);
        }
        let instr = self.program.function(at.function).body.get(at.pc.index());
        if let Some(InstrKind::Assign { .. } | InstrKind::Input { .. } | InstrKind::Builtin { .. }) =
            instr.map(|instr| &instr.kind)
        {
            self.add(at, What::Executed);
        }
    }

    fn assigned(&mut self, at: At, _: &interp::Assignment) {
        let instr = &self.program.function(at.function).body[at.pc.index()];
        if let InstrKind::Call { .. } = instr.kind {
            self.add(at, What::Result);
        }
    }

    fn branched(&mut self, at: At, _: Construct, cond: ExprId, taken: bool) {
        // Conditions within an expression are told, too.
        let own = &self.program.function(at.function).body[at.pc.index()].kind;
        if matches!(own, InstrKind::Branch { cond: whole, .. } if *whole == cond) {
            self.add(at, What::Branched { cond, taken });
        }
    }

    fn switched(&mut self, at: At, _: &str, target: Pc) {
        self.add(at, What::Switched { target });
    }

    fn called(&mut self, at: At, function: FunctionId, _: &[Passed]) {
        let callee = self.activations;
        self.activations += 1;
        self.add(at, What::Called { callee, function });
        self.stack.push(Active {
            number: callee,
            function,
            pc: Pc(0),
            places: Rc::default(),
        });
    }

    fn returned(&mut self, at: At, from: FunctionId, _: Option<&Passed>) {
        let Some(top) = self.stack.pop() else {
            return;
        };
        let caller = self.stack.last().map_or(0, |top| top.number);
        self.events.push(Event {
            activation: top.number,
            function: from,
            pc: top.pc,
            what: What::Returned { caller, call: at.pc },
            places: top.places,
        });
    }

    fn declared(&mut self, at: At, var: VarId) {
        self.add(at, What::Declared(var));
    }
}
