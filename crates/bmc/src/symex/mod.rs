//! What symbolic execution works with, and its beginning.

pub(crate) mod arith;
pub(crate) mod builtin;
pub(crate) mod call;
pub(crate) mod convert;
pub(crate) mod copy;
pub(crate) mod effort;
pub(crate) mod endless;
pub(crate) mod eval;
pub(crate) mod exec;
pub(crate) mod facts;
pub(crate) mod fixed;
pub(crate) mod floats;
pub(crate) mod input;
pub(crate) mod instruction;
pub(crate) mod intrinsic;
pub(crate) mod libm;
pub(crate) mod merge;
pub(crate) mod origin;
pub(crate) mod overflow;
pub(crate) mod parse_float;
pub(crate) mod path;
pub(crate) mod scalar;
pub(crate) mod state;
pub(crate) mod tape;
pub(crate) mod unwind;
pub(crate) mod wrapped_interval;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use ctype::{Type, TypeId};
use imbl::OrdMap;
use logic::{Ranges, RoundingMode, Sort, TermId, TermMap, TermPool};
use program::{FunctionId, Lifetime, Pc, Program, VarId};
use runs::{Interrupt, Work};
use source::{LocId, SourceMap};

use crate::equation::{AddressUse, Cut, CutReason, Equation, Frame, FrameId, Step, StepId, StepKind};
use crate::memory::object::{Object, ObjectId, ObjectKind};
use crate::memory::outside_pointer::Identity;
use crate::options::Options;
use crate::symex::path::Path;
use crate::symex::scalar::{Scalar, Value};
use crate::symex::state::{Fill, Liveness, State};
use crate::symex::tape::{Decisions, StepTap, Tape};
use crate::symex::unwind::{Bounds, LoopName, Unwound};
use crate::threads::Threads;
use crate::threads::event::Moment;
use crate::threads::order::Concurrency;

/// Whether to stop is asked after so many instructions: asking costs something.
const ASKED_EVERY: u64 = 64;

/// How many bits number the objects.
pub(crate) const OBJECT_BITS: u32 = 32;

/// Where execution is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At {
    pub frame: FrameId,
    pub pc: Pc,
    pub loc: LocId,
}

