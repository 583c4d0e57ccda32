//! Small programs with threads as trees: written as C for the engines, and enumerated by a machine of their own.
//!
//! Two or three threads access three variables, a pointer to one of them and an atomic one; they take locks, wait for
//! conditions, semaphores and values, and ask for inputs from 0 to 3. [`enumerate()`] goes through all states of such a program. It
//! shares nothing with the engines, not even the translation into steps, so it is a third opinion about them.

mod compare;
mod enumerate;
mod random;
mod write;

pub use compare::{Compared, compare};
pub use enumerate::{Outcomes, enumerate};
pub use random::random;
pub use write::write;

/// A shared variable by its number, or what the shared pointer points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Variable(u8),
    Target,
}

#[derive(Debug, Clone, Copy)]
pub enum Value {
    Number(i8),
    /// Any number from 0 to 3.
    Input,
    Read(Place),
    /// One more than what is there.
    Next(Place),
    Atomic,
}

#[derive(Debug, Clone, Copy)]
pub enum Relation {
    Equal,
    Unequal,
    Less,
}

/// A place, or the atomic variable, compared with a number.
#[derive(Debug, Clone, Copy)]
pub struct Condition {
    pub place: Option<Place>,
    pub relation: Relation,
    pub number: i8,
}

#[derive(Debug, Clone)]
pub enum Stmt {
    Assign(Place, Value),
    Increment(Place),
    /// The pointer points at this variable from now on.
    Point(u8),
    If(Condition, Vec<Stmt>),
    /// A loop of two rounds.
    Twice(Vec<Stmt>),
    Assert(Condition),
    /// Under a lock.
    Locked(u8, Vec<Stmt>),
    /// The same, if the lock is free.
    Tried(u8, Vec<Stmt>),
    Section(Vec<Stmt>),
    AtomicAdd,
    AtomicSet(i8),
    /// Compare and exchange.
    Swap(i8, i8),
    /// A loop that waits until the exchange succeeds.
    SpinSwap(i8, i8),
    /// A loop that waits for a condition, by reading only.
    Await(Condition),
    /// A loop that takes a lock, looks, and gives the lock back, until the condition holds.
    Poll(Condition),
    /// Under the first lock: waits, in a loop or at most once, while the condition does not hold.
    WaitUntil(Condition),
    WaitOnce(Condition),
    /// Under the first lock: a statement, then one waiting thread or all are woken.
    Tell(Vec<Stmt>, bool),
    Take,
    Give,
}

/// What `main` says about the final values of the variables: not these.
pub type Final = [i8; 3];

#[derive(Debug, Clone)]
pub struct Program {
    pub threads: Vec<Vec<Stmt>>,
    /// Whether `main` waits for all threads, or for the first only.
    pub joins_all: bool,
    pub finals: Vec<Final>,
}

impl Program {
    /// Whether some loop of it may go round without end.
    #[must_use]
    pub fn spins(&self) -> bool {
        fn any(list: &[Stmt]) -> bool {
            list.iter().any(|one| match one {
                Stmt::SpinSwap(..) | Stmt::Await(_) | Stmt::Poll(_) | Stmt::WaitUntil(_) => true,
                Stmt::If(_, inner) | Stmt::Twice(inner) | Stmt::Section(inner) => any(inner),
                Stmt::Locked(_, inner) | Stmt::Tried(_, inner) | Stmt::Tell(inner, _) => any(inner),
                _ => false,
            })
        }
        self.threads.iter().any(|body| any(body))
    }
}
