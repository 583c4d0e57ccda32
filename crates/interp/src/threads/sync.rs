//! Locks, conditions, barriers and semaphores: what they are, by the address of the object that the program gives them.

use source::LocId;

use super::race::Clock;
use crate::machine::Machine;
use crate::object::Pointer;
use crate::scalar::{Repr, Scalar};

/// Where an object of these kinds is.
pub(super) type Key = (u64, u64);

/// Kinds of mutexes, as the host's headers number them.
pub(super) const RECURSIVE: i32 = 1;
pub(super) const ERROR_CHECKING: i32 = 2;

/// Where the host's static initialisers put the kind of a mutex.
const KIND_AT: u64 = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Holder {
    pub thread: usize,
    /// How many times.
    pub times: u32,
    pub since: LocId,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Sync {
    pub ready: bool,
    /// Of a mutex.
    pub kind: i32,
    /// Who holds a lock: one for a mutex or to write, or several to read.
    pub holders: Vec<Holder>,
    pub writing: bool,
    /// Whether it is held to read.
    pub reading: bool,
    /// Of a semaphore: what is left; of a barrier: how many it waits for.
    pub value: u64,
    /// Of a barrier: who has come in this round. Of a condition: who waits.
    pub waiting: Vec<usize>,
    pub round: u64,
    /// Of a condition: when signals were given that nobody has taken yet.
    pub signals: Vec<u64>,
    /// The mutex that threads wait with.
    pub mutex: Option<Key>,
    /// What is done once: 0 not yet, 1 just now, 2 done.
    pub once: u8,
    pub clock: Clock,
    /// What readers hand on to writers.
    pub read_clock: Clock,
}

impl Sync {
    pub(super) fn held_by(&self, thread: usize) -> Option<usize> {
        self.holders.iter().position(|holder| holder.thread == thread)
    }

    /// The first signal that a thread may take which waits since then.
    pub(super) fn signal_for(&self, since: u64) -> Option<usize> {
        self.signals.iter().position(|&given| given > since)
    }
}

pub(super) fn key(pointer: Pointer) -> Key {
    (pointer.provenance.0, pointer.address)
}

impl Machine<'_> {
    /// What is at an address; statically initialised objects are met here first.
    pub(super) fn sync_at(&mut self, pointer: Pointer) -> &mut Sync {
        let found = key(pointer);
        let known = self.several().sync.contains_key(&found);
        if !known {
            let number = Scalar {
                repr: Repr::Int(32, true),
                size: 4,
            };
            // An initialiser has written it, or the object is static.
            let ready = self.peek(pointer, number).is_some();
            let kind = self.peek(pointer.offset(KIND_AT), number);
            let sync = Sync {
                ready,
                kind: kind.map_or(0, |(kind, _)| kind as i32 & 3),
                ..Sync::default()
            };
            self.several().sync.insert(found, sync);
        }
        self.several().sync.entry(found).or_default()
    }

    pub(super) fn sync_seen(&self, pointer: Pointer) -> Option<&Sync> {
        self.threads.as_ref()?.sync.get(&key(pointer))
    }
}
