//! Runs of programs with several threads.
//!
//! One thread runs at a time. It stops before every step that others can notice ([`ThreadOp`]): there
//! somebody decides who runs next ([`InputSupply::schedule`](crate::InputSupply::schedule)), and the step of the chosen
//! thread is executed with all that follows up to its next one. So a run is decided by its inputs and by a list of
//! threads, and the loop that executes instructions knows nothing of all this.

mod explore;
mod fingerprint;
mod perform;
mod policy;
mod race;
mod sync;
mod wait;

use std::collections::HashMap;

use program::{CheckKind, ClaimId, FunctionId, Program, ThreadOp, VarId};
use runs::Slice;
use source::LocId;

pub use explore::{Exploration, Explored, Explorer};
pub use policy::{Policy, Scheduled};
pub(crate) use race::Clock;
use race::Races;
use sync::{Key, Sync};

use crate::code::{Class, Op, Operand, Slow};
use crate::exec::Ended;
use crate::frame::Registers;
use crate::machine::{Frame, Machine};
use crate::object::{Chunk, Pointer, Provenance};
use crate::stop::{Reason, Stop};

/// A choice that somebody makes.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    /// The event's number, from 0.
    pub event: u64,
    /// The thread that ran last, by its place in `names`.
    pub current: usize,
    /// Those that can go on.
    pub ready: &'a [usize],
    /// Those that could only go on because waiting for a condition may end by itself.
    pub spurious: &'a [usize],
    /// All threads so far, in the order of their creation.
    pub names: &'a [String],
}

/// Who runs next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Whoever ran last, as long as it can; then the next one.
    Any,
    Thread(usize),
    /// Nobody: the run is of no interest any more.
    Abandon,
}

/// Something that a step touches. Steps that touch nothing in common can change places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Touched {
    pub object: u64,
    pub from: u64,
    pub to: u64,
    pub write: bool,
    /// Where in the user's text.
    pub loc: LocId,
}

impl Touched {
    #[must_use]
    pub fn conflicts(&self, other: &Touched) -> bool {
        if self.object == EVERYTHING || other.object == EVERYTHING {
            return true;
        }
        self.object == other.object
            && self.from < other.to
            && other.from < self.to
            && (self.write || other.write)
    }
}

/// What a step touches that keeps all others from theirs, such as the beginning of an atomic section.
const EVERYTHING: u64 = u64::MAX - 1;

/// What a thread has that does not run just now.
#[derive(Debug, Clone, Default)]
struct Context<'m> {
    registers: Registers,
    frames: Vec<Frame<'m>>,
    at: usize,
    rounding: u8,
    result: (u64, u64, u64),
    result_class: Option<Class>,
    kept: Option<Chunk>,
    borrowed: Vec<(usize, Provenance)>,
    stack_bytes: u64,
    occurrences: HashMap<String, u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    /// Has not executed anything yet.
    Fresh,
    /// Is before an operation.
    Parked,
    /// Has given back the mutex and waits for a condition; since when.
    Waiting {
        since: u64,
    },
    /// Has come to a barrier, in this round of it.
    AtBarrier {
        round: u64,
    },
    Ended,
}

#[derive(Debug, Clone)]
struct Thread<'m> {
    context: Context<'m>,
    status: Status,
    clock: Clock,
    children: u32,
    /// Where it was started.
    started: LocId,
    function: Option<FunctionId>,
    result: Pointer,
    joined: bool,
    detached: bool,
    own: HashMap<VarId, Pointer>,
}

#[derive(Debug, Clone)]
pub(crate) struct Threads<'m> {
    list: Vec<Thread<'m>>,
    names: Vec<String>,
    current: usize,
    sync: HashMap<Key, Sync>,
    /// What each object of which threads have their own begins with.
    initial: HashMap<VarId, Chunk>,
    races: Option<Races>,
    deadlock: Option<ClaimId>,
    race: Option<ClaimId>,
    /// How deep in atomic sections the running thread is, and whether they are one operation.
    atomic: u32,
    operation: bool,
    section_clock: Clock,
    events: u64,
    turn: u64,
    schedule: Vec<Slice>,
    touched: Vec<Touched>,
}

