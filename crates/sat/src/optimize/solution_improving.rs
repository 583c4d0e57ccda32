//! Solution-improving search.
//!
//! **What.** Take any model. Ask for one that costs less. Repeat; the last model is the best, and the refusal is the
//! proof. (Linear SAT-UNSAT search: Le Berre, Parrain, *The Sat4j library*, JSAT 2010.)
//!
//! **Why this way.** It is the complement of the core-guided search: it needs as many steps as the cost *falls*,
//! whatever the cost is, and has a usable model from the first moment, which is what a user with little time wants.
//! Phases seeded from a near assignment make the first model cheap, and each later query starts from the last model
//! through the solver's saved phases.
//!
//! The bound "costs less than the best" is a sum in clauses (`at_most`), tightened step by step by assuming other
//! outputs. Nothing is asserted, so nothing has to be taken back. There is no lower bound before the end.

use super::at_most::Sum;
use super::search::{End, Search};
use crate::solver::{Backend, Verdict};
use crate::types::Lit;

/// Goes on from a first model.
pub(super) fn run<S: Backend + ?Sized>(search: &mut Search<'_, S>) -> End {
    let inputs: Vec<(Lit, u64)> = search.soft.iter().map(|(&lit, &weight)| (!lit, weight)).collect();
    let mut sum: Option<Sum> = None;
    while !search.is_closed() {
        if search.solver.interrupted() {
            return End::Interrupted;
        }
        let Some(upper) = search.upper() else {
            return End::Interrupted;
        };
        let bound = upper - search.constant - 1;
        let better = sum
            .get_or_insert_with(|| Sum::new(&inputs, bound))
            .at_most(bound, search.solver);
        match search.solve(better) {
            Verdict::Unknown => return End::Interrupted,
            Verdict::Sat => {}
            Verdict::Unsat => search.close(),
        }
    }
    let pin = match search.upper() {
        // Nothing is violated in the optimal models.
        Some(upper) if upper == search.constant => search.soft.keys().copied().collect(),
        Some(upper) => {
            let spent = upper - search.constant;
            // The bound was last tightened below the optimum. A totalizer has the outputs for this one, too; the others
            // may not, so they start again.
            match &mut sum {
                Some(counted @ Sum::Counted { .. }) => counted.at_most(spent, search.solver),
                _ => Sum::new(&inputs, spent).at_most(spent, search.solver),
            }
        }
        None => Vec::new(),
    };
    End::Optimal { pin }
}
