//! Data races: accesses of which neither happens before the other.
//!
//! Each thread has a vector clock; locks, joins and atomic objects hand clocks on. For each byte the last write and the reads since
//! then are remembered. An access races with one of those if its own thread has not heard of it, one of the two
//! writes, and not both are atomic.

use std::collections::HashMap;

use source::LocId;

use super::Touched;
use crate::machine::Machine;
use crate::object::{Origin, Pointer};
use crate::stop::{RaceAccess, Reason, Stop};

/// How far each thread had come when it was last heard of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Clock(Vec<u32>);

impl Clock {
    pub(crate) fn of(thread: usize) -> Clock {
        let mut clock = Clock::default();
        clock.tick(thread);
        clock
    }

    pub(super) fn times(&self) -> &[u32] {
        &self.0
    }

    fn at(&self, thread: usize) -> u32 {
        self.0.get(thread).copied().unwrap_or(0)
    }

    pub(crate) fn tick(&mut self, thread: usize) {
        if self.0.len() <= thread {
            self.0.resize(thread + 1, 0);
        }
        self.0[thread] += 1;
    }

    pub(crate) fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(*other);
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Access {
    pub(super) thread: usize,
    pub(super) time: u32,
    pub(super) atomic: bool,
    pub(super) write: bool,
    loc: LocId,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Byte {
    pub(super) write: Option<Access>,
    pub(super) reads: Vec<Access>,
}

/// What is remembered of accesses.
#[derive(Debug, Clone, Default)]
pub(crate) struct Races {
    pub(super) bytes: HashMap<(u64, u64), Byte>,
    /// What atomic objects hand on.
    pub(super) clocks: HashMap<(u64, u64), Clock>,
}

impl Races {
    fn note(&mut self, object: u64, byte: u64, access: Access, clock: &Clock) -> Option<Access> {
        let seen = self.bytes.entry((object, byte)).or_default();
        let races = |old: &Access| {
            old.thread != access.thread && old.time > clock.at(old.thread) && !(old.atomic && access.atomic)
        };
        let found = seen.write.filter(races);
        let found = found.or_else(|| seen.reads.iter().copied().find(|old| access.write && races(old)));
        if found.is_some() {
            return found;
        }
        if access.write {
            seen.write = Some(access);
            seen.reads.clear();
        } else {
            seen.reads.retain(|old| old.thread != access.thread);
            seen.reads.push(access);
        }
        None
    }
}

impl Machine<'_> {
    /// An access that other threads can see, before it happens.
    pub(crate) fn access(&mut self, pointer: Pointer, size: u64, write: bool) -> Result<(), Stop> {
        let Some(object) = self.memory.target(pointer.provenance) else {
            return Ok(());
        };
        if let Origin::Variable { var, .. } = object.origin
            && self.program.variable(var).library
        {
            return Ok(());
        }
        let from = pointer.address.wrapping_sub(object.base);
        let key = pointer.provenance.0;
        let loc = self.user_loc();
        let Some(threads) = self.threads.as_mut() else {
            return Ok(());
        };
        threads.touched.push(Touched {
            object: key,
            from,
            to: from.saturating_add(size),
            write,
            loc,
        });
        if threads.list.len() == 1 {
            return Ok(());
        }
        let current = threads.current;
        let atomic = threads.operation;
        let Some(races) = threads.races.as_mut() else {
            return Ok(());
        };
        let clock = &mut threads.list[current].clock;
        if atomic {
            let handed = races.clocks.entry((key, from)).or_default();
            clock.join(handed);
        }
        let access = Access {
            thread: current,
            time: clock.at(current),
            atomic,
            write,
            loc,
        };
        let bytes = from..from.saturating_add(size.min(1 << 16));
        let found = bytes
            .into_iter()
            .find_map(|byte| Some((byte, races.note(key, byte, access, clock)?)));
        if atomic {
            races.clocks.insert((key, from), clock.clone());
            clock.tick(current);
        }
        match found {
            Some((byte, old)) => Err(self.race(pointer, byte, old, access)),
            None => Ok(()),
        }
    }

    fn race(&self, pointer: Pointer, byte: u64, first: Access, second: Access) -> Stop {
        let threads = self.threads.as_ref().expect("a race needs threads");
        let told = |access: Access| RaceAccess {
            thread: threads.names[access.thread].clone(),
            write: access.write,
            loc: access.loc,
        };
        let object = match self.memory.target(pointer.provenance) {
            Some(object) => self.path_name(object, byte, None),
            None => "memory".to_owned(),
        };
        let Some(claim) = threads.race else {
            return self.internal("a data race that nobody looks for");
        };
        Stop::ClaimFailed {
            claim,
            reason: Reason::Race {
                first: told(first),
                second: told(second),
                object,
            },
        }
    }
}
