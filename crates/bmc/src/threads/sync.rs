//! Locks, conditions, barriers, semaphores: what they do, as cells beside the object that the program gives.
//!
//! The interpreter has the same rules in another form (its `threads::sync`, `threads::wait` and `threads::perform`). Each field is a cell of
//! its own, so that what nobody changes while there are several threads, such as the kind of a mutex, is a constant.

use logic::TermId;
use program::{ThreadOp, misuse};

use crate::memory::object::ObjectId;
use crate::memory::place::Element;
use crate::symex::Symex;
use crate::symex::scalar::{Scalar, Value};
use crate::symex::state::{Cell, State};
use crate::threads::event::NodeKind;
use crate::threads::waiting::Act;

const EPERM: i32 = 1;
const EAGAIN: i32 = 11;
const EBUSY: i32 = 16;
const EDEADLK: i32 = 35;
const ETIMEDOUT: i32 = 110;

/// Where the host's static initialisers put the kind of a mutex.
const KIND_AT: u64 = 16;

/// A field of what is known of an object: where, and how many bytes.
type Field = (u64, u32);
/// Bit 0: set by an operation; bit 1: ready; bits 2 and 3: the kind.
const SETUP: Field = (0, 1);
const HOLDER: Field = (1, 1);
const TIMES: Field = (2, 1);
const ONCE: Field = (3, 1);
/// Of a semaphore: what is left; of a barrier: how many it waits for.
const VALUE: Field = (4, 4);
const WRITER: Field = (8, 1);
const READERS: Field = (9, 1);
const ARRIVED: Field = (10, 2);
const ROUND: Field = (12, 2);
const WAITING: Field = (14, 1);
const SIGNALS: Field = (15, 1);
/// By thread: how often it holds a lock for readers, or how many signals are not for it.
const MINE: u64 = 16;

/// The cells of the byte at an offset begin here.
const SPREAD: u64 = 64;

/// What an operation works on.
struct Subject {
    cases: Vec<Element>,
    setup: TermId,
    ready: TermId,
}

/// Whether an operation sees that somebody else holds what it asks for.
fn is_try(op: ThreadOp) -> bool {
    use ThreadOp as T;
    matches!(
        op,
        T::MutexTryLock
            | T::MutexTimedLock
            | T::RwTryRead
            | T::RwTryWrite
            | T::RwTimedRead
            | T::RwTimedWrite
            | T::SemaphoreTryWait
            | T::SemaphoreTimedWait
            | T::SemaphoreValue
    )
}

