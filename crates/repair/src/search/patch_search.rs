//! Patches as evidence for a diagnosis, stage by stage.
//!
//! A diagnosis says where another value would do; a change of the text there with which every test is right says more. Whoever
//! diagnoses asks for the stages in the order that suits it: [`singles`](PatchSearch::singles) are cheap and come first,
//! [`several`](PatchSearch::several) and [`larger`](PatchSearch::larger) only where nothing else is a good answer. What one
//! stage leaves for the next is in [`SearchState`]. Each patch that is handed on was made to the text, translated anew and
//! executed on every test.

use std::collections::{BTreeMap, BTreeSet};

use frontend::Input;
use interp::Stop;
use program::CheckKind;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use runs::Test;
use source::LocId;
use suite::ExecutedTest;

use crate::FaultyProgram;
use crate::operators::{ChangeKind, Family};
use crate::patch::{Patch, PatchedPlaces, apply};
use crate::search::candidate::Candidate;
use crate::search::several::GrownSets;
use crate::search::singles::{CandidateSearch, FAMILIES, Split};
use crate::search::{SearchLog, SetDepth};
use crate::validate::baseline::Baseline;
use crate::validate::coverage::Coverage;

/// Patches that were made to the text together and executed on every test: no test that passed fails with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfirmedPatches {
    pub patches: Vec<Patch>,
    /// If some tests still fail with them: how many of those that failed are right.
    pub partly: Option<usize>,
    /// For patches that are needed together, by their number: the tests that failed and are right with each of them alone.
    pub explains: Vec<Vec<usize>>,
}

/// The failing tests that a patch makes right alone.
pub(crate) type RepairedAlone = BTreeMap<Patch, Vec<usize>>;

/// What the stages leave for each other.
#[derive(Debug, Default)]
pub(crate) struct SearchState {
    /// How many changes of one family were not tried.
    left: usize,
    /// Whether pairs that share the failing tests between them were looked for.
    shared: bool,
    /// Where the search for sets stands: from there larger ones are grown.
    grown: Option<GrownSets>,
    /// Sets that make some tests right, from a search for larger ones that found none that does more.
    partly: Vec<ConfirmedPatches>,
    pub(crate) alone: RepairedAlone,
    /// Changes that were made to the text to be tried and make some tests right, with how many: others may belong beside them.
    pub(crate) helpful: Vec<(usize, Candidate)>,
}

/// Looks for patches with which every test is right.
#[derive(Debug)]
pub struct PatchSearch<'e> {
    pub(crate) baseline: Baseline<'e>,
    /// Where the failing tests come by.
    pub(crate) coverage: Option<Coverage>,
    pub(crate) state: SearchState,
}

