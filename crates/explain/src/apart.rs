//! What a passing run has no reason to touch.
//!
//! The conditions of a passing run and the indicators of the steps fall into parts that have no symbol in common. In a part
//! all of whose conditions hold in the failing run, nothing needs to change: give its symbols the failing run's values in any
//! passing run, and the run still passes and is no farther away. So such a part never enters the formula, and a hard
//! computation that has nothing to do with the failure costs nothing. Every set of differences at the least distance is still
//! found, because a difference in such a part costs and buys nothing.
//!
//! A condition that is asked for later may connect parts; those that it touches are then taken in.

use std::collections::BTreeSet;

use bmc::Equation;
use logic::{Assignment, Evaluator, Op, TermId};

/// A step's indicator: its index, the term and its weight.
type Different = (usize, TermId, u64);

/// Parts that go into the formula.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub required: Vec<TermId>,
    pub different: Vec<Different>,
    /// The terms of its symbols.
    pub symbols: BTreeSet<TermId>,
}

/// The parts that are not in the formula.
#[derive(Debug)]
pub(crate) struct Apart {
    /// Every term's way to the representative of its part; terms made later are not in it.
    parent: Vec<u32>,
    /// By representative: whether the part belongs to the formula.
    inside: Vec<bool>,
    required: Vec<TermId>,
    different: Vec<Different>,
    symbols: BTreeSet<TermId>,
}

impl Apart {
    /// Parts with a condition that the failing run violates belong to the formula; all others stay apart.
    pub(crate) fn new(
        equation: &Equation,
        required: Vec<TermId>,
        different: Vec<Option<(TermId, u64)>>,
        failing: &Assignment,
    ) -> Apart {
        let mut apart = Apart::divide(equation, required, different);
        let mut evaluator = Evaluator::with_defaults(&equation.pool, failing);
        for index in 0..apart.required.len() {
            let term = apart.required[index];
            let holds = evaluator.eval(term).ok().and_then(|value| value.as_bool());
            // A condition without symbols that does not hold is in no part; it is false whatever is done.
            if holds != Some(true) {
                let root = apart.root(term);
                apart.inside[root] = true;
            }
        }
        apart
    }

    /// Everything belongs to the formula.
    pub(crate) fn nothing(
        equation: &Equation,
        required: Vec<TermId>,
        different: Vec<Option<(TermId, u64)>>,
    ) -> Apart {
        let mut apart = Apart::divide(equation, required, different);
        apart.inside.fill(true);
        apart
    }

    fn divide(equation: &Equation, required: Vec<TermId>, different: Vec<Option<(TermId, u64)>>) -> Apart {
        let different: Vec<Different> = different
            .into_iter()
            .enumerate()
            .filter_map(|(index, item)| item.map(|(term, weight)| (index, term, weight)))
            .collect();
        let count = equation.pool.len();
        let mut apart = Apart {
            parent: (0..count as u32).collect(),
            inside: vec![false; count],
            required,
            different,
            symbols: BTreeSet::new(),
        };
        let roots: Vec<TermId> = apart
            .required
            .iter()
            .copied()
            .chain(apart.different.iter().map(|(_, term, _)| *term))
            .collect();
        let mut seen = vec![false; count];
        apart.connect(equation, roots, &mut seen);
        apart
    }

    /// Joins each term below the given ones with its operands. Constants join nothing.
    fn connect(&mut self, equation: &Equation, mut pending: Vec<TermId>, seen: &mut [bool]) {
        let pool = &equation.pool;
        while let Some(term) = pending.pop() {
            if std::mem::replace(&mut seen[term.index()], true) {
                continue;
            }
            if let Op::Symbol(_) = pool.op(term) {
                self.symbols.insert(term);
            }
            for &operand in pool.operands(term) {
                if pool.constant(operand).is_some() {
                    continue;
                }
                let (one, other) = (self.root(term), self.root(operand));
                self.parent[one.max(other)] = one.min(other) as u32;
                let inside = self.inside[one] || self.inside[other];
                self.inside[one.min(other)] = inside;
                pending.push(operand);
            }
        }
    }

    fn root(&mut self, term: TermId) -> usize {
        let mut at = term.index();
        while self.parent[at] as usize != at {
            // Halving the way keeps it short.
            self.parent[at] = self.parent[self.parent[at] as usize];
            at = self.parent[at] as usize;
        }
        at
    }

    /// Takes in the parts that a condition touches. Says whether there were any.
    pub(crate) fn join(&mut self, equation: &Equation, condition: TermId) -> bool {
        let mut found = false;
        for symbol in equation.pool.free_symbols(&[condition]) {
            let term = equation.pool.symbol(symbol);
            if !self.symbols.contains(&term) {
                continue;
            }
            let root = self.root(term);
            found |= !std::mem::replace(&mut self.inside[root], true);
        }
        found
    }

    /// Takes out what belongs to the formula now.
    pub(crate) fn take(&mut self) -> Part {
        let mut part = Part::default();
        for term in std::mem::take(&mut self.required) {
            match self.is_inside(term) {
                true => part.required.push(term),
                false => self.required.push(term),
            }
        }
        for item in std::mem::take(&mut self.different) {
            match self.is_inside(item.1) {
                true => part.different.push(item),
                false => self.different.push(item),
            }
        }
        for term in std::mem::take(&mut self.symbols) {
            match self.is_inside(term) {
                true => part.symbols.insert(term),
                false => self.symbols.insert(term),
            };
        }
        part
    }

    fn is_inside(&mut self, term: TermId) -> bool {
        let root = self.root(term);
        self.inside[root]
    }
}
