//! Which write each read sees: the last one before it.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Sort, TermId};

use crate::memory::object::ObjectId;
use crate::symex::Symex;
use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::state::Fill;
use crate::threads::Threads;
use crate::threads::event::{NodeKind, Read};
use crate::threads::order::Making;

/// What an event leaves in a cell.
#[derive(Debug, Clone, Copy)]
struct Left {
    node: usize,
    /// Whether it writes there at all.
    when: TermId,
    value: Value,
    written: TermId,
    /// Whether it does so wherever it is executed.
    always: bool,
}

/// The cells that somebody reads, with who does.
fn cells_read(threads: &Threads) -> BTreeMap<(ObjectId, u64), Vec<(usize, Read)>> {
    let mut cells: BTreeMap<(ObjectId, u64), Vec<(usize, Read)>> = BTreeMap::new();
    for (index, node) in threads.nodes.iter().enumerate() {
        for (&cell, &read) in &node.reads {
            cells.entry(cell).or_default().push((index, read));
        }
    }
    cells
}

/// Who writes to an object.
fn writers(threads: &Threads) -> BTreeMap<ObjectId, Vec<usize>> {
    let mut writers: BTreeMap<ObjectId, Vec<usize>> = BTreeMap::new();
    for (index, node) in threads.nodes.iter().enumerate() {
        let objects: BTreeSet<ObjectId> = node.writes.iter().map(|write| write.object).collect();
        for object in objects {
            writers.entry(object).or_default().push(index);
        }
    }
    writers
}

