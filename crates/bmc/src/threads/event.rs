//! Events of threads, and accesses of what they share.
//!
//! A state remembers in which event it is. Its cells of shared bytes are what the event has read or written so far; the next
//! event begins without them. Accesses that no `Point` stands before (a library's own variables) belong to the event before
//! them; where ways with different last events have met they get one of their own that is tied to it.

use std::collections::BTreeMap;

use logic::{Sort, TermId};
use program::{Lifetime, VarId};

use crate::equation::StepKind;
use crate::memory::cells::Chunk;
use crate::memory::object::{Object, ObjectId, ObjectKind};
use crate::symex::scalar::{Repr, Scalar, Value};
use crate::symex::state::{Cell, Fill, State};
use crate::symex::{OBJECT_BITS, Symex};
use crate::threads::Parting;
use crate::threads::knowledge::Look;
use crate::threads::waiting::Act;

/// Where a state is among the events.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Whether there may be several threads.
    pub several: bool,
    /// The event that it is in; none where ways with different ones have met.
    pub node: Option<usize>,
    /// How deep in atomic sections.
    pub section: u32,
    /// Whether it is in an operation on an atomic object.
    pub operation: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NodeKind {
    /// Somebody decides who has this event.
    Event,
    /// Goes with the event before it.
    Tied,
    /// The program ends here, tied to the event before.
    Halt,
}

/// What a read sees.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Read {
    pub scalar: Scalar,
    pub value: Value,
    pub written: TermId,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Write {
    pub object: ObjectId,
    pub at: u64,
    pub size: u64,
    pub guard: TermId,
    /// Nothing: bytes that count as never written.
    pub value: Option<Value>,
}

/// An access that may race with others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access {
    pub object: ObjectId,
    pub at: u64,
    pub size: u64,
    pub write: bool,
    pub guard: TermId,
    pub atomic: bool,
    pub section: bool,
    /// The step that it is made before.
    pub step: usize,
}

#[derive(Debug)]
pub(crate) struct Node {
    pub thread: usize,
    pub kind: NodeKind,
    pub guard: TermId,
    /// The step that stands for it.
    pub step: usize,
    /// Whether it can happen.
    pub enabled: TermId,
    /// The same, if waiting does not end by itself.
    pub wakes: TermId,
    pub act: Act,
    pub reads: BTreeMap<(ObjectId, u64), Read>,
    pub writes: Vec<Write>,
    pub accesses: Vec<Access>,
    /// Events inside of a section, by whether they happen.
    pub inner: Vec<TermId>,
    /// The thread that it starts, waits for the end of, or ends.
    pub starts: Option<usize>,
    pub joins: Option<usize>,
    pub ends: bool,
}

