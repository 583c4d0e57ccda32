//! The optimisers against brute force, on every backend.

mod common;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use common::{Bits, Random, add_all, brute_force, lit, lits, model_satisfies, pigeonhole, var};
use sat::optimize::{Algorithm, Bounds, Growing, Objective, Optimizer, Status, Whole, correction_sets, ties};
use sat::{Backend, CadicalSolver, CdclSolver, Certifying, Limits, Lit, Model, Solver, Value, Verdict};

const ALGORITHMS: [Algorithm; 2] = [Algorithm::CoreGuided, Algorithm::SolutionImproving];

const MOST_VARS: usize = 9;

/// A random problem small enough to try everything.
struct Problem {
    vars: usize,
    clauses: Vec<Vec<Lit>>,
    objective: Objective,
    assumptions: Vec<Lit>,
}

impl Problem {
    fn random(random: &mut Random) -> Self {
        let vars = random.between(3, MOST_VARS);
        let count = random.between(1, vars * 3);
        let len = random.between(2, 3);
        let clauses = random.clauses(vars, count, len);
        let number = random.below(3);
        let assumptions = random.clause(vars, number);
        let largest = [1, 1, 3, 10, 1000, 1 << 40][random.below(6)];
        let mut objective = Objective::new();
        for _ in 0..random.between(1, vars + 3) {
            let weight = random.between(usize::from(largest < 10), largest) as u64;
            objective.prefer(random.lit(vars), weight).expect("light enough");
        }
        Self {
            vars,
            clauses,
            objective,
            assumptions,
        }
    }

    fn cost(&self, bits: Bits) -> u64 {
        self.objective
            .soft()
            .filter(|&(lit, _)| !bits.satisfies(lit))
            .map(|(_, weight)| weight)
            .sum()
    }

    /// The least cost and what the models that have it violate.
    fn truth(&self) -> Option<(u64, BTreeSet<Vec<Lit>>)> {
        let models = || brute_force(self.vars, &self.clauses, &self.assumptions);
        let least = models().map(|bits| self.cost(bits)).min()?;
        let violated = |bits: Bits| {
            self.objective
                .soft()
                .map(|(lit, _)| lit)
                .filter(|&lit| !bits.satisfies(lit))
                .collect::<Vec<Lit>>()
        };
        Some((
            least,
            models()
                .filter(|&bits| self.cost(bits) == least)
                .map(violated)
                .collect(),
        ))
    }

    fn solver<S: Backend + Default>(&self) -> S {
        let mut solver = S::default();
        // Variables that later steps of a test mention must not be taken by a search before.
        solver.reserve_vars(MOST_VARS);
        add_all(&mut solver, &self.clauses);
        solver
    }
}

fn is_a_solution(problem: &Problem, model: &Model, cost: u64) -> bool {
    model_satisfies(model, &problem.clauses)
        && problem.assumptions.iter().all(|&lit| model.satisfies(lit))
        && problem.objective.cost(model) == cost
}

fn finds_the_optimum<S: Backend + Default>(seed: u64, rounds: usize) {
    let mut random = Random(seed);
    for round in 0..rounds {
        let problem = Problem::random(&mut random);
        let truth = problem.truth();
        let least = truth.as_ref().map_or(0, |(least, _)| *least);
        // What is known beforehand, if anything, changes nothing.
        for (algorithm, known) in ALGORITHMS
            .into_iter()
            .flat_map(|a| [0, least / 2, least].map(|k| (a, k)))
        {
            let mut solver = problem.solver::<S>();
            let mut seen: Vec<Bounds> = Vec::new();
            let outcome = Optimizer::new(&problem.objective)
                .assuming(&problem.assumptions)
                .using(algorithm)
                .knowing(known)
                .on_progress(|bounds| seen.push(bounds))
                .minimize(&mut solver);
            let name = format!("{algorithm:?}, knowing {known}, round {round}");
            let Some((least, sets)) = &truth else {
                let Status::Infeasible { core } = outcome.status else {
                    panic!("{name}: {outcome:?}")
                };
                assert!(
                    brute_force(problem.vars, &problem.clauses, &core)
                        .next()
                        .is_none(),
                    "{name}"
                );
                continue;
            };
            assert!(outcome.proved(), "{name}");
            assert_eq!((outcome.lower, outcome.upper), (*least, Some(*least)), "{name}");
            assert!(
                is_a_solution(&problem, outcome.best_model.as_ref().expect("a model"), *least),
                "{name}"
            );
            assert!(
                seen.iter()
                    .all(|bounds| bounds.lower <= *least && bounds.upper.is_none_or(|u| u >= *least))
            );
            assert!(
                seen.windows(2).all(|pair| pair[0].lower <= pair[1].lower),
                "{name}: bounds only improve"
            );

            let ties = ties(
                &mut solver,
                &problem.objective,
                &problem.assumptions,
                &outcome,
                usize::MAX,
            );
            assert!(ties.complete, "{name}");
            let violated: Vec<Vec<Lit>> = ties.solutions.iter().map(|tie| tie.violated.clone()).collect();
            assert_eq!(violated, sets.iter().cloned().collect::<Vec<_>>(), "{name}");
            assert!(
                ties.solutions
                    .iter()
                    .all(|tie| is_a_solution(&problem, &tie.model, *least)),
                "{name}"
            );
        }
    }
}

