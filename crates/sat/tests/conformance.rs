//! One suite for every backend: what the documentation of the traits promises.

mod common;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{Random, add_all, brute_force, lit, lits, model_satisfies, pigeonhole, var};
use sat::{
    Backend, CadicalSolver, CdclSolver, Interruptible, Limits, Lit, Solver, Statistics, Value, Verdict,
    terminate_on,
};

/// Queries of all solvers with one allowance take from it, and none goes on when it is used up.
#[test]
fn an_allowance_is_shared() {
    let left = Rc::new(Cell::new(u64::MAX));
    let with_allowance = || {
        let mut solver = solver_with::<CadicalSolver>(&pigeonhole(7));
        let shared = Rc::clone(&left);
        solver.set_allowance(Some(Box::new(move |spent| {
            shared.set(shared.get().saturating_sub(spent));
            shared.get()
        })));
        solver
    };
    assert_eq!(with_allowance().solve(), Verdict::Unsat);
    let needed = u64::MAX - left.get();
    assert!(needed > 1_000, "{needed}");
    left.set(needed / 2);
    let mut solver = with_allowance();
    assert_eq!(solver.solve(), Verdict::Unknown);
    assert!(left.get() < needed / 4, "{} of {needed}", left.get());
    left.set(0);
    assert!(solver.interrupted());
    assert_eq!(with_allowance().solve(), Verdict::Unknown);
    left.set(10 * needed);
    assert_eq!(solver.solve(), Verdict::Unsat);
}

fn solver_with<S: Backend + Default>(clauses: &[Vec<Lit>]) -> S {
    let mut solver = S::default();
    add_all(&mut solver, clauses);
    solver
}

fn nothing_is_satisfiable_by_anything<S: Backend + Default>() {
    let mut solver = S::default();
    assert_eq!(solver.solve(), Verdict::Sat);
    assert_eq!(solver.num_vars(), 0);
    assert_eq!(solver.solve_with(&lits(&[3, -1])), Verdict::Sat);
    assert_eq!(solver.num_vars(), 3);
    assert_eq!(solver.value(lit(3)), Value::True);
    assert_eq!(solver.value(lit(1)), Value::False);
}

fn the_empty_clause_ends_everything<S: Backend + Default>() {
    let mut solver = S::default();
    solver.add_clause(&[]);
    assert_eq!(solver.solve(), Verdict::Unsat);
    assert_eq!(solver.core(), &[]);
    solver.add_clause(&lits(&[1]));
    assert_eq!(solver.solve_with(&lits(&[1])), Verdict::Unsat);
    assert_eq!(solver.core(), &[]);
}

fn tautologies_say_nothing_and_repetitions_count_once<S: Backend + Default>() {
    let mut solver = solver_with::<S>(&[lits(&[1, -1]), lits(&[2, 2]), lits(&[-3, -3, -2, -3])]);
    assert_eq!(solver.num_vars(), 3);
    assert_eq!(solver.solve(), Verdict::Sat);
    assert_eq!(solver.value(lit(2)), Value::True);
    assert_eq!(solver.value(lit(3)), Value::False);
    assert_eq!(solver.solve_with(&lits(&[1])), Verdict::Sat);
    assert_eq!(solver.solve_with(&lits(&[-1])), Verdict::Sat);
    assert_eq!(solver.solve_with(&lits(&[3])), Verdict::Unsat);
    solver.add_clause(&lits(&[-2, -2]));
    assert_eq!(solver.solve(), Verdict::Unsat);
}

