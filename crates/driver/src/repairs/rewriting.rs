//! Changes that have to be made to the text to be tried: of types, of the order of statements, of the shape of expressions.
//!
//! Each takes a translation of its own. One that makes some tests right and breaks none is kept: with a second fault
//! beside it, the small changes are then tried in the text that it leads to.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use interp::Stop;
use localize::SetBudget;
use program::{CheckKind, Program};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use repair::{Behaviour, Change, Family, Judge, Signs};

use super::Found;
use super::candidates::{Candidate, FAMILIES, Piece, PlaceInText, Search};
use super::evidence::{AT_ONCE, Evidence, Wanted};
use super::pieces::{each, with_others};

/// So many changes are made to the text.
const MOST_REWRITTEN: usize = 140;
/// So many of those that help are looked at with others beside them.
const MOST_HELPFUL: usize = 3;
/// So many changes beside them are made to the text.
const MOST_BESIDE: usize = 6;
/// So many more are made one after the other.
const MOST_AFTER: usize = 1;
/// Of those that make some tests right so many are.
const MOST_PARTIAL: usize = 2;
/// Instructions for all changes of a family beside some others.
const BESIDE_WORK: u64 = 8_000_000;
/// So many that make every test right are enough.
const MOST_FOUND: usize = 6;
/// A number of so many digits may be too large for an `int`.
const LARGE_DIGITS: usize = 10;