pub(crate) struct Symex<'a> {
    pub program: &'a Program,
    pub sources: Option<&'a SourceMap>,
    pub options: &'a Options,
    pub bounds: &'a Bounds,
    pub stop: Interrupt,
    pub pool: TermPool,
    pub steps: Vec<Step>,
    pub frames: Vec<Frame>,
    pub cuts: Vec<Cut>,
    pub loads: Vec<crate::Load>,
    pub unwritten: BTreeMap<StepId, (ObjectId, u64)>,
    pub blanks: BTreeMap<StepId, crate::equation::contents::Blank>,
    pub copied: Vec<crate::equation::contents::Copied>,
    /// Under which conditions runs end by themselves.
    pub ends: Vec<TermId>,
    pub objects: Vec<Object>,
    /// Where the order of the addresses of different objects is looked at: when, and after how many steps.
    pub address_uses: Vec<AddressUse>,
    /// Under which condition the instruction being executed is reached; true between instructions.
    pub reached: TermId,
    /// The width of an address.
    pub width: u32,
    pub yes: TermId,
    pub no: TermId,
    pub at: At,
    pub rounds: Rc<[(Pc, u32)]>,
    /// Under which condition the expression being evaluated is evaluated, beside the path.
    pub lazy: TermId,
    /// Truth values of the parts of a claim, while one is evaluated.
    pub parts: Option<Vec<(program::ExprId, TermId)>>,
    /// Whether the expression being evaluated is a claim's.
    pub judging: bool,
    /// Whether a part of a conjunction or disjunction has come out constant and left the rest to decide.
    pub constant_part: bool,
    /// Which steps made what is being read.
    pub reads: Vec<StepId>,
    pub statics: Vec<ObjectId>,
    pub functions: BTreeMap<FunctionId, ObjectId>,
    pub addresses: crate::memory::address::Addresses,
    /// Integers made from pointers.
    pub encoded: TermMap<(TermId, TermId)>,
    /// Addresses of objects that went into such integers, with the object's number.
    pub encoded_parts: TermMap<TermId>,
    /// The numbers of objects that occur in terms, as far as that was asked for.
    pub origins: TermMap<Rc<[TermId]>>,
    /// Objects that an object number computed otherwise may be.
    pub candidates: TermMap<Rc<[TermId]>>,
    /// Offsets of pointers that are inputs: addresses of nothing.
    pub wild: TermMap<()>,
    /// Offsets without them.
    pub without_wild: TermMap<Option<TermId>>,
    /// Whether a pointer has been read that was never written.
    pub has_wild: bool,
    /// By the offset of a pointer from outside: the addresses that it may be.
    pub identities: TermMap<Rc<[Identity]>>,
    /// Under which conditions one of them is.
    pub identified: Vec<TermId>,
    /// Whether no claim says that a pointer can be followed.
    pub pointers_unchecked: bool,
    pub arguments: Option<ObjectId>,
    pub nan_signs: TermMap<TermId>,
    /// Where in the expected text the output may be, by the term that says it.
    pub positions: TermMap<Rc<[u32]>>,
    pub ranges: Ranges,
    /// The first object that each variable of an activation is.
    pub first_objects: HashMap<(FrameId, VarId), ObjectId>,
    /// Storage that ends with an activation.
    pub borrowed: HashMap<FrameId, Vec<ObjectId>>,
    /// By type; nothing for records and arrays.
    pub scalars: Vec<Option<Scalar>>,
    pub int: Option<TypeId>,
    pub char: Option<TypeId>,
    pub stopped: bool,
    /// More than this is too much.
    pub most_work: u64,
    /// The loop that was being followed when it was stopped.
    pub busy_with: Option<LoopName>,
    pub looks: u64,
    pub decisions: Decisions<'a>,
    /// Loops and recursions that were cut without an end in sight, and those that were cut with one.
    pub endless: BTreeSet<Unwound>,
    pub ending: BTreeSet<Unwound>,
    /// Recursions that were cut because the stack was as deep as any may be.
    pub bottomless: BTreeSet<FunctionId>,
    /// Whether ways that no run can go are left out ([`facts`]).
    pub prunes: bool,
    /// Whether what is decided belongs to a decision being taken.
    pub quiet: Cell<bool>,
    /// Whether following a tape led to something else than what was recorded.
    pub derailed: Cell<bool>,
    /// Only of programs that start threads.
    pub threads: Option<Box<Threads>>,
}

/// Unwinds a program to the given bounds. The last value says whether `stop` ended it early.
#[must_use]
pub fn unwind_program(
    program: &Program,
    sources: Option<&SourceMap>,
    options: &Options,
    stop: &Interrupt,
) -> (Equation, bool) {
    let bounds = Bounds::given(program, options);
    let done = unwind(program, sources, options, &bounds, stop, u64::MAX, false);
    (done.equation, done.end != End::Whole)
}

/// Unwinds further where an equation was cut. Nothing if nothing was, or its bounds may not grow; the last value says
/// whether `stop` ended it early.
#[must_use]
pub fn deepen(
    program: &Program,
    sources: Option<&SourceMap>,
    options: &Options,
    equation: &Equation,
    stop: &Interrupt,
) -> Option<(Equation, bool)> {
    let mut bounds = equation.bounds.clone();
    let mut grew = std::collections::BTreeSet::new();
    for cut in &equation.cuts {
        let Some(what) = crate::decide::check::unwound(&cut.reason) else {
            continue;
        };
        if !grew.contains(&what) && bounds.grow(what, options.deepest) {
            grew.insert(what);
        }
    }
    (!grew.is_empty()).then(|| {
        let done = unwind(program, sources, options, &bounds, stop, u64::MAX, false);
        (done.equation, done.end != End::Whole)
    })
}

