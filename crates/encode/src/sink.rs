//! Where clauses go.
//!
//! The encoder writes to anything that hands out variables and takes clauses: a solver, a file, a counter.
//! Literals have the usual dense code, twice the variable plus the sign.

/// A propositional variable, numbered from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(u32);

impl Var {
    #[must_use]
    pub const fn from_index(index: u32) -> Var {
        Var(index)
    }

    #[must_use]
    pub const fn index(self) -> u32 {
        self.0
    }

    #[must_use]
    pub const fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }
}

/// A variable or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    #[must_use]
    pub const fn from_code(code: u32) -> Lit {
        Lit(code)
    }

    /// `2 * variable + sign`.
    #[must_use]
    pub const fn code(self) -> u32 {
        self.0
    }

    #[must_use]
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    #[must_use]
    pub const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// Takes the clauses that an encoder writes.
pub trait ClauseSink {
    /// A variable that is not in use.
    fn new_var(&mut self) -> Var;

    /// A clause that holds from now on. It has no two literals of one variable.
    fn add_clause(&mut self, clause: &[Lit]);
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
        Var(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.literals += clause.len() as u64;
    }
}
