//! Independent judges of proofs.
//!
//! An `Unsat` answer is only as good as the solver that gave it, and solvers have bugs. A checker believes nothing but
//! the clauses the *caller* gave ([`ProofChecker::give`]): every axiom the solver mentions must be one of them, every
//! lemma must follow by unit propagation from what was accepted before, and a conclusion must name a lemma made of
//! negated assumptions. So whatever is accepted is implied by the caller's clauses, whatever the solver did, and
//! deleting a clause can only make the checker weaker, never wrong. The code here uses nothing of the solvers but the
//! types of literals and proof steps.
//!
//! Two judges: [`LratChecker`] follows hints and takes time linear in the proof; CaDiCaL writes such proofs.
//! [`DrupChecker`] needs no hints and searches by itself; the solver of this crate writes such proofs.
//!
//! # Answers under assumptions
//!
//! Nothing has to be solved again. The clauses of an incremental solver only grow, so the accepted lemmas stay implied
//! for its whole life and the proof simply goes on from query to query. An answer `Unsat` under assumptions ends with a
//! [`ProofStep::Conclude`]: a lemma that is the negation of the core. The backend's `certify` then compares that core
//! with the one the caller sees and with the assumptions of the query.

mod drup;
mod lrat;

use std::collections::{HashMap, HashSet};

pub use drup::DrupChecker;
pub use lrat::LratChecker;

use crate::proof::{ClauseId, ProofSink, ProofStep};
use crate::types::Lit;

/// Why a proof was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckError {
    #[error("axiom {id} is not a clause of the formula")]
    NotAnAxiom { id: ClauseId },
    #[error("clause {id} is defined twice or out of order")]
    DuplicateId { id: ClauseId },
    #[error("lemma {lemma} uses clause {hint}, which does not exist")]
    MissingHint { lemma: ClauseId, hint: ClauseId },
    #[error("lemma {lemma} uses clause {hint}, which is neither unit nor falsified there")]
    HintNotUnit { lemma: ClauseId, hint: ClauseId },
    #[error("lemma {id} does not follow by unit propagation")]
    NotImplied { id: ClauseId },
    #[error("the conclusion names clause {id}, which does not exist")]
    MissingConclusion { id: ClauseId },
    #[error("clause {id} does not refute the assumptions it is said to refute")]
    ConclusionTooWeak { id: ClauseId },
    #[error("the last answer was not Unsat, or the proof has no conclusion for it")]
    NothingConcluded,
    #[error("the proof refutes other assumptions than the core of the answer")]
    OtherCore,
    #[error("this solver was not asked to write proofs")]
    NotCertifying,
}

/// How much a checker has accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub axioms: u64,
    pub lemmas: u64,
    pub deletions: u64,
    pub conclusions: u64,
}

/// A judge of one growing proof.
pub trait ProofChecker {
    /// Adds a clause to the formula. Only the caller of the solver may do this, never the solver.
    fn give(&mut self, clause: &[Lit]);

    /// Judges the next step.
    ///
    /// # Errors
    /// If the step is not justified. The checker then accepts nothing more.
    fn step(&mut self, step: &ProofStep) -> Result<(), CheckError>;

    /// What has been accepted so far.
    fn tally(&self) -> Tally;
}

/// What a judge has accepted: clauses of the formula, and lemmas.
#[derive(Debug, Default)]
struct Accepted {
    formula: Formula,
    clauses: HashMap<ClauseId, Vec<Lit>>,
    tally: Tally,
}

/// In what judges differ.
trait Judge {
    fn accepted(&mut self) -> &mut Accepted;

    fn tally(&self) -> Tally;

    /// Takes a clause into use.
    fn accept(&mut self, id: ClauseId, clause: &[Lit]) -> Result<(), CheckError>;

    /// Whether a lemma follows from what was accepted.
    fn justify(&mut self, id: ClauseId, clause: &[Lit], hints: &[ClauseId]) -> Result<(), CheckError>;
}

impl<J: Judge> ProofChecker for J {
    fn give(&mut self, clause: &[Lit]) {
        self.accepted().formula.give(clause);
    }

