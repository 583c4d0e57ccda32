//! Figures 2 and 3 of *What Went Wrong*: failing and passing runs around one run.
//!
//! From each state of the original run, the last one first, everything that can happen is explored to a depth, with one
//! set of visited states for all of them. A run that takes the original's last action from the same control location
//! into the same error is a negative, one that gets past it a positive. A state that is met again with more steps left
//! is explored again. Where the depth ends, the original's actions are repeated from every state of the original that
//! has the same control location.
//!
//! Corrections of the figures: in figure 3 `l := l + 1` belongs to every round, and an error at the end is a negative
//! only if it is the original's.

use std::collections::{BTreeMap, HashMap, HashSet};

use interp::{Seen, StepPlace};
use program::{CheckKind, Program};

use crate::Options;
use crate::space::{End, Gap, Mark, Space, Taken, Wrong};
use crate::trie::{NodeId, Step, Trie};

/// A step of the original run, and the node that it leads to.
#[derive(Debug, Clone)]
pub(crate) struct OriginalStep {
    pub step: Step,
    pub node: NodeId,
}

/// What a negative must come to.
#[derive(Debug, Clone)]
pub(crate) struct Goal {
    pub step: Step,
    /// Nothing if the original passes.
    pub wrong: Option<Wrong>,
}

/// An error that is not the original's.
#[derive(Debug, Clone)]
pub struct OtherError {
    pub wrong: Wrong,
    pub place: StepPlace,
    /// The shortest run into it.
    pub node: NodeId,
    pub runs: u64,
}

/// Values that were seen before a step.
pub(crate) type Samples = HashMap<(NodeId, usize), Vec<Seen>>;

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub negatives: Vec<NodeId>,
    pub positives: Vec<NodeId>,
    pub others: BTreeMap<(Wrong, StepPlace), OtherError>,
    pub gaps: HashSet<Gap>,
    pub states: u64,
}

pub(crate) struct Explorer<'e, 'm> {
    pub program: &'e Program,
    pub space: &'e mut Space<'m>,
    pub trie: &'e mut Trie,
    pub samples: &'e mut Samples,
    pub points: &'e HashSet<StepPlace>,
    pub original: &'e [OriginalStep],
    pub goal: &'e Goal,
    pub options: &'e Options,
    pub depth: u32,
    pub stop: &'e (dyn Fn() -> bool + 'e),
    pub most_states: u64,
    pub visited: HashMap<u128, u32>,
    pub found: Found,
}

/// A state whose successors are being tried.
struct Open<'m> {
    node: NodeId,
    mark: Mark<'m>,
    threads: Vec<usize>,
    at: usize,
    figures: Vec<usize>,
    fresh: bool,
    left: u32,
}

