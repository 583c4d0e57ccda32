//! Values of terms under one assignment, and what becomes of them under others.
//!
//! Two runs of a program agree on nearly everything. So the values of one run are kept, and for another only the terms
//! are evaluated that have an operand whose value is another one: looking at a term costs a few comparisons, evaluating
//! it a good deal more.

use std::collections::HashMap;

use crate::eval::{Assignment, Evaluator};
use crate::fold;
use crate::hash::FastBuild;
use crate::op::Op;
use crate::pool::{TermId, TermPool};
use crate::value::Value;

/// The values of some terms, and of all below them, under one assignment.
#[derive(Debug, Clone)]
pub struct Baseline {
    /// Operands come before the terms they are in.
    terms: Vec<TermId>,
    values: HashMap<TermId, Value, FastBuild>,
    /// One more than the largest index of a term.
    end: usize,
}

/// The terms with other values, under another assignment.
#[derive(Debug, Clone)]
pub struct Changed<'b> {
    baseline: &'b Baseline,
    values: HashMap<TermId, Value, FastBuild>,
}

impl Baseline {
    /// Evaluates the given terms. Symbols without a value are zero, as [`Value::default_of`] says.
    #[must_use]
    pub fn new(
        pool: &TermPool,
        terms: impl IntoIterator<Item = TermId>,
        assignment: &Assignment,
    ) -> Baseline {
        let mut evaluator = Evaluator::with_defaults(pool, assignment);
        for term in terms {
            // Only a value of the wrong sort is an error; such a symbol is zero below as well.
            let _ = evaluator.eval(term);
        }
        let values = evaluator.into_values();
        let mut terms: Vec<TermId> = values.keys().copied().collect();
        terms.sort_unstable();
        Baseline {
            end: terms.last().map_or(0, |last| last.index() + 1),
            terms,
            values,
        }
    }

    /// What is different under another assignment.
    #[must_use]
    pub fn changed(&self, pool: &TermPool, other: &Assignment) -> Changed<'_> {
        let mut changed = Changed {
            baseline: self,
            values: HashMap::default(),
        };
        let mut dirty = vec![false; self.end];
        for &term in &self.terms {
            let operands = pool.operands(term);
            let value = match pool.op(term) {
                Op::Constant(_) => continue,
                Op::Symbol(symbol) => {
                    let sort = pool.symbol_sort(symbol);
                    match other.get(&symbol).filter(|value| value.sort() == sort) {
                        Some(value) => value.clone(),
                        None => Value::default_of(sort),
                    }
                }
                _ if !operands.iter().any(|operand| dirty[operand.index()]) => continue,
                op => {
                    let values: Vec<&Value> = operands
                        .iter()
                        .filter_map(|operand| changed.value(*operand))
                        .collect();
                    if values.len() < operands.len() {
                        continue;
                    }
                    fold::apply(op, &values)
                }
            };
            if self.values.get(&term) != Some(&value) {
                dirty[term.index()] = true;
                changed.values.insert(term, value);
            }
        }
        changed
    }
}

impl Changed<'_> {
    /// The value of a term, changed or not; nothing if the baseline does not have it.
    #[must_use]
    pub fn value(&self, term: TermId) -> Option<&Value> {
        self.values.get(&term).or_else(|| self.baseline.values.get(&term))
    }

    /// Whether a boolean term holds.
    #[must_use]
    pub fn holds(&self, term: TermId) -> bool {
        self.value(term).and_then(Value::as_bool) == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    #[test]
    fn only_what_differs_is_evaluated_again() {
        let mut pool = TermPool::new();
        let (a, x) = pool.fresh("a", Sort::BitVec(8));
        let (b, y) = pool.fresh("b", Sort::BitVec(8));
        let one = pool.bv(8, 1);
        let low = pool.bv_and(x, one);
        let sum = pool.bv_add(low, y);
        let same = pool.eq(sum, y);
        let number = |value| Value::BitVec(crate::Bits::new(8, value));
        let first = Assignment::from([(a, number(2)), (b, number(5))]);
        let baseline = Baseline::new(&pool, [same, sum], &first);
        let other = Assignment::from([(a, number(4)), (b, number(5))]);
        let changed = baseline.changed(&pool, &other);
        assert_eq!(changed.values.len(), 1, "the lowest bit is the same");
        assert!(changed.holds(same));
        let other = Assignment::from([(a, number(3)), (b, number(5))]);
        let changed = baseline.changed(&pool, &other);
        assert!(!changed.holds(same));
        assert_eq!(changed.value(sum), Some(&number(6)));
        assert_eq!(changed.value(y), Some(&number(5)));
    }
}
