//! Proofs: true ones are accepted, spoilt ones are not, and answers of working solvers are certified.

mod common;

use std::cell::RefCell;
use std::rc::Rc;

use common::{Random, add_all, lit, lits, pigeonhole};
use sat::check::{CheckError, DrupChecker, LratChecker, Tally, check};
use sat::proof::{ProofSink, ProofStep};
use sat::{Backend, CadicalSolver, CdclSolver, Certifying, Lit, Verdict};

/// A formula, a solver's refutation of it, and the two together.
struct Refutation {
    formula: Vec<Vec<Lit>>,
    proof: Vec<ProofStep>,
}

type Sink = Rc<RefCell<dyn ProofSink>>;

fn refute<S: Backend>(
    make: fn(Sink) -> S,
    formula: Vec<Vec<Lit>>,
    assumptions: &[Lit],
) -> Option<Refutation> {
    let log: Rc<RefCell<Vec<ProofStep>>> = Rc::default();
    let sink: Sink = log.clone();
    let mut solver = make(sink);
    add_all(&mut solver, &formula);
    let verdict = solver.solve_with(assumptions);
    let proof = log.borrow().clone();
    (verdict == Verdict::Unsat).then_some(Refutation { formula, proof })
}

impl Refutation {
    fn by_hints(&self, proof: &[ProofStep]) -> Result<Tally, CheckError> {
        check(LratChecker::new(), &self.formula, proof)
    }

    fn by_search(&self, proof: &[ProofStep]) -> Result<Tally, CheckError> {
        check(DrupChecker::new(), &self.formula, proof)
    }
}

#[test]
fn the_proofs_of_both_solvers_are_accepted() {
    for holes in 2..=6 {
        let cadical = refute(CadicalSolver::with_proof_sink, pigeonhole(holes), &[]).expect("unsatisfiable");
        assert_eq!(
            cadical.by_hints(&cadical.proof).map(|tally| tally.conclusions),
            Ok(1)
        );
        assert_eq!(
            cadical.by_search(&cadical.proof).map(|tally| tally.conclusions),
            Ok(1),
            "hints are a convenience"
        );
        let cdcl = refute(CdclSolver::with_proof_sink, pigeonhole(holes), &[]).expect("unsatisfiable");
        assert_eq!(cdcl.by_search(&cdcl.proof).map(|tally| tally.conclusions), Ok(1));
    }
}

#[test]
fn a_proof_needs_the_clauses_it_starts_from() {
    let mut refutation = refute(CadicalSolver::with_proof_sink, pigeonhole(4), &[]).expect("unsatisfiable");
    refutation.formula.pop();
    assert!(matches!(
        refutation.by_hints(&refutation.proof),
        Err(CheckError::NotAnAxiom { .. })
    ));
    assert!(matches!(
        refutation.by_search(&refutation.proof),
        Err(CheckError::NotAnAxiom { .. })
    ));
}

/// Lemmas that others are built on cannot be missing when there are hints.
#[test]
fn dropped_lemmas_are_noticed() {
    let refutation = refute(CadicalSolver::with_proof_sink, pigeonhole(5), &[]).expect("unsatisfiable");
    let used: Vec<u64> = refutation
        .proof
        .iter()
        .flat_map(|step| match step {
            ProofStep::Lemma { hints, .. } => hints.clone(),
            ProofStep::Conclude { id, .. } => vec![*id],
            _ => Vec::new(),
        })
        .collect();
    let mut dropped = 0;
    for (at, step) in refutation.proof.iter().enumerate() {
        if let ProofStep::Lemma { id, .. } | ProofStep::Axiom { id, .. } = step
            && used.contains(id)
        {
            let mut spoilt = refutation.proof.clone();
            spoilt.remove(at);
            let refusal = refutation.by_hints(&spoilt).expect_err("something is missing");
            assert!(matches!(
                refusal,
                CheckError::MissingHint { .. } | CheckError::MissingConclusion { .. }
            ));
            dropped += 1;
        }
    }
    assert!(dropped > 50);
}