fn values_are_there_only_after_sat<S: Backend + Default>() {
    let mut solver = solver_with::<S>(&[lits(&[1])]);
    assert_eq!(solver.value(lit(1)), Value::Unassigned);
    assert_eq!(solver.solve(), Verdict::Sat);
    let fresh = solver.new_var();
    assert_eq!(
        solver.value(lit(1)),
        Value::True,
        "a new variable does not disturb the model"
    );
    assert_eq!(
        solver.value(lit(7)),
        Value::Unassigned,
        "nobody has declared this one"
    );
    assert_eq!(solver.model().value(lit(-1)), Value::False);
    solver.add_clause(&[fresh.positive()]);
    assert_eq!(solver.value(lit(1)), Value::Unassigned);
    assert_eq!(solver.solve_with(&[fresh.negative()]), Verdict::Unsat);
    assert_eq!(solver.value(lit(1)), Value::Unassigned);
    assert_eq!(solver.core(), &[fresh.negative()]);
    solver.add_clause(&lits(&[1, 2]));
    assert_eq!(solver.core(), &[]);
}

fn assumptions_hold_for_one_query<S: Backend + Default>() {
    let mut solver = solver_with::<S>(&[lits(&[1, 2]), lits(&[-1, 3])]);
    assert_eq!(solver.solve_with(&lits(&[-2, -3])), Verdict::Unsat);
    assert_eq!(solver.solve_with(&lits(&[-2])), Verdict::Sat);
    assert_eq!(
        (solver.value(lit(1)), solver.value(lit(3))),
        (Value::True, Value::True)
    );
    assert_eq!(solver.solve_with(&lits(&[-3])), Verdict::Sat);
    assert_eq!(solver.solve(), Verdict::Sat);
}

fn contradictory_and_repeated_assumptions<S: Backend + Default>() {
    let mut solver = solver_with::<S>(&[lits(&[1, 2]), lits(&[3, 4])]);
    assert_eq!(solver.solve_with(&lits(&[3, 1, 3, -1, 1])), Verdict::Unsat);
    assert_eq!(
        solver.core(),
        &lits(&[1, -1])[..],
        "in the order given, each once"
    );
    assert_eq!(solver.solve_with(&lits(&[-1, -1, -3, -3])), Verdict::Sat);
    assert_eq!(solver.value(lit(4)), Value::True);
    assert_eq!(
        solver.solve_with(&lits(&[9, -9])),
        Verdict::Unsat,
        "variables no clause mentions"
    );
    assert_eq!(solver.core(), &lits(&[9, -9])[..]);
}

fn cores_leave_out_what_is_not_to_blame<S: Backend + Default>() {
    let mut solver = solver_with::<S>(&[lits(&[-1, -2, 10]), lits(&[-10, -3]), lits(&[5, 6])]);
    let assumptions = lits(&[4, 1, -5, 2, 6, 3]);
    assert_eq!(solver.solve_with(&assumptions), Verdict::Unsat);
    assert_eq!(solver.core(), &lits(&[1, 2, 3])[..]);
    solver.add_clause(&lits(&[-3]));
    assert_eq!(solver.solve_with(&assumptions), Verdict::Unsat);
    assert_eq!(solver.core(), &lits(&[3])[..]);
}

fn limits_give_unknown_and_can_be_lifted<S: Backend + Default>() {
    let mut solver = solver_with::<S>(&pigeonhole(7));
    solver.set_limits(Limits::conflicts(20));
    assert_eq!(solver.solve(), Verdict::Unknown);
    assert_eq!(
        solver.solve(),
        Verdict::Unknown,
        "the limit applies to each query anew"
    );
    assert_eq!(
        (solver.core(), solver.value(lit(1))),
        (&[][..], Value::Unassigned)
    );
    solver.set_limits(Limits {
        decisions: Some(3),
        ..Limits::default()
    });
    assert_eq!(solver.solve(), Verdict::Unknown);
    let before = solver.statistics().ticks;
    solver.set_limits(Limits {
        ticks: Some(50),
        ..Limits::default()
    });
    assert_eq!(solver.solve(), Verdict::Unknown);
    assert!(solver.statistics().ticks > before);
    solver.set_limits(Limits::default());
    assert_eq!(solver.limits(), Limits::default());
    assert_eq!(solver.solve(), Verdict::Unsat);
}

