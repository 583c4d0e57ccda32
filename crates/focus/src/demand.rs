//! The set `Error` of the paper, as far as it holds variables: which bits are demanded.
//!
//! Variables, members and elements are ranges of bits of storage, so that whole records, bit-fields and accesses
//! through pointers need no rules of their own: a store takes what it covers out of what is demanded, and the rest
//! stays. The same set serves the encoding, where a range is demanded in some runs (a term), and the slicer, where it
//! is or is not.

use std::collections::BTreeMap;

use program::VarId;

/// What bits lie in; activations are named by whoever uses this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Storage<Activation> {
    Static(VarId),
    Local(Activation, VarId),
    /// No variable: allocated.
    Object(u64),
}

impl<Activation> Storage<Activation> {
    pub(crate) fn variable(&self) -> Option<VarId> {
        match self {
            Storage::Static(var) | Storage::Local(_, var) => Some(*var),
            Storage::Object(_) => None,
        }
    }
}

/// Some bits in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Bits {
    pub from: u64,
    pub count: u64,
}

impl Bits {
    pub(crate) fn end(self) -> u64 {
        self.from.saturating_add(self.count)
    }

    /// What both have.
    pub(crate) fn common(self, other: Bits) -> Option<Bits> {
        let from = self.from.max(other.from);
        let end = self.end().min(other.end());
        (from < end).then(|| Bits {
            from,
            count: end - from,
        })
    }

    /// What is left of these without others.
    pub(crate) fn without(self, other: Bits) -> impl Iterator<Item = Bits> {
        let before = Bits {
            from: self.from,
            count: other.from.saturating_sub(self.from).min(self.count),
        };
        let from = self.from.max(other.end());
        let after = Bits {
            from,
            count: self.end().saturating_sub(from),
        };
        [before, after].into_iter().filter(|bits| bits.count > 0)
    }
}

/// Demanded ranges, each with when it is demanded.
#[derive(Debug, Clone)]
pub(crate) struct Demand<Activation, When> {
    known: BTreeMap<(Storage<Activation>, Bits), When>,
}

impl<Activation: Copy + Ord, When: Copy> Demand<Activation, When> {
    pub(crate) fn new() -> Demand<Activation, When> {
        Demand {
            known: BTreeMap::new(),
        }
    }

    /// Demands bits, too; `or` puts two times together.
    pub(crate) fn add(
        &mut self,
        storage: Storage<Activation>,
        bits: Bits,
        when: When,
        mut or: impl FnMut(When, When) -> When,
    ) {
        if bits.count == 0 {
            return;
        }
        let known = self.known.get(&(storage, bits)).copied();
        let when = known.map_or(when, |known| or(known, when));
        self.known.insert((storage, bits), when);
    }

    /// The demanded ranges that have some of these bits.
    pub(crate) fn overlapping(&self, storage: Storage<Activation>, bits: Bits) -> Vec<(Bits, When)> {
        let least = Bits { from: 0, count: 0 };
        let most = Bits {
            from: bits.end(),
            count: 0,
        };
        self.known
            .range((storage, least)..(storage, most))
            .filter(|((_, known), _)| known.common(bits).is_some())
            .map(|((_, known), when)| (*known, *when))
            .collect()
    }

    pub(crate) fn remove(&mut self, storage: Storage<Activation>, bits: Bits) {
        self.known.remove(&(storage, bits));
    }

    /// Nothing of this storage is demanded any more.
    pub(crate) fn forget(&mut self, storage: Storage<Activation>) {
        self.known.retain(|(of, _), _| *of != storage);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Storage<Activation>, Bits, When)> {
        self.known
            .iter()
            .map(|((storage, bits), when)| (*storage, *bits, *when))
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn bits_are_taken_apart() {
        let whole = Bits { from: 8, count: 24 };
        let inner = Bits { from: 16, count: 8 };
        let left: Vec<Bits> = whole.without(inner).collect();
        assert_eq!(left, [Bits { from: 8, count: 8 }, Bits { from: 24, count: 8 }]);
        assert_eq!(inner.without(whole).count(), 0);
        assert_eq!(
            whole.common(Bits { from: 0, count: 9 }),
            Some(Bits { from: 8, count: 1 })
        );
        assert_eq!(whole.common(Bits { from: 32, count: 9 }), None);
        assert_eq!(
            whole.without(Bits { from: 40, count: 8 }).collect::<Vec<_>>(),
            [whole]
        );
        assert_eq!(
            whole.without(Bits { from: 0, count: 8 }).collect::<Vec<_>>(),
            [whole]
        );
    }
}
