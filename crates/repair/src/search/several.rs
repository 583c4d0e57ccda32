//! Several changes at once: pairs, then larger sets, in one program of all changes.

use frontend::Input;

use crate::operators::Family;
use crate::schemata::Schema;
use crate::search::SetDepth;
use crate::search::candidate::Candidate;
use crate::search::sets::{Frontier, InstructionBudget, SetSearch};
use crate::search::singles::{CandidateSearch, Split};
use crate::validate::oracle::evenly_spaced;

/// Where the search for sets stands: what larger sets are grown from.
#[derive(Debug)]
pub(crate) struct GrownSets {
    schema: Schema,
    frontier: Frontier,
    /// Instructions that larger sets may take.
    budget: u64,
}

/// What the search for pairs found.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    pub(crate) candidates: Vec<Candidate>,
    /// How many sets were tried.
    pub(crate) tried: usize,
    /// From where to go on, if there is none.
    pub(crate) grown: Option<GrownSets>,
}

impl CandidateSearch<'_> {
    /// Runs a search for sets; with all the stack there is, if the program of all changes needs it. Nothing if that
    /// program does not behave as the original.
    fn with_sets<T>(
        &self,
        schema: &Schema,
        tests: Split<'_>,
        budget: u64,
        found: impl FnOnce(&mut SetSearch<'_>) -> T,
    ) -> Option<T> {
        let (oracle, stop) = (&self.baseline.oracle, self.baseline.subject.stop);
        let full = oracle.with_full_stack();
        let budget = InstructionBudget(budget);
        // What survives a sample is confirmed on all tests; so the budget does not go into passing tests, however many.
        let passing = evenly_spaced(tests.passing, budgets::repair::MAX_SET_PASSING.count());
        let start = |oracle| SetSearch::new(oracle, schema, tests.failing, &passing, budget, stop);
        let mut search = start(oracle).or_else(|| start(full.as_ref()?))?;
        Some(found(&mut search))
    }

    /// Pairs that make every test right, those first that share the failing tests between them if these are wanted,
    /// then whatever each of the two does alone. If no more is looked for than pairs that share the tests, and there is
    /// none: changes that make some right.
    pub(crate) fn pairs(&self, inputs: &[Input], tests: Split<'_>, depth: SetDepth, shared: bool) -> Pairs {
        // One constant alone is the solver's to find; beside another fault it has to be tried.
        let numbers = self.baseline.oracle.given_numbers(tests.failing);
        let telling = tests.failing.len() >= budgets::suite::MIN_TELLING_TESTS.count();
        let family = match telling {
            true => Family::ChangesAndGuards,
            false => Family::ChangesAndInsertions,
        };
        let Some(schema) = self.schema(inputs, (family, false), numbers) else {
            return Pairs::default();
        };
        let (budget, combined) = match depth {
            SetDepth::Full | SetDepth::Moderate => (
                budgets::repair::MAX_PAIRS_TRIALS.get(),
                budgets::repair::MAX_COMBINED_TRIALS.get(),
            ),
            SetDepth::Little => (
                budgets::repair::MAX_PAIRS_TRIALS_BESIDE.get(),
                budgets::repair::MAX_COMBINED_TRIALS_BESIDE.get(),
            ),
            SetDepth::Shared => (0, 0),
        };
        let searched = self.with_sets(&schema, tests, budget, |search| {
            let (mut found, mut sharing) = (Vec::new(), Vec::new());
            if shared && telling {
                let budget = budgets::repair::MAX_SHARED_TRIALS.get();
                (found, sharing) = search.covering(InstructionBudget(budget));
            }
            let mut frontier = Frontier::default();
            if found.is_empty() && depth != SetDepth::Shared {
                (found, frontier) = search.pairs(InstructionBudget(combined));
            }
            (found, sharing, frontier, search.tried)
        });
        let Some((found, sharing, frontier, tried)) = searched else {
            return Pairs::default();
        };
        let whole = found.iter().map(|set| Candidate::of_set(inputs, &schema, set));
        let mut candidates: Vec<Candidate> = whole.collect();
        if candidates.is_empty() && depth == SetDepth::Shared {
            candidates.extend(sharing.iter().map(|partial| Candidate {
                repaired: partial.repaired,
                tried: partial.tried,
                ..Candidate::of_set(inputs, &schema, &partial.set)
            }));
        }
        let grown = (candidates.is_empty() && depth != SetDepth::Shared).then_some(GrownSets {
            schema,
            frontier,
            budget: budgets::repair::MAX_LARGER_TRIALS.get(),
        });
        Pairs {
            candidates,
            tried,
            grown,
        }
    }

    /// Larger sets that do; where there are none, sets that make some tests right and spoil none. And how many were
    /// tried.
    pub(crate) fn larger(&self, grown: GrownSets, tests: Split<'_>) -> (Vec<Candidate>, usize) {
        let inputs = self.baseline.subject.inputs;
        let GrownSets {
            schema,
            frontier,
            budget,
        } = grown;
        let searched = self.with_sets(&schema, tests, budget, |search| {
            (search.larger(frontier), search.tried)
        });
        let Some(((found, partial), tried)) = searched else {
            return (Vec::new(), 0);
        };
        let whole = found.iter().map(|set| Candidate::of_set(inputs, &schema, set));
        let some = partial.iter().map(|partial| Candidate {
            repaired: partial.repaired,
            tried: partial.tried,
            ..Candidate::of_set(inputs, &schema, &partial.set)
        });
        (whole.chain(some).collect(), tried)
    }
}