impl<'m> Explorer<'_, 'm> {
    pub(crate) fn full(&mut self) -> bool {
        let runs = self.found.negatives.len() + self.found.positives.len();
        if runs >= self.options.max_runs {
            self.found.gaps.insert(Gap::Runs);
            return true;
        }
        if self.found.states >= self.most_states {
            self.found.gaps.insert(Gap::States);
            return true;
        }
        if self.found.states & 0xff == 0 && (self.stop)() {
            self.found.gaps.insert(Gap::Interrupted);
            return true;
        }
        self.found.gaps.contains(&Gap::Interrupted)
    }

    /// The model checker of figure 2, from where the space stands.
    pub(crate) fn explore(&mut self, from: NodeId) {
        let print = self.space.fingerprint();
        let known = self.visited.insert(print, self.depth);
        if known.is_some_and(|left| left >= self.depth) {
            self.visited.insert(print, known.unwrap_or(self.depth));
            return;
        }
        let mut open: Vec<Open<'m>> = Vec::new();
        self.enter(&mut open, from, self.depth);
        while let Some(top) = open.last_mut() {
            if top.at >= top.threads.len() {
                if let Some(done) = open.pop() {
                    self.space.forget(done.mark);
                }
                continue;
            }
            if self.full() {
                return;
            }
            if !top.fresh {
                self.space.back_to(&top.mark);
            }
            top.fresh = false;
            let (node, left, thread) = (top.node, top.left, top.threads[top.at]);
            if top.figures.is_empty() {
                self.sample(node, thread);
            }
            let top_figures = std::mem::take(&mut top.figures);
            let taken = self.space.counted(thread, &top_figures);
            let more = self.space.choices.borrow_mut().advance();
            if more {
                top.figures.clone_from(&self.space.choices.borrow().figures);
            } else {
                top.at += 1;
            }
            self.found.states += 1;
            let Some(reached) = self.reached(node, taken) else {
                continue;
            };
            let print = self.space.fingerprint();
            let left = left - 1;
            match self.visited.get_mut(&print) {
                Some(known) if *known >= left => continue,
                Some(known) => *known = left,
                None => {
                    self.visited.insert(print, left);
                }
            }
            self.enter(&mut open, reached, left);
        }
    }

    /// Goes on from a state, or repeats the original where the depth ends.
    fn enter(&mut self, open: &mut Vec<Open<'m>>, node: NodeId, left: u32) {
        if left == 0 {
            if self.options.extension {
                self.extend(node);
            }
            return;
        }
        if open.len() >= budgets::variations::MAX_ORIGINAL.count() {
            // A run of so many more steps is not followed further.
            self.found.gaps.insert(Gap::States);
            return;
        }
        open.push(Open {
            node,
            threads: self.space.threads(),
            mark: self.space.mark(),
            at: 0,
            figures: Vec::new(),
            fresh: true,
            left,
        });
    }

    pub(crate) fn sample(&mut self, node: NodeId, thread: usize) {
        let place = self.space.place(thread);
        let room = self.samples.len() < budgets::variations::MAX_SAMPLES.count();
        if room && self.points.contains(&place) {
            let space = &self.space;
            self.samples
                .entry((node, thread))
                .or_insert_with(|| space.seen(thread));
        }
    }

    /// Notes what a step came to; the node of the state that it leads to, if the run can go on there.
    fn reached(&mut self, from: NodeId, taken: Taken) -> Option<NodeId> {
        if taken.asked.iter().any(|asked| !asked.complete) {
            self.found.gaps.insert(Gap::Inputs);
        }
        let aimed = self.aims(&taken.step);
        let step = self.trie.number(taken.step);
        let inputs = taken.asked.into_iter().map(|asked| asked.input).collect();
        match taken.end {
            End::Infeasible => None,
            End::Unknown(gap) => {
                self.found.gaps.insert(gap);
                None
            }
            End::Wrong(wrong, _) => {
                if let Wrong::Claim(claim) = wrong
                    && self.program.claim(claim).kind == CheckKind::Unsupported
                {
                    self.found
                        .gaps
                        .insert(Gap::Unsupported(self.program.claim(claim).loc));
                    return None;
                }
                let node = self.trie.child(from, step, inputs);
                if aimed && self.goal.wrong == Some(wrong) {
                    self.found.negatives.push(node);
                } else {
                    self.other(wrong, step, node);
                }
                None
            }
            End::Normal => {
                let node = self.trie.child(from, step, inputs);
                if aimed {
                    self.found.positives.push(node);
                }
                None
            }
            End::On => {
                let node = self.trie.child(from, step, inputs);
                if aimed {
                    self.found.positives.push(node);
                }
                Some(node)
            }
        }
    }

    fn other(&mut self, wrong: Wrong, step: u32, node: NodeId) {
        let place = self.trie.step(step).place;
        let length = self.trie.length(node);
        let known = self.found.others.entry((wrong, place)).or_insert(OtherError {
            wrong,
            place,
            node,
            runs: 0,
        });
        known.runs += 1;
        if length < self.trie.length(known.node) {
            known.node = node;
        }
    }

    /// Whether a step is the original's last action, from the same control location.
    fn aims(&self, step: &Step) -> bool {
        let goal = &self.goal.step;
        step.place == goal.place
            && (step.thread == goal.thread || self.options.ignore_thread)
            && (!goal.small || step.values == goal.values || self.options.ignore_choice)
    }

    /// Figure 3.
    fn extend(&mut self, node: NodeId) {
        let original = self.original;
        let able = self.space.threads();
        let mut mark = None;
        for (j, step) in original.iter().enumerate() {
            let thread = step.step.thread;
            if !able.contains(&thread) || self.space.place(thread) != step.step.place {
                continue;
            }
            match &mark {
                None => mark = Some(self.space.mark()),
                Some(mark) => self.space.back_to(mark),
            }
            self.repeat(node, j);
            if self.full() {
                break;
            }
            if let Some(mark) = &mark {
                self.space.back_to(mark);
            }
        }
        if let Some(mark) = mark {
            self.space.back_to(&mark);
            self.space.forget(mark);
        }
    }

    /// Takes the original's actions from its j-th state on.
    fn repeat(&mut self, mut node: NodeId, j: usize) {
        let original = self.original;
        let last = original.len() - 1;
        for (l, step) in original.iter().enumerate().skip(j) {
            self.sample(node, step.step.thread);
            let Some(taken) = self.space.forced(&step.step) else {
                return;
            };
            self.found.states += 1;
            if l == last {
                self.reached(node, taken);
                return;
            }
            if !matches!(taken.end, End::On) {
                return;
            }
            // Another action than the original's: an input decided otherwise.
            let aimed = self.aims(&taken.step);
            let number = self.trie.number(taken.step);
            let inputs = taken.asked.into_iter().map(|asked| asked.input).collect();
            node = self.trie.child(node, number, inputs);
            if aimed {
                self.found.positives.push(node);
            }
            let next = &original[l + 1].step;
            let stands =
                self.space.threads().contains(&next.thread) && self.space.place(next.thread) == next.place;
            if !stands {
                return;
            }
            let print = self.space.fingerprint();
            if self.visited.contains_key(&print) {
                return;
            }
        }
    }

    /// The last part of figure 2: what goes on to fail is no positive. Each run once.
    pub(crate) fn without_prefixes(&mut self) {
        self.found.negatives.sort_unstable();
        self.found.negatives.dedup();
        self.found.positives.sort_unstable();
        self.found.positives.dedup();
        let mut above: HashSet<NodeId> = HashSet::new();
        for &negative in &self.found.negatives {
            let mut at = negative;
            while at != Trie::ROOT && above.insert(at) {
                at = self.trie.parent(at);
            }
        }
        self.found.positives.retain(|positive| !above.contains(positive));
    }
}
