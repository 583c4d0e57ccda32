//! Changes as evidence for a diagnosis.
//!
//! `because diagnose` says where another value would do; a change of the text there with which every test is right says more.
//! The changes are those of `because repair`. Each one that is handed on was made to the text, translated
//! anew and executed on every test.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use interp::{Interpreter, Stop};
use localize::{EditPart, SetBudget};
use program::CheckKind;
use rayon::iter::{IntoParallelRefIterator, ParallelExtend, ParallelIterator};
use repair::{Behaviour, Change, Family, Judge, Reached};
use runs::Test;
use source::{LocId, SourceMap, Span};

use super::candidates::{Candidate, FAMILIES, Grown, Piece, PlaceInText, Search, judged_by, starting};
use super::pieces::{self, each};
use super::{Found, World};

/// So many changes are handed on, and so many are made to the text.
const MOST: usize = 8;
pub(super) const MOST_MADE: usize = 20;
/// So many failing tests say whether a change that is made to the text repairs any.
const MOST_PROBED: usize = 12;

/// So many tests are executed one after the other: what is wrong is wrong in one of them, mostly.
const FEW: usize = 4;
/// So many changes are made to the text at once.
pub(super) const AT_ONCE: usize = 4;

/// Looks for changes with which every test is right.
pub(crate) struct Evidence<'e> {
    pub(super) world: &'e World<'e>,
    pub(super) judge: Judge<'e>,
    pub(super) runs: Vec<Behaviour>,
    pub(super) passing: Vec<usize>,
    pub(super) failing: Vec<usize>,
    /// Where the failing ones come by.
    reached: Reached,
    /// Passing tests, first those that told a change wrong: the next one is wrong in them, too.
    telling: Mutex<Vec<usize>>,
    /// How many changes of one family were not tried.
    left: Cell<usize>,
    /// Whether pairs that share the failing tests between them were looked for.
    shared: Cell<bool>,
    /// Where the search for sets stands.
    grown: RefCell<Option<Grown>>,
    /// Changes that make some tests right.
    partly: RefCell<Vec<localize::Edit>>,
    /// The failing tests that a change alone makes right, by its pieces.
    alone: RefCell<BTreeMap<Vec<Piece>, Vec<usize>>>,
    /// Changes that had to be made to the text to be tried, and made some tests right and broke none, with how many.
    pub(super) helpful: RefCell<Vec<(usize, Candidate)>>,
}

impl<'e> Evidence<'e> {
    pub(crate) fn new(world: &'e World<'e>, tests: &'e [Test]) -> Evidence<'e> {
        let interpreter = Interpreter::new(world.program, Some(world.sources));
        let (judge, runs) = starting(world, &interpreter, tests);
        let (passing, failing) = judged_by(&judge, &runs);
        let reached = judge.reached(world.program, world.sources, &failing, &runs);
        Evidence {
            world,
            reached,
            judge,
            runs,
            telling: Mutex::new(passing.clone()),
            passing,
            failing,
            left: Cell::new(0),
            shared: Cell::new(false),
            grown: RefCell::new(None),
            partly: RefCell::new(Vec::new()),
            alone: RefCell::new(BTreeMap::new()),
            helpful: RefCell::new(Vec::new()),
        }
    }

    /// What is to be said of changes that were not tried.
    pub(crate) fn untried(&self) -> Option<String> {
        super::untried(self.left.get())
    }

    pub(super) fn search(&self) -> Search<'_> {
        Search {
            world: self.world,
            judge: &self.judge,
            samples: &[],
            runs: &self.runs,
            reached: Some(&self.reached),
            affordable: None,
        }
    }

    /// Changes of what is written with which every test is right, the least surprising first.
    pub(crate) fn edits(&self) -> Vec<localize::Edit> {
        if self.failing.is_empty() {
            return Vec::new();
        }
        let mut found = self.whole(&FAMILIES[..1]);
        if !found.is_empty() {
            // An `else` too many, or a semicolon, is more likely than most of what fits by chance.
            let rewritten = self.rewritten(&|kind| kind == Change::Joined);
            let at = found.iter().position(|(kind, _)| *kind > Change::Text);
            let at = at.unwrap_or(found.len());
            found.splice(at..at, rewritten);
        }
        edits(found)
    }

