//! CaDiCaL, the solver of choice.
//!
//! The binding (`cadical-sys`) compiles CaDiCaL's sources with a C++ compiler and owns all callbacks, so nothing here
//! is
//! `unsafe`. CaDiCaL aborts the process when its interface is misused and the binding panics just before that; this
//! file keeps track of the state of the solver, so neither can happen.
//!
//! CaDiCaL is deterministic: no time limits, a fixed seed. Two of its habits are switched off. *Lucky phases* try
//! eight trivial assignments at the start of each query, each a pass over all clauses: too dear when one formula is
//! queried a thousand times, and the models found ignore the phases asked for. *Factoring* (bounded variable addition)
//! would take variable numbers that the caller believes to be free, and its lemmas are RAT, which `proof` excludes.
//! CaDiCaL also reads its options from environment variables named `CADICAL_…`, which cannot be prevented; none is set
//! in ordinary use.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::rc::Rc;

use cadical_sys::{CaDiCal, ProofTracer, Status};

use super::Certifying;
use crate::check::{CheckError, Listening, LratChecker, Tally};
use crate::proof::{ClauseId, ProofSink, ProofStep};
use crate::solver::{
    Allowance, Interruptible, Limited, Limits, Phases, Solver, Statistics, Terminator, Verdict,
};
use crate::types::{Lit, Value, Var};

/// CaDiCaL behind the traits of this crate.
pub struct CadicalSolver {
    /// Reading a model changes caches inside CaDiCaL, but nothing a caller could see.
    inner: RefCell<CaDiCal>,
    num_vars: usize,
    num_clauses: usize,
    queries: u64,
    /// The last answer, until a clause is added.
    answer: Verdict,
    core: Vec<Lit>,
    /// By variable: whether it has been assumed before.
    assumed: Vec<bool>,
    limits: Limits,
    /// No query begins after so many propagations.
    ceiling: Option<u64>,
    allowance: Option<Allowance>,
    /// Ticks that the allowance was told of.
    told: u64,
    terminator: Option<SharedTerminator>,
    proof: Proof,
}

type SharedTerminator = Rc<RefCell<Terminator>>;

/// What becomes of the proof.
enum Proof {
    Unwritten,
    Recorded,
    Checked(Rc<RefCell<Listening<LratChecker>>>),
}

impl CadicalSolver {
    /// A solver that writes no proofs.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Proof::Unwritten)
    }

    /// A solver whose every deduction is checked while it works, see [`Certifying`].
    #[must_use]
    pub fn certifying() -> Self {
        let checker = Rc::new(RefCell::new(Listening::new(LratChecker::new())));
        let mut solver = Self::with(Proof::Checked(Rc::clone(&checker)));
        solver.trace_to(checker);
        solver
    }

    /// A solver that hands its proof to `sink`, step by step.
    #[must_use]
    pub fn with_proof_sink(sink: Rc<RefCell<dyn ProofSink>>) -> Self {
        let mut solver = Self::with(Proof::Recorded);
        solver.trace_to(sink);
        solver
    }

    fn with(proof: Proof) -> Self {
        let mut inner = CaDiCal::new();
        for (option, value) in [("lucky", 0), ("factor", 0), ("quiet", 1)] {
            inner.set(option, value);
        }
        Self {
            inner: RefCell::new(inner),
            num_vars: 0,
            num_clauses: 0,
            queries: 0,
            answer: Verdict::Unknown,
            core: Vec::new(),
            assumed: Vec::new(),
            limits: Limits::default(),
            ceiling: None,
            allowance: None,
            told: 0,
            terminator: None,
            proof,
        }
    }

    /// From so many propagations on, counted from the first query, every further query ends at once and without an
    /// answer. Unlike [`Limits`] this bounds the work of many queries together.
    pub fn set_ceiling(&mut self, propagations: Option<u64>) {
        self.ceiling = propagations;
    }

    /// From now on each query takes from what others take from, too.
    pub fn set_allowance(&mut self, allowance: Option<Allowance>) {
        self.told = self.statistics().ticks;
        self.allowance = allowance;
    }

    /// The ticks that are left, if they are limited.
    fn allowed(&mut self) -> Option<u64> {
        let allowance = self.allowance.as_mut()?;
        let inner = self.inner.borrow();
        let ticks = u64::try_from(inner.get_statistic_value("ticks")).unwrap_or(0);
        let spent = ticks.saturating_sub(self.told);
        self.told = ticks;
        Some(allowance(spent))
    }

    fn trace_to(&mut self, sink: Rc<RefCell<dyn ProofSink>>) {
        let tracer = Tracer {
            sink,
            weakened: HashSet::new(),
            refutation: None,
        };
        self.inner.get_mut().connect_proof_tracer1(tracer, true, false);
    }

    fn declare(&mut self, lit: Lit) {
        self.num_vars = self.num_vars.max(lit.var().index() + 1);
    }

    /// What was assumed once will be assumed again: CaDiCaL must not eliminate it in between, or it would go through
    /// all eliminated clauses at each query to restore those with the variable.
    fn freeze(&mut self, assumption: Lit) {
        let index = assumption.var().index();
        if self.assumed.len() <= index {
            self.assumed.resize(index + 1, false);
        }
        if !self.assumed[index] {
            self.assumed[index] = true;
            self.inner.get_mut().freeze(assumption.to_dimacs());
        }
    }

    fn apply_limits(&mut self) {
        let Limits {
            conflicts,
            decisions,
            ticks,
        } = self.limits;
        let ticks = match (ticks, self.allowed()) {
            (Some(own), Some(left)) => Some(own.min(left)),
            (own, left) => own.or(left),
        };
        for (name, limit) in [
            ("conflicts", conflicts),
            ("decisions", decisions),
            ("ticks", ticks),
        ] {
            if let Some(limit) = limit.filter(|limit| *limit != u64::MAX) {
                self.inner
                    .get_mut()
                    .limit(name, i32::try_from(limit).unwrap_or(i32::MAX));
            }
        }
    }
}

