//! What threads add to the number of a state (see `stepper::fingerprint`).

use std::collections::BTreeMap;

use super::sync::Sync;
use super::{Status, Threads};
use crate::frame::Registers;
use crate::object::Provenance;
use crate::stepper::{Lanes, Walk};

/// Numbers that only ever grow, replaced by their ranks.
#[derive(Default)]
struct Ranks(Vec<u64>);

impl Ranks {
    fn of(mut numbers: Vec<u64>) -> Ranks {
        numbers.sort_unstable();
        numbers.dedup();
        Ranks(numbers)
    }

    fn at(&self, number: u64) -> u64 {
        self.0.partition_point(|&other| other < number) as u64
    }
}

impl<'m> Threads<'m> {
    /// The threads themselves.
    pub(crate) fn enter_fingerprint(&self, walk: &mut Walk<'_, 'm>, registers: &Registers, between: bool) {
        walk.add(self.list.len() as u64);
        walk.add(u64::from(self.atomic) << 1 | u64::from(self.operation));
        // Whoever ran last matters only if nobody else can go on.
        let bound = between || self.atomic > 0;
        walk.add(if bound { self.current as u64 + 1 } else { 0 });
        let (times, rounds) = (self.times(), self.rounds());
        for (index, thread) in self.list.iter().enumerate() {
            walk.add(match thread.status {
                Status::Fresh => 1,
                Status::Parked => 2,
                Status::Ended => 3,
                Status::Waiting { since } => 4 | times.at(since) << 3,
                Status::AtBarrier { round } => 5 | rounds.at(round) << 3,
            });
            let flags = u64::from(thread.joined) << 1 | u64::from(thread.detached);
            walk.add(u64::from(thread.children) << 2 | flags);
            walk.pointer(thread.result.address, thread.result.provenance);
            let mut own: Vec<_> = thread.own.iter().collect();
            own.sort_unstable_by_key(|(var, _)| **var);
            for (var, pointer) in own {
                walk.add(var.0.into());
                walk.pointer(pointer.address, pointer.provenance);
            }
            if index == self.current {
                let machine = walk.machine;
                walk.frames(&machine.frames, registers);
                walk.borrowed(&machine.borrowed);
            } else {
                walk.frames(&thread.context.frames, &thread.context.registers);
                walk.borrowed(&thread.context.borrowed);
                walk.add(thread.context.rounding.into());
            }
        }
    }

    /// When those who wait began to, and when signals were given.
    fn times(&self) -> Ranks {
        let waiting = self.list.iter().filter_map(|thread| match thread.status {
            Status::Waiting { since } => Some(since),
            _ => None,
        });
        let signals = self.sync.values().flat_map(|sync| sync.signals.iter().copied());
        Ranks::of(waiting.chain(signals).collect())
    }

    fn rounds(&self) -> Ranks {
        let waiting = self.list.iter().filter_map(|thread| match thread.status {
            Status::AtBarrier { round } => Some(round),
            _ => None,
        });
        Ranks::of(waiting.chain(self.sync.values().map(|sync| sync.round)).collect())
    }

    /// What lies in objects that threads share, when all objects have their numbers.
    pub(crate) fn enter_shared(&self, walk: &mut Walk<'_, 'm>) {
        let (times, rounds) = (self.times(), self.rounds());
        let clocks = self.races.as_ref().map(|_| self.clock_ranks());
        let mut all: BTreeMap<(u64, u64), &Sync> = BTreeMap::new();
        for (&(provenance, address), sync) in &self.sync {
            // A static one that is as it was at first is met anew in the same way.
            let untouched = sync.ready
                && sync.kind == 0
                && sync.value == 0
                && sync.once == 0
                && sync.round == 0
                && sync.holders.is_empty()
                && sync.waiting.is_empty()
                && sync.signals.is_empty()
                && clocks.is_none();
            let provenance = Provenance(provenance);
            if untouched && walk.is_static(provenance) {
                continue;
            }
            let number = walk.object(provenance);
            all.insert((number, address), sync);
        }
        for ((number, address), sync) in all {
            walk.add(number);
            // Within an object; addresses of the same object differ by where they point in it.
            walk.add(address & 0xf_ffff);
            enter_sync(walk, sync, &times, &rounds);
            if let Some(ranks) = &clocks {
                enter_clock(walk, sync.clock.times(), ranks);
                enter_clock(walk, sync.read_clock.times(), ranks);
            }
        }
        if let Some(ranks) = &clocks {
            self.enter_races(walk, ranks);
        }
    }

