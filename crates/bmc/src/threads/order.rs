//! The order of events, and what each of them comes to in it.
//!
//! Every thread is followed as far as the solver likes: an event is *executed* if its thread has come to it, and goes on. A run
//! that ends in the middle of things, at a violated claim or where nobody can move, is a run in which each thread has
//! stopped somewhere; what lies behind that has not happened and constrains nothing. An event that its thread stands before is
//! *pending*; what it would see is what there is in the end.
//!
//! The order is total: a literal for each pair of events of different threads that matter to others, and the order of the
//! program for those of one. Of two threads it is enough that the literals are monotone; of three, no three events may be in
//! a circle, which `decide::acyclic` takes care of. Starting and joining threads decides many pairs beforehand.

use std::collections::{BTreeMap, HashMap};

use logic::{Sort, TermId};
use program::ClaimId;

use crate::equation::{StepId, StepKind};
use crate::memory::object::ObjectId;
use crate::symex::Symex;
use crate::threads::Threads;
use crate::threads::event::NodeKind;
use crate::threads::life::taken_cell;

/// What is known of an event afterwards.
#[derive(Debug)]
pub(crate) struct Event {
    pub thread: usize,
    /// Whether somebody decides who has it.
    pub decided: bool,
    pub executed: TermId,
    /// Whether it is executed, or its thread stands before it.
    pub live: TermId,
    /// Events inside of it.
    pub inner: Vec<TermId>,
    pub starts: Option<usize>,
    /// Whether the order knows it.
    pub ordered: bool,
    /// Whether the process ends with it.
    pub halts: bool,
}

/// What a report of one thread needs.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    pub parent: Option<usize>,
    pub created: Option<usize>,
    pub first: usize,
}

/// The event that is next where a data race is found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neighbours {
    pub found: TermId,
    pub second: usize,
}

/// The order of an equation's events, with all that it implies.
#[derive(Debug)]
pub(crate) struct Concurrency {
    /// What holds in every run.
    pub hard: Vec<TermId>,
    pub questions: Vec<(ClaimId, StepId, TermId)>,
    pub events: Vec<Event>,
    pub threads: Vec<Named>,
    /// By thread: the events that matter to others. Of two threads the order is monotone; that there are no circles of three
    /// is said by who asks.
    pub ordered: Vec<Vec<usize>>,
    pub before: HashMap<(usize, usize), TermId>,
    pub races: Vec<Neighbours>,
    /// Whether there is more than one thread anywhere.
    pub several: bool,
}

/// The order while it is made.
pub(crate) struct Making {
    pub threads: Threads,
    pub executed: Vec<TermId>,
    pub pending: Vec<TermId>,
    /// By thread: the events that matter to others.
    pub ordered: Vec<Vec<usize>>,
    /// By thread: whether some claim fails in it.
    pub fails: Vec<Vec<(ClaimId, StepId, TermId)>>,
    /// Steps that end a run unless this holds, wherever the thread has got to.
    pub ends_unless: BTreeMap<usize, TermId>,
    pub before: HashMap<(usize, usize), TermId>,
    pub hard: Vec<TermId>,
    joins: HashMap<usize, usize>,
}

