//! A run: its state, its calls, and the values it takes from outside.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ctype::{FloatFormat, TypeId};
use program::{ExprId, FunctionId, Lifetime, Pc, PlaceId, Program, VarId};
use source::{LocId, SourceMap};

use crate::code::{CalleeAt, Class, Code, Home, Param, Reg, Shape};
use crate::exec::Ended;
use crate::input::{ByteSource, InputKind, InputRecord, InputRequest, InputSupply};
use crate::memory::Memory;
use crate::object::{Chunk, End, Origin, Pointer, Provenance};
use crate::observe::{At, Observer, Output};
use crate::scalar::{Repr, Scalar};
use crate::stop::Stop;
use crate::translate::{self, Layout, Mode};

/// What a run may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of C stack.
    pub stack: u64,
    /// Bytes of all live objects.
    pub memory: u64,
    /// Counted where control goes back (loops) and at calls, in instructions of the Program.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            stack: 8 << 20,
            memory: 4 << 30,
            steps: u64::MAX,
        }
    }
}

/// The world around a run.
pub struct Environment<'e> {
    pub inputs: &'e mut dyn InputSupply,
    pub stdin: &'e mut dyn ByteSource,
    pub output: &'e mut dyn Output,
    pub observer: &'e mut dyn Observer,
    pub limits: Limits,
    /// `argv`, the program's name first.
    pub arguments: Vec<Vec<u8>>,
    /// Ends the run soon after it becomes true.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl std::fmt::Debug for Environment<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Environment")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// A call on the stack when the run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StackEntry {
    pub function: FunctionId,
    /// The instruction being executed in it.
    pub pc: Pc,
    pub loc: LocId,
}

/// What a run was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub stop: Stop,
    /// All inputs consumed, in order.
    pub inputs: Vec<InputRecord>,
    /// The calls that were active at the end, innermost first.
    pub stack: Vec<StackEntry>,
    pub steps: u64,
}

/// Executes one program, any number of times. Functions are translated when they are first called and kept.
#[derive(Debug)]
pub struct Interpreter<'p> {
    pub(crate) program: &'p Program,
    pub(crate) sources: Option<&'p SourceMap>,
    pub(crate) layout: Layout,
    silent: Vec<OnceCell<Box<Code>>>,
    telling: Vec<OnceCell<Box<Code>>>,
    plain: bool,
    /// Code for single expressions and places, made when something is explained or told.
    snippets: [Snippets; 2],
    addresses: [Snippets; 2],
}

type Snippets = OnceCell<Vec<OnceCell<Option<Box<(Code, Reg)>>>>>;

impl<'p> Interpreter<'p> {
    /// The source map is used only to put line numbers into the names of heap objects.
    #[must_use]
    pub fn new(program: &'p Program, sources: Option<&'p SourceMap>) -> Interpreter<'p> {
        let cells = || program.functions.iter().map(|_| OnceCell::new()).collect();
        Interpreter {
            program,
            sources,
            layout: Layout::new(program),
            silent: cells(),
            telling: cells(),
            plain: false,
            snippets: Default::default(),
            addresses: Default::default(),
        }
    }

    /// Without specialised instructions: slow, and what the specialised ones are tested against.
    #[must_use]
    pub fn plain(program: &'p Program, sources: Option<&'p SourceMap>) -> Interpreter<'p> {
        Interpreter {
            plain: true,
            ..Interpreter::new(program, sources)
        }
    }

    pub(crate) fn code(&self, function: FunctionId, events: bool) -> Option<&Code> {
        let cells = if events { &self.telling } else { &self.silent };
        let mode = Mode {
            events,
            plain: self.plain,
        };
        let code = cells
            .get(function.index())?
            .get_or_init(|| Box::new(translate::translate(self.program, &self.layout, function, mode)));
        Some(code)
    }

    /// Code that evaluates an expression in a frame of `code`, and where it leaves the value.
    pub(crate) fn snippet(&self, code: &Code, expr: ExprId, events: bool) -> Option<&(Code, Reg)> {
        let cells = self.snippets[usize::from(events)]
            .get_or_init(|| self.program.exprs.iter().map(|_| OnceCell::new()).collect());
        let made = || translate::snippet(self.program, &self.layout, code, expr).map(Box::new);
        cells.get(expr.index())?.get_or_init(made).as_deref()
    }

    /// Code that computes the address of a place.
    pub(crate) fn address(&self, code: &Code, place: PlaceId, events: bool) -> Option<&(Code, Reg)> {
        let cells = self.addresses[usize::from(events)]
            .get_or_init(|| self.program.places.iter().map(|_| OnceCell::new()).collect());
        let made = || translate::address_snippet(self.program, &self.layout, code, place).map(Box::new);
        cells.get(place.index())?.get_or_init(made).as_deref()
    }

    /// Runs the program from its entry to its end.
    pub fn run<'m>(&'m self, environment: Environment<'m>) -> Outcome {
        let mut machine = Machine::new(self, environment);
        let stop = machine.run();
        Outcome {
            stop,
            stack: machine.stack_entries(),
            inputs: machine.records,
            steps: machine.steps,
        }
    }
}

