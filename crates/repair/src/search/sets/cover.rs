//! Pairs of changes that share the failing tests between them.
//!
//! With two faults and many tests, most failing tests meet one of them only: the right change of either makes its own
//! share of them right by itself. So each change is asked which of some failing tests it repairs, and pairs are tried
//! in the order of how many they repair between them, the plainer first. A test that needs both changes counts for
//! neither: so the changes that repair most are also tried beside all others.
//!
//! (The idea is that of minimal hitting sets over conflicts: R. Reiter, *A Theory of Diagnosis from First Principles*,
//! 1987.)

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::operators::ChangeKind;
use crate::schemata::switches::Switches;
use crate::search::plausibility::cost;
use crate::validate::oracle::evenly_spaced;

use super::counted::Spent;
use super::{InstructionBudget, PartialRepair, SetSearch};

/// A change and the tests that it repairs.
#[derive(Debug, Clone, Copy)]
struct Share {
    position: usize,
    tests: u64,
    /// Of some passing tests: those that it makes wrong.
    broken: u32,
    cost: u32,
}

/// The tests that changes are asked about.
struct Asked {
    tests: Vec<usize>,
    /// So many of them say whether to ask about the others.
    first: usize,
    passing: Vec<usize>,
}

impl SetSearch<'_> {
    /// Pairs that make every test right and whose members repair most of the failing ones by themselves, the most
    /// plausible first; if there is none, changes that repair some and spoil none. Half of the work is for asking, half
    /// for trying, and what is left of it for pairs of which one member may do nothing alone.
    pub fn covering(&mut self, budget: InstructionBudget) -> (Vec<Vec<usize>>, Vec<PartialRepair>) {
        let rest = std::mem::replace(&mut self.budget, InstructionBudget(budget.0 / 2));
        let shares = self.shares(budget.0 / 2);
        let left = self.budget.0;
        self.budget = InstructionBudget(budget.0 / 4);
        let mut found = self.paired(&shares);
        if found.is_empty() {
            self.budget = InstructionBudget(budget.0 / 4 + self.budget.0 + left);
            found = self.beside(&shares);
        }
        let mut partial = Vec::new();
        if found.is_empty() {
            self.budget = InstructionBudget(budget.0 / 4);
            partial = self.sharing(&shares);
        }
        self.budget = rest;
        found.sort_by_key(|set| (self.cost_of(set), set.clone()));
        (found, partial)
    }

    /// Changes that repair some failing tests and spoil no passing one, those that repair most first, one in a place.
    fn sharing(&mut self, shares: &[Share]) -> Vec<PartialRepair> {
        let passing = self.passing();
        let mut places = BTreeSet::new();
        let mut found = Vec::new();
        let promising = |share: &&Share| share.tests.count_ones() > 1 && share.broken == 0;
        for share in shares.iter().filter(promising) {
            let place = self.schema.sites(share.position)[0];
            if self.is_over() || found.len() >= budgets::repair::MAX_TOLD_SHARING.count() {
                break;
            }
            if places.contains(&place) {
                continue;
            }
            let switches = Switches::new(self.schema, &[share.position]);
            let mut spent = Spent::default();
            let kept = passing
                .iter()
                .all(|test| self.is_right_with(&mut spent, *test, &switches));
            self.count(spent);
            if kept {
                places.insert(place);
                found.push(PartialRepair {
                    set: vec![share.position],
                    repaired: share.tests.count_ones() as usize,
                    tried: self.all_failing.len(),
                });
            }
        }
        found
    }

    /// What each change repairs.
    fn shares(&mut self, work: u64) -> Vec<Share> {
        let schema = self.schema;
        let changes = schema.positions().count() as u64;
        let tests = evenly_spaced(&self.all_failing, budgets::repair::MAX_COVERED_TESTS.count());
        // Long runs are worth less than many changes, and a wrong run is over with the first wrong letter.
        let mut room = work / changes.max(1);
        let mut short = tests.clone();
        short.sort_by_key(|test| self.steps[*test]);
        let affordable = short.iter().take_while(|test| {
            let costs = self.steps[**test] / 2 + budgets::runs::RESUME.get();
            let fits = room >= costs;
            room = room.saturating_sub(costs);
            fits
        });
        let count = affordable
            .count()
            .max(budgets::repair::MIN_PROBED_TESTS.count().min(short.len()));
        let mut probes = evenly_spaced(&short[..count], budgets::repair::MAX_PROBED_TESTS.count());
        let mut tests = tests;
        tests.retain(|test| !probes.contains(test));
        let first = probes.len();
        probes.extend(tests);
        let tests = probes;
        let passing = self.passing();
        let passing = evenly_spaced(&passing, budgets::repair::MAX_COVER_PASSING.count());
        let asked = Asked {
            tests,
            first,
            passing,
        };
        let mut found = Vec::new();
        for portion in self.groups().chunks(budgets::repair::SETS_AT_ONCE.count()) {
            if self.is_over() {
                break;
            }
            let search = &*self;
            let shares: Vec<_> = portion
                .par_iter()
                .map(|group| search.shares_of(group, &asked))
                .collect();
            for (tried, spent, shares) in shares {
                self.tried += tried;
                self.count(spent);
                found.extend(shares);
            }
        }
        let mut known: BTreeMap<(u32, u64, u32), usize> = BTreeMap::new();
        found.sort_by_key(|share| {
            let repaired = Reverse(share.tests.count_ones());
            let distance = schema.distance(share.position);
            (repaired, share.broken, share.cost, distance, share.position)
        });
        found.retain(|share| {
            let alike = known
                .entry((schema.sites(share.position)[0], share.tests, share.broken))
                .or_default();
            *alike += 1;
            *alike <= budgets::repair::MAX_COVER_ALIKE.count()
        });
        found.truncate(budgets::repair::MAX_PAIRED_CHANGES.count());
        found
    }

    /// What each change of a group repairs, and how many were tried.
    fn shares_of(&self, group: &[usize], asked: &Asked) -> (usize, Spent, Vec<Share>) {
        let schema = self.schema;
        // Of the constants that a place may have, those between two that repair nothing are hardly better.
        let ends = group.len().min(2);
        let (mut tried, mut spent, mut found) = (0, Spent::default(), Vec::new());
        for (index, position) in group.iter().copied().enumerate() {
            if index == ends && ends == 2 && found.is_empty() {
                break;
            }
            let switches = Switches::new(schema, &[position]);
            let mut repaired = 0u64;
            for (index, test) in asked.tests.iter().enumerate() {
                if index == asked.first && repaired == 0 {
                    break;
                }
                if self.is_right_with(&mut spent, *test, &switches) {
                    repaired |= 1 << index;
                }
            }
            tried += 1;
            if repaired != 0 {
                let wrong = |test: &&usize| !self.is_right_with(&mut spent, **test, &switches);
                let broken = asked.passing.iter().filter(wrong).count() as u32;
                found.push(Share {
                    position,
                    tests: repaired,
                    broken,
                    cost: cost(schema, position),
                });
            }
        }
        (tried, spent, found)
    }

    /// All changes, those of what is written before those that put something in, of which there are many, and the
    /// plainest first; the far constants of one place together, the least and the greatest first.
    fn groups(&self) -> Vec<Vec<usize>> {
        let schema = self.schema;
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut constants: BTreeMap<u32, Vec<(i128, usize)>> = BTreeMap::new();
        for position in schema.positions() {
            match schema.far_constant(position) {
                Some(value) => {
                    let place = schema.sites(position)[0];
                    constants.entry(place).or_default().push((value, position));
                }
                None => groups.push(vec![position]),
            }
        }
        for mut values in constants.into_values() {
            values.sort_unstable();
            let last = values.len() - 1;
            values.swap(1.min(last), last);
            groups.push(values.into_iter().map(|(_, position)| position).collect());
        }
        groups.sort_by_key(|group| {
            let inserts = schema.change(group[0]) == ChangeKind::Inserted;
            (inserts, cost(schema, group[0]), group[0])
        });
        groups
    }

    fn passing(&self) -> Vec<usize> {
        let mut passing = self.order.clone();
        passing.retain(|test| !self.all_failing.contains(test));
        passing.sort_unstable();
        passing
    }

    /// Pairs of which each member repairs something that the other does not. Passing tests that one breaks may be those
    /// that the other one keeps, so that only decides between equals.
    fn paired(&mut self, shares: &[Share]) -> Vec<Vec<usize>> {
        let mut pairs: Vec<(Reverse<u32>, u32, u32, usize, usize)> = Vec::new();
        for (index, first) in shares.iter().enumerate() {
            for second in &shares[index + 1..] {
                let covered = (first.tests | second.tests).count_ones();
                // Each member must be worth something beside the other.
                let alone = first.tests.count_ones().max(second.tests.count_ones());
                if covered > alone {
                    let costs = first.cost + second.cost;
                    let broken = first.broken + second.broken;
                    let (one, other) = (first.position, second.position);
                    pairs.push((Reverse(covered), broken, costs, one, other));
                }
            }
        }
        pairs.sort_unstable();
        pairs.truncate(budgets::repair::MAX_TRIED_PAIRS.count());
        let schema = self.schema;
        let pairs = pairs.into_iter().map(|(.., first, second)| (first, second));
        let apart = pairs.filter(|(first, second)| schema.are_apart(*first, *second));
        let sets = apart.map(|(first, second)| vec![first.min(second), first.max(second)]);
        self.whole_ones(sets, budgets::repair::MAX_FOUND_SETS.count())
    }

    /// Pairs of one that repairs much and any plain one.
    fn beside(&mut self, shares: &[Share]) -> Vec<Vec<usize>> {
        let schema = self.schema;
        let mut best: Vec<&Share> = shares.iter().collect();
        best.sort_by_key(|share| {
            let gain = i64::from(share.tests.count_ones()) - i64::from(share.broken);
            (Reverse(gain), share.cost, share.position)
        });
        let mut places: BTreeMap<u32, usize> = BTreeMap::new();
        let first: Vec<usize> = best
            .iter()
            .map(|share| share.position)
            .filter(|position| {
                let here = places.entry(schema.sites(*position)[0]).or_default();
                *here += 1;
                *here <= budgets::repair::MAX_COVER_BESIDE_ALIKE.count()
            })
            .take(budgets::repair::MAX_COVER_BESIDE.count())
            .collect();
        let plain: Vec<usize> = schema
            .positions()
            .filter(|position| cost(schema, *position) <= budgets::repair::MAX_SURPRISE.small())
            .collect();
        let pairs = first
            .iter()
            .flat_map(|one| plain.iter().map(move |other| (*one, *other)));
        let apart = pairs.filter(|(one, other)| schema.are_apart(*one, *other));
        let mut known = BTreeSet::new();
        let sets = apart.map(|(one, other)| vec![one.min(other), one.max(other)]);
        let new = sets.filter(|set| known.insert(set.clone()));
        self.whole_ones(new, budgets::repair::MAX_FOUND_SETS.count())
    }
}