/// Executes again as a recorded equation was executed ([`Options::record`]), with other values at its steps. Terms are
/// made in `pool`. Nothing if the equation was not recorded, the execution left the recorded way, or `stop` ended it.
#[must_use]
pub fn follow(
    program: &Program,
    sources: Option<&SourceMap>,
    options: &Options,
    recorded: &Equation,
    pool: TermPool,
    tap: &mut dyn StepTap,
    stop: &Interrupt,
) -> Option<Equation> {
    let decisions = Decisions::Follow {
        tape: recorded.tape.as_ref()?,
        steps: &recorded.steps,
        next: RefCell::new(0),
        tap,
    };
    let bounds = recorded.bounds.clone();
    let task = Task {
        program,
        sources,
        options,
        bounds: &bounds,
        stop,
        most_work: u64::MAX,
        prunes: false,
    };
    let done = execute(task, pool, decisions);
    let whole = done.end == End::Whole && !done.derailed && done.equation.steps.len() == recorded.steps.len();
    whole.then_some(done.equation)
}

/// With `prunes`, what lies on ways that no run goes is not in the equation, unless it is recorded.
pub(crate) fn unwind(
    program: &Program,
    sources: Option<&SourceMap>,
    options: &Options,
    bounds: &Bounds,
    stop: &Interrupt,
    most_work: u64,
    prunes: bool,
) -> Done {
    let decisions = match options.record {
        true => Decisions::Record(RefCell::new(Tape::default())),
        false => Decisions::Free,
    };
    let pool = TermPool::new();
    let task = Task {
        program,
        sources,
        options,
        bounds,
        stop,
        most_work,
        prunes: prunes && !options.record,
    };
    execute(task, pool, decisions)
}

/// Why execution came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Whole,
    /// `stop` said so, or a limit of the options.
    Stopped,
    /// It was too much work.
    Exhausted,
}

pub(crate) struct Done {
    pub equation: Equation,
    pub end: End,
    /// Whether following a tape led elsewhere.
    derailed: bool,
    /// In the unit of [`Effort`](crate::symex::effort::Effort).
    pub work: u64,
    /// The loop that was being followed when it was ended before its time.
    pub busy_with: Option<LoopName>,
}

/// What is to be unwound, and how far.
struct Task<'a> {
    program: &'a Program,
    sources: Option<&'a SourceMap>,
    options: &'a Options,
    bounds: &'a Bounds,
    stop: &'a Interrupt,
    most_work: u64,
    prunes: bool,
}

fn execute<'a>(task: Task<'a>, pool: TermPool, decisions: Decisions<'a>) -> Done {
    let (options, bounds, most_work) = (task.options, task.bounds, task.most_work);
    let mut symex = Symex::new(task, pool, decisions);
    let (concurrency, worked) = symex.execute_program();
    let work = worked.saturating_add(symex.work());
    let end = match symex.stopped {
        false => End::Whole,
        true if work > most_work => End::Exhausted,
        true => End::Stopped,
    };
    let tape = match symex.decisions {
        Decisions::Record(tape) => Some(tape.into_inner()),
        _ => None,
    };
    let equation = Equation {
        pool: symex.pool,
        steps: symex.steps,
        frames: symex.frames,
        cuts: symex.cuts,
        loads: symex.loads,
        unwritten: symex.unwritten,
        blanks: symex.blanks,
        copied: symex.copied,
        ends: symex.ends,
        address_uses: symex.address_uses,
        identified: symex.identified,
        objects: symex.objects,
        endless: symex.endless.difference(&symex.ending).copied().collect(),
        bottomless: symex.bottomless,
        bounds: bounds.clone(),
        arguments: options.arguments.clone(),
        tape,
        concurrency,
    };
    Done {
        equation,
        end,
        derailed: symex.derailed.get(),
        work,
        busy_with: symex.busy_with,
    }
}