    /// Changes that have to be made to the text, and if none does what may be missing.
    pub(crate) fn others(&self) -> Vec<localize::Edit> {
        if self.failing.is_empty() {
            return Vec::new();
        }
        let mut found = self.rewritten(&|_| true);
        if found.is_empty() {
            found = self.whole(&FAMILIES[1..]);
        }
        edits(found)
    }

    /// Failing tests that end in an error which a compiled program may survive, having printed nothing wrong until then;
    /// none if no other test fails.
    pub(crate) fn survivable(&self) -> Vec<usize> {
        let survives = |test: &&usize| {
            let run = &self.runs[**test];
            let expected = self.judge.tests[**test].expected.as_deref().unwrap_or_default();
            let memory = match run.stop {
                Stop::ClaimFailed { claim, .. } => matches!(
                    self.world.program.claim(claim).kind,
                    CheckKind::ArrayBounds
                        | CheckKind::PointerDereference
                        | CheckKind::PointerPrimitive
                        | CheckKind::PointerOverflow
                        | CheckKind::MemoryLeak
                ),
                _ => false,
            };
            memory && expected.starts_with(&run.stdout)
        };
        let found: Vec<usize> = self.failing.iter().filter(survives).copied().collect();
        match found.len() < self.failing.len() {
            true => found,
            false => Vec::new(),
        }
    }

    /// How a test ends that ends in an error.
    pub(crate) fn error(&self, test: usize) -> String {
        let stop = &self.runs[test].stop;
        let loc = match stop {
            Stop::ClaimFailed { claim, .. } => self.world.program.claim(*claim).loc,
            other => other.loc(),
        };
        if loc == LocId::NONE || self.world.sources.is_embedded(loc) {
            return stop.to_string();
        }
        let line = self
            .world
            .sources
            .resolve(self.world.sources.location(loc).used)
            .line;
        format!("line {line}: {stop}")
    }

    /// Changes of some families.
    fn whole(&self, families: &[Family]) -> Vec<(Change, localize::Edit)> {
        let mut said = Found::default();
        let (search, passing) = (self.search(), now(&self.telling));
        let found = search.whole(families, &self.failing, &passing, &mut said, |candidates| {
            self.confirmed(candidates, MOST_MADE)
        });
        self.left.set(self.left.get().max(said.left));
        found
    }

    /// Pairs of changes with which every test is right, or where many tests tell what is right from what fits, larger sets.
    pub(crate) fn pairs(&self, effort: SetBudget) -> Vec<localize::Edit> {
        if self.failing.is_empty() {
            return Vec::new();
        }
        // That another order breaks nothing says something only if there is something to break.
        let moved = |kind: Change| matches!(kind, Change::Moved | Change::Joined | Change::Deleted);
        let beside = self.beside_rewritten(effort, &|kind| !self.passing.is_empty() || !moved(kind));
        if !beside.is_empty() {
            return beside;
        }
        let shared = !self.shared.replace(true);
        let (pairs, _, grown) =
            self.search()
                .pairs(self.world.inputs, &self.failing, &self.passing, effort, shared);
        *self.grown.borrow_mut() = grown;
        let mut found = edits(self.confirmed(&pairs, MOST_MADE));
        if found.iter().all(|edit| edit.partly.is_some()) {
            found.splice(0..0, self.beside_rewritten(effort, &|_| true));
        }
        let telling = self.failing.len() >= localize::MIN_TELLING_TESTS;
        if telling && found.iter().all(|edit| edit.partly.is_some()) {
            found.splice(0..0, self.beside_partial(&pairs));
        }
        let patient = matches!(effort, SetBudget::Full | SetBudget::Moderate);
        if !found.is_empty() || !patient || !telling {
            return found;
        }
        let sets = self.larger();
        let (mut whole, partly): (Vec<_>, Vec<_>) = edits(self.confirmed(&sets, MOST_MADE))
            .into_iter()
            .partition(|edit| edit.partly.is_none());
        if whole.is_empty() {
            whole = self.beside_partial(&sets);
        }
        *self.partly.borrow_mut() = partly;
        whole
    }

    /// More changes at once, from where the search for pairs stands.
    fn larger(&self) -> Vec<Candidate> {
        let Some(grown) = self.grown.take() else {
            return Vec::new();
        };
        self.search().larger(grown, &self.failing, &self.passing).0
    }

    /// More changes at once, for where nothing else is a good answer; if there are none, those that make some tests right and
    /// spoil none.
    pub(crate) fn more(&self) -> Vec<localize::Edit> {
        match self.grown.borrow().is_some() {
            true => {}
            false => return self.partly.take(),
        }
        edits(self.confirmed(&self.larger(), MOST_MADE))
    }

