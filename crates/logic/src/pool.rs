//! The arena of terms.
//!
//! A term is made once: asking again for the same operator on the same operands gives the same [`TermId`], so
//! equality of terms is equality of ids and every cache is a vector. Operands exist before the terms that use
//! them, so ids are a topological order. The pool simplifies while it builds (see `rewrite`), which keeps the
//! work local: operands are simplified already.

use std::hash::{Hash, Hasher};

use crate::bits::Bits;
use crate::fold;
use crate::hash::FastHasher;
use crate::op::Op;
use crate::rewrite;
use crate::sort::Sort;
use crate::typing::{SortError, result_sort};
use crate::value::Value;
use crate::word::{self, Word};

/// A term of one [`TermPool`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(u32);

impl TermId {
    /// Dense, from zero, in the order of creation: operands come before their users.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A free symbol of one [`TermPool`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(u32);

impl SymbolId {
    /// Dense, from zero, in the order of declaration.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A constant of one [`TermPool`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstantId(u32);

/// No operator takes more operands.
const MAX_ARITY: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    op: Op,
    operands: [TermId; MAX_ARITY],
}

#[derive(Debug, Clone)]
struct SymbolData {
    name: String,
    sort: Sort,
    term: TermId,
}

/// All terms, symbols and constants.
#[derive(Debug, Clone)]
pub struct TermPool {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    constants: Vec<Value>,
    constant_terms: Vec<TermId>,
    symbols: Vec<SymbolData>,
    node_index: IdTable,
    constant_index: IdTable,
    simplifies: bool,
    #[cfg(test)]
    pub(crate) rules_used: std::collections::BTreeMap<&'static str, u64>,
}

impl Default for TermPool {
    fn default() -> TermPool {
        TermPool::new()
    }
}

impl TermPool {
    #[must_use]
    pub fn new() -> TermPool {
        TermPool {
            nodes: Vec::new(),
            sorts: Vec::new(),
            constants: Vec::new(),
            constant_terms: Vec::new(),
            symbols: Vec::new(),
            node_index: IdTable::default(),
            constant_index: IdTable::default(),
            simplifies: true,
            #[cfg(test)]
            rules_used: std::collections::BTreeMap::new(),
        }
    }

    /// A pool that builds terms exactly as told: for tests that compare the two.
    #[must_use]
    pub fn without_rewrites() -> TermPool {
        TermPool {
            simplifies: false,
            ..TermPool::new()
        }
    }

    /// How many terms there are; every id is below.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All terms, operands before the terms they are in.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + use<> {
        (0..self.len() as u32).map(TermId)
    }

    #[must_use]
    pub fn op(&self, term: TermId) -> Op {
        self.nodes[term.index()].op
    }

    #[must_use]
    pub fn operands(&self, term: TermId) -> &[TermId] {
        let node = &self.nodes[term.index()];
        &node.operands[..node.op.arity()]
    }

    #[must_use]
    pub fn sort(&self, term: TermId) -> Sort {
        self.sorts[term.index()]
    }

    /// The value of a constant term.
    #[must_use]
    pub fn constant(&self, term: TermId) -> Option<&Value> {
        match self.op(term) {
            Op::Constant(id) => Some(&self.constants[id.0 as usize]),
            _ => None,
        }
    }

    /// A new symbol. The name is for people and need not be unique.
    pub fn declare(&mut self, name: impl Into<String>, sort: Sort) -> SymbolId {
        let id = SymbolId(self.symbols.len() as u32);
        let term = self.push(
            Node {
                op: Op::Symbol(id),
                operands: [TermId(0); MAX_ARITY],
            },
            sort,
        );
        self.symbols.push(SymbolData {
            name: name.into(),
            sort,
            term,
        });
        id
    }

    /// The term that is just this symbol.
    #[must_use]
    pub fn symbol(&self, symbol: SymbolId) -> TermId {
        self.symbols[symbol.index()].term
    }