/// One solver, many objectives and assumptions, both algorithms: nothing of an earlier search may show in a later one.
fn leaves_the_solver_as_it_was<S: Backend + Default>(seed: u64, rounds: usize) {
    let mut random = Random(seed);
    for round in 0..rounds {
        let mut problem = Problem::random(&mut random);
        let mut solver = problem.solver::<S>();
        for step in 0..4 {
            let other = Problem::random(&mut random);
            problem.objective = other.objective;
            problem.assumptions = other.assumptions;
            problem.vars = problem.vars.max(other.vars);
            if step % 2 == 1 {
                problem.clauses.push(random.clause(problem.vars, 3));
                solver.add_clause(&problem.clauses[problem.clauses.len() - 1]);
            }
            let algorithm = ALGORITHMS[random.below(2)];
            let start: Model = (0..problem.vars).map(|_| Value::from(random.coin())).collect();
            let outcome = Optimizer::new(&problem.objective)
                .assuming(&problem.assumptions)
                .using(algorithm)
                .starting_from(&start)
                .minimize(&mut solver);
            let name = format!("{algorithm:?}, round {round}, step {step}");
            match problem.truth() {
                None => assert!(matches!(outcome.status, Status::Infeasible { .. }), "{name}"),
                Some((least, sets)) => {
                    assert_eq!((outcome.proved(), outcome.upper), (true, Some(least)), "{name}");
                    let ties = ties(&mut solver, &problem.objective, &problem.assumptions, &outcome, 3);
                    assert_eq!(ties.solutions.len(), sets.len().min(3), "{name}");
                    assert!(
                        ties.solutions.iter().all(|tie| sets.contains(&tie.violated)),
                        "{name}"
                    );
                }
            }
            let satisfiable = brute_force(problem.vars, &problem.clauses, &[]).next().is_some();
            assert_eq!(solver.solve() == Verdict::Sat, satisfiable, "{name}");
        }
    }
}

fn minimises_one_objective_after_another<S: Backend + Default>() {
    let mut random = Random(21);
    for round in 0..200 {
        let problem = Problem::random(&mut random);
        let mut second = Problem::random(&mut random).objective;
        for _ in 0..3 {
            second.prefer(random.lit(problem.vars), 5).expect("light enough");
        }
        let vars = MOST_VARS;
        let both = |bits: Bits| {
            let cost = second
                .soft()
                .filter(|&(lit, _)| !bits.satisfies(lit))
                .map(|(_, weight)| weight)
                .sum::<u64>();
            (problem.cost(bits), cost)
        };
        let Some(expected) = brute_force(vars, &problem.clauses, &problem.assumptions)
            .map(both)
            .min()
        else {
            continue;
        };
        for (first_way, second_way) in [(0, 1), (1, 0), (0, 0), (1, 1)] {
            let mut solver = problem.solver::<S>();
            let optimum = Optimizer::new(&problem.objective)
                .assuming(&problem.assumptions)
                .using(ALGORITHMS[first_way])
                .minimize(&mut solver);
            let pinned: Vec<Lit> = problem.assumptions.iter().chain(&optimum.pin).copied().collect();
            let refined = Optimizer::new(&second)
                .assuming(&pinned)
                .using(ALGORITHMS[second_way])
                .minimize(&mut solver);
            assert_eq!(
                (optimum.upper, refined.upper),
                (Some(expected.0), Some(expected.1)),
                "round {round}"
            );
            assert!(refined.proved());
        }
    }
}

