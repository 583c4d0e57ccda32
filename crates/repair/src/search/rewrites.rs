//! Changes that have to be made to the text to be tried: of types, of the order of statements, of the shape of
//! expressions.
//!
//! Each takes a translation of its own. One that makes some tests right and breaks none is kept: with a second fault
//! beside it, the small changes are then tried in the text that it leads to.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use interp::Stop;
use program::CheckKind;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::operators::{ChangeKind, TypeHints};
use crate::patch::PatchedPlaces;
use crate::search::candidate::Candidate;
use crate::search::patch_search::{ConfirmedPatches, PatchSearch};
use crate::validate::baseline::Baseline;
use crate::validate::confirm::Required;

/// A number of so many digits may be too large for an `int`.
const LARGE_DIGITS: usize = 10;

impl PatchSearch<'_> {
    /// Those that are wanted and make every test right.
    pub(crate) fn rewritten(
        &mut self,
        wanted: &dyn Fn(ChangeKind) -> bool,
    ) -> Vec<(ChangeKind, ConfirmedPatches)> {
        let found = self.plausible_rewrites(wanted);
        let told = found.iter().filter_map(|candidate| {
            let (patches, alone) = (&candidate.patches, &mut self.state.alone);
            let told = self.baseline.told(patches, &candidate.inputs, None, alone)?;
            Some((candidate.kind, told))
        });
        told.collect()
    }

    /// The same as candidates; those that make some tests right are kept for other changes beside them.
    pub(crate) fn plausible_rewrites(&mut self, wanted: &dyn Fn(ChangeKind) -> bool) -> Vec<Candidate> {
        let hints = self.baseline.type_hints();
        let candidates = self.candidates().rewritten(&hints);
        let mut found: Vec<Candidate> = Vec::new();
        let mut helpful: Vec<(usize, Candidate)> = Vec::new();
        let mut known: Vec<PatchedPlaces> = Vec::new();
        let wanted = candidates.into_iter().filter(|candidate| wanted(candidate.kind));
        let wanted: Vec<Candidate> = wanted.take(budgets::repair::MAX_TEXT_CHANGES.count()).collect();
        let baseline = &self.baseline;
        for some in wanted.chunks(budgets::repair::MADE_AT_ONCE.count()) {
            if baseline.is_stopped() || found.len() >= budgets::repair::MAX_FOUND_TEXT_CHANGES.count() {
                break;
            }
            // Of the changes in one place the first is enough.
            let right: Vec<Option<BTreeSet<usize>>> = some
                .par_iter()
                .map(|candidate| match known.contains(&candidate.places()) {
                    true => None,
                    false => baseline.right(candidate, Required::Some),
                })
                .collect();
            for (candidate, right) in some.iter().zip(right) {
                let (Some(right), place) = (right, candidate.places()) else {
                    continue;
                };
                if known.contains(&place) || found.len() >= budgets::repair::MAX_FOUND_TEXT_CHANGES.count() {
                    continue;
                }
                let repaired = baseline
                    .failing
                    .iter()
                    .filter(|test| right.contains(test))
                    .count();
                if repaired == baseline.failing.len() {
                    known.push(place);
                    found.push(candidate.clone());
                } else if repaired > 0 {
                    helpful.push((repaired, candidate.clone()));
                }
            }
        }
        helpful.sort_by_key(|(repaired, _)| Reverse(*repaired));
        helpful.truncate(budgets::repair::MAX_HELPFUL_TEXT_CHANGES.count());
        self.state.helpful = helpful;
        found
    }
}

impl Baseline<'_> {
    /// What the tests say about types.
    fn type_hints(&self) -> TypeHints {
        let tests = self.oracle.tests;
        let expected = tests.iter().filter_map(|test| test.expected.as_deref());
        let mut decimals: BTreeMap<usize, usize> = BTreeMap::new();
        for count in expected.clone().flat_map(fractions) {
            *decimals.entry(count).or_default() += 1;
        }
        let read = tests.iter().map(|test| test.stdin.as_slice());
        let all = || read.clone().chain(expected.clone());
        let long = |text: &[u8]| {
            let mut numbers = text.split(|byte| !byte.is_ascii_digit());
            numbers.any(|number| number.len() >= LARGE_DIGITS)
        };
        let ends = |wanted: &[CheckKind]| {
            self.failing.iter().any(|test| match self.runs[*test].stop {
                Stop::ClaimFailed { claim, .. } => wanted.contains(&self.subject.program.claim(claim).kind),
                _ => false,
            })
        };
        let usual = decimals.iter().max_by_key(|(_, times)| **times);
        TypeHints {
            fractions: all().any(|text| !fractions(text).is_empty()),
            decimals: usual.map_or(2, |(count, _)| *count),
            large: all().any(long) || ends(&[CheckKind::SignedOverflow, CheckKind::Conversion]),
            outside: ends(&[
                CheckKind::ArrayBounds,
                CheckKind::PointerDereference,
                CheckKind::PointerPrimitive,
                CheckKind::PointerOverflow,
            ]),
            unwritten: self
                .failing
                .iter()
                .flat_map(|test| &self.runs[*test].unwritten)
                .map(|name| name.split(['[', '.']).next().unwrap_or_default().to_owned())
                .collect(),
        }
    }
}

/// How many decimals each fraction of a text has.
fn fractions(text: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    for (at, _) in text.iter().enumerate().filter(|(_, byte)| **byte == b'.') {
        let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let before = at > 0 && text[at - 1].is_ascii_digit();
        let behind = digits(&text[at + 1..]);
        if before && behind > 0 {
            found.push(behind);
        }
    }
    found
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn decimals_are_counted() {
        assert_eq!(fractions(b"a 1.50 b 2.5. 7."), [2, 1]);
    }
}
