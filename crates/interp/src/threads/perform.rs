//! The operations of threads, one step each.

use program::{AtomicKind, ThreadOp, VarId, misuse};
use source::LocId;

use super::sync::{ERROR_CHECKING, Holder, RECURSIVE, Sync, key};
use super::wait::can_lock;
use super::{Context, EVERYTHING, Status, Thread, Touched};
use crate::code::{Home, Operand};
use crate::frame::Registers;
use crate::machine::{Frame, Machine};
use crate::object::{End, Origin, Pointer};
use crate::scalar::{Repr, Scalar};
use crate::slow::set;
use crate::stop::Stop;

const EPERM: i32 = 1;
const EAGAIN: i32 = 11;
const EBUSY: i32 = 16;
const EDEADLK: i32 = 35;
const ETIMEDOUT: i32 = 110;

/// What an operation comes to.
enum Done {
    Gives(i64),
    /// The thread stays where it is.
    Waits,
    Ends,
    Fails(Stop),
}

impl<'m> Machine<'m> {
    /// Executes the operation that the running thread stands before; says whether it goes on.
    pub(super) fn perform(&mut self, registers: &mut Registers) -> Result<bool, Stop> {
        let thread = self.several().current;
        if self.several().list[thread].status == Status::Fresh {
            self.several().list[thread].status = Status::Parked;
            return Ok(true);
        }
        let Some((op, d, args)) = self.operation(thread, registers) else {
            return Err(self.internal("a thread that stands before no operation"));
        };
        if let Some(frame) = self.frames.last() {
            self.at = frame.at;
        }
        match self.operate(op, &args, thread, registers) {
            Done::Gives(value) => {
                self.several().list[thread].status = Status::Parked;
                self.give_number(d, value, registers);
                if let Some(frame) = self.frames.last_mut() {
                    frame.at += 1;
                }
                Ok(true)
            }
            Done::Waits => Ok(false),
            Done::Ends => {
                self.end_thread(thread, registers);
                Ok(false)
            }
            Done::Fails(stop) => Err(stop),
        }
    }

    fn give_number(&mut self, d: Option<Operand>, value: i64, registers: &mut Registers) {
        let (Some(d), Some(frame)) = (d, self.frames.last()) else {
            return;
        };
        let (bits, _) = registers.window(frame.base, frame.code.registers);
        set(bits, d, d.scalar.canonical(i128::from(value) as u128));
    }

    /// The running step touches this.
    pub(super) fn touch_key(&mut self, object: u64, address: u64) {
        let loc = self.user_loc();
        self.several().touched.push(Touched {
            object,
            from: address,
            to: address.saturating_add(1),
            write: true,
            loc,
        });
    }