fn lists_correction_sets_by_size<S: Backend + Default>(seed: u64, rounds: usize) {
    let mut random = Random(seed);
    for round in 0..rounds {
        let problem = Problem::random(&mut random);
        let soft: Vec<Lit> = problem.objective.soft().map(|(lit, _)| lit).collect();
        let mut all: Vec<BTreeSet<Lit>> = brute_force(problem.vars, &problem.clauses, &problem.assumptions)
            .map(|bits| soft.iter().copied().filter(|&lit| !bits.satisfies(lit)).collect())
            .collect();
        all.sort_by_key(|set| (set.len(), set.clone()));
        all.dedup();
        let mut minimal: Vec<BTreeSet<Lit>> = Vec::new();
        for set in all {
            if !minimal.iter().any(|smaller| smaller.is_subset(&set)) {
                minimal.push(set);
            }
        }
        let mut solver = problem.solver::<S>();
        let max_size = [usize::MAX, 1, 2][random.below(3)];
        let found = correction_sets(&mut solver, &soft, &problem.assumptions, max_size, usize::MAX);
        let sets: Vec<BTreeSet<Lit>> = found
            .sets
            .iter()
            .map(|set| set.violated.iter().copied().collect())
            .collect();
        let expected: Vec<BTreeSet<Lit>> = minimal
            .iter()
            .filter(|set| set.len() <= max_size)
            .cloned()
            .collect();
        assert_eq!(sets, expected, "round {round}");
        assert!(!found.complete || sets.len() == minimal.len(), "round {round}");
        assert!(
            found.complete || found.complete_up_to == Some(max_size),
            "round {round}"
        );
        assert!(
            found
                .sets
                .iter()
                .all(|set| model_satisfies(&set.model, &problem.clauses)),
            "round {round}"
        );
        let few = correction_sets(&mut solver, &soft, &problem.assumptions, max_size, 1);
        assert_eq!(few.sets.len(), expected.len().min(1), "round {round}");
        let again = correction_sets(&mut solver, &soft, &problem.assumptions, max_size, usize::MAX);
        assert_eq!(
            again.sets.len(),
            expected.len(),
            "round {round}: the exclusions are gone"
        );
    }
}

/// Whenever the search is stopped, the truth lies in the interval.
fn interruption_leaves_a_true_interval<S: Backend + Default>() {
    let mut random = Random(8);
    let (mut cut_short, mut finished) = (0, 0);
    for round in 0..60 {
        let problem = Problem::random(&mut random);
        let Some((least, _)) = problem.truth() else {
            continue;
        };
        for algorithm in ALGORITHMS {
            for patience in 0..12 {
                let mut solver = problem.solver::<S>();
                let asked = Rc::new(Cell::new(0));
                solver.set_terminator(Some(Box::new(move || {
                    asked.set(asked.get() + 1);
                    asked.get() > patience
                })));
                let outcome = Optimizer::new(&problem.objective)
                    .assuming(&problem.assumptions)
                    .using(algorithm)
                    .minimize(&mut solver);
                assert!(
                    outcome.lower <= least && outcome.upper.is_none_or(|upper| upper >= least),
                    "round {round}"
                );
                if let Some(model) = &outcome.best_model {
                    assert!(
                        is_a_solution(&problem, model, outcome.upper.expect("its cost")),
                        "round {round}"
                    );
                }
                match outcome.status {
                    Status::Interrupted => cut_short += 1,
                    Status::Optimal => finished += 1,
                    Status::Infeasible { .. } => panic!("round {round}: it has a model"),
                }
            }
        }
    }
    assert!(cut_short > 100 && finished > 100, "{cut_short} {finished}");
}

fn limits_of_the_solver_apply_and_survive<S: Backend + Default>() {
    // Each pigeon may stay outside for one unit; with one hole short, one must. Proving that is hard.
    let mut solver = S::default();
    let holes = 9;
    let mut objective = Objective::new();
    for (index, mut clause) in pigeonhole(holes).into_iter().enumerate() {
        if index <= holes {
            let outside = var((holes + 1) * holes + index).positive();
            objective.charge(outside, 1).expect("light enough");
            clause.push(outside);
        }
        solver.add_clause(&clause);
    }
    let limits = Limits::conflicts(50);
    solver.set_limits(limits);
    let outcome = Optimizer::new(&objective).minimize(&mut solver);
    assert_eq!(outcome.status, Status::Interrupted);
    assert!(outcome.lower <= 1 && outcome.upper.is_none_or(|upper| upper >= 1));
    assert_eq!(solver.limits(), limits);
}

