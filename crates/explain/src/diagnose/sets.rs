//! Sets of more than one suspect.
//!
//! Each run has its minimal sets, by size. A set that does not repair the next run is extended by the smallest sets that
//! do together with it, as long as it stays small enough: so runs that need different faults are covered by sets
//! whose members explain different runs, and no set is a superset of another.

use std::collections::BTreeSet;

use interp::Interpreter;

use super::question::MOST_TERMS;
use super::search::Search;

impl Search<'_> {
    /// All sets of exactly this size that repair every run and have no subset that does.
    pub(super) fn larger(&mut self, size: usize, strict: bool) -> Option<(Vec<Vec<usize>>, bool)> {
        let all: Vec<usize> = (0..self.suspects.len()).collect();
        let limit = self.settings.most_sets;
        self.most_terms = MOST_TERMS;
        self.joint_terms = MOST_TERMS;
        let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
        let mut complete = true;
        for run in self.order() {
            let (mut kept, mut open) = (Vec::new(), Vec::new());
            // Those that repair this run, too, stay as they are.
            let together: BTreeSet<usize> = sets.iter().flatten().copied().collect();
            let together: Vec<usize> = together.into_iter().collect();
            if !together.is_empty() {
                let program = self.changed(&together);
                match self.question(&program, run, &together, true) {
                    Some(mut question) => {
                        for set in sets {
                            match question.repairs(strict, &set)? {
                                Some(model) => {
                                    // Not confirmed: left out, and told.
                                    let answer = question.answer(&program, &model);
                                    let interpreter = Interpreter::new(&program, Some(self.sources));
                                    if self.confirm(&interpreter, run, &answer) {
                                        kept.push(set);
                                    }
                                }
                                None => open.push(set),
                            }
                        }
                    }
                    None => {
                        for set in sets {
                            let program = self.changed(&set);
                            let Some(mut question) = self.question(&program, run, &set, false) else {
                                complete = false;
                                continue;
                            };
                            match question.repairs(strict, &set)? {
                                Some(model) => {
                                    // Not confirmed: left out, and told.
                                    let answer = question.answer(&program, &model);
                                    let interpreter = Interpreter::new(&program, Some(self.sources));
                                    if self.confirm(&interpreter, run, &answer) {
                                        kept.push(set);
                                    }
                                }
                                None => open.push(set),
                            }
                        }
                    }
                }
            } else {
                open = sets;
            }
            open.retain(|set| set.len() < size);
            if !open.is_empty() {
                // One of a set may lead the run to another that it did not execute: all are candidates.
                let wanted: Vec<usize> = all.iter().copied().filter(|id| !self.is_size(*id)).collect();
                let program = self.changed(&wanted);
                let Some(mut question) = self.question(&program, run, &wanted, false) else {
                    if (self.stop)() {
                        self.stopped = true;
                        return None;
                    }
                    self.notes.insert(format!(
                        "sets of {size} were not searched: suspending everything at once leaves too many ways"
                    ));
                    return Some((Vec::new(), false));
                };
                for set in open {
                    let found = question.sets(strict, &set, size - set.len(), limit);
                    complete &= found.complete
                        || found
                            .complete_up_to
                            .is_some_and(|known| known >= size - set.len());
                    let interpreter = Interpreter::new(&program, Some(self.sources));
                    for more in &found.sets {
                        let answer = question.answer(&program, &more.model);
                        if !self.confirm(&interpreter, run, &answer) {
                            continue;
                        }
                        let mut whole = set.clone();
                        whole.extend(question.members(&more.violated));
                        whole.sort_unstable();
                        kept.push(whole);
                    }
                    if (self.stop)() {
                        self.stopped = true;
                        return None;
                    }
                }
            }
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
        Some((sets, complete))
    }
}
