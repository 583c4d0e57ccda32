//! What is shared, and what shared pointers may point at: found by executing, used by executing again.
//!
//! Everything here only grows, and each pass assumes what the ones before it have found, so the last pass, which finds
//! nothing new, has assumed all that happens in it.

use std::collections::{BTreeMap, BTreeSet};

use logic::FloatFormat;

use crate::memory::object::ObjectId;
use crate::symex::scalar::{Repr, Scalar};

/// Who reads and who writes some bytes, as bits by thread.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Users {
    pub readers: u64,
    pub writers: u64,
}

impl Users {
    fn share(self) -> bool {
        (self.readers | self.writers).count_ones() > 1 && self.writers != 0
    }
}

/// How a shared cell is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    Float(FloatFormat),
    Plain,
    Pointer,
}

impl Look {
    pub(crate) fn of(repr: Repr) -> Look {
        match repr {
            Repr::Float(format) => Look::Float(format),
            Repr::Pointer => Look::Pointer,
            Repr::Int(..) | Repr::Bool => Look::Plain,
        }
    }

    fn join(self, other: Look) -> Look {
        match (self, other) {
            (Look::Pointer, _) | (_, Look::Pointer) => Look::Pointer,
            (one, other) if one == other => one,
            _ => Look::Plain,
        }
    }

    pub(crate) fn scalar(self, size: u32, pointer: u32) -> Scalar {
        match self {
            Look::Pointer if size == pointer => Scalar {
                repr: Repr::Pointer,
                size,
            },
            Look::Float(format) => Scalar {
                repr: Repr::Float(format),
                size,
            },
            _ => Scalar::raw(size),
        }
    }
}

/// A cell by its first byte.
pub(crate) type CellAt = (ObjectId, u64);

#[derive(Debug, Clone, Default)]
pub(crate) struct Knowledge {
    /// By object, then by first byte and size of the access.
    uses: BTreeMap<ObjectId, BTreeMap<(u64, u64), Users>>,
    /// Objects that end while there are several threads.
    pub mortal: BTreeSet<ObjectId>,
    /// Objects that come to life while there are several threads.
    pub born: BTreeSet<ObjectId>,
    /// What a pointer in a cell may be: an object, and the offset if it is known.
    pub pointers: BTreeMap<CellAt, BTreeSet<(u32, Option<u64>)>>,
    looks: BTreeMap<CellAt, Look>,
    /// Cells that may be read before they are written.
    pub unwritten: BTreeSet<CellAt>,
    /// Which threads wait for a condition, and with which mutexes.
    pub waiters: BTreeMap<CellAt, BTreeSet<usize>>,
    pub mutexes: BTreeMap<CellAt, BTreeSet<CellAt>>,
    pub threads: usize,
    /// How often each thread tries each lock without waiting.
    pub tries: BTreeMap<(CellAt, usize), u32>,
}

impl Knowledge {
    pub(crate) fn note_use(&mut self, object: ObjectId, at: u64, size: u64, thread: usize, write: bool) {
        let users = self
            .uses
            .entry(object)
            .or_default()
            .entry((at, size))
            .or_default();
        let bit = 1 << thread;
        match write {
            true => users.writers |= bit,
            false => users.readers |= bit,
        }
    }

    /// How often threads other than this one try to take a lock.
    pub(crate) fn tries_of_others(&self, lock: CellAt, thread: usize) -> u32 {
        let all = self.tries.iter();
        all.filter(|((other, by), _)| *other == lock && *by != thread)
            .fold(0, |sum, (_, times)| sum.saturating_add(*times))
    }

    pub(crate) fn note_look(&mut self, cell: CellAt, look: Look) {
        let known = self.looks.entry(cell).or_insert(look);
        *known = known.join(look);
    }

    pub(crate) fn look(&self, cell: CellAt) -> Option<Look> {
        self.looks.get(&cell).copied()
    }

    /// The bytes of each object that are shared, in parts that are accessed as a whole.
    pub(crate) fn parts(&self) -> BTreeMap<ObjectId, Vec<(u64, u64)>> {
        let mut all = BTreeMap::new();
        for (&object, uses) in &self.uses {
            let mut ends: BTreeSet<u64> = BTreeSet::new();
            for &(at, size) in uses.keys() {
                ends.extend([at, at + size]);
            }
            let ends: Vec<u64> = ends.into_iter().collect();
            let mut parts = Vec::new();
            for pair in ends.windows(2) {
                let (from, to) = (pair[0], pair[1]);
                let mut users = Users::default();
                for (_, other) in uses.iter().filter(|((at, size), _)| *at < to && from < at + size) {
                    users.readers |= other.readers;
                    users.writers |= other.writers;
                }
                if users.share() {
                    parts.push((from, to - from));
                }
            }
            if !parts.is_empty() {
                all.insert(object, parts);
            }
        }
        all
    }

    /// Takes in what a pass has seen; whether that is more than what was known.
    pub(crate) fn learn(&mut self, seen: &Knowledge) -> bool {
        let parts = self.parts();
        for (&object, uses) in &seen.uses {
            let known = self.uses.entry(object).or_default();
            for (&bytes, users) in uses {
                let known = known.entry(bytes).or_default();
                known.readers |= users.readers;
                known.writers |= users.writers;
            }
        }
        let mut grew = self.parts() != parts;
        grew |= grow(&mut self.mortal, &seen.mortal) | grow(&mut self.unwritten, &seen.unwritten);
        grew |= grow(&mut self.born, &seen.born);
        for (cell, pointers) in &seen.pointers {
            grew |= grow(self.pointers.entry(*cell).or_default(), pointers);
        }
        for (cell, threads) in &seen.waiters {
            grew |= grow(self.waiters.entry(*cell).or_default(), threads);
        }
        for (cell, mutexes) in &seen.mutexes {
            grew |= grow(self.mutexes.entry(*cell).or_default(), mutexes);
        }
        for (&cell, &look) in &seen.looks {
            let before = self.looks.get(&cell).copied();
            self.note_look(cell, look);
            let now = self.looks.get(&cell).copied();
            // What is not shared may look as it likes.
            grew |= before != now && now != Some(Look::Plain) && self.is_part(cell);
        }
        for (&lock, &times) in &seen.tries {
            let known = self.tries.entry(lock).or_insert(0);
            grew |= times > *known;
            *known = times.max(*known);
        }
        grew |= seen.threads > self.threads;
        self.threads = self.threads.max(seen.threads);
        grew
    }

    fn is_part(&self, (object, at): CellAt) -> bool {
        let users = self.uses.get(&object).into_iter().flatten();
        let mut all = Users::default();
        for (_, other) in users.filter(|((from, size), _)| *from <= at && at < from + size) {
            all.readers |= other.readers;
            all.writers |= other.writers;
        }
        all.share()
    }
}

fn grow<T: Ord + Clone>(known: &mut BTreeSet<T>, seen: &BTreeSet<T>) -> bool {
    let before = known.len();
    known.extend(seen.iter().cloned());
    known.len() > before
}