    fn operate(&mut self, op: ThreadOp, args: &[Pointer], thread: usize, registers: &mut Registers) -> Done {
        let object = args.first().copied().unwrap_or(Pointer::NULL);
        if op.signature().0.starts_with('p') && !matches!(op, ThreadOp::Create | ThreadOp::Exit) {
            self.touch_key(object.provenance.0, object.address);
        }
        let number = object.address as usize;
        let code = match op {
            ThreadOp::Point => 0,
            ThreadOp::AtomicBegin(kind) => {
                self.enter_atomic(kind, thread);
                0
            }
            ThreadOp::Create => return self.create(args, thread),
            ThreadOp::Fork => return self.fork(thread, registers),
            ThreadOp::Exit => {
                self.several().list[thread].result = object;
                return Done::Ends;
            }
            ThreadOp::Join => self.join(number, thread),
            ThreadOp::Detach => self.detach(number),
            ThreadOp::ConditionWait | ThreadOp::ConditionTimedWait => return self.wait(op, args, thread),
            ThreadOp::BarrierWait => return self.meet(object, thread),
            ThreadOp::MutexLock | ThreadOp::MutexTryLock | ThreadOp::MutexTimedLock => {
                self.lock(op, object, thread)
            }
            ThreadOp::MutexUnlock | ThreadOp::RwUnlock => self.unlock(object, thread),
            ThreadOp::RwRead
            | ThreadOp::RwWrite
            | ThreadOp::RwTryRead
            | ThreadOp::RwTryWrite
            | ThreadOp::RwTimedRead
            | ThreadOp::RwTimedWrite => self.lock_shared(op, object, thread),
            ThreadOp::ConditionSignal | ThreadOp::ConditionBroadcast => self.signal(op, object, thread),
            ThreadOp::SemaphoreWait
            | ThreadOp::SemaphoreTryWait
            | ThreadOp::SemaphoreTimedWait
            | ThreadOp::SemaphorePost
            | ThreadOp::SemaphoreValue => self.semaphore(op, object, thread),
            ThreadOp::MutexInit
            | ThreadOp::ConditionInit
            | ThreadOp::RwInit
            | ThreadOp::BarrierInit
            | ThreadOp::SemaphoreInit => self.initialise(object, args),
            ThreadOp::MutexDestroy
            | ThreadOp::ConditionDestroy
            | ThreadOp::RwDestroy
            | ThreadOp::BarrierDestroy
            | ThreadOp::SemaphoreDestroy => self.destroy(object),
            ThreadOp::OnceBegin => {
                let once = self.sync_at(object);
                let first = once.once == 0;
                if first {
                    once.once = 1;
                }
                self.acquire(object, thread);
                i32::from(first)
            }
            ThreadOp::OnceEnd => {
                self.sync_at(object).once = 2;
                self.release(object, thread);
                0
            }
            ThreadOp::Begin
            | ThreadOp::AtomicEnd(_)
            | ThreadOp::Local(_)
            | ThreadOp::Result
            | ThreadOp::OwnNumber
            | ThreadOp::InSection => {
                return Done::Fails(self.internal("an operation at which no thread stops"));
            }
        };
        Done::Gives(code.into())
    }

    fn initialise(&mut self, object: Pointer, args: &[Pointer]) -> i32 {
        let value = args.get(1).map_or(0, |value| value.address);
        let sync = Sync {
            ready: true,
            kind: value as i32 & 3,
            value: u64::from(value as u32),
            ..Sync::default()
        };
        self.several().sync.insert(key(object), sync);
        0
    }

    fn acquire(&mut self, object: Pointer, thread: usize) {
        let clock = self.sync_at(object).clock.clone();
        self.several().list[thread].clock.join(&clock);
    }

    fn release(&mut self, object: Pointer, thread: usize) {
        let clock = self.several().list[thread].clock.clone();
        self.sync_at(object).clock.join(&clock);
        self.several().list[thread].clock.tick(thread);
    }

    fn enter_atomic(&mut self, kind: AtomicKind, thread: usize) {
        let threads = self.several();
        threads.atomic += 1;
        if kind == AtomicKind::Operation {
            threads.operation = true;
        } else {
            let clock = threads.section_clock.clone();
            threads.list[thread].clock.join(&clock);
            self.touch_key(EVERYTHING, 0);
        }
    }

    /// The end of an atomic section; nobody else runs before the next operation.
    pub(crate) fn leave_atomic(&mut self, kind: AtomicKind) {
        let threads = self.several();
        threads.atomic = threads.atomic.saturating_sub(1);
        let thread = threads.current;
        if kind == AtomicKind::Operation {
            threads.operation = false;
        } else {
            let clock = threads.list[thread].clock.clone();
            threads.section_clock.join(&clock);
            threads.list[thread].clock.tick(thread);
        }
    }

    fn new_thread(&mut self, parent: usize, context: Context<'m>) -> usize {
        let started = self.user_loc();
        let threads = self.several();
        let index = threads.list.len();
        threads.list[parent].children += 1;
        let nth = threads.list[parent].children;
        let name = match parent {
            0 => nth.to_string(),
            _ => format!("{}.{nth}", threads.names[parent]),
        };
        let mut clock = threads.list[parent].clock.clone();
        clock.tick(index);
        threads.list[parent].clock.tick(parent);
        threads.names.push(name);
        threads.list.push(Thread {
            context,
            status: Status::Fresh,
            clock,
            children: 0,
            started,
            function: None,
            result: Pointer::NULL,
            joined: false,
            detached: false,
            own: Default::default(),
        });
        self.touch_key(u64::MAX, 1);
        index
    }