impl Symex<'_> {
    /// Puts the events in order, once all threads have been executed.
    pub(crate) fn order_events(&mut self) -> Concurrency {
        let Some(threads) = self.threads.take() else {
            unreachable!("only programs with threads have events")
        };
        let count = threads.nodes.len();
        let mut making = Making {
            executed: vec![self.no; count],
            pending: vec![self.no; count],
            ordered: vec![Vec::new(); threads.list.len()],
            fails: vec![Vec::new(); threads.list.len()],
            ends_unless: BTreeMap::new(),
            before: HashMap::new(),
            hard: Vec::new(),
            joins: HashMap::new(),
            threads: *threads,
        };
        making.joins = self.sole_joins(&making.threads);
        self.choose_ordered(&mut making);
        self.follow_threads(&mut making);
        self.make_order(&mut making);
        self.tie(&mut making);
        let peeking = self.peeking(&making);
        self.end_last(&mut making, &peeking);
        self.read_from(&mut making, &peeking);
        let (questions, races) = self.ask_threads(&mut making);
        let several = making.threads.list.len() > 1 || !making.threads.partings.is_empty();
        let mut is_ordered = vec![false; count];
        for &node in making.ordered.iter().flatten() {
            is_ordered[node] = true;
        }
        let live: Vec<TermId> = (0..count)
            .map(|index| self.pool.or(making.executed[index], making.pending[index]))
            .collect();
        let events = making
            .threads
            .nodes
            .iter()
            .enumerate()
            .map(|(index, node)| Event {
                thread: node.thread,
                decided: node.kind == NodeKind::Event,
                executed: making.executed[index],
                live: live[index],
                inner: node.inner.clone(),
                starts: node.starts,
                ordered: is_ordered[index],
                halts: node.kind == NodeKind::Halt,
            });
        let named = making.threads.list.iter().map(|thread| Named {
            parent: thread.parent,
            created: thread.created,
            first: thread.first,
        });
        let concurrency = Concurrency {
            hard: making.hard,
            ordered: making.ordered,
            questions,
            events: events.collect(),
            threads: named.collect(),
            before: making.before,
            races,
            several,
        };
        self.threads = Some(Box::new(making.threads));
        concurrency
    }

    /// The events that are the only ones to join a thread.
    fn sole_joins(&mut self, threads: &Threads) -> HashMap<usize, usize> {
        let mut joins = HashMap::new();
        let Some(&shadow) = threads.beside.get(&ObjectId(0)) else {
            return joins;
        };
        for thread in 1..threads.list.len() {
            let cell = taken_cell(thread);
            let takes = |node: &crate::threads::event::Node| {
                let mut writes = node.writes.iter();
                writes.any(|write| write.object == shadow && write.at == cell)
            };
            // The cell may not be shared, and then its writes are not noted.
            let joining = |node: &crate::threads::event::Node| node.joins == Some(thread);
            let mut nodes = threads.nodes.iter().enumerate();
            let mut all = nodes.by_ref().filter(|(_, node)| takes(node) || joining(node));
            if let (Some((index, node)), None) = (all.next(), all.next())
                && node.joins == Some(thread)
            {
                joins.insert(thread, index);
            }
        }
        joins
    }

    /// Which events matter to others.
    fn choose_ordered(&mut self, making: &mut Making) {
        let (yes, nodes) = (self.yes, &making.threads.nodes);
        let mut ordered = vec![Vec::new(); making.threads.list.len()];
        let matters: Vec<bool> = nodes
            .iter()
            .map(|node| {
                !node.reads.is_empty()
                    || !node.writes.is_empty()
                    || !node.accesses.is_empty()
                    || node.enabled != yes
                    || node.wakes != yes
            })
            .collect();
        let halts: Vec<bool> = nodes
            .iter()
            .enumerate()
            .map(|(index, node)| {
                let mut others = nodes.iter().enumerate();
                node.kind == NodeKind::Halt
                    && others.any(|(other, another)| {
                        another.thread != node.thread
                            && matters[other]
                            && !making.surely_before(other, index, yes)
                    })
            })
            .collect();
        let mut has_tied = vec![false; making.threads.list.len()];
        for (index, node) in nodes.iter().enumerate() {
            has_tied[node.thread] |= halts[index] || node.kind == NodeKind::Tied && matters[index];
        }
        for (index, node) in nodes.iter().enumerate() {
            let event = has_tied[node.thread] && node.kind == NodeKind::Event;
            if matters[index] || halts[index] || event {
                ordered[node.thread].push(index);
            }
        }
        making.ordered = ordered;
    }

    /// How far each thread goes: which events are executed, which claims fail.
    fn follow_threads(&mut self, making: &mut Making) {
        let mut node_at: HashMap<usize, usize> = HashMap::new();
        for (index, node) in making.threads.nodes.iter().enumerate() {
            node_at.insert(node.step, index);
        }
        let mut goes_on = vec![self.no; self.steps.len() + 1];
        let mut ends = Vec::new();
        for thread in 0..making.threads.list.len() {
            let item = making.threads.list[thread].clone();
            let mut here = match item.created {
                Some(node) => making.executed[node],
                None => self.yes,
            };
            let end = item.end.min(self.steps.len());
            for (index, going) in goes_on.iter_mut().enumerate().take(end).skip(item.first) {
                *going = here;
                if let StepKind::Assume { cond, .. } | StepKind::Claim { cond, .. } = self.steps[index].kind {
                    let fine = self.pool.implies(self.steps[index].guard, cond);
                    making.ends_unless.insert(index, fine);
                }
                let guard = self.pool.and(self.steps[index].guard, here);
                self.steps[index].guard = guard;
                match self.steps[index].kind {
                    StepKind::Assume { cond, .. } => {
                        let fine = self.pool.implies(guard, cond);
                        making.hard.push(fine);
                    }
                    StepKind::Claim { claim, cond, .. } => {
                        let fine = self.pool.implies(guard, cond);
                        if self.truth(fine) == Some(true) {
                            continue;
                        }
                        let fails = self.pool.not(fine);
                        making.fails[thread].push((claim, StepId(index as u32), fails));
                        here = self.pool.and(here, fine);
                    }
                    _ => {
                        if let Some(&node) = node_at.get(&index) {
                            here = self.follow_node(making, node, guard, here);
                        }
                    }
                }
            }
            ends.push(here);
        }
        for index in 0..self.cuts.len() {
            let at = self.cuts[index].at;
            let here = going_on(&making.threads, at, &goes_on, &ends, self.yes);
            self.cuts[index].guard = self.pool.and(self.cuts[index].guard, here);
        }
        for index in 0..self.address_uses.len() {
            let at = self.address_uses[index].at;
            let here = going_on(&making.threads, at, &goes_on, &ends, self.yes);
            self.address_uses[index].guard = self.pool.and(self.address_uses[index].guard, here);
        }
    }

    /// Whether the thread goes on behind an event.
    fn follow_node(&mut self, making: &mut Making, node: usize, reached: TermId, here: TermId) -> TermId {
        let event = &making.threads.nodes[node];
        if event.kind != NodeKind::Event {
            making.executed[node] = reached;
            return match event.kind {
                NodeKind::Halt => {
                    let not = self.pool.not(reached);
                    self.pool.and(here, not)
                }
                _ => here,
            };
        }
        let enabled = event.enabled;
        let goes = self.fresh("goes on", Sort::Bool);
        let executed = self.pool.and(reached, goes);
        let able = self.pool.implies(executed, enabled);
        making.hard.push(able);
        let stays = self.pool.not(goes);
        making.executed[node] = executed;
        making.pending[node] = self.pool.and(reached, stays);
        let stopped = self.pool.not(making.pending[node]);
        self.pool.and(here, stopped)
    }

    /// Whether an event is before another one.
    pub(crate) fn before(&mut self, making: &mut Making, a: usize, b: usize) -> TermId {
        if a > b {
            let after = self.before(making, b, a);
            return self.pool.not(after);
        }
        let nodes = &making.threads.nodes;
        if nodes[a].thread == nodes[b].thread {
            return self.yes;
        }
        if let Some(&known) = making.before.get(&(a, b)) {
            return known;
        }
        let term = if making.surely_before(a, b, self.yes) {
            self.yes
        } else if making.surely_before(b, a, self.yes) {
            self.no
        } else {
            self.fresh("before", Sort::Bool)
        };
        making.before.insert((a, b), term);
        term
    }

    fn make_order(&mut self, making: &mut Making) {
        let count = making.ordered.len();
        for thread in 0..count {
            for other in (0..count).filter(|&other| other != thread) {
                let (own, others) = (making.ordered[thread].clone(), making.ordered[other].clone());
                // Every pair is known, also of threads with one event.
                for &there in others.iter().filter(|_| own.len() == 1) {
                    self.before(making, own[0], there);
                }
                for pair in own.windows(2) {
                    for &there in &others {
                        let (first, second) = (
                            self.before(making, pair[0], there),
                            self.before(making, pair[1], there),
                        );
                        self.imply(making, &[second], first);
                    }
                }
            }
        }
    }

    pub(crate) fn require(&mut self, making: &mut Making, term: TermId) {
        if self.truth(term) != Some(true) {
            making.hard.push(term);
        }
    }

    /// If all of these hold, so does that.
    pub(crate) fn imply(&mut self, making: &mut Making, conditions: &[TermId], then: TermId) {
        let mut clause: Vec<TermId> = conditions.iter().map(|&term| self.pool.not(term)).collect();
        clause.push(then);
        let any = self.pool.or_all(&clause);
        self.require(making, any);
    }

    /// Events that are tied to the ones before them happen at the same time.
    fn tie(&mut self, making: &mut Making) {
        for thread in 0..making.ordered.len() {
            let own = making.ordered[thread].clone();
            let kind = |making: &Making, node: usize| making.threads.nodes[node].kind;
            let Some(last) = own
                .iter()
                .rposition(|&node| kind(making, node) != NodeKind::Event)
            else {
                continue;
            };
            let others: Vec<usize> = (0..making.ordered.len())
                .filter(|&other| other != thread)
                .flat_map(|other| making.ordered[other].clone())
                .collect();
            for pair in own[..=last].windows(2) {
                let tied = kind(making, pair[1]) != NodeKind::Event;
                let taken = making.threads.nodes[pair[1]].guard;
                let skipped = self.pool.not(taken);
                let glued = if tied { self.yes } else { skipped };
                for &other in &others {
                    let (first, second) = (
                        self.before(making, other, pair[0]),
                        self.before(making, other, pair[1]),
                    );
                    // A join that is left out joins nobody.
                    if !tied && self.truth(second) == Some(true) {
                        continue;
                    }
                    self.imply(making, &[glued, second], first);
                }
            }
        }
    }

    /// Pending events that look at what there is in the end: those that may wait, and those that may race.
    fn peeking(&self, making: &Making) -> Vec<bool> {
        let nodes = making.threads.nodes.iter();
        nodes
            .map(|node| {
                node.kind == NodeKind::Event
                    && (node.enabled != self.yes || node.wakes != self.yes || !node.accesses.is_empty())
            })
            .collect()
    }

    /// What is pending is behind all that has been executed, and so is the end of the program.
    fn end_last(&mut self, making: &mut Making, peeking: &[bool]) {
        for thread in 0..making.ordered.len() {
            for index in 0..making.ordered[thread].len() {
                let node = making.ordered[thread][index];
                let halts = making.threads.nodes[node].kind == NodeKind::Halt;
                if !halts && !peeking[node] {
                    continue;
                }
                let ends = if halts {
                    making.executed[node]
                } else {
                    making.pending[node]
                };
                for other in 0..making.ordered.len() {
                    for &there in &making.ordered[other].clone() {
                        if other != thread {
                            let first = self.before(making, there, node);
                            let executed = making.executed[there];
                            self.imply(making, &[ends, executed], first);
                        }
                    }
                }
            }
        }
    }
}