    /// The ranks of each thread's times.
    fn clock_ranks(&self) -> Vec<Ranks> {
        let mut all: Vec<Vec<u64>> = vec![Vec::new(); self.list.len()];
        let mut enter = |times: &[u32]| {
            for (thread, &time) in times.iter().enumerate() {
                all[thread].push(time.into());
            }
        };
        self.list.iter().for_each(|thread| enter(thread.clock.times()));
        enter(self.section_clock.times());
        for sync in self.sync.values() {
            enter(sync.clock.times());
            enter(sync.read_clock.times());
        }
        if let Some(races) = &self.races {
            races.clocks.values().for_each(|clock| enter(clock.times()));
            for byte in races.bytes.values() {
                for access in byte.write.iter().chain(&byte.reads) {
                    all[access.thread].push(access.time.into());
                }
            }
        }
        all.into_iter().map(Ranks::of).collect()
    }

    fn enter_races(&self, walk: &mut Walk<'_, 'm>, ranks: &[Ranks]) {
        for thread in &self.list {
            enter_clock(walk, thread.clock.times(), ranks);
        }
        enter_clock(walk, self.section_clock.times(), ranks);
        let Some(races) = &self.races else {
            return;
        };
        // In any order: the numbers are added up.
        let mut sum = 0u128;
        for (&(object, byte), seen) in &races.bytes {
            let mut lanes = Lanes::new();
            lanes.add(walk.object(Provenance(object)));
            lanes.add(byte);
            let mut reads: Vec<_> = seen.reads.iter().collect();
            reads.sort_unstable_by_key(|access| (access.thread, access.time));
            for access in seen.write.iter().chain(reads) {
                lanes.add(access.thread as u64);
                lanes.add(ranks[access.thread].at(access.time.into()));
                lanes.add(u64::from(access.atomic) << 1 | u64::from(access.write));
            }
            sum = sum.wrapping_add(lanes.number());
        }
        for (&(object, from), clock) in &races.clocks {
            let mut lanes = Lanes::new();
            lanes.add(walk.object(Provenance(object)));
            lanes.add(from);
            for (thread, &time) in clock.times().iter().enumerate() {
                lanes.add(ranks[thread].at(time.into()) + u64::from(time != 0));
            }
            sum = sum.wrapping_add(lanes.number());
        }
        walk.add(sum as u64);
        walk.add((sum >> 64) as u64);
    }
}

fn enter_clock(walk: &mut Walk<'_, '_>, times: &[u32], ranks: &[Ranks]) {
    for (thread, &time) in times.iter().enumerate() {
        if time != 0 {
            walk.add((thread as u64) << 32 | ranks[thread].at(time.into()));
        }
    }
    walk.add(u64::MAX);
}

fn enter_sync(walk: &mut Walk<'_, '_>, sync: &Sync, times: &Ranks, rounds: &Ranks) {
    let flags = u64::from(sync.ready) | u64::from(sync.writing) << 1 | u64::from(sync.reading) << 2;
    walk.add(flags | u64::from(sync.once) << 3 | u64::from(sync.kind as u32) << 8);
    walk.add(sync.value);
    walk.add(sync.holders.len() as u64);
    let mut holders: Vec<_> = sync
        .holders
        .iter()
        .map(|held| (held.thread, held.times))
        .collect();
    holders.sort_unstable();
    for (thread, times) in holders {
        walk.add((thread as u64) << 32 | u64::from(times));
    }
    walk.add(sync.waiting.len() as u64);
    for &thread in &sync.waiting {
        walk.add(thread as u64);
    }
    walk.add(rounds.at(sync.round));
    for &given in &sync.signals {
        walk.add(times.at(given) + 1);
    }
    if let Some((provenance, address)) = sync.mutex {
        let number = walk.object(Provenance(provenance));
        walk.add(number);
        walk.add(address & 0xf_ffff);
    }
}