fn degenerate_objectives<S: Backend + Default>() {
    let mut solver = S::default();
    solver.add_clause(&lits(&[1, 2]));
    for algorithm in ALGORITHMS {
        let outcome = Optimizer::new(&Objective::new())
            .using(algorithm)
            .minimize(&mut solver);
        assert_eq!((outcome.proved(), outcome.upper), (true, Some(0)));
        let mut objective = Objective::new();
        objective.prefer(lit(5), 2).expect("light enough");
        objective.charge(lit(5), 2).expect("light enough");
        objective.charge(lit(9), 1).expect("light enough");
        let outcome = Optimizer::new(&objective).using(algorithm).minimize(&mut solver);
        assert_eq!(
            (outcome.lower, outcome.upper),
            (2, Some(2)),
            "variables no clause mentions"
        );
        let both = ties(&mut solver, &objective, &[], &outcome, 10);
        assert_eq!((both.solutions.len(), both.complete), (2, true));
    }
}

/// Larger than brute force can follow: many cores, several strata, sieving, hardening. The algorithms judge each other.
fn larger_problem(random: &mut Random, vars: usize, largest_weight: usize) -> (Vec<Vec<Lit>>, Objective) {
    let mut clauses: Vec<Vec<Lit>> = (0..90)
        .map(|_| {
            vec![
                !var(random.below(vars)).positive(),
                !var(random.below(vars)).positive(),
            ]
        })
        .collect();
    clauses.extend((0..vars / 4).map(|_| random.clause(vars, 4)));
    let mut objective = Objective::new();
    for index in 0..vars {
        objective
            .prefer(var(index).positive(), random.between(1, largest_weight) as u64)
            .expect("light enough");
    }
    (clauses, objective)
}

#[test]
fn all_ways_agree_on_larger_problems() {
    let mut random = Random(31);
    for round in 0..24 {
        let (clauses, objective) = larger_problem(
            &mut random,
            if round % 2 == 0 { 18 } else { 120 },
            [1, 4, 60][round % 3],
        );
        let minimum = |solver: &mut dyn Backend, algorithm| {
            clauses.iter().for_each(|clause| solver.add_clause(clause));
            let outcome = Optimizer::new(&objective).using(algorithm).minimize(solver);
            assert!(
                outcome.proved() && outcome.upper == Some(outcome.lower),
                "round {round}"
            );
            let model = outcome.best_model.as_ref().expect("a model");
            assert!(
                model_satisfies(model, &clauses) && objective.cost(model) == outcome.lower,
                "round {round}"
            );
            let ties = ties(solver, &objective, &[], &outcome, 5);
            assert!(
                ties.solutions
                    .iter()
                    .all(|tie| objective.cost(&tie.model) == outcome.lower),
                "round {round}"
            );
            (outcome.lower, ties.solutions.len())
        };
        let first = minimum(&mut CadicalSolver::certifying(), Algorithm::CoreGuided);
        assert_eq!(
            minimum(&mut CdclSolver::new(), Algorithm::CoreGuided),
            first,
            "round {round}"
        );
        // Counting is hard to refute, so solution-improving search gets the smaller ones only.
        if round % 2 == 0 {
            assert_eq!(
                minimum(&mut CadicalSolver::new(), Algorithm::SolutionImproving),
                first,
                "round {round}"
            );
        }
    }
}

#[test]
fn every_refusal_on_the_way_to_an_optimum_is_certified() {
    let (clauses, objective) = larger_problem(&mut Random(5), 20, 3);
    let mut solver = CadicalSolver::certifying();
    add_all(&mut solver, &clauses);
    let outcome = Optimizer::new(&objective)
        .using(Algorithm::SolutionImproving)
        .minimize(&mut solver);
    assert!(outcome.proved());
    let outcome = Optimizer::new(&objective).minimize(&mut solver);
    assert!(outcome.proved());
    // The checker accepts nothing more after its first complaint, so the last certificate vouches for all.
    solver.add_clause(&[]);
    assert_eq!(solver.solve(), Verdict::Unsat);
    assert!(solver.certify().expect("all refusals were certified").conclusions > 10);
}

/// Also guards against hash tables seeded anew for each instance.
#[test]
fn the_same_problem_takes_the_same_course() {
    for largest_weight in [1, 5, 5000] {
        let (clauses, objective) = larger_problem(&mut Random(17), 20, largest_weight);
        for algorithm in ALGORITHMS {
            let run = || {
                let mut solver = CadicalSolver::new();
                add_all(&mut solver, &clauses);
                let mut course = Vec::new();
                let outcome = Optimizer::new(&objective)
                    .using(algorithm)
                    .on_progress(|b| course.push(b))
                    .minimize(&mut solver);
                (outcome, course, solver.statistics())
            };
            assert_eq!(run(), run(), "{algorithm:?}, weights up to {largest_weight}");
        }
    }
}

