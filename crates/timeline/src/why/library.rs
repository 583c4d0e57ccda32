//! A call of the library as one link: what came into it from outside.

use std::collections::HashSet;

use interp::Extent;
use program::Builtin;

use super::{Chasing, Ingredient, LinkId, LinkKind, Node};
use crate::data::{Origin, ReadId, StepId, StepKind, TextId};

/// So much of what a function of the library looked at is told.
const LOOKED_AT: usize = 4;

impl Chasing<'_> {
    /// A call of the library as one link: what came in from outside of it.
    pub(super) fn library(&mut self, link: LinkId, node: Node) {
        let timeline = self.timeline;
        // The call in the user's text.
        let mut call = node.step;
        while let Some(up) = self.call_of(call).filter(|_| self.is_library(call)) {
            call = up;
        }
        let callee = match timeline.step(call).kind {
            StepKind::Call(callee) => Some(callee),
            _ => None,
        };
        let Frontier {
            mut reads,
            moved,
            input,
            allocated,
        } = self.frontier(node, call);
        if reads.is_empty() && moved.is_empty() && input.is_none() && !allocated {
            reads = self.looked_at(node.step, call);
        }
        let kind = match (input, allocated, callee) {
            (Some(key), ..) => LinkKind::Input(key),
            (None, true, callee) => LinkKind::Allocated(callee),
            (None, false, Some(callee)) if reads.is_empty() && !moved.is_empty() => LinkKind::MovedBy(callee),
            (None, false, Some(callee)) => LinkKind::Library(callee),
            (None, false, None) => LinkKind::Computed,
        };
        let mut ingredients: Vec<Ingredient> = reads.into_iter().map(|read| self.ingredient(read)).collect();
        if !moved.is_empty() {
            ingredients.push(self.moved_ingredient(&moved));
        }
        let known = &mut self.chain.links[link.0 as usize];
        known.kind = kind;
        known.step = call;
        known.ingredients = ingredients;
    }

    /// What a function of the library decided by, of what was written before it was called: a length is counted and a
    /// comparison is one of three constants, but both come from the characters that were looked at. The last ones
    /// decided.
    fn looked_at(&self, step: StepId, call: StepId) -> Vec<ReadId> {
        let timeline = self.timeline;
        let mut found: Vec<ReadId> = Vec::new();
        for step in (call.0 + 1..=step.0).rev().map(StepId) {
            for read in timeline
                .reads_of(step)
                .filter(|read| !timeline.read(*read).address)
            {
                let before = |origin: &Origin| origin.writer.is_some_and(|writer| writer < call);
                let same = |known: &ReadId| timeline.read(*known).extent == timeline.read(read).extent;
                if timeline.origins_of(read).iter().any(before) && !found.iter().any(same) {
                    found.push(read);
                }
            }
            if found.len() >= LOOKED_AT {
                break;
            }
        }
        found.sort_unstable();
        found
    }

    /// The call that a step's activation is the result of.
    fn call_of(&self, step: StepId) -> Option<StepId> {
        let activation = self.timeline.step(step).activation;
        let mut control = self.timeline.step(step).control;
        while let Some(at) = control {
            if self.timeline.step(at).activation != activation {
                return Some(at);
            }
            control = self.timeline.step(at).control;
        }
        None
    }

    /// What a value made inside a call of the library was made of, outside of it.
    fn frontier(&self, node: Node, call: StepId) -> Frontier {
        let timeline = self.timeline;
        let mut found = Frontier::default();
        let mut seen: HashSet<Node> = HashSet::new();
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            if !seen.insert(node) || seen.len() > self.most * 16 {
                continue;
            }
            match timeline.step(node.step).kind {
                StepKind::Input(key) => found.input = found.input.or(Some(key)),
                StepKind::Builtin(Builtin::Allocate(_)) => {
                    found.allocated = true;
                    continue;
                }
                _ => {}
            }
            let moved = node
                .write
                .map_or(Vec::new(), |write| self.moved(write, node.extent));
            for origin in &moved {
                if !self.within(origin, call, &mut stack, &mut found.reads) {
                    found.moved.push(*origin);
                }
            }
            let reads: Vec<ReadId> = match (timeline.step(node.step).kind, node.write) {
                (StepKind::Result { .. }, _) => Vec::new(),
                _ if !moved.is_empty() => Vec::new(),
                (StepKind::Call(_), Some(write)) => timeline.made_of(write).collect(),
                _ => timeline.reads_of(node.step).collect(),
            };
            for read in reads.into_iter().filter(|read| !timeline.read(*read).address) {
                let mut all = true;
                for origin in timeline.origins_of(read) {
                    all &= self.within(origin, call, &mut stack, &mut found.reads);
                }
                if !all {
                    found.reads.push(read);
                }
            }
        }
        found.reads.sort_unstable();
        found.reads.dedup();
        found
    }

    /// Whether bytes were written in a call of the library, which is then looked into, or are its arguments, which are
    /// reads.
    fn within(&self, origin: &Origin, call: StepId, stack: &mut Vec<Node>, reads: &mut Vec<ReadId>) -> bool {
        let extent = Extent {
            cell: origin.cell,
            size: origin.size,
        };
        match origin.writer {
            Some(step) if step > call => {
                let write = self.write_of(step, extent);
                let extent = write.map(|_| extent);
                stack.push(Node { step, write, extent });
                true
            }
            Some(step) if step == call => {
                let write = self.write_of(step, extent);
                reads.extend(write.into_iter().flat_map(|write| self.timeline.made_of(write)));
                true
            }
            _ => false,
        }
    }
}

/// What came into a call of the library from outside.
#[derive(Debug, Default)]
struct Frontier {
    /// Reads of what was written before, and the arguments.
    reads: Vec<ReadId>,
    /// Bytes that were moved as they are.
    moved: Vec<Origin>,
    /// The value is this input.
    input: Option<TextId>,
    /// It was allocated there.
    allocated: bool,
}