impl<'e> PatchSearch<'e> {
    #[must_use]
    pub fn new(
        subject: &'e FaultyProgram<'e>,
        tests: &'e [Test],
        executed: &[ExecutedTest],
    ) -> PatchSearch<'e> {
        let baseline = Baseline::new(subject, tests, executed);
        let coverage = Some(baseline.coverage());
        PatchSearch {
            baseline,
            coverage,
            state: SearchState::default(),
        }
    }

    /// How many changes of one family were not tried, since others are likelier.
    #[must_use]
    pub fn left(&self) -> usize {
        self.state.left
    }

    pub(crate) fn candidates(&self) -> CandidateSearch<'_> {
        CandidateSearch {
            baseline: &self.baseline,
            samples: &[],
            coverage: self.coverage.as_ref(),
            max_instructions: None,
        }
    }

    pub(crate) fn split(&self) -> Split<'_> {
        Split {
            failing: &self.baseline.failing,
            passing: &self.baseline.passing,
        }
    }

    /// Changes of what is written with which every test is right, the least surprising first.
    pub fn singles(&mut self) -> Vec<ConfirmedPatches> {
        if self.baseline.failing.is_empty() {
            return Vec::new();
        }
        let mut found = self.whole(&FAMILIES[..1]);
        if !found.is_empty() {
            // An `else` too many, or a semicolon, is more likely than most of what fits by chance.
            let rewritten = self.rewritten(&|kind| kind == ChangeKind::Joined);
            let at = found.iter().position(|(kind, _)| *kind > ChangeKind::Text);
            let at = at.unwrap_or(found.len());
            found.splice(at..at, rewritten);
        }
        without_kinds(found)
    }

    /// Changes that have to be made to the text, and if none does what may be missing.
    pub fn rewrites_and_insertions(&mut self) -> Vec<ConfirmedPatches> {
        if self.baseline.failing.is_empty() {
            return Vec::new();
        }
        let mut found = self.rewritten(&|_| true);
        if found.is_empty() {
            found = self.whole(&FAMILIES[1..]);
        }
        without_kinds(found)
    }

    /// Failing tests that end in an error which a compiled program may survive, having printed nothing wrong until then;
    /// none if no other test fails.
    #[must_use]
    pub fn survivable(&self) -> Vec<usize> {
        let baseline = &self.baseline;
        let survives = |test: &&usize| {
            let run = &baseline.runs[**test];
            let expected = baseline.oracle.tests[**test]
                .expected
                .as_deref()
                .unwrap_or_default();
            let memory = match run.stop {
                Stop::ClaimFailed { claim, .. } => matches!(
                    baseline.subject.program.claim(claim).kind,
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
        let found: Vec<usize> = baseline.failing.iter().filter(survives).copied().collect();
        match found.len() < baseline.failing.len() {
            true => found,
            false => Vec::new(),
        }
    }

    /// How a test ends in the program as it is, and the place of that in the user's text.
    #[must_use]
    pub fn ending(&self, test: usize) -> (&Stop, Option<LocId>) {
        let stop = &self.baseline.runs[test].stop;
        let subject = self.baseline.subject;
        let loc = match stop {
            Stop::ClaimFailed { claim, .. } => subject.program.claim(*claim).loc,
            other => other.loc(),
        };
        let users = loc != LocId::NONE && !subject.sources.is_embedded(loc);
        (stop, users.then_some(loc))
    }

    /// Changes of some families.
    fn whole(&mut self, families: &[Family]) -> Vec<(ChangeKind, ConfirmedPatches)> {
        let mut log = SearchLog::default();
        let passing = self.baseline.killing.now();
        let mut found = Vec::new();
        for &family in families {
            if self.baseline.is_stopped() {
                continue;
            }
            let tests = Split {
                failing: &self.baseline.failing,
                passing: &passing,
            };
            let inputs = self.baseline.subject.inputs;
            let candidates = self
                .candidates()
                .screened(inputs, tests, (false, family), &mut log);
            found = self.baseline.confirmed(&candidates, &mut self.state.alone);
            if !found.is_empty() {
                break;
            }
        }
        self.state.left = self.state.left.max(log.left);
        found
    }

    /// Pairs of changes with which every test is right, or where many tests tell what is right from what fits, larger sets.
    pub fn several(&mut self, depth: SetDepth) -> Vec<ConfirmedPatches> {
        if self.baseline.failing.is_empty() {
            return Vec::new();
        }
        // That another order breaks nothing says something only if there is something to break.
        let moved =
            |kind: ChangeKind| matches!(kind, ChangeKind::Moved | ChangeKind::Joined | ChangeKind::Deleted);
        let none_passes = self.baseline.passing.is_empty();
        let beside = self.beside_rewritten(depth, &|kind| !none_passes || !moved(kind));
        if !beside.is_empty() {
            return self.told_all(&beside);
        }
        let shared = !std::mem::replace(&mut self.state.shared, true);
        let inputs = self.baseline.subject.inputs;
        let pairs = self.candidates().pairs(inputs, self.split(), depth, shared);
        self.state.grown = pairs.grown;
        let pairs = pairs.candidates;
        let partly = |found: &[ConfirmedPatches]| found.iter().all(|set| set.partly.is_some());
        let mut found = self.confirmed(&pairs);
        if partly(&found) {
            let beside = self.beside_rewritten(depth, &|_| true);
            found.splice(0..0, self.told_all(&beside));
        }
        let telling = self.baseline.failing.len() >= budgets::suite::MIN_TELLING_TESTS.count();
        if telling && partly(&found) {
            let beside = self.beside_partial(&pairs);
            found.splice(0..0, self.told_all(&beside));
        }
        let patient = matches!(depth, SetDepth::Full | SetDepth::Moderate);
        if !found.is_empty() || !patient || !telling {
            return found;
        }
        let sets = self.grow();
        let (mut whole, partly): (Vec<_>, Vec<_>) = self
            .confirmed(&sets)
            .into_iter()
            .partition(|set| set.partly.is_none());
        if whole.is_empty() {
            let beside = self.beside_partial(&sets);
            whole = self.told_all(&beside);
        }
        self.state.partly = partly;
        whole
    }

    /// More changes at once, from where the search for pairs stands.
    fn grow(&mut self) -> Vec<Candidate> {
        let Some(grown) = self.state.grown.take() else {
            return Vec::new();
        };
        self.candidates().larger(grown, self.split()).0
    }

    /// More changes at once, for where nothing else is a good answer; if there are none, those that make some tests right and
    /// spoil none.
    pub fn larger(&mut self) -> Vec<ConfirmedPatches> {
        if self.state.grown.is_none() {
            return std::mem::take(&mut self.state.partly);
        }
        let sets = self.grow();
        self.confirmed(&sets)
    }

    fn confirmed(&mut self, candidates: &[Candidate]) -> Vec<ConfirmedPatches> {
        without_kinds(self.baseline.confirmed(candidates, &mut self.state.alone))
    }

    /// Candidates that were executed on every test, all of which are right.
    fn told_all(&mut self, candidates: &[Candidate]) -> Vec<ConfirmedPatches> {
        let alone = &mut self.state.alone;
        let told = candidates.iter().filter_map(|candidate| {
            self.baseline
                .told(&candidate.patches, &candidate.inputs, None, alone)
        });
        told.collect()
    }
}

pub(crate) fn without_kinds(found: Vec<(ChangeKind, ConfirmedPatches)>) -> Vec<ConfirmedPatches> {
    found.into_iter().map(|(_, patches)| patches).collect()
}

impl Baseline<'_> {
    /// Patches that make so many tests right together. If they make all right: which failing tests each of them makes
    /// right alone, made to the text. Nothing if that is not the text that was tried.
    pub(crate) fn told(
        &self,
        patches: &[Patch],
        tried: &[Input],
        partly: Option<usize>,
        alone: &mut RepairedAlone,
    ) -> Option<ConfirmedPatches> {
        let made = apply(self.subject.inputs, patches);
        if !same_texts(&made, tried) {
            return None;
        }
        let single = patches.len() < 2 || self.failing.len() < 2;
        let explains = match partly {
            None if !single => patches.iter().map(|patch| self.alone(patch, alone)).collect(),
            _ => Vec::new(),
        };
        Some(ConfirmedPatches {
            patches: patches.to_vec(),
            partly,
            explains,
        })
    }

    /// The failing tests that a patch makes right alone.
    fn alone(&self, patch: &Patch, known: &mut RepairedAlone) -> Vec<usize> {
        if let Some(known) = known.get(patch) {
            return known.clone();
        }
        let texts = apply(self.subject.inputs, std::slice::from_ref(patch));
        let right = self.repaired(&texts);
        known.insert(patch.clone(), right.clone());
        right
    }

    /// Those that make every test right when they are made to the text.
    fn confirmed(
        &self,
        candidates: &[Candidate],
        alone: &mut RepairedAlone,
    ) -> Vec<(ChangeKind, ConfirmedPatches)> {
        let mut found: Vec<(ChangeKind, ConfirmedPatches)> = Vec::new();
        let mut known: BTreeSet<PatchedPlaces> = BTreeSet::new();
        let mut made = 0;
        let mut left = candidates
            .iter()
            .filter(|candidate| candidate.broken == 0)
            .peekable();
        while !self.is_stopped()
            && found.len() < budgets::repair::MAX_CONFIRMED_PATCHES.count()
            && made < budgets::repair::MAX_MADE_PATCHES.count()
        {
            // Of the changes in one place the first is enough, so those in one place wait for each other.
            let mut some: Vec<(PatchedPlaces, &Candidate)> = Vec::new();
            while some.len()
                < budgets::repair::MADE_AT_ONCE
                    .count()
                    .min(budgets::repair::MAX_MADE_PATCHES.count() - made)
                && let Some(candidate) = left.next_if(|candidate| {
                    let place = candidate.places();
                    some.iter().all(|(other, _)| *other != place)
                })
            {
                let place = candidate.places();
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
                .map(|(_, candidate)| self.repairs(candidate))
                .collect();
            for ((place, candidate), repairs) in some.into_iter().zip(repairs) {
                let (Some(repairs), true) = (
                    repairs,
                    found.len() < budgets::repair::MAX_CONFIRMED_PATCHES.count(),
                ) else {
                    continue;
                };
                let partly = (repairs < self.failing.len()).then_some(repairs);
                let Some(told) = self.told(&candidate.patches, &candidate.inputs, partly, alone) else {
                    continue;
                };
                known.insert(place);
                found.push((candidate.kind, told));
            }
        }
        found
    }
}

pub(crate) fn same_texts(first: &[Input], second: &[Input]) -> bool {
    let texts = |inputs: &[Input]| -> Vec<_> { inputs.iter().map(|input| input.text.clone()).collect() };
    texts(first) == texts(second)
}