    fn step(&mut self, step: &ProofStep) -> Result<(), CheckError> {
        match step {
            ProofStep::Axiom { id, clause } => {
                if !self.accepted().formula.contains(clause) {
                    return Err(CheckError::NotAnAxiom { id: *id });
                }
                self.accept(*id, clause)?;
                self.accepted().tally.axioms += 1;
            }
            ProofStep::Lemma { id, clause, hints } => {
                self.justify(*id, clause, hints)?;
                self.accept(*id, clause)?;
                self.accepted().tally.lemmas += 1;
            }
            ProofStep::Delete { id } => {
                self.accepted().clauses.remove(id);
                self.accepted().tally.deletions += 1;
            }
            ProofStep::Conclude { id, core } => {
                let clause = self.accepted().clauses.get(id);
                let clause = clause.ok_or(CheckError::MissingConclusion { id: *id })?;
                if !refutes(clause, core) {
                    return Err(CheckError::ConclusionTooWeak { id: *id });
                }
                self.accepted().tally.conclusions += 1;
            }
        }
        Ok(())
    }

    fn tally(&self) -> Tally {
        Judge::tally(self)
    }
}

/// Checks a finished proof of a finished formula and says what was accepted. Whether that includes the conclusion one
/// hopes for is in [`Tally::conclusions`].
///
/// # Errors
/// At the first step that is not justified.
pub fn check<C: ProofChecker>(
    mut checker: C,
    formula: &[Vec<Lit>],
    proof: &[ProofStep],
) -> Result<Tally, CheckError> {
    formula.iter().for_each(|clause| checker.give(clause));
    proof.iter().try_for_each(|step| checker.step(step))?;
    Ok(checker.tally())
}

/// A checker that listens to a solver at work and remembers the first complaint.
#[derive(Debug)]
pub(crate) struct Listening<C> {
    checker: C,
    complaint: Option<CheckError>,
    concluded: Option<Vec<Lit>>,
}

impl<C: ProofChecker> Listening<C> {
    pub(crate) fn new(checker: C) -> Self {
        Self {
            checker,
            complaint: None,
            concluded: None,
        }
    }

    pub(crate) fn give(&mut self, clause: &[Lit]) {
        self.checker.give(clause);
    }

    /// A new query starts: what was concluded before says nothing about it.
    pub(crate) fn forget_conclusion(&mut self) {
        self.concluded = None;
    }

    /// Whether the answer `Unsat` with this core was proved.
    pub(crate) fn certify(&self, core: &[Lit]) -> Result<Tally, CheckError> {
        if let Some(complaint) = &self.complaint {
            return Err(complaint.clone());
        }
        let concluded = self.concluded.as_ref().ok_or(CheckError::NothingConcluded)?;
        let core = as_set(core);
        if concluded.iter().all(|lit| core.binary_search(lit).is_ok()) {
            Ok(self.checker.tally())
        } else {
            Err(CheckError::OtherCore)
        }
    }
}

impl<C: ProofChecker> ProofSink for Listening<C> {
    fn push(&mut self, step: ProofStep) {
        if self.complaint.is_some() {
            return;
        }
        match self.checker.step(&step) {
            Ok(()) => {
                if let ProofStep::Conclude { core, .. } = step {
                    self.concluded = Some(core);
                }
            }
            Err(error) => self.complaint = Some(error),
        }
    }
}

/// The clauses the caller gave, as sets of literals.
#[derive(Debug, Default)]
struct Formula {
    clauses: HashSet<Vec<Lit>>,
}

impl Formula {
    fn give(&mut self, clause: &[Lit]) {
        self.clauses.insert(as_set(clause));
    }

    fn contains(&self, clause: &[Lit]) -> bool {
        self.clauses.contains(&as_set(clause))
    }
}

/// Whether the clause says nothing but that the assumptions of the core cannot all hold.
fn refutes(clause: &[Lit], core: &[Lit]) -> bool {
    let core = as_set(core);
    clause.iter().all(|&lit| core.binary_search(&!lit).is_ok())
}

fn as_set(clause: &[Lit]) -> Vec<Lit> {
    let mut set = clause.to_vec();
    set.sort_unstable();
    set.dedup();
    set
}
