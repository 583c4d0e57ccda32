//! Deciding claims, on one incremental solver.
//!
//! A run ends at its first violated claim, so each instance of a claim has one question: is there a run in
//! which every constraint before it holds (assumptions and claims alike) and this one does not? Constraints
//! are a chain of selectors: each implies the one before and its own constraint. One query asks for a
//! violation of anything that is still open; its model belongs to exactly one instance, which is then
//! settled. When no violation is left, everything else holds. A query that takes long is put aside: what is open
//! is asked group by group, so that one hard claim does not hide what is known about the others, and then again
//! with more patience.

use std::collections::{BTreeMap, HashMap};

use encode::Encoder;
use logic::TermId;
use program::{ClaimId, Program};
use runs::Interrupt;
use sat::{CadicalSolver, Certifying, Interruptible, Limited, Limits, Lit, Solver, Verdict};

use crate::decide::check::Certificate;
use crate::equation::{Equation, StepId, StepKind};
use crate::symex::effort::Effort;

pub(crate) struct Engine<'e> {
    pub(crate) equation: &'e Equation,
    pub(crate) program: &'e Program,
    pub(crate) solver: CadicalSolver,
    pub(crate) encoder: Encoder,
    /// Selector of the chain, after each number of steps where it changed.
    chain: BTreeMap<usize, Lit>,
    /// The questions: what is violated, and the selector of what comes before.
    asked: HashMap<Lit, (Lit, Lit)>,
    pub queries: u64,
    /// What has been proved, if it is to be checked.
    pub certificate: Option<Certificate>,
    pub(crate) stop: Interrupt,
    pub effort: Effort,
    /// What of the solver's work has been counted.
    counted: sat::Statistics,
}

/// The answer to "can any of these fail?"
pub(crate) enum Falsification {
    /// This one, with its literal; the solver has the model of a run.
    Fails(usize, Lit),
    NoneFails,
    Unknown,
}

