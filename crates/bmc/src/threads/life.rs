//! Threads begin, end, and wait for each other.

use program::{FunctionId, Pc, PlaceId, ThreadOp, VarId, misuse};

use crate::equation::{FrameId, StepKind};
use crate::memory::object::{ObjectId, ObjectKind};
use crate::symex::Symex;
use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::state::{Cell, Fill, Liveness, State};
use crate::threads::Thread;
use crate::threads::event::NodeKind;
use crate::threads::waiting::Act;

/// A thread that has been started and waits for its execution.
#[derive(Debug)]
pub(crate) struct Start {
    thread: usize,
    state: State,
    begins: Begins,
}

#[derive(Debug)]
enum Begins {
    /// The library's function, with what it is called with.
    Function(FunctionId, [Value; 2]),
    /// In the middle of an activation.
    At(FunctionId, FrameId, Pc),
}

/// Cells of a thread, beside the object that is none.
const OVER: u64 = 0;
const TAKEN: u64 = 1;
const RESULT: u64 = 8;

/// The cell that says whether somebody has joined or detached a thread.
pub(crate) fn taken_cell(thread: usize) -> u64 {
    thread_cell(thread, TAKEN)
}

fn thread_cell(thread: usize, field: u64) -> u64 {
    thread as u64 * 16 + field
}

