//! A checker that finds the propagations by itself.
//!
//! It accepts a lemma if assuming all its literals false leads, by unit propagation over everything accepted before, to
//! a falsified clause (Goldberg and Novikov: *Verification of Proofs of Unsatisfiability for CNF Formulas*, DATE 2003).
//! It goes forward, lemma by lemma, because an incremental proof has no end to go backward from.
//!
//! Units that follow without any assumption are kept for ever, even when the clause they came from is deleted: they are
//! implied, which is all that matters here. So two literals of each clause that are not false for ever can be watched,
//! and a clause that has fewer needs no watching at all.

use super::{Accepted, CheckError, Judge, Tally};
use crate::proof::ClauseId;
use crate::types::{Lit, Value};

/// Judges proofs without hints; hints are ignored.
#[derive(Debug, Default)]
pub struct DrupChecker {
    accepted: Accepted,
    /// For each literal the clauses to look at when it becomes false. Deleted clauses are dropped when met.
    watching: Vec<Vec<ClauseId>>,
    values: Vec<Value>,
    assigned: Vec<Lit>,
    propagated: usize,
    /// The clauses accepted so far are contradictory without any assumption.
    refuted: bool,
    /// Numbers must grow: a number used again could be met in the watch list of the clause that had it before.
    latest_id: Option<ClauseId>,
}

impl DrupChecker {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn value(&self, lit: Lit) -> Value {
        self.values.get(lit.code()).copied().unwrap_or_default()
    }

    fn assign(&mut self, lit: Lit) {
        let needed = (lit.code() | 1) + 1;
        if self.values.len() < needed {
            self.values.resize(needed, Value::Unassigned);
            self.watching.resize(needed, Vec::new());
        }
        self.values[lit.code()] = Value::True;
        self.values[(!lit).code()] = Value::False;
        self.assigned.push(lit);
    }

    fn undo(&mut self, keep: usize) {
        for lit in self.assigned.drain(keep..) {
            self.values[lit.code()] = Value::Unassigned;
            self.values[(!lit).code()] = Value::Unassigned;
        }
        self.propagated = keep;
    }

    /// Propagates; says whether a clause was falsified.
    fn propagation_fails(&mut self) -> bool {
        while self.propagated < self.assigned.len() {
            let falsified = !self.assigned[self.propagated];
            self.propagated += 1;
            let watchers = std::mem::take(&mut self.watching[falsified.code()]);
            let mut kept = Vec::with_capacity(watchers.len());
            let mut conflict = false;
            let mut pending = watchers.into_iter();
            for id in pending.by_ref() {
                let Some(clause) = self.accepted.clauses.get_mut(&id) else {
                    continue;
                };
                if clause[0] == falsified {
                    clause.swap(0, 1);
                }
                let first = clause[0];
                let value_of = |lit: Lit| self.values.get(lit.code()).copied().unwrap_or_default();
                if value_of(first).is_true() {
                    kept.push(id);
                    continue;
                }
                if let Some(other) = (2..clause.len()).find(|&at| !value_of(clause[at]).is_false()) {
                    clause.swap(1, other);
                    self.watching[clause[1].code()].push(id);
                    continue;
                }
                kept.push(id);
                if value_of(first).is_false() {
                    conflict = true;
                    break;
                }
                self.assign(first);
            }
            kept.extend(pending);
            self.watching[falsified.code()] = kept;
            if conflict {
                return true;
            }
        }
        false
    }

    fn follows(&mut self, clause: &[Lit]) -> bool {
        if self.refuted {
            return true;
        }
        let root = self.assigned.len();
        let mut follows = false;
        for &lit in clause {
            match self.value(lit) {
                Value::True => follows = true,
                Value::Unassigned => self.assign(!lit),
                Value::False => {}
            }
        }
        follows = follows || self.propagation_fails();
        self.undo(root);
        follows
    }
}

impl Judge for DrupChecker {
    fn accepted(&mut self) -> &mut Accepted {
        &mut self.accepted
    }

    fn tally(&self) -> Tally {
        self.accepted.tally
    }

    fn accept(&mut self, id: ClauseId, clause: &[Lit]) -> Result<(), CheckError> {
        if self.latest_id >= Some(id) {
            return Err(CheckError::DuplicateId { id });
        }
        self.latest_id = Some(id);
        let mut clause = super::as_set(clause);
        if let Some(largest) = clause.iter().map(|lit| lit.code() | 1).max()
            && self.values.len() <= largest
        {
            self.values.resize(largest + 1, Value::Unassigned);
            self.watching.resize(largest + 1, Vec::new());
        }
        // Literals that are false for ever go to the end.
        clause.sort_by_key(|&lit| self.value(lit).is_false());
        let open = clause.iter().filter(|&&lit| !self.value(lit).is_false()).count();
        match open {
            0 => self.refuted = true,
            1 => {
                if self.value(clause[0]) == Value::Unassigned {
                    self.assign(clause[0]);
                    self.refuted |= self.propagation_fails();
                }
            }
            _ => {
                self.watching[clause[0].code()].push(id);
                self.watching[clause[1].code()].push(id);
            }
        }
        self.accepted.clauses.insert(id, clause);
        Ok(())
    }

    fn justify(&mut self, id: ClauseId, clause: &[Lit], _: &[ClauseId]) -> Result<(), CheckError> {
        match self.follows(clause) {
            true => Ok(()),
            false => Err(CheckError::NotImplied { id }),
        }
    }
}
