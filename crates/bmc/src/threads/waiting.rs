//! Loops that only wait for others.
//!
//! `while (!ready) ;` goes round until another thread has written, `while (!ready) pthread_cond_wait(&c, &m);` until it has, and has
//! said so. A round after which everything is as it was before it can be left out of a run, and what is left is a run, too:
//! the round has only read, or has written what was there before, or has taken locks and given them back, or has waited
//! without a signal. So such a round is not followed by another one; no bound is needed for it. Whether values are as they were
//! is a question to the solver: what a round has read again may be another number. A round that took a signal counts: somebody else may
//! miss it. Where others try a lock and do not wait for it, they may notice that it is held for a round. Of such rounds there
//! need not be more than there are tries: one that no try has noticed can be left out.

use std::collections::{BTreeMap, BTreeSet};

use imbl::ordmap::DiffItem;
use logic::TermId;
use program::Lifetime;

use crate::memory::object::{ObjectId, ObjectKind};
use crate::symex::Symex;
use crate::symex::merge::diff_key;
use crate::symex::scalar::Value;
use crate::symex::state::State;
use crate::threads::event::{Read, Write};

/// A round that may have changed nothing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Idle {
    /// Where it has changed something after all.
    pub counts: TermId,
    /// How many such rounds others may have noticed.
    pub noticed: u32,
}

/// What an event does to others, as far as waiting loops ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// What its reads and writes say.
    Plain,
    /// It takes a lock or a semaphore, or gives it back.
    Lock(ObjectId, u64),
    Unlock(ObjectId, u64),
    /// It begins to wait, giving the mutex back.
    Waits,
    /// It takes the mutex again; whether a signal has ended the waiting.
    Wakes(TermId),
    /// Anything else.
    Other,
}

