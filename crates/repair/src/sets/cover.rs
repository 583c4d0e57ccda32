//! Pairs of changes that share the failing tests between them.
//!
//! With two faults and many tests, most failing tests meet one of them only: the right change of either makes its own share
//! of them right by itself. So each change is asked which of some failing tests it repairs, and pairs are tried in the
//! order of how many they repair between them, the plainer first. A test that needs both changes counts for neither: so the
//! changes that repair most are also tried beside all others.
//!
//! (The idea is that of minimal hitting sets over conflicts: R. Reiter, *A Theory of Diagnosis from First Principles*, 1987.)

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::cost::cost;
use crate::trial::{Switches, spread};

use super::{MOST_FOUND, Partial, SetSearch, TAKING_UP, Work};

/// So many failing tests are asked about; no more than a word has bits.
const MOST_TESTS: usize = 24;
/// Each change is asked about so many of them at first, and about the others if it repairs one of these.
const MOST_PROBES: usize = 8;
const FEWEST_PROBES: usize = 5;
/// If no pair does, so many changes that repair most are tried beside all plain ones: a test may need both.
const MOST_BESIDE: usize = 10;
const MOST_BESIDE_ALIKE: usize = 2;
const PLAIN: u32 = 16;
/// Of changes in one place that repair the same tests so many are kept, the plainest.
const MOST_ALIKE: usize = 3;
/// So many changes are paired, those that repair most.
const MOST_PAIRED: usize = 1_500;
/// So many passing tests say what a change breaks.
const MOST_KEPT: usize = 10;
/// So many changes that repair some tests are told.
const MOST_SHARING: usize = 5;
/// So many pairs are tried.
const MOST_PAIRS: usize = 30_000;

/// A change and the tests that it repairs.
#[derive(Debug, Clone, Copy)]
struct Share {
    position: usize,
    tests: u64,
    /// Of some passing tests: those that it makes wrong.
    broken: u32,
    cost: u32,
}

