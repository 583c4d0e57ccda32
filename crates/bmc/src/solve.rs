//! Deciding claims, on one incremental solver.
//!
//! A run ends at its first violated claim, so each instance of a claim has one question: is there a run in
//! which every constraint before it holds (assumptions and claims alike) and this one does not? Constraints
//! are a chain of selectors: each implies the one before and its own constraint. One query asks for a
//! violation of anything that is still open; its model belongs to exactly one instance, which is then
//! settled. When no violation is left, everything else holds.

use std::collections::BTreeMap;

use encode::Encoder;
use logic::TermId;
use program::{ClaimId, Program};
use sat::{CadicalSolver, Certifying, Interruptible, Lit, Solver, Verdict};

use crate::check::Certificate;
use crate::equation::{Equation, StepId, StepKind};
use crate::options::Stop;

pub(crate) struct Engine<'e> {
    pub(crate) equation: &'e Equation,
    pub(crate) program: &'e Program,
    pub(crate) solver: CadicalSolver,
    pub(crate) encoder: Encoder,
    /// Selector of the chain, after each number of steps where it changed.
    chain: BTreeMap<usize, Lit>,
    pub queries: u64,
    /// What has been proved, if it is to be checked.
    pub certificate: Option<Certificate>,
    pub(crate) stop: Stop,
}

/// The answer to "can any of these fail?"
pub(crate) enum Answer {
    /// This one; the solver has the model of a run.
    Fails(usize),
    NoneFails,
    Unknown,
}

impl<'e> Engine<'e> {
    pub(crate) fn new(
        program: &'e Program,
        equation: &'e Equation,
        certify: bool,
        stop: &Stop,
    ) -> Engine<'e> {
        let mut solver = if certify {
            CadicalSolver::certifying()
        } else {
            CadicalSolver::new()
        };
        let asked = stop.clone();
        solver.set_terminator(Some(Box::new(move || asked())));
        Engine {
            equation,
            program,
            solver,
            encoder: Encoder::new(encode::Options::default()),
            chain: BTreeMap::new(),
            queries: 0,
            certificate: certify.then(Certificate::default),
            stop: stop.clone(),
        }
    }

    /// Makes the chain of constraints; false if there was no time for all of them.
    pub(crate) fn constrain(&mut self, constraints: &BTreeMap<usize, TermId>) -> bool {
        let mut last: Option<Lit> = None;
        for (&step, &constraint) in constraints {
            if (self.stop)() {
                return false;
            }
            let constraint = self
                .encoder
                .implying_literal(&self.equation.pool, constraint, &mut self.solver);
            let selector = self.solver.new_var().positive();
            self.solver.add_clause(&[!selector, constraint]);
            if let Some(last) = last {
                self.solver.add_clause(&[!selector, last]);
            }
            last = Some(selector);
            self.chain.insert(step, selector);
        }
        true
    }

    /// A literal that implies that a question's answer is yes.
    pub(crate) fn ask(&mut self, violation: TermId, after: usize) -> Lit {
        let violated = self
            .encoder
            .implying_literal(&self.equation.pool, violation, &mut self.solver);
        let Some((_, &before)) = self.chain.range(..after).next_back() else {
            return violated;
        };
        let literal = self.solver.new_var().positive();
        self.solver.add_clause(&[!literal, violated]);
        self.solver.add_clause(&[!literal, before]);
        literal
    }

    pub(crate) fn any(&mut self, open: &[(usize, Lit)]) -> Answer {
        if open.is_empty() {
            return Answer::NoneFails;
        }
        let switch = self.solver.new_var().positive();
        let mut clause = vec![!switch];
        clause.extend(open.iter().map(|(_, literal)| *literal));
        // The sink wants each variable once.
        clause.sort_unstable();
        clause.dedup();
        self.solver.add_clause(&clause);
        self.queries += 1;
        match self.solver.solve_with(&[switch]) {
            Verdict::Unsat => {
                self.certify();
                Answer::NoneFails
            }
            Verdict::Unknown => Answer::Unknown,
            Verdict::Sat => {
                let found = open
                    .iter()
                    .find(|(_, literal)| self.solver.value(*literal).is_true())
                    .copied();
                match found {
                    Some((question, _)) => Answer::Fails(question),
                    None => Answer::Unknown,
                }
            }
        }
    }

    /// Has the checker's word on the last answer.
    fn certify(&mut self) {
        let Some(certificate) = &mut self.certificate else {
            return;
        };
        match self.solver.certify() {
            Ok(tally) => {
                certificate.proofs += 1;
                certificate.lemmas = tally.lemmas;
            }
            Err(error) => certificate.refused = Some(error.to_string()),
        }
    }

    pub(crate) fn statistics(&self) -> (usize, usize, u64) {
        let statistics = self.solver.statistics();
        (statistics.vars, statistics.clauses, statistics.conflicts)
    }
}

/// The constraint that each step adds for what comes after it, and all questions about claims.
pub(crate) fn constraints(equation: &mut Equation, wanted: Option<&[ClaimId]>) -> Prepared {
    let mut prepared = Prepared {
        constraints: BTreeMap::new(),
        questions: Vec::new(),
    };
    let pool = &mut equation.pool;
    for (index, step) in equation.steps.iter().enumerate() {
        let (cond, claim) = match step.kind {
            StepKind::Assume { cond, .. } => (cond, None),
            StepKind::Claim { claim, cond, .. } => (cond, Some(claim)),
            _ => continue,
        };
        let constraint = pool.implies(step.guard, cond);
        if pool.constant(constraint).and_then(logic::Value::as_bool) == Some(true) {
            continue;
        }
        prepared.constraints.insert(index, constraint);
        if let Some(claim) = claim.filter(|claim| wanted.is_none_or(|wanted| wanted.contains(claim))) {
            prepared
                .questions
                .push((claim, StepId(index as u32), pool.not(constraint)));
        }
    }
    prepared
}

pub(crate) struct Prepared {
    pub constraints: BTreeMap<usize, TermId>,
    /// Claim, its instance, and the condition of its violation.
    pub questions: Vec<(ClaimId, StepId, TermId)>,
}