impl Symex<'_> {
    /// An operation on threads; gives its result.
    pub(crate) fn thread_op(
        &mut self,
        state: &mut State,
        dest: Option<PlaceId>,
        op: ThreadOp,
        values: &[Value],
    ) -> Option<Value> {
        match op {
            ThreadOp::Begin => {
                let copy = state.clone();
                if let Some(threads) = &mut self.threads {
                    threads.initial = Some(copy);
                }
                None
            }
            ThreadOp::Point => {
                self.point(state);
                None
            }
            ThreadOp::AtomicBegin(kind) => {
                self.point(state);
                match kind {
                    program::AtomicKind::Section => state.moment.section += 1,
                    program::AtomicKind::Operation => state.moment.operation = true,
                }
                None
            }
            ThreadOp::AtomicEnd(kind) => {
                match kind {
                    program::AtomicKind::Section => {
                        state.moment.section = state.moment.section.saturating_sub(1);
                    }
                    program::AtomicKind::Operation => state.moment.operation = false,
                }
                None
            }
            ThreadOp::Create => self.create_thread(state, values),
            ThreadOp::Fork => self.fork_thread(state, dest),
            ThreadOp::Exit => {
                self.exit_thread(state, values[0]);
                None
            }
            ThreadOp::Join | ThreadOp::Detach => Some(self.take_thread(state, op, values[0])),
            ThreadOp::Result => Some(self.thread_result(state, values[0])),
            ThreadOp::OwnNumber => Some(Value::Bits(self.own_number())),
            ThreadOp::InSection => Some(Value::Bits(
                self.pool.bv(64, u128::from(state.moment.section > 0)),
            )),
            ThreadOp::Local(var) => Some(self.own_object(state, var)),
            _ => self.sync_op(state, op, values),
        }
    }

    pub(crate) fn current_thread(&self) -> usize {
        self.threads.as_ref().map_or(0, |threads| threads.current)
    }

    fn own_number(&mut self) -> logic::TermId {
        let number = self.current_thread() as u128 + 1;
        self.pool.bv(64, number)
    }

    /// The event of starting a thread, and its number; nothing if it cannot be followed.
    fn start_event(&mut self, state: &mut State) -> Option<(usize, usize)> {
        let count = self.threads.as_ref().map_or(0, |threads| threads.list.len());
        let most = budgets::bmc::MAX_THREADS.count();
        if state.moment.section > 0 {
            self.unsupported(state, "a thread that is started in an atomic section");
        } else if count >= most {
            self.unsupported(state, format!("more than {most} threads"));
        } else {
            if !state.moment.several {
                self.part_threads(state);
            }
            let node = self.new_node(state, NodeKind::Event);
            let threads = self.threads.as_mut()?;
            threads.nodes[node].starts = Some(count);
            threads.list.push(Thread {
                parent: Some(threads.current),
                created: Some(node),
                first: usize::MAX,
                end: usize::MAX,
            });
            return Some((node, count));
        }
        self.lose(state);
        None
    }

    fn create_thread(&mut self, state: &mut State, values: &[Value]) -> Option<Value> {
        let &[number, library, start, argument] = values else {
            return None;
        };
        let function = self
            .cases(library)
            .iter()
            .find_map(|case| match self.object(case.object).kind {
                ObjectKind::Function(function) => Some(function),
                _ => None,
            })?;
        let (_, thread) = self.start_event(state)?;
        let bits = self.pool.bv(64, thread as u128 + 1);
        let ty = self.char?;
        let spot = self.spot_at(number, ty);
        match self.elements(state, &spot, 8) {
            Some(elements) => {
                let targets = self.targets(&elements, 8);
                let step = self.step(state, StepKind::Effect { targets });
                for element in elements {
                    self.note_access(state, element.object, (element.at, 8), true, element.chosen);
                    let scalar = Scalar::raw(8);
                    self.store_element(state, element, scalar, None, Value::Bits(bits), false, step);
                }
            }
            None => self.too_wide(state),
        }
        let begins = Begins::Function(function, [start, argument]);
        self.enqueue(state, thread, begins);
        Some(Value::Bits(self.pool.bv(32, 0)))
    }

    fn enqueue(&mut self, state: &State, thread: usize, begins: Begins) {
        let mut state = state.clone();
        state.moment.node = None;
        state.moment.operation = false;
        if let Some(threads) = &mut self.threads {
            threads.waiting.push_back(Start {
                thread,
                state,
                begins,
            });
        }
    }

    /// A thread that goes on in this function, with copies of what nobody else can see.
    fn fork_thread(&mut self, state: &mut State, dest: Option<PlaceId>) -> Option<Value> {
        let (_, thread) = self.start_event(state)?;
        let function = self.frames[self.at.frame.0 as usize].function;
        let begins = Begins::At(function, self.at.frame, Pc(self.at.pc.0 + 1));
        let mut own = state.clone();
        if let Some(dest) = dest {
            let spot = self.spot(&mut own, dest);
            let zero = self.pool.bv(32, 0);
            self.store(&mut own, &spot, Value::Bits(zero), None);
        }
        let gone = Value::Bits(self.pool.bv(8, 1));
        self.write_thread(state, thread, TAKEN, gone, 1, self.yes);
        self.enqueue(&own, thread, begins);
        Some(Value::Bits(self.pool.bv(32, 1)))
    }

    fn exit_thread(&mut self, state: &mut State, result: Value) {
        if !state.moment.several {
            self.part_threads(state);
        }
        if state.moment.section > 0 {
            self.unsupported(state, "a thread that ends in an atomic section");
            self.lose(state);
            return;
        }
        let node = self.new_node(state, NodeKind::Event);
        let current = self.current_thread();
        if let Some(threads) = &mut self.threads {
            threads.nodes[node].ends = true;
        }
        self.write_thread(state, current, RESULT, result, self.width / 8, self.yes);
        let one = Value::Bits(self.pool.bv(8, 1));
        self.write_thread(state, current, OVER, one, 1, self.yes);
        let owned = |object: &ObjectId| {
            let threads = self.threads.as_ref();
            threads.is_some_and(|threads| threads.owners.get(object) == Some(&current))
        };
        let locals: Vec<ObjectId> = state.locals.values().copied().filter(owned).collect();
        for object in locals {
            self.end_object(state, object, self.yes);
        }
        state.path = state.path.and(&mut self.pool, self.no);
    }

    fn read_thread(&mut self, state: &mut State, thread: usize, field: u64, scalar: Scalar) -> Value {
        let shadow = self.beside(ObjectId(0));
        let at = thread_cell(thread, field);
        self.fetch(state, shadow, at, scalar.size.into(), Some(scalar));
        match self.read_at(state, shadow, at, scalar).value {
            Some(value) => value,
            None => self.zero(scalar),
        }
    }

    fn write_thread(
        &mut self,
        state: &mut State,
        thread: usize,
        field: u64,
        value: Value,
        size: u32,
        when: logic::TermId,
    ) {
        let shadow = self.beside(ObjectId(0));
        let cell = Cell {
            value,
            size,
            written: when,
            step: crate::StepId(self.steps.len().saturating_sub(1) as u32),
        };
        self.write_beside(state, shadow, thread_cell(thread, field), cell);
    }

    /// The threads that a number may mean, with when it does.
    fn threads_of(&mut self, number: Value) -> Vec<(usize, logic::TermId)> {
        let bits = self.plain(number);
        let width = self.bit_width(bits);
        let most = self
            .threads
            .as_ref()
            .map_or(0, |threads| threads.known.threads.max(threads.list.len()));
        let mut found = Vec::new();
        for thread in 0..most {
            let own = self.pool.bv(width, thread as u128 + 1);
            let is = self.pool.eq(bits, own);
            if self.truth(is) != Some(false) {
                found.push((thread, is));
            }
        }
        found
    }

    /// Joining a thread, or saying that nobody will.
    fn take_thread(&mut self, state: &mut State, op: ThreadOp, number: Value) -> Value {
        if !state.moment.several {
            self.part_threads(state);
        }
        self.waiting_event(state);
        if let (Some(node), Some(threads)) = (state.moment.node, &mut self.threads) {
            threads.nodes[node].act = Act::Other;
        }
        let me = self.current_thread();
        let mut enabled = self.yes;
        let none = self.pool.bv(32, misuse::NOT_JOINABLE as u32 as u128);
        let mut code = none;
        let cases = self.threads_of(number);
        let single = match cases.as_slice() {
            [(thread, is)] if self.truth(*is) == Some(true) => Some(*thread),
            _ => None,
        };
        for (thread, is) in cases {
            let byte = Scalar::raw(1);
            let one = self.pool.bv(8, 1);
            let taken = self.read_thread(state, thread, TAKEN, byte);
            let taken = self.plain(taken);
            let taken = self.pool.eq(taken, one);
            let free = self.pool.not(taken);
            let (own, fine) = if op == ThreadOp::Join && thread == me {
                (self.pool.bv(32, misuse::JOINS_ITSELF as u32 as u128), self.no)
            } else {
                let zero = self.pool.bv(32, 0);
                (self.pool.ite(free, zero, none), self.pool.and(is, free))
            };
            code = self.pool.ite(is, own, code);
            if op == ThreadOp::Join && thread != me {
                let over = self.read_thread(state, thread, OVER, byte);
                let over = self.plain(over);
                let over = self.pool.eq(over, one);
                let goes_on = self.pool.or(over, taken);
                let able = self.pool.implies(is, goes_on);
                enabled = self.pool.and(enabled, able);
            }
            self.write_thread(state, thread, TAKEN, Value::Bits(one), 1, fine);
        }
        if let (Some(node), Some(threads)) = (state.moment.node, &mut self.threads) {
            threads.nodes[node].joins = single.filter(|_| op == ThreadOp::Join);
        }
        self.needs(state, enabled, enabled);
        Value::Bits(code)
    }

    fn thread_result(&mut self, state: &mut State, number: Value) -> Value {
        let scalar = Scalar {
            repr: Repr::Pointer,
            size: self.width / 8,
        };
        let mut result = self.null();
        for (thread, is) in self.threads_of(number) {
            let own = self.read_thread(state, thread, RESULT, scalar);
            result = self.select(is, own, result);
        }
        result
    }

    /// This thread's own copy of an object.
    fn own_object(&mut self, state: &mut State, var: VarId) -> Value {
        let current = self.current_thread();
        let statics = self.statics[var.index()];
        if current == 0 {
            return self.pointer_to(statics);
        }
        let known = self
            .threads
            .as_ref()
            .and_then(|threads| threads.own.get(&(current, var)).copied());
        let object = match known {
            Some(object) => object,
            None => {
                let size = self.program.size_of_variable(var);
                let object = self.add_object(ObjectKind::Static(var), size, false);
                if let Some(threads) = &mut self.threads {
                    threads.own.insert((current, var), object);
                }
                object
            }
        };
        if !state.live.contains_key(&object) {
            let initial = self.threads.as_mut().and_then(|threads| threads.initial.take());
            let size = self.program.size_of_variable(var);
            let fill = initial
                .as_ref()
                .and_then(|initial| initial.live.get(&statics))
                .map_or(Fill::Zero, |live| live.fill);
            let alive = self.yes;
            state.live.insert(object, Liveness { alive, fill });
            self.begin_object(state, object, fill);
            if let Some(initial) = initial {
                let chunk = self.read_chunk(&initial, statics, 0, size);
                let step = crate::StepId(self.steps.len().saturating_sub(1) as u32);
                self.write_chunk(state, object, 0, &chunk, None, step);
                if let Some(threads) = &mut self.threads {
                    threads.initial = Some(initial);
                }
            }
        }
        self.pointer_to(object)
    }

    /// The whole program ends here.
    pub(crate) fn halt(&mut self, state: &mut State) {
        if self.several(state) {
            self.new_node(state, NodeKind::Halt);
        }
    }

    /// Executes the threads that have been started, and those that these start.
    pub(crate) fn run_waiting(&mut self) {
        self.begin_thread(0);
        while !self.stopped
            && let Some(start) = self
                .threads
                .as_mut()
                .and_then(|threads| threads.waiting.pop_front())
        {
            self.begin_thread(start.thread);
            let mut state = start.state;
            self.reached = self.yes;
            self.new_node(&mut state, NodeKind::Event);
            let activation = match start.begins {
                Begins::Function(function, values) => {
                    let result = self.result_object();
                    let live = Liveness {
                        alive: self.yes,
                        fill: Fill::Unwritten,
                    };
                    state.live.insert(result, live);
                    self.activate_with(function, result, state, &values)
                }
                Begins::At(function, frame, pc) => self.resume(function, frame, pc, state),
            };
            self.run_stack(vec![activation]);
        }
        let end = self.steps.len();
        if let Some(threads) = &mut self.threads {
            let current = threads.current;
            threads.list[current].end = end;
        }
    }

    /// From here on the steps are those of another thread.
    fn begin_thread(&mut self, thread: usize) {
        let now = self.steps.len();
        let Some(threads) = &mut self.threads else { return };
        if thread > 0 {
            let before = threads.current;
            threads.list[before].end = now;
            threads.list[thread].first = now;
        }
        threads.current = thread;
        threads.ended.clear();
    }
}