impl SetSearch<'_> {
    /// Pairs that make every test right and whose members repair most of the failing ones by themselves, the most plausible
    /// first; if there is none, changes that repair some and spoil none. Half of the work is for asking, half for trying.
    pub fn covering(&mut self, work: Work) -> (Vec<Vec<usize>>, Vec<Partial>) {
        let rest = std::mem::replace(&mut self.work, Work(work.0 / 2));
        let shares = self.shares(work.0 / 2);
        self.work = Work(work.0 / 4);
        let mut found = self.paired(&shares);
        if found.is_empty() {
            self.work = Work(work.0 / 4);
            found = self.beside(&shares);
        }
        let mut partial = Vec::new();
        if found.is_empty() {
            self.work = Work(work.0 / 4);
            partial = self.sharing(&shares);
        }
        self.work = rest;
        found.sort_by_key(|set| (self.cost_of(set), set.clone()));
        (found, partial)
    }

    /// Changes that repair some failing tests and spoil no passing one, those that repair most first, one in a place.
    fn sharing(&mut self, shares: &[Share]) -> Vec<Partial> {
        let passing = self.passing();
        let mut places = BTreeSet::new();
        let mut found = Vec::new();
        let promising = |share: &&Share| share.tests.count_ones() > 1 && share.broken == 0;
        for share in shares.iter().filter(promising) {
            let place = self.schema.sites(share.position)[0];
            if self.is_over() || found.len() >= MOST_SHARING {
                break;
            }
            if places.contains(&place) {
                continue;
            }
            let switches = Switches::new(self.schema, &[share.position]);
            if passing.iter().all(|test| self.is_right_with(*test, &switches)) {
                places.insert(place);
                found.push(Partial {
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
        let tests = spread(&self.all_failing, MOST_TESTS);
        // Long runs are worth less than many changes, and a wrong run is over with the first wrong letter.
        let mut room = work / changes.max(1);
        let mut short = tests.clone();
        short.sort_by_key(|test| self.steps[*test]);
        let affordable = short.iter().take_while(|test| {
            let costs = self.steps[**test] / 2 + TAKING_UP;
            let fits = room >= costs;
            room = room.saturating_sub(costs);
            fits
        });
        let count = affordable.count().max(FEWEST_PROBES.min(short.len()));
        let mut probes = spread(&short[..count], MOST_PROBES);
        let mut tests = tests;
        tests.retain(|test| !probes.contains(test));
        let first = probes.len();
        probes.extend(tests);
        let tests = probes;
        let passing = self.passing();
        let passing = spread(&passing, MOST_KEPT);
        let mut switches = Switches::new(schema, &[]);
        let mut found = Vec::new();
        for group in self.groups() {
            // Of the constants that a place may have, those between two that repair nothing are hardly better.
            let ends = group.len().min(2);
            let mut useful = false;
            for (index, position) in group.into_iter().enumerate() {
                if self.is_over() || (index == ends && ends == 2 && !useful) {
                    break;
                }
                switches.set(schema, position, true);
                let mut repaired = 0u64;
                for (index, test) in tests.iter().enumerate() {
                    if index == first && repaired == 0 {
                        break;
                    }
                    if self.is_right_with(*test, &switches) {
                        repaired |= 1 << index;
                    }
                }
                switches.set(schema, position, false);
                self.tried += 1;
                if repaired != 0 {
                    useful = true;
                    found.push(Share {
                        position,
                        tests: repaired,
                        broken: self.broken(position, &passing),
                        cost: cost(schema, position),
                    });
                }
            }
        }
        let mut known: BTreeMap<(u32, u64, u32), usize> = BTreeMap::new();
        found.sort_by_key(|share| {
            let repaired = Reverse(share.tests.count_ones());
            (repaired, share.broken, share.cost, share.position)
        });
        found.retain(|share| {
            let alike = known
                .entry((schema.sites(share.position)[0], share.tests, share.broken))
                .or_default();
            *alike += 1;
            *alike <= MOST_ALIKE
        });
        found.truncate(MOST_PAIRED);
        found
    }

    /// All changes, the plainest first; the far constants of one place together, the least and the greatest first.
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
        groups.sort_by_key(|group| (cost(schema, group[0]), group[0]));
        groups
    }

    fn passing(&self) -> Vec<usize> {
        let mut passing = self.order.clone();
        passing.retain(|test| !self.all_failing.contains(test));
        passing.sort_unstable();
        passing
    }

    /// How many of some tests are wrong with a change.
    fn broken(&mut self, position: usize, tests: &[usize]) -> u32 {
        let switches = Switches::new(self.schema, &[position]);
        let wrong = tests.iter().filter(|test| !self.is_right_with(**test, &switches));
        wrong.count() as u32
    }

    /// Pairs of which each member repairs something that the other does not. Passing tests that one breaks may be those that
    /// the other one keeps, so that only decides between equals.
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
        pairs.truncate(MOST_PAIRS);
        let mut found: Vec<Vec<usize>> = Vec::new();
        for (.., first, second) in pairs {
            if self.is_over() || found.len() >= MOST_FOUND {
                break;
            }
            if !self.schema.are_apart(first, second) {
                continue;
            }
            self.tried += 1;
            if self.is_whole(&Switches::new(self.schema, &[first, second])) {
                let mut pair = vec![first, second];
                pair.sort_unstable();
                found.push(pair);
            }
        }
        found
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
                *here <= MOST_BESIDE_ALIKE
            })
            .take(MOST_BESIDE)
            .collect();
        let plain: Vec<usize> = schema
            .positions()
            .filter(|position| cost(schema, *position) <= PLAIN)
            .collect();
        let mut found: Vec<Vec<usize>> = Vec::new();
        for one in first {
            for other in &plain {
                if self.is_over() || found.len() >= MOST_FOUND {
                    return found;
                }
                if !schema.are_apart(one, *other) {
                    continue;
                }
                self.tried += 1;
                if self.is_whole(&Switches::new(schema, &[one, *other])) {
                    let mut pair = vec![one, *other];
                    pair.sort_unstable();
                    if !found.contains(&pair) {
                        found.push(pair);
                    }
                }
            }
        }
        found
    }
}