impl Symex<'_> {
    /// What the next pass has to know about the cells that have been read.
    pub(crate) fn note_shared_values(&mut self) {
        let Some(mut threads) = self.threads.take() else {
            return;
        };
        let writers = writers(&threads);
        for ((object, at), reads) in cells_read(&threads) {
            if self.should_stop() {
                break;
            }
            let scalar = reads[0].1.scalar;
            let left = self.all_left(&threads, &writers, (object, at), scalar);
            let first = self.first_value(&threads, object, at, scalar);
            self.note_values(&mut threads, (object, at), scalar, &left, first);
        }
        self.threads = Some(threads);
    }

    pub(crate) fn read_from(&mut self, making: &mut Making, peeking: &[bool]) {
        let writers = writers(&making.threads);
        for ((object, at), reads) in cells_read(&making.threads) {
            if self.should_stop() {
                return;
            }
            let scalar = reads[0].1.scalar;
            let left = self.all_left(&making.threads, &writers, (object, at), scalar);
            let first = self.first_value(&making.threads, object, at, scalar);
            for (node, read) in reads {
                let mut live = making.executed[node];
                if peeking[node] {
                    live = self.pool.or(live, making.pending[node]);
                }
                self.read_one(making, node, read, live, &left, first);
            }
        }
    }

    /// What all events leave in a cell.
    fn all_left(
        &mut self,
        threads: &Threads,
        writers: &BTreeMap<ObjectId, Vec<usize>>,
        (object, at): (ObjectId, u64),
        scalar: Scalar,
    ) -> Vec<Left> {
        let nodes = writers.get(&object).into_iter().flatten();
        nodes
            .filter_map(|&node| self.left_by(threads, node, object, at, scalar))
            .collect()
    }

    /// What an event leaves in a cell, if it writes there.
    fn left_by(
        &mut self,
        threads: &Threads,
        node: usize,
        object: ObjectId,
        at: u64,
        scalar: Scalar,
    ) -> Option<Left> {
        let end = at + u64::from(scalar.size);
        let writes: Vec<_> = threads.nodes[node]
            .writes
            .iter()
            .filter(|write| write.object == object && write.at < end && at < write.at + write.size)
            .copied()
            .collect();
        let mut when = self.no;
        let mut result: Option<(Value, TermId)> = None;
        for write in &writes {
            let (value, written) = match write.value {
                Some(value) if (write.at, write.size) == (at, u64::from(scalar.size)) => {
                    (self.view(value, scalar), self.yes)
                }
                Some(value) if write.at <= at && write.at + write.size >= end => {
                    let whole = self.plain_bytes(value, write.size as u32);
                    let low = ((at - write.at) * 8) as u32;
                    let bits = self.pool.bv_extract(whole, low + scalar.size * 8 - 1, low);
                    (self.read_as(bits, scalar), self.yes)
                }
                // A part of the cell: then it was not known to be one, and all is executed again.
                Some(_) => continue,
                None => (self.zero(scalar), self.no),
            };
            result = Some(match result {
                None => (value, written),
                Some((before, was)) => (
                    self.select(write.guard, value, before),
                    self.pool.ite(write.guard, written, was),
                ),
            });
            when = self.pool.or(when, write.guard);
        }
        let (value, written) = result?;
        let guard = threads.nodes[node].guard;
        let always = when == self.yes || when == guard;
        Some(Left {
            node,
            when,
            value,
            written,
            always,
        })
    }

    /// What a cell holds before all events.
    fn first_value(
        &mut self,
        threads: &Threads,
        object: ObjectId,
        at: u64,
        scalar: Scalar,
    ) -> (Value, TermId) {
        let zero = self.zero(scalar);
        let fill = threads.births.get(&object).copied();
        let shadow = threads.shadows.contains(&object);
        let mut result = match fill {
            Some(Fill::Zero) => (zero, self.yes),
            _ if shadow => (zero, self.yes),
            _ => (zero, self.no),
        };
        for parting in &threads.partings {
            if !shadow && !parting.state.live.contains_key(&object) {
                continue;
            }
            let found = self.read_at(&parting.state, object, at, scalar);
            let (value, written) = match found.value {
                Some(value) => (value, found.written),
                None if shadow => (zero, self.yes),
                None => (zero, found.written),
            };
            let single = threads.partings.len() == 1;
            let guard = if single { self.yes } else { parting.guard };
            result = (
                self.select(guard, value, result.0),
                self.pool.ite(guard, written, result.1),
            );
        }
        result
    }

    /// What the next pass has to know about a cell.
    fn note_values(
        &mut self,
        threads: &mut Threads,
        cell: (ObjectId, u64),
        scalar: Scalar,
        left: &[Left],
        first: (Value, TermId),
    ) {
        let certain = left.iter().map(|left| left.written).chain([first.1]);
        if certain.into_iter().any(|written| written != self.yes) {
            threads.seen.unwritten.insert(cell);
        }
        if scalar.repr != Repr::Pointer {
            return;
        }
        let values: Vec<Value> = left.iter().map(|left| left.value).chain([first.0]).collect();
        for value in values {
            for case in self.find_cases(value) {
                let offset = self.number(case.offset);
                let targets = threads.seen.pointers.entry(cell).or_default();
                targets.insert((case.object.0, offset));
            }
        }
    }

    fn read_one(
        &mut self,
        making: &mut Making,
        node: usize,
        read: Read,
        live: TermId,
        left: &[Left],
        first: (Value, TermId),
    ) {
        let yes = self.yes;
        let mut possible: Vec<Left> = Vec::new();
        for &write in left {
            let same = making.threads.nodes[write.node].thread == making.threads.nodes[node].thread;
            if write.node == node || same && write.node > node || making.surely_before(node, write.node, yes)
            {
                continue;
            }
            possible.push(write);
        }
        // Whoever writes surely, and surely in between, hides what was there before.
        let hides = |this: &Self, making: &Making, write: &Left| {
            let nodes = &making.threads.nodes;
            let (own, there) = (&nodes[node], &nodes[write.node]);
            let executed = there.guard == this.yes || there.guard == own.guard;
            let reached = own.thread == there.thread || there.kind != NodeKind::Event || executed;
            write.always && executed && reached && making.surely_executed_before(write.node, node, yes)
        };
        let hiding: Vec<usize> = possible
            .iter()
            .filter(|write| hides(self, making, write))
            .map(|write| write.node)
            .collect();
        let is_hidden = |making: &Making, write: usize| {
            let mut hiding = hiding.iter();
            hiding.any(|&other| other != write && making.surely_before(write, other, yes))
        };
        let sources: Vec<Left> = possible
            .iter()
            .filter(|write| !is_hidden(making, write.node))
            .copied()
            .collect();
        let later = self.none_from(making, node, &sources);
        let mut any = Vec::new();
        for source in &sources {
            let chosen = self.fresh("reads from", Sort::Bool);
            any.push(chosen);
            let wrote = self.pool.and(making.executed[source.node], source.when);
            self.imply(making, &[chosen], wrote);
            let earlier = self.before(making, source.node, node);
            self.imply(making, &[chosen], earlier);
            self.sees(making, chosen, read, (source.value, source.written));
            self.nothing_between(making, chosen, source.node, &later);
        }
        if hiding.is_empty() {
            let chosen = self.fresh("reads from", Sort::Bool);
            any.push(chosen);
            self.sees(making, chosen, read, first);
            for own in later.values() {
                self.imply(making, &[chosen], own[0].1);
            }
        }
        let some = self.pool.or_all(&any);
        self.imply(making, &[live], some);
    }

    /// By thread, for each write: that neither it nor a later one of its thread happens before the read. One literal for all
    /// of them, so that what lies between a write and the read takes one clause for each write, not one for each pair.
    fn none_from(
        &mut self,
        making: &mut Making,
        node: usize,
        sources: &[Left],
    ) -> BTreeMap<usize, Vec<(usize, TermId)>> {
        let mut threads: BTreeMap<usize, Vec<(usize, TermId)>> = BTreeMap::new();
        for source in sources.iter().rev() {
            let thread = making.threads.nodes[source.node].thread;
            let none = self.fresh("none from here", Sort::Bool);
            let wrote = self.pool.and(making.executed[source.node], source.when);
            let behind = self.before(making, node, source.node);
            self.imply(making, &[none, wrote], behind);
            let own = threads.entry(thread).or_default();
            if let Some(&(_, next)) = own.last() {
                self.imply(making, &[none], next);
            }
            own.push((source.node, none));
        }
        threads.values_mut().for_each(|own| own.reverse());
        threads
    }

    /// No write happens between the one that is read and the read.
    fn nothing_between(
        &mut self,
        making: &mut Making,
        chosen: TermId,
        source: usize,
        later: &BTreeMap<usize, Vec<(usize, TermId)>>,
    ) {
        let thread = making.threads.nodes[source].thread;
        for (&other, writes) in later {
            for &(write, none) in writes {
                if other == thread && write <= source {
                    continue;
                }
                let sooner = self.before(making, write, source);
                let not_sooner = self.pool.not(sooner);
                self.imply(making, &[chosen, not_sooner], none);
                // Those behind it are not sooner either.
                if self.truth(sooner) == Some(false) {
                    break;
                }
            }
        }
    }

    fn sees(&mut self, making: &mut Making, chosen: TermId, read: Read, (value, written): (Value, TermId)) {
        let same = match (read.value, value) {
            (Value::Bits(a), Value::Bits(b)) | (Value::Float(a), Value::Float(b)) => self.pool.eq(a, b),
            (
                Value::Pointer { object, offset },
                Value::Pointer {
                    object: other,
                    offset: at,
                },
            ) => {
                let (objects, offsets) = (self.pool.eq(object, other), self.pool.eq(offset, at));
                self.pool.and(objects, offsets)
            }
            // They look the same in the last pass.
            _ => self.yes,
        };
        let same = self.pool.implies(written, same);
        self.imply(making, &[chosen], same);
        let is = self.pool.eq(read.written, written);
        self.imply(making, &[chosen], is);
    }
}
