//! A set of numbers between two ends, at equal distances, and what arithmetic makes of it.
//!
//! Which of these the values of a term lie in says `term_range`.

/// All values lie in `min + step * n`, up to `max`, read as signed numbers; a single value has step 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    pub min: i128,
    pub max: i128,
    pub step: u128,
}

impl Range {
    pub(crate) fn full(width: u32) -> Range {
        let half = 1i128 << (width.min(120) - 1);
        Range {
            min: -half,
            max: half - 1,
            step: 1,
        }
    }

    pub(crate) fn single(value: i128) -> Range {
        Range {
            min: value,
            max: value,
            step: 0,
        }
    }

    /// With a largest number that is one of the values. What is computed from the end of a range, such as a
    /// difference, is on the step only then.
    pub(crate) fn tight(self) -> Range {
        match i128::try_from(self.step) {
            Ok(step) if step > 1 => Range {
                max: self.max - (self.max - self.min).rem_euclid(step),
                ..self
            },
            _ => self,
        }
    }

    /// Back into `width` bits: if it does not fit, only what survives wrapping is kept.
    pub(crate) fn fit(self, width: u32) -> Range {
        let full = Range::full(width);
        if self.min >= full.min && self.max <= full.max {
            return self;
        }
        let twos = |number: u128| {
            if number == 0 {
                1u128 << 60
            } else {
                number & number.wrapping_neg()
            }
        };
        let step = twos(self.step)
            .min(1 << width.min(60))
            .min(1u128 << (width - 1).min(60));
        // The residue survives, the ends do not.
        let residue = self.min.rem_euclid(step as i128);
        let start = full.min - full.min.rem_euclid(step as i128) + residue;
        Range {
            min: if start < full.min {
                start + step as i128
            } else {
                start
            },
            max: full.max,
            step,
        }
    }

    pub(crate) fn union(self, other: Range) -> Range {
        let distance = self.min.abs_diff(other.min);
        Range {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
            step: gcd(gcd(self.step, other.step), distance),
        }
    }

    /// The same numbers read as unsigned ones of a width.
    #[must_use]
    pub fn unsigned(self, width: u32) -> Range {
        unsigned(self, width)
    }

    /// How many low bits hold the value: those above are zero if nothing is negative, and copies of the last of
    /// them otherwise.
    #[must_use]
    pub fn significant_bits(self) -> u32 {
        if self.min >= 0 {
            bits_of(self.max)
        } else {
            bits_of(self.max.max(!self.min)) + 1
        }
    }

    /// The values from `low` to `high`.
    pub fn between(self, low: i128, high: i128) -> Box<dyn Iterator<Item = u64>> {
        if self.step == 0 {
            let inside = self.min >= low && self.min <= high;
            return Box::new(inside.then_some(self.min as u64).into_iter());
        }
        let step = self.step as i128;
        let first = if self.min >= low {
            self.min
        } else {
            low + (self.min - low).rem_euclid(step)
        };
        let last = self.max.min(high);
        let mut next = first;
        Box::new(std::iter::from_fn(move || {
            let value = next;
            next += step;
            (value <= last).then_some(value as u64)
        }))
    }

    /// How many values lie from `low` to `high`, at most.
    pub fn count(self, low: i128, high: i128) -> u128 {
        let (first, last) = (self.min.max(low), self.max.min(high));
        if first > last {
            0
        } else {
            (last.abs_diff(first))
                .checked_div(self.step)
                .map_or(1, |count| count + 1)
        }
    }
}

pub(crate) fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// How many bits a number takes that is not negative.
pub(crate) fn bits_of(number: i128) -> u32 {
    128 - number.leading_zeros()
}

/// A range of signed numbers read as unsigned ones of a width.
pub(crate) fn unsigned(range: Range, width: u32) -> Range {
    if range.min >= 0 {
        return range;
    }
    let modulus = 1i128 << width;
    if range.max < 0 {
        return Range {
            min: range.min + modulus,
            max: range.max + modulus,
            step: range.step,
        };
    }
    let step = gcd(range.step, modulus as u128).max(1);
    let residue = range.min.rem_euclid(step as i128);
    Range {
        min: residue,
        max: modulus - 1,
        step,
    }
}

/// Of numbers of 64 bits at most.
pub(crate) fn product(a: Range, b: Range) -> Range {
    let ends = [a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max];
    Range {
        min: ends.into_iter().min().unwrap_or(0),
        max: ends.into_iter().max().unwrap_or(0),
        step: 1,
    }
}

pub(crate) fn scaled(range: Range, factor: i128) -> Option<Range> {
    let (a, b) = (range.min.checked_mul(factor)?, range.max.checked_mul(factor)?);
    Some(Range {
        min: a.min(b),
        max: a.max(b),
        step: range.step.checked_mul(factor.unsigned_abs())?,
    })
}