/// The registers of all frames.
#[derive(Debug, Default)]
pub(crate) struct Registers {
    pub bits: Vec<u64>,
    pub prov: Vec<u64>,
}

impl Registers {
    #[inline]
    pub(crate) fn window(&mut self, base: usize, count: usize) -> (&mut [u64], &mut [u64]) {
        let end = base + count;
        if self.bits.len() < end {
            let length = (end * 2).max(1024);
            self.bits.resize(length, 0);
            self.prov.resize(length, 0);
        }
        (&mut self.bits[base..end], &mut self.prov[base..end])
    }

    /// A frame that ends at `next`, and the one that starts there.
    fn split(&mut self, base: usize, next: usize, count: usize) -> (Seen<'_>, Window<'_>) {
        let (lower, upper) = self.bits.split_at_mut(next);
        let (lower_prov, upper_prov) = self.prov.split_at_mut(next);
        let seen = Seen {
            bits: &lower[base..],
            prov: &lower_prov[base..],
        };
        let window = Window {
            bits: &mut upper[..count],
            prov: &mut upper_prov[..count],
        };
        (seen, window)
    }
}

/// The registers of a frame, to look at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen<'r> {
    pub bits: &'r [u64],
    pub prov: &'r [u64],
}

impl Seen<'_> {
    pub(crate) fn pointer(&self, reg: Reg) -> Pointer {
        Pointer {
            address: self.bits[reg as usize],
            provenance: Provenance(self.prov[reg as usize]),
        }
    }
}

/// The registers of a frame, to change.
struct Window<'r> {
    bits: &'r mut [u64],
    prov: &'r mut [u64],
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
    pub events: bool,
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
    activations: u64,
    stack_bytes: u64,
    pub records: Vec<InputRecord>,
    occurrences: HashMap<String, u32>,
    /// While explaining: no inputs are consumed and nothing is written.
    pub quiet: bool,
}