    fn may_start(&mut self) -> Result<(), Stop> {
        let (atomic, count) = (self.several().atomic, self.several().list.len());
        let text = match () {
            () if atomic > 0 => "a thread that is started in an atomic section",
            () if count >= budgets::interp::MAX_THREADS.count() => "more threads than are followed",
            () => return Ok(()),
        };
        Err(Stop::Unsupported {
            loc: self.user_loc(),
            text: text.to_owned(),
        })
    }

    /// (where its number goes, function of the library, start function, argument)
    fn create(&mut self, args: &[Pointer], thread: usize) -> Done {
        if let Err(stop) = self.may_start() {
            return Done::Fails(stop);
        }
        let [number, library, start, argument] = args else {
            return Done::Fails(self.internal("a thread without operands"));
        };
        let code = self.memory.function_at(library.address);
        let Some(code) = code.and_then(|function| self.interpreter.code(function, self.watched)) else {
            return Done::Fails(self.internal("a thread without a function"));
        };
        // The new thread's first call is made as any other, in its own registers.
        let (mut registers, frames) = (Registers::default(), std::mem::take(&mut self.frames));
        let stack = std::mem::take(&mut self.stack_bytes);
        let entered = self.enter(&mut registers, code, 0, LocId::NONE);
        let own = std::mem::replace(&mut self.frames, frames);
        let own_stack = std::mem::replace(&mut self.stack_bytes, stack);
        if let Err(stop) = entered {
            return Done::Fails(stop);
        }
        for (param, value) in code.params.iter().zip([start, argument]) {
            if let Home::Reg { reg, flag, .. } = param.home {
                registers.bits[reg as usize] = value.address;
                registers.prov[reg as usize] = value.provenance.0;
                if let Some(flag) = flag {
                    registers.bits[flag as usize] = 1;
                }
            }
        }
        if self.tells_accesses() {
            let lies = |param| self.register_extent(code, param);
            let extents: Vec<_> = code.params.iter().map(lies).collect();
            let activation = self.activations;
            self.environment.observer.entered(activation, &extents);
        }
        let context = Context {
            registers,
            frames: own,
            stack_bytes: own_stack,
            ..Context::default()
        };
        let pointer = *number;
        let index = self.several().list.len();
        if let Err(stop) = self.access(pointer, self.memory.word as u64, true) {
            return Done::Fails(stop);
        }
        let index_made = self.new_thread(thread, context);
        debug_assert_eq!(index, index_made);
        self.several().list[index].function = self.memory.function_at(start.address);
        let scalar = Scalar {
            repr: Repr::Int(64, false),
            size: 8,
        };
        if let Some(spot) = self.memory.spot(pointer, 8) {
            let bits = index as u128 + 1;
            self.memory
                .write(spot, scalar, bits, crate::object::Provenance::NONE);
        }
        Done::Gives(0)
    }

    /// A thread that goes on in this function.
    fn fork(&mut self, thread: usize, registers: &mut Registers) -> Done {
        if let Err(stop) = self.may_start() {
            return Done::Fails(stop);
        }
        let Some(&frame) = self.frames.last() else {
            return Done::Fails(self.internal("a thread without a function"));
        };
        let (bits, prov) = registers.window(frame.base, frame.code.registers);
        let mut own = Registers::default();
        let (own_bits, own_prov) = own.window(0, frame.code.registers);
        own_bits.copy_from_slice(bits);
        own_prov.copy_from_slice(prov);
        let operation = self.operation(thread, registers);
        if let Some((_, Some(d), _)) = operation {
            set(&mut own.bits, d, 0);
        }
        let context = Context {
            registers: own,
            frames: vec![Frame {
                at: frame.at + 1,
                base: 0,
                ..frame
            }],
            ..Context::default()
        };
        let index = self.new_thread(thread, context);
        self.several().list[index].function = Some(frame.code.function);
        self.several().list[index].detached = true;
        Done::Gives(1)
    }

