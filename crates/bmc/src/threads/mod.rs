//! Programs with threads: every schedule at once.
//!
//! Each thread is executed symbolically once, in the order of creation, from the state in which it is started. What it shares
//! with others is not known there: between two *events* ([`event`]) others may have written it. So a read of a shared
//! cell is a fresh symbol, a write is noted with its event, and afterwards the [order] says which write each read sees: a
//! total order of the events, as a literal for each pair, is found by the solver together with the inputs (partial orders as
//! in CBMC, Alglave et al. 2013, made total because memory is sequentially consistent).
//!
//! An event is what the interpreter calls one: a `Point` or an operation with all that follows up to the next one. It
//! is indivisible, so several accesses in one (an atomic section, a lock that is tested and taken) need nothing of their own.
//! Locks, conditions and the like are cells, too ([`sync`](mod@sync)), beside the object that the program gives: an operation
//! reads and writes them in its event, and can happen only where it is *enabled*. Whether objects have been released is
//! another such cell.
//!
//! What is shared, and what a shared pointer may point at, is known only after all threads have been executed
//! ([`knowledge`]). So they are executed again with what was found, until nothing new is found. Objects keep their numbers
//! meanwhile: the n-th object of one kind that a thread makes has the same number each time.

pub(crate) mod event;
pub(crate) mod knowledge;
pub(crate) mod life;
pub(crate) mod order;
pub(crate) mod questions;
pub(crate) mod reads_from;
pub(crate) mod schedule;
pub(crate) mod sync;
pub(crate) mod waiting;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use logic::TermId;
use source::LocId;

use crate::memory::object::{ObjectId, ObjectKind};
use crate::symex::state::{Fill, State};
use crate::threads::event::Node;
use crate::threads::knowledge::Knowledge;
use crate::threads::life::Start;

/// Where objects of one kind come from.
type Site = (u8, u32, LocId);

/// What makes an object the same in all passes: who made it, what it is, and the how-many-th.
type ObjectKey = (usize, Site, u32);

/// One thread of the equation: one place at which one is started, as often as it is reached.
#[derive(Debug, Clone)]
pub(crate) struct Thread {
    pub parent: Option<usize>,
    /// The event that starts it.
    pub created: Option<usize>,
    /// Its steps.
    pub first: usize,
    pub end: usize,
}

/// Where one thread becomes several: what is shared from here on had these values.
#[derive(Debug)]
pub(crate) struct Parting {
    pub state: State,
    pub guard: TermId,
}

#[derive(Debug)]
pub(crate) struct Threads {
    /// What passes before this one have found out.
    pub known: Knowledge,
    pub seen: Knowledge,
    /// The shared bytes of each object, in parts that are accessed as a whole.
    pub parts: BTreeMap<ObjectId, Vec<(u64, u64)>>,
    numbers: HashMap<ObjectKey, ObjectId>,
    made: HashMap<(usize, Site), u32>,
    pub owners: HashMap<ObjectId, usize>,
    /// The objects that this pass has made so far.
    pub made_now: BTreeSet<ObjectId>,
    /// The objects that stand beside others, with what operations on threads know of them.
    pub beside: BTreeMap<ObjectId, ObjectId>,
    pub shadows: BTreeSet<ObjectId>,
    pub nodes: Vec<Node>,
    pub list: Vec<Thread>,
    pub current: usize,
    pub partings: Vec<Parting>,
    /// What bytes hold that nobody has written, of objects that were made while there were several threads.
    pub births: BTreeMap<ObjectId, Fill>,
    pub waiting: VecDeque<Start>,
    /// What `_Thread_local` objects begin with.
    pub initial: Option<State>,
    pub own: HashMap<(usize, program::VarId), ObjectId>,
    /// Whether the write that is being made is made, beside what its cell says.
    pub chosen: Option<TermId>,
    /// Objects that have ended since the last event of this thread.
    pub ended: Vec<ObjectId>,
}

impl Threads {
    pub(crate) fn new() -> Threads {
        Threads {
            known: Knowledge::default(),
            seen: Knowledge::default(),
            parts: BTreeMap::new(),
            numbers: HashMap::new(),
            made: HashMap::new(),
            owners: HashMap::new(),
            made_now: BTreeSet::new(),
            beside: BTreeMap::new(),
            shadows: BTreeSet::new(),
            nodes: Vec::new(),
            list: vec![Thread {
                parent: None,
                created: None,
                first: 0,
                end: usize::MAX,
            }],
            current: 0,
            partings: Vec::new(),
            births: BTreeMap::new(),
            waiting: VecDeque::new(),
            initial: None,
            own: HashMap::new(),
            chosen: None,
            ended: Vec::new(),
        }
    }

    /// Takes in what this pass has seen; whether that is more than what was known.
    pub(crate) fn learn(&mut self) -> bool {
        self.seen.threads = self.list.len();
        self.known.learn(&self.seen)
    }

    /// The next pass, with what is known now.
    pub(crate) fn next_pass(self) -> Threads {
        let parts = self.known.parts();
        Threads {
            known: self.known,
            parts,
            numbers: self.numbers,
            owners: self.owners,
            beside: self.beside,
            shadows: self.shadows,
            ..Threads::new()
        }
    }

    /// The number of the object that stands beside another one.
    pub(crate) fn number_beside(&mut self, object: ObjectId) -> ObjectId {
        let next = ObjectId(self.numbers.len() as u32);
        let key = (0, (9, object.0, LocId::NONE), 0);
        let id = *self.numbers.entry(key).or_insert(next);
        self.beside.insert(object, id);
        self.shadows.insert(id);
        id
    }

    /// The number of an object that is made now.
    pub(crate) fn number(&mut self, kind: ObjectKind) -> ObjectId {
        let site = site(kind);
        let count = self.made.entry((self.current, site)).or_insert(0);
        *count += 1;
        let next = ObjectId(self.numbers.len() as u32);
        let id = *self.numbers.entry((self.current, site, *count)).or_insert(next);
        self.owners.insert(id, self.current);
        self.made_now.insert(id);
        id
    }
}

fn site(kind: ObjectKind) -> Site {
    match kind {
        ObjectKind::Nothing => (0, 0, LocId::NONE),
        ObjectKind::Static(var) => (1, var.0, LocId::NONE),
        ObjectKind::Local { var, .. } => (2, var.0, LocId::NONE),
        ObjectKind::Heap(loc) => (3, 0, loc),
        ObjectKind::Alloca { loc, .. } => (4, 0, loc),
        ObjectKind::Vla { var, .. } => (5, var.0, LocId::NONE),
        ObjectKind::Function(function) => (6, function.0, LocId::NONE),
        ObjectKind::Arguments => (7, 0, LocId::NONE),
        ObjectKind::Result => (8, 0, LocId::NONE),
    }
}