impl Evidence<'_> {
    /// Those that are wanted and make every test right.
    pub(super) fn rewritten(&self, wanted: &dyn Fn(Change) -> bool) -> Vec<(Change, localize::Edit)> {
        let signs = signs(self.world.program, &self.judge, &self.runs, &self.failing);
        let candidates = self.search().rewritten(&signs);
        let mut found: Vec<(Change, localize::Edit)> = Vec::new();
        let mut helpful: Vec<(usize, Candidate)> = Vec::new();
        let mut known: Vec<PlaceInText> = Vec::new();
        let wanted = candidates.into_iter().filter(|candidate| wanted(candidate.kind));
        let wanted: Vec<Candidate> = wanted.take(MOST_REWRITTEN).collect();
        let confirming = self.confirming();
        for some in wanted.chunks(AT_ONCE) {
            if (self.world.stop)() || found.len() >= MOST_FOUND {
                break;
            }
            // Of the changes in one place the first is enough.
            let right: Vec<Option<BTreeSet<usize>>> = some
                .par_iter()
                .map(|candidate| match known.contains(&candidate.place_in_text()) {
                    true => None,
                    false => confirming.right(candidate, Wanted::Some),
                })
                .collect();
            for (candidate, right) in some.iter().zip(right) {
                let (Some(right), place) = (right, candidate.place_in_text()) else {
                    continue;
                };
                if known.contains(&place) || found.len() >= MOST_FOUND {
                    continue;
                }
                let repaired = self.failing.iter().filter(|test| right.contains(test)).count();
                if repaired == self.failing.len() {
                    known.push(place);
                    let edit = self.told(std::slice::from_ref(&candidate.pieces), &candidate.inputs, None);
                    found.extend(edit.map(|edit| (candidate.kind, edit)));
                } else if repaired > 0 {
                    helpful.push((repaired, candidate.clone()));
                }
            }
        }
        helpful.sort_by_key(|(repaired, _)| Reverse(*repaired));
        helpful.truncate(MOST_HELPFUL);
        *self.helpful.borrow_mut() = helpful;
        found
    }

    /// Small changes beside one that had to be made to the text, with which every test is right: one, or if all effort is
    /// wanted two that share the tests which still fail. What is not wanted now may be wanted later.
    pub(super) fn beside_rewritten(
        &self,
        effort: SetBudget,
        wanted: &dyn Fn(Change) -> bool,
    ) -> Vec<localize::Edit> {
        let families = [Family::Changes, Family::Insertions];
        let helpful = self.helpful.take().into_iter();
        let (now, later) = helpful.partition(|(_, rewritten)| wanted(rewritten.kind));
        *self.helpful.borrow_mut() = later;
        let now: Vec<(usize, Candidate)> = now;
        for (_, rewritten) in now {
            // What is rewritten is one change, however many pieces it has.
            let changes = vec![rewritten.pieces.clone()];
            let found = self.beside(&rewritten, &changes, &families, effort, 0);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// Small changes of every kind beside those that make some tests right and break none.
    pub(super) fn beside_partial(&self, candidates: &[Candidate]) -> Vec<localize::Edit> {
        let partial = candidates.iter().filter(|candidate| !candidate.is_whole());
        let helpful = partial.filter(|helpful| helpful.repaired > 0);
        for (index, helpful) in helpful.take(MOST_PARTIAL).enumerate() {
            // Beside the best one more than one other change is looked for.
            let effort = match index {
                0 => SetBudget::Full,
                _ => SetBudget::Little,
            };
            let found = self.beside(helpful, &each(&helpful.pieces), &FAMILIES, effort, MOST_AFTER);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// Changes in the text that some changes lead to, with which every test is right: one, or if all effort is wanted two
    /// that share the tests which still fail. Where there are none, what helps most is made there, too, and so on a few
    /// times: each fault has tests that meet it alone, once the others are gone.
    fn beside(
        &self,
        helpful: &Candidate,
        changes: &[Vec<Piece>],
        families: &[Family],
        effort: SetBudget,
        after: usize,
    ) -> Vec<localize::Edit> {
        if (self.world.stop)() {
            return Vec::new();
        }
        let Some(right) = self.confirming().right(helpful, Wanted::Any) else {
            return Vec::new();
        };
        let (passing, failing): (Vec<usize>, Vec<usize>) =
            (0..self.judge.tests.len()).partition(|test| right.contains(test));
        let search = Search {
            affordable: Some(BESIDE_WORK),
            ..self.search()
        };
        let whole = |candidates: &[Candidate]| -> Vec<localize::Edit> {
            let whole = candidates.iter().filter(|candidate| candidate.is_whole());
            let all = whole.take(MOST_BESIDE).filter_map(|beside| {
                self.confirming().right(beside, Wanted::All)?;
                self.told(&with_others(changes, beside)?, &beside.inputs, None)
            });
            all.collect()
        };
        for family in families {
            let mut said = Found::default();
            let found =
                whole(&search.sifted(&helpful.inputs, &failing, &passing, (false, *family), &mut said));
            if !found.is_empty() {
                return found;
            }
        }
        if effort != SetBudget::Full || failing.len() < 2 {
            return Vec::new();
        }
        let (pairs, ..) = search.pairs(&helpful.inputs, &failing, &passing, SetBudget::Shared, true);
        let found = whole(&pairs);
        let next = pairs.iter().find(|candidate| !candidate.is_whole());
        match (found.is_empty(), after.checked_sub(1), next) {
            (true, Some(after), Some(next)) => match with_others(changes, next) {
                Some(changes) => {
                    let both = Candidate {
                        pieces: changes.concat(),
                        ..next.clone()
                    };
                    self.beside(&both, &changes, families, effort, after)
                }
                None => found,
            },
            _ => found,
        }
    }
}

/// What the tests say about types.
fn signs(program: &Program, judge: &Judge<'_>, runs: &[Behaviour], failing: &[usize]) -> Signs {
    let expected = judge.tests.iter().filter_map(|test| test.expected.as_deref());
    let mut decimals: BTreeMap<usize, usize> = BTreeMap::new();
    for count in expected.clone().flat_map(fractions) {
        *decimals.entry(count).or_default() += 1;
    }
    let read = judge.tests.iter().map(|test| test.stdin.as_slice());
    let all = || read.clone().chain(expected.clone());
    let long = |text: &[u8]| {
        let mut numbers = text.split(|byte| !byte.is_ascii_digit());
        numbers.any(|number| number.len() >= LARGE_DIGITS)
    };
    let ends = |wanted: &[CheckKind]| {
        failing.iter().any(|test| match runs[*test].stop {
            Stop::ClaimFailed { claim, .. } => wanted.contains(&program.claim(claim).kind),
            _ => false,
        })
    };
    let usual = decimals.iter().max_by_key(|(_, times)| **times);
    Signs {
        fractions: all().any(|text| !fractions(text).is_empty()),
        decimals: usual.map_or(2, |(count, _)| *count),
        large: all().any(long) || ends(&[CheckKind::SignedOverflow, CheckKind::Conversion]),
        outside: ends(&[
            CheckKind::ArrayBounds,
            CheckKind::PointerDereference,
            CheckKind::PointerPrimitive,
            CheckKind::PointerOverflow,
        ]),
        unwritten: failing
            .iter()
            .flat_map(|test| &runs[*test].unwritten)
            .map(|name| name.split(['[', '.']).next().unwrap_or_default().to_owned())
            .collect(),
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