    fn join(&mut self, number: usize, thread: usize) -> i32 {
        self.touch_key(u64::MAX, (number as u64).wrapping_add(16));
        if number == thread + 1 {
            return misuse::JOINS_ITSELF;
        }
        let threads = self.several();
        let target = number
            .checked_sub(1)
            .and_then(|index| threads.list.get_mut(index));
        let Some(target) = target.filter(|target| !target.joined && !target.detached) else {
            return misuse::NOT_JOINABLE;
        };
        target.joined = true;
        let clock = target.clock.clone();
        threads.list[thread].clock.join(&clock);
        0
    }

    fn detach(&mut self, number: usize) -> i32 {
        self.touch_key(u64::MAX, (number as u64).wrapping_add(16));
        let threads = self.several();
        let target = number
            .checked_sub(1)
            .and_then(|index| threads.list.get_mut(index));
        match target.filter(|target| !target.joined && !target.detached) {
            Some(target) => {
                target.detached = true;
                0
            }
            None => misuse::NOT_JOINABLE,
        }
    }

    /// The running thread is over, and so are its variables.
    fn end_thread(&mut self, thread: usize, registers: &mut Registers) {
        self.touch_key(u64::MAX, 17 + thread as u64);
        let forked = self.several().list[thread].detached && thread != 0;
        for frame in std::mem::take(&mut self.frames).into_iter().rev() {
            let (bits, prov) = registers.window(frame.base, frame.code.registers);
            for item in &frame.code.memory {
                let provenance = prov[item.reg as usize];
                // What a thread in the middle of a function has of it is its starter's.
                if provenance != 0 && bits[item.reg as usize] != 0 && !forked {
                    self.memory.kill(crate::object::Provenance(provenance), End::Left);
                }
            }
        }
        for (_, provenance) in std::mem::take(&mut self.borrowed) {
            self.memory.kill(provenance, End::Left);
        }
        let own = std::mem::take(&mut self.several().list[thread].own);
        for pointer in own.into_values() {
            self.memory.kill(pointer.provenance, End::Left);
        }
        self.several().list[thread].status = Status::Ended;
    }

    fn lock(&mut self, op: ThreadOp, object: Pointer, thread: usize) -> i32 {
        let since = self.user_loc();
        let mutex = self.sync_at(object);
        if !mutex.ready {
            return misuse::NOT_INITIALISED;
        }
        if let Some(held) = mutex.held_by(thread) {
            return match (op, mutex.kind) {
                (_, RECURSIVE) => {
                    mutex.holders[held].times += 1;
                    0
                }
                (ThreadOp::MutexTryLock, _) => EBUSY,
                (_, ERROR_CHECKING) => EDEADLK,
                _ => ETIMEDOUT,
            };
        }
        if !can_lock(mutex, thread) {
            return if op == ThreadOp::MutexTryLock {
                EBUSY
            } else {
                ETIMEDOUT
            };
        }
        mutex.holders.push(Holder {
            thread,
            times: 1,
            since,
        });
        self.acquire(object, thread);
        0
    }

    fn lock_shared(&mut self, op: ThreadOp, object: Pointer, thread: usize) -> i32 {
        let since = self.user_loc();
        let lock = self.sync_at(object);
        if !lock.ready {
            return misuse::NOT_INITIALISED;
        }
        let write = matches!(
            op,
            ThreadOp::RwWrite | ThreadOp::RwTryWrite | ThreadOp::RwTimedWrite
        );
        let free = if write {
            lock.holders.is_empty()
        } else {
            !lock.writing
        };
        if !free {
            return match op {
                ThreadOp::RwTryRead | ThreadOp::RwTryWrite => EBUSY,
                _ => ETIMEDOUT,
            };
        }
        lock.writing = write;
        lock.reading = !write;
        match lock.held_by(thread) {
            Some(held) => lock.holders[held].times += 1,
            None => lock.holders.push(Holder {
                thread,
                times: 1,
                since,
            }),
        }
        let read = lock.read_clock.clone();
        self.acquire(object, thread);
        if write {
            self.several().list[thread].clock.join(&read);
        }
        0
    }