/// Whatever a mutation leaves acceptable must still be true: so a mutation that makes a clause false in a known model
/// must be refused.
#[test]
fn lemmas_that_are_not_true_are_refused() {
    let mut random = Random(3);
    let mut refused = 0;
    for _ in 0..60 {
        // A satisfiable formula that becomes unsatisfiable under assumptions, so that lemmas have models to violate.
        let model: Vec<bool> = (0..30).map(|_| random.coin()).collect();
        let holds = |lit: &Lit| model[lit.var().index()] == lit.is_positive();
        let mut formula = random.clauses(30, 150, 3);
        formula.retain(|clause| clause.iter().any(holds));
        let assumptions = random.clause(30, 8);
        let Some(refutation) = refute(CadicalSolver::with_proof_sink, formula, &assumptions) else {
            continue;
        };
        for at in 0..refutation.proof.len() {
            let mut spoilt = refutation.proof.clone();
            let ProofStep::Lemma { clause, .. } = &mut spoilt[at] else {
                continue;
            };
            clause.retain(|lit| !holds(lit));
            assert!(refutation.by_hints(&spoilt).is_err());
            assert!(refutation.by_search(&spoilt).is_err());
            refused += 1;
        }
    }
    assert!(refused > 100, "only {refused} mutations were tried");
}

#[test]
fn each_kind_of_mistake_is_named() {
    let formula = vec![lits(&[1, 2]), lits(&[-1, 2])];
    let axioms = [
        ProofStep::Axiom {
            id: 1,
            clause: lits(&[2, 1]),
        },
        ProofStep::Axiom {
            id: 2,
            clause: lits(&[-1, 2, 2]),
        },
    ];
    let judge = |steps: &[ProofStep]| {
        let proof: Vec<ProofStep> = axioms.iter().chain(steps).cloned().collect();
        (
            check(LratChecker::new(), &formula, &proof).err(),
            check(DrupChecker::new(), &formula, &proof).err(),
        )
    };
    let lemma = |id, clause: &[i32], hints: &[u64]| ProofStep::Lemma {
        id,
        clause: lits(clause),
        hints: hints.to_vec(),
    };
    let both = |error: CheckError| (Some(error.clone()), Some(error));
    let conclude = |id, core: &[i32]| ProofStep::Conclude { id, core: lits(core) };

    assert_eq!(
        judge(&[lemma(3, &[2], &[1, 2]), conclude(3, &[-2, 7])]),
        (None, None)
    );
    assert_eq!(judge(&[lemma(3, &[1, -1], &[])]), (None, None));
    assert_eq!(
        judge(&[lemma(3, &[1], &[1, 2])]).1,
        Some(CheckError::NotImplied { id: 3 })
    );
    assert_eq!(
        judge(&[lemma(3, &[2], &[1])]).0,
        Some(CheckError::NotImplied { id: 3 })
    );
    assert_eq!(
        judge(&[lemma(3, &[], &[1, 2])]).0,
        Some(CheckError::HintNotUnit { lemma: 3, hint: 1 })
    );
    assert_eq!(
        judge(&[lemma(3, &[2], &[1, 9])]).0,
        Some(CheckError::MissingHint { lemma: 3, hint: 9 })
    );
    assert_eq!(
        judge(&[lemma(2, &[2], &[1, 2])]),
        both(CheckError::DuplicateId { id: 2 })
    );
    assert_eq!(
        judge(&[ProofStep::Axiom {
            id: 3,
            clause: lits(&[2])
        }]),
        both(CheckError::NotAnAxiom { id: 3 })
    );
    assert_eq!(
        judge(&[ProofStep::Delete { id: 1 }, lemma(3, &[2], &[1, 2])]).1,
        Some(CheckError::NotImplied { id: 3 })
    );
    assert_eq!(
        judge(&[conclude(5, &[1])]),
        both(CheckError::MissingConclusion { id: 5 })
    );
    assert_eq!(
        judge(&[lemma(3, &[2], &[1, 2]), conclude(3, &[2])]),
        both(CheckError::ConclusionTooWeak { id: 3 })
    );
}