/// Whether a thread goes on after so many steps.
fn going_on(threads: &Threads, at: usize, goes_on: &[TermId], ends: &[TermId], yes: TermId) -> TermId {
    let found = threads
        .list
        .iter()
        .enumerate()
        .rev()
        .find(|(index, thread)| thread.first < at || *index == 0);
    let Some((index, thread)) = found else { return yes };
    match at >= thread.end.min(goes_on.len() - 1) {
        true => ends.get(index).copied().unwrap_or(yes),
        false => goes_on[at],
    }
}

impl Making {
    /// Whether an event is before another one in every run that has both.
    pub(crate) fn surely_before(&self, a: usize, b: usize, yes: TermId) -> bool {
        self.surely(a, b, yes, self.threads.list.len())
    }

    fn surely(&self, a: usize, b: usize, yes: TermId, depth: usize) -> bool {
        let nodes = &self.threads.nodes;
        let (own, other) = (nodes[a].thread, nodes[b].thread);
        if own == other {
            return a <= b;
        }
        // It is started after that.
        let mut thread = other;
        while let Some(created) = self.threads.list[thread].created {
            thread = nodes[created].thread;
            if thread == own {
                if a <= created {
                    return true;
                }
                break;
            }
        }
        // Its thread has been joined before that.
        let Some(&join) = self.joins.get(&own).filter(|_| depth > 0) else {
            return false;
        };
        let sure = nodes[join].guard == yes || nodes[join].guard == nodes[b].guard;
        sure && (join == b || self.surely(join, b, yes, depth - 1))
    }

    /// Whether an event has been executed where a thread stands before another one, if it is reached at all.
    pub(crate) fn surely_executed_before(&self, a: usize, b: usize, yes: TermId) -> bool {
        let nodes = &self.threads.nodes;
        let joined = nodes[b].joins.is_some() && nodes[a].thread != nodes[b].thread;
        // One that waits for a thread to end is reached without that.
        let last = if joined { b.checked_sub(1) } else { Some(b) };
        last.is_some_and(|last| nodes[last].thread == nodes[b].thread && self.surely_before(a, last, yes))
    }
}
