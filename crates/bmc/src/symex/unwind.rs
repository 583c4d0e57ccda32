//! Loops: their names and how often they are followed.
//!
//! A loop is a position that some later instruction jumps back to. Loops of a function are numbered from 0
//! in the order of their last jump back, so inner loops come before the loops around them.

use std::collections::{BTreeMap, HashMap};

use program::{Function, FunctionId, Pc, Program};

use crate::options::Options;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopName {
    pub function: FunctionId,
    pub head: Pc,
    /// The last instruction that jumps back.
    pub end: Pc,
    /// `function.number`.
    pub name: String,
}

/// All loops of a program.
#[must_use]
pub fn loops(program: &Program) -> Vec<LoopName> {
    let mut found = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        let mut ends: Vec<(Pc, Pc)> = back_edges(function)
            .into_iter()
            .map(|(head, end)| (end, head))
            .collect();
        ends.sort_unstable();
        for (number, (end, head)) in ends.into_iter().enumerate() {
            found.push(LoopName {
                function: FunctionId(index as u32),
                head,
                end,
                name: format!("{}.{number}", function.name),
            });
        }
    }
    found
}

/// The heads of a function's loops, with the last jump to each.
fn back_edges(function: &Function) -> BTreeMap<Pc, Pc> {
    let mut heads = BTreeMap::new();
    for (index, instr) in function.body.iter().enumerate() {
        let at = Pc(index as u32);
        let back = instr.kind.targets().filter(|to| *to <= at);
        heads.extend(back.map(|to| (to, at)));
    }
    heads
}

/// What is unwound: a loop by its head, or a function's recursion.
pub(crate) type Unwound = (FunctionId, Option<Pc>);

/// How often each loop and recursion is followed.
#[derive(Debug, Clone)]
pub(crate) struct Bounds {
    /// For everything of the user's that has no bound of its own; absent if bounds grow by themselves. The library's
    /// models are not written by the user: their loops get what they need.
    given: Option<u32>,
    /// Which functions are models of the library.
    embedded: Vec<bool>,
    named: HashMap<Unwound, u32>,
    /// Bounds that have grown.
    grown: HashMap<Unwound, u32>,
    pub loops: HashMap<(FunctionId, Pc), LoopName>,
    /// Which instructions of each function are heads of loops: asked at every instruction.
    heads: Vec<Box<[bool]>>,
}

impl Bounds {
    pub(crate) fn given(program: &Program, options: &Options) -> Bounds {
        let all = loops(program);
        let mut named = HashMap::new();
        let mut grown = HashMap::new();
        for item in &all {
            if let Some(&bound) = options.unwindset.get(&item.name) {
                named.insert((item.function, Some(item.head)), bound);
            }
            if let Some(&bound) = options.first_bounds.get(&item.name) {
                grown.insert((item.function, Some(item.head)), bound);
            }
        }
        for (index, function) in program.functions.iter().enumerate() {
            if let Some(&bound) = options.unwindset.get(&format!("{}.recursion", function.name)) {
                named.insert((FunctionId(index as u32), None), bound);
            }
            if let Some(&bound) = options.first_bounds.get(&format!("{}.recursion", function.name)) {
                grown.insert((FunctionId(index as u32), None), bound);
            }
        }
        let no_heads = |function: &Function| vec![false; function.body.len() + 1].into_boxed_slice();
        let mut heads: Vec<Box<[bool]>> = program.functions.iter().map(no_heads).collect();
        for item in &all {
            heads[item.function.index()][item.head.index()] = true;
        }
        Bounds {
            heads,
            given: options.unwind,
            embedded: program
                .functions
                .iter()
                .map(|function| function.embedded)
                .collect(),
            named,
            grown,
            loops: all
                .into_iter()
                .map(|item| ((item.function, item.head), item))
                .collect(),
        }
    }

    pub(crate) fn is_head(&self, function: FunctionId, at: u32) -> bool {
        self.heads[function.index()].get(at as usize) == Some(&true)
    }

    /// A bound that was asked for.
    pub(crate) fn fixed(&self, what: Unwound) -> Option<u32> {
        let own = || self.given.filter(|_| !self.embedded[what.0.index()]);
        self.named.get(&what).copied().or_else(own)
    }

    pub(crate) fn bound(&self, what: Unwound) -> u32 {
        self.fixed(what).unwrap_or_else(|| self.growing(what))
    }

    pub(crate) fn growing(&self, what: Unwound) -> u32 {
        self.grown
            .get(&what)
            .copied()
            .unwrap_or(budgets::bmc::FIRST_BOUND.small())
    }

    pub(crate) fn may_grow(&self, what: Unwound, most: u32) -> bool {
        self.fixed(what).is_none() && self.growing(what) < most
    }

    /// Makes a bound larger; false if it may not grow.
    pub(crate) fn grow(&mut self, what: Unwound, most: u32) -> bool {
        if !self.may_grow(what, most) {
            return false;
        }
        let bound = self.growing(what);
        let next = bound.saturating_mul(2).saturating_sub(1).max(bound + 1);
        self.grown.insert(what, next.min(most));
        true
    }
}
