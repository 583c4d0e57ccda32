//! A small conflict-driven solver in plain Rust.
//!
//! It is here for three reasons: it shows that the traits describe solvers in general and not one of them, it disagrees
//! when the other one errs, and it works where there is no C++ compiler. It is written to be read: the ideas that carry
//! most of the weight (MiniSat's, Eén and Sörensson, *An Extensible SAT-solver*, SAT 2003) and none of the rest; no
//! preprocessing, no inprocessing.
//!
//! - `trail`: the assignment and unit propagation,
//! - `analyze`: what a conflict teaches,
//! - `order`: on which variable to decide,
//! - `clauses`: where clauses live,
//! - `budget`: when to restart and when to stop,
//! - `certify`: telling a checker,
//! - this file: the search.
//!
//! Assumptions are the first decisions. When one of them is already false, the reasons for it lead back to the others
//! that are to blame.
//!
//! Invariants: between calls the trail is at level zero (an interrupted query may leave units to propagate); the first
//! two literals of a stored clause are watched and, when a level is fully propagated, not both false unless the clause
//! is the conflict; stored clauses have at least two literals, and units live on the trail only.

mod analyze;
mod budget;
mod certify;
mod clauses;
mod order;
mod trail;

use analyze::Analysis;
use budget::{Budget, luby};
use certify::ProofLog;
use clauses::{ClauseRef, Clauses};
use order::Order;
use trail::Trail;

use crate::solver::{Interruptible, Limited, Limits, Phases, Solver, Statistics, Terminator, Verdict};
use crate::types::{Lit, Value, Var};

/// Conflicts before the first restart; the later ones follow the Luby sequence.
const RESTART_UNIT: u64 = 64;
/// Learnt clauses kept before the first clean-up, and how many more each later one waits for.
const FIRST_CLEANUP: usize = 2000;
const CLEANUP_STEP: usize = 300;
/// Learnt clauses in which so few levels meet are kept for ever.
const PRECIOUS_GLUE: u32 = 2;
/// How many decisions pass between two questions to the terminator; conflicts always ask.
const DECISIONS_PER_QUESTION: u64 = 1024;

/// A readable CDCL solver.
#[derive(Default)]
pub struct CdclSolver {
    clauses: Clauses,
    trail: Trail,
    order: Order,
    analysis: Analysis,
    learnt: Vec<ClauseRef>,
    cleanup_at: usize,
    /// The value a variable had last (Pipatsrisawat and Darwiche, SAT 2007); false at first.
    saved_phase: Vec<bool>,
    forced_phase: Vec<Option<bool>>,
    /// The clauses alone are contradictory.
    refuted: bool,
    answer: Option<Verdict>,
    model: Vec<Value>,
    core: Vec<Lit>,
    limits: Limits,
    terminator: Option<Terminator>,
    proof: ProofLog,
    counts: Statistics,
}

impl std::fmt::Debug for CdclSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CdclSolver")
            .field("answer", &self.answer)
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}

/// What ends the search between two restarts.
enum Pause {
    Answer(Verdict),
    Restart,
}