impl<'a> Symex<'a> {
    fn new(task: Task<'a>, mut pool: TermPool, decisions: Decisions<'a>) -> Symex<'a> {
        let program = task.program;
        let checks_pointer = |claim: &program::Claim| claim.kind == program::CheckKind::PointerDereference;
        let (yes, no) = (pool.bool(true), pool.bool(false));
        let width = program.types.model.pointer_bytes * 8;
        let find = |wanted: Type| {
            (0..program.types.len() as u32)
                .map(TypeId)
                .find(|&id| *program.types.get(id) == wanted)
        };
        Symex {
            program,
            sources: task.sources,
            options: task.options,
            bounds: task.bounds,
            stop: task.stop.clone(),
            pool,
            steps: Vec::new(),
            frames: Vec::new(),
            cuts: Vec::new(),
            loads: Vec::new(),
            unwritten: BTreeMap::new(),
            blanks: BTreeMap::new(),
            copied: Vec::new(),
            ends: Vec::new(),
            objects: Vec::new(),
            address_uses: Vec::new(),
            reached: yes,
            width,
            yes,
            no,
            at: At {
                frame: FrameId(0),
                pc: Pc(0),
                loc: LocId::NONE,
            },
            rounds: Rc::from([]),
            lazy: yes,
            parts: None,
            judging: false,
            constant_part: false,
            reads: Vec::new(),
            statics: Vec::new(),
            functions: BTreeMap::new(),
            addresses: crate::memory::address::Addresses::default(),
            encoded: TermMap::default(),
            encoded_parts: TermMap::default(),
            origins: TermMap::default(),
            candidates: TermMap::default(),
            wild: TermMap::default(),
            without_wild: TermMap::default(),
            has_wild: false,
            identities: TermMap::default(),
            identified: Vec::new(),
            pointers_unchecked: !program.claims.iter().any(checks_pointer),
            arguments: None,
            nan_signs: TermMap::default(),
            positions: TermMap::default(),
            ranges: Ranges::default(),
            first_objects: HashMap::new(),
            borrowed: HashMap::new(),
            scalars: (0..program.types.len() as u32)
                .map(|id| Scalar::of(&program.types, TypeId(id)))
                .collect(),
            int: find(Type::Int(ctype::IntKind::Int)),
            char: find(Type::Int(ctype::IntKind::Char)),
            stopped: false,
            most_work: task.most_work,
            busy_with: None,
            looks: 0,
            decisions,
            endless: BTreeSet::new(),
            ending: BTreeSet::new(),
            bottomless: BTreeSet::new(),
            prunes: task.prunes,
            quiet: Cell::new(false),
            derailed: Cell::new(false),
            threads: None,
        }
    }
}

