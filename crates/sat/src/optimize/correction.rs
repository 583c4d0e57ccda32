//! Minimal correction sets, smallest first.
//!
//! A *correction set* is a set of soft literals without which the rest can hold; it is minimal if no proper subset is
//! one. In the words of model-based diagnosis (Reiter, *A Theory of Diagnosis from First Principles*, AIJ 1987) these
//! are the diagnoses. Going by size (as in Liffiton, Sakallah, *Algorithms for Computing Minimal Unsatisfiable
//! Subsets*, JAR 2008) gives the single ones first, then the double ones, and makes minimality free: once all sets of
//! smaller size are found and excluded with everything above them, each set that is found is minimal.
//!
//! The bound on the size is one totalizer, tightened by assumption; the exclusions are switched by an activation
//! literal and retired at the end. If a refusal does not blame the bound, no more sets exist at any size.

use super::Solution;
use super::at_most::Counter;
use crate::solver::{Backend, Verdict};
use crate::types::Lit;

/// The minimal correction sets found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CorrectionSets {
    /// Ordered by size, then by literals; each with a model of all other soft literals.
    pub sets: Vec<Solution>,
    /// All minimal correction sets up to this size are here; nothing if not even those of size zero are known.
    pub complete_up_to: Option<usize>,
    /// All minimal correction sets of any size are here. If there are none then, the hard part cannot hold.
    pub complete: bool,
}

/// Lists minimal correction sets of `soft` under the assumptions: those of up to `max_size` literals, up to `limit`
/// sets.
/// `max_size` and `limit` may be `usize::MAX`.
pub fn correction_sets<S: Backend + ?Sized>(
    solver: &mut S,
    soft: &[Lit],
    assumptions: &[Lit],
    max_size: usize,
    limit: usize,
) -> CorrectionSets {
    let mut soft = soft.to_vec();
    soft.sort_unstable();
    soft.dedup();
    solver.declare_all(&soft);
    solver.declare_all(assumptions);
    let activation = solver.new_var().positive();
    let mut counter = Counter::new(soft.iter().map(|&lit| !lit));
    let mut found = CorrectionSets {
        sets: Vec::new(),
        complete_up_to: None,
        complete: false,
    };
    let mut size = 0;
    let mut first_of_size = 0;
    while found.sets.len() < limit {
        let bound = counter.at_most(size, solver);
        let query: Vec<Lit> = assumptions
            .iter()
            .copied()
            .chain([activation])
            .chain(bound)
            .collect();
        match solver.solve_with(&query) {
            Verdict::Unknown => break,
            Verdict::Sat => {
                let model = solver.model();
                let violated: Vec<Lit> = soft
                    .iter()
                    .copied()
                    .filter(|&lit| !model.satisfies(lit))
                    .collect();
                let mut exclusion = violated.clone();
                exclusion.push(!activation);
                found.sets.push(Solution { violated, model });
                solver.add_clause(&exclusion);
            }
            Verdict::Unsat => {
                found.sets[first_of_size..].sort_by(|a, b| a.violated.cmp(&b.violated));
                first_of_size = found.sets.len();
                found.complete_up_to = Some(size);
                if bound.is_none_or(|bound| !solver.core().contains(&bound)) {
                    found.complete = true;
                    break;
                }
                if size >= max_size {
                    break;
                }
                size += 1;
            }
        }
    }
    found.sets[first_of_size..].sort_by(|a, b| a.violated.cmp(&b.violated));
    solver.add_clause(&[!activation]);
    found
}