impl Symex<'_> {
    /// How many events there are.
    pub(crate) fn event_count(&self) -> usize {
        self.threads.as_ref().map_or(0, |threads| threads.nodes.len())
    }

    /// What makes a round one that has to be followed by another one: `before` is the state at its beginning, when there
    /// were so many events. Nothing if it is an ordinary round.
    pub(crate) fn round_counts(&mut self, before: &State, events: usize, state: &State) -> Option<Idle> {
        if !self.several(state) || !before.moment.several || !self.is_where_it_was(before, state) {
            return None;
        }
        // Whatever has changed, in the thread itself and for others, makes the round count.
        let mut counts = self.changed_cells(before, state)?;
        let path = state.path.all();
        let threads = self.threads.as_ref()?;
        let me = threads.current;
        // Waiting gives a mutex back that is not looked at here: any that is tried counts.
        let locks: BTreeSet<(ObjectId, u64)> = threads.known.tries.keys().map(|(lock, _)| *lock).collect();
        let any = locks.into_iter().fold(0, |sum: u32, lock| {
            sum.saturating_add(threads.known.tries_of_others(lock, me))
        });
        let mut noticed = 0;
        // By lock: under which condition the round holds it so far.
        let mut held: BTreeMap<(ObjectId, u64), TermId> = BTreeMap::new();
        let own: Vec<usize> = (events..threads.nodes.len()).collect();
        for index in own {
            let threads = self.threads.as_ref()?;
            let node = &threads.nodes[index];
            let (act, guard, starts) = (node.act, node.guard, node.starts.is_some() || node.ends);
            let here = self.pool.and(guard, path);
            if self.truth(here) == Some(false) {
                continue;
            }
            match act {
                _ if starts => counts.push(guard),
                Act::Plain => self.changes_of(index, path, &mut counts),
                Act::Lock(object, at) => {
                    let threads = self.threads.as_ref()?;
                    noticed = noticed.max(match threads.known.tries_of_others((object, at), me) {
                        0 => 0,
                        _ => any,
                    });
                    let before = held.get(&(object, at)).copied().unwrap_or(self.no);
                    counts.push(self.pool.and(here, before));
                    held.insert((object, at), self.pool.or(before, here));
                }
                Act::Unlock(object, at) => {
                    let before = held.get(&(object, at)).copied().unwrap_or(self.no);
                    let (keeps, without) = (self.pool.not(here), self.pool.not(before));
                    counts.push(self.pool.and(here, without));
                    held.insert((object, at), self.pool.and(before, keeps));
                }
                Act::Waits => noticed = any,
                Act::Wakes(signalled) => counts.push(self.pool.and(guard, signalled)),
                Act::Other => counts.push(guard),
            }
        }
        // What is kept, or given back elsewhere than it was taken.
        counts.extend(held.into_values());
        let counts = self.pool.or_all(&counts);
        (self.truth(counts) != Some(true)).then_some(Idle { counts, noticed })
    }

    /// Whether at most so many of these hold.
    pub(crate) fn at_most(&mut self, terms: &[TermId], most: u32) -> TermId {
        // One for each number: whether at least so many hold, and one more.
        let mut reached = vec![self.no; most as usize + 1];
        for &term in terms {
            for number in (0..reached.len()).rev() {
                let before = match number {
                    0 => self.yes,
                    _ => reached[number - 1],
                };
                let now = self.pool.and(before, term);
                reached[number] = self.pool.or(reached[number], now);
            }
        }
        let over = reached[most as usize];
        self.pool.not(over)
    }

    /// Where an event that has come this way leaves another value than it has found: `test_and_set` of a flag that is set
    /// changes nothing.
    fn changes_of(&mut self, index: usize, path: TermId, changes: &mut Vec<TermId>) {
        let Some(threads) = &self.threads else { return };
        let node = &threads.nodes[index];
        let writes: Vec<Write> = node.writes.clone();
        let reads: Vec<Option<Read>> = writes
            .iter()
            .map(|write| node.reads.get(&(write.object, write.at)).copied())
            .collect();
        let mut cells: Vec<(ObjectId, u64, u64)> = Vec::new();
        for (write, read) in writes.iter().zip(reads) {
            let happens = self.pool.and(write.guard, path);
            if self.truth(happens) == Some(false) {
                continue;
            }
            let overlaps = |&(object, at, end): &(ObjectId, u64, u64)| {
                object == write.object && at < write.at + write.size && write.at < end
            };
            let alone = !cells.iter().any(overlaps);
            cells.push((write.object, write.at, write.at + write.size));
            let read = read.filter(|read| alone && u64::from(read.scalar.size) == write.size);
            let values = read.and_then(|read| Some((write.value?, read.value)));
            let other = values.and_then(|(value, old)| self.differ(value, old));
            let changed = match (other, read) {
                (Some(other), Some(read)) => {
                    let unwritten = self.pool.not(read.written);
                    self.pool.or(other, unwritten)
                }
                // Nobody has looked at what was there.
                _ => self.yes,
            };
            changes.push(self.pool.and(write.guard, changed));
        }
    }

    /// Whether two values of one kind are different.
    fn differ(&mut self, one: Value, other: Value) -> Option<TermId> {
        let same = match (one, other) {
            (Value::Bits(a), Value::Bits(b)) if self.pool.sort(a) == self.pool.sort(b) => self.pool.eq(a, b),
            (Value::Pointer { object: a, offset: b }, Value::Pointer { object: c, offset: d }) => {
                let (objects, offsets) = (self.pool.eq(a, c), self.pool.eq(b, d));
                self.pool.and(objects, offsets)
            }
            _ => return None,
        };
        Some(self.pool.not(same))
    }

    /// Cells of a thread's own that have changed, each with the condition under which it is another value.
    fn changed_cells(&mut self, before: &State, state: &State) -> Option<Vec<TermId>> {
        let mut pairs = Vec::new();
        for item in before.cells.diff(&state.cells) {
            let (key, values) = match item {
                DiffItem::Add(key, _) | DiffItem::Remove(key, _) => (key, None),
                DiffItem::Update {
                    old: (key, a),
                    new: (_, b),
                } => {
                    let alike = (a.size, a.written) == (b.size, b.written);
                    (key, alike.then_some((a.value, b.value)))
                }
            };
            if values.is_some_and(|(a, b)| a == b) || self.passes(key.0) || self.is_shared_at(key.0, key.1) {
                continue;
            }
            pairs.push(values?);
        }
        pairs.into_iter().map(|(a, b)| self.differ(a, b)).collect()
    }

    /// What does not outlast a statement, or changes by events only: these are looked at.
    fn passes(&self, object: ObjectId) -> bool {
        match self.object(object).kind {
            ObjectKind::Local { var, .. } => self.program.variable(var).lifetime == Lifetime::Temporary,
            ObjectKind::Result => true,
            _ => false,
        }
    }

    /// Whether a thread has the same objects in both states, and all that has no cells is the same.
    fn is_where_it_was(&self, before: &State, state: &State) -> bool {
        before.rounding == state.rounding
            && before.ended == state.ended
            && before.printed == state.printed
            && before.turns == state.turns
            && before.moment.section == state.moment.section
            && before.moment.operation == state.moment.operation
            && before.arrays.diff(&state.arrays).next().is_none()
            && before
                .live
                .diff(&state.live)
                .all(|item| self.passes(*diff_key(item).0))
            && before.locals.diff(&state.locals).all(|item| {
                // What a variable was whose block is left does not matter.
                let gone = |object: ObjectId| {
                    self.passes(object)
                        || !before.live.contains_key(&object) && !state.live.contains_key(&object)
                };
                match item {
                    DiffItem::Add(_, &object) | DiffItem::Remove(_, &object) => gone(object),
                    DiffItem::Update {
                        old: (_, &old),
                        new: (_, &new),
                    } => gone(old) && gone(new),
                }
            })
            && before.indeterminate.diff(&state.indeterminate).next().is_none()
    }
}
