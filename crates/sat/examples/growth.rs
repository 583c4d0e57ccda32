//! How optimisation grows with the number of soft literals.
//!
//! `cargo run --release -p sat --example growth [-- FAMILY|all [LARGEST [BACKEND]]]` prints a table for each family, algorithm and
//! backend. What to look for: time per soft literal should stay about the same from row to row, up to the
//! length of a query, where the logic is easy. Nothing here is a test.
//!
//! - `deltas`: like a closest passing run. A circuit of conjunctions and exclusive ors; soft literals say that each value
//!   is as in a reference run; one of the last four must not be.
//! - `groups`: disjoint groups of five literals of which two must be violated: as many cores as soft literals.
//! - `weighted`: random clauses of three literals, random weights up to 100.
//! - `cover`: random vertex cover with weight one: hard for its size, cores overlap.

use std::time::Instant;

use sat::optimize::{Algorithm, Objective, Optimizer};
use sat::{Backend, CadicalSolver, CdclSolver, Lit};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as usize
    }
}

type Family = fn(&mut dyn Backend, usize) -> Objective;

fn deltas(solver: &mut dyn Backend, size: usize) -> Objective {
    let mut random = Random(size as u64);
    let mut values: Vec<Lit> = Vec::new();
    for index in 0..size {
        let value = solver.new_var().positive();
        if index >= 8 {
            // Mostly functions of near values, sometimes of far ones; half of them gates, half of them parities.
            let a = values[index - 1 - random.below(8)];
            let b = values[random.below(index)];
            if random.below(2) == 0 {
                for clause in [[!value, a, b], [!value, !a, !b], [value, !a, b], [value, a, !b]] {
                    solver.add_clause(&clause);
                }
            } else {
                solver.add_clause(&[!value, a]);
                solver.add_clause(&[!value, b]);
                solver.add_clause(&[value, !a, !b]);
            }
        }
        values.push(value);
    }
    // The reference run has all values false; the last gates must not all be as there.
    solver.add_clause(&values[size - size.min(4)..]);
    Objective::preferring_all(values.into_iter().map(|value| !value))
}

fn groups(solver: &mut dyn Backend, size: usize) -> Objective {
    let lits: Vec<Lit> = (0..size).map(|_| solver.new_var().positive()).collect();
    for group in lits.chunks_exact(5) {
        // At least two are false: of any four, one is.
        for left_out in 0..5 {
            let clause: Vec<Lit> = (0..5).filter(|&at| at != left_out).map(|at| !group[at]).collect();
            solver.add_clause(&clause);
        }
    }
    Objective::preferring_all(lits)
}

fn weighted(solver: &mut dyn Backend, size: usize) -> Objective {
    let mut random = Random(size as u64);
    let lits: Vec<Lit> = (0..size).map(|_| solver.new_var().positive()).collect();
    // With many more clauses the problem is one large random component, on which core-guided search is known to fail.
    for _ in 0..size * 2 / 5 {
        let clause: Vec<Lit> = (0..3)
            .map(|_| {
                let lit = lits[random.below(size)];
                if random.below(4) == 0 { lit } else { !lit }
            })
            .collect();
        solver.add_clause(&clause);
    }
    let mut objective = Objective::new();
    for lit in lits {
        objective
            .prefer(lit, 1 + random.below(100) as u64)
            .expect("light enough");
    }
    objective
}

fn cover(solver: &mut dyn Backend, size: usize) -> Objective {
    let mut random = Random(size as u64);
    let vertices: Vec<Lit> = (0..size).map(|_| solver.new_var().positive()).collect();
    for _ in 0..size * 3 / 2 {
        let edge = [vertices[random.below(size)], vertices[random.below(size)]];
        solver.add_clause(&edge);
    }
    Objective::preferring_all(vertices.into_iter().map(|vertex| !vertex))
}

fn measure(family: Family, size: usize, algorithm: Algorithm, solver: &mut dyn Backend) -> f64 {
    let objective = family(solver, size);
    let start = Instant::now();
    // The example is the caller, so it may look at the clock.
    solver.set_terminator(Some(Box::new(move || start.elapsed().as_secs() >= 20)));
    let outcome = Optimizer::new(&objective).using(algorithm).minimize(solver);
    let seconds = start.elapsed().as_secs_f64();
    let statistics = solver.statistics();
    let upper = outcome.upper.map_or("-".to_owned(), |upper| upper.to_string());
    println!(
        "{size:>7} {seconds:>9.3} {:>9.1} {:>8} {:>9} {:>9} {:>9}  {}..{upper}{}",
        seconds * 1e6 / size as f64,
        statistics.queries,
        statistics.conflicts,
        statistics.vars,
        statistics.clauses,
        outcome.lower,
        if outcome.proved() { "" } else { "  not proved" },
    );
    seconds
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted = arguments
        .first()
        .map(String::as_str)
        .filter(|name| *name != "all");
    let largest = arguments
        .get(1)
        .and_then(|number| number.parse().ok())
        .unwrap_or(10_000);
    let families: [(&str, Family); 4] = [
        ("deltas", deltas),
        ("groups", groups),
        ("weighted", weighted),
        ("cover", cover),
    ];
    for (name, family) in families
        .into_iter()
        .filter(|(name, _)| wanted.is_none_or(|wanted| wanted == *name))
    {
        for algorithm in [Algorithm::CoreGuided, Algorithm::SolutionImproving] {
            let chosen = arguments.get(2);
            for backend in ["cadical", "cdcl"]
                .into_iter()
                .filter(|name| chosen.is_none_or(|chosen| chosen == name))
            {
                println!("\n{name}, {algorithm:?}, {backend}");
                println!("   soft   seconds   µs/soft  queries conflicts      vars   clauses  bounds");
                let sizes = [10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000];
                for size in sizes.into_iter().filter(|&size| size <= largest) {
                    let seconds = match backend {
                        "cadical" => measure(family, size, algorithm, &mut CadicalSolver::new()),
                        _ => measure(family, size, algorithm, &mut CdclSolver::new()),
                    };
                    if seconds > 15.0 {
                        break;
                    }
                }
            }
        }
    }
}
