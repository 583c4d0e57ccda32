//! Evaluation of terms under an assignment of values to symbols.
//!
//! The evaluator keeps what it computed, so that asking for many terms of one pool costs each shared part
//! once. It walks with a stack of its own: terms may be a million deep.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use crate::fold;
use crate::hash::FastBuild;
use crate::op::Op;
use crate::pool::{SymbolId, TermId, TermPool};
use crate::sort::Sort;
use crate::value::Value;

/// Values of symbols.
pub type Assignment = BTreeMap<SymbolId, Value>;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EvalError {
    #[error("symbol {} has no value", .0.index())]
    Unassigned(SymbolId),
    #[error("symbol {} is a {expected} but was given a {found}", .symbol.index())]
    WrongSort {
        symbol: SymbolId,
        expected: Sort,
        found: Sort,
    },
}

/// What symbols without a value do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Missing {
    Error,
    Default,
}

#[derive(Debug)]
pub struct Evaluator<'a> {
    pool: &'a TermPool,
    assignment: Cow<'a, Assignment>,
    missing: Missing,
    /// Only looked up; as large as what was asked for, not as the pool.
    values: HashMap<TermId, Value, FastBuild>,
}

impl<'a> Evaluator<'a> {
    /// Every symbol that is met needs a value.
    #[must_use]
    pub fn new(pool: &'a TermPool, assignment: &'a Assignment) -> Evaluator<'a> {
        Evaluator {
            pool,
            assignment: Cow::Borrowed(assignment),
            missing: Missing::Error,
            values: HashMap::default(),
        }
    }

    /// Symbols without a value are zero, as [`Value::default_of`] says.
    #[must_use]
    pub fn with_defaults(pool: &'a TermPool, assignment: &'a Assignment) -> Evaluator<'a> {
        Evaluator {
            missing: Missing::Default,
            ..Evaluator::new(pool, assignment)
        }
    }

    /// An evaluator that knows no symbol yet and is told about them one by one; each before a term above it is asked
    /// for, because what was computed stays. Others are zero.
    #[must_use]
    pub fn growing(pool: &'a TermPool) -> Evaluator<'a> {
        Evaluator {
            pool,
            assignment: Cow::Owned(Assignment::new()),
            missing: Missing::Default,
            values: HashMap::default(),
        }
    }

    /// From now on the symbol has this value.
    pub fn set(&mut self, symbol: SymbolId, value: Value) {
        self.assignment.to_mut().insert(symbol, value);
    }

    /// The value of a term.
    ///
    /// # Errors
    /// If a symbol below the term has no value, or one of another sort.
    pub fn eval(&mut self, term: TermId) -> Result<Value, EvalError> {
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            if self.values.contains_key(&next) {
                pending.pop();
                continue;
            }
            let operands = self.pool.operands(next);
            let before = pending.len();
            pending.extend(
                operands
                    .iter()
                    .filter(|operand| !self.values.contains_key(operand)),
            );
            if pending.len() > before {
                continue;
            }
            let value = match self.pool.op(next) {
                Op::Constant(_) => self.pool.constant(next).cloned(),
                Op::Symbol(symbol) => Some(self.symbol(symbol)?),
                op => {
                    let values: Option<Vec<&Value>> =
                        operands.iter().map(|operand| self.values.get(operand)).collect();
                    values.map(|values| fold::apply(op, &values))
                }
            };
            self.values.insert(next, value.expect("operands have values"));
            pending.pop();
        }
        Ok(self.values[&term].clone())
    }

    /// All values that were computed.
    pub(crate) fn into_values(self) -> HashMap<TermId, Value, FastBuild> {
        self.values
    }

    fn symbol(&self, symbol: SymbolId) -> Result<Value, EvalError> {
        let expected = self.pool.symbol_sort(symbol);
        match (self.assignment.get(&symbol), self.missing) {
            (Some(value), _) if value.sort() == expected => Ok(value.clone()),
            (Some(value), _) => Err(EvalError::WrongSort {
                symbol,
                expected,
                found: value.sort(),
            }),
            (None, Missing::Default) => Ok(Value::default_of(expected)),
            (None, Missing::Error) => Err(EvalError::Unassigned(symbol)),
        }
    }
}
