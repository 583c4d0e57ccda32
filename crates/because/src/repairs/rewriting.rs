//! Changes that have to be made to the text to be tried: of types, of the order of statements, of the shape of expressions.
//!
//! Each takes a translation of its own. One that makes some tests right and breaks none is kept: with a second fault
//! beside it, the small changes are then tried in the text that it leads to.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use explain::diagnose::{self, Effort};
use interp::Stop;
use program::{CheckKind, Program};
use repair::{Behaviour, Change, Family, Judge, Signs};

use super::Found;
use super::candidates::{Candidate, Piece};
use super::evidence::{Evidence, Wanted, part};

/// So many changes are made to the text.
const MOST_REWRITTEN: usize = 100;
/// So many of those that help are looked at with others beside them.
const MOST_HELPFUL: usize = 3;
/// So many changes beside them are made to the text.
const MOST_BESIDE: usize = 6;
/// So many that make every test right are enough.
const MOST_FOUND: usize = 6;
/// A number of so many digits may be too large for an `int`.
const LARGE_DIGITS: usize = 10;

impl Evidence<'_> {
    /// Those that are wanted and make every test right.
    pub(super) fn rewritten(&self, wanted: &dyn Fn(Change) -> bool) -> Vec<(Change, diagnose::Edit)> {
        let signs = signs(self.world.program, &self.judge, &self.runs, &self.failing);
        let candidates = self.search().rewritten(&signs);
        let mut found: Vec<(Change, diagnose::Edit)> = Vec::new();
        let mut helpful: Vec<(usize, Candidate)> = Vec::new();
        let mut known: Vec<Vec<(u32, u32)>> = Vec::new();
        let wanted = candidates.into_iter().filter(|candidate| wanted(candidate.kind));
        for candidate in wanted.take(MOST_REWRITTEN) {
            if (self.world.stop)() || found.len() >= MOST_FOUND {
                break;
            }
            // Of the changes in one place the first is enough.
            let place: Vec<(u32, u32)> = candidate
                .pieces
                .iter()
                .map(|piece| (piece.lo, piece.hi))
                .collect();
            if known.contains(&place) {
                continue;
            }
            let Some(right) = self.confirming().right(&candidate, Wanted::Some) else {
                continue;
            };
            let repaired = self.failing.iter().filter(|test| right.contains(test)).count();
            if repaired == self.failing.len() {
                known.push(place);
                found.extend(self.edit(&candidate.pieces).map(|edit| (candidate.kind, edit)));
            } else if repaired > 0 {
                helpful.push((repaired, candidate));
            }
        }
        helpful.sort_by_key(|(repaired, _)| Reverse(*repaired));
        helpful.truncate(MOST_HELPFUL);
        *self.helpful.borrow_mut() = helpful;
        found
    }

    fn edit(&self, pieces: &[Piece]) -> Option<diagnose::Edit> {
        let parts = pieces.iter().map(|piece| part(self.world.sources, piece));
        let parts = parts.collect::<Option<Vec<_>>>()?;
        Some(diagnose::Edit {
            parts,
            partly: None,
            explains: Vec::new(),
        })
    }

    /// Small changes beside one that had to be made to the text, with which every test is right: one, or if all effort is
    /// wanted two that share the tests which still fail.
    pub(super) fn beside_rewritten(&self, effort: Effort) -> Vec<diagnose::Edit> {
        let mut found = Vec::new();
        for (_, rewritten) in self.helpful.take() {
            if (self.world.stop)() || !found.is_empty() {
                break;
            }
            let Some(right) = self.confirming().right(&rewritten, Wanted::Any) else {
                continue;
            };
            let (passing, failing): (Vec<usize>, Vec<usize>) =
                (0..self.judge.tests.len()).partition(|test| right.contains(test));
            let search = self.search();
            for family in [Family::Changes, Family::Insertions] {
                let mut said = Found::default();
                let inputs = &rewritten.inputs;
                let sifted = search.sifted(inputs, &failing, &passing, (false, family), &mut said);
                let whole = sifted.iter().filter(|candidate| candidate.is_whole());
                found.extend(
                    whole
                        .take(MOST_BESIDE)
                        .filter_map(|beside| self.both(&rewritten, beside)),
                );
                if !found.is_empty() {
                    break;
                }
            }
            if found.is_empty() && effort == Effort::Full && failing.len() > 1 {
                let (pairs, ..) = search.pairs(&rewritten.inputs, &failing, &passing, Effort::Shared, true);
                let whole = pairs.iter().filter(|candidate| candidate.is_whole());
                found.extend(
                    whole
                        .take(MOST_BESIDE)
                        .filter_map(|beside| self.both(&rewritten, beside)),
                );
            }
        }
        found
    }

    /// A change that had to be made to the text with others beside it, if every test is right with them.
    fn both(&self, rewritten: &Candidate, beside: &Candidate) -> Option<diagnose::Edit> {
        self.confirming().right(beside, Wanted::All)?;
        let pieces = beside.pieces.iter().map(|piece| before(&rewritten.pieces, piece));
        let mut pieces = pieces.collect::<Option<Vec<Piece>>>()?;
        pieces.extend(rewritten.pieces.iter().cloned());
        pieces.sort_by_key(|piece| piece.lo);
        self.edit(&pieces)
    }
}

/// Where a piece of the changed text stands in the text before; nothing if that is inside a change.
fn before(changes: &[Piece], piece: &Piece) -> Option<Piece> {
    let mut changes: Vec<&Piece> = changes
        .iter()
        .filter(|change| change.file == piece.file)
        .collect();
    changes.sort_by_key(|change| change.lo);
    let mut longer = 0i64;
    for change in changes {
        let new = change.replacement.len() as i64;
        let lo = i64::from(change.lo) + longer;
        if i64::from(piece.hi) <= lo {
            break;
        }
        if i64::from(piece.lo) < lo + new {
            return None;
        }
        longer += new - i64::from(change.hi - change.lo);
    }
    let moved = |at: u32| u32::try_from(i64::from(at) - longer).ok();
    Some(Piece {
        lo: moved(piece.lo)?,
        hi: moved(piece.hi)?,
        ..piece.clone()
    })
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
    fn pieces_go_back_to_the_text_before() {
        let piece = |lo, hi, replacement: &str| Piece {
            file: "a.c".to_owned(),
            lo,
            hi,
            replacement: replacement.to_owned(),
            kind: Change::Type,
        };
        // `int` becomes `double` at 10, and `%d` becomes `%.2f` at 50.
        let changes = [piece(50, 52, "%.2f"), piece(10, 13, "double")];
        let moved = |lo, hi| before(&changes, &piece(lo, hi, "x")).map(|piece| (piece.lo, piece.hi));
        assert_eq!(moved(2, 5), Some((2, 5)));
        assert_eq!(moved(30, 31), Some((27, 28)));
        assert_eq!(moved(60, 61), Some((55, 56)));
        assert_eq!(moved(12, 14), None);
    }

    #[test]
    fn decimals_are_counted() {
        assert_eq!(fractions(b"a 1.50 b 2.5. 7."), [2, 1]);
    }
}
