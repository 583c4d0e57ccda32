//! What every SAT solver here can do, as a family of small traits.
//!
//! A backend implements [`Solver`] and those capabilities it really has; an algorithm asks for those it needs.
//! [`Backend`] names the set that the optimisers need and both backends of this crate have. All traits can be
//! used as trait objects.
//!
//! What every implementation promises, and `tests/conformance.rs` checks:
//!
//! - Clauses are kept for ever; assumptions hold for one query only.
//! - A variable is declared by its first use, in a clause, an assumption or a phase; [`Solver::new_var`] returns
//!   one that was not used before.
//! - After [`Verdict::Sat`] every declared variable has a value, until the next clause is added or the next query
//!   starts. After [`Verdict::Unsat`] the core is a subset of the assumptions that cannot hold together, so it
//!   is empty only if the clauses alone cannot hold.
//! - [`Verdict::Unknown`] appears only when a limit was reached or the terminator asked to stop; the solver can
//!   be used further.
//! - The same calls give the same answers, models and cores on every machine. There is no clock in here: a deadline
//!   is a terminator that the caller writes, and only then do answers depend on time.

use crate::types::{Lit, Model, Value, Var};

/// The answer to a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Verdict {
    /// There is a model of the clauses in which all assumptions hold.
    Sat,
    /// There is none.
    Unsat,
    /// A limit was reached or the terminator asked to stop.
    Unknown,
}

/// How much work a solver has done since it was made, and how much it carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    pub conflicts: u64,
    pub decisions: u64,
    pub propagations: u64,
    /// Work in a unit of the solver's own, near the number of its accesses to memory.
    pub ticks: u64,
    /// Queries answered so far.
    pub queries: u64,
    /// Variables declared.
    pub vars: usize,
    /// Clauses added by the caller.
    pub clauses: usize,
}

/// An incremental SAT solver.
pub trait Solver {
    /// A variable that was not used before.
    fn new_var(&mut self) -> Var;

    /// How many variables are declared; their indices are `0..num_vars()`.
    fn num_vars(&self) -> usize;

    /// Adds a clause for ever. Repeated literals count once, a clause with a literal and its negation says nothing,
    /// and the empty clause makes every later answer [`Verdict::Unsat`].
    fn add_clause(&mut self, clause: &[Lit]);

    /// Asks for a model of the clauses in which all `assumptions` hold.
    fn solve_with(&mut self, assumptions: &[Lit]) -> Verdict;

    /// Asks for a model of the clauses.
    fn solve(&mut self) -> Verdict {
        self.solve_with(&[])
    }

    /// The value of a literal in the model just found; unassigned if the last answer was not [`Verdict::Sat`] or a
    /// clause was added since.
    fn value(&self, lit: Lit) -> Value;

    /// The failed assumptions, in the order in which they were given, each once; empty if the last answer was
    /// not [`Verdict::Unsat`].
    fn core(&self) -> &[Lit];

    fn statistics(&self) -> Statistics;

    /// A copy of the model just found.
    fn model(&self) -> Model {
        (0..self.num_vars())
            .map(|index| self.value(Var::from_index(index).positive()))
            .collect()
    }

    /// Declares the variables of these literals. An algorithm that makes variables of its own must first declare those
    /// it was given: the caller may mention one that no clause has mentioned yet.
    fn declare_all(&mut self, lits: &[Lit]) {
        if let Some(last) = lits.iter().map(|lit| lit.var().index()).max() {
            self.reserve_vars(last + 1);
        }
    }

    /// Makes sure that the variables `0..count` are declared.
    fn reserve_vars(&mut self, count: usize) {
        while self.num_vars() < count {
            self.new_var();
        }
    }
}

/// Solvers that can be told which value to try first.
pub trait Phases: Solver {
    /// Whenever the solver decides on the variable of `lit`, it makes `lit` true.
    fn set_phase(&mut self, lit: Lit);

    /// The solver chooses by itself again.
    fn clear_phase(&mut self, var: Var);
}

/// How far one query may go. The default is as far as it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    pub conflicts: Option<u64>,
    pub decisions: Option<u64>,
    /// In the unit of [`Statistics::ticks`].
    pub ticks: Option<u64>,
}

impl Limits {
    /// At most so many conflicts.
    #[must_use]
    pub fn conflicts(conflicts: u64) -> Self {
        Self {
            conflicts: Some(conflicts),
            ..Self::default()
        }
    }
}

/// Solvers whose queries can be bounded by an amount of work, which unlike time is the same on every machine.
pub trait Limited: Solver {
    /// Applies to each query from now on, anew.
    fn set_limits(&mut self, limits: Limits);

    fn limits(&self) -> Limits;
}

/// Work that several solvers share, in the unit of [`Statistics::ticks`]. It is told what was spent since it was last
/// asked, and says how much is left. A solver asks before and after each query, and ends a query that takes more.
pub type Allowance = Box<dyn FnMut(u64) -> u64>;

/// Asked again and again during a query; `true` ends the query with [`Verdict::Unknown`]. It must not panic: it may be
/// called from C++, where a panic ends the process.
pub type Terminator = Box<dyn FnMut() -> bool>;

/// Solvers whose queries can be stopped from outside: by a flag that a signal handler or another thread sets, or by
/// a deadline.
pub trait Interruptible: Solver {
    /// Replaces the terminator. It is asked at the start of each query and regularly during it.
    fn set_terminator(&mut self, terminator: Option<Terminator>);

    /// Whether the terminator asks to stop now. Algorithms made of many queries ask between them.
    fn interrupted(&mut self) -> bool;
}

/// A terminator that follows a shared flag.
#[must_use]
pub fn terminate_on(flag: std::sync::Arc<std::sync::atomic::AtomicBool>) -> Terminator {
    Box::new(move || flag.load(std::sync::atomic::Ordering::Relaxed))
}

/// Everything the optimisers of this crate ask of a solver.
pub trait Backend: Solver + Phases + Limited + Interruptible {}

impl<S: Solver + Phases + Limited + Interruptible + ?Sized> Backend for S {}
