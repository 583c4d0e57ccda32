//! The language in which a solver justifies its `Unsat` answers.
//!
//! It is LRAT restricted to what is *implied*: clauses have numbers, each lemma must follow from the clauses before it
//! by unit propagation, and may say which of them to propagate through. There is deliberately no RAT rule. A RAT lemma
//! keeps satisfiability but is not implied, so it would not survive the clauses that an incremental caller adds later;
//! neither backend needs it.
//!
//! This file only says what a proof is. Who writes one is in `backend`, who judges it is in `check`, and those two
//! share nothing else.

use std::fmt;

use crate::types::Lit;

/// The number of a clause in a proof.
pub type ClauseId = u64;

/// One step of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofStep {
    /// A clause that the caller gave.
    Axiom { id: ClauseId, clause: Vec<Lit> },
    /// A clause that follows by unit propagation: assuming it false, the clauses named by `hints`, in this order, each
    /// give one more literal, and the last one is falsified. Without hints the checker has to search.
    Lemma {
        id: ClauseId,
        clause: Vec<Lit>,
        hints: Vec<ClauseId>,
    },
    /// A clause that is not needed any more.
    Delete { id: ClauseId },
    /// The end of a query that was answered `Unsat`: the clause consists of negations of `core` only, so these
    /// assumptions cannot hold together.
    Conclude { id: ClauseId, core: Vec<Lit> },
}

/// Whoever listens to a proof while it is written.
pub trait ProofSink {
    fn push(&mut self, step: ProofStep);
}

impl ProofSink for Vec<ProofStep> {
    fn push(&mut self, step: ProofStep) {
        Vec::push(self, step);
    }
}

/// LRAT text, one step per line, for tools outside. Axioms are comments there: LRAT numbers the clauses of the DIMACS
/// file instead. So are conclusions, unless the clause is empty, when LRAT needs none.
impl fmt::Display for ProofStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let literals = |f: &mut fmt::Formatter<'_>, clause: &[Lit]| {
            clause
                .iter()
                .try_for_each(|lit| write!(f, "{} ", lit.to_dimacs()))
        };
        match self {
            Self::Axiom { id, clause } => {
                write!(f, "c axiom {id} ")?;
                literals(f, clause)?;
                write!(f, "0")
            }
            Self::Lemma { id, clause, hints } => {
                write!(f, "{id} ")?;
                literals(f, clause)?;
                write!(f, "0 ")?;
                hints.iter().try_for_each(|hint| write!(f, "{hint} "))?;
                write!(f, "0")
            }
            Self::Delete { id } => write!(f, "{id} d {id} 0"),
            Self::Conclude { id, core } => {
                write!(f, "c clause {id} refutes ")?;
                literals(f, core)?;
                write!(f, "0")
            }
        }
    }
}
