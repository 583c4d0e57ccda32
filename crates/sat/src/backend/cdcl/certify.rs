//! Telling whoever listens what the solver was given and what it deduces.

use std::cell::RefCell;
use std::rc::Rc;

use super::CdclSolver;
use crate::backend::Certifying;
use crate::check::{CheckError, DrupChecker, Listening, Tally};
use crate::proof::{ClauseId, ProofSink, ProofStep};
use crate::solver::Verdict;
use crate::types::Lit;

/// Where the steps of the proof go.
#[derive(Default)]
enum Listener {
    #[default]
    Nobody,
    Recorder(Rc<RefCell<dyn ProofSink>>),
    Checker(Box<Listening<DrupChecker>>),
}

/// Numbers the clauses and passes on what happens to them.
#[derive(Default)]
pub(super) struct ProofLog {
    listener: Listener,
    latest: ClauseId,
}

impl ProofLog {
    fn push(&mut self, step: impl FnOnce() -> ProofStep) {
        match &mut self.listener {
            Listener::Nobody => {}
            Listener::Recorder(sink) => sink.borrow_mut().push(step()),
            Listener::Checker(checker) => checker.push(step()),
        }
    }

    fn next_id(&mut self) -> ClauseId {
        self.latest += 1;
        self.latest
    }

    pub(super) fn axiom(&mut self, clause: &[Lit]) -> ClauseId {
        if let Listener::Checker(checker) = &mut self.listener {
            checker.give(clause);
        }
        let id = self.next_id();
        self.push(|| ProofStep::Axiom {
            id,
            clause: clause.to_vec(),
        });
        id
    }

    pub(super) fn lemma(&mut self, clause: &[Lit]) -> ClauseId {
        let id = self.next_id();
        self.push(|| ProofStep::Lemma {
            id,
            clause: clause.to_vec(),
            hints: Vec::new(),
        });
        id
    }

    pub(super) fn delete(&mut self, id: ClauseId) {
        self.push(|| ProofStep::Delete { id });
    }

    pub(super) fn start_query(&mut self) {
        if let Listener::Checker(checker) = &mut self.listener {
            checker.forget_conclusion();
        }
    }

    /// The core follows by propagation from what was learnt, because propagation is how it was found.
    pub(super) fn conclude(&mut self, core: &[Lit]) {
        if matches!(self.listener, Listener::Nobody) {
            return;
        }
        let refutation: Vec<Lit> = core.iter().map(|&lit| !lit).collect();
        let id = self.lemma(&refutation);
        self.push(|| ProofStep::Conclude {
            id,
            core: core.to_vec(),
        });
        self.delete(id);
    }
}

impl CdclSolver {
    /// A solver whose every deduction is checked while it works, see [`Certifying`].
    #[must_use]
    pub fn certifying() -> Self {
        let mut solver = Self::new();
        solver.proof.listener = Listener::Checker(Box::new(Listening::new(DrupChecker::new())));
        solver
    }

    /// A solver that hands its proof to `sink`, step by step.
    #[must_use]
    pub fn with_proof_sink(sink: Rc<RefCell<dyn ProofSink>>) -> Self {
        let mut solver = Self::new();
        solver.proof.listener = Listener::Recorder(sink);
        solver
    }
}

impl Certifying for CdclSolver {
    fn certify(&self) -> Result<Tally, CheckError> {
        match &self.proof.listener {
            Listener::Checker(_) if self.answer != Some(Verdict::Unsat) => Err(CheckError::NothingConcluded),
            Listener::Checker(checker) => checker.certify(&self.core),
            Listener::Nobody | Listener::Recorder(_) => Err(CheckError::NotCertifying),
        }
    }
}
