//! The control-flow graph of one function.
//!
//! A node is a position in the body; one more node stands for the end of the activation. Calls come back: what a callee
//! does is a matter of the call graph. A loop without a way out has none to the end either, so that one is added:
//! without it, nothing in the loop would have a post-dominator.

use std::collections::BTreeSet;

use crate::{Function, InstrKind, Pc};

/// That a node is executed or not is decided by this branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dependence {
    pub branch: Pc,
    /// Which of the branch's successors leads there, by its place in [`Cfg::successors`].
    pub outcome: u32,
}

/// The control-flow graph of a function, with post-dominators and control dependence.
#[derive(Debug, Clone)]
pub struct Cfg {
    successors: Vec<Vec<usize>>,
    /// Of each node the nearest one that every way to the end comes by; the end's own is the end.
    post_dominator: Vec<usize>,
    dependences: Vec<Vec<Dependence>>,
}

impl Cfg {
    #[must_use]
    pub fn new(function: &Function) -> Cfg {
        let end = function.body.len();
        let mut successors = Vec::with_capacity(end + 1);
        for (index, instr) in function.body.iter().enumerate() {
            let next = match &instr.kind {
                InstrKind::Return(_) | InstrKind::Halt(_) | InstrKind::Abort => vec![end],
                InstrKind::Branch { then, otherwise, .. } => vec![then.index(), otherwise.index()],
                kind @ (InstrKind::Switch { .. } | InstrKind::Jump(_)) => {
                    kind.targets().map(Pc::index).collect()
                }
                _ => vec![(index + 1).min(end)],
            };
            successors.push(next);
        }
        successors.push(Vec::new());
        Cfg::of(successors)
    }

    /// The same for any graph whose last node is the end.
    pub(crate) fn of(mut successors: Vec<Vec<usize>>) -> Cfg {
        lead_to_the_end(&mut successors);
        let post_dominator = post_dominators(&successors);
        let dependences = dependences(&successors, &post_dominator);
        Cfg {
            successors,
            post_dominator,
            dependences,
        }
    }

    /// The node that stands for the end of the activation.
    #[must_use]
    pub fn end(&self) -> usize {
        self.successors.len() - 1
    }

    /// Of a branch, the one for a true condition first; of a switch, those of its arms and then the default.
    #[must_use]
    pub fn successors(&self, node: usize) -> &[usize] {
        &self.successors[node]
    }

    #[must_use]
    pub fn post_dominator(&self, node: usize) -> usize {
        self.post_dominator[node]
    }

    /// The branches that decide whether a node is executed.
    #[must_use]
    pub fn dependences(&self, node: usize) -> &[Dependence] {
        &self.dependences[node]
    }

    /// What a branch may execute, once it has this outcome, before all its outcomes come together again.
    #[must_use]
    pub fn behind(&self, branch: Pc, outcome: usize) -> BTreeSet<usize> {
        let meet = self.post_dominator[branch.index()];
        let mut found = BTreeSet::new();
        let mut pending: Vec<usize> = self.successors[branch.index()]
            .get(outcome)
            .copied()
            .into_iter()
            .collect();
        while let Some(node) = pending.pop() {
            if node != meet && node != self.end() && found.insert(node) {
                pending.extend(&self.successors[node]);
            }
        }
        found
    }
}

/// Adds a way to the end from every part of the graph that has none.
fn lead_to_the_end(successors: &mut [Vec<usize>]) {
    let end = successors.len() - 1;
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (node, next) in successors.iter().enumerate() {
        next.iter().for_each(|&to| predecessors[to].push(node));
    }
    let mut leads = vec![false; successors.len()];
    let mut pending = vec![end];
    // The last instruction of a loop is the one that jumps back.
    let mut untried = (0..end).rev();
    loop {
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut leads[node], true) {
                pending.extend(&predecessors[node]);
            }
        }
        let Some(stuck) = untried.find(|&node| !leads[node]) else {
            return;
        };
        successors[stuck].push(end);
        pending.push(stuck);
    }
}

/// Cooper, Harvey and Kennedy's algorithm on the graph turned around.
fn post_dominators(successors: &[Vec<usize>]) -> Vec<usize> {
    let end = successors.len() - 1;
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (node, next) in successors.iter().enumerate() {
        next.iter().for_each(|&to| predecessors[to].push(node));
    }
    // A post-order of the graph turned around; the stack holds which predecessor comes next.
    let mut order = Vec::with_capacity(successors.len());
    let mut number = vec![usize::MAX; successors.len()];
    let mut seen = vec![false; successors.len()];
    let mut stack = vec![(end, 0)];
    seen[end] = true;
    while let Some((node, next)) = stack.last_mut() {
        if let Some(&to) = predecessors[*node].get(*next) {
            *next += 1;
            if !std::mem::replace(&mut seen[to], true) {
                stack.push((to, 0));
            }
        } else {
            number[*node] = order.len();
            order.push(*node);
            stack.pop();
        }
    }
    let mut nearest = vec![usize::MAX; successors.len()];
    nearest[end] = end;
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev().filter(|&&node| node != end) {
            let known = successors[node]
                .iter()
                .copied()
                .filter(|&to| nearest[to] != usize::MAX);
            let common = known.reduce(|mut a, mut b| {
                while a != b {
                    while number[a] < number[b] {
                        a = nearest[a];
                    }
                    while number[b] < number[a] {
                        b = nearest[b];
                    }
                }
                a
            });
            if let Some(common) = common
                && nearest[node] != common
            {
                nearest[node] = common;
                changed = true;
            }
        }
    }
    nearest
}

/// A node depends on a branch if it post-dominates one of its successors, but not the branch itself.
fn dependences(successors: &[Vec<usize>], post_dominator: &[usize]) -> Vec<Vec<Dependence>> {
    let mut found = vec![Vec::new(); successors.len()];
    for (node, next) in successors.iter().enumerate() {
        for (outcome, &to) in next.iter().enumerate() {
            let mut at = to;
            while at != post_dominator[node] {
                found[at].push(Dependence {
                    branch: Pc(node as u32),
                    outcome: outcome as u32,
                });
                at = post_dominator[at];
            }
        }
    }
    found
}