impl<'m> Threads<'m> {
    pub(crate) fn new(program: &Program) -> Threads<'m> {
        let claim = |kind: CheckKind| {
            let index = program.claims.iter().position(|claim| claim.kind == kind);
            index.map(|index| ClaimId(index as u32))
        };
        let race = claim(CheckKind::DataRace);
        let main = Thread {
            context: Context::default(),
            status: Status::Parked,
            clock: Clock::of(0),
            children: 0,
            started: LocId::NONE,
            function: None,
            result: Pointer::NULL,
            joined: false,
            detached: false,
            own: HashMap::new(),
        };
        Threads {
            list: vec![main],
            names: vec!["main".to_owned()],
            current: 0,
            sync: HashMap::new(),
            initial: HashMap::new(),
            races: race.map(|_| Races::default()),
            deadlock: claim(CheckKind::Deadlock),
            race,
            atomic: 0,
            operation: false,
            section_clock: Clock::default(),
            events: 0,
            turn: 0,
            schedule: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// What is put before the names of inputs: nothing in the first thread.
    pub(crate) fn prefix(&self) -> Option<&str> {
        (self.current != 0).then(|| self.names[self.current].as_str())
    }

    pub(crate) fn into_schedule(self) -> (Vec<Slice>, String) {
        let several = self.list.len() > 1;
        let thread = self.names[self.current].clone();
        (if several { self.schedule } else { Vec::new() }, thread)
    }

    pub(crate) fn running_thread(&self) -> usize {
        self.current
    }

    pub(crate) fn thread_names(&self) -> &[String] {
        &self.names
    }

    pub(crate) fn schedule_so_far(&self) -> Vec<Slice> {
        self.schedule.clone()
    }

    pub(crate) fn frames_of(&self, thread: usize) -> &[Frame<'m>] {
        &self.list[thread].context.frames
    }

    pub(crate) fn registers_of(&self, thread: usize) -> &Registers {
        &self.list[thread].context.registers
    }

    pub(crate) fn ignore_races(&mut self) {
        self.races = None;
    }

    pub(crate) fn forget_touched(&mut self) {
        self.touched.clear();
    }

    fn running(&mut self) -> &mut Thread<'m> {
        &mut self.list[self.current]
    }
}

