//! What threads do to each other: they begin, end, wait, and take turns.
//!
//! Every one of them is a single step of a run, and a place before which another thread may run, unless its
//! documentation says otherwise. Those that wait are not loops: a thread at one of them can move or cannot, so that
//! "nobody can move" is a property of a state. Locks and their like live in the bytes that the program gives them; an
//! operation names one by its address.
//!
//! The numbers that operations give are `errno` values, 0 for success, or one of [`misuse`] where C leaves the
//! behaviour undefined; the library's models claim that it is none of those.

use crate::{Builtin, InstrKind, Lifetime, Place, PlaceBase, Program, VarId};

/// Results that mean that the program broke a rule.
pub mod misuse {
    /// What is given back is not held by this thread.
    pub const NOT_HELD: i32 = -1;
    /// The object was never initialised, or it was destroyed.
    pub const NOT_INITIALISED: i32 = -2;
    /// What is destroyed is held, or somebody waits for it.
    pub const IN_USE: i32 = -3;
    /// There is no such thread, or it was joined or detached before.
    pub const NOT_JOINABLE: i32 = -4;
    /// A thread waits for itself to end.
    pub const JOINS_ITSELF: i32 = -5;
    /// A condition is waited for with different mutexes at a time.
    pub const OTHER_MUTEX: i32 = -6;
}

/// Why a section runs without interruption.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AtomicKind {
    /// One operation on an `_Atomic` object: its accesses race with no other atomic one, and order what is around them.
    Operation,
    /// `__CPROVER_atomic_begin()`, `__VERIFIER_atomic_begin()`: what happens inside is one step.
    Section,
}

macro_rules! thread_ops {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $takes:expr, $gives:expr;)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ThreadOp {
            $($(#[$doc])* $name,)*
            /// (): from here to the matching end no other thread runs.
            AtomicBegin(AtomicKind),
            /// (): no place at which another thread may run; the next one is.
            AtomicEnd(AtomicKind),
            /// (): the address of this thread's own copy of a `_Thread_local` object. No place for another thread.
            Local(VarId),
        }

        impl ThreadOp {
            /// The operation by the word that the library's models use for it.
            #[must_use]
            pub fn from_word(word: &str) -> Option<ThreadOp> {
                Some(match word {
                    $($word => ThreadOp::$name,)*
                    _ => return None,
                })
            }

            /// What it takes, `p` for a pointer and `n` for a number, and what it gives.
            #[must_use]
            pub fn signature(self) -> (&'static str, Option<char>) {
                match self {
                    $(ThreadOp::$name => ($takes, $gives),)*
                    ThreadOp::AtomicBegin(_) | ThreadOp::AtomicEnd(_) => ("", None),
                    ThreadOp::Local(_) => ("", Some('p')),
                }
            }
        }
    };
}

thread_ops! {
    /// (): another thread may run before what follows.
    Point = "point", "", None;
    /// (): static objects have their values. No place for another thread.
    Begin = "begin", "", None;
    /// (where its number goes, function of the library, start function, argument): a thread that calls the library's
    /// function with the last two.
    Create = "thread_create", "pppp", Some('n');
    /// (): a thread that goes on here with copies of the registers of this function: 0 in it, 1 in the one that made
    /// it.
    Fork = "thread_fork", "", Some('n');
    /// (result): this thread ends.
    Exit = "thread_exit", "p", None;
    /// (number): waits until that thread has ended.
    Join = "thread_join", "n", Some('n');
    /// (number): what a thread that was joined gave. No place for another thread.
    Result = "thread_result", "n", Some('p');
    Detach = "thread_detach", "n", Some('n');
    /// (): the number of this thread. No place for another thread.
    OwnNumber = "thread_self", "", Some('n');
    /// (): whether this is inside of an atomic section. No place for another thread.
    InSection = "in_section", "", Some('n');

    /// (mutex, kind).
    MutexInit = "mutex_init", "pn", Some('n');
    MutexDestroy = "mutex_destroy", "p", Some('n');
    MutexLock = "mutex_lock", "p", Some('n');
    MutexTryLock = "mutex_trylock", "p", Some('n');
    /// As `MutexLock`, but it may end with a time-out whenever it cannot go on.
    MutexTimedLock = "mutex_timedlock", "p", Some('n');
    MutexUnlock = "mutex_unlock", "p", Some('n');

    ConditionInit = "cond_init", "p", Some('n');
    ConditionDestroy = "cond_destroy", "p", Some('n');
    /// (condition, mutex): gives the mutex back and waits; two steps of a run, the second takes the mutex again.
    ConditionWait = "cond_wait", "pp", Some('n');
    ConditionTimedWait = "cond_timedwait", "pp", Some('n');
    ConditionSignal = "cond_signal", "p", Some('n');
    ConditionBroadcast = "cond_broadcast", "p", Some('n');

    RwInit = "rwlock_init", "p", Some('n');
    RwDestroy = "rwlock_destroy", "p", Some('n');
    RwRead = "rwlock_rdlock", "p", Some('n');
    RwWrite = "rwlock_wrlock", "p", Some('n');
    RwTryRead = "rwlock_tryrdlock", "p", Some('n');
    RwTryWrite = "rwlock_trywrlock", "p", Some('n');
    RwTimedRead = "rwlock_timedrdlock", "p", Some('n');
    RwTimedWrite = "rwlock_timedwrlock", "p", Some('n');
    RwUnlock = "rwlock_unlock", "p", Some('n');

    /// (barrier, count).
    BarrierInit = "barrier_init", "pn", Some('n');
    BarrierDestroy = "barrier_destroy", "p", Some('n');
    BarrierWait = "barrier_wait", "p", Some('n');

    /// (semaphore, value).
    SemaphoreInit = "sem_init", "pn", Some('n');
    SemaphoreDestroy = "sem_destroy", "p", Some('n');
    SemaphoreWait = "sem_wait", "p", Some('n');
    SemaphoreTryWait = "sem_trywait", "p", Some('n');
    SemaphoreTimedWait = "sem_timedwait", "p", Some('n');
    SemaphorePost = "sem_post", "p", Some('n');
    SemaphoreValue = "sem_getvalue", "p", Some('n');

    /// (control): 1 if this thread has to do what is done once, 0 if it has been done; waits while another does it.
    OnceBegin = "once_begin", "p", Some('n');
    OnceEnd = "once_end", "p", None;
}