    #[must_use]
    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol.index()].name
    }

    #[must_use]
    pub fn symbol_sort(&self, symbol: SymbolId) -> Sort {
        self.symbols[symbol.index()].sort
    }

    #[must_use]
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// All symbols, in the order of their declaration.
    pub fn symbols(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.symbols.len() as u32).map(SymbolId)
    }

    /// The term of a value. An array becomes stores into a constant array.
    pub fn value(&mut self, value: &Value) -> TermId {
        if let Value::Array(array) = value {
            let default = array
                .default_value()
                .expect("a constant array was not made by moves");
            let default = self.value(default);
            let mut term = self.apply(
                Op::ConstArray {
                    index_width: array.index_width(),
                },
                &[default],
            );
            for (index, element) in array.entries() {
                let index = self.value(&Value::BitVec(index.clone()));
                let element = self.value(element);
                term = self.apply(Op::Store, &[term, index, element]);
            }
            return term;
        }
        let hash = hash_of(|hasher| match value {
            Value::Bool(value) => value.hash(hasher),
            Value::BitVec(bits) => match bits.word() {
                Some(word) => (bits.width(), word).hash(hasher),
                None => bits.hash(hasher),
            },
            Value::Float(float) => float.hash(hasher),
            Value::Array(_) => {}
        });
        if let Some(found) = self
            .constant_index
            .find(hash, |id| self.constants[id as usize] == *value)
        {
            return self.constant_terms[found as usize];
        }
        self.new_constant(value.clone(), hash)
    }

    fn new_constant(&mut self, value: Value, hash: u64) -> TermId {
        let id = self.constants.len() as u32;
        let sort = value.sort();
        self.constants.push(value);
        self.constant_index.insert(hash, id);
        let node = Node {
            op: Op::Constant(ConstantId(id)),
            operands: [TermId(0); MAX_ARITY],
        };
        let term = self.push(node, sort);
        self.constant_terms.push(term);
        term
    }

    /// The term of a word, without a value of any size on the way.
    pub(crate) fn word(&mut self, word: Word) -> TermId {
        let Word::Bits { width, value: number } = word else {
            return self.value(&Value::Bool(word == Word::Bool(true)));
        };
        let hash = hash_of(|hasher| (width, number).hash(hasher));
        let is_it = |id: u32| match &self.constants[id as usize] {
            Value::BitVec(bits) => bits.width() == width && bits.word() == Some(number),
            _ => false,
        };
        match self.constant_index.find(hash, is_it) {
            Some(found) => self.constant_terms[found as usize],
            None => self.new_constant(Value::BitVec(Bits::new(width, number.into())), hash),
        }
    }

    fn as_word(&self, term: TermId) -> Option<Word> {
        match self.constant(term)? {
            Value::Bool(value) => Some(Word::Bool(*value)),
            Value::BitVec(bits) => Some(Word::Bits {
                width: bits.width(),
                value: bits.word()?,
            }),
            _ => None,
        }
    }

    /// The result on constants that are machine words.
    fn fold_words(&self, op: Op, operands: &[TermId]) -> Option<Word> {
        match *operands {
            [a] => word::unary(op, self.as_word(a)?),
            [a, b] => word::binary(op, self.as_word(a)?, self.as_word(b)?),
            _ => None,
        }
    }

    /// The term that applies an operator, simplified.
    ///
    /// # Errors
    /// If the operands do not have the sorts that the operator takes.
    pub fn try_apply(&mut self, op: Op, operands: &[TermId]) -> Result<TermId, SortError> {
        if self.simplifies
            && let Some(word) = self.fold_words(op, operands)
        {
            return Ok(self.word(word));
        }
        if let (Op::Ite, true, &[condition, then, otherwise]) = (op, self.simplifies, operands)
            && let Some(Word::Bool(decided)) = self.as_word(condition)
            && self.constant(then).is_some()
            && self.sort(then) == self.sort(otherwise)
        {
            return Ok(if decided { then } else { otherwise });
        }
        let mut sorts = [Sort::Bool; MAX_ARITY];
        if operands.len() > MAX_ARITY {
            return Err(SortError::Arity {
                op,
                found: operands.len(),
            });
        }
        for (sort, operand) in sorts.iter_mut().zip(operands) {
            *sort = self.sort(*operand);
        }
        let sort = result_sort(op, &sorts[..operands.len()])?;
        if !self.simplifies {
            return Ok(self.intern(op, operands, sort));
        }
        if !sort.is_array() && operands.iter().all(|operand| self.constant(*operand).is_some()) {
            let values: Vec<&Value> = operands
                .iter()
                .filter_map(|operand| self.constant(*operand))
                .collect();
            let folded = fold::apply(op, &values);
            return Ok(self.value(&folded));
        }
        let mut ordered = [TermId(0); MAX_ARITY];
        ordered[..operands.len()].copy_from_slice(operands);
        if let Some((first, second)) = op.commutes() {
            // Constants last, otherwise by age: the rules need to look for them in one place only.
            let key = |term: TermId| (self.constant(term).is_some(), term);
            if key(ordered[first]) > key(ordered[second]) {
                ordered.swap(first, second);
            }
        }
        let operands = &ordered[..operands.len()];
        if let Some(result) = rewrite::simplify(self, op, operands) {
            debug_assert_eq!(
                self.sort(result),
                sort,
                "a rewrite of `{}` changed the sort",
                op.name()
            );
            return Ok(result);
        }
        Ok(self.intern(op, operands, sort))
    }

    /// Like [`TermPool::try_apply`], for callers who know the sorts.
    ///
    /// # Panics
    /// If the operands do not have the sorts that the operator takes.
    pub fn apply(&mut self, op: Op, operands: &[TermId]) -> TermId {
        match self.try_apply(op, operands) {
            Ok(term) => term,
            Err(error) => panic!("{error}"),
        }
    }

    fn intern(&mut self, op: Op, operands: &[TermId], sort: Sort) -> TermId {
        let mut node = Node {
            op,
            operands: [TermId(0); MAX_ARITY],
        };
        node.operands[..operands.len()].copy_from_slice(operands);
        let hash = hash_of(|hasher| node.hash(hasher));
        if let Some(found) = self.node_index.find(hash, |id| self.nodes[id as usize] == node) {
            return TermId(found);
        }
        let term = self.push(node, sort);
        self.node_index.insert(hash, term.0);
        term
    }

    fn push(&mut self, node: Node, sort: Sort) -> TermId {
        let id = u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms");
        self.nodes.push(node);
        self.sorts.push(sort);
        TermId(id)
    }
}

