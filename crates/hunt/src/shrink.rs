//! A failing run with less to read: parts of the text are left out, numbers become small, as long as the same claim fails.
//!
//! This is delta debugging without a proof of anything: the run is smaller than the one that was found, not the smallest
//! (`because minimize` finds that).

use interp::InputRecord;
use program::ClaimId;

use crate::Hunter;
use crate::candidate::Candidate;
use crate::text::words;

/// So many runs are tried for one claim.
const MOST_TRIED: u32 = 600;

/// Fewer values are not worth leaving out.
const MANY_VALUES: usize = 12;

/// Texts of words that are easily read.
const PLAIN: [&[u8]; 6] = [b"0", b"1", b"-1", b"2", b"a", b"b"];

struct Shrinker<'s, 'h> {
    hunter: &'s mut Hunter<'h>,
    claim: ClaimId,
    best: Candidate,
    inputs: Vec<InputRecord>,
    tries: u32,
}

impl Hunter<'_> {
    /// A run with few and plain inputs that violates the claim; nothing if the candidate does not.
    pub(crate) fn smallest(
        &mut self,
        claim: ClaimId,
        mut candidate: Candidate,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<InputRecord>> {
        let inputs = self.fails(&mut candidate, claim)?;
        let mut shrinker = Shrinker {
            hunter: self,
            claim,
            best: candidate,
            inputs,
            tries: 0,
        };
        while !stop() && shrinker.tries < MOST_TRIED && shrinker.hunter.left > 0 {
            let before = shrinker.best.clone();
            shrinker.clear();
            shrinker.leave_out();
            shrinker.leave_out_values();
            shrinker.plain_words();
            shrinker.plain_values();
            if shrinker.best == before {
                break;
            }
        }
        Some(shrinker.inputs)
    }
}

impl Shrinker<'_, '_> {
    fn tries(&mut self, mut candidate: Candidate) -> bool {
        if self.tries >= MOST_TRIED || self.hunter.left == 0 {
            return false;
        }
        self.tries += 1;
        let Some(inputs) = self.hunter.fails(&mut candidate, self.claim) else {
            return false;
        };
        if candidate == self.best || candidate.values.len() > self.best.values.len() {
            return false;
        }
        self.best = candidate;
        self.inputs = inputs;
        true
    }

    /// Does it matter what lies in memory?
    fn clear(&mut self) {
        if self.best.fill != 0 {
            let next = Candidate {
                fill: 0,
                ..self.best.clone()
            };
            self.tries(next);
        }
    }

    fn leave_out(&mut self) {
        let mut size = self.best.text.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < self.best.text.len() {
                let mut next = self.best.clone();
                let end = (at + size).min(next.text.len());
                next.text.drain(at..end);
                if !self.tries(next) {
                    at += size;
                }
            }
            size /= 2;
        }
    }

    /// Fewer values: most of many are what files hold.
    fn leave_out_values(&mut self) {
        let mut size = match self.best.values.len() {
            few if few < MANY_VALUES => 0,
            many => many / 2,
        };
        while size > 0 {
            let mut at = 0;
            while at < self.best.values.len() {
                let mut next = self.best.clone();
                let end = (at + size).min(next.values.len());
                next.values.drain(at..end);
                if !self.tries(next) {
                    at += size;
                }
            }
            size /= 2;
        }
    }

    fn plain_words(&mut self) {
        let mut index = 0;
        while let Some(&(from, to)) = words(&self.best.text).get(index) {
            index += 1;
            let old = self.best.text[from..to].to_vec();
            let number = std::str::from_utf8(&old)
                .ok()
                .and_then(|text| text.parse::<i128>().ok());
            for plain in PLAIN {
                if old == plain || old.len() < plain.len() && number.is_none() {
                    break;
                }
                let mut next = self.best.clone();
                next.text.splice(from..to, plain.iter().copied());
                if self.tries(next) {
                    break;
                }
            }
            self.nearer_to_zero(index - 1);
        }
    }

    /// A number in the text as near to zero as halving finds it.
    fn nearer_to_zero(&mut self, index: usize) {
        let at = |text: &[u8]| {
            let &(from, to) = words(text).get(index)?;
            let number: i128 = std::str::from_utf8(&text[from..to]).ok()?.parse().ok()?;
            Some((from, to, number))
        };
        let Some((.., mut high)) = at(&self.best.text) else {
            return;
        };
        let mut low = 0;
        while (high - low).abs() > 1 {
            let middle = low + (high - low) / 2;
            let Some((from, to, _)) = at(&self.best.text) else {
                return;
            };
            let mut next = self.best.clone();
            next.text.splice(from..to, middle.to_string().into_bytes());
            if self.tries(next) {
                high = middle;
            } else {
                low = middle;
            }
        }
    }

    fn plain_values(&mut self) {
        let mut index = 0;
        while let Some(&value) = self.best.values.get(index) {
            for plain in [0u128, 1, u128::MAX, 2] {
                if value == plain || self.tries(self.with(index, plain)) {
                    break;
                }
            }
            let mut high = self.best.values.get(index).map_or(0, |&bits| bits as i128);
            let mut low = 0;
            while high
                .checked_sub(low)
                .is_some_and(|between| between.unsigned_abs() > 1)
            {
                let middle = low + (high - low) / 2;
                if self.tries(self.with(index, middle as u128)) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            index += 1;
        }
    }

    fn with(&self, index: usize, value: u128) -> Candidate {
        let mut next = self.best.clone();
        if let Some(old) = next.values.get_mut(index) {
            *old = value;
        }
        next
    }
}