    fn unlock(&mut self, object: Pointer, thread: usize) -> i32 {
        let lock = self.sync_at(object);
        if !lock.ready {
            return misuse::NOT_INITIALISED;
        }
        let Some(held) = lock.held_by(thread) else {
            return match lock.kind {
                RECURSIVE | ERROR_CHECKING => EPERM,
                _ => misuse::NOT_HELD,
            };
        };
        lock.holders[held].times -= 1;
        if lock.holders[held].times > 0 {
            return 0;
        }
        lock.holders.remove(held);
        if lock.reading {
            lock.reading = !lock.holders.is_empty();
            let clock = self.several().list[thread].clock.clone();
            self.sync_at(object).read_clock.join(&clock);
            self.several().list[thread].clock.tick(thread);
        } else {
            self.sync_at(object).writing = false;
            self.release(object, thread);
        }
        0
    }

    fn destroy(&mut self, object: Pointer) -> i32 {
        let sync = self.sync_at(object);
        if !sync.ready {
            return misuse::NOT_INITIALISED;
        }
        if !sync.holders.is_empty() || !sync.waiting.is_empty() {
            return misuse::IN_USE;
        }
        sync.ready = false;
        0
    }

    fn wait(&mut self, op: ThreadOp, args: &[Pointer], thread: usize) -> Done {
        let [condition, mutex] = args else {
            return Done::Fails(self.internal("a condition without a mutex"));
        };
        let (condition, mutex) = (*condition, *mutex);
        self.touch_key(mutex.provenance.0, mutex.address);
        let Status::Waiting { since } = self.several().list[thread].status else {
            let events = self.several().events;
            if !self.sync_at(condition).ready {
                return Done::Gives(misuse::NOT_INITIALISED.into());
            }
            if self.sync_at(mutex).held_by(thread).is_none() {
                return Done::Gives(misuse::NOT_HELD.into());
            }
            let waiting = self.sync_at(condition);
            if !waiting.waiting.is_empty() && waiting.mutex != Some(key(mutex)) {
                return Done::Gives(misuse::OTHER_MUTEX.into());
            }
            waiting.mutex = Some(key(mutex));
            waiting.waiting.push(thread);
            self.unlock(mutex, thread);
            self.several().list[thread].status = Status::Waiting { since: events };
            return Done::Waits;
        };
        let sync = self.sync_at(condition);
        let signal = sync.signal_for(since);
        if let Some(signal) = signal {
            sync.signals.remove(signal);
        }
        sync.waiting.retain(|&other| other != thread);
        let left = sync.waiting.len();
        sync.signals.truncate(left);
        self.acquire(condition, thread);
        let code = self.lock(ThreadOp::MutexLock, mutex, thread);
        let timed_out = signal.is_none() && op == ThreadOp::ConditionTimedWait;
        Done::Gives(if timed_out { ETIMEDOUT.into() } else { code.into() })
    }

    fn signal(&mut self, op: ThreadOp, object: Pointer, thread: usize) -> i32 {
        let events = self.several().events;
        let condition = self.sync_at(object);
        if !condition.ready {
            return misuse::NOT_INITIALISED;
        }
        let waiting = condition.waiting.len();
        let wanted = match op {
            ThreadOp::ConditionSignal => condition.signals.len() + 1,
            _ => waiting,
        };
        while condition.signals.len() < wanted.min(waiting) {
            condition.signals.push(events + 1);
        }
        self.release(object, thread);
        0
    }

