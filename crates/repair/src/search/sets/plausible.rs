//! Sets that make every test right, without what they do not need, and those near them; sets that make some right.

use super::{ChangeSet, InstructionBudget, SetSearch};
use crate::schemata::switches::Switches;
use crate::search::plausibility::cost;

impl SetSearch<'_> {
    pub(super) fn cost_of(&self, set: &[usize]) -> u32 {
        set.iter().map(|position| cost(self.schema, *position)).sum()
    }

    /// Whether the test of so many that are looked at is one that fails.
    pub(super) fn is_failing(&self, index: usize) -> bool {
        self.fails[self.tests[index]]
    }

    pub(super) fn repaired(&self, node: &ChangeSet) -> usize {
        let seen = node.seen.iter().enumerate();
        seen.filter(|(index, seen)| self.is_failing(*index) && seen.right)
            .count()
    }

    /// Whether all passing tests that are looked at stay right.
    pub(super) fn keeps(&self, node: &ChangeSet) -> bool {
        let mut seen = node.seen.iter().enumerate();
        seen.all(|(index, seen)| self.is_failing(index) || seen.right)
    }

    pub(super) fn partial(&self, nodes: &[ChangeSet]) -> Vec<ChangeSet> {
        let keeps = |node: &&ChangeSet| self.keeps(node);
        let some = nodes.iter().filter(keeps).filter(|node| self.repaired(node) > 0);
        self.best(some.cloned().collect(), budgets::repair::BEAM_WIDTH.count())
    }

    pub(super) fn nearer(&self, nodes: &[ChangeSet]) -> Vec<ChangeSet> {
        let keeps = |node: &&ChangeSet| self.keeps(node);
        let best = self.best(
            nodes.iter().filter(keeps).cloned().collect(),
            budgets::repair::BEAM_WIDTH.count(),
        );
        best.into_iter().filter(|node| self.promise(node) > 0).collect()
    }

    /// Those that make every test right, without what they do not need.
    pub(super) fn whole(&mut self, nodes: &[ChangeSet]) -> Vec<Vec<usize>> {
        let mut sets: Vec<(u32, Vec<usize>)> = Vec::new();
        for node in nodes.iter().filter(|node| node.is_whole()) {
            let mut set = node.set.clone();
            set.sort_unstable();
            sets.push((node.cost, set));
        }
        sets.sort();
        sets.dedup();
        let mut found: Vec<Vec<usize>> = Vec::new();
        for (_, set) in sets {
            if found.len() >= budgets::repair::MAX_FOUND_SETS.count() || (self.stop)() {
                break;
            }
            if !self.is_whole(&Switches::new(self.schema, &set)) {
                continue;
            }
            let set = self.needed(set);
            if !found.contains(&set) {
                found.push(set);
            }
        }
        found
    }

    /// A set without what it does not need.
    pub(super) fn needed(&mut self, mut set: Vec<usize>) -> Vec<usize> {
        let mut index = 0;
        while set.len() > 1 && index < set.len() {
            let mut fewer = set.clone();
            fewer.remove(index);
            match self.is_whole(&Switches::new(self.schema, &fewer)) {
                true => set = fewer,
                false => index += 1,
            }
        }
        set
    }

    /// The sets, and those that have another change in place of one of theirs; the most plausible first.
    pub(super) fn varied(&mut self, mut found: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        found.sort_by_key(|set| (set.len(), self.cost_of(set), set.clone()));
        let rest = std::mem::replace(
            &mut self.budget,
            InstructionBudget(budgets::repair::MAX_VARIED_TRIALS.get()),
        );
        let all = self.plainest_first();
        for set in found
            .clone()
            .into_iter()
            .take(budgets::repair::MAX_VARIED_SETS.count())
        {
            for index in 0..set.len() {
                let mut others = set.clone();
                let own = others.remove(index);
                let schema = self.schema;
                // What is more surprising by far is no better answer.
                let fits = |position: &usize| {
                    *position != own
                        && cost(schema, *position) <= cost(schema, own) + 6
                        && others.iter().all(|other| schema.are_apart(*other, *position))
                };
                let sets = all.iter().copied().filter(fits).map(|position| {
                    let mut set = others.clone();
                    set.push(position);
                    set.sort_unstable();
                    set
                });
                let sets: Vec<Vec<usize>> = sets.collect();
                for portion in sets.chunks(budgets::repair::SETS_AT_ONCE.count()) {
                    if self.is_over() {
                        break;
                    }
                    let whole = self.are_whole(portion);
                    let new = portion.iter().zip(whole).filter(|(_, whole)| *whole);
                    for (set, _) in new {
                        if !found.contains(set) {
                            found.push(set.clone());
                        }
                    }
                }
            }
        }
        self.budget = rest;
        found.sort_by_key(|set| (set.len(), self.cost_of(set), set.clone()));
        found.truncate(budgets::repair::MAX_FOUND_SETS.count());
        found
    }
}
