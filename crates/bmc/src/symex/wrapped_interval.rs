//! Sets of neighbouring numbers of some width, where the largest is followed by zero.
//!
//! On this circle nothing distinguishes signed from unsigned, and adding a constant only turns the set. The
//! complement of an arc is an arc, so "is not 5" can be said, and taking the first number away from an arc leaves
//! one. Two arcs may have two pieces in common; then the smaller of them stands for both pieces.

/// `low`, `low + 1` … `low + extent`, modulo two to the `width`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Arc {
    low: u64,
    extent: u64,
    width: u32,
}

impl Arc {
    pub(crate) fn new(width: u32, low: u64, extent: u64) -> Arc {
        let mask = mask(width);
        Arc {
            low: low & mask,
            extent: extent & mask,
            width,
        }
    }

    /// From one number to another, both read as signed or unsigned numbers of the width.
    pub(crate) fn between(width: u32, first: i128, last: i128) -> Arc {
        Arc::new(width, first as u64, last.wrapping_sub(first) as u64)
    }

    pub(crate) fn width(self) -> u32 {
        self.width
    }

    /// One less than how many there are.
    pub(crate) fn extent(self) -> u64 {
        self.extent
    }

    pub(crate) fn single(self) -> Option<u64> {
        (self.extent == 0).then_some(self.low)
    }

    fn is_full(self) -> bool {
        self.extent == mask(self.width)
    }

    /// Every number with another added to it.
    pub(crate) fn turned(self, by: u64) -> Arc {
        Arc::new(self.width, self.low.wrapping_add(by), self.extent)
    }

    pub(crate) fn complement(self) -> Option<Arc> {
        (!self.is_full()).then(|| {
            let after = self.low.wrapping_add(self.extent).wrapping_add(1);
            Arc::new(self.width, after, mask(self.width) - self.extent - 1)
        })
    }

    /// What is in both, or a little more; nothing if nothing is.
    pub(crate) fn intersection(self, other: Arc) -> Option<Arc> {
        if self.is_full() || other.is_full() {
            return Some(if self.is_full() { other } else { self });
        }
        let mask = mask(self.width);
        let ahead = other.low.wrapping_sub(self.low) & mask;
        if ahead <= self.extent {
            let end = u128::from(ahead) + u128::from(other.extent);
            return Some(if end <= u128::from(self.extent) {
                other
            } else if end <= u128::from(mask) {
                Arc::new(self.width, other.low, self.extent - ahead)
            } else if self.extent <= other.extent {
                self
            } else {
                other
            });
        }
        let behind = self.low.wrapping_sub(other.low) & mask;
        (behind <= other.extent)
            .then(|| Arc::new(self.width, self.low, self.extent.min(other.extent - behind)))
    }

    /// The smallest arc with both in it.
    pub(crate) fn hull(self, other: Arc) -> Arc {
        let from = |a: Arc, b: Arc| {
            let ahead = b.low.wrapping_sub(a.low) & mask(a.width);
            let end = u128::from(ahead) + u128::from(b.extent);
            let extent = end.max(a.extent.into()).min(mask(a.width).into());
            Arc::new(a.width, a.low, extent as u64)
        };
        let (first, second) = (from(self, other), from(other, self));
        if second.extent < first.extent {
            second
        } else {
            first
        }
    }

    /// The smallest and the largest number, read as signed or unsigned.
    pub(crate) fn bounds(self, signed: bool) -> (i128, i128) {
        let half = if signed { 1i128 << (self.width - 1) } else { 0 };
        let from_least = i128::from(self.low.wrapping_add(half as u64) & mask(self.width));
        let last = from_least + i128::from(self.extent);
        if last > i128::from(mask(self.width)) {
            return domain(self.width, signed);
        }
        (from_least - half, last - half)
    }
}

/// All numbers of a width.
pub(crate) fn domain(width: u32, signed: bool) -> (i128, i128) {
    let count = 1i128 << width;
    if signed {
        (-(count / 2), count / 2 - 1)
    } else {
        (0, count - 1)
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 4;

    fn arcs() -> impl Iterator<Item = Arc> {
        (0..16).flat_map(|low| (0..16).map(move |extent| Arc::new(WIDTH, low, extent)))
    }

    fn members(arc: Arc) -> u16 {
        (0..=arc.extent).fold(0, |set, step| set | 1 << ((arc.low + step) % 16))
    }

    #[test]
    fn operations_are_those_of_sets() {
        for a in arcs() {
            assert_eq!(a.complement().map_or(0, members), !members(a));
            assert_eq!(members(a.turned(3)), members(a).rotate_left(3));
            for signed in [false, true] {
                let (low, high) = a.bounds(signed);
                for number in 0..16 {
                    let value = if signed && number > 7 { number - 16 } else { number };
                    if members(a) >> number & 1 == 1 {
                        assert!((low..=high).contains(&value), "{a:?}: {value}");
                    }
                }
            }
            for b in arcs() {
                let both = members(a) & members(b);
                match a.intersection(b) {
                    None => assert_eq!(both, 0),
                    Some(arc) => {
                        assert_ne!(both, 0, "{a:?} {b:?}");
                        assert_eq!(members(arc) & both, both, "{a:?} {b:?}");
                        assert!(arc.extent <= a.extent.min(b.extent));
                    }
                }
                let either = members(a) | members(b);
                assert_eq!(members(a.hull(b)) & either, either, "{a:?} {b:?}");
            }
        }
    }
}