fn certifies_incremental_answers<S: Backend + Certifying>(make: fn() -> S) {
    let mut random = Random(11);
    let mut certified = 0;
    for round in 0..40 {
        let mut solver = make();
        let vars = 60;
        for _ in 0..6 {
            let number = random.between(20, 50);
            add_all(&mut solver, &random.clauses(vars, number, 3));
            let assumptions = random.clause(vars, 12);
            if solver.solve_with(&assumptions) == Verdict::Unsat {
                assert!(solver.certify().is_ok(), "round {round}: {:?}", solver.certify());
                certified += 1;
            } else {
                assert_eq!(solver.certify(), Err(CheckError::NothingConcluded));
            }
        }
    }
    assert!(certified > 80, "only {certified}");
}

#[test]
fn cadical_is_certified_from_query_to_query() {
    certifies_incremental_answers(CadicalSolver::certifying);
}

#[test]
fn cdcl_is_certified_from_query_to_query() {
    certifies_incremental_answers(CdclSolver::certifying);
}

/// Hard enough for CaDiCaL to eliminate variables and restore them.
fn certifies_hard_answers<S: Backend + Certifying>(make: fn() -> S, vars: usize) {
    let mut random = Random(42);
    let mut solver = make();
    let clauses = random.clauses(vars, vars * 9 / 2, 3);
    let selector = |index: usize| Lit::from_dimacs((vars + 1 + index) as i32).expect("a literal");
    for (index, clause) in clauses.iter().enumerate() {
        let mut clause = clause.clone();
        clause.push(!selector(index % 5));
        solver.add_clause(&clause);
    }
    let all: Vec<Lit> = (0..5).map(selector).collect();
    assert_eq!(solver.solve_with(&all[..2]), Verdict::Sat);
    assert_eq!(solver.solve_with(&all), Verdict::Unsat);
    assert!(solver.certify().is_ok(), "{:?}", solver.certify());
    assert_eq!(solver.solve_with(&all[2..4]), Verdict::Sat);
    solver.add_clause(&all[..1]);
    solver.add_clause(&all[1..3]);
    assert_eq!(solver.solve_with(&all), Verdict::Unsat);
    assert!(solver.certify().is_ok(), "{:?}", solver.certify());
    all.iter().for_each(|&lit| solver.add_clause(&[lit]));
    assert_eq!(solver.solve(), Verdict::Unsat);
    let tally = solver.certify().expect("a proof");
    assert!(tally.lemmas > 2500 && tally.conclusions == 3, "{tally:?}");
}

#[test]
fn cadical_is_certified_on_hard_formulas() {
    certifies_hard_answers(CadicalSolver::certifying, 180);
}

#[test]
fn cdcl_is_certified_on_hard_formulas() {
    certifies_hard_answers(CdclSolver::certifying, 180);
}

#[test]
fn without_asking_there_is_no_certificate() {
    let mut solver = CadicalSolver::new();
    sat::Solver::add_clause(&mut solver, &[]);
    assert_eq!(sat::Solver::solve(&mut solver), Verdict::Unsat);
    assert_eq!(solver.certify(), Err(CheckError::NotCertifying));
    assert_eq!(CdclSolver::new().certify(), Err(CheckError::NotCertifying));
}

#[test]
fn steps_print_as_lrat() {
    let steps = [
        ProofStep::Axiom {
            id: 1,
            clause: lits(&[1, -2]),
        },
        ProofStep::Lemma {
            id: 4,
            clause: vec![lit(-3)],
            hints: vec![1, 2],
        },
        ProofStep::Delete { id: 4 },
        ProofStep::Conclude {
            id: 4,
            core: lits(&[3]),
        },
    ];
    let text: Vec<String> = steps.iter().map(ToString::to_string).collect();
    assert_eq!(
        text,
        [
            "c axiom 1 1 -2 0",
            "4 -3 0 1 2 0",
            "4 d 4 0",
            "c clause 4 refutes 3 0"
        ]
    );
}
