//! Where clauses go.
//!
//! The encoder writes to anything that hands out variables and takes clauses: a solver, a file, a counter.
//! Literals have the usual dense code, twice the variable plus the sign.

/// A propositional variable, numbered from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(u32);

impl Var {
    /// # Panics
    /// If there is no such literal code.
    #[must_use]
    pub fn from_index(index: usize) -> Var {
        assert!(
            index <= (u32::MAX >> 1) as usize,
            "variable index {index} is out of range"
        );
        Var(index as u32)
    }

    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
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
    /// `2 * variable + sign`.
    #[must_use]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    #[must_use]
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether this is the variable itself.
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
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
        Var::from_index(self.variables as usize - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.literals += clause.len() as u64;
    }
}
