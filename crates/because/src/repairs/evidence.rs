//! Changes as evidence for a diagnosis.
//!
//! `because diagnose` says where another value would do; a change of the text there with which every test is right says more.
//! The changes are those of `because repair`. Each one that is handed on was made to the text, translated
//! anew and executed on every test.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use explain::diagnose::{self, EditPart, Effort, Test};
use interp::Interpreter;
use repair::{Behaviour, Change, Judge};
use source::{SourceMap, Span};

use super::candidates::{Candidate, Grown, Piece, Search, judged_by, starting};
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
    /// Whether pairs that share the failing tests between them were looked for.
    shared: Cell<bool>,
    /// Where the search for sets stands.
    grown: RefCell<Option<Grown>>,
    /// Changes that make some tests right.
    partly: RefCell<Vec<diagnose::Edit>>,
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
            shared: Cell::new(false),
            grown: RefCell::new(None),
            partly: RefCell::new(Vec::new()),
        }
    }

    fn search(&self) -> Search<'_> {
        Search {
            world: self.world,
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
        search.whole(&self.failing, &self.passing, &mut said, |candidates| {
            self.confirmed(candidates)
        })
    }

    /// Pairs of changes with which every test is right, or where many tests tell what is right from what fits, larger sets.
    pub(crate) fn pairs(&self, effort: Effort) -> Vec<diagnose::Edit> {
        if self.failing.is_empty() {
            return Vec::new();
        }
        let shared = !self.shared.replace(true);
        let (pairs, _, grown) = self.search().pairs(&self.failing, &self.passing, effort, shared);
        *self.grown.borrow_mut() = grown;
        let found = self.confirmed(&pairs);
        if !found.is_empty() || effort != Effort::Full || self.failing.len() < diagnose::TELLING {
            return found;
        }
        let (whole, partly) = self.more().into_iter().partition(|edit| edit.partly.is_none());
        *self.partly.borrow_mut() = partly;
        whole
    }

    /// More changes at once, for where nothing else is a good answer; if there are none, those that make some tests right and
    /// spoil none.
    pub(crate) fn more(&self) -> Vec<diagnose::Edit> {
        let Some(grown) = self.grown.take() else {
            return self.partly.take();
        };
        let (sets, _) = self.search().larger(grown, &self.failing, &self.passing);
        self.confirmed(&sets)
    }

    /// Those that make every test right when they are made to the text.
    fn confirmed(&self, candidates: &[Candidate]) -> Vec<diagnose::Edit> {
        let confirming = Confirming {
            world: self.world,
            judge: &self.judge,
            runs: &self.runs,
            failing: &self.failing,
            passing: &self.passing,
        };
        let mut found: Vec<diagnose::Edit> = Vec::new();
        let mut known: BTreeSet<Vec<(String, u32, u32)>> = BTreeSet::new();
        let mut made = 0;
        for candidate in candidates.iter().filter(|candidate| candidate.broken == 0) {
            if (self.world.stop)() || found.len() >= MOST || made >= MOST_MADE {
                break;
            }
            let pieces = &candidate.pieces;
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
            if let Some(repairs) = confirming.repairs(candidate)
                && let Some(parts) = parts.collect()
            {
                known.insert(place);
                let partly = (repairs < self.failing.len()).then_some(repairs);
                found.push(diagnose::Edit { parts, partly });
            }
        }
        found
    }
}

struct Confirming<'c> {
    world: &'c World<'c>,
    judge: &'c Judge<'c>,
    runs: &'c [Behaviour],
    failing: &'c [usize],
    passing: &'c [usize],
}

impl Confirming<'_> {
    /// Translates the changed text and runs every test: how many of those that failed are right now. Nothing if one that
    /// passed fails, or if more was promised.
    fn repairs(&self, candidate: &Candidate) -> Option<usize> {
        let loaded = load::parse(&candidate.inputs, self.world.language);
        if loaded.diagnostics.iter().any(source::Diagnostic::is_error) {
            return None;
        }
        let program = lower::lower(loaded.tree?, &loaded.sources, self.world.lowering).ok()?;
        let interpreter = Interpreter::new(&program, Some(&loaded.sources));
        let right = |test: &usize| {
            let now = self
                .judge
                .execute(&interpreter, None, &self.judge.tests[*test], 0);
            // A run that is right by chance, because of what happened to lie in memory, is not.
            self.judge.is_right(&self.judge.tests[*test], &now)
                && now.unwritten.is_subset(&self.runs[*test].unwritten)
        };
        if candidate.is_whole() {
            let all = self.failing.iter().chain(self.passing).all(right);
            return all.then_some(self.failing.len());
        }
        let repaired = self.failing.iter().filter(|test| right(test)).count();
        let promised = repaired > 0 || candidate.repaired == 0;
        (promised && self.passing.iter().all(right)).then_some(repaired)
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