impl Default for CadicalSolver {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for CadicalSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CadicalSolver")
            .field("answer", &self.answer)
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}

impl Solver for CadicalSolver {
    fn new_var(&mut self) -> Var {
        // CaDiCaL makes its tables when the variable is first used, so a model just found survives.
        self.num_vars += 1;
        Var::from_index(self.num_vars - 1)
    }

    fn num_vars(&self) -> usize {
        self.num_vars
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if let Proof::Checked(checker) = &self.proof {
            checker.borrow_mut().give(clause);
        }
        for &lit in clause {
            self.declare(lit);
            self.inner.get_mut().add(lit.to_dimacs());
        }
        self.inner.get_mut().add(0);
        self.num_clauses += 1;
        self.answer = Verdict::Unknown;
        self.core.clear();
    }

    fn solve_with(&mut self, assumptions: &[Lit]) -> Verdict {
        self.queries += 1;
        self.answer = Verdict::Unknown;
        self.core.clear();
        if let Proof::Checked(checker) = &self.proof {
            checker.borrow_mut().forget_conclusion();
        }
        for &lit in assumptions {
            self.declare(lit);
            self.freeze(lit);
        }
        if self.interrupted() {
            return Verdict::Unknown;
        }
        self.apply_limits();
        let inner = self.inner.get_mut();
        for &lit in assumptions {
            inner.assume(lit.to_dimacs());
        }
        self.answer = match inner.solve() {
            Status::SATISFIABLE => Verdict::Sat,
            Status::UNSATISFIABLE => Verdict::Unsat,
            Status::UNKNOWN => Verdict::Unknown,
        };
        let _ = self.allowed();
        let inner = self.inner.get_mut();
        if self.answer == Verdict::Unsat {
            if !matches!(self.proof, Proof::Unwritten) {
                inner.conclude();
            }
            let mut seen = HashSet::new();
            self.core = assumptions
                .iter()
                .copied()
                .filter(|lit| inner.failed(lit.to_dimacs()) && seen.insert(*lit))
                .collect();
        }
        self.answer
    }

    fn value(&self, lit: Lit) -> Value {
        if self.answer != Verdict::Sat || lit.var().index() >= self.num_vars {
            return Value::Unassigned;
        }
        let number = lit.to_dimacs();
        // Variables that CaDiCaL has not met are false in its models.
        Value::from(self.inner.borrow_mut().val(number) == number)
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn statistics(&self) -> Statistics {
        let inner = self.inner.borrow();
        let count = |name| u64::try_from(inner.get_statistic_value(name)).unwrap_or(0);
        Statistics {
            conflicts: count("conflicts"),
            decisions: count("decisions"),
            propagations: count("propagations"),
            ticks: count("ticks"),
            queries: self.queries,
            vars: self.num_vars,
            clauses: self.num_clauses,
        }
    }
}

impl Phases for CadicalSolver {
    fn set_phase(&mut self, lit: Lit) {
        self.declare(lit);
        self.inner.get_mut().phase(lit.to_dimacs());
    }

