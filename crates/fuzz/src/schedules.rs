//! Schedules that are likely to make a program with threads fail.
//!
//! Most errors of this kind need one or two changes of thread at the right place. So first come all runs in which a
//! thread goes on until it waits, then those with one change at some event, then with two, as far as the budget goes;
//! and then random ones. Whatever the program does with other inputs is tried in the same way.

use std::collections::BTreeMap;

use interp::{NoObserver, Policy};
use program::ClaimId;

use crate::Fuzzer;
use crate::test_case::TestCase;

/// Where another thread could have run.
#[derive(Debug, Clone)]
pub(crate) struct Crossroads {
    pub event: u64,
    /// Those that did not.
    pub others: Vec<usize>,
}

impl Fuzzer<'_> {
    /// Runs the case with other schedules; the claims that fail and the cases with which they do.
    pub(crate) fn try_schedules(
        &mut self,
        case: &TestCase,
        found: &mut BTreeMap<ClaimId, TestCase>,
        stop: &dyn Fn() -> bool,
    ) {
        let mut tried = 0;
        let mut level: Vec<Vec<(u64, usize)>> = vec![Vec::new()];
        for changes in 0..=budgets::fuzz::MAX_CHANGES.small() {
            let mut next = Vec::new();
            for plan in level {
                if self.enough(tried, found, stop) {
                    return;
                }
                tried += 1;
                let crossroads = self.try_one(case, Policy::Changes(plan.clone()), found);
                if changes == budgets::fuzz::MAX_CHANGES.small() {
                    continue;
                }
                let last = plan.last().map_or(0, |(event, _)| event + 1);
                for road in crossroads.iter().filter(|road| road.event >= last) {
                    for &other in &road.others {
                        let mut longer = plan.clone();
                        longer.push((road.event, other));
                        next.push(longer);
                    }
                }
            }
            level = next;
        }
        for seed in 0..budgets::fuzz::RANDOM_SCHEDULES.get() {
            if self.enough(tried, found, stop) {
                return;
            }
            tried += 1;
            self.try_one(case, Policy::Random(seed), found);
        }
    }

    fn enough(&self, tried: u32, found: &BTreeMap<ClaimId, TestCase>, stop: &dyn Fn() -> bool) -> bool {
        tried >= budgets::fuzz::MAX_SCHEDULES.small()
            || self.left == 0
            || found.len() == self.target.wanted.len()
            || tried % 64 == 63 && stop()
    }

    fn try_one(
        &mut self,
        case: &TestCase,
        policy: Policy,
        found: &mut BTreeMap<ClaimId, TestCase>,
    ) -> Vec<Crossroads> {
        let mut case = case.clone();
        let (outcome, crossroads) = self.execute_scheduled(&mut case, policy, None, &mut NoObserver);
        if let Some(claim) = self.violated(&outcome) {
            found.entry(claim).or_insert(case);
        }
        crossroads
    }
}
