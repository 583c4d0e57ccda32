//! Pairs of faults of which one hides the other.
//!
//! A loop that is never entered, or a branch that is never taken, keeps the run from a second fault inside it: no
//! change there makes any difference alone, and the right change of the condition makes the output no better, since it
//! only leads to the second fault. But it leads a failing run to places that it did not come to, and few changes do. So
//! each of these is tried beside the changes of the places that it opens, which are few, too.

use std::collections::BTreeMap;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::schemata::switches::{Choice, Switches};
use crate::search::plausibility::cost;

use super::counted::Spent;
use super::{InstructionBudget, SetSearch};

/// A change and the places that a failing run comes to only with it.
struct Opening {
    position: usize,
    places: Vec<u32>,
}

impl SetSearch<'_> {
    /// Pairs that make every test right, one of them in a place that the other opens; the changes that make a
    /// difference alone are given.
    pub(super) fn hidden(&mut self, differing: &[usize]) -> Vec<Vec<usize>> {
        let rest = std::mem::replace(
            &mut self.budget,
            InstructionBudget(budgets::repair::MAX_OPENING_TRIALS.get()),
        );
        let openings = self.openings(differing);
        let schema = self.schema;
        let mut by_place: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for position in schema
            .positions()
            .filter(|position| cost(schema, *position) <= budgets::repair::MAX_SURPRISE.small())
        {
            for site in schema.sites(position) {
                by_place.entry(*site).or_default().push(position);
            }
        }
        let mut pairs: Vec<(u32, Vec<usize>)> = Vec::new();
        for opening in &openings {
            let places = opening.places.iter().filter_map(|place| by_place.get(place));
            for other in places.flatten().copied() {
                if schema.are_apart(opening.position, other) {
                    let mut pair = vec![opening.position, other];
                    pair.sort_unstable();
                    pairs.push((self.cost_of(&pair), pair));
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        self.budget = InstructionBudget(budgets::repair::MAX_HIDDEN_TRIALS.get());
        let found = self.whole_ones(
            pairs.into_iter().map(|(_, pair)| pair),
            budgets::repair::MAX_FOUND_SETS.count(),
        );
        self.budget = rest;
        found
    }

    /// The plain changes that lead the shortest failing test to places that it does not come to without them.
    fn openings(&mut self, differing: &[usize]) -> Vec<Opening> {
        let schema = self.schema;
        let shortest = self.all_failing.iter().min_by_key(|test| self.steps[**test]);
        let Some(test) = shortest.copied() else {
            return Vec::new();
        };
        let mut plain: Vec<usize> = differing.to_vec();
        plain.retain(|position| cost(schema, *position) <= budgets::repair::MAX_SURPRISE.small());
        plain.sort_by_key(|position| (cost(schema, *position), *position));
        let mut found = Vec::new();
        for portion in plain.chunks(budgets::repair::SETS_AT_ONCE.count()) {
            if self.is_over() || found.len() >= budgets::repair::MAX_OPENING_CHANGES.count() {
                break;
            }
            let search = &*self;
            let opened: Vec<(Spent, Opening)> = portion
                .par_iter()
                .map(|position| search.opened(test, *position))
                .collect();
            for (spent, opening) in opened {
                self.count(spent);
                if !opening.places.is_empty() {
                    found.push(opening);
                }
            }
        }
        found.truncate(budgets::repair::MAX_OPENING_CHANGES.count());
        found
    }

    fn opened(&self, test: usize, position: usize) -> (Spent, Opening) {
        let switches = Switches::new(self.schema, &[position]);
        let (choice, interpreter) = (Choice::Asked(&switches), &self.checkpoints.interpreter);
        let (run, asked) =
            self.oracle
                .execute_within(interpreter, &self.oracle.tests[test], choice, self.limit);
        let mut spent = Spent::default();
        spent.add(test, &run);
        let mut places = asked;
        places.retain(|place| !self.checkpoints.covers(test, &[*place]));
        places.sort_unstable();
        places.dedup();
        (spent, Opening { position, places })
    }
}
