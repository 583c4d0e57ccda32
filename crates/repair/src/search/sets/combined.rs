//! Pairs for themselves, in the order of the product of their ranks.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{ChangeSet, SetSearch};
use crate::search::plausibility::cost;

impl SetSearch<'_> {
    /// All changes, the most promising first.
    pub(super) fn ranked(
        &self,
        all: &[usize],
        nearer: &[ChangeSet],
        differing: &[(usize, u64)],
    ) -> Vec<usize> {
        let promise: BTreeMap<usize, i64> = nearer
            .iter()
            .map(|node| (node.set[0], self.promise(node)))
            .collect();
        let differing: BTreeSet<usize> = differing.iter().map(|(position, _)| *position).collect();
        let mut ranked = all.to_vec();
        ranked.sort_by_key(|position| {
            (
                Reverse(promise.get(position).copied().unwrap_or(i64::MIN)),
                !differing.contains(position),
                cost(self.schema, *position),
                *position,
            )
        });
        ranked.truncate(budgets::repair::MAX_COMBINED_CHANGES.count());
        ranked
    }

    /// The changes that make a difference by themselves, and all others. Of changes in one place that print the same
    /// the two most plausible ones stand for all.
    pub(super) fn growing(&self, all: &[usize], differing: &[(usize, u64)]) -> [Vec<usize>; 2] {
        let prints: BTreeMap<usize, u64> = differing.iter().copied().collect();
        let mut order = all.to_vec();
        order.sort_by_key(|position| (cost(self.schema, *position), *position));
        let mut known: BTreeMap<(u32, u64), usize> = BTreeMap::new();
        order.retain(|position| {
            let Some(print) = prints.get(position) else {
                return true;
            };
            let count = known
                .entry((self.schema.sites(*position)[0], *print))
                .or_default();
            *count += 1;
            *count <= 2
        });
        let (different, same) = order
            .into_iter()
            .partition(|position| prints.contains_key(position));
        [different, same]
    }

    /// Pairs by the product of their ranks.
    pub(super) fn combined(&mut self, ranked: &[usize]) -> Vec<Vec<usize>> {
        let schema = self.schema;
        let all = levels(ranked.len()).flat_map(|level| {
            let (over, most) = ((1usize << level) / 2, 1usize << level);
            by_product(ranked.len(), over, most)
        });
        let pairs = all.map(|(first, second)| (ranked[first], ranked[second]));
        let apart = pairs.filter(|(first, second)| schema.are_apart(*first, *second));
        let sorted = apart.map(|(first, second)| vec![first.min(second), first.max(second)]);
        let mut found: Vec<Vec<usize>> = Vec::new();
        for pair in self.whole_ones(sorted, budgets::repair::MAX_FOUND_SETS.count()) {
            let pair = self.needed(pair);
            if !found.contains(&pair) {
                found.push(pair);
            }
        }
        found
    }
}

/// Pairs of different numbers below a count whose product, counted from 1, is more than `over` and at most `most`.
fn by_product(count: usize, over: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=count).flat_map(move |first| {
        let from = (over / first + 1).max(first + 1);
        let to = (most / first).min(count);
        (from..=to).map(move |second| (first - 1, second - 1))
    })
}

/// Powers of two, the last of which no product of two ranks exceeds.
fn levels(count: usize) -> std::ops::Range<u32> {
    0..2 * (count.max(1).ilog2() + 1) + 1
}

#[cfg(test)]
mod checks {
    use super::{by_product, levels};

    #[test]
    fn every_pair_comes_once() {
        for count in [0usize, 1, 2, 7, 30] {
            let mut pairs: Vec<_> = levels(count)
                .flat_map(|level| by_product(count, (1 << level) / 2, 1 << level))
                .collect();
            let all = pairs.len();
            pairs.sort_unstable();
            pairs.dedup();
            assert_eq!(
                (all, pairs.len()),
                (pairs.len(), count * count.saturating_sub(1) / 2)
            );
        }
    }
}
