//! What is asked of all threads together: failing claims, deadlocks, data races.

use logic::{Sort, TermId};
use program::{CheckKind, ClaimId};

use crate::equation::{StepId, StepKind};
use crate::symex::Symex;
use crate::threads::event::{Access, NodeKind};
use crate::threads::order::{Making, Neighbours};

impl Symex<'_> {
    /// All questions, with the step that each is about.
    pub(crate) fn ask_threads(
        &mut self,
        making: &mut Making,
    ) -> (Vec<(ClaimId, StepId, TermId)>, Vec<Neighbours>) {
        let failing: Vec<TermId> = making
            .fails
            .clone()
            .iter()
            .map(|fails| {
                let terms: Vec<TermId> = fails.iter().map(|(_, _, fails)| *fails).collect();
                self.pool.or_all(&terms)
            })
            .collect();
        // A run ends at its first violated claim.
        for (index, &one) in failing.iter().enumerate() {
            for &other in &failing[index + 1..] {
                let not = self.pool.not(other);
                self.imply(making, &[one], not);
            }
        }
        let fails = self.pool.or_all(&failing);
        let fine = self.pool.not(fails);
        for index in 0..self.cuts.len() {
            self.cuts[index].guard = self.pool.and(self.cuts[index].guard, fine);
        }
        for index in 0..self.address_uses.len() {
            self.address_uses[index].guard = self.pool.and(self.address_uses[index].guard, fine);
        }
        let mut questions: Vec<(ClaimId, StepId, TermId)> = making.fails.concat();
        let mut races = Vec::new();
        for (index, step) in self.steps.clone().iter().enumerate() {
            let StepKind::Claim { claim, .. } = step.kind else {
                continue;
            };
            let id = StepId(index as u32);
            match self.program.claim(claim).kind {
                CheckKind::Deadlock => {
                    let stuck = self.deadlock(making, fine);
                    if self.truth(stuck) != Some(false) {
                        questions.push((claim, id, stuck));
                    }
                }
                CheckKind::DataRace => {
                    races = self.races(making, fine);
                    questions.extend(races.iter().map(|race| (claim, id, race.found)));
                }
                _ => {}
            }
        }
        (questions, races)
    }

    /// Nobody can move, and somebody has not ended.
    fn deadlock(&mut self, making: &Making, fine: TermId) -> TermId {
        let mut stuck = vec![fine];
        let mut some = Vec::new();
        for (thread, item) in making.threads.list.iter().enumerate() {
            let (mut over, mut waits) = (Vec::new(), Vec::new());
            if let Some(created) = item.created {
                over.push(self.pool.not(making.executed[created]));
            }
            for (index, node) in making.threads.nodes.iter().enumerate() {
                if node.thread != thread {
                    continue;
                }
                if node.ends {
                    over.push(making.executed[index]);
                }
                if node.wakes != self.yes && node.kind == NodeKind::Event {
                    let asleep = self.pool.not(node.wakes);
                    waits.push(self.pool.and(making.pending[index], asleep));
                }
            }
            let waits = self.pool.or_all(&waits);
            some.push(waits);
            over.push(waits);
            stuck.push(self.pool.or_all(&over));
        }
        stuck.push(self.pool.or_all(&some));
        self.pool.and_all(&stuck)
    }

    /// The last access that has happened, and a conflicting one that a thread stands before. The program has not ended
    /// with the first.
    fn races(&mut self, making: &mut Making, fine: TermId) -> Vec<Neighbours> {
        let mut found = Vec::new();
        let count = making.threads.nodes.len();
        let halts: Vec<TermId> = (0..count)
            .filter(|&node| making.threads.nodes[node].kind == NodeKind::Halt)
            .map(|node| making.executed[node])
            .collect();
        let halts = self.pool.or_all(&halts);
        let goes_on = self.pool.not(halts);
        let fine = self.pool.and(fine, goes_on);
        let mut last: Vec<Option<TermId>> = vec![None; count];
        for second in 0..count {
            let made = self.accesses_of(making, second);
            for first in 0..count {
                let nodes = &making.threads.nodes;
                let (here, there) = (&nodes[first], &nodes[second]);
                let apart = here.thread == there.thread
                    || making.surely_before(first, second, self.yes)
                    || making.surely_before(second, first, self.yes);
                if apart {
                    continue;
                }
                let mut any = Vec::new();
                let pairs = here.accesses.iter().flat_map(|one| {
                    let conflicting = made.iter().filter(|(other, _)| conflict(one, other));
                    conflicting.map(|(_, when)| (one.guard, *when))
                });
                for (one, other) in pairs.collect::<Vec<_>>() {
                    any.push(self.pool.and(one, other));
                }
                if any.is_empty() {
                    continue;
                }
                let any = self.pool.or_all(&any);
                let latest = match last[first] {
                    Some(known) => known,
                    None => self.is_last(making, first),
                };
                last[first] = Some(latest);
                let all = [fine, latest, making.pending[second], any];
                let race = self.pool.and_all(&all);
                if self.truth(race) != Some(false) {
                    found.push(Neighbours { found: race, second });
                }
            }
        }
        found
    }

    /// The accesses of an event with the condition under which it comes to them: what is claimed before is looked at first.
    fn accesses_of(&mut self, making: &Making, node: usize) -> Vec<(Access, TermId)> {
        let begins = making.threads.nodes[node].step;
        let accesses = making.threads.nodes[node].accesses.clone();
        accesses
            .into_iter()
            .map(|access| {
                let claimed = making.ends_unless.range(begins..access.step);
                let all: Vec<TermId> = claimed.map(|(_, fine)| *fine).chain([access.guard]).collect();
                (access, self.pool.and_all(&all))
            })
            .collect()
    }

    /// Whether an event is the last one that has been executed.
    fn is_last(&mut self, making: &mut Making, node: usize) -> TermId {
        let last = self.fresh("last", Sort::Bool);
        let executed = making.executed[node];
        self.imply(making, &[last], executed);
        for other in making.ordered.concat() {
            if other == node {
                continue;
            }
            let happened = making.executed[other];
            let earlier = match making.threads.nodes[other].thread == making.threads.nodes[node].thread {
                true if other < node => continue,
                true => self.no,
                false => self.before(making, other, node),
            };
            self.imply(making, &[last, happened], earlier);
        }
        last
    }
}

fn conflict(one: &Access, other: &Access) -> bool {
    one.object == other.object
        && one.at < other.at + other.size
        && other.at < one.at + one.size
        && (one.write || other.write)
        && !(one.atomic && other.atomic)
        && !(one.section && other.section)
}