impl<'e> Engine<'e> {
    pub(crate) fn new(
        program: &'e Program,
        equation: &'e Equation,
        certify: bool,
        stop: &Interrupt,
        effort: Effort,
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
            asked: HashMap::new(),
            queries: 0,
            certificate: certify.then(Certificate::default),
            stop: stop.clone(),
            effort,
            counted: sat::Statistics::default(),
        }
    }

    /// Whether there is no more time, or enough work has been done.
    pub(crate) fn is_over(&mut self) -> bool {
        let now = self.solver.statistics();
        let before = std::mem::replace(&mut self.counted, now);
        self.effort.spend_ticks(now.ticks - before.ticks);
        self.effort.spend_clauses(now.clauses - before.clauses);
        self.effort
            .spend_queries(now.queries - before.queries, now.clauses);
        self.effort.is_spent() || (self.stop)()
    }

    /// Makes the chain of constraints; false if there was no time for all of them. Those that lie before `first`, the
    /// first step that anything is asked about, hold whatever is asked: the solver simplifies with them.
    pub(crate) fn constrain(&mut self, constraints: &BTreeMap<usize, TermId>, first: usize) -> bool {
        if (self.stop)() {
            return false;
        }
        assert_order(self.equation, &mut self.encoder, &mut self.solver);
        let mut last: Option<Lit> = None;
        for (&step, &constraint) in constraints {
            if (self.stop)() {
                return false;
            }
            if step < first {
                self.encoder
                    .assert(&self.equation.pool, constraint, &mut self.solver);
                continue;
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
        self.asked.insert(literal, (violated, before));
        literal
    }

    /// Nobody answers yes to these questions: what they ask about is known from now on, so that claims that are easy to
    /// decide help with the others. Not where proofs are checked: there the solver has its clauses from the equation
    /// only.
    fn mark_proved(&mut self, answered: &[(usize, Lit)]) {
        if self.certificate.is_some() {
            return;
        }
        for (_, literal) in answered {
            match self.asked.get(literal) {
                Some(&(violated, before)) => self.solver.add_clause(&[!violated, !before]),
                None => self.solver.add_clause(&[!*literal]),
            }
        }
    }

    /// Settles questions, each of which belongs to a group: `found` hears of one answer yes for each group that has
    /// one, and says whether to go on. Gives back what could not be decided, or not with so much patience.
    pub(crate) fn settle(
        &mut self,
        mut open: Vec<(usize, Lit)>,
        group: &dyn Fn(usize) -> usize,
        most: Option<u64>,
        found: &mut dyn FnMut(&mut Self, usize, Lit) -> bool,
    ) -> Vec<(usize, Lit)> {
        let mut patience = budgets::bmc::FIRST_PATIENCE.get();
        'more: while !open.is_empty() {
            match self.any(&open, Some(patience)) {
                Falsification::NoneFails => open.clear(),
                Falsification::Fails(index, literal) => {
                    if !found(self, index, literal) {
                        break;
                    }
                    open.retain(|(other, _)| group(*other) != group(index));
                }
                Falsification::Unknown => {
                    let mut groups: Vec<usize> = open.iter().map(|(index, _)| group(*index)).collect();
                    groups.sort_unstable();
                    groups.dedup();
                    let single = groups.len() == 1;
                    // All parts together take about twice what the whole took.
                    let share = (2 * patience / groups.len() as u64).max(budgets::bmc::MIN_PATIENCE.get());
                    for now in groups {
                        if self.is_over() {
                            break 'more;
                        }
                        if single {
                            break;
                        }
                        let of_group = |question: &&(usize, Lit)| group(question.0) == now;
                        let some: Vec<(usize, Lit)> = open.iter().filter(of_group).copied().collect();
                        match self.any(&some, Some(share)) {
                            Falsification::Unknown => continue,
                            Falsification::NoneFails => self.mark_proved(&some),
                            Falsification::Fails(index, literal) => {
                                if !found(self, index, literal) {
                                    break 'more;
                                }
                            }
                        }
                        open.retain(|(other, _)| group(*other) != now);
                    }
                    if most.is_some_and(|most| patience >= most) {
                        break;
                    }
                    patience = patience.saturating_mul(4);
                }
            }
        }
        open
    }

    /// Whether the answer to any of these questions is yes; `patience` is how many ticks it may take.
    pub(crate) fn any(&mut self, open: &[(usize, Lit)], patience: Option<u64>) -> Falsification {
        if open.is_empty() {
            return Falsification::NoneFails;
        }
        let switch = self.solver.new_var().positive();
        let mut clause = vec![!switch];
        clause.extend(open.iter().map(|(_, literal)| *literal));
        // The sink wants each variable once.
        clause.sort_unstable();
        clause.dedup();
        self.solver.add_clause(&clause);
        if self.is_over() {
            return Falsification::Unknown;
        }
        self.queries += 1;
        let most = self.effort.ticks();
        self.solver.set_limits(Limits {
            ticks: most.into_iter().chain(patience).min(),
            ..Limits::default()
        });
        let verdict = self.solver.solve_with(&[switch]);
        self.solver.set_limits(Limits::default());
        match verdict {
            Verdict::Unsat => {
                self.certify();
                Falsification::NoneFails
            }
            Verdict::Unknown => Falsification::Unknown,
            Verdict::Sat => {
                let found = open
                    .iter()
                    .find(|(_, literal)| self.solver.value(*literal).is_true())
                    .copied();
                match found {
                    Some((question, literal)) => Falsification::Fails(question, literal),
                    None => Falsification::Unknown,
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

/// What holds of the order of events in every run.
pub(crate) fn assert_order(equation: &Equation, encoder: &mut Encoder, sink: &mut impl encode::ClauseSink) {
    let Some(order) = &equation.concurrency else {
        return;
    };
    for &term in &order.hard {
        encoder.assert(&equation.pool, term, sink);
    }
    for clause in &order.circles {
        let mut literals = clause.map(|term| encoder.implying_literal(&equation.pool, term, sink));
        literals.sort_unstable();
        sink.add_clause(&literals);
    }
}

/// The constraint that each step adds for what comes after it, and all questions about claims.
pub(crate) fn constraints(equation: &mut Equation, wanted: &dyn Fn(ClaimId) -> bool) -> Prepared {
    let mut prepared = Prepared {
        constraints: BTreeMap::new(),
        questions: Vec::new(),
    };
    if let Some(order) = &equation.concurrency {
        // All that is to hold is said by the order of events.
        let asked = order.questions.iter().filter(|(claim, _, _)| wanted(*claim));
        prepared.questions = asked.copied().collect();
        return prepared;
    }
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
        if let Some(claim) = claim.filter(|claim| wanted(*claim)) {
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
