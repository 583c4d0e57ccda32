//! A checker that follows hints.
//!
//! To accept a lemma it assumes all its literals false and walks through the hints; each must name a clause all of
//! whose literals are false but at most one, which then becomes true, until a clause is falsified altogether. No
//! search, no watch lists: the time is linear in the length of the proof. (Cruz-Filipe, Heule, Hunt, Kaufmann,
//! Schneider-Kamp: *Efficient Certified RAT Verification*, CADE 2017; here without the RAT rule, see `proof`.)

use super::{Accepted, CheckError, Judge, Tally};
use crate::proof::ClauseId;
use crate::types::Lit;

/// Judges proofs whose lemmas carry hints.
#[derive(Debug, Default)]
pub struct LratChecker {
    accepted: Accepted,
    /// A literal is true in the current check if it carries the number of that check. Nothing has to be undone.
    true_in_check: Vec<u64>,
    current_check: u64,
}

impl LratChecker {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.true_in_check.get(lit.code()) == Some(&self.current_check)
    }

    fn make_true(&mut self, lit: Lit) {
        if self.true_in_check.len() <= lit.code() {
            self.true_in_check.resize(lit.code() + 1, 0);
        }
        self.true_in_check[lit.code()] = self.current_check;
    }
}

impl Judge for LratChecker {
    fn accepted(&mut self) -> &mut Accepted {
        &mut self.accepted
    }

    fn tally(&self) -> Tally {
        self.accepted.tally
    }

    fn accept(&mut self, id: ClauseId, clause: &[Lit]) -> Result<(), CheckError> {
        match self.accepted.clauses.insert(id, clause.to_vec()) {
            None => Ok(()),
            Some(_) => Err(CheckError::DuplicateId { id }),
        }
    }

    fn justify(&mut self, id: ClauseId, clause: &[Lit], hints: &[ClauseId]) -> Result<(), CheckError> {
        self.current_check += 1;
        for &lit in clause {
            if self.is_true(lit) {
                return Ok(()); // It contains a literal and its negation.
            }
            self.make_true(!lit);
        }
        for &hint in hints {
            let used = self
                .accepted
                .clauses
                .get(&hint)
                .ok_or(CheckError::MissingHint { lemma: id, hint })?;
            let mut open = used.iter().copied().filter(|&lit| !self.is_true(!lit));
            match open.next() {
                None => return Ok(()),
                Some(unit) if open.all(|lit| lit == unit) => self.make_true(unit),
                Some(_) => return Err(CheckError::HintNotUnit { lemma: id, hint }),
            }
        }
        Err(CheckError::NotImplied { id })
    }
}