impl CdclSolver {
    /// A solver that writes no proofs.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn declare(&mut self, lit: Lit) {
        self.reserve_vars(lit.var().index() + 1);
    }

    fn backtrack(&mut self, level: u32) {
        let order = &mut self.order;
        let saved = &mut self.saved_phase;
        self.trail.backtrack(level, |lit| {
            saved[lit.var().index()] = lit.is_positive();
            order.insert(lit.var());
        });
    }

    /// Adds what `learn` found; the trail has been taken back so far that the first literal is not assigned.
    fn add_learnt(&mut self, clause: &[Lit], glue: u32) {
        let id = self.proof.lemma(clause);
        match clause {
            [] => self.refuted = true,
            [unit] => self.trail.assign(*unit, None),
            [first, ..] => {
                let stored = self.clauses.add(clause, glue, id);
                self.trail.watch(&self.clauses, stored);
                self.learnt.push(stored);
                self.trail.assign(*first, Some(stored));
            }
        }
    }

    /// Forgets the worse half of the learnt clauses: those in which many levels met, long ones first.
    fn clean_up(&mut self) {
        let (trail, clauses) = (&self.trail, &self.clauses);
        let mut candidates: Vec<ClauseRef> = Vec::new();
        self.learnt.retain(|&clause| {
            let keep = clauses.glue(clause) <= PRECIOUS_GLUE || trail.is_reason(clauses, clause);
            if !keep {
                candidates.push(clause);
            }
            keep
        });
        // Stable, so that among equals the younger ones stay.
        candidates.reverse();
        candidates.sort_by_key(|&clause| (clauses.glue(clause), clauses.literals(clause).len()));
        let forgotten = candidates.split_off(candidates.len() / 2);
        self.learnt.append(&mut candidates);
        for &clause in &forgotten {
            self.proof.delete(self.clauses.id(clause));
            self.clauses.remove(clause);
        }
        self.trail.unwatch_removed(&self.clauses);
        self.clauses.collect_garbage(&forgotten);
        self.cleanup_at =
            self.learnt.len() + FIRST_CLEANUP + CLEANUP_STEP * (self.counts.conflicts / 10_000) as usize;
    }

    /// The next assumption that is not yet true, as a decision; or the core, if one is false.
    fn next_assumption(&mut self, assumptions: &[Lit]) -> Result<Option<Lit>, Vec<Lit>> {
        while let Some(&assumption) = assumptions.get(self.trail.level() as usize) {
            match self.trail.value(assumption) {
                // It needs a level all the same: level and number of assumptions go together.
                Value::True => self.trail.open_level(),
                Value::Unassigned => return Ok(Some(assumption)),
                Value::False => {
                    return Err(self
                        .analysis
                        .failed_assumptions(&self.trail, &self.clauses, assumption));
                }
            }
        }
        Ok(None)
    }

    fn next_decision(&mut self) -> Option<Lit> {
        while let Some(var) = self.order.pop() {
            if self.trail.value(var.positive()) == Value::Unassigned {
                let value = self.forced_phase[var.index()].unwrap_or(self.saved_phase[var.index()]);
                return Some(var.with_value(value));
            }
        }
        None
    }

    fn handle_conflict(&mut self, conflict: ClauseRef) {
        let order = &mut self.order;
        let learnt = self
            .analysis
            .learn(&self.trail, &self.clauses, conflict, |var| order.bump(var));
        order.decay();
        self.backtrack(learnt.backtrack_to);
        self.add_learnt(&learnt.clause, learnt.glue);
        if self.learnt.len() >= self.cleanup_at {
            self.clean_up();
        }
    }

    fn search(&mut self, assumptions: &[Lit], budget: &mut Budget, conflicts_to_restart: u64) -> Pause {
        let mut conflicts = 0;
        loop {
            if let Some(conflict) = self.trail.propagate(&mut self.clauses) {
                if self.trail.level() == 0 {
                    self.proof.lemma(&[]);
                    self.refuted = true;
                    return Pause::Answer(Verdict::Unsat);
                }
                conflicts += 1;
                self.counts.conflicts += 1;
                self.handle_conflict(conflict);
                if budget.spend_conflict() || budget.is_over(self.trail.propagations) || self.interrupted() {
                    return Pause::Answer(Verdict::Unknown);
                }
                continue;
            }
            if conflicts >= conflicts_to_restart {
                return Pause::Restart;
            }
            let decision = match self.next_assumption(assumptions) {
                Err(core) => {
                    self.core = core;
                    return Pause::Answer(Verdict::Unsat);
                }
                Ok(Some(assumption)) => assumption,
                Ok(None) => match self.next_decision() {
                    None => return Pause::Answer(Verdict::Sat),
                    Some(decision) => {
                        self.counts.decisions += 1;
                        let ask = self.counts.decisions.is_multiple_of(DECISIONS_PER_QUESTION);
                        if budget.spend_decision() || (ask && self.interrupted()) {
                            self.order.insert(decision.var());
                            return Pause::Answer(Verdict::Unknown);
                        }
                        decision
                    }
                },
            };
            self.trail.open_level();
            self.trail.assign(decision, None);
        }
    }

    fn run(&mut self, assumptions: &[Lit]) -> Verdict {
        let mut budget = Budget::of(self.limits, self.trail.propagations);
        for restart in 1.. {
            match self.search(assumptions, &mut budget, RESTART_UNIT * luby(restart)) {
                Pause::Answer(answer) => return answer,
                // The assumptions would all be decided again, so their levels stay.
                Pause::Restart => self.backtrack((assumptions.len() as u32).min(self.trail.level())),
            }
        }
        Verdict::Unknown
    }

    /// The core in the order of the assumptions, each once.
    fn sort_core(&mut self, assumptions: &[Lit]) {
        let mut failed = std::mem::take(&mut self.core);
        failed.sort_unstable();
        let mut reported = vec![false; failed.len()];
        for lit in assumptions {
            if let Ok(at) = failed.binary_search(lit)
                && !std::mem::replace(&mut reported[at], true)
            {
                self.core.push(*lit);
            }
        }
    }
}