macro_rules! on_both {
    ($($test:ident($($argument:expr),*)),* $(,)?) => {
        mod cadical { $(#[test] fn $test() { super::$test::<super::CadicalSolver>($($argument),*); })* }
        mod cdcl { $(#[test] fn $test() { super::$test::<super::CdclSolver>($($argument),*); })* }
    };
}

on_both! {
    finds_the_optimum(1, 2500),
    leaves_the_solver_as_it_was(2, 400),
    minimises_one_objective_after_another(),
    lists_correction_sets_by_size(4, 600),
    interruption_leaves_a_true_interval(),
    limits_of_the_solver_apply_and_survive(),
    degenerate_objectives(),
}

/// A problem of which the solver knows only a part.
struct Hidden<'p> {
    problem: &'p Problem,
    clauses: Vec<bool>,
    soft: Vec<(Lit, u64, bool)>,
}

impl<'p> Hidden<'p> {
    fn new(problem: &'p Problem) -> Self {
        Self {
            problem,
            clauses: vec![false; problem.clauses.len()],
            soft: problem
                .objective
                .soft()
                .map(|(lit, weight)| (lit, weight, false))
                .collect(),
        }
    }
}

impl<S: Backend> Whole<S> for Hidden<'_> {
    fn cost(&mut self, solver: &S) -> Option<u64> {
        let model = solver.model();
        model_satisfies(&model, &self.problem.clauses).then(|| self.problem.objective.cost(&model))
    }

    fn refine(&mut self, solver: &mut S) -> Option<Vec<(Lit, u64)>> {
        let model = solver.model();
        let mut grew = false;
        for (clause, known) in self.problem.clauses.iter().zip(&mut self.clauses) {
            if !clause.iter().any(|&lit| model.satisfies(lit)) {
                assert!(!std::mem::replace(known, true), "what it knows it satisfies");
                solver.add_clause(clause);
                grew = true;
            }
        }
        let mut new = Vec::new();
        for (lit, weight, known) in &mut self.soft {
            if !model.satisfies(*lit) && !std::mem::replace(known, true) {
                new.push((*lit, *weight));
            }
        }
        (grew || !new.is_empty()).then_some(new)
    }
}

/// Nothing is known at first; then assumptions join one by one, and then optima are excluded one by one.
fn grows<S: Backend + Default>(seed: u64, rounds: usize) {
    let mut random = Random(seed);
    for round in 0..rounds {
        let mut problem = Problem::random(&mut random);
        let assumptions = std::mem::take(&mut problem.assumptions);
        let mut solver = S::default();
        solver.reserve_vars(MOST_VARS);
        let mut growing = Growing::new();
        let mut known = Hidden::new(&problem);
        let mut assumed = Vec::new();
        for next in std::iter::once(None).chain(assumptions.iter().map(Some)) {
            assumed.extend(next);
            if let Some(lit) = next {
                growing.assume(*lit);
            }
            let truth = Problem {
                assumptions: assumed.clone(),
                clauses: problem.clauses.clone(),
                objective: problem.objective.clone(),
                ..problem
            }
            .truth();
            let outcome = growing.minimize(&mut solver, None, &mut known, None);
            let Some((least, sets)) = truth else {
                assert!(
                    matches!(outcome.status, Status::Infeasible { .. }),
                    "round {round}: {outcome:?}"
                );
                break;
            };
            assert!(outcome.proved(), "round {round}");
            assert_eq!(outcome.upper, Some(least), "round {round}");
            let model = outcome.best_model.expect("a model");
            assert!(assumed.iter().all(|&lit| model.satisfies(lit)), "round {round}");
            if assumed.len() < assumptions.len() {
                continue;
            }
            let mut found = BTreeSet::from([problem.objective.violated(&model)]);
            let mut last = problem.objective.violated(&model);
            loop {
                solver.add_clause(&last);
                let outcome = growing.minimize(&mut solver, None, &mut known, Some(least));
                let Some(model) = outcome.best_model.filter(|_| outcome.upper == Some(least)) else {
                    assert!(
                        outcome.lower > least || matches!(outcome.status, Status::Infeasible { .. }),
                        "round {round}"
                    );
                    break;
                };
                last = problem.objective.violated(&model);
                assert!(found.insert(last.clone()), "round {round}: excluded");
            }
            assert_eq!(found, sets, "round {round}");
        }
    }
}

#[test]
fn a_problem_that_grows() {
    grows::<CdclSolver>(70, 400);
    grows::<CadicalSolver>(71, 400);
}