impl<'m> Machine<'m> {
    fn several(&mut self) -> &mut Threads<'m> {
        self.threads
            .as_mut()
            .expect("only programs with threads have operations on them")
    }

    /// Goes on to the end of the whole run; the thread that ran has stopped before an operation.
    pub(crate) fn run_threads(&mut self, registers: &mut Registers) -> Stop {
        loop {
            let next = match self.next_thread(registers) {
                Ok(next) => next,
                Err(stop) => return stop,
            };
            self.change_to(next, registers);
            self.several().touched.clear();
            let before = self.memory.allocations();
            let stop = match self.perform(registers) {
                Ok(true) => match self.execute(registers) {
                    Ended::Parked => None,
                    Ended::Stopped(stop) => Some(stop),
                    Ended::Finished | Ended::Before => {
                        Some(self.internal("an expression outside of an instruction"))
                    }
                },
                // It waits or has ended.
                Ok(false) => None,
                Err(stop) => Some(stop),
            };
            self.tell_step(next, before);
            if let Some(stop) = stop {
                return stop;
            }
        }
    }

    /// One turn for a stepper: the supply decides whose it is. How the code that follows ended, or nothing if the
    /// thread waits or is over.
    pub(crate) fn one_turn(&mut self, registers: &mut Registers) -> Result<Option<Ended>, Stop> {
        let next = self.next_thread(registers)?;
        self.change_to(next, registers);
        self.several().touched.clear();
        let before = self.memory.allocations();
        let ended = self
            .perform(registers)
            .map(|goes_on| goes_on.then(|| self.execute(registers)));
        self.tell_step(next, before);
        ended
    }

    /// The threads that can go on, and those that only can because waiting may end by itself.
    pub(crate) fn able(&self, registers: &Registers) -> (Vec<usize>, Vec<usize>) {
        let Some(threads) = self.threads.as_ref() else {
            return (vec![0], Vec::new());
        };
        let (mut ready, mut spurious) = (Vec::new(), Vec::new());
        for thread in 0..threads.list.len() {
            if threads.atomic > 0 && thread != threads.current {
                continue;
            }
            match self.ready(thread, registers) {
                wait::Ready::Yes => ready.push(thread),
                wait::Ready::Spuriously => spurious.push(thread),
                wait::Ready::No => {}
            }
        }
        (ready, spurious)
    }

    /// Tells whoever decides what the step touched.
    fn tell_step(&mut self, thread: usize, allocations: u64) {
        if self.memory.allocations() != allocations {
            // Objects are numbered in the order of their making.
            self.touch_key(u64::MAX, 0);
        }
        let touched = std::mem::take(&mut self.several().touched);
        self.environment.inputs.stepped(thread, &touched);
        self.several().touched = touched;
    }

    fn next_thread(&mut self, registers: &mut Registers) -> Result<usize, Stop> {
        self.steps += 1;
        if self.steps >= self.next_look
            && let Some(stop) = self.look(1 << 16)
        {
            return Err(stop);
        }
        let threads = self.threads.as_ref().expect("there are threads");
        let (current, alone) = (threads.current, threads.list.len() == 1);
        if alone && threads.list[0].status == Status::Parked && threads.atomic == 0 {
            let waits = !matches!(self.ready(0, registers), wait::Ready::Yes);
            if !waits {
                self.several().events += 1;
                return Ok(0);
            }
        }
        let (ready, spurious) = self.able(registers);
        let chosen = match ready.is_empty() {
            // Waiting that ends by itself is no way out, unless somebody asks for it.
            true => match self.ask(current, &ready, &spurious) {
                Decision::Thread(wanted) if spurious.contains(&wanted) => wanted,
                Decision::Abandon => return Err(Stop::Interrupted),
                _ => return Err(self.nobody(registers)),
            },
            false => self.decide(current, &ready, &spurious)?,
        };
        let threads = self.several();
        threads.turn = if chosen == current { threads.turn + 1 } else { 0 };
        threads.events += 1;
        let name = threads.names[chosen].clone();
        runs::extend_schedule(&mut threads.schedule, &name);
        if chosen != current {
            self.environment.observer.thread_runs(&name);
        }
        Ok(chosen)
    }

    fn ask(&mut self, current: usize, ready: &[usize], spurious: &[usize]) -> Decision {
        let threads = self.threads.as_ref().expect("there are threads");
        let turn = Turn {
            event: threads.events,
            current,
            ready,
            spurious,
            names: &threads.names,
        };
        if ready.is_empty() && spurious.is_empty() {
            return Decision::Any;
        }
        self.environment.inputs.schedule(&turn)
    }

    fn decide(&mut self, current: usize, ready: &[usize], spurious: &[usize]) -> Result<usize, Stop> {
        let decision = self.ask(current, ready, spurious);
        let threads = self.threads.as_ref().expect("there are threads");
        match decision {
            Decision::Thread(wanted) if ready.contains(&wanted) || spurious.contains(&wanted) => Ok(wanted),
            Decision::Thread(wanted) => {
                let name = threads.names.get(wanted).cloned();
                let event = threads.events;
                Err(Stop::BadSchedule {
                    loc: self.user_loc(),
                    thread: name.unwrap_or_default(),
                    event,
                })
            }
            Decision::Abandon => Err(Stop::Interrupted),
            Decision::Any => {
                let stays = ready.contains(&current) && threads.turn < budgets::interp::MAX_TURN.get();
                let next = ready.iter().copied().find(|&thread| thread > current);
                Ok(if stays { current } else { next.unwrap_or(ready[0]) })
            }
        }
    }

    /// Nobody can move: all have ended, or they wait for each other.
    pub(crate) fn nobody(&mut self, registers: &mut Registers) -> Stop {
        let threads = self.several();
        if threads.list.iter().all(|thread| thread.status == Status::Ended) {
            return Stop::Exit(0);
        }
        let claim = threads.deadlock;
        let blocked = self.blocked(registers);
        match claim {
            Some(claim) => Stop::ClaimFailed {
                claim,
                reason: Reason::Deadlock(blocked),
            },
            None => Stop::Unsupported {
                loc: blocked.first().map_or(LocId::NONE, |first| first.loc),
                text: "waiting forever".to_owned(),
            },
        }
    }

    /// Puts the running thread away and takes another one out.
    pub(crate) fn change_to(&mut self, next: usize, registers: &mut Registers) {
        let current = self.several().current;
        if current == next {
            return;
        }
        self.exchange_context(current, registers);
        self.exchange_context(next, registers);
        self.several().current = next;
    }

    fn exchange_context(&mut self, index: usize, registers: &mut Registers) {
        let mut threads = self.threads.take().expect("there are threads");
        let context = &mut threads.list[index].context;
        std::mem::swap(registers, &mut context.registers);
        std::mem::swap(&mut self.frames, &mut context.frames);
        std::mem::swap(&mut self.at, &mut context.at);
        std::mem::swap(&mut self.rounding, &mut context.rounding);
        let result = (self.result.0, self.result.1, self.result.2.0);
        let class = self.result_class;
        self.result = (context.result.0, context.result.1, Provenance(context.result.2));
        self.result_class = context.result_class.unwrap_or(Class::None);
        context.result = result;
        context.result_class = Some(class);
        std::mem::swap(&mut self.kept, &mut context.kept);
        std::mem::swap(&mut self.borrowed, &mut context.borrowed);
        std::mem::swap(&mut self.stack_bytes, &mut context.stack_bytes);
        std::mem::swap(&mut self.occurrences, &mut context.occurrences);
        self.threads = Some(threads);
    }

    /// The operation that a thread stands before, with its operands.
    fn operation(
        &self,
        thread: usize,
        registers: &Registers,
    ) -> Option<(ThreadOp, Option<Operand>, Vec<Pointer>)> {
        let threads = self.threads.as_ref()?;
        let (frames, registers) = if thread == threads.current {
            (&self.frames, registers)
        } else {
            let context = &threads.list[thread].context;
            (&context.frames, &context.registers)
        };
        let frame = frames.last()?;
        let Op::Thread { index } = *frame.code.ops.get(frame.at)? else {
            return None;
        };
        let Slow::Builtin {
            op: program::Builtin::Thread(op),
            d,
            args,
        } = frame.code.slow.get(index as usize)?
        else {
            return None;
        };
        let value = |operand: &Operand| Pointer {
            address: registers.bits[frame.base + operand.reg as usize],
            provenance: Provenance(registers.prov[frame.base + operand.reg as usize]),
        };
        Some((*op, *d, args.iter().map(value).collect()))
    }
}