    fn meet(&mut self, object: Pointer, thread: usize) -> Done {
        if let Status::AtBarrier { .. } = self.several().list[thread].status {
            self.acquire(object, thread);
            return Done::Gives(0);
        }
        let barrier = self.sync_at(object);
        if !barrier.ready || barrier.value == 0 {
            return Done::Gives(misuse::NOT_INITIALISED.into());
        }
        barrier.waiting.push(thread);
        let (round, full) = (barrier.round, barrier.waiting.len() as u64 == barrier.value);
        if full {
            barrier.waiting.clear();
            barrier.round += 1;
        }
        self.release(object, thread);
        if full {
            self.acquire(object, thread);
            return Done::Gives(1);
        }
        self.several().list[thread].status = Status::AtBarrier { round };
        Done::Waits
    }

    fn semaphore(&mut self, op: ThreadOp, object: Pointer, thread: usize) -> i32 {
        let semaphore = self.sync_at(object);
        if !semaphore.ready {
            return misuse::NOT_INITIALISED;
        }
        match op {
            ThreadOp::SemaphorePost => {
                semaphore.value += 1;
                self.release(object, thread);
                0
            }
            ThreadOp::SemaphoreValue => i32::try_from(semaphore.value).unwrap_or(i32::MAX),
            _ if semaphore.value == 0 && op == ThreadOp::SemaphoreTryWait => EAGAIN,
            _ if semaphore.value == 0 => ETIMEDOUT,
            _ => {
                semaphore.value -= 1;
                self.acquire(object, thread);
                0
            }
        }
    }

    /// Operations at which no thread stops: a number, or a pointer.
    pub(crate) fn thread_builtin(&mut self, op: ThreadOp, first: u128) -> Result<(u128, Pointer), Stop> {
        match op {
            ThreadOp::Begin => self.remember_initial_values(),
            ThreadOp::AtomicEnd(kind) => self.leave_atomic(kind),
            ThreadOp::OwnNumber => return Ok((self.several().current as u128 + 1, Pointer::NULL)),
            ThreadOp::InSection => return Ok((u128::from(self.several().atomic > 0), Pointer::NULL)),
            ThreadOp::Result => {
                let threads = self.several();
                let thread = (first as usize)
                    .checked_sub(1)
                    .and_then(|index| threads.list.get(index));
                let result = thread.map_or(Pointer::NULL, |thread| thread.result);
                return Ok((result.address.into(), result));
            }
            ThreadOp::Local(var) => {
                let pointer = self.own_object(var)?;
                return Ok((pointer.address.into(), pointer));
            }
            _ => return Err(self.internal("an operation at which threads stop")),
        }
        Ok((0, Pointer::NULL))
    }

    /// What objects of which threads have their own begin with.
    fn remember_initial_values(&mut self) {
        let program = self.program;
        for (slot, &var) in (1..).zip(&self.interpreter.layout.statics) {
            if !program.variable(var).thread_local {
                continue;
            }
            let pointer = self.memory.static_pointer(slot);
            let size = program.size_of_variable(var) as usize;
            if let Some(spot) = self.memory.spot(pointer, size) {
                let chunk = self.memory.extract(spot, size);
                let threads = self.several();
                threads.initial.insert(var, chunk);
                threads.list[0].own.insert(var, pointer);
            }
        }
    }

    fn own_object(&mut self, var: VarId) -> Result<Pointer, Stop> {
        let current = self.several().current;
        if let Some(&pointer) = self.several().list[current].own.get(&var) {
            return Ok(pointer);
        }
        let class = self.interpreter.layout.class_of[var.index()];
        self.activations += 1;
        let activation = self.activations;
        let origin = Origin::Variable { var, activation };
        let loc = self.user_loc();
        let pointer = self
            .memory
            .allocate(class, origin, false)
            .map_err(|_| Stop::OutOfMemory(loc))?;
        let chunk = self.several().initial.get(&var).cloned();
        if let Some(chunk) = chunk
            && let Some(spot) = self.memory.spot(pointer, chunk.bytes.len())
        {
            self.memory.insert(spot, &chunk);
        }
        self.several().running().own.insert(var, pointer);
        Ok(pointer)
    }
}
