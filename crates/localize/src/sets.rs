//! Sets of more than one suspect.
//!
//! Each run has its minimal sets, by size. A set that does not repair the next run is extended by the smallest sets
//! that do together with it, as long as it stays small enough: so runs that need different faults are covered by sets
//! whose members explain different runs, and no set is a superset of another.

use std::collections::BTreeSet;

use interp::Interpreter;
use sat::{Limited, Limits, Solver};

use super::search::SuspectSearch;
use super::witness::Kept;
use reasons::Note;

impl SuspectSearch<'_> {
    /// All sets of exactly this size that repair every run and have no subset that does, and whether these are all. If
    /// the search is stopped: those for the runs it came to, with these runs.
    pub(super) fn larger(
        &mut self,
        size: usize,
        strict: bool,
    ) -> (Vec<Vec<usize>>, bool, Option<Vec<usize>>) {
        self.most_terms = budgets::localize::MAX_SET_TERMS.count();
        self.joint_terms = budgets::localize::MAX_SET_TERMS.count();
        let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
        let mut complete = true;
        let mut done: Vec<usize> = Vec::new();
        let mut propagations = budgets::localize::MAX_SET_PROPAGATIONS.get();
        for run in self.order() {
            let (mut kept, mut open) = self.sorted_out(run, &sets, strict, &mut complete);
            open.retain(|set| set.len() < size);
            if !open.is_empty() && !self.stopped {
                let Some(more) = self.extended(run, &open, size, strict, (&mut complete, &mut propagations))
                else {
                    return (Vec::new(), false, None);
                };
                kept.extend(more);
            }
            if self.stopped {
                // What is known about this run is not all: the sets are those of the runs before it.
                if done.is_empty() {
                    sets = kept;
                    done.push(run);
                }
                sets.retain(|set| set.len() == size);
                return (sets, false, Some(done));
            }
            done.push(run);
            kept.sort();
            kept.dedup();
            // Smaller sets make larger ones superfluous.
            let minimal: Vec<Vec<usize>> = kept
                .iter()
                .filter(|set| {
                    !kept
                        .iter()
                        .any(|other| other.len() < set.len() && other.iter().all(|id| set.contains(id)))
                })
                .cloned()
                .collect();
            sets = minimal;
            if sets.is_empty() {
                break;
            }
        }
        sets.retain(|set| !set.is_empty());
        (sets, complete, None)
    }

    /// The runs that a suspect repairs on its own.
    pub(super) fn alone(&mut self, member: usize, strict: bool) -> Vec<usize> {
        if let Some(known) = self.alone.get(&member) {
            return known.clone();
        }
        let program = self.changed(&[member]);
        let interpreter = Interpreter::new(&program, Some(self.sources));
        let mut repaired = Vec::new();
        for run in 0..self.runs.len() {
            let question = self.question(&program, run, &[member], false);
            let answer = question.and_then(|mut question| {
                let model = question.repairs(strict, &[member])??;
                Some(question.answer(&program, &model))
            });
            if answer.is_some_and(|answer| self.confirm(&interpreter, run, &answer)) {
                repaired.push(run);
            }
        }
        self.alone.insert(member, repaired.clone());
        repaired
    }

    /// The sets that repair a run as they are, and those that do not.
    fn sorted_out(
        &mut self,
        run: usize,
        sets: &[Vec<usize>],
        strict: bool,
        complete: &mut bool,
    ) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
        let (mut kept, mut open) = (Vec::new(), Vec::new());
        let together: BTreeSet<usize> = sets.iter().flatten().copied().collect();
        let together: Vec<usize> = together.into_iter().collect();
        if together.is_empty() {
            return (kept, sets.to_vec());
        }
        let joint = self.changed(&together);
        let mut shared = self.question(&joint, run, &together, true);
        if let Some(question) = &mut shared {
            question
                .solver
                .set_limits(Limits::conflicts(budgets::localize::MAX_SET_CONFLICTS.get()));
            *complete &= question.obstacles.is_empty();
        }
        for set in sets {
            if (self.stop)() {
                self.stopped = true;
                break;
            }
            let alone;
            let mut own;
            let (program, question) = match &mut shared {
                Some(question) => (&joint, question),
                None => {
                    alone = self.changed(set);
                    own = self.question(&alone, run, set, false);
                    let Some(question) = &mut own else {
                        *complete = false;
                        continue;
                    };
                    *complete &= question.obstacles.is_empty();
                    (&alone, question)
                }
            };
            match question.repairs(strict, set) {
                Some(Some(model)) => {
                    let answer = question.answer(program, &model);
                    let interpreter = Interpreter::new(program, Some(self.sources));
                    // Not confirmed: left out, and told.
                    if self.confirm(&interpreter, run, &answer) {
                        self.kept.insert((set.clone(), run), Kept::Solved(answer));
                        kept.push(set.clone());
                    }
                }
                Some(None) => open.push(set.clone()),
                // Too hard: the set is given up.
                None => *complete = false,
            }
        }
        (kept, open)
    }

    /// Sets with members added so that they repair a run. Nothing if that cannot be asked.
    fn extended(
        &mut self,
        run: usize,
        open: &[Vec<usize>],
        size: usize,
        strict: bool,
        (complete, propagations): (&mut bool, &mut u64),
    ) -> Option<Vec<Vec<usize>>> {
        let limit = self.settings.most_sets;
        let mut kept = Vec::new();
        // One of a set may lead the run to another that it did not execute: all are candidates.
        let wanted: Vec<usize> = (0..self.suspects.len()).filter(|id| !self.is_size(*id)).collect();
        let program = self.changed(&wanted);
        let Some(mut question) = self.question(&program, run, &wanted, false) else {
            if (self.stop)() {
                self.stopped = true;
                return Some(kept);
            }
            self.notes.insert(Note::SetsTooLarge(size));
            return None;
        };
        question.solver.set_ceiling(Some(*propagations));
        *complete &= question.obstacles.is_empty();
        let interpreter = Interpreter::new(&program, Some(self.sources));
        for set in open {
            let found = question.sets(strict, set, size - set.len(), limit);
            *complete &= found.complete
                || found
                    .complete_up_to
                    .is_some_and(|known| known >= size - set.len());
            for more in &found.sets {
                let answer = question.answer(&program, &more.model);
                if !self.confirm(&interpreter, run, &answer) {
                    continue;
                }
                let mut whole = set.clone();
                whole.extend(question.members(&more.violated));
                whole.sort_unstable();
                self.kept.insert((whole.clone(), run), Kept::Solved(answer));
                kept.push(whole);
            }
            if (self.stop)() {
                self.stopped = true;
                break;
            }
        }
        *propagations = propagations.saturating_sub(question.solver.statistics().propagations);
        Some(kept)
    }
}