impl Symex<'_> {
    /// An event of its own begins, unless it is inside of a section.
    pub(crate) fn waiting_event(&mut self, state: &mut State) {
        self.point(state);
    }

    /// The event of a state happens only where this holds.
    pub(crate) fn needs(&mut self, state: &mut State, enabled: TermId, wakes: TermId) {
        if self.truth(enabled) == Some(true) && self.truth(wakes) == Some(true) {
            return;
        }
        if state.moment.section > 0 {
            self.unsupported(state, "waiting in an atomic section");
            self.lose(state);
            return;
        }
        if let (Some(node), Some(threads)) = (state.moment.node, &mut self.threads) {
            threads.nodes[node].enabled = enabled;
            threads.nodes[node].wakes = wakes;
        }
    }

    /// What the event of a state does to others.
    fn acts(&mut self, state: &State, act: Act) {
        // In a section other things happen, too.
        if let (Some(node), Some(threads), 0) = (state.moment.node, &mut self.threads, state.moment.section) {
            threads.nodes[node].act = act;
        }
    }

    fn code(&mut self, number: i32) -> TermId {
        self.pool.bv(32, number as u32 as u128)
    }

    fn number_of(&mut self, (_, size): Field, number: u128) -> TermId {
        self.pool.bv(size * 8, number)
    }

    fn get(&mut self, state: &mut State, cases: &[Element], (at, size): Field) -> TermId {
        let scalar = Scalar::raw(size);
        let mut result: Option<TermId> = None;
        for case in cases {
            let shadow = self.beside(case.object);
            let at = case.at * SPREAD + at;
            self.fetch(state, shadow, at, size.into(), Some(scalar));
            let value = match self.read_at(state, shadow, at, scalar).value {
                Some(value) => self.plain(value),
                None => self.pool.bv(size * 8, 0),
            };
            result = Some(match result {
                None => value,
                Some(other) => self.pool.ite(case.chosen, value, other),
            });
        }
        result.unwrap_or_else(|| self.pool.bv(size * 8, 0))
    }

    fn set(&mut self, state: &mut State, cases: &[Element], (at, size): Field, value: TermId, when: TermId) {
        for case in cases {
            let written = self.pool.and(case.chosen, when);
            if self.truth(written) == Some(false) {
                continue;
            }
            let shadow = self.beside(case.object);
            let cell = Cell {
                value: Value::Bits(value),
                size,
                written,
                step: crate::StepId(self.steps.len().saturating_sub(1) as u32),
            };
            self.write_beside(state, shadow, case.at * SPREAD + at, cell);
        }
    }

    /// The objects that an operation may mean, and whether they are ready for it.
    fn subject(&mut self, state: &mut State, pointer: Value) -> Option<Subject> {
        let ty = self.char?;
        let spot = self.spot_at(pointer, ty);
        let Some(cases) = self.elements(state, &spot, 1) else {
            self.too_wide(state);
            return None;
        };
        let setup = self.get(state, &cases, SETUP);
        let (touched, set_ready) = (self.pool.bv_bit(setup, 0), self.pool.bv_bit(setup, 1));
        let mut ready = set_ready;
        if self.truth(touched) != Some(true) {
            let mut there = self.no;
            for case in &cases {
                self.fetch(state, case.object, case.at, 4, None);
                let found = self.read_at(state, case.object, case.at, Scalar::raw(4));
                there = self.pool.ite(case.chosen, found.written, there);
            }
            ready = self.pool.ite(touched, set_ready, there);
        }
        Some(Subject { cases, setup, ready })
    }

    /// The kind of a mutex.
    fn kind(&mut self, state: &mut State, subject: &Subject) -> TermId {
        let touched = self.pool.bv_bit(subject.setup, 0);
        let own = self.pool.bv_extract(subject.setup, 3, 2);
        if self.truth(touched) == Some(true) {
            return own;
        }
        let mut first = self.pool.bv(2, 0);
        for case in subject.cases.clone() {
            let at = case.at + KIND_AT;
            let bytes = self.object(case.object).bytes;
            if bytes.is_none_or(|bytes| at + 4 > bytes) {
                continue;
            }
            self.fetch(state, case.object, at, 4, None);
            let found = self.read_at(state, case.object, at, Scalar::raw(4));
            if let Some(value) = found.value {
                let bits = self.plain(value);
                let bits = self.pool.bv_extract(bits, 1, 0);
                let both = self.pool.and(case.chosen, found.written);
                first = self.pool.ite(both, bits, first);
            }
        }
        self.pool.ite(touched, own, first)
    }

    pub(crate) fn sync_op(&mut self, state: &mut State, op: ThreadOp, values: &[Value]) -> Option<Value> {
        use ThreadOp as T;
        // Whether one waits is a question for all threads together.
        let waits = matches!(
            op,
            T::MutexLock
                | T::RwRead
                | T::RwWrite
                | T::SemaphoreWait
                | T::OnceBegin
                | T::BarrierWait
                | T::ConditionWait
                | T::ConditionTimedWait
        );
        if waits && !state.moment.several {
            self.part_threads(state);
        }
        self.waiting_event(state);
        let tries = is_try(op);
        self.acts(state, if tries { Act::Plain } else { Act::Other });
        let subject = self.subject(state, values[0])?;
        if let Some(threads) = self.threads.as_mut().filter(|_| tries) {
            for case in &subject.cases {
                let tried = (case.object, case.at);
                *threads.seen.tries.entry((tried, threads.current)).or_insert(0) += 1;
            }
        }
        if let Some((object, at)) = self.only(&subject) {
            match op {
                T::MutexLock | T::RwRead | T::RwWrite | T::SemaphoreWait => {
                    self.acts(state, Act::Lock(object, at));
                }
                T::MutexUnlock | T::RwUnlock | T::SemaphorePost => self.acts(state, Act::Unlock(object, at)),
                _ => {}
            }
        }
        let code = match op {
            T::MutexInit | T::ConditionInit | T::RwInit | T::BarrierInit | T::SemaphoreInit => {
                self.init(state, op, &subject, values.get(1).copied())
            }
            T::MutexDestroy
            | T::ConditionDestroy
            | T::RwDestroy
            | T::BarrierDestroy
            | T::SemaphoreDestroy => self.destroy(state, op, &subject),
            T::MutexLock | T::MutexTryLock | T::MutexTimedLock => self.lock(state, op, &subject),
            T::MutexUnlock => self.unlock(state, &subject, self.yes),
            T::RwUnlock => self.unlock_shared(state, &subject),
            T::RwRead | T::RwWrite | T::RwTryRead | T::RwTryWrite | T::RwTimedRead | T::RwTimedWrite => {
                self.lock_shared(state, op, &subject)
            }
            T::ConditionWait | T::ConditionTimedWait => self.wait_for(state, op, &subject, values)?,
            T::ConditionSignal | T::ConditionBroadcast => self.signal(state, op, &subject),
            T::SemaphoreWait
            | T::SemaphoreTryWait
            | T::SemaphoreTimedWait
            | T::SemaphorePost
            | T::SemaphoreValue => self.semaphore(state, op, &subject),
            T::BarrierWait => self.meet(state, &subject),
            T::OnceBegin | T::OnceEnd => self.once(state, op, &subject),
            _ => {
                self.unsupported(state, "an operation on threads");
                self.lose(state);
                return None;
            }
        };
        Some(Value::Bits(code))
    }

    /// Gives a code only where the object is ready.
    fn if_ready(&mut self, subject: &Subject, code: TermId) -> TermId {
        let not = self.code(misuse::NOT_INITIALISED);
        self.pool.ite(subject.ready, code, not)
    }

    fn is(&mut self, field: Field, term: TermId, number: u128) -> TermId {
        let number = self.number_of(field, number);
        self.pool.eq(term, number)
    }

    fn init(&mut self, state: &mut State, op: ThreadOp, subject: &Subject, value: Option<Value>) -> TermId {
        let number = match value {
            Some(value) => {
                let bits = self.plain(value);
                self.resize(bits, false, 32)
            }
            None => self.pool.bv(32, 0),
        };
        let setup = match op {
            ThreadOp::MutexInit => {
                let kind = self.pool.bv_extract(number, 1, 0);
                let ready = self.pool.bv(2, 3);
                let low = self.pool.bv_concat(kind, ready);
                self.pool.bv_zero_extend(low, 8)
            }
            _ => self.pool.bv(8, 3),
        };
        let yes = self.yes;
        let fields: &[Field] = match op {
            ThreadOp::MutexInit => &[HOLDER, TIMES],
            ThreadOp::RwInit => &[WRITER, READERS],
            ThreadOp::ConditionInit => &[WAITING, SIGNALS],
            ThreadOp::BarrierInit => &[ARRIVED],
            _ => &[],
        };
        self.set(state, &subject.cases, SETUP, setup, yes);
        for &field in fields {
            let zero = self.number_of(field, 0);
            self.set(state, &subject.cases, field, zero, yes);
        }
        if matches!(op, ThreadOp::BarrierInit | ThreadOp::SemaphoreInit) {
            self.set(state, &subject.cases, VALUE, number, yes);
        }
        self.code(0)
    }

    fn destroy(&mut self, state: &mut State, op: ThreadOp, subject: &Subject) -> TermId {
        let fields: &[Field] = match op {
            ThreadOp::MutexDestroy => &[HOLDER],
            ThreadOp::RwDestroy => &[WRITER, READERS],
            ThreadOp::ConditionDestroy => &[WAITING],
            ThreadOp::BarrierDestroy => &[ARRIVED],
            _ => &[],
        };
        let mut used = self.no;
        for &field in fields {
            let value = self.get(state, &subject.cases, field);
            let free = self.is(field, value, 0);
            let busy = self.pool.not(free);
            used = self.pool.or(used, busy);
        }
        let free = self.pool.not(used);
        let when = self.pool.and(subject.ready, free);
        let gone = self.pool.bv(8, 1);
        self.set(state, &subject.cases, SETUP, gone, when);
        let (fine, busy) = (self.code(0), self.code(misuse::IN_USE));
        let code = self.pool.ite(used, busy, fine);
        self.if_ready(subject, code)
    }

    fn me(&mut self) -> TermId {
        let me = self.current_thread() as u128 + 1;
        self.pool.bv(8, me)
    }

    fn lock(&mut self, state: &mut State, op: ThreadOp, subject: &Subject) -> TermId {
        let (holder, me) = (self.get(state, &subject.cases, HOLDER), self.me());
        let free = self.is(HOLDER, holder, 0);
        let mine = self.pool.eq(holder, me);
        let kind = self.kind(state, subject);
        let (recursive, checking) = (self.pool.bv(2, 1), self.pool.bv(2, 2));
        let recursive = self.pool.eq(kind, recursive);
        let checking = self.pool.eq(kind, checking);
        if op == ThreadOp::MutexLock {
            let either = self.pool.or(recursive, checking);
            let again = self.pool.and(mine, either);
            let enabled = self.pool.or(free, again);
            self.needs(state, enabled, enabled);
        }
        let got = self.pool.and(subject.ready, free);
        self.set(state, &subject.cases, HOLDER, me, got);
        if self.truth(recursive) != Some(false) {
            let one = self.number_of(TIMES, 1);
            let again = self.pool.and_all(&[subject.ready, mine, recursive]);
            let times = self.get(state, &subject.cases, TIMES);
            let more = self.pool.bv_add(times, one);
            let times = self.pool.ite(again, more, one);
            let either = self.pool.or(got, again);
            self.set(state, &subject.cases, TIMES, times, either);
        }
        let (fine, busy) = (self.code(0), self.code(EBUSY));
        let (late, dead) = (self.code(ETIMEDOUT), self.code(EDEADLK));
        let held = if op == ThreadOp::MutexTryLock {
            self.pool.ite(recursive, fine, busy)
        } else {
            let otherwise = self.pool.ite(checking, dead, late);
            self.pool.ite(recursive, fine, otherwise)
        };
        let elsewhere = if op == ThreadOp::MutexTryLock { busy } else { late };
        let code = self.pool.ite(mine, held, elsewhere);
        let code = self.pool.ite(free, fine, code);
        self.if_ready(subject, code)
    }

    /// Gives a mutex back, where `when` holds.
    fn unlock(&mut self, state: &mut State, subject: &Subject, when: TermId) -> TermId {
        let (holder, me) = (self.get(state, &subject.cases, HOLDER), self.me());
        let mine = self.pool.eq(holder, me);
        let kind = self.kind(state, subject);
        let none = self.pool.bv(2, 0);
        let (recursive, checking) = (self.pool.bv(2, 1), self.pool.bv(2, 2));
        let recursive = self.pool.eq(kind, recursive);
        let checking = self.pool.eq(kind, checking);
        let mut last = self.pool.and_all(&[subject.ready, mine, when]);
        if self.truth(recursive) != Some(false) {
            let times = self.get(state, &subject.cases, TIMES);
            let one = self.number_of(TIMES, 1);
            let single = self.pool.bv_ule(times, one);
            let less = self.pool.bv_sub(times, one);
            let several = self.pool.not(single);
            let several = self.pool.and_all(&[last, recursive, several]);
            self.set(state, &subject.cases, TIMES, less, several);
            let not = self.pool.not(several);
            last = self.pool.and(last, not);
        }
        let _ = none;
        let nobody = self.number_of(HOLDER, 0);
        self.set(state, &subject.cases, HOLDER, nobody, last);
        let (fine, denied, wrong) = (self.code(0), self.code(EPERM), self.code(misuse::NOT_HELD));
        let told = self.pool.or(recursive, checking);
        let other = self.pool.ite(told, denied, wrong);
        let code = self.pool.ite(mine, fine, other);
        self.if_ready(subject, code)
    }

    /// How often this thread holds a lock for readers, or what it has missed.
    fn mine(&self, thread: usize) -> Field {
        (MINE + thread as u64, 1)
    }

    fn lock_shared(&mut self, state: &mut State, op: ThreadOp, subject: &Subject) -> TermId {
        let write = matches!(
            op,
            ThreadOp::RwWrite | ThreadOp::RwTryWrite | ThreadOp::RwTimedWrite
        );
        let writer = self.get(state, &subject.cases, WRITER);
        let readers = self.get(state, &subject.cases, READERS);
        let no_writer = self.is(WRITER, writer, 0);
        let no_readers = self.is(READERS, readers, 0);
        let free = match write {
            true => self.pool.and(no_writer, no_readers),
            false => no_writer,
        };
        if matches!(op, ThreadOp::RwRead | ThreadOp::RwWrite) {
            self.needs(state, free, free);
        }
        let got = self.pool.and(subject.ready, free);
        let own = self.mine(self.current_thread());
        let mine = self.get(state, &subject.cases, own);
        let one = self.pool.bv(8, 1);
        if write {
            self.set(state, &subject.cases, WRITER, one, got);
        } else {
            let first = self.is(own, mine, 0);
            let new = self.pool.and(got, first);
            let more = self.pool.bv_add(readers, one);
            self.set(state, &subject.cases, READERS, more, new);
        }
        let times = self.pool.bv_add(mine, one);
        self.set(state, &subject.cases, own, times, got);
        let not_got = match op {
            ThreadOp::RwTryRead | ThreadOp::RwTryWrite => EBUSY,
            _ => ETIMEDOUT,
        };
        let (fine, other) = (self.code(0), self.code(not_got));
        let code = self.pool.ite(free, fine, other);
        self.if_ready(subject, code)
    }

    fn unlock_shared(&mut self, state: &mut State, subject: &Subject) -> TermId {
        let own = self.mine(self.current_thread());
        let mine = self.get(state, &subject.cases, own);
        let writer = self.get(state, &subject.cases, WRITER);
        let readers = self.get(state, &subject.cases, READERS);
        let one = self.pool.bv(8, 1);
        let none = self.is(own, mine, 0);
        let held = self.pool.not(none);
        let held = self.pool.and(subject.ready, held);
        let less = self.pool.bv_sub(mine, one);
        self.set(state, &subject.cases, own, less, held);
        let last = self.pool.eq(mine, one);
        let last = self.pool.and(held, last);
        let no_writer = self.is(WRITER, writer, 0);
        let wrote = self.pool.not(no_writer);
        let wrote = self.pool.and(last, wrote);
        let read = self.pool.and(last, no_writer);
        let zero = self.pool.bv(8, 0);
        self.set(state, &subject.cases, WRITER, zero, wrote);
        let fewer = self.pool.bv_sub(readers, one);
        self.set(state, &subject.cases, READERS, fewer, read);
        let (fine, wrong) = (self.code(0), self.code(misuse::NOT_HELD));
        let code = self.pool.ite(none, wrong, fine);
        self.if_ready(subject, code)
    }

    fn semaphore(&mut self, state: &mut State, op: ThreadOp, subject: &Subject) -> TermId {
        let value = self.get(state, &subject.cases, VALUE);
        let one = self.pool.bv(32, 1);
        let empty = self.is(VALUE, value, 0);
        let some = self.pool.not(empty);
        let fine = self.code(0);
        let code = match op {
            ThreadOp::SemaphorePost => {
                let more = self.pool.bv_add(value, one);
                self.set(state, &subject.cases, VALUE, more, subject.ready);
                fine
            }
            ThreadOp::SemaphoreValue => value,
            _ => {
                if op == ThreadOp::SemaphoreWait {
                    let touched = self.pool.bv_bit(subject.setup, 0);
                    let unready = self.pool.not(subject.ready);
                    let gone = self.pool.and(touched, unready);
                    let enabled = self.pool.or(some, gone);
                    self.needs(state, enabled, enabled);
                }
                let less = self.pool.bv_sub(value, one);
                let when = self.pool.and(subject.ready, some);
                self.set(state, &subject.cases, VALUE, less, when);
                let other = match op {
                    ThreadOp::SemaphoreTryWait => EAGAIN,
                    _ => ETIMEDOUT,
                };
                let other = self.code(other);
                self.pool.ite(some, fine, other)
            }
        };
        self.if_ready(subject, code)
    }

    fn once(&mut self, state: &mut State, op: ThreadOp, subject: &Subject) -> TermId {
        let yes = self.yes;
        if op == ThreadOp::OnceEnd {
            let done = self.number_of(ONCE, 2);
            self.set(state, &subject.cases, ONCE, done, yes);
            return self.code(0);
        }
        let now = self.get(state, &subject.cases, ONCE);
        let busy = self.is(ONCE, now, 1);
        let enabled = self.pool.not(busy);
        self.needs(state, enabled, enabled);
        let first = self.is(ONCE, now, 0);
        let one = self.number_of(ONCE, 1);
        self.set(state, &subject.cases, ONCE, one, first);
        let (taken, done) = (self.code(1), self.code(0));
        self.pool.ite(first, taken, done)
    }

    /// Coming to a barrier, and leaving it.
    fn meet(&mut self, state: &mut State, subject: &Subject) -> TermId {
        let needed = self.get(state, &subject.cases, VALUE);
        let arrived = self.get(state, &subject.cases, ARRIVED);
        let round = self.get(state, &subject.cases, ROUND);
        let none = self.is(VALUE, needed, 0);
        let some = self.pool.not(none);
        let usable = self.pool.and(subject.ready, some);
        let one = self.pool.bv(16, 1);
        let now = self.pool.bv_add(arrived, one);
        let wide = self.pool.bv_zero_extend(now, 32);
        let full = self.pool.eq(wide, needed);
        let zero = self.pool.bv(16, 0);
        let left = self.pool.ite(full, zero, now);
        self.set(state, &subject.cases, ARRIVED, left, usable);
        let next = self.pool.bv_add(round, one);
        let opens = self.pool.and(usable, full);
        self.set(state, &subject.cases, ROUND, next, opens);
        let not_full = self.pool.not(full);
        let waits = self.pool.and_all(&[state.path.all(), usable, not_full]);
        if self.truth(waits) != Some(false) && self.second_event(state, waits) {
            let later = self.get(state, &subject.cases, ROUND);
            let same = self.pool.eq(later, round);
            let enabled = self.pool.not(same);
            self.needs(state, enabled, enabled);
        }
        let (last, fine) = (self.code(1), self.code(0));
        let code = self.pool.ite(full, last, fine);
        let not = self.code(misuse::NOT_INITIALISED);
        self.pool.ite(usable, code, not)
    }

    /// The second event of an operation that waits in the middle.
    fn second_event(&mut self, state: &mut State, guard: TermId) -> bool {
        if state.moment.section > 0 {
            self.unsupported(state, "waiting in an atomic section");
            self.lose(state);
            return false;
        }
        self.new_node_if(state, NodeKind::Event, guard);
        true
    }

    fn signal(&mut self, state: &mut State, op: ThreadOp, subject: &Subject) -> TermId {
        let waiting = self.get(state, &subject.cases, WAITING);
        let signals = self.get(state, &subject.cases, SIGNALS);
        let less = self.pool.bv_ult(signals, waiting);
        let when = self.pool.and(subject.ready, less);
        let new = if op == ThreadOp::ConditionBroadcast {
            waiting
        } else {
            let one = self.number_of(SIGNALS, 1);
            self.pool.bv_add(signals, one)
        };
        self.set(state, &subject.cases, SIGNALS, new, when);
        let fine = self.code(0);
        self.if_ready(subject, fine)
    }

    /// The bytes that an operation means, if that is not open.
    fn only(&self, subject: &Subject) -> Option<(ObjectId, u64)> {
        match subject.cases.as_slice() {
            [case] => Some((case.object, case.at)),
            _ => None,
        }
    }

    /// Gives the mutex back and waits; then takes the mutex again.
    fn wait_for(
        &mut self,
        state: &mut State,
        op: ThreadOp,
        condition: &Subject,
        values: &[Value],
    ) -> Option<TermId> {
        let mutex = self.subject(state, *values.get(1)?)?;
        let me = self.current_thread();
        let (Some(place), Some(lock)) = (self.only(condition), self.only(&mutex)) else {
            self.unsupported(state, "waiting for one of several conditions");
            self.lose(state);
            return None;
        };
        let threads = self.threads.as_mut()?;
        threads.seen.waiters.entry(place).or_default().insert(me);
        threads.seen.mutexes.entry(place).or_default().insert(lock);
        let mixed = threads.known.mutexes.get(&place).is_some_and(|all| all.len() > 1);
        let others = threads.known.waiters.get(&place).cloned().unwrap_or_default();
        if mixed {
            self.unsupported(state, "a condition that is waited for with several mutexes");
            self.lose(state);
            return None;
        }
        let holder = self.get(state, &mutex.cases, HOLDER);
        let my_number = self.me();
        let held = self.pool.eq(holder, my_number);
        let begins = self.pool.and(condition.ready, held);
        let one = self.pool.bv(8, 1);
        let waiting = self.get(state, &condition.cases, WAITING);
        let more = self.pool.bv_add(waiting, one);
        self.set(state, &condition.cases, WAITING, more, begins);
        let signals = self.get(state, &condition.cases, SIGNALS);
        let own = self.mine(me);
        self.set(state, &condition.cases, own, signals, begins);
        self.unlock(state, &mutex, begins);
        self.acts(state, Act::Waits);
        let guard = self.pool.and(state.path.all(), begins);
        let (fine, not_held) = (self.code(0), self.code(misuse::NOT_HELD));
        let mut code = self.pool.ite(held, fine, not_held);
        if self.truth(guard) != Some(false) && self.second_event(state, guard) {
            let came = self.wake(state, op, condition, &mutex, (me, begins), &others);
            let late = self.code(ETIMEDOUT);
            let timed_out = self.pool.not(came);
            let timed_out = self.pool.and(timed_out, begins);
            if op == ThreadOp::ConditionTimedWait {
                code = self.pool.ite(timed_out, late, code);
            }
        }
        Some(self.if_ready(condition, code))
    }

    /// The second event of waiting for a condition; whether a signal ended it.
    fn wake(
        &mut self,
        state: &mut State,
        op: ThreadOp,
        condition: &Subject,
        mutex: &Subject,
        (me, begins): (usize, TermId),
        others: &std::collections::BTreeSet<usize>,
    ) -> TermId {
        let holder = self.get(state, &mutex.cases, HOLDER);
        let free = self.is(HOLDER, holder, 0);
        let signals = self.get(state, &condition.cases, SIGNALS);
        let own = self.mine(me);
        let missed = self.get(state, &condition.cases, own);
        let came = self.pool.bv_ult(missed, signals);
        let wakes = match op {
            ThreadOp::ConditionTimedWait => free,
            _ => self.pool.and(free, came),
        };
        self.needs(state, free, wakes);
        self.acts(state, Act::Wakes(came));
        let one = self.pool.bv(8, 1);
        let waiting = self.get(state, &condition.cases, WAITING);
        let left = self.pool.bv_sub(waiting, one);
        self.set(state, &condition.cases, WAITING, left, begins);
        let fewer = self.pool.bv_sub(signals, one);
        let rest = self.pool.ite(came, fewer, signals);
        let too_many = self.pool.bv_ult(left, rest);
        let rest = self.pool.ite(too_many, left, rest);
        self.set(state, &condition.cases, SIGNALS, rest, begins);
        for &other in others.iter().filter(|&&other| other != me) {
            let field = self.mine(other);
            let theirs = self.get(state, &condition.cases, field);
            let after = self.pool.bv_ult(missed, theirs);
            let after = self.pool.and(came, after);
            let fewer = self.pool.bv_sub(theirs, one);
            let now = self.pool.ite(after, fewer, theirs);
            let too_many = self.pool.bv_ult(rest, now);
            let now = self.pool.ite(too_many, rest, now);
            self.set(state, &condition.cases, field, now, begins);
        }
        let my_number = self.me();
        self.set(state, &mutex.cases, HOLDER, my_number, begins);
        let times = self.number_of(TIMES, 1);
        let kind = self.kind(state, mutex);
        let recursive = self.pool.bv(2, 1);
        let recursive = self.pool.eq(kind, recursive);
        let when = self.pool.and(begins, recursive);
        self.set(state, &mutex.cases, TIMES, times, when);
        came
    }
}
