//! What callers see of the interpreter: a program made ready, the world it runs in, and what came of a run.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use program::{ExprId, FunctionId, Pc, PlaceId, Program, VarId};
use source::{LocId, SourceMap};

use crate::code::{Code, Reg};
use crate::frame::Registers;
use crate::held::Held;
use crate::input::{ByteSource, InputSupply, InputValue};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::object::Origin;
use crate::observe::{Observer, Output, Watched};
use crate::stop::Stop;
use crate::translate::{self, Layout, Mode};

/// So many memories are kept for runs to come: one for each thread that runs.
const MOST_USED: usize = 64;
/// Larger ones are not kept: pages that the host gives anew are zero until they are touched, and most of a large array
/// never is.
const USED_OBJECTS: usize = 1 << 14;
const USED_BYTES: u64 = 4 << 20;
/// Static objects of more bytes are made anew for each run. A copy of large ones that nothing was written to costs nothing.
const IMAGE_BYTES: u64 = 64 << 20;

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
            stack: budgets::interp::MAX_STACK.get(),
            memory: budgets::interp::MAX_MEMORY.get(),
            steps: u64::MAX,
        }
    }
}

impl Limits {
    /// Of a run that is one of thousands with something changed: what asks for hundreds of megabytes does so by mistake,
    /// and several such runs at once would take the memory of the tool itself.
    #[must_use]
    pub fn of_trial() -> Limits {
        Limits {
            memory: budgets::interp::MAX_TRIAL_MEMORY.get(),
            ..Limits::default()
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
    pub inputs: Vec<InputValue>,
    /// The calls that were active at the end, innermost first.
    pub stack: Vec<StackEntry>,
    pub steps: u64,
    /// Which thread ran when, if there were several.
    pub schedule: runs::Schedule,
    /// The thread that ran last, if there were several.
    pub thread: Option<String>,
}

impl Outcome {
    /// Of a run that executed nothing.
    pub(crate) fn never_begun(stop: Stop) -> Outcome {
        Outcome {
            stop,
            inputs: Vec::new(),
            stack: Vec::new(),
            steps: 0,
            schedule: Vec::new(),
            thread: None,
        }
    }
}

/// Executes one program, any number of times. Functions are translated when they are first called and kept.
#[derive(Debug)]
pub struct Interpreter<'p> {
    pub(crate) program: &'p Program,
    pub(crate) sources: Option<&'p SourceMap>,
    pub(crate) layout: Layout,
    /// What every run begins with: the static objects; nothing if they take too much.
    image: OnceLock<Option<Memory>>,
    /// What runs that are over had, for those to come.
    used: Mutex<Vec<(Memory, Registers)>>,
    /// By what is watched.
    code: [Vec<OnceLock<Box<Code>>>; Watched::COUNT],
    plain: bool,
    moved: bool,
    /// Which variables hold something, by function, for those who compare states.
    held: Vec<OnceLock<Held>>,
    /// Where steps begin, by function.
    step_starts: Vec<OnceLock<Vec<Pc>>>,
    /// Code for single expressions and places, made when something is explained or told.
    snippets: [Snippets; Watched::COUNT],
    addresses: [Snippets; Watched::COUNT],
}

type Snippets = OnceLock<Vec<OnceLock<Option<Box<(Code, Reg)>>>>>;

impl<'p> Interpreter<'p> {
    /// The source map is used only to put line numbers into the names of heap objects.
    #[must_use]
    pub fn new(program: &'p Program, sources: Option<&'p SourceMap>) -> Interpreter<'p> {
        let cells = || program.functions.iter().map(|_| OnceLock::new()).collect();
        Interpreter {
            program,
            sources,
            layout: Layout::new(program),
            image: OnceLock::new(),
            used: Mutex::default(),
            code: std::array::from_fn(|_| cells()),
            plain: false,
            moved: false,
            held: program.functions.iter().map(|_| OnceLock::new()).collect(),
            step_starts: program.functions.iter().map(|_| OnceLock::new()).collect(),
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

    /// With all objects at other addresses: a run that ends otherwise then depends on where objects lie.
    #[must_use]
    pub fn elsewhere(program: &'p Program, sources: Option<&'p SourceMap>) -> Interpreter<'p> {
        Interpreter {
            moved: true,
            ..Interpreter::new(program, sources)
        }
    }

