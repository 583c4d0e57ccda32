//! All the best models, as far as they differ in what they violate.
//!
//! Several models can share the least cost. Under the pin of an optimisation every model is optimal; so take one,
//! exclude what it violates, and repeat. One clause excludes a set: "satisfy at least one of these". It excludes all
//! larger sets as well, but those cost more and are excluded anyway. The clauses are switched by an activation literal
//! and retired at the end.

use super::{Objective, Outcome};
use crate::solver::{Backend, Verdict};
use crate::types::{Lit, Model};

/// A model and the soft literals it violates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    pub violated: Vec<Lit>,
    pub model: Model,
}

/// The optimal models found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ties {
    /// Ordered by what they violate.
    pub solutions: Vec<Solution>,
    /// Whether there are no others.
    pub complete: bool,
}

/// Lists up to `limit` optimal models that differ in the set of soft literals they violate. `outcome` must come from
/// minimising the same objective under the same assumptions on the same solver, with no clause added since; if it is
/// not optimal there is nothing to list.
pub fn ties<S: Backend + ?Sized>(
    solver: &mut S,
    objective: &Objective,
    assumptions: &[Lit],
    outcome: &Outcome,
    limit: usize,
) -> Ties {
    let mut ties = Ties {
        solutions: Vec::new(),
        complete: false,
    };
    if !outcome.proved() {
        return ties;
    }
    solver.declare_all(assumptions);
    let activation = solver.new_var().positive();
    let pinned: Vec<Lit> = assumptions
        .iter()
        .chain(&outcome.pin)
        .copied()
        .chain([activation])
        .collect();
    loop {
        if ties.solutions.len() == limit {
            break;
        }
        match solver.solve_with(&pinned) {
            Verdict::Unknown => break,
            Verdict::Unsat => {
                ties.complete = true;
                break;
            }
            Verdict::Sat => {
                let model = solver.model();
                let violated = objective.violated(&model);
                let mut exclusion = vec![!activation];
                exclusion.extend(
                    violated
                        .iter()
                        .filter(|lit| violated.binary_search(&!**lit).is_err()),
                );
                ties.solutions.push(Solution { violated, model });
                solver.add_clause(&exclusion);
            }
        }
    }
    solver.add_clause(&[!activation]);
    ties.solutions.sort_by(|a, b| a.violated.cmp(&b.violated));
    ties
}