fn a_terminator_interrupts<S: Backend + Default>() {
    let mut solver = solver_with::<S>(&pigeonhole(11));
    let asked = Rc::new(Cell::new(0));
    let counter = Rc::clone(&asked);
    solver.set_terminator(Some(Box::new(move || {
        counter.set(counter.get() + 1);
        counter.get() > 30
    })));
    assert_eq!(solver.solve(), Verdict::Unknown);
    assert!(asked.get() > 30);
    solver.add_clause(&lits(&[1]));
    solver.add_clause(&lits(&[-1]));
    solver.set_terminator(None);
    assert_eq!(solver.solve(), Verdict::Unsat);
}

fn a_flag_interrupts_even_easy_queries<S: Backend + Default>() {
    let mut solver = solver_with::<S>(&[lits(&[1])]);
    let flag = Arc::new(AtomicBool::new(true));
    solver.set_terminator(Some(terminate_on(Arc::clone(&flag))));
    assert_eq!(solver.solve(), Verdict::Unknown);
    assert!(solver.interrupted());
    flag.store(false, Ordering::Relaxed);
    assert_eq!(solver.solve(), Verdict::Sat);
    assert!(!solver.interrupted());
}

fn phases_are_respected_where_there_is_a_choice<S: Backend + Default>() {
    // Wide clauses with negative and positive literals: nearly every assignment is a model.
    let clauses: Vec<Vec<Lit>> = (0..40)
        .map(|i| {
            (0..20)
                .map(|j| var((i * 7 + j * 3) % 60).with_value(j % 2 == 0))
                .collect()
        })
        .collect();
    let mut random = Random(5);
    for _ in 0..20 {
        let mut solver = solver_with::<S>(&clauses);
        let wanted: Vec<Lit> = (0..60)
            .map(|index| var(index).with_value(random.coin()))
            .collect();
        for &phase in &wanted {
            solver.set_phase(phase);
        }
        assert_eq!(solver.solve(), Verdict::Sat);
        let kept = wanted.iter().filter(|&&lit| solver.value(lit).is_true()).count();
        assert!(kept >= 55, "only {kept} of 60");
    }
}

fn phases_can_be_changed_and_cleared<S: Backend + Default>() {
    let mut solver = solver_with::<S>(&[lits(&[1, 2, 3]), lits(&[-1, -2, -3])]);
    for phase in lits(&[1, -2, 1, -1, 2, -3]) {
        solver.set_phase(phase);
    }
    assert_eq!(solver.solve(), Verdict::Sat);
    assert_eq!(
        [1, 2, 3].map(|number| solver.value(lit(number)).is_true()),
        [false, true, false]
    );
    for phase in lits(&[1, -2, -3]) {
        solver.set_phase(phase);
    }
    assert_eq!(solver.solve(), Verdict::Sat);
    assert_eq!(
        [1, 2, 3].map(|number| solver.value(lit(number)).is_true()),
        [true, false, false]
    );
    (0..10).for_each(|index| solver.clear_phase(var(index)));
    assert_eq!(solver.solve(), Verdict::Sat);
}

fn statistics_count<S: Backend + Default>() {
    let mut solver = S::default();
    assert_eq!(solver.statistics(), Statistics::default());
    add_all(&mut solver, &pigeonhole(5));
    solver.solve();
    let statistics = solver.statistics();
    assert_eq!(
        (statistics.vars, statistics.clauses, statistics.queries),
        (30, 6 + 5 * 15, 1)
    );
    assert!(statistics.conflicts > 0 && statistics.propagations > statistics.conflicts);
}

fn same_calls_same_answers<S: Backend + Default>() {
    let run = || {
        let mut random = Random(77);
        let mut solver = solver_with::<S>(&random.clauses(120, 480, 3));
        let mut transcript = Vec::new();
        for _ in 0..10 {
            let assumptions = random.clause(120, 6);
            let verdict = solver.solve_with(&assumptions);
            transcript.push((
                verdict,
                solver.model(),
                solver.core().to_vec(),
                solver.statistics(),
            ));
            solver.add_clause(&random.clause(120, 3));
        }
        transcript
    };
    assert_eq!(run(), run());
}