    fn clear_phase(&mut self, var: Var) {
        if var.index() < self.num_vars {
            self.inner.get_mut().unphase(var.positive().to_dimacs());
        }
    }
}

impl Limited for CadicalSolver {
    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn limits(&self) -> Limits {
        self.limits
    }
}

impl Interruptible for CadicalSolver {
    fn set_terminator(&mut self, terminator: Option<Terminator>) {
        self.terminator = terminator.map(|terminator| Rc::new(RefCell::new(terminator)));
        match &self.terminator {
            Some(shared) => self.inner.get_mut().connect_terminator(Asked(Rc::clone(shared))),
            None => self.inner.get_mut().disconnect_terminator(),
        }
    }

    fn interrupted(&mut self) -> bool {
        if self
            .ceiling
            .is_some_and(|ceiling| self.statistics().propagations >= ceiling)
        {
            return true;
        }
        if self.allowed() == Some(0) {
            return true;
        }
        self.terminator
            .as_ref()
            .is_some_and(|terminator| terminator.borrow_mut()())
    }
}

impl Certifying for CadicalSolver {
    fn certify(&self) -> Result<Tally, CheckError> {
        match &self.proof {
            Proof::Checked(_) if self.answer != Verdict::Unsat => Err(CheckError::NothingConcluded),
            Proof::Checked(checker) => checker.borrow().certify(&self.core),
            Proof::Unwritten | Proof::Recorded => Err(CheckError::NotCertifying),
        }
    }
}

struct Asked(SharedTerminator);

impl cadical_sys::Terminator for Asked {
    fn terminated(&mut self) -> bool {
        self.0.borrow_mut()()
    }
}

/// Translates what CaDiCaL says about its deductions into proof steps.
///
/// When CaDiCaL eliminates a variable it *weakens*: it sets clauses aside and may restore them later under the same
/// number. The clause was accepted once and is as true as ever, so its deletion is simply not passed on.
struct Tracer {
    sink: Rc<RefCell<dyn ProofSink>>,
    weakened: HashSet<i64>,
    /// The clause that refutes assumptions of this query.
    refutation: Option<(i64, Vec<Lit>)>,
}

impl Tracer {
    fn push(&mut self, step: ProofStep) {
        self.sink.borrow_mut().push(step);
    }
}

fn number(id: i64) -> ClauseId {
    id.unsigned_abs()
}

fn literals(clause: &[i32]) -> Vec<Lit> {
    clause.iter().filter_map(|&lit| Lit::from_dimacs(lit)).collect()
}

fn numbers(ids: &[i64]) -> Vec<ClauseId> {
    ids.iter().copied().map(number).collect()
}

impl ProofTracer for Tracer {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, clause: &[i32], restored: bool) {
        if restored {
            self.weakened.remove(&id);
        } else {
            self.push(ProofStep::Axiom {
                id: number(id),
                clause: literals(clause),
            });
        }
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        _redundant: bool,
        _witness: i32,
        clause: &[i32],
        antecedents: &[i64],
    ) {
        self.push(ProofStep::Lemma {
            id: number(id),
            clause: literals(clause),
            hints: numbers(antecedents),
        });
    }

    fn delete_clause(&mut self, id: i64, _redundant: bool, _clause: &[i32]) {
        if !self.weakened.contains(&id) {
            self.push(ProofStep::Delete { id: number(id) });
        }
    }

    fn weaken_minus(&mut self, id: i64, _clause: &[i32]) {
        self.weakened.insert(id);
    }

    fn reset_assumptions(&mut self) {
        self.refutation = None;
    }

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        let clause = literals(clause);
        self.refutation = Some((id, clause.iter().map(|&lit| !lit).collect()));
        self.push(ProofStep::Lemma {
            id: number(id),
            clause,
            hints: numbers(antecedents),
        });
    }

    fn conclude_unsat(&mut self, _conclusion_type: i32, clause_ids: &[i64]) {
        if let [id] = clause_ids {
            let core = match &self.refutation {
                Some((refutation, core)) if refutation == id => core.clone(),
                // The clauses contradict each other without any assumption.
                _ => Vec::new(),
            };
            self.push(ProofStep::Conclude {
                id: number(*id),
                core,
            });
        }
    }

    fn add_assumption(&mut self, _lit: i32) {}
    fn strengthen(&mut self, _id: i64) {}
    fn finalize_clause(&mut self, _id: i64, _clause: &[i32]) {}
    fn add_constraint(&mut self, _clause: &[i32]) {}
    fn conclude_sat(&mut self, _conclusion_type: i32, _model: &[i32]) {}
    fn conclude_unknown(&mut self, _trail: &[i32]) {}
}
