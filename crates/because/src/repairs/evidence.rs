//! Changes as evidence for a diagnosis.
//!
//! `because diagnose` says where another value would do; a change of the text there with which every test is right says more.
//! The changes are those of `because repair`. Each one that is handed on was made to the text, translated
//! anew and executed on every test.

use std::collections::BTreeSet;

use explain::diagnose::{self, EditPart, Effort, Test};
use interp::Interpreter;
use repair::{Behaviour, Change, Judge};
use source::{SourceMap, Span};

use super::candidates::{Candidate, Piece, Search, judged_by, starting};
use super::{Found, World};
use crate::load;

/// So many changes are handed on, and so many are made to the text.
const MOST: usize = 12;
const MOST_MADE: usize = 24;

/// Looks for changes with which every test is right.
pub(crate) struct Evidence<'e> {
    world: &'e World<'e>,
    judge: Judge<'e>,
    runs: Vec<Behaviour>,
    passing: Vec<usize>,
    failing: Vec<usize>,
}

impl<'e> Evidence<'e> {
    pub(crate) fn new(world: &'e World<'e>, tests: &'e [Test]) -> Evidence<'e> {
        let interpreter = Interpreter::new(world.program, Some(world.sources));
        let (judge, runs) = starting(world, &interpreter, tests);
        let (passing, failing) = judged_by(&judge, &runs);
        Evidence {
            world,
            judge,
            runs,
            passing,
            failing,
        }
    }

    fn search(&self) -> Search<'_> {
        Search {
            world: self.world,
            inserts: true,
            judge: &self.judge,
            samples: &[],
        }
    }

    /// Changes with which every test is right, the least surprising first.
    pub(crate) fn edits(&self) -> Vec<diagnose::Edit> {
        if self.failing.is_empty() {
            return Vec::new();
        }
        let mut said = Found::default();
        let search = self.search();
        let candidates = search.step(self.world.inputs, &self.failing, &self.passing, false, &mut said);
        self.confirmed(&candidates)
    }

    /// Pairs of changes with which every test is right.
    pub(crate) fn pairs(&self, effort: Effort) -> Vec<diagnose::Edit> {
        let search = self.search();
        let (pairs, _) = search.pairs(self.world.inputs, &self.failing, &self.passing, effort);
        self.confirmed(&pairs)
    }

    /// More changes at once, for where nothing else is a good answer.
    pub(crate) fn more(&self) -> Vec<diagnose::Edit> {
        let mut said = Found::default();
        let search = self.search();
        let partial = search.step(self.world.inputs, &self.failing, &self.passing, true, &mut said);
        let found = self.confirmed(&search.second(&partial, &mut said));
        if !found.is_empty() {
            return found;
        }
        self.confirmed(&search.three(&self.failing, &self.passing))
    }

    /// Those that make every test right when they are made to the text.
    fn confirmed(&self, candidates: &[Candidate]) -> Vec<diagnose::Edit> {
        let order: Vec<usize> = self.failing.iter().chain(&self.passing).copied().collect();
        let confirming = Confirming {
            world: self.world,
            judge: &self.judge,
            runs: &self.runs,
            order: &order,
        };
        let mut found: Vec<diagnose::Edit> = Vec::new();
        let mut known: BTreeSet<Vec<(String, u32, u32)>> = BTreeSet::new();
        let mut made = 0;
        for candidate in candidates.iter().filter(|candidate| candidate.is_whole()) {
            if (self.world.stop)() || found.len() >= MOST || made >= MOST_MADE {
                break;
            }
            let Some(pieces) = &candidate.pieces else { continue };
            // Of the changes in one place the first is enough.
            let place: Vec<_> = pieces
                .iter()
                .map(|piece| (piece.file.clone(), piece.lo, piece.hi))
                .collect();
            if known.contains(&place) {
                continue;
            }
            made += 1;
            let parts = pieces.iter().map(|piece| part(self.world.sources, piece));
            if confirming.is_right(candidate)
                && let Some(parts) = parts.collect()
            {
                known.insert(place);
                found.push(diagnose::Edit { parts });
            }
        }
        found
    }
}

struct Confirming<'c> {
    world: &'c World<'c>,
    judge: &'c Judge<'c>,
    runs: &'c [Behaviour],
    /// The tests, those that failed first.
    order: &'c [usize],
}

impl Confirming<'_> {
    /// Translates the changed text and runs every test.
    fn is_right(&self, candidate: &Candidate) -> bool {
        let loaded = load::parse(&candidate.inputs, self.world.language);
        if loaded.diagnostics.iter().any(source::Diagnostic::is_error) {
            return false;
        }
        let Some(tree) = loaded.tree else { return false };
        let Ok(program) = lower::lower(tree, &loaded.sources, self.world.lowering) else {
            return false;
        };
        let interpreter = Interpreter::new(&program, Some(&loaded.sources));
        self.order.iter().all(|test| {
            let now = self
                .judge
                .execute(&interpreter, None, &self.judge.tests[*test], 0);
            // A run that is right by chance, because of what happened to lie in memory, is not.
            self.judge.is_right(&self.judge.tests[*test], &now)
                && now.unwritten.is_subset(&self.runs[*test].unwritten)
        })
    }
}

fn part(sources: &SourceMap, piece: &Piece) -> Option<EditPart> {
    let (file, _) = sources.files().find(|(_, file)| file.name == piece.file)?;
    Some(EditPart {
        span: Span::new(file, piece.lo, piece.hi),
        replacement: piece.replacement.clone(),
        statement: matches!(
            piece.kind,
            Change::Break | Change::Deleted | Change::Joined | Change::Inserted
        ),
    })
}