fn random_formulas_against_brute_force<S: Backend + Default>() {
    let mut random = Random(1);
    for round in 0..1500 {
        let vars = random.between(2, 9);
        let count = random.between(1, vars * 6);
        let mut clauses = Vec::new();
        let mut solver = S::default();
        // Three portions: the formula grows between the queries.
        for _ in 0..3 {
            for _ in 0..count / 3 + 1 {
                let len = random.between(1, 4).max(random.between(1, 3));
                clauses.push(random.clause(vars, len));
                solver.add_clause(&clauses[clauses.len() - 1]);
            }
            let number = random.below(5);
            let assumptions = random.clause(vars, number);
            let expected = brute_force(vars, &clauses, &assumptions).next().is_some();
            match solver.solve_with(&assumptions) {
                Verdict::Sat => {
                    assert!(expected, "round {round}");
                    let model = solver.model();
                    assert!(model_satisfies(&model, &clauses), "round {round}");
                    assert!(
                        assumptions.iter().all(|&lit| model.satisfies(lit)),
                        "round {round}"
                    );
                }
                Verdict::Unsat => {
                    assert!(!expected, "round {round}");
                    let core = solver.core().to_vec();
                    assert!(core.iter().all(|lit| assumptions.contains(lit)), "round {round}");
                    assert!(
                        brute_force(vars, &clauses, &core).next().is_none(),
                        "round {round}: {core:?}"
                    );
                }
                Verdict::Unknown => panic!("no limit was set"),
            }
        }
    }
}

/// Large enough for restarts, clean-ups and (in CaDiCaL) inprocessing; the two backends judge each other.
#[test]
fn both_backends_agree_on_larger_formulas() {
    let mut random = Random(99);
    for round in 0..12 {
        let clauses = random.clauses(110, 110 * 426 / 100, 3);
        let mut cadical = solver_with::<CadicalSolver>(&clauses);
        let mut cdcl = solver_with::<CdclSolver>(&clauses);
        for _ in 0..3 {
            let assumptions = random.clause(110, 4);
            let verdict = cadical.solve_with(&assumptions);
            assert_eq!(cdcl.solve_with(&assumptions), verdict, "round {round}");
            if verdict == Verdict::Sat {
                assert!(
                    model_satisfies(&cdcl.model(), &clauses) && model_satisfies(&cadical.model(), &clauses)
                );
            } else {
                let (first, second) = (cdcl.core().to_vec(), cadical.core().to_vec());
                assert_eq!(
                    cadical.solve_with(&first),
                    Verdict::Unsat,
                    "the core of one refutes for the other"
                );
                assert_eq!(cdcl.solve_with(&second), Verdict::Unsat);
            }
        }
    }
}

macro_rules! conformance {
    ($($test:ident),* $(,)?) => {
        mod cadical { $(#[test] fn $test() { super::$test::<sat::CadicalSolver>(); })* }
        mod cdcl { $(#[test] fn $test() { super::$test::<sat::CdclSolver>(); })* }
    };
}

conformance! {
    nothing_is_satisfiable_by_anything,
    the_empty_clause_ends_everything,
    tautologies_say_nothing_and_repetitions_count_once,
    values_are_there_only_after_sat,
    assumptions_hold_for_one_query,
    contradictory_and_repeated_assumptions,
    cores_leave_out_what_is_not_to_blame,
    limits_give_unknown_and_can_be_lifted,
    a_terminator_interrupts,
    a_flag_interrupts_even_easy_queries,
    phases_are_respected_where_there_is_a_choice,
    phases_can_be_changed_and_cleared,
    statistics_count,
    same_calls_same_answers,
    random_formulas_against_brute_force,
}
