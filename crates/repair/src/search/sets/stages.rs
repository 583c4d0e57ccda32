//! The stages of the search for sets: each change alone, sets of every size, hidden pairs, all pairs, larger sets.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::counted::Spent;
use super::{ChangeSet, Frontier, InstructionBudget, PartialRepair, SetSearch};
use crate::operators::ChangeKind;
use crate::schemata::switches::Switches;
use crate::search::plausibility::cost;

impl SetSearch<'_> {
    /// Pairs that make every test right, the most plausible first, and where the search stands if there is none.
    ///
    /// The budget is for growing; pairs have one of their own.
    pub fn pairs(&mut self, combined: InstructionBudget) -> (Vec<Vec<usize>>, Frontier) {
        let all = self.plainest_first();
        let part = self.budget.0 / 8;
        self.budget = InstructionBudget(part * budgets::repair::ALONE_EIGHTHS.get());
        let (mut first, differing) = self.grown(&[], &all);
        let alone = self.whole(&first);
        if !alone.is_empty() {
            return (alone, Frontier::default());
        }
        self.tell_apart(&mut first);
        let ranked = self.ranked(&all, &first, &differing);
        let mut frontier = Frontier {
            growing: self.growing(&all, &differing),
            partial: self.partial(&first),
            nearer: self.nearer(&first),
            ..Frontier::default()
        };
        let by = self.telling(&first, &frontier.growing[0]);
        let nodes = self.best(first, budgets::repair::BEAM_WIDTH.count());
        self.budget = InstructionBudget(part * budgets::repair::ALL_SIZES_EIGHTHS.get());
        let deep = self.deep(&nodes, &by);
        if !deep.is_empty() {
            return (self.varied(deep), Frontier::default());
        }
        let hidden = self.hidden(&frontier.growing[0]);
        if !hidden.is_empty() {
            return (self.varied(hidden), Frontier::default());
        }
        self.budget = InstructionBudget(part * budgets::repair::PROMISING_PAIRS_EIGHTHS.get());
        let (mut next, mut found) = self.next(&nodes, &frontier.growing);
        if found.is_empty() {
            let rest = std::mem::replace(&mut self.budget, combined);
            found = self.combined(&ranked);
            self.budget = rest;
        }
        if !found.is_empty() {
            return (self.varied(found), Frontier::default());
        }
        self.tell_apart(&mut next);
        frontier.partial.extend(self.partial(&next));
        frontier.nodes = self.best(next, budgets::repair::BEAM_WIDTH_LATER.count());
        frontier.tests = self.tests.clone();
        (Vec::new(), frontier)
    }

    /// All changes in the order in which they are tried alone. The work may not be enough for all, so what is written
    /// is changed before anything is put in, of which there is most.
    pub(super) fn plainest_first(&self) -> Vec<usize> {
        let schema = self.schema;
        let puts_in = |position: usize| {
            matches!(
                schema.change(position),
                ChangeKind::Inserted | ChangeKind::Condition
            )
        };
        let mut all: Vec<usize> = schema.positions().collect();
        all.sort_by_cached_key(|position| (puts_in(*position), cost(schema, *position), *position));
        all
    }

    /// Of the changes that make a difference those of what is written, and what is put in only if it brings a test
    /// nearer: of the many things that can be put in most make some difference. The most promising come first: the work
    /// may not be enough for all of them.
    pub(super) fn telling(&self, nearer: &[ChangeSet], different: &[usize]) -> Vec<usize> {
        let nearer: BTreeMap<usize, i64> = nearer
            .iter()
            .map(|node| (node.set[0], self.promise(node)))
            .collect();
        let put_in = |position: usize| {
            matches!(
                self.schema.change(position),
                ChangeKind::Inserted | ChangeKind::Condition
            )
        };
        let telling = |position: &usize| !put_in(*position) || nearer.contains_key(position);
        let mut found: Vec<usize> = different.iter().copied().filter(telling).collect();
        found.sort_by_key(|position| Reverse(nearer.get(position).copied().unwrap_or(i64::MIN)));
        found
    }

    /// Sets of up to four changes that all make a difference by themselves, grown from few of each size: most faults
    /// show alone, and four of these are found sooner than two are refuted that do not. No set has more members than
    /// tests fail.
    pub(super) fn deep(&mut self, nodes: &[ChangeSet], by: &[usize]) -> Vec<Vec<usize>> {
        let failing = self.all_failing.len();
        if failing < budgets::repair::MIN_FAILING_ALL_SIZES.count() {
            return Vec::new();
        }
        let mut nodes = self.best(nodes.to_vec(), budgets::repair::BEAM_WIDTH_ALL_SIZES.count());
        let mut found = Vec::new();
        let mut left = self.budget.0;
        for size in 2..=budgets::repair::MAX_SET_SIZE.count().min(failing) {
            // Each size has half of what is left, and each set its share of that: with what is promising first, a part
            // of all sets of one size is worth more than the rest of it.
            let mut own = match size == budgets::repair::MAX_SET_SIZE.count() {
                true => left,
                false => left / 2,
            };
            left -= own;
            let mut next = Vec::new();
            for (index, node) in nodes.iter().enumerate() {
                self.budget = InstructionBudget(own / (nodes.len() - index) as u64);
                own -= self.budget.0;
                next.extend(self.grown(&node.set, by).0);
                own += self.budget.0;
            }
            left += own;
            self.budget = InstructionBudget(left);
            found = self.whole(&next);
            left = self.budget.0;
            if !found.is_empty() || self.is_over() {
                break;
            }
            self.tell_apart(&mut next);
            left = left.min(self.budget.0);
            nodes = self.best(next, budgets::repair::BEAM_WIDTH_ALL_SIZES.count());
        }
        found
    }

    /// Sets with one change more that bring some test nearer, and those that make every test right; no more are looked
    /// for once there is one of these. A fault that is left shows by itself in most runs that come to it, so changes
    /// that make a difference alone are tried beside every set before the others, which are many more, are tried beside
    /// any.
    pub(super) fn next(
        &mut self,
        nodes: &[ChangeSet],
        growing: &[Vec<usize>; 2],
    ) -> (Vec<ChangeSet>, Vec<Vec<usize>>) {
        let mut next = Vec::new();
        for by in growing {
            for node in nodes {
                let grown = self.grown(&node.set, by).0;
                let found = self.whole(&grown);
                next.extend(grown);
                if !found.is_empty() {
                    return (next, found);
                }
            }
        }
        (next, Vec::new())
    }

    /// A set that makes all tests right that are looked at, and not all others, has nothing left to grow for. So a test
    /// that it leaves wrong is looked at, too.
    pub(super) fn tell_apart(&mut self, nodes: &mut [ChangeSet]) {
        for _ in 0..budgets::repair::MAX_ADDED_TESTS.count() {
            let whole = nodes.iter().filter(|node| node.is_whole());
            let plainest = whole.min_by_key(|node| (node.cost, node.set.clone()));
            let Some(set) = plainest.map(|node| node.set.clone()) else {
                return;
            };
            if self.is_over() || self.is_whole(&Switches::new(self.schema, &set)) {
                return;
            }
            // What refuted it has come to the front.
            let Some(test) = self.order.first().copied() else {
                return;
            };
            if self.tests.contains(&test) {
                return;
            }
            self.look_at(self.tests.iter().copied().chain([test]).collect());
            let mut spent = Spent::default();
            for node in nodes.iter_mut() {
                let run = self.run(&mut spent, test, &Switches::new(self.schema, &node.set));
                node.seen.push(self.seen(test, &run));
            }
            self.count(spent);
        }
    }

    /// Larger sets that do, and where there is none those that make some tests right and spoil none.
    pub fn larger(&mut self, mut frontier: Frontier) -> (Vec<Vec<usize>>, Vec<PartialRepair>) {
        self.look_at(std::mem::take(&mut frontier.tests));
        for _ in 3..=budgets::repair::MAX_SET_SIZE.count() {
            let nodes = std::mem::take(&mut frontier.nodes);
            let (mut next, found) = self.next(&nodes, &frontier.growing);
            if !found.is_empty() {
                return (self.varied(found), Vec::new());
            }
            self.tell_apart(&mut next);
            frontier.partial.extend(self.partial(&next));
            frontier.nodes = self.best(next, budgets::repair::BEAM_WIDTH_LATER.count());
        }
        // Each change must repair a test: with more the last tests are made right by whatever fits.
        let mut partial = frontier.partial;
        partial.retain(|node| self.repaired(node) >= node.set.len());
        partial.sort_by_key(|node| {
            (
                Reverse(self.repaired(node)),
                node.set.len(),
                Reverse(self.promise(node)),
            )
        });
        let mut known = BTreeSet::new();
        partial.retain(|node| known.insert(node.print()));
        if partial.is_empty() {
            partial = frontier.nearer;
        }
        partial.truncate(budgets::repair::MAX_TOLD_PARTIAL.count());
        let told = partial.iter().map(|node| PartialRepair {
            set: node.set.clone(),
            repaired: self.repaired(node),
            tried: (0..self.tests.len())
                .filter(|index| self.is_failing(*index))
                .count(),
        });
        (Vec::new(), told.collect())
    }
}
