//! Which objects' numbers went into a computed number.
//!
//! A number that was made from pointers by arithmetic, or put together from their bytes, may be any of the objects
//! whose numbers occur in its term. What occurs in a term is found out once: walking all of a term each time a pointer
//! is read from bytes makes programs quadratic whose lists and strings share memory.

use std::rc::Rc;

use logic::TermId;

use crate::symex::Symex;

impl Symex<'_> {
    /// The numbers of the objects that occur in a term, in the order of their terms.
    pub(crate) fn origins(&mut self, term: TermId) -> Rc<[TermId]> {
        let mut pending = vec![term];
        while let Some(&next) = pending.last() {
            if self.origins.contains_key(&next) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let operands = self.pool.operands(next).iter().copied();
            pending.extend(operands.filter(|operand| !self.origins.contains_key(operand)));
            if pending.len() == before {
                let found = self.joined_origins(next);
                self.origins.insert(next, found);
                pending.pop();
            }
        }
        self.origins[&term].clone()
    }

    /// What occurs in a term whose operands are known.
    fn joined_origins(&mut self, term: TermId) -> Rc<[TermId]> {
        let whole = self.encoded.get(&term).map(|&(object, _)| object);
        let own = match whole.or(self.encoded_parts.get(&term).copied()) {
            Some(object) => self.object_numbers(object),
            None => Rc::from([]),
        };
        let operands = self.pool.operands(term).iter();
        let mut sets: Vec<&Rc<[TermId]>> = operands.map(|operand| &self.origins[operand]).collect();
        sets.push(&own);
        sets.retain(|set| !set.is_empty());
        sets.dedup_by(|one, other| Rc::ptr_eq(one, other) || one == other);
        match sets.as_slice() {
            [] => Rc::from([]),
            [only] => (*only).clone(),
            _ => {
                let mut all: Vec<TermId> = sets.into_iter().flat_map(|set| set.iter().copied()).collect();
                all.sort_unstable();
                all.dedup();
                all.into()
            }
        }
    }

    /// From now on a term is known to be made from the number of an object. Terms that it is a part of may have been
    /// looked at before.
    pub(crate) fn has_origin(&mut self, term: TermId, object: TermId) {
        let Some(known) = self.origins.get(&term).cloned() else {
            return;
        };
        let numbers = self.object_numbers(object);
        if !numbers.iter().all(|number| known.contains(number)) {
            self.origins.clear();
        }
    }
}