    pub(super) fn confirming(&self) -> Confirming<'_> {
        Confirming {
            world: self.world,
            judge: &self.judge,
            runs: &self.runs,
            failing: &self.failing,
            passing: &self.telling,
        }
    }

    /// Changes, each with its pieces, that make so many tests right together. If they make all right: which failing tests each
    /// of them makes right alone, made to the text. Nothing if that is not the text that was tried.
    pub(super) fn told(
        &self,
        changes: &[Vec<Piece>],
        tried: &[frontend::Input],
        partly: Option<usize>,
    ) -> Option<localize::Edit> {
        let mut pieces: Vec<(usize, &Piece)> = Vec::new();
        for (number, change) in changes.iter().enumerate() {
            pieces.extend(change.iter().map(|piece| (number, piece)));
        }
        pieces.sort_by_key(|(_, piece)| pieces::place(piece));
        let all: Vec<&Piece> = pieces.iter().map(|(_, piece)| *piece).collect();
        let made = pieces::made(self.world.inputs, &all);
        if made
            .iter()
            .map(|input| &input.text)
            .ne(tried.iter().map(|input| &input.text))
        {
            return None;
        }
        let parts = pieces.into_iter().map(|(change, piece)| {
            let part = part(self.world.sources, piece)?;
            Some(EditPart { change, ..part })
        });
        let parts = parts.collect::<Option<Vec<_>>>()?;
        let single = changes.len() < 2 || self.failing.len() < 2;
        let explains = match partly {
            None if !single => changes.iter().map(|change| self.alone(change)).collect(),
            _ => Vec::new(),
        };
        Some(localize::Edit {
            parts,
            partly,
            explains,
        })
    }

    /// The failing tests that a change makes right alone.
    fn alone(&self, change: &[Piece]) -> Vec<usize> {
        if let Some(known) = self.alone.borrow().get(change) {
            return known.clone();
        }
        let mut pieces: Vec<&Piece> = change.iter().collect();
        pieces.sort_by_key(|piece| pieces::place(piece));
        let texts = pieces::made(self.world.inputs, &pieces);
        let right = self.confirming().repaired(&texts);
        self.alone.borrow_mut().insert(change.to_vec(), right.clone());
        right
    }

    /// Those that make every test right when they are made to the text.
    fn confirmed(&self, candidates: &[Candidate], most_made: usize) -> Vec<(Change, localize::Edit)> {
        let confirming = self.confirming();
        let mut found: Vec<(Change, localize::Edit)> = Vec::new();
        let mut known: BTreeSet<PlaceInText> = BTreeSet::new();
        let mut made = 0;
        let mut left = candidates
            .iter()
            .filter(|candidate| candidate.broken == 0)
            .peekable();
        while !(self.world.stop)() && found.len() < MOST && made < most_made {
            // Of the changes in one place the first is enough, so those in one place wait for each other.
            let mut some: Vec<(PlaceInText, &Candidate)> = Vec::new();
            while some.len() < AT_ONCE.min(most_made - made)
                && let Some(candidate) = left.next_if(|candidate| {
                    let place = candidate.place_in_text();
                    some.iter().all(|(other, _)| *other != place)
                })
            {
                let place = candidate.place_in_text();
                if !known.contains(&place) {
                    some.push((place, candidate));
                }
            }
            if some.is_empty() {
                break;
            }
            made += some.len();
            let repairs: Vec<Option<usize>> = some
                .par_iter()
                .map(|(_, candidate)| confirming.repairs(candidate))
                .collect();
            for ((place, candidate), repairs) in some.into_iter().zip(repairs) {
                let (Some(repairs), true) = (repairs, found.len() < MOST) else {
                    continue;
                };
                let partly = (repairs < self.failing.len()).then_some(repairs);
                let Some(edit) = self.told(&each(&candidate.pieces), &candidate.inputs, partly) else {
                    continue;
                };
                known.insert(place);
                found.push((candidate.kind, edit));
            }
        }
        found
    }
}

/// Tests in the order in which they are tried now.
fn now(tests: &Mutex<Vec<usize>>) -> Vec<usize> {
    tests.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

pub(super) fn edits(found: Vec<(Change, localize::Edit)>) -> Vec<localize::Edit> {
    found.into_iter().map(|(_, edit)| edit).collect()
}

/// How many failing tests a changed text must make right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    All,
    /// One of a few that are asked first.
    Some,
    Any,
}

