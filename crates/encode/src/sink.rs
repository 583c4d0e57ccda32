//! Where clauses go.
//!
//! The encoder writes to anything that hands out variables and takes clauses: every solver of `sat`, a file, a
//! counter. Literals are those of `sat`.

use sat::{Lit, Var};

/// Takes the clauses that an encoder writes.
pub trait ClauseSink {
    /// A variable that is not in use.
    fn new_var(&mut self) -> Var;

    /// A clause that holds from now on. It has no two literals of one variable.
    fn add_clause(&mut self, clause: &[Lit]);
}

impl<S: sat::Solver + ?Sized> ClauseSink for S {
    fn new_var(&mut self) -> Var {
        sat::Solver::new_var(self)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        sat::Solver::add_clause(self, clause);
    }
}

/// Counts what it is given, and keeps none of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CountingSink {
    pub variables: u32,
    pub clauses: u64,
    pub literals: u64,
}

impl ClauseSink for CountingSink {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables as usize - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.literals += clause.len() as u64;
    }
}