fn hash_of(feed: impl FnOnce(&mut FastHasher)) -> u64 {
    let mut hasher = FastHasher::default();
    feed(&mut hasher);
    hasher.finish()
}

/// An open-addressing table from hashes to ids whose keys live elsewhere, so that no key is stored twice.
#[derive(Debug, Clone, Default)]
struct IdTable {
    /// The id plus one, and part of the hash, to seldom look at the key; zero is free.
    slots: Vec<(u32, u32)>,
    len: usize,
}

impl IdTable {
    fn find(&self, hash: u64, is_key: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut slot = hash as usize & mask;
        loop {
            let (entry, tag) = self.slots[slot];
            if entry == 0 {
                return None;
            }
            if tag == hash as u32 && is_key(entry - 1) {
                return Some(entry - 1);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The key must not be in the table.
    fn insert(&mut self, hash: u64, id: u32) {
        if self.len * 2 >= self.slots.len() {
            let grown = (self.slots.len() * 2).max(64);
            let old = std::mem::replace(&mut self.slots, vec![(0, 0); grown]);
            for entry in old.into_iter().filter(|(id, _)| *id != 0) {
                self.place(entry);
            }
        }
        self.place((id + 1, hash as u32));
        self.len += 1;
    }

    /// Tables have fewer than 2^32 slots, so that the tag is enough of the hash to place an entry.
    fn place(&mut self, entry: (u32, u32)) {
        let mask = self.slots.len() - 1;
        let mut slot = entry.1 as usize & mask;
        while self.slots[slot].0 != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = entry;
    }
}