pub(super) struct Confirming<'c> {
    world: &'c World<'c>,
    judge: &'c Judge<'c>,
    runs: &'c [Behaviour],
    failing: &'c [usize],
    passing: &'c Mutex<Vec<usize>>,
}

impl Confirming<'_> {
    /// Translates the changed text and runs every test: how many of those that failed are right now. Nothing if one that
    /// passed fails, or if more was promised.
    fn repairs(&self, candidate: &Candidate) -> Option<usize> {
        let wanted = match candidate.is_whole() {
            true => Wanted::All,
            false => Wanted::Any,
        };
        let right = self.right(candidate, wanted)?;
        let repaired = self.failing.iter().filter(|test| right.contains(test)).count();
        let promised = match candidate.is_whole() {
            true => repaired == self.failing.len(),
            false => repaired > 0 || candidate.repaired == 0,
        };
        promised.then_some(repaired)
    }

    /// The failing tests that are right in a text.
    fn repaired(&self, texts: &[frontend::Input]) -> Vec<usize> {
        let loaded = self.world.texts.parse(texts);
        let errors = loaded.diagnostics.iter().any(source::Diagnostic::is_error);
        let tree = loaded.tree.filter(|_| !errors);
        let lowered = tree.and_then(|tree| lower::lower(tree, &loaded.sources, self.world.lowering).ok());
        let Some(program) = lowered else {
            return Vec::new();
        };
        let interpreter = Interpreter::new(&program, Some(&loaded.sources));
        let right = |test: &usize| self.is_right(&interpreter, *test);
        self.failing.par_iter().copied().filter(right).collect()
    }

    fn is_right(&self, interpreter: &Interpreter<'_>, test: usize) -> bool {
        let now = self.judge.execute(interpreter, None, &self.judge.tests[test]);
        // A run that is right by chance, because of what happened to lie in memory, is not.
        self.judge.is_right(&self.judge.tests[test], &now)
            && now.unwritten.is_subset(&self.runs[test].unwritten)
    }

    /// The tests that are right in the changed text. Nothing if one that passed fails, or if too few that failed are right.
    pub(super) fn right(&self, candidate: &Candidate, wanted: Wanted) -> Option<BTreeSet<usize>> {
        let loaded = self.world.texts.parse(&candidate.inputs);
        if loaded.diagnostics.iter().any(source::Diagnostic::is_error) {
            return None;
        }
        let program = lower::lower(loaded.tree?, &loaded.sources, self.world.lowering).ok()?;
        let interpreter = Interpreter::new(&program, Some(&loaded.sources));
        let right = |test: &usize| self.is_right(&interpreter, *test);
        let mut found = BTreeSet::new();
        // What repairs none of a few failing tests is hardly worth asking about the others.
        let step = self.failing.len().div_ceil(MOST_PROBED).max(1);
        let probed: Vec<usize> = self.failing.iter().copied().step_by(step).collect();
        if wanted == Wanted::Some && !probed.iter().any(right) {
            return None;
        }
        let (few, others) = self.failing.split_at(self.failing.len().min(FEW));
        if wanted == Wanted::All && !(few.iter().all(right) && others.par_iter().all(right)) {
            return None;
        }
        match wanted {
            Wanted::All => found.extend(self.failing),
            _ => found.par_extend(self.failing.par_iter().copied().filter(right)),
        }
        let passing = now(self.passing);
        let (few, others) = passing.split_at(passing.len().min(FEW));
        let wrong = few.iter().find(|test| !right(test));
        let wrong = wrong.or_else(|| others.par_iter().find_first(|test| !right(test)));
        if let Some(wrong) = wrong {
            let mut passing = self.passing.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(at) = passing.iter().position(|test| test == wrong) {
                passing[..=at].rotate_right(1);
            }
            return None;
        }
        found.extend(passing);
        Some(found)
    }
}

fn part(sources: &SourceMap, piece: &Piece) -> Option<EditPart> {
    let (file, _) = sources.files().find(|(_, file)| file.name == piece.file)?;
    Some(EditPart {
        span: Span::new(file, piece.lo, piece.hi),
        replacement: piece.replacement.clone(),
        statement: matches!(
            piece.kind,
            Change::Break | Change::Deleted | Change::Joined | Change::Moved | Change::Inserted
        ),
        change: 0,
    })
}