impl<'m> Machine<'m> {
    fn new(interpreter: &'m Interpreter<'_>, environment: Environment<'m>) -> Machine<'m> {
        let program = interpreter.program;
        let pointer_bytes = program.types.model.pointer_bytes;
        let memory = Memory::new(
            pointer_bytes,
            program.functions.len(),
            environment.limits.memory,
            &interpreter.layout.classes,
        );
        Machine {
            interpreter,
            program,
            events: environment.observer.wants_events(),
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
            quiet: false,
        }
    }

    fn run(&mut self) -> Stop {
        for (index, variable) in self.program.variables.iter().enumerate() {
            if variable.lifetime != Lifetime::Static {
                continue;
            }
            let class = self.interpreter.layout.class_of[index];
            let origin = Origin::Variable {
                var: VarId(index as u32),
                activation: 0,
            };
            match self.memory.allocate(class, origin, !variable.external) {
                Ok(pointer) => {
                    self.memory.object_mut(pointer.provenance.slot()).read_only = variable.read_only
                }
                Err(_) => return Stop::OutOfMemory(variable.loc),
            }
        }
        let Some(code) = self.interpreter.code(self.program.entry, self.events) else {
            return self.internal("the program has no entry");
        };
        let mut registers = Registers::default();
        if let Err(stop) = self.enter(&mut registers, code, 0, LocId::NONE) {
            return stop;
        }
        match self.execute(&mut registers) {
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

    /// Pushes a frame, with its variables in memory that exist from the start.
    fn enter(
        &mut self,
        registers: &mut Registers,
        code: &'m Code,
        base: usize,
        loc: LocId,
    ) -> Result<(), Stop> {
        self.stack_bytes += code.frame_bytes;
        if self.stack_bytes > self.environment.limits.stack {
            return Err(Stop::StackOverflow {
                loc,
                depth: self.frames.len(),
            });
        }
        let (bits, prov) = registers.window(base, code.registers);
        bits[..code.cleared].fill(0);
        prov[..code.cleared].fill(0);
        self.activations += 1;
        let activation = self.activations;
        for item in &code.memory {
            if item.at_entry {
                let origin = Origin::Variable {
                    var: item.var,
                    activation,
                };
                let pointer = self
                    .memory
                    .allocate(item.class, origin, false)
                    .map_err(|_| Stop::OutOfMemory(loc))?;
                bits[item.reg as usize] = pointer.address;
                prov[item.reg as usize] = pointer.provenance.0;
            }
        }
        self.frames.push(Frame {
            code,
            at: 0,
            base,
            activation,
        });
        Ok(())
    }

    /// Makes a call from the frame at `base`.
    pub(crate) fn call(
        &mut self,
        registers: &mut Registers,
        code: &'m Code,
        site: usize,
        base: usize,
    ) -> Result<(), Stop> {
        let site = &code.calls[site];
        let bad = |text: String| Err(Stop::BadCall { loc: site.loc, text });
        let function = match site.callee {
            CalleeAt::Direct(function) => function,
            CalleeAt::Indirect(reg) => {
                let address = registers.bits[base + reg as usize];
                match self.memory.function_at(address) {
                    Some(function) => function,
                    None => return bad("a call through a pointer that points at no function".into()),
                }
            }
        };
        let callee = self.program.function(function);
        if callee.body.is_empty() {
            return Err(Stop::Unsupported {
                loc: site.loc,
                text: format!("`{}` has no body", callee.name),
            });
        }
        let Some(target) = self.interpreter.code(function, self.events) else {
            return bad("a call of a function that does not exist".into());
        };
        if site.args.len() > target.params.len() {
            return bad(format!(
                "`{}` takes {} arguments and is called with {}",
                callee.name,
                target.params.len(),
                site.args.len()
            ));
        }
        self.steps += 1;
        if self.steps >= self.next_look
            && let Some(stop) = self.look(1 << 16)
        {
            return Err(stop);
        }
        let next = base + code.registers;
        self.enter(registers, target, next, site.loc)?;
        let (caller, mut frame) = registers.split(base, next, target.registers);
        for (index, (&(reg, shape), param)) in site.args.iter().zip(&target.params).enumerate() {
            // The usual case first: a value of one register, of just the right type.
            if let (
                Home::Reg {
                    reg: to,
                    flag: None,
                    scalar,
                },
                Shape::Scalar(given),
            ) = (param.home, shape)
                && given == scalar
                && !scalar.is_wide()
            {
                frame.bits[to as usize] = caller.bits[reg as usize];
                frame.prov[to as usize] = caller.prov[reg as usize];
                continue;
            }
            if !self.pass(caller, &mut frame, (reg, shape), param) {
                let text = format!(
                    "argument {} of `{}` has type `{}` and the parameter `{}`",
                    index + 1,
                    callee.name,
                    self.program.types.display(site.arg_types[index]),
                    self.program
                        .types
                        .display(self.program.variable(callee.params[index]).ty),
                );
                return Err(Stop::BadCall { loc: site.loc, text });
            }
        }
        if let Some(param) = &target.varargs {
            let pointer = Scalar {
                repr: Repr::Pointer,
                size: self.memory.word as u32,
            };
            match site.varargs {
                Some(reg) => {
                    self.pass(caller, &mut frame, (reg, Shape::Scalar(pointer)), param);
                }
                None => {
                    if let Home::Reg { reg, .. } = param.home {
                        frame.bits[reg as usize] = 0;
                        frame.prov[reg as usize] = 0;
                    }
                }
            }
        }
        if self.events {
            let arguments = self.argument_texts(caller, site);
            let at = self.event_at_caller();
            self.environment.observer.called(at, function, &arguments);
        }
        Ok(())
    }

    /// Gives one argument to its parameter; false if it does not fit.
    fn pass(
        &mut self,
        caller: Seen<'_>,
        frame: &mut Window<'_>,
        (from, shape): (Reg, Shape),
        param: &Param,
    ) -> bool {
        let from = from as usize;
        match (shape, param.shape) {
            (Shape::Scalar(scalar), Shape::Scalar(wanted)) => {
                // An old-style parameter of a narrow type takes the promoted value and converts it back.
                let promoted = match (scalar.repr, wanted.repr) {
                    (Repr::Int(32, _), Repr::Int(..32, _) | Repr::Bool) => true,
                    (Repr::Float(FloatFormat::Double), Repr::Float(to)) => to < FloatFormat::Double,
                    _ => false,
                };
                if scalar != wanted
                    && !promoted
                    && (scalar.size != wanted.size
                        || scalar.is_float() != wanted.is_float()
                        || scalar.is_wide() != wanted.is_wide())
                {
                    return false;
                }
                let mut bits = u128::from(caller.bits[from]);
                if scalar.is_wide() {
                    bits |= u128::from(caller.bits[from + 1]) << 64;
                } else if promoted && scalar.is_float() {
                    bits = self.convert(bits, scalar, wanted);
                } else if scalar != wanted {
                    bits = wanted.canonical(bits);
                }
                let provenance = if !scalar.is_pointer() && wanted.is_pointer() {
                    self.memory.find(bits as u64)
                } else {
                    Provenance(caller.prov[from])
                };
                match param.home {
                    Home::Reg { reg, flag, .. } => {
                        let reg = reg as usize;
                        if let Some(flag) = flag {
                            frame.bits[flag as usize] = 1;
                        }
                        frame.bits[reg] = bits as u64;
                        if wanted.is_wide() {
                            frame.bits[reg + 1] = (bits >> 64) as u64;
                        }
                        if wanted.is_pointer() {
                            frame.prov[reg] = provenance.0;
                        }
                    }
                    Home::Memory(reg) => {
                        let to = Pointer {
                            address: frame.bits[reg as usize],
                            provenance: Provenance(frame.prov[reg as usize]),
                        };
                        if let Some(spot) = self.memory.spot(to, wanted.size as usize) {
                            self.memory.write(spot, wanted, bits, provenance);
                        }
                    }
                    Home::Static(_) => {}
                }
                true
            }
            (Shape::Aggregate(size), Shape::Aggregate(wanted)) if size == wanted => {
                let Home::Memory(reg) = param.home else {
                    return false;
                };
                let source = caller.pointer(from as Reg);
                let to = Pointer {
                    address: frame.bits[reg as usize],
                    provenance: Provenance(frame.prov[reg as usize]),
                };
                if let (Some(source), Some(to)) = (
                    self.memory.spot(source, size as usize),
                    self.memory.spot(to, size as usize),
                ) {
                    let chunk = self.memory.extract(source, size as usize);
                    self.memory.insert(to, &chunk);
                }
                true
            }
            _ => false,
        }
    }

    /// Ends the frame on top; an error means that the run is over.
    pub(crate) fn leave(&mut self, code: &'m Code, bits: &[u64], prov: &[u64]) -> Result<(), Stop> {
        for item in &code.memory {
            let provenance = prov[item.reg as usize];
            if provenance != 0 && bits[item.reg as usize] != 0 {
                self.memory.kill(Provenance(provenance), End::Left);
            }
        }
        let depth = self.frames.len();
        while let Some(&(made, provenance)) = self.borrowed.last() {
            if made < depth {
                break;
            }
            self.memory.kill(provenance, End::Left);
            self.borrowed.pop();
        }
        self.stack_bytes -= code.frame_bytes;
        self.frames.pop();
        let Some(caller) = self.frames.last() else {
            let status = if self.result_class == Class::Narrow {
                i128::from(self.result.0 as i64)
            } else {
                0
            };
            return Err(Stop::Exit(status));
        };
        self.at = caller.at - 1;
        if self.events {
            let text = self.result_text(code.function);
            let at = self.event_at();
            self.environment
                .observer
                .returned(at, code.function, text.as_deref());
        }
        Ok(())
    }

    /// The result of the call just made. Types agree, or the function is called through a wrong type and
    /// the bits are taken as they are.
    pub(crate) fn take_result(&mut self, d: Reg, class: Class, bits: &mut [u64], prov: &mut [u64]) {
        let d = d as usize;
        bits[d] = self.result.0;
        match class {
            Class::Wide => bits[d + 1] = self.result.1,
            Class::Pointer if self.result_class == Class::Pointer => prov[d] = self.result.2.0,
            Class::Pointer => prov[d] = self.memory.find(self.result.0).0,
            Class::None | Class::Narrow => {}
        }
        self.result_class = Class::None;
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
        self.next_look = (self.steps + patience).min(self.environment.limits.steps);
        None
    }

    /// Takes an input, cut to its type.
    pub(crate) fn consume(&mut self, name: &str, ty: TypeId, kind: InputKind, loc: LocId) -> u128 {
        if self.quiet {
            return 0;
        }
        let occurrence = self.occurrences.entry(name.to_owned()).or_insert(0);
        *occurrence += 1;
        let occurrence = *occurrence;
        let request = InputRequest {
            name,
            occurrence,
            ty,
            types: &self.program.types,
            kind,
            loc,
        };
        let supplied = self.environment.inputs.supply(&request);
        let mut bits = supplied;
        if let Some(scalar) = Scalar::of(&self.program.types, ty) {
            bits = scalar.canonical(bits);
            if scalar.repr == Repr::Bool {
                bits = u128::from(bits != 0);
            }
        }
        self.record(name, occurrence, ty, kind, bits, loc);
        bits
    }

    pub(crate) fn record(
        &mut self,
        name: &str,
        occurrence: u32,
        ty: TypeId,
        kind: InputKind,
        bits: u128,
        loc: LocId,
    ) {
        let record = InputRecord {
            name: name.to_owned(),
            occurrence,
            ty,
            kind,
            bits,
            loc,
        };
        let at = self.event_at();
        self.environment.observer.input(at, &record);
        self.records.push(record);
    }

    /// The next byte of standard input as a recorded input, or -1.
    pub(crate) fn read_byte(&mut self, ty: TypeId) -> i32 {
        if self.quiet {
            return -1;
        }
        let byte = self.environment.stdin.next_byte();
        let value = byte.map_or(-1, i32::from);
        let occurrence = self.occurrences.entry("stdin".to_owned()).or_insert(0);
        *occurrence += 1;
        let occurrence = *occurrence;
        let bits = i128::from(value) as u128;
        self.record("stdin", occurrence, ty, InputKind::Stdin, bits, self.loc());
        value
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

    fn stack_entries(&self) -> Vec<StackEntry> {
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

    fn event_at_caller(&self) -> At {
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
