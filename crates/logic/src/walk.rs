//! Walks over terms: reachable terms, free symbols, size, substitution. None of them recurses.

use std::collections::{BTreeMap, HashSet};

use crate::hash::FastBuild;
use crate::op::Op;
use crate::pool::{SymbolId, TermId, TermPool};

impl TermPool {
    /// Every term below (and including) the roots once, operands before their users.
    #[must_use]
    pub fn reachable(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen: HashSet<TermId, FastBuild> = HashSet::default();
        let mut found = Vec::new();
        let mut pending: Vec<TermId> = roots.iter().copied().filter(|root| seen.insert(*root)).collect();
        while let Some(term) = pending.pop() {
            found.push(term);
            pending.extend(
                self.operands(term)
                    .iter()
                    .copied()
                    .filter(|operand| seen.insert(*operand)),
            );
        }
        // Ids are a topological order.
        found.sort_unstable();
        found
    }

    /// The symbols that the terms depend on, in the order of their declaration.
    #[must_use]
    pub fn free_symbols(&self, roots: &[TermId]) -> Vec<SymbolId> {
        let terms = self.reachable(roots);
        let mut symbols: Vec<SymbolId> = terms
            .iter()
            .filter_map(|term| match self.op(*term) {
                Op::Symbol(symbol) => Some(symbol),
                _ => None,
            })
            .collect();
        symbols.sort_unstable();
        symbols
    }

    /// How many different terms the roots consist of.
    #[must_use]
    pub fn dag_size(&self, roots: &[TermId]) -> usize {
        self.reachable(roots).len()
    }

    /// The terms with every occurrence of a key of the map replaced by its value, all at once; results are
    /// simplified again. A replacement is not searched for further keys.
    ///
    /// # Panics
    /// If a replacement has another sort than what it replaces.
    pub fn substitute(&mut self, roots: &[TermId], replacements: &BTreeMap<TermId, TermId>) -> Vec<TermId> {
        let mut results: BTreeMap<TermId, TermId> = BTreeMap::new();
        for term in self.reachable(roots) {
            let result = if let Some(replacement) = replacements.get(&term) {
                assert_eq!(
                    self.sort(*replacement),
                    self.sort(term),
                    "a substitution keeps sorts"
                );
                *replacement
            } else {
                let operands: Vec<TermId> = self.operands(term).to_vec();
                let replaced: Vec<TermId> = operands.iter().map(|operand| results[operand]).collect();
                if replaced == operands {
                    term
                } else {
                    self.apply(self.op(term), &replaced)
                }
            };
            results.insert(term, result);
        }
        roots.iter().map(|root| results[root]).collect()
    }
}