impl Solver for CdclSolver {
    fn new_var(&mut self) -> Var {
        let var = Var::from_index(self.saved_phase.len());
        self.saved_phase.push(false);
        self.forced_phase.push(None);
        self.trail.add_var();
        self.analysis.add_var();
        self.order.add_var(var);
        var
    }

    fn num_vars(&self) -> usize {
        self.saved_phase.len()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.answer = None;
        self.core.clear();
        self.counts.clauses += 1;
        for &lit in clause {
            self.declare(lit);
        }
        let given = self.proof.axiom(clause);
        let mut literals = clause.to_vec();
        literals.sort_unstable();
        literals.dedup();
        let says_nothing = literals.windows(2).any(|pair| pair[0] == !pair[1])
            || literals.iter().any(|&lit| self.trail.value(lit).is_true());
        if self.refuted || says_nothing {
            return;
        }
        literals.retain(|&lit| !self.trail.value(lit).is_false());
        let id = if literals.len() == clause.len() {
            given
        } else {
            self.proof.lemma(&literals)
        };
        match literals[..] {
            [] => self.refuted = true,
            [unit] => {
                self.trail.assign(unit, None);
                if self.trail.propagate(&mut self.clauses).is_some() {
                    self.proof.lemma(&[]);
                    self.refuted = true;
                }
            }
            _ => {
                let stored = self.clauses.add(&literals, 0, id);
                self.trail.watch(&self.clauses, stored);
            }
        }
    }

    fn solve_with(&mut self, assumptions: &[Lit]) -> Verdict {
        self.counts.queries += 1;
        self.core.clear();
        self.proof.start_query();
        for &lit in assumptions {
            self.declare(lit);
        }
        self.cleanup_at = self.cleanup_at.max(FIRST_CLEANUP);
        let answer = if self.refuted {
            Verdict::Unsat
        } else if self.interrupted() {
            Verdict::Unknown
        } else {
            self.run(assumptions)
        };
        if answer == Verdict::Sat {
            self.model.clear();
            let values =
                (0..self.num_vars()).map(|index| self.trail.value(Var::from_index(index).positive()));
            self.model.extend(values);
        }
        self.backtrack(0);
        if answer == Verdict::Unsat {
            self.sort_core(assumptions);
            self.proof.conclude(&self.core);
        }
        self.answer = Some(answer);
        answer
    }

    fn value(&self, lit: Lit) -> Value {
        match self.model.get(lit.var().index()) {
            Some(&value) if self.answer == Some(Verdict::Sat) => {
                if lit.is_positive() {
                    value
                } else {
                    !value
                }
            }
            _ => Value::Unassigned,
        }
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            propagations: self.trail.propagations,
            ticks: self.trail.propagations,
            vars: self.num_vars(),
            ..self.counts
        }
    }
}

impl Phases for CdclSolver {
    fn set_phase(&mut self, lit: Lit) {
        self.declare(lit);
        self.forced_phase[lit.var().index()] = Some(lit.is_positive());
    }

    fn clear_phase(&mut self, var: Var) {
        if let Some(phase) = self.forced_phase.get_mut(var.index()) {
            *phase = None;
        }
    }
}

impl Limited for CdclSolver {
    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn limits(&self) -> Limits {
        self.limits
    }
}

impl Interruptible for CdclSolver {
    fn set_terminator(&mut self, terminator: Option<Terminator>) {
        self.terminator = terminator;
    }

    fn interrupted(&mut self) -> bool {
        self.terminator.as_mut().is_some_and(|terminator| terminator())
    }
}