impl ThreadOp {
    /// Whether it starts a thread.
    #[must_use]
    pub fn is_start(self) -> bool {
        matches!(self, ThreadOp::Create | ThreadOp::Fork)
    }

    /// Whether another thread may run just before it.
    #[must_use]
    pub fn is_point(self) -> bool {
        !matches!(
            self,
            ThreadOp::Begin
                | ThreadOp::AtomicEnd(_)
                | ThreadOp::Local(_)
                | ThreadOp::Result
                | ThreadOp::OwnNumber
                | ThreadOp::InSection
        )
    }
}

impl InstrKind {
    fn starts_a_thread(&self) -> bool {
        matches!(
            self,
            InstrKind::Builtin {
                op: Builtin::Thread(ThreadOp::Create | ThreadOp::Fork),
                ..
            }
        )
    }
}

impl crate::Function {
    fn starts_a_thread(&self) -> bool {
        self.body.iter().any(|instr| instr.kind.starts_a_thread())
    }
}

impl Program {
    /// Whether it starts threads. Only then are its instructions split so that each makes at most one access that
    /// another thread can see.
    #[must_use]
    pub fn starts_threads(&self) -> bool {
        self.functions.iter().any(crate::Function::starts_a_thread)
    }

    /// The first instruction outside of the library that starts a thread, itself or by a call of a library function
    /// that does.
    #[must_use]
    pub fn first_thread(&self) -> Option<&crate::Instr> {
        let own = self.functions.iter().filter(|function| !function.embedded);
        own.flat_map(|function| &function.body)
            .find(|instr| match &instr.kind {
                InstrKind::Call {
                    callee: crate::Callee::Direct(called),
                    ..
                } => {
                    let called = self.function(*called);
                    called.embedded && called.starts_a_thread()
                }
                kind => kind.starts_a_thread(),
            })
    }

    /// Whether another thread can see what lies in a place: whatever is behind a pointer, and variables that outlive
    /// the function or have their address taken. A library model's own variables belong to an operating system that
    /// takes care of itself.
    #[must_use]
    pub fn is_visible(&self, place: &Place) -> bool {
        let PlaceBase::Var(var) = place.base else {
            return true;
        };
        let variable = self.variable(var);
        match variable.lifetime {
            Lifetime::Static => !variable.read_only && !variable.library,
            Lifetime::Automatic | Lifetime::Parameter => variable.addressed && !variable.library,
            Lifetime::Temporary => false,
        }
    }
}

impl Program {
    /// How many accesses of an instruction other threads can see. What the library does in one step counts as one.
    #[must_use]
    pub fn visible_accesses(&self, kind: &InstrKind) -> usize {
        let mut count = match kind {
            InstrKind::Builtin { op, .. } => usize::from(matches!(
                op,
                Builtin::Free
                    | Builtin::CopyMemory
                    | Builtin::SetMemory
                    | Builtin::Print
                    | Builtin::FormatInto
                    | Builtin::ParseFloat
            )),
            _ => 0,
        };
        let written = match kind {
            InstrKind::Assign { place, .. } | InstrKind::Input { place, .. } => Some(*place),
            InstrKind::Call { dest, .. } | InstrKind::Builtin { dest, .. } => *dest,
            _ => None,
        };
        count += usize::from(written.is_some_and(|place| self.is_visible(self.place(place))));
        if matches!(kind, InstrKind::Claim(_)) {
            // What it asks of memory belongs to the access behind it.
            return count;
        }
        let mut pending = Vec::new();
        self.instr_operands(kind, |expr, _| pending.push(expr));
        while let Some(expr) = pending.pop() {
            let kind = &self.expr(expr).kind;
            if let crate::ExprKind::Load(place) = kind {
                count += usize::from(self.is_visible(self.place(*place)));
            }
            self.operands(expr, |operand| pending.push(operand));
        }
        count
    }
}