impl Symex<'_> {
    /// Executes everything. Threads are executed again until it is known what they share; gives the order of their events,
    /// and the work of all executions but the last.
    fn execute_program(&mut self) -> (Option<Box<Concurrency>>, u64) {
        if !self.program.starts_threads() {
            let state = self.start();
            self.run(state);
            return (None, 0);
        }
        let mut threads = Box::new(Threads::new());
        let mut worked = 0;
        for pass in 1.. {
            self.threads = Some(threads);
            let state = self.start();
            self.run(state);
            self.run_waiting();
            self.note_shared_values();
            let learned = self.threads.as_mut().is_some_and(|threads| threads.learn());
            let most = pass >= budgets::bmc::MAX_THREAD_PASSES.small();
            if learned && most && !self.stopped {
                self.cuts.push(Cut {
                    reason: CutReason::Unsupported("what threads share".to_owned()),
                    guard: self.yes,
                    loc: LocId::NONE,
                    at: self.steps.len(),
                    frame: FrameId(0),
                    pc: Pc(0),
                });
            }
            if !learned || most || self.stopped {
                // Only now everything that is shared is known: the order of earlier passes would be thrown away.
                return (Some(Box::new(self.order_events())), worked);
            }
            let Some(done) = self.threads.take() else { break };
            threads = Box::new(done.next_pass());
            worked += self.work();
            self.most_work = self.most_work.saturating_sub(self.work());
            self.begin_again();
        }
        (None, worked)
    }

    /// As if nothing had been executed yet; objects keep their numbers.
    fn begin_again(&mut self) {
        self.pool = TermPool::new();
        self.yes = self.pool.bool(true);
        self.no = self.pool.bool(false);
        for object in &mut self.objects {
            object.size = self.pool.bv(self.width, object.bytes.unwrap_or(0).into());
        }
        (self.reached, self.lazy) = (self.yes, self.yes);
        self.looks = 0;
        self.steps.clear();
        self.frames.clear();
        self.cuts.clear();
        self.ends.clear();
        self.address_uses.clear();
        self.blanks.clear();
        self.copied.clear();
        self.reads.clear();
        self.statics.clear();
        self.functions.clear();
        self.addresses = crate::memory::address::Addresses::default();
        self.encoded = TermMap::default();
        self.encoded_parts = TermMap::default();
        self.origins = TermMap::default();
        self.candidates = TermMap::default();
        self.wild = TermMap::default();
        self.without_wild = TermMap::default();
        self.has_wild = false;
        self.identities = TermMap::default();
        self.identified.clear();
        self.arguments = None;
        self.nan_signs = TermMap::default();
        self.positions = TermMap::default();
        self.ranges = Ranges::default();
        self.first_objects.clear();
        self.borrowed.clear();
        self.endless.clear();
        self.ending.clear();
        self.bottomless.clear();
        if let Decisions::Record(tape) = &mut self.decisions {
            *tape.get_mut() = Tape::default();
        }
    }

    fn start(&mut self) -> State {
        self.add_object(ObjectKind::Nothing, 0, false);
        let mut state = State {
            path: Path::new(&mut self.pool),
            facts: OrdMap::new(),
            cells: OrdMap::new(),
            indeterminate: imbl::OrdMap::new(),
            arrays: OrdMap::new(),
            live: OrdMap::new(),
            locals: OrdMap::new(),
            steps: 0,
            rounding: self.pool.rounding_mode(RoundingMode::NearestTiesToEven),
            ended: self.no,
            turns: OrdMap::new(),
            printed: self.pool.bv(32, 0),
            moment: Moment::default(),
        };
        for (index, variable) in self.program.variables.iter().enumerate() {
            let var = VarId(index as u32);
            if variable.lifetime != Lifetime::Static {
                self.statics.push(ObjectId(0));
                continue;
            }
            let size = self.program.size_of_variable(var);
            let object = self.add_object(ObjectKind::Static(var), size, variable.read_only);
            self.statics.push(object);
            let fill = if variable.external {
                Fill::Unwritten
            } else {
                Fill::Zero
            };
            state.live.insert(
                object,
                Liveness {
                    alive: self.yes,
                    fill,
                },
            );
        }
        state
    }

    pub(crate) fn add_object(&mut self, kind: ObjectKind, bytes: u64, read_only: bool) -> ObjectId {
        let size = self.pool.bv(self.width, bytes.into());
        self.add_sized_object(kind, size, read_only)
    }

    pub(crate) fn add_sized_object(&mut self, kind: ObjectKind, size: TermId, read_only: bool) -> ObjectId {
        let bytes = self.number(size);
        let object = Object {
            kind,
            size,
            bytes,
            read_only,
            align: 1,
        };
        if let Some(threads) = &mut self.threads {
            let id = threads.number(kind);
            match self.objects.get_mut(id.0 as usize) {
                Some(same) => *same = object,
                None => self.objects.push(object),
            }
            return id;
        }
        let id = ObjectId(self.objects.len() as u32);
        self.objects.push(object);
        id
    }

    pub(crate) fn object(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// The object of a function, for pointers to it.
    pub(crate) fn function_object(&mut self, function: FunctionId) -> ObjectId {
        if let Some(&object) = self.functions.get(&function) {
            return object;
        }
        let object = self.add_object(ObjectKind::Function(function), 0, true);
        self.functions.insert(function, object);
        object
    }

    pub(crate) fn fresh(&mut self, name: &str, sort: Sort) -> TermId {
        self.pool.fresh(name, sort).1
    }

    /// The guard of what happens now.
    pub(crate) fn guard(&mut self, state: &State) -> TermId {
        if self.lazy == self.yes {
            return state.path.all();
        }
        self.pool.and(state.path.all(), self.lazy)
    }

    /// Adds a step that read what `reads` has collected.
    pub(crate) fn step(&mut self, state: &State, kind: StepKind) -> StepId {
        let guard = self.guard(state);
        let reads = Box::from(self.reads.as_slice());
        self.reads.clear();
        self.step_guarded(guard, kind, reads)
    }

    pub(crate) fn step_guarded(&mut self, guard: TermId, kind: StepKind, reads: Box<[StepId]>) -> StepId {
        let id = StepId(self.steps.len() as u32);
        let step = Step {
            kind,
            guard,
            frame: self.at.frame,
            pc: self.at.pc,
            loc: self.at.loc,
            rounds: self.rounds.clone(),
            reads,
        };
        self.check_step(&step);
        self.steps.push(step);
        id
    }

    /// Runs that come here are not followed: something cannot be done.
    pub(crate) fn cut(&mut self, state: &State, guard: TermId, reason: CutReason) {
        let guard = self.pool.and(state.path.all(), guard);
        if self.truth(guard) == Some(false) {
            return;
        }
        self.cuts.push(Cut {
            reason,
            guard,
            loc: self.at.loc,
            at: self.steps.len(),
            frame: self.at.frame,
            pc: self.at.pc,
        });
    }

    /// Something depends on where objects lie in memory, if the instruction is reached and `when` holds.
    pub(crate) fn note_addresses(&mut self, when: TermId) {
        let evaluated = self.pool.and(self.reached, self.lazy);
        let guard = self.pool.and(evaluated, when);
        if self.pool.constant(guard).and_then(logic::Value::as_bool) != Some(false) {
            self.address_uses.push(AddressUse {
                guard,
                at: self.steps.len(),
                frame: self.at.frame,
                pc: self.at.pc,
            });
        }
    }

    pub(crate) fn unsupported(&mut self, state: &State, text: impl Into<String>) {
        let lazy = self.lazy;
        self.cut(state, lazy, CutReason::Unsupported(text.into()));
    }

    /// What has been done, in the unit of [`Effort`](crate::symex::effort::Effort).
    fn work(&self) -> u64 {
        self.looks + self.pool.len() as u64 + self.steps.len() as u64
    }

    pub(crate) fn should_stop(&mut self) -> bool {
        self.looks += 1;
        self.stopped |= self.pool.len() > self.options.most_terms || self.work() > self.most_work;
        if !self.stopped && self.looks.is_multiple_of(ASKED_EVERY) {
            if let Some(meter) = &self.options.meter {
                meter.charge(Work::SymbolicInstructions(ASKED_EVERY));
            }
            self.stopped = (self.stop)();
        }
        self.stopped
    }

    pub(crate) fn null(&mut self) -> Value {
        Value::Pointer {
            object: self.pool.bv(OBJECT_BITS, 0),
            offset: self.pool.bv(self.width, 0),
        }
    }

    pub(crate) fn pointer_to(&mut self, object: ObjectId) -> Value {
        Value::Pointer {
            object: self.pool.bv(OBJECT_BITS, object.0.into()),
            offset: self.pool.bv(self.width, 0),
        }
    }

    pub(crate) fn select(&mut self, cond: TermId, then: Value, otherwise: Value) -> Value {
        if then == otherwise {
            return then;
        }
        match (then, otherwise) {
            (Value::Bits(a), Value::Bits(b)) => Value::Bits(self.pool.ite(cond, a, b)),
            (Value::Float(a), Value::Float(b)) => Value::Float(self.pool.ite(cond, a, b)),
            (
                Value::Pointer { object, offset },
                Value::Pointer {
                    object: object_b,
                    offset: offset_b,
                },
            ) => Value::Pointer {
                object: self.pool.ite(cond, object, object_b),
                offset: self.pool.ite(cond, offset, offset_b),
            },
            // Stored as different things: what they have in common is a pointer's or plain bits.
            (Value::Pointer { .. }, other) => {
                let bits = self.plain(other);
                let other = self.decode(bits);
                self.select(cond, then, other)
            }
            (other, Value::Pointer { .. }) => {
                let bits = self.plain(other);
                let other = self.decode(bits);
                self.select(cond, other, otherwise)
            }
            (a, b) => {
                let (a, b) = (self.plain(a), self.plain(b));
                Value::Bits(self.pool.ite(cond, a, b))
            }
        }
    }
}