impl Symex<'_> {
    /// Whether there may be several threads here.
    pub(crate) fn several(&self, state: &State) -> bool {
        state.moment.several && self.threads.is_some()
    }

    /// From here on there may be several threads.
    pub(crate) fn part_threads(&mut self, state: &mut State) {
        let parting = Parting {
            state: state.clone(),
            guard: state.path.all(),
        };
        state.moment.several = true;
        state.moment.node = None;
        self.forget(state);
        if let Some(threads) = &mut self.threads {
            threads.partings.push(parting);
        }
    }

    /// Two states that meet are in the same place among the events afterwards; false if that cannot be.
    pub(crate) fn level_moments(&mut self, a: &mut State, b: &mut State) -> bool {
        if a.moment.section != b.moment.section {
            return false;
        }
        if b.moment.several && !a.moment.several {
            self.part_threads(a);
        } else if a.moment.several && !b.moment.several {
            self.part_threads(b);
        }
        if a.moment.node != b.moment.node {
            self.forget(a);
            self.forget(b);
            a.moment.node = None;
        }
        a.moment.operation &= b.moment.operation;
        b.moment = a.moment;
        true
    }

    /// What a state knew of shared cells is not known any more.
    fn forget(&mut self, state: &mut State) {
        let Some(threads) = &self.threads else { return };
        for (&object, parts) in &threads.parts {
            if state
                .cells
                .range((object, 0)..=(object, u64::MAX))
                .next()
                .is_none()
            {
                continue;
            }
            for &(at, size) in parts {
                let keys: Vec<_> = state
                    .cells
                    .range((object, at)..(object, at + size))
                    .map(|(key, _)| *key)
                    .collect();
                for key in keys {
                    state.cells.remove(&key);
                }
                state.remove_indeterminate(object, at..at + size);
            }
        }
    }

    /// The next event of a thread.
    pub(crate) fn new_node(&mut self, state: &mut State, kind: NodeKind) -> usize {
        let guard = state.path.all();
        self.new_node_if(state, kind, guard)
    }

    /// The same, if it does not happen in all runs that come here.
    pub(crate) fn new_node_if(&mut self, state: &mut State, kind: NodeKind, guard: TermId) -> usize {
        let node = self.add_node(kind, guard);
        if kind == NodeKind::Event {
            self.forget(state);
        }
        state.moment.node = Some(node);
        node
    }

    fn add_node(&mut self, kind: NodeKind, guard: TermId) -> usize {
        let targets = Box::default();
        let step = self.step_guarded(guard, StepKind::Effect { targets }, Box::default());
        let yes = self.yes;
        let threads = self.threads.as_mut().expect("there are threads");
        let thread = threads.current;
        if kind != NodeKind::Halt {
            let ended = std::mem::take(&mut threads.ended);
            threads.seen.mortal.extend(ended);
        }
        threads.nodes.push(Node {
            thread,
            kind,
            guard,
            step: step.0 as usize,
            enabled: yes,
            wakes: yes,
            act: Act::Plain,
            reads: BTreeMap::new(),
            writes: Vec::new(),
            accesses: Vec::new(),
            inner: Vec::new(),
            starts: None,
            joins: None,
            ends: false,
        });
        threads.nodes.len() - 1
    }

    /// Another thread may run here: an event begins, if it is not inside of a section.
    pub(crate) fn point(&mut self, state: &mut State) {
        if !self.several(state) {
            return;
        }
        if state.moment.section > 0 {
            let guard = state.path.all();
            match (state.moment.node, &mut self.threads) {
                (Some(node), Some(threads)) => threads.nodes[node].inner.push(guard),
                _ => {
                    self.unsupported(state, "an atomic section that begins in several places");
                    self.lose(state);
                }
            }
            return;
        }
        self.new_node(state, NodeKind::Event);
    }

    /// The event that an access belongs to.
    pub(crate) fn node_of(&mut self, state: &State) -> usize {
        match state.moment.node {
            Some(node) => node,
            None => self.add_node(NodeKind::Tied, state.path.all()),
        }
    }

    pub(crate) fn is_shared(&self, object: ObjectId) -> bool {
        self.threads
            .as_ref()
            .is_some_and(|threads| threads.parts.contains_key(&object))
    }

    /// Whether a byte is shared.
    pub(crate) fn is_shared_at(&self, object: ObjectId, at: u64) -> bool {
        self.threads
            .as_ref()
            .and_then(|threads| threads.parts.get(&object))
            .is_some_and(|parts| parts.iter().any(|&(from, size)| from <= at && at < from + size))
    }

    /// Whether an object can be shared at all.
    pub(crate) fn can_be_shared(&self, object: ObjectId) -> bool {
        match self.object(object).kind {
            ObjectKind::Static(var) => !self.program.variable(var).read_only,
            ObjectKind::Local { var, .. } => {
                let variable = self.program.variable(var);
                variable.addressed && variable.lifetime != Lifetime::Temporary
            }
            ObjectKind::Heap(_)
            | ObjectKind::Alloca { .. }
            | ObjectKind::Vla { .. }
            | ObjectKind::Arguments => true,
            ObjectKind::Result => self
                .threads
                .as_ref()
                .is_some_and(|threads| threads.shadows.contains(&object)),
            ObjectKind::Nothing | ObjectKind::Function(_) => false,
        }
    }

    /// Notes who accesses what.
    fn touch(&mut self, state: &State, object: ObjectId, at: u64, size: u64, write: bool) {
        if let Some(threads) = &mut self.threads {
            let current = threads.current;
            threads.seen.note_use(object, at, size, current, write);
            let _ = state;
        }
    }

    /// Notes an access that may race with others, if it is made.
    pub(crate) fn note_access(
        &mut self,
        state: &State,
        object: ObjectId,
        (at, size): (u64, u64),
        write: bool,
        chosen: TermId,
    ) {
        if !self.several(state) || !self.is_shared(object) || !self.can_race(object) {
            return;
        }
        let guard = self.pool.and_all(&[state.path.all(), self.lazy, chosen]);
        if self.truth(guard) == Some(false) {
            return;
        }
        let node = self.node_of(state);
        let access = Access {
            object,
            at,
            size,
            write,
            guard,
            atomic: state.moment.operation,
            section: state.moment.section > 0,
            step: self.steps.len(),
        };
        if let Some(threads) = &mut self.threads {
            threads.nodes[node].accesses.push(access);
        }
    }

    fn can_race(&self, object: ObjectId) -> bool {
        let own = |var: VarId| !self.program.variable(var).library;
        match self.object(object).kind {
            ObjectKind::Static(var) | ObjectKind::Local { var, .. } => own(var),
            ObjectKind::Result => false,
            _ => true,
        }
    }

    /// The parts of some bytes that are shared.
    fn shared_parts(&self, object: ObjectId, at: u64, size: u64) -> Vec<(u64, u64)> {
        let Some(parts) = self
            .threads
            .as_ref()
            .and_then(|threads| threads.parts.get(&object))
        else {
            return Vec::new();
        };
        let end = at.saturating_add(size);
        let overlapping = parts
            .iter()
            .filter(|(from, size)| *from < end && at < from + size);
        // An access that was not seen before cuts parts short; then everything is executed once more.
        overlapping
            .map(|&(from, size)| (from.max(at), (from + size).min(end) - from.max(at)))
            .collect()
    }

    /// Before some bytes are read: shared ones among them that this event has not read or written become symbols.
    pub(crate) fn fetch(
        &mut self,
        state: &mut State,
        object: ObjectId,
        at: u64,
        size: u64,
        scalar: Option<Scalar>,
    ) {
        if !self.several(state) || !self.can_be_shared(object) {
            return;
        }
        self.touch(state, object, at, size, false);
        if let (Some(scalar), Some(threads)) = (scalar, &mut self.threads)
            && u64::from(scalar.size) == size
        {
            threads.seen.note_look((object, at), Look::of(scalar.repr));
        }
        for (from, size) in self.shared_parts(object, at, size) {
            if size > 16 {
                // Only the first pass can come here: nobody accesses so many bytes as one scalar.
                for next in (0..size).step_by(8) {
                    self.fetch_part(state, object, from + next, (size - next).min(8) as u32);
                }
                continue;
            }
            self.fetch_part(state, object, from, size as u32);
        }
    }

    fn fetch_part(&mut self, state: &mut State, object: ObjectId, at: u64, size: u32) {
        let word = self.width / 8;
        let look = self
            .threads
            .as_ref()
            .and_then(|threads| threads.known.look((object, at)));
        let scalar = look.map_or(Scalar::raw(size), |look| look.scalar(size, word));
        let reads = std::mem::take(&mut self.reads);
        let found = self.read_at(state, object, at, scalar);
        if self.truth(found.written) != Some(true) {
            let node = self.node_of(state);
            let read = self.node_read(node, object, at, scalar);
            let exact = state
                .cells
                .get(&(object, at))
                .is_some_and(|cell| cell.size == size);
            let value = match found.value {
                None => read.value,
                Some(value) if exact => self.select(found.written, value, read.value),
                Some(_) => {
                    let whole = self.plain_bytes(read.value, size);
                    let bits = self.read_bytes_or(state, object, at, size, whole);
                    self.read_as(bits, scalar)
                }
            };
            let written = self.pool.or(found.written, read.written);
            self.make_room(state, object, at, size.into());
            let step = crate::StepId(self.steps.len().saturating_sub(1) as u32);
            let cell = Cell {
                value,
                size,
                written,
                step,
            };
            state.cells.insert((object, at), cell);
        }
        self.reads = reads;
    }

    /// What an event sees of a cell.
    pub(crate) fn node_read(&mut self, node: usize, object: ObjectId, at: u64, scalar: Scalar) -> Read {
        let known = self
            .threads
            .as_ref()
            .and_then(|threads| threads.nodes[node].reads.get(&(object, at)).copied());
        if let Some(read) = known.filter(|read| read.scalar.size == scalar.size) {
            return read;
        }
        let value = match scalar.repr {
            Repr::Int(..) | Repr::Bool => Value::Bits(self.fresh("shared", Sort::BitVec(scalar.size * 8))),
            Repr::Float(format) => Value::Float(self.fresh("shared", Sort::Float(format))),
            Repr::Pointer => self.shared_pointer(object, at),
        };
        let unwritten = self
            .threads
            .as_ref()
            .is_some_and(|threads| threads.known.unwritten.contains(&(object, at)));
        let written = match unwritten {
            true => self.fresh("is written", Sort::Bool),
            false => self.yes,
        };
        let read = Read {
            scalar,
            value,
            written,
        };
        if let Some(threads) = &mut self.threads {
            threads.nodes[node].reads.insert((object, at), read);
        }
        read
    }

    /// One of the pointers that may be in a cell.
    fn shared_pointer(&mut self, object: ObjectId, at: u64) -> Value {
        let targets: Vec<(u32, Option<u64>)> = self
            .threads
            .as_ref()
            .and_then(|threads| threads.known.pointers.get(&(object, at)))
            .map(|targets| targets.iter().copied().collect())
            .unwrap_or_default();
        let mut targets = targets.into_iter();
        let one = |this: &mut Self, (target, offset): (u32, Option<u64>)| Value::Pointer {
            object: this.pool.bv(OBJECT_BITS, target.into()),
            offset: match offset {
                Some(offset) => this.pool.bv(this.width, offset.into()),
                None => this.fresh("shared offset", Sort::BitVec(this.width)),
            },
        };
        let mut value = match targets.next() {
            Some(target) => one(self, target),
            None => self.null(),
        };
        for target in targets {
            let which = self.fresh("shared pointer", Sort::Bool);
            let then = one(self, target);
            value = self.select(which, then, value);
        }
        value
    }

    /// Some bytes are written.
    pub(crate) fn wrote(
        &mut self,
        state: &State,
        object: ObjectId,
        at: u64,
        size: u64,
        value: Option<Value>,
        written: TermId,
    ) {
        if !self.several(state) || !self.can_be_shared(object) || size == 0 {
            return;
        }
        self.touch(state, object, at, size, true);
        if let (Some(value), Some(threads)) = (value, &mut self.threads) {
            let look = match value {
                Value::Pointer { .. } => Look::Pointer,
                Value::Float(term) => match self.pool.sort(term) {
                    Sort::Float(format) => Look::Float(format),
                    _ => Look::Plain,
                },
                Value::Bits(_) => Look::Plain,
            };
            threads.seen.note_look((object, at), look);
        }
        if self.shared_parts(object, at, size).is_empty() {
            return;
        }
        let node = self.node_of(state);
        let chosen = self.threads.as_ref().and_then(|threads| threads.chosen);
        let chosen = chosen.unwrap_or(self.yes);
        let guard = self.pool.and_all(&[state.path.all(), written, chosen]);
        if let Some(threads) = &mut self.threads {
            threads.nodes[node].writes.push(Write {
                object,
                at,
                size,
                guard,
                value,
            });
        }
    }

    /// A cell that this event knows is read.
    pub(crate) fn note_read(&mut self, state: &State, object: ObjectId, at: u64, scalar: Scalar) {
        if !self.several(state) || !self.can_be_shared(object) {
            return;
        }
        self.touch(state, object, at, scalar.size.into(), false);
        if let Some(threads) = &mut self.threads {
            threads.seen.note_look((object, at), Look::of(scalar.repr));
        }
    }

    /// A record or an array is written as a whole.
    pub(crate) fn wrote_chunk(&mut self, state: &State, object: ObjectId, offset: u64, chunk: &Chunk) {
        if !self.several(state) || !self.can_be_shared(object) || chunk.size == 0 {
            return;
        }
        self.touch(state, object, offset, chunk.size, true);
        for (at, cell) in &chunk.cells {
            let size = cell.size.into();
            self.wrote(state, object, offset + at, size, Some(cell.value), cell.written);
        }
        let covered = |at: u64| {
            let mut cells = chunk.cells.iter();
            cells.any(|(from, cell)| (*from..from + u64::from(cell.size)).contains(&at))
        };
        for (at, size) in self.shared_parts(object, offset, chunk.size) {
            // All or nothing of a part: it is accessed as a whole.
            if covered(at - offset) || size > 16 {
                continue;
            }
            let value = chunk.zero.then(|| Value::Bits(self.pool.bv(size as u32 * 8, 0)));
            self.wrote(state, object, at, size, value, self.yes);
        }
    }

    /// What bytes of an object hold that has no cell there; nothing if it is not known.
    pub(crate) fn fill_of(&self, state: &State, object: ObjectId, at: u64) -> Option<Fill> {
        if self.threads.is_none() {
            return state.live.get(&object).map(|live| live.fill);
        }
        if state.moment.several && self.is_shared_at(object, at) {
            return Some(Fill::Unwritten);
        }
        let shadow = || {
            let threads = self.threads.as_ref()?;
            threads.shadows.contains(&object).then_some(Fill::Zero)
        };
        state.live.get(&object).map(|live| live.fill).or_else(shadow)
    }

    /// The object that stands beside another one.
    pub(crate) fn beside(&mut self, object: ObjectId) -> ObjectId {
        if let Some(&known) = self
            .threads
            .as_ref()
            .and_then(|threads| threads.beside.get(&object))
        {
            return known;
        }
        let size = self.pool.bv(self.width, 0);
        let Some(threads) = &mut self.threads else {
            return object;
        };
        let new = threads.number_beside(object);
        let shadow = Object {
            kind: ObjectKind::Result,
            size,
            bytes: Some(0),
            read_only: false,
            align: 1,
        };
        match self.objects.get_mut(new.0 as usize) {
            Some(same) => *same = shadow,
            None => self.objects.push(shadow),
        }
        new
    }

    /// Whether an object is alive, where several threads may use it.
    pub(crate) fn alive_among_threads(&mut self, state: &State, object: ObjectId) -> TermId {
        let live = state.live.get(&object).map(|live| live.alive);
        let Some(threads) = &mut self.threads else {
            return live.unwrap_or(self.no);
        };
        let (current, owner) = (threads.current, threads.owners.get(&object).copied());
        let shared = threads.parts.contains_key(&object);
        let mortal = threads.known.mortal.contains(&object);
        let born = match threads.made_now.contains(&object) {
            true => threads.births.contains_key(&object),
            false => threads.known.born.contains(&object),
        };
        let foreign = live.is_none() && born && owner.is_some_and(|owner| owner != current);
        if foreign {
            let owner = owner.unwrap_or(current);
            let bytes = self.objects[object.0 as usize].bytes.unwrap_or(0).max(1);
            for thread in [current, owner] {
                threads.seen.note_use(object, 0, bytes, thread, true);
            }
        }
        if !shared {
            return live.unwrap_or(self.no);
        }
        if !can_end(self.object(object).kind) || !mortal {
            return live.unwrap_or(if foreign { self.yes } else { self.no });
        }
        let ended = self.has_ended(state, object);
        let lasts = self.pool.not(ended);
        match live {
            Some(alive) => self.pool.and(alive, lasts),
            None if foreign => lasts,
            None => self.no,
        }
    }

    /// An object comes to life.
    pub(crate) fn begin_object(&mut self, state: &State, object: ObjectId, fill: Fill) {
        if self.several(state)
            && let Some(threads) = &mut self.threads
        {
            threads.births.insert(object, fill);
            threads.seen.born.insert(object);
        }
    }

    /// Whether some thread has ended an object.
    fn has_ended(&mut self, state: &State, object: ObjectId) -> TermId {
        let shadow = self.beside(object);
        self.touch(state, shadow, ENDED, 1, false);
        let one = self.pool.bv(8, 1);
        let own = state.cells.get(&(shadow, ENDED)).copied();
        if !self.is_shared_at(shadow, ENDED) {
            return match own {
                Some(Cell {
                    value: Value::Bits(bits),
                    ..
                }) => self.pool.eq(bits, one),
                _ => self.no,
            };
        }
        let node = self.node_of(state);
        let read = self.node_read(node, shadow, ENDED, Scalar::raw(1));
        let value = match own {
            Some(own) => self.select(own.written, own.value, read.value),
            None => read.value,
        };
        let bits = self.plain(value);
        self.pool.eq(bits, one)
    }

    /// An object ends while there may be several threads.
    pub(crate) fn end_object(&mut self, state: &mut State, object: ObjectId, when: TermId) {
        if !self.several(state) || !self.can_be_shared(object) || !can_end(self.object(object).kind) {
            return;
        }
        // Who ends an object uses it, so that it is shared with those who only use it otherwise.
        let bytes = self.object(object).bytes.unwrap_or(WHOLE).max(1);
        self.touch(state, object, 0, bytes, true);
        if let Some(threads) = &mut self.threads {
            threads.ended.push(object);
        }
        if !self.is_shared(object) {
            return;
        }
        let shadow = self.beside(object);
        let cell = Cell {
            value: Value::Bits(self.pool.bv(8, 1)),
            size: 1,
            written: when,
            step: crate::StepId(self.steps.len().saturating_sub(1) as u32),
        };
        self.write_beside(state, shadow, ENDED, cell);
    }

    /// Writes a cell of an object that stands beside another one, where its `written` holds.
    pub(crate) fn write_beside(&mut self, state: &mut State, shadow: ObjectId, at: u64, cell: Cell) {
        if self.several(state) && self.is_shared_at(shadow, at) {
            self.write_at(state, shadow, at, cell);
            return;
        }
        let old = match state.cells.get(&(shadow, at)) {
            Some(old) => old.value,
            None => self.zero_like(cell.value, cell.size),
        };
        let value = self.select(cell.written, cell.value, old);
        let cell = Cell {
            value,
            written: self.yes,
            ..cell
        };
        self.write_at(state, shadow, at, cell);
    }
}

/// More bytes than any object has.
const WHOLE: u64 = 1 << 40;

/// Where an object that stands beside another one says whether that one has ended.
pub(crate) const ENDED: u64 = 1 << 40;

fn can_end(kind: ObjectKind) -> bool {
    !matches!(
        kind,
        ObjectKind::Static(_) | ObjectKind::Arguments | ObjectKind::Result
    )
}
