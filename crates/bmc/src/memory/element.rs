//! A stored value, where it is known which element it goes to.
//!
//! `count[key]++` reads one of many elements and stores the sum into one of many: each element becomes the sum if `key`
//! names it. Taken literally that sum hangs on all elements, and after some such updates the solver has to find out bit
//! by bit that the others do not matter. But where `key` names an element, the element that was read is that very one:
//! under that condition the choice in the stored value is decided. So each element gets the value as it is *there*; the
//! elements stay independent of each other, and their ranges stay narrow enough to decide most claims about them.
//!
//! The choices of a read have the conditions that [`by_index`](Symex) and [`elements`](Symex) make, so these are looked
//! for in the value, from the top and not far: operands are older than what is made of them, so a term that is older
//! than all of these conditions has none of them inside.

use logic::{Op, TermId, TermMap};

use crate::memory::place::{Element, Spot};
use crate::symex::Symex;
use crate::symex::scalar::Value;

/// What is known about an access, given which element it means.
pub(crate) struct Chosen {
    /// The bits of its distance from the first element.
    bits: TermMap<u32>,
    /// The conditions that it means an element.
    elements: TermMap<u64>,
    base: u64,
    oldest: TermId,
    patience: usize,
}

impl Chosen {
    fn known(&self, term: TermId, at: u64) -> Option<bool> {
        if let Some(bit) = self.bits.get(&term) {
            return Some((at - self.base) >> bit & 1 == 1);
        }
        self.elements.get(&term).map(|element| *element == at)
    }
}

impl Symex<'_> {
    /// What would be known; nothing if there is no choice, or too much of it.
    pub(crate) fn chosen(&mut self, spot: &Spot, elements: &[Element]) -> Option<Chosen> {
        let ([case], [first, .., last], None) = (spot.cases.as_slice(), elements, spot.field) else {
            return None;
        };
        if elements.len() > budgets::bmc::MAX_GIVEN_ELEMENTS.count() {
            return None;
        }
        let base = self.pool.bv(self.width, first.at.into());
        let distance = self.pool.bv_sub(case.offset, base);
        let top = (last.at - first.at).max(1).ilog2();
        let mut chosen = Chosen {
            bits: TermMap::default(),
            elements: elements
                .iter()
                .map(|element| (element.chosen, element.at))
                .collect(),
            base: first.at,
            oldest: case.offset,
            patience: budgets::bmc::MAX_GIVEN_TERMS.count() + elements.len(),
        };
        for bit in 0..=top {
            let is_set = self.pool.bv_bit(distance, bit);
            if self.pool.constant(is_set).is_none() && !matches!(self.pool.op(is_set), Op::Not) {
                chosen.bits.insert(is_set, bit);
            }
        }
        let all = chosen.bits.keys().chain(chosen.elements.keys());
        chosen.oldest = all.copied().min()?;
        Some(chosen)
    }

    /// A value, given that the access means the element at an offset.
    pub(crate) fn given_element(&mut self, value: Value, chosen: &Chosen, at: u64) -> Value {
        let mut patience = chosen.patience;
        match value {
            Value::Bits(term) => match self.there(term, chosen, at, &mut patience) {
                Some(term) => Value::Bits(term),
                None => value,
            },
            Value::Float(term) => match self.there(term, chosen, at, &mut patience) {
                Some(term) => Value::Float(term),
                None => value,
            },
            Value::Pointer { .. } => value,
        }
    }

    /// Recursion is as deep as the patience at most.
    fn there(&mut self, term: TermId, chosen: &Chosen, at: u64, patience: &mut usize) -> Option<TermId> {
        if term < chosen.oldest {
            return Some(term);
        }
        if let Some(known) = chosen.known(term, at) {
            return Some(if known { self.yes } else { self.no });
        }
        *patience = patience.checked_sub(1)?;
        let op = self.pool.op(term);
        let operands = self.pool.operands(term).to_vec();
        if let (Op::Ite, &[cond, then, otherwise]) = (op, operands.as_slice()) {
            let cond = self.there(cond, chosen, at, patience)?;
            if cond == self.yes {
                return self.there(then, chosen, at, patience);
            }
            if cond == self.no {
                return self.there(otherwise, chosen, at, patience);
            }
            let then = self.there(then, chosen, at, patience)?;
            let otherwise = self.there(otherwise, chosen, at, patience)?;
            return Some(self.pool.ite(cond, then, otherwise));
        }
        let mut placed = Vec::with_capacity(operands.len());
        for &operand in &operands {
            placed.push(self.there(operand, chosen, at, patience)?);
        }
        if placed == operands {
            return Some(term);
        }
        Some(self.pool.apply(op, &placed))
    }
}