    /// The memory and registers of a run that begins; the static objects are there, unless they do not fit into so many bytes.
    pub(crate) fn fresh(&self, limit: u64) -> Result<(Memory, Registers), VarId> {
        let image = self.image.get_or_init(|| self.with_statics(IMAGE_BYTES).ok());
        if let Some(image) = image {
            let (mut memory, registers) = self.copied(image);
            if memory.limit_to(limit) {
                return Ok((memory, registers));
            }
        }
        // There is more to say about what does not fit.
        let memory = self.with_statics(limit)?;
        Ok((memory, Registers::default()))
    }

    /// A copy of a memory, with registers that hold anything.
    pub(crate) fn copied(&self, source: &Memory) -> (Memory, Registers) {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match used {
            Some((mut memory, registers)) => {
                memory.clone_from(source);
                (memory, registers)
            }
            None => (source.clone(), Registers::default()),
        }
    }

    /// Takes back what a run had that is over.
    pub(crate) fn give_back(&self, memory: Memory, registers: Registers) {
        let (objects, bytes) = memory.extent();
        let small = objects <= USED_OBJECTS && bytes <= USED_BYTES;
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() < MOST_USED && small {
            used.push((memory, registers));
        }
    }

    /// Memory with the static objects; of what nobody defines nothing is known. The first variable that does not fit, if one
    /// does not.
    fn with_statics(&self, limit: u64) -> Result<Memory, VarId> {
        let (program, layout) = (self.program, &self.layout);
        let pointer_bytes = program.types.model.pointer_bytes;
        let mut memory = Memory::new(
            pointer_bytes,
            program.functions.len(),
            &layout.classes,
            self.moved,
        );
        memory.limit_to(limit);
        for &var in &layout.statics {
            let variable = program.variable(var);
            let class = layout.class_of[var.index()];
            let origin = Origin::Variable { var, activation: 0 };
            let pointer = memory
                .allocate(class, origin, !variable.external)
                .map_err(|_| var)?;
            memory.object_mut(pointer.provenance.slot()).read_only = variable.read_only;
        }
        memory.stamp();
        Ok(memory)
    }

    pub(crate) fn code(&self, function: FunctionId, watched: Watched) -> Option<&Code> {
        let cells = &self.code[watched.index()];
        let mode = Mode {
            watched,
            plain: self.plain,
        };
        let code = cells
            .get(function.index())?
            .get_or_init(|| Box::new(translate::translate(self.program, &self.layout, function, mode)));
        Some(code)
    }

    /// Which variables of a function hold something where.
    pub(crate) fn held(&self, function: FunctionId) -> Option<&Held> {
        let made = || Held::of(self.program, &self.layout, self.program.function(function));
        Some(self.held.get(function.index())?.get_or_init(made))
    }

    /// The step that an instruction belongs to: the last one that begins before it.
    pub(crate) fn step_at(&self, function: FunctionId, pc: Pc) -> Pc {
        let starts = self.step_starts[function.index()].get_or_init(|| {
            let starts = program::flow::step_starts(self.program, function);
            starts.iter().map(|start| start.pc).collect()
        });
        let after = starts.partition_point(|&start| start <= pc);
        after.checked_sub(1).map_or(pc, |index| starts[index])
    }

    /// Code that evaluates an expression in a frame of `code`, and where it leaves the value.
    pub(crate) fn snippet(&self, code: &Code, expr: ExprId, watched: Watched) -> Option<&(Code, Reg)> {
        let cells = self.snippets[watched.index()]
            .get_or_init(|| self.program.exprs.iter().map(|_| OnceLock::new()).collect());
        let made = || translate::snippet(self.program, &self.layout, code, expr).map(Box::new);
        cells.get(expr.index())?.get_or_init(made).as_deref()
    }

    /// Code that computes the address of a place.
    pub(crate) fn address(&self, code: &Code, place: PlaceId, watched: Watched) -> Option<&(Code, Reg)> {
        let cells = self.addresses[watched.index()]
            .get_or_init(|| self.program.places.iter().map(|_| OnceLock::new()).collect());
        let made = || translate::address_snippet(self.program, &self.layout, code, place).map(Box::new);
        cells.get(place.index())?.get_or_init(made).as_deref()
    }

    /// Runs the program from its entry to its end.
    pub fn run<'m>(&'m self, environment: Environment<'m>) -> Outcome {
        match Machine::start(self, environment, u64::MAX) {
            Ok((mut machine, mut registers)) => {
                let stop = machine.run(&mut registers);
                machine.outcome(stop, registers)
            }
            Err(outcome) => *outcome,
        }
    }
}
